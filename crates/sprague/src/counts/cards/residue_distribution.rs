//! The distribution of card stacking modulo `m < 2^31`, all prime factors of `m` above `n`, in O(n) and in place.
//!
//! Idea: the closed form of [`super::distribution`] walks `m = 0, 1, …` with `β` and `τ`; a step divides by
//! `d = (m+1)(N-m)`, `N = n - 2`. A block of steps is shared among lanes, lane `l` taking `STEPS` consecutive ones:
//!
//! 1. forwards, each lane multiplies up its `d` and its numerators; one inverse serves the whole block
//!    (Montgomery's trick, along the steps and across the lanes);
//! 2. backwards, each lane finds `(N-2m)/d` of each step;
//! 3. a scan across the lanes gives every lane the β it starts from; forwards again for α, β and, starting from zero,
//!    τ, which is linear: `τ_m = τ'_m + 2^{-j} τ_start` after `j` steps;
//! 4. a scan for `τ_start`, and the counts are written, two to a step.
//!
//! Cost: ten Montgomery products a step on half vectors, n/2 steps. Memory: the result and 64 KiB.

use super::MODULAR_LIMIT;
use crate::counts::CountError;
use crate::counts::arithmetic::lanes::{Lanes, Level, at_level};
use crate::counts::arithmetic::montgomery::{Constants, Montgomery};
use crate::counts::arithmetic::residues;

/// Where the walk stands.
#[derive(Clone, Copy, Debug)]
struct Walk {
    /// `N = n - 2`.
    top: u64,
    m: u64,
    /// `α_m`, `β_m`, `τ_m` and `2^{N-m}`.
    alpha: u32,
    beta: u32,
    tau: u32,
    power: u32,
}

/// The distribution padded with zeros to a power of two.
pub(super) fn padded(n: u64, field: &Montgomery) -> Result<Vec<u32>, CountError> {
    padded_at(Level::best(), n, field)
}

