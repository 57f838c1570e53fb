//! Values of heap rules whose ways to move compare the heaps left in different ways.
//!
//! Idea: as in [`super::MultisetSolver`], sets Q_j(s) of the xors of j heaps, s tokens in all, which a heap
//! joins when its value is known; one family of sets for each comparison. Any heaps: s upwards, so that a
//! heap may join again and again. All different: s downwards, so that it joins once. Not all equal: j heaps,
//! the last of which is the new one, are not all equal if the others were not, or if they are all smaller; so
//! the sets of smaller heaps of the first family are used before they take in the new heap. Equal and
//! consecutive heaps need no sets. "m or more heaps" is one more number of heaps, which keeps what it has
//! when heaps join. Cost: as there, once for each comparison.

use super::pairs::ValueSet;
use super::{Solver, Table, table_size};
use crate::rules::{Alike, Compare, Mixed, first_of_run, most_counted};
use crate::{Result, Work};
use std::ops::RangeInclusive;

/// Sets of xors by number of heaps and sum.
#[derive(Debug, Default)]
struct Sets {
    /// `sets[j][s]`; empty if no move needs them.
    sets: Vec<Vec<ValueSet>>,
}

impl Sets {
    fn new(heaps: usize, room: usize) -> Self {
        Sets { sets: if heaps == 0 { vec![] } else { vec![vec![ValueSet::default(); room]; heaps + 1] } }
    }

    /// Takes in `from[j − 1][s − part]` ⊕ value at j, and for the last j, which means that or more, its own.
    fn join(&mut self, s: usize, part: usize, value: u32) {
        let last = self.sets.len() - 1;
        for j in (1..=last).rev() {
            let (fewer, more) = self.sets.split_at_mut(j);
            more[0][s].absorb_xor(&fewer[j - 1][s - part], value);
            if j == last {
                self.join_itself(s, part, value);
            }
        }
    }

    fn join_itself(&mut self, s: usize, part: usize, value: u32) {
        if let Some(last) = self.sets.last_mut() {
            let (before, from) = last.split_at_mut(s);
            from[0].absorb_xor(&before[s - part], value);
        }
    }

    fn bytes(&self) -> u64 {
        self.sets.iter().flatten().map(ValueSet::bytes).sum()
    }
}

/// Values of heaps 0, 1, 2, … under a rule with mixed conditions.
#[derive(Debug)]
pub struct MixedSolver {
    rule: Mixed,
    values: Vec<u32>,
    any: Sets,
    different: Sets,
    unlike: Sets,
    /// The number of heaps that means this many or more.
    many: usize,
    /// Room for sums below this.
    room: usize,
}

impl MixedSolver {
    /// Nothing but the empty heap is known.
    pub fn new(rule: &Mixed) -> Self {
        let none = Sets::default;
        let (any, different, unlike) = (none(), none(), none());
        MixedSolver { rule: rule.clone(), values: vec![0], any, different, unlike, many: 0, room: 0 }
    }

    /// Makes room for larger sums: all heaps join again.
    fn grow(&mut self, room: usize, work: &Work) -> Result<()> {
        self.room = room + self.rule.code().added().len();
        let ways: Vec<(RangeInclusive<u64>, Compare)> =
            self.rule.code().all().flat_map(|digit| digit.ways().iter().cloned()).collect();
        let most = ways.iter().map(|(heaps, _)| most_counted(heaps)).max().unwrap_or(0) + 1;
        self.many = most.min(self.room as u64) as usize;
        let needs = |compare| ways.iter().any(|way| way.1 == compare && *way.0.end() >= 2);
        let heaps = |needed: bool| if needed { self.many } else { 0 };
        let (unlike, different) = (needs(Compare::Unlike), needs(Compare::Different));
        let needed = [needs(Compare::Any) || unlike, different, unlike];
        let families = needed.iter().filter(|&&needed| needed).count();
        work.fits("sets of parts", families as u128 * (self.many as u128 + 1) * self.room as u128 * 24)?;
        let [any, different, unlike] = needed.map(|needed| Sets::new(heaps(needed), self.room));
        (self.any, self.different, self.unlike) = (any, different, unlike);
        for sets in [&mut self.any, &mut self.different] {
            if let Some(empty) = sets.sets.first_mut() {
                empty[0].insert(0);
            }
        }
        for part in 1..self.values.len() {
            self.add_part(part, work)?;
        }
        Ok(())
    }

    /// A heap whose value is known may be a part.
    fn add_part(&mut self, part: usize, work: &Work) -> Result<()> {
        if !self.rule.parts(Alike::Any).allow(part as u64) {
            return Ok(());
        }
        work.tell(part as u64, self.room as u64)?;
        let value = self.values[part];
        if !self.unlike.sets.is_empty() {
            for s in part..self.room {
                // Two heaps or more before it, unlike or all smaller; one heap is smaller at any rate.
                for j in 2..=self.many {
                    let (fewer, more) = self.unlike.sets.split_at_mut(j);
                    more[0][s].absorb_xor(&fewer[j - 1][s - part], value);
                    more[0][s].absorb_xor(&self.any.sets[j - 1][s - part], value);
                }
                self.unlike.join_itself(s, part, value);
                let (before, from) = (&self.any.sets[self.many], &mut self.unlike.sets[self.many]);
                from[s].absorb_xor(&before[s - part], value);
            }
        }
        if !self.any.sets.is_empty() {
            (part..self.room).for_each(|s| self.any.join(s, part, value));
        }
        if !self.different.sets.is_empty() {
            (part..self.room).rev().for_each(|s| self.different.join(s, part, value));
        }
        Ok(())
    }

