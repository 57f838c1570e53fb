//! Lost tuples: how many S-tuples of positions have xor zero?
//!
//! Given the histogram `h_v` of values (`h_v` positions of value `v`), the number is coefficient zero of the
//! `S`-fold xor-convolution: `(1/P) Σ_i ĥ_i^S` with `ĥ` the transform of `h` padded to a power of two `P`.
//! The transform is taken over the integers. Modulo `M` the powers are taken modulo `P M`; the sum is a
//! multiple of `P` as an integer, so dividing its residue by `P` gives the residue modulo `M`, for every `M
//! >= 1`, odd or not.
//!
//! Cost: `P log2 P` additions and `P` powers, of `log2 S` products each; equal `ĥ_i` are raised once.

use crate::algebra::{CountError, Modulus, Spectrum};
use crate::parallel::prelude::*;
use crate::{Meter, Result, Work};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};

/// Most bits of an exact answer, two and a half million digits: one operation on such numbers, or writing one
/// down, takes about a second, and cannot be interrupted.
pub const EXACT_BITS: u64 = 1 << 23;

/// Refuses an exact answer of more than [`EXACT_BITS`] bits.
///
/// ```
/// let line = sprague_kernels::algebra::lost_tuples::exact_answer(1 << 40).unwrap_err().to_string();
/// assert!(line.contains("330985981000 digits") && line.contains("residue"), "{line}");
/// ```
pub fn exact_answer(bits: u64) -> Result<()> {
    if bits <= EXACT_BITS {
        return Ok(());
    }
    let digits = |bits: u64| (bits as f64 * std::f64::consts::LOG10_2 / 1000.0).round() * 1000.0;
    let size = match bits {
        u64::MAX => "too many digits to count".to_string(),
        _ => format!("about {:.0} digits", digits(bits)),
    };
    let most = digits(EXACT_BITS);
    Err(CountError::TooLong { size, most: format!("{most:.0}") }.into())
}

/// The number of `s`-tuples with xor zero, exactly. `histogram[v]` positions have value `v`.
///
/// ```
/// // Nim heaps of size 0 to 3: pairs are lost iff equal.
/// let (heaps, work) = ([1u32, 1, 1, 1].map(Into::into), sprague_kernels::Work::quiet());
/// assert_eq!(sprague_kernels::algebra::lost_tuples::lost_exactly(&heaps, 2, &work)?, 4u32.into());
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn lost_exactly(histogram: &[BigUint], s: u64, work: &Work) -> Result<BigUint> {
    exactly(&Spectrum::of(histogram, work)?, s, work)
}

/// [`lost_exactly`] from a spectrum.
pub fn exactly(spectrum: &Spectrum, s: u64, work: &Work) -> Result<BigUint> {
    let largest = spectrum.entries().iter().map(|(entry, _)| entry.bits()).max().unwrap_or(0);
    let bits = largest.saturating_mul(s);
    exact_answer(bits)?;
    let meter = Meter::new(work, 0);
    let power = |(entry, times): &(BigInt, BigUint)| -> Result<BigInt> {
        // The last product takes longest; the others together about as long.
        meter.charge(product_cost(bits))?;
        Ok(power_exactly(entry, s, &meter)? * BigInt::from(times.clone()))
    };
    let sum = spectrum.entries().par_iter().map(power).try_reduce(BigInt::zero, |a, b| Ok(a + b))?;
    Ok((sum >> spectrum.log_size()).into_parts().1)
}

/// Steps of a product of two numbers of this many bits.
fn product_cost(bits: u64) -> u64 {
    let words = (bits / 64 + 1) as f64;
    words.powf(1.5) as u64 + 16
}

/// `x^s`, polled between products.
fn power_exactly(x: &BigInt, s: u64, meter: &Meter) -> Result<BigInt> {
    let mut power = BigInt::one();
    for bit in (0..u64::BITS - s.leading_zeros()).rev() {
        meter.charge(product_cost(power.bits()))?;
        power = &power * &power;
        if s >> bit & 1 == 1 {
            power *= x;
        }
    }
    Ok(power)
}

/// The number of `s`-tuples with xor zero modulo a number, for `s` of any size.
///
/// ```
/// use sprague_kernels::{Modulus, Work, algebra::lost_tuples::lost_modulo};
/// // 10^18 coins of value 0 or 1: half of all tuples.
/// let (s, m) = (10u64.pow(18).into(), Modulus::new(1000u32)?);
/// let lost = lost_modulo(&[1u32.into(), 1u32.into()], &s, &m, &Work::quiet())?;
/// assert_eq!(lost, 688u32.into()); // 2^(10^18 - 1)
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn lost_modulo(histogram: &[BigUint], s: &BigUint, modulus: &Modulus, work: &Work) -> Result<BigUint> {
    let wide = modulus.shifted(histogram.len().max(1).next_power_of_two().ilog2().into());
    let histogram: Vec<BigUint> = histogram.iter().map(|count| count % &*wide).collect();
    modulo(&Spectrum::of(&histogram, work)?, s, modulus, work)
}

