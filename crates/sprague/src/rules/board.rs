//! Boards: a coin on a square of a board, each of whose two coordinates is a heap (Project Euler 649).

use super::game::{Own, pairs_between, parse_pair, show_pair};
use super::{Action, Game, HeapRule, Kind, Move, Piece, Rule};
use crate::{Error, Result};

/// `board:RULE`: a coin at column x and row y, counted from 0; a move is one of RULE on x or on y.
#[derive(Debug, Clone)]
pub struct Board {
    rule: HeapRule,
}

impl Board {
    /// Reads `board:sub:2,3,5,7`; `None` if the text does not start that way.
    pub fn read(text: &str) -> Option<Result<Self>> {
        let inner = text.strip_prefix("board:")?;
        Some(inner.parse::<Rule>().and_then(|rule| Board::new(&rule)))
    }

    /// The board of a rule that only takes.
    pub fn new(rule: &Rule) -> Result<Self> {
        match rule.heap_rule().filter(|heaps| heaps.only_takes()) {
            Some(heaps) => Ok(Board { rule: heaps.clone() }),
            None => Err(Error::not_a_rule(
                rule.notation(),
                "a rule",
                "a board has a heap rule that only takes, such as board:sub:2,3,5,7",
            )),
        }
    }

    /// The rule of each coordinate.
    pub fn of_each(&self) -> &HeapRule {
        &self.rule
    }
}

impl Game for Board {
    fn notation(&self) -> String {
        format!("board:{}", self.rule.notation())
    }

    fn line(&self) -> String {
        format!("a coin at XxY of a board, counted from 0; left or up: {}", self.rule.line())
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        parse_pair(text, "a square", 0)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        show_pair(piece)
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let (x, y) = (piece.numbers()[0], piece.numbers()[1]);
        let left = |one: &Move| one.leaves.first().map_or(0, |rest| rest.numbers()[0]);
        self.rule.for_each_move(&Piece::heap(x), &mut |mv| {
            let to = left(&mv);
            visit(Move { action: Action::new("left by #", &[x - to]), leaves: vec![Piece::new(&[to, y])] });
        });
        self.rule.for_each_move(&Piece::heap(y), &mut |mv| {
            let to = left(&mv);
            visit(Move { action: Action::new("up by #", &[y - to]), leaves: vec![Piece::new(&[x, to])] });
        });
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        piece.numbers().iter().map(|&n| self.rule.moves_at_most(&Piece::heap(n))).sum()
    }

    fn least_size(&self) -> &'static [u64] {
        &[0, 0]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        pairs_between(from, to)
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Board(self)
    }
}
