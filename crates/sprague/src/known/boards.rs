//! What is known of boards: a coin at (x, y) is a heap of x and a heap of y, so its value is G(x) ⊕ G(y).
//!
//! Histogram: the xor-convolution of those of columns and rows. Moves to value 0: from (x, y) to (x′, y) with
//! G(x′) = G(y), so moves to each value from all columns times rows of that value, and the other way round.

use super::{Evidence, Formula, Histogram, Known};
use crate::laws::Search;
use crate::rules::{Board, Game, HeapRule, Piece, Rule, Sizes};
use crate::{Count, Error, Meter, Options, Result, Work};
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

pub(super) fn solve(rule: &Rule, board: &Board, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    let heaps = Rule::from(board.of_each().clone());
    let largest = sizes.to().iter().max().cloned().unwrap_or_default();
    let known = Search::default().limit(Options::default().limit).up_to(&heaps, &largest, work)?;
    Ok(Box::new(Boards { rule: rule.clone(), heaps, known: Box::new(known) }))
}

impl Boards {
    /// Columns, or rows, as sizes of heaps.
    fn side(&self, sizes: &Sizes, i: usize) -> Result<Sizes> {
        Sizes::between(&self.heaps, vec![sizes.from()[i].clone()], vec![sizes.to()[i].clone()])
    }

    /// How many moves of one coordinate lead to each value.
    fn moves_to(&self, side: &Sizes, work: &Work) -> Result<Vec<u64>> {
        let too_many = || {
            Error::too_large(
                format!("moves on boards up to {} are too many; ask for less", side.largest()),
                None,
            )
        };
        let (from, to) = side.small().ok_or_else(too_many)?;
        let heaps: &HeapRule = self.heaps.require_heaps("a board has heaps")?;
        let each = self.heaps.moves_at_most(&Piece::heap(to[0])).to_u64().ok_or_else(too_many)?;
        if each.checked_mul(to[0].saturating_sub(from[0])).is_none_or(|steps| steps > MOST_STEPS) {
            return Err(too_many());
        }
        work.fits("the values of rows and columns", 8 * (u128::from(to[0]) + 1))?;
        let (mut values, all) = (Vec::with_capacity(to[0] as usize + 1), 2 * to[0]);
        for n in 0..=to[0] {
            if n % 4096 == 0 {
                work.tell(n, all)?;
            }
            values.push(self.known.value_of(&Piece::heap(n))?);
        }
        let mut counts = vec![0; values.iter().max().map_or(1, |&top| top as usize + 1)];
        for n in from[0]..=to[0] {
            if n % 4096 == 0 {
                work.tell(to[0] + n, all)?;
            }
            Game::for_each_move(heaps, &Piece::heap(n), &mut |mv| {
                let left = mv.leaves.first().map_or(0, |rest| rest.numbers()[0]);
                counts[values[left as usize] as usize] += 1;
            });
        }
        Ok(counts)
    }
}

impl super::sealed::Sealed for Boards {}

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
            return Ok(Histogram { counts: vec![], basis: String::new() });
        }
        let columns = self.known.histogram(&self.side(sizes, 0)?, work)?;
        let rows = self.known.histogram(&self.side(sizes, 1)?, work)?;
        let length = columns.counts.len().max(rows.counts.len()).next_power_of_two();
        if columns.counts.len() as u64 * rows.counts.len() as u64 > MOST_STEPS {
            return Err(Error::too_large(
                format!("boards of {} up to {} have too many values", self.rule, sizes.largest()),
                None,
            ));
        }
        let (mut counts, meter) = (vec![BigUint::ZERO; length], Meter::new(work, 0));
        for (a, column) in columns.counts.iter().enumerate().filter(|(_, count)| !count.is_zero()) {
            meter.charge(64 * rows.counts.len() as u64)?;
            for (b, row) in rows.counts.iter().enumerate().filter(|(_, count)| !count.is_zero()) {
                counts[a ^ b] += column * row;
            }
        }
        Ok(Histogram { counts, basis: columns.basis })
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        if sizes.is_empty() {
            return Ok(Count::new(0u32, self.evidence(), "no board"));
        }
        let mut total = BigUint::ZERO;
        for (i, other) in [(0, 1), (1, 0)] {
            let moves = self.moves_to(&self.side(sizes, i)?, work)?;
            let places = self.known.histogram(&self.side(sizes, other)?, work)?.counts;
            total += moves.iter().zip(&places).map(|(moves, places)| places * *moves).sum::<BigUint>();
        }
        Ok(Count::new(total, self.evidence(), FORMULA.proof))
    }

    fn of_each(&self) -> Option<&dyn Known> {
        Some(self.known.as_ref())
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Theorem(FORMULA)
    }
}
