//! Coin-turning games: a row of coins 1, 2, 3, …; a move turns over a set of coins, the last of them from
//! heads to tails.
//!
//! The sets are described as in CGSuite's turning codes: how many coins, and how they lie. A position is the
//! sum of its heads, so a piece is one head, by its place. [`TurningProduct`] is played on a board: a move
//! chooses a set of columns by the first game and a set of rows by the second, and turns over every coin
//! where they cross.

use super::game::{Own, pairs_between, parse_pair, show_pair};
use super::{Action, Arithmetic, Family, Game, Kind, Move, Piece, Rule, parse_small};
use crate::{Error, Result};
use std::fmt;

/// How many coins a move turns over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coins {
    /// From one number to another, or to any number.
    Range(u64, Option<u64>),
    /// A number of a family.
    Family(Lengths),
}

/// Families of numbers of coins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lengths {
    /// 1, 4, 9, …
    Squares,
    /// 1, 3, 6, 10, …
    Triangular,
    /// 2, 3, 5, …
    Primes,
    /// 1, 2, 4, …
    PowersOfTwo,
    /// 1, 2, 3, 5, …
    Fibonacci,
}

impl Lengths {
    const ALL: [(&'static str, Lengths); 5] = [
        ("squares", Lengths::Squares),
        ("triangular", Lengths::Triangular),
        ("primes", Lengths::Primes),
        ("pow2", Lengths::PowersOfTwo),
        ("fib", Lengths::Fibonacci),
    ];

    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, lengths)| *lengths == self).map_or("", |(word, _)| word)
    }

    /// The members up to n, ascending.
    fn up_to(self, n: u64) -> Vec<u64> {
        match self {
            Lengths::Squares => Family::Squares.up_to(n),
            Lengths::Primes => Family::Primes.up_to(n),
            Lengths::PowersOfTwo => Family::PowersOfTwo.up_to(n),
            Lengths::Fibonacci => Family::Fibonacci.up_to(n),
            Lengths::Triangular => (1..)
                .scan(0u64, |sum, i| {
                    *sum += i;
                    Some(*sum)
                })
                .take_while(|&sum| sum <= n)
                .collect(),
        }
    }
}

impl Coins {
    /// The numbers of coins up to n, ascending.
    pub(crate) fn up_to(self, n: u64) -> Vec<u64> {
        match self {
            Coins::Range(least, most) => (least..=most.unwrap_or(n).min(n)).collect(),
            Coins::Family(lengths) => lengths.up_to(n),
        }
    }

    /// The most coins, if there is a bound.
    pub(crate) fn most(self) -> Option<u64> {
        if let Coins::Range(_, most) = self { most } else { None }
    }
}

/// How the coins lie that a move turns over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spacing {
    /// Anyhow.
    Any,
    /// `C`: they are neighbours.
    Consecutive,
    /// `E`: each is as far from the next.
    Even,
    /// `S`: the same is seen from the left and from the right.
    Symmetric,
}

/// One way to choose the coins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// How many.
    pub coins: Coins,
    /// How they lie.
    pub spacing: Spacing,
    /// `F`: the first coin of the row is one of them.
    pub first: bool,
    /// `C(n)`: they are among n neighbours.
    pub span: Option<u64>,
}

impl Choice {
    /// What it asks for in addition to the number of coins.
    fn modifiers(&self) -> (Spacing, bool, Option<u64>) {
        (self.spacing, self.first, self.span)
    }

    /// The place that no coin is before, when the last one is at n.
    pub(crate) fn from(&self, n: u64) -> u64 {
        self.span.map_or(1, |span| n.saturating_sub(span.saturating_sub(1)).max(1))
    }

    /// The numbers of coins when the last one is at n.
    pub(crate) fn counts(&self, n: u64) -> Vec<u64> {
        self.coins.up_to(n - self.from(n) + 1)
    }

    /// Whether a set of coins, ascending, is such a choice.
    fn allows(&self, set: &[u64]) -> bool {
        let (Some(&first), Some(&last)) = (set.first(), set.last()) else { return false };
        let count = set.len() as u64;
        let counted = match self.coins {
            Coins::Range(least, most) => count >= least && most.is_none_or(|most| count <= most),
            Coins::Family(lengths) => lengths.up_to(count).last() == Some(&count),
        };
        let lies = match self.spacing {
            Spacing::Any => true,
            Spacing::Consecutive => last - first + 1 == count,
            Spacing::Even => set.windows(3).all(|three| three[1] - three[0] == three[2] - three[1]),
            Spacing::Symmetric => {
                set.iter().zip(set.iter().rev()).all(|(&one, &other)| one + other == first + last)
            }
        };
        counted && lies && (!self.first || first == 1) && first >= self.from(last)
    }

