//! Whether a heap misses a rare code.
//!
//! Some common positions are first parts: they are marked (with their translates) and used to seek, for 32
//! sums at a time. If the common codes of the heaps are known already, only what lies below them is sought.
//! What is open then is searched for in all pairs. Only values before the block are used, and nothing here
//! depends on which thread it runs.
//!
//! Cost per value, `V` codes, `P` marked, `Q` sought: P·V/90 + Q/4 vector operations over 32, and a fixed
//! cost.

use crate::engine::break_rule::BreakRule;
use crate::engine::sparse::driver::RareChecker;
use crate::engine::sparse::greedy_cover::Sample;
use crate::engine::sparse::many::first_parts::Parts;
use crate::engine::sparse::many::reached::{
    LANES, ROWS, Reached, Set, first_absent, insert, insert_found, smallest, transpose,
};
use crate::engine::sparse::many::translates::{self, Family};
use crate::engine::sparse::many::{self, View};
use crate::engine::sparse::pair_search::PairSearch;
use crate::engine::sparse::sequence::Sequence;
use crate::simd::{Simd, dispatch};

/// Common positions that are marked, not counting translates; after that, how many of the best others are
/// used for seeking many codes of a lane, and how many more for few.
const MARKS: usize = 220;
const BEST: usize = 384;
const MORE: usize = 384;
/// Sets of shifts, how many shifts they have at most, and positions that make one worth having.
const FAMILIES: usize = 2;
const SHIFTS: usize = 2;
const ENOUGH: usize = 320;
/// How many codes of a lane are many, and few.
const MANY: usize = 6;
const FEW: usize = 2;
/// Positions of a family, and for seeking, that these are chosen from, at most.
const CANDIDATES: usize = 1200;
const POOL: usize = 3600;
/// Positions that common first parts are chosen from, at most.
const CHOICE: usize = 1 << 15;

/// Values taken for common before rare codes are looked at, at most, and as a share of the distance to the
/// last rare position.
const AHEAD: usize = 512;
const CAUTION: usize = 16;

/// What is known of a sum.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    /// Codes reached.
    reached: Set,
    /// The smallest code not among them.
    open: u8,
}

/// Scratch space.
#[derive(Clone, Debug)]
pub struct RareCodes {
    /// Common positions that are marked, and those that are used to seek: the best, and more.
    marked: Vec<Family>,
    best: Parts,
    more: Parts,
    search: PairSearch<u8>,
    lanes: Vec<Lane>,
    classes: Vec<u8>,
    /// End of the newest block.
    end: usize,
    /// Nearly all codes are smaller than sixteen times this; only those are marked.
    groups: usize,
}

/// The positions, or as many as the choice can look at.
fn thinned(positions: &[usize], most: usize) -> Vec<usize> {
    positions.iter().step_by(positions.len().div_ceil(most).max(1)).copied().collect()
}

/// Seeks the `K` smallest open codes of each lane among what the parts give, as far as they are asked for.
#[inline(always)]
fn sift<const K: usize, X: Simd>(
    view: &View,
    parts: &Parts,
    asked: &[u8; LANES],
    rows: &mut Reached,
    count: usize,
    x: X,
) {
    let mut wanted = smallest::<K, X>(rows, count, x);
    let mut any = false;
    for k in 0..K {
        for lane in 0..LANES {
            // What is not below the bound is not sought.
            let idle = wanted[k][lane] >= asked[lane];
            wanted[k][lane] = if idle { u8::MAX } else { wanted[k][lane] };
            any |= !idle;
        }
    }
    if any {
        let found = view.seek(parts, &wanted, x);
        insert_found(rows, count, &wanted, &found, x);
    }
}

dispatch! {
    /// Opens the block of sums that begins at `first`, a multiple of its length.
    fn open(rares: &mut RareCodes, rule: &BreakRule, seq: &Sequence<u8>, first: usize) = RareCodes::open_at
}

impl RareCodes {
    /// Scratch space for a sequence that is already several blocks long.
    pub fn new(rule: &BreakRule, seq: &Sequence<u8>) -> Self {
        let (least, most) = rule.span();
        // Twice a part is less than any sum to come, so a pair never has equal parts.
        let limit = ((seq.len() - most) / 2).saturating_sub(LANES).min(CHOICE);
        let common: Vec<usize> = (LANES..limit).filter(|&a| !seq.is_rare(a)).collect();
        let mut families = translates::find(seq, &common, limit, [FAMILIES, SHIFTS, ENOUGH]);
        for (_, positions) in &mut families {
            *positions = thinned(positions, CANDIDATES);
        }
        if families.is_empty() {
            families.push((vec![], thinned(&common, CANDIDATES)));
        }
        let asked = |n: usize| seq.split.rares_below(seq.cells[n] as u32, n).min(u8::MAX as u32) as u8;
        let mut sample = Sample::of(seq, least, asked);
        let marked = sample.choose(seq, &families, MARKS);
        let sought = sample.choose(seq, &[(vec![], thinned(&common, POOL))], BEST + MORE).remove(0);
        let (best, more) = sought.split_at(BEST.min(sought.len()));
        let family =
            |(shifts, parts): (Vec<usize>, &Vec<usize>)| Family::new(many::parts(seq, parts), shifts);
        RareCodes {
            marked: families.into_iter().map(|f| f.0).zip(&marked).map(family).collect(),
            best: many::parts(seq, best),
            more: many::parts(seq, more),
            search: PairSearch::find(seq),
            lanes: vec![Lane::default(); (2 * LANES + most - least).next_power_of_two()],
            classes: vec![],
            end: 0,
            groups: many::groups(seq),
        }
    }

