//! Checking a transform in linear time.
//!
//! Idea: for numbers `ρ_0, …, ρ_{k-1}` let `r = ⊗_b (1, ρ_b)`. The transform is the `k`-fold tensor power of
//! `(1 1; 1 -1)`, symmetric, so `⟨r, Ha⟩ = ⟨Hr, a⟩ = ⟨⊗_b (1 + ρ_b, 1 - ρ_b), a⟩`. If `y ≠ Ha` modulo the
//! prime `p`, then `⟨r, y - Ha⟩` is a nonzero polynomial in the ρ, of degree at most one in each and so of
//! total degree at most `k`; for ρ uniform modulo `p` it vanishes with probability at most `k / p`
//! (Schwartz–Zippel).
//!
//! Cost: two inner products of `P = 2^k` terms; the weights are a product of a table of 2^12 for the low
//! bits and one number for each block of 2^12, so a term is one multiplication. Memory: 32 KiB.

use crate::algebra::CountError;
use crate::parallel::prelude::*;
use crate::simd::{Level, Simd, Vector, Words, dispatch};
use std::hash::{BuildHasher, Hasher, RandomState};

/// A wrong transform passes the product check with probability at most `degree / prime`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorBound {
    /// log2 of the number of entries.
    pub degree: u32,
    /// The prime modulus.
    pub prime: u32,
}

impl ErrorBound {
    /// The bound as a number.
    pub fn probability(self) -> f64 {
        f64::from(self.degree) / f64::from(self.prime)
    }
}

/// The two sides of the check for random ρ: weights for the entries before the transform and for those after
/// it.
pub(super) struct Sides {
    /// `⊗_b (1 + ρ_b, 1 - ρ_b)`.
    pub(super) before: Weights,
    /// `⊗_b (1, ρ_b)`.
    pub(super) after: Weights,
}

impl Sides {
    /// Random sides for an array of `2^log_size` entries.
    pub(super) fn random(log_size: u32, prime: u32, level: Level) -> Self {
        let (rho, p) = (random_residues(log_size, prime), u64::from(prime));
        let residue = |x: u64| (x % p) as u32;
        let before: Vec<_> =
            rho.iter().map(|&r| [residue(1 + u64::from(r)), residue(1 + p - u64::from(r))]).collect();
        let after: Vec<_> = rho.iter().map(|&r| [1 % prime, r]).collect();
        Sides { before: Weights::new(&before, prime, level), after: Weights::new(&after, prime, level) }
    }
}

/// The promise of an array: what its transform must satisfy.
pub struct ProductCheck {
    sides: Sides,
    size: usize,
    expected: u64,
    prime: u32,
}

impl ProductCheck {
    /// Reads the array before it is transformed modulo `prime`.
    pub fn before(x: &[u32], prime: u32, level: Level) -> Self {
        let sides = Sides::random(x.len().trailing_zeros(), prime, level);
        let expected = sides.before.product_of_all(x);
        ProductCheck { sides, size: x.len(), expected, prime }
    }

    /// Reads the array after the transform; an error if it cannot be the transform.
    pub fn after(&self, x: &[u32]) -> Result<ErrorBound, CountError> {
        if x.len() != self.size || self.sides.after.product_of_all(x) != self.expected {
            return Err(CountError::CheckFailed);
        }
        Ok(ErrorBound { degree: x.len().trailing_zeros(), prime: self.prime })
    }
}

/// Uniform residues, seeded by the operating system through the standard hasher.
fn random_residues(count: u32, prime: u32) -> Vec<u32> {
    let state = RandomState::new();
    let mut counter = 0u64;
    let mut uniform = || {
        // Rejection: the top multiple of `prime` below 2^64 is where the bias would start.
        let p = u64::from(prime);
        loop {
            let mut hasher = state.build_hasher();
            hasher.write_u64(counter);
            counter += 1;
            let word = hasher.finish();
            if word < u64::MAX - u64::MAX % p {
                return (word % p) as u32;
            }
        }
    };
    (0..count).map(|_| uniform()).collect()
}

/// Bits of an index that the weight table covers.
const TABLE_BITS: usize = 12;

/// The entries of `⊗_b pairs[b]` modulo `m`, bit `b` of the index choosing from `pairs[b]`, as a table for
/// the low bits and one number for each block of the high ones.
pub(super) struct Weights {
    table: Vec<u32>,
    blocks: Vec<u32>,
    modulus: u32,
    level: Level,
}

impl Weights {
    fn new(pairs: &[[u32; 2]], modulus: u32, level: Level) -> Self {
        let (low, high) = pairs.split_at(pairs.len().min(TABLE_BITS));
        Weights { table: tensor(low, modulus), blocks: tensor(high, modulus), modulus, level }
    }

    /// `Σ w_i x_i` modulo `m` over the entries `x` that begin at index `start`. The entries lie within one
    /// block of the table, or are whole blocks.
    pub(super) fn product(&self, start: usize, x: &[u32]) -> u64 {
        let size = self.table.len();
        let m = u64::from(self.modulus);
        let term = |(block, part): (usize, &[u32])| {
            let table = &self.table[(start + block * size) % size..];
            let weight = u64::from(self.blocks[(start + block * size) / size]);
            u64::from(dot(self.level, part, table, self.modulus)) * weight % m
        };
        x.chunks(size).enumerate().map(term).sum::<u64>() % m
    }