    /// Calls `visit` with the coins before n of every such choice whose last coin is n.
    fn each(&self, n: u64, visit: &mut dyn FnMut(&[u64])) {
        let from = self.from(n);
        for count in self.counts(n) {
            let fits = |first: u64| first >= from && (!self.first || first == 1);
            match (count, self.spacing) {
                (1, _) => {
                    if fits(n) {
                        visit(&[]);
                    }
                }
                (_, Spacing::Consecutive) => {
                    if fits(n - (count - 1)) {
                        visit(&(n - (count - 1)..n).collect::<Vec<_>>());
                    }
                }
                (_, Spacing::Even) => {
                    let steps = (1..=(n - from) / (count - 1)).filter(|d| fits(n - d * (count - 1)));
                    steps.for_each(|d| visit(&(1..count).rev().map(|i| n - i * d).collect::<Vec<_>>()));
                }
                (_, Spacing::Any) => {
                    let mut chosen = Vec::new();
                    if self.first {
                        chosen.push(1);
                    }
                    let start = if self.first { 2 } else { from };
                    if !self.first || from == 1 {
                        let more = count as usize - 1 - chosen.len();
                        subsets(start..n, more, &mut chosen, visit);
                    }
                }
                (_, Spacing::Symmetric) => {
                    for first in (from..n).filter(|&first| fits(first)) {
                        let odd = count % 2 == 1;
                        if odd && !(first + n).is_multiple_of(2) || n - first < count - 1 {
                            continue;
                        }
                        let centre = odd.then_some((first + n) / 2);
                        let half = first + 1..(first + n).div_ceil(2);
                        subsets(half, ((count - 2) / 2) as usize, &mut Vec::new(), &mut |left| {
                            let right = left.iter().rev().map(|&place| first + n - place);
                            let inner = left.iter().copied().chain(centre).chain(right);
                            visit(&std::iter::once(first).chain(inner).collect::<Vec<_>>());
                        });
                    }
                }
            }
        }
    }

    /// An upper bound of the number of choices, and of what it takes to list them.
    fn at_most(&self, n: u64) -> u128 {
        let (n, most) = (u128::from(n), self.coins.most().map_or(u128::MAX, u128::from));
        let choose = |places: u128, most: u128| {
            let power = (0..most.min(64)).fold(1u128, |power, _| power.saturating_mul(places + 1));
            if places < 127 { power.min(1 << places) } else { power }
        };
        match self.spacing {
            Spacing::Consecutive | Spacing::Even => n.saturating_mul(n),
            Spacing::Any => choose(self.span.map_or(n, |span| n.min(span.into())), most.saturating_sub(1)),
            Spacing::Symmetric => n.saturating_mul(choose(n / 2 + 1, most / 2)),
        }
    }
}

/// Calls `visit` with what was chosen and every way to choose this many more out of a range, ascending.
fn subsets(range: std::ops::Range<u64>, count: usize, chosen: &mut Vec<u64>, visit: &mut dyn FnMut(&[u64])) {
    if count == 0 {
        return visit(chosen);
    }
    let last = range.end.saturating_sub(count as u64 - 1);
    for place in range.start..last {
        chosen.push(place);
        subsets(place + 1..range.end, count - 1, chosen, visit);
        chosen.pop();
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.coins {
            Coins::Range(least, None) => write!(f, "{least}+")?,
            Coins::Range(least, Some(most)) if least == most => write!(f, "{least}")?,
            Coins::Range(least, Some(most)) => write!(f, "{least}-{most}")?,
            Coins::Family(lengths) => f.write_str(lengths.word())?,
        }
        if self.first {
            f.write_str("F")?;
        }
        f.write_str(match self.spacing {
            Spacing::Any => "",
            Spacing::Consecutive => "C",
            Spacing::Even => "E",
            Spacing::Symmetric => "S",
        })?;
        self.span.map_or(Ok(()), |span| write!(f, "C({span})"))
    }
}

/// `turn:1-3`, `turn:2-3,6C`, `turn:4FS`: a row of coins.
///
/// ```
/// use sprague::rules::{Piece, Rule};
/// let turnips: Rule = "turn:3E".parse().unwrap();
/// assert_eq!(turnips.moves(&Piece::heap(5)).len(), 2); // 3, 4, 5 and 1, 3, 5
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turning {
    choices: Vec<Choice>,
}

