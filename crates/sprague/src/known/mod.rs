//! What is **known** about a rule, up to a size or for all sizes, with the evidence it rests on.
//!
//! It is found once, by [`up_to`]; counts, certificates, winning moves and plots read it and never solve
//! again.
//!
//! - [`Known`]: the value of a piece, the histogram of values over a range of sizes, the number of moves to
//!   value 0
//! - `heaps`: a nim-sequence: its law or its values; `multisets` and `quasi_polynomial` count its moves
//! - `sheets`: rows of paper cutting with proved tails; `straight_cuts`: a parity
//! - `suits`: cards, by the gap rule
//! - `listed`: heaps whose values are listed by a sieve or by bit sets; `formulas`: heaps with a formula for
//!   any size; `boards`: sums of two heaps; `trees`: the colon principle
//! - `interval`: taking L to R tokens; `circles`: rows that begin as circles; `turning`: products of rows of
//!   coins
//! - `dynamic`: values one by one, lost heaps of any size by their law
//! - `explicit`: all positions of a graph, from the end of play; `graphs`: games on graphs, by play on parts
//!   and by matchings
//! - `formula`: heaps whose moves are formulas, one by one
//! - `lines`: values by play, lost positions from tables of lines; `wythoff`: values by play, lost pairs of
//!   any size by their law
//! - `played`: any other game, by the reference solver; `claimed`: a game of another crate that brings a
//!   solver
//! - [`summary()`]: all that in one line, as far as it can be found in a moment
//!
//! Which solver a game gets is decided by its type, in [`up_to`].

mod boards;
mod circles;
mod claimed;
mod count;
mod dynamic;
mod explicit;
pub(crate) mod formula;
mod formulas;
mod graphs;
mod heaps;
mod interval;
mod lines;
mod listed;
mod multisets;
mod played;
mod quasi_polynomial;
mod sheets;
mod straight_cuts;
mod suits;
mod summary;
mod trees;
mod turning;
mod wythoff;

pub use count::{Count, Options};
pub use listed::Listed;
pub use played::Played;
pub use sheets::Sheets;
pub use straight_cuts::StraightCuts;
pub use suits::Suits;
pub use summary::{Summary, summary};

