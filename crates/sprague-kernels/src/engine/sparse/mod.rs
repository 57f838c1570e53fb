//! The sparse space: rules nearly all of whose positions are common (docs/sparse-space.md).
//!
//! - `split`: masks, and how the best one is found; `sequence`: values as codes of a split, a byte each where
//!   they fit
//! - `few/`: few rare positions; their rare values one bit per heap
//! - `many/`: many rare positions, 32 heaps at once; `two_bytes/`: the same for codes of two bytes; `driver`,
//!   `two_threads`, `spin`: how both go on, on one thread or two
//! - `rare_codes/`: rare codes of up to 1920 heaps at once, for codes of any width
//! - `window`: the last values alone, once rare positions have died out
//! - `strip`: one bit per heap, for rare codes that are sought in many heaps at once
//! - `pair_search`: pairs of one class that give a rare value; `greedy_cover`: which first parts find most

mod driver;
pub mod few;
pub mod greedy_cover;
pub mod many;
pub mod pair_search;
pub mod rare_codes;
pub mod sequence;
mod spin;
pub mod split;
mod strip;
pub mod two_bytes;
mod two_threads;
pub mod window;
