//! Heap rules in the form that automata read: removals by number of parts, one condition on the parts.

use crate::{Fault, refuse};

/// How the parts of a move compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    Any,
    Different,
    Equal,
}

/// A heap rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// digits[t]: bit j allows to remove t and leave exactly j non-empty heaps.
    pub digits: Vec<u64>,
    /// What holds for t ≥ digits.len(), over and over.
    pub cycle: Vec<u64>,
    pub alike: Alike,
    pub least: u64,
    pub largest: Option<u64>,
}

/// Larger numbers are refused.
const MOST: usize = 1 << 16;

impl Form {
    /// Read a rule in canonical notation.
    pub fn parse(text: &str) -> Result<Form, Fault> {
        let quoted: String = text.chars().take(40).flat_map(char::escape_debug).collect();
        let bad = || Fault::Unreadable(format!("rule `{quoted}`: not a heap rule that can be checked"));
        let (base, conditions) = text.split_once('/').map_or((text, None), |(base, rest)| (base, Some(rest)));
        let mut form = base_form(base).ok_or_else(bad)?;
        for condition in conditions.into_iter().flat_map(|list| list.split('/')) {
            form.add_condition(condition).ok_or_else(bad)?;
        }
        if form.largest.is_some_and(|largest| largest < form.least) {
            return Err(bad());
        }
        form.check()?;
        Ok(form)
    }

    fn add_condition(&mut self, condition: &str) -> Option<()> {
        match condition.split_once('=') {
            None if self.alike != Alike::Any => return None,
            None => {
                self.alike = match condition {
                    "unequal" => Alike::Different,
                    "equal" => Alike::Equal,
                    _ => return None,
                }
            }
            Some(("least", size)) => self.least = number(size)? as u64,
            Some(("largest", size)) => self.largest = Some(number(size)? as u64),
            Some(_) => return None,
        }
        (self.least >= 1).then_some(())
    }

    fn check(&self) -> Result<(), Fault> {
        if self.digits[0] & 3 != 0 {
            return refuse("removing nothing may only break a heap");
        }
        if self.most_parts() > 8 {
            return refuse("moves that leave more than 8 heaps are not checked");
        }
        Ok(())
    }

    /// The most heaps a move leaves.
    pub fn most_parts(&self) -> u32 {
        let all = self.digits.iter().chain(&self.cycle).fold(1, |all, digit| all | digit);
        all.ilog2()
    }

    /// Whether t may be removed to leave j heaps.
    pub fn allows(&self, t: usize, j: u32) -> bool {
        let digit = match t.checked_sub(self.digits.len()) {
            None => self.digits[t],
            Some(_) if self.cycle.is_empty() => 0,
            Some(beyond) => self.cycle[beyond % self.cycle.len()],
        };
        digit >> j & 1 == 1
    }

    /// Whether a part of this size may be left.
    pub fn allows_part(&self, size: u64) -> bool {
        size >= self.least && self.largest.is_none_or(|largest| size <= largest)
    }

    /// From this heap on every size may be a part, or none.
    pub fn settled(&self) -> u64 {
        self.largest.map_or(self.least, |largest| self.least.max(largest + 1))
    }
}

fn base_form(text: &str) -> Option<Form> {
    let free = |digits: Vec<u64>, cycle: Vec<u64>| Form {
        digits,
        cycle,
        alike: Alike::Any,
        least: 1,
        largest: None,
    };
    match text.split_once(':') {
        Some(("sub", set)) => Some(free(taking(set, 3, 0)?, vec![])),
        Some(("allbut", set)) => Some(free(taking(set, 0, 3)?, vec![3])),
        Some(("split", parts)) => {
            let parts = number(parts).filter(|parts| (2..=60).contains(parts))?;
            Some(free(vec![(1 << (parts + 1)) - 4], vec![]))
        }
        Some(_) => None,
        None if text == "grundy" => Some(Form { alike: Alike::Different, ..free(vec![4], vec![]) }),
        None => code(text).map(|(digits, cycle)| free(digits, cycle)),
    }
}

/// Digits of a list: one at its members, the other elsewhere up to the last of them; 0 before the point.
fn taking(list: &str, member: u64, other: u64) -> Option<Vec<u64>> {
    let members: Vec<usize> = list.split(',').map(number).collect::<Option<_>>()?;
    if members[0] == 0 || !members.windows(2).all(|pair| pair[0] < pair[1]) {
        return None;
    }
    let mut digits = vec![other; members[members.len() - 1] + 1];
    digits[0] = 0;
    members.iter().for_each(|&t| digits[t] = member);
    Some(digits)
}

