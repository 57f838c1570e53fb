//! Random numbers that depend on the seed alone.

/// SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// Different numbers from 1 to `most`, in order, at least one and at most `count`.
    pub fn numbers(&mut self, count: u64, most: u64) -> Vec<u64> {
        let mut numbers: Vec<u64> = (0..=self.below(count)).map(|_| 1 + self.below(most)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}
