//! Counts of pieces of some sizes: heaps, sheets, squares of a board of two heaps.

use num_bigint::{BigInt, BigUint};
use sprague_certificate::{Outcome, Question};

use crate::{
    Fault, Work,
    choices::Choices,
    count::number,
    cut::Sheets,
    first_moves,
    known::{Heaps, listed_zeros, small},
    memory::Buffer,
    patterns, refuse,
    rule::Rule,
    tally::Tally,
    work::Meter,
};

/// Pieces whose values are verified.
pub(crate) enum Pieces<'a> {
    /// Heaps of a rule.
    Heaps(&'a dyn Heaps, &'a Rule<'a>),
    /// Squares of a board: one heap for the column, one for the row, both of a rule that only takes.
    Squares(&'a dyn Heaps),
    /// Sheets of paper.
    Sheets(&'a Sheets<'a>),
}

/// A range of sizes, from one to another in each number.
struct Sizes {
    from: Vec<BigUint>, // bounded: one number, or two.
    to: Vec<BigUint>,   // bounded: one number, or two.
}

impl Pieces<'_> {
    /// Answer a question.
    pub fn count(
        &self,
        question: &Question,
        modulus: Option<&BigUint>,
        work: &Work,
    ) -> Result<BigUint, Fault> {
        match (question, self) {
            (Question::Pieces { from, to, outcome }, _) => {
                self.won_or_lost(&self.sizes(from, to)?, *outcome, work)
            }
            (Question::Choices { choice, pieces, from, to, outcome }, _) => {
                let (kinds, count) = (self.tallies(&self.sizes(from, to)?, work)?, number(pieces)?);
                let choices = Choices { choice: *choice, count: &count, modulus };
                let mut meter = Meter::new(work);
                let count = choices.count(kinds, *outcome, &mut meter, work)?;
                meter.settle()?;
                Ok(count)
            }
            (Question::Histogram { from, to, counts }, Pieces::Heaps(..) | Pieces::Sheets(_)) => {
                self.histogram(&self.sizes(from, to)?, counts, modulus, work)
            }
            (Question::FirstMoves { from, to }, Pieces::Heaps(heaps, rule)) => {
                winning_moves(*heaps, rule, &self.sizes(from, to)?, work)
            }
            (Question::Zeros { from, to, heaps: lost }, Pieces::Heaps(heaps, _)) => {
                zeros(*heaps, &self.sizes(from, to)?, lost, work)
            }
            (Question::Pattern { multiples, upto, outcome }, Pieces::Heaps(heaps, _)) => {
                let upto = number(upto)?;
                let lost = patterns::lost(*heaps, multiples, &upto, work)?;
                Ok(if *outcome == Outcome::Lost { lost } else { upto - lost })
            }
            (_, Pieces::Heaps(heaps, rule)) => heaps.count(question, rule, work),
            (_, Pieces::Sheets(sheets)) => sheets.count(question, work),
            _ => refuse("this question does not fit this rule"),
        }
    }

    fn sizes(&self, from: &[String], to: &[String]) -> Result<Sizes, Fault> {
        let (numbers, least) = match self {
            Pieces::Heaps(heaps, _) => (1, heaps.least()),
            Pieces::Squares(_) => (2, 0),
            Pieces::Sheets(_) => (2, 1),
        };
        if from.len() != numbers || to.len() != numbers {
            return refuse(format!("sizes of this rule have {numbers} numbers"));
        }
        // bounded: one number, or two.
        let read = |size: &[String]| size.iter().map(|digits| number(digits)).collect::<Result<Vec<_>, _>>();
        let (from, to) = (read(from)?, read(to)?);
        if from.iter().any(|number| *number < least.into()) {
            return refuse(format!("the least size of this rule is {least}"));
        }
        Ok(Sizes { from, to })
    }

    /// How many pieces have each value, a tally for each kind of heap that a piece is made of.
    fn tallies<'w>(&self, sizes: &Sizes, work: &'w Work<'w>) -> Result<Buffer<'w, Tally<'w>>, Fault> {
        let Sizes { from, to } = sizes;
        let mut tallies = work.list("the tallies")?;
        match self {
            Pieces::Heaps(heaps, _) | Pieces::Squares(heaps) => {
                for (from, to) in from.iter().zip(to) {
                    tallies.push(Tally::of_heaps(*heaps, from, to, work)?)?;
                }
            }
            Pieces::Sheets(sheets) => {
                tallies.push(sheets.tally((&from[0], &to[0]), (&from[1], &to[1]), work)?)?;
            }
        }
        Ok(tallies)
    }

    fn won_or_lost(&self, sizes: &Sizes, outcome: Outcome, work: &Work) -> Result<BigUint, Fault> {
        if let Pieces::Heaps(heaps, _) = self {
            let lost = between(heaps.least(), sizes, |upto| heaps.zeros(upto, work))?;
            let all = between(heaps.least(), sizes, |upto| Ok(upto + 1u32 - heaps.least()))?;
            return Ok(if outcome == Outcome::Lost { lost } else { all - lost });
        }
        // One piece is a choice of one piece.
        let one = BigUint::from(1u32);
        let choices = Choices { choice: sprague_certificate::Choice::Tuples, count: &one, modulus: None };
        choices.count(self.tallies(sizes, work)?, outcome, &mut Meter::new(work), work)
    }

    fn histogram(
        &self,
        sizes: &Sizes,
        claimed: &[String],
        modulus: Option<&BigUint>,
        work: &Work,
    ) -> Result<BigUint, Fault> {
        let mut all = BigInt::ZERO;
        let mut meter = Meter::new(work);
        for tally in self.tallies(sizes, work)?.iter() {
            all += tally.pieces(work)?;
            if claimed.len() > tally.width() {
                return refuse(format!("no piece has the value {}", claimed.len() - 1));
            }
            for value in 0..tally.width() {
                meter.charge(40)?;
                let count = tally.entry(value).magnitude().clone();
                let right = match claimed.get(value) {
                    Some(claimed) => {
                        number(claimed)? == modulus.map_or(count.clone(), |modulus| &count % modulus)
                    }
                    None => count == BigUint::ZERO,
                };
                if !right {
                    return refuse(format!("{count} pieces have the value {value}"));
                }
            }
        }
        meter.settle()?;
        Ok(all.magnitude().clone())
    }
}

