//! Where to look for rare values: pairs of common positions, laid out for the vector unit.
//!
//! A rare value is reached by two common parts (or two rare ones). There are so many such pairs that a few hundred of
//! them give every small rare value, if they are well chosen: late values come from a small set, so the first parts have
//! to be varied. A *window* is 32 consecutive common positions; with `f[c]` the share of code `c` among late values, a
//! window gives code `c` about `p = Σ f[c ⊕ code(a)]` times, the sum over its positions `a`. A greedy choice takes the
//! windows that leave least unfound, and for each code the best window of its own.
//!
//! A reversed copy of the first positions makes the pairs `(a, s − a)` of any sum two contiguous stretches of memory, as
//! in the dense method. Codes do not tell a pair of one class from a pair of two, so where rare positions may be
//! involved a hit is looked at again, one by one.

use crate::values::sparse::lanes::{Simd, pairs_with};
use crate::values::sparse::rule::Rule;
use crate::values::sparse::sequence::{Cell, Sequence};

/// Positions kept in reverse, at most.
const SPAN: usize = 1 << 16;
/// Positions of a window.
pub const WINDOW: usize = 32;
/// Windows to choose from, and the late values that rank them.
const CHOICE: usize = 384;
const LATE: usize = 1 << 14;
/// Windows of its own that a code is looked for in.
const TRIES: usize = 32;
/// A window has to give the code this often, or a long search is better.
const WORTH_IT: f32 = 0.02;
/// Pairs between two looks at what was found.
const CHUNK: usize = 256;
/// The same where a hit has to be looked at again because rare positions may be involved.
const MIXED_CHUNK: usize = 64;

/// The first positions, reversed, and the windows chosen among them.
#[derive(Debug, Default)]
pub struct Probe<C> {
    /// `codes[i]` is the code of position `span − i`.
    codes: Vec<C>,
    span: usize,
    /// Where a long search starts: behind the rare positions, if there is room.
    start: usize,
    /// First positions of the windows to look at for every sum.
    windows: Vec<usize>,
    /// For each code the first positions of its best windows.
    best: Vec<Vec<usize>>,
}

impl<C: Cell> Probe<C> {
    /// Takes the first half of the sequence, or less, and chooses windows in it.
    pub fn find(seq: &Sequence<C>, windows: usize) -> Self {
        let span = (seq.len() / 2).min(SPAN);
        let codes = seq.cells[1..=span].iter().rev().copied().collect();
        let behind = seq.last_rare() + 1;
        let start = if windows == 0 && behind + 8 * CHUNK <= span { behind } else { 1 };
        let mut probe = Probe { codes, span, start, windows: vec![], best: vec![] };
        if windows > 0 {
            probe.choose(seq, windows);
        }
        probe
    }

    fn choose(&mut self, seq: &Sequence<C>, count: usize) {
        let late = &seq.cells[seq.len() - (seq.len() / 2).min(LATE)..];
        let top = late.iter().max().map_or(0, |c| c.code()) as usize;
        let size = (top + 1).next_power_of_two();
        let mut share = vec![0f32; size];
        for c in late {
            share[c.code() as usize] += 1.0 / late.len() as f32;
        }
        // How often a rare code is asked for: about as often as the value is larger.
        let mut asked: Vec<f32> = share.clone();
        for c in (0..size - 1).rev() {
            asked[c] += asked[c + 1];
        }
        let starts = candidates(seq, self.span);
        let gives: Vec<Vec<f32>> =
            starts.iter().map(|&a| expected(&share, &seq.cells[a..a + WINDOW])).collect();
        let mut unfound = asked;
        for _ in 0..count {
            let gain =
                |i: usize| -> f32 { gives[i].iter().zip(&unfound).map(|(p, u)| u * p / (1.0 + p)).sum() };
            let fresh = (0..starts.len()).filter(|&i| !self.windows.contains(&starts[i]));
            let Some(i) = fresh.max_by(|&i, &j| gain(i).total_cmp(&gain(j))) else { break };
            self.windows.push(starts[i]);
            for (u, p) in unfound.iter_mut().zip(&gives[i]) {
                *u /= 1.0 + p;
            }
        }
        self.best = (0..size).map(|c| best_for(c, &starts, &gives)).collect();
    }