/// [`padded`] with a given instruction set.
fn padded_at(level: Level, n: u64, field: &Montgomery) -> Result<Vec<u32>, CountError> {
    if n > MODULAR_LIMIT {
        return Err(CountError::TooLarge {
            what: "the number of cards",
            size: n.to_string(),
            limit: MODULAR_LIMIT.to_string(),
        });
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
    blocks(level, used, &mut walk, field);
    rest(used, &mut walk, field);
    // The general formula does not hold for g = 0.
    used[0] = ((u64::from(power) + 2) % u64::from(modulus)) as u32;
    Ok(counts)
}

/// `a + b - c` modulo the modulus.
fn combine(field: &Montgomery, plus: &[u32], minus: u32) -> u32 {
    let m = u64::from(field.modulus());
    let sum: u64 = plus.iter().map(|&x| u64::from(x)).sum();
    ((sum + m - u64::from(minus)) % m) as u32
}

/// Half of a residue.
fn half(field: &Montgomery, x: u32) -> u32 {
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

/// Steps of a lane in one block.
const STEPS: usize = 64;
/// Half vectors side by side, to hide the latency of a product.
const SIDE: usize = 4;
/// Most lanes of any instruction set: half vectors of AVX-512.
const LANES: usize = SIDE * 8;

at_level! {
    /// As many whole blocks as there are.
    fn blocks(counts: &mut [u32], walk: &mut Walk, field: &Montgomery) = blocks_kernel
}

/// One value a lane.
type Row<V> = [V; SIDE];

/// The lanes of a row as numbers.
#[inline(always)]
unsafe fn spill<V: Lanes>(row: Row<V>) -> [u32; LANES] {
    let mut words = [0u64; LANES];
    let mut out = [0; LANES];
    // SAFETY: a row has at most `LANES` numbers of 64 bits.
    unsafe {
        for k in 0..SIDE {
            row[k].store(words.as_mut_ptr().cast::<u32>().add(k * V::N));
        }
    }
    for (x, &word) in out.iter_mut().zip(&words) {
        *x = word as u32;
    }
    out
}

/// The inverse of [`spill`].
#[inline(always)]
unsafe fn gather<V: Lanes>(numbers: &[u32; LANES]) -> Row<V> {
    let words = numbers.map(u64::from);
    // SAFETY: a row has at most `LANES` numbers of 64 bits.
    unsafe {
        let mut row = [V::splat(0); SIDE];
        for k in 0..SIDE {
            row[k] = V::load(words.as_ptr().cast::<u32>().add(k * V::N));
        }
        row
    }
}

/// The factors of a step in Montgomery form: `m + 1`, `N - m`, `N - 2m`.
#[derive(Clone, Copy)]
struct Factors<V> {
    next: Row<V>,
    left: Row<V>,
    even: Row<V>,
}

#[inline(always)]
unsafe fn blocks_kernel<V: Lanes>(counts: &mut [u32], walk: &mut Walk, field: &Montgomery) {
    let lanes = SIDE * V::N / 2;
    let steps = (lanes * STEPS) as u64;
    // SAFETY: the caller vouches for the instruction set.
    unsafe {
        let zero = [V::splat(0); SIDE];
        let mut buffers =
            Buffers { ratio: [zero; STEPS], divisor: [zero; STEPS], beta: [zero; STEPS], tau: [zero; STEPS] };
        // Every factor of a block must stay positive.
        while 2 * (walk.m + steps) < walk.top {
            let place = 2 * walk.m as usize;
            let pairs = &mut counts[place..place + 2 * steps as usize];
            block(pairs, walk, field, &mut buffers);
        }
    }
}

/// Work space of a block, one row a step.
struct Buffers<V> {
    /// Products of divisors, then `(N-2m)/d`, then α.
    ratio: [Row<V>; STEPS],
    divisor: [Row<V>; STEPS],
    beta: [Row<V>; STEPS],
    tau: [Row<V>; STEPS],
}

#[inline(always)]
unsafe fn block<V: Lanes>(pairs: &mut [u32], walk: &mut Walk, field: &Montgomery, buffers: &mut Buffers<V>) {
    let lanes = SIDE * V::N / 2;
    // SAFETY: the caller vouches for the instruction set.
    unsafe {
        let constants = Constants::<V>::new(field);
        let start = factors::<V>(walk, field);
        let (divisors, numerators) = products(&constants, field, start, buffers);
        let (divisors, numerators) = (spill(divisors), spill(numerators));
        let mut inverse = [0; LANES];
        inverse[..lanes].copy_from_slice(&montgomery_inverses(&divisors[..lanes], field));
        ratios(&constants, field, start, gather(&inverse), buffers);
        // β at the start of each lane, and behind the last.
        let mut beta = [0; LANES];
        let mut next = walk.beta;
        for l in 0..lanes {
            beta[l] = next;
            next = field.montgomery_product(next, field.montgomery_product(numerators[l], inverse[l]));
        }
        let ends = forward(&constants, field, start, gather(&beta), buffers);
        write(&constants, pairs, walk, field, spill(ends.0), spill(ends.1), buffers);
        walk.beta = next;
    }
}

/// The factors at the start of each lane.
#[inline(always)]
unsafe fn factors<V: Lanes>(walk: &Walk, field: &Montgomery) -> Factors<V> {
    let lanes = SIDE * V::N / 2;
    let mut rows = [[0; LANES]; 3];
    for l in 0..lanes {
        let m = walk.m + (l * STEPS) as u64;
        // All below 2^31 < n's limit, and below the modulus as its factors exceed n.
        rows[0][l] = field.enter((m + 1) as u32);
        rows[1][l] = field.enter((walk.top - m) as u32);
        rows[2][l] = field.enter((walk.top - 2 * m) as u32);
    }
    // SAFETY: the caller vouches for the instruction set.
    unsafe { Factors { next: gather(&rows[0]), left: gather(&rows[1]), even: gather(&rows[2]) } }
}

/// Pass 1: the product of each lane's divisors and of its numerators; the divisors and the products before
/// them stay in the buffers.
#[inline(always)]
unsafe fn products<V: Lanes>(
    constants: &Constants<V>,
    field: &Montgomery,
    start: Factors<V>,
    buffers: &mut Buffers<V>,
) -> (Row<V>, Row<V>) {
    // SAFETY: the caller vouches for the instruction set.
    unsafe {
        let (m, one) = (constants.modulus, V::splat64(field.radix().into()));
        let mut f = start;
        let (mut divisors, mut numerators) = ([one; SIDE], [one; SIDE]);
        for j in 0..STEPS {
            for k in 0..SIDE {
                let divisor = constants.strict(f.next[k], f.left[k]);
                buffers.divisor[j][k] = divisor;
                buffers.ratio[j][k] = divisors[k];
                divisors[k] = constants.strict(divisors[k], divisor);
                let odd = f.even[k].sub_mod(one, m);
                numerators[k] = constants.strict(numerators[k], constants.strict(f.even[k], odd));
                f.next[k] = f.next[k].add_mod(one, m);
                f.left[k] = f.left[k].sub_mod(one, m);
                f.even[k] = odd.sub_mod(one, m);
            }
        }
        (divisors, numerators)
    }
}

/// Inverses in Montgomery form of units in Montgomery form.
fn montgomery_inverses(units: &[u32], field: &Montgomery) -> Vec<u32> {
    let mut before = Vec::with_capacity(units.len());
    let mut product = field.radix();
    for &unit in units {
        before.push(product);
        product = field.montgomery_product(product, unit);
    }
    let plain = field.montgomery_product(product, 1 % field.modulus());
    let mut inverse = field.enter(residues::inverse(plain, field.modulus()).unwrap_or(0));
    for (slot, &unit) in before.iter_mut().zip(units).rev() {
        *slot = field.montgomery_product(*slot, inverse);
        inverse = field.montgomery_product(inverse, unit);
    }
    before
}

/// Pass 2, backwards: `(N-2m)/d` of every step.
#[inline(always)]
unsafe fn ratios<V: Lanes>(
    constants: &Constants<V>,
    field: &Montgomery,
    start: Factors<V>,
    mut inverse: Row<V>,
    buffers: &mut Buffers<V>,
) {
    // SAFETY: the caller vouches for the instruction set.
    unsafe {
        let m = constants.modulus;
        let two = V::splat64(combine(field, &[field.radix(), field.radix()], 0).into());
        // Even factor behind the lane: 2·STEPS less than at its start.
        let span = V::splat64(field.enter(2 * STEPS as u32 % field.modulus()).into());
        let mut even = start.even;
        for k in 0..SIDE {
            even[k] = even[k].sub_mod(span, m);
        }
        for j in (0..STEPS).rev() {
            for k in 0..SIDE {
                even[k] = even[k].add_mod(two, m);
                let reciprocal = constants.strict(inverse[k], buffers.ratio[j][k]);
                inverse[k] = constants.strict(inverse[k], buffers.divisor[j][k]);
                buffers.ratio[j][k] = constants.strict(reciprocal, even[k]);
            }
        }
    }
}

/// Half of every residue.
#[inline(always)]
unsafe fn halved<V: Lanes>(x: V, m: V) -> V {
    // SAFETY: the caller vouches for the instruction set.
    unsafe {
        let odd = V::splat(0).sub(x.and(V::splat64(1)));
        x.add(odd.and(m)).half()
    }
}

/// Pass 3: α (into `ratio`, shifted by one step), β and τ' of every step; returns the last α and τ'.
#[inline(always)]
unsafe fn forward<V: Lanes>(
    constants: &Constants<V>,
    field: &Montgomery,
    start: Factors<V>,
    mut beta: Row<V>,
    buffers: &mut Buffers<V>,
) -> (Row<V>, Row<V>) {
    // SAFETY: the caller vouches for the instruction set.
    unsafe {
        let (m, one) = (constants.modulus, V::splat64(field.radix().into()));
        let mut f = start;
        let mut alpha = [V::splat(0); SIDE];
        let mut tau = alpha;
        for j in 0..STEPS {
            for k in 0..SIDE {
                let odd = f.even[k].sub_mod(one, m);
                let common = constants.strict(beta[k], buffers.ratio[j][k]);
                buffers.beta[j][k] = beta[k];
                buffers.tau[j][k] = tau[k];
                alpha[k] = constants.strict(common, f.next[k]);
                beta[k] = constants.strict(common, odd);
                buffers.ratio[j][k] = alpha[k];
                buffers.divisor[j][k] = beta[k];
                tau[k] = halved(tau[k].add_mod(alpha[k], m), m).add_mod(beta[k], m);
                f.next[k] = f.next[k].add_mod(one, m);
                f.even[k] = odd.sub_mod(one, m);
            }
        }
        (alpha, tau)
    }
}

/// Pass 4: the counts. `alphas` and `taus` are the lanes' last α and τ'.
#[inline(always)]
unsafe fn write<V: Lanes>(
    constants: &Constants<V>,
    pairs: &mut [u32],
    walk: &mut Walk,
    field: &Montgomery,
    alphas: [u32; LANES],
    taus: [u32; LANES],
    buffers: &Buffers<V>,
) {
    let lanes = SIDE * V::N / 2;
    // 2^{-STEPS}, in Montgomery form.
    let shrink = (0..STEPS).fold(field.radix(), |x, _| half(field, x));
    let (mut alpha_start, mut common_start) = ([0; LANES], [0; LANES]);
    for l in 0..lanes {
        alpha_start[l] = walk.alpha;
        common_start[l] = combine(field, &[walk.power], walk.tau);
        walk.alpha = alphas[l];
        walk.tau = combine(field, &[taus[l], field.montgomery_product(walk.tau, shrink)], 0);
        walk.power = field.montgomery_product(walk.power, shrink);
    }
    walk.m += (lanes * STEPS) as u64;
    let mut out = [0u64; 8];
    let pairs = &mut pairs[..2 * lanes * STEPS];
    // SAFETY: `out` holds a vector; the caller vouches for the instruction set.
    unsafe {
        let m = constants.modulus;
        let mut alpha: Row<V> = gather(&alpha_start);
        let mut common: Row<V> = gather(&common_start);
        for j in 0..STEPS {
            for k in 0..SIDE {
                let (beta, next_alpha, next_beta) =
                    (buffers.beta[j][k], buffers.ratio[j][k], buffers.divisor[j][k]);
                let base = common[k].sub_mod(buffers.tau[j][k], m).add_mod(beta, m);
                let even = base.add_mod(beta, m).add_mod(alpha[k], m);
                let odd = base.add_mod(next_alpha, m).add_mod(next_beta, m);
                alpha[k] = next_alpha;
                common[k] = halved(common[k], m);
                even.add(odd.low_to_high()).store(out.as_mut_ptr().cast());
                for (lane, &pair) in out[..V::N / 2].iter().enumerate() {
                    let at = 2 * ((k * V::N / 2 + lane) * STEPS + j);
                    pairs[at] = pair as u32;
                    pairs[at + 1] = (pair >> 32) as u32;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::cards::distribution::{exact, reference_modulo};

    #[test]
    fn short_ones_agree_with_the_integers() {
        for n in 0..150u64 {
            for m in [151u32, 151 * 157, 1_000_000_007, (1 << 31) - 1] {
                let field = Montgomery::new(m).unwrap();
                let mut expected: Vec<u32> = exact(n).iter().map(|a| u32::try_from(a % m).unwrap()).collect();
                expected.resize(expected.len().next_power_of_two(), 0);
                assert_eq!(padded(n, &field).unwrap(), expected, "n = {n} modulo {m}");
            }
        }
    }

    #[test]
    fn long_ones_agree_with_the_reference_at_every_level() {
        for p in [100_003, 1_000_000_007, (1 << 31) - 1] {
            let field = Montgomery::new(p).unwrap();
            for n in [2050, 2051, 4096, 4097, 4100, 9999, 65_536, 100_000, 100_002] {
                let expected = reference_modulo(n, p);
                for &level in Level::available() {
                    let counts = padded_at(level, n, &field).unwrap();
                    assert!(counts[..n as usize] == expected, "n = {n} modulo {p} with {level:?}");
                    assert!(counts[n as usize..].iter().all(|&x| x == 0));
                }
            }
        }
    }
}
