//! A **count** is an exact number read off values and laws.
//!
//! | count | question |
//! |---|---|
//! | [`wins()`] | sizes up to N that the first player wins |
//! | [`moves()`] | winning first moves, summed over all single pieces up to N |
//! | `partitions` | partitions of n that are lost and won |
//! | `tuples` | S-tuples of pieces up to N that are lost |
//!
//! Each is defined for every rule where it makes sense, and [`euler`] is four cells of that table.

mod moves;
mod quasi_polynomial;
mod splits;
mod winning;
mod wins;

pub use moves::moves;
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

    /// The same count modulo `modulus`.
    pub fn modulo(self, modulus: &BigUint) -> Self {
        Count { answer: self.answer % modulus, ..self }
    }
}

/// How far a count may look for a law before it gives up.
pub const DEFAULT_LIMIT: u64 = 100_000;
