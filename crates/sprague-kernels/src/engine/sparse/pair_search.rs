//! Where to look for rare values: pairs of common positions, laid out for the vector unit.
//!
//! A rare value is reached by two common parts (or two rare ones), usually by enough of them that a few
//! hundred pairs nearly always hold one.
//!
//! A reversed copy of the first positions makes the pairs `(a, s − a)` of any sum two contiguous stretches of
//! memory, as in the dense method. Codes do not tell a pair of one class from a pair of two, so a second copy
//! says which positions are rare, and their pairs are left out. Where second parts may be rare too, a hit is
//! looked at again, one by one, and pairs of two rare parts are looked at last.
//!
//! The smallest first parts are tried first: early codes are the most varied. A rare code that one pair in
//! thousands of late positions gives is given by one in some hundred early ones.

use crate::engine::break_rule::BreakRule;
use crate::engine::cell::Cell;
use crate::engine::scan::{pairs_with, pairs_without};
use crate::engine::sparse::sequence::Sequence;
use crate::simd::Simd;

/// Positions kept in reverse, at most.
const SPAN: usize = 1 << 16;
/// Pairs between two checks of what was found.
const CHUNK: usize = 256;
/// The same where a hit has to be looked at again because second parts may be rare.
const MIXED_CHUNK: usize = 64;

/// The first positions, reversed.
#[derive(Clone, Debug, Default)]
pub struct PairSearch<C> {
    /// `codes[i]` is the code of position `span − i`, `rare[i]` the code of nothing if it is rare and 0 if it
    /// is common.
    codes: Vec<C>,
    rare: Vec<C>,
    span: usize,
    /// Only pairs with a part among these positions are looked at.
    first_only: bool,
    /// Heaps and codes that pairs give which are not looked at.
    pub granted: Vec<(usize, C)>,
}

impl<C: Cell> PairSearch<C> {
    /// Takes the first half of the sequence, or less.
    pub fn find(seq: &Sequence<C>) -> Self {
        PairSearch { first_only: false, ..Self::among_first(seq, (seq.len() / 2).min(SPAN)) }
    }

    /// Takes the first `span` positions, at most half of the sequence, and looks at no pair without one of
    /// them: what it does not find may be given by others.
    pub fn among_first(seq: &Sequence<C>, span: usize) -> Self {
        let codes = seq.cells[1..=span].iter().rev().copied().collect();
        let mark = |x: usize| if seq.is_rare(x) { C::of(C::LIMIT) } else { C::default() };
        let rare = (1..=span).rev().map(mark).collect();
        PairSearch { codes, rare, span, first_only: true, granted: vec![] }
    }

    /// Whether all pairs are looked at.
    pub fn is_whole(&self) -> bool {
        !self.first_only
    }

    /// Does `n` break into two parts of one class whose codes xor to `code`? Looks at the likely pairs first.
    #[inline(always)]
    pub fn gives<X: Simd>(&self, seq: &Sequence<C>, rule: &BreakRule, n: usize, code: C, x: X) -> bool {
        self.first_give(seq, rule, n, code, x)
            || if self.first_only {
                self.granted.contains(&(n, code))
            } else {
                self.others_give(seq, rule, n, code, x)
            }
    }

    /// The same for pairs without such a part. What any pair gives is looked for first, then what pairs of
    /// one class give.
    #[inline(always)]
    fn others_give<X: Simd>(&self, seq: &Sequence<C>, rule: &BreakRule, n: usize, code: C, x: X) -> bool {
        for &t in &rule.two {
            let (s, end) = (n - t, rule.half(n - t) + 1);
            let mut from = self.span + 1;
            while from < end {
                let to = (from + CHUNK).min(end);
                let (first, second) = (&seq.cells[from..to], &seq.cells[s + 1 - to..s + 1 - from]);
                let [found] = pairs_with(first, second, &[code], x);
                if found && seq.pair_of_one_class(code, s, from, to) {
                    return true;
                }
                from = to;
            }
        }
        false
    }

    /// The same for pairs with a part among the first positions only.
    #[inline(always)]
    fn first_give<X: Simd>(&self, seq: &Sequence<C>, rule: &BreakRule, n: usize, code: C, x: X) -> bool {
        let mut from = 1;
        while from <= self.span {
            let clear = n > seq.last_rare() + from + CHUNK + rule.span().1;
            let to = (from + if clear { CHUNK } else { MIXED_CHUNK }).min(self.span + 1);
            for &t in &rule.two {
                if self.search(seq, n - t, from, to.min(rule.half(n - t) + 1), code, x) {
                    return true;
                }
            }
            from = to;
        }
        // Two rare parts, where second parts may be rare.
        n <= seq.last_rare() + self.span + rule.span().1 && self.rare_pair(seq, rule, n, code)
    }

    /// Do two rare parts of `n`, one of them among the first positions, give the code?
    #[cold]
    fn rare_pair(&self, seq: &Sequence<C>, rule: &BreakRule, n: usize, code: C) -> bool {
        let gives = |s: usize, a: usize| seq.is_rare(s - a) && seq.cells[a] ^ seq.cells[s - a] == code;
        let within = |s: usize| self.span.min(rule.half(s));
        rule.two
            .iter()
            .any(|&t| seq.rares.iter().take_while(|&&a| a <= within(n - t)).any(|&a| gives(n - t, a)))
    }

    /// Searches the pairs of two common parts of sum `s` with first part in `from..to`.
    #[inline(always)]
    fn search<X: Simd>(&self, seq: &Sequence<C>, s: usize, from: usize, to: usize, code: C, x: X) -> bool {
        if from >= to {
            return false;
        }
        let (i, j) = (self.span + 1 - to, self.span + 1 - from);
        let (ours, theirs) = (&self.codes[i..j], &seq.cells[s + 1 - to..s + 1 - from]);
        let found = pairs_without(ours, theirs, &self.rare[i..j], code, x);
        let clear = s >= seq.last_rare() + to;
        found && (clear || seq.common_pair(code, s, from, to))
    }
}
