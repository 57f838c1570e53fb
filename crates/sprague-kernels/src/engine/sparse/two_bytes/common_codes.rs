//! The smallest common code that a heap does not reach, codes of two bytes.
//!
//! All rare positions are first parts. The best are marked for sixteen sums at once, or for 32 if nearly all
//! codes fit a byte; the others seek the smallest codes that are open for a heap after all its breaks. What
//! is open and sought in vain is absent for certain. Parts so small that their partner may be among the heaps
//! of a block, rare positions that are new, and pairs of codes that do not fit a byte, where bytes are
//! marked, are looked at when the heap's turn comes.
//!
//! Cost per value, `M` of `R` rare positions marked, `B` breaks: `M` stores, and `B·(R − M)·(1 + 2·K)/16`
//! vector operations to seek `K` codes.

use crate::engine::break_rule::BreakRule;
use crate::engine::sparse::driver::{CommonFinder, NoHelp, NoHelper};
use crate::engine::sparse::greedy_cover::Sample;
use crate::engine::sparse::many::first_parts::{Parts, Placed};
use crate::engine::sparse::rare_codes::HEAPS;
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::two_bytes::byte_marks::OUTLIERS;
use crate::engine::sparse::two_bytes::marked_sums::{MOST, MarkedSums};
use crate::engine::sparse::two_bytes::marks::{
    CODES, IDLE, LANES, Part, Partners, Set, Wanted, gives, parts, seek,
};
use crate::simd::{Simd, dispatch};

/// Rare positions that are marked, at most; fewer if a sampled sum has no more open codes than this.
const MARKS: usize = 1500;
const OPEN: f64 = 0.5;
/// Rare positions of codes that do not fit a byte, at most, if the others are marked by bytes.
const FEW: usize = 48;
/// Codes sought at once, and most passes.
const SOUGHT: usize = 4;
const PASSES: usize = 12;

/// Scratch space.
#[derive(Clone, Debug)]
pub struct CommonCodes {
    marked: MarkedSums,
    /// Rare positions that seek.
    others: Parts<Part>,
    /// All that are not near, and those of them that cannot be marked.
    far: Parts<Part>,
    outliers: Parts<Part>,
    near: Parts<Part>,
    /// How many rare positions are among them.
    taken: usize,
    partners: Partners,
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
    /// Scratch space for a sequence that is already several blocks long; if told up to which code, bytes are
    /// marked.
    pub fn new(rule: &BreakRule, seq: &Sequence<u16>, mut bytes: Option<usize>) -> Self {
        let (least, most) = rule.span();
        let outlier = |r: usize| seq.cells[r] as usize >= OUTLIERS;
        if seq.rares.iter().filter(|&&r| outlier(r)).count() > FEW {
            bytes = None;
        }
        let settled = seq.rares.partition_point(|&r| r + most + MOST < seq.len());
        // What outliers give is not marked by bytes.
        let block = if bytes.is_some() { MOST } else { LANES };
        let (near, mut far): (Vec<usize>, Vec<usize>) =
            seq.rares[..settled].iter().partition(|&&r| r + least < block);
        let all = parts(seq, &far);
        let outliers: Vec<usize> = far.iter().copied().filter(|&r| bytes.is_some() && outlier(r)).collect();
        far.retain(|&r| bytes.is_none() || !outlier(r));
        let mut sample = Sample::of(seq, least, |n| seq.cells[n]);
        let mut marked = sample.choose_until(seq, &[(vec![], far.clone())], MARKS, OPEN).remove(0);
        marked.sort_unstable();
        let others: Vec<usize> = far.iter().copied().filter(|r| marked.binary_search(r).is_err()).collect();
        CommonCodes {
            marked: MarkedSums::new(rule, seq, &marked, bytes),
            others: parts(seq, &others),
            far: all,
            outliers: parts(seq, &outliers),
            taken: settled,
            near: parts(seq, &near),
            partners: Partners::default(),
            heaps: [Set::default(); LANES],
            sought: [0; LANES],
            start: usize::MAX - LANES,
        }
    }

    /// Takes in rare positions that have turned up before `first`.
    fn take_in(&mut self, seq: &Sequence<u16>, first: usize) {
        while let Some(&r) = seq.rares.get(self.taken).filter(|&&r| r < first) {
            let part = Part::of(seq, r);
            self.far.insert_largest(part);
            if !self.marked.push(part) {
                self.outliers.insert_largest(part);
            }
            self.taken += 1;
        }
    }

