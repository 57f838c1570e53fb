//! Paper cutting. With a_i(t) = G(i,t) ⊕ G(w−i,t), the cut of a w×h sheet at (i,j) has the value a_i(j) ⊕
//! a_i(h−j): the options of (w,h) are the pairs with sum h in the sequences a_i, 1 ≤ i ≤ w/2.
//!
//! **Tails.** Let a_i be constant, α, from height τ_i on. For h ≥ 2τ_i one side of every pair is in the
//! constant part, so the values from a_i are {0} ∪ {a_i(t) ⊕ α : t < τ_i}, the same as for h = 2τ_i. Row w is
//! therefore constant from max 2τ_i on; up to there each value is verified. Rows are given, so they are
//! independent and shared out to threads. Cost: Σ_w Σ_{i≤w/2} τ_i² pairs; memory: the sequences of one row
//! for each thread, 4·Σ_i τ_i bytes.
//!
//! **Moves.** A winning cut has value 0: D(W,H) is the sum over ordered (i,j), i+j ≤ W, of the number of
//! pairs (k,l) with k+l ≤ H and t(k) = t(l), where t(x) = G(i,x) ⊕ G(j,x).

use std::ops::Range;

use num_bigint::{BigInt, BigUint};
use sprague_certificate::Question;

use crate::{
    Fault, Work,
    count::number,
    memory::Buffer,
    options::{Seen, find_targets, width},
    refuse,
    tally::Tally,
    work::{Meter, PORTION},
};

/// Heights verified in one go.
const BLOCK: usize = 128;

/// Verified rows 1, …, W: `rows[w − 1][h − 1]` is G(w,h), constant after its end.
pub(crate) struct Sheets<'a> {
    rows: Buffer<'a, &'a [u16]>,
    /// The least power of two above all values.
    width: usize,
}

/// A sequence a(1), a(2), … up to its last change and on to twice that length; `g[0]` is not used.
struct Sequence<'a> {
    tau: usize,
    g: Buffer<'a, u16>,
}

/// What a thread keeps from one row to the next.
struct Scratch<'a> {
    meter: Meter<'a>,
    seen: Seen<'a>,
    /// For each value the least height from which some sequence has it at all heights.
    always: Buffer<'a, usize>,
    /// For each value a sequence and a place in it that had the value at an earlier height.
    witness: Buffer<'a, (usize, usize)>,
}

impl<'a> Sheets<'a> {
    fn value(&self, w: usize, h: usize) -> u16 {
        let row = self.rows[w - 1];
        row[h.min(row.len()) - 1]
    }

