//! The distribution of card stacking modulo `m < 2^31`, all prime factors of `m` above `n`, in O(n) and in
//! place.
//!
//! The closed form of [`super::distribution`] walks `m = 0, 1, …` with `β` and `τ`; a step divides by `d =
//! (m+1)(N-m)`, `N = n - 2`, and writes the counts `a_{2m}` and `a_{2m+1}`. Whole blocks of steps are done in
//! vectors by [`super::blocks`]; the rest here, one by one, with one inversion for 256 steps.
//!
//! Cost: O(n) products. Memory: the result and 64 KiB.

use super::MODULAR_LIMIT;
use super::blocks::blocks;
use crate::algebra::CountError;
use crate::algebra::montgomery::Montgomery;
use crate::algebra::residues;
use crate::{Result, Work};

/// Steps between two polls.
const PORTION: u64 = 1 << 20;

/// Where the walk stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    /// `N = n - 2`.
    pub(super) top: u64,
    pub(super) m: u64,
    /// `α_m`, `β_m`, `τ_m` and `2^{N-m}`.
    pub(super) alpha: u32,
    pub(super) beta: u32,
    pub(super) tau: u32,
    pub(super) power: u32,
}

/// The distribution padded with zeros to a power of two.
pub(super) fn padded(n: u64, field: &Montgomery, work: &Work) -> Result<Vec<u32>> {
    if n > MODULAR_LIMIT {
        return Err(CountError::TooLarge {
            what: "the number of cards",
            size: n.to_string(),
            limit: MODULAR_LIMIT.to_string(),
        }
        .into());
    }
    let mut counts = vec![0u32; n.max(1).next_power_of_two() as usize];
    let modulus = field.modulus();
    if n < 2 {
        counts[0] = (n + 1) as u32 % modulus;
        return Ok(counts);
    }
    let power = residues::power(2, n - 2, modulus);
    let mut walk = Walk { top: n - 2, m: 0, alpha: 0, beta: 1 % modulus, tau: 1 % modulus, power };
    let used = &mut counts[..n as usize];
    loop {
        let before = walk.m;
        blocks(work.level(512), used, &mut walk, before + PORTION, field);
        work.tell(2 * walk.m, n)?;
        if walk.m == before {
            break;
        }
    }
    rest(used, &mut walk, field);
    // The general formula does not hold for g = 0.
    used[0] = ((u64::from(power) + 2) % u64::from(modulus)) as u32;
    Ok(counts)
}

/// `a + b - c` modulo the modulus.
pub(super) fn combine(field: &Montgomery, plus: &[u32], minus: u32) -> u32 {
    let m = u64::from(field.modulus());
    let sum: u64 = plus.iter().map(|&x| u64::from(x)).sum();
    ((sum + m - u64::from(minus)) % m) as u32
}

/// Half of a residue.
pub(super) fn half(field: &Montgomery, x: u32) -> u32 {
    let odd = (x & 1).wrapping_neg();
    // Both below 2^31.
    (x + (odd & field.modulus())) >> 1
}

/// The remaining steps, one by one; also the reference of the vector kernel.
fn rest(counts: &mut [u32], walk: &mut Walk, field: &Montgomery) {
    const BATCH: u64 = 256;
    let last = (counts.len() as u64).div_ceil(2);
    let m = field.modulus();
    while walk.m < last {
        let end = last.min(walk.m + BATCH);
        let divisors: Vec<u32> = (walk.m..end)
            .map(|k| field.product((k + 1) as u32 % m, (walk.top.saturating_sub(k)).max(1) as u32 % m))
            .collect();
        for (inverse, k) in inverses(&divisors, field).into_iter().zip(walk.m..end) {
            let even = (walk.top.saturating_sub(2 * k)) as u32 % m;
            let odd = (walk.top.saturating_sub(2 * k + 1)) as u32 % m;
            let common = field.product(field.product(walk.beta, even), inverse);
            let alpha = field.product(common, (k + 1) as u32 % m);
            let beta = field.product(common, odd);
            let place = 2 * k as usize;
            counts[place] = combine(field, &[walk.power, walk.alpha, walk.beta, walk.beta], walk.tau);
            if let Some(count) = counts.get_mut(place + 1) {
                *count = combine(field, &[walk.power, walk.beta, beta, alpha], walk.tau);
            }
            let tau = combine(field, &[half(field, combine(field, &[walk.tau, alpha], 0)), beta], 0);
            *walk = Walk { m: k + 1, alpha, beta, tau, power: half(field, walk.power), ..*walk };
        }
    }
}

/// The inverses of some units, with one inversion.
fn inverses(units: &[u32], field: &Montgomery) -> Vec<u32> {
    let mut before = Vec::with_capacity(units.len());
    let mut product = 1 % field.modulus();
    for &unit in units {
        before.push(product);
        product = field.product(product, unit);
    }
    // The caller's moduli have no prime factor in common with the units.
    let mut inverse = residues::inverse(product, field.modulus()).unwrap_or(0);
    for (slot, &unit) in before.iter_mut().zip(units).rev() {
        *slot = field.product(*slot, inverse);
        inverse = field.product(inverse, unit);
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::distribution::{exact, reference_modulo};

    #[test]
    fn short_ones_agree_with_the_integers() {
        for n in 0..150u64 {
            for m in [151u32, 151 * 157, 1_000_000_007, (1 << 31) - 1] {
                let field = Montgomery::new(m).unwrap();
                let mut expected: Vec<u32> =
                    exact(n, &Work::quiet()).unwrap().iter().map(|a| u32::try_from(a % m).unwrap()).collect();
                expected.resize(expected.len().next_power_of_two(), 0);
                assert_eq!(padded(n, &field, &Work::quiet()).unwrap(), expected, "n = {n} modulo {m}");
            }
        }
    }

    #[test]
    fn long_ones_agree_with_the_reference_at_every_level() {
        for p in [100_003, 1_000_000_007, (1 << 31) - 1] {
            let field = Montgomery::new(p).unwrap();
            for n in [2050, 2051, 4096, 4097, 4100, 9999, 65_536, 100_000, 100_002] {
                let expected = reference_modulo(n, p);
                for level in crate::simd::every_level() {
                    let counts = padded(n, &field, &Work::quiet().with_level(level)).unwrap();
                    assert!(counts[..n as usize] == expected, "n = {n} modulo {p} with {level:?}");
                    assert!(counts[n as usize..].iter().all(|&x| x == 0));
                }
            }
        }
    }
}
