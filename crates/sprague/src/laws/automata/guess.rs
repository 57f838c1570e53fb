//! **Guessing** a law from computed values.
//!
//! *Lines.* n ↦ G(n) is made of p lines from n0 on iff G(n) − 2·G(n+p) + G(n+2p) = 0 for all n ≥ n0. So for
//! each p = 1, 2, … the values are read backwards to the last exception; the first p whose exceptions ended
//! long ago is the guess, and n0 is the last exception plus one. Salti may differ from class to class, 0
//! among them. If the guess is right, p and n0 are least: the p of this kind are the multiples of the least
//! one (x^p − 1 divides what (x^p − 1)² and (x^p' − 1)² have in common), and n0 is the same for all of them.
//!
//! *Machines.* If a few classes are no lines, they are given machines by [`super::splitting`].
//!
//! Whatever is guessed agrees with all values seen; the prover decides.

use super::hypothesis::{Class, Hypothesis};
use super::machine::Machines;
use super::splitting::Splitting;

/// Larger periods are not looked for: their automata are too large.
const LARGEST_PERIOD: usize = 2048;
/// Periods tried with machines, and the largest of them.
const MACHINE_PERIODS: usize = 4;
const LARGEST_MACHINE_PERIOD: usize = 256;

/// Lines with the least period and preperiod that fit the values.
pub fn lines(values: &[u32]) -> Option<Hypothesis> {
    let count = values.len();
    let seen_enough = |p: usize, start: usize| count >= start + 2 * p + (3 * p).max(count / 2).max(8);
    let found = |p: usize| Some((p, start(values, p))).filter(|&(p, start)| seen_enough(p, start));
    let (period, start) = (1..=LARGEST_PERIOD.min(count / 5)).find_map(found)?;
    let line = |n: usize| Some((values[n].into(), values[n + period].checked_sub(values[n])?.into()));
    let classes = (start..start + period).map(line).collect::<Option<Vec<(u64, u64)>>>()?;
    Some(Hypothesis::lines(values[..start].to_vec(), &classes))
}

/// The last exception to period p plus one, at least 1.
fn start(values: &[u32], p: usize) -> usize {
    (1..values.len() - 2 * p).rev().find(|&n| is_exception(values, p, n)).map_or(1, |n| n + 1)
}

fn is_exception(values: &[u32], p: usize, n: usize) -> bool {
    i64::from(values[n]) + i64::from(values[n + 2 * p]) != 2 * i64::from(values[n + p])
}

/// Laws of which at least one class has a machine, most promising first.
pub fn machines(values: &[u32]) -> impl Iterator<Item = Hypothesis> + '_ {
    machine_periods(values).into_iter().filter_map(|period| with_machines(values, period))
}

/// The periods with the fewest exceptions in the second half, without multiples that are no better.
fn machine_periods(values: &[u32]) -> Vec<usize> {
    let half = values.len() / 2;
    let exceptions = |p: usize| {
        let upto = values.len() - 2 * p;
        let found = (half.min(upto)..upto).filter(|&n| is_exception(values, p, n)).count();
        found as f64 / (upto - half.min(upto)).max(1) as f64
    };
    let largest = LARGEST_MACHINE_PERIOD.min(values.len() / 16);
    let mut best: Vec<(f64, usize)> = vec![];
    for (share, p) in (1..=largest).map(|p| (exceptions(p), p)) {
        // A divisor that is about as good is the better guess.
        if !best.iter().any(|&(other, divisor)| p % divisor == 0 && other <= share + 0.02) {
            best.push((share, p));
        }
    }
    best.sort_by(|a, b| a.0.total_cmp(&b.0));
    best.into_iter().map(|(_, p)| p).take(MACHINE_PERIODS).collect()
}

/// Lines where they fit, machines elsewhere.
fn with_machines(values: &[u32], period: usize) -> Option<Hypothesis> {
    let half = values.len() / 2;
    let upto = values.len() - 2 * period;
    let mut bent = vec![false; period];
    (half..upto).filter(|&n| is_exception(values, period, n)).for_each(|n| bent[n % period] = true);
    let exception = |&n: &usize| !bent[n % period] && is_exception(values, period, n);
    let start = (1..upto).rev().find(exception).map_or(1, |n| n + 1);
    let mut splitting = Splitting::new();
    let class = |n: usize| {
        if !bent[n % period] {
            let saltus = values[n + period].checked_sub(values[n])?;
            return Some(Class::Line { start: values[n].into(), saltus: saltus.into() });
        }
        let class: Vec<u32> = values[n..].iter().copied().step_by(period).collect();
        splitting.add(&class).map(Class::Machine)
    };
    let classes = (start..start + period).map(class).collect::<Option<Vec<Class>>>()?;
    let (machines, classes) = minimal(splitting.machines()?, classes);
    let law = Hypothesis { first: values[..start].to_vec(), classes, machines };
    let fits = |n: usize| law.value(&n.into()) == values[n].into();
    (law.is_function() && (start..values.len()).all(fits)).then_some(law)
}

/// The minimal machines of the classes that have some.
fn minimal(machines: Machines, mut classes: Vec<Class>) -> (Machines, Vec<Class>) {
    let start = |class: &Class| match class {
        Class::Machine(state) => Some(*state),
        Class::Line { .. } => None,
    };
    let starts: Vec<u32> = classes.iter().filter_map(start).collect();
    let (machines, mut starts) = machines.minimal(&starts);
    for class in classes.iter_mut().rev() {
        if let Class::Machine(state) = class {
            *state = starts.pop().expect("as many as were put in");
        }
    }
    (machines, classes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Values that follow lines are recognised, with a period that divides and a preperiod that is no
        /// larger.
        #[test]
        fn lines_are_found_and_least(
            first in prop::collection::vec(0u32..9, 1..12),
            classes in prop::collection::vec((0u64..30, 0u64..5), 1..12),
        ) {
            let law = Hypothesis::lines(first, &classes);
            let values: Vec<u32> = (0..200u32).map(|n| u32::try_from(law.value(&n.into())).unwrap()).collect();
            let found = lines(&values).unwrap();
            prop_assert_eq!(law.period() % found.period(), 0);
            prop_assert!(found.preperiod() <= law.preperiod());
            for (n, &value) in values.iter().enumerate() {
                prop_assert_eq!(found.value(&n.into()), value.into());
            }
            let n0 = found.preperiod() as usize;
            prop_assert!(n0 == 1 || is_exception(&values, found.period() as usize, n0 - 1));
        }
    }
}
