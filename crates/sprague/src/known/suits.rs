//! What is known of cards: the value of every suit by the gap rule, and how many suits have each value (docs/cards.md).
//!
//! Zeros: a_0(1) = 2 and a_0(n) = 2^(n−2) + 2 suits of n cards, so Z(N) = 2^(N−1) + 2N − 1 of 1 to N cards, N ≥ 1.
//! Moves: by going through all suits.

use super::{Evidence, Formula, Histogram, Known};
use crate::counts::cards;
use crate::rules::{Piece, Rule, Sizes, Suit};
use crate::values::{suit_value, suit_value_of_bits};
use crate::{Count, Error, Result, Status, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rayon::prelude::*;

/// An answer of more bits than this is asked for modulo something.
const MOST_BITS: u64 = 10_000_000;
/// All suits of more cards are too many to go through.
const MOST_CARDS: u64 = 22;

const BASIS: &str = "the distribution of the gap rule";

const FORMULA: Formula = Formula {
    name: "gap rule",
    text: "cell 0 the first visible card, N unused cards above it, L the least odd distance of another visible card\n\
           value = the largest integer <= min(N, L) with the parity of N; 0 if no card is visible",
    proof: "the gap rule (docs/cards.md)",
};

/// Suits of any number of cards.
#[derive(Debug, Clone)]
pub struct Suits {
    rule: Rule,
}

pub(super) fn solve(rule: &Rule, _: &Sizes, _: &Work) -> Result<Box<dyn Known>> {
    Ok(Box::new(Suits { rule: rule.clone() }))
}

impl Suits {
    /// A power of two, exactly or modulo a number.
    fn power(&self, exponent: &BigUint, modulus: Option<&BigUint>) -> Result<BigUint> {
        let two = BigUint::from(2u32);
        if let Some(modulus) = modulus {
            return Ok(two.modpow(exponent, modulus));
        }
        let small = exponent.to_u32().filter(|&bits| u64::from(bits) <= MOST_BITS);
        small.map(|exponent| two.pow(exponent)).ok_or_else(|| {
            Error::unsupported(format!("the count has about {exponent} bits; ask for a residue"))
        })
    }

    /// Z(N), the suits of 1 to `upto` cards of value 0.
    fn zeros_up_to(&self, upto: &BigUint, modulus: Option<&BigUint>) -> Result<BigUint> {
        if *upto == BigUint::ZERO {
            return Ok(BigUint::ZERO);
        }
        Ok(self.power(&(upto - 1u32), modulus)? + upto * 2u32 - 1u32)
    }

    fn small(sizes: &Sizes, most: u64, what: &str) -> Result<(u64, u64)> {
        let (from, to) = (&sizes.from()[0], &sizes.to()[0]);
        let end = to.to_u64().filter(|&n| n <= most);
        match (from.to_u64(), end) {
            (Some(from), Some(to)) => Ok((from, to)),
            _ => Err(Error::unsupported(format!("{what}, up to {most} cards, not {to}"))),
        }
    }
}

/// f(to) − f(from − 1) modulo a number, where a residue may have become smaller than what is taken off.
fn difference(
    sizes: &Sizes,
    modulus: Option<&BigUint>,
    upto: impl Fn(&BigUint) -> Result<BigUint>,
) -> Result<BigUint> {
    if sizes.is_empty() {
        return Ok(BigUint::ZERO);
    }
    let all = upto(&sizes.to()[0])?;
    let from = &sizes.from()[0];
    let less = if *from > BigUint::from(1u32) { upto(&(from - 1u32))? } else { BigUint::ZERO };
    Ok(match modulus {
        Some(modulus) => (all % modulus + modulus - less % modulus) % modulus,
        None => all - less,
    })
}

impl Known for Suits {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let numbers: Option<Vec<u64>> = numbers.iter().map(ToPrimitive::to_u64).collect();
        let suit = numbers.and_then(|numbers| Suit::of(&Piece::new(&numbers)));
        suit.map(|suit| suit_value(&suit).into())
            .ok_or_else(|| Error::unsupported(format!("these numbers are no suit of {}", self.rule)))
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        let (from, to) = Suits::small(sizes, cards::EXACT_LIMIT, "the distribution is exact")?;
        let mut counts = vec![BigUint::ZERO; to as usize];
        for size in from..=to {
            work.tell(size, to)?;
            for (total, count) in counts.iter_mut().zip(cards::distribution::exact(size)) {
                *total += count;
            }
        }
        Ok(Histogram { counts, status: Status::Proved, basis: BASIS.into() })
    }

    fn pieces(&self, sizes: &Sizes, modulus: Option<&BigUint>) -> Result<BigUint> {
        // 2 + 4 + … + 2^N = 2^(N+1) − 2.
        difference(sizes, modulus, |upto| {
            let power = self.power(&(upto + 1u32), modulus)?;
            Ok(match modulus {
                Some(modulus) => (power + modulus - BigUint::from(2u32) % modulus) % modulus,
                None => power - 2u32,
            })
        })
    }

    fn zeros(&self, sizes: &Sizes, modulus: Option<&BigUint>, _: &Work) -> Result<Count> {
        let zeros = difference(sizes, modulus, |upto| self.zeros_up_to(upto, modulus))?;
        Ok(Count::proved(zeros, BASIS))
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        let (from, to) = Suits::small(sizes, MOST_CARDS, "every suit is gone through")?;
        let mut total = 0u64;
        for size in from..=to {
            work.tell(1 << size, 1 << to)?;
            let winning = |bits| winning_moves(&self.rule, bits, size as u32);
            total += (0..1u64 << size).into_par_iter().map(winning).sum::<u64>();
        }
        Ok(Count::proved(total, "all suits"))
    }

    /// Of suits of one size, by the transform of the distribution.
    fn lost_tuples(
        &self,
        sizes: &Sizes,
        suits: &BigUint,
        modulus: Option<&BigUint>,
        work: &Work,
    ) -> Option<Result<Count>> {
        (sizes.from() == sizes.to()).then(|| lost_deals(&sizes.to()[0], suits, modulus, work))
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Theorem(FORMULA)
    }
}