/// `4.3F`, `0.3...`, `0.1(13)`.
fn code(text: &str) -> Option<(Vec<u64>, Vec<u64>)> {
    let (text, repeats) = text.strip_suffix("...").map_or((text, false), |text| (text, true));
    let (before, after) = text.split_once('.')?;
    let (after, group) = match after.strip_suffix(')') {
        Some(_) if repeats => return None,
        Some(rest) => rest.split_once('(').filter(|(_, group)| !group.is_empty())?,
        None => (after, ""),
    };
    let mut digits = digits_of(before)?;
    if digits.len() != 1 || (after.is_empty() && group.is_empty()) {
        return None;
    }
    digits.extend(digits_of(after)?);
    let mut cycle = digits_of(group)?;
    if repeats {
        cycle.push(digits.pop()?);
    }
    (digits.len() + cycle.len() <= MOST).then_some((digits, cycle))
}

/// Digits 0 to Z, or a number in brackets.
fn digits_of(text: &str) -> Option<Vec<u64>> {
    let mut digits = vec![];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '[' {
            let (number, after) = rest[1..].split_once(']')?;
            let plain = (1..=18).contains(&number.len()) && number.bytes().all(|d| d.is_ascii_digit());
            digits.push(number.parse().ok().filter(|_| plain)?);
            rest = after;
        } else {
            digits.push(c.to_digit(36)?.into());
            rest = &rest[1..];
        }
    }
    Some(digits)
}

fn number(digits: &str) -> Option<usize> {
    let plain = (1..=6).contains(&digits.len()) && digits.bytes().all(|d| d.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten().filter(|&number| number < MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Form {
        Form::parse(text).unwrap_or_else(|fault| panic!("{fault}"))
    }

    #[test]
    fn notation() {
        assert_eq!((form("0.3F").digits, form("0.3F").cycle), (vec![0, 3, 15], vec![]));
        assert_eq!((form("4.3...").digits, form("4.3...").cycle), (vec![4], vec![3]));
        assert_eq!((form("0.2(13)").digits, form("0.2(13)").cycle), (vec![0, 2], vec![1, 3]));
        assert_eq!(form("0.[63]").digits, [0, 63]);
        assert_eq!(form("sub:1,3").digits, [0, 3, 0, 3]);
        assert_eq!((form("allbut:2").digits, form("allbut:2").cycle), (vec![0, 3, 0], vec![3]));
        assert_eq!(form("split:3").digits, [12]);
        assert_eq!((form("grundy").digits, form("grundy").alike), (vec![4], Alike::Different));
        let bounded = form("split:3/equal/least=2/largest=9");
        assert_eq!((bounded.alike, bounded.least, bounded.largest), (Alike::Equal, 2, Some(9)));
        assert_eq!(bounded.settled(), 10);
        let tail = form("0.2(13)");
        assert!(tail.allows(2, 0) && !tail.allows(2, 1) && tail.allows(3, 1) && tail.allows(1, 1));
    }

    /// Numbers, lengths and heaps are taken up to their limits, and not beyond.
    #[test]
    fn limits() {
        let code = |digits: usize| format!("0.{}", "3".repeat(digits));
        let taken =
            ["split:8", "0.[511]", "sub:65535", "allbut:65535", "0.3/least=65535", "0.3/least=4/largest=4"];
        for text in taken.map(String::from).into_iter().chain([code(MOST - 1), code(MOST - 1) + "..."]) {
            assert!(Form::parse(&text).is_ok(), "{text}");
        }
        let refused = ["sub:65536", "allbut:65536", "0.3/least=65536", "0.3/least=4/largest=3", "split:61"];
        for text in refused.map(String::from).into_iter().chain([code(MOST), code(MOST) + "..."]) {
            assert!(matches!(Form::parse(&text), Err(Fault::Unreadable(_))), "{text}");
        }
        let said = |text: &str| Form::parse(text).unwrap_err().to_string();
        let many = "NOT VERIFIED: moves that leave more than 8 heaps are not checked";
        assert_eq!(["split:9", "split:10", "split:60", "0.[512]"].map(said), [many; 4]);
        let nothing = "NOT VERIFIED: removing nothing may only break a heap";
        assert_eq!(["1.3", "2.3", "3.3", "7.3"].map(said), [nothing; 4]);
    }

    #[test]
    fn refused() {
        let bad = [
            "",
            ".",
            "0.",
            "1.3",
            "cut",
            "cards",
            "kayles",
            "0.3/",
            "0.3/odd",
            "0.3/least=0",
            "sub:",
            "sub:2,1",
            "sub:2,2",
            "sub:+2",
            "sub:0",
            "allbut:x",
            "split:1",
            "split:99",
            "0.()",
            "0.(3)...",
            "0.é",
            "é.3",
            "0.[",
            "0.[9",
            "0.[+3]",
            "grundy/equal",
            "0.3/least=5/largest=4",
            "0.3/least=99999999",
            "...",
            "0.[9999999999999999999999]",
        ];
        for text in bad {
            assert!(Form::parse(text).is_err(), "{text}");
        }
    }
}
