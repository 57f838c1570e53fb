//! The transform over the integers.
//!
//! Every intermediate value is a sum of some entries with signs, so nothing leaves the range of
//! `Σ |a_j|`. One look at that sum decides whether 64 or 128 bits are enough; big integers always are.
//!
//! Cost: `k · P` additions for `P = 2^k` entries.

use crate::counts::CountError;
use crate::walsh_hadamard::walsh_hadamard;
use num_bigint::BigInt;
use std::ops::{Add, Sub};

/// All levels, for any ring in which sums do not overflow.
fn butterflies<T>(x: &mut [T])
where
    for<'a> &'a T: Add<&'a T, Output = T> + Sub<&'a T, Output = T>,
{
    walsh_hadamard(x, |a, b| (a + b, a - b));
}

/// Refuses lengths that are no power of two.
fn validate<T>(x: &[T]) -> Result<(), CountError> {
    if x.len().is_power_of_two() { Ok(()) } else { Err(CountError::Length(x.len())) }
}

/// Transforms `x` in place over the integers; an error if `Σ |x_j|` does not fit an `i64`.
///
/// ```
/// let mut x = [4, 3, 1, 0];
/// sprague::counts::transform::exact::transform_i64(&mut x)?;
/// assert_eq!(x, [8, 2, 6, 0]);
/// # Ok::<(), sprague::counts::CountError>(())
/// ```
pub fn transform_i64(x: &mut [i64]) -> Result<(), CountError> {
    validate(x)?;
    let sum: u128 = x.iter().map(|a| u128::from(a.unsigned_abs())).sum();
    if sum > i64::MAX as u128 {
        return Err(CountError::Overflow(64));
    }
    butterflies(x);
    Ok(())
}

/// Transforms `x` in place over the integers; an error if `Σ |x_j|` does not fit an `i128`.
pub fn transform_i128(x: &mut [i128]) -> Result<(), CountError> {
    validate(x)?;
    let sum = x.iter().try_fold(0u128, |sum, a| sum.checked_add(a.unsigned_abs()));
    if sum.is_none_or(|sum| sum > i128::MAX as u128) {
        return Err(CountError::Overflow(128));
    }
    butterflies(x);
    Ok(())
}

/// Transforms `x` in place over the integers, of any size.
pub fn transform_big(x: &mut [BigInt]) -> Result<(), CountError> {
    validate(x)?;
    butterflies(x);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn overflow_is_refused() {
        assert_eq!(transform_i64(&mut [i64::MAX, 1]), Err(CountError::Overflow(64)));
        assert_eq!(transform_i64(&mut [i64::MIN, 0]), Err(CountError::Overflow(64)));
        assert_eq!(transform_i128(&mut [i128::MAX, 1]), Err(CountError::Overflow(128)));
        assert_eq!(transform_i128(&mut [i128::MIN, i128::MIN]), Err(CountError::Overflow(128)));
        assert_eq!(transform_i64(&mut [1, 2, 3]), Err(CountError::Length(3)));
    }

    proptest! {
        #[test]
        fn the_definition(x in proptest::collection::vec(-1000i64..1000, 32)) {
            let expected: Vec<i64> = (0..32u32).map(|i| {
                x.iter().zip(0u32..).map(|(&a, j)| if (i & j).count_ones() % 2 == 0 { a } else { -a }).sum()
            }).collect();
            let (mut small, mut wide, mut big) = (x.clone(), x.iter().map(|&a| a.into()).collect::<Vec<i128>>(),
                x.iter().map(|&a| a.into()).collect::<Vec<BigInt>>());
            transform_i64(&mut small).unwrap();
            transform_i128(&mut wide).unwrap();
            transform_big(&mut big).unwrap();
            for (i, &e) in expected.iter().enumerate() {
                prop_assert_eq!(small[i], e);
                prop_assert_eq!(wide[i], i128::from(e));
                prop_assert_eq!(&big[i], &BigInt::from(e));
            }
        }
    }
}
