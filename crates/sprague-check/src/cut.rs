//! Paper cutting. With a_i(t) = G(i,t) ⊕ G(w−i,t), the cut of a w×h sheet at (i,j) has the value a_i(j) ⊕ a_i(h−j): the
//! options of (w,h) are the pairs with sum h in the sequences a_i, 1 ≤ i ≤ w/2.
//!
//! **Tails.** Let a_i be constant, α, from height τ_i on. For h ≥ 2τ_i one side of every pair is in the constant part, so
//! the values from a_i are {0} ∪ {a_i(t) ⊕ α : t < τ_i}, the same as for h = 2τ_i. Row w is therefore constant from
//! max 2τ_i on; up to there each value is verified. Rows are given, so they are independent and shared out to threads.
//! Cost: Σ_w Σ_{i≤w/2} τ_i² pairs.
//!
//! **Moves.** A winning cut has value 0: D(W,H) is the sum over ordered (i,j), i+j ≤ W, of the number of pairs (k,l)
//! with k+l ≤ H and t(k) = t(l), where t(x) = G(i,x) ⊕ G(j,x).

use num_bigint::BigUint;
use sprague_certificate::Question;

use crate::{
    Fault, Work,
    count::number,
    options::{Seen, find_targets},
    refuse,
};

/// Heights verified in one go.
const BLOCK: usize = 128;

/// Number of values of 16 bits.
const TABLE: usize = 1 << 16;

/// Verified rows 1, …, W: `rows[w − 1][h − 1]` is G(w,h), constant after its end.
pub(crate) struct Sheets<'a> {
    rows: Vec<&'a [u16]>,
}

/// A sequence a(1), a(2), … up to its last change and on to twice that length; `g[0]` is not used.
struct Sequence {
    tau: usize,
    g: Vec<u16>,
}

impl<'a> Sheets<'a> {
    fn value(&self, w: usize, h: usize) -> u16 {
        let row = self.rows[w - 1];
        row[h.min(row.len()) - 1]
    }

    /// G(i,·) ⊕ G(j,·).
    fn sequence(&self, i: usize, j: usize) -> Sequence {
        let at = |h| self.value(i, h) ^ self.value(j, h);
        let mut tau = self.rows[i - 1].len().max(self.rows[j - 1].len());
        while tau > 1 && at(tau - 1) == at(tau) {
            tau -= 1;
        }
        Sequence { tau, g: std::iter::once(0).chain((1..=2 * tau).map(at)).collect() }
    }

    fn verify_row(&self, w: usize, seen: &mut Seen, work: &Work) -> Result<(), Fault> {
        let tail = self.rows[w - 1].len();
        if tail > 1 && self.value(w, tail - 1) == self.value(w, tail) {
            return refuse(format!("the row is constant from height {} on already, at w = {w}", tail - 1));
        }
        let splits: Vec<Sequence> = (1..=w / 2).map(|i| self.sequence(i, w - i)).collect();
        let constant_from = splits.iter().map(|a| 2 * a.tau).max().unwrap_or(1);
        let row: Vec<u16> = (0..=tail.max(constant_from)).map(|h| self.value(w, h.max(1))).collect();
        let mut hits = vec![0; row.len()];
        let mut witness = vec![(0, 1); row.iter().copied().max().unwrap_or(0) as usize];
        for a in &splits {
            find_values(a, &row, &mut hits, work)?;
        }
        for h in 1..row.len() {
            let v = row[h];
            if hits[h] != 0 {
                return refuse(format!("value {v} is among the options, at w = {w}, h = {h}"));
            }
            mark_pairs(&splits, h, v, &mut witness, seen, work)?;
            if let Some(u) = seen.missing().next() {
                return refuse(format!("value {v}, but {u} is not among the options, at w = {w}, h = {h}"));
            }
        }
        Ok(())
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
        let mut sum = BigUint::ZERO;
        for i in 1..width {
            for j in i..=width - i {
                let t = self.sequence(i, j);
                work.charge((t.g.len() + TABLE) as u64)?;
                let both_orders = if i == j { 1u32 } else { 2 };
                sum += equal_pairs(&t, &height) * both_orders;
            }
        }
        Ok(sum)
    }
}

