//! Three-heap breaks (hexadecimal codes, `split:3`): 64 values at once instead of all triples.
//!
//! Let `P(s)` be the set of values of two heaps of `s` tokens in all (`columns`). A break of `s` tokens into
//! three heaps reaches `c` iff `c ⊕ G(a) ∈ P(s − a)` for some first part `a`. With `c = 64·w + i` and `G(a) =
//! 64·b + l` that is bit `i ⊕ l` of word `w ⊕ b` of `P(s − a)`. So for one word `w` of answers: or together,
//! for each `l`, the words of all `a` that have it (one load and one *or* for 64 values), and at the end move
//! the bits of those 64 words by `i ↦ i ⊕ l` and unite them. That is a butterfly: 63 swaps of halves for all
//! of them.
//!
//! Parts are kept by `b`, so all words of one `b` come out of one column, in order.
//!
//! Most words below the mex are full after a few dozen parts. Those with `b = w` are tried first: then the
//! words are the lowest ones of `P`, and where values grow with `n` it is small values that `P` is rich in. A
//! word that is not full after all parts with `a ≤ s/3`, which are enough, has the mex.
//!
//! Cost: `n/2` marks for `P(n)`, and about `n` loads to fill words and `n/3` for the last one; the textbook
//! looks at `n²/12` triples. Memory: about `V/8` bytes per sum, `V` the power of two above the largest value.
//! A sparse space does not help here: three common heaps give a common value.

mod columns;

use crate::engine::break_rule::BreakRule;
use crate::simd::{Level, Simd, dispatch};
use columns::Columns;

/// First parts of any size that are tried before all small ones are.
const LIKELY: usize = 1024;
/// Parts between two checks whether a word is full.
const GATHERED: usize = 64;

/// The method: the values as they are, and the sets of pairs.
#[derive(Debug, Default)]
pub struct ThreeParts {
    pub values: Vec<u32>,
    pairs: Columns,
    /// The parts of value `64·b + l`, ascending, for each `b`.
    parts: Vec<Vec<Part>>,
    /// How many parts were taken in.
    known: usize,
    largest: u32,
}

/// A part `a` and the lower six bits of its value: `64·a + l`. It would take years to come to parts that do
/// not fit.
#[derive(Clone, Copy, Debug)]
struct Part(u32);

impl Part {
    fn new(heap: usize, value: u32) -> Self {
        Part(u32::try_from(64 * heap + value as usize % 64).expect("heaps below 2^26"))
    }

    #[inline(always)]
    fn heap(self) -> usize {
        self.0 as usize / 64
    }

    #[inline(always)]
    fn low(self) -> usize {
        self.0 as usize % 64
    }
}

dispatch! {
    /// Extends the sequence to `to` values.
    fn run(rule: &BreakRule, method: &mut ThreeParts, to: usize) = run_at
}

#[inline(always)]
fn run_at<X: Simd>(rule: &BreakRule, method: &mut ThreeParts, to: usize, _: X) {
    while method.values.len() < to {
        method.follow();
        let value = method.next(rule);
        method.values.push(value);
    }
}

impl ThreeParts {
    /// Extends the values to `to`.
    pub fn run(&mut self, rule: &BreakRule, level: Level, to: usize) {
        run(level, rule, self, to);
    }

    /// How much memory the sets of pairs take.
    pub fn bytes(&self) -> usize {
        self.pairs.bytes()
    }

    /// Takes in new values.
    #[inline(always)]
    fn follow(&mut self) {
        for (a, &v) in self.values.iter().enumerate().skip(self.known.max(1)) {
            self.largest = self.largest.max(v);
            let b = v as usize / 64;
            if b >= self.parts.len() {
                self.parts.resize_with(b + 1, Vec::new);
            }
            self.parts[b].push(Part::new(a, v));
        }
        self.known = self.values.len();
        self.pairs.follow(&self.values, self.largest);
    }

    /// The value of the next heap. Some word has room, since no option has a value beyond all columns.
    #[inline(always)]
    fn next(&self, rule: &BreakRule) -> u32 {
        let mut w = 0;
        loop {
            let word = self.word(rule, w);
            if word != !0 {
                return 64 * w as u32 + word.trailing_ones();
            }
            w += 1;
        }
    }

    /// The values `64·w ..` that options of the next heap have; all of them, or enough to fill the word.
    #[inline(always)]
    fn word(&self, rule: &BreakRule, w: usize) -> u64 {
        let mut gathered = Gathered { word: self.without_three(rule, w), ..Gathered::default() };
        for d in 0..self.pairs.len() {
            if self.gather(rule, w, d, |sum| sum - 1, &mut gathered) {
                return !0;
            }
            if gathered.all >= LIKELY {
                break;
            }
        }
        for d in 0..self.pairs.len() {
            if self.gather(rule, w, d, |sum| sum / 3, &mut gathered) {
                return !0;
            }
        }
        gathered.unite();
        gathered.word
    }

