//! Whether heaps miss a rare code, for up to 1920 heaps at once, whatever the number of codes, the breaks and
//! the width of a code.
//!
//! A heap whose common code is known must reach all rare codes below it, by two common parts or by two rare
//! ones. Codes are taken downwards; a heap asks for those below its own. For each code probes (`bitmaps`,
//! `probes`) take out the heaps that reach it, until few are left. What is open then is sought among some
//! hundred small common parts, and what is not found there is searched for in all pairs ([`PairSearch`]).
//! Nothing is guessed: a heap misses a code iff no pair of parts gives it.
//!
//! Cost: with codes of share `p` about `ln 480 / p` probes per code and 480 heaps, and the search for what is
//! left.

mod bitmaps;
mod probes;

use crate::engine::break_rule::BreakRule;
use crate::engine::cell::Cell;
use crate::engine::sparse::pair_search::PairSearch;
use crate::engine::sparse::rare_codes::bitmaps::{Bitmaps, Bundle, HISTORY, STRIP, STRIPS, Strip};
use crate::engine::sparse::sequence::Sequence;
use crate::simd::{Row, Scan, Simd, Vector, dispatch};

pub use crate::engine::sparse::rare_codes::bitmaps::HEAPS;

/// Bundles between two tests of what is open.
const ROUND: usize = 2;
/// Codes per heap that are sought, and small common parts that seek them.
const SOUGHT: usize = 2;
const SEEKERS: usize = 192;
/// The smallest of them: its partners of a vector of heaps are all known.
const FIRST_SEEKER: usize = 64;
/// Values that are best taken for common before they are looked at: at least this many, and as a share of the
/// distance to one of the last rare positions.
const SHORT: usize = 64;
const LAST: usize = 4;
const SHARE: usize = 4;

/// The heaps of all strips, one bit each.
type Strips = [Strip; STRIPS];

/// Scratch space.
#[derive(Clone, Debug)]
pub struct RareCodes<C> {
    bitmaps: Bitmaps,
    /// Of each rare code the probes.
    bundles: Vec<Vec<Bundle>>,
    /// Small common parts and their codes, the smallest first.
    seekers: Vec<(u32, C)>,
    search: PairSearch<C>,
    /// The heaps whose codes ask for the rare codes below this one; empty but while heaps are looked at.
    bounds: Vec<Strips>,
    /// Codes that are sought, and how many for each heap.
    wanted: [Vec<C>; SOUGHT],
    counts: Vec<u8>,
    /// What was not found: heaps and codes.
    open: Vec<(usize, C)>,
}

dispatch! {
    /// The first of the heaps from `from` to `to` that misses a rare code, and the code.
    fn refute<[C: Cell]>(rares: &mut RareCodes<C>, rule: &BreakRule, seq: &Sequence<C>, from: usize, to: usize) -> Option<(usize, C)> = RareCodes::refute_strips
}

impl<C: Cell> RareCodes<C> {
    /// Scratch space for a sequence that is already several blocks long.
    pub fn new(rule: &BreakRule, seq: &Sequence<C>) -> Self {
        // The other part is larger than the first for all heaps to come.
        let end = (seq.len() / 2).saturating_sub(rule.reach);
        let common = |from: usize, to: usize| (from..to.min(end)).filter(|&a| !seq.is_rare(a));
        let bitmaps = Bitmaps::new(rule, seq);
        let parts: Vec<usize> = common(1, HISTORY + 1).collect();
        let seekers = common(FIRST_SEEKER, HISTORY).take(SEEKERS);
        RareCodes {
            bundles: probes::choose(seq, &bitmaps, &parts),
            bitmaps,
            seekers: seekers.map(|a| (a as u32, seq.cells[a])).collect(),
            search: PairSearch::find(seq),
            bounds: vec![],
            wanted: std::array::from_fn(|_| vec![C::default(); HEAPS + FIRST_SEEKER]),
            counts: vec![0; HEAPS + FIRST_SEEKER],
            open: vec![],
        }
    }

    /// From now on only pairs with a part among the first `span` positions are looked at, at least those that
    /// probes go back to.
    pub fn look_among_first(&mut self, seq: &Sequence<C>, span: usize) {
        debug_assert!(span >= HISTORY);
        self.search = PairSearch::among_first(seq, span);
    }

    /// Pairs that are not looked at give these heaps these codes.
    pub fn grant(&mut self, granted: Vec<(usize, C)>) {
        self.search.granted = granted;
    }

    /// Whether what is refuted is rare for certain.
    pub fn certain(&self) -> bool {
        self.search.is_whole()
    }

    /// The sequence has changed behind its first positions.
    pub fn reload(&mut self) {
        self.bitmaps.clear();
    }

    /// How many values are best taken for common before rare codes are looked at.
    pub fn ahead(&self, seq: &Sequence<C>) -> usize {
        let after = seq.len() - seq.rares.len().checked_sub(LAST).map_or(0, |i| seq.rares[i]);
        (after / SHARE).clamp(SHORT, HEAPS - seq.len() % 8)
    }

