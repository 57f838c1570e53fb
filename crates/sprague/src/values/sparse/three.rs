//! Three-heap breaks (hexadecimal codes): one bit set a sum instead of all triples.
//!
//! Let `P(s)` be the set of `G(a) ⊕ G(b)` over all `a + b = s`, kept as a bit set. A break of sum `s` into three heaps
//! reaches `c` iff for some first part `a ≤ s/3` the value `c ⊕ G(a)` is in `P(s − a)`: one bit test for each `a`, and only
//! for candidates `c`. Values that are reached are nearly always reached by one of the first few `a`; only the mex itself,
//! which is absent, needs all of them.
//!
//! Cost: `n/2` marks and about `n/3` bit tests a value for each kind of break, where the textbook looks at `n²/12` triples.
//! Memory: `V/8` bytes a sum, `V` the power of two above the largest value. A sparse space does not help here: three
//! common heaps give a common value.

use crate::values::sparse::Stop;
use crate::values::sparse::rule::Rule;
use crate::values::sparse::sequence::Sequence;
use crate::values::sparse::textbook;

/// Memory the bit sets may take, in words; beyond it the textbook goes on.
const MOST: usize = 1 << 27;

/// The bit sets `P(s)` of all sums so far.
#[derive(Debug, Default)]
pub struct Three {
    sets: Vec<u64>,
    words: usize,
    sums: usize,
    scratch: Vec<usize>,
}

/// Extends the sequence to `to` values.
pub fn run(rule: &Rule, seq: &mut Sequence<u32>, work: &mut Three, to: usize) -> Stop {
    while seq.len() < to {
        let n = seq.len();
        let v = if work.words * n <= MOST {
            work.extend(&seq.cells);
            work.next(rule, &seq.cells)
        } else {
            textbook::next_value(rule, &seq.cells, &mut work.scratch)
        };
        seq.push(v, false);
    }
    Stop::Reached
}

impl Three {
    /// Adds the sets of sums up to the number of known values.
    fn extend(&mut self, g: &[u32]) {
        let top = g.last().map_or(0, |&v| v as usize);
        if top / 64 >= self.words {
            self.widen((top / 64 + 1).next_power_of_two());
        }
        while self.sums <= g.len() {
            let s = self.sums;
            let at = self.sets.len();
            self.sets.resize(at + self.words, 0);
            let set = &mut self.sets[at..];
            for a in 1..=s / 2 {
                let v = (g[a] ^ g[s - a]) as usize;
                set[v / 64] |= 1 << (v % 64);
            }
            self.sums += 1;
        }
    }

    fn widen(&mut self, words: usize) {
        let mut sets = vec![0; self.sums * words];
        if self.words > 0 {
            for (new, old) in sets.chunks_mut(words).zip(self.sets.chunks(self.words)) {
                new[..old.len()].copy_from_slice(old);
            }
        }
        (self.sets, self.words) = (sets, words);
    }

    /// Is `v` in `P(s)`?
    #[inline(always)]
    fn has(&self, s: usize, v: u32) -> bool {
        let v = v as usize;
        v < 64 * self.words && self.sets[s * self.words + v / 64] >> (v % 64) & 1 == 1
    }

    fn next(&self, rule: &Rule, g: &[u32]) -> u32 {
        let n = g.len();
        (0..).find(|&c| !self.reaches(rule, g, n, c)).unwrap_or(0)
    }

    fn reaches(&self, rule: &Rule, g: &[u32], n: usize, c: u32) -> bool {
        (c == 0 && rule.vanish.contains(&n))
            || rule.single.iter().any(|&t| t < n && g[n - t] == c)
            || rule.two.iter().any(|&t| t < n && self.has(n - t, c))
            || rule.three.iter().any(|&t| t < n && (1..=(n - t) / 3).any(|a| self.has(n - t - a, c ^ g[a])))
    }
}
