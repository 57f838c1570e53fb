//! Take-and-break codes `d0.d1d2…dk`, in the notation of CGSuite.
//!
//! The digit `d_t` says what may be left when t tokens are removed from a heap: bit j set, exactly j
//! non-empty heaps. Digits are 0–9 and A–Z; larger sets of numbers of heaps are listed in braces, `{2,7}`,
//! and a `+` at the end of the list means the last number and all larger ones, `{2+}`; `*` is `{0+}`, and
//! `&36;` the digit of the bits of 36. A mark behind a digit, or behind a number in braces, compares the
//! heaps left: `!` all different, `?` not all equal, `=` all equal. Brackets repeat a group of digits
//! forever: `0.[3]` is Nim, `4.[3]` Lasker's Nim, `0.[13]` is 0.131313…; `0.3...` and `0.(13)` are other
//! spellings of that. `d0` removes nothing, so it leaves two heaps or more. A digit k places before `d0` adds
//! k tokens, and leaves k + 2 heaps or more, so that each is smaller than the heap was.

use super::digit::{ANY_NUMBER, Compare, Digit};
use super::{Alike, HeapRule, Parts, Removals, parse_small};
use crate::{Error, Result};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The digits of a code: those that add tokens, those listed from `d_0` on, and those that repeat forever
/// behind them.
///
/// ```
/// use sprague::rules::Code;
/// let kayles: Code = ".770".parse().unwrap();
/// assert_eq!(kayles.to_string(), "0.77");
/// let nim: Code = "0.3...".parse().unwrap();
/// assert_eq!(nim.to_string(), "0.[3]");
/// assert!("1.7".parse::<Code>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digit that adds k tokens at place k − 1.
    added: Vec<Digit>,
    listed: Vec<Digit>,
    cycle: Vec<Digit>,
}

/// No more heaps than this are named by number.
const MOST_PARTS: u64 = 1_000_000;
/// One code names at most this many different numbers of heaps.
const MOST_NAMED: usize = 1000;
const EXPECTED: &str = "a take-and-break code";

impl Code {
    /// A code in its one form: no zeros at its ends, the shortest group, which begins as early as it can.
    fn new(mut added: Vec<Digit>, mut listed: Vec<Digit>, mut cycle: Vec<Digit>) -> Self {
        let used =
            |digits: &[Digit]| digits.iter().rposition(|digit| !digit.is_zero()).map_or(0, |last| last + 1);
        added.truncate(used(&added));
        let length = cycle.len();
        let repeats = |&p: &usize| length.is_multiple_of(p) && (p..length).all(|i| cycle[i] == cycle[i - p]);
        let period = (1..=length).find(repeats).unwrap_or(0);
        cycle.truncate(period);
        if used(&cycle) == 0 {
            cycle.clear();
            listed.truncate(used(&listed).max(1));
        }
        // How far the group runs backwards; it is turned once at the end, since both may be long.
        let mut back = 0;
        while period > 0 && !cycle.is_empty() && listed.len() > 1 {
            if listed.last() != Some(&cycle[period - 1 - back]) {
                break;
            }
            listed.pop();
            back = (back + 1) % period;
        }
        cycle.rotate_right(back);
        Code { added, listed, cycle }
    }

    /// The code of a heap rule, without its bounds on the size of parts.
    pub fn of(rule: &HeapRule) -> Self {
        let compare = match rule.parts().alike {
            Alike::Any => Compare::Any,
            Alike::Different => Compare::Different,
            Alike::Equal => Compare::Equal,
        };
        let ways: Vec<_> =
            rule.leaving().iter().map(|way| (way.heaps.clone(), compare, &way.removals)).collect();
        Code::of_ways(&ways)
    }

    /// The code of what may be removed by number of heaps left, and how these compare.
    pub(super) fn of_ways(ways: &[(RangeInclusive<u64>, Compare, &Removals)]) -> Self {
        let digit = |t: u64| {
            let fits = ways.iter().filter(|(.., removals)| removals.contains(t));
            Digit::new(fits.map(|(heaps, compare, _)| (heaps.clone(), *compare)))
        };
        let reach = ways.iter().map(|(.., removals)| removals.reach()).max().unwrap_or(0);
        let cycles = ways.iter().map(|(.., removals)| removals.cycle().len() as u64);
        let beyond = match cycles.clone().max() {
            None | Some(0) => 0,
            Some(_) => cycles.map(|length| length.max(1)).fold(1, num_integer::lcm),
        };
        Code::new(vec![], (0..=reach).map(digit).collect(), (1..=beyond).map(|i| digit(reach + i)).collect())
    }

    /// A code of the digits listed alone, `d_0` first; at least one.
    pub(crate) fn of_digits(digits: Vec<u64>) -> Self {
        Code::new(vec![], digits.into_iter().map(|bits| Digit::of_bits(bits, Compare::Any)).collect(), vec![])
    }

    /// The digits listed as bits, `d_0` first, if no number of heaps is above 63.
    pub(crate) fn bits(&self) -> Option<Vec<u64>> {
        self.listed.iter().map(Digit::bits).collect()
    }