    /// G(i,·) ⊕ G(j,·).
    fn sequence<'w>(&self, i: usize, j: usize, work: &'w Work) -> Result<Sequence<'w>, Fault> {
        let at = |h| self.value(i, h) ^ self.value(j, h);
        let longest = self.rows[i - 1].len().max(self.rows[j - 1].len());
        let mut tau = longest;
        while tau > 1 && at(tau - 1) == at(tau) {
            tau -= 1;
            if tau.is_multiple_of(PORTION) {
                work.charge(PORTION)?;
            }
        }
        let mut g = work.room(2 * tau + 1, "the sequences of a row")?;
        g.push(0)?;
        for first in (1..=2 * tau).step_by(PORTION) {
            work.charge(PORTION.min(2 * tau))?;
            g.extend((first..=2 * tau).take(PORTION).map(at))?;
        }
        Ok(Sequence { tau, g })
    }

    fn scratch<'w>(&self, work: &'w Work<'w>) -> Result<Scratch<'w>, Fault> {
        Ok(Scratch {
            meter: Meter::new(work),
            seen: Seen::new(self.width, work)?,
            always: work.buffer(self.width, 0, "the values reached at all heights")?,
            witness: work.buffer(self.width, (0, 1), "the witnesses")?,
        })
    }

    fn verify_row(&self, w: usize, scratch: &mut Scratch, work: &Work) -> Result<(), Fault> {
        let tail = self.rows[w - 1].len();
        if tail > 1 && self.value(w, tail - 1) == self.value(w, tail) {
            return refuse(format!("the row is constant from height {} on already, at w = {w}", tail - 1));
        }
        let mut splits = work.room(w / 2, "the sequences of a row")?;
        scratch.always.fill(usize::MAX);
        scratch.witness.fill((0, 1));
        for i in 1..=w / 2 {
            let a = self.sequence(i, w - i, work)?;
            a.find_constants(&mut scratch.always, work)?;
            splits.push(a)?;
        }
        let constant_from = splits.iter().map(|a| 2 * a.tau).max().unwrap_or(1);
        let end = tail.max(constant_from) + 1;
        // Heights in blocks, so that a wrong value is found before all of them are compared.
        for first in (1..end).step_by(BLOCK) {
            self.verify_heights(w, first..end.min(first + BLOCK), &splits, scratch, work)?;
        }
        Ok(())
    }

    fn verify_heights(
        &self,
        w: usize,
        heights: Range<usize>,
        splits: &[Sequence],
        scratch: &mut Scratch,
        work: &Work,
    ) -> Result<(), Fault> {
        let (mut row, mut hits) = ([0; BLOCK], [0; BLOCK]);
        for h in heights.clone() {
            row[h - heights.start] = self.value(w, h);
        }
        for a in splits {
            let end = heights.end.min(2 * a.tau);
            let targets = &row[..end.saturating_sub(heights.start)];
            for part in (1..=end / 2).step_by(PORTION / 16).take_while(|_| !targets.is_empty()) {
                let parts = part..(part + PORTION / 16).min(end / 2 + 1);
                work.charge(parts.len() * targets.len())?;
                find_targets(&a.g, parts, heights.start, targets, &mut hits);
            }
        }
        for h in heights.clone() {
            let v = row[h - heights.start];
            if hits[h - heights.start] != 0 || scratch.always[v as usize] <= h {
                return refuse(format!("value {v} is among the options, at w = {w}, h = {h}"));
            }
            mark_pairs(splits, h, v, scratch)?;
            if let Some(u) = scratch.seen.next_missing(0) {
                return refuse(format!("value {v}, but {u} is not among the options, at w = {w}, h = {h}"));
            }
        }
        scratch.meter.settle()
    }

    /// Sheets of these widths and heights, by value. From the longest tail on each row adds one value a
    /// height.
    pub fn tally<'w>(
        &self,
        widths: (&BigUint, &BigUint),
        heights: (&BigUint, &BigUint),
        work: &'w Work<'w>,
    ) -> Result<Tally<'w>, Fault> {
        let mut tally = Tally::new(self.width);
        if widths.0 > widths.1 || heights.0 > heights.1 {
            return Ok(tally);
        }
        let last = usize::try_from(widths.1).ok().filter(|&last| last <= self.rows.len());
        let (Some(last), Ok(first)) = (last, usize::try_from(widths.0)) else {
            return refuse(format!("sheets of width {} need rows up to there", widths.1));
        };
        let longest = self.rows[first - 1..last].iter().map(|row| row.len()).max().unwrap_or(1);
        let mut once = work.buffer(self.width, 0, "the histogram")?;
        let mut each = work.buffer(self.width, 0, "the histogram")?;
        let mut meter = Meter::new(work);
        let mut beyond = BigInt::ZERO;
        for (end, sign) in [(heights.1.clone(), 1), (heights.0 - 1u32, -1)] {
            let listed = usize::try_from(&end).unwrap_or(usize::MAX).min(longest);
            for w in first..=last {
                for h in 1..=listed {
                    meter.charge(4)?;
                    once[self.value(w, h) as usize] += sign;
                }
            }
            beyond += BigInt::from(end - listed) * sign;
        }
        (first..=last).for_each(|w| each[self.value(w, longest) as usize] += 1);
        meter.settle()?;
        tally.add(1.into(), once);
        tally.add(beyond, each);
        Ok(tally)
    }

    /// D(W,H) by the plain formula.
    pub fn count(&self, question: &Question, work: &Work) -> Result<BigUint, Fault> {
        let Question::Moves { width, height } = question else {
            return refuse("this question does not fit this rule");
        };
        if *width > self.rows.len() as u64 + 1 {
            return refuse(format!("D({width},{height}) needs rows up to {}", width - 1));
        }
        let (width, height) = (*width as usize, number(height)?);
        let mut times = work.buffer(self.width, 0, "the times each value occurs")?;
        let mut sum = BigUint::ZERO;
        for i in 1..width {
            for j in i..=width - i {
                let t = self.sequence(i, j, work)?;
                let both_orders = if i == j { 1u32 } else { 2 };
                sum += t.equal_pairs(&height, &mut times, work)? * both_orders;
            }
        }
        Ok(sum)
    }
}