    /// The first heap from `from` on whose value is not the common one that was appended, and its rare code.
    /// All values before `from` are right.
    #[inline(always)]
    pub fn refute<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<C>,
        from: usize,
        x: X,
    ) -> Option<(usize, C)> {
        let mut from = from;
        while from < seq.len() {
            let to = (from / 8 * 8 + HEAPS).min(seq.len());
            let missed = refute(x.level(), self, rule, seq, from, to);
            if let Some((n, _)) = missed {
                self.bitmaps.forget(seq, n);
                return missed;
            }
            from = to;
        }
        None
    }

    /// See [`refute`].
    #[inline(always)]
    fn refute_strips<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<C>,
        from: usize,
        to: usize,
        x: X,
    ) -> Option<(usize, C)> {
        let start = from / 8 * 8;
        self.bitmaps.catch_up(seq, start, from, to);
        let bound = self.ask(seq, from, to);
        self.open.clear();
        self.counts[..to - start].fill(0);
        match (to - start).div_ceil(STRIP) {
            1 => self.probe::<1, X>(start, bound, x),
            2 => self.probe::<2, X>(start, bound, x),
            _ => self.probe::<STRIPS, X>(start, bound, x),
        }
        self.seek(rule, seq, start, to, x);
        self.search(rule, seq, x)
    }

    /// Which heaps ask for which codes; all are below what is returned.
    fn ask(&mut self, seq: &Sequence<C>, from: usize, to: usize) -> usize {
        let (start, mut most) = (from / 8 * 8, 0);
        for n in from..to {
            let bound = seq.split.rares_below(seq.cells[n].code(), n) as usize;
            if bound == 0 {
                continue;
            }
            if bound >= self.bounds.len() {
                self.bounds.resize(bound + 1, Strips::default());
            }
            let (strip, i) = ((n - start) / STRIP, (n - start) % STRIP);
            self.bounds[bound][strip][i / 64] |= 1 << (i % 64);
            most = most.max(bound);
        }
        most
    }

    /// Probes all codes below `bound`; what stays open is sought, or if a heap has too much of it, searched.
    #[inline(always)]
    fn probe<const S: usize, X: Simd>(&mut self, start: usize, bound: usize, x: X) {
        let mut asked = [X::W::of(x.into(), &[0; 8]); S];
        for c in (0..bound).rev() {
            for s in 0..S {
                let more = std::mem::take(&mut self.bounds[c + 1][s]);
                asked[s] = asked[s].or(X::W::of(x.into(), &more));
            }
            let mut open = asked;
            if let Some(bundles) = self.bundles.get(c) {
                for round in bundles.chunks(ROUND) {
                    for bundle in round {
                        self.bitmaps.probe(start, bundle, &mut open, x);
                    }
                    let mut left = 0;
                    for s in 0..S {
                        let words = open[s].words();
                        for i in 0..words.len() {
                            left += words[i].count_ones();
                        }
                    }
                    if left <= S as u32 {
                        break;
                    }
                }
            }
            for s in 0..S {
                self.note(start, s, open[s].words(), C::of(c as u32));
            }
        }
    }

    /// Takes note of the heaps of a strip for which a code is open.
    #[inline(always)]
    fn note(&mut self, start: usize, strip: usize, open: Strip, code: C) {
        for (word, mut bits) in open.into_iter().enumerate() {
            while bits != 0 {
                let i = STRIP * strip + 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let count = self.counts[i] as usize;
                if count < SOUGHT {
                    self.wanted[count][i] = code;
                    self.counts[i] += 1;
                } else {
                    self.open.push((start + i, code));
                }
            }
        }
    }

    /// Seeks what is wanted among the partners of small common parts.
    #[inline(always)]
    fn seek<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<C>, start: usize, to: usize, x: X) {
        let lanes = X::V::BYTES / size_of::<C>();
        let reach = self.seekers.last().map_or(0, |seeker| seeker.0 as usize) + rule.span().1;
        for first in (0..to - start).step_by(lanes) {
            let counts = &self.counts[first..(to - start).min(first + lanes)];
            if counts.iter().all(|&count| count == 0) {
                continue;
            }
            let mut hits = [X::V::no_hits(x.into()); SOUGHT];
            // Only where all partners are common.
            if start + first > seq.last_rare() + reach {
                let mut wanted = [X::V::zero(x.into()); SOUGHT];
                for k in 0..SOUGHT {
                    wanted[k] = X::V::load(x.into(), &self.wanted[k][first..]);
                }
                for &t in &rule.two {
                    for &(a, code) in &self.seekers {
                        let partners = &seq.cells[start + first - t - a as usize..];
                        let given = X::V::load(x.into(), partners).xor(X::V::splat(x.into(), code));
                        for k in 0..SOUGHT {
                            hits[k] = given.hit::<C>(wanted[k], hits[k]);
                        }
                    }
                }
            }
            for k in 0..SOUGHT {
                let found = X::V::lanes::<C>(hits[k]);
                for (i, &count) in counts.iter().enumerate() {
                    if k < count as usize && found >> i & 1 == 0 {
                        self.open.push((start + first + i, self.wanted[k][first + i]));
                    }
                }
            }
        }
    }

    /// The first heap that does not reach a code that is open for it, and the smallest such code.
    #[inline(always)]
    fn search<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<C>, x: X) -> Option<(usize, C)> {
        self.open.sort_unstable();
        // No closure: it would be compiled without the vector instructions of its caller.
        #[allow(clippy::manual_find)]
        for &(n, code) in &self.open {
            if !seq.leaves_rare(&rule.single, n, code) && !self.search.gives(seq, rule, n, code, x) {
                return Some((n, code));
            }
        }
        None
    }
}