    /// The same over all entries.
    fn product_of_all(&self, x: &[u32]) -> u64 {
        let size = 64 * self.table.len();
        let parts = x.par_chunks(size).enumerate().map(|(i, part)| self.product(i * size, part));
        parts.sum::<u64>() % u64::from(self.modulus)
    }
}

/// All entries of a small tensor product.
fn tensor(pairs: &[[u32; 2]], m: u32) -> Vec<u32> {
    let mut table = vec![1 % m];
    for pair in pairs {
        let scaled = |by: u32| move |&w: &u32| (u64::from(w) * u64::from(by) % u64::from(m)) as u32;
        let upper: Vec<u32> = table.iter().map(scaled(pair[1])).collect();
        let lower = table.iter().map(scaled(pair[0])).chain(upper).collect();
        table = lower;
    }
    table
}

dispatch! {
    /// `Σ x_i w_i` modulo `m < 2^31`, for residues.
    fn dot(x: &[u32], w: &[u32], m: u32) -> u32 = dot_kernel
}

#[inline(always)]
fn dot_kernel<X: Simd>(x: &[u32], w: &[u32], m: u32, simd: X) -> u32 {
    let mut sum = 0u128;
    // Four products of residues below 2^31 fit 64 bits, so four vectors are gathered before a split.
    let (lanes, step) = (X::V::N, 4 * X::V::N);
    let whole = x.len().min(w.len()) / step * step;
    let (mask, zero) = (X::V::splat64(simd.into(), 0xffff_ffff), X::V::zero(simd.into()));
    let (mut low, mut high) = (zero, zero);
    for start in (0..whole).step_by(step) {
        let (mut even, mut odd) = (zero, zero);
        for k in 0..4 {
            // SAFETY: every read stays below `whole`.
            let (a, b) = unsafe {
                let at = start + k * lanes;
                (
                    X::V::read(simd.into(), x.as_ptr().add(at).cast()),
                    X::V::read(simd.into(), w.as_ptr().add(at).cast()),
                )
            };
            even = even.add64(a.mul_even(b));
            odd = odd.add64(a.high().mul_even(b.high()));
        }
        low = low.add64(even.and(mask)).add64(odd.and(mask));
        high = high.add64(even.high()).add64(odd.high());
    }
    for (half, shift) in [(low, 0), (high, 32)] {
        let mut words = [0u32; 16];
        half.store(&mut words);
        for pair in words.chunks_exact(2) {
            sum += (u128::from(pair[0]) | u128::from(pair[1]) << 32) << shift;
        }
    }
    for (&a, &b) in x[whole..].iter().zip(&w[whole..]) {
        sum += u128::from(a) * u128::from(b);
    }
    (sum % u128::from(m)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::transform::{reference, transform};

    #[test]
    fn inner_products_agree_at_every_level() {
        let m = (1u32 << 31) - 1;
        let x: Vec<u32> = (0..1000).map(|i| m - 1 - i).collect();
        let w: Vec<u32> = (0..1000).map(|i| m - 1 - 7 * i).collect();
        let sum: u128 = x.iter().zip(&w).map(|(&a, &b)| u128::from(a) * u128::from(b)).sum();
        for level in crate::simd::every_level() {
            assert_eq!(u128::from(dot(level, &x, &w, m)), sum % u128::from(m), "{level:?}");
        }
    }

    #[test]
    fn right_transforms_pass() {
        for k in 0..16 {
            for p in [2, 3, 65537, 1_000_000_007, (1 << 31) - 1] {
                let mut x: Vec<u32> = (0..1u64 << k).map(|i| (i * i * 31 + 5) as u32 % p).collect();
                let check = ProductCheck::before(&x, p, Level::widest(512));
                reference(&mut x, p);
                assert_eq!(check.after(&x), Ok(ErrorBound { degree: k, prime: p }));
            }
        }
    }

    #[test]
    fn one_corrupted_entry_is_caught() {
        let p = 1_000_000_007;
        for spoiled in [0, 1, 4095, 4096, 77_777, (1 << 17) - 1] {
            let mut x: Vec<u32> = (0..1 << 17).map(|i| i * 7 % p).collect();
            let check = ProductCheck::before(&x, p, Level::widest(512));
            transform(&mut x, p, &crate::Work::quiet()).unwrap();
            x[spoiled] = (x[spoiled] + 1) % p;
            assert_eq!(check.after(&x), Err(CountError::CheckFailed), "entry {spoiled}");
        }
    }

    #[test]
    fn swapped_entries_and_wrong_lengths_are_caught() {
        let p = 1_000_000_007;
        let mut x: Vec<u32> = (1..=64).collect();
        let check = ProductCheck::before(&x, p, Level::widest(512));
        transform(&mut x, p, &crate::Work::quiet()).unwrap();
        assert!(check.after(&x).is_ok());
        assert_eq!(check.after(&x[..32]), Err(CountError::CheckFailed));
        x.swap(3, 4);
        assert_eq!(check.after(&x), Err(CountError::CheckFailed));
    }
}
