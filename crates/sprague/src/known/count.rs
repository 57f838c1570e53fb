//! A count: an exact number with the evidence it was read off, and how a count is wanted.

use super::Evidence;
use crate::{CheckedBy, Modulus, Status};
use num_bigint::BigUint;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt;

/// An exact count and how much it claims. Once found it cannot be changed:
///
/// ```compile_fail
/// let kayles: sprague::rules::Rule = "kayles".parse()?;
/// let mut lost = kayles.heaps(..=100u64).lost()?;
/// lost.answer = 7u32.into();
/// # Ok::<(), sprague::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    pub(crate) answer: BigUint,
    pub(crate) basis: String,
    pub(crate) checked_by: Vec<CheckedBy>,
    status: Status,
}

impl Count {
    /// A number that was read off evidence.
    pub(crate) fn new(answer: impl Into<BigUint>, evidence: Evidence, basis: impl Into<String>) -> Self {
        Count { answer: answer.into(), basis: basis.into(), checked_by: vec![], status: evidence.status() }
    }

    /// The same count, and what else checked it.
    pub(crate) fn checked(mut self, by: CheckedBy) -> Self {
        self.checked_by.push(by);
        self
    }

    /// The number, or its residue if one was asked for.
    pub fn answer(&self) -> &BigUint {
        &self.answer
    }

    /// The number alone.
    pub fn into_answer(self) -> BigUint {
        self.answer
    }

    /// How much it claims.
    pub fn status(&self) -> Status {
        self.status
    }

    /// What it rests on, in a few words.
    pub fn basis(&self) -> &str {
        &self.basis
    }

    /// What else checked it.
    pub fn checked_by(&self) -> &[CheckedBy] {
        &self.checked_by
    }

    /// Another number that follows from this one.
    pub(crate) fn with(self, answer: BigUint) -> Self {
        Count { answer, ..self }
    }

    /// The same count where something else that it rests on claims no more than this.
    pub(crate) fn at_most(self, status: Status) -> Self {
        Count { status: self.status.min(status), ..self }
    }

    /// The same count as a residue, if a modulus is given.
    pub fn reduced(self, modulus: Option<&Modulus>) -> Self {
        match modulus {
            Some(modulus) => Count { answer: self.answer % &**modulus, ..self },
            None => self,
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.answer.fmt(f)
    }
}

impl Serialize for Count {
    /// The number as text, since it may be longer than numbers of other languages.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut count = serializer.serialize_struct("Count", 4)?;
        count.serialize_field("answer", &self.answer.to_string())?;
        count.serialize_field("status", &self.status)?;
        count.serialize_field("basis", &self.basis)?;
        count.serialize_field("checked_by", &self.checked_by)?;
        count.end()
    }
}

/// How a count is wanted.
///
/// ```
/// use sprague::{Modulus, Options};
/// let options = Options { modulus: Some(Modulus::new(1_000_000_007u32).unwrap()), ..Default::default() };
/// assert_eq!(options.limit, 100_000);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The residue modulo this number instead of the integer.
    pub modulus: Option<Modulus>,
    /// At most this many values are computed for a law.
    pub limit: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { modulus: None, limit: 100_000 }
    }
}
