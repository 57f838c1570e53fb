//! Lost tuples: how many S-tuples of positions have xor zero?
//!
//! Given the histogram `h_v` of values (`h_v` positions of value `v`), the number is coefficient zero of the
//! `S`-fold xor-convolution: `(1/P) Σ_i ĥ_i^S` with `ĥ` the transform of `h` padded to a power of two `P`.
//! The transform is taken over the integers. Modulo `M` the powers are taken modulo `P M`; the sum is a multiple of
//! `P` as an integer, so dividing its residue by `P` gives the residue modulo `M`, for every `M >= 1`, odd or not.
//!
//! Cost: `P log2 P` additions and `P` powers, of `log2 S` products each; equal `ĥ_i` are raised once.

use crate::counts::{CountError, Spectrum};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::Zero;
use rayon::prelude::*;

/// The number of `s`-tuples with xor zero, exactly. `histogram[v]` positions have value `v`.
///
/// ```
/// // Nim heaps of size 0 to 3: pairs are lost iff equal.
/// let heaps = [1u32, 1, 1, 1].map(Into::into);
/// assert_eq!(sprague::counts::lost_tuples::lost_exactly(&heaps, 2)?, 4u32.into());
/// # Ok::<(), sprague::counts::CountError>(())
/// ```
pub fn lost_exactly(histogram: &[BigUint], s: u64) -> Result<BigUint, CountError> {
    exactly(&Spectrum::of(histogram)?, s)
}

/// [`lost_exactly`] from a spectrum.
pub fn exactly(spectrum: &Spectrum, s: u64) -> Result<BigUint, CountError> {
    let largest = spectrum.entries().iter().map(|(entry, _)| entry.bits()).max().unwrap_or(0);
    let exponent = u32::try_from(s).ok().filter(|_| largest.saturating_mul(s) <= EXACT_BITS);
    let Some(exponent) = exponent else {
        return Err(CountError::TooLarge {
            what: "the exact count",
            size: format!("{largest} bits to the power {s}"),
            limit: format!("{EXACT_BITS} bits; ask for a residue"),
        });
    };
    let power = |(entry, times): &(BigInt, BigUint)| entry.pow(exponent) * BigInt::from(times.clone());
    let sum: BigInt = spectrum.entries().par_iter().map(power).sum();
    Ok((sum >> spectrum.log_size()).into_parts().1)
}

/// Most bits of an exact power.
const EXACT_BITS: u64 = 1 << 28;

/// The number of `s`-tuples with xor zero modulo `modulus >= 1`, for `s` of any size.
///
/// ```
/// // 10^18 coins of value 0 or 1: half of all tuples.
/// let s = 10u64.pow(18).into();
/// let lost = sprague::counts::lost_tuples::lost_modulo(&[1u32.into(), 1u32.into()], &s, &1000u32.into())?;
/// assert_eq!(lost, 688u32.into()); // 2^(10^18 - 1)
/// # Ok::<(), sprague::counts::CountError>(())
/// ```
pub fn lost_modulo(histogram: &[BigUint], s: &BigUint, modulus: &BigUint) -> Result<BigUint, CountError> {
    if modulus.is_zero() {
        return Err(CountError::ZeroModulus);
    }
    let wide = modulus * BigUint::from(histogram.len().max(1).next_power_of_two());
    let histogram: Vec<BigUint> = histogram.iter().map(|count| count % &wide).collect();
    modulo(&Spectrum::of(&histogram)?, s, modulus)
}

/// [`lost_modulo`] from a spectrum.
pub fn modulo(spectrum: &Spectrum, s: &BigUint, modulus: &BigUint) -> Result<BigUint, CountError> {
    if modulus.is_zero() {
        return Err(CountError::ZeroModulus);
    }
    let wide = modulus << spectrum.log_size();
    let signed = BigInt::from(wide.clone());
    let power = |(entry, times): &(BigInt, BigUint)| {
        let residue = entry.mod_floor(&signed).into_parts().1;
        power_modulo(&residue, s, &wide) * times
    };
    let sum: BigUint = spectrum.entries().par_iter().map(power).sum();
    Ok((sum % wide) >> spectrum.log_size())
}

/// `x^s mod m`; in 128-bit words where they are enough.
fn power_modulo(x: &BigUint, s: &BigUint, m: &BigUint) -> BigUint {
    let (Ok(x), Ok(m)) = (u64::try_from(x), u64::try_from(m)) else {
        return x.modpow(s, m);
    };
    let product = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(m)) as u64;
    let step = |y: u64, bit: u64| {
        let square = product(y, y);
        if s.bit(bit) { product(square, x) } else { square }
    };
    (0..s.bits()).rev().fold(1 % m, step).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reference(histogram: &[u64], s: u32) -> BigUint {
        let size = histogram.len().max(1).next_power_of_two();
        let mut counts = vec![BigUint::ZERO; size];
        counts[0] = 1u32.into();
        for _ in 0..s {
            let mut next = vec![BigUint::ZERO; size];
            for (i, a) in counts.iter().enumerate() {
                for (j, &b) in histogram.iter().enumerate() {
                    next[i ^ j] += a * b;
                }
            }
            counts = next;
        }
        counts.swap_remove(0)
    }

    #[test]
    fn edges() {
        assert_eq!(lost_exactly(&[], 0).unwrap(), 1u32.into());
        assert_eq!(lost_exactly(&[], 3).unwrap(), 0u32.into());
        assert_eq!(lost_modulo(&[5u32.into()], &3u32.into(), &1u32.into()).unwrap(), 0u32.into());
        assert_eq!(lost_modulo(&[], &0u32.into(), &0u32.into()), Err(CountError::ZeroModulus));
        let wide = vec![BigUint::from(1u32) << 100_000u32; 2];
        assert!(matches!(lost_exactly(&wide, u64::MAX), Err(CountError::TooLarge { .. })));
    }

    proptest! {
        #[test]
        fn exact_and_modular(h in proptest::collection::vec(0u64..u64::MAX, 0..20), s in 0u32..5, m in 1u64.., wide in any::<bool>()) {
            let big: Vec<BigUint> = h.iter().map(|&x| x.into()).collect();
            let expected = reference(&h, s);
            prop_assert_eq!(&lost_exactly(&big, s.into()).unwrap(), &expected);
            let m = if wide { BigUint::from(m) << 70u32 } else { BigUint::from(m % 1000 + 1) };
            prop_assert_eq!(lost_modulo(&big, &s.into(), &m).unwrap(), expected % m);
        }
    }
}
