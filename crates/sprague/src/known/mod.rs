//! What is **known** of a rule, up to a size or for ever, with the evidence it rests on.
//!
//! It is found once, by [`up_to`], and handed on: counts, certificates, winning moves and plots read it and never solve
//! again.
//!
//! - [`Known`]: the value of a piece, the histogram of values over a range of sizes, the number of moves to value 0
//! - `heaps`: a nim-sequence: its law or its values; `multisets` and `quasi_polynomial` count its moves
//! - `sheets`: rows of paper cutting with proved tails; `straight_cuts`: a parity
//! - `suits`: cards, by the gap rule
//! - `listed`: heaps whose values are listed by a sieve or by bit sets; `formulas`: heaps with a formula for any size;
//!   `boards`: sums of two heaps; `trees`: the colon principle
//! - `played`: any other game, by the reference solver
//! - [`summary()`]: all that in a line, as far as a moment suffices
//!
//! A solver for a game that is not played with heaps is one line in `SOLVERS`.

mod boards;
mod formulas;
mod heaps;
mod listed;
mod multisets;
mod played;
mod quasi_polynomial;
mod sheets;
mod straight_cuts;
mod suits;
mod summary;
mod trees;

pub use listed::Listed;
pub use played::Played;
pub use sheets::Sheets;
pub use straight_cuts::StraightCuts;
pub use suits::Suits;
pub use summary::{Summary, summary};

use crate::counts::Spectrum;
use crate::laws::{self, NimSequence};
use crate::rules::{Piece, Rule, Sizes};
use crate::values::cutting::Rows;
use crate::{Count, Options};
use crate::{Error, Result, Status, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// What is known of a rule.
pub trait Known: Send + Sync {
    /// The rule.
    fn rule(&self) -> &Rule;

    /// The value of a piece of any size, given by its numbers.
    ///
    /// # Errors
    /// If the piece is larger than what is known, or none of the rule's.
    fn value(&self, numbers: &[BigUint]) -> Result<BigUint>;

    /// The value of a piece.
    fn value_of(&self, piece: &Piece) -> Result<u64> {
        let numbers: Vec<BigUint> = piece.numbers().iter().map(|&number| number.into()).collect();
        let value = self.value(&numbers)?;
        value.to_u64().ok_or_else(|| Error::unsupported(format!("the value {value} is above 2^64")))
    }

    /// How many pieces of these sizes have each value: entry v counts value v.
    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram>;

    /// What the characters of the xor group add up to over the values of these sizes, and what that rests on.
    fn spectrum(&self, sizes: &Sizes, work: &Work) -> Result<(Spectrum, String)> {
        let Histogram { counts, basis, .. } = self.histogram(sizes, work)?;
        Ok((Spectrum::of(&counts)?, basis))
    }

    /// How many pieces there are of these sizes, exactly or modulo a number.
    fn pieces(&self, sizes: &Sizes, _modulus: Option<&BigUint>) -> Result<BigUint> {
        Ok(number_of_sizes(sizes))
    }

    /// How many pieces of these sizes have value 0, exactly or modulo a number.
    fn zeros(&self, sizes: &Sizes, _modulus: Option<&BigUint>, work: &Work) -> Result<Count> {
        let Histogram { mut counts, status, basis } = self.histogram(sizes, work)?;
        let zeros = if counts.is_empty() { BigUint::ZERO } else { counts.swap_remove(0) };
        Ok(Count { answer: zeros, status, basis })
    }

    /// How many moves from single pieces of these sizes lead to value 0.
    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count>;

    /// Lost tuples of pieces of these sizes, where that is quicker than by the histogram.
    fn lost_tuples(
        &self,
        _sizes: &Sizes,
        _count: &BigUint,
        _modulus: Option<&BigUint>,
        _work: &Work,
    ) -> Option<Result<Count>> {
        None
    }

    /// What is known of each coordinate, of boards.
    fn of_each(&self) -> Option<&dyn Known> {
        None
    }

    /// What it rests on.
    fn evidence(&self) -> Evidence<'_>;

    /// How much the values claim.
    fn status(&self) -> Status {
        Status::Proved
    }
}

/// How many pieces have each value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram {
    /// Entry v counts the pieces of value v.
    pub counts: Vec<BigUint>,
    /// How much it claims.
    pub status: Status,
    /// What it rests on, in a few words.
    pub basis: String,
}

/// What the values of a rule rest on.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Evidence<'a> {
    /// A nim-sequence with its law, or its values one by one.
    Sequence(&'a NimSequence),
    /// Rows of paper cutting with proved tails.
    Rows(&'a Rows),
    /// A theorem that gives every value.
    Theorem(Formula),
    /// Every piece was played out.
    Play,
}

/// A theorem that gives the value of every piece of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Formula {
    /// Its name.
    pub name: &'static str,
    /// What it says, in a line or two.
    pub text: &'static str,
    /// Why, in a few words, with the page that has the proof.
    pub proof: &'static str,
}

/// Finds out what is needed of a rule to answer for pieces of these sizes.
type Solve = fn(&Rule, &Sizes, &Work) -> Result<Box<dyn Known>>;

