//! All entries of an array raised to one power, modulo an odd `m < 2^31`.
//!
//! Idea: Montgomery's product of `a` and `b` is `a b / R mod m` with `R = 2^32`; it needs three 32×32-bit
//! multiplications and no division, and vectorises. A vector is split into its even and its odd lanes once,
//! and stays split through the whole power. Any chain of Montgomery products that leads from `x` to its
//! `s`-th power gives `x^s R^{1-s}`, so nothing has to be converted: one constant, `R^{s-1}`, repairs the
//! result, and for a sum of powers it repairs the sum.
//!
//! For `m < 2^30` products of numbers below `2m` are again below `2m`, so a product needs no correction.
//!
//! Cost of a power: `⌊log2 s⌋` squarings and about `log2 s / (w + 1)` products, with a sliding window of the
//! width `w` that is cheapest for this `s`. Memory: none.

// Plain loops over indices: closures and iterator adaptors do not inherit an instruction set.
#![allow(clippy::needless_range_loop)]

use crate::algebra::CountError;
use crate::algebra::residues;
use crate::parallel::prelude::*;
use crate::simd::{Simd, Vector, Words, dispatch};
use crate::{Meter, Work};
use num_bigint::BigUint;
use num_traits::Zero;

/// Arithmetic modulo an odd number below 2^31.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Montgomery {
    modulus: u32,
    /// `-1/m mod 2^32`.
    negative_inverse: u32,
    /// `R mod m`.
    one: u32,
    /// `R² mod m`.
    radix_squared: u32,
}

impl Montgomery {
    /// Arithmetic modulo `modulus`, an odd number below 2^31.
    pub fn new(modulus: u32) -> Result<Self, CountError> {
        if modulus == 0 || modulus >= 1 << 31 {
            return Err(CountError::Modulus(modulus.into()));
        }
        if modulus.is_multiple_of(2) {
            return Err(CountError::EvenModulus(modulus.into()));
        }
        // Newton: each step doubles the number of right bits, from the three of m itself.
        let mut inverse = modulus;
        for _ in 0..4 {
            inverse = inverse.wrapping_mul(2u32.wrapping_sub(modulus.wrapping_mul(inverse)));
        }
        let one = ((1u64 << 32) % u64::from(modulus)) as u32;
        let radix_squared = (u64::from(one) * u64::from(one) % u64::from(modulus)) as u32;
        Ok(Montgomery { modulus, negative_inverse: inverse.wrapping_neg(), one, radix_squared })
    }

    /// The modulus.
    pub fn modulus(&self) -> u32 {
        self.modulus
    }

    /// `R mod m`, the Montgomery form of one.
    pub fn radix(&self) -> u32 {
        self.one
    }

    /// Montgomery's product `a b / R mod m`, for residues.
    #[inline]
    pub fn montgomery_product(&self, a: u32, b: u32) -> u32 {
        let t = u64::from(a) * u64::from(b);
        let q = (t as u32).wrapping_mul(self.negative_inverse);
        let r = ((t + u64::from(q) * u64::from(self.modulus)) >> 32) as u32;
        r.min(r.wrapping_sub(self.modulus))
    }

    /// The Montgomery form `x R mod m` of a residue.
    #[inline]
    pub fn enter(&self, x: u32) -> u32 {
        self.montgomery_product(x, self.radix_squared)
    }

    /// The product of two residues.
    pub fn product(&self, a: u32, b: u32) -> u32 {
        self.montgomery_product(self.enter(a), b)
    }

    /// `1/P mod m` for a power of two `P`.
    pub fn inverse_of_power_of_two(&self, p: usize) -> u32 {
        let half = self.modulus.div_ceil(2) % self.modulus;
        residues::power(half, p.trailing_zeros().into(), self.modulus)
    }

    /// `x^s mod m` for every entry `x`; `0^0 = 1`.
    ///
    /// ```
    /// let field = sprague_kernels::algebra::montgomery::Montgomery::new(101)?;
    /// let mut x = [0, 1, 2, 3];
    /// field.power_all(&mut x, &5u32.into(), &sprague_kernels::Work::quiet())?;
    /// assert_eq!(x, [0, 1, 32, 41]);
    /// # Ok::<(), sprague_kernels::Error>(())
    /// ```
    pub fn power_all(&self, x: &mut [u32], s: &BigUint, work: &Work) -> crate::Result<()> {
        if s.is_zero() {
            x.fill(1 % self.modulus);
            return Ok(());
        }
        let (chain, level) = (Chain::new(s), work.level(512));
        let repair = self.repair(s);
        x.par_chunks_mut(portion(s)).try_for_each(|chunk| {
            work.poll()?;
            powers(level, chunk, &chain, self, repair);
            Ok(())
        })
    }