    /// From now on only pairs with a part among the first `span` positions are looked at, at least as many as
    /// first parts are chosen from.
    pub fn look_among_first(&mut self, seq: &Sequence<u8>, span: usize) {
        debug_assert!(span >= CHOICE);
        self.search = PairSearch::among_first(seq, span);
    }

    /// Pairs that are not looked at give these heaps these codes.
    pub fn grant(&mut self, granted: Vec<(usize, u8)>) {
        self.search.granted = granted;
    }

    /// How many rare codes the heaps with sum `s` ask for, as far as their common codes are known.
    #[inline(always)]
    fn asked(rule: &BreakRule, seq: &Sequence<u8>, s: usize) -> u8 {
        let mut most = 0;
        for &t in &rule.two {
            let code = if s + t < seq.len() { seq.cells[s + t] } else { u8::MAX };
            most = most.max(seq.split.rares_below(code as u32, s + t));
        }
        most.min(u8::MAX as u32) as u8
    }

    /// See [`open`].
    #[inline(always)]
    fn open_at<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<u8>, first: usize, x: X) {
        self.end = first + LANES;
        many::classify(&mut self.classes, seq);
        let view = View::new(seq, &self.classes, first);
        let count = 2 * self.groups;
        let mut rows = [[0; LANES]; ROWS];
        translates::mark(&mut self.marked, &view, self.groups, &mut rows, x);
        let mut asked = [0; LANES];
        for lane in 0..LANES {
            asked[lane] = Self::asked(rule, seq, first + lane);
        }
        sift::<MANY, X>(&view, &self.best, &asked, &mut rows, count, x);
        sift::<FEW, X>(&view, &self.more, &asked, &mut rows, count, x);
        let open = smallest::<1, X>(&rows, count, x);
        let sets = transpose(&rows, x);
        for i in 0..LANES {
            let place = (first + i) & (self.lanes.len() - 1);
            let open = open[0][i].min((16 * self.groups).min(u8::MAX as usize) as u8);
            self.lanes[place] = Lane { reached: sets[i], open };
        }
    }

    /// The smallest rare code that heap `n` does not reach, if its value is below that of the common code
    /// `code`. All values before `n` are known; heaps are asked for in ascending order.
    #[inline(always)]
    fn missed<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<u8>,
        n: usize,
        code: u8,
        x: X,
    ) -> Option<u8> {
        let least = rule.span().0;
        if n - least == self.end {
            open(x.level(), self, rule, seq, n - least);
        }
        let bound = seq.split.rares_below(code as u32, n) as usize;
        for &t in &rule.two {
            if self.lanes[(n - t) & (self.lanes.len() - 1)].open as usize >= bound {
                return None;
            }
        }
        let mut reached = [0; 4];
        for &t in &rule.two {
            let lane = &self.lanes[(n - t) & (self.lanes.len() - 1)];
            for i in 0..4 {
                reached[i] |= lane.reached[i];
            }
        }
        for &t in &rule.single {
            if !seq.leaves_common(n, t) {
                insert(&mut reached, seq.cells[n - t]);
            }
        }
        loop {
            let open = first_absent(&reached);
            if open >= bound {
                return None;
            }
            let gives = self.search.gives(seq, rule, n, open as u8, x);
            if !gives {
                return Some(open as u8);
            }
            insert(&mut reached, open as u8);
        }
    }
}

impl RareChecker<u8> for RareCodes {
    fn ahead(&self, seq: &Sequence<u8>) -> usize {
        ((seq.len() - seq.last_rare()) / CAUTION).clamp(1, AHEAD)
    }

    #[inline(always)]
    fn begin<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<u8>, n: usize, x: X) {
        let (least, most) = rule.span();
        for family in &mut self.marked {
            family.forget();
        }
        let mut block = (n - most) / LANES * LANES;
        while block <= n - least {
            open(x.level(), self, rule, seq, block);
            block += LANES;
        }
    }

    #[inline(always)]
    fn refute<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<u8>,
        from: usize,
        x: X,
    ) -> Option<(usize, u8)> {
        for n in from..seq.len() {
            if let Some(rare) = self.missed(rule, seq, n, seq.cells[n], x) {
                return Some((n, rare));
            }
        }
        None
    }

    fn certain(&self) -> bool {
        self.search.is_whole()
    }
}
