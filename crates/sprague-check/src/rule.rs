//! The rules that can be checked, and their notation.
//!
//! A rule of heaps says what may be removed and into how many heaps the rest may fall, and how these may
//! compare. Where there is a quick check, or a theorem, the rule is one of the special kinds: a code that
//! ends, an all-but set, `split:K`. All others are a [`HeapRule`]. The lists of a rule are as long as its
//! text allows, so they are counted.

use crate::{
    Fault, Work,
    arithmetic::Arithmetic,
    code::{self, Heaps, Item, Written},
    memory::Buffer,
};

/// A rule of play.
#[derive(Debug, PartialEq)]
pub(crate) enum Rule<'a> {
    /// Take and break, or a subtraction set.
    Code(Code<'a>),
    /// Any number may be removed from a heap but the members of this ascending set.
    AllBut(Buffer<'a, usize>),
    /// A heap is split into at least 2 and at most this many non-empty heaps.
    Split(usize),
    /// Any other rule of heaps.
    Heaps(HeapRule<'a>),
    /// Heaps whose moves depend on the size itself.
    Arithmetic(Arithmetic),
    /// A w×h sheet is cut both ways at an inner grid point.
    Cut,
    /// Card stacking.
    Cards,
}

/// A rule of heaps in general.
#[derive(Debug, PartialEq)]
pub(crate) struct HeapRule<'a> {
    /// In ascending order of what is removed at least.
    pub ways: Buffer<'a, Way>,
    pub parts: Parts,
}

/// Remove `first` tokens, or `first` + i·`step` for some i ≥ 0, and leave the rest as a number of heaps
/// between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub first: usize,
    pub step: Option<usize>,
    pub heaps: (usize, usize),
}

/// What heaps may be left, beside which others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub alike: Alike,
    pub least: usize,
    pub largest: usize,
}

/// How the heaps that are left compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alike {
    Any,
    Different,
    Equal,
}

impl Parts {
    pub const FREE: Parts = Parts { alike: Alike::Any, least: 1, largest: usize::MAX };

    /// Whether a heap of this many tokens may be left.
    pub fn allow(&self, part: usize) -> bool {
        (self.least..=self.largest).contains(&part)
    }

    /// The least sum of this many heaps, or something above all sums.
    pub fn least_sum(&self, heaps: usize) -> usize {
        let steps = if self.alike == Alike::Different { heaps * (heaps - 1) / 2 } else { 0 };
        self.least.saturating_mul(heaps).saturating_add(steps)
    }
}

/// Bit j of the digit of t allows to remove t tokens and leave exactly j non-empty heaps.
#[derive(Debug, PartialEq)]
pub(crate) struct Code<'a> {
    /// (t, digit) in ascending order of t; digits that are zero are left out.
    pub digits: Buffer<'a, (usize, u8)>,
}

impl Code<'_> {
    /// The largest t with a move.
    pub fn last(&self) -> usize {
        self.digits.last().map_or(0, |&(t, _)| t)
    }

    /// The most heaps ever left, at least 1.
    pub fn most_parts(&self) -> usize {
        let all = self.digits.iter().fold(0, |all, &(_, digit)| all | digit);
        if all & 8 != 0 { 3 } else { 1 + usize::from(all & 4 != 0) }
    }

    /// The t from which exactly j heaps may be left.
    pub fn leaving<'w>(&self, j: u32, work: &'w Work) -> Result<Buffer<'w, usize>, Fault> {
        let mut all = work.list(MEMORY)?;
        all.extend(self.digits.iter().filter(|(_, digit)| digit >> j & 1 == 1).map(|&(t, _)| t))?;
        Ok(all)
    }
}

/// More ways to move than this are refused where each is kept by itself.
const MOST_WAYS: usize = 1 << 16;
const TOO_MANY: &str = "more than 65536 ways to move";

/// What the memory is for.
const MEMORY: &str = "the rule";

