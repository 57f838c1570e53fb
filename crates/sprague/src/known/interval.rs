//! What is known of taking L to R tokens: G(n) = ⌊(n mod (L + R)) / L⌋.
//!
//! The proof is in docs/closed-forms.md: heaps of one value are less than L or more than R apart.

use super::{Evidence, Formula, Histogram, Known, difference, histogram_fits, moves_by_play, one_number};
use crate::rules::{Interval, Rule, Sizes};
use crate::{Count, Error, Modulus, Result, Work};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// More values are not counted one by one.
const MOST_VALUES: u64 = 1 << 22;

const FORMULA: Formula = Formula {
    name: "interval",
    text: "G(n) = (n mod (L + R)) / L, rounded down, for taking L to R tokens",
    proof: "the heaps of one value are at most L - 1 or at least R + 1 apart (docs/closed-forms.md)",
};

/// Heaps of any size.
struct Intervals {
    rule: Rule,
    game: Interval,
}

pub(super) fn solve(rule: &Rule, game: Interval) -> Box<dyn Known> {
    Box::new(Intervals { rule: rule.clone(), game })
}

impl super::sealed::Sealed for Intervals {}

impl Intervals {
    fn period(&self) -> u64 {
        self.game.least() + self.game.most()
    }

    /// How many heaps from 0 to N have each of the values below `values`.
    fn counts(&self, n: &BigUint, values: u64) -> Vec<BigUint> {
        let (periods, rest) = (n + 1u32).div_rem(&self.period().into());
        let rest = rest.to_u64().unwrap_or(0);
        let below = |value: u64, end: u64| {
            let from = value.saturating_mul(self.game.least()).min(end);
            (from.saturating_add(self.game.least()).min(end)) - from
        };
        let of = |value: u64| &periods * below(value, self.period()) + below(value, rest);
        (0..values).map(of).collect()
    }
}

impl Known for Intervals {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        Ok((one_number(&self.rule, numbers)? % self.period()) / self.game.least())
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        let largest = (sizes.to()[0].clone().min((self.period() - 1).into())) / self.game.least();
        let values = largest.to_u64().filter(|&largest| largest < MOST_VALUES).ok_or_else(|| {
            let line = format!(
                "heaps of {} up to {} have more than {MOST_VALUES} values",
                self.rule,
                sizes.largest()
            );
            Error::too_large(line, None)
        })?;
        histogram_fits(values + 1, &sizes.to()[0], work)?;
        let counts = difference(sizes, |n| Ok(self.counts(n, values + 1)))?;
        Ok(Histogram { counts, basis: FORMULA.proof.into() })
    }

    fn zeros(&self, sizes: &Sizes, _: Option<&Modulus>, _: &Work) -> Result<Count> {
        let counts = difference(sizes, |n| Ok(self.counts(n, 1)))?;
        let zeros = counts.into_iter().next().unwrap_or_default();
        Ok(Count::new(zeros, self.evidence(), FORMULA.proof))
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        moves_by_play(self, sizes, work)
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Theorem(FORMULA)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;
    use crate::values::Reference;

    /// The formula and its counts against play, for all small intervals.
    #[test]
    fn all_small_intervals_equal_play() {
        for (least, most) in (1..8u64).flat_map(|least| (least..12).map(move |most| (least, most))) {
            let game = Interval::of(least, most);
            let rule = Rule::new(game);
            let known = solve(&rule, game);
            let mut reference = Reference::new(&rule);
            let mut counts: Vec<BigUint> = vec![];
            for n in 0..60u64 {
                let value = reference.value(&Piece::heap(n));
                assert_eq!(known.value_of(&Piece::heap(n)).unwrap(), u64::from(value), "{rule} at {n}");
                counts.resize(counts.len().max(value as usize + 1), BigUint::ZERO);
                counts[value as usize] += 1u32;
                let sizes = Sizes::between(&rule, vec![0u32.into()], vec![n.into()]).unwrap();
                let found = known.histogram(&sizes, &Work::quiet()).unwrap().counts;
                assert_eq!(found, counts, "{rule} to {n}");
                assert_eq!(known.zeros(&sizes, None, &Work::quiet()).unwrap().answer, counts[0]);
            }
        }
    }
}
