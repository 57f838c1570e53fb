//! What is known of taking L to R tokens: G(n) = ⌊(n mod (L + R)) / L⌋.
//!
//! The proof is in docs/closed-forms.md: heaps of one value are less than L or more than R apart.

use super::{
    Evidence, Formula, Histogram, Known, PieceMove, PieceMoves, difference, histogram_fits, one_number,
};
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

    /// How many heaps up to N are lost, and how many tokens they have together; N may be −1 or less.
    fn lost(&self, n: Option<BigUint>) -> [BigUint; 2] {
        let Some(n) = n else { return [BigUint::ZERO; 2] };
        let (period, least) = (BigUint::from(self.period()), BigUint::from(self.game.least()));
        let below = |n: &BigUint| if *n == BigUint::ZERO { BigUint::ZERO } else { n * (n - 1u32) / 2u32 };
        let (periods, rest) = (n + 1u32).div_rem(&period);
        let last = rest.min(least.clone());
        let starts = &period * (&least * below(&periods) + &periods * &last);
        [&periods * &least + &last, starts + &periods * below(&least) + below(&last)]
    }

    /// Winning moves of the heaps up to N. A lost heap m is reached from m + L, …, m + R.
    fn winning_moves(&self, n: &BigUint) -> BigUint {
        let (least, most) = (BigUint::from(self.game.least()), BigUint::from(self.game.most()));
        let less = |by: &BigUint| (n >= by).then(|| n - by);
        let Some(last) = less(&least) else { return BigUint::ZERO };
        let [whole, whole_sum] = self.lost(less(&most));
        let [all, sum] = self.lost(Some(last.clone()));
        // From those that reach N before their last move, N + 1 − L − m heaps.
        let cut = (last + 1u32) * (all - &whole) - (sum - whole_sum);
        whole * (most - least + 1u32) + cut
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

    fn moves_to_zero(&self, sizes: &Sizes, _: &Work) -> Result<Count> {
        let moves = difference(sizes, |n| Ok(vec![self.winning_moves(n)]))?;
        Ok(Count::new(moves.into_iter().next().unwrap_or_default(), self.evidence(), FORMULA.proof))
    }

    fn moves_to_value(&self, numbers: &[BigUint], value: &BigUint, first: usize) -> Option<PieceMoves> {
        let heap = one_number(&self.rule, numbers).ok()?;
        let (least, most, period) = (self.game.least(), self.game.most(), BigUint::from(self.period()));
        let start = value * least;
        let end = (&start + least).min(period.clone());
        if *heap < least.into() || start >= end {
            return Some(PieceMoves::default());
        }
        // How many heaps below n have the value.
        let below = |n: &BigUint| {
            let (periods, rest) = n.div_rem(&period);
            periods * (&end - &start) + rest.clamp(start.clone(), end.clone()) - &start
        };
        let lowest = if *heap > most.into() { heap - most } else { BigUint::ZERO };
        let mut left = heap - least;
        let count = below(&(&left + 1u32)) - below(&lowest);
        let mut moves = Vec::new();
        for _ in 0..first.min(count.to_usize().unwrap_or(usize::MAX)) {
            // Down to the next heap that has the value.
            let place = &left % &period;
            if place >= end {
                left -= place - &end + 1u32;
            } else if place < start {
                left -= place + &period - &end + 1u32;
            }
            let leaves = if left == BigUint::ZERO { vec![] } else { vec![left.to_string()] };
            moves.push(PieceMove { action: format!("take {}", heap - &left), leaves });
            if left > lowest {
                left -= 1u32;
            }
        }
        Some(PieceMoves { first: moves, count })
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

    /// Winning moves of each heap, and their number up to it, against play.
    #[test]
    fn winning_moves_equal_play() {
        for (least, most) in (1..6u64).flat_map(|least| (least..10).map(move |most| (least, most))) {
            let game = Interval::of(least, most);
            let rule = Rule::new(game);
            let known = solve(&rule, game);
            let mut reference = Reference::new(&rule);
            let mut all = 0u64;
            for n in 0..50u64 {
                let mut by_value = vec![vec![]; 12];
                rule.for_each_move(&Piece::heap(n), &mut |mv| {
                    let leaves = match rule.show(&mv.leaves) {
                        nothing if nothing == "0" => vec![],
                        left => vec![left],
                    };
                    by_value[reference.sum(&mv.leaves) as usize]
                        .push(PieceMove { action: mv.action.to_string(), leaves });
                });
                all += by_value[0].len() as u64;
                let sizes = Sizes::between(&rule, vec![0u32.into()], vec![n.into()]).unwrap();
                assert_eq!(
                    known.moves_to_zero(&sizes, &Work::quiet()).unwrap().answer,
                    all.into(),
                    "{rule} to {n}"
                );
                for (value, moves) in by_value.into_iter().enumerate() {
                    let found = known.moves_to_value(&[n.into()], &value.into(), 99).unwrap();
                    assert_eq!(
                        (found.count, found.first),
                        (moves.len().into(), moves),
                        "{rule} at {n} to {value}"
                    );
                }
            }
        }
    }

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