use crate::laws::{NimSequence, Search};
use crate::rules::{Arithmetic, Family, FamilyRule, GraphGame, Kind, Piece, Rule, Sizes};
use crate::status::Evident;
use crate::values::cutting::Rows;
use crate::{Error, Modulus, Result, Status, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_kernels::algebra::Spectrum;

/// Only the engine decides what is known: a solver of another crate is a [`Claims`](crate::rules::Claims).
mod sealed {
    pub trait Sealed {}
}

/// What is known of a rule. Only the engine implements it, so that what is called proved was proved here.
pub trait Known: sealed::Sealed + Send + Sync {
    /// The rule.
    fn rule(&self) -> &Rule;

    /// The value of a piece of any size, given by its numbers.
    ///
    /// # Errors
    /// If the piece is larger than what is known, or does not belong to the rule.
    fn value(&self, numbers: &[BigUint]) -> Result<BigUint>;

    /// The value of a piece.
    fn value_of(&self, piece: &Piece) -> Result<u64> {
        let numbers: Vec<BigUint> = piece.numbers().iter().map(|&number| number.into()).collect();
        let value = self.value(&numbers)?;
        value.to_u64().ok_or_else(|| Error::too_large(format!("the value {value} is above 2^64"), None))
    }

    /// The value of pieces together: the xor of theirs.
    fn value_of_all(&self, pieces: &[Piece]) -> Result<u64> {
        pieces.iter().try_fold(0, |xor, piece| Ok(xor ^ self.value_of(piece)?))
    }

    /// Whether a piece has value 0, which may be known where the value is not.
    fn is_zero(&self, piece: &Piece) -> Result<bool> {
        Ok(self.value_of(piece)? == 0)
    }

    /// How many pieces of these sizes have each value: entry v counts value v.
    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram>;

    /// What the characters of the xor group add up to over the values of these sizes, and what that rests on.
    fn spectrum(&self, sizes: &Sizes, work: &Work) -> Result<(Spectrum, String)> {
        let Histogram { counts, basis, .. } = self.histogram(sizes, work)?;
        Ok((Spectrum::of(&counts, work)?, basis))
    }

    /// How many pieces there are of these sizes, exactly or modulo a number.
    fn pieces(&self, sizes: &Sizes, _modulus: Option<&Modulus>) -> Result<BigUint> {
        Ok(number_of_sizes(sizes))
    }

    /// How many pieces of these sizes have value 0, exactly or modulo a number.
    fn zeros(&self, sizes: &Sizes, _modulus: Option<&Modulus>, work: &Work) -> Result<Count> {
        let Histogram { mut counts, basis } = self.histogram(sizes, work)?;
        let zeros = if counts.is_empty() { BigUint::ZERO } else { counts.swap_remove(0) };
        Ok(Count::new(zeros, self.evidence(), basis))
    }

    /// How many moves from single pieces of these sizes lead to value 0.
    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count>;

    /// The moves of a piece that leave this value, where they are found without going through all moves; at
    /// most `first` of them are listed. `None` where they are not known that way.
    fn moves_to_value(&self, _numbers: &[BigUint], _value: &BigUint, _first: usize) -> Option<PieceMoves> {
        None
    }

    /// Lost tuples of pieces of these sizes, where that is quicker than by the histogram.
    fn lost_tuples(
        &self,
        _sizes: &Sizes,
        _count: &BigUint,
        _modulus: Option<&Modulus>,
        _work: &Work,
    ) -> Option<Result<Count>> {
        None
    }

    /// What is known of each coordinate, of boards.
    fn of_each(&self) -> Option<&dyn Known> {
        None
    }

    /// What it rests on.
    fn evidence(&self) -> Evidence<'_>;

    /// How much the values claim.
    fn status(&self) -> Status {
        self.evidence().status()
    }
}

/// Moves of one piece, of any size.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PieceMoves {
    /// The first of them.
    pub first: Vec<PieceMove>,
    /// How many there are.
    pub count: BigUint,
}

/// One move of a piece of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceMove {
    /// What is done, as [`Action`](crate::rules::Action) prints it.
    pub action: String,
    /// What is left of the piece, in the notation of pieces.
    pub leaves: Vec<String>,
}

impl PieceMoves {
    /// All moves, of which the first few are listed.
    fn of(mut all: Vec<PieceMove>, first: usize) -> Self {
        let count = all.len().into();
        all.truncate(first);
        PieceMoves { first: all, count }
    }
}

/// How many pieces have each value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram {
    /// Entry v counts the pieces of value v.
    pub counts: Vec<BigUint>,
    /// What it rests on, in a few words.
    pub basis: String,
}