    /// The digits that add 1, 2, … tokens.
    pub fn added(&self) -> &[Digit] {
        &self.added
    }

    /// The digit of t tokens removed, if it is not 0.
    pub fn digit(&self, t: u64) -> Option<&Digit> {
        let index = usize::try_from(t).ok()?;
        let digit = match index.checked_sub(self.listed.len()) {
            None => self.listed.get(index),
            Some(_) if self.cycle.is_empty() => None,
            Some(beyond) => self.cycle.get(beyond % self.cycle.len()),
        };
        digit.filter(|digit| !digit.is_zero())
    }

    /// The most tokens that the digits listed remove; with a group that repeats any number may be removed.
    pub fn reach(&self) -> u64 {
        self.listed.len() as u64 - 1
    }

    /// Whether no digit repeats forever.
    pub fn is_finite(&self) -> bool {
        self.cycle.is_empty()
    }

    /// Every digit that is there.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Digit> {
        self.added.iter().chain(&self.listed).chain(&self.cycle)
    }

    /// The same code with all heaps compared in one way.
    pub(super) fn compared(&self, compare: Compare) -> Self {
        let of = |digits: &[Digit]| digits.iter().map(|digit| digit.compared(compare)).collect();
        Code::new(of(&self.added), of(&self.listed), of(&self.cycle))
    }

    /// How all heaps compare that any digit leaves; `None` if digits differ in that.
    pub(super) fn comparison(&self) -> Option<Compare> {
        let mut all = self.all().flat_map(Digit::comparisons);
        let first = all.next().unwrap_or(Compare::Any);
        all.all(|compare| compare == first).then_some(first)
    }

    /// The heap rule it stands for, with bounds on the parts: `None` if it adds tokens, or if no one
    /// condition says how all heaps compare.
    pub fn heap_rule(&self, least: u64, largest: Option<u64>) -> Option<Result<HeapRule>> {
        let alike = match self.comparison()? {
            Compare::Any => Alike::Any,
            Compare::Different => Alike::Different,
            Compare::Equal => Alike::Equal,
            Compare::Unlike | Compare::Consecutive => return None,
        };
        if !self.added.is_empty() {
            return None;
        }
        let cuts: BTreeSet<u64> = self.all().flat_map(cuts).collect();
        let cuts: Vec<u64> = cuts.into_iter().collect();
        let leaving = cuts.iter().enumerate().map(|(i, &start)| {
            let end = cuts.get(i + 1).map_or(ANY_NUMBER, |next| next - 1);
            let has = |digit: &Digit| digit.compare(start).is_some();
            let listed = (0..).zip(&self.listed).filter(|(_, digit)| has(digit)).map(|(t, _)| t).collect();
            (start..=end, Removals::new(listed, self.reach(), self.cycle.iter().map(has).collect()))
        });
        Some(HeapRule::new(leaving.collect::<Vec<_>>(), Parts { alike, least, largest }))
    }
}

/// Where what a digit says of a number of heaps changes.
fn cuts(digit: &Digit) -> impl Iterator<Item = u64> + '_ {
    digit.ways().iter().flat_map(|(heaps, _)| [Some(*heaps.start()), heaps.end().checked_add(1)]).flatten()
}

impl FromStr for Code {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = |fix: &str| Error::not_a_rule(text, EXPECTED, fix);
        let (body, dots) = match text.strip_suffix("...") {
            Some(body) => (body, true),
            None => (text, false),
        };
        let Some((before, after)) = body.split_once('.') else {
            return Err(wrong("write a digit, a point and digits, such as 0.77 or 4.3"));
        };
        let (after, group) = group(after, dots).map_err(wrong)?;
        if after.is_empty() && group.is_empty() {
            return Err(wrong("digits have to follow the point, such as 0.77"));
        }
        let read = |digits: &str| digits_of(digits).map_err(|fix| wrong(&fix));
        let mut added = read(if before.is_empty() { "0" } else { before })?;
        let mut listed = vec![added.pop().unwrap_or_default()];
        added.reverse();
        listed.extend(read(after)?);
        let mut cycle = read(group)?;
        if dots {
            cycle.extend(listed.pop());
        }
        moves_end(&added, &listed[0]).map_err(|fix| wrong(&fix))?;
        let code = Code::new(added, listed, cycle);
        let named: BTreeSet<u64> = code.all().flat_map(cuts).collect();
        if named.len() > MOST_NAMED {
            return Err(wrong(&format!(
                "at most {MOST_NAMED} different numbers of heaps can be distinguished"
            )));
        }
        Ok(code)
    }
}