impl Rule<'_> {
    /// Every way to move of a rule of heaps that takes and breaks; `None` if there are too many, or it is
    /// another game.
    pub fn ways<'w>(&self, work: &'w Work) -> Result<Option<HeapRule<'w>>, Fault> {
        match self {
            Rule::Code(code) => {
                let all = code.digits.iter().flat_map(|&(t, digit)| (0..4).map(move |j| (t, digit, j)));
                let allowed = all.filter(|&(_, digit, j)| digit >> j & 1 == 1);
                let mut ways = work.list(MEMORY)?;
                ways.extend(allowed.map(|(t, _, j)| Way { first: t, step: None, heaps: (j, j) }))?;
                Ok(Some(HeapRule { ways, parts: Parts::FREE }))
            }
            Rule::AllBut(set) => taking(set, false, Parts::FREE, work),
            Rule::Split(heaps) => Ok(Some(splitting(*heaps, Parts::FREE, work)?)),
            Rule::Heaps(rule) => {
                let mut ways = work.list(MEMORY)?;
                ways.extend(rule.ways.iter().copied())?;
                Ok(Some(HeapRule { ways, parts: rule.parts }))
            }
            Rule::Arithmetic(_) | Rule::Cut | Rule::Cards => Ok(None),
        }
    }

    /// Whether it is a rule of heaps by which a move leaves one heap or none.
    pub fn only_takes(&self) -> bool {
        match self {
            Rule::Code(code) => code.most_parts() <= 1,
            Rule::AllBut(_) => true,
            Rule::Heaps(rule) => rule.ways.iter().all(|way| way.heaps.1 <= 1),
            Rule::Split(_) | Rule::Arithmetic(_) | Rule::Cut | Rule::Cards => false,
        }
    }
}

impl<'w> Rule<'w> {
    /// Read a rule in notation.
    pub fn parse(text: &str, work: &'w Work) -> Result<Rule<'w>, Fault> {
        if let Some(rule) = Arithmetic::read(text) {
            return Ok(Rule::Arithmetic(rule));
        }
        let quoted: String = text.chars().take(40).flat_map(char::escape_debug).collect(); // bounded: 40 characters.
        let bad = |reason: &str| Fault::Unreadable(format!("rule `{quoted}`: {reason}"));
        let (base, conditions) = text.split_once('/').map_or((text, None), |(base, rest)| (base, Some(rest)));
        let parts = conditions.map_or(Some(Parts::FREE), parts).ok_or_else(|| {
            bad("expected conditions as in /unequal/least=2/largest=9, or /equal, in this order")
        })?;
        let free = parts == Parts::FREE;
        match base.split_once(':') {
            Some((kind @ ("sub" | "allbut"), set)) => {
                let set = ascending(set, work)?
                    .ok_or_else(|| bad("expected numbers ≥ 1 in ascending order, as in sub:1,3,4"))?;
                match kind == "sub" {
                    true if free => {
                        let mut digits = work.room(set.len(), MEMORY)?;
                        digits.extend(set.iter().map(|&t| (t, 3)))?;
                        Ok(Rule::Code(Code { digits }))
                    }
                    false if free => Ok(Rule::AllBut(set)),
                    sub => taking(&set, sub, parts, work)?
                        .map(Rule::Heaps)
                        .ok_or_else(|| bad("more than 1000000 tokens are removed")),
                }
            }
            Some(("split", heaps)) => match number(heaps) {
                Some(heaps) if heaps >= 2 && free => Ok(Rule::Split(heaps)),
                Some(heaps) if heaps >= 2 => Ok(Rule::Heaps(splitting(heaps, parts, work)?)),
                _ => Err(bad("expected a number of parts ≥ 2, as in split:3")),
            },
            None if text == "cut" => Ok(Rule::Cut),
            None if text == "cards" => Ok(Rule::Cards),
            None if text == "grundy" => {
                Ok(Rule::Heaps(splitting(2, Parts { alike: Alike::Different, ..Parts::FREE }, work)?))
            }
            _ => match code::read(base, work)? {
                Some(written) if written.items.iter().any(leaves_whole) => {
                    Err(bad("the digit before the point may only break: 0, 4, 8 or C"))
                }
                Some(written) if written.alike != Alike::Any && parts.alike != Alike::Any => {
                    Err(bad("how heaps compare is said twice"))
                }
                Some(written) => coded(written, parts, work)?.ok_or_else(|| bad(TOO_MANY)),
                None => Err(bad("not a rule that can be checked")),
            },
        }
    }
}

/// Whether a digit allows a move that removes nothing and does not break.
fn leaves_whole(item: &Item) -> bool {
    item.place == 0 && item.heaps.ranges().any(|(first, _)| first < 2)
}

/// Split a heap into 2 to K heaps.
fn splitting<'w>(heaps: usize, parts: Parts, work: &'w Work) -> Result<HeapRule<'w>, Fault> {
    let mut ways = work.list(MEMORY)?;
    ways.push(Way { first: 0, step: None, heaps: (2, heaps) })?;
    Ok(HeapRule { ways, parts })
}