    /// The codes of the pairs of sum `s` in the `i`-th chosen window, if they are common pairs.
    #[inline(always)]
    pub fn window<'a>(&'a self, seq: &'a Sequence<C>, s: usize, i: usize) -> Option<(&'a [C], &'a [C])> {
        self.common_pairs(seq, s, *self.windows.get(i)?)
    }

    /// The pairs of sum `s` with first part in the window at `from`, if all second parts are common too.
    #[inline(always)]
    fn common_pairs<'a>(&'a self, seq: &'a Sequence<C>, s: usize, from: usize) -> Option<(&'a [C], &'a [C])> {
        let to = from + WINDOW;
        if s < 2 * to || (s - to < seq.last_rare() && seq.any_rare(s + 1 - to, s + 1 - from)) {
            return None;
        }
        Some(self.pairs(seq, s, from, to))
    }

    /// Pairs of sum `s` with first part in `from..to`, the largest first part first.
    #[inline(always)]
    fn pairs<'a>(&'a self, seq: &'a Sequence<C>, s: usize, from: usize, to: usize) -> (&'a [C], &'a [C]) {
        (&self.codes[self.span + 1 - to..self.span + 1 - from], &seq.cells[s + 1 - to..s + 1 - from])
    }

    /// Does `n` break into two parts of one class whose codes xor to `code`? Looks at all pairs, the likely ones first.
    #[inline(always)]
    pub fn gives<X: Simd>(&self, seq: &Sequence<C>, rule: &Rule, n: usize, code: C, x: X) -> bool {
        if (code.code() as usize) < self.best.len() {
            for &best in &self.best[code.code() as usize] {
                for &t in &rule.two {
                    if let Some((ours, theirs)) = self.common_pairs(seq, n - t, best)
                        && pairs_with(ours, theirs, &[code], x)[0]
                    {
                        return true;
                    }
                }
            }
        }
        self.gives_at_all(seq, rule, n, code, x)
    }

    #[inline(always)]
    fn gives_at_all<X: Simd>(&self, seq: &Sequence<C>, rule: &Rule, n: usize, code: C, x: X) -> bool {
        for (low, high) in [(self.start, self.span + 1), (1, self.start)] {
            let mut from = low;
            while from < high {
                let to = (from + 2 * CHUNK).min(high);
                for &t in &rule.two {
                    if self.search(seq, n - t, from, to.min(rule.half(n - t) + 1), code, x) {
                        return true;
                    }
                }
                from = to;
            }
        }
        rule.two.iter().any(|&t| seq.pair_of_one_class(code, n - t, self.span + 1, rule.half(n - t) + 1))
    }

    /// Searches the pairs of sum `s` with first part in `from..to`.
    #[inline(always)]
    fn search<X: Simd>(&self, seq: &Sequence<C>, s: usize, from: usize, to: usize, code: C, x: X) -> bool {
        let last = seq.last_rare();
        let mut a = from;
        while a < to {
            let clear = a > last && s > last + a + CHUNK;
            let next = (a + if clear { CHUNK } else { MIXED_CHUNK }).min(to);
            let (ours, theirs) = self.pairs(seq, s, a, next);
            if pairs_with(ours, theirs, &[code], x)[0] && (clear || seq.pair_of_one_class(code, s, a, next)) {
                return true;
            }
            a = next;
        }
        false
    }
}

/// First positions of windows to choose from: they do not overlap, all positions are common; later ones are thinned out.
fn candidates<C: Cell>(seq: &Sequence<C>, span: usize) -> Vec<usize> {
    let mut starts = vec![];
    let mut run = 0;
    for x in 1..span {
        run = if seq.is_rare(x) { 0 } else { run + 1 };
        if run >= WINDOW && run % WINDOW == 0 {
            starts.push(x + 1 - WINDOW);
        }
    }
    // Early values are the most varied, so the first part of the choice is taken whole.
    let (whole, rest) = starts.split_at(starts.len().min(CHOICE / 2));
    let step = (rest.len() / (CHOICE / 2)).max(1);
    whole.iter().chain(rest.iter().step_by(step)).copied().collect()
}

/// The windows that give code `c` most often, the best first.
fn best_for(c: usize, starts: &[usize], gives: &[Vec<f32>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..starts.len()).collect();
    order.sort_by(|&i, &j| gives[j][c].total_cmp(&gives[i][c]));
    order.iter().take(TRIES).filter(|&&i| gives[i][c] > WORTH_IT).map(|&i| starts[i]).collect()
}

/// How often a window is expected to give each code.
fn expected<C: Cell>(share: &[f32], window: &[C]) -> Vec<f32> {
    let mut p = vec![0f32; share.len()];
    for a in window {
        let a = a.code() as usize;
        if a < share.len() {
            for (c, p) in p.iter_mut().enumerate() {
                *p += share[c ^ a];
            }
        }
    }
    p
}
