//! The plain solver of heap rules: every move that leaves at most three heaps, from the definition.
//!
//! Idea: G(n) is the mex of the union, over all t that may be removed, of {G(n−t)}, P2(n−t) and P3(n−t).
//! P2(s) is computed once for each s, by the condition on the parts. P3 is never built: only the candidate
//! for the mex is tested, by c ⊕ G(a) ∈ P2(s−a), a ≤ s/3. A cycle of removals of length L, for t > k, reaches
//! the rests s ≤ n−k−1 by their residue modulo L, so one growing set for each residue serves all of them.
//! Cost: n/2 byte stores per value if the rule breaks, and as many bit tests for each candidate if it breaks
//! into three; else one step for each t. Memory: 4 bytes per value, and V/8 bytes per value (V: the power of
//! two above the largest value) if it breaks into three.

use super::Solver;
use super::pairs::{ValueSet, pair_set};
use crate::rules::HeapRule;
use crate::{Result, Work};

/// Values of heaps 0, 1, 2, … by all moves that leave at most three heaps.
#[derive(Debug)]
pub struct PlainSolver {
    rule: HeapRule,
    values: Vec<u32>,
    /// P2(s) for all s below the number of values; sets that no longer matter are emptied.
    pairs: Vec<ValueSet>,
    /// What a removal beyond the reach can leave as j = 0, 1, 2 heaps, by the rest modulo the length of the
    /// cycles.
    beyond: [Vec<ValueSet>; 3],
    reached: ValueSet,
    marks: Vec<u8>,
    pair_bytes: u64,
}

impl PlainSolver {
    /// The solver of a rule, with nothing but the empty heap known; `None` if a move may leave four heaps, or
    /// three under a condition or beyond the reach.
    pub fn new(rule: &HeapRule) -> Option<Self> {
        let three = rule.removals(3);
        let plain =
            rule.most_parts() <= 3 && (three.is_empty() || three.is_finite() && rule.parts().are_free());
        let classes = rule.cycle_length() as usize;
        plain.then(|| PlainSolver {
            rule: rule.clone(),
            values: vec![0],
            pairs: vec![ValueSet::default()],
            beyond: std::array::from_fn(|_| vec![ValueSet::default(); classes]),
            reached: ValueSet::default(),
            marks: Vec::new(),
            pair_bytes: 0,
        })
    }

    fn leaves(&self, heaps: u64) -> bool {
        !self.rule.removals(heaps).is_empty()
    }

    /// Makes P2(n), which the heaps from n on can need, and forgets what none can need any more.
    fn prepare_pairs(&mut self, n: usize) {
        let needed = n >= 2 && (self.leaves(2) || self.leaves(3));
        let set = if needed {
            pair_set(&self.values, n, self.rule.parts(), &mut self.marks)
        } else {
            ValueSet::default()
        };
        if self.leaves(3) {
            self.pair_bytes += self.marks.len() as u64 / 8;
        } else if let Some(old) = n.checked_sub(self.rule.reach() as usize + 2) {
            self.pairs[old] = ValueSet::default();
        }
        self.pairs.push(set);
    }

    /// Notes the rest that comes to lie beyond the reach of n.
    fn extend_beyond(&mut self, n: usize) {
        let Some(rest) = n.checked_sub(self.rule.reach() as usize + 1) else { return };
        if self.rule.is_finite() {
            return;
        }
        let class = rest % self.beyond[0].len();
        if rest == 0 {
            self.beyond[0][class].insert(0);
        } else if self.rule.parts().allow(rest as u64) {
            self.beyond[1][class].insert(self.values[rest]);
        }
        if self.leaves(2) {
            self.beyond[2][class].absorb(&self.pairs[rest]);
        }
    }

    /// Everything reached by leaving at most two heaps.
    fn reach(&mut self, n: usize) {
        self.reached.clear();
        let (reach, classes) = (self.rule.reach(), self.beyond[0].len());
        for class in 0..classes {
            // The removals beyond the reach that leave a rest of this class.
            let first = reach + 1;
            let t = first + (n as i64 - class as i64 - first as i64).rem_euclid(classes as i64) as u64;
            for (j, sets) in (0..).zip(&self.beyond) {
                if self.rule.removals(j).contains(t) {
                    self.reached.absorb(&sets[class]);
                }
            }
        }
        let within = |j: u64| self.rule.removals(j).up_to(reach.min(n as u64)).map(|t| t as usize);
        if within(0).any(|t| t == n) {
            self.reached.insert(0);
        }
        for rest in within(1).map(|t| n - t).filter(|&rest| rest > 0 && self.rule.parts().allow(rest as u64))
        {
            self.reached.insert(self.values[rest]);
        }
        for t in within(2) {
            self.reached.absorb(&self.pairs[n - t]);
        }
    }

    /// Whether some break into three has the value c.
    fn reaches_by_three(&self, n: usize, c: u32) -> bool {
        let rests = self.rule.removals(3).listed().iter().filter_map(|&t| n.checked_sub(t as usize));
        rests
            .into_iter()
            .any(|rest| (1..=rest / 3).any(|a| self.pairs[rest - a].contains(c ^ self.values[a])))
    }

    fn next(&mut self) -> u32 {
        let n = self.values.len();
        self.prepare_pairs(n);
        self.extend_beyond(n);
        self.reach(n);
        let mut candidate = self.reached.mex_from(0);
        while self.leaves(3) && self.reaches_by_three(n, candidate) {
            candidate = self.reached.mex_from(candidate + 1);
        }
        candidate
    }
}

impl Solver for PlainSolver {
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
        let mut solver = PlainSolver::new(rule.heap_rule().unwrap()).unwrap();
        solver.extend(upto + 1, &Work::quiet()).unwrap();
        let mut reference = Reference::new(&rule);
        for (n, &value) in solver.values.iter().enumerate() {
            assert_eq!(value, reference.value(&Piece::heap(n as u64)), "{text} at {n}");
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

    #[test]
    fn grundys_game_equals_the_reference() {
        agrees("grundy", 300);
    }

    #[test]
    fn four_heaps_are_somebody_elses() {
        for text in ["0.G", "split:4", "0.[8]", "0.8/unequal"] {
            let rule: Rule = text.parse().unwrap();
            assert!(PlainSolver::new(rule.heap_rule().unwrap()).is_none(), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn long_codes_equal_the_reference(text in "[048C]\\.[0-9A-F]{1,7}") { agrees(&text, 28); }

        #[test]
        fn octal_codes_equal_the_reference_further(text in "[04]\\.[0-7]{1,4}") { agrees(&text, 150); }

        #[test]
        fn cycles_equal_the_reference(text in "[04]\\.[0-7]{0,3}\\([0-7]{1,4}\\)") { agrees(&text, 60); }

        #[test]
        fn conditions_equal_the_reference(
            text in "[04]\\.[0-7]{1,3}(\\.\\.\\.)?(/unequal|/equal|)(/least=[1-4]|)(/largest=[4-9]|)",
        ) { agrees(&text, 60); }

        #[test]
        fn removals_equal_the_reference(set in proptest::collection::btree_set(1u64..30, 1..6)) {
            let list: Vec<String> = set.iter().map(u64::to_string).collect();
            agrees(&format!("sub:{}", list.join(",")), 200);
            agrees(&format!("allbut:{}", list.join(",")), 200);
        }
    }
}