/// What the values of a rule rest on.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Evidence<'a> {
    /// A nim-sequence with its law, or its values one by one.
    Sequence(&'a NimSequence),
    /// Rows of paper cutting with proved tails.
    Rows(&'a Rows),
    /// A theorem that gives every value.
    Theorem(Formula),
    /// Every value up to a size, by a sieve or by bit sets.
    Listed(&'a Listed),
    /// Every piece was played out.
    Play(&'a Played),
    /// A game of another crate says so; its solver was compared with play on small pieces alone.
    Claimed(&'a str),
}

impl Evidence<'_> {
    /// How much is claimed by what rests on it.
    pub fn status(&self) -> Status {
        match *self {
            Evidence::Sequence(sequence) if sequence.is_computed() => Status::proved_by(sequence),
            Evidence::Sequence(_) => Status::Observed,
            Evidence::Rows(rows) => Status::proved_by(rows),
            Evidence::Theorem(formula) => Status::proved_by(&formula),
            Evidence::Listed(listed) => Status::proved_by(listed),
            Evidence::Play(played) => Status::proved_by(played),
            Evidence::Claimed(_) => Status::Computed,
        }
    }
}

/// Its law was proved, or its values were computed one by one.
impl Evident for NimSequence {}
/// Tails are checked by the solver before a row is kept.
impl Evident for Rows {}
/// Made in this module alone, beside the page with the proof.
impl Evident for Formula {}
/// Made by its sieve alone.
impl Evident for Listed {}
/// Made by playing alone.
impl Evident for Played {}

/// A theorem that gives the value of every piece of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Formula {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
    pub(crate) proof: &'static str,
}

impl Formula {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it says, in a line or two.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Why, in a few words, with the page that has the proof.
    pub fn proof(&self) -> &'static str {
        self.proof
    }
}

/// The numbers below 2^64 are a field, and how its operations are computed.
pub(crate) const NIMBERS: Formula = Formula {
    name: "field of nimbers",
    text: "the numbers below 2^64 with xor and the nim product are a field",
    proof: "the field of nimbers below 2^64 (docs/nimbers.md)",
};

/// The law of the lost positions of a rule, where the other values follow none.
pub(crate) fn law_of_lost(rule: &Rule) -> Option<Formula> {
    match rule.kind() {
        Kind::Wythoff(_) => Some(wythoff::LOST),
        Kind::Dynamic(_) => Some(dynamic::LOST),
        Kind::Graph(GraphGame::Geography) => Some(graphs::MATCHINGS),
        Kind::Heaps(_)
        | Kind::Mixed(_)
        | Kind::Interval(_)
        | Kind::Circle(_)
        | Kind::Turning(_)
        | Kind::TurningProduct(_)
        | Kind::Arithmetic(_)
        | Kind::Family(_)
        | Kind::Cut(_)
        | Kind::StraightCut(_)
        | Kind::Cards(_)
        | Kind::Tree(_)
        | Kind::Lines(_)
        | Kind::Board(_)
        | Kind::Explicit(_)
        | Kind::Formula(_)
        | Kind::Graph(GraphGame::NodeKayles | GraphGame::ArcKayles)
        | Kind::Foreign(_) => None,
    }
}

/// Everything that is needed to answer for pieces of a rule up to a size: a law if one is proved within the
/// limit of values, else all values.
///
/// ```
/// use sprague::{Options, Work, known, rules::{Piece, Rule, Sizes}};
/// let rule: Rule = "cut".parse().unwrap();
/// let sizes = Sizes::parse(&rule, "7x10^30").unwrap();
/// let known = known::up_to(&rule, &sizes, &Options::default(), &Work::quiet()).unwrap();
/// assert_eq!(known.value_of(&Piece::sheet(5, 3)).unwrap(), 2);
/// ```
pub fn up_to(rule: &Rule, sizes: &Sizes, options: &Options, work: &Work) -> Result<Box<dyn Known>> {
    match rule.kind() {
        Kind::Heaps(_) => {
            Ok(Box::new(Search::default().limit(options.limit).up_to(rule, &sizes.to()[0], work)?))
        }
        Kind::Cut(_) => sheets::solve(rule, sizes, work),
        Kind::StraightCut(_) => Ok(straight_cuts::solve(rule)),
        Kind::Cards(_) => Ok(suits::solve(rule)),
        Kind::Tree(_) => Ok(trees::solve(rule)),
        Kind::Board(board) => boards::solve(rule, board, sizes, work),
        Kind::Arithmetic(Arithmetic::TakeDivisors) => Ok(formulas::solve(rule, &formulas::TAKE_DIVISORS)),
        Kind::Arithmetic(Arithmetic::TakeHalf) => Ok(formulas::solve(rule, &formulas::TAKE_HALF)),
        Kind::Arithmetic(Arithmetic::Ruler) => Ok(formulas::solve(rule, &formulas::RULER)),
        Kind::Arithmetic(Arithmetic::MockTurtles) => Ok(formulas::solve(rule, &formulas::MOCK_TURTLES)),
        Kind::Arithmetic(Arithmetic::TakeCoprime) => listed::take_coprime(rule, sizes, work),
        Kind::Arithmetic(Arithmetic::SplitDivisors) => listed::split_divisors(rule, sizes, work),
        Kind::Arithmetic(Arithmetic::LeaveDivisors) => listed::leave_divisors(rule, sizes, work),
        Kind::Arithmetic(Arithmetic::Mark) => listed::mark(rule, sizes, work),
        Kind::Family(FamilyRule { family: Family::PowersOfTwo, all_but: false }) => {
            Ok(formulas::solve(rule, &formulas::POWERS_OF_TWO))
        }
        Kind::Family(family) => listed::family(rule, *family, sizes, work),
        Kind::Interval(game) => Ok(interval::solve(rule, *game)),
        Kind::Circle(circle) => circles::solve(rule, circle, sizes, options, work),
        Kind::Turning(game) => listed::turning(rule, game, sizes, work),
        Kind::TurningProduct(game) => turning::solve(rule, game, sizes, work),
        Kind::Mixed(mixed) => listed::mixed(rule, mixed, sizes, work),
        Kind::Dynamic(game) => dynamic::solve(rule, game, sizes, work),
        Kind::Lines(lines) => lines::solve(rule, lines, sizes, work),
        Kind::Wythoff(_) => wythoff::solve(rule, sizes, work),
        Kind::Explicit(game) => explicit::solve(rule, game, work),
        Kind::Graph(game) => graphs::solve(rule, *game, sizes, work),
        Kind::Formula(game) => formula::solve(rule, game, sizes, work),
        Kind::Foreign(game) => match game.claims() {
            Some(_) => claimed::solve(rule, sizes, work),
            None => Ok(Box::new(Played::new(rule, sizes, work)?)),
        },
    }
}

/// What is needed to answer for one position of a rule.
pub fn of_position(
    rule: &Rule,
    position: &[Piece],
    options: &Options,
    work: &Work,
) -> Result<Box<dyn Known>> {
    let numbers = |piece: &Piece| piece.numbers().iter().map(|&number| number.into()).collect();
    let pieces: Vec<Vec<BigUint>> = position.iter().map(numbers).collect();
    match of_pieces_alone(rule, &pieces, work) {
        Some(known) => known,
        None => up_to(rule, &sizes_of(rule, &pieces)?, options, work),
    }
}

/// What is known of these pieces, of a game in which a size has too many to know all of them.
pub(crate) fn of_pieces_alone(
    rule: &Rule,
    pieces: &[Vec<BigUint>],
    work: &Work,
) -> Option<Result<Box<dyn Known>>> {
    let Kind::Graph(game) = rule.kind() else { return None };
    let small = |numbers: &Vec<BigUint>| {
        let numbers: Option<Vec<u64>> = numbers.iter().map(ToPrimitive::to_u64).collect();
        numbers.map(|numbers| Piece::new(&numbers))
    };
    // Numbers of a graph that are no machine words are none of a graph.
    let pieces = pieces.iter().map(small).collect::<Option<Vec<Piece>>>().unwrap_or_default();
    Some(graphs::solve_pieces(rule, *game, &pieces, work))
}

/// The sizes up to the largest of some pieces.
pub(crate) fn sizes_of(rule: &Rule, pieces: &[Vec<BigUint>]) -> Result<Sizes> {
    let least = rule.least_size().iter().map(|&least| BigUint::from(least));
    let largest = |(i, least): (usize, BigUint)| {
        pieces.iter().filter_map(|numbers| numbers.get(i).cloned()).fold(least, BigUint::max)
    };
    Sizes::up_to(rule, least.enumerate().map(largest).collect())
}

/// The one number of a heap that is not below the least.
fn one_number<'a>(rule: &Rule, numbers: &'a [BigUint]) -> Result<&'a BigUint> {
    match numbers {
        [n] if *n >= rule.least_size()[0].into() => Ok(n),
        _ => Err(Error::wrong_game(format!("these numbers are not a heap of {rule}"))),
    }
}

