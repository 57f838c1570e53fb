//! Card stacking: s suits of n cards, how many starts are lost?
//!
//! One suit is a string of n bits (1 visible, 0 unused); a move deletes a 1 and turns a later 0 into 1. The
//! **gap rule** ([`value_of`], docs/cards.md) gives the value of a string, and from it the number `a_g(n)`
//! of strings of value `g` has a closed form ([`distribution`]). A start of `s` suits is lost iff the xor of
//! its values is zero, so the number of lost starts is coefficient zero of the `s`-fold xor-convolution,
//! `C(n, s) = (1/P) Σ_i â_i^s`, with `â` the transform of `a` padded to `P`, a power of two not below `n`.
//!
//! * [`lost_modulo`]: modulo `m < 2^31` all of whose prime factors exceed `n` (a prime above `n`, say):
//!   O(n + P log P + P log s) operations on 32-bit residues, 4 P bytes.
//! * any other modulus: the distribution exactly, reduced modulo `P m` on the fly; `n` up to [`EXACT_LIMIT`].
//! * [`lost_exactly`]: the integer, of about `n s` bits.

mod blocks;
pub mod distribution;
mod residue_distribution;
mod value;

pub use value::{suit_value_of_bits, value_of};

use crate::algebra::lost_tuples;
use crate::algebra::montgomery::Montgomery;
use crate::algebra::residues::{is_prime, least_prime_factor};
use crate::algebra::transform::check::ErrorBound;
use crate::algebra::transform::convolution::mean_of_powers;
use crate::algebra::transform::{transform, transform_checked};
use crate::algebra::{CountError, Modulus};
use crate::{Result, Work};
use num_bigint::BigUint;
use num_traits::One;

/// Largest `n` for which the distribution is computed with exact integers.
pub const EXACT_LIMIT: u64 = 50_000;
/// Largest `n` of the modular method: 2^31 entries are 8 GiB.
pub const MODULAR_LIMIT: u64 = 1 << 31;

/// A residue of the number of lost starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The residue.
    pub residue: BigUint,
    /// Whether it was reduced from exact integers.
    pub exact: bool,
    /// If the transform was checked: how likely a wrong one would have passed.
    pub checked: Option<ErrorBound>,
}

impl From<BigUint> for Lost {
    fn from(residue: BigUint) -> Self {
        Lost { residue, exact: true, checked: None }
    }
}

/// The number of lost starts of `s` suits of `n` cards, modulo a number.
///
/// ```
/// use sprague_kernels::{Modulus, Work, cards};
/// let lost = cards::lost_modulo(13, &4u32.into(), &Modulus::new(1_000_000_007u32)?, &Work::quiet())?;
/// assert_eq!(lost.residue, 540318329u32.into());
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn lost_modulo(n: u64, s: &BigUint, modulus: &Modulus, work: &Work) -> Result<Lost> {
    if modulus.is_one() {
        return Ok(BigUint::ZERO.into());
    }
    match u32::try_from(&**modulus) {
        Ok(m) if m < 1 << 31 && u64::from(least_prime_factor(m)) > n.max(2) => lost_fast(n, s, m, work),
        _ => lost_by_exact_distribution(n, s, modulus, work),
    }
}

/// All prime factors of `m` exceed `n`, so every denominator has an inverse.
fn lost_fast(n: u64, s: &BigUint, m: u32, work: &Work) -> Result<Lost> {
    let field = Montgomery::new(m)?;
    let mut a = residue_distribution::padded(n, &field, work)?;
    let (checked, exponent) = if is_prime(m) {
        (Some(transform_checked(&mut a, m, work)?), reduced(s, m))
    } else {
        transform(&mut a, m, work)?;
        (None, s.clone())
    };
    Ok(Lost { residue: mean_of_powers(&field, &a, &exponent, work)?.into(), exact: false, checked })
}

