//! Numbers for keys: each different slice of words gets the next number, and keeps it.
//!
//! One arena of words and one table of numbers with open addressing: no allocation for each key, and numbers
//! in order of insertion, so that the keys are their own queue.

/// Keys and their numbers.
#[derive(Debug, Clone)]
pub struct Interner {
    words: Vec<u64>,
    ends: Vec<usize>,
    /// Number + 1, or 0 for a free place; a power of two in length.
    table: Vec<u32>,
}

impl Interner {
    pub fn new() -> Self {
        Interner { words: vec![], ends: vec![], table: vec![0; 1 << 8] }
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The key of a number.
    pub fn key(&self, id: u32) -> &[u64] {
        let id = id as usize;
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.words[start..self.ends[id]]
    }

    /// The number of a key, and whether it is new.
    pub fn insert(&mut self, key: &[u64]) -> (u32, bool) {
        if self.ends.len() * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut place = hash(key) & mask;
        while self.table[place] != 0 {
            let id = self.table[place] - 1;
            if self.key(id) == key {
                return (id, false);
            }
            place = (place + 1) & mask;
        }
        let id = self.ends.len() as u32;
        self.table[place] = id + 1;
        self.words.extend_from_slice(key);
        self.ends.push(self.words.len());
        (id, true)
    }

    /// Bytes in use, about, while `keys` more keys of `words` words in all are inserted: a list that is full
    /// is copied to one of twice its length.
    pub fn bytes_with(&self, keys: usize, words: usize) -> u64 {
        let grown = |len: usize, capacity: usize, more: usize| match len + more > capacity {
            true => capacity + (2 * capacity).max(len + more),
            false => capacity,
        };
        let places = match (self.ends.len() + keys) * 2 >= self.table.len() {
            true => 3 * self.table.len().max(2 * keys),
            false => self.table.len(),
        };
        let words = grown(self.words.len(), self.words.capacity(), words);
        let ends = grown(self.ends.len(), self.ends.capacity(), keys);
        (words * 8 + ends * 8 + places * 4) as u64
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        let mut table = vec![0; size];
        for id in 0..self.ends.len() as u32 {
            let mut place = hash(self.key(id)) & (size - 1);
            while table[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            table[place] = id + 1;
        }
        self.table = table;
    }
}

fn hash(key: &[u64]) -> usize {
    let mut state = 0x9e37_79b9_7f4a_7c15u64 ^ key.len() as u64;
    for &word in key {
        state = (state ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        state ^= state >> 32;
    }
    state as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// Sixty-four keys of two words: 16 bytes each, 8 for where it ends and 4 for a place in a table half
    /// full.
    #[test]
    fn bytes() {
        let mut interner = Interner::new();
        assert!(interner.bytes_with(0, 0) < 100_000);
        (0..64).for_each(|i| _ = interner.insert(&[i, i]));
        let table = 4 * interner.table.len() as u64;
        let bytes = interner.bytes_with(0, 0);
        assert!((64 * 24 + table..=64 * 48 + table).contains(&bytes), "{bytes}");
        // One word too many: a longer list beside the one that is full.
        let room = interner.words.capacity() - interner.words.len();
        assert_eq!(interner.bytes_with(0, room), bytes);
        let longer = 2 * 8 * interner.words.capacity() as u64;
        assert_eq!(interner.bytes_with(0, room + 1), bytes + longer);
        assert!(interner.bytes_with(64, 0) >= bytes + 2 * table);
    }

    proptest! {
        #[test]
        fn numbers_are_those_of_a_hash_map(keys in prop::collection::vec(prop::collection::vec(0u64..4, 0..4), 0..700)) {
            let (mut interner, mut map) = (Interner::new(), HashMap::new());
            for key in &keys {
                let next = map.len() as u32;
                let expected = *map.entry(key.clone()).or_insert(next);
                prop_assert_eq!(interner.insert(key), (expected, expected == next));
                prop_assert_eq!(interner.key(expected), &key[..]);
            }
            prop_assert_eq!(interner.len(), map.len());
        }
    }
}
