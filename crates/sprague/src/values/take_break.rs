//! The dense solver of take-and-break rules: codes, subtraction sets, all-but sets.
//!
//! Idea: G(n) is the mex of the union, over all t that may be removed, of {G(n−t)}, P2(n−t) and P3(n−t).
//! P2(s) is computed once for each s. P3 is never built: only the candidate for the mex is tested,
//! by c ⊕ G(a) ∈ P2(s−a), a ≤ s/3. A digit that repeats for ever adds to one set that only grows.
//! Cost: n/2 byte stores a value if the rule breaks, and as many bit tests for each candidate if it breaks
//! into three; else one step for each t. Memory: 4 bytes a value, and V/8 bytes a value (V: the power of two above
//! the largest value) if it breaks into three.

use super::Solver;
use super::pairs::{ValueSet, pair_set};
use crate::rules::TakeBreak;
use crate::{Result, Work};

/// Values of heaps 0, 1, 2, … under a take-and-break rule.
#[derive(Debug)]
pub struct TakeBreakSolver {
    shape: TakeBreak,
    values: Vec<u32>,
    /// P2(s) for all s below the number of values; sets that no longer matter are emptied.
    pairs: Vec<ValueSet>,
    /// What the repeating digit reaches from the heap at hand.
    always: ValueSet,
    reached: ValueSet,
    marks: Vec<u8>,
    pair_bytes: u64,
}

impl TakeBreakSolver {
    /// Nothing but the empty heap is known.
    pub fn new(shape: TakeBreak) -> Self {
        TakeBreakSolver {
            shape,
            values: vec![0],
            pairs: vec![ValueSet::default()],
            always: ValueSet::default(),
            reached: ValueSet::default(),
            marks: Vec::new(),
            pair_bytes: 0,
        }
    }

    fn breaks_in_two(&self) -> bool {
        !self.shape.leaving[2].is_empty() || self.shape.tail_leaves(2)
    }

    fn breaks_in_three(&self) -> bool {
        !self.shape.leaving[3].is_empty()
    }

    /// Makes P2(n), which the heaps from n on can need, and forgets what none can need any more.
    fn prepare_pairs(&mut self, n: usize) {
        let needed = n >= 2 && (self.breaks_in_two() || self.breaks_in_three());
        let set = if needed { pair_set(&self.values, n, &mut self.marks) } else { ValueSet::default() };
        if self.breaks_in_three() {
            self.pair_bytes += self.marks.len() as u64 / 8;
        } else if let Some(old) = n.checked_sub(self.shape.reach as usize + 2) {
            self.pairs[old] = ValueSet::default();
        }
        self.pairs.push(set);
    }

    /// Adds what the repeating digit newly reaches from n: removing reach + 1 tokens.
    fn extend_tail(&mut self, n: usize) {
        let Some(rest) = n.checked_sub(self.shape.reach as usize + 1) else { return };
        if self.shape.tail_leaves(0) {
            self.always.insert(0);
        }
        if self.shape.tail_leaves(1) && rest > 0 {
            self.always.insert(self.values[rest]);
        }
        if self.shape.tail_leaves(2) {
            self.always.absorb(&self.pairs[rest]);
        }
    }

    /// Everything reached by leaving at most two heaps.
    fn reach(&mut self, n: usize) {
        let [whole, one, two, _] = &self.shape.leaving;
        self.reached.clear();
        self.reached.absorb(&self.always);
        if whole.binary_search(&(n as u64)).is_ok() {
            self.reached.insert(0);
        }
        for &t in one.iter().take_while(|&&t| t < n as u64) {
            self.reached.insert(self.values[n - t as usize]);
        }
        for &t in two.iter().take_while(|&&t| t < n as u64) {
            self.reached.absorb(&self.pairs[n - t as usize]);
        }
    }

    /// Whether some break into three has the value c.
    fn reaches_by_three(&self, n: usize, c: u32) -> bool {
        let rests = self.shape.leaving[3].iter().filter_map(|&t| n.checked_sub(t as usize));
        rests
            .into_iter()
            .any(|rest| (1..=rest / 3).any(|a| self.pairs[rest - a].contains(c ^ self.values[a])))
    }

    fn next(&mut self) -> u32 {
        let n = self.values.len();
        self.prepare_pairs(n);
        self.extend_tail(n);
        self.reach(n);
        let mut candidate = self.reached.mex_from(0);
        while self.breaks_in_three() && self.reaches_by_three(n, candidate) {
            candidate = self.reached.mex_from(candidate + 1);
        }
        candidate
    }
}

impl Solver for TakeBreakSolver {
    fn known(&self) -> usize {
        self.values.len()
    }

    fn value(&self, n: usize) -> u32 {
        self.values[n]
    }

    fn extend(&mut self, count: usize, work: &Work) -> Result<()> {
        work.fits(&format!("a table of {count} values"), count as u128 * (4 + 24))?;
        while self.values.len() < count {
            let n = self.values.len();
            if n.is_multiple_of(1024) {
                work.tell(n as u64, count as u64)?;
                work.fits("the table of pairs", self.pair_bytes)?;
            }
            let value = self.next();
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
    use proptest::prelude::*;

    fn agrees(text: &str, upto: usize) {
        let rule: Rule = text.parse().unwrap();
        let mut solver = TakeBreakSolver::new(TakeBreak::of(&rule).unwrap());
        solver.extend(upto + 1, &Work::quiet()).unwrap();
        let mut reference = Reference::new(&rule);
        for (n, &value) in solver.values.iter().enumerate() {
            assert_eq!(value, reference.value(&Piece::Heap(n as u64)), "{text} at {n}");
        }
    }

    #[test]
    fn every_code_of_two_digits_equals_the_reference() {
        for d0 in [0, 4, 8, 12] {
            for d1 in 0..16 {
                for d2 in 0..16 {
                    agrees(&format!("{d0:X}.{d1:X}{d2:X}"), 24);
                }
            }
        }
    }

    #[test]
    fn every_octal_code_of_three_digits_equals_the_reference() {
        for digits in 0..0o1000 {
            agrees(&format!("0.{digits:03o}"), 30);
            agrees(&format!("4.{digits:03o}"), 20);
        }
    }

    #[test]
    fn repeating_digits_equal_the_reference() {
        for d0 in [0, 4] {
            for digits in 0..0o100 {
                agrees(&format!("{d0}.{digits:02o}..."), 24);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn long_codes_equal_the_reference(text in "[048C]\\.[0-9A-F]{1,7}") { agrees(&text, 28); }

        #[test]
        fn octal_codes_equal_the_reference_further(text in "[04]\\.[0-7]{1,4}") { agrees(&text, 150); }

        #[test]
        fn removals_equal_the_reference(set in proptest::collection::btree_set(1u64..30, 1..6)) {
            let list: Vec<String> = set.iter().map(u64::to_string).collect();
            agrees(&format!("sub:{}", list.join(",")), 200);
            agrees(&format!("allbut:{}", list.join(",")), 200);
        }
    }
}