    /// See [`open`].
    #[inline(always)]
    fn open_at<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<u16>, x: X) {
        let n = seq.len();
        self.start = n;
        self.partners.catch_up(seq, n, n);
        self.marked.catch_up(seq, n, n);
        self.take_in(seq, n - rule.span().0);
        self.marked.open(rule, seq, &self.partners, n, &mut self.heaps, x);
        self.sought = [if self.others.as_slice().is_empty() { CODES } else { 0 }; LANES];
        if !self.others.as_slice().is_empty() {
            self.sift(rule, seq, x);
        }
    }

    /// Seeks the smallest open codes of all heaps of the block among what the parts give that are not marked,
    /// again where all are found.
    #[inline(always)]
    fn sift<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<u16>, x: X) {
        let mut going = [true; LANES];
        for _ in 0..PASSES {
            let mut wanted = Wanted::<SOUGHT>::new(IDLE);
            for lane in (0..LANES).filter(|&lane| going[lane]) {
                let mut from = 0;
                for k in 0..SOUGHT {
                    let code = self.heaps[lane].first_absent(from);
                    wanted.codes[k][lane] = code.min(IDLE as usize) as u16;
                    from = code + 1;
                }
                self.sought[lane] = from;
            }
            seek(seq, &self.partners, &self.others, self.start, &rule.two, &mut wanted, x);
            for lane in 0..LANES {
                for k in 0..SOUGHT {
                    if wanted.found[k][lane] != 0 {
                        self.heaps[lane].insert(wanted.codes[k][lane]);
                    }
                    going[lane] &= wanted.found[k][lane] != 0;
                }
            }
            if going == [false; LANES] {
                break;
            }
        }
    }

    /// Adds what rare positions give that may be missing among the marks of a sum.
    #[cold]
    fn add_new(rule: &BreakRule, seq: &Sequence<u16>, start: usize, set: &mut Set) {
        let n = seq.len();
        for &r in seq.rares.iter().rev().take_while(|&&r| r + rule.span().1 + MOST >= start) {
            for &t in rule.two.iter().filter(|&&t| r + t < n && !seq.is_rare(n - t - r)) {
                set.insert(seq.cells[r] ^ seq.cells[n - t - r]);
            }
        }
    }
}

impl CommonFinder<u16> for CommonCodes {
    /// The heaps that are looked at at once, wherever they begin.
    const BATCH: usize = HEAPS - 8;
    const WAITING: usize = 1;
    type Helper = NoHelper;

    #[inline(always)]
    fn begin<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<u16>,
        changed: usize,
        _: &mut Option<NoHelp>,
        x: X,
    ) {
        let n = seq.len();
        self.partners.catch_up(seq, changed, n);
        self.marked.catch_up(seq, changed, n);
        self.take_in(seq, n - rule.span().0);
        self.marked.begin(rule, seq, &self.partners, n, x);
        open(x.level(), self, rule, seq);
    }

    #[inline(always)]
    fn next<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<u16>,
        _: &mut Option<NoHelp>,
        x: X,
    ) -> Option<u16> {
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
        let mixed = n <= seq.last_rare() + 2 * MOST + rule.reach;
        for &t in &rule.two {
            for part in self.near.as_slice() {
                let y = n - t - part.place();
                if !mixed || !seq.is_rare(y) {
                    set.insert(seq.cells[y] ^ part.code);
                }
            }
        }
        for &t in &rule.two {
            for part in self.outliers.as_slice().iter().filter(|part| part.place() + t < n) {
                let y = n - t - part.place();
                if seq.cells[y] as usize >= OUTLIERS && !seq.is_rare(y) {
                    set.insert(seq.cells[y] ^ part.code);
                }
            }
        }
        if mixed {
            Self::add_new(rule, seq, self.start, set);
        }
        let marked = if self.marked.all() { CODES } else { self.marked.codes() };
        let mut code = set.first_absent(0);
        loop {
            let by = |parts: &Parts<Part>| {
                rule.two.iter().any(|&t| gives(seq, parts.as_slice(), n - t, code as u16))
            };
            if !(code >= marked && by(&self.far) || code >= self.sought[lane] && by(&self.others)) {
                break;
            }
            set.insert(code as u16);
            code = set.first_absent(code);
        }
        if code < CODES {
            self.marked.grow(code as u16);
        }
        (code < CODES).then_some(code as u16)
    }

    fn helper(&mut self, _: &BreakRule, _: &Sequence<u16>) -> NoHelper {
        NoHelper
    }
}