const EXPECTED: &str = "a rule";
const FIX: &str =
    "write how many coins are turned, such as turn:1-3, turn:1+C, turn:3E, turn:4FS or turn:squaresC";

impl Turning {
    /// Reads `turn:1-3` and products such as `turn:1-2*1+C`; `None` if the text does not start that way.
    pub(super) fn read(text: &str) -> Option<Result<Rule>> {
        let codes = text.strip_prefix("turn:")?;
        let one = |code: &str| Self::parse(code).map_err(|fix| Error::not_a_rule(text, EXPECTED, fix));
        Some(match codes.split('*').collect::<Vec<_>>()[..] {
            [code] => one(code).map(|turning| match turning.notation().as_str() {
                // These have names and formulas.
                "turn:1+C" => Rule::new(Arithmetic::Ruler),
                "turn:1-3" => Rule::new(Arithmetic::MockTurtles),
                _ => Rule::new(turning),
            }),
            [first, second] => {
                one(first).and_then(|first| Ok(Rule::new(TurningProduct { first, second: one(second)? })))
            }
            _ => Err(Error::not_a_rule(text, EXPECTED, "a product has two games, such as turn:1-2*1+C")),
        })
    }

    fn parse(code: &str) -> std::result::Result<Self, String> {
        let mut choices = Vec::new();
        for element in code.split(',') {
            choices.push(element_of(element).ok_or_else(|| format!("{FIX}; `{element}` is none of these"))?);
        }
        if choices.len() > 100 {
            return Err("at most 100 ways to choose coins are listed".into());
        }
        Ok(Turning { choices: joined(choices) })
    }

    /// The ways to choose the coins that are turned.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    fn code(&self) -> String {
        self.choices.iter().map(Choice::to_string).collect::<Vec<_>>().join(",")
    }

    /// Calls `visit` with the coins before n of every set of coins whose last is n, each set once.
    fn each(&self, n: u64, visit: &mut dyn FnMut(&[u64])) {
        for (place, choice) in self.choices.iter().enumerate() {
            choice.each(n, &mut |others| {
                let set: Vec<u64> = others.iter().copied().chain([n]).collect();
                if !self.choices[..place].iter().any(|earlier| earlier.allows(&set)) {
                    visit(others);
                }
            });
        }
    }

    fn at_most(&self, n: u64) -> u128 {
        self.choices.iter().map(|choice| choice.at_most(n)).fold(0, u128::saturating_add)
    }

    fn words(&self) -> String {
        let one = |choice: &Choice| {
            let coins = match choice.coins {
                Coins::Range(1, Some(1)) => "one coin".into(),
                Coins::Range(least, None) => format!("{least} coins or more"),
                Coins::Range(least, Some(most)) if least == most => format!("{least} coins"),
                Coins::Range(1, Some(most)) => format!("up to {most} coins"),
                Coins::Range(least, Some(most)) => format!("{least} to {most} coins"),
                Coins::Family(Lengths::Squares) => "a square number of coins".into(),
                Coins::Family(Lengths::Triangular) => "a triangular number of coins".into(),
                Coins::Family(Lengths::Primes) => "a prime number of coins".into(),
                Coins::Family(Lengths::PowersOfTwo) => "a power of two of coins".into(),
                Coins::Family(Lengths::Fibonacci) => "a Fibonacci number of coins".into(),
            };
            let lies = match choice.spacing {
                Spacing::Any => "",
                Spacing::Consecutive => ", all neighbours",
                Spacing::Even => ", equally spaced",
                Spacing::Symmetric => ", symmetrically placed",
            };
            let first = if choice.first { ", the first of the row among them" } else { "" };
            let span = choice.span.map_or(String::new(), |span| format!(", within {span} neighbours"));
            format!("{coins}{lies}{first}{span}")
        };
        self.choices.iter().map(one).collect::<Vec<_>>().join("; or ")
    }
}

