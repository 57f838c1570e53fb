//! A modulus is a number that has residues: it is never 0.

use crate::{Error, Result};
use num_bigint::BigUint;
use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::ops::Deref;

/// A positive number of any size. There is no way to make one of 0, so no computation has to check for it.
///
/// ```
/// use sprague_kernels::Modulus;
/// assert_eq!(Modulus::new(1000u32).unwrap().to_string(), "1000");
/// assert!(Modulus::new(0u32).unwrap_err().to_string().starts_with("mod 0"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Modulus(BigUint);

impl Modulus {
    /// The modulus of a positive number.
    ///
    /// # Errors
    /// [`Error::Option`] for `mod` if the number is 0.
    pub fn new(number: impl Into<BigUint>) -> Result<Self> {
        let number = number.into();
        if number == BigUint::ZERO {
            return Err(Error::option("mod", "0: nothing has a residue modulo 0; take at least 1"));
        }
        Ok(Modulus(number))
    }

    /// `a - b` modulo this number, whichever of them is larger.
    pub fn difference(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a % &self.0 + &self.0 - b % &self.0) % &self.0
    }

    /// `self · 2^bits`.
    pub fn shifted(&self, bits: u64) -> Self {
        Modulus(&self.0 << bits)
    }
}

impl Deref for Modulus {
    type Target = BigUint;

    fn deref(&self) -> &BigUint {
        &self.0
    }
}

impl fmt::Display for Modulus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<NonZeroU32> for Modulus {
    fn from(number: NonZeroU32) -> Self {
        Modulus(number.get().into())
    }
}

impl From<NonZeroU64> for Modulus {
    fn from(number: NonZeroU64) -> Self {
        Modulus(number.get().into())
    }
}

impl From<Modulus> for BigUint {
    fn from(modulus: Modulus) -> BigUint {
        modulus.0
    }
}

/// The difference of two counts, as an integer or as a residue. As integers `b` is at most `a`.
pub fn difference(a: BigUint, b: &BigUint, modulus: Option<&Modulus>) -> BigUint {
    match modulus {
        Some(modulus) => modulus.difference(&a, b),
        None => a - b,
    }
}
