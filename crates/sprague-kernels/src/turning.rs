//! Rows of coins of which a move turns over neighbours, as many as a set of lengths says, the last of them
//! from heads to tails.
//!
//! The value of the coin n is mex over the lengths L ≤ n of P(n − 1) ⊕ P(n − L), where P(n) is the xor of the
//! values of the coins 1 to n. The coins of a block are solved together, so that each length reads
//! neighbouring entries of P.

use crate::{Error, Meter, Result, Work};

/// The coins of a block.
const BLOCK: usize = 16;
/// More coins are refused.
pub const MOST_COINS: u64 = 1 << 26;

/// The values of the coins of a row, and how many moves turn over a set of each value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turning {
    /// P(0), …, P(n).
    pub prefix: Vec<u16>,
    /// By value, how many sets of coins that a move may turn over have values with this xor.
    pub sets: Vec<u64>,
}

impl Turning {
    /// A row of n coins with these lengths, ascending, the least of them 1.
    ///
    /// ```
    /// use sprague_kernels::{Work, turning::Turning};
    /// let squares = Turning::new(9, &[1, 4, 9], &Work::quiet()).unwrap();
    /// assert_eq!((1..=9).map(|n| squares.value(n)).collect::<Vec<_>>(), [1, 1, 1, 2, 1, 1, 1, 2, 1]);
    /// ```
    ///
    /// # Errors
    /// If there are too many coins or lengths.
    pub fn new(n: u64, lengths: &[u64], work: &Work) -> Result<Self> {
        const MOST_LENGTHS: usize = 1 << 14;
        let lengths: Vec<usize> =
            lengths.iter().filter(|&&length| length <= n).map(|&l| l as usize).collect();
        if n > MOST_COINS || lengths.len() >= MOST_LENGTHS {
            return Err(Error::too_large(
                format!(
                    "a row has at most {MOST_COINS} coins and {MOST_LENGTHS} lengths, not {n} and {}",
                    lengths.len()
                ),
                None,
            ));
        }
        // Values are at most the number of lengths, but far fewer occur.
        if let Some(solved) = solve::<512>(n as usize, &lengths, work)? {
            return Ok(solved);
        }
        let solved = solve::<{ MOST_LENGTHS }>(n as usize, &lengths, work)?;
        Ok(solved.expect("a value is at most the number of lengths"))
    }

    /// The value of a coin, counted from 1.
    pub fn value(&self, coin: u64) -> u16 {
        self.prefix[coin as usize] ^ self.prefix[coin as usize - 1]
    }

    /// The xor of the values of all coins.
    pub fn total(&self) -> u16 {
        self.prefix[self.prefix.len() - 1]
    }
}

/// Solves a row whose values have xors below W, a power of two; `None` if they have not.
fn solve<const W: usize>(n: usize, lengths: &[usize], work: &Work) -> Result<Option<Turning>> {
    work.fits(&format!("a row of {n} coins"), (2 * n + 2 * W * BLOCK + 4 * W * W) as u64)?;
    let meter = Meter::new(work, lengths.iter().map(|length| (n + 1 - length) as u64).sum());
    let mut prefix = Vec::with_capacity(n + 1);
    prefix.push(0u16);
    // By coin of the block and by P before the start, how many sets end at the coin.
    // On the heap: with the larger W it is too large for the stack of a thread.
    let mut counts = vec![[0u16; W]; BLOCK].into_boxed_slice();
    let mut ends = Ends::<W>::new();
    let near = lengths.partition_point(|&length| length < BLOCK);
    for start in (1..=n).step_by(BLOCK) {
        let block = BLOCK.min(n + 1 - start);
        counts.iter_mut().for_each(|row| row.fill(0));
        let reach = lengths.partition_point(|&length| length < start + block);
        for &length in lengths.get(near..reach).unwrap_or_default() {
            // Coin start + i reaches back to start + i − length, if that is not before the row.
            let skipped = length.saturating_sub(start).min(block);
            let before = &prefix[start + skipped - length..][..block - skipped];
            for (row, &p) in counts[skipped..].iter_mut().zip(before) {
                let count = &mut row[usize::from(p) % W];
                *count = count.wrapping_add(1);
            }
        }
        meter.charge((block * reach) as u64)?;
        for (coin, row) in (start..).zip(&mut counts[..block]) {
            for &length in lengths[..near].iter().take_while(|&&length| length <= coin) {
                row[usize::from(prefix[coin - length])] += 1;
            }
            let last = usize::from(prefix[coin - 1]);
            let Some(value) = (0..W).find(|&value| row[value ^ last] == 0) else { return Ok(None) };
            ends.add(last ^ value, row);
            prefix.push((last ^ value) as u16);
        }
    }
    Ok(Some(Turning { prefix, sets: ends.sets() }))
}

