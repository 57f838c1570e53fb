//! Blocks of the distribution's walk, in vectors.
//!
//! Idea: a block of steps is shared among lanes, lane `l` taking `STEPS` consecutive ones.
//!
//! 1. Forwards, each lane multiplies up its divisors `d = (m+1)(N-m)` and its numerators `(N-2m)(N-2m-1)`;
//!    one inverse serves the whole block (Montgomery's trick, along the steps and across the lanes).
//! 2. Backwards, each lane finds `(N-2m)/d` of each step.
//! 3. A scan across the lanes gives every lane the β it starts from; forwards again for α, β and, starting
//!    from zero, τ, which is linear: `τ_m = τ'_m + 2^{-j} τ_start` after `j` steps.
//! 4. A scan for `τ_start`, and the counts are written, two to a step.
//!
//! Cost: ten Montgomery products per step on half vectors. Memory: four rows per step, 64 KiB at most.

use super::residue_distribution::{Walk, combine, half};
use crate::algebra::montgomery::{Constants, Montgomery};
use crate::algebra::residues;
use crate::simd::{Simd, Words, dispatch};

/// Steps of a lane in one block.
const STEPS: usize = 64;
/// Half vectors side by side, to hide the latency of a product.
const SIDE: usize = 4;
/// Most lanes of any instruction set: half vectors of AVX-512.
const LANES: usize = SIDE * 8;

/// One residue for each lane. Operations are written out: loops over the four would go through memory.
#[derive(Clone, Copy)]
struct Row<V>([V; SIDE]);

impl<V: Words> Row<V> {
    #[inline(always)]
    fn splat(x: u32, token: V::Token) -> Self {
        Row([V::splat64(token, x.into()); SIDE])
    }

    /// The row with the given lanes.
    #[inline(always)]
    fn gather(numbers: &[u32; LANES], token: V::Token) -> Self {
        let mut words = [0u32; 2 * LANES];
        for (word, &x) in words.as_chunks_mut::<2>().0.iter_mut().zip(numbers) {
            word[0] = x;
        }
        let load = |i: usize| V::load(token, &words[i * V::N..]);
        Row([load(0), load(1), load(2), load(3)])
    }

    /// The lanes as 64-bit words, in low and high halves.
    #[inline(always)]
    fn words(self) -> [[u32; 2]; LANES] {
        let mut words = [[0u32; 2]; LANES];
        let all = words.as_flattened_mut();
        self.0[0].store(all);
        self.0[1].store(&mut all[V::N..]);
        self.0[2].store(&mut all[2 * V::N..]);
        self.0[3].store(&mut all[3 * V::N..]);
        words
    }

    /// The lanes as numbers.
    #[inline(always)]
    fn spill(self) -> [u32; LANES] {
        let mut out = [0; LANES];
        for (x, &word) in out.iter_mut().zip(&self.words()) {
            *x = word[0];
        }
        out
    }

    /// Montgomery product.
    #[inline(always)]
    fn times(self, other: Self, c: &Constants<V>) -> Self {
        let (a, b) = (self.0, other.0);
        Row([c.strict(a[0], b[0]), c.strict(a[1], b[1]), c.strict(a[2], b[2]), c.strict(a[3], b[3])])
    }

    /// Sum.
    #[inline(always)]
    fn plus(self, other: Self, c: &Constants<V>) -> Self {
        let (a, b, m) = (self.0, other.0, c.modulus);
        Row([a[0].add_mod(b[0], m), a[1].add_mod(b[1], m), a[2].add_mod(b[2], m), a[3].add_mod(b[3], m)])
    }

    /// Difference.
    #[inline(always)]
    fn minus(self, other: Self, c: &Constants<V>) -> Self {
        let (a, b, m) = (self.0, other.0, c.modulus);
        Row([a[0].sub_mod(b[0], m), a[1].sub_mod(b[1], m), a[2].sub_mod(b[2], m), a[3].sub_mod(b[3], m)])
    }

    /// Half of every residue.
    #[inline(always)]
    fn halved(self, c: &Constants<V>) -> Self {
        let a = self.0;
        Row([halved(a[0], c), halved(a[1], c), halved(a[2], c), halved(a[3], c)])
    }

    /// Two rows as one of 64-bit words, `other` in the high halves.
    #[inline(always)]
    fn below(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Row([
            a[0].add(b[0].low_to_high()),
            a[1].add(b[1].low_to_high()),
            a[2].add(b[2].low_to_high()),
            a[3].add(b[3].low_to_high()),
        ])
    }
}

/// Half of every residue.
#[inline(always)]
fn halved<V: Words>(x: V, c: &Constants<V>) -> V {
    let odd = V::zero(c.token).sub(x.and(V::splat64(c.token, 1)));
    x.add(odd.and(c.modulus)).shr64::<1>()
}

