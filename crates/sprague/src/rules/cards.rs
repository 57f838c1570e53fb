//! Card stacking: an unused card is put on a visible one of the same suit that is lower.

use super::game::Own;
use super::{Action, Game, Kind, Move, Piece, parse_small};
use crate::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// One suit, lowest card first: `true` for a visible card, `false` for one in the hand.
/// Covered cards are gone: they never matter again.
///
/// ```
/// use sprague::rules::Suit;
/// let suit: Suit = "2,5/9".parse().unwrap();
/// assert_eq!(suit.to_string(), "010010000");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Suit(pub Vec<bool>);

/// A suit is a table: longer ones are refused.
const MOST_CARDS: u64 = 1_000_000;

impl Suit {
    /// The suit of `size ≤ 64` cards whose visible ones are the set bits, lowest card in bit 0.
    pub fn from_bits(bits: u64, size: u32) -> Self {
        Suit((0..size).map(|card| bits >> card & 1 == 1).collect())
    }

    /// The suit as a piece: its length, then its cards, 64 to a number.
    pub fn piece(&self) -> Piece {
        let word =
            |cards: &[bool]| cards.iter().rev().fold(0, |bits, &visible| bits << 1 | u64::from(visible));
        let numbers: Vec<u64> =
            std::iter::once(self.0.len() as u64).chain(self.0.chunks(64).map(word)).collect();
        Piece::new(&numbers)
    }

    /// The suit that a piece stands for; `None` if it is no suit.
    pub fn of(piece: &Piece) -> Option<Self> {
        let (&size, words) = piece.numbers().split_first()?;
        let size = usize::try_from(size).ok()?;
        let fits = words.len() == size.div_ceil(64)
            && (size % 64 == 0 || words.last().is_none_or(|last| last >> (size % 64) == 0));
        fits.then(|| Suit((0..size).map(|card| words[card / 64] >> (card % 64) & 1 == 1).collect()))
    }
}

impl FromStr for Suit {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = |fix: String| Error::notation(text, "a suit", fix);
        let Some((visible, size)) = text.split_once('/') else {
            if text.is_empty() || !text.bytes().all(|b| matches!(b, b'0' | b'1')) {
                return Err(wrong(
                    "write visible cards and size such as 2,5/9, or a string of 0 and 1".into(),
                ));
            }
            return Ok(Suit(text.bytes().map(|b| b == b'1').collect()));
        };
        let size = parse_small(size, "a number of cards")?;
        if size > MOST_CARDS {
            return Err(wrong(format!("a suit has at most {MOST_CARDS} cards")));
        }
        let mut cards = vec![false; size as usize];
        for card in visible.split(',').filter(|_| !visible.is_empty()) {
            let number = parse_small(card, "a card")?;
            match number.checked_sub(1).and_then(|index| cards.get_mut(index as usize)) {
                None => return Err(wrong(format!("card {number} is not one of 1 to {size}"))),
                Some(true) => return Err(wrong(format!("card {number} occurs twice"))),
                Some(seen) => *seen = true,
            }
        }
        Ok(Suit(cards))
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("/0");
        }
        self.0.iter().try_for_each(|&visible| f.write_str(if visible { "1" } else { "0" }))
    }
}

/// `cards`: put an unused card on a visible one that is lower; it takes its place.
#[derive(Debug, Clone, Copy)]
pub struct Cards;

/// The suit of a piece of this game.
fn suit(piece: &Piece) -> Suit {
    Suit::of(piece).expect("a piece of this game is a suit")
}

impl Game for Cards {
    fn notation(&self) -> String {
        "cards".into()
    }

    fn line(&self) -> String {
        "put a higher unused card on a visible one of its suit".into()
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        text.parse::<Suit>().map(|suit| suit.piece())
    }

    fn show_piece(&self, piece: &Piece) -> String {
        suit(piece).to_string()
    }

    fn is_piece(&self, piece: &Piece) -> bool {
        Suit::of(piece).is_some()
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let cards = suit(piece).0;
        for on in (0..cards.len()).filter(|&on| cards[on]) {
            for put in (on + 1..cards.len()).filter(|&put| !cards[put]) {
                let mut after = cards.clone();
                after[put] = true;
                after.remove(on);
                let action = Action::new("put # on #", &[put as u64 + 1, on as u64 + 1]);
                visit(Move { action, leaves: vec![Suit(after).piece()] });
            }
        }
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        u128::from(piece.numbers()[0]).pow(2) / 4
    }

    fn least_size(&self) -> &'static [u64] {
        &[1]
    }

    fn one_piece_a_size(&self) -> bool {
        false
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        // Sizes above 63 have more suits than anybody goes through.
        let sizes = from[0]..=to[0].min(63);
        Box::new(
            sizes.flat_map(|size| {
                (0..1u64 << size).map(move |bits| Suit::from_bits(bits, size as u32).piece())
            }),
        )
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Cards(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use proptest::prelude::*;

    #[test]
    fn suits() {
        assert_eq!("2,5/9".parse::<Suit>().unwrap().to_string(), "010010000");
        assert_eq!("/3".parse::<Suit>().unwrap().to_string(), "000");
        assert_eq!("0110".parse::<Suit>().unwrap(), "2,3/4".parse().unwrap());
        assert_eq!(Suit::from_bits(0b10010, 9).to_string(), "010010000");
        assert_eq!("/0".parse::<Suit>().unwrap().to_string(), "/0");
    }

    #[test]
    fn moves_by_hand() {
        let rule = Rule::new(Cards);
        let piece = |text: &str| text.parse::<Suit>().unwrap().piece();
        let leaves: Vec<String> = rule.moves(&piece("1010")).iter().map(|mv| rule.show(&mv.leaves)).collect();
        assert_eq!(leaves, ["110", "011", "101"]);
        for text in ["1", "0", "11110000", "10101010"] {
            let piece = piece(text);
            assert!(rule.moves(&piece).len() as u128 <= rule.moves_at_most(&piece));
        }
    }

    #[test]
    fn refused_with_the_reason() {
        for (text, reason) in [
            ("2,5/4", "card 5 is not one of 1 to 4"),
            ("0/4", "card 0"),
            ("2,2/4", "twice"),
            ("2,,3/4", "a size"),
            ("012", "string of 0 and 1"),
            ("", "string of 0 and 1"),
            ("1/10^30", "below 2^64"),
            ("1/10^15", "at most"),
        ] {
            let line = text.parse::<Suit>().unwrap_err().to_string();
            assert!(line.contains(reason), "{text}: {line}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            let _ = text.parse::<Suit>();
        }

        #[test]
        fn suits_round_trip(cards in proptest::collection::vec(any::<bool>(), 0..140)) {
            let suit = Suit(cards);
            prop_assert_eq!(&suit.to_string().parse::<Suit>().unwrap(), &suit);
            prop_assert_eq!(Suit::of(&suit.piece()).unwrap(), suit);
        }

        #[test]
        fn other_numbers_are_no_suit(numbers in proptest::collection::vec(0u64..200, 0..5)) {
            if let Some(suit) = Suit::of(&Piece::new(&numbers)) {
                prop_assert_eq!(suit.piece(), Piece::new(&numbers));
            }
        }
    }
}
