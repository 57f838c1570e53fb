//! Pieces: the single heaps, sheets and suits whose sums are positions.

use super::size::parse_small;
use crate::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// One piece of a position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Piece {
    /// A heap of so many tokens.
    Heap(u64),
    /// A sheet of paper of `width × height`.
    Sheet(u64, u64),
    /// One suit of cards.
    Suit(Suit),
}

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
                Some(true) => return Err(wrong(format!("card {number} is there twice"))),
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

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Heap(size) => write!(f, "{size}"),
            Piece::Sheet(width, height) => write!(f, "{width}x{height}"),
            Piece::Suit(suit) => write!(f, "{suit}"),
        }
    }
}

/// A sum of pieces as `3+7+12`; the empty sum as `0`.
pub fn sum_to_string(pieces: &[Piece]) -> String {
    if pieces.is_empty() {
        return "0".to_string();
    }
    pieces.iter().map(Piece::to_string).collect::<Vec<_>>().join("+")
}

/// Reads `WxH`; sides of zero are refused.
pub fn parse_sheet(text: &str) -> Result<(u64, u64)> {
    let wrong = |fix: &str| Error::notation(text, "a sheet", fix);
    let Some((width, height)) = text.split_once(['x', 'X', '×']) else {
        return Err(wrong("write width x height, such as 5x3"));
    };
    let sides = (parse_small(width, "a width")?, parse_small(height, "a height")?);
    if sides.0 == 0 || sides.1 == 0 {
        return Err(wrong("both sides are at least 1"));
    }
    Ok(sides)
}

#[cfg(test)]
mod tests {
    use super::*;
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
        for (text, reason) in
            [("0x5", "at least 1"), ("5", "width x height"), ("x", "a size"), ("5x", "a size")]
        {
            let line = parse_sheet(text).unwrap_err().to_string();
            assert!(line.contains(reason), "{text}: {line}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            let _ = text.parse::<Suit>();
            let _ = parse_sheet(&text);
        }

        #[test]
        fn suits_round_trip(cards in proptest::collection::vec(any::<bool>(), 0..40)) {
            let suit = Suit(cards);
            prop_assert_eq!(suit.to_string().parse::<Suit>().unwrap(), suit);
        }
    }
}
