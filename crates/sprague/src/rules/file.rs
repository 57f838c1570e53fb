//! Rule files: a heap rule as a small TOML document.
//!
//! ```toml
//! # Kayles with a third way to play: take any odd number if the heap does not break.
//! [[move]]
//! take = [1, 2]            # tokens removed; "3-5" is a range
//! parts = [0, 1, 2]        # heaps left; without it 0 and 1, whatever is left
//! [[move]]
//! take = [1]
//! repeats = 2              # 1, 3, 5, … forever
//!
//! [condition]              # on the heaps that a move leaves; all keys may be left out
//! alike = "any"            # or "unequal", "equal"
//! least = 1
//! largest = 9
//! ```
//!
//! The library reads the text; whoever opened the file names it in the error, which tells the line and the
//! key.

use super::{Alike, HeapRule, Parts, Removals};
use crate::{Error, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// Removals and repetitions are table indices somewhere: larger ones are refused.
const MOST_REMOVED: u64 = 1_000_000;
/// As many heaps as a digit of a code has bits.
const MOST_PARTS: u64 = 62;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "move")]
    moves: Vec<OneMove>,
    #[serde(default)]
    condition: Condition,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneMove {
    take: Spanned<Vec<Number>>,
    #[serde(default)]
    parts: Option<Spanned<Vec<u64>>>,
    #[serde(default)]
    repeats: Option<Spanned<u64>>,
}