    /// `Σ x^s mod m` over all entries; `0^0 = 1`.
    pub fn sum_of_powers(&self, x: &[u32], s: &BigUint, work: &Work) -> crate::Result<u32> {
        let m = u64::from(self.modulus);
        if s.is_zero() {
            return Ok((x.len() as u64 % m) as u32);
        }
        let (chain, level) = (Chain::new(s), work.level(512));
        let meter = Meter::new(work, x.len() as u64);
        let sums = x.par_chunks(portion(s)).map(|chunk| -> crate::Result<u64> {
            meter.charge(chunk.len() as u64)?;
            work.poll()?;
            Ok(sum(level, chunk, &chain, self) % m)
        });
        let total = sums.try_reduce(|| 0, |a, b| Ok((a + b) % m))? as u32;
        Ok(self.montgomery_product(total, self.repair(s)))
    }

    /// Montgomery form of `R^{s-1}`, which undoes the factors `1/R` of a power's products: `R^s mod m`.
    fn repair(&self, s: &BigUint) -> u32 {
        let big = BigUint::from(self.one).modpow(s, &self.modulus.into());
        u32::try_from(big).unwrap_or(0)
    }

    /// Montgomery's product `x_i y_i / R mod m` entry by entry.
    pub(crate) fn multiply_all(&self, x: &mut [u32], y: &[u32]) {
        x.par_chunks_mut(CHUNK).zip(y.par_chunks(CHUNK)).for_each(|(x, y)| {
            for (a, &b) in x.iter_mut().zip(y) {
                *a = self.montgomery_product(*a, b);
            }
        });
    }

    /// `x_i factor mod m` entry by entry.
    pub(crate) fn scale_all(&self, x: &mut [u32], factor: u32) {
        let factor = self.enter(factor);
        x.par_chunks_mut(CHUNK).for_each(|x| {
            for a in x {
                *a = self.montgomery_product(*a, factor);
            }
        });
    }
}

/// Entries a thread takes at a time.
const CHUNK: usize = 1 << 14;

/// Entries whose powers are taken between two polls: fewer, the longer the exponent.
fn portion(s: &BigUint) -> usize {
    (CHUNK * 64 / (s.bits() as usize).max(64)).max(64)
}

/// Widest window tried.
const WIDEST: u32 = 6;

/// A chain of products from `x` to `x^s`: first the odd powers `x, x³, …, x^{2·odd-1}`, then from the power
/// `start` on, some squarings and a product with an odd power, again and again.
#[derive(Clone, Debug)]
struct Chain {
    /// Number of odd powers in the table.
    odd: usize,
    /// Index of the odd power to start from.
    start: usize,
    /// Squarings, then the index of the odd power to multiply by.
    steps: Vec<(u32, usize)>,
    /// Squarings at the end.
    last: u32,
}

impl Chain {
    /// The cheapest sliding-window chain for `s >= 1`.
    fn new(s: &BigUint) -> Self {
        let chains = (1..=WIDEST).map(|width| Chain::with_window(s, width));
        chains.min_by_key(Chain::products).unwrap_or_else(|| Chain::with_window(s, 1))
    }

    /// The chain with windows of at most `width` bits.
    fn with_window(s: &BigUint, width: u32) -> Self {
        let mut chain = Chain { odd: 1, start: 0, steps: Vec::new(), last: 0 };
        let (mut at, mut squarings, mut first) = (s.bits(), 0, true);
        while at > 0 {
            if !s.bit(at - 1) {
                (at, squarings) = (at - 1, squarings + 1);
                continue;
            }
            // The window is the longest run of at most `width` bits that ends in a one.
            let mut low = at.saturating_sub(width.into());
            while !s.bit(low) {
                low += 1;
            }
            let window = (low..at).rev().fold(0, |w, bit| 2 * w + usize::from(s.bit(bit)));
            squarings += (at - low) as u32;
            if first {
                chain.start = window / 2;
            } else {
                chain.steps.push((squarings, window / 2));
            }
            (first, squarings, at) = (false, 0, low);
            chain.odd = chain.odd.max(window / 2 + 1);
        }
        chain.last = squarings;
        chain
    }

    /// Number of products the chain takes.
    fn products(&self) -> u64 {
        let table = if self.odd > 1 { self.odd as u64 } else { 0 };
        table + self.steps.iter().map(|&(k, _)| u64::from(k) + 1).sum::<u64>() + u64::from(self.last)
    }
}

