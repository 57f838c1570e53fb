//! Which first parts to try: a greedy cover of a sample.
//!
//! A first part `a` is a **witness** of the item `(s, c)`, a sum and a code it is asked for, if `code(s − a)
//! ⊕ code(a) = c`. Late codes keep in step with their positions: for Officers, one parity of bits is nearly
//! the sign of `cos(2πωx)` with `ω = 0.348204`, so how often a code occurs says little about how often a part
//! hits. A sample of sums says it.
//!
//! Greedy choice: every item has a weight, halved whenever a chosen part is its witness; the next part is
//! about the one whose items weigh most. Halving rather than dropping makes the choice hold outside the
//! sample. Weights only shrink, so a part is weighed again only when it seems to be the best. Cost: for `T`
//! sums and `P` parts about `T·P/2` witnesses, each looked at a few times.

use crate::engine::cell::Cell;
use crate::engine::sparse::sequence::Sequence;

/// Weight of an item without a witness.
const WHOLE: u8 = 64;
/// Sums of a sample, at most and as a share of all.
const MOST: usize = 192;
const SHARE: usize = 512;
/// A part is good enough if it has not lost more than this many eighths of its weight, about, since it was
/// weighed.
const SLACK: usize = 2;
/// Consecutive sums of a sample.
const RUN: usize = 16;
/// Items fit 16 bits, so that they and their weights stay in the nearest caches. Sums that would have more
/// are not asked for any.
const ITEMS: usize = u16::MAX as usize;
const _: () = assert!(MOST.is_multiple_of(RUN) && MOST * u8::MAX as usize <= ITEMS);

/// Consecutive sums.
struct Run<C> {
    /// The first of them.
    first: usize,
    /// How many codes each is asked for, and its first item.
    asked: [C; RUN],
    items: [u16; RUN],
}

/// Sums from all over the last quarter, and the codes they are asked for.
pub struct Sample<C> {
    runs: Vec<Run<C>>,
    weights: Vec<u8>,
}

impl<C: Cell> Sample<C> {
    /// Sums `n − t` of common heaps `n`; `asked(n)` is how many codes are asked for.
    pub fn of(seq: &Sequence<C>, t: usize, asked: impl Fn(usize) -> C) -> Self {
        let (from, count) = (seq.len() / 4 * 3, (seq.len() / SHARE).min(MOST).div_ceil(RUN));
        let step = (seq.len() - from - RUN) / count;
        let mut items = 0;
        let run = |k: usize| {
            let start = from + k * step;
            let mut run = Run { first: start - t, asked: [C::default(); RUN], items: [0; RUN] };
            for i in (0..RUN).filter(|i| !seq.is_rare(start + i)) {
                let codes = asked(start + i);
                if items + codes.code() as usize <= ITEMS {
                    (run.asked[i], run.items[i]) = (codes, items as u16);
                    items += codes.code() as usize;
                }
            }
            run
        };
        let runs = (0..count).map(run).collect();
        Sample { runs, weights: vec![WHOLE; items] }
    }

    /// The best `count` positions of all families, for each family. A position counts for its translates by
    /// the shifts of the family too.
    pub fn choose(
        &mut self,
        seq: &Sequence<C>,
        families: &[(Vec<usize>, Vec<usize>)],
        count: usize,
    ) -> Vec<Vec<usize>> {
        self.choose_until(seq, families, count, 0.0)
    }

    /// The same, but no more once a sum has, on average, no more items without a witness than `open`.
    pub fn choose_until(
        &mut self,
        seq: &Sequence<C>,
        families: &[(Vec<usize>, Vec<usize>)],
        count: usize,
        open: f64,
    ) -> Vec<Vec<usize>> {
        let enough = (open * (RUN * self.runs.len()) as f64) as usize;
        let mut without = self.weights.iter().filter(|&&weight| weight == WHOLE).count();
        let (items, ends) = self.items(seq, families);
        let owners: Vec<(usize, usize)> =
            families.iter().enumerate().flat_map(|(f, (_, all))| all.iter().map(move |&a| (f, a))).collect();
        let weigh = |weights: &[u8], j: usize| -> u32 {
            items[ends[j]..ends[j + 1]].iter().map(|&i| weights[i as usize] as u32).sum()
        };
        let mut queue = Queue::default();
        for j in 0..owners.len() {
            queue.push(weigh(&self.weights, j), j);
        }
        let mut chosen = vec![vec![]; families.len()];
        let mut left = count;
        while let Some((old, j)) = queue.pop().filter(|_| left > 0 && (enough == 0 || without > enough)) {
            // Gains only shrink, so this one may be far from the best by now.
            let gain = weigh(&self.weights, j);
            if level(gain) + SLACK < old {
                queue.push(gain, j);
                continue;
            }
            chosen[owners[j].0].push(owners[j].1);
            left -= 1;
            for &item in &items[ends[j]..ends[j + 1]] {
                let weight = &mut self.weights[item as usize];
                without -= (*weight == WHOLE) as usize;
                *weight /= 2;
            }
        }
        chosen
    }

    /// For each position of each family the items it is a witness of, and where they end.
    fn items(&self, seq: &Sequence<C>, families: &[(Vec<usize>, Vec<usize>)]) -> (Vec<u16>, Vec<usize>) {
        let (mut items, mut ends) = (vec![], vec![0]);
        for (shifts, positions) in families {
            let mut found = vec![0; RUN * self.runs.len() * (shifts.len() + 1)];
            for &a in positions {
                let (code, mut count) = (seq.cells[a], 0);
                for r in shifts.iter().map(|d| a + d).chain([a]) {
                    for run in self.runs.iter().filter(|run| run.first > r) {
                        let partners = &seq.cells[run.first - r..][..RUN];
                        let mixed = run.first - r <= seq.last_rare();
                        for i in 0..RUN {
                            let given = partners[i] ^ code;
                            let common = !mixed || !seq.is_rare(run.first - r + i);
                            // Written in any case: whether it counts is a coin toss, and a branch would be
                            // guessed wrong.
                            found[count] = run.items[i].wrapping_add(given.code() as u16);
                            count += (common & (given < run.asked[i])) as usize;
                        }
                    }
                }
                items.extend_from_slice(&found[..count]);
                ends.push(items.len());
            }
        }
        (items, ends)
    }
}

/// Parts by the level of what they weighed last, the heaviest first.
#[derive(Default)]
struct Queue {
    levels: Vec<Vec<usize>>,
}

impl Queue {
    fn push(&mut self, weight: u32, part: usize) {
        let level = level(weight);
        if level >= self.levels.len() {
            self.levels.resize(level + 1, vec![]);
        }
        self.levels[level].push(part);
    }

    /// A part of the highest level, and that level. What is pushed later is no higher.
    fn pop(&mut self) -> Option<(usize, usize)> {
        while let Some(parts) = self.levels.last_mut() {
            if let Some(part) = parts.pop() {
                return Some((self.levels.len() - 1, part));
            }
            self.levels.pop();
        }
        None
    }
}

/// Eight levels from one power of two to the next.
fn level(weight: u32) -> usize {
    if weight < 8 {
        return weight as usize;
    }
    let power = weight.ilog2();
    8 * (power as usize - 2) + (weight >> (power - 3)) as usize % 8
}
