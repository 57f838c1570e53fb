//! The periodicity theorem of take-and-break rules, for m parts (docs/periodicity.md has the proof).
//!
//! Let a move remove at most k tokens and leave at most m heaps. If n0 ≥ 1 and G(x + p) = G(x) for all
//! n0 ≤ x < m·n0 + (m−1)·p + k, then for all x ≥ n0. So as soon as N = m·(n0 + p) + k values are known
//! and repeat with period p from n0 on, the law is proved, and no smaller table can prove it by this theorem.
//!
//! Search: at checkpoints that grow geometrically the best repetition is looked for (least n0 + p, hence
//! least N); the next checkpoint is no later than the N at which that repetition would be proved, so the
//! search stops there. Beyond the first few thousand values, with m ≥ 2, only a repetition over a quarter of
//! the n values counts: a shorter one would be proved at m·(n0 + p) + k > 3n/2 at the earliest, behind the
//! next checkpoint anyway. And a law is noticed in time: with checkpoints half as large again each, one lies
//! between 4/3·(n0 + p), from where on it covers a quarter, and N. Cost: O(n) steps per checkpoint for n
//! values, O(log n) checkpoints.

use super::agreement::over_a_quarter;
use super::repetition::{Repetition, shortest};
use super::{Law, Theorem};
use crate::rules::{HeapRule, Rule};
use crate::values::Solver;
use crate::{Result, Work};

/// Up to this many values the best repetition of all is sought, beyond them only one over a quarter of them.
const SHORT: u64 = 1 << 11;

/// How many values prove the repetition: m·(n0 + p) + k, with n0 ≥ 1.
fn needed(heaps: &HeapRule, seen: Repetition) -> u64 {
    let windows = heaps.most_parts().saturating_mul(seen.start.max(1) + seen.period);
    windows.saturating_add(heaps.reach())
}

/// How many values there are when a repetition is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoints {
    /// The number of values at the next check.
    pub next: u64,
}

impl Checkpoints {
    /// From the first on.
    pub fn new(heaps: &HeapRule) -> Self {
        Checkpoints { next: heaps.reach() + 8 }
    }

    /// The same, but the next time no later than at this many values.
    pub fn at_most(self, count: u64) -> Self {
        Checkpoints { next: self.next.min(count) }
    }

    /// Examines the values up to the check that is due, and sets the next check.
    pub fn look(
        &mut self,
        rule: &Rule,
        heaps: &HeapRule,
        solver: &dyn Solver,
        work: &Work,
    ) -> Result<Option<Law>> {
        let checkpoint = self.next;
        let long = heaps.most_parts() >= 2 && checkpoint > SHORT;
        let seen = if long {
            over_a_quarter(checkpoint as usize, &|from, out| solver.read(from, out))
        } else {
            work.fits("the search for a period", checkpoint * 8)?;
            let mut values = vec![0; checkpoint as usize];
            solver.read(0, &mut values);
            shortest(values.len(), |n| values[n])
        };
        let geometric = checkpoint + checkpoint / if long { 2 } else { 4 } + 1;
        self.next = seen.map_or(geometric, |seen| geometric.min(needed(heaps, seen)).max(checkpoint + 1));
        let proved = seen.filter(|&seen| needed(heaps, seen) <= checkpoint);
        Ok(proved.map(|seen| law(rule, heaps, seen, solver, checkpoint)))
    }
}

fn law(rule: &Rule, heaps: &HeapRule, seen: Repetition, solver: &dyn Solver, computed: u64) -> Law {
    let from = seen.start.max(1);
    Law {
        rule: rule.clone(),
        period: seen.period,
        preperiod: seen.start,
        saltus: Some(0),
        theorem: Theorem::Periodicity { parts: heaps.most_parts(), reach: heaps.reach() },
        window: (from, needed(heaps, seen) - seen.period),
        computed,
        sparse: solver.facts(),
        on_trust: false,
        values: solver.table((seen.start + seen.period) as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{heaps as values, solver};

    /// The law that a search with a limit finds.
    fn found(text: &str, limit: u64) -> Option<Law> {
        super::super::find(&text.parse().unwrap(), limit, &Work::quiet()).unwrap().into_law()
    }

    /// As soon as m·(n0 + p) + k values are known, and no value sooner.
    fn exact(text: &str, parts: u64, reach: u64) -> Law {
        let law = found(text, 1_000_000).unwrap_or_else(|| panic!("{text}: no law"));
        let needed = parts * (law.preperiod.max(1) + law.period) + reach;
        assert_eq!(law.computed, needed, "{text}");
        assert_eq!(law.window, (law.preperiod.max(1), needed - law.period), "{text}");
        assert_eq!(law.theorem, Theorem::Periodicity { parts, reach }, "{text}");
        assert_eq!(law.values.len() as u64, law.preperiod + law.period, "{text}");
        assert!(found(text, needed - 1).is_none() && found(text, needed).is_some(), "{text}");
        law
    }

    /// Eight bytes for each value.
    #[test]
    fn memory_of_a_look() {
        let rule: Rule = "kayles".parse().unwrap();
        let heaps = rule.heap_rule().unwrap();
        let mut solver = solver(heaps);
        solver.extend(1000, &Work::quiet()).unwrap();
        let look = |memory| {
            let work = Work::new(memory, &|_, _| true);
            Checkpoints { next: 1000 }.look(&rule, heaps, solver.as_ref(), &work).is_ok()
        };
        assert_eq!((look(8000), look(7999)), (true, false));
    }

    #[test]
    fn a_law_is_found_as_soon_as_it_can_be() {
        for (text, period, preperiod) in
            [("0.07", 34, 53), ("0.77", 12, 71), ("0.137", 34, 52), ("0.15", 10, 1), ("0.45", 20, 498)]
        {
            let reach = text.len() as u64 - 2;
            let law = exact(text, 2, reach);
            assert_eq!((law.period, law.preperiod), (period, preperiod), "{text}");
        }
        assert_eq!(exact("sub:2,5,7", 1, 7).period, 22);
    }

    /// Takes alone are proved by n0 + p + k values, of which few repeat.
    #[test]
    fn long_periods_of_small_sets() {
        let law = exact("sub:50,149,199", 1, 199);
        assert_eq!((law.period, law.preperiod), (17_350, 0));
    }

    /// Beyond [`SHORT`] values a law is noticed when a quarter of them repeats, and still as soon as it can
    /// be proved.
    #[test]
    fn long_laws_of_codes() {
        for (text, reach, period, preperiod) in [("0.16", 2, 149_459, 105_351), ("4.064", 3, 16_132, 94_272)]
        {
            let law = exact(text, 2, reach);
            assert_eq!((law.period, law.preperiod), (period, preperiod), "{text}");
        }
    }

    /// Values agree with the law far beyond its window.
    #[test]
    fn short_codes() {
        let mut proved = 0;
        for code in (0..128u32).map(|i| format!("{}.{:02o}", if i < 64 { 0 } else { 4 }, i % 64)) {
            let Some(law) = found(&code, 700) else { continue };
            proved += 1;
            let far = 3 * (law.preperiod + law.period) + 50;
            let heaps = code.parse::<Rule>().unwrap().heap_rule().unwrap().clone();
            for (n, value) in values(&heaps, far, &Work::quiet()).unwrap().iter().enumerate() {
                assert_eq!(law.value(&n.into()), value.into(), "{code} at {n}");
            }
        }
        assert!(proved >= 60, "{proved} laws");
    }
}
