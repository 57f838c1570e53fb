//! A count: an exact number with what it claims, and what one may ask for.

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

/// How a count is wanted.
///
/// ```
/// let options = sprague::Options { modulus: Some(1_000_000_007u32.into()), ..Default::default() };
/// assert_eq!(options.limit, 100_000);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The residue modulo this number instead of the integer.
    pub modulus: Option<BigUint>,
    /// At most so many values are looked at for a law.
    pub limit: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { modulus: None, limit: 100_000 }
    }
}