dispatch! {
    /// As many whole blocks as there are, beginning none at step `end` or later; `counts` are the counts of
    /// the whole walk.
    pub(super) fn blocks(counts: &mut [u32], walk: &mut Walk, end: u64, field: &Montgomery) = blocks_kernel
}

#[inline(always)]
fn blocks_kernel<X: Simd>(counts: &mut [u32], walk: &mut Walk, end: u64, field: &Montgomery, simd: X) {
    let steps = SIDE * X::V::N / 2 * STEPS;
    let constants = Constants::<X::V>::new(field, simd.into());
    let zero = [Row::<X::V>::splat(0, constants.token); STEPS];
    let mut buffers = Buffers { ratio: zero, divisor: zero, beta: zero, tau: zero };
    // Every factor of a block must stay positive.
    while walk.m < end && 2 * (walk.m + steps as u64) < walk.top {
        let place = 2 * walk.m as usize;
        block(&constants, &mut counts[place..place + 2 * steps], walk, field, &mut buffers);
    }
}

/// Work space of a block, one row per step.
struct Buffers<V> {
    /// Products of divisors, then `(N-2m)/d`, then the α behind the step.
    ratio: [Row<V>; STEPS],
    /// Divisors, then the β behind the step.
    divisor: [Row<V>; STEPS],
    beta: [Row<V>; STEPS],
    tau: [Row<V>; STEPS],
}

/// The factors of a step in Montgomery form: `m + 1`, `N - m`, `N - 2m`.
#[derive(Clone, Copy)]
struct Factors<V> {
    next: Row<V>,
    left: Row<V>,
    even: Row<V>,
}

#[inline(always)]
fn block<V: Words>(
    constants: &Constants<V>,
    pairs: &mut [u32],
    walk: &mut Walk,
    field: &Montgomery,
    buffers: &mut Buffers<V>,
) {
    let lanes = SIDE * V::N / 2;
    let start = factors(walk, field, constants.token);
    let (divisors, numerators) = products(constants, field, start, buffers);
    let inverse = inverses(divisors.spill(), lanes, field);
    ratios(constants, field, start, Row::gather(&inverse, constants.token), buffers);
    // β at the start of each lane, and behind the last.
    let (mut beta, mut next) = ([0; LANES], walk.beta);
    for ((slot, &above), &below) in beta.iter_mut().zip(&numerators.spill()).zip(&inverse).take(lanes) {
        *slot = next;
        next = field.montgomery_product(next, field.montgomery_product(above, below));
    }
    let (alphas, taus) = forward(constants, field, start, Row::gather(&beta, constants.token), buffers);
    let common = scan(walk, field, alphas.spill(), taus.spill(), lanes);
    write(constants, pairs, common, buffers);
    walk.beta = next;
}

/// The factors at the start of each lane.
#[inline(always)]
fn factors<V: Words>(walk: &Walk, field: &Montgomery, token: V::Token) -> Factors<V> {
    let (mut next, mut left, mut even) = ([0; LANES], [0; LANES], [0; LANES]);
    for l in 0..SIDE * V::N / 2 {
        let m = walk.m + (l * STEPS) as u64;
        // All below n, and so below the modulus.
        next[l] = field.enter((m + 1) as u32);
        left[l] = field.enter((walk.top - m) as u32);
        even[l] = field.enter((walk.top - 2 * m) as u32);
    }
    Factors {
        next: Row::gather(&next, token),
        left: Row::gather(&left, token),
        even: Row::gather(&even, token),
    }
}

/// Pass 1: the product of each lane's divisors and of its numerators; the divisors and the products before
/// them stay in the buffers.
#[inline(always)]
fn products<V: Words>(
    constants: &Constants<V>,
    field: &Montgomery,
    start: Factors<V>,
    buffers: &mut Buffers<V>,
) -> (Row<V>, Row<V>) {
    let one = Row::splat(field.radix(), constants.token);
    let (mut f, mut divisors, mut numerators) = (start, one, one);
    for (ratio, divisor) in buffers.ratio.iter_mut().zip(&mut buffers.divisor) {
        *divisor = f.next.times(f.left, constants);
        *ratio = divisors;
        divisors = divisors.times(*divisor, constants);
        let odd = f.even.minus(one, constants);
        numerators = numerators.times(f.even.times(odd, constants), constants);
        f.next = f.next.plus(one, constants);
        f.left = f.left.minus(one, constants);
        f.even = odd.minus(one, constants);
    }
    (divisors, numerators)
}

