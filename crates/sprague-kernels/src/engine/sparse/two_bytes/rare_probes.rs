//! Whether a heap misses a rare code, by probes: 448 heaps at once.
//!
//! A heap whose common code is known must reach all rare codes below it. Two common parts `a` and `n − t − a`
//! reach the rare code `c` iff the second has the code `c ⊕ code(a)`, so one probe `a + t` places back in the
//! bitmap of that code answers for all heaps of a strip (`bitmaps`). There are thousands of such probes for
//! every code, so those are taken that ask for frequent codes, until no heap is open that asks for `c`. The
//! few that stay open are searched for one by one among all pairs.
//!
//! Cost: with frequent codes of share `p` about `ln 448 / p` probes a code and strip.

use crate::engine::break_rule::BreakRule;
use crate::engine::cell::Cell;
use crate::engine::sparse::pair_search::PairSearch;
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::strip;
use crate::engine::sparse::two_bytes::bitmaps::{HEAPS, HISTORY, Strip};
use crate::engine::sparse::two_bytes::probes::ProbeChoice;
use crate::simd::{Level, Simd, dispatch};

/// Nanoseconds that a probe and a search take.
const PROBE: f64 = 0.6;
const SEARCH: f64 = 200.0;

/// Scratch space.
#[derive(Debug)]
pub struct RareProbes {
    choice: ProbeChoice,
    /// The heaps of a strip that ask for rare code `c`.
    asked: Vec<Strip>,
    search: PairSearch<u16>,
}

dispatch! {
    /// The first heap of a strip, of those from `from` to `to`, that misses a rare code, and the code.
    fn refute_strip(rares: &mut RareProbes, rule: &BreakRule, seq: &Sequence<u16>, from: usize, to: usize) -> Option<(usize, u16)> = RareProbes::refute_strip_at
}

dispatch! {
    /// See [`ProbeChoice::unseen`].
    fn unseen(choice: &ProbeChoice, code: usize, from: usize, open: Strip) -> (Strip, usize) = ProbeChoice::unseen
}

impl RareProbes {
    /// Scratch space for a sequence that is already several strips long.
    pub fn new(rule: &BreakRule, seq: &Sequence<u16>) -> Self {
        // The second part is larger than the first.
        let end = HISTORY.min(seq.len() / 2).saturating_sub(rule.reach);
        let common = (1..end).filter(|&a| !seq.is_rare(a));
        let parts = common.flat_map(|a| rule.two.iter().map(move |t| (a + t, seq.cells[a])));
        RareProbes { choice: ProbeChoice::new(seq, parts), asked: vec![], search: PairSearch::find(seq) }
    }

    /// The first heap from `from` on whose value is not the common one that was appended, and its rare code.
    #[inline(always)]
    pub fn refute<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<u16>,
        from: usize,
        x: X,
    ) -> Option<(usize, u16)> {
        let mut start = from;
        while start < seq.len() {
            let end = (start / 64 * 64 + HEAPS).min(seq.len());
            let missed = refute_strip(x.level(), self, rule, seq, start, end);
            if let Some((n, _)) = missed {
                self.choice.bitmaps().forget(n);
                return missed;
            }
            start = end;
        }
        None
    }

    /// About how many nanoseconds a heap takes if so many are looked at at once, judged by the last ones;
    /// more than `most` counts as that.
    pub fn estimate(&mut self, level: Level, seq: &Sequence<u16>, heaps: usize, most: f64) -> f64 {
        let heaps = heaps.min(seq.len() / 4);
        let from = seq.len() - heaps;
        self.choice.bitmaps().catch_up(seq, from);
        self.ask(seq, from, seq.len().min(from / 64 * 64 + HEAPS));
        let mut cost = 0.0;
        for c in 0..self.asked.len() {
            if cost > most * heaps as f64 {
                break;
            }
            let (open, probes) = unseen(level, &self.choice, c, from, self.asked[c]);
            let open: u32 = open.iter().map(|word| word.count_ones()).sum();
            cost += PROBE * probes as f64 + SEARCH * open as f64;
        }
        cost / heaps as f64
    }

    /// See [`refute_strip`].
    #[inline(always)]
    fn refute_strip_at<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<u16>,
        from: usize,
        to: usize,
        x: X,
    ) -> Option<(usize, u16)> {
        self.choice.bitmaps().catch_up(seq, from);
        self.ask(seq, from, to);
        let start = from / 64 * 64;
        let (mut lanes, mut first) = ([u64::MAX; HEAPS / 64], None);
        for c in 0..self.asked.len() {
            let (open, _) = self.choice.unseen(c, from, strip::and(self.asked[c], lanes), x);
            if let Some(n) = self.search(rule, seq, c as u16, start, open, x) {
                first = Some((n, c as u16));
                lanes = strip::below(n - start);
            }
        }
        first
    }

    /// Which heaps ask for which codes.
    fn ask(&mut self, seq: &Sequence<u16>, from: usize, to: usize) {
        let start = from / 64 * 64;
        self.asked.clear();
        for n in from..to {
            let bound = seq.split.rares_below(seq.cells[n].code(), n) as usize;
            if bound > self.asked.len() {
                self.asked.resize(bound, Strip::default());
            }
            if bound > 0 {
                self.asked[bound - 1][(n - start) / 64] |= 1 << (n % 64);
            }
        }
        for c in (1..self.asked.len()).rev() {
            self.asked[c - 1] = strip::or(self.asked[c - 1], self.asked[c]);
        }
    }

    /// The first of the open heaps that does not reach the rare code.
    #[inline(always)]
    fn search<X: Simd>(
        &self,
        rule: &BreakRule,
        seq: &Sequence<u16>,
        code: u16,
        start: usize,
        open: Strip,
        x: X,
    ) -> Option<usize> {
        // No closure: it would be compiled without the vector instructions of its caller.
        #[allow(clippy::manual_find)]
        for n in strip::heaps(open, start) {
            if !seq.leaves_rare(&rule.single, n, code) && !self.search.gives(seq, rule, n, code, x) {
                return Some(n);
            }
        }
        None
    }
}
