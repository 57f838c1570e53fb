//! Codes without a sparse space: one value costs a scan of contiguous memory (docs/no-sparse-space.md).
//!
//! - `blocks`: 256 heaps at once, from about a thousand heaps on; `one_heap`: one at a time, before that, for
//!   rules whose breaks lie too far apart for blocks, and for values of four bytes
//! - `store`: the values, cut into `fields` for the sieve; nothing else grows with their number
//! - `frequent_values` find nearly all reachable values (`bitmaps`: the kernel), and `thresholds` say how
//!   hard they should try; `open_values`: what they leave open
//! - `sieve`: which of the open values are reached after all (`pairs`: the kernel; `wide_pairs`: the one for
//!   processors with large tables; `members`: where too many are open for that)

mod bitmaps;
mod blocks;
mod fields;
mod frequent_values;
mod members;
mod one_heap;
mod open_values;
mod pairs;
mod sieve;
mod store;
mod thresholds;
mod wide_pairs;

pub use blocks::Blocks;
pub use one_heap::OneHeap;
