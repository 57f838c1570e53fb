//! A **count** is an exact number read off values and laws.
//!
//! | count | question |
//! |---|---|
//! | [`wins()`] | sizes up to N that the first player wins |
//! | [`moves()`] | winning first moves, summed over all single pieces up to N |
//! | [`partitions()`] | partitions of n that are lost and won |
//! | [`tuples()`] | S-tuples of pieces up to N that are lost |
//!
//! Each is defined for every rule where it makes sense, and [`euler`] is four cells of that table.
//! For sheets of paper see [`sheets`] and [`sheet_tuples`], for cards [`suits`] and [`card_tuples`].
//! [`winning_moves`] lists the winning moves of one position.
//!
//! What they stand on: [`transform`], the Walsh–Hadamard transform; [`lost_tuples`], tuples from a histogram;
//! [`lost_partitions`], partitions from the values of heaps;
//! [`cards`], the distribution of card values; [`cutting`], D(W, H) from the rows of paper cutting;
//! [`arithmetic`], residues and vectors.

pub mod arithmetic;
pub mod cards;
pub mod cutting;
mod error;
pub mod euler;
pub mod lost_partitions;
pub mod lost_tuples;
mod moves;
mod partitions;
mod quasi_polynomial;
pub mod sheets;
mod splits;
mod straight_cuts;
pub mod suits;
pub mod transform;
mod tuples;
mod winning;
mod wins;

pub use error::CountError;
pub use moves::moves;
pub use partitions::{Partitions, partition_table, partitions};
pub use tuples::{card_tuples, sheet_tuples, tuples};
pub use winning::{Analysis, winning_moves};
pub use wins::wins;

use crate::Status;
use num_bigint::BigUint;

/// An exact count and how much it claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The number, or its residue if one was asked for.
    pub answer: BigUint,
    /// How much it claims.
    pub status: Status,
    /// What it rests on, in a few words.
    pub basis: String,
}

impl Count {
    pub(crate) fn proved(answer: impl Into<BigUint>, basis: impl Into<String>) -> Self {
        Count { answer: answer.into(), status: Status::Proved, basis: basis.into() }
    }

    /// The same count as a residue, if a modulus is given.
    pub fn reduced(self, modulus: Option<&BigUint>) -> Self {
        match modulus {
            Some(modulus) => Count { answer: self.answer % modulus, ..self },
            None => self,
        }
    }
}

impl From<CountError> for crate::Error {
    fn from(error: CountError) -> Self {
        crate::Error::Unsupported(error.to_string())
    }
}

/// How far a count may look for a law before it gives up.
pub const DEFAULT_LIMIT: u64 = 100_000;
