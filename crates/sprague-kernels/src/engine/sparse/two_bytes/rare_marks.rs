//! Whether a heap misses a rare code, by marks: sixteen heaps at once.
//!
//! Some common positions are marked as first parts for sixteen sums at once; more of them seek the smallest
//! codes that are open for a heap below its common code. What is open then is searched for in all pairs.

use crate::engine::break_rule::BreakRule;
use crate::engine::cell::Cell;
use crate::engine::sparse::greedy_cover::Sample;
use crate::engine::sparse::many::first_parts::Parts;
use crate::engine::sparse::pair_search::PairSearch;
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::two_bytes::byte_marks::OUTLIERS;
use crate::engine::sparse::two_bytes::marked_sums::{MOST, MarkedSums};
use crate::engine::sparse::two_bytes::marks::{CODES, IDLE, LANES, Part, Partners, Set, Wanted, parts, seek};
use crate::simd::{Simd, dispatch};

/// Common positions that are marked, at most; fewer if a sampled sum has no more open codes than this. How
/// many more are used to seek.
const MARKS: usize = 1500;
const OPEN: f64 = 0.5;
const MORE: usize = 512;
/// Codes sought at once, and most passes.
const SOUGHT: usize = 4;
const PASSES: usize = 3;
/// Positions that these are chosen from, at most.
const POOL: usize = 4096;
const CHOICE: usize = 1 << 15;

/// Scratch space.
#[derive(Clone, Debug)]
pub struct RareMarks {
    marked: MarkedSums,
    more: Parts<Part>,
    search: PairSearch<u16>,
    partners: Partners,
    /// What the heaps of the block reach.
    heaps: [Set; LANES],
    /// The first heap of the block.
    start: usize,
}

dispatch! {
    /// Opens the block of sixteen heaps that begins at `n`.
    fn open(rares: &mut RareMarks, rule: &BreakRule, seq: &Sequence<u16>, n: usize) = RareMarks::open_at
}

impl RareMarks {
    /// Scratch space for a sequence that is already several blocks long; if told up to which code, bytes are
    /// marked.
    pub fn new(rule: &BreakRule, seq: &Sequence<u16>, bytes: Option<usize>) -> Self {
        let (least, most) = rule.span();
        // Twice a part is less than any sum to come, so a pair never has equal parts.
        let limit = ((seq.len() - most) / 2).saturating_sub(MOST).min(CHOICE);
        let below = if bytes.is_some() { OUTLIERS } else { CODES };
        let suits = |a: usize| !seq.is_rare(a) && (seq.cells[a] as usize) < below;
        let common: Vec<usize> = (MOST..limit).filter(|&a| suits(a)).collect();
        let pool: Vec<usize> = common.iter().step_by(common.len().div_ceil(POOL).max(1)).copied().collect();
        let asked = |n: usize| u16::of(seq.split.rares_below(seq.cells[n].code(), n));
        let mut sample = Sample::of(seq, least, asked);
        let mut marked = sample.choose_until(seq, &[(vec![], pool.clone())], MARKS, OPEN).remove(0);
        marked.sort_unstable();
        let left: Vec<usize> = pool.into_iter().filter(|a| marked.binary_search(a).is_err()).collect();
        let more = sample.choose(seq, &[(vec![], left)], MORE).remove(0);
        RareMarks {
            marked: MarkedSums::new(rule, seq, &marked, bytes),
            more: parts(seq, &more),
            search: PairSearch::find(seq),
            partners: Partners::default(),
            heaps: [Set::default(); LANES],
            start: usize::MAX - LANES,
        }
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
        if !(self.start..=self.start + LANES).contains(&from) {
            self.partners.catch_up(seq, from, from);
            self.marked.catch_up(seq, from, from);
            self.marked.begin(rule, seq, &self.partners, from, x);
            open(x.level(), self, rule, seq, from);
        }
        for n in from..seq.len() {
            if let Some(rare) = self.missed(rule, seq, n, x) {
                return Some((n, rare));
            }
        }
        None
    }

    /// How many rare codes heap `n` asks for, if its common code is known.
    #[inline(always)]
    fn asked(seq: &Sequence<u16>, n: usize) -> usize {
        seq.cells.get(n).map_or(CODES, |code| seq.split.rares_below(code.code(), n) as usize)
    }

    /// See [`open`].
    #[inline(always)]
    fn open_at<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<u16>, n: usize, x: X) {
        self.start = n;
        self.partners.catch_up(seq, n, n);
        self.marked.catch_up(seq, n, n);
        if let Some(&largest) = seq.cells[n - LANES..].iter().max() {
            self.marked.grow(largest);
        }
        self.marked.open(rule, seq, &self.partners, n, &mut self.heaps, x);
        self.sift(rule, seq, x);
    }

    /// Seeks the smallest open codes of all heaps of the block, as far as they are asked for.
    #[inline(always)]
    fn sift<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<u16>, x: X) {
        for _ in 0..PASSES {
            let (mut wanted, mut any) = (Wanted::<SOUGHT>::new(IDLE), false);
            for lane in 0..LANES {
                let (asked, mut from) = (Self::asked(seq, self.start + lane).min(self.marked.codes()), 0);
                for k in 0..SOUGHT {
                    let code = self.heaps[lane].first_absent(from);
                    if code >= asked {
                        break;
                    }
                    wanted.codes[k][lane] = code as u16;
                    (from, any) = (code + 1, true);
                }
            }
            if !any {
                break;
            }
            seek(seq, &self.partners, &self.more, self.start, &rule.two, &mut wanted, x);
            let mut all = false;
            for lane in 0..LANES {
                for k in (0..SOUGHT).filter(|&k| wanted.found[k][lane] != 0) {
                    self.heaps[lane].insert(wanted.codes[k][lane]);
                }
                all |= (0..SOUGHT).all(|k| wanted.found[k][lane] != 0);
            }
            if !all {
                break;
            }
        }
    }

    /// The smallest rare code that heap `n` does not reach, if its value is below the common one. All values
    /// before `n` are right.
    #[inline(always)]
    fn missed<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<u16>, n: usize, x: X) -> Option<u16> {
        if n == self.start + LANES {
            open(x.level(), self, rule, seq, n);
        }
        let bound = Self::asked(seq, n);
        let set = &mut self.heaps[n - self.start];
        for &t in &rule.single {
            if !seq.leaves_common(n, t) {
                set.insert(seq.cells[n - t]);
            }
        }
        let mut open = set.first_absent(0);
        while open < bound {
            if !self.search.gives(seq, rule, n, open as u16, x) {
                return Some(open as u16);
            }
            open = set.first_absent(open + 1);
        }
        None
    }
}
