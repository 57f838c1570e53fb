//! Rule files: a heap rule as a small TOML document.
//!
//! ```toml
//! # Kayles with a third way to play: take any odd number if the heap does not break.
//! [[move]]
//! take = [1, 2]            # tokens removed; "3-5" is a range
//! parts = [0, 1, "2+"]     # heaps left; without it 0 and 1, whatever is left
//! alike = "unequal"        # how they compare; without it as the condition says
//! [[move]]
//! take = [1]
//! repeats = 2              # 1, 3, 5, … forever
//!
//! [condition]              # on the heaps that a move leaves; all keys may be left out
//! alike = "any"            # or "unequal", "unlike" (not all equal), "equal", "consecutive"
//! least = 1
//! largest = 9
//! forbid = ["5:2"]         # from a heap of 5 one may not take 2
//! ```
//!
//! Or the moves are formulas (docs/formula-rules.md), and nothing else is in the file:
//!
//! ```toml
//! moves = ["n-1", "n/2", "n-d for d in divisors(n) if d < n"]
//! ```
//!
//! The library reads the text; the caller names the file in the error, which has the line and the
//! key.

use super::digit::{ANY_NUMBER, Compare};
use super::mixed::Mixed;
use super::{Alike, Code, FormulaGame, HeapRule, Parts, Removals, Rule};
use crate::{Error, Result};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
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

/// A file with formulas.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Formulas {
    moves: Vec<Spanned<String>>,
}