/// Games that are not played with heaps and have something faster than the reference solver.
/// A colon at the end stands for all notations that begin so.
const SOLVERS: &[(&str, Solve)] = &[
    ("cut", sheets::solve),
    ("cut:one", straight_cuts::solve),
    ("cards", suits::solve),
    ("take:divisors", formulas::solve),
    ("take:half", formulas::solve),
    ("sub:pow2", formulas::solve),
    ("ruler", formulas::solve),
    ("mock-turtles", formulas::solve),
    ("take:coprime", listed::solve),
    ("split:divisors", listed::solve),
    ("mark", listed::solve),
    ("sub:", listed::solve),
    ("allbut:", listed::solve),
    ("tree", trees::solve),
    ("board:", boards::solve),
];

/// Everything that is needed to answer for pieces of a rule up to a size: a law if one is proved within the limit of
/// values, else all values.
///
/// ```
/// use sprague::{Options, Work, known, rules::{Piece, Rule, Sizes}};
/// let rule: Rule = "cut".parse().unwrap();
/// let sizes = Sizes::parse(&rule, "7x10^30").unwrap();
/// let known = known::up_to(&rule, &sizes, &Options::default(), &Work::quiet()).unwrap();
/// assert_eq!(known.value_of(&Piece::sheet(5, 3)).unwrap(), 2);
/// ```
pub fn up_to(rule: &Rule, sizes: &Sizes, options: &Options, work: &Work) -> Result<Box<dyn Known>> {
    if rule.heap_rule().is_some() {
        return Ok(Box::new(laws::up_to(rule, &sizes.to()[0], options.limit, work)?));
    }
    let notation = rule.notation();
    let written = |known: &str| known == notation || (known.ends_with(':') && notation.starts_with(known));
    match SOLVERS.iter().find(|(known, _)| written(known)) {
        Some((_, solve)) => solve(rule, sizes, work),
        None => Ok(Box::new(Played::new(rule, sizes, work)?)),
    }
}

/// What is needed to answer for one position of a rule.
pub fn of_position(
    rule: &Rule,
    position: &[Piece],
    options: &Options,
    work: &Work,
) -> Result<Box<dyn Known>> {
    let numbers = rule.least_size().len();
    let size = |i: usize| {
        let largest = position.iter().filter_map(|piece| piece.numbers().get(i)).max();
        BigUint::from(largest.copied().unwrap_or(0).max(rule.least_size()[i]))
    };
    up_to(rule, &Sizes::up_to(rule, (0..numbers).map(size).collect())?, options, work)
}

/// The one number of a heap that is not below the least.
fn one_number<'a>(rule: &Rule, numbers: &'a [BigUint]) -> Result<&'a BigUint> {
    match numbers {
        [n] if *n >= rule.least_size()[0].into() => Ok(n),
        _ => Err(Error::unsupported(format!("these numbers are no heap of {rule}"))),
    }
}

/// Moves to value 0, by going through the moves of every piece.
fn moves_by_play(known: &dyn Known, sizes: &Sizes, work: &Work) -> Result<Count> {
    const MOST_MOVES: u128 = 200_000_000;
    let rule = known.rule();
    let too_many = || {
        Error::unsupported(format!(
            "winning moves of {rule} are gone through one by one, and {sizes} is too large"
        ))
    };
    let (from, to) = sizes.small().ok_or_else(too_many)?;
    if sizes.is_empty() {
        return Ok(Count::proved(0u32, "no piece"));
    }
    let (mut total, mut seen, mut fault) = (0u64, 0u128, None);
    for piece in rule.pieces(&from, &to) {
        seen += rule.moves_at_most(&piece) + 1;
        if seen > MOST_MOVES {
            return Err(too_many());
        }
        work.tell(seen as u64, 0)?;
        rule.for_each_move(&piece, &mut |one| match one
            .leaves
            .iter()
            .try_fold(0, |xor, left| known.value_of(left).map(|value| xor ^ value))
        {
            Ok(xor) => total += u64::from(xor == 0),
            Err(error) => fault = Some(error),
        });
        if let Some(error) = fault {
            return Err(error);
        }
    }
    Ok(Count { status: known.status(), ..Count::proved(total, "all moves of all pieces") })
}

/// The number of sizes in a range: the number of pieces where every size is one piece.
fn number_of_sizes(sizes: &Sizes) -> BigUint {
    if sizes.is_empty() {
        return BigUint::ZERO;
    }
    sizes.from().iter().zip(sizes.to()).map(|(from, to)| to + 1u32 - from).product()
}

/// A count over a range of one-number sizes from counts over all sizes up to a bound: f(to) − f(from − 1).
fn difference(sizes: &Sizes, mut upto: impl FnMut(&BigUint) -> Result<Vec<BigUint>>) -> Result<Vec<BigUint>> {
    let (from, to) = (&sizes.from()[0], &sizes.to()[0]);
    if from > to {
        return Ok(vec![]);
    }
    let mut counts = upto(to)?;
    if *from > BigUint::ZERO {
        for (count, less) in counts.iter_mut().zip(upto(&(from - 1u32))?) {
            *count -= less;
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests;
