//! The values that are open for each of 256 heaps, as bitmaps.
//!
//! Frequent values leave a bitmap of sums for each value; here it is transposed by blocks of 64 by 64 bits
//! into a bitmap of values for each heap. What is found to be reached is cleared. Cost: six rounds of 32
//! swaps for each block, most of them by vectors.

use crate::engine::dense::bitmaps::Lanes;
use crate::engine::dense::frequent_values::SUMS;

/// Open values of each heap.
#[derive(Debug, Default)]
pub struct OpenValues {
    /// Words for each heap.
    words: usize,
    /// What was open at first, if that is kept.
    all: Vec<u64>,
    /// What is open now.
    left: Vec<u64>,
}

impl OpenValues {
    /// For each value, a power of two of them, the heaps it is open for.
    #[inline(always)]
    pub fn fill(&mut self, open: &[Lanes]) {
        self.words = open.len().div_ceil(64);
        self.left.resize(SUMS * self.words, 0);
        for word in 0..self.words {
            let mut blocks = [[0; 64]; SUMS / 64];
            for (i, lanes) in open[64 * word..].iter().take(64).enumerate() {
                for (block, bits) in blocks.iter_mut().zip(lanes.0) {
                    block[i] = bits;
                }
            }
            for (k, block) in blocks.iter_mut().enumerate() {
                transpose(block);
                for (i, &bits) in block.iter().enumerate() {
                    self.left[(64 * k + i) * self.words + word] = bits;
                }
            }
        }
        self.all.clear();
    }

    /// Keeps what is open now, for [`OpenValues::below`].
    #[inline(always)]
    pub fn keep(&mut self) {
        self.all.clone_from(&self.left);
    }

    /// Which heaps were open at first for each value, if the value is below that of the heap; must have been
    /// kept.
    #[inline(always)]
    pub fn below(&self, values: &[u32; SUMS]) -> Vec<Lanes> {
        let mut below = vec![Lanes([0; SUMS / 64]); 64 * self.words];
        for word in 0..self.words {
            for k in 0..SUMS / 64 {
                let mut block = std::array::from_fn(|i| {
                    let lane = 64 * k + i;
                    let bits = self.all[lane * self.words + word];
                    match (values[lane] as usize).saturating_sub(64 * word) {
                        count @ 0..64 => bits & !(!0 << count),
                        _ => bits,
                    }
                });
                transpose(&mut block);
                for (lanes, bits) in below[64 * word..][..64].iter_mut().zip(block) {
                    lanes.0[k] = bits;
                }
            }
        }
        below
    }

    /// The open values of a heap.
    #[inline(always)]
    pub fn heap(&mut self, lane: usize) -> OpenOfHeap<'_> {
        OpenOfHeap(&mut self.left[lane * self.words..][..self.words])
    }
}

/// The open values of one heap.
pub struct OpenOfHeap<'a>(&'a mut [u64]);

