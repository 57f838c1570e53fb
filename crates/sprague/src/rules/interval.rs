//! `sub:L-R` with large L and R: take any number of tokens from L to R. Its values have a formula, so the
//! numbers need not be listed.

use super::game::Own;
use super::{Action, Game, Kind, Move, Piece, parse_small};
use crate::Result;

/// Intervals up to this number are lists, as any other finite set is.
const MOST_LISTED: u64 = 1_000_000;

/// Take from `least` to `most` tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    least: u64,
    most: u64,
}

impl Interval {
    /// Reads `sub:L-R` whose R is too large for a list; `None` if it is not that.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (least, most) = text.strip_prefix("sub:")?.split_once('-')?;
        let number = |text: &str| parse_small(text, "a number of tokens").ok();
        let (least, most) = (number(least)?, number(most)?);
        // The period is their sum.
        let fits = least >= 1 && least <= most && most > MOST_LISTED && least.checked_add(most).is_some();
        fits.then_some(Interval { least, most })
    }

    /// The least number that may be taken.
    pub fn least(&self) -> u64 {
        self.least
    }

    /// The largest number that may be taken.
    pub fn most(&self) -> u64 {
        self.most
    }

    /// With numbers of any size: the formula is tested on small ones.
    #[cfg(test)]
    pub(crate) fn of(least: u64, most: u64) -> Self {
        Interval { least, most }
    }
}

impl Game for Interval {
    fn notation(&self) -> String {
        format!("sub:{}-{}", self.least, self.most)
    }

    fn line(&self) -> String {
        format!("take from {} to {} tokens", self.least, self.most)
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        parse_small(text, "a heap").map(Piece::heap)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        piece.numbers()[0].to_string()
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let n = piece.numbers()[0];
        (self.least..=self.most.min(n)).for_each(|t| {
            visit(Move { action: Action::new("take #", &[t]), leaves: vec![Piece::heap(n - t)] });
        });
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        (u128::from(self.most.min(piece.numbers()[0])) + 1).saturating_sub(self.least.into())
    }

    fn least_size(&self) -> &'static [u64] {
        &[0]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        Box::new((from[0]..=to[0]).map(Piece::heap))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Interval(self)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{Kind, Rule};

    #[test]
    fn only_what_is_too_long_for_a_list() {
        let kind =
            |text: &str| text.parse::<Rule>().map(|rule| matches!(rule.kind(), Kind::Interval(_))).ok();
        assert_eq!(kind("sub:10^9-2*10^9"), Some(true));
        assert_eq!(kind("sub:3-1000001"), Some(true));
        assert_eq!(kind("sub:3-1000"), Some(false));
        assert_eq!("sub:10^9-10^9".parse::<Rule>().unwrap().notation(), "sub:1000000000-1000000000");
        for text in
            ["sub:0-10^9", "sub:10^9-5", "sub:1-10^9,5", "sub:1-18446744073709551615", "sub:1-10^9/least=2"]
        {
            assert_eq!(kind(text), None, "{text}");
        }
    }
}
