//! The smallest common code that a heap does not reach by breaking.
//!
//! All rare positions are first parts; the best are marked (with their translates), and all others are used
//! to seek the smallest open codes of each lane, in two stages. An open code not found is absent for certain.
//! First parts so small that their partner may lie in the block itself (`near`), and rare positions of the
//! block itself, are looked at when the lane's turn comes.
//!
//! Cost per value, `R` rare positions, `V` codes, `M` marked: M·V/90 + R/4 vector operations over 32, and a
//! fixed cost.

use crate::engine::break_rule::BreakRule;
use crate::engine::sparse::driver::CommonFinder;
use crate::engine::sparse::greedy_cover::Sample;
use crate::engine::sparse::many::first_parts::{Part, Parts};
use crate::engine::sparse::many::near_parts::Near;
use crate::engine::sparse::many::premark::{Premarker, Premarks};
use crate::engine::sparse::many::reached::{
    LANES, ROWS, Reached, Set, first_absent, insert, insert_found, smallest, transpose,
};
use crate::engine::sparse::many::translates::{self, Family};
use crate::engine::sparse::many::{self, View};
use crate::engine::sparse::sequence::Sequence;
use crate::simd::{Simd, dispatch};

/// Rare positions that are marked, not counting translates; all if there are several breaks.
const MARKS: usize = 460;
/// Sets of shifts, how many shifts they have, and rare positions that make one worth having.
const FAMILIES: usize = 2;
const SHIFTS: usize = 1;
const ENOUGH: usize = 64;
/// Of the others, how many of the best come first; codes of a lane that these and the rest are used to seek
/// at once.
const BEST: usize = 400;
const LIKELY: usize = 8;
const UNLIKELY: usize = 3;
/// Most passes over either.
const PASSES: usize = 4;
/// After this many values whose codes were too large to be marked, sixteen more codes are marked.
const TOO_MANY: usize = 256;

/// What is known of a sum.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    /// Codes reached.
    reached: Set,
    /// No likely part gives a code below the first that is not reached, no unlikely part one below the
    /// second.
    decided: [u8; 2],
    /// Codes from here on were not marked.
    limit: u8,
}

/// Scratch space.
#[derive(Clone, Debug)]
pub struct CommonCodes {
    /// Rare positions that are marked, those without shifts first, and those that are used to seek: the best,
    /// and the rest.
    marked: Vec<Family>,
    likely: Parts,
    unlikely: Parts,
    /// How many rare positions are among them or near.
    taken: usize,
    near: Near,
    lanes: Vec<Lane>,
    classes: Vec<u8>,
    /// End of the newest block.
    end: usize,
    /// Nearly all codes are smaller than sixteen times this; only those are marked.
    groups: usize,
    /// How many were not, since that was looked at.
    beyond: usize,
}

/// May the partner of `r` lie in the block of its sum?
fn is_near(rule: &BreakRule, r: usize) -> bool {
    r + rule.span().0 < LANES
}

/// The positions that are not marked, not even as translates.
fn left(positions: &[usize], marked: &[Family]) -> Vec<usize> {
    let mut covered: Vec<usize> = marked.iter().flat_map(Family::covered).collect();
    covered.sort_unstable();
    positions.iter().copied().filter(|r| covered.binary_search(r).is_err()).collect()
}

/// Seeks the `K` smallest open codes of each lane among what the parts give, again if all of a lane are
/// found. What is open then and below the code returned for the lane is given by none of the parts.
#[inline(always)]
fn sift<const K: usize, X: Simd>(
    view: &View,
    parts: &Parts,
    rows: &mut Reached,
    count: usize,
    x: X,
) -> [u8; LANES] {
    let mut last = [u8::MAX; LANES];
    for _ in 0..if parts.as_slice().is_empty() { 0 } else { PASSES } {
        let wanted = smallest::<K, X>(rows, count, x);
        let found = view.seek(parts, &wanted, x);
        insert_found(rows, count, &wanted, &found, x);
        last = wanted[K - 1];
        let mut open = 0;
        for lane in 0..LANES {
            let mut all = found[0][lane];
            for k in 1..K {
                all &= found[k][lane];
            }
            open |= all;
        }
        if open == 0 {
            break;
        }
    }
    for lane in 0..LANES {
        last[lane] = last[lane].saturating_add(1);
    }
    last
}