    /// The values `64·w ..` that moves to at most two heaps leave.
    #[inline(always)]
    fn without_three(&self, rule: &BreakRule, w: usize) -> u64 {
        let n = self.values.len();
        let mut word = u64::from(w == 0 && rule.vanish.contains(&n));
        for &t in rule.single.iter().filter(|&&t| t < n) {
            let v = self.values[n - t];
            word |= u64::from(v as usize / 64 == w) << (v % 64);
        }
        for &t in rule.two.iter().filter(|&&t| t < n) {
            word |= self.pairs.word(n - t, w);
        }
        word
    }

    /// Gathers what the first parts of value `64·(w ⊕ d) ..`, up to the given one of a sum, reach with column
    /// `d`; tells whether the word is full.
    #[inline(always)]
    fn gather(
        &self,
        rule: &BreakRule,
        w: usize,
        d: usize,
        most: impl Fn(usize) -> usize,
        gathered: &mut Gathered,
    ) -> bool {
        let n = self.values.len();
        let (Some(column), Some(parts)) = (self.pairs.get(d), self.parts.get(w ^ d)) else {
            return gathered.is_full();
        };
        let (start, words) = column.words();
        for &t in rule.three.iter().filter(|&&t| t < n && n - t > start) {
            let most = most(n - t).min(n - t - start);
            let parts = &parts[..parts.partition_point(|part| part.heap() <= most)];
            for some in parts.chunks(GATHERED) {
                if gathered.is_full() {
                    return true;
                }
                gathered.add(some, words, n - t - start);
            }
        }
        gathered.is_full()
    }
}

/// What was gathered of one word of answers.
#[derive(Debug)]
struct Gathered {
    /// What is known to be reached.
    word: u64,
    /// `moved[l]`: what is reached, each bit `i` at `i ⊕ l`.
    moved: [u64; 64],
    /// How many words came in since they were united, and in all.
    count: usize,
    all: usize,
}

impl Default for Gathered {
    fn default() -> Self {
        Gathered { word: 0, moved: [0; 64], count: 0, all: 0 }
    }
}

impl Gathered {
    /// The words that go with some parts; part 0 would go with the one at `last`.
    #[inline(always)]
    fn add(&mut self, parts: &[Part], words: &[u64], last: usize) {
        for part in parts {
            self.moved[part.low()] |= words[last - part.heap()];
        }
        self.count += parts.len();
        self.all += parts.len();
    }

    /// Is every value known to be reached? Looks at what came in if that was much.
    #[inline(always)]
    fn is_full(&mut self) -> bool {
        if self.count >= GATHERED {
            self.unite();
        }
        self.word == !0
    }

    /// Moves all bits where they belong.
    #[inline(always)]
    fn unite(&mut self) {
        if self.count > 0 {
            self.fold::<5>(0xffff_ffff);
            self.fold::<4>(0xffff_0000_ffff);
            self.fold::<3>(0x00ff_00ff_00ff_00ff);
            self.fold::<2>(0x0f0f_0f0f_0f0f_0f0f);
            self.fold::<1>(0x3333_3333_3333_3333);
            self.fold::<0>(0x5555_5555_5555_5555);
            self.word |= self.moved[0];
            self.moved = [0; 64];
            self.count = 0;
        }
    }

    /// Moves the words from `2^BIT` on by that many bits: from there the upper and `low` halves change
    /// places.
    #[inline(always)]
    fn fold<const BIT: usize>(&mut self, low: u64) {
        let (ours, theirs) = self.moved.split_at_mut(1 << BIT);
        for l in 0..1 << BIT {
            ours[l] |= theirs[l] >> (1 << BIT) & low | (theirs[l] & low) << (1 << BIT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bits_are_moved_where_they_belong(moved in any::<[[u64; 8]; 8]>(), word: u64) {
            let mut gathered = Gathered { word, count: 1, ..Gathered::default() };
            gathered.moved.copy_from_slice(moved.as_flattened());
            // Few of them, so that the answer is not full.
            gathered.moved.iter_mut().for_each(|word| *word &= *word << 7 & *word << 23 & *word >> 5 & *word >> 17);
            let mut expected = word;
            for (l, word) in gathered.moved.iter().enumerate() {
                for i in (0..64).filter(|i| word >> i & 1 == 1) {
                    expected |= 1 << (i ^ l);
                }
            }
            gathered.unite();
            prop_assert_eq!(gathered.word, expected);
            prop_assert_eq!(gathered.moved, [0; 64]);
        }
    }
}