/// A number, or a range such as `"3-5"`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a whole number or a range such as \"3-5\"")]
enum Number {
    One(u64),
    Range(String),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Condition {
    alike: Option<Word>,
    least: Option<u64>,
    largest: Option<u64>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Word {
    Any,
    Unequal,
    Equal,
}

/// Tokens that may be removed, perhaps over and over.
struct Taking {
    tokens: Vec<u64>,
    repeats: Option<u64>,
}

impl Taking {
    /// Which numbers below `len` may be removed; O(len), since ranges may be long.
    fn allowed(&self, len: usize) -> Vec<bool> {
        let mut allowed = vec![false; len];
        self.tokens.iter().for_each(|&t| allowed[t as usize] = true);
        if let Some(p) = self.repeats {
            (p as usize..len).for_each(|t| allowed[t] |= allowed[t - p as usize]);
        }
        allowed
    }
}

impl HeapRule {
    /// Reads a rule file.
    ///
    /// ```
    /// use sprague::rules::{HeapRule, Rule};
    /// let rule = HeapRule::from_toml("[[move]]\ntake = [1, 2]\nparts = [0, 1, 2]\n").unwrap();
    /// assert_eq!(Rule::new(rule), "kayles".parse().unwrap());
    /// let error = HeapRule::from_toml("[[move]]\ntake = [1]\nparts = [-2]\n").unwrap_err();
    /// assert!(error.to_string().contains("line 3: `parts`"));
    /// ```
    pub fn from_toml(text: &str) -> Result<Self> {
        let wrong = |span: Option<std::ops::Range<usize>>, problem: &str| at(text, span, problem);
        let file: File = toml::from_str(text).map_err(|error| wrong(error.span(), error.message()))?;
        let mut by_parts: BTreeMap<u64, Vec<Taking>> = BTreeMap::new();
        for one in &file.moves {
            let parts = one.parts.as_ref().map_or(vec![0, 1], |parts| parts.get_ref().clone());
            if parts.is_empty() || parts.iter().any(|&count| count > MOST_PARTS) {
                let span = one.parts.as_ref().map(Spanned::span);
                return Err(wrong(span, &format!("numbers of heaps from 0 to {MOST_PARTS} are listed")));
            }
            let repeats = one.repeats.as_ref().map(|repeats| *repeats.get_ref());
            if repeats.is_some_and(|p| !(1..=MOST_REMOVED).contains(&p)) {
                let span = one.repeats.as_ref().map(Spanned::span);
                return Err(wrong(span, &format!("a repetition is from 1 to {MOST_REMOVED}")));
            }
            let tokens =
                tokens(one.take.get_ref()).map_err(|problem| wrong(Some(one.take.span()), &problem))?;
            for count in parts {
                by_parts.entry(count).or_default().push(Taking { tokens: tokens.clone(), repeats });
            }
        }
        let leaving = by_parts
            .into_iter()
            .map(|(count, takings)| Ok((count..=count, removals(&takings)?)))
            .collect::<Result<Vec<_>>>()?;
        let Condition { alike, least, largest } = file.condition;
        let alike = match alike {
            None | Some(Word::Any) => Alike::Any,
            Some(Word::Unequal) => Alike::Different,
            Some(Word::Equal) => Alike::Equal,
        };
        HeapRule::new(leaving, Parts { alike, least: least.unwrap_or(1), largest })
    }
}

/// The numbers of a list of numbers and ranges.
fn tokens(list: &[Number]) -> std::result::Result<Vec<u64>, String> {
    let mut tokens = Vec::new();
    for number in list {
        let (first, last) = match number {
            Number::One(number) => (*number, *number),
            Number::Range(text) => {
                let ends = text
                    .split_once('-')
                    .and_then(|(first, last)| Some((first.trim().parse().ok()?, last.trim().parse().ok()?)));
                ends.ok_or_else(|| format!("{text:?} is no range; write \"3-5\""))?
            }
        };
        if first > last || last > MOST_REMOVED {
            return Err(format!("numbers of tokens are from 0 to {MOST_REMOVED}, the smaller first"));
        }
        tokens.extend(first..=last);
    }
    if tokens.is_empty() { Err("no number of tokens is listed".into()) } else { Ok(tokens) }
}

/// The union of what may be removed: listed up to the largest number, then the common cycle.
fn removals(takings: &[Taking]) -> Result<Removals> {
    let reach = takings.iter().flat_map(|taking| &taking.tokens).copied().max().unwrap_or(0);
    let cycle = takings.iter().filter_map(|taking| taking.repeats).fold(1, num_integer::lcm);
    if cycle > MOST_REMOVED {
        return Err(Error::too_large(
            format!("the repetitions come round together after {cycle}, which is too long"),
            None,
        ));
    }
    let cycle = if takings.iter().any(|taking| taking.repeats.is_some()) { cycle } else { 0 };
    // Beyond the reach nothing is allowed but what repeats.
    let mut allowed = vec![false; (reach + cycle) as usize + 1];
    for taking in takings {
        let own = taking.allowed(allowed.len());
        allowed.iter_mut().zip(own).for_each(|(all, own)| *all |= own);
    }
    let listed = (0..=reach).filter(|&t| allowed[t as usize]).collect();
    Ok(Removals::new(listed, reach, allowed.split_off(reach as usize + 1)))
}

/// An error at a place of the file: its line and the key that stands there, or before it.
fn at(text: &str, span: Option<std::ops::Range<usize>>, problem: &str) -> Error {
    let problem = problem.lines().next().unwrap_or_default();
    let Some(span) = span else { return Error::bad_rule(format!("rule file: {problem}")) };
    let before = text.get(..span.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let key = text.lines().take(line).filter_map(|line| line.split_once('=')).last();
    match key {
        Some((key, _)) => Error::bad_rule(format!("rule file, line {line}: `{}`: {problem}", key.trim())),
        None => Error::bad_rule(format!("rule file, line {line}: {problem}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use proptest::prelude::*;

    #[test]
    fn the_same_as_notations() {
        for (text, notation) in [
            ("[[move]]\ntake = [1, 2]\nparts = [0, 1, 2]", "0.77"),
            ("[[move]]\ntake = [\"3-4\", 1]", "sub:1,3,4"),
            ("[[move]]\ntake = [1]\nrepeats = 1", "0.3..."),
            ("[[move]]\ntake = [0]\nparts = [2]\n[condition]\nalike = \"unequal\"", "grundy"),
            ("[[move]]\ntake = [0]\nparts = [2, 3]\n[condition]\nleast = 2", "split:3/least=2"),
            (
                "[[move]]\ntake = [1]\nrepeats = 2\nparts = [0]\n[[move]]\ntake = [2]\nrepeats = 2\nparts = [0, 1]",
                "0.(13)",
            ),
            ("[[move]]\ntake = [2]\n[[move]]\ntake = [1]\nrepeats = 3", "0.33(030)"),
        ] {
            let rule = Rule::new(HeapRule::from_toml(text).unwrap());
            let expected: Rule = notation.parse().unwrap();
            assert_eq!(rule, expected, "{text}");
        }
    }

    #[test]
    fn long_ranges_are_read() {
        let rule = HeapRule::from_toml("[[move]]\ntake = [\"1-1000000\"]\nparts = [0, 1, 2, 3]").unwrap();
        assert_eq!(rule.removals(3).listed().len(), 1_000_000);
        let rule = HeapRule::from_toml("[[move]]\ntake = [\"1-999999\"]\nrepeats = 1000000").unwrap();
        assert!(rule.removals(1).contains(1_000_001) && !rule.removals(1).contains(2_000_000));
    }

    #[test]
    fn errors_name_line_and_key() {
        for (text, reason) in [
            ("", "move"),
            ("[[move]]\nparts = [1]", "take"),
            ("[[move]]\ntake = [1]\ncolour = 3", "line 3: `colour`"),
            ("[[move]]\ntake = [1]\nparts = \"two\"", "line 3: `parts`"),
            ("[[move]]\ntake = [\"5-3\"]", "line 2: `take`"),
            ("[[move]]\n\ntake = [\"x\"]", "line 3: `take`"),
            ("[[move]]\ntake = []", "line 2: `take`"),
            ("[[move]]\ntake = [1]\nrepeats = 0", "line 3: `repeats`"),
            ("[[move]]\ntake = [1]\nparts = [99]", "line 3: `parts`"),
            ("[[move]]\ntake = [1]\n[condition]\nalike = \"odd\"", "line 4: `alike`"),
            ("[[move]]\ntake = [0]", "has to break"),
            ("[[move]\ntake", "line 1"),
        ] {
            let line = HeapRule::from_toml(text).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(line.contains(reason) && !line.contains('\n'), "{text:?}: {line}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC*") { let _ = HeapRule::from_toml(&text); }
    }
}
