//! Winning first moves of heap rules, summed over all single heaps up to N.
//!
//! A move wins iff what it leaves has value 0, and two moves are the same iff they leave the same heaps. So
//! with E_j(M) the number of sets of j heaps (equal ones may be in it, if the rule says so) of at most M
//! tokens in all and xor 0, the sum is Σ E_j(N − t) over all ways to remove t and leave j heaps. E_0 = 1;
//! E_1(M) counts zeros; for two and three heaps the ordered choices are counted and those with equal heaps
//! weighed (Burnside):
//!
//! > E_2 = (pairs ± twins)/2,  E_3 = (triples ± 3·(twins and a third) + 2·triplets)/6,
//!
//! with + where equal heaps may be left and − where they may not. j equal heaps have xor 0 iff j is even or
//! their value is 0. Four heaps and more are counted by a table over number, xor and tokens, one size of heap
//! after the other.
//!
//! **Theorem.** If values have period p from n0 ≥ 1 on, and a move takes at most k tokens and leaves at most
//! m ≤ 3 heaps, any heaps, then for N ≥ m·n0 + k the sum at N + i·L, L = p, 2p, 6p for m = 1, 2, 3, is a
//! polynomial in i of degree at most m. *Proof.* Ordered choices of j heaps, each a heap below n0 or n0 + r +
//! p·q, that have xor 0 are decided by the small heaps and the r's: the generating function of their sums is
//! Σ x^e/(1 − x^p)^i, i ≤ j, where e < j·(n0 + p). Heaps that are equal give the same with some p replaced by
//! 2p or 3p. So the generating function of the sum, with t < k + 1 more tokens and at most N in all, is a sum
//! of x^e/((1 − x)(1 − x^L)^m)·(polynomial), and its coefficients are polynomials in i once N exceeds the
//! degree of the numerator less that of the denominator, which is below m·n0 + k. ∎ So m + 1 sums give all
//! others, by differences.
//!
//! Rules that only take, with values that are 0 below some heap only: each zero z ≥ 1 is reached by all t ≤ N
//! − z. Cost: N steps for each way to leave two heaps, N² for three.

use num_bigint::{BigInt, BigUint};

use crate::{
    Fault, Work,
    known::{Heaps, small},
    memory::Buffer,
    refuse,
    rule::{Alike, HeapRule, Parts, Way},
    work::Meter,
};

/// Sums of four heaps and more are counted up to this number of tokens: there are fewer than 2^128 of them.
const MOST_TOKENS: usize = 1000;

/// Winning first moves of all heaps of 1 to n.
pub(crate) fn up_to(heaps: &dyn Heaps, rule: &HeapRule, n: &BigUint, work: &Work) -> Result<BigUint, Fault> {
    let most = rule.ways.iter().map(|way| way.heaps.1).max().unwrap_or(0);
    let endless = rule.ways.iter().any(|way| way.step.is_some());
    let free = rule.parts == Parts::FREE;
    if let (Some((start, period)), false, true, ..=3) = (heaps.repeats(), endless, free, most) {
        let reach = rule.ways.iter().map(|way| way.first as u64).max().unwrap_or(0);
        let least = (most.max(1) as u64).saturating_mul(start.max(1)).saturating_add(reach);
        let round = period.saturating_mul([1, 1, 2, 6][most]);
        let enough = (most as u64 + 2).saturating_mul(round).saturating_add(least);
        if *n >= enough.into() {
            return extended(heaps, rule, n, least, round, work);
        }
    }
    if let (Some(end), true, ..=1) = (heaps.zeros_below(), free, most) {
        return by_zeros(heaps, rule, n, end, work);
    }
    let n = small(n)?;
    Sums::new(&heaps.list(n, work)?, rule, work)?.moves(n as usize)
}

