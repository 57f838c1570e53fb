//! Notations of heap rules: what people write, and the one form that is printed.
//!
//! | notation | rule |
//! |---|---|
//! | `0.77`, `4.[3]`, `0.4!`, `{2+}.0` | a take-and-break code ([`super::Code`]) |
//! | `sub:1,3,4`, `sub:1-5,9` | remove one of these numbers of tokens |
//! | `allbut:1,2` | remove any number of tokens but these |
//! | `split:3` | split a heap into 2 to 3 non-empty heaps |
//! | `grundy` | split a heap into two unequal ones |
//! | `…/unequal`, `…/equal` | the parts left are all different, or all equal |
//! | `…/consecutive` | the parts left are consecutive numbers |
//! | `…/least=2`, `…/largest=9` | every part left has at least 2, or at most 9, tokens |
//! | `…/forbid=5:2,7:1` | from a heap of 5 one may not take 2, nor 1 from a heap of 7 |
//!
//! Rules that are the same print the same: a rule that only takes, leaving any rest, prints as a set, one
//! that only splits as `split:`, Grundy's game as `grundy`, Nim and all others as a code.

use super::digit::{ANY_NUMBER, Compare};
use super::mixed::Mixed;
use super::{Alike, Code, HeapRule, Leaving, Parts, Removals, Rule, parse_small};
use crate::{Error, Result};

/// Removals are table indices somewhere: larger ones are refused when the rule is read.
const MOST_REMOVED: u64 = 1_000_000;

/// A rule before its conditions.
enum Base {
    Heaps(HeapRule),
    /// A code of which no one condition says how the heaps left compare.
    Code(Code),
}

/// Reads a rule of heaps in any notation; `None` if the text does not look like one.
pub fn read(text: &str) -> Option<Result<Rule>> {
    let (base, conditions) = match text.split_once('/') {
        Some((base, conditions)) => (base, Some(conditions)),
        None => (text, None),
    };
    let base = if let Some(list) = base.strip_prefix("sub:") {
        removals(text, list).and_then(|set| taking(Removals::finite(set))).map(Base::Heaps)
    } else if let Some(list) = base.strip_prefix("allbut:") {
        removals(text, list).and_then(|set| taking(all_but(&set))).map(Base::Heaps)
    } else if let Some(parts) = base.strip_prefix("split:") {
        splitting(text, parts).map(Base::Heaps)
    } else if base == "grundy" {
        HeapRule::new([(2..=2, Removals::finite(vec![0]))], DIFFERENT).map(Base::Heaps)
    } else if base.contains('.') || base.starts_with(|c: char| c.is_ascii_digit() || c == '{') {
        base.parse().and_then(|code: Code| match code.heap_rule(1, None) {
            Some(heaps) => heaps.map(Base::Heaps),
            None => Ok(Base::Code(code)),
        })
    } else {
        return None;
    };
    Some(base.and_then(|base| {
        let conditions = Conditions::read(text, conditions)?;
        conditions.apply(text, base)
    }))
}

/// The condition of Grundy's game.
const DIFFERENT: Parts = Parts { alike: Alike::Different, least: 1, largest: None };

/// The canonical notation.
pub fn write(rule: &HeapRule) -> String {
    let parts = rule.parts();
    let list = |set: &[u64]| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let (base, alike) = match (rule.leaving(), parts.alike) {
        ([Leaving { heaps, removals }], Alike::Different) if is_split(removals) && *heaps == (2..=2) => {
            ("grundy".to_string(), Alike::Any)
        }
        ([Leaving { heaps, removals }], alike)
            if is_split(removals) && *heaps.start() == 2 && *heaps.end() != ANY_NUMBER =>
        {
            (format!("split:{}", heaps.end()), alike)
        }
        ([Leaving { heaps, removals }], alike) if *heaps == (0..=1) && removals.is_finite() => {
            (format!("sub:{}", list(removals.listed())), alike)
        }
        ([Leaving { heaps, removals }], alike)
            if *heaps == (0..=1) && removals.cycle() == [true] && removals.reach() > 0 =>
        {
            let missing: Vec<u64> = (1..=removals.reach()).filter(|&t| !removals.contains(t)).collect();
            (format!("allbut:{}", list(&missing)), alike)
        }
        // The marks of its digits say how the heaps left compare.
        _ => (Code::of(rule).to_string(), Alike::Any),
    };
    let mut text = base;
    match alike {
        Alike::Any => {}
        Alike::Different => text += "/unequal",
        Alike::Equal => text += "/equal",
    }
    add_bounds(&mut text, &parts);
    text
}

