//! Sets of xors of several heaps, as bits, in one flat buffer a level.
//!
//! Let Q_j(s) be the set of xors of 1 to j heaps that sum to s: Q_1(s) = {G(s)} and
//! Q_j(s) = Q_1(s) ∪ ⋃_{1 ≤ a ≤ s/2} (Q_{j−1}(s−a) ⊕ G(a)), a being the smallest heap. Only smaller sums are
//! needed, so the sets are made for one sum after the other, as the values are verified.
//!
//! Levels are added when they are needed: if Q_{L+1} = Q_L for all sums below s, then all further levels are
//! the same there; only when Q_{L+1}(s) differs from Q_L(s) does level L+1 come to be, a copy of level L
//! below s. So a rule that allows millions of heaps costs a few levels. Cost: for each sum s and level s/2
//! sets; memory N sets per level.

use crate::{Fault, Work, memory::Buffer};

/// Q_1, …, Q_L for the sums so far.
pub(crate) struct AtMost<'a> {
    work: &'a Work<'a>,
    g: &'a [u16],
    /// Words of a set.
    words: usize,
    /// More levels than this are not asked for.
    most: usize,
    /// `levels[j − 1]` holds Q_j(0), Q_j(1), …
    levels: Buffer<'a, Buffer<'a, u64>>,
    /// Xors of two to L+1 heaps with the next sum.
    next: Buffer<'a, u64>,
    shifts: Shifts<'a>,
    sums: usize,
}

impl<'a> AtMost<'a> {
    /// For at most `most` heaps, of values below `width`, a power of two.
    pub fn new(g: &'a [u16], most: usize, width: usize, work: &'a Work<'a>) -> Result<Self, Fault> {
        let words = width.div_ceil(64);
        let next = work.buffer(words, 0, "the sets of sums")?;
        let shifts = Shifts { words, unions: work.buffer(words * width.min(64), 0, "the sets of sums")? };
        let levels = work.list("the sets of sums")?;
        let mut sets = AtMost { work, g, words, most, levels, next, shifts, sums: 0 };
        sets.levels.push(sets.level()?)?;
        // Q_j(0) is empty: there is no heap of no tokens.
        sets.settle(None)?;
        Ok(sets)
    }

    fn level(&self) -> Result<Buffer<'a, u64>, Fault> {
        self.work.room(self.g.len().saturating_mul(self.words), "the sets of sums")
    }

    /// Xors of 2 to `most` + 1 heaps whose sum is the next one.
    pub fn split_next(&mut self) -> Result<&[u64], Fault> {
        let top = &self.levels[self.levels.len() - 1];
        self.next.fill(0);
        self.shifts.add_splits(&mut self.next, top, self.g, self.sums, self.work)?;
        Ok(&self.next)
    }

    /// The value of the next sum is known; `split_next` has been called.
    pub fn add_value(&mut self) -> Result<(), Fault> {
        self.settle(Some(self.g[self.sums]))
    }

    fn settle(&mut self, value: Option<u16>) -> Result<(), Fault> {
        let (sum, words) = (self.sums, self.words);
        for j in 0..self.levels.len() {
            let (below, this) = self.levels.split_at_mut(j);
            let this = &mut this[0];
            this.resize((sum + 1) * words, 0)?;
            let set = &mut this[sum * words..];
            if let Some(below) = below.last() {
                self.shifts.add_splits(set, below, self.g, sum, self.work)?;
            }
            value.iter().for_each(|&v| set[v as usize / 64] |= 1 << (v % 64));
        }
        self.sums += 1;
        value.map_or(Ok(()), |value| self.add_level(value))
    }

    /// If one heap more makes a difference for the last sum, it needs another level.
    fn add_level(&mut self, value: u16) -> Result<(), Fault> {
        let words = self.words;
        let from = (self.sums - 1) * words;
        self.next[value as usize / 64] |= 1 << (value % 64);
        let top = &self.levels[self.levels.len() - 1];
        if self.levels.len() >= self.most || top[from..] == self.next[..] {
            return Ok(());
        }
        let mut level = self.level()?;
        self.work.charge(top.len())?;
        level.extend(top[..from].iter().chain(self.next.iter()).copied())?;
        self.levels.push(level)
    }
}

