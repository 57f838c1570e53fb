//! Heap rules: one type for every game in which tokens are taken from a heap and the rest may fall into
//! parts.
//!
//! A move removes t tokens from a heap of n and leaves the rest as exactly j non-empty heaps. Which t are
//! allowed depends on j; the parts left may have to satisfy a condition. Codes such as `0.77`, `sub:`,
//! `allbut:`, `split:` and Grundy's game are notations of this one type ([`super::notation`]), so what works
//! for one works for all.

use super::game::Own;
use super::{Action, Game, Kind, Move, Piece, Removals, notation, parse_small};
use crate::{Error, Result};
use std::ops::RangeInclusive;

/// How the parts that a move leaves have to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Alike {
    /// Any parts.
    #[default]
    Any,
    /// No two parts are equal, as in Grundy's game.
    Different,
    /// All parts are equal.
    Equal,
}

/// The condition on the parts that a move leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Parts {
    /// How they compare.
    pub alike: Alike,
    /// The fewest tokens that a part may have; at least 1.
    pub least: u64,
    /// The most tokens that a part may have, if there is a bound.
    pub largest: Option<u64>,
}

impl Default for Parts {
    fn default() -> Self {
        Parts { alike: Alike::Any, least: 1, largest: None }
    }
}

impl Parts {
    /// Whether a part of this size may be left.
    pub fn allow(&self, part: u64) -> bool {
        part >= self.least && self.largest.is_none_or(|largest| part <= largest)
    }

    /// Whether every non-empty part may be left, beside any other.
    pub fn are_free(&self) -> bool {
        *self == Parts::default()
    }
}

/// What may be removed to leave a number of heaps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Leaving {
    /// The numbers of heaps left for which it holds.
    pub heaps: RangeInclusive<u64>,
    /// The numbers of tokens that may be removed.
    pub removals: Removals,
}

/// What a move on a heap is.
///
/// ```
/// use sprague::rules::Rule;
/// let rule: Rule = "0.137".parse().unwrap();
/// let heaps = rule.heap_rule().unwrap();
/// assert_eq!(heaps.removals(2).listed(), [3]);
/// assert_eq!((heaps.reach(), heaps.most_parts()), (3, 2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HeapRule {
    /// By number of heaps left, ascending; ranges that touch differ in what they allow.
    leaving: Vec<Leaving>,
    parts: Parts,
}

/// What a number of heaps has that no move leaves.
static NOTHING: Removals = Removals::nothing();

impl HeapRule {
    /// A rule from what may be removed by number of heaps left, and the condition on the parts.
    pub fn new(
        leaving: impl IntoIterator<Item = (RangeInclusive<u64>, Removals)>,
        parts: Parts,
    ) -> Result<Self> {
        let mut list: Vec<Leaving> =
            leaving.into_iter().map(|(heaps, removals)| Leaving { heaps, removals }).collect();
        list.retain(|way| !way.removals.is_empty() && !way.heaps.is_empty());
        list.sort_by_key(|way| *way.heaps.start());
        if list.windows(2).any(|pair| pair[0].heaps.end() >= pair[1].heaps.start()) {
            return Err(Error::bad_rule("a number of heaps is listed twice; give each its removals once"));
        }
        if list.iter().any(|way| *way.heaps.start() < 2 && way.removals.contains(0)) {
            return Err(Error::bad_rule("removing 0 tokens has to break the heap into two or more"));
        }
        if parts.least == 0 || parts.largest.is_some_and(|largest| largest < parts.least) {
            return Err(Error::bad_rule("the least part is at least 1 and at most the largest"));
        }
        list.dedup_by(|later, before| {
            let joins = before.heaps.end().checked_add(1) == Some(*later.heaps.start())
                && before.removals == later.removals;
            if joins {
                before.heaps = *before.heaps.start()..=*later.heaps.end();
            }
            joins
        });
        let mut rule = HeapRule { leaving: list, parts };
        if rule.most_parts() < 2 {
            rule.parts.alike = Alike::Any;
        }
        Ok(rule)
    }

    /// What may be removed, by number of heaps left.
    pub fn leaving(&self) -> &[Leaving] {
        &self.leaving
    }

    /// What may be removed to leave exactly this many heaps.
    pub fn removals(&self, heaps: u64) -> &Removals {
        self.leaving.iter().find(|way| way.heaps.contains(&heaps)).map_or(&NOTHING, |way| &way.removals)
    }

    /// The condition on the parts.
    pub fn parts(&self) -> Parts {
        self.parts
    }

    /// m: the most heaps a move leaves; at least 1.
    pub fn most_parts(&self) -> u64 {
        self.leaving.last().map_or(1, |way| (*way.heaps.end()).max(1))
    }

