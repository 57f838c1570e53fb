//! Heap rules that no single condition describes: codes whose digits compare the heaps left in different
//! ways, or that add tokens, heaps left that are consecutive numbers, and removals forbidden from certain
//! heaps.

use super::code::Code;
use super::digit::{ANY_NUMBER, Compare, Digit};
use super::game::Own;
use super::heap_rule::each_way;
use super::{Action, Alike, Game, HeapRule, Kind, Move, Parts, Piece, notation, parse_small};
use crate::{Error, Result};
use std::ops::RangeInclusive;

/// A rule that is no [`HeapRule`]; made by `Mixed::rule` alone, so that each game has one notation.
///
/// ```
/// use sprague::rules::{Piece, Rule};
/// let rule: Rule = "8?.0".parse().unwrap();
/// assert_eq!(rule.moves(&Piece::heap(6)).len(), 2); // 1+1+4, 1+2+3, but not 2+2+2
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mixed {
    code: Code,
    least: u64,
    largest: Option<u64>,
    /// (heap, tokens): from this heap that number may not be taken. Ascending; each pair takes a move away.
    forbidden: Vec<(u64, u64)>,
}

impl Mixed {
    /// The rule of a code with bounds on the parts and forbidden pairs: a heap rule wherever it is one.
    pub(super) fn rule(
        code: Code,
        (least, largest): (u64, Option<u64>),
        mut forbidden: Vec<(u64, u64)>,
    ) -> Result<super::Rule> {
        if least == 0 || largest.is_some_and(|largest| largest < least) {
            return Err(Error::bad_rule("the least part is at least 1 and at most the largest"));
        }
        forbidden.sort_unstable();
        forbidden.dedup();
        let allowed = |&(n, t): &(u64, u64)| t <= n && code.digit(t).is_some();
        forbidden.retain(allowed);
        if forbidden.is_empty()
            && let Some(heaps) = code.heap_rule(least, largest)
        {
            return heaps.map(super::Rule::new);
        }
        Ok(super::Rule::new(Mixed { code, least, largest, forbidden }))
    }

    /// The code, whose digits say how the heaps left compare.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Whether this many tokens may be taken from this heap, as far as forbidden pairs say.
    pub fn permits(&self, heap: u64, tokens: u64) -> bool {
        self.forbidden.binary_search(&(heap, tokens)).is_err()
    }

    /// The bounds on the parts.
    pub fn parts(&self, alike: Alike) -> Parts {
        Parts { alike, least: self.least, largest: self.largest }
    }

    /// Calls `visit` with every way to leave `total` tokens as this many heaps that compare like this.
    fn each_way(&self, total: u64, (count, compare): (u64, Compare), visit: &mut dyn FnMut(&[u64])) {
        let free = self.parts(Alike::Any);
        match compare {
            Compare::Any => each_way(free, total, count, visit),
            Compare::Different => each_way(self.parts(Alike::Different), total, count, visit),
            Compare::Equal => each_way(self.parts(Alike::Equal), total, count, visit),
            Compare::Unlike => each_way(free, total, count, &mut |parts| {
                if parts.first() != parts.last() {
                    visit(parts);
                }
            }),
            Compare::Consecutive => {
                if let Some(first) = first_of_run(total, count).filter(|&first| first >= self.least) {
                    let parts: Vec<u64> = (first..first + count).collect();
                    if parts.iter().all(|&part| free.allow(part)) {
                        visit(&parts);
                    }
                }
            }
        }
    }

    /// The ways of a digit that may leave this many tokens.
    fn each_digit(&self, digit: &Digit, total: u64, visit: &mut dyn FnMut(&[u64])) {
        for (heaps, compare) in digit.ways() {
            for count in *heaps.start()..=(*heaps.end()).min(total) {
                self.each_way(total, (count, *compare), visit);
            }
        }
    }
}

/// The least of `count` ≥ 1 consecutive numbers from 1 on that add up to `total`.
pub(crate) fn first_of_run(total: u64, count: u64) -> Option<u64> {
    let steps = u128::from(count) * u128::from(count.checked_sub(1)?) / 2;
    let rest = u128::from(total).checked_sub(steps).filter(|rest| rest.is_multiple_of(u128::from(count)))?;
    u64::try_from(rest / u128::from(count)).ok().filter(|&first| first >= 1)
}