/// Does one of the parts give the code for sum `s`? Looks at them one by one.
#[cold]
fn gives(seq: &Sequence<u8>, s: usize, parts: &Parts, code: u8) -> bool {
    let (mixed, clear) = parts.of_block(s / LANES * LANES, seq.last_rare());
    for part in mixed.as_slice().iter().chain(clear.as_slice()) {
        let y = s - part.place as usize;
        if seq.cells[y] ^ part.code() == code && !seq.is_rare(y) {
            return true;
        }
    }
    false
}

dispatch! {
    /// Opens the block of sums that begins at `first`, a multiple of its length.
    fn open(commons: &mut CommonCodes, seq: &Sequence<u8>, first: usize, premarks: &mut Option<Premarks>) = CommonCodes::open_at
}

impl CommonCodes {
    /// Scratch space for a sequence that is already several blocks long.
    pub fn new(rule: &BreakRule, seq: &Sequence<u8>) -> Self {
        let (least, most) = rule.span();
        let far: Vec<usize> = seq.rares.iter().copied().filter(|&r| !is_near(rule, r)).collect();
        let (mut marked, mut likely) = (vec![], vec![]);
        if rule.two.len() > 1 {
            marked.push(Family::new(many::parts(seq, &far), vec![]));
        } else {
            let mut families = translates::find(seq, &far, seq.last_rare() + 1, [FAMILIES, SHIFTS, ENOUGH]);
            families.insert(0, (vec![], far.clone()));
            let mut sample = Sample::of(seq, least, |n| seq.cells[n]);
            let chosen = sample.choose(seq, &families, MARKS);
            for ((shifts, _), parts) in families.into_iter().zip(chosen) {
                marked.push(Family::new(many::parts(seq, &parts), shifts));
            }
            likely = sample.choose(seq, &[(vec![], left(&far, &marked))], BEST).remove(0);
        }
        likely.sort_unstable();
        let unlikely: Vec<usize> =
            left(&far, &marked).into_iter().filter(|r| likely.binary_search(r).is_err()).collect();
        CommonCodes {
            marked,
            likely: many::parts(seq, &likely),
            unlikely: many::parts(seq, &unlikely),
            taken: seq.rares.len(),
            near: Near::new(seq, seq.rares.iter().copied().take_while(|&r| is_near(rule, r))),
            lanes: vec![Lane::default(); (2 * LANES + most - least).next_power_of_two()],
            classes: vec![],
            end: 0,
            groups: many::groups(seq),
            beyond: 0,
        }
    }

    /// The first block of sums that heap `n` needs.
    fn first_block(rule: &BreakRule, n: usize) -> usize {
        (n - rule.span().1) / LANES * LANES
    }

    /// Takes in rare positions that have turned up before `first`.
    fn catch_up(&mut self, seq: &Sequence<u8>, first: usize) {
        while let Some(&r) = seq.rares.get(self.taken).filter(|&&r| r < first) {
            self.marked[0].parts.insert_largest(Part::new(r, seq.cells[r]));
            self.taken += 1;
        }
        many::classify(&mut self.classes, seq);
    }

    /// See [`open`].
    #[inline(always)]
    fn open_at<X: Simd>(&mut self, seq: &Sequence<u8>, first: usize, premarks: &mut Option<Premarks>, x: X) {
        self.end = first + LANES;
        self.catch_up(seq, first);
        let mut view = View::new(seq, &self.classes, first);
        let (mut rows, mut groups) = ([[0; LANES]; ROWS], self.groups);
        if let Some(premarks) = premarks {
            groups = groups.min(premarks.groups);
            if let Some((marked, from)) = premarks.next() {
                (rows, view) = (*marked, view.of_parts(0, *from));
            }
        }
        self.near.mark(seq, first, self.groups, &mut rows, x);
        translates::mark(&mut self.marked, &view, self.groups, &mut rows, x);
        let count = 2 * self.groups;
        let likely = sift::<LIKELY, X>(&view, &self.likely, &mut rows, count, x);
        let unlikely = sift::<UNLIKELY, X>(&view, &self.unlikely, &mut rows, count, x);
        let limit = (16 * groups).min(u8::MAX as usize) as u8;
        let sets = transpose(&rows, x);
        for i in 0..LANES {
            let place = (first + i) & (self.lanes.len() - 1);
            self.lanes[place] = Lane { reached: sets[i], decided: [likely[i], unlikely[i]], limit };
        }
    }

