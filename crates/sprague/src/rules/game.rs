//! A **game** says what a move is: the one trait behind every rule.
//!
//! Heap rules implement it ([`super::HeapRule`]), and so does every game that is not played with heaps. Two
//! moves of a heap are the same if they leave the same heaps; two cuts are the same if they go through the
//! same point; two plays of cards if they put the same card on the same card. A game computes nothing: the
//! reference solver plays it from its moves alone, and everything faster is tested against that.

use super::{Kind, Move, Piece, Sizes};
use crate::{Error, Result};
use num_bigint::BigUint;
use std::fmt;

/// What a move is, and how pieces are written.
///
/// `examples/own_game.rs` is a game of another crate in a few lines, with its own solver.
pub trait Game: fmt::Debug + Send + Sync {
    /// The canonical notation: rules that are the same print the same.
    fn notation(&self) -> String;

    /// What a move is, in one line.
    fn line(&self) -> String;

    /// Reads one piece.
    fn parse_piece(&self, text: &str) -> Result<Piece>;

    /// Writes one piece as [`Game::parse_piece`] reads it.
    fn show_piece(&self, piece: &Piece) -> String;

    /// Whether the numbers of a piece mean anything in this game.
    fn is_piece(&self, piece: &Piece) -> bool {
        let numbers = piece.numbers();
        numbers.len() == self.least_size().len()
            && numbers.iter().zip(self.least_size()).all(|(n, least)| n >= least)
    }

    /// Calls `visit` with every move from `piece`, a piece of this game, each once.
    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move));

    /// An upper bound of the number of moves from `piece`, for callers that want to list them all.
    fn moves_at_most(&self, piece: &Piece) -> u128;

    /// The least size there is: `[0]` for heaps, `[1, 1]` for sheets. Sizes have as many numbers as this.
    fn least_size(&self) -> &'static [u64];

    /// The largest size there is, of a game with finitely many pieces: what `all` stands for.
    fn largest_size(&self) -> Option<u64> {
        None
    }

    /// A small position to play, of a game for which that of another game would not do.
    fn usual_position(&self) -> Option<String> {
        None
    }

    /// All pieces with sizes from `from` to `to`, bounds included.
    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_>;

    /// Whether every size is one piece, as of heaps and sheets; there are many suits of one size.
    fn one_piece_a_size(&self) -> bool {
        true
    }

    /// What the game says of its values without being played, if it has a solver.
    fn claims(&self) -> Option<&dyn Claims> {
        None
    }

    /// Which game this is. Other crates cannot name the argument's type, so each of their games is
    /// [`Kind::Foreign`], whatever it calls itself:
    ///
    /// ```compile_fail
    /// fn may_not_be_named(_: sprague::rules::game::Own) {}
    /// ```
    fn kind(self, _: own::Own) -> Kind
    where
        Self: Sized + 'static,
    {
        Kind::Foreign(Box::new(self))
    }
}

/// Named only inside the engine.
mod own {
    /// Permission to be a game of the engine.
    #[derive(Debug)]
    pub struct Own;
}

pub(super) use own::Own;

/// What the author of a game knows of its values: the solver that a game of another crate may bring.
///
/// What it says is compared with play on small pieces, and refused if it differs. Beyond them it is believed,
/// and answers that rest on it are `computed`, never `proved`. `None` means that the solver does not know.
pub trait Claims: Send + Sync {
    /// What it rests on, in a few words.
    fn basis(&self) -> String;

    /// The value of a piece of any size, given by its numbers.
    fn value(&self, numbers: &[BigUint]) -> Option<BigUint>;

    /// Whether a piece has value 0: often known where the value itself is not.
    fn is_zero(&self, numbers: &[BigUint]) -> Option<bool> {
        self.value(numbers).map(|value| value == BigUint::ZERO)
    }

    /// How many pieces of these sizes have each value: entry v counts value v.
    fn histogram(&self, _sizes: &Sizes) -> Option<Vec<BigUint>> {
        None
    }

    /// How many pieces of these sizes have value 0.
    fn zeros(&self, _sizes: &Sizes) -> Option<BigUint> {
        None
    }

    /// How many moves from single pieces of these sizes lead to value 0.
    fn moves_to_zero(&self, _sizes: &Sizes) -> Option<BigUint> {
        None
    }
}

/// All pairs within bounds, row by row: the pieces of games whose size has two numbers.
pub fn pairs_between(from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece>> {
    let (&[a, b], &[c, d]) = (from, to) else { return Box::new(std::iter::empty()) };
    Box::new((a..=c).flat_map(move |first| (b..=d).map(move |second| Piece::new(&[first, second]))))
}

/// Writes a pair as [`parse_pair`] reads it.
pub fn show_pair(piece: &Piece) -> String {
    piece.numbers().iter().map(u64::to_string).collect::<Vec<_>>().join("x")
}

/// Reads `AxB`, both at least `least`; `what` names the pair with its article.
pub fn parse_pair(text: &str, what: &'static str, least: u64) -> Result<Piece> {
    let wrong = |fix: &str| Error::notation(text, what, fix);
    let Some((width, height)) = text.split_once(['x', 'X', '×']) else {
        return Err(wrong("write width x height, such as 5x3"));
    };
    let sides = (super::parse_small(width, "a width")?, super::parse_small(height, "a height")?);
    if sides.0 < least || sides.1 < least {
        return Err(wrong("both sides are at least 1"));
    }
    Ok(Piece::new(&[sides.0, sides.1]))
}