/// The digits behind the point, and those that repeat forever.
fn group(after: &str, dots: bool) -> std::result::Result<(&str, &str), &'static str> {
    for (open, close) in [('[', ']'), ('(', ')')] {
        if !after.contains([open, close]) {
            continue;
        }
        let inside = after.strip_suffix(close).and_then(|after| after.split_once(open));
        let fine = |group: &str| !dots && !group.is_empty() && !group.contains(['[', ']', '(', ')']);
        return inside.filter(|(before, group)| fine(group) && !before.contains(['[', '('])).ok_or(
            "brackets at the end hold the digits that repeat, such as 0.[13]; one large digit is written in \
             braces, such as {0,5}",
        );
    }
    if dots && after.is_empty() {
        return Err("digits have to follow the point, such as 0.77");
    }
    Ok((after, ""))
}

/// Refuses digits by which a move could leave a heap that is not smaller.
fn moves_end(added: &[Digit], first: &Digit) -> std::result::Result<(), String> {
    let least = |digit: &Digit| digit.ways().first().map_or(ANY_NUMBER, |(heaps, _)| *heaps.start());
    if least(first) < 2 {
        return Err(format!(
            "the digit before the point removes nothing, so it leaves two heaps or more: 0, 4, 8, C or {{2+}}, \
             not {first}"
        ));
    }
    match added.iter().zip(1..).find(|(digit, k)| least(digit) < k + 2) {
        None => Ok(()),
        Some((digit, k)) => Err(format!(
            "{digit}, {} digits before the point, adds {k}; a move ends only if it leaves {} heaps or more then",
            k + 1,
            k + 2
        )),
    }
}

/// The digits of a piece of a code.
fn digits_of(text: &str) -> std::result::Result<Vec<Digit>, String> {
    let mut digits = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let list = match c {
            '{' => {
                let (inside, after) = rest.split_once('}').ok_or("a brace `{` is not closed")?;
                rest = after;
                list(inside)?
            }
            '*' => vec![(0..=ANY_NUMBER, None)],
            '&' => {
                let digit = rest.split_once(';');
                let digit = digit.and_then(|(bits, after)| Some((bits.parse::<u64>().ok()?, after)));
                let (bits, after) = digit.ok_or("`&` begins a number below 2^64 and `;`, such as &36;")?;
                rest = after;
                numbers(bits)
            }
            c => {
                let bits = c.to_digit(36).ok_or_else(|| {
                    format!("digits are 0 to 9, A to Z and lists in braces, `{}` is not", c.escape_debug())
                })?;
                numbers(bits.into())
            }
        };
        let mark = rest.chars().next().and_then(Compare::of_mark);
        if mark.is_some() {
            rest = &rest[1..];
            if list.iter().any(|(_, own)| own.is_some()) {
                return Err("a mark is inside the braces or behind them, not both".into());
            }
        }
        digits.push(Digit::new(
            list.into_iter().map(|(heaps, own)| (heaps, own.or(mark).unwrap_or(Compare::Any))),
        ));
    }
    Ok(digits)
}

/// Numbers of heaps with the mark behind each.
type Marked = (RangeInclusive<u64>, Option<Compare>);

/// The numbers of heaps that the bits of a digit name.
fn numbers(bits: u64) -> Vec<Marked> {
    (0..64).filter(|j| bits >> j & 1 == 1).map(|j| (j..=j, None)).collect()
}

/// The inside of braces: `0,2!,5-9,12+`.
fn list(inside: &str) -> std::result::Result<Vec<Marked>, String> {
    let number = |text: &str| {
        let number = parse_small(text, "a number of heaps").ok().filter(|&number| number <= MOST_PARTS);
        number.ok_or_else(|| {
            format!("braces hold numbers of heaps up to {MOST_PARTS}, such as {{0,2,5}} or {{2+}}")
        })
    };
    let items: Vec<&str> = inside.split(',').collect();
    let mut found: Vec<Marked> = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        let (item, more) = item.strip_suffix('+').map_or((*item, false), |item| (item, true));
        if more && place + 1 < items.len() {
            return Err("`+` stands behind the last number in braces, such as {2,5+}".into());
        }
        let mark = item.chars().last().and_then(Compare::of_mark);
        let item = if mark.is_some() { &item[..item.len() - 1] } else { item };
        let (first, last) = match item.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(item)?, number(item)?),
        };
        if first > last {
            return Err(format!("the range {item} is empty; write the smaller number first"));
        }
        found.push((first..=if more { ANY_NUMBER } else { last }, mark));
    }
    let mut order: Vec<&RangeInclusive<u64>> = found.iter().map(|(heaps, _)| heaps).collect();
    order.sort_by_key(|heaps| *heaps.start());
    match order.windows(2).find(|pair| pair[0].end() >= pair[1].start()) {
        Some(pair) => Err(format!("{} occurs twice in braces", pair[1].start())),
        None => Ok(found),
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |digits: &[Digit]| digits.iter().map(Digit::to_string).collect::<String>();
        self.added.iter().rev().try_for_each(|digit| write!(f, "{digit}"))?;
        write!(f, "{}.{}", self.listed[0], text(&self.listed[1..]))?;
        match &self.cycle[..] {
            [] if self.listed.len() == 1 => f.write_str("0"),
            [] => Ok(()),
            group => write!(f, "[{}]", text(group)),
        }
    }
}

#[cfg(test)]
mod tests;