/// Half vectors that are raised together, to hide the latency of a product.
const TOGETHER: usize = 8;

/// Odd powers of the entries at hand: work space, allotted once as clearing it would cost as much as a power.
type Table<V> = [[V; TOGETHER]; 1 << (WIDEST - 1)];

/// The constants of a product, in 64-bit lanes.
#[derive(Clone, Copy)]
pub(crate) struct Constants<V: Words> {
    pub(crate) token: V::Token,
    pub(crate) modulus: V,
    negative_inverse: V,
    /// The modulus in the high halves.
    modulus_above: V,
}

impl<V: Words> Constants<V> {
    #[inline(always)]
    pub(crate) fn new(field: &Montgomery, token: V::Token) -> Self {
        Constants {
            token,
            modulus: V::splat64(token, field.modulus.into()),
            negative_inverse: V::splat64(token, field.negative_inverse.into()),
            modulus_above: V::splat64(token, u64::from(field.modulus) << 32),
        }
    }

    /// Montgomery product of even lanes, left in the high halves above zeros, up to one multiple of the
    /// modulus.
    #[inline(always)]
    fn raw(&self, a: V, b: V) -> V {
        let t = a.mul_even(b);
        let q = t.mul_even(self.negative_inverse);
        t.add64(q.mul_even(self.modulus))
    }

    /// Montgomery product of even lanes: residues to residues.
    #[inline(always)]
    pub(crate) fn strict(&self, a: V, b: V) -> V {
        let r = self.raw(a, b).high();
        r.min(r.sub(self.modulus))
    }

    /// Montgomery product of even lanes, left in the high halves. `LAZY` needs a modulus below 2^30 and
    /// numbers below twice the modulus, and gives such.
    ///
    /// Numbers that live through a loop are kept in the high halves: were they shifted down at once, the
    /// compiler would forget that nothing is above them and multiply 64 bits by 64.
    #[inline(always)]
    fn above<const LAZY: bool>(&self, a: V, b: V) -> V {
        let r = self.raw(a, b);
        if LAZY { r } else { r.min(r.sub(self.modulus_above)) }
    }

    /// Runs the chain on `TOGETHER` half vectors; the powers are in the high halves.
    #[inline(always)]
    fn run<const LAZY: bool>(&self, x: [V; TOGETHER], chain: &Chain, table: &mut Table<V>) -> [V; TOGETHER] {
        let mut y = x;
        for j in 0..TOGETHER {
            table[0][j] = x[j].low_to_high();
            y[j] = self.above::<LAZY>(x[j], x[j]);
        }
        for k in 1..chain.odd {
            for j in 0..TOGETHER {
                table[k][j] = self.above::<LAZY>(table[k - 1][j].high(), y[j].high());
            }
        }
        y = table[chain.start];
        for &(squarings, odd) in &chain.steps {
            y = self.square::<LAZY>(y, squarings);
            for j in 0..TOGETHER {
                y[j] = self.above::<LAZY>(y[j].high(), table[odd][j].high());
            }
        }
        self.square::<LAZY>(y, chain.last)
    }

    /// Squares repeatedly, in the high halves.
    #[inline(always)]
    fn square<const LAZY: bool>(&self, mut y: [V; TOGETHER], times: u32) -> [V; TOGETHER] {
        for _ in 0..times {
            for j in 0..TOGETHER {
                let x = y[j].high();
                y[j] = self.above::<LAZY>(x, x);
            }
        }
        y
    }
}

/// The first `TOGETHER / 2` vectors of some words, split into even and odd lanes.
#[inline(always)]
fn load_split<V: Words>(words: &[u32], token: V::Token) -> [V; TOGETHER] {
    let mask = V::splat64(token, 0xffff_ffff);
    let mut x = [mask; TOGETHER];
    for j in 0..TOGETHER / 2 {
        let v = V::load(token, &words[j * V::N..]);
        x[2 * j] = v.and(mask);
        x[2 * j + 1] = v.high();
    }
    x
}

dispatch! {
    /// Replaces every entry by its power.
    fn powers(x: &mut [u32], chain: &Chain, field: &Montgomery, repair: u32) = powers_kernel
}