    /// k: no move removes more, except as the cycles say, and all cycles have begun.
    pub fn reach(&self) -> u64 {
        self.leaving.iter().map(|way| way.removals.reach()).max().unwrap_or(0)
    }

    /// Whether no removal repeats forever.
    pub fn is_finite(&self) -> bool {
        self.leaving.iter().all(|way| way.removals.is_finite())
    }

    /// The length after which all cycles beyond the reach come round together; 1 if there is none.
    pub fn cycle_length(&self) -> u64 {
        let lengths = self.leaving.iter().map(|way| way.removals.cycle().len().max(1) as u64);
        lengths.fold(1, num_integer::lcm)
    }

    /// Whether no move splits a heap.
    pub fn only_takes(&self) -> bool {
        self.most_parts() == 1
    }

    /// The set, if a move is to remove one of some numbers of tokens, whatever is left.
    pub fn subtraction_set(&self) -> Option<&Removals> {
        let [Leaving { heaps, removals }] = &self.leaving[..] else { return None };
        (*heaps == (0..=1) && self.parts.are_free()).then_some(removals)
    }

    /// Whether a move is to take any number of tokens: Nim.
    pub fn is_nim(&self) -> bool {
        self.subtraction_set().is_some_and(|set| set.reach() == 0 && set.cycle() == [true])
    }

    /// K, if a move is to split a heap into 2 to K parts of any size and nothing else.
    pub fn splits_into(&self) -> Option<u64> {
        let [Leaving { heaps, removals }] = &self.leaving[..] else { return None };
        let only_splits = *heaps.start() == 2 && removals.is_finite() && removals.listed() == [0];
        (only_splits && self.parts.are_free()).then_some(*heaps.end())
    }

    /// Calls `visit` with every way to leave `total` tokens as this many parts, in ascending order.
    pub fn for_each_way(&self, total: u64, count: u64, visit: &mut dyn FnMut(&[u64])) {
        each_way(self.parts, total, count, visit);
    }
}

/// Calls `visit` with every way to leave `total` tokens as this many parts, in ascending order.
pub(super) fn each_way(parts: Parts, total: u64, count: u64, visit: &mut dyn FnMut(&[u64])) {
    if count == 0 {
        if total == 0 {
            visit(&[]);
        }
        return;
    }
    if parts.alike == Alike::Equal {
        let part = total / count;
        if total.is_multiple_of(count) && parts.allow(part) {
            visit(&vec![part; count as usize]);
        }
        return;
    }
    let mut ways = Ways { parts, chosen: Vec::new(), visit };
    ways.extend(total, count);
}

/// Goes through partitions into a fixed number of parts.
struct Ways<'a> {
    parts: Parts,
    chosen: Vec<u64>,
    visit: &'a mut dyn FnMut(&[u64]),
}

impl Ways<'_> {
    /// Adds `count` more parts of `rest` tokens in all, none below those chosen.
    fn extend(&mut self, rest: u64, count: u64) {
        let step = u64::from(self.parts.alike == Alike::Different);
        let least = self.chosen.last().map_or(self.parts.least, |&last| last + step);
        if count == 1 {
            if rest >= least && self.parts.allow(rest) {
                self.chosen.push(rest);
                (self.visit)(&self.chosen);
                self.chosen.pop();
            }
            return;
        }
        let parts = self.parts;
        for part in (least..=rest / count).take_while(|&part| parts.allow(part)) {
            self.chosen.push(part);
            self.extend(rest - part, count - 1);
            self.chosen.pop();
        }
    }
}

impl Game for HeapRule {
    fn notation(&self) -> String {
        notation::write(self)
    }

    fn line(&self) -> String {
        notation::describe(self)
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        parse_small(text, "a heap").map(Piece::heap)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        size(piece).to_string()
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let n = size(piece);
        let removed = self.leaving.iter().flat_map(|way| {
            self.without_gaps(&way.heaps).map(move |heaps| {
                let (from, to) = self.removable(&heaps, n);
                (heaps, way.removals.between(from, to).peekable())
            })
        });
        let mut ways: Vec<_> = removed.collect();
        while let Some(t) = ways.iter_mut().filter_map(|(_, removals)| removals.peek().copied()).min() {
            for (heaps, removals) in &mut ways {
                if removals.next_if_eq(&t).is_none() {
                    continue;
                }
                for count in *heaps.start()..=(*heaps.end()).min(n - t) {
                    self.for_each_way(n - t, count, &mut |parts| visit(taking(t, parts)));
                }
            }
        }
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        let n = size(piece);
        self.leaving.iter().map(|way| self.moves_leaving(way, n)).fold(0, u128::saturating_add)
    }

