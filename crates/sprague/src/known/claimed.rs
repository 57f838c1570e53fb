//! What a game of another crate says of itself, by the solver that it brings ([`Claims`]).
//!
//! Small pieces are played out, and everything that the solver says of them has to agree. Beyond them it is
//! believed: nothing here is a proof, so its evidence is a claim and what is read off it is `computed`. Where
//! small pieces are all that is asked for, they are simply played.

use super::{Evidence, Histogram, Known, Played, moves_by_play, number_of_sizes};
use crate::rules::{Claims, Piece, Rule, Sizes};
use crate::{Count, Error, Modulus, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Sizes played out above the least one, in each number: the largest of these with few enough pieces.
const PLAYED: [u64; 4] = [12, 6, 3, 1];
const MOST_PLAYED: usize = 2000;

struct Claimed {
    rule: Rule,
    played: Played,
    basis: String,
}

pub(super) fn solve(rule: &Rule, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    let sample = sample(rule, sizes)?;
    let played = Played::new(rule, &sample, work)?;
    if sample.to() == sizes.to() {
        return Ok(Box::new(played));
    }
    if let Some(claims) = rule.claims() {
        compare(claims, &played, &sample, work)?;
    }
    let basis = rule.claims().map(Claims::basis).unwrap_or_default();
    let basis = format!("claimed by the game: {basis}; agrees with play up to {}", sample.largest());
    Ok(Box::new(Claimed { rule: rule.clone(), played, basis }))
}

/// The sizes that are played out.
fn sample(rule: &Rule, sizes: &Sizes) -> Result<Sizes> {
    let up_to = |above: u64| {
        let most = |(&least, to): (&u64, &BigUint)| to.clone().min((least.saturating_add(above)).into());
        Sizes::up_to(rule, rule.least_size().iter().zip(sizes.to()).map(most).collect())
    };
    for above in PLAYED {
        let sample = up_to(above)?;
        let few = |(from, to): (Vec<u64>, Vec<u64>)| rule.pieces(&from, &to).nth(MOST_PLAYED).is_none();
        if sample.small().is_some_and(few) {
            return Ok(sample);
        }
    }
    up_to(0)
}

/// Everything that the solver says of the sample, and of a part of it, against play.
fn compare(claims: &dyn Claims, played: &Played, sample: &Sizes, work: &Work) -> Result<()> {
    let rule = played.rule();
    let differ = |what: String, said: String, value: String| {
        Err(Error::refuted(format!("the solver of {rule} says {said} of {what}, and play says {value}")))
    };
    let Some((from, to)) = sample.small() else { return Ok(()) };
    for piece in rule.pieces(&from, &to) {
        let (value, numbers) = (played.value_of(&piece)?, numbers(&piece));
        if let Some(said) = claims.value(&numbers).filter(|said| *said != value.into()) {
            return differ(rule.show_piece(&piece), said.to_string(), value.to_string());
        }
        if let Some(said) = claims.is_zero(&numbers).filter(|said| *said != (value == 0)) {
            let word = |zero: bool| if zero { "lost" } else { "won" }.to_string();
            return differ(rule.show_piece(&piece), word(said), word(value == 0));
        }
    }
    let half = |(from, to): (&BigUint, &BigUint)| (from + to) / 2u32;
    let upper = sample.from().iter().zip(sample.to()).map(half).collect();
    for sizes in [sample, &Sizes::between(rule, upper, sample.to().to_vec())?] {
        let counts = trimmed(played.histogram(sizes, work)?.counts);
        if let Some(said) = claims.histogram(sizes).map(trimmed).filter(|said| *said != counts) {
            return differ(format!("values of sizes {sizes}"), format!("{said:?}"), format!("{counts:?}"));
        }
        let (zeros, moves) = (played.zeros(sizes, None, work)?, played.moves_to_zero(sizes, work)?);
        for (what, said, count) in [
            ("lost pieces", claims.zeros(sizes), zeros.answer),
            ("winning moves", claims.moves_to_zero(sizes), moves.answer),
        ] {
            if let Some(said) = said.filter(|said| *said != count) {
                return differ(format!("{what} of sizes {sizes}"), said.to_string(), count.to_string());
            }
        }
    }
    Ok(())
}

fn numbers(piece: &Piece) -> Vec<BigUint> {
    piece.numbers().iter().map(|&number| number.into()).collect()
}

fn trimmed(mut counts: Vec<BigUint>) -> Vec<BigUint> {
    while counts.last().is_some_and(|count| *count == BigUint::ZERO) {
        counts.pop();
    }
    counts
}

impl Claimed {
    fn unknown(&self, what: &str, of: impl std::fmt::Display) -> Error {
        Error::not_known(format!("the solver of {} does not say {what} {of}; ask for less", self.rule))
    }

    fn impossible(&self, sizes: &Sizes) -> Error {
        let rule = &self.rule;
        Error::refuted(format!("the solver of {rule} counts other pieces than there are of sizes {sizes}"))
    }
}

impl super::sealed::Sealed for Claimed {}

impl Known for Claimed {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let small: Option<Vec<u64>> = numbers.iter().map(ToPrimitive::to_u64).collect();
        let is_piece = match small {
            Some(small) => self.rule.is_piece(&Piece::new(&small)),
            None => numbers.len() == self.rule.least_size().len(),
        };
        if !is_piece {
            return Err(Error::wrong_game(format!("these numbers are not a piece of {}", self.rule)));
        }
        let shown = || numbers.iter().map(BigUint::to_string).collect::<Vec<_>>().join("x");
        let claimed = || self.rule.claims()?.value(numbers);
        self.played.value(numbers).ok().or_else(claimed).ok_or_else(|| self.unknown("the value of", shown()))
    }

    fn is_zero(&self, piece: &Piece) -> Result<bool> {
        if let Ok(value) = self.played.value_of(piece) {
            return Ok(value == 0);
        }
        let known = self.rule.claims().filter(|_| self.rule.is_piece(piece));
        let known = known.and_then(|claims| claims.is_zero(&numbers(piece)));
        known.ok_or_else(|| self.unknown("whether", format!("{:?} is lost", piece.numbers())))
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        let Some(counts) = self.rule.claims().and_then(|claims| claims.histogram(sizes)) else {
            let counts = super::played::histogram(self, sizes, work)?;
            return Ok(Histogram { counts, basis: self.basis.clone() });
        };
        if counts.iter().sum::<BigUint>() != self.pieces(sizes, None)? {
            return Err(self.impossible(sizes));
        }
        Ok(Histogram { counts, basis: self.basis.clone() })
    }

    fn pieces(&self, sizes: &Sizes, modulus: Option<&Modulus>) -> Result<BigUint> {
        if self.rule.one_piece_a_size() {
            Ok(number_of_sizes(sizes))
        } else {
            self.played.pieces(sizes, modulus)
        }
    }

    fn zeros(&self, sizes: &Sizes, _: Option<&Modulus>, work: &Work) -> Result<Count> {
        let claims = self.rule.claims();
        let zeros = match claims.and_then(|claims| claims.zeros(sizes)) {
            Some(zeros) if zeros <= self.pieces(sizes, None)? => zeros,
            Some(_) => return Err(self.impossible(sizes)),
            None if claims.is_some_and(|claims| claims.histogram(sizes).is_some()) => {
                self.histogram(sizes, work)?.counts.into_iter().next().unwrap_or_default()
            }
            None => {
                let mut zeros = 0u64;
                for (done, piece) in (0..).zip(super::played::pieces(&self.rule, sizes)?) {
                    if done % 4096 == 0 {
                        work.tell(done, 0)?;
                    }
                    zeros += u64::from(self.is_zero(&piece)?);
                }
                zeros.into()
            }
        };
        Ok(Count::new(zeros, self.evidence(), self.basis.clone()))
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        match self.rule.claims().and_then(|claims| claims.moves_to_zero(sizes)) {
            Some(moves) => Ok(Count::new(moves, self.evidence(), self.basis.clone())),
            None => moves_by_play(self, sizes, work),
        }
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Claimed(&self.basis)
    }
}
