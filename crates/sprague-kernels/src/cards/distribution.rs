//! How many strings of n bits have value g: the closed form.
//!
//! `a_0 = 2^{n-2} + 2` for `n >= 2` (and 1, 2 for n = 0, 1). With `β_m = C(n-m-2, m)`, `α_0 = 0`,
//! `α_m = C(n-m-2, m-1)`, `π_m = C(n-m-1, m)`, `χ_m = C(n-m-1, m+1)`, `τ_0 = 1`,
//! `τ_{m+1} = (τ_m + α_{m+1})/2 + β_{m+1}`:
//!
//! `a_{2m+1} = 2^{n-2-m} + χ_m - τ_m`, and for `m >= 1`, `a_{2m} = 2^{n-2-m} + π_m + β_m - τ_m`.
//!
//! Only α and β have to be computed: with `N = n - 2`, `α_{m+1} = β_m (N-2m)/(N-m)` and
//! `β_{m+1} = α_{m+1} (N-2m-1)/(m+1)`; Pascal gives `π_m = α_m + β_m` and
//! `χ_m = β_m + β_{m+1} + α_{m+1}`.
//!
//! Cost: O(n) operations; exactly, on integers of n bits.

use crate::cards::suit_value_of_bits;
use crate::{Meter, Result, Work};
use num_bigint::{BigInt, BigUint};

/// The distribution `a_0(n), a_1(n), …`, exactly.
///
/// ```
/// let a = sprague_kernels::cards::distribution::exact(5, &sprague_kernels::Work::quiet())?;
/// assert_eq!(a, [10u32, 11, 6, 4, 1].map(Into::into));
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn exact(n: u64, work: &Work) -> Result<Vec<BigUint>> {
    let mut counts = Vec::new();
    visit(n, work, |count| counts.push(count))?;
    Ok(counts)
}

/// Calls `take` with `a_0(n)`, `a_1(n)`, … in turn: for those who need not keep the big integers.
pub fn visit(n: u64, work: &Work, mut take: impl FnMut(BigUint)) -> Result<()> {
    if n < 2 {
        take(BigUint::from(n + 1));
        return Ok(());
    }
    // A dozen operations on integers of n bits for each step.
    let (words, meter) = (n / 64 + 16, Meter::new(work, 0));
    let top = n - 2;
    let mut power = BigUint::from(1u32) << top;
    let (mut alpha, mut beta, mut tau) = (BigInt::ZERO, BigInt::from(1), BigInt::from(1));
    for m in 0..n.div_ceil(2) {
        meter.charge(12 * words)?;
        let common = BigInt::from(power.clone()) - &tau;
        let (next_alpha, next_beta) = step(top, m, &beta);
        match m {
            0 => take(&power + 2u32),
            _ => take(natural(&common + &alpha + 2 * &beta)),
        }
        if 2 * m + 1 < n {
            take(natural(common + &beta + &next_beta + &next_alpha));
        }
        tau = (tau + &next_alpha) / 2 + &next_beta;
        (alpha, beta) = (next_alpha, next_beta);
        power >>= 1;
    }
    Ok(())
}

/// `α_{m+1}` and `β_{m+1}` from `β_m`, with `top = n - 2`; zero once the binomials vanish.
fn step(top: u64, m: u64, beta: &BigInt) -> (BigInt, BigInt) {
    if 2 * m >= top {
        // β_m = C(N-m, m) with N <= 2m: what follows is zero.
        return (BigInt::ZERO, BigInt::ZERO);
    }
    let alpha = beta * (top - 2 * m) / (top - m);
    let beta = &alpha * (top - 2 * m - 1) / (m + 1);
    (alpha, beta)
}

/// A count is not negative; the closed form makes it so.
fn natural(x: BigInt) -> BigUint {
    debug_assert!(x >= BigInt::ZERO);
    x.into_parts().1
}

/// The distribution by going through all `2^n` strings, n ≤ 32: the other way to the same numbers.
///
/// ```
/// assert_eq!(sprague_kernels::cards::distribution::enumerate(3), [4, 3, 1]);
/// ```
pub fn enumerate(n: u32) -> Vec<u64> {
    let mut counts = vec![0; n.max(1) as usize];
    (0..1u64 << n).for_each(|bits| counts[suit_value_of_bits(bits, n) as usize] += 1);
    counts
}

/// The textbook way modulo a prime `p > n`, kept as reference: tables of factorials, `%`.
pub fn reference_modulo(n: u64, p: u32) -> Vec<u32> {
    let wide = u64::from(p);
    if n < 2 {
        return vec![((n + 1) % wide) as u32];
    }
    let mut factorial = vec![1u64; n as usize + 1];
    for i in 1..=n as usize {
        factorial[i] = factorial[i - 1] * (i as u64 % wide) % wide;
    }
    let mut inverse = vec![1u64; n as usize + 1];
    inverse[n as usize] = crate::algebra::residues::power(factorial[n as usize] as u32, wide - 2, p).into();
    for i in (1..=n as usize).rev() {
        inverse[i - 1] = inverse[i] * (i as u64 % wide) % wide;
    }
    let choose = |a: i64, b: i64| {
        if b < 0 || a < b {
            return 0;
        }
        factorial[a as usize] * inverse[b as usize] % wide * inverse[(a - b) as usize] % wide
    };
    let half = wide.div_ceil(2);
    let n = n as i64;
    let mut power: u64 = crate::algebra::residues::power(2, n as u64 - 2, p).into();
    let (mut tau, mut counts) = (1 % wide, vec![((power + 2) % wide) as u32]);
    for m in 0..(n + 1) / 2 {
        let common = power + wide - tau;
        let beta = choose(n - m - 2, m);
        if m > 0 {
            counts.push(((common + choose(n - m - 1, m) + beta) % wide) as u32);
        }
        if 2 * m + 1 < n {
            counts.push(((common + choose(n - m - 1, m + 1)) % wide) as u32);
        }
        tau = ((tau + choose(n - m - 3, m)) % wide * half + choose(n - m - 3, m + 1)) % wide;
        power = power * half % wide;
    }
    counts.truncate(n as usize);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closed_form_is_what_enumeration_gives() {
        for n in 0..=18 {
            let expected: Vec<BigUint> = enumerate(n).into_iter().map(BigUint::from).collect();
            assert_eq!(exact(n.into(), &Work::quiet()).unwrap(), expected, "n = {n}");
        }
    }

    #[test]
    fn identities() {
        for n in 2..300u64 {
            let a = exact(n, &Work::quiet()).unwrap();
            let before = exact(n - 1, &Work::quiet()).unwrap();
            assert_eq!(a.iter().sum::<BigUint>(), BigUint::from(1u32) << n);
            assert_eq!(a[n as usize - 1], 1u32.into());
            for k in 1..n / 2 {
                assert_eq!(a[2 * k as usize], before[2 * k as usize - 1], "a_{{2k}}(n), n = {n}, k = {k}");
            }
        }
    }

    #[test]
    fn the_reference_is_a_residue() {
        for n in 0..200 {
            for p in [211, 1_000_000_007] {
                let residues: Vec<u32> =
                    exact(n, &Work::quiet()).unwrap().iter().map(|a| u32::try_from(a % p).unwrap()).collect();
                assert_eq!(reference_modulo(n, p), residues, "n = {n} modulo {p}");
            }
        }
    }
}
