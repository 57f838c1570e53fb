//! Grundy's game: split a heap into two unequal ones. G(n) = mex { G(a) ⊕ G(n−a) : a < n/2 }.
//!
//! Idea: mark every pair. Cost: n/2 byte stores for the value of n; 4 bytes a value.

use super::Solver;
use super::pairs::unequal_pair_set;
use crate::{Result, Work};

/// Values of heaps 0, 1, 2, … in Grundy's game.
#[derive(Debug)]
pub struct GrundySolver {
    values: Vec<u32>,
    marks: Vec<u8>,
}

impl GrundySolver {
    /// Nothing but the empty heap is known.
    pub fn new() -> Self {
        GrundySolver { values: vec![0], marks: Vec::new() }
    }
}

impl Default for GrundySolver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver for GrundySolver {
    fn known(&self) -> usize {
        self.values.len()
    }

    fn value(&self, n: usize) -> u32 {
        self.values[n]
    }

    fn extend(&mut self, count: usize, work: &Work) -> Result<()> {
        work.fits(&format!("a table of {count} values"), count as u128 * 4)?;
        while self.values.len() < count {
            let n = self.values.len();
            if n.is_multiple_of(1024) {
                work.tell(n as u64, count as u64)?;
            }
            let reached = unequal_pair_set(&self.values, n, &mut self.marks);
            self.values.push(reached.mex_from(0));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Piece, Rule};
    use crate::values::Reference;

    #[test]
    fn equals_the_reference() {
        let mut solver = GrundySolver::new();
        solver.extend(300, &Work::quiet()).unwrap();
        let mut reference = Reference::new(&Rule::Grundy);
        for (n, &value) in solver.values.iter().enumerate() {
            assert_eq!(value, reference.value(&Piece::Heap(n as u64)), "{n}");
        }
    }
}
