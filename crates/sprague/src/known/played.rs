//! What is known of any game at all: every piece up to a size, played out by the reference solver.
//!
//! Nothing is assumed of the game but its moves, so it serves every game for which nothing faster is registered, and
//! games of somebody else's. Cost: as the reference solver, one look-up for every piece that every move leaves.

use super::{Evidence, Histogram, Known};
use crate::rules::{Piece, Rule, Sizes};
use crate::values::Reference;
use crate::{Count, Error, Result, Status, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::collections::HashMap;

/// More pieces than this are not played out.
const MOST_PIECES: u64 = 5_000_000;

/// The values of all pieces of a game up to a size, and of all that they can become.
#[derive(Debug, Clone)]
pub struct Played {
    rule: Rule,
    values: HashMap<Piece, u32>,
}

impl Played {
    /// Plays out all pieces of these sizes.
    pub fn new(rule: &Rule, sizes: &Sizes, work: &Work) -> Result<Self> {
        work.count_solver();
        let mut reference = Reference::new(rule);
        for (count, piece) in (1..).zip(pieces(rule, sizes)?) {
            if count > MOST_PIECES {
                return Err(Error::unsupported(format!(
                    "{rule} is played out, and there are more than {MOST_PIECES} pieces up to {sizes}; ask for less"
                )));
            }
            reference.play(&piece, work)?;
        }
        Ok(Played { rule: rule.clone(), values: reference.into_values() })
    }
}

/// All pieces of sizes that fit machine words.
fn pieces<'a>(rule: &'a Rule, sizes: &Sizes) -> Result<Box<dyn Iterator<Item = Piece> + 'a>> {
    let (from, to) = sizes.small().ok_or_else(|| {
        Error::unsupported(format!("{rule} is played out piece by piece, and {sizes} is too large for that"))
    })?;
    if sizes.is_empty() {
        return Ok(Box::new(std::iter::empty()));
    }
    let bounded = |n: &u64| *n <= u64::MAX / 2;
    if !to.iter().all(bounded) {
        return Err(Error::unsupported(format!("{sizes} is too large to play out")));
    }
    Ok(rule.pieces(&from, &to))
}

impl Known for Played {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let small: Option<Vec<u64>> = numbers.iter().map(ToPrimitive::to_u64).collect();
        let known = small.and_then(|numbers| self.values.get(&Piece::new(&numbers)).copied());
        known.map(BigUint::from).ok_or_else(|| {
            Error::unsupported(format!("this piece of {} is larger than what was played out", self.rule))
        })
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        let mut counts: Vec<u64> = Vec::new();
        for (done, piece) in (0..).zip(pieces(&self.rule, sizes)?) {
            if done % 4096 == 0 {
                work.tell(done, 0)?;
            }
            let value = self.value_of(&piece)? as usize;
            if value >= counts.len() {
                counts.resize(value + 1, 0);
            }
            counts[value] += 1;
        }
        let counts = counts.into_iter().map(BigUint::from).collect();
        Ok(Histogram { counts, status: Status::Proved, basis: "every piece played out".into() })
    }

    fn pieces(&self, sizes: &Sizes, _: Option<&BigUint>) -> Result<BigUint> {
        Ok(pieces(&self.rule, sizes)?.count().into())
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        let mut total = 0u64;
        for (done, piece) in (0..).zip(pieces(&self.rule, sizes)?) {
            if done % 256 == 0 {
                work.tell(done, 0)?;
            }
            self.rule.for_each_move(&piece, &mut |one| {
                let xor =
                    one.leaves.iter().fold(0, |xor, left| xor ^ self.values.get(left).copied().unwrap_or(0));
                total += u64::from(xor == 0);
            });
        }
        Ok(Count::proved(total, "every piece played out"))
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Play
    }
}
