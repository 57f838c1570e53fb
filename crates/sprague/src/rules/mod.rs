//! **Rules** say what a move is. They are data: notation, file or registered game. They compute nothing.
//!
//! - [`Rule`]: a game with its canonical notation; [`Kind`]: which game it is, by type
//! - [`Game`]: the one trait behind every rule: notation, pieces, moves; [`Claims`]: a solver that a game
//!   brings
//! - [`HeapRule`]: every rule that is played with heaps: [`Removals`] by number of heaps left, and a
//!   condition on the [`Parts`]; [`Code`] and `notation` are how it is written
//! - [`Mixed`]: rules of heaps that no one condition describes
//! - [`Arithmetic`], [`FamilyRule`]: heaps whose moves are no repeating set of removals
//! - [`Cut`], [`StraightCut`], [`Cards`], [`TakeBranch`], [`Wythoff`], [`Lines`], [`Board`]: games that are
//!   not played with single heaps
//! - [`Interval`], [`Circle`]: taking L to R tokens, and rows that begin as circles; [`Turning`],
//!   [`TurningProduct`]: rows and boards of coins
//! - [`DynamicNim`]: heaps whose moves depend on the move before
//! - [`ExplicitGame`]: every position and every move written down, read from an [`EdgeList`]; [`GraphGame`]:
//!   games on a [`Graph`]
//! - [`FormulaGame`]: heaps whose moves are formulas
//! - [`NOTATIONS`], [`NAMES`]: the registry of everything that can be written
//! - [`Piece`], [`Suit`]: what positions are sums of; [`Move`], [`Action`]: what is done to one of them
//! - [`Sizes`], [`parse_size`]: sizes such as `10^18`, and ranges of them

mod arithmetic;
mod board;
mod cards;
mod circle;
mod code;
mod cut;
mod digit;
mod dynamic;
mod edges;
mod explicit;
mod families;
mod file;
mod find;
mod formula;
mod game;
pub(crate) mod graph;
mod heap_rule;
mod history;
mod interval;
mod kind;
mod lines;
mod mixed;
mod moves;
mod notation;
mod piece;
mod read;
mod registry;
mod removals;
mod size;
mod sizes;
mod straight_cut;
mod titles;
mod tree;
mod turning;
mod wythoff;

pub use arithmetic::Arithmetic;
pub use board::Board;
pub use cards::{Cards, Suit};
pub use circle::Circle;
pub use code::Code;
pub use cut::Cut;
pub(crate) use digit::ANY_NUMBER;
pub use digit::{Compare, Digit};
pub use dynamic::DynamicNim;
pub use edges::EdgeList;
pub use explicit::ExplicitGame;
pub(crate) use families::primes;
pub use families::{Family, FamilyRule};
pub use find::{FoundRule, find_rules};
pub use formula::FormulaGame;
pub use game::{Claims, Game, pairs_between, parse_pair, show_pair};
pub use graph::{Graph, GraphGame};
pub use heap_rule::{Alike, HeapRule, Leaving, Parts};
pub use history::history;
pub use interval::Interval;
pub use kind::Kind;
pub use lines::Lines;
pub use mixed::Mixed;
pub(crate) use mixed::{first_of_run, most_counted};
pub use moves::{Action, Move};
pub use piece::Piece;
pub use registry::{NAMES, NOTATIONS, Name, Notation};
pub use removals::Removals;
pub use size::{parse_size, parse_small};
pub use sizes::Sizes;
pub use straight_cut::StraightCut;
pub use titles::sequences;
pub use tree::{TakeBranch, Tree};
pub use turning::{Choice, Coins, Lengths, Spacing, Turning, TurningProduct};
pub use wythoff::Wythoff;

use crate::{Error, Result};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::str::FromStr;
use std::sync::Arc;

/// What a move is: a game, with its canonical notation. Cheap to clone.
///
/// ```
/// use sprague::rules::Rule;
/// let rule: Rule = "kayles".parse().unwrap();
/// assert_eq!(rule.to_string(), "0.77");
/// assert_eq!(rule, ".770".parse().unwrap());
/// let error = "kales".parse::<Rule>().unwrap_err();
/// assert!(error.to_string().contains("kayles"));
/// ```
///
/// Rules of the engine are equal if their notations are. A game of another crate is equal to its clones
/// alone, whatever it calls itself.
#[derive(Clone)]
pub struct Rule {
    kind: Arc<Kind>,
    notation: Arc<str>,
}

impl Rule {
    /// The rule of a game.
    pub fn new(game: impl Game + 'static) -> Self {
        let notation = game.notation().into();
        Rule { kind: Arc::new(game.kind(game::Own)), notation }
    }

    /// Which game it is: what solvers, theorems and certificates are chosen by.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The notation, if it is in one of the engine's: what tables of rules are searched for.
    pub(crate) fn own_notation(&self) -> Option<&str> {
        (!matches!(self.kind(), Kind::Foreign(_))).then_some(&*self.notation)
    }

    /// The rule as a heap rule, if it is one: solvers, theorems and counts of heaps ask for this.
    pub fn heap_rule(&self) -> Option<&HeapRule> {
        if let Kind::Heaps(heaps) = self.kind() { Some(heaps) } else { None }
    }

    /// The canonical notation.
    pub fn notation(&self) -> &str {
        &self.notation
    }

    /// The rule as a heap rule, or an error that says what cannot be done without one.
    pub fn require_heaps(&self, what: &str) -> Result<&HeapRule> {
        self.heap_rule().ok_or_else(|| {
            let why = match self.has_heaps() {
                true => "has heaps, but its moves are not a fixed set of removals",
                false => "is not played with heaps",
            };
            Error::wrong_game(format!("{what}, and {self} {why}"))
        })
    }