/// Adds the bounds on the size of parts to a notation.
pub(super) fn add_bounds(text: &mut String, parts: &Parts) {
    if parts.least > 1 {
        *text += &format!("/least={}", parts.least);
    }
    if let Some(largest) = parts.largest {
        *text += &format!("/largest={largest}");
    }
}

/// What a move is, in a sentence.
pub fn describe(rule: &HeapRule) -> String {
    let one = |Leaving { heaps, removals }: &Leaving| {
        let take = match removals_in_words(removals) {
            words if words == "0" => "break a heap".to_string(),
            words => format!("take {words}"),
        };
        let left = match (*heaps.start(), *heaps.end()) {
            (0, 0) => "the whole heap".to_string(),
            (0, 1) => "leaving the rest".to_string(),
            (1, 1) => "leaving one heap".to_string(),
            (0, ANY_NUMBER) => "leaving the rest as any number of heaps".to_string(),
            (least, ANY_NUMBER) => format!("leaving {least} heaps or more"),
            (0, most) => format!("leaving the rest as up to {most} heaps"),
            (least, most) if least == most => format!("leaving {most} heaps"),
            (least, most) => format!("leaving {least} to {most} heaps"),
        };
        format!("{take}, {left}")
    };
    let moves: Vec<String> = rule.leaving().iter().map(one).collect();
    let mut line = if moves.is_empty() { "no move at all".to_string() } else { moves.join("; or ") };
    let parts = rule.parts();
    match parts.alike {
        Alike::Any => {}
        Alike::Different => line += "; the heaps left all differ",
        Alike::Equal => line += "; the heaps left are equal",
    }
    if parts.least > 1 {
        line += &format!("; none is below {}", parts.least);
    }
    if let Some(largest) = parts.largest {
        line += &format!("; none is above {largest}");
    }
    line
}

fn removals_in_words(set: &Removals) -> String {
    const MOST_SHOWN: usize = 6;
    let (listed, cycle) = (set.listed(), set.cycle());
    if cycle == [true] {
        let missing: Vec<String> =
            (1..=set.reach()).filter(|&t| !set.contains(t)).map(|t| t.to_string()).collect();
        return match missing.len() {
            0 => "any number".to_string(),
            count if count <= MOST_SHOWN => format!("any number but {}", missing.join(", ")),
            count => format!("any number but {count} of them"),
        };
    }
    let shown: Vec<String> = set.up_to(set.reach() + 2 * cycle.len() as u64).map(|t| t.to_string()).collect();
    match (shown.len() > MOST_SHOWN, cycle.is_empty()) {
        (false, true) => shown.join(" or "),
        (true, true) => format!("one of {} numbers up to {}", listed.len(), set.reach()),
        (_, false) => format!("{}, …", shown[..shown.len().min(MOST_SHOWN)].join(", ")),
    }
}

fn is_split(removals: &Removals) -> bool {
    removals.is_finite() && removals.listed() == [0]
}

/// Remove one of these numbers, leaving whatever is left.
fn taking(set: Removals) -> Result<HeapRule> {
    HeapRule::new([(0..=1, set)], Parts::default())
}

fn all_but(set: &[u64]) -> Removals {
    let reach = set.last().copied().unwrap_or(0);
    let listed = (1..reach).filter(|t| set.binary_search(t).is_err()).collect();
    Removals::new(listed, reach, vec![true])
}

