//! Card stacking. A suit is a string of 1 (visible) and 0 (unused); a move deletes a 1 and turns a later 0 into 1.
//!
//! For the number a_g(n) of strings of length n and value g there is a formula, for n ≥ 2: with β_m = C(n−m−2, m), α_0 = 0,
//! α_m = C(n−m−2, m−1), π_m = C(n−m−1, m), χ_m = C(n−m−1, m+1), τ_0 = 1, τ_{m+1} = (τ_m + α_{m+1})/2 + β_{m+1}:
//! a_0 = 2^{n−2} + 2, a_{2m+1} = 2^{n−2−m} + χ_m − τ_m, a_{2m} = 2^{n−2−m} + π_m + β_m − τ_m for m ≥ 1. It is a
//! theorem (docs/cards.md); here it is also compared with the rule itself for all strings up to a stated length.
//!
//! The starts of s suits lost for the first player are (1/P)·Σ_i â_i^s, with â the Walsh–Hadamard transform of a padded
//! to P = 2^⌈log2 n⌉ entries, here modulo a prime above n. Cost: P·(log P + log s) products.

use num_bigint::BigUint;
use sprague_certificate::Question;

use crate::{Fault, Work, count::number, refuse};

/// Compare the formula with the rule, for strings of 2 to `checked` cards.
pub(crate) fn verify(checked: u64, values: &[u16], work: &Work) -> Result<(), Fault> {
    if !values.is_empty() {
        return refuse("a certificate for cards has no values");
    }
    if !(2..=24).contains(&checked) {
        return refuse("the formula is compared for at least 2 and at most 24 cards");
    }
    let field = Field::new(2_147_483_647, checked);
    let mut shorter = vec![0u8];
    for n in 1..=checked as usize {
        work.charge((1 << n) * (n * n / 8 + 1) as u64)?;
        let longer: Vec<u8> = (0..1usize << n).map(|string| value(string, n, &shorter)).collect();
        let mut times = vec![0u64; n];
        longer.iter().for_each(|&g| times[g as usize] += 1);
        if n >= 2 && times != field.distribution(n) {
            return refuse(format!("the formula fails, at n = {n}"));
        }
        shorter = longer;
    }
    Ok(())
}

/// mex of the options, bit 0 of the string being the lowest card.
fn value(string: usize, n: usize, shorter: &[u8]) -> u8 {
    let mut options = 0u32;
    for i in (0..n).filter(|i| string >> i & 1 == 1) {
        for j in (i + 1..n).filter(|j| string >> j & 1 == 0) {
            let covered = string | 1 << j;
            let low = covered & ((1 << i) - 1);
            options |= 1 << shorter[low | covered >> (i + 1) << i];
        }
    }
    options.trailing_ones() as u8
}

/// C(n,s) modulo a prime.
pub(crate) fn count(
    question: &Question,
    modulus: Option<&str>,
    checked: u64,
    work: &Work,
) -> Result<BigUint, Fault> {
    let &Question::CardTuples { cards: n, suits } = question else {
        return refuse("this question does not fit this rule");
    };
    let modulus = modulus.map(number).transpose()?.and_then(|m| u64::try_from(m).ok());
    let Some(p) = modulus.filter(|&p| p > n.max(checked) && p < 1 << 31 && is_prime(p)) else {
        return refuse("card tuples are counted modulo a prime above the number of cards and below 2^31");
    };
    if !(2..=1 << 25).contains(&n) {
        return refuse("card tuples are counted for 2 to 2^25 cards");
    }
    let size = (n as usize).next_power_of_two();
    work.charge(size as u64 * 128)?;
    let mut a = Field::new(p, n).distribution(n as usize);
    a.resize(size, 0);
    transform(&mut a, p);
    let chunk = size.div_ceil(64);
    let sum = std::sync::atomic::AtomicU64::new(0);
    work.each(
        size.div_ceil(chunk),
        || (),
        |i, _| {
            let part = &a[i * chunk..size.min((i + 1) * chunk)];
            let part = part.iter().fold(0, |sum, &x| (sum + power(x, suits, p)) % p);
            sum.fetch_add(part, std::sync::atomic::Ordering::Relaxed);
            Ok(())
        },
    )?;
    Ok((sum.into_inner() % p * power(size as u64, p - 2, p) % p).into())
}

/// Arithmetic modulo a prime p < 2^31, with factorials up to n < p.
struct Field {
    p: u64,
    factorial: Vec<u32>,
    inverse: Vec<u32>,
}

impl Field {
    fn new(p: u64, n: u64) -> Self {
        let times = |x: u32, y: u64| (x as u64 * y % p) as u32;
        let mut factorial = vec![1];
        for i in 1..=n {
            factorial.push(times(factorial[i as usize - 1], i));
        }
        let mut inverse = vec![power(factorial[n as usize] as u64, p - 2, p) as u32; n as usize + 1];
        for i in (0..n as usize).rev() {
            inverse[i] = times(inverse[i + 1], i as u64 + 1);
        }
        Field { p, factorial, inverse }
    }

    fn choose(&self, n: usize, k: usize) -> u64 {
        if k > n {
            return 0;
        }
        let divided = self.factorial[n] as u64 * self.inverse[k] as u64 % self.p;
        divided * self.inverse[n - k] as u64 % self.p
    }

    /// a_0, …, a_{n−1} by the formula, for n ≥ 2.
    fn distribution(&self, n: usize) -> Vec<u64> {
        let p = self.p;
        let half = p.div_ceil(2);
        let mut a = Vec::with_capacity(n);
        let mut two = power(2, n as u64 - 2, p);
        let mut tau = 1;
        for m in 0..n.div_ceil(2) {
            let beta = self.choose(n.saturating_sub(m + 2), m);
            if m == 0 {
                a.push((two + 2) % p);
            } else {
                let alpha = self.choose(n - m - 2, m - 1);
                tau = ((tau + alpha) * half + beta) % p;
                two = two * half % p;
                a.push((two + self.choose(n - m - 1, m) + beta + p - tau) % p);
            }
            if a.len() < n {
                a.push((two + self.choose(n - m - 1, m + 1) + p - tau) % p);
            }
        }
        a
    }
}

fn transform(a: &mut [u64], p: u64) {
    let mut half = 1;
    while half < a.len() {
        for block in a.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                let (sum, difference) = (*x + *y, *x + p - *y);
                *x = if sum < p { sum } else { sum - p };
                *y = if difference < p { difference } else { difference - p };
            }
        }
        half *= 2;
    }
}

fn power(mut x: u64, mut e: u64, p: u64) -> u64 {
    let mut y = 1 % p;
    while e > 0 {
        if e & 1 == 1 {
            y = y * x % p;
        }
        x = x * x % p;
        e >>= 1;
    }
    y
}

fn is_prime(p: u64) -> bool {
    p >= 2 && (2..).take_while(|q| q * q <= p).all(|q| !p.is_multiple_of(q))
}