fn winning_moves(rule: &Rule, bits: u64, size: u32) -> u64 {
    if suit_value_of_bits(bits, size) == 0 {
        return 0;
    }
    let mut wins = 0;
    rule.for_each_move(&Suit::from_bits(bits, size).piece(), &mut |one| {
        let zero = |left: &Piece| Suit::of(left).is_some_and(|suit| suit_value(&suit) == 0);
        wins += u64::from(one.leaves.iter().all(zero));
    });
    wins
}

/// Lost deals of `suits` suits of `size` cards, over every set of visible cards.
fn lost_deals(size: &BigUint, suits: &BigUint, modulus: Option<&BigUint>, work: &Work) -> Result<Count> {
    let too_large =
        |what: &str, number: &BigUint| Error::unsupported(format!("{number} {what} are too many"));
    let n = size.to_u64().ok_or_else(|| too_large("cards", size))?;
    work.fits(&format!("{n} cards"), cards::memory_estimate(n, modulus))?;
    let Some(modulus) = modulus else {
        let s = suits.to_u64().ok_or_else(|| too_large("suits", suits))?;
        return Ok(Count::proved(cards::lost_exactly(n, s)?, "the gap rule, exact integers"));
    };
    let lost = cards::lost_modulo(n, suits, modulus)?;
    if lost.exact {
        return Ok(Count::proved(lost.residue, "the gap rule, exact integers"));
    }
    let (status, check) = match lost.checked {
        Some(bound) => {
            let odds = format!("transform checked, error probability at most {:.1e}", bound.probability());
            (Status::Verified, odds)
        }
        None => (Status::Computed, "transform not checked, as the modulus is no prime".to_string()),
    };
    Ok(Count { answer: lost.residue, status, basis: format!("the gap rule; {check}") })
}
