//! The sparse space: rules nearly all of whose positions are common (docs/sparse-space.md).
//!
//! - `split`: masks, and how the best one is found; `sequence`: values as codes of a split, a byte each where
//!   they fit
//! - `few/`: few rare positions; their rare values one bit per heap; and once rare positions have died out,
//!   the last values alone
//! - `many/`: many rare positions, 32 heaps at once, on one thread or two; `two_bytes/`: the same for codes
//!   of two bytes
//! - `strip`: one bit per heap, for rare codes that are sought in many heaps at once
//! - `pair_search`: pairs of one class that give a rare value; `greedy_cover`: which first parts find most

pub mod few;
pub mod greedy_cover;
pub mod many;
pub mod pair_search;
pub mod sequence;
pub mod split;
mod strip;
pub mod two_bytes;
