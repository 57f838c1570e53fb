//! A **count** is an exact number read off what is known of a rule.
//!
//! | count | question |
//! |---|---|
//! | [`wins()`] | pieces of some sizes that the first player wins |
//! | [`moves()`] | winning first moves, summed over all single pieces of some sizes |
//! | [`partitions()`] | partitions of n into heaps that are lost and won |
//! | [`tuples()`] | S-tuples of pieces of some sizes that are lost |
//! | [`choices()`] | tuples, multisets and sets of pieces of some sizes, won or lost |
//! | [`patterns()`] | n such that the heaps a·n, b·n, … together are won or lost |
//! | [`zeros()`] | which pieces of some sizes are lost |
//!
//! Each is one function on top of [`Known`](crate::known::Known), the same for heaps, sheets, suits and any game to come, and
//! [`euler`] is a list of cells of the table rules × counts. [`winning_moves`] lists the winning moves of one position.
//!
//! What they stand on is hidden from the documentation and no part of the stable surface: `Spectrum`, what all characters add up to; `transform`, the Walsh–Hadamard
//! transform; `lost_tuples`, tuples from a histogram; `lost_partitions`, partitions from the values of heaps; `cards`, the
//! distribution of card values; `cutting`, D(W, H) from the rows of paper cutting; `arithmetic`, residues.

#[doc(hidden)]
pub mod arithmetic;
#[doc(hidden)]
pub mod cards;
mod choices;
#[doc(hidden)]
pub mod cutting;
mod error;
pub mod euler;
mod heap_sums;
mod large_heaps;
#[doc(hidden)]
pub mod lost_partitions;
#[doc(hidden)]
pub mod lost_tuples;
mod moves;
mod partitions;
mod patterns;
mod spectrum;
#[doc(hidden)]
pub mod transform;
mod tuples;
mod winning;
mod wins;
mod zeros;

pub use choices::{Choice, choices};
pub use error::CountError;
pub use large_heaps::{HeapMove, HeapWins, moves_to_value};
pub use moves::moves;
pub use partitions::{Partitions, partition_table, partitions};
pub use patterns::patterns;
pub use spectrum::Spectrum;
pub use tuples::tuples;
pub use winning::{Analysis, MOST_MOVES, winning_moves};
pub use wins::wins;
pub use zeros::zeros;

impl From<CountError> for crate::Error {
    fn from(error: CountError) -> Self {
        crate::Error::Unsupported(error.to_string())
    }
}
