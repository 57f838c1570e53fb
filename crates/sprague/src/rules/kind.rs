//! Which game a rule is, as a type.

use super::{
    Arithmetic, Board, Cards, Circle, Cut, DynamicNim, ExplicitGame, FamilyRule, FormulaGame, Game,
    GraphGame, HeapRule, Interval, Lines, Mixed, StraightCut, TakeBranch, Turning, TurningProduct, Wythoff,
};

/// Which game a rule is. What is known of a rule, and how it is certified, is decided by this and never by a
/// name, so a match on it inside the engine has no arm for all the rest: a new game cannot be forgotten.
#[derive(Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Heaps, by the removals that leave each number of heaps.
    Heaps(HeapRule),
    /// Heaps, by a code that no single condition describes: `8?.0`, `split:9/consecutive`, …
    Mixed(Mixed),
    /// `sub:L-R` with numbers too large for a list.
    Interval(Interval),
    /// `circle:kayles`, …
    Circle(Circle),
    /// `turn:1-5`, `turn:3E`, …
    Turning(Turning),
    /// `turn:1-2*1+C`, …
    TurningProduct(TurningProduct),
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
    /// `lines:0,1;1,0;1,1;1,2;2,1`, …
    Lines(Lines),
    /// `dynamic:2`, …
    Dynamic(DynamicNim),
    /// `board:RULE`.
    Board(Board),
    /// `graph:a>b,a>c`, …
    Explicit(ExplicitGame),
    /// `node-kayles`, `arc-kayles`, `geography`.
    Graph(GraphGame),
    /// `moves:n-1;n/2`, …
    Formula(FormulaGame),
    /// A game of another crate, of which nothing but its moves is known, and what it claims.
    Foreign(Box<dyn Game>),
}

impl Kind {
    pub(super) fn game(&self) -> &(dyn Game + 'static) {
        match self {
            Kind::Heaps(game) => game,
            Kind::Mixed(game) => game,
            Kind::Interval(game) => game,
            Kind::Circle(game) => game,
            Kind::Turning(game) => game,
            Kind::TurningProduct(game) => game,
            Kind::Arithmetic(game) => game,
            Kind::Family(game) => game,
            Kind::Cut(game) => game,
            Kind::StraightCut(game) => game,
            Kind::Cards(game) => game,
            Kind::Tree(game) => game,
            Kind::Wythoff(game) => game,
            Kind::Lines(game) => game,
            Kind::Dynamic(game) => game,
            Kind::Board(game) => game,
            Kind::Explicit(game) => game,
            Kind::Graph(game) => game,
            Kind::Formula(game) => game,
            Kind::Foreign(game) => &**game,
        }
    }
}