impl Game for Mixed {
    fn notation(&self) -> String {
        let consecutive = self.code.comparison() == Some(Compare::Consecutive);
        let code = if consecutive { self.code.compared(Compare::Any) } else { self.code.clone() };
        let base = match code.heap_rule(1, None) {
            Some(Ok(heaps)) => notation::write(&heaps),
            _ => code.to_string(),
        };
        let mut text = base + if consecutive { "/consecutive" } else { "" };
        notation::add_bounds(&mut text, &self.parts(Alike::Any));
        if !self.forbidden.is_empty() {
            let pairs: Vec<String> = self.forbidden.iter().map(|(n, t)| format!("{n}:{t}")).collect();
            text += &format!("/forbid={}", pairs.join(","));
        }
        text
    }

    fn line(&self) -> String {
        let consecutive = self.code.comparison() == Some(Compare::Consecutive);
        let code = if consecutive { self.code.compared(Compare::Any) } else { self.code.clone() };
        let mut line = match code.heap_rule(self.least, self.largest) {
            Some(Ok(heaps)) => notation::describe(&heaps),
            _ => format!("take and break as {} says", self.code),
        };
        if consecutive {
            line += "; the heaps left are consecutive numbers";
        }
        match &self.forbidden[..] {
            [] => {}
            [(n, t)] => line += &format!("; but {t} may not be taken from a heap of {n}"),
            pairs => line += &format!("; but {} pairs of heap and number taken are forbidden", pairs.len()),
        }
        line
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        parse_small(text, "a heap").map(Piece::heap)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        piece.numbers()[0].to_string()
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let n = piece.numbers()[0];
        let mut tell = |words: &'static str, numbers: &[u64], parts: &[u64]| {
            let leaves = parts.iter().map(|&part| Piece::heap(part)).collect();
            visit(Move { action: Action::new(words, numbers), leaves });
        };
        if n == 0 {
            return;
        }
        for (digit, k) in self.code.added().iter().zip(1..) {
            self.each_digit(digit, n.saturating_add(k), &mut |parts| tell("add #", &[k], parts));
        }
        let furthest = if self.code.is_finite() { n.min(self.code.reach()) } else { n };
        for t in (0..=furthest).filter(|&t| self.permits(n, t)) {
            let Some(digit) = self.code.digit(t) else { continue };
            let words = if t == 0 { "break" } else { "take #" };
            self.each_digit(digit, n - t, &mut |parts| tell(words, &[t], parts));
        }
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        let n = u128::from(piece.numbers()[0]);
        let most = |(heaps, compare): &(RangeInclusive<u64>, Compare)| match (*heaps.end(), compare) {
            (0 | 1, _) => 2,
            (2, _) => n / 2 + 1,
            (end, Compare::Equal | Compare::Consecutive) => u128::from(end).min(n + 1),
            (3, _) => n.saturating_mul(n) / 12 + n + 2,
            // Partitions of n, generously.
            _ => 1 << n.isqrt().saturating_mul(4).min(120),
        };
        let each = self.code.all().flat_map(|digit| digit.ways()).map(most).max().unwrap_or(0);
        let furthest = if self.code.is_finite() { n.min(self.code.reach().into()) } else { n };
        let kinds = self.code.all().map(|digit| digit.ways().len()).max().unwrap_or(0) as u128;
        (furthest + 1 + self.code.added().len() as u128).saturating_mul(each).saturating_mul(kinds)
    }

    fn least_size(&self) -> &'static [u64] {
        &[0]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        Box::new((from[0]..=to[0]).map(Piece::heap))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Mixed(self)
    }
}

/// Numbers of heaps that a solver has to keep apart.
pub(crate) fn most_counted(heaps: &RangeInclusive<u64>) -> u64 {
    if *heaps.end() == ANY_NUMBER { *heaps.start() } else { *heaps.end() }
}

