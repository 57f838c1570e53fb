//! What is known of any game at all: every piece up to a size, played out by the reference solver.
//!
//! Nothing is assumed of the game but its moves, so it serves every game for which nothing faster is
//! registered, and games of other crates. Cost: as the reference solver, one look-up for every piece that
//! every move leaves.

use super::{Evidence, Histogram, Known, number_of_sizes};
use crate::rules::{Piece, Rule, Sizes};
use crate::values::Reference;
use crate::{Count, Error, Modulus, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::collections::HashMap;

/// More pieces than this are not played out.
pub(super) const MOST_PIECES: u64 = 5_000_000;

/// The values of all pieces of a game up to a size, and of all that they can become.
#[derive(Debug, Clone)]
pub struct Played {
    rule: Rule,
    values: HashMap<Piece, u32>,
}

impl Played {
    /// The values of some pieces, each played out by a solver of this module.
    pub(super) fn by_parts(rule: &Rule, values: HashMap<Piece, u32>) -> Self {
        Played { rule: rule.clone(), values }
    }

    /// Plays out all pieces of these sizes.
    pub fn new(rule: &Rule, sizes: &Sizes, work: &Work) -> Result<Self> {
        let too_many = || too_many(rule, sizes);
        let goal = if rule.one_piece_a_size() { number_of_sizes(sizes) } else { BigUint::ZERO };
        let goal = goal.to_u64().filter(|&goal| goal <= MOST_PIECES).ok_or_else(too_many)?;
        work.count_solver();
        let mut reference = Reference::new(rule).towards(goal);
        for (count, piece) in (1..).zip(pieces(rule, sizes)?) {
            if count > MOST_PIECES {
                return Err(too_many());
            }
            reference.play(&piece, work)?;
        }
        Ok(Played { rule: rule.clone(), values: reference.into_values() })
    }
}

/// Refuses what cannot be played out, naming what can.
fn too_many(rule: &Rule, sizes: &Sizes) -> Error {
    let numbers = rule.least_size().len() as u32;
    let side = (MOST_PIECES as f64).powf(1.0 / f64::from(numbers.max(1))) as u64;
    let largest = vec![(side - u64::from(numbers > 1)).to_string(); numbers as usize].join("x");
    let largest = match rule.one_piece_a_size() {
        true => format!("; sizes up to {largest} can be asked for"),
        false => String::new(),
    };
    let to = sizes.largest();
    Error::too_large(
        format!(
            "{to} is too large for {rule}: no formula of its values is known, and at most {MOST_PIECES} pieces are played \
         out{largest}"
        ),
        None,
    )
}

/// All pieces of sizes that fit machine words.
pub(super) fn pieces<'a>(rule: &'a Rule, sizes: &Sizes) -> Result<Box<dyn Iterator<Item = Piece> + 'a>> {
    let (from, to) = sizes.small().ok_or_else(|| too_many(rule, sizes))?;
    if sizes.is_empty() {
        return Ok(Box::new(std::iter::empty()));
    }
    let bounded = |n: &u64| *n <= u64::MAX / 2;
    if !to.iter().all(bounded) {
        return Err(too_many(rule, sizes));
    }
    Ok(rule.pieces(&from, &to))
}

/// How many pieces have each value, by going through all of them.
pub(super) fn histogram(known: &dyn Known, sizes: &Sizes, work: &Work) -> Result<Vec<BigUint>> {
    let mut counts: Vec<u64> = Vec::new();
    for (done, piece) in (0..).zip(pieces(known.rule(), sizes)?) {
        if done % 4096 == 0 {
            work.tell(done, 0)?;
        }
        let value = known.value_of(&piece)? as usize;
        if value >= counts.len() {
            counts.resize(value + 1, 0);
        }
        counts[value] += 1;
    }
    Ok(counts.into_iter().map(BigUint::from).collect())
}

impl super::sealed::Sealed for Played {}

impl Known for Played {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let small: Option<Vec<u64>> = numbers.iter().map(ToPrimitive::to_u64).collect();
        let known = small.and_then(|numbers| self.values.get(&Piece::new(&numbers)).copied());
        known.map(BigUint::from).ok_or_else(|| {
            Error::not_known(format!("this piece of {} is larger than what was played out", self.rule))
        })
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        Ok(Histogram { counts: histogram(self, sizes, work)?, basis: "every piece played out".into() })
    }

    fn pieces(&self, sizes: &Sizes, _: Option<&Modulus>) -> Result<BigUint> {
        Ok(pieces(&self.rule, sizes)?.count().into())
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        let mut total = 0u64;
        for (done, piece) in (0..).zip(pieces(&self.rule, sizes)?) {
            if done % 256 == 0 {
                work.tell(done, 0)?;
            }
            self.rule.for_each_move(&piece, &mut |mv| {
                let xor =
                    mv.leaves.iter().fold(0, |xor, left| xor ^ self.values.get(left).copied().unwrap_or(0));
                total += u64::from(xor == 0);
            });
        }
        Ok(Count::new(total, self.evidence(), "every piece played out"))
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Play(self)
    }
}