/// Mark the values below v of the options of height h. A pair that had value u at an earlier height often has it still, so
/// the pair in `witness[u]` is tried first; then all pairs, smallest parts first.
fn mark_pairs(
    splits: &[Sequence],
    h: usize,
    v: u16,
    witness: &mut [(usize, usize)],
    seen: &mut Seen,
    work: &Work,
) -> Result<(), Fault> {
    seen.start(v);
    let value = |i: usize, j: usize| {
        let Sequence { tau, g } = splits.get(i)?;
        let sum = h.min(2 * tau);
        (2 * j <= sum).then(|| g[j] ^ g[sum - j])
    };
    let early = witness[..v as usize].iter().filter_map(|&(i, j)| value(i, j));
    early.for_each(|value| _ = seen.mark(value));
    for j in (1..=h / 2).take_while(|_| !splits.is_empty()) {
        if seen.missing == 0 {
            break;
        }
        work.charge(splits.len() as u64)?;
        for i in 0..splits.len() {
            if let Some(value) = value(i, j)
                && seen.mark(value)
            {
                witness[value as usize] = (i, j);
            }
        }
    }
    work.charge(1 + v as u64)
}

/// Set `hits[h]` where `row[h]` is the value of a pair of sum h.
fn find_values(a: &Sequence, row: &[u16], hits: &mut [u16], work: &Work) -> Result<(), Fault> {
    let end = (2 * a.tau).min(row.len());
    work.charge(2 * a.tau as u64 + TABLE as u64)?;
    for first in (1..end).step_by(BLOCK) {
        let next = end.min(first + BLOCK);
        work.charge((next / 2 * (next - first)) as u64)?;
        find_targets(&a.g, 1..=next / 2, first, &row[first..next], &mut hits[first..next]);
    }
    // From here on the options are always those of h = 2τ.
    let last = 2 * a.tau;
    let mut reached = vec![false; TABLE];
    (1..last).for_each(|t| reached[(a.g[t] ^ a.g[last - t]) as usize] = true);
    for h in end..row.len() {
        hits[h] |= u16::from(reached[row[h] as usize]);
    }
    Ok(())
}

/// Pairs (k,l), k, l ≥ 1, k + l ≤ H, with t(k) = t(l).
fn equal_pairs(t: &Sequence, height: &BigUint) -> BigUint {
    let mut times = vec![0u64; TABLE];
    let tau = t.tau;
    if *height < BigUint::from(2 * tau) {
        // k upwards, so that the l allowed become fewer.
        let height = usize::try_from(height).unwrap_or(0);
        (1..height).for_each(|l| times[t.g[l] as usize] += 1);
        let mut sum = BigUint::ZERO;
        for k in 1..height {
            sum += times[t.g[k] as usize];
            times[t.g[height - k] as usize] -= 1;
        }
        return sum;
    }
    // Both below τ; one below τ and equal to the constant, l = τ … H−k; both from τ on.
    (1..tau).for_each(|k| times[t.g[k] as usize] += 1);
    let mut sum: BigUint = times.iter().map(|&c| c as u128 * c as u128).sum::<u128>().into();
    for k in (1..tau).filter(|&k| t.g[k] == t.g[tau]) {
        sum += (height - (k + tau - 1)) * 2u32;
    }
    let m = height - (2 * tau - 1);
    sum + &m * (&m + 1u32) / 2u32
}

/// Verify all rows with their tails.
pub(crate) fn verify<'a>(tails: &[u64], values: &'a [u16], work: &Work) -> Result<Sheets<'a>, Fault> {
    let mut rows = Vec::new();
    let mut rest = values;
    for (&tail, w) in tails.iter().zip(1..) {
        let row = usize::try_from(tail).ok().filter(|&tail| tail >= 1 && tail <= rest.len());
        let Some(row) = row else {
            return refuse(format!("tail {tail} does not fit the number of values, at w = {w}"));
        };
        rows.push(&rest[..row]);
        rest = &rest[row..];
    }
    if !rest.is_empty() || rows.is_empty() {
        return refuse("the tails do not add up to the number of values");
    }
    let sheets = Sheets { rows };
    work.each(tails.len(), Seen::new, |i, seen| sheets.verify_row(i + 1, seen, work))?;
    Ok(sheets)
}
