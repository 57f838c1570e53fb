//! Heaps whose moves are given by formulas: `n-1`, `n/2`, `n-d for d in divisors(n) if d<n`.
//!
//! The language is total: numbers, loops over finite sets and conditions, and nothing that could run without
//! end. Arithmetic is exact in 128 bits; what does not fit, or is not defined, is an error and never another
//! number. docs/formula-rules.md describes it.

mod parse;
#[cfg(test)]
mod tests;

use super::game::Own;
use super::{Action, Game, Kind, Move, Piece, parse_small};
use crate::{Error, Result};
use num_integer::Integer;
use std::collections::BTreeSet;

/// Moves of one rule.
const MOST_MOVES: usize = 20;
/// Steps in which the moves of one heap are counted before it counts as one with too many.
const MOST_STEPS: u64 = 2_000_000;
/// Primes are listed up to this.
const LARGEST_SIEVE: i128 = 100_000_000;
/// Steps of one loop, at most: some seconds.
const LONGEST_LOOP: i128 = 1_000_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Op {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}

impl Op {
    fn sign(self) -> char {
        match self {
            Op::Add => '+',
            Op::Subtract => '-',
            Op::Multiply => '*',
            Op::Divide => '/',
            Op::Remainder => '%',
            Op::Power => '^',
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Function {
    Min,
    Max,
    Gcd,
    Abs,
    Sqrt,
}

impl Function {
    /// Each with its word and the number of its arguments.
    const ALL: [(&'static str, Function, usize); 5] = [
        ("min", Function::Min, 2),
        ("max", Function::Max, 2),
        ("gcd", Function::Gcd, 2),
        ("abs", Function::Abs, 1),
        ("sqrt", Function::Sqrt, 1),
    ];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SetFunction {
    Divisors,
    Primes,
    Squares,
    Digits,
    Powers,
}

impl SetFunction {
    /// Each with its word and the number of its arguments.
    const ALL: [(&'static str, SetFunction, usize); 5] = [
        ("divisors", SetFunction::Divisors, 1),
        ("primes", SetFunction::Primes, 1),
        ("squares", SetFunction::Squares, 1),
        ("digits", SetFunction::Digits, 1),
        ("powers", SetFunction::Powers, 2),
    ];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cmp {
    LessOrEqual,
    GreaterOrEqual,
    Unequal,
    Equal,
    Less,
    Greater,
}

impl Cmp {
    /// The longer signs first, so that `<=` is not read as `<`.
    const ALL: [(&'static str, Cmp); 6] = [
        ("<=", Cmp::LessOrEqual),
        (">=", Cmp::GreaterOrEqual),
        ("!=", Cmp::Unequal),
        ("=", Cmp::Equal),
        ("<", Cmp::Less),
        (">", Cmp::Greater),
    ];
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Expr {
    Number(i128),
    /// A name by its place: 0 is n.
    Name(usize),
    Negative(Box<Expr>),
    Op(Op, Box<Expr>, Box<Expr>),
    Call(Function, Vec<Expr>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Set {
    Range(Expr, Expr),
    Call(SetFunction, Vec<Expr>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Condition {
    Compare(Cmp, Expr, Expr),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
}

/// One formula: the heaps that are left, the loops around it, and when it is a move.
#[derive(Debug, Clone, PartialEq, Eq)]
struct OneMove {
    /// Its one form.
    text: String,
    /// n and the names of the loops.
    names: Vec<String>,
    leaves: Vec<Expr>,
    loops: Vec<Set>,
    condition: Option<Condition>,
}

/// `moves:n-1;n/2`: a heap of n tokens becomes what one of the formulas says.
///
/// A result below 0 is no move. One that is not below n is refused, as a game with such a move need not end.
/// The empty heap has no moves.
///
/// ```
/// use sprague::rules::Rule;
/// let rule: Rule = "moves: n - 1; n / 2".parse().unwrap();
/// assert_eq!(rule.notation(), "moves:n-1;n/2");
/// assert_eq!(rule.position("7").unwrap().value().unwrap(), "mark".parse::<Rule>().unwrap().position("7").unwrap().value().unwrap());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormulaGame {
    moves: Vec<OneMove>,
}

/// What one evaluation knows: the values of the names, and what steps are charged to.
struct Scope<'a> {
    one: &'a OneMove,
    values: [i128; parse::MOST_LOOPS + 1],
    charge: &'a mut dyn FnMut(u64) -> Result<()>,
}

impl Scope<'_> {
    fn wrong(&self, problem: &str) -> Error {
        Error::bad_rule(format!("the move `{}` of a heap of {}: {problem}", self.one.text, self.values[0]))
    }

    fn expr(&mut self, expr: &Expr) -> Result<i128> {
        (self.charge)(1)?;
        match expr {
            Expr::Number(number) => Ok(*number),
            Expr::Name(place) => Ok(self.values[*place]),
            Expr::Negative(inner) => Ok(-self.expr(inner)?),
            Expr::Op(op, left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                self.operate(*op, left, right)
            }
            Expr::Call(function, arguments) => {
                let first = self.expr(&arguments[0])?;
                let second = arguments.get(1).map_or(Ok(0), |second| self.expr(second))?;
                match function {
                    Function::Min => Ok(first.min(second)),
                    Function::Max => Ok(first.max(second)),
                    Function::Gcd => Ok(first.gcd(&second)),
                    Function::Abs => Ok(first.abs()),
                    Function::Sqrt if first < 0 => Err(self.wrong("sqrt of a number below 0")),
                    Function::Sqrt => Ok(first.isqrt()),
                }
            }
        }
    }

    fn operate(&mut self, op: Op, left: i128, right: i128) -> Result<i128> {
        let found = match op {
            Op::Divide | Op::Remainder if right == 0 => {
                return Err(self.wrong("a division by 0; add a condition such as `if n > 1`"));
            }
            Op::Power if right < 0 => return Err(self.wrong("an exponent below 0")),
            Op::Add => left.checked_add(right),
            Op::Subtract => left.checked_sub(right),
            Op::Multiply => left.checked_mul(right),
            Op::Divide => Some(Integer::div_floor(&left, &right)),
            Op::Remainder => Some(Integer::mod_floor(&left, &right)),
            Op::Power => match (left, u32::try_from(right)) {
                (0 | 1, _) => left.checked_pow(u32::from(right > 0)),
                (_, Ok(exponent)) => left.checked_pow(exponent),
                _ => None,
            },
        };
        // Half of the range is kept free, so that a sign or a square root never leaves it.
        found
            .filter(|number| number.unsigned_abs() <= i128::MAX as u128 / 2)
            .ok_or_else(|| self.wrong(&format!("`{}` passes 2^126", op.sign())))
    }

    fn holds(&mut self, condition: &Condition) -> Result<bool> {
        Ok(match condition {
            Condition::And(one, other) => self.holds(one)? && self.holds(other)?,
            Condition::Or(one, other) => self.holds(one)? || self.holds(other)?,
            Condition::Not(inner) => !self.holds(inner)?,
            Condition::Compare(cmp, left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                match cmp {
                    Cmp::LessOrEqual => left <= right,
                    Cmp::GreaterOrEqual => left >= right,
                    Cmp::Unequal => left != right,
                    Cmp::Equal => left == right,
                    Cmp::Less => left < right,
                    Cmp::Greater => left > right,
                }
            }
        })
    }

    /// Refuses loops that take too long, before their first step.
    fn fits(&self, steps: i128) -> Result<()> {
        match steps <= LONGEST_LOOP {
            true => Ok(()),
            false => Err(self.wrong(&format!("a loop of more than {LONGEST_LOOP} steps"))),
        }
    }

    /// Goes through the loops from one on, and visits what is left by each move.
    fn run(&mut self, from: usize, visit: &mut dyn FnMut(&[u64]) -> Result<()>) -> Result<()> {
        let one = self.one;
        let Some(set) = one.loops.get(from) else { return self.leave(visit) };
        match set {
            Set::Range(first, last) => {
                let (first, last) = (self.expr(first)?, self.expr(last)?);
                self.fits(last.saturating_sub(first))?;
                for value in first..=last {
                    self.step(from, value, visit)?;
                }
            }
            Set::Call(function, arguments) => {
                let most = self.expr(&arguments[arguments.len() - 1])?;
                let base = self.expr(&arguments[0])?;
                if matches!(function, SetFunction::Squares | SetFunction::Divisors) {
                    self.fits(most.max(0).isqrt())?;
                }
                match function {
                    SetFunction::Squares => {
                        for root in 1..=most.max(0).isqrt() {
                            self.step(from, root * root, visit)?;
                        }
                    }
                    SetFunction::Divisors => {
                        for divisor in 1..=most.max(0).isqrt() {
                            (self.charge)(1)?;
                            if most % divisor == 0 {
                                self.step(from, divisor, visit)?;
                                if divisor != most / divisor {
                                    self.step(from, most / divisor, visit)?;
                                }
                            }
                        }
                    }
                    SetFunction::Digits => {
                        let digits: BTreeSet<u8> =
                            most.unsigned_abs().to_string().bytes().map(|digit| digit - b'0').collect();
                        for digit in digits {
                            self.step(from, digit.into(), visit)?;
                        }
                    }
                    SetFunction::Powers if base < 2 => {
                        return Err(self.wrong("powers are of a number from 2 on"));
                    }
                    SetFunction::Powers => {
                        let mut power = Some(1i128);
                        while let Some(value) = power.filter(|&value| value <= most) {
                            self.step(from, value, visit)?;
                            power = value.checked_mul(base);
                        }
                    }
                    SetFunction::Primes if most > LARGEST_SIEVE => {
                        let problem = format!("primes are listed up to {LARGEST_SIEVE}, and not to {most}");
                        return Err(Error::too_large(problem, None));
                    }
                    SetFunction::Primes => {
                        // The sieve does about three steps for each number.
                        (self.charge)(3 * most.max(0) as u64)?;
                        for prime in super::primes(most.max(0) as u64) {
                            self.step(from, prime.into(), visit)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, from: usize, value: i128, visit: &mut dyn FnMut(&[u64]) -> Result<()>) -> Result<()> {
        (self.charge)(1)?;
        self.values[from + 1] = value;
        self.run(from + 1, visit)
    }

    /// What one choice of all names leaves, if it is a move.
    fn leave(&mut self, visit: &mut dyn FnMut(&[u64]) -> Result<()>) -> Result<()> {
        let one = self.one;
        if let Some(condition) = &one.condition
            && !self.holds(condition)?
        {
            return Ok(());
        }
        let mut heaps = Vec::with_capacity(one.leaves.len());
        for leaf in &one.leaves {
            heaps.push(self.expr(leaf)?);
        }
        // With a heap below 0 there is no such move, whatever the others are.
        if heaps.iter().any(|&heap| heap < 0) {
            return Ok(());
        }
        let n = self.values[0];
        if heaps.contains(&n) {
            return Err(Error::endless(&one.text, &[n.to_string(), n.to_string()]));
        }
        if let Some(heap) = heaps.iter().find(|&&heap| heap > n) {
            let problem = format!(
                "it leaves {heap}, and a move has to leave a smaller heap; add a condition such as `if n > {n}`"
            );
            return Err(self.wrong(&problem));
        }
        let heaps: Vec<u64> = heaps.into_iter().map(|heap| heap as u64).collect();
        visit(&heaps)
    }
}

impl FormulaGame {
    /// Reads `moves:n-1;n/2`; `None` if the text does not start that way.
    pub(super) fn read(text: &str) -> Option<Result<Self>> {
        let (prefix, list) = text.trim_start().split_once(':')?;
        prefix.trim().eq_ignore_ascii_case("moves").then(|| {
            let lower = list.to_ascii_lowercase();
            Self::new(lower.split(';'))
        })
    }

    /// The game with these moves.
    ///
    /// # Errors
    /// If one of them cannot be read; the error says where, and what is expected there.
    pub fn new<'a>(moves: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        let mut read = Vec::new();
        for one in moves {
            if read.len() == MOST_MOVES {
                return Err(Error::bad_rule(format!("a rule has at most {MOST_MOVES} formulas")));
            }
            let one = OneMove::read(one)?;
            if !read.contains(&one) {
                read.push(one);
            }
        }
        match read.is_empty() {
            true => Err(Error::bad_rule("no move is given; write for example moves:n-1;n/2")),
            false => Ok(FormulaGame { moves: read }),
        }
    }

    /// Visits the heaps that each move of a heap leaves; the same heaps may be visited more than once.
    ///
    /// # Errors
    /// If a formula is not defined for this heap, or leaves a heap that is not smaller; and those of `charge`
    /// and `visit`.
    pub fn options(
        &self,
        heap: u64,
        charge: &mut dyn FnMut(u64) -> Result<()>,
        visit: &mut dyn FnMut(&[u64]) -> Result<()>,
    ) -> Result<()> {
        for one in self.moves.iter().filter(|_| heap > 0) {
            let mut values = [0; parse::MOST_LOOPS + 1];
            values[0] = heap.into();
            Scope { one, values, charge: &mut *charge }.run(0, visit)?;
        }
        Ok(())
    }

    /// The different heaps that the moves of a heap leave; `None` if that is too much work or not defined.
    fn leaves(&self, heap: u64) -> Option<BTreeSet<Vec<u64>>> {
        let (mut steps, mut all) = (0, BTreeSet::new());
        let mut charge = |more: u64| {
            steps += more;
            if steps <= MOST_STEPS { Ok(()) } else { Err(Error::OutOfTime) }
        };
        let mut visit = |heaps: &[u64]| {
            let mut heaps = heaps.to_vec();
            heaps.sort_unstable();
            all.insert(heaps);
            Ok(())
        };
        self.options(heap, &mut charge, &mut visit).ok().map(|()| all)
    }
}

impl Game for FormulaGame {
    fn notation(&self) -> String {
        let moves: Vec<&str> = self.moves.iter().map(|one| one.text.as_str()).collect();
        format!("moves:{}", moves.join(";"))
    }

    fn line(&self) -> String {
        let moves: Vec<&str> = self.moves.iter().map(|one| one.text.as_str()).collect();
        format!("make a heap of n one of {}", moves.join("; "))
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        parse_small(text, "a heap").map(Piece::heap)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        piece.numbers().first().map_or_else(String::new, u64::to_string)
    }

    /// A heap for which the formulas are not defined is shown as one that can be kept as it is, so that
    /// play finds a game without end and never another game.
    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let heap = piece.numbers()[0];
        let Some(all) = self.leaves(heap) else {
            return visit(Move { action: Action::new("keep", &[]), leaves: vec![piece.clone()] });
        };
        for heaps in all {
            let action = match heaps[..] {
                [left] => Action::new("take #", &[heap - left]),
                _ => Action::new("break", &[]),
            };
            visit(Move { action, leaves: heaps.into_iter().map(Piece::heap).collect() });
        }
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        self.leaves(piece.numbers()[0]).map_or(u128::MAX, |all| all.len() as u128)
    }

    fn least_size(&self) -> &'static [u64] {
        &[0]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        Box::new((from[0]..=to[0]).map(Piece::heap))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Formula(self)
    }
}
