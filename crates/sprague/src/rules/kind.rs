//! Which game a rule is, as a type.

use super::{Arithmetic, Board, Cards, Cut, FamilyRule, Game, HeapRule, StraightCut, TakeBranch, Wythoff};

/// Which game a rule is. What is known of a rule, and how it is certified, is decided by this and never by a
/// name, so a match on it inside the engine has no arm for all the rest: a new game cannot be forgotten.
#[derive(Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Heaps, by the removals that leave each number of heaps.
    Heaps(HeapRule),
    /// `take:divisors`, `mark`, `ruler`, …
    Arithmetic(Arithmetic),
    /// `sub:squares`, `allbut:primes`, …
    Family(FamilyRule),
    /// `cut`.
    Cut(Cut),
    /// `cut:one`.
    StraightCut(StraightCut),
    /// `cards`.
    Cards(Cards),
    /// `tree`.
    Tree(TakeBranch),
    /// `wythoff`.
    Wythoff(Wythoff),
    /// `board:RULE`.
    Board(Board),
    /// A game of another crate, of which nothing but its moves is known, and what it claims.
    Foreign(Box<dyn Game>),
}

impl Kind {
    pub(super) fn game(&self) -> &(dyn Game + 'static) {
        match self {
            Kind::Heaps(game) => game,
            Kind::Arithmetic(game) => game,
            Kind::Family(game) => game,
            Kind::Cut(game) => game,
            Kind::StraightCut(game) => game,
            Kind::Cards(game) => game,
            Kind::Tree(game) => game,
            Kind::Wythoff(game) => game,
            Kind::Board(game) => game,
            Kind::Foreign(game) => &**game,
        }
    }
}
