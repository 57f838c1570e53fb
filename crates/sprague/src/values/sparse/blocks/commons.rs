//! The smallest common code that a heap does not reach by breaking.
//!
//! All rare positions are first parts; the best are marked, and all others are used to seek the six smallest open codes of
//! each lane. An open code not found is absent for certain. First parts so small that their partner may lie in the block
//! itself, and rare positions of the block itself, are taken in one by one when the lane's turn comes.
//!
//! Cost a value, `R` rare positions, `V` codes, `M` marked: M·V/50 + R/4 vector operations over 32, and a fixed cost.

use crate::values::sparse::blocks::cover::Sample;
use crate::values::sparse::blocks::{self, Parts, Set, View, first_absent, holds, insert};
use crate::values::sparse::lanes::{LANES, Simd};
use crate::values::sparse::rule::Rule;
use crate::values::sparse::sequence::Sequence;

/// Rare positions that are marked; all if there are several breaks.
const MARKS: usize = 700;
/// Most passes over the others, and the number of undecided lanes that are not worth one.
const PASSES: usize = 4;
const LEFT_OVER: usize = 2;
/// Codes that were not marked after which more are.
const TOO_MANY: usize = 256;

/// What is known of a sum.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    /// Codes reached.
    reached: Set,
    /// Codes that no far rare position gives.
    absent: Set,
}

/// Scratch space.
#[derive(Debug)]
pub struct Commons {
    /// Rare positions that are marked, and those that are used to seek.
    marked: Parts,
    sought: Parts,
    /// How many rare positions are among them or near.
    taken: usize,
    near: Vec<(usize, u8)>,
    lanes: Vec<Lane>,
    classes: Vec<u8>,
    /// End of the newest block.
    end: usize,
    /// Nearly all codes are smaller than sixteen times this; only those are marked.
    groups: usize,
    /// How many were not, since that was looked at.
    beyond: usize,
}

impl Commons {
    /// Scratch space for a sequence that is already several blocks long.
    pub fn new(rule: &Rule, seq: &Sequence<u8>) -> Self {
        let (least, most) = rule.span();
        let is_near = |r: usize| r + least < LANES;
        let far: Vec<usize> = seq.rares.iter().copied().filter(|&r| !is_near(r)).collect();
        let several = rule.two.len() > 1;
        let mut sample = Sample::of(seq, least, |n| seq.cells[n] as usize);
        let marked = if several { far.clone() } else { sample.choose(seq, &far, &[], MARKS) };
        let mut chosen = marked.clone();
        chosen.sort_unstable();
        let rest: Vec<usize> = far.into_iter().filter(|r| chosen.binary_search(r).is_err()).collect();
        Commons {
            marked: Parts::new(seq, &marked),
            sought: Parts::new(seq, &rest),
            taken: seq.rares.len(),
            near: seq.rares.iter().filter(|&&r| is_near(r)).map(|&r| (r, seq.cells[r])).collect(),
            lanes: vec![Lane::default(); (2 * LANES + most - least).next_power_of_two()],
            classes: vec![],
            end: 0,
            groups: blocks::groups(seq),
            beyond: 0,
        }
    }

    /// Opens what the next heap needs, whatever was open before.
    #[inline(always)]
    pub fn begin<X: Simd>(&mut self, rule: &Rule, seq: &Sequence<u8>, x: X) {
        let (least, most) = rule.span();
        // Sums older than the newest block are needed if breaks of different size are allowed.
        let mut block = (seq.len() - most) / LANES * LANES;
        while block <= seq.len() - least {
            self.open(seq, block, x);
            block += LANES;
        }
        for s in seq.len() - most..seq.len() - least {
            self.finish(seq, s);
        }
    }

    /// Takes in rare positions that have turned up before `first`.
    fn catch_up(&mut self, seq: &Sequence<u8>, first: usize) {
        while let Some(&r) = seq.rares.get(self.taken).filter(|&&r| r < first) {
            self.marked.places.insert(0, r as u32);
            self.marked.codes.insert(0, seq.cells[r]);
            self.taken += 1;
        }
        blocks::classify(&mut self.classes, seq);
    }

