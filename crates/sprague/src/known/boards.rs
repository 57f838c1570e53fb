//! What is known of boards: a coin at (x, y) is a heap of x and a heap of y, so its value is G(x) ⊕ G(y).
//!
//! Histogram: the xor-convolution of those of columns and rows. Moves to value 0: from (x, y) to (x′, y) with G(x′) = G(y), so
//! moves to each value from all columns times rows of that value, and the other way round.

use super::{Evidence, Formula, Histogram, Known};
use crate::laws;
use crate::rules::{HeapRule, Piece, Rule, Sizes};
use crate::{Count, Error, Options, Result, Status, Work};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// Products of counts in a convolution, or moves that are gone through: more take too long.
const MOST_STEPS: u64 = 500_000_000;

const FORMULA: Formula = Formula {
    name: "sum of two heaps",
    text: "G(x,y) = G(x) xor G(y), the values of the rule of each coordinate",
    proof: "a move changes one coordinate (docs/arithmetic-games.md)",
};

/// Coins on boards, by what is known of one coordinate.
struct Boards {
    rule: Rule,
    heaps: Rule,
    known: Box<dyn Known>,
}

pub(super) fn solve(rule: &Rule, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    let inner = rule.notation().strip_prefix("board:").unwrap_or_default();
    let heaps: Rule = inner.parse()?;
    let largest = sizes.to().iter().max().cloned().unwrap_or_default();
    let known = laws::up_to(&heaps, &largest, Options::default().limit, work)?;
    Ok(Box::new(Boards { rule: rule.clone(), heaps, known: Box::new(known) }))
}

impl Boards {
    /// Columns, or rows, as sizes of heaps.
    fn side(&self, sizes: &Sizes, i: usize) -> Result<Sizes> {
        Sizes::between(&self.heaps, vec![sizes.from()[i].clone()], vec![sizes.to()[i].clone()])
    }

    /// How many moves of one coordinate lead to each value.
    fn moves_to(&self, side: &Sizes, work: &Work) -> Result<Vec<u64>> {
        let too_many =
            || Error::unsupported(format!("moves on boards up to {side} are too many; ask for less"));
        let (from, to) = side.small().ok_or_else(too_many)?;
        let heaps: &HeapRule = self.heaps.require_heaps("a board has heaps")?;
        let each = self.heaps.moves_at_most(&Piece::heap(to[0])).to_u64().ok_or_else(too_many)?;
        if each.checked_mul(to[0].saturating_sub(from[0])).is_none_or(|steps| steps > MOST_STEPS) {
            return Err(too_many());
        }
        let mut counts = Vec::new();
        let values: Vec<usize> =
            (0..=to[0]).map(|n| Ok(self.known.value_of(&Piece::heap(n))? as usize)).collect::<Result<_>>()?;
        counts.resize(values.iter().max().map_or(1, |top| top + 1), 0);
        for n in from[0]..=to[0] {
            if n % 4096 == 0 {
                work.tell(n, to[0])?;
            }
            crate::rules::Game::for_each_move(heaps, &Piece::heap(n), &mut |one| {
                let left = one.leaves.first().map_or(0, |rest| rest.numbers()[0]);
                counts[values[left as usize]] += 1;
            });
        }
        Ok(counts)
    }
}

impl Known for Boards {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let (x, y) = super::sheets::sides(&self.rule, numbers)?;
        Ok(self.known.value(std::slice::from_ref(x))? ^ self.known.value(std::slice::from_ref(y))?)
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        if sizes.is_empty() {
            return Ok(Histogram { counts: vec![], status: Status::Proved, basis: String::new() });
        }
        let columns = self.known.histogram(&self.side(sizes, 0)?, work)?;
        let rows = self.known.histogram(&self.side(sizes, 1)?, work)?;
        let length = columns.counts.len().max(rows.counts.len()).next_power_of_two();
        if columns.counts.len() as u64 * rows.counts.len() as u64 > MOST_STEPS {
            return Err(Error::unsupported(format!(
                "boards of {} up to {sizes} have too many values",
                self.rule
            )));
        }
        let mut counts = vec![BigUint::ZERO; length];
        for (a, column) in columns.counts.iter().enumerate().filter(|(_, count)| !count.is_zero()) {
            for (b, row) in rows.counts.iter().enumerate().filter(|(_, count)| !count.is_zero()) {
                counts[a ^ b] += column * row;
            }
        }
        Ok(Histogram { counts, status: Status::Proved, basis: columns.basis })
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        if sizes.is_empty() {
            return Ok(Count::proved(0u32, "no board"));
        }
        let mut total = BigUint::ZERO;
        for (i, other) in [(0, 1), (1, 0)] {
            let moves = self.moves_to(&self.side(sizes, i)?, work)?;
            let places = self.known.histogram(&self.side(sizes, other)?, work)?.counts;
            total += moves.iter().zip(&places).map(|(moves, places)| places * *moves).sum::<BigUint>();
        }
        Ok(Count::proved(total, FORMULA.proof))
    }

    fn of_each(&self) -> Option<&dyn Known> {
        Some(self.known.as_ref())
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Theorem(FORMULA)
    }
}