impl Sequence<'_> {
    /// For h ≥ 2τ the values of pairs of sum h are always those of sum 2τ.
    fn find_constants(&self, always: &mut [usize], work: &Work) -> Result<(), Fault> {
        let last = 2 * self.tau;
        for first in (1..=self.tau).step_by(PORTION) {
            work.charge(PORTION.min(last))?;
            for t in (first..=self.tau).take(PORTION) {
                let least = &mut always[(self.g[t] ^ self.g[last - t]) as usize];
                *least = last.min(*least);
            }
        }
        Ok(())
    }

    /// Pairs (k,l), k, l ≥ 1, k + l ≤ H, with t(k) = t(l); `times` has an entry for each value.
    fn equal_pairs(&self, height: &BigUint, times: &mut [u64], work: &Work) -> Result<BigUint, Fault> {
        let Sequence { tau, g } = self;
        let tau = *tau;
        work.charge(times.len() + g.len())?;
        times.fill(0);
        if *height < BigUint::from(2 * tau) {
            // k upwards, so that the l allowed become fewer.
            let height = usize::try_from(height).unwrap_or(0);
            (1..height).for_each(|l| times[g[l] as usize] += 1);
            let mut sum = 0u128;
            for k in 1..height {
                sum += u128::from(times[g[k] as usize]);
                times[g[height - k] as usize] -= 1;
            }
            return Ok(sum.into());
        }
        // Both below τ; one below τ and equal to the constant, l = τ … H−k, in both orders; both from τ on.
        (1..tau).for_each(|k| times[g[k] as usize] += 1);
        let both: u128 = times.iter().map(|&c| c as u128 * c as u128).sum();
        let constant = (1..tau).filter(|&k| g[k] == g[tau]);
        let (count, total) =
            constant.fold((0u128, 0u128), |(count, total), k| (count + 1, total + k as u128));
        let one = (height + 1u32 - tau) * count - total;
        let m = height - (2 * tau - 1);
        Ok(both + one * 2u32 + &m * (&m + 1u32) / 2u32)
    }
}

/// Mark the values below v of the options of height h. A pair that had value u at an earlier height often has
/// it still, so the pair in `witness[u]` is tried first; then all pairs, smallest parts first.
fn mark_pairs(splits: &[Sequence], h: usize, v: u16, scratch: &mut Scratch) -> Result<(), Fault> {
    let Scratch { meter, seen, witness, .. } = scratch;
    seen.start(v);
    let value = |i: usize, j: usize| {
        let Sequence { tau, g } = splits.get(i)?;
        let sum = h.min(2 * tau);
        (2 * j <= sum).then(|| g[j] ^ g[sum - j])
    };
    meter.charge(1 + 2 * v as usize)?;
    let early = witness[..v as usize].iter().filter_map(|&(i, j)| value(i, j));
    early.for_each(|value| _ = seen.mark(value));
    for j in (1..=h / 2).take_while(|_| !splits.is_empty()) {
        if seen.missing == 0 {
            break;
        }
        meter.charge(2 * splits.len())?;
        for i in 0..splits.len() {
            if let Some(value) = value(i, j)
                && seen.mark(value)
            {
                witness[value as usize] = (i, j);
            }
        }
    }
    Ok(())
}

/// Verify all rows with their tails.
pub(crate) fn verify<'a>(tails: &[u64], values: &'a [u16], work: &'a Work<'a>) -> Result<Sheets<'a>, Fault> {
    let mut rows = work.room(tails.len(), "the rows")?;
    let mut rest = values;
    for (&tail, w) in tails.iter().zip(1..) {
        let row = usize::try_from(tail).ok().filter(|&tail| tail >= 1 && tail <= rest.len());
        let Some(row) = row else {
            return refuse(format!("tail {tail} does not fit the number of values, at w = {w}"));
        };
        rows.push(&rest[..row])?;
        rest = &rest[row..];
    }
    if !rest.is_empty() || rows.is_empty() {
        return refuse("the tails do not add up to the number of values");
    }
    let sheets = Sheets { rows, width: width(values, work)? };
    work.each(tails.len(), || sheets.scratch(work), |i, scratch| sheets.verify_row(i + 1, scratch, work))?;
    Ok(sheets)
}

#[cfg(test)]
mod tests;