    fn least_size(&self) -> &'static [u64] {
        &[0]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        Box::new((from[0]..=to[0]).map(Piece::heap))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Heaps(self)
    }
}

impl HeapRule {
    /// Splits a range of numbers of heaps so that the totals that can be left within a range have no gap.
    /// Gaps need parts of at least two tokens. Ranges of many numbers stay whole: their moves are too many to
    /// list.
    fn without_gaps(&self, heaps: &RangeInclusive<u64>) -> impl Iterator<Item = RangeInclusive<u64>> + use<> {
        let (fewest, most) = (*heaps.start(), *heaps.end());
        let together = self.parts.least < 2 || most - fewest >= APART;
        let firsts = fewest..=if together { fewest } else { most };
        firsts.map(move |first| first..=if together { most } else { first })
    }

    /// From how many to how many tokens a move on a heap of n may remove that leaves one of these numbers of
    /// heaps: what is left has to fill the fewest of them and to fit into the most. An empty range if no move
    /// does.
    fn removable(&self, heaps: &RangeInclusive<u64>, n: u64) -> (u64, u64) {
        let filled = heaps.start().saturating_mul(self.parts.least);
        let room = match (*heaps.end(), self.parts.largest) {
            (0, _) => 0,
            (most, Some(largest)) => most.saturating_mul(largest),
            (_, None) => u64::MAX,
        };
        n.checked_sub(filled).map_or((1, 0), |to| (n.saturating_sub(room), to))
    }

    /// A bound on the moves of a heap of n that leave one of these numbers of heaps.
    fn moves_leaving(&self, Leaving { heaps, removals }: &Leaving, n: u64) -> u128 {
        let (fewest, most) = (*heaps.start(), (*heaps.end()).min(n.max(1)));
        let removed = |to: u64| u128::try_from(&removals.count_up_to(&to.into())).unwrap_or(u128::MAX);
        let of = |count: u64| {
            if count == 0 {
                return u128::from(removals.contains(n));
            }
            let least = count.saturating_mul(self.parts.least);
            let Some(to) = n.checked_sub(least) else { return 0 };
            let fits = self.parts.largest.and_then(|largest| count.checked_mul(largest));
            let beyond = fits.and_then(|fits| n.checked_sub(fits)?.checked_sub(1));
            let times = removed(to).saturating_sub(beyond.map_or(0, removed));
            let shared = fits.map_or(to, |fits| to.min(fits.saturating_sub(least)));
            times.saturating_mul(self.parts_at_most(shared, count))
        };
        let apart = (fewest..=most).take(APART as usize).map(of).fold(0, u128::saturating_add);
        let together = all_partitions_at_most(n).saturating_mul(removed(n));
        if most.saturating_sub(fewest) < APART { apart.min(together) } else { together }
    }

    /// A bound on the ways to write a number as this many parts from 0 on, alike as the rule wants it.
    ///
    /// Adding 0, 1, 2, … to the parts in ascending order makes them different, and different parts can be put
    /// in order in `count!` ways.
    fn parts_at_most(&self, n: u64, count: u64) -> u128 {
        /// The largest whose factorial fits.
        const MOST: u64 = 34;
        if count < 2 || self.parts.alike == Alike::Equal {
            return 1;
        }
        if count > MOST {
            return u128::MAX;
        }
        let (n, count) = (u128::from(n), u128::from(count));
        let apart = if self.parts.alike == Alike::Different { 0 } else { count * (count - 1) / 2 };
        // Ordered parts from 0 on of n + apart.
        let ordered = (1..count).try_fold(1u128, |ways, i| Some(ways.checked_mul(n + apart + i)? / i));
        ordered.map_or(u128::MAX, |ordered| ordered / (1..=count).product::<u128>())
    }
}

/// Up to this many numbers of heaps are treated one by one, more of them together.
const APART: u64 = 12;

/// A bound on the partitions of a number.
fn all_partitions_at_most(n: u64) -> u128 {
    1 << n.isqrt().saturating_mul(4).min(120)
}

/// The tokens of a heap.
fn size(piece: &Piece) -> u64 {
    piece.numbers().first().copied().unwrap_or(0)
}

