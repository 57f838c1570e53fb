//! What a nim-sequence says of heaps: values, histograms and moves, by its law or by all its values.

use super::multisets::Multisets;
use super::quasi_polynomial;
use super::{Evidence, Histogram, Known, difference, histogram_fits};
use crate::Count;
use crate::laws::{Law, NimSequence};
use crate::rules::{HeapRule, Rule, Sizes};
use crate::values::table_size;
use crate::{Error, Meter, Modulus, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_kernels::algebra::Spectrum;

/// Values that grow forever are listed one by one up to this heap.
const MOST_LISTED: u64 = 1 << 22;
/// Winning moves of rules whose values grow and that break are summed heap by heap up to this one.
const MOST_SUMMED: u64 = 100_000;

impl NimSequence {
    fn basis(&self) -> String {
        self.law().map_or_else(|| format!("all {} values", self.len()), Law::basis)
    }

    fn heap_rule(&self) -> &HeapRule {
        self.rule().heap_rule().expect("a nim-sequence is of a heap rule")
    }

    /// The value of heap n as a machine word, one by one.
    fn first_values(&self, largest: &BigUint, most: u64, what: &str) -> Result<Vec<u32>> {
        let listed = largest.to_u64().filter(|&n| n <= most).ok_or_else(|| {
            let rule = self.rule();
            Error::too_large(
                format!("values of {rule} grow forever, so {what} go up to heap {most}"),
                Some(most),
            )
        })?;
        let mut values = vec![0; listed as usize + 1];
        match self.law() {
            Some(law) => law.read(0, &mut values),
            None => self.read(0, &mut values),
        }
        Ok(values)
    }

    fn counts_up_to(&self, largest: &BigUint) -> Result<Vec<BigUint>> {
        match self.law() {
            Some(law) if law.saltus == Some(0) => law.histogram(largest),
            Some(_) => Ok(tally(self.first_values(largest, MOST_LISTED, "counts by value")?.into_iter())),
            // Read where they are, a few at a time: there may be more than fit in memory.
            None => match largest.to_usize().filter(|&n| n < self.len()) {
                Some(n) => Ok(tally(self.iter().take(n + 1))),
                None => Err(Error::not_known(format!(
                    "values of {} are known below {}, not to {largest}",
                    self.rule(),
                    self.len()
                ))),
            },
        }
    }
}

fn tally(values: impl Iterator<Item = u32>) -> Vec<BigUint> {
    let mut counts = Vec::<u64>::new();
    for value in values {
        let value = value as usize;
        if value >= counts.len() {
            counts.resize(value + 1, 0);
        }
        counts[value] += 1;
    }
    counts.into_iter().map(BigUint::from).collect()
}

impl super::sealed::Sealed for NimSequence {}

impl Known for NimSequence {
    fn rule(&self) -> &Rule {
        NimSequence::rule(self)
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let [n] = numbers else {
            return Err(Error::wrong_game(format!("a heap of {} is one number", NimSequence::rule(self))));
        };
        NimSequence::value(self, n).ok_or_else(|| {
            let rule = NimSequence::rule(self);
            Error::not_known(format!("{rule}: values are known below {}, not of {n}", self.len()))
        })
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        if let Some(law) = self.law() {
            // No value exceeds its heap; heaps beyond those that are listed are refused below.
            let grown = || sizes.to()[0].to_u64().map_or(0, |n| if n <= MOST_LISTED { n } else { 0 });
            let top = law.largest().map_or_else(grown, |(top, _)| top.into());
            histogram_fits(top + 1, &sizes.to()[0], work)?;
        }
        let counts = difference(sizes, |largest| self.counts_up_to(largest))?;
        Ok(Histogram { counts, basis: self.basis() })
    }

    /// Values of Nim are the sizes themselves, so the spectrum of any range of them is known.
    fn spectrum(&self, sizes: &Sizes, work: &Work) -> Result<(Spectrum, String)> {
        if self.law().is_some_and(Law::is_identity) {
            return Ok((Spectrum::interval(&sizes.from()[0], &sizes.to()[0], work)?, self.basis()));
        }
        let Histogram { counts, basis, .. } = self.histogram(sizes, work)?;
        Ok((Spectrum::of(&counts, work)?, basis))
    }

    fn zeros(&self, sizes: &Sizes, _: Option<&Modulus>, work: &Work) -> Result<Count> {
        let zeros = match self.law() {
            // Values may grow; zeros can be counted all the same.
            Some(law) => difference(sizes, |largest| Ok(vec![law.count_of(0, largest)]))?,
            None => self.histogram(sizes, work)?.counts,
        };
        Ok(Count::new(zeros.into_iter().next().unwrap_or_default(), self.evidence(), self.basis()))
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        let rule = self.heap_rule();
        if rule.splits_into().is_some_and(|parts| parts >= 4) {
            let counts = difference(sizes, |largest| Ok(vec![self.moves_by_partitions(largest, work)?]))?;
            return Ok(Count::new(
                counts.into_iter().next().unwrap_or_default(),
                self.evidence(),
                "all splits counted",
            ));
        }
        let counts = difference(sizes, |largest| Ok(vec![self.moves_up_to(largest, work)?]))?;
        Ok(Count::new(counts.into_iter().next().unwrap_or_default(), self.evidence(), self.basis()))
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Sequence(self)
    }
}

/// Winning first moves, summed over all heaps 1 … N.
///
/// A move wins iff what it leaves has value 0. Two moves are the same iff they leave the same heaps. So for a
/// rule that may remove t ∈ L_j leaving j heaps the sum is Σ_j Σ_{t ∈ L_j} E_j(N − t), where E_j(M) is the
/// number of multisets of j heaps, at most M tokens in all, whose xor is 0 ([`Multisets`]). Beyond the
/// values a law extends the sum as a quasi-polynomial ([`quasi_polynomial`]).
impl NimSequence {
    fn moves_up_to(&self, largest: &BigUint, work: &Work) -> Result<BigUint> {
        let rule = self.heap_rule();
        let Some(law) = self.law() else {
            let values = self.first_values(largest, self.len() as u64 - 1, "moves")?;
            return sum_of_moves(rule, &values, work);
        };
        if law.saltus == Some(0) && rule.is_finite() && rule.parts().are_free() && rule.most_parts() <= 3 {
            return by_quasi_polynomial(rule, law, largest, work);
        }
        if rule.only_takes() && law.saltus.is_some_and(|saltus| saltus > 0) && rule.parts().are_free() {
            return Ok(by_zeros(rule, law, largest));
        }
        if largest.to_u64().is_none_or(|n| n > MOST_SUMMED) {
            return Err(Error::too_large(
                format!(
                    "winning moves of {} are summed heap by heap, up to {MOST_SUMMED}; ask for less",
                    law.rule
                ),
                Some(MOST_SUMMED),
            ));
        }
        sum_of_moves(rule, &self.first_values(largest, MOST_SUMMED, "moves")?, work)
    }

    fn moves_by_partitions(&self, largest: &BigUint, work: &Work) -> Result<BigUint> {
        let Some(n) = largest.to_u64().filter(|&n| n <= Multisets::MOST_TOKENS) else {
            return Err(Error::too_large(
                format!(
                    "winning moves of {} are counted up to {}; ask for less",
                    NimSequence::rule(self),
                    Multisets::MOST_TOKENS
                ),
                Some(Multisets::MOST_TOKENS),
            ));
        };
        let values = self.first_values(&n.into(), n, "moves")?;
        sum_of_moves(self.heap_rule(), &values, work)
    }
}

/// The sum over all heaps 1 … n whose values are given.
fn sum_of_moves(rule: &HeapRule, values: &[u32], work: &Work) -> Result<BigUint> {
    let n = values.len() as u64 - 1;
    let mut multisets = Multisets::new(values, rule, work)?;
    let (mut total, meter) = (BigUint::ZERO, Meter::new(work, 0));
    for leaving in rule.leaving() {
        for j in *leaving.heaps.start()..=(*leaving.heaps.end()).min(n) {
            // A heap of t leaves nothing: that is heap t itself, and heap 0 is no size.
            for t in leaving.removals.up_to(n).filter(|&t| j > 0 || t > 0) {
                meter.charge(n - t + 1)?;
                total += multisets.with_xor_zero(j, (n - t) as usize, work)?;
            }
        }
    }
    Ok(total)
}

fn by_quasi_polynomial(rule: &HeapRule, law: &Law, largest: &BigUint, work: &Work) -> Result<BigUint> {
    let parts = rule.most_parts();
    let start = parts * law.preperiod.max(1) + rule.reach();
    // Twins weigh 2a and triplets 3a, so their counts repeat only after 2 and 3 periods.
    let period = law.period * [1, 2, 6][parts as usize - 1];
    let most = (start + (parts + 2) * period).min(largest.to_u64().unwrap_or(u64::MAX));
    let mut values = vec![0; table_size(most, work)?];
    law.read(0, &mut values);
    quasi_polynomial::extend(largest, start, period, parts, |n| {
        sum_of_moves(rule, &values[..=n as usize], work)
    })
}

/// A rule that never breaks and whose values grow: each of its finitely many zeros z is reached by every
/// allowed t ≤ N − z. The empty heap is one of them if it may be reached at all.
fn by_zeros(rule: &HeapRule, law: &Law, largest: &BigUint) -> BigUint {
    let mut total = rule.removals(0).count_up_to(largest);
    for (z, _) in law.stem().enumerate().skip(1).filter(|&(_, value)| value == 0) {
        if BigUint::from(z) < *largest {
            total += rule.removals(1).count_up_to(&(largest - z));
        }
    }
    total
}