    fn next(&self) -> u32 {
        let n = self.values.len();
        let mut reached = ValueSet::default();
        for (digit, k) in self.rule.code().added().iter().zip(1..) {
            digit.ways().iter().for_each(|way| self.add_way(&mut reached, n + k, way));
        }
        let code = self.rule.code();
        let furthest = if code.is_finite() { (n as u64).min(code.reach()) } else { n as u64 };
        for t in (0..=furthest).filter(|&t| self.rule.permits(n as u64, t)) {
            for way in code.digit(t).map_or(&[][..], |digit| digit.ways()) {
                self.add_way(&mut reached, n - t as usize, way);
            }
        }
        reached.mex_from(0)
    }

    /// Adds the values of `total` tokens left in one way.
    fn add_way(&self, reached: &mut ValueSet, total: usize, way: &(RangeInclusive<u64>, Compare)) {
        let (heaps, compare) = (&way.0, way.1);
        let free = self.rule.parts(Alike::Any);
        let last = (*heaps.end()).min(total as u64) as usize;
        for j in *heaps.start() as usize..=last {
            let sets = match (j, compare) {
                (0, _) => {
                    if total == 0 {
                        reached.insert(0);
                    }
                    continue;
                }
                (1, _) => {
                    if free.allow(total as u64) {
                        reached.insert(self.values[total]);
                    }
                    continue;
                }
                (_, Compare::Equal) => {
                    if total.is_multiple_of(j) && free.allow((total / j) as u64) {
                        reached.insert(if j.is_multiple_of(2) { 0 } else { self.values[total / j] });
                    }
                    continue;
                }
                (_, Compare::Consecutive) => {
                    if let Some(first) = first_of_run(total as u64, j as u64) {
                        let run = first..first + j as u64;
                        if run.clone().all(|part| free.allow(part)) {
                            reached.insert(run.fold(0, |xor, part| xor ^ self.values[part as usize]));
                        }
                    }
                    continue;
                }
                (_, Compare::Any) => &self.any.sets,
                (_, Compare::Different) => &self.different.sets,
                (_, Compare::Unlike) => &self.unlike.sets,
            };
            reached.absorb(&sets[j.min(self.many)][total]);
            if j >= self.many {
                return;
            }
        }
    }
}

impl Solver for MixedSolver {
    fn known(&self) -> usize {
        self.values.len()
    }

    fn value(&self, n: usize) -> u32 {
        self.values[n]
    }

    fn extend(&mut self, count: usize, work: &Work) -> Result<()> {
        if count + self.rule.code().added().len() > self.room {
            self.grow(count.max(64).min(2 * count), work)?;
        }
        while self.values.len() < count {
            let n = self.values.len();
            work.tell(n as u64, count as u64)?;
            if n.is_multiple_of(64) {
                work.fits("sets of parts", self.any.bytes() + self.different.bytes() + self.unlike.bytes())?;
            }
            let value = self.next();
            self.values.push(value);
            self.add_part(n, work)?;
        }
        Ok(())
    }
}

/// The values of heaps 0 to `largest` under a rule with mixed conditions.
pub fn mixed_values(rule: &Mixed, largest: u64, work: &Work) -> Result<Table> {
    let mut solver = MixedSolver::new(rule);
    solver.extend(table_size(largest, work)?, work)?;
    Ok(solver.table(largest as usize + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Kind, Piece, Rule};
    use crate::values::Reference;
    use proptest::prelude::*;

    fn agrees(text: &str, steps: &[usize]) {
        let rule: Rule = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let mixed = match rule.kind() {
            Kind::Mixed(mixed) => mixed.clone(),
            _ => rule.heap_rule().unwrap().into(),
        };
        let mut solver = MixedSolver::new(&mixed);
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
            "8?.0",
            "C?.0",
            "0.{2!,3=}",
            "0.{2?,3?,4?}",
            "{2+}?.0",
            "{2+}!.0",
            "{3+}.0",
            "0.{0+}",
            "0.[{0+}=]",
            "0.[{0+}!]",
            "80.0",
            "80.7",
            "{5+}!80.[7?]",
            "G?80.33",
            "split:9/consecutive",
            "0.77/consecutive/least=2",
            "0.[{0+}]/consecutive",
            "nim/forbid=3:1,5:5,8:2",
            "kayles/forbid=7:2",
            "0.{2!,3=+}/largest=6",
            "0.{1,2=,4?+}",
            "0.77",
            "split:5",
            "split:4/unequal/least=2",
        ] {
            agrees(text, &[1, 3, 10, 11]);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn any_rule_equals_the_reference(
            text in "([48CG]|[{]2[!?=]?[}]|[{]3,5[?]?[+][}])[!?=]?\\.([0-9A-Z][!?=]?|[{][012],[3-5][!?=]?[+]?[}]){1,3}(\\[[0-9A-V][!?=]?\\]|)(/least=[1-3]|)(/largest=[5-9]|)(/forbid=[2-9]:[1-3]|)",
        ) {
            if text.parse::<Rule>().is_ok() {
                agrees(&text, &[20]);
            }
        }
    }
}