/// Remove a number of tokens that is in a set, or any but those, and leave the rest, or nothing.
fn taking<'w>(
    set: &[usize],
    members: bool,
    parts: Parts,
    work: &'w Work,
) -> Result<Option<HeapRule<'w>>, Fault> {
    let Some(last) = set.last().copied().filter(|&last| last < MOST_WAYS) else { return Ok(None) };
    let way = |first, step| Way { first, step, heaps: (0, 1) };
    let listed = (1..=last).filter(|t| set.binary_search(t).is_ok() == members).map(|t| way(t, None));
    let ever = (!members).then(|| way(last + 1, Some(1)));
    let mut ways = work.list(MEMORY)?;
    ways.extend(listed.chain(ever))?;
    Ok(Some(HeapRule { ways, parts }))
}

/// Conditions on the heaps that are left, each at most once and in one order.
fn parts(text: &str) -> Option<Parts> {
    let mut parts = Parts::FREE;
    let mut rest = text.split('/').peekable();
    if let Some(alike) = rest.next_if(|word| ["unequal", "equal"].contains(word)) {
        parts.alike = if alike == "equal" { Alike::Equal } else { Alike::Different };
    }
    if let Some(least) = rest.next_if(|word| word.starts_with("least=")) {
        parts.least = number(&least["least=".len()..])?;
    }
    if let Some(largest) = rest.next_if(|word| word.starts_with("largest=")) {
        parts.largest = number(&largest["largest=".len()..])?;
    }
    (rest.next().is_none() && parts.least <= parts.largest).then_some(parts)
}

/// The rule of a code, with conditions behind it.
fn coded<'w>(written: Written, parts: Parts, work: &'w Work) -> Result<Option<Rule<'w>>, Fault> {
    let parts = Parts { alike: if parts.alike == Alike::Any { written.alike } else { parts.alike }, ..parts };
    let step = Some(written.digits - written.listed).filter(|&step| step > 0);
    if let ([Item { place: 0, heaps: Heaps::Range(2, most) }], None, true) =
        (&written.items[..], step, parts == Parts::FREE)
    {
        return Ok(Some(Rule::Split(*most)));
    }
    let mut ranges = written.items.iter().flat_map(|item| item.heaps.ranges());
    if step.is_none() && parts == Parts::FREE && ranges.all(|(_, last)| last < 4) {
        let mut digits = work.room(written.items.len(), MEMORY)?;
        for item in written.items.iter() {
            let bits =
                item.heaps.ranges().fold(0, |bits, (first, last)| bits | ((2u8 << last) - (1 << first)));
            match digits.last() {
                Some(&(place, before)) if place == item.place => {
                    digits.pop();
                    digits.push((place, before | bits))?;
                }
                _ => digits.push((item.place, bits))?,
            }
        }
        return Ok(Some(Rule::Code(Code { digits })));
    }
    let allowed = written.items.iter().flat_map(|item| {
        let step = step.filter(|_| item.place >= written.listed);
        item.heaps.ranges().map(move |heaps| Way { first: item.place, step, heaps })
    });
    let mut ways = work.list(MEMORY)?;
    ways.extend(allowed.take(MOST_WAYS + 1))?;
    Ok((ways.len() <= MOST_WAYS).then_some(Rule::Heaps(HeapRule { ways, parts })))
}