/// An exponent with the same powers modulo the prime `p`: Fermat, but a positive one stays positive.
fn reduced(s: &BigUint, p: u32) -> BigUint {
    let order = BigUint::from(p - 1);
    if *s <= order { s.clone() } else { (s - 1u32) % order + 1u32 }
}

/// The exact distribution; the count of its tuples modulo anything.
fn lost_by_exact_distribution(n: u64, s: &BigUint, modulus: &Modulus, work: &Work) -> Result<Lost> {
    if n > EXACT_LIMIT {
        return Err(CountError::Unsupported {
            n,
            modulus: modulus.to_string(),
            reason: "for suits of this size every prime factor of the modulus must exceed n and the modulus must be \
                     below 2^31; take such a modulus, or n up to 50000",
        }
        .into());
    }
    let mut histogram = Vec::new();
    let wide = modulus.shifted(n.max(1).next_power_of_two().ilog2().into());
    distribution::visit(n, work, |count| histogram.push(count % &*wide))?;
    lost_tuples::lost_modulo(&histogram, s, modulus, work).map(Lost::from)
}

/// The number of lost starts of `s` suits of `n` cards, exactly.
///
/// ```
/// use sprague_kernels::{Work, cards};
/// assert_eq!(cards::lost_exactly(3, 2, &Work::quiet())?, 26u32.into());
/// assert_eq!(cards::lost_exactly(13, 4, &Work::quiet())?, 556569544214312u64.into());
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn lost_exactly(n: u64, s: u64, work: &Work) -> Result<BigUint> {
    lost_tuples::exact_answer(n.saturating_mul(s))?;
    if n > EXACT_LIMIT {
        return Err(CountError::TooLarge {
            what: "the number of cards",
            size: n.to_string(),
            limit: format!("{EXACT_LIMIT}; ask for a residue"),
        }
        .into());
    }
    lost_tuples::lost_exactly(&distribution::exact(n, work)?, s, work)
}

/// Bytes that a count of suits of `n` cards takes: 4 an entry of the padded transform, or n bits for each of
/// the n entries of the exact distribution.
pub fn memory_estimate(n: u64, modulus: Option<&Modulus>) -> u128 {
    let padded = 4 * u128::from(n.max(1)).next_power_of_two();
    if modulus.is_some() { padded } else { u128::from(n) * u128::from(n) / 8 }
}

