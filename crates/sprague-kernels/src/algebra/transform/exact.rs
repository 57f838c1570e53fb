//! The transform over the integers.
//!
//! Every intermediate value is a sum of some entries with signs, so nothing leaves the range of
//! `Σ |a_j|`. That sum decides whether 64 bits are enough; big integers always are.
//!
//! Cost: `k · P` additions for `P = 2^k` entries.

use crate::algebra::CountError;
use crate::algebra::walsh_hadamard;
use crate::{Meter, Result, Work};
use num_bigint::BigInt;
use std::ops::{Add, Sub};

/// Entries between two charges.
const PORTION: usize = 1 << 12;

/// All levels, for any ring in which sums do not overflow. An addition costs `steps`.
fn butterflies<T>(x: &mut [T], steps: u64, work: &Work) -> Result<()>
where
    for<'a> &'a T: Add<&'a T, Output = T> + Sub<&'a T, Output = T>,
{
    let portion = PORTION as u64 * steps;
    let levels = u64::from(x.len().ilog2());
    let meter = Meter::new(work, (x.len() as u64).saturating_mul(levels * steps));
    for block in x.chunks_mut(PORTION) {
        walsh_hadamard(block, |a, b| (a + b, a - b));
        meter.charge(portion * u64::from(PORTION.ilog2()))?;
    }
    let mut half = PORTION;
    while half < x.len() {
        for block in x.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.chunks_mut(PORTION).zip(high.chunks_mut(PORTION)) {
                for (a, b) in low.iter_mut().zip(high) {
                    (*a, *b) = (&*a + &*b, &*a - &*b);
                }
                meter.charge(2 * portion)?;
            }
        }
        half *= 2;
    }
    Ok(())
}

/// Refuses lengths that are no power of two.
fn validate<T>(x: &[T]) -> Result<()> {
    if x.len().is_power_of_two() { Ok(()) } else { Err(CountError::Length(x.len()).into()) }
}

/// Transforms `x` in place over the integers; an error if `Σ |x_j|` does not fit an `i64`.
///
/// ```
/// let mut x = [4, 3, 1, 0];
/// sprague_kernels::algebra::transform::exact::transform_i64(&mut x, &sprague_kernels::Work::quiet())?;
/// assert_eq!(x, [8, 2, 6, 0]);
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn transform_i64(x: &mut [i64], work: &Work) -> Result<()> {
    validate(x)?;
    let sum: u128 = x.iter().map(|a| u128::from(a.unsigned_abs())).sum();
    if sum > i64::MAX as u128 {
        return Err(CountError::Overflow(64).into());
    }
    butterflies(x, 1, work)
}

/// Transforms `x` in place over the integers, of any size.
pub fn transform_big(x: &mut [BigInt], work: &Work) -> Result<()> {
    validate(x)?;
    // An allocation, and the words of the sum.
    let words = x.iter().map(BigInt::bits).max().unwrap_or(0) / 64;
    butterflies(x, 16 + words, work)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn overflow_is_refused() {
        let refused = |x: &mut [i64]| transform_i64(x, &Work::quiet()).unwrap_err();
        assert_eq!(refused(&mut [i64::MAX, 1]), CountError::Overflow(64).into());
        assert_eq!(refused(&mut [i64::MIN, 0]), CountError::Overflow(64).into());
        assert_eq!(refused(&mut [1, 2, 3]), CountError::Length(3).into());
    }

    #[test]
    fn long_arrays_equal_the_textbook() {
        let x: Vec<i64> = (0..4 * PORTION as i64).map(|i| i * i % 1009 - 500).collect();
        let mut expected = x.clone();
        walsh_hadamard(&mut expected, |a, b| (a + b, a - b));
        let mut found = x.clone();
        transform_i64(&mut found, &Work::quiet()).unwrap();
        assert!(found == expected);
        let mut big: Vec<BigInt> = x.iter().map(|&a| a.into()).collect();
        transform_big(&mut big, &Work::quiet()).unwrap();
        assert!(big.iter().zip(&expected).all(|(a, &b)| *a == b.into()));
    }

    proptest! {
        #[test]
        fn the_definition(x in proptest::collection::vec(-1000i64..1000, 32)) {
            let expected: Vec<i64> = (0..32u32).map(|i| {
                x.iter().zip(0u32..).map(|(&a, j)| if (i & j).count_ones() % 2 == 0 { a } else { -a }).sum()
            }).collect();
            let (mut small, mut big) = (x.clone(), x.iter().map(|&a| a.into()).collect::<Vec<BigInt>>());
            transform_i64(&mut small, &Work::quiet()).unwrap();
            transform_big(&mut big, &Work::quiet()).unwrap();
            for (i, &e) in expected.iter().enumerate() {
                prop_assert_eq!(small[i], e);
                prop_assert_eq!(&big[i], &BigInt::from(e));
            }
        }
    }
}