impl OpenOfHeap<'_> {
    /// The smallest open value that is at least `from`.
    #[inline(always)]
    pub fn next(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = self.0.get(word)? & !0 << (from % 64);
        while bits == 0 {
            word += 1;
            bits = *self.0.get(word)?;
        }
        Some(64 * word + bits.trailing_zeros() as usize)
    }

    /// Puts the smallest open values that are at least `from` in the first `most` places of `some`, which has
    /// eight more; tells how many they are.
    #[inline(always)]
    pub fn firsts(&self, from: usize, some: &mut [u16], most: usize) -> usize {
        // Eight are written at once, whether they are there or not: no branch that depends on how many a word
        // has.
        const STEP: usize = 8;
        let (some, mut count) = (&mut some[..most + STEP], 0);
        let mut mask: u64 = !0 << (from % 64);
        'words: for (word, &bits) in self.0.iter().enumerate().skip(from / 64) {
            let mut bits = bits & std::mem::replace(&mut mask, !0);
            while bits != 0 {
                let new = (bits.count_ones() as usize).min(STEP);
                for slot in &mut some[count..count + STEP] {
                    // What is written for no value may be anything, 65536 included.
                    *slot = (64 * word + bits.trailing_zeros() as usize) as u16;
                    bits &= bits.wrapping_sub(1);
                }
                count += new;
                if count >= most {
                    break 'words;
                }
            }
        }
        count.min(most)
    }

    /// The value is reached.
    #[inline(always)]
    pub fn close(&mut self, v: usize) {
        self.0[v / 64] &= !(1 << (v % 64));
    }

    /// The value is reached; tells whether it was open.
    #[inline(always)]
    pub fn close_open(&mut self, v: usize) -> bool {
        let is_open = self.0[v / 64] >> (v % 64) & 1 == 1;
        self.close(v);
        is_open
    }

    /// How many words have at least `count` open values, if that many are open; and how many are in them.
    #[inline(always)]
    pub fn words_with(&self, count: usize) -> (usize, usize) {
        let mut all = 0;
        for (i, word) in self.0.iter().enumerate() {
            all += word.count_ones() as usize;
            if all >= count {
                return (i + 1, all);
            }
        }
        (self.0.len(), all)
    }

    /// Copies the first words, a bit for each value.
    #[inline(always)]
    pub fn copy(&self, words: &mut [u64]) {
        words.copy_from_slice(&self.0[..words.len()]);
    }

    /// The values of the bitmap given.
    #[cfg(test)]
    pub fn new(words: &mut [u64]) -> OpenOfHeap<'_> {
        OpenOfHeap(words)
    }
}

/// Bit `i` of word `j` changes places with bit `j` of word `i`.
#[inline(always)]
fn transpose(block: &mut [u64; 64]) {
    swap::<32>(block, 0x0000_0000_ffff_ffff);
    swap::<16>(block, 0x0000_ffff_0000_ffff);
    swap::<8>(block, 0x00ff_00ff_00ff_00ff);
    swap::<4>(block, 0x0f0f_0f0f_0f0f_0f0f);
    swap::<2>(block, 0x3333_3333_3333_3333);
    swap::<1>(block, 0x5555_5555_5555_5555);
}

/// Swaps the bits of words and positions that differ in `J`; `low` are the positions without it.
#[inline(always)]
fn swap<const J: usize>(block: &mut [u64; 64], low: u64) {
    for both in block.chunks_exact_mut(2 * J) {
        let (a, b) = both.split_at_mut(J);
        for k in 0..J {
            let other = (a[k] >> J ^ b[k]) & low;
            a[k] ^= other << J;
            b[k] ^= other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn open_values_are_what_was_open(
            lanes in prop::collection::vec(any::<[u64; 4]>().prop_map(Lanes), 256),
            count in prop::sample::select(vec![2usize, 64, 256]),
            lane in 0usize..256,
            closed in prop::collection::vec(0usize..256, 0..40),
        ) {
            let mut open_values = OpenValues::default();
            open_values.fill(&lanes[..count]);
            open_values.keep();
            let open: Vec<usize> = (0..count).filter(|&v| lanes[v].0[lane / 64] >> (lane % 64) & 1 == 1).collect();
            let mut left = open.clone();
            for v in closed.into_iter().filter(|&v| v < count) {
                open_values.heap(lane).close(v);
                left.retain(|&other| other != v);
            }
            for from in 0..=count {
                prop_assert_eq!(open_values.heap(lane).next(from), left.iter().copied().find(|&v| v >= from));
            }
            for (from, most) in [(0, 16), (0, 32), (count / 3, 16), (count, 16)] {
                let mut firsts = [0; 40];
                let told = open_values.heap(lane).firsts(from, &mut firsts, most);
                let firsts: Vec<usize> = firsts[..told].iter().map(|&v| v as usize).collect();
                let left: Vec<usize> = left.iter().copied().filter(|&v| v >= from).collect();
                prop_assert_eq!(&firsts, &left[..left.len().min(most)]);
            }
            let first = left.first().copied().unwrap_or(count);
            let reached: Vec<usize> = open.into_iter().filter(|&v| v < first).collect();
            let values = std::array::from_fn(|other| if other == lane { first } else { 7 * other % count } as u32);
            let below = open_values.below(&values);
            for (v, of) in below.iter().enumerate() {
                prop_assert_eq!(of.0[lane / 64] >> (lane % 64) & 1 == 1, reached.contains(&v));
            }
        }
    }
}