fn splitting(whole: &str, parts: &str) -> Result<HeapRule> {
    let parts = parse_small(parts, "a number of parts")?;
    if parts < 2 {
        let fix = "a heap is split into at least 2 parts: split:2, split:3, …";
        return Err(Error::not_a_rule(whole, "a rule", fix));
    }
    HeapRule::new([(2..=parts, Removals::finite(vec![0]))], Parts::default())
}

/// Reads `1,3,4` or `1-5,9`.
fn removals(whole: &str, list: &str) -> Result<Vec<u64>> {
    let wrong = |fix: String| Error::not_a_rule(whole, "a rule", fix);
    if list.is_empty() {
        return Err(wrong("list the numbers after the colon, such as sub:1,3,4".into()));
    }
    let number = |item: &str| {
        let tokens = parse_small(item, "a number of tokens")?;
        match tokens {
            0 => Err(wrong("0 tokens cannot be removed; every number is at least 1".into())),
            tokens if tokens > MOST_REMOVED => Err(wrong(format!("{tokens} is above {MOST_REMOVED}"))),
            tokens => Ok(tokens),
        }
    };
    let mut set = Vec::new();
    for item in list.split(',') {
        let (first, last) = match item.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(item)?, number(item)?),
        };
        if first > last {
            return Err(wrong(format!("the range {item} is empty; write the smaller number first")));
        }
        set.extend(first..=last);
    }
    set.sort_unstable();
    match set.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(wrong(format!("{} occurs twice", pair[0]))),
        None => Ok(set),
    }
}

/// Conditions on a rule, each given once.
#[derive(Default)]
struct Conditions {
    compare: Option<Compare>,
    least: Option<u64>,
    largest: Option<u64>,
    forbidden: Option<Vec<(u64, u64)>>,
}

impl Conditions {
    /// Reads `unequal/least=2` and the like.
    fn read(whole: &str, list: Option<&str>) -> Result<Self> {
        let refused = |line: &str| Err(Error::not_a_rule(whole, "a rule", line));
        let mut found = Conditions::default();
        for condition in list.into_iter().flat_map(|list| list.split('/')) {
            let twice = match condition.split_once('=') {
                None if condition == "unequal" => found.compare.replace(Compare::Different).is_some(),
                None if condition == "equal" => found.compare.replace(Compare::Equal).is_some(),
                None if condition == "consecutive" => found.compare.replace(Compare::Consecutive).is_some(),
                Some(("least", number)) => {
                    found.least.replace(parse_small(number, "a least part")?).is_some()
                }
                Some(("largest", number)) => {
                    found.largest.replace(parse_small(number, "a largest part")?).is_some()
                }
                Some(("forbid", pairs)) => found.forbidden.replace(forbidden(whole, pairs)?).is_some(),
                _ => {
                    return refused(
                        "a condition is unequal, equal, consecutive, least=N, largest=N or forbid=HEAP:TOKENS",
                    );
                }
            };
            if twice {
                return refused(
                    "give one of unequal, equal and consecutive, and least=N, largest=N and forbid=… once each",
                );
            }
        }
        Ok(found)
    }

