//! Heap rules in the form that automata read: removals by number of parts, one condition on the parts.

pub(crate) use crate::rule::Alike;
use crate::{Fault, Work, code, memory::Buffer, refuse};

/// A heap rule.
pub struct Form<'a> {
    /// digits[t]: bit j allows to remove t and leave exactly j non-empty heaps.
    pub digits: Buffer<'a, u64>,
    /// What holds for t ≥ digits.len(), over and over.
    pub cycle: Buffer<'a, u64>,
    pub alike: Alike,
    pub least: u64,
    pub largest: Option<u64>,
}

/// Larger numbers are refused.
const MOST: usize = 1 << 16;

/// What the memory is for.
const MEMORY: &str = "the rule";

impl<'a> Form<'a> {
    /// Read a rule in canonical notation.
    pub fn parse(text: &str, work: &'a Work) -> Result<Self, Fault> {
        let quoted: String = text.chars().take(40).flat_map(char::escape_debug).collect(); // bounded: 40 characters.
        let bad = || Fault::Unreadable(format!("rule `{quoted}`: not a heap rule that can be checked"));
        let (base, conditions) = text.split_once('/').map_or((text, None), |(base, rest)| (base, Some(rest)));
        let mut form = base_form(base, work)?.ok_or_else(bad)?;
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
        let all = self.digits.iter().chain(self.cycle.iter()).fold(1, |all, digit| all | digit);
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

fn base_form<'a>(text: &str, work: &'a Work) -> Result<Option<Form<'a>>, Fault> {
    let (mut digits, mut cycle) = (work.list(MEMORY)?, work.list(MEMORY)?);
    let mut alike = if text == "grundy" { Alike::Different } else { Alike::Any };
    let understood = match text.split_once(':') {
        Some(("sub", set)) => take(set, (3, 0), &mut digits)?,
        Some(("allbut", set)) => {
            cycle.push(3)?;
            take(set, (0, 3), &mut digits)?
        }
        Some(("split", parts)) => match number(parts).filter(|parts| (2..=60).contains(parts)) {
            Some(parts) => digits.push((1 << (parts + 1)) - 4).map(|()| true)?,
            None => false,
        },
        Some(_) => false,
        None if text == "grundy" => digits.push(4).map(|()| true)?,
        None => match code(text, &mut digits, &mut cycle, work)? {
            Some(marked) => {
                alike = marked;
                true
            }
            None => false,
        },
    };
    Ok(understood.then_some(Form { digits, cycle, alike, least: 1, largest: None }))
}

/// Digits of a list: one at its members, the other elsewhere up to the last of them; 0 before the point.
/// Tells whether the list is one of ascending numbers.
fn take(list: &str, (member, other): (u64, u64), digits: &mut Buffer<u64>) -> Result<bool, Fault> {
    digits.push(0)?;
    for t in list.split(',') {
        let Some(t) = number(t).filter(|&t| t >= digits.len()) else { return Ok(false) };
        digits.resize(t, other)?;
        digits.push(member)?;
    }
    Ok(true)
}

/// Digits of a code leave at most this many heaps.
const MOST_HEAPS: usize = 60;

/// The digits of a code, and how the heaps left compare; `None` if it is none, or leaves too many heaps.
fn code(
    text: &str,
    digits: &mut Buffer<u64>,
    cycle: &mut Buffer<u64>,
    work: &Work,
) -> Result<Option<Alike>, Fault> {
    let Some(written) = code::read(text, work)?.filter(|written| written.digits <= MOST) else {
        return Ok(None);
    };
    digits.resize(written.listed, 0)?;
    cycle.resize(written.digits - written.listed, 0)?;
    for item in written.items.iter() {
        for (first, last) in item.heaps.ranges() {
            if last > MOST_HEAPS {
                return Ok(None);
            }
            let bits = (2 << last) - (1 << first);
            match item.place.checked_sub(written.listed) {
                None => digits[item.place] |= bits,
                Some(place) => cycle[place] |= bits,
            }
        }
    }
    Ok(Some(written.alike))
}

fn number(digits: &str) -> Option<usize> {
    let plain = (1..=6).contains(&digits.len()) && digits.bytes().all(|d| d.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten().filter(|&number| number < MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation() {
        let work = Work::default();
        let form = |text: &str| Form::parse(text, &work).unwrap_or_else(|fault| panic!("{fault}"));
        let digits = |text: &str| (form(text).digits.to_vec(), form(text).cycle.to_vec());
        assert_eq!(digits("0.3F"), (vec![0, 3, 15], vec![]));
        assert_eq!(digits("4.3..."), (vec![4], vec![3]));
        assert_eq!(digits("4.[3]"), (vec![4], vec![3]));
        assert_eq!(digits("0.[63]"), (vec![0], vec![6, 3]));
        assert_eq!(form("0.4!").alike, Alike::Different);
        assert_eq!(digits("0.2(13)"), (vec![0, 2], vec![1, 3]));
        assert_eq!(digits("0.{0-5}"), (vec![0, 63], vec![]));
        assert_eq!(digits("sub:1,3"), (vec![0, 3, 0, 3], vec![]));
        assert_eq!(digits("allbut:2"), (vec![0, 3, 0], vec![3]));
        assert_eq!(digits("split:3"), (vec![12], vec![]));
        assert_eq!((digits("grundy").0, form("grundy").alike), (vec![4], Alike::Different));
        let bounded = form("split:3/equal/least=2/largest=9");
        assert_eq!((bounded.alike, bounded.least, bounded.largest), (Alike::Equal, 2, Some(9)));
        assert_eq!(bounded.settled(), 10);
        let tail = form("0.2(13)");
        assert!(tail.allows(2, 0) && !tail.allows(2, 1) && tail.allows(3, 1) && tail.allows(1, 1));
    }

    /// Numbers, lengths and heaps are taken up to their limits, and not beyond.
    #[test]
    fn limits() {
        let work = Work::default();
        let parse = |text: &str| Form::parse(text, &work);
        let code = |digits: usize| format!("0.{}", "3".repeat(digits));
        let taken =
            ["split:8", "0.{0-8}", "sub:65535", "allbut:65535", "0.3/least=65535", "0.3/least=4/largest=4"];
        for text in taken.map(String::from).into_iter().chain([code(MOST - 1), code(MOST - 1) + "..."]) {
            assert!(parse(&text).is_ok(), "{text}");
        }
        let refused = ["sub:65536", "allbut:65536", "0.3/least=65536", "0.3/least=4/largest=3", "split:61"];
        for text in refused.map(String::from).into_iter().chain([code(MOST), code(MOST) + "..."]) {
            assert!(matches!(parse(&text), Err(Fault::Unreadable(_))), "{text}");
        }
        let said = |text: &str| parse(text).err().unwrap().to_string();
        let many = "NOT VERIFIED: moves that leave more than 8 heaps are not checked";
        assert_eq!(["split:9", "split:10", "split:60", "0.{9}"].map(said), [many; 4]);
        let nothing = "NOT VERIFIED: removing nothing may only break a heap";
        assert_eq!(["1.3", "2.3", "3.3", "7.3"].map(said), [nothing; 4]);
    }

    #[test]
    fn refused() {
        let work = Work::default();
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
            "0.{9999999999999999999999}",
            "0.7!7",
            "0.7?",
        ];
        for text in bad {
            assert!(Form::parse(text, &work).is_err(), "{text}");
        }
    }
}
