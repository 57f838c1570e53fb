//! Rules whose last digit repeats forever and that never break: all-but sets, Nim and their kin.
//!
//! Idea: with reach k, the options of n > k are every heap below n − k (the repeating digit), a few of the
//! last k heaps, and perhaps the empty one. So the next value depends only on the set A(n) of values of heaps
//! 1 … n−k−1 and on the last k values. Let μ = mex of A(n) ∪ {0 if the repeating digit may take all}. Every
//! later value is ≥ μ, so values below μ do not matter, and the rest only by their distance from μ. If the
//! machine with state ({v − μ : v ∈ A(n), v > μ}, last k values − μ or “below”) repeats a state after p
//! steps, with μ risen by s, then G(x + p) = G(x) + s for all x ≥ n: a proof by running the machine. Cost:
//! O(k + size of the state) a value and as much memory.

use super::{Law, Theorem};
use crate::rules::{HeapRule, Rule};
use crate::values::{Solver, Table, table_size};
use crate::{Result, Work};
use std::collections::{BTreeSet, HashMap};

/// Distances from μ: values taken above it, and the last k values, `None` for those below it.
type State = (Vec<u32>, Vec<Option<u32>>);

/// Runs the machine until a state comes back; `None` if `limit` values were not enough or the repeating digit
/// leaves no heap, so that old values do not matter.
pub fn search(
    rule: &Rule,
    heaps: &HeapRule,
    solver: &mut dyn Solver,
    limit: u64,
    work: &Work,
) -> Result<Option<Law>> {
    let reach = heaps.reach() as usize;
    let mut machine = Machine::new(heaps);
    let mut seen: HashMap<State, (usize, u32)> = HashMap::new();
    let mut state_bytes = 0u64;
    // From k + 1 on the listed digits neither take whole heaps nor see the empty one.
    for n in reach + 1..limit as usize {
        solver.extend(table_size(n as u64, work)?, work)?;
        machine.add(solver, n);
        let state = machine.state((n - reach..n).map(|x| solver.value(x)));
        state_bytes += ((state.0.len() + state.1.len()) * 8 + 96) as u64;
        if n % 64 == 0 {
            work.fits("the states seen", state_bytes)?;
        }
        if let Some((before, low)) = seen.insert(state, (n, machine.low)) {
            let rise = machine.low - low;
            return Ok(Some(law(
                rule,
                heaps,
                (0..n).map(|x| solver.value(x)).collect(),
                before,
                n - before,
                rise,
            )));
        }
    }
    Ok(None)
}

/// The values that the repeating digit reaches.
struct Machine {
    above: BTreeSet<u32>,
    low: u32,
    reach: usize,
    leaves_heap: bool,
}

impl Machine {
    fn new(heaps: &HeapRule) -> Self {
        let beyond = heaps.reach() + 1;
        let low = u32::from(heaps.removals(0).contains(beyond));
        Machine {
            above: BTreeSet::new(),
            low,
            reach: heaps.reach() as usize,
            leaves_heap: heaps.removals(1).contains(beyond),
        }
    }

    /// The heap n − k − 1 comes into reach.
    fn add(&mut self, solver: &dyn Solver, n: usize) {
        let old = n - self.reach - 1;
        if self.leaves_heap && old > 0 && solver.value(old) >= self.low {
            self.above.insert(solver.value(old));
        }
        while self.above.remove(&self.low) {
            self.low += 1;
        }
    }

    fn state(&self, recent: impl Iterator<Item = u32>) -> State {
        let above = self.above.iter().map(|value| value - self.low).collect();
        let recent = recent.map(|value| value.checked_sub(self.low)).collect();
        (above, recent)
    }
}