fn ascending<'w>(list: &str, work: &'w Work) -> Result<Option<Buffer<'w, usize>>, Fault> {
    let mut set = work.list(MEMORY)?;
    for digits in list.split(',') {
        match number(digits) {
            Some(number) if set.last().is_none_or(|&last| last < number) => set.push(number)?,
            _ => return Ok(None),
        }
    }
    Ok(Some(set))
}

/// At most 15 digits, so that sums of a few such numbers cannot overflow, and the first of them is not 0.
fn number(digits: &str) -> Option<usize> {
    let plain = (1..=15).contains(&digits.len()) && digits.bytes().all(|d| d.is_ascii_digit());
    let plain = plain && !digits.starts_with('0');
    plain.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation() {
        let work = Work::default();
        let parse = |text: &str| Rule::parse(text, &work);
        let digits = |text| match parse(text) {
            Ok(Rule::Code(code)) => code.digits.to_vec(),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(digits("0.07"), [(2, 7)]);
        assert_eq!(digits(".77"), [(1, 7), (2, 7)]);
        assert_eq!(digits("4.3"), [(0, 4), (1, 3)]);
        assert_eq!(digits("0.3F"), [(1, 3), (2, 15)]);
        assert_eq!(digits("0.10"), [(1, 1)]);
        assert_eq!(digits("0.0"), []);
        assert_eq!(digits("sub:1,3,4"), [(1, 3), (3, 3), (4, 3)]);
        assert!(matches!(parse("allbut:1,2"), Ok(Rule::AllBut(set)) if *set == [1, 2]));
        assert_eq!(parse("split:3"), Ok(Rule::Split(3)));
        assert_eq!((parse("cut"), parse("cards")), (Ok(Rule::Cut), Ok(Rule::Cards)));
        let bad = [
            "",
            ".",
            "0.",
            "07",
            "0.0-",
            "00.7",
            "0.7.7",
            "3.7",
            "0....",
            "0.(13",
            "0.13)",
            "0.()",
            "0.(1)...",
            "0.(1)3",
            "0.{x}",
            "0.[7",
            "0.{07}",
            "[4][4].1",
            "sub:",
            "sub:0,1",
            "sub:3,1",
            "sub:1,1",
            "sub:1,,2",
            "sub:+1",
            "sub:1 ",
            "sub:9999999999999999",
            "sub:01,2",
            "allbut:1,02",
            "split:03",
            "split:1",
            "split:",
            "cut ",
            "kayles",
            "grundy/unequal",
            "split:3/",
            "split:3/different",
            "split:3/least=0",
            "split:3/least=03",
            "split:3/largest=2/least=1",
            "split:3/least=3/largest=2",
            "split:3/unequal/equal",
            "split:3/equal/equal",
            "sub:1,65536/least=2",
            "cut/equal",
            "ünder.7",
            "0.é",
        ];
        for text in bad {
            assert!(matches!(parse(text), Err(Fault::Unreadable(_))), "{text}");
        }
    }

    #[test]
    fn rules_in_general() {
        let work = Work::default();
        let parse = |text: &str| Rule::parse(text, &work);
        let heaps = |text| match parse(text) {
            Ok(Rule::Heaps(rule)) => {
                let ways = rule.ways.iter().map(|way| (way.first, way.step, way.heaps));
                (ways.collect::<Vec<_>>(), rule.parts)
            }
            other => panic!("{text}: {other:?}"),
        };
        let parts = |alike, least, largest| Parts { alike, least, largest };
        let different = Parts { alike: Alike::Different, ..Parts::FREE };
        assert_eq!(heaps("grundy"), (vec![(0, None, (2, 2))], different));
        assert_eq!(heaps("split:4/unequal"), (vec![(0, None, (2, 4))], different));
        assert_eq!(heaps("split:4/equal"), (vec![(0, None, (2, 4))], parts(Alike::Equal, 1, usize::MAX)));
        assert_eq!(heaps("split:2/least=2/largest=9"), (vec![(0, None, (2, 2))], parts(Alike::Any, 2, 9)));
        assert_eq!(heaps("0.3..."), (vec![(1, Some(1), (0, 0)), (1, Some(1), (1, 1))], Parts::FREE));
        assert_eq!(
            heaps("4.05..."),
            (vec![(0, None, (2, 2)), (2, Some(1), (0, 0)), (2, Some(1), (2, 2))], Parts::FREE)
        );
        assert_eq!(heaps("0.1(02)"), (vec![(1, None, (0, 0)), (3, Some(2), (1, 1))], Parts::FREE));
        assert_eq!(heaps("0.0G"), (vec![(2, None, (4, 4))], Parts::FREE));
        assert_eq!(heaps("0.{6}"), (vec![(1, None, (6, 6))], Parts::FREE));
        assert_eq!(heaps("0.[64]").0.len(), 3);
        assert_eq!(heaps("0.4!/least=3").1, Parts { alike: Alike::Different, least: 3, ..Parts::FREE });
        assert_eq!(
            heaps("0.{0,2}[{3+}]").0,
            [(1, None, (0, 0)), (1, None, (2, 2)), (2, Some(1), (3, usize::MAX))]
        );
        assert_eq!(parse("{2+}.0"), Ok(Rule::Split(usize::MAX)));
        assert_eq!(parse("{2,3}.0").map(|_| ()), Ok(()));
        assert!(matches!(parse("0.{0,1,2}3"), Ok(Rule::Code(code)) if *code.digits == [(1, 7), (2, 3)]));
        assert_eq!(heaps("0.2/equal/largest=5"), (vec![(1, None, (1, 1))], parts(Alike::Equal, 1, 5)));
        let three = parts(Alike::Any, 3, usize::MAX);
        assert_eq!(heaps("sub:1,3/least=3"), (vec![(1, None, (0, 1)), (3, None, (0, 1))], three));
        assert_eq!(heaps("allbut:1,3/least=3"), (vec![(2, None, (0, 1)), (4, Some(1), (0, 1))], three));
        assert_eq!(parse("split:3/least=1"), Ok(Rule::Split(3)));
        let long = format!("0.{}", "F".repeat(MOST_WAYS / 4));
        assert!(matches!(parse(&long), Ok(Rule::Code(_))));
        assert!(matches!(parse(&format!("{long}/equal")), Ok(Rule::Heaps(_))));
        let line = parse(&format!("{long}1/equal")).unwrap_err().to_string();
        assert!(line.ends_with("more than 65536 ways to move"), "{line}");
        assert!(parse("sub:65535/equal").is_ok() && parse("sub:65536/equal").is_err());
    }

    #[test]
    fn least_sums() {
        let different = Parts { alike: Alike::Different, least: 2, largest: 9 };
        assert_eq!([1, 2, 3].map(|heaps| different.least_sum(heaps)), [2, 5, 9]);
        let any = Parts { alike: Alike::Any, ..different };
        assert_eq!([1, 2, 3].map(|heaps| any.least_sum(heaps)), [2, 4, 6]);
        assert_eq!([1, 2, 9, 10].map(|part| any.allow(part)), [false, true, true, false]);
    }

    #[test]
    fn shape() {
        let work = Work::default();
        let shape = |text| match Rule::parse(text, &work) {
            Ok(Rule::Code(code)) => (code.last(), code.most_parts()),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(shape("0.07"), (2, 2));
        assert_eq!(shape("0.3F0"), (2, 3));
        assert_eq!(shape("0.33"), (2, 1));
        assert_eq!([shape("0.77"), shape("0.FF"), shape("0.48")], [(2, 2), (2, 3), (2, 3)]);
        assert_eq!(shape("4.0"), (0, 2));
        assert_eq!(shape("0.0"), (0, 1));
    }
}
