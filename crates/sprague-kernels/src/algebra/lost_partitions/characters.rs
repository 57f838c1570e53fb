//! The signed power series of all characters, along a binary tree.
//!
//! Idea: the sign of part `a` under the character `y` depends only on the bits of `y` below the bit length of
//! `G(a)`. So the characters are visited as a binary tree, bit 0 of `y` chosen first; a node of depth `d`
//! holds the product over all parts whose value has at most `d` bits, and its children multiply in the parts
//! of `d + 1` bits. A factor `1/(1 - ε x^a)` is `f_i ← f_i + ε f_{i-a}` for rising `i`: for `a` not below the
//! vector's length that is a vector operation along `i`, with one sign, on a series that stays in the
//! first-level cache.
//!
//! Cost: for n parts of about n different values n² additions for each of the P/2 deepest nodes, less what
//! the parts are large: about `P n² / 7` in all for values `G(a) = a - 1`, against `P n² / 2` one character
//! at a time. Memory: one series per depth and thread.

use crate::parallel::join;
use crate::simd::{Simd, Vector, Words, dispatch};
use crate::{Meter, Result, Work};

/// Steps of multiplying one part into a series: vectors, and a call.
fn cost(length: usize, part: usize) -> u64 {
    length.saturating_sub(part) as u64 / 8 + 8
}

/// Parts grouped by the bit length of their value: `groups[d]` holds `(part, value)`.
pub(super) struct Groups(Vec<Vec<(usize, u32)>>);

impl Groups {
    /// Groups the parts `1..=values.len()`.
    pub(super) fn new(values: &[u32]) -> Self {
        let bits = values.iter().map(|v| 32 - v.leading_zeros()).max().unwrap_or(0) as usize;
        let mut groups = vec![Vec::new(); bits + 1];
        for (part, &value) in (1..).zip(values) {
            groups[32 - value.leading_zeros() as usize].push((part, value));
        }
        Groups(groups)
    }

    /// Number of bits of a character.
    pub(super) fn bits(&self) -> usize {
        self.0.len() - 1
    }

    /// The series at the root: the parts of value zero, to degree `n`.
    pub(super) fn root(&self, n: usize, modulus: u32, meter: &Meter) -> Result<Vec<u32>> {
        let mut series = vec![0; n + 1];
        series[0] = 1 % modulus;
        self.multiply(&mut series, 0, 0, modulus, meter)?;
        Ok(series)
    }

    /// Multiplies in the parts of depth `depth` under the character `y`.
    pub(super) fn multiply(
        &self,
        series: &mut [u32],
        depth: usize,
        y: u32,
        modulus: u32,
        meter: &Meter,
    ) -> Result<()> {
        let level = meter.level(512);
        for &(part, value) in &self.0[depth] {
            meter.charge(cost(series.len(), part))?;
            let sign = if (y & value).count_ones() % 2 == 1 { Sign::Minus } else { Sign::Plus };
            factor(level, series, part, sign, modulus);
        }
        Ok(())
    }

    /// Steps of the whole tree, for series to degree `n`.
    pub(super) fn cost(&self, n: usize) -> u64 {
        let level = |(depth, parts): (usize, &Vec<(usize, u32)>)| {
            let once: u64 = parts.iter().map(|&(part, _)| cost(n + 1, part)).sum();
            once.saturating_mul(1 << depth)
        };
        self.0.iter().enumerate().map(level).fold(0, u64::saturating_add)
    }
}

/// The numbers of partitions of 0, …, `values.len()` with xor zero, modulo an odd `modulus < 2^31`.
pub fn table(values: &[u32], modulus: u32, work: &Work) -> Result<Vec<u32>> {
    let groups = Groups::new(values);
    let meter = Meter::new(work, groups.cost(values.len()));
    let root = groups.root(values.len(), modulus, &meter)?;
    mean(&groups, &root, 0, 0, modulus, &meter)
}

/// The mean of all leaves below a node.
fn mean(
    groups: &Groups,
    series: &[u32],
    depth: usize,
    y: u32,
    modulus: u32,
    meter: &Meter,
) -> Result<Vec<u32>> {
    if depth == groups.bits() {
        return Ok(series.to_vec());
    }
    let child = |y: u32| {
        let mut below = series.to_vec();
        groups.multiply(&mut below, depth + 1, y, modulus, meter)?;
        mean(groups, &below, depth + 1, y, modulus, meter)
    };
    let (zero, one) = join(|| child(y), || child(y | 1 << depth));
    let mut zero = zero?;
    for (a, b) in zero.iter_mut().zip(one?) {
        // Both below 2^31, and the modulus is odd.
        let sum = (*a + b).min((*a + b).wrapping_sub(modulus));
        *a = if sum % 2 == 0 { sum / 2 } else { (sum + modulus) / 2 };
    }
    Ok(zero)
}

/// The sign of a part under a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

dispatch! {
    /// `f_i ← f_i ± f_{i-part}` for rising `i`, modulo `modulus < 2^31`.
    fn factor(series: &mut [u32], part: usize, sign: Sign, modulus: u32) = factor_kernel
}

#[inline(always)]
fn factor_kernel<X: Simd>(series: &mut [u32], part: usize, sign: Sign, modulus: u32, simd: X) {
    match sign {
        Sign::Minus => signed_factor::<X, true>(series, part, modulus, simd),
        Sign::Plus => signed_factor::<X, false>(series, part, modulus, simd),
    }
}

#[inline(always)]
fn signed_factor<X: Simd, const MINUS: bool>(series: &mut [u32], part: usize, modulus: u32, simd: X) {
    let n = series.len();
    let mut i = part;
    if part >= X::V::N {
        let m = X::V::splat32(simd.into(), modulus);
        while i + X::V::N <= n {
            // What is read is below what is written, so it is final.
            let a = X::V::load(simd.into(), &series[i..]);
            let b = X::V::load(simd.into(), &series[i - part..]);
            let sum = if MINUS { a.sub_mod(b, m) } else { a.add_mod(b, m) };
            sum.store(&mut series[i..]);
            i += X::V::N;
        }
    }
    for i in i..n {
        let (a, b) = (series[i], series[i - part]);
        let sum = if MINUS { a.wrapping_sub(b) } else { a + b };
        series[i] = sum.min(if MINUS { sum.wrapping_add(modulus) } else { sum.wrapping_sub(modulus) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_agree_at_every_level() {
        let m = (1u32 << 31) - 1;
        let start: Vec<u32> = (0..300u32).map(|i| m - 1 - i * i).collect();
        for part in 1..300 {
            for sign in [Sign::Plus, Sign::Minus] {
                let mut expected = start.clone();
                for i in part..300 {
                    let term = u64::from(expected[i - part]);
                    let term = if sign == Sign::Minus { u64::from(m) - term } else { term };
                    expected[i] = ((u64::from(expected[i]) + term) % u64::from(m)) as u32;
                }
                for level in crate::simd::every_level() {
                    let mut series = start.clone();
                    factor(level, &mut series, part, sign, m);
                    assert_eq!(series, expected, "part {part} {sign:?} with {level:?}");
                }
            }
        }
    }
}