/// The textbook way, kept as reference and baseline: factorials, `%`, one level and one entry at a time.
/// `p` is a prime above `n`.
pub fn reference_lost_modulo(n: u64, s: u64, p: u32) -> u32 {
    let a = distribution::reference_modulo(n, p);
    let wide = u64::from(p);
    let mut x = vec![0; a.len().next_power_of_two()];
    x[..a.len()].copy_from_slice(&a);
    crate::algebra::transform::reference(&mut x, p);
    let sum: u64 = x.iter().map(|&x| u64::from(crate::algebra::residues::power(x, s, p))).sum();
    let size = (x.len() as u64 % wide) as u32;
    let inverse = crate::algebra::residues::power(size, u64::from(p) - 2, p);
    (sum % wide * u64::from(inverse) % wide) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modulo(n: u64, s: u64, m: u64) -> BigUint {
        lost_modulo(n, &s.into(), &Modulus::new(m).unwrap(), &Work::quiet()).unwrap().residue
    }

    fn exactly(n: u64, s: u64) -> BigUint {
        lost_exactly(n, s, &Work::quiet()).unwrap()
    }

    #[test]
    fn published_values() {
        assert_eq!(exactly(3, 2), 26u32.into());
        assert_eq!(exactly(13, 4), 556_569_544_214_312u64.into());
        assert_eq!(modulo(13, 4, 1_000_000_007), 540_318_329u32.into());
    }

    #[test]
    fn edges() {
        for n in 0..6u64 {
            let a = distribution::exact(n, &Work::quiet()).unwrap();
            assert_eq!(exactly(n, 0), 1u32.into());
            assert_eq!(exactly(n, 1), a[0], "one suit of {n}");
            for m in [1u64, 2, 3, 4, 5, 6, 7, 9, 10, 1 << 31, (1 << 31) - 1, 1_000_000_007, 1 << 40] {
                assert_eq!(modulo(n, 0, m), (1 % m).into(), "no suit of {n} modulo {m}");
                assert_eq!(modulo(n, 1, m), &a[0] % m, "one suit of {n} modulo {m}");
            }
        }
    }

    #[test]
    fn every_modulus_agrees_with_the_integer() {
        for n in 0..24u64 {
            for s in 0..8u64 {
                let exact = exactly(n, s);
                for m in [
                    1u64,
                    2,
                    7,
                    12,
                    29,
                    31,
                    35,
                    961,
                    1000,
                    1_000_000_007,
                    (1 << 31) - 1,
                    1 << 31,
                    10u64.pow(18),
                ] {
                    assert_eq!(modulo(n, s, m), &exact % m, "C({n},{s}) modulo {m}");
                }
            }
        }
    }

    #[test]
    fn all_starts_one_by_one_agree() {
        for n in 0..7u32 {
            let values: Vec<u64> = (0..1u64 << n).map(|bits| suit_value_of_bits(bits, n)).collect();
            let mut two = 0u64;
            let mut three = 0u64;
            for a in &values {
                for b in &values {
                    two += u64::from(a == b);
                    three += values.iter().filter(|&&c| a ^ b ^ c == 0).count() as u64;
                }
            }
            assert_eq!(exactly(n.into(), 2), two.into());
            assert_eq!(exactly(n.into(), 3), three.into());
        }
    }

    #[test]
    fn the_reference_agrees() {
        let p = 1_000_000_007;
        for (n, s) in [(2, 5), (3, 2), (13, 4), (100, 100), (1000, 999), (20_000, 12_345), (70_000, 1 << 40)]
        {
            assert_eq!(modulo(n, s, p.into()), reference_lost_modulo(n, s, p).into(), "C({n},{s})");
        }
        let prime = Modulus::new(p).unwrap();
        let checked = lost_modulo(13, &4u32.into(), &prime, &Work::quiet()).unwrap().checked.unwrap();
        assert_eq!((checked.degree, checked.prime), (4, p));
    }

    #[test]
    fn exponents_beyond_the_order() {
        let p = 1009u32;
        for s in [1007u64, 1008, 1009, 1010, 2016, 2017, 10u64.pow(18)] {
            let expected = reference_lost_modulo(50, s, p);
            assert_eq!(modulo(50, s, p.into()), expected.into(), "{s}");
        }
    }

    #[test]
    fn what_cannot_be_done_says_so() {
        let (work, prime) = (Work::quiet(), Modulus::new(1_000_000_007u32).unwrap());
        let ten = Modulus::new(10u32).unwrap();
        let error = lost_modulo(10_000_000, &2u32.into(), &ten, &work).unwrap_err();
        assert!(error.to_string().contains("n = 10000000 modulo 10"), "{error}");
        assert!(lost_exactly(1 << 40, 1 << 40, &work).is_err());
        assert!(lost_modulo(u64::MAX, &1u32.into(), &prime, &work).is_err());
    }

    #[test]
    fn every_way_stops_when_asked() {
        let stop = |_, _| false;
        let work = Work::new(1 << 30, &stop);
        let interrupted = || Err(crate::Error::Interrupted);
        for m in [1_000_000_007u64, 10u64.pow(18)] {
            let m = Modulus::new(m).unwrap();
            assert_eq!(lost_modulo(30_000, &1000u32.into(), &m, &work).map(|_| ()), interrupted());
        }
        assert_eq!(lost_exactly(30_000, 100, &work).map(|_| ()), interrupted());
    }
}