/// Moves that are gone through to count those that win, at most, and pieces.
const MOST_MOVES: u128 = 200_000_000;
const MOST_PIECES: u64 = 20_000_000;

/// Moves to value 0, by going through the moves of every piece.
fn moves_by_play(known: &dyn Known, sizes: &Sizes, work: &Work) -> Result<Count> {
    let rule = known.rule();
    if sizes.is_empty() {
        return Ok(Count::new(0u32, known.evidence(), "no piece"));
    }
    let (from, to, moves) = few_moves(rule, sizes)?;
    let (mut total, mut seen, mut fault) = (0u64, 0, None);
    for piece in rule.pieces(&from, &to) {
        seen += rule.moves_at_most(&piece) + 1;
        work.tell(seen as u64, moves as u64)?;
        rule.for_each_move(&piece, &mut |mv| match leaves_zero(known, &mv.leaves) {
            Ok(zero) => total += u64::from(zero),
            Err(error) => fault = Some(error),
        });
        if let Some(error) = fault {
            return Err(error);
        }
    }
    Ok(Count::new(total, known.evidence(), "all moves of all pieces"))
}

/// The bounds of a range whose moves can be gone through, and a bound on their number.
pub(crate) fn few_moves(rule: &Rule, sizes: &Sizes) -> Result<(Vec<u64>, Vec<u64>, u128)> {
    let refused = |largest: Option<u64>| {
        let bound = largest.map_or(String::new(), |largest| format!(", for heaps up to {largest}"));
        let to = sizes.largest();
        let what = format!("{to} is too large: winning moves of {rule} are gone through one by one{bound}");
        Err(Error::too_large(what, largest))
    };
    let small = |numbers: &[BigUint]| numbers.iter().map(ToPrimitive::to_u64).collect::<Option<Vec<u64>>>();
    let Some(from) = small(sizes.from()) else { return refused(None) };
    let to = small(sizes.to()).unwrap_or_else(|| vec![u64::MAX; from.len()]);
    let (mut moves, mut pieces) = (0, 0);
    for piece in rule.pieces(&from, &to) {
        moves += rule.moves_at_most(&piece) + 1;
        pieces += 1;
        if moves > MOST_MOVES || pieces > MOST_PIECES {
            // The heap before is the largest that works; sheets have no such order.
            let before = piece.numbers()[0].checked_sub(1);
            return refused(before.filter(|&before| from.len() == 1 && before >= from[0]));
        }
    }
    Ok((from, to, moves))
}

