//! The smallest common code that a heap does not reach, codes of two bytes.
//!
//! All rare positions are first parts. The best are marked for sixteen sums at once; the others seek the smallest codes that are open
//! for a heap after all its breaks. What is open and sought in vain is absent for certain. Parts so small that their partner may
//! be among the sixteen heaps, and rare positions that are new, are looked at when the heap's turn comes.
//!
//! Cost a value, `M` of `R` rare positions marked, `B` breaks: `M` stores, and `B·(R − M)·(2 + 2·K)/16` vector operations to seek `K` codes.

use crate::simd::{Simd, dispatch};
use crate::values::engine::break_rule::BreakRule;
use crate::values::engine::sparse::greedy_cover::Sample;
use crate::values::engine::sparse::sequence::Sequence;
use crate::values::engine::sparse::two_bytes::marks::{
    CODES, IDLE, LANES, Maps, Part, Partners, Set, Wanted, gives, parts, seek,
};

/// Rare positions that are marked, at most; fewer if a sampled sum has no more open codes than this.
const MARKS: usize = 1500;
const OPEN: f64 = 0.5;
/// Codes sought at once, and most passes.
const SOUGHT: usize = 4;
const PASSES: usize = 12;

/// Scratch space.
#[derive(Debug)]
pub struct CommonCodes {
    marked: Vec<Part>,
    others: Vec<Part>,
    near: Vec<Part>,
    /// How many rare positions are among them.
    taken: usize,
    partners: Partners,
    maps: Maps,
    /// What was marked for recent sums.
    sums: Vec<Set>,
    /// What the heaps of the block reach by parts that are not near; codes below `sought` were sought too.
    heaps: [Set; LANES],
    sought: [usize; LANES],
    /// The first heap of the block.
    start: usize,
}

dispatch! {
    /// Opens the block of sixteen heaps that begins at `seq.len()`.
    fn open(commons: &mut CommonCodes, rule: &BreakRule, seq: &Sequence<u16>) = CommonCodes::open_at
}

impl CommonCodes {
    /// Scratch space for a sequence that is already several blocks long.
    pub fn new(rule: &BreakRule, seq: &Sequence<u16>) -> Self {
        let (least, most) = rule.span();
        let is_near = |r: usize| r + least < LANES;
        let (near, far): (Vec<usize>, Vec<usize>) = seq.rares.iter().partition(|&&r| is_near(r));
        let old = |r: usize| r + most + LANES < seq.len();
        let mut sample = Sample::of(seq, least, |n| seq.cells[n]);
        let settled: Vec<usize> = far.iter().copied().filter(|&r| old(r)).collect();
        let mut marked = sample.choose_until(seq, &[(vec![], settled)], MARKS, OPEN).remove(0);
        marked.sort_unstable();
        let others: Vec<usize> =
            far.iter().copied().filter(|&r| old(r) && marked.binary_search(&r).is_err()).collect();
        marked.extend(far.iter().copied().filter(|&r| !old(r)));
        CommonCodes {
            marked: parts(seq, &marked),
            others: parts(seq, &others),
            near: parts(seq, &near),
            taken: seq.rares.len(),
            partners: Partners::default(),
            maps: Maps::for_codes(seq.cells.iter().copied().max().unwrap_or(0)),
            sums: vec![Set::default(); (2 * LANES + most - least).next_power_of_two()],
            heaps: [Set::default(); LANES],
            sought: [0; LANES],
            start: usize::MAX - LANES,
        }
    }