impl Rule {
    /// Reads a rule file: removals of heaps, or formulas.
    ///
    /// ```
    /// use sprague::rules::Rule;
    /// let rule = Rule::from_toml("[[move]]\ntake = [1, 2]\nparts = [0, 1, 2]\n").unwrap();
    /// assert_eq!(rule, "kayles".parse().unwrap());
    /// let rule = Rule::from_toml(r#"moves = ["n-1", "n/2"]"#).unwrap();
    /// assert_eq!(rule.notation(), "moves:n-1;n/2");
    /// let error = Rule::from_toml("moves = [\n  \"n-1\",\n  \"n/\",\n]").unwrap_err();
    /// assert!(error.to_string().starts_with("rule file, line 3: `moves`: the move `n/`"));
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text, with the line and the key.
    pub fn from_toml(text: &str) -> Result<Rule> {
        let has_moves = text.parse::<toml::Table>().is_ok_and(|table| table.contains_key("moves"));
        if !has_moves {
            return of_removals(text);
        }
        let file: Formulas = toml::from_str(text).map_err(|error| at(text, error.span(), error.message()))?;
        for one in &file.moves {
            FormulaGame::new([one.get_ref().to_ascii_lowercase().as_str()])
                .map_err(|error| at(text, Some(one.span()), &error.to_string()))?;
        }
        let moves: Vec<String> = file.moves.iter().map(|one| one.get_ref().to_ascii_lowercase()).collect();
        FormulaGame::new(moves.iter().map(String::as_str)).map(Rule::new)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneMove {
    take: Spanned<Vec<Number>>,
    #[serde(default)]
    parts: Option<Spanned<Vec<Number>>>,
    #[serde(default)]
    alike: Option<Word>,
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
    #[serde(default)]
    forbid: Vec<String>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Word {
    Any,
    Unequal,
    Unlike,
    Equal,
    Consecutive,
}

impl Word {
    fn compare(self) -> Compare {
        match self {
            Word::Any => Compare::Any,
            Word::Unequal => Compare::Different,
            Word::Unlike => Compare::Unlike,
            Word::Equal => Compare::Equal,
            Word::Consecutive => Compare::Consecutive,
        }
    }
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

/// One `[[move]]`, for a range of numbers of heaps.
struct Entry {
    heaps: RangeInclusive<u64>,
    compare: Compare,
    taking: Taking,
}

/// The rule of a file with removals.
fn of_removals(text: &str) -> Result<Rule> {
    let wrong = |span: Option<std::ops::Range<usize>>, problem: &str| at(text, span, problem);
    let file: File = toml::from_str(text).map_err(|error| wrong(error.span(), error.message()))?;
    let Condition { alike, least, largest, forbid } = file.condition;
    let usual = alike.map_or(Compare::Any, Word::compare);
    let mut entries: Vec<Entry> = Vec::new();
    for one in &file.moves {
        let repeats = one.repeats.as_ref().map(|repeats| *repeats.get_ref());
        if repeats.is_some_and(|p| !(1..=MOST_REMOVED).contains(&p)) {
            let span = one.repeats.as_ref().map(Spanned::span);
            return Err(wrong(span, &format!("a repetition is from 1 to {MOST_REMOVED}")));
        }
        let tokens = tokens(one.take.get_ref()).map_err(|problem| wrong(Some(one.take.span()), &problem))?;
        let parts = match &one.parts {
            None => vec![0..=1],
            Some(parts) => heaps(parts.get_ref()).map_err(|problem| wrong(Some(parts.span()), &problem))?,
        };
        let compare = one.alike.map_or(usual, Word::compare);
        for heaps in parts {
            let taking = Taking { tokens: tokens.clone(), repeats };
            entries.push(Entry { heaps, compare, taking });
        }
    }
    let forbidden = forbid.iter().map(|pair| pair_of(pair)).collect::<Result<Vec<_>>>()?;
    rule_of(&entries, (least.unwrap_or(1), largest), forbidden)
}

/// The rule of all moves, with bounds on the parts and forbidden removals.
fn rule_of(entries: &[Entry], bounds: (u64, Option<u64>), forbidden: Vec<(u64, u64)>) -> Result<Rule> {
    let cuts: BTreeSet<u64> = entries
        .iter()
        .flat_map(|entry| [Some(*entry.heaps.start()), entry.heaps.end().checked_add(1)])
        // The comparison means nothing for fewer than two heaps.
        .chain([Some(2)])
        .flatten()
        .collect();
    let cuts: Vec<u64> = cuts.into_iter().collect();
    let mut ways: Vec<(RangeInclusive<u64>, Compare, Removals)> = Vec::new();
    for (i, &start) in cuts.iter().enumerate() {
        let here: Vec<&Entry> = entries.iter().filter(|entry| entry.heaps.contains(&start)).collect();
        let Some(first) = here.first() else { continue };
        if start >= 2 && here.iter().any(|entry| entry.compare != first.compare) {
            let line = format!("two moves that leave {start} heaps compare them in different ways");
            return Err(Error::bad_rule(format!("rule file: {line}")));
        }
        let takings: Vec<&Taking> = here.iter().map(|entry| &entry.taking).collect();
        let end = cuts.get(i + 1).map_or(ANY_NUMBER, |next| next - 1);
        ways.push((start..=end, if start < 2 { Compare::Any } else { first.compare }, removals(&takings)?));
    }
    let mut comparisons =
        ways.iter().filter(|(heaps, ..)| *heaps.start() >= 2).map(|(_, compare, _)| *compare);
    let first = comparisons.next().unwrap_or(Compare::Any);
    let alike = match first {
        Compare::Any => Some(Alike::Any),
        Compare::Different => Some(Alike::Different),
        Compare::Equal => Some(Alike::Equal),
        Compare::Unlike | Compare::Consecutive => None,
    };
    let alike = alike.filter(|_| forbidden.is_empty() && comparisons.all(|compare| compare == first));
    if let Some(alike) = alike {
        let leaving = ways.into_iter().map(|(heaps, _, removals)| (heaps, removals));
        let parts = Parts { alike, least: bounds.0, largest: bounds.1 };
        return HeapRule::new(leaving, parts).map(Rule::new);
    }
    if ways.iter().any(|(heaps, _, removals)| *heaps.start() < 2 && removals.contains(0)) {
        return Err(Error::bad_rule("removing 0 tokens has to break the heap into two or more"));
    }
    let listed: Vec<_> = ways.iter().map(|(heaps, compare, set)| (heaps.clone(), *compare, set)).collect();
    Mixed::rule(Code::of_ways(&listed), bounds, forbidden)
}

/// `5:2`: from a heap of 5 one may not take 2.
fn pair_of(text: &str) -> Result<(u64, u64)> {
    let numbers = text
        .split_once(':')
        .and_then(|(heap, tokens)| Some((heap.trim().parse().ok()?, tokens.trim().parse().ok()?)));
    let line = "rule file: `forbid`: forbidden removals are pairs \"heap:tokens\", such as \"5:2\"";
    numbers.ok_or_else(|| Error::bad_rule(line))
}

/// Numbers of heaps: `2`, `"2-5"`, `"2+"`.
fn heaps(list: &[Number]) -> std::result::Result<Vec<RangeInclusive<u64>>, String> {
    let wrong =
        || format!("numbers of heaps are from 0 to {MOST_PARTS}, ranges \"2-5\", or \"2+\" for two or more");
    let one = |number: &Number| match number {
        Number::One(count) => Some(*count..=*count),
        Number::Range(text) => match text.trim().strip_suffix('+') {
            Some(least) => Some(least.trim().parse().ok()?..=ANY_NUMBER),
            None => {
                let (first, last) = text.split_once('-')?;
                Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
            }
        },
    };
    let fits = |heaps: &RangeInclusive<u64>| {
        let bounded = *heaps.end() <= MOST_PARTS || *heaps.end() == ANY_NUMBER;
        *heaps.start() <= MOST_PARTS && bounded && !heaps.is_empty()
    };
    let found: Option<Vec<_>> = list.iter().map(|number| one(number).filter(fits)).collect();
    found.filter(|found| !found.is_empty()).ok_or_else(wrong)
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
                ends.ok_or_else(|| format!("{text:?} is not a range; write \"3-5\""))?
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
fn removals(takings: &[&Taking]) -> Result<Removals> {
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
    use proptest::prelude::*;

    #[test]
    fn the_same_as_notations() {
        for (text, notation) in [
            ("[[move]]\ntake = [1, 2]\nparts = [0, 1, 2]", "0.77"),
            ("[[move]]\ntake = [\"3-4\", 1]", "sub:1,3,4"),
            ("[[move]]\ntake = [1]\nrepeats = 1", "0.[3]"),
            ("[[move]]\ntake = [0]\nparts = [2]\n[condition]\nalike = \"unequal\"", "grundy"),
            ("[[move]]\ntake = [0]\nparts = [2, 3]\n[condition]\nleast = 2", "split:3/least=2"),
            (
                "[[move]]\ntake = [1]\nrepeats = 2\nparts = [0]\n[[move]]\ntake = [2]\nrepeats = 2\nparts = [0, 1]",
                "0.[13]",
            ),
            ("[[move]]\ntake = [2]\n[[move]]\ntake = [1]\nrepeats = 3", "0.33[030]"),
            ("[[move]]\ntake = [0]\nparts = [\"2+\"]\nalike = \"unequal\"", "{2+}!.0"),
            ("[[move]]\ntake = [0]\nparts = [3]\nalike = \"unlike\"", "8?.0"),
            (
                "[[move]]\ntake = [1]\nparts = [0, \"2-3\"]\nalike = \"equal\"\n[[move]]\ntake = [2]\nparts = [4]",
                "0.D={4}",
            ),
            ("[[move]]\ntake = [1, 2]\n[condition]\nforbid = [\"5:2\"]", "sub:1,2/forbid=5:2"),
            (
                "[[move]]\ntake = [0]\nparts = [2, 3]\n[condition]\nalike = \"consecutive\"",
                "split:3/consecutive",
            ),
        ] {
            let rule = Rule::from_toml(text).unwrap();
            let expected: Rule = notation.parse().unwrap();
            assert_eq!(rule, expected, "{text}");
        }
    }

    #[test]
    fn long_ranges_are_read() {
        let rule = Rule::from_toml("[[move]]\ntake = [\"1-1000000\"]\nparts = [0, 1, 2, 3]").unwrap();
        let rule = rule.heap_rule().unwrap();
        assert_eq!(rule.removals(3).listed().len(), 1_000_000);
        let rule = Rule::from_toml("[[move]]\ntake = [\"1-999999\"]\nrepeats = 1000000").unwrap();
        let rule = rule.heap_rule().unwrap();
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
            ("[[move]]\ntake = [0]\nparts = [1, 3]\nalike = \"unlike\"", "has to break"),
            ("[[move]]\ntake = [1]\nparts = [\"5-2\"]", "line 3: `parts`"),
            ("[[move]]\ntake = [1]\nalike = \"odd\"", "line 3: `alike`"),
            ("[[move]]\ntake = [1]\n[condition]\nforbid = [\"5\"]", "heap:tokens"),
            (
                "[[move]]\ntake = [1]\nparts = [2]\nalike = \"equal\"\n[[move]]\ntake = [2]\nparts = [2]",
                "different ways",
            ),
            ("[[move]\ntake", "line 1"),
        ] {
            let line = Rule::from_toml(text).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(line.contains(reason) && !line.contains('\n'), "{text:?}: {line}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC*") { let _ = Rule::from_toml(&text); }
    }
}