    /// Opens the block of sums that begins at `first`, a multiple of its length.
    #[inline(always)]
    fn open<X: Simd>(&mut self, seq: &Sequence<u8>, first: usize, x: X) {
        self.end = first + LANES;
        self.catch_up(seq, first);
        let view = View { seq, classes: &self.classes, first };
        let mut reached = view.mark(&self.marked, self.groups, x);
        // If all rare positions are marked, all that is not marked is absent.
        let whole = self.sought.places.is_empty();
        let mut absent = [[if whole { u64::MAX } else { 0 }; 4]; LANES];
        for _ in 0..if whole { 0 } else { PASSES } {
            view.seek(&self.sought, &mut reached, &mut absent, x);
            let undecided = |i: &usize| !holds(&absent[*i], first_absent(&reached[*i]).min(255) as u8);
            if (0..LANES).filter(undecided).count() <= LEFT_OVER {
                break;
            }
        }
        for i in 0..LANES {
            // Codes beyond the groups were not marked, so that they were sought in vain says nothing.
            for word in 0..4 {
                let known = (16 * self.groups).saturating_sub(64 * word).min(64);
                absent[i][word] &= u64::MAX.checked_shr(64 - known as u32).unwrap_or(0);
            }
            let place = (first + i) & (self.lanes.len() - 1);
            self.lanes[place] = Lane { reached: reached[i], absent: absent[i] };
        }
    }

    /// Takes in the parts that were not known, or not rare yet, when the block of `s` was opened.
    #[inline(always)]
    fn finish(&mut self, seq: &Sequence<u8>, s: usize) {
        let i = s & (self.lanes.len() - 1);
        let set = &mut self.lanes[i].reached;
        let all_common = s > seq.last_rare() + LANES;
        for &(r, u) in &self.near {
            if all_common || (r < s && !seq.is_rare(s - r)) {
                insert(set, seq.cells[s - r] ^ u);
            }
        }
        let first = s / LANES * LANES;
        for &r in seq.rares.iter().rev().take_while(|&&r| r >= first) {
            if r < s && !seq.is_rare(s - r) {
                insert(set, seq.cells[r] ^ seq.cells[s - r]);
            }
        }
    }

    /// Adds all that far rare positions give for sum `s`, one by one.
    #[cold]
    fn complete(&self, seq: &Sequence<u8>, s: usize, set: &mut Set) {
        let first = s / LANES * LANES;
        for parts in [&self.marked, &self.sought] {
            let (smaller, clear) = parts.bounds(first, seq.last_rare());
            for i in smaller..parts.places.len() {
                let y = s - parts.places[i] as usize;
                if i >= clear || !seq.is_rare(y) {
                    insert(set, seq.cells[y] ^ parts.codes[i]);
                }
            }
        }
    }

    /// The smallest absent common code of heap `seq.len()`; `None` if it does not fit a byte.
    #[inline(always)]
    pub fn next<X: Simd>(&mut self, rule: &Rule, seq: &Sequence<u8>, x: X) -> Option<u8> {
        let (n, least) = (seq.len(), rule.span().0);
        if n - least == self.end {
            self.open(seq, n - least, x);
        }
        self.finish(seq, n - least);
        let mut sum = Lane { absent: [u64::MAX; 4], ..Lane::default() };
        for &t in &rule.two {
            let lane = &self.lanes[(n - t) & (self.lanes.len() - 1)];
            for i in 0..4 {
                sum.reached[i] |= lane.reached[i];
                sum.absent[i] &= lane.absent[i];
            }
        }
        for &t in &rule.single {
            if seq.leaves_common(n, t) {
                insert(&mut sum.reached, seq.cells[n - t]);
            }
        }
        let mut code = first_absent(&sum.reached);
        if code >= u8::MAX as usize || !holds(&sum.absent, code as u8) {
            for &t in &rule.two {
                self.complete(seq, n - t, &mut sum.reached);
            }
            code = first_absent(&sum.reached);
        }
        if code >= u8::MAX as usize {
            return None;
        }
        if code >= 16 * self.groups {
            self.beyond += 1;
            if self.beyond == TOO_MANY {
                (self.groups, self.beyond) = (self.groups + 1, 0);
            }
        }
        Some(code as u8)
    }
}