/// Inverses of the first `lanes` units, all in Montgomery form, with one inversion.
fn inverses(units: [u32; LANES], lanes: usize, field: &Montgomery) -> [u32; LANES] {
    let mut out = [0; LANES];
    let mut product = field.radix();
    for (slot, &unit) in out.iter_mut().zip(&units).take(lanes) {
        *slot = product;
        product = field.montgomery_product(product, unit);
    }
    // The modulus has no prime factor in common with the units.
    let plain = field.montgomery_product(product, 1 % field.modulus());
    let mut inverse = field.enter(residues::inverse(plain, field.modulus()).unwrap_or(0));
    for l in (0..lanes).rev() {
        out[l] = field.montgomery_product(out[l], inverse);
        inverse = field.montgomery_product(inverse, units[l]);
    }
    out
}

/// Pass 2, backwards: `(N-2m)/d` of every step.
#[inline(always)]
fn ratios<V: Words>(
    constants: &Constants<V>,
    field: &Montgomery,
    start: Factors<V>,
    mut inverse: Row<V>,
    buffers: &mut Buffers<V>,
) {
    let two = Row::splat(combine(field, &[field.radix(), field.radix()], 0), constants.token);
    // Behind the lane the even factor is 2·STEPS less than at its start.
    let span = Row::splat(field.enter(2 * STEPS as u32 % field.modulus()), constants.token);
    let mut even = start.even.minus(span, constants);
    for (ratio, divisor) in buffers.ratio.iter_mut().zip(&buffers.divisor).rev() {
        even = even.plus(two, constants);
        *ratio = inverse.times(*ratio, constants).times(even, constants);
        inverse = inverse.times(*divisor, constants);
    }
}

/// Pass 3: α, β and τ' of every step; returns the last α and τ'.
#[inline(always)]
fn forward<V: Words>(
    constants: &Constants<V>,
    field: &Montgomery,
    start: Factors<V>,
    mut beta: Row<V>,
    buffers: &mut Buffers<V>,
) -> (Row<V>, Row<V>) {
    let one = Row::splat(field.radix(), constants.token);
    let (mut next, mut even) = (start.next, start.even);
    let (mut alpha, mut tau) = (Row::splat(0, constants.token), Row::splat(0, constants.token));
    for j in 0..STEPS {
        let odd = even.minus(one, constants);
        let common = beta.times(buffers.ratio[j], constants);
        buffers.beta[j] = beta;
        buffers.tau[j] = tau;
        alpha = common.times(next, constants);
        beta = common.times(odd, constants);
        buffers.ratio[j] = alpha;
        buffers.divisor[j] = beta;
        tau = tau.plus(alpha, constants).halved(constants).plus(beta, constants);
        next = next.plus(one, constants);
        even = odd.minus(one, constants);
    }
    (alpha, tau)
}

/// Takes the walk across the lanes, given their last α and τ'; returns α and `2^{N-m} - τ` at the start of
/// each lane.
fn scan(
    walk: &mut Walk,
    field: &Montgomery,
    alphas: [u32; LANES],
    taus: [u32; LANES],
    lanes: usize,
) -> [[u32; LANES]; 2] {
    // 2^{-STEPS}, in Montgomery form.
    let shrink = (0..STEPS).fold(field.radix(), |x, _| half(field, x));
    let mut out = [[0; LANES]; 2];
    for l in 0..lanes {
        out[0][l] = walk.alpha;
        out[1][l] = combine(field, &[walk.power], walk.tau);
        walk.alpha = alphas[l];
        walk.tau = combine(field, &[taus[l], field.montgomery_product(walk.tau, shrink)], 0);
        walk.power = field.montgomery_product(walk.power, shrink);
    }
    walk.m += (lanes * STEPS) as u64;
    out
}

/// Pass 4: the counts, `a_{2m}` and `a_{2m+1}` of every step.
#[inline(always)]
fn write<V: Words>(
    constants: &Constants<V>,
    pairs: &mut [u32],
    [alphas, commons]: [[u32; LANES]; 2],
    buffers: &Buffers<V>,
) {
    let (mut alpha, mut common) =
        (Row::<V>::gather(&alphas, constants.token), Row::<V>::gather(&commons, constants.token));
    for j in 0..STEPS {
        let (beta, next_alpha, next_beta) = (buffers.beta[j], buffers.ratio[j], buffers.divisor[j]);
        let base = common.minus(buffers.tau[j], constants).plus(beta, constants);
        let even = base.plus(beta, constants).plus(alpha, constants);
        let odd = base.plus(next_alpha, constants).plus(next_beta, constants);
        for (lane, &pair) in pairs.chunks_exact_mut(2 * STEPS).zip(&even.below(odd).words()) {
            lane[2 * j..][..2].copy_from_slice(&pair);
        }
        alpha = next_alpha;
        common = common.halved(constants);
    }
}
