//! What is known of cards: the value of every suit by the gap rule, and how many suits have each value
//! (docs/cards.md).
//!
//! Zeros: a_0(1) = 2 and a_0(n) = 2^(n−2) + 2 suits of n cards, so Z(N) = 2^(N−1) + 2N − 1 of 1 to N cards, N
//! ≥ 1. Moves: by going through all suits.

use super::{Evidence, Formula, Histogram, Known};
use crate::rules::{Piece, Rule, Sizes, Suit};
use crate::values::{suit_value, suit_value_of_bits};
use crate::{CheckedBy, Count, Error, Meter, Modulus, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_kernels::algebra::lost_tuples::exact_answer;
use sprague_kernels::cards;
use sprague_kernels::parallel::prelude::*;

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

pub(super) fn solve(rule: &Rule) -> Box<dyn Known> {
    Box::new(Suits { rule: rule.clone() })
}

impl super::sealed::Sealed for Suits {}

impl Suits {
    /// A power of two, exactly or modulo a number.
    fn power(&self, exponent: &BigUint, modulus: Option<&Modulus>) -> Result<BigUint> {
        if let Some(modulus) = modulus {
            return Ok(BigUint::from(2u32).modpow(exponent, modulus));
        }
        let bits = exponent.to_u64().unwrap_or(u64::MAX);
        exact_answer(bits)?;
        Ok(BigUint::from(1u32) << bits)
    }

    /// Z(N), the suits of 1 to `upto` cards of value 0.
    fn zeros_up_to(&self, upto: &BigUint, modulus: Option<&Modulus>) -> Result<BigUint> {
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
            _ => Err(Error::too_large(format!("{what}, up to {most} cards, not {to}"), Some(most))),
        }
    }
}

/// f(to) − f(from − 1) modulo a number, where a residue may have become smaller than what is taken off.
fn difference(
    sizes: &Sizes,
    modulus: Option<&Modulus>,
    upto: impl Fn(&BigUint) -> Result<BigUint>,
) -> Result<BigUint> {
    if sizes.is_empty() {
        return Ok(BigUint::ZERO);
    }
    let all = upto(&sizes.to()[0])?;
    let from = &sizes.from()[0];
    let less = if *from > BigUint::from(1u32) { upto(&(from - 1u32))? } else { BigUint::ZERO };
    Ok(sprague_kernels::algebra::difference(all, &less, modulus))
}

impl Known for Suits {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let numbers: Option<Vec<u64>> = numbers.iter().map(ToPrimitive::to_u64).collect();
        let suit = numbers.and_then(|numbers| Suit::of(&Piece::new(&numbers)));
        suit.map(|suit| suit_value(&suit).into())
            .ok_or_else(|| Error::wrong_game(format!("these numbers are not a suit of {}", self.rule)))
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        let (from, to) = Suits::small(sizes, cards::EXACT_LIMIT, "the distribution is exact")?;
        let mut counts = vec![BigUint::ZERO; to as usize];
        for size in from..=to {
            work.tell(size, to)?;
            for (total, count) in counts.iter_mut().zip(cards::distribution::exact(size, work)?) {
                *total += count;
            }
        }
        Ok(Histogram { counts, basis: BASIS.into() })
    }

    fn pieces(&self, sizes: &Sizes, modulus: Option<&Modulus>) -> Result<BigUint> {
        // 2 + 4 + … + 2^N = 2^(N+1) − 2.
        difference(sizes, modulus, |upto| {
            let power = self.power(&(upto + 1u32), modulus)?;
            Ok(sprague_kernels::algebra::difference(power, &2u32.into(), modulus))
        })
    }

    fn zeros(&self, sizes: &Sizes, modulus: Option<&Modulus>, _: &Work) -> Result<Count> {
        let zeros = difference(sizes, modulus, |upto| self.zeros_up_to(upto, modulus))?;
        Ok(Count::new(zeros, self.evidence(), BASIS))
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        let (from, to) = Suits::small(sizes, MOST_CARDS, "every suit is gone through")?;
        let (mut total, meter) = (0u64, Meter::new(work, (to * 64) << (to + 1)));
        for size in from..=to {
            let winning = |bits: u64| -> Result<u64> {
                meter.charge(size * 64)?;
                Ok(winning_moves(&self.rule, bits, size as u32))
            };
            let wins = (0..1u64 << size).into_par_iter().map(winning);
            total += wins.try_reduce(|| 0, |a, b| Ok(a + b))?;
        }
        Ok(Count::new(total, self.evidence(), "all suits"))
    }

    /// Of suits of one size, by the transform of the distribution.
    fn lost_tuples(
        &self,
        sizes: &Sizes,
        suits: &BigUint,
        modulus: Option<&Modulus>,
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
    rule.for_each_move(&Suit::from_bits(bits, size).piece(), &mut |mv| {
        let zero = |left: &Piece| Suit::of(left).is_some_and(|suit| suit_value(&suit) == 0);
        wins += u64::from(mv.leaves.iter().all(zero));
    });
    wins
}

/// Lost deals of `suits` suits of `size` cards, over every set of visible cards.
fn lost_deals(size: &BigUint, suits: &BigUint, modulus: Option<&Modulus>, work: &Work) -> Result<Count> {
    let too_large =
        |what: &str, number: &BigUint| Error::too_large(format!("{number} {what} are too many"), None);
    let n = size.to_u64().ok_or_else(|| too_large("cards", size))?;
    work.fits_size(&format!("a deal of {n} cards"), n, |n| cards::memory_estimate(n, modulus))?;
    let count = |lost: BigUint, basis: &str| {
        Count::new(lost, Evidence::Theorem(FORMULA), format!("the gap rule{basis}"))
    };
    let Some(modulus) = modulus else {
        let s = suits.to_u64().ok_or_else(|| too_large("suits", suits))?;
        return Ok(count(cards::lost_exactly(n, s, work)?, ", exact integers"));
    };
    let lost = cards::lost_modulo(n, suits, modulus, work)?;
    if lost.exact {
        return Ok(count(lost.residue, ", exact integers"));
    }
    // The transform is exact arithmetic modulo the modulus either way; a random check can only find a defect.
    let error = lost.checked.map(|bound| format!("{:.1e}", bound.probability()));
    let count = count(lost.residue, "");
    Ok(match error {
        Some(error) => count.checked(CheckedBy::RandomTest { error }),
        None => count,
    })
}