/// One element of a turning code: `1-3C(5)`, in lower case.
fn element_of(text: &str) -> Option<Choice> {
    let family = Lengths::ALL.iter().find_map(|&(word, lengths)| Some((text.strip_prefix(word)?, lengths)));
    let (coins, mut rest) = match family {
        Some((rest, lengths)) => (Coins::Family(lengths), rest),
        None => {
            let end =
                text.find(|c: char| !(c.is_ascii_digit() || c == '-' || c == '+')).unwrap_or(text.len());
            let (range, rest) = text.split_at(end);
            let number =
                |text: &str| parse_small(text, "a number of coins").ok().filter(|&number| number >= 1);
            let coins = match (range.strip_suffix('+'), range.split_once('-')) {
                (Some(least), _) => Coins::Range(number(least)?, None),
                (None, Some((least, most))) => Coins::Range(number(least)?, Some(number(most)?)),
                (None, None) => Coins::Range(number(range)?, Some(number(range)?)),
            };
            if matches!(coins, Coins::Range(least, Some(most)) if least > most) {
                return None;
            }
            (coins, rest)
        }
    };
    let mut choice = Choice { coins, spacing: Spacing::Any, first: false, span: None };
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        if let Some(inside) = rest.strip_prefix('(').filter(|_| letter == 'c') {
            let (span, after) = inside.split_once(')')?;
            let span = parse_small(span, "a number of coins").ok().filter(|&span| span >= 1)?;
            if choice.span.replace(span).is_some() {
                return None;
            }
            rest = after;
            continue;
        }
        let spacing = match letter {
            'c' => Spacing::Consecutive,
            'e' => Spacing::Even,
            's' => Spacing::Symmetric,
            'f' if !choice.first => {
                choice.first = true;
                continue;
            }
            _ => return None,
        };
        if choice.spacing != Spacing::Any {
            return None;
        }
        choice.spacing = spacing;
    }
    Some(choice)
}

/// Choices in one order; ranges of numbers of coins that touch and lie alike are one.
fn joined(mut choices: Vec<Choice>) -> Vec<Choice> {
    choices.sort_by_key(|choice| (choice.modifiers(), choice.coins));
    choices.dedup_by(|later, before| {
        let (Coins::Range(start, most), Coins::Range(least, other)) = (before.coins, later.coins) else {
            return before == later;
        };
        let touches = most.is_none_or(|most| least <= most.saturating_add(1));
        let joins = touches && before.modifiers() == later.modifiers();
        if joins {
            before.coins = Coins::Range(start, most.zip(other).map(|(most, other)| most.max(other)));
        }
        joins
    });
    choices
}

impl Game for Turning {
    fn notation(&self) -> String {
        format!("turn:{}", self.code())
    }

    fn line(&self) -> String {
        format!(
            "coins: turn over {}, the last from heads to tails; a piece is the place of one head",
            self.words()
        )
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        match parse_small(text, "a coin")? {
            0 => Err(Error::notation(text, "a coin", "coins are counted from 1")),
            place => Ok(Piece::heap(place)),
        }
    }

    fn show_piece(&self, piece: &Piece) -> String {
        piece.numbers()[0].to_string()
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        self.each(piece.numbers()[0], &mut |others| {
            let action = match *others {
                [] => Action::new("turn it alone", &[]),
                [a] => Action::new("turn it and #", &[a]),
                [a, b] => Action::new("turn it, # and #", &[a, b]),
                [a, b, c] => Action::new("turn it, #, # and #", &[a, b, c]),
                [a, b, ..] => Action::new("turn it, #, # and # more", &[a, b, others.len() as u64 - 2]),
            };
            visit(Move { action, leaves: others.iter().map(|&place| Piece::heap(place)).collect() });
        });
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        self.at_most(piece.numbers()[0])
    }

    fn least_size(&self) -> &'static [u64] {
        &[1]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        Box::new((from[0]..=to[0]).map(Piece::heap))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Turning(self)
    }
}

/// `turn:1-2*1+C`: the product of two coin-turning games, on a board of coins.
///
/// ```
/// use sprague::rules::Rule;
/// let rule: Rule = "turn:1-2*1+C".parse().unwrap();
/// assert_eq!(rule.moves(&rule.parse_piece("2x2").unwrap()).len(), 4);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurningProduct {
    first: Turning,
    second: Turning,
}

impl TurningProduct {
    /// The games of columns and of rows.
    pub fn factors(&self) -> [&Turning; 2] {
        [&self.first, &self.second]
    }
}

impl Game for TurningProduct {
    fn notation(&self) -> String {
        format!("turn:{}*{}", self.first.code(), self.second.code())
    }