/// The machine proves G(x + p) = G(x) + s from `from` on. A period of the values is one of the states, so p
/// is the smallest; the smallest preperiod is found by looking.
fn law(rule: &Rule, heaps: &HeapRule, values: Table, from: usize, period: usize, rise: u32) -> Law {
    let last = (0..from).rev().find(|&x| values.at(x + period) != values.at(x) + rise);
    Law {
        rule: rule.clone(),
        period: period as u64,
        preperiod: last.map_or(0, |x| x as u64 + 1),
        saltus: Some(rise.into()),
        theorem: Theorem::StateRepeats { reach: heaps.reach() },
        window: (from as u64, values.len() as u64),
        computed: values.len() as u64,
        sparse: None,
        on_trust: false,
        values,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::solver;

    /// Values from the digits: bit 0 takes a whole heap, bit 1 leaves one; the last digit repeats.
    fn play(digits: &[u32], count: usize) -> Vec<u64> {
        let mut values: Vec<u64> = vec![0];
        for n in 1..count {
            let mut seen = vec![false; n + 1];
            for t in 1..=n {
                let digit = digits[t.min(digits.len()) - 1];
                if t == n && digit & 1 == 1 {
                    seen[0] = true;
                }
                if t < n && digit & 2 == 2 {
                    seen[values[n - t] as usize] = true;
                }
            }
            values.push(seen.iter().position(|&seen| !seen).unwrap() as u64);
        }
        values
    }

    /// The law of a code whose last digit repeats is what play says, and the least one.
    fn check(digits: &[u32]) -> bool {
        let text: String = digits.iter().map(u32::to_string).collect();
        let rule: Rule = format!("0.{text}...").parse().unwrap();
        let heaps = rule.heap_rule().unwrap();
        if heaps.is_finite() {
            return false;
        }
        let law = search(&rule, heaps, solver(heaps).as_mut(), 900, &Work::quiet()).unwrap();
        let law = law.unwrap_or_else(|| panic!("{rule}: no law"));
        let (p, n0, saltus) = (law.period as usize, law.preperiod as usize, law.saltus.unwrap());
        let values = play(digits, (n0 + 2 * p + 2 * digits.len()).max(60));
        for (n, &value) in values.iter().enumerate() {
            assert_eq!(law.value(&n.into()), value.into(), "{rule} at {n}");
        }
        assert!(n0 == 0 || values[n0 - 1 + p] != values[n0 - 1] + saltus, "{rule}: preperiod {n0}");
        for d in (1..p).filter(|d| p % d == 0) {
            let grows = |x: usize| values[x + d] as i64 - values[x] as i64;
            assert!((n0..n0 + p).any(|x| grows(x) != grows(n0)), "{rule}: period {p}");
        }
        assert_eq!(law.theorem, Theorem::StateRepeats { reach: heaps.reach() }, "{rule}");
        assert_eq!((law.computed, law.window.1), (law.values.len() as u64, law.computed), "{rule}");
        true
    }

    /// Every code of up to five digits 0 to 3, the last of which repeats.
    #[test]
    fn all_short_codes() {
        let codes = (1..=5u32).flat_map(|length| (0..4u32.pow(length)).map(move |i| (length, i)));
        let digits =
            |(length, i): (u32, u32)| -> Vec<u32> { (0..length).map(|place| i >> (2 * place) & 3).collect() };
        let found = codes.map(digits).filter(|digits| check(digits)).count();
        assert!(found > 900, "{found}");
    }

    /// States take memory: at heap 192 there are 182 of them, of ten values each.
    #[test]
    fn memory_for_states() {
        let rule: Rule = "allbut:3,7,10".parse().unwrap();
        let heaps = rule.heap_rule().unwrap();
        let found = |memory| {
            search(&rule, heaps, solver(heaps).as_mut(), 900, &Work::new(memory, &|_, _| true))
                .map(|law| law.map(|law| law.computed))
        };
        assert_eq!(found(182 * (10 * 8 + 96)), Ok(Some(209)));
        assert!(matches!(found(182 * (10 * 8 + 96) - 1), Err(crate::Error::Memory { .. })));
    }

    /// Every set of up to three numbers to 12 that may not be taken.
    #[test]
    fn small_sets() {
        for set in (1..1u32 << 12).filter(|set| set.count_ones() <= 3) {
            let digits = |t: u32| if set >> t & 1 == 1 { 0 } else { 3 };
            assert!(check(&(0..13).map(digits).collect::<Vec<_>>()));
        }
    }
}
