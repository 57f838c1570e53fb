//! What can go wrong in a count, each with the fix.

/// Why a count could not be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// A transform needs a power of two entries.
    #[error("a transform needs a power of two entries, not {0}; pad with zeros")]
    Length(usize),
    /// The fast kernels need a modulus from 1 to 2^31 - 1.
    #[error("modulus {0} is out of range; the modular transform takes 1 to 2147483647")]
    Modulus(u64),
    /// Division by a power of two needs an odd modulus.
    #[error(
        "modulus {0} is even, but the transform has to be divided by a power of two; take the exact count"
    )]
    EvenModulus(u64),
    /// Two arrays that must have the same length have not.
    #[error("the arrays have {0} and {1} entries; pad the shorter with zeros")]
    Lengths(usize, usize),
    /// The exact transform would leave its integer type.
    #[error("the entries are too large for an exact transform in {0} bits; use the big-integer transform")]
    Overflow(u32),
    /// The product check found the transform wrong: a fault of the machine or of the program.
    #[error("the product check failed: the transform is wrong (faulty memory or a bug); run it again")]
    CheckFailed,
    /// The product check needs a prime modulus.
    #[error("{0} is not a prime; the product check needs one")]
    NotPrime(u64),
    /// No method covers this modulus at this size.
    #[error("no method for n = {n} modulo {modulus}: {reason}")]
    Unsupported {
        /// Size asked for.
        n: u64,
        /// Modulus asked for.
        modulus: String,
        /// Why, and what to do.
        reason: &'static str,
    },
    /// The exact answer is too long to be written out.
    #[error("the exact answer has {size}, and at most {most} are written out; ask for a residue")]
    TooLong {
        /// Its length in words.
        size: String,
        /// The most digits.
        most: String,
    },
    /// The count needs more memory or time than the method allows.
    #[error("{what} is too large: {size}, at most {limit} is possible")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// Its size.
        size: String,
        /// The limit.
        limit: String,
    },
}

impl From<CountError> for crate::Error {
    fn from(error: CountError) -> Self {
        let line = error.to_string();
        match error {
            CountError::TooLong { .. } | CountError::TooLarge { .. } | CountError::Overflow(_) => {
                crate::Error::too_large(line, None)
            }
            CountError::CheckFailed => crate::Error::Internal(line),
            CountError::Length(_)
            | CountError::Modulus(_)
            | CountError::EvenModulus(_)
            | CountError::Lengths(..)
            | CountError::NotPrime(_)
            | CountError::Unsupported { .. } => crate::Error::unsupported(line),
        }
    }
}