    fn line(&self) -> String {
        format!(
            "a board of coins: turn over all coins in some columns and rows, the last from heads to tails; columns: {}; \
             rows: {}; a piece is the place of one head",
            self.first.words(),
            self.second.words()
        )
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        parse_pair(text, "a coin", 1)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        show_pair(piece)
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let (x, y) = (piece.numbers()[0], piece.numbers()[1]);
        self.first.each(x, &mut |columns| {
            self.second.each(y, &mut |rows| {
                let columns = || columns.iter().copied().chain([x]);
                let rows = || rows.iter().copied().chain([y]);
                let all = columns().flat_map(|a| rows().map(move |b| (a, b)));
                let leaves = all.filter(|&place| place != (x, y)).map(|(a, b)| Piece::new(&[a, b])).collect();
                let size = [columns().count() as u64, rows().count() as u64];
                visit(Move { action: Action::new("turn #x# coins", &size), leaves });
            });
        });
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        let (x, y) = (piece.numbers()[0], piece.numbers()[1]);
        self.first.at_most(x).saturating_mul(self.second.at_most(y))
    }

    fn least_size(&self) -> &'static [u64] {
        &[1, 1]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        pairs_between(from, to)
    }

    fn kind(self, _: Own) -> Kind {
        Kind::TurningProduct(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> Rule {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Every set of coins whose last is n, by trying all sets.
    fn by_trial(turning: &Turning, n: u64) -> Vec<Vec<u64>> {
        let sets = (0u64..1 << (n - 1))
            .map(|bits| (1..n).filter(|place| bits >> (place - 1) & 1 == 1).chain([n]).collect::<Vec<_>>());
        let mut sets: Vec<_> =
            sets.filter(|set| turning.choices.iter().any(|choice| choice.allows(set))).collect();
        for set in &mut sets {
            set.pop();
        }
        sets.sort();
        sets
    }

    #[test]
    fn moves_are_all_sets_that_the_code_allows() {
        for text in [
            "turn:1-2",
            "turn:1-3C(5)",
            "turn:2",
            "turn:3",
            "turn:1+",
            "turn:1-5C",
            "turn:3E",
            "turn:1+E",
            "turn:4FS",
            "turn:1+S",
            "turn:1+FS",
            "turn:2-3,6C",
            "turn:3C(5)",
            "turn:2+F",
            "turn:1+FC",
            "turn:squaresC",
            "turn:2-4S",
            "turn:triangularE",
            "turn:1-3,2C,3E",
            "turn:primesS",
            "turn:5SC(7)",
            "turn:3EC(4)",
            "turn:1-2F",
            "turn:2FC(3)",
        ] {
            let rule = rule(text);
            let Kind::Turning(turning) = rule.kind() else { panic!("{text}") };
            for n in 1..=11 {
                let mut found: Vec<Vec<u64>> = rule
                    .moves(&Piece::heap(n))
                    .iter()
                    .map(|mv| mv.leaves.iter().map(|piece| piece.numbers()[0]).collect())
                    .collect();
                assert!(found.len() as u128 <= rule.moves_at_most(&Piece::heap(n)), "{text} at {n}");
                found.sort();
                assert_eq!(found, by_trial(turning, n), "{text} at {n}");
            }
        }
    }

    #[test]
    fn one_game_has_one_notation() {
        for (text, notation) in [
            ("turn:1,2,3", "mock-turtles"),
            ("turn:1-3", "mock-turtles"),
            ("turn:1+C", "ruler"),
            ("TURN: 1 - 2", "turn:1-2"),
            ("turn:6c,2-3", "turn:2-3,6C"),
            ("turn:4sf", "turn:4FS"),
            ("turn:2-2", "turn:2"),
            ("turn:1-4,3-7,9", "turn:1-7,9"),
            ("turn:1-3c(5)", "turn:1-3C(5)"),
            ("turn:squaresC*triangularC", "turn:squaresC*triangularC"),
            ("turn:1+C*1,2,3", "turn:1+C*1-3"),
        ] {
            assert_eq!(rule(text).notation(), notation);
            assert_eq!(rule(notation).notation(), notation);
        }
        for text in [
            "turn:",
            "turn:0",
            "turn:3-1",
            "turn:1-3CE",
            "turn:1-3FF",
            "turn:1-3C(",
            "turn:1-3C(0)",
            "turn:x",
            "turn:1,,2",
            "turn:1-3*",
            "turn:+",
            "turn:1-",
            "turn:99999999999999999999",
        ] {
            let line = text.parse::<Rule>().unwrap_err().to_string();
            assert!(line.contains("how many coins") && !line.contains('\n'), "{text}: {line}");
        }
        assert!("turn:1*2*3".parse::<Rule>().unwrap_err().to_string().contains("two games"));
    }
}