#[inline(always)]
fn powers_kernel<X: Simd>(x: &mut [u32], chain: &Chain, field: &Montgomery, repair: u32, simd: X) {
    // The last block is padded, so that every entry goes the same way.
    let step = TOGETHER / 2 * X::V::N;
    let mut padded = [0u32; TOGETHER * 8];
    let mut table: Table<X::V> = [[X::V::zero(simd.into()); TOGETHER]; 1 << (WIDEST - 1)];
    for block in x.chunks_mut(step) {
        padded[..block.len()].copy_from_slice(block);
        let constants = Constants::<X::V>::new(field, simd.into());
        let repair = X::V::splat64(simd.into(), repair.into());
        let y = constants.run::<false>(load_split(&padded, simd.into()), chain, &mut table);
        for j in 0..TOGETHER / 2 {
            let even = constants.strict(y[2 * j].high(), repair);
            let odd = constants.strict(y[2 * j + 1].high(), repair);
            even.add(odd.low_to_high()).store(&mut padded[j * X::V::N..]);
        }
        block.copy_from_slice(&padded[..block.len()]);
    }
}

dispatch! {
    /// `Σ x^s R^{1-s}`, up to multiples of the modulus.
    fn sum(x: &[u32], chain: &Chain, field: &Montgomery) -> u64 = sum_kernel
}

#[inline(always)]
fn sum_kernel<X: Simd>(x: &[u32], chain: &Chain, field: &Montgomery, simd: X) -> u64 {
    if field.modulus < 1 << 30 {
        sum_with::<X, true>(x, chain, field, simd)
    } else {
        sum_with::<X, false>(x, chain, field, simd)
    }
}

#[inline(always)]
fn sum_with<X: Simd, const LAZY: bool>(x: &[u32], chain: &Chain, field: &Montgomery, simd: X) -> u64 {
    let blocks = x.chunks_exact(TOGETHER / 2 * X::V::N);
    let mut padded = [0u32; TOGETHER * 8];
    padded[..blocks.remainder().len()].copy_from_slice(blocks.remainder());
    let constants = Constants::<X::V>::new(field, simd.into());
    let mut total = X::V::zero(simd.into());
    let mut table: Table<X::V> = [[total; TOGETHER]; 1 << (WIDEST - 1)];
    for block in blocks.chain([&padded[..]]) {
        // Padding is zero, and so are its powers.
        for v in constants.run::<LAZY>(load_split(block, simd.into()), chain, &mut table) {
            total = total.add64(v.high());
        }
    }
    // Each lane holds at most 2^14 numbers below 2^32.
    let mut lanes = [0u32; 16];
    total.store(&mut lanes);
    lanes.chunks_exact(2).map(|lane| u64::from(lane[0]) | u64::from(lane[1]) << 32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn moduli_out_of_range_are_refused() {
        assert_eq!(Montgomery::new(0), Err(CountError::Modulus(0)));
        assert_eq!(Montgomery::new(10), Err(CountError::EvenModulus(10)));
        assert_eq!(Montgomery::new(u32::MAX), Err(CountError::Modulus(u32::MAX.into())));
    }

    #[test]
    fn chains_lead_to_their_exponent() {
        for s in (1u64..3000).chain([10_000_000, 1 << 62, 10u64.pow(18), u64::MAX]) {
            for width in 1..=WIDEST {
                let chain = Chain::with_window(&s.into(), width);
                let mut e = 2 * chain.start as u128 + 1;
                for &(squarings, odd) in &chain.steps {
                    assert!(odd < chain.odd && chain.odd <= 1 << (WIDEST - 1));
                    e = (e << squarings) + 2 * odd as u128 + 1;
                }
                assert_eq!(e << chain.last, s.into());
            }
        }
        assert!(Chain::new(&10_000_000u32.into()).products() <= 30);
    }

    proptest! {
        #[test]
        fn powers_agree_at_every_level(half in 0u32..1 << 30, s in any::<u64>(), small in 0u64..40, n in 0usize..200) {
            let m = 2 * half + 1;
            let field = Montgomery::new(m).unwrap();
            let x: Vec<u32> = (0..n as u64).map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 31) as u32 % m).collect();
            for s in [s, small] {
                let expected: Vec<u32> = x.iter().map(|&x| residues::power(x, s, m)).collect();
                let sum = expected.iter().map(|&x| u64::from(x)).sum::<u64>() % u64::from(m);
                for level in crate::simd::every_level() {
                    let (mut y, work) = (x.clone(), Work::quiet().with_level(level));
                    field.power_all(&mut y, &s.into(), &work).unwrap();
                    prop_assert_eq!(&y, &expected);
                    prop_assert_eq!(u64::from(field.sum_of_powers(&x, &s.into(), &work).unwrap()), sum);
                }
            }
        }
    }
}
