//! Whether a heap misses a rare code.
//!
//! Some common positions are first parts: they are marked (with echoes) and used to seek, for 32 sums at a time; what is
//! open below the common code of the heap then is searched for in all pairs. Only values before the block are used, and
//! nothing here depends on which thread it runs.
//!
//! Cost a value, `V` codes, `P` marked: P·V/50 + P/2 vector operations over 32, and a fixed cost.

use crate::values::sparse::blocks::cover::Sample;
use crate::values::sparse::blocks::echo::{self, Echoes};
use crate::values::sparse::blocks::{self, Parts, Set, View, first_absent, insert};
use crate::values::sparse::lanes::{LANES, Simd};
use crate::values::sparse::probe::Probe;
use crate::values::sparse::rule::Rule;
use crate::values::sparse::sequence::Sequence;

/// Common positions that are marked, and those used in each of the rounds of seeking after that.
const PARTS: usize = 320;
const ROUND: usize = 384;
const ROUNDS: usize = 2;
/// Positions that either are chosen from, at most.
const CANDIDATES: usize = 1200;
/// Positions that common first parts are chosen from, at most.
const CHOICE: usize = 1 << 15;

/// Scratch space.
#[derive(Debug)]
pub struct Rares {
    /// Common positions: marked ones, and those of each round of seeking.
    pairs: Parts,
    echoes: Echoes,
    rounds: Vec<Parts>,
    probe: Probe<u8>,
    /// Rare codes reached by recent sums.
    reached: Vec<Set>,
    classes: Vec<u8>,
    /// End of the newest block.
    end: usize,
    /// Nearly all codes are smaller than sixteen times this; only those are marked.
    groups: usize,
}

/// The positions, or as many as the choice can look at.
fn thinned(positions: &[usize]) -> Vec<usize> {
    positions.iter().step_by(positions.len().div_ceil(CANDIDATES).max(1)).copied().collect()
}

impl Rares {
    /// Scratch space for a sequence that is already several blocks long.
    pub fn new(rule: &Rule, seq: &Sequence<u8>) -> Self {
        let (least, most) = rule.span();
        // Twice a part is less than any sum to come, so a pair never has equal parts.
        let limit = ((seq.len() - most) / 2).saturating_sub(LANES).min(CHOICE);
        let common: Vec<usize> = (LANES..limit).filter(|&a| !seq.is_rare(a)).collect();
        let (shifts, echoing) = echo::find(seq, &common, PARTS);
        let asked = |n: usize| seq.split.rares_below(seq.cells[n] as u32, n) as usize;
        let mut sample = Sample::of(seq, least, asked);
        let pairs = sample.choose(seq, &thinned(&echoing), &shifts, PARTS);
        let rounds = sample.choose(seq, &thinned(&common), &[], ROUNDS * ROUND);
        Rares {
            pairs: Parts::new(seq, &pairs),
            echoes: Echoes::new(shifts),
            rounds: rounds.chunks(ROUND).map(|p| Parts::new(seq, p)).collect(),
            probe: Probe::find(seq),
            reached: vec![[0; 4]; (2 * LANES + most - least).next_power_of_two()],
            classes: vec![],
            end: 0,
            groups: blocks::groups(seq),
        }
    }

    /// Opens what heap `n` needs, whatever was open before.
    #[inline(always)]
    pub fn begin<X: Simd>(&mut self, rule: &Rule, seq: &Sequence<u8>, n: usize, x: X) {
        let (least, most) = rule.span();
        let mut block = (n - most) / LANES * LANES;
        while block <= n - least {
            self.open(seq, block, x);
            block += LANES;
        }
    }

    /// Opens the block of sums that begins at `first`, a multiple of its length.
    #[inline(always)]
    fn open<X: Simd>(&mut self, seq: &Sequence<u8>, first: usize, x: X) {
        self.end = first + LANES;
        blocks::classify(&mut self.classes, seq);
        let view = View { seq, classes: &self.classes, first };
        let mut reached = view.mark(&self.pairs, self.groups, x);
        self.echoes.resound(first, &mut reached);
        for round in &self.rounds {
            view.seek(round, &mut reached, &mut [[0; 4]; LANES], x);
        }
        for i in 0..LANES {
            let place = (first + i) & (self.reached.len() - 1);
            self.reached[place] = reached[i];
        }
    }

    /// The smallest rare code that heap `n` does not reach, if its value is below that of the common code `code`. All
    /// values before `n` are known; heaps are asked for in ascending order.
    #[inline(always)]
    pub fn missed<X: Simd>(
        &mut self,
        rule: &Rule,
        seq: &Sequence<u8>,
        n: usize,
        code: u8,
        x: X,
    ) -> Option<u8> {
        let least = rule.span().0;
        if n - least == self.end {
            self.open(seq, n - least, x);
        }
        let mut reached = [0; 4];
        for &t in &rule.two {
            let sum = &self.reached[(n - t) & (self.reached.len() - 1)];
            for i in 0..4 {
                reached[i] |= sum[i];
            }
        }
        for &t in &rule.single {
            if !seq.leaves_common(n, t) {
                insert(&mut reached, seq.cells[n - t]);
            }
        }
        let bound = seq.split.rares_below(code as u32, n) as usize;
        loop {
            let open = first_absent(&reached);
            if open >= bound {
                return None;
            }
            if !self.probe.gives(seq, rule, n, open as u8, x) {
                return Some(open as u8);
            }
            insert(&mut reached, open as u8);
        }
    }
}