/// A count over a range of heaps, from counts of all heaps from the least up to a size.
fn between(
    least: u64,
    sizes: &Sizes,
    upto: impl Fn(&BigUint) -> Result<BigUint, Fault>,
) -> Result<BigUint, Fault> {
    let (from, to) = (&sizes.from[0], &sizes.to[0]);
    if from > to {
        return Ok(BigUint::ZERO);
    }
    let below = if *from > least.into() { upto(&(from - 1u32))? } else { BigUint::ZERO };
    Ok(upto(to)? - below)
}

fn winning_moves(heaps: &dyn Heaps, rule: &Rule, sizes: &Sizes, work: &Work) -> Result<BigUint, Fault> {
    let Rule::Arithmetic(rule) = rule else {
        let Some(rule) = rule.ways(work)? else { return refuse("moves of this rule are not counted") };
        return between(0, sizes, |upto| first_moves::up_to(heaps, &rule, upto, work));
    };
    if sizes.from > sizes.to {
        return Ok(BigUint::ZERO);
    }
    let (from, to) = (small(&sizes.from[0])?, small(&sizes.to[0])?);
    let (values, mut meter) = (heaps.list(to, work)?, Meter::new(work));
    let moves = rule.moves(to as usize, work)?;
    let mut winning = 0u64;
    for n in from..=to {
        let count = |value: u32| winning += u64::from(value == 0);
        moves.each(n as usize, |left| values[left], &mut meter, count)?;
    }
    meter.settle()?;
    Ok(winning.into())
}

/// The lost heaps are these.
fn zeros(heaps: &dyn Heaps, sizes: &Sizes, lost: &[u64], work: &Work) -> Result<BigUint, Fault> {
    if sizes.from > sizes.to {
        return if lost.is_empty() { Ok(BigUint::ZERO) } else { refuse("there is no heap of these sizes") };
    }
    let (from, to) = (small(&sizes.from[0])?, small(&sizes.to[0])?);
    let values = heaps.list(to, work)?;
    let ascending = lost.windows(2).all(|pair| pair[0] < pair[1]);
    if !ascending || lost.first().is_some_and(|&n| n < from) || lost.last().is_some_and(|&n| n > to) {
        return refuse("the lost heaps are not in ascending order, or of other sizes");
    }
    work.charge(lost.len())?;
    if let Some(n) = lost.iter().find(|&&n| values[n as usize] != 0) {
        return refuse(format!("heap {n} is not lost"));
    }
    let all = listed_zeros(&values, from, work)?;
    if all != lost.len() as u64 {
        return refuse(format!("{all} heaps are lost, not {}", lost.len()));
    }
    Ok(all.into())
}