/// The polynomial through the sums at `least` + r + i·`round`, i = 0, …, m, where r brings n to one of these
/// places.
fn extended(
    heaps: &dyn Heaps,
    rule: &HeapRule,
    n: &BigUint,
    least: u64,
    round: u64,
    work: &Work,
) -> Result<BigUint, Fault> {
    let most = rule.ways.iter().map(|way| way.heaps.1).max().unwrap_or(0).max(1) as u64;
    let (rounds, rest) = ((n - least) / round, (n - least) % round);
    let first = least + small(&rest)?;
    let values = heaps.list(first.saturating_add(most.saturating_mul(round)), work)?;
    // At most three heaps are left, so there are four sums.
    let mut row = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
    for i in 0..=most {
        let n = (first + i * round) as usize;
        row[i as usize] = Sums::new(&values[..=n], rule, work)?.moves(n)?.into();
    }
    // Newton's forward differences: Σ Δ^i·C(rounds, i).
    let (mut sum, mut binomial) = (BigInt::ZERO, BigInt::from(1));
    for i in 0..=most {
        sum += &row[0] * &binomial;
        for j in 0..(most - i) as usize {
            row[j] = &row[j + 1] - &row[j];
        }
        binomial = binomial * (BigInt::from(rounds.clone()) - i) / (i + 1);
    }
    Ok(sum.magnitude().clone())
}

/// Rules that only take, where heaps of value 0 are below `end`.
fn by_zeros(
    heaps: &dyn Heaps,
    rule: &HeapRule,
    n: &BigUint,
    end: u64,
    work: &Work,
) -> Result<BigUint, Fault> {
    let ways = |most: &BigUint, j: usize, meter: &mut Meter| {
        meter.charge(rule.ways.len())?;
        let fits = rule.ways.iter().filter(|way| (way.heaps.0..=way.heaps.1).contains(&j));
        let of = |way: &Way| match way.step {
            _ if *most < way.first.into() => BigUint::ZERO,
            None => 1u32.into(),
            Some(step) => (most - way.first) / step + 1u32,
        };
        Ok::<BigUint, Fault>(fits.map(of).sum())
    };
    let mut meter = Meter::new(work);
    let values = heaps.list(end, work)?;
    // A heap of t is taken whole.
    let mut sum = ways(n, 0, &mut meter)?;
    for (z, _) in values.iter().enumerate().skip(1).filter(|&(_, &value)| value == 0) {
        if *n > z.into() {
            sum += ways(&(n - z), 1, &mut meter)?;
        }
    }
    meter.settle()?;
    Ok(sum)
}

/// Sets of heaps with given values.
struct Sums<'a> {
    values: &'a [u32],
    rule: &'a HeapRule<'a>,
    /// How many heaps of 1 to n have value 0 and may be left.
    zeros: Buffer<'a, u64>,
    /// How often each value occurs among some heaps.
    times: Buffer<'a, u64>,
    /// For four heaps and more: `table[j·(n + 1) + m]` sets of j heaps, m tokens, xor 0.
    table: Buffer<'a, u128>,
    work: &'a Work<'a>,
}

impl<'a> Sums<'a> {
    fn new(values: &'a [u32], rule: &'a HeapRule<'a>, work: &'a Work<'a>) -> Result<Self, Fault> {
        let mut zeros = work.buffer(values.len(), 0, "the zeros")?;
        let mut top = 0;
        let mut meter = Meter::new(work);
        for n in 1..values.len() {
            meter.charge(2)?;
            top = top.max(values[n]);
            zeros[n] = zeros[n - 1] + u64::from(values[n] == 0 && rule.parts.allow(n));
        }
        let times = work.buffer(top as usize + 1, 0, "the times each value occurs")?;
        let mut sums = Sums { values, rule, zeros, times, table: work.room(0, "")?, work };
        let most = rule.ways.iter().map(|way| way.heaps.1).max().unwrap_or(0);
        if most > 3 && rule.parts.alike != Alike::Equal {
            sums.fill_table(most)?;
        }
        meter.settle()?;
        Ok(sums)
    }

    /// Winning first moves of all heaps of 1 to n.
    fn moves(&mut self, n: usize) -> Result<BigUint, Fault> {
        let mut sum = BigUint::ZERO;
        let mut meter = Meter::new(self.work);
        for way in self.rule.ways.iter() {
            let step = way.step.unwrap_or(usize::MAX);
            let mut removed = Some(way.first);
            while let Some(t) = removed.filter(|&t| t <= n) {
                for j in way.heaps.0..=way.heaps.1.min(n - t) {
                    meter.charge(8)?;
                    // No move takes nothing and leaves nothing, so heap 0 has none.
                    sum += self.with_xor_zero(j, n - t)?;
                }
                removed = t.checked_add(step);
            }
        }
        meter.settle()?;
        Ok(sum)
    }