/// [`lost_modulo`] from a spectrum.
pub fn modulo(spectrum: &Spectrum, s: &BigUint, modulus: &Modulus, work: &Work) -> Result<BigUint> {
    let wide = modulus.shifted(spectrum.log_size());
    let signed = BigInt::from(BigUint::clone(&wide));
    let entries = spectrum.entries();
    let steps = 2 * s.bits().max(1).saturating_mul(product_cost(wide.bits()));
    let meter = Meter::new(work, steps.saturating_mul(entries.len() as u64));
    let power = |(entry, times): &(BigInt, BigUint)| -> Result<BigUint> {
        let residue = entry.mod_floor(&signed).into_parts().1;
        Ok(power_modulo(&residue, s, &wide, &meter)? * times)
    };
    let sum = entries.par_iter().map(power).try_reduce(BigUint::zero, |a, b| Ok(a + b))?;
    Ok((sum % &*wide) >> spectrum.log_size())
}

/// Powers that take more steps are polled on the way.
const LONG_POWER: u64 = 1 << 24;

/// `x^s mod m`; in 128-bit words where they are enough.
fn power_modulo(x: &BigUint, s: &BigUint, m: &Modulus, meter: &Meter) -> Result<BigUint> {
    let cost = 2 * product_cost(m.bits());
    if let (Ok(x), Ok(m)) = (u64::try_from(x), u64::try_from(&**m)) {
        meter.charge(s.bits().saturating_mul(cost))?;
        let product = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(m)) as u64;
        let step = |y: u64, bit: u64| {
            let square = product(y, y);
            if s.bit(bit) { product(square, x) } else { square }
        };
        return Ok((0..s.bits()).rev().fold(1 % m, step).into());
    }
    let all = s.bits().saturating_mul(cost);
    if all <= LONG_POWER {
        meter.charge(all)?;
        return Ok(x.modpow(s, m));
    }
    let mut power = BigUint::one() % &**m;
    for bit in (0..s.bits()).rev() {
        meter.charge(cost)?;
        power = &power * &power % &**m;
        if s.bit(bit) {
            power = power * x % &**m;
        }
    }
    Ok(power)
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
        let work = Work::quiet();
        assert_eq!(lost_exactly(&[], 0, &work).unwrap(), 1u32.into());
        assert_eq!(lost_exactly(&[], 3, &work).unwrap(), 0u32.into());
        let one = Modulus::new(1u32).unwrap();
        assert_eq!(lost_modulo(&[5u32.into()], &3u32.into(), &one, &work).unwrap(), 0u32.into());
        let wide = vec![BigUint::from(1u32) << 100_000u32; 2];
        let line = lost_exactly(&wide, u64::MAX, &work).unwrap_err().to_string();
        assert!(line.contains("too many digits"), "{line}");
    }

    #[test]
    fn long_powers_equal_short_ones() {
        let work = Work::quiet();
        let meter = Meter::new(&work, 0);
        let m = Modulus::new((BigUint::from(1u32) << 300u32) - 7u32).unwrap();
        let x = BigUint::from(3u32).pow(150);
        // Long enough to be polled on the way.
        let s = (BigUint::from(1u32) << 400_000u32) + 12_345u32;
        assert!(s.bits() * product_cost(m.bits()) * 2 > LONG_POWER);
        assert_eq!(power_modulo(&x, &s, &m, &meter).unwrap(), x.modpow(&s, &m));
        assert_eq!(power_exactly(&BigInt::from(-7), 33, &meter).unwrap(), BigInt::from(-7).pow(33));
    }

    #[test]
    fn both_ways_stop_when_asked() {
        let stop = |_, _| false;
        let work = Work::new(1 << 30, &stop);
        let entries: Vec<BigUint> = (0..1u32 << 16).map(|i| i.into()).collect();
        let m = Modulus::new(BigUint::from(10u32).pow(40)).unwrap();
        assert_eq!(lost_exactly(&entries, 100, &work), Err(crate::Error::Interrupted));
        assert_eq!(lost_modulo(&entries, &100u32.into(), &m, &work), Err(crate::Error::Interrupted));
    }

    proptest! {
        #[test]
        fn exact_and_modular(h in proptest::collection::vec(0u64..u64::MAX, 0..20), s in 0u32..5, m in 1u64.., wide in any::<bool>()) {
            let big: Vec<BigUint> = h.iter().map(|&x| x.into()).collect();
            let expected = reference(&h, s);
            prop_assert_eq!(&lost_exactly(&big, s.into(), &Work::quiet()).unwrap(), &expected);
            let m = if wide { BigUint::from(m) << 70u32 } else { BigUint::from(m % 1000 + 1) };
            let found = lost_modulo(&big, &s.into(), &Modulus::new(m.clone()).unwrap(), &Work::quiet()).unwrap();
            prop_assert_eq!(found, expected % m);
        }
    }
}
