//! Wythoff's game: two heaps; take any number from one of them, or the same number from both.

use super::game::{Own, pairs_between, parse_pair, show_pair};
use super::{Action, Game, Kind, Move, Piece};
use crate::Result;

/// `wythoff`: pairs of heaps AxB.
#[derive(Debug, Clone, Copy)]
pub struct Wythoff;

impl Game for Wythoff {
    fn notation(&self) -> String {
        "wythoff".into()
    }

    fn line(&self) -> String {
        "take any number from one of two heaps, or the same number from both".into()
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        parse_pair(text, "a pair of heaps", 0)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        show_pair(piece)
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let (a, b) = (piece.numbers()[0], piece.numbers()[1]);
        let mut take = |words, t, a, b| {
            visit(Move { action: Action::new(words, &[t]), leaves: vec![Piece::new(&[a, b])] });
        };
        (1..=a).for_each(|t| take("take # from the first", t, a - t, b));
        (1..=b).for_each(|t| take("take # from the second", t, a, b - t));
        (1..=a.min(b)).for_each(|t| take("take # from both", t, a - t, b - t));
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        3 * u128::from(*piece.numbers().iter().max().unwrap_or(&0))
    }

    fn least_size(&self) -> &'static [u64] {
        &[0, 0]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        pairs_between(from, to)
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Wythoff(self)
    }
}
