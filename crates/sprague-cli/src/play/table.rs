//! A game on a terminal: the engine's, with what was played so far, and moves as people type them. Draws and
//! reads nothing.

use crate::args;
use sprague::ask::{self, ExplainQuestion, Question};
use sprague::play::{Dice, Game, Level};
use sprague::rules::{Move, Piece, Rule};
use sprague::{Result, Work};

/// A game and how it came about.
pub struct Table {
    game: Game,
    /// Positions in which the player was to move.
    history: Vec<Vec<Piece>>,
    dice: Dice,
    pub level: args::Level,
}

impl From<args::Level> for Level {
    fn from(level: args::Level) -> Self {
        match level {
            args::Level::Easy => Level::Easy,
            args::Level::Medium => Level::Medium,
            args::Level::Perfect => Level::Perfect,
        }
    }
}

impl Table {
    pub fn new(game: Game, level: args::Level, seed: u64) -> Self {
        Table { game, history: vec![], dice: Dice::new(seed), level }
    }

    pub fn rule(&self) -> &Rule {
        self.game.rule()
    }

    pub fn position(&self) -> &[Piece] {
        self.game.position()
    }

    /// Every move with the place of its piece; of equal pieces all.
    pub fn moves(&self) -> Vec<(usize, Move)> {
        self.game.moves()
    }

    /// The player's move, which may be taken back.
    pub fn play(&mut self, index: usize, one: &Move) {
        self.history.push(self.position().to_vec());
        self.game.apply(index, one);
    }

    /// Takes the player's last move back, if there is one.
    pub fn undo(&mut self) -> bool {
        self.history.pop().map(|position| self.game.restore(position)).is_some()
    }

    /// The game from this position on, as if nothing had been played.
    pub fn begin_at(&mut self, position: Vec<Piece>) {
        self.history.clear();
        self.game.restore(position);
    }

    /// The engine's move; `None` if there is none.
    pub fn answer(&mut self) -> Result<Option<(usize, Move)>> {
        let reply = self.game.reply(self.level.into(), &mut self.dice, &Work::quiet())?;
        if let Some((index, one)) = &reply {
            self.game.apply(*index, one);
        }
        Ok(reply)
    }

    /// Who wins when no move is left, in a sentence.
    pub fn ending(&self) -> &'static str {
        if self.game.is_misere() { "Who cannot move wins." } else { "Who cannot move loses." }
    }

    /// Whether the engine wins if it cannot move.
    pub fn is_misere(&self) -> bool {
        self.game.is_misere()
    }

    /// The moves that win.
    pub fn wins(&self) -> Result<Vec<(usize, Move)>> {
        self.game.wins(&Work::quiet())
    }

    /// Why the position is won or lost.
    pub fn explanation(&self) -> Result<String> {
        let (rule, position) = (self.rule().to_string(), self.game.to_string());
        let misere = self.game.is_misere();
        let question = Question::Explain(ExplainQuestion { rule, position, limit: None, misere });
        let answered = ask::answer(&question, &Work::quiet())?;
        Ok(crate::commands::explain::printed(answered.answer()).text)
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
        let left = left.map(|left| self.rule().parse_position(left.trim()).map(sorted));
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
}
