//! What is known of circles: a circle has the mex of the rows that a move opens it into.

use super::{Evidence, Formula, Histogram, Known, moves_by_play, played};
use crate::laws::{NimSequence, Search};
use crate::rules::{Circle, Rule, Sizes};
use crate::{Count, Error, Options, Result, Work};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use std::collections::HashSet;

/// Rows that are looked at for one circle: more take too long.
const MOST_ROWS: u64 = 10_000_000;

const OPENED: Formula = Formula {
    name: "circles and rows",
    text: "the value of a circle is the mex of the values of the rows into which a move opens it",
    proof: "a move in a circle leaves one row (docs/notation.md)",
};

/// Circles and rows, by what is known of rows.
struct Circles {
    rule: Rule,
    circle: Circle,
    rows: NimSequence,
}

pub(super) fn solve(
    rule: &Rule,
    circle: &Circle,
    sizes: &Sizes,
    options: &Options,
    work: &Work,
) -> Result<Box<dyn Known>> {
    let rows = Search::default().limit(options.limit).up_to(circle.rows(), &sizes.to()[0], work)?;
    Ok(Box::new(Circles { rule: rule.clone(), circle: circle.clone(), rows }))
}

impl super::sealed::Sealed for Circles {}

impl Circles {
    fn row(&self, n: &BigUint) -> Result<BigUint> {
        let beyond = || Error::not_known(format!("{}: a row of {n} is larger than what is known", self.rule));
        self.rows.value(n).ok_or_else(beyond)
    }

    fn circle(&self, n: &BigUint) -> Result<BigUint> {
        let heaps = self.circle.heaps();
        let reach = if heaps.is_finite() { heaps.reach() } else { u64::MAX };
        let looked_at = n.to_u64().unwrap_or(u64::MAX).min(reach);
        if looked_at > MOST_ROWS {
            let line =
                format!("a circle of {n} opens into more than {MOST_ROWS} rows; ask for a smaller one");
            return Err(Error::too_large(line, Some(MOST_ROWS)));
        }
        let mut reached = HashSet::new();
        // Beyond the reach no removal takes all or leaves a row that is bounded from below.
        match n.to_u64() {
            Some(n) => {
                for t in self.circle.removals(n) {
                    reached.insert(self.row(&(n - t).into())?);
                }
            }
            None => {
                for &t in heaps.removals(1).listed().iter().filter(|_| heaps.parts().largest.is_none()) {
                    reached.insert(self.row(&(n - t))?);
                }
            }
        }
        let mex = (0u64..).map(BigUint::from).find(|value| !reached.contains(value));
        Ok(mex.unwrap_or_default())
    }
}

impl Known for Circles {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        match numbers {
            [n] => self.circle(n),
            [n, mark] if mark.is_zero() => self.row(n),
            _ => Err(Error::wrong_game(format!("these numbers are not a piece of {}", self.rule))),
        }
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        Ok(Histogram { counts: played::histogram(self, sizes, work)?, basis: "every circle opened".into() })
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        moves_by_play(self, sizes, work)
    }

    fn evidence(&self) -> Evidence<'_> {
        if self.rows.is_computed() { Evidence::Theorem(OPENED) } else { Evidence::Sequence(&self.rows) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;
    use crate::values::Reference;

    #[test]
    fn circles_equal_play() {
        for text in [
            "circle:kayles",
            "circle:0.07",
            "circle:nim",
            "circle:0.6",
            "circle:sub:2,5",
            "circle:0.137/least=2",
        ] {
            let rule: Rule = text.parse().unwrap();
            let sizes = Sizes::parse(&rule, "30").unwrap();
            let known = known::up_to(&rule, &sizes, &Options::default(), &Work::quiet()).unwrap();
            let mut reference = Reference::new(&rule);
            for piece in rule.pieces(&[0], &[25]) {
                assert_eq!(
                    known.value_of(&piece).unwrap(),
                    u64::from(reference.value(&piece)),
                    "{text} {piece:?}"
                );
            }
        }
        // Kayles in a circle is lost for the first player (Winning Ways, chapter 4): the other one mirrors.
        let rule: Rule = "circle:kayles".parse().unwrap();
        let sizes = Sizes::parse(&rule, "10^30").unwrap();
        let known = known::up_to(&rule, &sizes, &Options::default(), &Work::quiet()).unwrap();
        for n in [3u64, 4, 5, 6, 71, 84, 10_000, 999_999_999_999] {
            assert_eq!(known.value(&[n.into()]).unwrap(), BigUint::ZERO, "{n}");
        }
    }
}