    /// E_j(M).
    fn with_xor_zero(&mut self, j: usize, room: usize) -> Result<u128, Fault> {
        if j == 0 {
            return Ok(1);
        }
        let parts = self.rule.parts;
        if parts.alike == Alike::Equal {
            return self.equal(j, room);
        }
        let weigh =
            |all: u128, less: u128| if parts.alike == Alike::Different { all - less } else { all + less };
        match j {
            1 => Ok(self.zeros[room].into()),
            2 => Ok(weigh(self.pairs(room, 0)?, self.equal(2, room)?) / 2),
            3 => {
                let mut triples = 0;
                for a in (1..room).filter(|&a| parts.allow(a)) {
                    triples += self.pairs(room - a, self.values[a])?;
                }
                self.work.charge(room)?;
                let twins = (1..=room / 2).filter(|&a| parts.allow(a));
                let twins: u128 = twins.map(|a| u128::from(self.zeros[room - 2 * a])).sum();
                Ok(weigh(triples + 2 * self.equal(3, room)?, 3 * twins) / 6)
            }
            _ => {
                let n = self.values.len();
                self.work.charge(room + 1)?;
                Ok(self.table.get(j * n..j * n + room + 1).map_or(0, |row| row.iter().sum()))
            }
        }
    }

    /// j equal heaps.
    fn equal(&self, j: usize, room: usize) -> Result<u128, Fault> {
        if j == 1 {
            return Ok(self.zeros[room].into());
        }
        self.work.charge(room / j + 1)?;
        let fits = |&a: &usize| self.rule.parts.allow(a) && (j.is_multiple_of(2) || self.values[a] == 0);
        Ok((1..=room / j).filter(fits).count() as u128)
    }

    /// Ordered pairs of at most `room` tokens whose xor is `target`: as one heap grows, fewer others fit.
    fn pairs(&mut self, room: usize, target: u32) -> Result<u128, Fault> {
        let Sums { values, rule, times, work, .. } = self;
        if room < 2 {
            return Ok(0);
        }
        let mut meter = Meter::new(work);
        meter.charge(times.len())?;
        times.fill(0);
        for b in 1..room {
            meter.charge(2)?;
            times[values[b] as usize] += u64::from(rule.parts.allow(b));
        }
        let mut sum = 0;
        for a in 1..room {
            meter.charge(4)?;
            if rule.parts.allow(a) {
                sum += u128::from(times.get((values[a] ^ target) as usize).copied().unwrap_or(0));
            }
            let last = room - a;
            times[values[last] as usize] -= u64::from(rule.parts.allow(last));
        }
        meter.settle()?;
        Ok(sum)
    }

    /// One size of heap after the other: downwards in j a size is used once, upwards any number of times.
    fn fill_table(&mut self, most: usize) -> Result<(), Fault> {
        let n = self.values.len();
        if n > MOST_TOKENS + 1 {
            return refuse(format!("moves that leave more than three heaps are counted up to {MOST_TOKENS}"));
        }
        let (most, width) = (most.min(n - 1), self.times.len().next_power_of_two());
        let at = |j: usize, x: usize, m: usize| (j * width + x) * n + m;
        let mut ways = self.work.buffer((most + 1) * width * n, 0u128, "the table of sets of heaps")?;
        ways[at(0, 0, 0)] = 1;
        let different = self.rule.parts.alike == Alike::Different;
        for part in (1..n).filter(|&part| self.rule.parts.allow(part)) {
            let value = self.values[part] as usize;
            for i in 0..most {
                let j = if different { most - i } else { i + 1 };
                for x in 0..width {
                    self.work.charge(n - part)?;
                    for m in part..n {
                        ways[at(j, x, m)] += ways[at(j - 1, x ^ value, m - part)];
                    }
                }
            }
        }
        let mut table = self.work.buffer((most + 1) * n, 0, "the sets of heaps with xor 0")?;
        for j in 0..=most {
            table[j * n..][..n].copy_from_slice(&ways[at(j, 0, 0)..][..n]);
        }
        self.table = table;
        Ok(())
    }
}
