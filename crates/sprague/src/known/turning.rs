//! What is known of products of coin-turning games: by the Tartan theorem the coin (x, y) has the nim product
//! of the values of x and of y.
//!
//! Histogram: every value of a column with every value of a row.

use super::{Evidence, Formula, Histogram, Known, histogram_fits, moves_by_play};
use crate::rules::{Rule, Sizes, TurningProduct};
use crate::values::{Table, turning_values};
use crate::{Count, Error, Meter, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_kernels::nimbers::product;
use std::collections::BTreeMap;

/// Products of values in a histogram: more take too long.
const MOST_STEPS: u64 = 500_000_000;

const TARTAN: Formula = Formula {
    name: "Tartan theorem",
    text: "G(x,y) is the nim product of the values of x in the first game and y in the second",
    proof: "the Tartan theorem (docs/nimbers.md)",
};

/// Coins on a board, by the values of columns and rows.
struct Products {
    rule: Rule,
    /// From coin 1 on.
    values: [Table; 2],
}

pub(super) fn solve(
    rule: &Rule,
    game: &TurningProduct,
    sizes: &Sizes,
    work: &Work,
) -> Result<Box<dyn Known>> {
    let [columns, rows] = game.factors();
    let side = |i: usize| {
        sizes.to()[i].to_u64().ok_or_else(|| {
            let line =
                format!("coins of {rule} have values one by one, and {} is too large", sizes.largest());
            Error::too_large(line, None)
        })
    };
    work.count_solver();
    let values = [turning_values(columns, side(0)?, work)?, turning_values(rows, side(1)?, work)?];
    Ok(Box::new(Products { rule: rule.clone(), values }))
}

impl Products {
    fn at(&self, i: usize, place: &BigUint) -> Result<u64> {
        let index = place.to_usize().and_then(|place| place.checked_sub(1));
        let value = index.and_then(|index| self.values[i].get(index));
        let beyond = || Error::not_known(format!("{}: the value of coin {place} is not known", self.rule));
        value.map(u64::from).ok_or_else(beyond)
    }

    /// How many places of a side have each value.
    fn counts(&self, i: usize, sizes: &Sizes, work: &Work) -> Result<BTreeMap<u64, u64>> {
        let (mut counts, meter) = (BTreeMap::new(), Meter::new(work, 0));
        let side = |place: &BigUint| place.to_u64().unwrap_or(u64::MAX);
        for place in side(&sizes.from()[i]).max(1)..=side(&sizes.to()[i]) {
            meter.charge(16)?;
            *counts.entry(self.at(i, &place.into())?).or_default() += 1;
        }
        Ok(counts)
    }
}

impl super::sealed::Sealed for Products {}

impl Known for Products {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let (x, y) = super::sheets::sides(&self.rule, numbers)?;
        Ok(product(self.at(0, x)?, self.at(1, y)?).into())
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        if sizes.is_empty() {
            return Ok(Histogram { counts: vec![], basis: String::new() });
        }
        let (columns, rows) = (self.counts(0, sizes, work)?, self.counts(1, sizes, work)?);
        if columns.len() as u64 * rows.len() as u64 > MOST_STEPS {
            let line = format!("boards of {} up to {} have too many values", self.rule, sizes.largest());
            return Err(Error::too_large(line, None));
        }
        // A field of 2^(2^k) numbers that holds all values holds their products.
        let largest = columns.keys().chain(rows.keys()).max().copied().unwrap_or(0);
        let bits = (u64::BITS - largest.leading_zeros()).max(1).next_power_of_two();
        let most = &sizes.to()[0] * &sizes.to()[1];
        histogram_fits(1u64.checked_shl(bits).unwrap_or(u64::MAX), &most, work)?;
        let (mut counts, meter) = (Vec::<BigUint>::new(), Meter::new(work, 0));
        for (&a, &column) in &columns {
            meter.charge(64 * rows.len() as u64)?;
            for (&b, &row) in &rows {
                let value = product(a, b) as usize;
                if value >= counts.len() {
                    counts.resize(value + 1, BigUint::ZERO);
                }
                counts[value] += u128::from(column) * u128::from(row);
            }
        }
        Ok(Histogram { counts, basis: TARTAN.proof.into() })
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        moves_by_play(self, sizes, work)
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Theorem(TARTAN)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::Rule;
    use crate::values::Reference;
    use crate::{Options, Work, known, rules::Sizes};

    /// The Tartan theorem against play.
    #[test]
    fn products_equal_play() {
        for (text, size) in [
            ("turn:1-2*1-2", "5x5"),
            ("turn:1+C*1+C", "5x5"),
            ("turn:1-2*1+C", "6x5"),
            ("turn:1-3*1-2", "4x6"),
            ("turn:3E*1+C", "7x5"),
            ("turn:squaresC*triangularC", "6x6"),
            ("turn:2*4FS", "5x7"),
        ] {
            let rule: Rule = text.parse().unwrap();
            let sizes = Sizes::parse(&rule, size).unwrap();
            let known = known::up_to(&rule, &sizes, &Options::default(), &Work::quiet()).unwrap();
            let mut reference = Reference::new(&rule);
            let (from, to) = sizes.small().unwrap();
            let mut counts: Vec<u64> = vec![];
            for piece in rule.pieces(&from, &to) {
                let value = known.value_of(&piece).unwrap();
                assert_eq!(value, u64::from(reference.value(&piece)), "{text} {}", rule.show_piece(&piece));
                counts.resize(counts.len().max(value as usize + 1), 0);
                counts[value as usize] += 1;
            }
            let histogram = known.histogram(&sizes, &Work::quiet()).unwrap().counts;
            let counts: Vec<num_bigint::BigUint> = counts.into_iter().map(Into::into).collect();
            assert_eq!(histogram, counts, "{text}");
        }
    }

    /// Winning moves of Project Euler 459: W(5) = 8.
    #[test]
    fn the_flipping_game() {
        let rule: Rule = "turn:squaresC*triangularC".parse().unwrap();
        let sizes = Sizes::parse(&rule, "5x5").unwrap();
        let known = known::up_to(&rule, &sizes, &Options::default(), &Work::quiet()).unwrap();
        let (from, to) = sizes.small().unwrap();
        let pieces: Vec<_> = rule.pieces(&from, &to).collect();
        let total = known.value_of_all(&pieces).unwrap();
        let mut wins = 0;
        for piece in &pieces {
            let own = known.value_of(piece).unwrap();
            rule.for_each_move(piece, &mut |mv| {
                wins += u32::from(total ^ own ^ known.value_of_all(&mv.leaves).unwrap() == 0);
            });
        }
        assert_eq!(wins, 8);
    }
}
