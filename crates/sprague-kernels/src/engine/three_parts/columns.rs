//! The values that two heaps can have, `P(s) = { G(a) ⊕ G(b) : a + b = s }`, for all sums `s`, 64 values to a
//! word.
//!
//! Words are kept column by column: column `d` has the values `64·d ..` of all sums one after another. Who
//! asks about many sums and one word of each, as the solver does, reads contiguous memory. A column begins at
//! the first sum that needs it.
//!
//! Cost: `s/2` byte stores for each sum, and a bit for each value below the power of two above the largest
//! one.

/// The sets `P(s)` of sums 0, 1, 2, …
#[derive(Debug, Default)]
pub struct Columns {
    columns: Vec<Column>,
    /// How many sums there are.
    sums: usize,
    /// A byte for each value: scratch space, all zero between sums.
    marks: Vec<u8>,
}

/// One word of every sum.
#[derive(Debug, Default)]
pub struct Column {
    /// Sums before this one have none of these values.
    start: usize,
    words: Vec<u64>,
}

impl Column {
    /// The words of the sums from the first one on that has any of these values, and which sum that is.
    #[inline(always)]
    pub fn words(&self) -> (usize, &[u64]) {
        (self.start, &self.words)
    }
}

impl Columns {
    /// Adds sums, up to and including the number of known values.
    #[inline(always)]
    pub fn follow(&mut self, values: &[u32], largest: u32) {
        let size = (largest as usize + 1).next_power_of_two().max(64);
        self.marks.resize(size, 0);
        self.columns.resize_with(size / 64, Column::default);
        for sum in self.sums..=values.len() {
            let half = sum / 2;
            if half > 0 {
                let (ours, theirs) = (&values[1..=half], &values[sum - half..sum]);
                for i in 0..half {
                    self.marks[(ours[i] ^ theirs[half - 1 - i]) as usize] = 1;
                }
            }
            for (column, marks) in self.columns.iter_mut().zip(self.marks.as_chunks_mut().0) {
                column.push(sum, packed(marks));
                *marks = [0; 64];
            }
        }
        self.sums = values.len() + 1;
    }

    /// Column `d`, if any sum needs it.
    #[inline(always)]
    pub fn get(&self, d: usize) -> Option<&Column> {
        self.columns.get(d).filter(|column| !column.words.is_empty())
    }

    /// How many columns there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// The values `64·d ..` of a sum.
    #[inline(always)]
    pub fn word(&self, sum: usize, d: usize) -> u64 {
        self.get(d).filter(|column| sum >= column.start).map_or(0, |column| column.words[sum - column.start])
    }

    /// How much memory they take.
    pub fn bytes(&self) -> usize {
        self.columns.iter().map(|column| column.words.len() * size_of::<u64>()).sum()
    }
}

impl Column {
    #[inline(always)]
    fn push(&mut self, sum: usize, word: u64) {
        if self.words.is_empty() {
            if word == 0 {
                return;
            }
            self.start = sum;
        }
        self.words.push(word);
    }
}

/// Bytes of 0 or 1 as bits.
#[inline(always)]
fn packed(marks: &[u8; 64]) -> u64 {
    let mut word = 0;
    for (i, eight) in marks.as_chunks().0.iter().enumerate() {
        // Byte j, times 2^(7·(8 − j)), has its bit at 56 + j, and no two products meet.
        word |= (u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn columns_hold_the_values_of_pairs(
            values in prop::collection::vec(0u32..200, 1..90),
            growth in 0u32..3,
            step in 1usize..20,
        ) {
            // Values that grow, so that columns begin late, taken in a few at a time.
            let values: Vec<u32> = values.iter().zip(0..).map(|(v, i)| v + growth * i).collect();
            let mut columns = Columns::default();
            for known in (1..values.len()).step_by(step).chain([values.len()]) {
                columns.follow(&values[..known], *values[..known].iter().max().unwrap());
            }
            for s in 0..=values.len() {
                let pairs: BTreeSet<u32> = (1..s).map(|a| values[a] ^ values[s - a]).collect();
                for d in 0..10 {
                    let expected = (0..64).filter(|i| pairs.contains(&(64 * d as u32 + i))).fold(0, |word, i| word | 1 << i);
                    prop_assert_eq!(columns.word(s, d), expected, "sum {}, column {}", s, d);
                }
            }
        }
    }
}
