//! Card stacking. A suit is a string of 1 (visible) and 0 (unused); a move deletes a 1 and turns a later 0
//! into 1.
//!
//! For the number a_g(n) of strings of length n and value g there is a formula, for n ≥ 2: with
//! β_m = C(n−m−2, m), α_0 = 0, α_m = C(n−m−2, m−1), π_m = C(n−m−1, m), χ_m = C(n−m−1, m+1), τ_0 = 1,
//! τ_{m+1} = (τ_m + α_{m+1})/2 + β_{m+1}: a_0 = 2^{n−2} + 2, a_{2m+1} = 2^{n−2−m} + χ_m − τ_m,
//! a_{2m} = 2^{n−2−m} + π_m + β_m − τ_m for m ≥ 1. It is a theorem (docs/cards.md); here it is also
//! compared with the rule itself for all strings up to a stated length.
//!
//! The starts of s suits lost for the first player are (1/P)·Σ_i â_i^s, with â the Walsh–Hadamard transform
//! of a padded to P = 2^⌈log2 n⌉ entries, here modulo a prime above n. Cost: P·(log P + log s) products;
//! memory: 4·(2n + P) bytes.

use num_bigint::BigUint;
use sprague_certificate::Question;

use crate::{
    Fault, Work,
    memory::Buffer,
    refuse,
    work::{Meter, PORTION},
};

/// Entries between two charges; each costs some tens of products.
const ENTRIES: usize = PORTION / 16;

/// Strings of more cards are not compared.
const MOST_CHECKED: u64 = 24;

/// Compare the formula with the rule, for strings of 2 to `checked` cards.
pub(crate) fn verify(checked: u64, values: &[u16], work: &Work) -> Result<(), Fault> {
    if !values.is_empty() {
        return refuse("a certificate for cards has no values");
    }
    if !(2..=MOST_CHECKED).contains(&checked) {
        return refuse(format!("the formula is compared for at least 2 and at most {MOST_CHECKED} cards"));
    }
    let field = Field::new(2_147_483_647, checked as usize, work)?;
    let mut shorter = work.buffer(1, 0u8, "the values of strings")?;
    for n in 1..=checked as usize {
        let mut longer = work.room(1 << n, "the values of strings")?;
        for first in (0..1usize << n).step_by(ENTRIES) {
            let strings = first..(first + ENTRIES).min(1 << n);
            work.charge(strings.len() * (n * n / 4 + 1))?;
            longer.extend(strings.map(|string| value(string, n, &shorter)))?;
        }
        let mut times = [0u32; MOST_CHECKED as usize];
        for part in longer.chunks(PORTION) {
            work.charge(part.len())?;
            part.iter().for_each(|&g| times[g as usize] += 1);
        }
        if n >= 2 && times[..n] != *field.distribution(n, n, work)? {
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
    modulus: Option<BigUint>,
    checked: u64,
    work: &Work,
) -> Result<BigUint, Fault> {
    let &Question::CardTuples { cards: n, suits } = question else {
        return refuse("this question does not fit this rule");
    };
    let modulus = modulus.and_then(|modulus| u64::try_from(modulus).ok());
    let Some(p) = modulus.filter(|&p| p > n.max(checked) && p < 1 << 31 && is_prime(p)) else {
        return refuse("card tuples are counted modulo a prime above the number of cards and below 2^31");
    };
    if !(2..=1 << 25).contains(&n) {
        return refuse("card tuples are counted for 2 to 2^25 cards");
    }
    let n = n as usize;
    let size = n.next_power_of_two();
    let mut a = Field::new(p, n, work)?.distribution(n, size, work)?;
    transform(&mut a, p as u32, work)?;
    let sum = std::sync::atomic::AtomicU64::new(0);
    work.each(
        size.div_ceil(ENTRIES),
        || Ok(()),
        |i, ()| {
            let part = &a[i * ENTRIES..size.min((i + 1) * ENTRIES)];
            // A square and perhaps a product for each bit of the number of suits, and each takes a division.
            work.charge(part.len() * 256)?;
            let part = part.iter().fold(0, |sum, &x| (sum + power(x as u64, suits, p)) % p);
            sum.fetch_add(part, std::sync::atomic::Ordering::Relaxed);
            Ok(())
        },
    )?;
    Ok((sum.into_inner() % p * power(size as u64, p - 2, p) % p).into())
}

/// Arithmetic modulo a prime p < 2^31, with factorials up to n < p.
struct Field<'a> {
    p: u64,
    factorial: Buffer<'a, u32>,
    inverse: Buffer<'a, u32>,
}

impl<'a> Field<'a> {
    fn new(p: u64, n: usize, work: &'a Work) -> Result<Self, Fault> {
        let times = |x: u32, y: usize| (x as u64 * y as u64 % p) as u32;
        let mut factorial = work.buffer(n + 1, 1, "the factorials")?;
        let mut inverse = work.buffer(n + 1, 1, "the factorials")?;
        for i in 1..=n {
            if i % ENTRIES == 0 {
                work.charge(16 * ENTRIES)?;
            }
            factorial[i] = times(factorial[i - 1], i);
        }
        inverse[n] = power(factorial[n] as u64, p - 2, p) as u32;
        for i in (0..n).rev() {
            if i % ENTRIES == 0 {
                work.charge(16 * ENTRIES)?;
            }
            inverse[i] = times(inverse[i + 1], i + 1);
        }
        Ok(Field { p, factorial, inverse })
    }

    fn choose(&self, n: usize, k: usize) -> u64 {
        if k > n {
            return 0;
        }
        let divided = self.factorial[n] as u64 * self.inverse[k] as u64 % self.p;
        divided * self.inverse[n - k] as u64 % self.p
    }

    /// a_0, …, a_{n−1} by the formula, for n ≥ 2, and zeros up to `size` entries.
    fn distribution<'w>(&self, n: usize, size: usize, work: &'w Work) -> Result<Buffer<'w, u32>, Fault> {
        let p = self.p;
        let half = p.div_ceil(2);
        let mut a = work.buffer(size, 0, "the numbers of strings of each value")?;
        let mut two = power(2, n as u64 - 2, p);
        let mut tau = 1;
        for m in 0..n.div_ceil(2) {
            if m % ENTRIES == 0 {
                work.charge(32 * ENTRIES.min(n))?;
            }
            let beta = self.choose(n.saturating_sub(m + 2), m);
            if m == 0 {
                a[0] = ((two + 2) % p) as u32;
            } else {
                let alpha = self.choose(n - m - 2, m - 1);
                tau = ((tau + alpha) * half + beta) % p;
                two = two * half % p;
                a[2 * m] = ((two + self.choose(n - m - 1, m) + beta + p - tau) % p) as u32;
            }
            if 2 * m + 1 < n {
                a[2 * m + 1] = ((two + self.choose(n - m - 1, m + 1) + p - tau) % p) as u32;
            }
        }
        Ok(a)
    }
}

fn transform(a: &mut [u32], p: u32, work: &Work) -> Result<(), Fault> {
    let mut meter = Meter::new(work);
    let mut half = 1;
    while half < a.len() {
        for block in a.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.chunks_mut(PORTION).zip(high.chunks_mut(PORTION)) {
                meter.charge(2 * low.len())?;
                for (x, y) in low.iter_mut().zip(high) {
                    let (sum, difference) = (*x + *y, *x + p - *y);
                    *x = if sum < p { sum } else { sum - p };
                    *y = if difference < p { difference } else { difference - p };
                }
            }
        }
        half *= 2;
    }
    meter.settle()
}

fn power(mut x: u64, mut e: u64, p: u64) -> u64 {
    let mut y = 1;
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