    fn apply(self, whole: &str, base: Base) -> Result<Rule> {
        let refused = |line: &str| Err(Error::not_a_rule(whole, "a rule", line));
        let bad = |error: Error| Error::not_a_rule(whole, "a rule", error.to_string());
        let forbidden = self.forbidden.unwrap_or_default();
        let (code, own) = match base {
            Base::Code(_) if self.compare.is_some() => {
                return refused(
                    "a mark behind a digit says how the heaps left compare; leave the condition out",
                );
            }
            Base::Code(code) => (code, Parts::default()),
            Base::Heaps(rule) => {
                let own = rule.parts();
                let asked = match self.compare.filter(|_| !rule.only_takes()) {
                    Some(Compare::Consecutive) if own.alike == Alike::Any => None,
                    Some(Compare::Different) | None if own.alike == Alike::Different => Some(own.alike),
                    Some(Compare::Equal) | None if own.alike == Alike::Equal => Some(own.alike),
                    Some(Compare::Different) if own.alike == Alike::Any => Some(Alike::Different),
                    Some(Compare::Equal) if own.alike == Alike::Any => Some(Alike::Equal),
                    None => Some(Alike::Any),
                    Some(_) => {
                        return refused(
                            "unequal, equal and consecutive contradict each other; leave all but one out",
                        );
                    }
                };
                if let (Some(alike), true) = (asked, forbidden.is_empty()) {
                    let least = self.least.unwrap_or(own.least);
                    let parts = Parts { alike, least, largest: self.largest.or(own.largest) };
                    let leaving = rule.leaving().iter().map(|way| (way.heaps.clone(), way.removals.clone()));
                    return HeapRule::new(leaving, parts).map(Rule::new).map_err(bad);
                }
                let code = Code::of(&rule);
                let compare = match asked {
                    None => Compare::Consecutive,
                    Some(Alike::Any) => Compare::Any,
                    Some(Alike::Different) => Compare::Different,
                    Some(Alike::Equal) => Compare::Equal,
                };
                (code.compared(compare), own)
            }
        };
        let bounds = (self.least.unwrap_or(own.least), self.largest.or(own.largest));
        Mixed::rule(code, bounds, forbidden).map_err(bad)
    }
}

/// Reads `5:2,7:3`.
fn forbidden(whole: &str, pairs: &str) -> Result<Vec<(u64, u64)>> {
    let pair = |text: &str| {
        let (heap, tokens) = text.split_once(':')?;
        Some((parse_small(heap, "a heap").ok()?, parse_small(tokens, "a number of tokens").ok()?))
    };
    let fix = "forbidden removals are pairs heap:tokens, such as forbid=5:2,7:3";
    pairs.split(',').map(|text| pair(text).ok_or_else(|| Error::not_a_rule(whole, "a rule", fix))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_are_the_same_print_the_same() {
        for (texts, canonical) in [
            (&["sub:4,1,3", "0.3033", "sub:3-4,1"][..], "sub:1,3,4"),
            (&["0.3...", "0.(33)", "0.[3]", "0.[33]"], "0.[3]"),
            (&["allbut:2,1", "0.003...", "0.00(3)", "0.00[3]"], "allbut:1,2"),
            (&["C.0", "split:3"], "split:3"),
            (&["4.0", "split:2"], "split:2"),
            (&["4.0/unequal", "split:2/unequal", "grundy", "4!.0", "4?.0"], "grundy"),
            (&["split:3/unequal", "C.0/unequal", "C!.0", "{2,3}!.0", "{2!,3!}.0"], "split:3/unequal"),
            (&["0.33/unequal", "0.33"], "sub:1,2"),
            (&["0.77/least=1"], "0.77"),
            (&["0.77/largest=9/equal", "0.7=7=/largest=9"], "0.7=7=/largest=9"),
            (&["0.{0,1,5}"], "0.Z"),
        ] {
            for text in texts {
                let rule = read(text).unwrap().unwrap();
                assert_eq!(rule.notation(), canonical, "{text}");
                assert_eq!(read(canonical).unwrap().unwrap(), rule, "{text}");
            }
        }
    }

    #[test]
    fn in_words() {
        for (text, words) in [
            ("0.77", "take 1 or 2, leaving the rest as up to 2 heaps"),
            ("sub:1,3,4", "take 1 or 3 or 4, leaving the rest"),
            ("nim", "take any number, leaving the rest"),
            ("allbut:1,2", "take any number but 1, 2, leaving the rest"),
            ("grundy", "break a heap, leaving 2 heaps; the heaps left all differ"),
            (
                "0.137",
                "take 1 or 2 or 3, the whole heap; or take 2 or 3, leaving one heap; or take 3, leaving 2 heaps",
            ),
            ("0.[13]", "take any number, the whole heap; or take 2, 4, …, leaving one heap"),
            ("0.0", "no move at all"),
        ] {
            let rule: crate::rules::Rule = text.parse().unwrap();
            assert_eq!(describe(rule.heap_rule().unwrap()), words, "{text}");
        }
    }
}
