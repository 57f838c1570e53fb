//! Counts of card stacking over all suits of 1 to N cards: wins and winning first moves.
//!
//! Wins: 2^n − a_0(n) of the suits of n cards, by the distribution formula (docs/cards.md): a_0(1) = 2 and
//! a_0(n) = 2^(n−2) + 2, which sums to 3·2^(N−1) − 2N − 1 for N ≥ 1. Moves: by going through all suits.

use super::Count;
use crate::rules::{Piece, Rule, Suit};
use crate::values::{suit_value, suit_value_of_bits};
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rayon::prelude::*;

/// An answer of more bits than this is asked for modulo something.
const MOST_BITS: u64 = 10_000_000;
/// All suits of more cards are too many to go through.
const MOST_CARDS: u64 = 22;

/// Suits of 1 to `upto` cards, over every set of visible cards, that the first player wins.
///
/// ```
/// let count = sprague::counts::suits::wins(&3u32.into(), None).unwrap();
/// // Of one card none, of two cards one, of three cards four.
/// assert_eq!(count.answer, 5u32.into());
/// ```
pub fn wins(upto: &BigUint, modulus: Option<&BigUint>) -> Result<Count> {
    let basis = "the distribution of the gap rule";
    if *upto == BigUint::ZERO {
        return Ok(Count::proved(0u32, basis));
    }
    let exponent = upto - 1u32;
    let (two, lost_more) = (BigUint::from(2u32), upto * 2u32 + 1u32);
    let answer = match modulus {
        Some(modulus) => {
            let power = two.modpow(&exponent, modulus) * 3u32;
            (power + modulus - lost_more % modulus) % modulus
        }
        None => {
            let exponent =
                exponent.to_u32().filter(|&bits| u64::from(bits) <= MOST_BITS).ok_or_else(|| {
                    Error::unsupported(format!(
                        "the count has about {upto} bits; ask for a residue with --mod"
                    ))
                })?;
            two.pow(exponent) * 3u32 - lost_more
        }
    };
    Ok(Count::proved(answer, basis))
}

/// Winning first moves, summed over every set of visible cards of 1 to `upto` cards.
pub fn moves(upto: &BigUint, work: &Work) -> Result<Count> {
    let upto = upto.to_u64().filter(|&n| n <= MOST_CARDS).ok_or_else(|| {
        Error::unsupported(format!("every suit is gone through, up to {MOST_CARDS} cards, not {upto}"))
    })?;
    let mut total = 0u64;
    for size in 1..=upto as u32 {
        work.tell(1 << size, 1 << upto)?;
        total += (0..1u64 << size).into_par_iter().map(|bits| winning(bits, size)).sum::<u64>();
    }
    Ok(Count::proved(total, "all suits"))
}

fn winning(bits: u64, size: u32) -> u64 {
    if suit_value_of_bits(bits, size) == 0 {
        return 0;
    }
    let mut wins = 0;
    Rule::Cards.for_each_move(&Piece::Suit(Suit::from_bits(bits, size)), &mut |one| {
        if let [Piece::Suit(left)] = &one.leaves[..] {
            wins += u64::from(suit_value(left) == 0);
        }
    });
    wins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Reference;

    #[test]
    fn equal_to_playing() {
        let mut reference = Reference::new(&Rule::Cards);
        let (mut won, mut winning) = (0u32, 0usize);
        for size in 0..=9u32 {
            for bits in 0..1u64 << size {
                let suit = Piece::Suit(Suit::from_bits(bits, size));
                won += u32::from(reference.value(&suit) != 0);
                winning +=
                    Rule::Cards.moves(&suit).iter().filter(|one| reference.sum(&one.leaves) == 0).count();
            }
            let upto = BigUint::from(size);
            assert_eq!(wins(&upto, None).unwrap().answer, won.into(), "{size}");
            for modulus in [1u32, 2, 7, 1000] {
                assert_eq!(
                    wins(&upto, Some(&modulus.into())).unwrap().answer,
                    (won % modulus).into(),
                    "{size}"
                );
            }
            assert_eq!(moves(&upto, &Work::quiet()).unwrap().answer, winning.into(), "{size}");
        }
    }

    #[test]
    fn too_many_cards_say_so() {
        assert!(wins(&BigUint::from(10u32).pow(30), None).is_err());
        assert!(wins(&BigUint::from(10u32).pow(30), Some(&7u32.into())).is_ok());
        assert!(moves(&100u32.into(), &Work::quiet()).is_err());
    }
}