/// Unions of sets that are to be shifted alike: all x ⊕ v, x in a set, are the words in another order, and
/// then the bits of each word in another order. The second is done once for each v mod 64.
struct Shifts<'a> {
    words: usize,
    unions: Buffer<'a, u64>,
}

impl Shifts<'_> {
    /// Add all x ⊕ g(a), x in the set of sum − a, 1 ≤ a ≤ sum/2.
    fn add_splits(
        &mut self,
        to: &mut [u64],
        sets: &[u64],
        g: &[u16],
        sum: usize,
        work: &Work,
    ) -> Result<(), Fault> {
        let words = self.words;
        work.charge((sum / 2 + 4 * 64) * words)?;
        self.unions.fill(0);
        for a in 1..=sum / 2 {
            let (block, low) = (g[a] as usize / 64, g[a] as usize % 64);
            let union = &mut self.unions[low * words..][..words];
            for (i, word) in sets[(sum - a) * words..][..words].iter().enumerate() {
                union[i ^ block] |= word;
            }
        }
        for (low, union) in (0..).zip(self.unions.chunks_exact(words)) {
            to.iter_mut().zip(union).for_each(|(to, &word)| *to |= shifted(word, low));
        }
        Ok(())
    }
}

/// Bit x of the word becomes bit x ⊕ (v mod 64).
pub(crate) fn shifted(mut word: u64, v: u16) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, low) in LOW.into_iter().enumerate() {
        if v >> bit & 1 == 1 {
            word = (word & low) << (1 << bit) | word >> (1 << bit) & low;
        }
    }
    word
}

/// Whether a number is in a set.
pub(crate) fn contains(set: &[u64], v: u16) -> bool {
    set[v as usize / 64] >> (v % 64) & 1 == 1
}

/// The least number that is not in a set.
pub(crate) fn mex(set: &[u64]) -> usize {
    let full = set.iter().take_while(|&&word| word == u64::MAX).count();
    64 * full + set.get(full).map_or(0, |word| word.trailing_ones() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn listed(set: &[u64]) -> BTreeSet<u16> {
        (0..64 * set.len() as u16).filter(|&v| contains(set, v)).collect()
    }

    #[test]
    fn shifts() {
        let word = 0x0123_4567_89ab_cdefu64.rotate_left(7);
        for v in 0..64 {
            let expected: BTreeSet<u16> = listed(&[word]).into_iter().map(|x| x ^ v).collect();
            assert_eq!(listed(&[shifted(word, v)]), expected);
        }
    }

    #[test]
    fn least_missing() {
        assert_eq!(mex(&[0]), 0);
        assert_eq!(mex(&[0b1011]), 2);
        assert_eq!(mex(&[u64::MAX, 1, 5]), 65);
        assert_eq!(mex(&[u64::MAX, u64::MAX]), 128);
    }

    /// Against all partitions, for values that follow no rule.
    #[test]
    fn splits_of_sums() {
        fn splits(left: usize, least: usize, parts: usize, xor: u16, g: &[u16], to: &mut BTreeSet<u16>) {
            for a in least..=left / 2 {
                if parts > 2 {
                    splits(left - a, a, parts - 1, xor ^ g[a], g, to);
                }
                to.insert(xor ^ g[a] ^ g[left - a]);
            }
        }
        for (width, seed) in [(2, 1u64), (16, 2), (64, 3), (128, 4), (256, 5)] {
            let g: Vec<u16> =
                (0..26u64).map(|n| ((n * n * n * seed * 0x9e37_79b9) >> 9) as u16 % width).collect();
            for most in [1, 2, 3, 4, 7, 1 << 40] {
                let work = Work::default();
                let Ok(mut sets) = AtMost::new(&g, most, width as usize, &work) else { panic!() };
                for n in 1..g.len() {
                    let mut expected = BTreeSet::new();
                    splits(n, 1, most + 1, 0, &g, &mut expected);
                    let Ok(found) = sets.split_next() else { panic!() };
                    assert_eq!(listed(found), expected, "{n} in up to {} heaps", most + 1);
                    assert!(sets.add_value().is_ok());
                }
                assert!(sets.levels.len() <= most.min(26));
            }
        }
    }
}
