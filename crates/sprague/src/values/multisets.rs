//! The general solver of heap rules: any number of parts, any condition on them, any removals.
//!
//! Idea: let Q_j(s) be the set of xors of j parts, s tokens in all, out of the heaps whose values are known.
//! When the value of a heap a becomes known, it may be one more part: Q_j(s) takes in Q_{j−1}(s − a) ⊕ G(a).
//! Going through s downwards uses each heap once (parts all different), upwards any number of times. Equal
//! parts need no sets: j parts of a have the value G(a) if j is odd, else 0. Then G(n) = mex of the union of
//! Q_j(n − t) over all j and all t that may be removed. Cost: m·N·V/64 steps for each of N values (m: the
//! most parts, V: the power of two above the largest value), and m·N·V/8 bytes. It is for rules that no
//! faster solver takes.

use super::Solver;
use super::pairs::ValueSet;
use crate::rules::{Alike, HeapRule};
use crate::{Result, Work};

/// Values of heaps 0, 1, 2, … by knapsacks of parts.
#[derive(Debug)]
pub struct MultisetSolver {
    rule: HeapRule,
    values: Vec<u32>,
    /// `sets[j][s]` is Q_j(s), for j up to the most parts that fit and s below the number of values asked
    /// for.
    sets: Vec<Vec<ValueSet>>,
    /// Room for sums below this.
    room: usize,
}

impl MultisetSolver {
    /// Nothing but the empty heap is known.
    pub fn new(rule: &HeapRule) -> Self {
        MultisetSolver { rule: rule.clone(), values: vec![0], sets: vec![], room: 0 }
    }

    /// The most parts that sums below the room can have.
    fn most_parts(&self) -> usize {
        usize::try_from(self.rule.most_parts()).unwrap_or(usize::MAX).min(self.room)
    }

    /// Makes room for larger sums: all parts are brought in again.
    fn grow(&mut self, room: usize, work: &Work) -> Result<()> {
        self.room = room;
        let most = self.most_parts();
        work.fits("sets of parts", most as u128 * room as u128 * 24)?;
        self.sets = vec![vec![ValueSet::default(); room]; most + 1];
        self.sets[0][0].insert(0);
        for part in 1..self.values.len() {
            work.tell(part as u64, room as u64)?;
            self.add_part(part);
        }
        Ok(())
    }

    /// A heap whose value is known may be a part.
    fn add_part(&mut self, part: usize) {
        let parts = self.rule.parts();
        if parts.alike == Alike::Equal || !parts.allow(part as u64) {
            return;
        }
        let value = self.values[part];
        let mut add = |j: usize, s: usize| {
            let (fewer, more) = self.sets.split_at_mut(j);
            more[0][s].absorb_xor(&fewer[j - 1][s - part], value);
        };
        let most = self.rule.most_parts().min(self.room as u64) as usize;
        match parts.alike {
            // More parts first, so that this one is not used twice.
            Alike::Different => {
                (1..=most).rev().for_each(|j| (part..self.room).for_each(|s| add(j, s)));
            }
            _ => (1..=most).for_each(|j| (part..self.room).for_each(|s| add(j, s))),
        }
    }

    fn next(&self) -> u32 {
        let n = self.values.len();
        let mut reached = ValueSet::default();
        for leaving in self.rule.leaving() {
            for t in leaving.removals.up_to(n as u64).map(|t| t as usize) {
                for j in *leaving.heaps.start()..=(*leaving.heaps.end()).min((n - t) as u64) {
                    self.add_ways(&mut reached, n - t, j as usize);
                }
            }
        }
        reached.mex_from(0)
    }

    /// Adds the values of `rest` tokens left as j heaps.
    fn add_ways(&self, reached: &mut ValueSet, rest: usize, j: usize) {
        if self.rule.parts().alike != Alike::Equal || j == 0 {
            reached.absorb(&self.sets[j][rest]);
        } else if rest > 0 && rest.is_multiple_of(j) && self.rule.parts().allow((rest / j) as u64) {
            reached.insert(if j.is_multiple_of(2) { 0 } else { self.values[rest / j] });
        }
    }
}

impl Solver for MultisetSolver {
    fn known(&self) -> usize {
        self.values.len()
    }

    fn value(&self, n: usize) -> u32 {
        self.values[n]
    }

    fn extend(&mut self, count: usize, work: &Work) -> Result<()> {
        if count > self.room {
            self.grow(count.max(64).min(2 * count), work)?;
        }
        while self.values.len() < count {
            let n = self.values.len();
            work.tell(n as u64, count as u64)?;
            if n.is_multiple_of(64) {
                let bytes: u64 = self.sets.iter().flatten().map(ValueSet::bytes).sum();
                work.fits("sets of parts", bytes)?;
            }
            let value = self.next();
            self.values.push(value);
            self.add_part(n);
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

    fn agrees(text: &str, steps: &[usize]) {
        let rule: Rule = text.parse().unwrap();
        let mut solver = MultisetSolver::new(rule.heap_rule().unwrap());
        let mut reference = Reference::new(&rule);
        let mut count = 1;
        for step in steps {
            count += step;
            solver.extend(count, &Work::quiet()).unwrap();
        }
        for n in 0..count {
            assert_eq!(solver.value(n), reference.value(&Piece::heap(n as u64)), "{text} at {n}");
        }
    }

    #[test]
    fn rules_by_hand_equal_the_reference() {
        for text in [
            "0.G",
            "0.Z",
            "split:5",
            "split:4/unequal",
            "split:9/equal",
            "0.[8]",
            "0.[8F]",
            "4.F/unequal",
            "0.77",
            "nim",
            "sub:1,4",
            "0.{0-5}1/least=2",
            "split:6/unequal/largest=7",
        ] {
            agrees(text, &[1, 3, 10, 11]);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn any_rule_equals_the_reference(
            text in "[048CGOW]\\.[0-9A-Z]{1,3}(\\.\\.\\.|\\([0-9A-V]{1,2}\\)|)(/unequal|/equal|)(/least=[1-3]|)(/largest=[5-9]|)",
        ) { agrees(&text, &[24]); }
    }
}
