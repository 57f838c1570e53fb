//! The two questions about options. A value v is right iff v is absent from the values of the options and
//! every u < v is present among them.
//!
//! Most options are *pairs*: for a sequence g and a sum s, the values g(a) ⊕ g(s − a) with 1 ≤ a < s. A break
//! of a heap of n into two is a pair with sum n − t; a cut of a sheet is a pair with sum h in its own
//! sequence.

use crate::{Fault, Work, memory::Buffer};

/// The least power of two above all values, and so above all their xors.
pub(crate) fn width(values: &[u16], work: &Work) -> Result<usize, Fault> {
    let mut all = 0;
    for part in values.chunks(crate::work::PORTION) {
        work.charge(part.len())?;
        all = part.iter().fold(all, |all, &v| all | v);
    }
    Ok((all as usize + 1).next_power_of_two())
}

/// The values present so far, for one position at a time.
pub(crate) struct Seen<'a> {
    /// Turn in which a value was last marked; 0 for never.
    marked: Buffer<'a, u32>,
    turn: u32,
    below: u16,
    /// How many values below the bound have not been marked.
    pub missing: usize,
}

impl<'a> Seen<'a> {
    /// For values below `width`. Memory: four bytes for each.
    pub fn new(width: usize, work: &'a Work) -> Result<Self, Fault> {
        let marked = work.buffer(width, 0, "the values seen")?;
        Ok(Seen { marked, turn: 0, below: 0, missing: 0 })
    }

    /// Start over; values ≥ `below` are of no interest.
    pub fn start(&mut self, below: u16) {
        self.turn = self.turn.wrapping_add(1);
        if self.turn == 0 {
            self.marked.fill(0);
            self.turn = 1;
        }
        self.below = below;
        self.missing = below as usize;
    }

    /// Mark a value; tells whether it had been missing.
    #[inline]
    pub fn mark(&mut self, value: u16) -> bool {
        let new = value < self.below && self.marked[value as usize] != self.turn;
        // Without branches: which values come next cannot be predicted.
        self.marked[value as usize] = self.turn;
        self.missing -= usize::from(new);
        new
    }

    /// The least value below the bound, from `from` on, that is not marked.
    pub fn next_missing(&self, from: u16) -> Option<u16> {
        (from..self.below).find(|&value| self.marked[value as usize] != self.turn)
    }
}

/// For sums first, first + 1, … with one target each: set `hits[i]` if a pair (a, sum − a), a among `parts`,
/// has the value `targets[i]`. One a is compared with all sums in turn, as these loads lie side by side.
pub(crate) fn find_targets(
    g: &[u16],
    parts: impl Iterator<Item = usize>,
    first: usize,
    targets: &[u16],
    hits: &mut [u16],
) {
    for a in parts {
        // The other part is first + i − a, and has to be at least 1.
        let skip = (a + 1).saturating_sub(first);
        if skip >= targets.len() {
            continue;
        }
        let others = &g[first + skip - a..first + targets.len() - a];
        let mine = g[a];
        for ((hit, &other), &target) in hits[skip..].iter_mut().zip(others).zip(&targets[skip..]) {
            *hit |= u16::from(mine ^ other == target);
        }
    }
}

/// Whether some pair with this sum has the value `target`; all pairs are looked at.
pub(crate) fn has_pair(g: &[u16], sum: usize, target: u16) -> bool {
    // From 1 up and from sum − 1 down.
    let (low, high) = (&g[1..=sum / 2], &g[..sum]);
    low.chunks(512).zip(high.rchunks(512)).any(|(low, high)| {
        // No early exit inside a chunk, so that the compiler makes vectors of it.
        low.iter().zip(high.iter().rev()).fold(false, |hit, (&a, &b)| hit | (a ^ b == target))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(n: usize) -> Vec<u16> {
        (0..n as u64).map(|x| ((x * x * 2_654_435_761) >> 13) as u16 & 63).collect()
    }

    #[test]
    fn turns_run_over() {
        let work = Work::default();
        let Ok(mut seen) = Seen::new(8, &work) else { panic!() };
        // Marks of the first turn, and none, when turns begin again.
        for (turn, mark) in [(1, 1), (u32::MAX - 1, 1), (u32::MAX, 1), (u32::MAX, 0)] {
            seen.turn = turn;
            seen.marked.fill(mark);
            seen.start(3);
            assert_eq!((seen.missing, seen.next_missing(0), seen.next_missing(3)), (3, Some(0), None));
            assert!(seen.mark(1) && !seen.mark(1) && !seen.mark(5));
            assert_eq!((seen.missing, seen.next_missing(1)), (2, Some(2)));
        }
    }

    #[test]
    fn widths() {
        let width = |values: &[u16]| width(values, &Work::default()).unwrap();
        assert_eq!([width(&[]), width(&[0]), width(&[1]), width(&[2, 1])], [1, 1, 2, 4]);
        assert_eq!(width(&[65535]), 65536);
    }

    /// Every sum and target, by all pairs.
    #[test]
    fn pairs() {
        let g = values(1400);
        for sum in (0..40).chain([1024, 1025, 1026, 1027, 1399]) {
            let all: Vec<u16> = (1..sum).map(|a| g[a] ^ g[sum - a]).collect();
            for target in 0..64 {
                assert_eq!(has_pair(&g, sum, target), all.contains(&target), "{sum} {target}");
            }
        }
    }

    /// Blocks of sums that begin anywhere, parts on both sides of them.
    #[test]
    fn targets() {
        let g = values(300);
        for first in [0, 1, 2, 3, 7, 50, 130] {
            for length in [1, 2, 5, 64] {
                for part in [1, 2, 6, 49, 50, 51, 113, 114, 140] {
                    let targets: Vec<u16> = (0..length).map(|i| g[(part * 7 + i * 3) % 300] & 7).collect();
                    let mut hits = vec![0; length];
                    find_targets(&g, [part].into_iter(), first, &targets, &mut hits);
                    for i in 0..length {
                        let expected = first + i > part && g[part] ^ g[first + i - part] == targets[i];
                        assert_eq!(hits[i] == 1, expected, "{first} {length} {part} {i}");
                    }
                }
            }
        }
    }
}