    /// Whether a piece is one number: heaps, whatever the moves are.
    pub fn has_heaps(&self) -> bool {
        self.one_piece_a_size() && self.least_size().len() == 1
    }

    /// Reads a sum of pieces of this rule, such as `3+7+12`, `3 7 12`, `3,7,12`, `5x3+2x2` or `2,5/9+0110`.
    ///
    /// ```
    /// let cut: sprague::rules::Rule = "cut".parse().unwrap();
    /// assert_eq!(cut.parse_position("5x3+2x2").unwrap().len(), 2);
    /// assert!(cut.parse_position("5").is_err());
    /// ```
    pub fn parse_position(&self, text: &str) -> Result<Vec<Piece>> {
        let pieces = self.split_position(text);
        pieces.into_iter().map(|piece| self.parse_piece(piece)).collect()
    }

    /// The pieces of a sum, as they are written: between `+`, blanks or, where no piece has one in it,
    /// commas.
    pub fn split_position<'a>(&self, text: &'a str) -> Vec<&'a str> {
        let words = |piece: &'a str| {
            let mut words = piece.split_whitespace().peekable();
            // Nothing between two signs is an error, and is reported as one.
            if words.peek().is_none() { vec![""] } else { words.collect() }
        };
        let commas = |piece: &'a str| {
            let split = piece.contains(',') && self.parse_piece(piece).is_err() && !piece.contains('/');
            if split { piece.split(',').map(str::trim).collect() } else { vec![piece] }
        };
        text.split('+').flat_map(words).flat_map(commas).collect()
    }

    /// A sum of pieces as `3+7+12`; the empty sum as `0`.
    pub fn show(&self, pieces: &[Piece]) -> String {
        if pieces.is_empty() {
            return "0".to_string();
        }
        pieces.iter().map(|piece| self.show_piece(piece)).collect::<Vec<_>>().join("+")
    }

    /// Every move from `piece` in a list.
    ///
    /// ```
    /// use sprague::rules::{Piece, Rule};
    /// let kayles: Rule = "kayles".parse().unwrap();
    /// assert_eq!(kayles.moves(&Piece::heap(4)).len(), 4); // 3, 2, 1+2, 1+1
    /// ```
    pub fn moves(&self, piece: &Piece) -> Vec<Move> {
        let mut all = Vec::new();
        self.for_each_move(piece, &mut |mv| all.push(mv));
        all
    }
}

/// Everything that a game can be asked.
impl Deref for Rule {
    type Target = dyn Game;

    fn deref(&self) -> &Self::Target {
        self.kind.game()
    }
}

impl FromStr for Rule {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        read::read(text)
    }
}

impl From<HeapRule> for Rule {
    fn from(rule: HeapRule) -> Self {
        Rule::new(rule)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        let own = self.own_notation().is_some() && self.own_notation() == other.own_notation();
        own || Arc::ptr_eq(&self.kind, &other.kind)
    }
}

impl Eq for Rule {}

impl Hash for Rule {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.notation.hash(state);
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({})", self.notation)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.notation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn canonical_notation() {
        for (text, canonical) in [
            ("Kayles", "0.77"),
            (".77", "0.77"),
            ("sub:4,1,3", "sub:1,3,4"),
            ("allbut:2,1", "allbut:1,2"),
            ("split:3", "split:3"),
            ("scatterstone", "split:3"),
            ("grundy", "grundy"),
            ("cut", "cut"),
            ("cut:one", "cut:one"),
            ("cards", "cards"),
            ("nim", "0.[3]"),
            (" SUB: 4, 1, 3 ", "sub:1,3,4"),
            ("0.3f", "0.3F"),
        ] {
            assert_eq!(text.parse::<Rule>().unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn refused_with_the_reason() {
        for (text, reason) in [
            ("", "sprague rules"),
            ("sub:", "after the colon"),
            ("sub:0", "at least 1"),
            ("sub:3,3", "3 occurs twice"),
            ("sub:1,,2", "a size"),
            ("sub:10^30", "below 2^64"),
            ("sub:10^15", "above 1000000"),
            ("sub:5-3", "smaller number first"),
            ("allbut:", "after the colon"),
            ("split:1", "at least 2"),
            ("split:x", "a size"),
            ("kales", "did you mean kayles"),
            ("0.!", "`!` is not"),
            ("5", "a digit, a point"),
            ("{2+}", "a digit, a point"),
            ("0.77/odd", "unequal, equal"),
            ("split:3/least=4/largest=2", "least part"),
            ("kayles/unequal/equal", "once each"),
            ("kayles/equal/equal", "once each"),
            ("split:3/least=2/unequal/least=3", "once each"),
            ("split:3/largest=5/largest=5", "once each"),
            ("grundy/equal", "contradict"),
        ] {
            let line = text.parse::<Rule>().unwrap_err().to_string();
            assert!(line.contains(reason), "{text}: {line}");
            assert!(!line.contains('\n'));
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC*") { let _ = text.parse::<Rule>(); }

        #[test]
        fn never_panics_near_the_notation(text in "(sub:|allbut:|split:|0\\.|4|\\.|[{]2[+][}])[0-9A-Ga-f,.:^e(){}!?=+\\[\\]-]{0,12}(\\.\\.\\.)?(/unequal|/equal|/consecutive|/least=2|)(/forbid=5:2|)") {
            if let Ok(rule) = text.parse::<Rule>() {
                prop_assert_eq!(rule.to_string().parse::<Rule>().unwrap(), rule);
            }
        }

        #[test]
        fn positions_never_panic(text in "\\PC*") {
            for rule in ["0.77", "cut", "cards", "tree", "wythoff", "ruler", "sub:primes"] {
                let _ = rule.parse::<Rule>().unwrap().parse_position(&text);
            }
        }
    }
}