/// How many sets there are, by P at their end and P before their start.
struct Ends<const W: usize> {
    rows: Vec<[u32; W]>,
    /// How many coins have been added to words that hold that many.
    coins: u32,
    sets: Vec<u64>,
}

impl<const W: usize> Ends<W> {
    fn new() -> Self {
        Ends { rows: vec![[0; W]; W], coins: 0, sets: vec![0; W] }
    }

    fn add(&mut self, end: usize, counts: &[u16; W]) {
        self.rows[end].iter_mut().zip(counts).for_each(|(sum, &count)| *sum += u32::from(count));
        self.coins += 1;
        if self.coins == u32::from(u16::MAX) {
            self.flush();
        }
    }

    fn flush(&mut self) {
        for (end, row) in self.rows.iter_mut().enumerate() {
            for (start, count) in row.iter_mut().enumerate() {
                self.sets[start ^ end] += u64::from(std::mem::take(count));
            }
        }
        self.coins = 0;
    }

    /// By the xor of both.
    fn sets(mut self) -> Vec<u64> {
        self.flush();
        self.sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn one_by_one(n: usize, lengths: &[u64]) -> Turning {
        let (mut prefix, mut sets) = (vec![0u16], vec![0u64; 1 << 14]);
        for coin in 1..=n {
            let reached = |last: u16, prefix: &[u16]| -> Vec<u16> {
                let lengths = lengths.iter().filter(|&&length| length <= coin as u64);
                lengths.map(|&length| last ^ prefix[coin - length as usize]).collect()
            };
            let options: BTreeSet<u16> = reached(prefix[coin - 1], &prefix).into_iter().collect();
            let value = (0..).find(|value| !options.contains(value)).unwrap();
            let next = prefix[coin - 1] ^ value;
            reached(next, &prefix).into_iter().for_each(|xor| sets[usize::from(xor)] += 1);
            prefix.push(next);
        }
        Turning { prefix, sets }
    }

    fn same(n: usize, lengths: &[u64]) {
        let (mut found, expected) =
            (Turning::new(n as u64, lengths, &Work::quiet()).unwrap(), one_by_one(n, lengths));
        found.sets.resize(expected.sets.len(), 0);
        assert_eq!(found, expected, "{n} {lengths:?}");
    }

    #[test]
    fn squares_triangles_and_all() {
        let squares: Vec<u64> = (1..40).map(|k| k * k).collect();
        let triangles: Vec<u64> = (1..60).map(|k| k * (k + 1) / 2).collect();
        let all: Vec<u64> = (1..300).collect();
        for lengths in [&squares[..], &triangles, &all, &[1]] {
            for n in [0, 1, 2, 5, 31, 32, 33, 64, 200, 299, 1500] {
                same(n, lengths);
            }
        }
        // Every length: Ruler.
        let ruler = Turning::new(100, &all, &Work::quiet()).unwrap();
        assert!((1..=100u64).all(|n| u64::from(ruler.value(n)) == 1 << n.trailing_zeros()));
    }

    proptest! {
        #[test]
        fn any_lengths(lengths in proptest::collection::btree_set(2u64..120, 0..40), n in 0usize..300) {
            let lengths: Vec<u64> = std::iter::once(1).chain(lengths).collect();
            same(n, &lengths);
        }
    }
}
