//! The nim-sequence of a heap rule, as far as it is known: its law, which answers any heap, or the values of
//! heaps 0 to n.
//!
//! Values are read where they are, from the solver that computed them or off the law, and kept once: a byte
//! or two a value in the solver, preperiod and period in the law, however far one reads.

use super::repetition::of_steps;
use super::search::Open;
use super::{Law, repetition::Repetition};
use crate::rules::Rule;
use crate::values::Solver;
use crate::values::engine::Facts;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// Values that are read at once.
const CHUNK: usize = 4096;

/// What is known of the values of a heap rule.
///
/// ```
/// use sprague::{Work, laws, rules::Rule};
/// let kayles: Rule = "kayles".parse().unwrap();
/// let known = laws::find(&kayles, 1000, &Work::quiet()).unwrap();
/// assert_eq!(known.law().unwrap().period(), 12);
/// assert_eq!(known.value(&10u64.pow(18).into()), Some(1u32.into()));
/// ```
#[derive(Clone)]
pub struct NimSequence {
    rule: Rule,
    source: Source,
    /// How many values may be read.
    len: usize,
    /// How many of them are the rule's for certain: all except recorded ones.
    checked: usize,
    /// Why a law that all values agree with is not decided.
    undecided: Option<String>,
}

/// Where values are read.
#[derive(Clone)]
enum Source {
    Law(Arc<Law>),
    Solver(Arc<dyn Solver>),
}

/// A repetition that held as far as was seen; nothing is claimed beyond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern {
    /// The period.
    pub period: u64,
    /// The first heap from which it was seen to hold.
    pub start: u64,
    /// What is added from period to period.
    pub saltus: i64,
}

impl NimSequence {
    pub(super) fn of_law(law: Law, len: usize) -> Self {
        debug_assert!(law.has_values());
        let (rule, source) = (law.rule.clone(), Source::Law(Arc::new(law)));
        NimSequence { rule, source, len, checked: usize::MAX, undecided: None }
    }

    /// The first `len` values of a solver that knows them.
    pub(super) fn of_solver(rule: &Rule, open: Open, len: usize) -> Self {
        let Open { solver, undecided } = open;
        let source = Source::Solver(solver.into());
        NimSequence { rule: rule.clone(), source, len, checked: usize::MAX, undecided }
    }

    /// Values that were recorded, of which the first `checked` were computed again and are equal
    /// ([`super::replay()`]).
    pub(super) fn of_recorded(rule: &Rule, values: Box<dyn Solver>, checked: usize) -> Self {
        let len = values.known();
        let open = Open { solver: values, undecided: None };
        NimSequence { checked, ..Self::of_solver(rule, open, len) }
    }

    /// The sequence of a law. It answers every heap; those below 2^32 can be read one by one.
    pub fn by_law(law: Law) -> Self {
        Self::of_law(law, u32::MAX as usize)
    }

