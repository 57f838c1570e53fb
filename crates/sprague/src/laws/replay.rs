//! A recorded run computed again.
//!
//! Values and laws that were read from somewhere are evidence, not statements: a file may be damaged or
//! forged, and its checksum with it. So a run is computed again from heap 0 on and compared with what was
//! recorded, and only what was computed again counts. A law counts if the new run proves it. Cost: that of
//! the run.

use super::{Kept, Law, NimSequence, Run, Step};
use crate::rules::Rule;
use crate::values::{Solver, Table};
use crate::{Error, Result, Work};
use std::time::Duration;

/// How far a recorded run is computed again.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// How many values.
    pub values: u64,
    /// What a law is looked for within, at least as many.
    pub goal: u64,
    /// How many of the first values are kept, for a law that is proved in a window.
    pub keep: u64,
    /// The longest time allowed.
    pub time: Option<Duration>,
}

/// What was computed again. All of it agrees with what was recorded.
pub struct Replay {
    rule: Rule,
    recorded: Box<dyn Solver>,
    recomputed: u64,
    law: Option<Law>,
    first: Table,
}

/// Computes a run again and compares its values with those that were recorded. Where time or memory ends, so
/// does the comparison.
///
/// # Errors
/// If a value differs, the rule is not one of heaps, or the watcher asks to stop.
pub fn replay(rule: &Rule, recorded: Box<dyn Solver>, extent: Extent, work: &Work) -> Result<Replay> {
    match extent.time {
        Some(time) => compare(rule, recorded, extent, &work.within(time)),
        None => compare(rule, recorded, extent, work),
    }
}

fn compare(rule: &Rule, recorded: Box<dyn Solver>, extent: Extent, work: &Work) -> Result<Replay> {
    let mut run = Run::new(rule, work)?;
    let mut first = Table::with_capacity(0);
    let mut piece = vec![];
    while run.drained() < extent.values {
        let step = run.step_with(
            extent.goal,
            &Compared { recorded: recorded.as_ref(), values: run.drained() },
            work,
        );
        let mut differs = Ok(());
        run.drain(|heap, values| {
            // A run that leaves a window begins again with heap 0.
            if heap == 0 {
                first = Table::with_capacity(0);
            }
            if heap == first.len() as u64 {
                let room = extent.keep.saturating_sub(heap).min(values.len() as u64);
                first.append(&values[..room as usize]);
            }
            if differs.is_ok() {
                differs = same(rule, recorded.as_ref(), (heap, values), &mut piece);
            }
        });
        differs?;
        match step {
            Ok(Step::More) => {}
            Err(error @ (Error::OutOfTime | Error::Memory { .. })) if run.drained() == 0 => {
                return Err(error);
            }
            Ok(_) | Err(Error::OutOfTime | Error::Memory { .. }) => break,
            Err(error) => return Err(error),
        }
    }
    // Recorded values that the run has read were compared before.
    let law = run.law().map(|law| Law { on_trust: false, ..law.clone() });
    let recomputed = run.drained();
    Ok(Replay { rule: rule.clone(), recorded, recomputed, law, first })
}

/// Recorded values, those that were compared.
struct Compared<'a> {
    recorded: &'a dyn Solver,
    values: u64,
}

impl Kept for Compared<'_> {
    fn read(&self, from: u64, out: &mut [u32]) -> Result<()> {
        if from + out.len() as u64 > self.values.min(self.recorded.known() as u64) {
            return Err(Error::not_known(format!("the value of heap {from} was not compared")));
        }
        self.recorded.read(from as usize, out);
        Ok(())
    }
}

/// Refuses values that differ from those recorded of the same heaps.
fn same(
    rule: &Rule,
    recorded: &dyn Solver,
    (heap, values): (u64, &[u32]),
    piece: &mut Vec<u32>,
) -> Result<()> {
    let count = (recorded.known() as u64).saturating_sub(heap).min(values.len() as u64) as usize;
    piece.resize(count, 0);
    recorded.read(heap as usize, piece);
    match piece.iter().zip(values).position(|(recorded, computed)| recorded != computed) {
        None => Ok(()),
        Some(place) => Err(Error::refuted(format!(
            "the value of heap {} of {rule} is {}, and {} is recorded",
            heap + place as u64,
            values[place],
            piece[place]
        ))),
    }
}

impl Replay {
    /// How many values were computed again.
    pub fn recomputed(&self) -> u64 {
        self.recomputed
    }

