//! The text of a take-and-break code: `4.3F`, `0.[3]`, `0.1[07]`, `{2+}!.0`.
//!
//! A digit, which may be left out before the point, a point, and digits, the last of which may be in brackets
//! and then repeat forever; `0.3...` and `0.1(07)` are older spellings of that. A digit is 0 to 9, A to Z, or
//! a list in braces; a mark behind it compares the heaps that it leaves.

use crate::{Fault, Work, memory::Buffer, rule::Alike};

/// What the memory is for.
const MEMORY: &str = "the rule";

/// What one digit allows, or one entry of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// Which digit it is, from that before the point on.
    pub place: usize,
    pub heaps: Heaps,
}

/// Numbers of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heaps {
    /// Those whose bits are set.
    Bits(u64),
    /// From one number to another.
    Range(usize, usize),
}

impl Heaps {
    /// The ranges that it stands for.
    pub fn ranges(self) -> impl Iterator<Item = (usize, usize)> {
        let (bits, range) = match self {
            Heaps::Bits(bits) => (bits, None),
            Heaps::Range(first, last) => (0, Some((first, last))),
        };
        (0..64).filter(move |j| bits >> j & 1 == 1).map(|j| (j, j)).chain(range)
    }
}

/// A code as it is written.
#[derive(Debug)]
pub(crate) struct Written<'w> {
    /// In the order of places; digits that are 0 have none.
    pub items: Buffer<'w, Item>,
    /// How many digits there are before those that repeat.
    pub listed: usize,
    /// How many there are in all.
    pub digits: usize,
    /// How the heaps compare that a move leaves.
    pub alike: Alike,
}

/// Reads a code; `None` if the text is none, or if its digits compare heaps in different ways.
pub(crate) fn read<'w>(text: &str, work: &'w Work) -> Result<Option<Written<'w>>, Fault> {
    let (body, dots) = text.strip_suffix("...").map_or((text, false), |body| (body, true));
    let Some((before, after)) = body.split_once('.') else { return Ok(None) };
    let close = after.chars().last().filter(|&last| last == ']' || last == ')');
    let (after, group) = match close {
        Some(close) => {
            let open = if close == ']' { '[' } else { '(' };
            match after[..after.len() - 1].split_once(open) {
                Some((after, group)) if !dots && !group.is_empty() => (after, group),
                _ => return Ok(None),
            }
        }
        None => (after, ""),
    };
    if after.is_empty() && group.is_empty() {
        return Ok(None);
    }
    let written = Written { items: work.list(MEMORY)?, listed: 0, digits: 0, alike: Alike::Any };
    let mut reader = Reader { written, compared: false };
    if !reader.digits(if before.is_empty() { "0" } else { before })? || reader.written.digits != 1 {
        return Ok(None);
    }
    if !reader.digits(after)? {
        return Ok(None);
    }
    reader.written.listed = reader.written.digits - usize::from(dots);
    Ok(reader.digits(group)?.then_some(reader.written))
}

struct Reader<'w> {
    written: Written<'w>,
    /// Whether some digit has said how heaps compare.
    compared: bool,
}

