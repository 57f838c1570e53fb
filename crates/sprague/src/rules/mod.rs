//! **Rules** say what a move is. They parse from and print to a notation; they compute nothing.
//!
//! - [`Rule`]: the kinds of rule, in notation that needs no shell quoting
//! - [`Code`]: take-and-break codes such as `0.77`; [`TakeBreak`]: the one shape of all rules that
//!   take tokens
//! - [`Piece`], [`Suit`]: what positions are sums of
//! - [`Move`], [`Rule::for_each_move`]: every move, straight from the definition; all else in Sprague is
//!   tested against it
//! - [`NAMES`]: what games are called; [`parse_size`]: sizes such as `10^18`

mod code;
mod heaps;
mod moves;
mod names;
mod piece;
mod size;

pub use code::Code;
pub use heaps::TakeBreak;
pub use moves::{Action, Move};
pub use names::{NAMES, NOTATIONS, Name};
pub use piece::{Piece, Suit, parse_sheet, sum_to_string};
pub use size::{parse_size, parse_small};

use crate::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// What a move is.
///
/// ```
/// use sprague::rules::Rule;
/// let rule: Rule = "kayles".parse().unwrap();
/// assert_eq!(rule.to_string(), "0.77");
/// let error = "kales".parse::<Rule>().unwrap_err();
/// assert!(error.to_string().contains("kayles"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Take and break, by digits.
    Code(Code),
    /// `sub:`: remove one of these numbers of tokens (ascending, positive).
    Subtract(Vec<u64>),
    /// `allbut:`: remove any positive number of tokens but these (ascending, positive).
    AllBut(Vec<u64>),
    /// `split:K`: split a heap into 2 to K non-empty heaps.
    Split(u64),
    /// `grundy`: split a heap into two unequal ones.
    Grundy,
    /// `cut`: cut a sheet at an inner grid point, both ways, into four.
    Cut,
    /// `cut:one`: one straight cut, across or down, into two.
    CutOne,
    /// `cards`: put a higher unused card on a visible one.
    Cards,
}

/// Removals are table indices somewhere: larger ones are refused when the rule is read.
const MOST_REMOVED: u64 = 1_000_000;

impl Rule {
    /// Reads a sum of pieces of this rule, such as `3+7+12`, `5x3+2x2` or `2,5/9+0110`.
    ///
    /// ```
    /// let cut: sprague::rules::Rule = "cut".parse().unwrap();
    /// assert_eq!(cut.parse_position("5x3+2x2").unwrap().len(), 2);
    /// assert!(cut.parse_position("5").is_err());
    /// ```
    pub fn parse_position(&self, text: &str) -> Result<Vec<Piece>> {
        text.split('+').map(|piece| self.parse_piece(piece.trim())).collect()
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        match self {
            Rule::Cut | Rule::CutOne => parse_sheet(text).map(|(width, height)| Piece::Sheet(width, height)),
            Rule::Cards => text.parse().map(Piece::Suit),
            _ => parse_small(text, "a heap").map(Piece::Heap),
        }
    }

    /// Whether positions are sums of heaps of tokens.
    pub fn plays_with_heaps(&self) -> bool {
        !matches!(self, Rule::Cut | Rule::CutOne | Rule::Cards)
    }
}

impl FromStr for Rule {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let text = names::notation_of(text).unwrap_or(text);
        if let Some(list) = text.strip_prefix("sub:") {
            return removals(text, list).map(Rule::Subtract);
        }
        if let Some(list) = text.strip_prefix("allbut:") {
            return removals(text, list).map(Rule::AllBut);
        }
        if let Some(parts) = text.strip_prefix("split:") {
            let parts = parse_small(parts, "a number of parts")?;
            let wrong = || {
                Error::notation(text, "a rule", "a heap is split into at least 2 parts: split:2, split:3, …")
            };
            return if parts < 2 { Err(wrong()) } else { Ok(Rule::Split(parts)) };
        }
        match text {
            "grundy" => Ok(Rule::Grundy),
            "cut" => Ok(Rule::Cut),
            "cut:one" => Ok(Rule::CutOne),
            "cards" => Ok(Rule::Cards),
            "" => Err(Error::notation(
                text,
                "a rule",
                "write a code such as 0.77 or a name; `sprague rules` lists them",
            )),
            _ if text.contains('.') || text.starts_with(|c: char| c.is_ascii_digit()) => {
                text.parse().map(Rule::Code)
            }
            _ => Err(unknown(text)),
        }
    }
}

fn unknown(text: &str) -> Error {
    let near = names::near(text);
    let hint = if near.is_empty() { String::new() } else { format!("near it: {}; ", near.join(", ")) };
    Error::notation(text, "a rule", format!("{hint}`sprague rules` lists all names and notations"))
}

fn removals(whole: &str, list: &str) -> Result<Vec<u64>> {
    let wrong = |fix: String| Error::notation(whole, "a rule", fix);
    if list.is_empty() {
        return Err(wrong("list the numbers after the colon, such as sub:1,3,4".into()));
    }
    let mut set = Vec::new();
    for item in list.split(',') {
        let tokens = parse_small(item, "a number of tokens")?;
        if tokens == 0 {
            return Err(wrong("0 tokens cannot be removed; every number is at least 1".into()));
        }
        if tokens > MOST_REMOVED {
            return Err(wrong(format!("{tokens} is above {MOST_REMOVED}")));
        }
        set.push(tokens);
    }
    set.sort_unstable();
    match set.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(wrong(format!("{} is there twice", pair[0]))),
        None => Ok(set),
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |set: &[u64]| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        match self {
            Rule::Code(code) => write!(f, "{code}"),
            Rule::Subtract(set) => write!(f, "sub:{}", list(set)),
            Rule::AllBut(set) => write!(f, "allbut:{}", list(set)),
            Rule::Split(most) => write!(f, "split:{most}"),
            Rule::Grundy => f.write_str("grundy"),
            Rule::Cut => f.write_str("cut"),
            Rule::CutOne => f.write_str("cut:one"),
            Rule::Cards => f.write_str("cards"),
        }
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
            ("nim", "0.3..."),
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
            ("sub:3,3", "3 is there twice"),
            ("sub:1,,2", "a size"),
            ("sub:10^30", "below 2^64"),
            ("sub:10^15", "above 1000000"),
            ("allbut:", "after the colon"),
            ("split:1", "at least 2"),
            ("split:x", "a size"),
            ("kales", "near it: kayles"),
            ("0.G", "`G` is not"),
            ("5", "a digit, a point"),
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
        fn never_panics_near_the_notation(text in "(sub:|allbut:|split:|0\\.|4|\\.|)[0-9A-Ga-f,.:^e]{0,12}(\\.\\.\\.)?") {
            if let Ok(rule) = text.parse::<Rule>() {
                prop_assert_eq!(rule.to_string().parse::<Rule>().unwrap(), rule);
            }
        }

        #[test]
        fn positions_never_panic(text in "\\PC*") {
            for rule in ["0.77", "cut", "cards"] {
                let _ = rule.parse::<Rule>().unwrap().parse_position(&text);
            }
        }
    }
}