/// Whether pieces together have value 0.
fn leaves_zero(known: &dyn Known, pieces: &[Piece]) -> Result<bool> {
    match pieces {
        [piece] => known.is_zero(piece),
        pieces => Ok(known.value_of_all(pieces)? == 0),
    }
}

/// The number of sizes in a range: the number of pieces where every size is one piece.
pub(crate) fn number_of_sizes(sizes: &Sizes) -> BigUint {
    if sizes.is_empty() {
        return BigUint::ZERO;
    }
    sizes.from().iter().zip(sizes.to()).map(|(from, to)| to + 1u32 - from).product()
}

/// Bytes of one entry of a histogram: the number while the list grows, and its digits in the answer and in
/// its claim.
const ENTRY: u64 = 128;

/// Refuses a histogram that does not fit the memory budget, before it is made. No count is above `most`.
fn histogram_fits(entries: u64, most: &BigUint, work: &Work) -> Result<()> {
    // Digits take two and a half times as many bytes as the number.
    let entry = if most.bits() <= 64 { ENTRY } else { ENTRY + 6 * (most.bits() / 8) };
    work.fits(&format!("a histogram of {entries} values"), u128::from(entries) * u128::from(entry))
}

/// A count over a range of one-number sizes from counts over all sizes up to a bound: f(to) − f(from − 1).
fn difference(sizes: &Sizes, mut upto: impl FnMut(&BigUint) -> Result<Vec<BigUint>>) -> Result<Vec<BigUint>> {
    let (from, to) = (&sizes.from()[0], &sizes.to()[0]);
    if from > to {
        return Ok(vec![]);
    }
    let mut counts = upto(to)?;
    if *from > BigUint::ZERO {
        for (count, less) in counts.iter_mut().zip(upto(&(from - 1u32))?) {
            *count -= less;
        }
    }
    Ok(counts)
}