impl Reader<'_> {
    /// Reads digits to the end of a text; tells whether they are digits.
    fn digits(&mut self, text: &str) -> Result<bool, Fault> {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let from = self.written.items.len();
            rest = match rest.strip_prefix('{') {
                Some(list) => {
                    let Some((list, after)) = list.split_once('}') else { return Ok(false) };
                    if !self.list(list)? {
                        return Ok(false);
                    }
                    after
                }
                None => {
                    let Some(digit) = first.to_digit(36) else { return Ok(false) };
                    if digit != 0 {
                        self.push(Heaps::Bits(digit.into()))?;
                    }
                    &rest[first.len_utf8()..]
                }
            };
            let (alike, after) = match rest.as_bytes().first() {
                Some(b'!') => (Alike::Different, &rest[1..]),
                Some(b'=') => (Alike::Equal, &rest[1..]),
                _ => (Alike::Any, rest),
            };
            rest = after;
            let breaks = |item: &Item| item.heaps.ranges().any(|(_, last)| last >= 2);
            if self.written.items[from..].iter().any(breaks) {
                if self.compared && self.written.alike != alike {
                    return Ok(false);
                }
                (self.compared, self.written.alike) = (true, alike);
            }
            self.written.digits += 1;
        }
        Ok(true)
    }

    /// The inside of braces: numbers and ranges in ascending order, the last perhaps with a plus.
    fn list(&mut self, list: &str) -> Result<bool, Fault> {
        let mut least = 0;
        let mut entries = list.split(',').peekable();
        while let Some(entry) = entries.next() {
            let (entry, more) = match entry.strip_suffix('+') {
                Some(entry) if entries.peek().is_none() => (entry, true),
                _ => (entry, false),
            };
            let (first, last) = entry.split_once('-').unwrap_or((entry, entry));
            let (Some(first), Some(last)) = (number(first), number(last)) else { return Ok(false) };
            if first < least || last < first {
                return Ok(false);
            }
            self.push(Heaps::Range(first, if more { usize::MAX } else { last }))?;
            least = last + 1;
        }
        Ok(true)
    }

    fn push(&mut self, heaps: Heaps) -> Result<(), Fault> {
        self.written.items.push(Item { place: self.written.digits, heaps })
    }
}

/// 0, or at most 7 digits of which the first is not 0.
fn number(digits: &str) -> Option<usize> {
    let plain = (1..=7).contains(&digits.len()) && digits.bytes().all(|d| d.is_ascii_digit());
    (plain && (digits == "0" || !digits.starts_with('0'))).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let work = Work::default();
        let all = |text: &str| {
            let written = read(text, &work).unwrap_or_else(|fault| panic!("{fault}"));
            let written = written.unwrap_or_else(|| panic!("{text}"));
            let items =
                written.items.iter().flat_map(|item| item.heaps.ranges().map(|range| (item.place, range)));
            (items.collect::<Vec<_>>(), written.listed, written.digits, written.alike)
        };
        assert_eq!(all("0.05"), (vec![(2, (0, 0)), (2, (2, 2))], 3, 3, Alike::Any));
        assert_eq!(all("0.1[07]").1, 2);
        assert_eq!(all("0.1[02]"), (vec![(1, (0, 0)), (3, (1, 1))], 2, 4, Alike::Any));
        assert_eq!(all("0.1(02)"), all("0.1[02]"));
        assert_eq!(all("0.13..."), all("0.1[3]"));
        assert_eq!(all("0.[63]").1, 1);
        assert_eq!(
            all("{2,5-9,12+}!.0"),
            (vec![(0, (2, 2)), (0, (5, 9)), (0, (12, usize::MAX))], 2, 2, Alike::Different)
        );
        assert_eq!(all("0.37=").3, Alike::Equal);
        assert_eq!(all("0.[{0+}=]"), (vec![(1, (0, usize::MAX))], 1, 2, Alike::Equal));
        for text in [
            "",
            ".",
            "0",
            "0.",
            "...",
            "0....",
            "0.[]",
            "0.[3]...",
            "0.[3]7",
            "0.3]",
            "0.[3",
            "0.(3]",
            "0.()",
            "44.0",
            "0.{}",
            "0.{2",
            "0.2}",
            "0.{2,2}",
            "0.{3,2}",
            "0.{02}",
            "0.{9-2}",
            "0.{2+,3}",
            "0.{10000000}",
            "0.7?",
            "0.7!7",
            "0.7!7=",
            "0.!",
            "0.7!!",
            "0.[63]0",
            "0.\u{e9}",
            "[4].3",
        ] {
            assert!(read(text, &work).unwrap_or_else(|fault| panic!("{fault}")).is_none(), "{text}");
        }
    }
}
