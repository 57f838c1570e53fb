//! A game against the engine: the position, its moves, and how the engine chooses. Draws and reads nothing.

use crate::args::Level;
use sprague::ask::{self, ExplainQuestion, Question};
use sprague::counts::winning_moves;
use sprague::known::Known;
use sprague::rules::{Move, Piece, Rule};
use sprague::{Result, Work};

/// A position and how it came about.
pub struct Game {
    pub rule: Rule,
    known: Box<dyn Known>,
    pub position: Vec<Piece>,
    /// Positions in which the player was to move.
    history: Vec<Vec<Piece>>,
    dice: u64,
    pub level: Level,
}

impl Game {
    pub fn new(rule: Rule, known: Box<dyn Known>, position: Vec<Piece>, level: Level, seed: u64) -> Self {
        Game { rule, known, position, history: vec![], dice: seed ^ 0x9e37_79b9_7f4a_7c15, level }
    }

    /// Every move with the place of its piece; of equal pieces all.
    pub fn moves(&self) -> Vec<(usize, Move)> {
        let of = |(index, piece)| self.rule.moves(piece).into_iter().map(move |one| (index, one));
        self.position.iter().enumerate().flat_map(of).collect()
    }

    /// The player's move, which may be taken back.
    pub fn play(&mut self, index: usize, one: &Move) {
        self.history.push(self.position.clone());
        self.apply(index, one);
    }

    fn apply(&mut self, index: usize, one: &Move) {
        let empty = Piece::heap(0);
        let left = one.leaves.iter().filter(|&left| *left != empty || self.rule.least_size() != [0]);
        self.position.splice(index..=index, left.cloned().collect::<Vec<_>>());
    }

    /// Takes the player's last move back, if there is one.
    pub fn undo(&mut self) -> bool {
        match self.history.pop() {
            Some(position) => {
                self.position = position;
                true
            }
            None => false,
        }
    }

    /// The engine's move: a winning one if there is one and the level sees it, else any. `None` if there is no move.
    pub fn answer(&mut self) -> Result<Option<(usize, Move)>> {
        let moves = self.moves();
        if moves.is_empty() {
            return Ok(None);
        }
        let sees = match self.level {
            Level::Perfect => true,
            Level::Medium => self.roll(10) < 7,
            Level::Easy => self.roll(10) < 2,
        };
        let wins = if sees { self.wins()? } else { vec![] };
        let mut choices = if wins.is_empty() { moves } else { wins };
        let choice = self.roll(choices.len());
        let (index, one) = choices.swap_remove(choice);
        self.apply(index, &one);
        Ok(Some((index, one)))
    }

    /// The moves that win.
    pub fn wins(&self) -> Result<Vec<(usize, Move)>> {
        Ok(winning_moves(self.known.as_ref(), &self.position, &Work::quiet())?.wins)
    }

    /// Why the position is won or lost.
    pub fn explanation(&self) -> Result<String> {
        let (rule, position) = (self.rule.to_string(), self.rule.show(&self.position));
        let question = Question::Explain(ExplainQuestion { rule, position, limit: None });
        let answered = ask::answer(&question, &Work::quiet())?;
        Ok(crate::commands::explain::printed(&answered.answer).text)
    }

    /// The moves that a line can mean: piece, numbers of the action, and perhaps what is left.
    pub fn fitting<'a>(&self, line: &str, moves: &'a [(usize, Move)]) -> Vec<&'a (usize, Move)> {
        let (what, left) = match line.split_once('=') {
            Some((what, left)) => (what, Some(left)),
            None => (line, None),
        };
        let numbers: Vec<u64> =
            what.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
        let Some((&piece, numbers)) = numbers.split_first() else { return vec![] };
        let sorted = |mut pieces: Vec<Piece>| {
            pieces.sort();
            pieces
        };
        let left = left.map(|left| self.rule.parse_position(left.trim()).map(sorted));
        let fits = |(index, one): &&(usize, Move)| {
            *index as u64 + 1 == piece
                && one.action.numbers() == numbers
                && match &left {
                    None => true,
                    Some(Ok(left)) => *left == sorted(one.leaves.clone()),
                    Some(Err(_)) => false,
                }
        };
        moves.iter().filter(fits).collect()
    }

    /// A number below `sides`: xorshift, for nothing depends on it but variety.
    fn roll(&mut self, sides: usize) -> usize {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        (self.dice >> 11) as usize % sides.max(1)
    }
}
