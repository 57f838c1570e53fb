//! Circles: the first move in a ring of tokens opens it.
//!
//! `circle:kayles` is Kayles with the pins in a circle. A move in a circle of n removes t neighbouring tokens
//! and leaves the other n − t in a row, one heap, so it is allowed if the rule lets t tokens be removed so
//! that one heap is left, or none if t = n. Rows are heaps of the rule.

use super::game::Own;
use super::{Action, Game, HeapRule, Kind, Move, Piece, Rule, parse_small};
use crate::{Error, Result};

/// `circle:RULE`: a piece is a circle, `12`, or a row, `r12`.
#[derive(Debug, Clone)]
pub struct Circle {
    rows: Rule,
}

impl Circle {
    /// Reads `circle:kayles`; `None` if the text does not start that way.
    pub(super) fn read(text: &str) -> Option<Result<Self>> {
        let inner = text.strip_prefix("circle:")?;
        let fix = "a circle has a rule of heaps, such as circle:kayles or circle:0.07";
        Some(inner.parse::<Rule>().and_then(|rows| match rows.heap_rule() {
            Some(_) => Ok(Circle { rows }),
            None => Err(Error::not_a_rule(text, "a rule", fix)),
        }))
    }

    /// The rule of the rows.
    pub fn rows(&self) -> &Rule {
        &self.rows
    }

    /// The heap rule of the rows.
    pub(crate) fn heaps(&self) -> &HeapRule {
        self.rows.heap_rule().expect("read above")
    }

    /// What a circle of n tokens may lose, leaving one row.
    pub(crate) fn removals(&self, n: u64) -> impl Iterator<Item = u64> + '_ {
        let heaps = self.heaps();
        let parts = heaps.parts();
        // A row of at least one token, and of at most the largest number that may be left.
        let (from, to) = (n.saturating_sub(parts.largest.unwrap_or(n)), n.saturating_sub(parts.least.max(1)));
        let one = heaps.removals(1).between(from, to).filter(move |&t| t < n && parts.allow(n - t));
        one.chain((n > 0 && heaps.removals(0).contains(n)).then_some(n))
    }
}

/// A piece is a row if it has a second number.
fn row(n: u64) -> Piece {
    Piece::new(&[n, 0])
}

impl Game for Circle {
    fn notation(&self) -> String {
        format!("circle:{}", self.rows.notation())
    }

    fn line(&self) -> String {
        format!("a circle, which the first move opens into a row; in rows: {}", self.rows.line())
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        match text.strip_prefix(['r', 'R']) {
            Some(tokens) => parse_small(tokens, "a row").map(row),
            None => parse_small(text, "a circle").map(Piece::heap),
        }
    }

    fn show_piece(&self, piece: &Piece) -> String {
        match *piece.numbers() {
            [n, _] => format!("r{n}"),
            ref numbers => numbers.first().copied().unwrap_or(0).to_string(),
        }
    }

    fn is_piece(&self, piece: &Piece) -> bool {
        matches!(*piece.numbers(), [_] | [_, 0])
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let n = piece.numbers()[0];
        if piece.numbers().len() == 1 {
            return self.removals(n).for_each(|t| {
                let leaves = if t == n { vec![] } else { vec![row(n - t)] };
                visit(Move { action: Action::new("take #", &[t]), leaves });
            });
        }
        self.rows.for_each_move(&Piece::heap(n), &mut |mv| {
            let leaves = mv.leaves.iter().map(|part| row(part.numbers()[0])).collect();
            visit(Move { action: mv.action, leaves });
        });
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        self.rows.moves_at_most(&Piece::heap(piece.numbers()[0])).saturating_add(1)
    }

    fn least_size(&self) -> &'static [u64] {
        &[0]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        Box::new((from[0]..=to[0]).map(Piece::heap))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Circle(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_by_hand() {
        let rule: Rule = "circle:kayles".parse().unwrap();
        let left = |piece: &str| {
            let moves = rule.moves(&rule.parse_piece(piece).unwrap());
            moves.iter().map(|mv| rule.show(&mv.leaves)).collect::<Vec<_>>()
        };
        assert_eq!(left("5"), ["r4", "r3"]);
        assert_eq!(
            (left("2"), left("1"), left("0")),
            (vec!["r1".into(), "0".into()], vec!["0".into()], vec![])
        );
        assert_eq!(left("r4"), ["r3", "r1+r2", "r2", "r1+r1"]);
        assert_eq!(rule.notation(), "circle:0.77");
        for text in ["circle:", "circle:cut", "circle:8?.0", "circle:circle:kayles"] {
            assert!(text.parse::<Rule>().is_err(), "{text}");
        }
        assert!(rule.parse_piece("r").is_err() && rule.parse_piece("rr3").is_err());
    }
}
