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
//! Each is one function on top of [`Known`](crate::known::Known), the same for heaps, sheets, suits and any
//! game to come, and [`euler`] is a list of cells of the table rules × counts. [`winning_moves`] lists the
//! winning moves of one position.
//!
//! What cannot be counted whatever the values are is refused by [`check_choices`], [`check_partitions`],
//! [`check_patterns`] and [`check_zeros`] before values are computed.
//!
//! The arithmetic behind them (transforms, characters, residues) is in `sprague_kernels::algebra`.

mod choices;
mod claim;
pub mod euler;
mod heap_sums;
mod large_heaps;
mod moves;
mod partitions;
mod patterns;
mod tuples;
mod winning;
mod wins;
mod zeros;

pub use choices::{Selection, check_choices, choices};
pub use claim::Claim;
pub use large_heaps::{HeapMove, HeapWins, moves_to_value};
pub use moves::{check_moves, moves};
pub use partitions::{Partitions, check_partitions, partition_table, partitions};
pub use patterns::{check_patterns, patterns};
pub use tuples::tuples;
pub use winning::{Analysis, MOST_MOVES, winning_moves};
pub use wins::wins;

pub use sprague_certificate::{Choice, Outcome};
pub use zeros::{check_zeros, zeros};
