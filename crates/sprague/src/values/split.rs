//! `split:K`: split a heap into 2 to K non-empty heaps.
//!
//! Idea: K = 2 is a parity, K ≥ 4 gives n − 1; both are theorems (docs/partitions.md). K = 3 has no known law:
//! P2(s), the set of xors of two heaps of s tokens in all, is kept for every s, and the candidate c for the mex is
//! reached iff c ∈ P2(n) or c ⊕ G(a) ∈ P2(n−a) for some a ≤ n/3.
//! Cost for K = 3: n/2 byte stores and a few times n/3 bit tests a value; n/16 bytes a value, as G(n) is about n/2.

use super::Solver;
use super::pairs::{ValueSet, pair_set};
use crate::{Result, Work};

/// Values of heaps 0, 1, 2, … under `split:K`.
#[derive(Debug)]
pub struct SplitSolver {
    parts: u64,
    values: Vec<u32>,
    pairs: Vec<ValueSet>,
    marks: Vec<u8>,
}

impl SplitSolver {
    /// Nothing but the empty heap is known. `parts` is K ≥ 2.
    pub fn new(parts: u64) -> Self {
        SplitSolver { parts, values: vec![0], pairs: vec![ValueSet::default()], marks: Vec::new() }
    }

    /// G_3(n): pairs first, then the candidates that pairs leave open are tested with a third heap.
    fn next_of_three(&mut self) -> u32 {
        let n = self.values.len();
        self.pairs.push(pair_set(&self.values, n, &mut self.marks));
        let reached = |c: u32| (1..=n / 3).any(|a| self.pairs[n - a].contains(c ^ self.values[a]));
        let mut candidate = self.pairs[n].mex_from(0);
        while reached(candidate) {
            candidate = self.pairs[n].mex_from(candidate + 1);
        }
        candidate
    }
}

impl Solver for SplitSolver {
    fn known(&self) -> usize {
        self.values.len()
    }

    fn value(&self, n: usize) -> u32 {
        self.values[n]
    }

    fn extend(&mut self, count: usize, work: &Work) -> Result<()> {
        let bytes = count as u128 * if self.parts == 3 { count as u128 / 16 + 28 } else { 4 };
        work.fits(&format!("a table of {count} values of split:{}", self.parts), bytes)?;
        while self.values.len() < count {
            let n = self.values.len();
            if n.is_multiple_of(256) {
                work.tell(n as u64, count as u64)?;
            }
            let value = match self.parts {
                2 => (n as u32 - 1) % 2,
                3 => self.next_of_three(),
                _ => n as u32 - 1,
            };
            self.values.push(value);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Piece, Rule};
    use crate::values::Reference;

    fn agrees(parts: u64, upto: u64) {
        let rule = Rule::Split(parts);
        let mut solver = SplitSolver::new(parts);
        solver.extend(upto as usize + 1, &Work::quiet()).unwrap();
        let mut reference = Reference::new(&rule);
        for n in 0..=upto {
            assert_eq!(solver.values[n as usize], reference.value(&Piece::Heap(n)), "split:{parts} at {n}");
        }
    }

    #[test]
    fn equals_the_reference() {
        agrees(2, 200);
        agrees(3, 130);
        agrees(4, 60);
        agrees(5, 40);
        agrees(7, 35);
        agrees(100, 25);
    }

    #[test]
    fn outliers_of_scatterstone() {
        let mut solver = SplitSolver::new(3);
        solver.extend(202, &Work::quiet()).unwrap();
        let at = |n: usize| solver.values[n];
        // Also found by an independent brute force; some notes misplace the third at 201.
        assert_eq!((at(31), at(61), at(199)), (5, 14, 33));
    }
}
