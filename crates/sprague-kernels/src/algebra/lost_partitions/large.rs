//! One coefficient only: large parts are enumerated, small ones multiplied in.
//!
//! Idea: a partition of n has at most three parts above `c = ⌊n/4⌋`. Let `L_t(v)` be the number of multisets
//! of at most three parts above `c` with sum `t` and xor `v`. The small parts have values below a power of
//! two `Q`; only `v < Q` can be completed to xor zero, and the number wanted is the mean over the characters
//! `y < Q` of `Σ_t F_y[n - t] · L̂_t(y)`, with `F_y` the series of the small parts and `L̂_t` the transform
//! of `L_t` cut to `v < Q`. The leaves of the tree come in the order of their reversed bits, so the rows are
//! stored that way: neighbouring leaves read neighbouring words.
//!
//! Cost: about `(n/4)³/36` marks; `n log Q` additions for each of Q characters (the transforms); a tree over
//! parts up to n/4 with `Q ≈ P/4`. For `G(a) = a - 1` that is twenty times less than one character at a time.
//! Memory: `6 n Q` bytes; where that does not fit, all parts are multiplied in.

use super::characters::{Groups, table};
use crate::algebra::transform::transform;
use crate::parallel::join;
use crate::parallel::prelude::*;
use crate::{Meter, Result, Work};

/// Below this n nothing is gained.
const SMALLEST: usize = 64;
/// Most words of all rows together.
const MOST_WORDS: usize = 1 << 28;

/// A partition count split into small and large parts.
pub struct Split<'a> {
    values: &'a [u32],
    /// Small parts are `1..=cut`.
    cut: usize,
    /// `log2 Q`.
    bits: usize,
    /// `L_t`, in reversed order of bits, for `t = cut + 1, …, n`; empty if the split does not pay.
    rows: Vec<u32>,
}

impl<'a> Split<'a> {
    /// Enumerates the large parts for `n = values.len()`.
    pub fn new(values: &'a [u32], work: &Work) -> Result<Self> {
        let n = values.len();
        let cut = n / 4;
        let bits = values[..cut].iter().map(|v| 32 - v.leading_zeros()).max().unwrap_or(0) as usize;
        let mut split = Split { values, cut, bits, rows: Vec::new() };
        let words = (n - cut) << bits;
        // The rows, and a copy that is transformed.
        let fits = words <= MOST_WORDS && work.fits("rows of large parts", words as u64 * 8).is_ok();
        if n >= SMALLEST && fits {
            split.rows = vec![0; words];
            let meter = Meter::new(work, (cut + 1..=n).map(|sum| cost_of_marks(cut, sum)).sum());
            let rows = split.rows.par_chunks_exact_mut(1 << bits).zip(cut + 1..n + 1);
            rows.try_for_each_init(
                || vec![0; all_xors(values)],
                |marks, (row, sum)| -> Result<()> {
                    meter.charge(cost_of_marks(cut, sum))?;
                    mark(values, cut, sum, marks);
                    for (xor, &mark) in marks.iter().take(row.len()).enumerate() {
                        row[reversed(xor as u32, bits)] = mark;
                    }
                    Ok(())
                },
            )?;
        }
        Ok(split)
    }

    /// The number of partitions of n with xor zero modulo an odd `modulus < 2^31`.
    pub fn count(&self, modulus: u32, work: &Work) -> Result<u32> {
        if self.rows.is_empty() {
            return Ok(table(self.values, modulus, work)?.pop().unwrap_or(0));
        }
        let mut rows = self.rows.clone();
        rows.par_chunks_exact_mut(1 << self.bits).try_for_each(|row| {
            row.iter_mut().for_each(|x| *x %= modulus);
            transform(row, modulus, work)
        })?;
        let groups = Groups::new(&self.values[..self.cut]);
        let meter = Meter::new(work, groups.cost(self.values.len()));
        let root = groups.root(self.values.len(), modulus, &meter)?;
        let visit = Visit { split: self, groups: &groups, rows: &rows, modulus, meter: &meter };
        let sum = visit.sum(root, 0, 0)?;
        let half = modulus.div_ceil(2) % modulus;
        let mean = crate::algebra::residues::power(half, self.bits as u64, modulus);
        Ok((u64::from(sum) * u64::from(mean) % u64::from(modulus)) as u32)
    }
}