fn taking(tokens: u64, parts: &[u64]) -> Move {
    let action = if tokens == 0 { Action::new("break", &[]) } else { Action::new("take #", &[tokens]) };
    Move { action, leaves: parts.iter().map(|&part| Piece::heap(part)).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use std::collections::HashSet;

    fn leaves(rule: &str, n: u64) -> Vec<String> {
        let rule: Rule = rule.parse().unwrap();
        rule.moves(&Piece::heap(n)).iter().map(|mv| rule.show(&mv.leaves)).collect()
    }

    #[test]
    fn moves_by_hand() {
        assert_eq!(leaves("0.77", 4), ["3", "1+2", "2", "1+1"]);
        assert_eq!(leaves("0.6", 1), Vec::<String>::new());
        assert_eq!(leaves("0.8", 5), ["1+1+2"]);
        assert_eq!(leaves("sub:1,3", 3), ["2", "0"]);
        assert_eq!(leaves("allbut:2", 3), ["2", "0"]);
        assert_eq!(leaves("split:3", 4), ["1+3", "2+2", "1+1+2"]);
        assert_eq!(leaves("grundy", 6), ["1+5", "2+4"]);
        assert_eq!(leaves("nim", 2), ["1", "0"]);
        assert_eq!(leaves("lasker", 2), ["1+1", "1", "0"]);
        assert_eq!(leaves("split:4/equal", 12), ["6+6", "4+4+4", "3+3+3+3"]);
        assert_eq!(leaves("split:3/unequal", 7), ["1+6", "2+5", "3+4", "1+2+4"]);
        assert_eq!(leaves("split:2/least=2/largest=4", 7), ["3+4"]);
        assert_eq!(leaves("0.[13]", 3), ["1", "0"]);
    }

    #[test]
    fn bounds_hold() {
        for text in [
            "0.77",
            "4.FFF",
            "0.3F",
            "nim",
            "4.[7]",
            "sub:1,5",
            "allbut:2",
            "split:2",
            "split:3",
            "split:4",
            "split:9",
            "grundy",
            "0.[13]",
            "0.[F]",
            "split:5/unequal",
            "split:5/equal",
            "split:4/unequal/least=2/largest=7",
            "0.FF/least=3",
            "0.FFF/largest=4",
            "split:3/largest=18446744073709551615",
            "split:20",
        ] {
            let rule: Rule = text.parse().unwrap();
            for n in 0..30 {
                let piece = Piece::heap(n);
                assert!(rule.moves(&piece).len() as u128 <= rule.moves_at_most(&piece), "{text} at {n}");
            }
        }
    }

    /// The bound decides what is listed: it is at most a few times too large where parts are few.
    #[test]
    fn bound_on_moves_is_close() {
        for text in
            ["split:4", "split:5", "split:4/unequal", "split:4/unequal/least=2/largest=7", "0.[24]", "4.FFF"]
        {
            let rule: Rule = text.parse().unwrap();
            for n in [10, 26, 40] {
                let piece = Piece::heap(n);
                let (moves, most) = (rule.moves(&piece).len() as u128, rule.moves_at_most(&piece));
                assert!(most <= 4 * moves + 60, "{text} at {n}: {moves} moves, {most} bound");
            }
        }
    }

    /// What has few moves is listed at once, however large the heap: the bound says so, and callers trust it.
    #[test]
    fn few_moves_of_huge_heaps() {
        for (text, few) in [
            ("0.2[1000]", 2),
            ("0.[1]", 1),
            ("0.0[10]", 1),
            ("0.[3]/largest=5", 6),
            ("0.[3]/least=18446744073709551610", 8),
            ("0.[7]/largest=3", 20),
            ("kayles", u128::MAX),
            ("circle:0.[3]/largest=5", 7),
            ("circle:0.2[1000]", 3),
        ] {
            let rule: Rule = text.parse().unwrap();
            for n in [1_000_000_000_000_000_000, u64::MAX - 1, u64::MAX] {
                let piece = Piece::heap(n);
                let most = rule.moves_at_most(&piece);
                assert!(most <= few, "{text} at {n}: {most}");
                if most < 1000 {
                    assert!(rule.moves(&piece).len() as u128 <= most, "{text} at {n}");
                }
            }
        }
        // Taking all of it is a move, although it is the largest number.
        assert_eq!(leaves("0.[1]", u64::MAX), ["0"]);
    }

    #[test]
    fn no_move_twice_and_all_of_them() {
        // Partitions of 12 into 2 to 4 parts: 6 + 12 + 15.
        assert_eq!(leaves("split:4", 12).len(), 33);
        let all = leaves("4.FFF", 11);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }

    #[test]
    fn refused_with_the_reason() {
        let of = |heaps: RangeInclusive<u64>, listed: &[u64]| (heaps, Removals::finite(listed.to_vec()));
        for (leaving, parts, reason) in [
            (vec![of(1..=1, &[0])], Parts::default(), "has to break"),
            (vec![of(1..=2, &[1]), of(2..=3, &[2])], Parts::default(), "twice"),
            (vec![of(2..=2, &[0])], Parts { least: 3, largest: Some(2), ..Parts::default() }, "least part"),
        ] {
            let line = HeapRule::new(leaving, parts).unwrap_err().to_string();
            assert!(line.contains(reason), "{line}");
        }
    }
}