    /// The first values alone, at most `len` of them.
    pub fn first(&self, len: usize) -> Self {
        NimSequence { len: len.min(self.len), ..self.clone() }
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The law, if there is one.
    pub fn law(&self) -> Option<&Law> {
        match &self.source {
            Source::Law(law) => Some(law),
            Source::Solver(_) => None,
        }
    }

    /// The law alone, if there is one.
    pub fn into_law(self) -> Option<Law> {
        match self.source {
            Source::Law(law) => Some(Arc::unwrap_or_clone(law)),
            Source::Solver(_) => None,
        }
    }

    /// Why a law that all values agree with was neither proved nor refuted, in a line.
    pub fn undecided(&self) -> Option<&str> {
        self.undecided.as_deref()
    }

    /// How many values may be read one by one: those of heaps 0 to `len() - 1`.
    pub fn len(&self) -> usize {
        self.len
    }

    /// How many of the values that may be read were computed by the engine: all of them, unless they come
    /// from a recorded run of which fewer were computed again.
    pub fn checked(&self) -> usize {
        self.checked.min(self.len)
    }

    /// Whether the engine proved the law or computed every value that may be read.
    pub fn is_computed(&self) -> bool {
        match self.law() {
            Some(law) => law.status().is_proved(),
            None => self.checked() == self.len,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The nim-value of a heap, if it is known.
    pub fn value(&self, n: &BigUint) -> Option<BigUint> {
        match &self.source {
            Source::Law(law) => Some(law.value(n)),
            Source::Solver(solver) => n.to_usize().filter(|&n| n < self.len).map(|n| solver.value(n).into()),
        }
    }

    /// The sparse space in which the values were computed, if there was one.
    pub fn sparse(&self) -> Option<Facts> {
        match &self.source {
            Source::Law(law) => law.sparse.clone(),
            Source::Solver(solver) => solver.facts(),
        }
    }

    /// The value of a heap that was computed, by its index.
    ///
    /// ```
    /// let kayles: sprague::rules::Rule = "kayles".parse()?;
    /// let values = kayles.values(..10)?;
    /// assert_eq!((values.get(5), values.get(10)), (Some(4), None));
    /// # Ok::<(), sprague::Error>(())
    /// ```
    pub fn get(&self, heap: usize) -> Option<u32> {
        let mut value = [0];
        (heap < self.len()).then(|| self.read(heap, &mut value))?;
        Some(value[0])
    }

    /// Copies the values from heap `from` on.
    ///
    /// # Panics
    /// If they are not all among the first [`NimSequence::len`].
    pub fn read(&self, from: usize, out: &mut [u32]) {
        assert!(out.len() <= self.len && from <= self.len - out.len(), "there are {} values", self.len);
        match &self.source {
            Source::Solver(solver) => solver.read(from, out),
            Source::Law(law) => law.read(from, out),
        }
    }

    /// The first values in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.iter_from(0)
    }

    /// The same from a heap on.
    pub fn iter_from(&self, first: usize) -> impl Iterator<Item = u32> + '_ {
        (first..self.len).step_by(CHUNK).flat_map(|from| {
            let mut chunk = vec![0; CHUNK.min(self.len - from)];
            self.read(from, &mut chunk);
            chunk
        })
    }

    /// A repetition over at least half of the computed values, if there is no law.
    pub fn pattern(&self) -> Option<Pattern> {
        let Source::Solver(solver) = &self.source else { return None };
        let Repetition { period, start } =
            of_steps(solver.as_ref(), self.len).filter(|seen| seen.covers_half(self.len - 1))?;
        let value = |n: u64| i64::from(solver.value(n as usize));
        Some(Pattern { period, start, saltus: value(start + period) - value(start) })
    }
}

impl fmt::Display for NimSequence {
    /// The first values; an ellipsis if there are more than forty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 40;
        let shown: Vec<String> = self.iter().take(SHOWN).map(|value| value.to_string()).collect();
        f.write_str(&shown.join(" "))?;
        if self.len > SHOWN { f.write_str(" …") } else { Ok(()) }
    }
}

impl Serialize for NimSequence {
    /// All values that may be read, as a list.
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'a> IntoIterator for &'a NimSequence {
    type Item = u32;
    type IntoIter = Box<dyn Iterator<Item = u32> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}

impl fmt::Debug for NimSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NimSequence")
            .field("rule", &self.rule)
            .field("len", &self.len)
            .field("law", &self.law().is_some())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{NimSequence, Pattern};
    use crate::laws::{self, search::Open};
    use crate::rules::Rule;
    use crate::values::{Solver, solver};
    use crate::{Result, Work};
    use proptest::prelude::*;

    /// Off laws with and without a saltus, from solvers of all kinds, and the empty heap alone.
    #[test]
    fn values_are_what_the_solver_computes() {
        for text in [
            "kayles",
            "0.107",
            "4.[3]",
            "split:5",
            "sub:2,5,7",
            "allbut:3,4",
            "0.6",
            "0.06",
            "grundy",
            "split:3",
        ] {
            let rule: Rule = text.parse().unwrap();
            for largest in [0, 1, 5000] {
                let known = laws::values(&rule, largest, &Work::quiet()).unwrap();
                let mut solver = solver(rule.heap_rule().unwrap());
                solver.extend(largest as usize + 1, &Work::quiet()).unwrap();
                assert_eq!((known.len(), known.is_empty()), (largest as usize + 1, false));
                assert!(known.iter().eq(solver.table(known.len()).iter()), "{text} to {largest}");
            }
        }
    }

    /// Values that are given.
    #[derive(Clone)]
    struct Given(Vec<u32>);

    impl Solver for Given {
        fn known(&self) -> usize {
            self.0.len()
        }

        fn value(&self, n: usize) -> u32 {
            self.0[n]
        }

        fn extend(&mut self, _: usize, _: &Work) -> Result<()> {
            Ok(())
        }
    }

