//! Sets of nim-values, and P2(s) = { G(a) ⊕ G(b) : a + b = s }: what two heaps of s tokens in all can be.
//!
//! Idea: P2(s) is found once, by one byte store for each pair, and kept as bits. Every break into two then
//! costs one look at a set, whatever t was removed, and a break into three asks whether
//! c ⊕ G(a) ∈ P2(s − a) for some a.
//! Cost: s/2 stores for each s; V/8 bytes a set, where V is the power of two above the largest value.

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

/// P2(s) for a given s, from the values of all heaps below s.
///
/// `marks` is scratch space: all zero before and after.
pub fn pair_set(values: &[u32], s: usize, marks: &mut Vec<u8>) -> ValueSet {
    mark_pairs(&values[1..s], s / 2, marks)
}

/// The same for two unequal heaps.
pub fn unequal_pair_set(values: &[u32], s: usize, marks: &mut Vec<u8>) -> ValueSet {
    mark_pairs(&values[1..s], (s - 1) / 2, marks)
}

/// Xors of the first `count` values with those at the other end of the slice.
fn mark_pairs(values: &[u32], count: usize, marks: &mut Vec<u8>) -> ValueSet {
    let size = values.iter().max().map_or(1, |&largest| (largest as usize + 1).next_power_of_two());
    marks.clear();
    marks.resize(size, 0);
    for (a, b) in values[..count].iter().zip(values.iter().rev()) {
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
        fn pairs_from_the_definition(values in proptest::collection::vec(0u32..100, 3..60)) {
            let (s, mut marks) = (values.len(), Vec::new());
            let pairs: BTreeSet<u32> = (1..s).map(|a| values[a] ^ values[s - a]).collect();
            prop_assert!(pair_set(&values, s, &mut marks).iter().eq(pairs.iter().copied()));
            let unequal: BTreeSet<u32> = (1..s).filter(|a| 2 * a != s).map(|a| values[a] ^ values[s - a]).collect();
            prop_assert!(unequal_pair_set(&values, s, &mut marks).iter().eq(unequal.iter().copied()));
        }
    }
}
