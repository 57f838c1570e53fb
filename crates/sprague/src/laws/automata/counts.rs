//! Counts off a law by automata: heaps of 0 to N with a given value, wins, and the histogram.
//!
//! A line with saltus s > 0 takes each value at most once. For a machine, the q ≤ B with f(q) = v are counted
//! by reading the bits of v and B and all choices for those of q, lowest first: for each state, how many q
//! lead to it that are ≤ B so far and how many that are not. Different q lead different ways, so nothing is
//! counted twice. Cost: states × bits, whatever N is.

use super::hypothesis::Class;
use super::law::AutomatonLaw;
use super::machine::{Machines, NONE};
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use std::collections::BTreeMap;

/// More exceptional heaps than this are not listed.
const MOST_LISTED: u64 = 1 << 24;

impl AutomatonLaw {
    /// How many heaps of 0 to `largest` have this value.
    pub fn count_of(&self, value: &BigUint, largest: &BigUint) -> BigUint {
        let known = self.law.first.iter().enumerate();
        let known =
            known.filter(|&(n, &first)| BigUint::from(n) <= *largest && BigUint::from(first) == *value);
        let mut count = BigUint::from(known.count());
        for (class, last) in self.classes_to(largest) {
            count += match class {
                Class::Line { start, saltus: 0 } if BigUint::from(start) == *value => last + 1u32,
                Class::Line { saltus: 0, .. } => BigUint::ZERO,
                Class::Line { start, .. } if BigUint::from(start) > *value => BigUint::ZERO,
                Class::Line { start, saltus } => {
                    let (q, rest) = (value - start).div_rem(&saltus.into());
                    u32::from(rest.is_zero() && q <= last).into()
                }
                Class::Machine(state) => count_machine(&self.law.machines, state, value, &last),
            };
        }
        count
    }

    /// How many heaps of 1 to `largest` the first player wins.
    pub fn wins(&self, largest: &BigUint) -> BigUint {
        largest + 1u32 - self.count_of(&BigUint::ZERO, largest)
    }

    /// How many heaps of 0 to `largest` have each value. Values that grow are listed one by one, so there may
    /// not be too many.
    pub fn histogram(&self, largest: &BigUint, work: &Work) -> Result<BTreeMap<u64, BigUint>> {
        let mut counts: BTreeMap<u64, BigUint> = BTreeMap::new();
        for (n, &value) in self.law.first.iter().enumerate() {
            if BigUint::from(n) <= *largest {
                *counts.entry(value.into()).or_default() += 1u32;
            }
        }
        let grows = |class: &Class| !matches!(class, Class::Line { saltus: 0, .. });
        let listed: BigUint =
            self.classes_to(largest).filter(|(class, _)| grows(class)).map(|(_, last)| last + 1u32).sum();
        if listed > MOST_LISTED.into() {
            return Err(Error::too_large(
                format!(
                    "values grow forever, and {listed} heaps have exceptional values: at most {MOST_LISTED} are listed"
                ),
                Some(MOST_LISTED),
            ));
        }
        work.fits("the histogram", 64 * listed.to_u64().expect("bounded above"))?;
        for (class, last) in self.classes_to(largest) {
            if let Class::Line { start, saltus: 0 } = class {
                *counts.entry(start).or_default() += last + 1u32;
                continue;
            }
            let last = last.to_u64().expect("bounded above");
            work.tell(0, 0)?;
            for q in 0..=last {
                let value = match class {
                    Class::Line { start, saltus } => start + saltus * q,
                    Class::Machine(state) => {
                        self.law.machines.value(state, &q.into()).to_u64().expect("no value exceeds its heap")
                    }
                };
                *counts.entry(value).or_default() += 1u32;
            }
        }
        Ok(counts)
    }

    /// The classes that have a heap of at most `largest`, each with its largest q.
    fn classes_to(&self, largest: &BigUint) -> impl Iterator<Item = (Class, BigUint)> + '_ {
        let (n0, p) = (self.law.preperiod(), self.law.period());
        let largest = largest.clone();
        (n0..).zip(&self.law.classes).map_while(move |(base, &class)| {
            (BigUint::from(base) <= largest).then(|| (class, (&largest - base) / p))
        })
    }
}

/// How many q ≤ `last` have f(q) = `value`.
fn count_machine(machines: &Machines, start: u32, value: &BigUint, last: &BigUint) -> BigUint {
    // Of each state: how many q ≤ last so far, and how many > last.
    let none = || vec![[BigUint::ZERO, BigUint::ZERO]; machines.len()];
    let mut counts = none();
    counts[start as usize][0] += 1u32;
    for place in 0..last.bits().max(value.bits()) {
        let mut next = none();
        for (state, by_order) in counts.iter().enumerate() {
            for bit in [false, true] {
                let to = machines.next[state][2 * usize::from(bit) + usize::from(value.bit(place))];
                if to == NONE {
                    continue;
                }
                for (above, count) in by_order.iter().enumerate().filter(|(_, count)| !count.is_zero()) {
                    let above = if bit == last.bit(place) { above } else { usize::from(bit) };
                    next[to as usize][above] += count;
                }
            }
        }
        counts = next;
    }
    let ends = counts.into_iter().zip(&machines.zero).filter(|&(_, &zero)| zero);
    ends.map(|([below, _], _)| below).sum()
}
