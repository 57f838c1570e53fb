//! Sets of nim-values, and P2(s) = { G(a) ⊕ G(b) : a + b = s }: what two heaps of s tokens in all can be.
//!
//! Idea: P2(s) is found once, by one byte store for each pair, and kept as bits. Every break into two then
//! costs one probe of a set, whatever t was removed, and a break into three asks whether
//! c ⊕ G(a) ∈ P2(s − a) for some a.
//! Cost: s/2 stores for each s; V/8 bytes per set, where V is the power of two above the largest value.

use crate::rules::{Alike, Parts};

/// A set of nim-values, one bit each.
#[derive(Debug, Clone, Default)]
pub struct ValueSet(Vec<u64>);

impl ValueSet {
    /// Whether the value is in the set.
    #[inline]
    pub fn contains(&self, value: u32) -> bool {
        self.0.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// Puts a value in.
    pub fn insert(&mut self, value: u32) {
        let index = value as usize / 64;
        if index >= self.0.len() {
            self.0.resize(index + 1, 0);
        }
        self.0[index] |= 1 << (value % 64);
    }

    /// Puts all values of another set in.
    pub fn absorb(&mut self, other: &ValueSet) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    /// Puts v ⊕ `value` in for every v of another set: words change places by the high bits of the value, and
    /// the bits of each word by its low six, one butterfly step for each.
    pub fn absorb_xor(&mut self, other: &ValueSet, value: u32) {
        const MASKS: [u64; 6] = [
            0x5555_5555_5555_5555,
            0x3333_3333_3333_3333,
            0x0f0f_0f0f_0f0f_0f0f,
            0x00ff_00ff_00ff_00ff,
            0x0000_ffff_0000_ffff,
            0x0000_0000_ffff_ffff,
        ];
        let high = value as usize / 64;
        for (index, &word) in other.0.iter().enumerate().filter(|(_, word)| **word != 0) {
            let place = index ^ high;
            if place >= self.0.len() {
                self.0.resize(place + 1, 0);
            }
            let swapped = (0..6).filter(|bit| value >> bit & 1 == 1).fold(word, |word, bit| {
                let (shift, mask) = (1 << bit, MASKS[bit as usize]);
                (word & mask) << shift | word >> shift & mask
            });
            self.0[place] |= swapped;
        }
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.0.capacity() as u64 * 8
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The least value that is not in the set and at least `from`.
    pub fn mex_from(&self, from: u32) -> u32 {
        let mut index = from as usize / 64;
        let mut below = (1u64 << (from % 64)) - 1;
        while let Some(word) = self.0.get(index) {
            let free = !(word | below);
            if free != 0 {
                return index as u32 * 64 + free.trailing_zeros();
            }
            (index, below) = (index + 1, 0);
        }
        from.max(index as u32 * 64)
    }

    /// The values, ascending.
    #[cfg(test)]
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let inside = |&value: &u32| self.contains(value);
        (0..self.0.len() as u32 * 64).filter(inside)
    }
}

/// P2(s) for a given s, from the values of all heaps below s: the xors of two parts that the condition
/// allows.
///
/// `marks` is scratch space.
pub fn pair_set(values: &[u32], s: usize, parts: Parts, marks: &mut Vec<u8>) -> ValueSet {
    let largest = parts.largest.map_or(s, |largest| usize::try_from(largest).unwrap_or(s).min(s));
    let least = usize::try_from(parts.least).unwrap_or(s).max(s - largest);
    // The smaller part a: the larger one is s − a.
    let smaller = match parts.alike {
        Alike::Any => least..s / 2 + 1,
        Alike::Different => least..s.div_ceil(2),
        Alike::Equal if s.is_multiple_of(2) => s / 2..s / 2 + 1,
        Alike::Equal => 0..0,
    };
    if smaller.start >= smaller.end || smaller.start < least || !parts.allow((s - smaller.end + 1) as u64) {
        return ValueSet::default();
    }
    let size = values[1..s].iter().max().map_or(1, |&top| (top as usize + 1).next_power_of_two());
    marks.clear();
    marks.resize(size, 0);
    let larger = values[s - smaller.end + 1..=s - smaller.start].iter().rev();
    for (a, b) in values[smaller].iter().zip(larger) {
        marks[(a ^ b) as usize] = 1;
    }
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 1 | u64::from(byte));
    ValueSet(marks.chunks(64).map(word).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn sets_behave_like_sets(
            one in proptest::collection::btree_set(0u32..300, 0..200),
            other in proptest::collection::btree_set(0u32..500, 0..50),
            from in 0u32..600,
        ) {
            let mut set = ValueSet::default();
            one.iter().for_each(|&v| set.insert(v));
            let mut more = ValueSet::default();
            other.iter().for_each(|&v| more.insert(v));
            set.absorb(&more);
            let union: BTreeSet<u32> = one.union(&other).copied().collect();
            prop_assert!(set.iter().eq(union.iter().copied()));
            let mex = (from..).find(|v| !union.contains(v)).unwrap();
            prop_assert_eq!(set.mex_from(from), mex);
        }

        #[test]
        fn xors_behave_like_xors(
            one in proptest::collection::btree_set(0u32..300, 0..200),
            other in proptest::collection::btree_set(0u32..500, 0..50),
            value in 0u32..700,
        ) {
            let of = |members: &BTreeSet<u32>| {
                let mut set = ValueSet::default();
                members.iter().for_each(|&v| set.insert(v));
                set
            };
            let mut set = of(&one);
            set.absorb_xor(&of(&other), value);
            let union: BTreeSet<u32> = one.iter().copied().chain(other.iter().map(|v| v ^ value)).collect();
            prop_assert!(set.iter().eq(union.iter().copied()));
        }

        #[test]
        fn pairs_from_the_definition(
            values in proptest::collection::vec(0u32..100, 3..60),
            alike in prop::sample::select(vec![Alike::Any, Alike::Different, Alike::Equal]),
            least in 1u64..8,
            largest in proptest::option::of(8u64..40),
        ) {
            let (s, mut marks) = (values.len(), Vec::new());
            let parts = Parts { alike, least, largest };
            let fits = |a: usize| {
                let (a, b) = (a as u64, (s - a) as u64);
                let compare = match alike {
                    Alike::Any => true,
                    Alike::Different => a != b,
                    Alike::Equal => a == b,
                };
                compare && parts.allow(a) && parts.allow(b)
            };
            let pairs: BTreeSet<u32> = (1..s).filter(|&a| fits(a)).map(|a| values[a] ^ values[s - a]).collect();
            prop_assert!(pair_set(&values, s, parts, &mut marks).iter().eq(pairs.iter().copied()));
        }
    }
}
