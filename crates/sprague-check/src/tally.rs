//! How many pieces have each value, and what the characters of the xor group make of that.
//!
//! A histogram is kept as Σ f·x over a few *terms*: a factor f of any size and a vector x of small numbers,
//! so that 10^1000 heaps of a periodic law are as many periods times the histogram of one, and what is left.
//! Its Walsh–Hadamard transform is linear: entry y, Σ_v (−1)^{popcount(v & y)} h_v, is the same sum over the
//! transformed vectors. For values below P = 2^k, y and y mod P agree, so histograms of different widths go
//! together. Cost: P·log₂ P additions per term; memory: 16·P bytes per term.

use num_bigint::{BigInt, BigUint};

use crate::{
    Fault, Work,
    known::{Heaps, small},
    memory::Buffer,
    work::{Meter, PORTION},
};

/// How many pieces have each value.
pub(crate) struct Tally<'a> {
    /// Factors, and vectors that have an entry for each value below `width`.
    terms: Vec<(BigInt, Buffer<'a, i128>)>, // bounded: at most two terms.
    width: usize,
}

impl<'a> Tally<'a> {
    /// No piece, of values below a power of two.
    pub fn new(width: usize) -> Self {
        Tally { terms: vec![], width } // bounded: at most two terms.
    }

    /// Add a multiple of a vector.
    pub fn add(&mut self, times: BigInt, counts: Buffer<'a, i128>) {
        self.terms.push((times, counts));
    }

    /// The least power of two above all values.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many pieces have a value; after [`Tally::transform`], what character `at` adds up to.
    pub fn entry(&self, at: usize) -> BigInt {
        let place = at & (self.width - 1);
        self.terms.iter().map(|(times, counts)| times * counts[place]).sum()
    }

    /// All pieces.
    pub fn pieces(&self, work: &Work) -> Result<BigInt, Fault> {
        let mut sum = BigInt::ZERO;
        for (times, counts) in &self.terms {
            let mut all = 0;
            for part in counts.chunks(PORTION) {
                work.charge(part.len())?;
                all += part.iter().sum::<i128>();
            }
            sum += times * all;
        }
        Ok(sum)
    }

    /// From numbers of values to sums of characters.
    pub fn transform(&mut self, work: &Work) -> Result<(), Fault> {
        for (_, counts) in &mut self.terms {
            transform(counts, work)?;
        }
        Ok(())
    }

    /// Heaps from one size to another.
    pub fn of_heaps(
        heaps: &dyn Heaps,
        from: &BigUint,
        to: &BigUint,
        work: &'a Work<'a>,
    ) -> Result<Self, Fault> {
        if from > to {
            return Ok(Tally::new(1));
        }
        if let Some(counts) = heaps.tally(to, work)? {
            return of_formula(heaps, counts, from, work);
        }
        let stem = heaps.repeats().map(|(start, period)| start.saturating_add(period));
        let values = match stem.filter(|&stem| *to >= stem.into()) {
            Some(stem) => heaps.list(stem - 1, work)?,
            None => heaps.list(small(to)?, work)?,
        };
        let mut tally = Tally::new(width(&values, work)?);
        let mut once = work.buffer(tally.width, 0, "the histogram")?;
        let Some((start, period)) = heaps.repeats().filter(|_| *to >= values.len().into()) else {
            add(&mut once, &values[small(from)? as usize..], 1, work)?;
            tally.add(1.into(), once);
            return Ok(tally);
        };
        // Heaps below an end: those before the period, whole periods, and what is left.
        let mut rounds = BigInt::ZERO;
        for (end, sign) in [(to + 1u32, 1), (from.clone(), -1)] {
            let whole = if end > start.into() { (&end - start) / period } else { BigUint::ZERO };
            let rest = small(&(end - &whole * period))? as usize;
            add(&mut once, &values[..rest], sign, work)?;
            rounds += BigInt::from(whole) * sign;
        }
        let mut each = work.buffer(tally.width, 0, "the histogram")?;
        add(&mut each, &values[start as usize..], 1, work)?;
        tally.add(1.into(), once);
        tally.add(rounds, each);
        Ok(tally)
    }
}

/// From the law's own numbers of heaps up to the larger end.
fn of_formula<'a>(
    heaps: &dyn Heaps,
    mut counts: Buffer<i128>,
    from: &BigUint,
    work: &'a Work<'a>,
) -> Result<Tally<'a>, Fault> {
    if *from > heaps.least().into() {
        let below = heaps.tally(&(from - 1u32), work)?;
        let less = below.iter().flat_map(|below| below.iter());
        counts.iter_mut().zip(less).for_each(|(count, less)| *count -= less);
    }
    let mut tally = Tally::new(counts.len().next_power_of_two());
    let mut once = work.buffer(tally.width, 0, "the histogram")?;
    once[..counts.len()].copy_from_slice(&counts);
    tally.add(1.into(), once);
    Ok(tally)
}

/// The least power of two above these values.
fn width(values: &[u32], work: &Work) -> Result<usize, Fault> {
    let mut all = 0;
    for part in values.chunks(PORTION) {
        work.charge(part.len())?;
        all = part.iter().fold(all, |all, &value| all | value);
    }
    Ok((all as usize + 1).next_power_of_two())
}

fn add(counts: &mut [i128], values: &[u32], sign: i128, work: &Work) -> Result<(), Fault> {
    for part in values.chunks(PORTION) {
        work.charge(part.len())?;
        part.iter().for_each(|&value| counts[value as usize] += sign);
    }
    Ok(())
}

fn transform(x: &mut [i128], work: &Work) -> Result<(), Fault> {
    let mut meter = Meter::new(work);
    let mut half = 1;
    while half < x.len() {
        for block in x.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.chunks_mut(PORTION).zip(high.chunks_mut(PORTION)) {
                meter.charge(2 * low.len())?;
                for (a, b) in low.iter_mut().zip(high) {
                    (*a, *b) = (*a + *b, *a - *b);
                }
            }
        }
        half *= 2;
    }
    meter.settle()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters() {
        let work = Work::default();
        let mut counts = work.buffer(8, 0, "").map_err(|fault| fault.to_string()).unwrap();
        let values = [5, 1, 0, 0, 7, 3, 2, 2];
        counts.copy_from_slice(&values);
        let mut tally = Tally::new(8);
        tally.add(3.into(), counts);
        assert_eq!(tally.pieces(&work), Ok(60.into()));
        tally.transform(&work).unwrap();
        for y in 0..16usize {
            let sign = |v: usize| if (v & y & 7).count_ones().is_multiple_of(2) { 1 } else { -1 };
            let expected: i128 = (0..8).map(|v| sign(v) * values[v]).sum();
            assert_eq!(tally.entry(y), (3 * expected).into(), "{y}");
        }
    }
}
