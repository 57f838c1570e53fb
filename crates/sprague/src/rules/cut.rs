//! Paper cutting: a sheet is cut at an inner grid point, both ways, into four.

use super::game::{Own, pairs_between, parse_pair, show_pair};
use super::{Action, Game, Kind, Move, Piece};
use crate::Result;

/// `cut`: sheets W×H, cut both ways at an inner grid point (i, j) into i×j, (W−i)×j, i×(H−j) and (W−i)×(H−j).
#[derive(Debug, Clone, Copy)]
pub struct Cut;

/// The sides of a sheet.
pub(super) fn sides(piece: &Piece) -> (u64, u64) {
    let &[width, height] = piece.numbers() else { panic!("a sheet has two sides") };
    (width, height)
}

impl Game for Cut {
    fn notation(&self) -> String {
        "cut".into()
    }

    fn line(&self) -> String {
        "cut a sheet both ways at a grid point, into four".into()
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        parse_pair(text, "a sheet", 1)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        show_pair(piece)
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let (width, height) = sides(piece);
        // A strip of width 10^18 has as many columns, and no move.
        let width = if height == 1 { 1 } else { width };
        for (i, j) in (1..width).flat_map(|i| (1..height).map(move |j| (i, j))) {
            let leaves = vec![
                Piece::sheet(i, j),
                Piece::sheet(width - i, j),
                Piece::sheet(i, height - j),
                Piece::sheet(width - i, height - j),
            ];
            visit(Move { action: Action::new("cut at #,#", &[i, j]), leaves });
        }
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        let (width, height) = sides(piece);
        u128::from(width - 1) * u128::from(height - 1)
    }

    fn least_size(&self) -> &'static [u64] {
        &[1, 1]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        pairs_between(from, to)
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Cut(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;

    #[test]
    fn moves_by_hand() {
        let rule = Rule::new(Cut);
        let leaves: Vec<String> =
            rule.moves(&Piece::sheet(3, 2)).iter().map(|mv| rule.show(&mv.leaves)).collect();
        assert_eq!(leaves, ["1x1+2x1+1x1+2x1", "2x1+1x1+2x1+1x1"]);
        assert_eq!(rule.moves(&Piece::sheet(5, 7)).len() as u128, rule.moves_at_most(&Piece::sheet(5, 7)));
        assert_eq!(rule.moves_at_most(&Piece::sheet(1, 1)), 0);
    }

    #[test]
    fn refused_with_the_reason() {
        for (text, reason) in
            [("0x5", "at least 1"), ("5", "width x height"), ("x", "a size"), ("5x", "a size")]
        {
            let line = Cut.parse_piece(text).unwrap_err().to_string();
            assert!(line.contains(reason), "{text}: {line}");
        }
    }
}
