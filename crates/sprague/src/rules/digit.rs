//! One digit of a take-and-break code: into how many heaps the rest may fall, and how these compare.

use std::fmt;
use std::ops::RangeInclusive;

/// How the heaps compare that one way to move leaves. It concerns two heaps or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compare {
    /// Any heaps.
    Any,
    /// `!`: no two heaps are equal.
    Different,
    /// `?`: not all heaps are equal.
    Unlike,
    /// `=`: all heaps are equal.
    Equal,
    /// `/consecutive`: each heap has one token more than the next smaller one.
    Consecutive,
}

impl Compare {
    const MARKS: [(char, Compare); 3] =
        [('!', Compare::Different), ('?', Compare::Unlike), ('=', Compare::Equal)];

    /// The comparison that a mark behind a digit asks for.
    pub(super) fn of_mark(mark: char) -> Option<Self> {
        Self::MARKS.iter().find(|(known, _)| *known == mark).map(|&(_, compare)| compare)
    }

    fn mark(self) -> String {
        Self::MARKS
            .iter()
            .find(|(_, known)| *known == self)
            .map_or(String::new(), |(mark, _)| mark.to_string())
    }

    /// What it asks of this many heaps: none of fewer than two, and two heaps are unlike if they differ.
    fn of(self, heaps: u64) -> Self {
        match (heaps, self) {
            (0 | 1, _) => Compare::Any,
            (2, Compare::Unlike) => Compare::Different,
            _ => self,
        }
    }
}

/// The number of heaps that stands for any number.
pub(crate) const ANY_NUMBER: u64 = u64::MAX;

/// One digit: ranges of numbers of heaps that may be left, ascending, with the comparison of each. It is kept
/// in one form, so that equal digits are equal as data.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Digit {
    ways: Vec<(RangeInclusive<u64>, Compare)>,
}

/// Digits up to Z are letters; larger sets of numbers are listed in braces.
const LARGEST_LETTER: u64 = 35;
/// Numbers up to this are listed one by one.
const MOST_LISTED: u64 = 63;

impl Digit {
    /// A digit from ranges that do not overlap, in any order.
    pub(super) fn new(ways: impl IntoIterator<Item = (RangeInclusive<u64>, Compare)>) -> Self {
        let mut split: Vec<(RangeInclusive<u64>, Compare)> = Vec::new();
        for (heaps, compare) in ways {
            let (start, end) = (*heaps.start(), *heaps.end());
            // The comparison means less for 0, 1 and 2 heaps than for more.
            for heaps in (start..=end).take_while(|&heaps| heaps <= 2) {
                split.push((heaps..=heaps, compare.of(heaps)));
            }
            if end > 2 {
                split.push((start.max(3)..=end, compare));
            }
        }
        split.sort_by_key(|(heaps, _)| *heaps.start());
        split.dedup_by(|later, before| {
            let joins = before.0.end().checked_add(1) == Some(*later.0.start()) && before.1 == later.1;
            if joins {
                before.0 = *before.0.start()..=*later.0.end();
            }
            joins
        });
        Digit { ways: split }
    }

    /// A digit of bits: bit j allows leaving j heaps.
    pub(super) fn of_bits(bits: u64, compare: Compare) -> Self {
        Digit::new((0..64).filter(|j| bits >> j & 1 == 1).map(|j| (j..=j, compare)))
    }

    /// What may be left, by number of heaps.
    pub fn ways(&self) -> &[(RangeInclusive<u64>, Compare)] {
        &self.ways
    }

    /// Whether nothing may be left this way: 0.
    pub fn is_zero(&self) -> bool {
        self.ways.is_empty()
    }

    /// The comparison of this many heaps, if they may be left.
    pub fn compare(&self, heaps: u64) -> Option<Compare> {
        self.ways.iter().find(|(range, _)| range.contains(&heaps)).map(|&(_, compare)| compare)
    }

    /// The same numbers of heaps, compared in another way.
    pub(super) fn compared(&self, compare: Compare) -> Self {
        Digit::new(self.ways.iter().map(|(heaps, _)| (heaps.clone(), compare)))
    }

    /// Its bits, if no number of heaps is above 63.
    pub(super) fn bits(&self) -> Option<u64> {
        let fits = self.ways.iter().all(|(heaps, _)| *heaps.end() < 64);
        let bits =
            |(heaps, _): &(RangeInclusive<u64>, Compare)| heaps.clone().fold(0, |bits, j| bits | 1 << j);
        fits.then(|| self.ways.iter().map(bits).fold(0, |all, bits| all | bits))
    }

    /// The comparisons of two heaps or more, each once.
    pub(super) fn comparisons(&self) -> impl Iterator<Item = Compare> + '_ {
        self.ways.iter().filter(|(heaps, _)| *heaps.end() >= 2).map(|&(_, compare)| compare)
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comparisons = self.comparisons();
        let first = comparisons.next().unwrap_or(Compare::Any);
        let uniform = comparisons.all(|compare| compare == first);
        if let Some(letter) = self.bits().filter(|&bits| uniform && bits <= LARGEST_LETTER) {
            let letter = char::from_digit(letter as u32, 36).unwrap_or('0').to_ascii_uppercase();
            return write!(f, "{letter}{}", first.mark());
        }
        let joined = if uniform { self.compared(Compare::Any) } else { self.clone() };
        let mark = |compare: Compare| if uniform { String::new() } else { compare.mark() };
        let one = |(heaps, compare): &(RangeInclusive<u64>, Compare)| match (*heaps.start(), *heaps.end()) {
            (start, ANY_NUMBER) => format!("{start}{}+", mark(*compare)),
            (start, end) if end <= MOST_LISTED => {
                let each = (start..=end).map(|heaps| format!("{heaps}{}", mark(*compare)));
                each.collect::<Vec<_>>().join(",")
            }
            (start, end) if start == end => format!("{start}{}", mark(*compare)),
            (start, end) => format!("{start}-{end}{}", mark(*compare)),
        };
        let list = joined.ways.iter().map(one).collect::<Vec<_>>().join(",");
        write!(f, "{{{list}}}{}", if uniform { first.mark() } else { String::new() })
    }
}