    /// Opens what the next heap needs; positions from `changed` on may have changed.
    #[inline(always)]
    pub fn begin<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<u16>, changed: usize, x: X) {
        let (least, most) = rule.span();
        let n = seq.len();
        self.partners.catch_up(seq, changed, n);
        self.take_in(seq, n - least);
        for first in (n - most..n - least).step_by(LANES) {
            self.mark(seq, first, x);
        }
        open(x.level(), self, rule, seq);
    }

    /// Takes in rare positions that have turned up before `first`.
    fn take_in(&mut self, seq: &Sequence<u16>, first: usize) {
        while let Some(&r) = seq.rares.get(self.taken).filter(|&&r| r < first) {
            self.marked.push(Part { place: r as u32, code: seq.cells[r] });
            self.taken += 1;
        }
    }

    /// Marks sixteen sums.
    #[inline(always)]
    fn mark<X: Simd>(&mut self, seq: &Sequence<u16>, first: usize, x: X) {
        self.maps.mark(seq, &self.partners, &self.marked, first);
        for lane in 0..LANES {
            let place = (first + lane) & (self.sums.len() - 1);
            self.sums[place] = self.maps.take(lane, x);
        }
    }

    /// See [`open`].
    #[inline(always)]
    fn open_at<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<u16>, x: X) {
        let n = seq.len();
        let first = n - rule.span().0;
        self.start = n;
        self.partners.catch_up(seq, n, n);
        self.take_in(seq, first);
        self.mark(seq, first, x);
        let codes = self.maps.codes();
        for lane in 0..LANES {
            let mut set = Set::default();
            for &t in &rule.two {
                set.unite(&self.sums[(n + lane - t) & (self.sums.len() - 1)], codes);
            }
            self.heaps[lane] = set;
            self.sought[lane] = if self.others.is_empty() { CODES } else { 0 };
        }
        if !self.others.is_empty() {
            self.sift(rule, seq, x);
        }
    }

    /// Seeks the smallest open codes of all heaps of the block among what the parts give that are not marked, again where all are found.
    #[inline(always)]
    fn sift<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<u16>, x: X) {
        let mut going = [true; LANES];
        for _ in 0..PASSES {
            let mut wanted: Wanted<SOUGHT> = [[IDLE; LANES]; SOUGHT];
            for lane in (0..LANES).filter(|&lane| going[lane]) {
                let mut from = 0;
                for k in 0..SOUGHT {
                    let code = self.heaps[lane].first_absent(from);
                    wanted[k][lane] = code.min(IDLE as usize) as u16;
                    from = code + 1;
                }
                self.sought[lane] = from;
            }
            let mut found = [[0; LANES]; SOUGHT];
            for &t in &rule.two {
                seek(seq, &self.partners, &self.others, self.start - t, &wanted, &mut found, x);
            }
            for lane in 0..LANES {
                for k in 0..SOUGHT {
                    if found[k][lane] != 0 {
                        self.heaps[lane].insert(wanted[k][lane]);
                    }
                    going[lane] &= found[k][lane] != 0;
                }
            }
            if going == [false; LANES] {
                break;
            }
        }
    }

    /// The smallest absent common code of heap `seq.len()`; `None` if it does not fit.
    #[inline(always)]
    pub fn next<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<u16>, x: X) -> Option<u16> {
        let n = seq.len();
        if n == self.start + LANES {
            open(x.level(), self, rule, seq);
        }
        let lane = n - self.start;
        let set = &mut self.heaps[lane];
        for &t in &rule.single {
            if seq.leaves_common(n, t) {
                set.insert(seq.cells[n - t]);
            }
        }
        let mixed = n <= seq.last_rare() + 2 * LANES + rule.reach;
        for &t in &rule.two {
            for part in &self.near {
                let y = n - t - part.place as usize;
                if !mixed || !seq.is_rare(y) {
                    set.insert(seq.cells[y] ^ part.code);
                }
            }
        }
        if mixed {
            Self::add_new(rule, seq, self.start, set);
        }
        let mut code = set.first_absent(0);
        while code >= self.sought[lane]
            && rule.two.iter().any(|&t| gives(seq, &self.others, n - t, code as u16))
        {
            set.insert(code as u16);
            code = set.first_absent(code);
        }
        self.has_room(code).then_some(code as u16)
    }

    /// Adds what rare positions give that may be missing among the marks of a sum.
    #[cold]
    fn add_new(rule: &BreakRule, seq: &Sequence<u16>, start: usize, set: &mut Set) {
        let n = seq.len();
        for &r in seq.rares.iter().rev().take_while(|&&r| r + rule.span().1 + LANES >= start) {
            for &t in rule.two.iter().filter(|&&t| r + t < n && !seq.is_rare(n - t - r)) {
                set.insert(seq.cells[r] ^ seq.cells[n - t - r]);
            }
        }
    }

    /// Does the code fit the maps, larger ones if need be?
    #[inline(always)]
    fn has_room(&mut self, code: usize) -> bool {
        if code >= self.maps.codes() && code < CODES {
            self.maps = Maps::for_codes(code as u16);
        }
        code < CODES
    }
}