impl From<&HeapRule> for Mixed {
    fn from(rule: &HeapRule) -> Self {
        let Parts { least, largest, .. } = rule.parts();
        Mixed { code: Code::of(rule), least, largest, forbidden: vec![] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;

    fn leaves(rule: &str, n: u64) -> Vec<String> {
        let rule: Rule = rule.parse().unwrap();
        rule.moves(&Piece::heap(n)).iter().map(|mv| rule.show(&mv.leaves)).collect()
    }

    #[test]
    fn moves_by_hand() {
        assert_eq!(leaves("8?.0", 6), ["1+1+4", "1+2+3"]);
        assert_eq!(leaves("8?.0", 3), Vec::<String>::new());
        assert_eq!(leaves("0.{2!,3=}", 7), ["1+5", "2+4", "2+2+2"]);
        assert_eq!(leaves("80.0", 4), ["1+1+3", "1+2+2"]);
        assert_eq!(leaves("80.0", 0), Vec::<String>::new());
        assert_eq!(leaves("{2+}?.0", 4), ["1+3", "1+1+2"]);
        assert_eq!(leaves("0.[{0+}=]/largest=2/forbid=3:1", 3), ["1", "0"]);
        assert_eq!(leaves("split:9/consecutive", 15), ["7+8", "4+5+6", "1+2+3+4+5"]);
        assert_eq!(leaves("0.7/consecutive", 6), ["5", "2+3"]);
        assert_eq!(leaves("sub:1,2,3/forbid=5:2", 5), ["4", "2"]);
        assert_eq!(leaves("nim/forbid=3:1,3:3", 3), ["1"]);
    }

    #[test]
    fn one_game_has_one_notation() {
        for (text, notation) in [
            ("8?.0", "8?.0"),
            ("0.7?/least=2", "0.7!/least=2"),
            ("0.8?/largest=9/least=2", "0.8?/least=2/largest=9"),
            ("4.0/consecutive", "split:2/consecutive"),
            ("kayles/consecutive", "0.77/consecutive"),
            ("0.33/consecutive", "sub:1,2"),
            ("{2+}.0/consecutive", "{2+}.0/consecutive"),
            ("sub:1,2/forbid=9:2,5:1,9:2", "sub:1,2/forbid=5:1,9:2"),
            // What was never allowed need not be forbidden.
            ("sub:1,2/forbid=9:3,1:2", "sub:1,2"),
            ("grundy/forbid=7:0", "grundy/forbid=7:0"),
            ("8?.0/forbid=7:0", "8?.0/forbid=7:0"),
            ("0.[3]/forbid=3:1", "0.[3]/forbid=3:1"),
        ] {
            let rule: Rule = text.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(rule.notation(), notation);
            assert_eq!(notation.parse::<Rule>().unwrap(), rule);
        }
        for (text, reason) in [
            ("8?.0/unequal", "a mark behind"),
            ("8?.0/consecutive", "a mark behind"),
            ("grundy/consecutive", "contradict"),
            ("0.77/forbid=", "heap:tokens"),
            ("0.77/forbid=5", "heap:tokens"),
            ("0.77/forbid=5:x", "heap:tokens"),
            ("0.77/forbid=5:1/forbid=6:1", "once each"),
            ("8?.0/least=0", "at least 1"),
        ] {
            let line = text.parse::<Rule>().unwrap_err().to_string();
            assert!(line.contains(reason) && !line.contains('\n'), "{text}: {line}");
        }
    }

    #[test]
    fn runs() {
        assert_eq!(
            [1, 2, 3, 4, 5, 6].map(|count| first_of_run(15, count)),
            [Some(15), Some(7), Some(4), None, Some(1), None]
        );
        assert_eq!((first_of_run(0, 1), first_of_run(5, 0), first_of_run(9, u64::MAX)), (None, None, None));
    }

    #[test]
    fn no_move_is_beyond_the_bound() {
        for text in ["8?.0", "0.[{0+}=]", "80.7", "{5+}!80.[7?]", "split:9/consecutive", "nim/forbid=9:1"] {
            let rule: Rule = text.parse().unwrap();
            for n in 0..25 {
                let piece = Piece::heap(n);
                let moves = rule.moves(&piece);
                assert!(moves.len() as u128 <= rule.moves_at_most(&piece), "{text} at {n}");
                assert!(moves.iter().flat_map(|mv| &mv.leaves).all(|part| part.numbers()[0] < n));
            }
        }
    }
}
