//! Where to look for rare values: pairs of common positions, laid out for the vector unit.
//!
//! A rare value is reached by two common parts (or two rare ones), and by so many that a few hundred pairs nearly always
//! hold one.
//!
//! A reversed copy of the first positions makes the pairs `(a, s − a)` of any sum two contiguous stretches of memory, as
//! in the dense method. Codes do not tell a pair of one class from a pair of two, so where rare positions may be
//! involved a hit is looked at again, one by one.

use crate::values::sparse::lanes::{Simd, pairs_with};
use crate::values::sparse::rule::Rule;
use crate::values::sparse::sequence::{Cell, Sequence};

/// Positions kept in reverse, at most.
const SPAN: usize = 1 << 16;
/// Pairs between two looks at what was found.
const CHUNK: usize = 256;
/// The same where a hit has to be looked at again because rare positions may be involved.
const MIXED_CHUNK: usize = 64;

/// The first positions, reversed.
#[derive(Clone, Debug, Default)]
pub struct Probe<C> {
    /// `codes[i]` is the code of position `span − i`.
    codes: Vec<C>,
    span: usize,
    /// Where a long search starts: behind the rare positions, if there is room.
    start: usize,
}

impl<C: Cell> Probe<C> {
    /// Takes the first half of the sequence, or less.
    pub fn find(seq: &Sequence<C>) -> Self {
        Self::of_first(seq, (seq.len() / 2).min(SPAN))
    }

    /// Takes the first `span` positions, at most half of the sequence.
    pub fn of_first(seq: &Sequence<C>, span: usize) -> Self {
        let codes = seq.cells[1..=span].iter().rev().copied().collect();
        let behind = seq.last_rare() + 1;
        Probe { codes, span, start: if behind + 8 * CHUNK <= span { behind } else { 1 } }
    }

    /// Pairs of sum `s` with first part in `from..to`, the largest first part first.
    #[inline(always)]
    fn pairs<'a>(&'a self, seq: &'a Sequence<C>, s: usize, from: usize, to: usize) -> (&'a [C], &'a [C]) {
        (&self.codes[self.span + 1 - to..self.span + 1 - from], &seq.cells[s + 1 - to..s + 1 - from])
    }

    /// Does `n` break into two parts of one class whose codes xor to `code`? Looks at all pairs, the likely ones first.
    #[inline(always)]
    pub fn gives<X: Simd>(&self, seq: &Sequence<C>, rule: &Rule, n: usize, code: C, x: X) -> bool {
        let rest = |t: usize| seq.pair_of_one_class(code, n - t, self.span + 1, rule.half(n - t) + 1);
        self.first_give(seq, rule, n, code, x) || rule.two.iter().any(|&t| rest(t))
    }

    /// The same for pairs with a part among the positions of the probe only.
    #[inline(always)]
    pub fn first_give<X: Simd>(&self, seq: &Sequence<C>, rule: &Rule, n: usize, code: C, x: X) -> bool {
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
        false
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