    /// The law that the new run has proved.
    pub fn law(&self) -> Option<&Law> {
        self.law.as_ref()
    }

    /// What is known by it: the law if its first values were kept, else the recorded values, of which as many
    /// count as were computed again.
    pub fn known(self) -> NimSequence {
        let Replay { rule, recorded, recomputed, law, first } = self;
        match law {
            Some(law) if law.has_values() => return NimSequence::by_law(law),
            Some(law) if first.len() as u64 >= law.preperiod + law.period => {
                return NimSequence::by_law(law.with_values(first));
            }
            Some(_) | None => {}
        }
        NimSequence::of_recorded(&rule, recorded, recomputed as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::solver;

    /// Recorded values.
    #[derive(Clone)]
    struct Recorded(Vec<u32>);

    impl Solver for Recorded {
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

    fn recorded(rule: &Rule, count: usize) -> Recorded {
        let mut solver = solver(rule.heap_rule().unwrap());
        solver.extend(count, &Work::quiet()).unwrap();
        Recorded(solver.table(count).iter().collect())
    }

    fn extent(values: u64, keep: u64) -> Extent {
        Extent { values, goal: values, keep, time: None }
    }

    /// A law counts if it is proved again, with its values if they were kept; without one, values count as
    /// far as they were compared.
    #[test]
    fn what_counts_was_computed_again() {
        let work = Work::quiet();
        for (text, count, law) in [
            ("kayles", 200, Some((12, 71))),
            ("kayles", 100, None),
            ("0.16", 600_000, Some((149_459, 105_351))),
            ("0.6", 5000, None),
            ("grundy", 3000, None),
        ] {
            let rule: Rule = text.parse().unwrap();
            let values = recorded(&rule, count);
            let found =
                replay(&rule, Box::new(values.clone()), extent(count as u64, count as u64), &work).unwrap();
            let known = found.known();
            assert_eq!(known.law().map(|law| (law.period, law.preperiod)), law, "{text}");
            assert_eq!(known.checked(), known.len(), "{text}");
            assert!(known.first(count).iter().eq(values.0.iter().copied()), "{text}");
        }
        let rule: Rule = "0.16".parse().unwrap();
        let values = recorded(&rule, 600_000);
        let found = replay(&rule, Box::new(values.clone()), extent(600_000, 1000), &work).unwrap();
        assert!(found.law().is_some_and(|law| !law.has_values()));
        assert!(found.known().law().is_none());
        let some = replay(&rule, Box::new(values.clone()), extent(1000, 0), &work).unwrap();
        let (recomputed, known) = (some.recomputed(), some.known());
        assert!((1000..600_000).contains(&recomputed), "{recomputed}");
        assert_eq!((known.len(), known.checked() as u64), (600_000, recomputed));
        assert_eq!((known.first(1000).checked(), known.first(0).checked()), (1000, 0));
    }

    #[test]
    fn a_value_that_differs_is_refused() {
        for (text, count) in [("kayles", 168), ("0.16", 300_000), ("0.6", 9000)] {
            let rule: Rule = text.parse().unwrap();
            let good = recorded(&rule, count);
            for place in [0, 1, count / 2, count - 1] {
                let mut bad = good.clone();
                bad.0[place] += 1;
                let line =
                    replay(&rule, Box::new(bad), extent(count as u64, 0), &Work::quiet()).err().unwrap();
                assert!(line.to_string().contains(&format!("the value of heap {place} of")), "{line}");
            }
        }
    }

    /// Where time or memory ends, what was compared until then counts.
    #[test]
    fn limits_end_the_comparison() {
        let rule: Rule = "0.06".parse().unwrap();
        let values = recorded(&rule, 20_000);
        let small = Work::new(30_000, &|_, _| true);
        let found = replay(
            &rule,
            Box::new(values.clone()),
            Extent { goal: 10_000_000, ..extent(10_000_000, 0) },
            &small,
        );
        let recomputed = found.unwrap().recomputed();
        assert!((1..10_000_000).contains(&recomputed), "{recomputed}");
        let time = Some(Duration::from_millis(50));
        let found =
            replay(&rule, Box::new(values.clone()), Extent { time, ..extent(10_000_000, 0) }, &Work::quiet())
                .unwrap();
        assert!((1..10_000_000).contains(&found.recomputed()));
        let stop = Work::new(1 << 30, &|_, _| false);
        assert!(matches!(
            replay(&rule, Box::new(values.clone()), extent(20_000, 0), &stop),
            Err(Error::Interrupted)
        ));
    }
}