    /// Does a part that was not known, or not rare yet, when the block of `s` was opened give the code?
    #[inline(always)]
    fn near_gives<X: Simd>(&self, seq: &Sequence<u8>, s: usize, code: u8, x: X) -> bool {
        if s > seq.last_rare() + LANES {
            return self.near.gives(&seq.cells, s, code, x);
        }
        let gives = |r: usize| r < s && !seq.is_rare(s - r) && seq.cells[r] ^ seq.cells[s - r] == code;
        let first = s / LANES * LANES;
        let new = seq.rares.iter().rev().take_while(|&&r| r >= first);
        self.near.places().chain(new.copied()).any(gives)
    }

    /// Does a part give the code that was not sought among what it gives?
    #[inline(always)]
    fn far_gives(&self, seq: &Sequence<u8>, s: usize, code: u8) -> bool {
        let lane = &self.lanes[s & (self.lanes.len() - 1)];
        code >= lane.decided[0] && gives(seq, s, &self.likely, code)
            || code >= lane.decided[1] && gives(seq, s, &self.unlikely, code)
    }

    /// Adds all that rare positions give for sum `s`, one by one.
    #[cold]
    fn complete(seq: &Sequence<u8>, s: usize, set: &mut Set) {
        let mut given = [false; 256];
        let mixed = s <= 2 * seq.last_rare();
        for &r in seq.rares.iter().take_while(|&&r| r < s) {
            if !mixed || !seq.is_rare(s - r) {
                given[(seq.cells[r] ^ seq.cells[s - r]) as usize] = true;
            }
        }
        for code in 0..given.len() {
            set[code / 64] |= (given[code] as u64) << (code % 64);
        }
    }
}

impl CommonFinder<u8> for CommonCodes {
    const BATCH: usize = 256;
    const WAITING: usize = 16;
    type Helper = Premarker;

    #[inline(always)]
    fn begin<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<u8>,
        _: usize,
        premarks: &mut Option<Premarks>,
        x: X,
    ) {
        for family in &mut self.marked {
            family.forget();
        }
        // Sums older than the newest block are needed if breaks of different size are allowed.
        let mut block = Self::first_block(rule, seq.len());
        while block <= seq.len() - rule.span().0 {
            open(x.level(), self, seq, block, premarks);
            block += LANES;
        }
    }

    /// `None` if bytes do not hold it ([`Sequence::holds`]).
    #[inline(always)]
    fn next<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<u8>,
        premarks: &mut Option<Premarks>,
        x: X,
    ) -> Option<u8> {
        let (n, least) = (seq.len(), rule.span().0);
        if n - least == self.end {
            open(x.level(), self, seq, n - least, premarks);
        }
        let (mut reached, mut limit) = ([0; 4], u8::MAX);
        for &t in &rule.two {
            let lane = &self.lanes[(n - t) & (self.lanes.len() - 1)];
            limit = limit.min(lane.limit);
            for i in 0..4 {
                reached[i] |= lane.reached[i];
            }
        }
        let mut whole = false;
        let code = loop {
            let code = first_absent(&reached).min(u8::MAX as usize) as u8;
            if !whole && code >= limit {
                for &t in &rule.two {
                    Self::complete(seq, n - t, &mut reached);
                }
                whole = true;
            } else if code == u8::MAX {
                return None;
            } else {
                let mut given = false;
                for &t in &rule.single {
                    given |= seq.cells[n - t] == code && seq.leaves_common(n, t);
                }
                for &t in &rule.two {
                    given |=
                        self.near_gives(seq, n - t, code, x) || !whole && self.far_gives(seq, n - t, code);
                }
                if !given {
                    break Some(code).filter(|&code| seq.holds(code, n))?;
                }
                insert(&mut reached, code);
            }
        };
        if code as usize >= 16 * self.groups {
            self.beyond += 1;
            if self.beyond == TOO_MANY {
                (self.groups, self.beyond) = (self.groups + 1, 0);
                for family in &mut self.marked {
                    family.forget();
                }
            }
        }
        Some(code)
    }

    /// It makes some of the marks.
    fn helper(&mut self, rule: &BreakRule, seq: &Sequence<u8>) -> Premarker {
        self.catch_up(seq, seq.len());
        Premarker::new(&self.marked, self.groups, Self::first_block(rule, seq.len()))
    }
}