    /// The sequence whose values have these steps from 5 on.
    fn with_steps(steps: &[i64]) -> NimSequence {
        let mut values = vec![5i64];
        steps.iter().for_each(|step| values.push(values[values.len() - 1] + step));
        let values: Vec<u32> = values.into_iter().map(|value| value as u32).collect();
        let len = values.len();
        NimSequence::of_recorded(&"grundy".parse().unwrap(), Box::new(Given(values)), len)
    }

    /// A pattern covers half of the steps, to the step; its saltus is what the values grow by.
    #[test]
    fn patterns() {
        let seen = |steps: &[i64]| with_steps(steps).pattern();
        let pattern = |period, start, saltus| Some(Pattern { period, start, saltus });
        assert_eq!(seen(&[2; 8]), pattern(1, 0, 2));
        assert_eq!(seen(&[7, 9, 2, 2, 2, 2, 2]), pattern(1, 2, 2));
        assert_eq!(seen(&[7, 1, -1, 1, -1, 1, -1]), pattern(2, 1, 0));
        assert_eq!(seen(&[7, 3, -1, 3, -1, 3, -1]), pattern(2, 1, 2));
        let late = |start: u64, steps: usize| -> Vec<i64> {
            (0..steps as u64).map(|n| if n < start { 10 + n as i64 } else { 1 }).collect()
        };
        assert_eq!(seen(&late(5, 10)), pattern(1, 5, 1));
        assert_eq!(seen(&late(5, 11)), pattern(1, 5, 1));
        assert_eq!((seen(&late(6, 10)), seen(&late(6, 11)), seen(&late(5, 9))), (None, None, None));
        assert_eq!((seen(&[]), seen(&[1]), seen(&[1, 2, 3, 4, 5])), (None, None, None));
        let law = laws::find(&"kayles".parse().unwrap(), 1000, &Work::quiet()).unwrap();
        assert_eq!(law.pattern(), None);
    }

    /// The first values alone are those, whatever their source knows.
    #[test]
    fn fewer() {
        let all = with_steps(&[1, 2, 3, 4]);
        assert_eq!((all.len(), all.is_empty(), all.law().is_none()), (5, false, true));
        let first = all.first(3);
        assert_eq!(first.iter().collect::<Vec<_>>(), [5, 6, 8]);
        assert_eq!((first.value(&2u32.into()), first.value(&3u32.into())), (Some(8u32.into()), None));
        assert_eq!((first.first(9).len(), first.first(0).len(), first.first(0).is_empty()), (3, 0, true));
        assert_eq!(all.iter_from(3).collect::<Vec<_>>(), [11, 15]);
        assert_eq!(format!("{first:?}"), "NimSequence { rule: Rule(grundy), len: 3, law: false, .. }");
    }

    #[test]
    fn what_is_told_beside_values() {
        let rule: Rule = "grundy".parse().unwrap();
        let open = |undecided: Option<String>| Open { solver: Box::new(Given(vec![0, 0, 0])), undecided };
        let told = NimSequence::of_solver(&rule, open(Some("too large".into())), 3);
        assert_eq!((told.undecided(), told.sparse().is_none()), (Some("too large"), true));
        assert_eq!(NimSequence::of_solver(&rule, open(None), 3).undecided(), None);
        let known = laws::values(&rule, 5000, &Work::quiet()).unwrap();
        assert_eq!(known.sparse().unwrap().values, 5001);
        let kayles = laws::values(&"kayles".parse().unwrap(), 5000, &Work::quiet()).unwrap();
        assert_eq!(kayles.sparse().unwrap().values, kayles.law().unwrap().computed);
    }

    proptest! {
        #[test]
        fn pieces_of_a_law_are_its_values(
            text in prop::sample::select(vec!["kayles", "dawson", "4.[3]", "split:5", "sub:2,5,7", "allbut:3,4"]),
            from in prop_oneof![0usize..400, 0usize..(1 << 31)],
            count in 0usize..300,
        ) {
            let law = laws::find(&text.parse().unwrap(), 10_000, &Work::quiet()).unwrap().into_law().unwrap();
            let mut piece = vec![0; count];
            law.read(from, &mut piece);
            for (i, value) in piece.into_iter().enumerate() {
                prop_assert_eq!(law.value(&(from + i).into()), value.into());
            }
        }
    }

    #[test]
    #[should_panic(expected = "there are 3 values")]
    fn more_than_there_is_cannot_be_read() {
        laws::values(&"grundy".parse().unwrap(), 2, &Work::quiet()).unwrap().read(1, &mut [0; 3]);
    }
}