/// Steps of [`mark`]: the pairs, and the triples by their least part.
fn cost_of_marks(cut: usize, sum: usize) -> u64 {
    let triples = (sum / 3).saturating_sub(cut) as u64 * (sum / 2).saturating_sub(cut) as u64 / 2;
    sum as u64 + triples
}

/// Everything the visit of the tree needs.
struct Visit<'a> {
    split: &'a Split<'a>,
    groups: &'a Groups,
    rows: &'a [u32],
    modulus: u32,
    meter: &'a Meter<'a, 'a>,
}

impl Visit<'_> {
    /// The sum over all leaves below a node.
    fn sum(&self, series: Vec<u32>, depth: usize, y: u32) -> Result<u32> {
        if depth == self.split.bits {
            return Ok(self.leaf(&series, y));
        }
        let child = |mut below: Vec<u32>, y: u32| {
            self.groups.multiply(&mut below, depth + 1, y, self.modulus, self.meter)?;
            self.sum(below, depth + 1, y)
        };
        let copy = series.clone();
        let (zero, one) = join(|| child(copy, y), || child(series, y | 1 << depth));
        Ok(((u64::from(zero?) + u64::from(one?)) % u64::from(self.modulus)) as u32)
    }

    /// `Σ_t F_y[n - t] · L̂_t(y)`, with `L̂_0 = 1`.
    fn leaf(&self, series: &[u32], y: u32) -> u32 {
        let n = series.len() - 1;
        let column = reversed(y, self.split.bits);
        let large = self.rows[column..].iter().step_by(1 << self.split.bits);
        let small = series[..n - self.split.cut].iter().rev();
        let terms = small.zip(large).map(|(&f, &l)| u128::from(f) * u128::from(l));
        let sum = u128::from(series[n]) + terms.sum::<u128>();
        (sum % u128::from(self.modulus)) as u32
    }
}

/// The `bits` lowest bits in reversed order.
fn reversed(x: u32, bits: usize) -> usize {
    x.reverse_bits().checked_shr(32 - bits as u32).unwrap_or(0) as usize
}

/// A power of two above every value.
fn all_xors(values: &[u32]) -> usize {
    values.iter().max().map_or(1, |&v| (v as usize + 1).next_power_of_two())
}

/// Counts in `marks` the multisets of one to three parts above `cut` with the given sum, by xor.
fn mark(values: &[u32], cut: usize, sum: usize, marks: &mut [u32]) {
    marks.fill(0);
    let value = |part: usize| values[part - 1];
    marks[value(sum) as usize] += 1;
    for b in cut + 1..=sum / 2 {
        marks[(value(b) ^ value(sum - b)) as usize] += 1;
    }
    for c in cut + 1..=sum / 3 {
        let rest = sum - c;
        let low = &values[c - 1..rest / 2];
        let high = &values[rest - rest / 2 - 1..rest - c];
        for (&a, &b) in low.iter().zip(high.iter().rev()) {
            marks[(value(c) ^ a ^ b) as usize] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_split_changes_nothing() {
        for n in [64, 65, 66, 67, 100, 131, 200] {
            let plain: Vec<u32> = (0..n).collect();
            let mixed: Vec<u32> = (0..n).map(|a| a * a * 7 % 53).collect();
            let zero = vec![0; n as usize];
            for values in [plain, mixed, zero] {
                for m in [1, 3, 1_000_000_007, (1 << 31) - 1] {
                    let work = Work::quiet();
                    let expected = table(&values, m, &work).unwrap().pop().unwrap();
                    let split = Split::new(&values, &work).unwrap();
                    assert_eq!(split.count(m, &work), Ok(expected), "n = {n} modulo {m}");
                }
            }
        }
    }
}
