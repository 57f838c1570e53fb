//! The dense method, for codes without a sparse space: one value costs a scan of contiguous memory.
//!
//! - `sums`: 256 heaps at once, from about a thousand heaps on; `plain`: one at a time, before that, for rules whose breaks lie
//!   too far apart for blocks, and for values of four bytes
//! - `planes`: the values, cut for the sieve; nothing else grows with their number
//! - `bursts` find nearly all reachable values, and `worth` says how hard they should try; `lines`: what they leave open
//! - `sieve`: which of the open values are reached after all

mod bitmaps;
mod blocks;
mod fields;
mod frequent_values;
mod one_heap;
mod open_values;
mod pairs;
mod sieve;
mod store;
mod thresholds;

pub use blocks::Blocks;
pub use one_heap::OneHeap;
