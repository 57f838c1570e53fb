//! Straight cuts: a sheet is cut once, across or down, into two.

use super::cut::sides;
use super::game::{Own, pairs_between, parse_pair, show_pair};
use super::{Action, Game, Kind, Move, Piece};
use crate::Result;

/// `cut:one`: sheets W×H, one straight cut along a grid line into two.
#[derive(Debug, Clone, Copy)]
pub struct StraightCut;

impl Game for StraightCut {
    fn notation(&self) -> String {
        "cut:one".into()
    }

    fn line(&self) -> String {
        "cut a sheet once, across or down, into two".into()
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        parse_pair(text, "a sheet", 1)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        show_pair(piece)
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let (width, height) = sides(piece);
        for i in 1..width {
            let leaves = vec![Piece::sheet(i, height), Piece::sheet(width - i, height)];
            visit(Move { action: Action::new("cut at width #", &[i]), leaves });
        }
        for j in 1..height {
            let leaves = vec![Piece::sheet(width, j), Piece::sheet(width, height - j)];
            visit(Move { action: Action::new("cut at height #", &[j]), leaves });
        }
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        let (width, height) = sides(piece);
        u128::from(width) + u128::from(height) - 2
    }

    fn least_size(&self) -> &'static [u64] {
        &[1, 1]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        pairs_between(from, to)
    }

    fn kind(self, _: Own) -> Kind {
        Kind::StraightCut(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;

    #[test]
    fn moves_by_hand() {
        let rule = Rule::new(StraightCut);
        let leaves: Vec<String> =
            rule.moves(&Piece::sheet(3, 2)).iter().map(|mv| rule.show(&mv.leaves)).collect();
        assert_eq!(leaves, ["1x2+2x2", "2x2+1x2", "3x1+3x1"]);
    }
}
