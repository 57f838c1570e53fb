//! A law: what all further values are, and on which theorem, over which checked window, it rests.

use super::automata::AutomatonLaw;
use crate::rules::Rule;
use crate::values::engine::Facts;
use crate::values::{Table, digest};
use crate::{Error, Result, Status};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt;

/// Why a law holds for all n.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Theorem {
    /// G(x + p) = G(x) for n0 ≤ x < m·n0 + (m−1)·p + k, n0 ≥ 1, m the most heaps a move leaves and k the most
    /// tokens it takes.
    Periodicity {
        /// m.
        parts: u64,
        /// k.
        reach: u64,
    },
    /// Two equal states of the machine that produces the values of a rule that never breaks.
    StateRepeats {
        /// k, the length of the machine's memory.
        reach: u64,
    },
    /// Two equal states of a window on the last values, which determines the next one. The values themselves
    /// are not kept.
    WindowRepeats {
        /// How many codes make a state.
        reach: u64,
        /// Bytes kept for values: the whole beginning, the window, the states.
        bytes: u64,
        /// The largest value and the first heap that has it.
        largest: (u32, u64),
    },
    /// A formula proved for all n.
    ClosedForm(&'static str),
    /// The values satisfy the mex recursion, by automata ([`super::automata`]).
    Automaton(Box<AutomatonLaw>),
}

/// A proved law: G(n + period) = G(n) + saltus for all n ≥ preperiod; or, without a common saltus, classes
/// modulo the period with separate machines.
///
/// ```
/// use sprague::{Work, laws, rules::Rule};
/// let rule: Rule = "dawson".parse().unwrap();
/// let law = laws::find(&rule, 10_000, &Work::quiet()).unwrap().into_law().unwrap();
/// assert_eq!((law.period(), law.preperiod(), law.saltus()), (34, 53, Some(0)));
/// let googol = num_bigint::BigUint::from(10u32).pow(100);
/// assert!(law.value(&googol) < 10u32.into());
/// ```
///
/// What was proved cannot be changed:
///
/// ```compile_fail
/// let mut law = "dawson".parse::<sprague::rules::Rule>().unwrap().law().unwrap();
/// law.period = 17;
/// ```
#[derive(Debug, Clone)]
pub struct Law {
    pub(crate) rule: Rule,
    pub(crate) period: u64,
    pub(crate) preperiod: u64,
    pub(crate) saltus: Option<u64>,
    pub(crate) theorem: Theorem,
    pub(crate) window: (u64, u64),
    pub(crate) computed: u64,
    pub(crate) sparse: Option<Facts>,
    /// Whether it rests on values that were read from elsewhere and not verified here.
    pub(super) on_trust: bool,
    /// G(0), …, at least up to preperiod + period; none if it was proved in a window.
    pub(super) values: Table,
}

/// Made by a theorem whose hypotheses were checked.
impl crate::status::Evident for Law {}

impl Law {
    /// The rule it is about.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The smallest period.
    pub fn period(&self) -> u64 {
        self.period
    }

    /// The smallest preperiod for that period: the last exception plus one.
    pub fn preperiod(&self) -> u64 {
        self.preperiod
    }

    /// What is added from period to period; `None` if that differs from class to class.
    pub fn saltus(&self) -> Option<u64> {
        self.saltus
    }

    /// Why it holds.
    pub fn theorem(&self) -> &Theorem {
        &self.theorem
    }

    /// The heaps whose values were checked for the theorem, from the first to before the second; or how many
    /// values were known when the state was first seen and when it recurred.
    pub fn window(&self) -> (u64, u64) {
        self.window
    }

    /// How many values were computed.
    pub fn computed(&self) -> u64 {
        self.computed
    }

    /// The sparse space in which they were computed, if there was one.
    pub fn sparse(&self) -> Option<&Facts> {
        self.sparse.as_ref()
    }

    /// Whether it has the values it is about, so that it can be asked for those of any heap. One that was
    /// proved in a window has none.
    pub fn has_values(&self) -> bool {
        !self.values.is_empty()
    }

    /// The same law with the first values, at least those of preperiod and period.
    pub(super) fn with_values(self, values: Table) -> Self {
        debug_assert!(values.len() as u64 >= self.preperiod + self.period);
        Law { values, ..self }
    }

    /// Proved, unless it was found in a run that was resumed: nothing here has verified the values that such
    /// a run began with.
    pub fn status(&self) -> Status {
        if self.on_trust { Status::Observed } else { Status::proved_by(self) }
    }

    /// What it rests on, in a few words.
    pub fn basis(&self) -> String {
        let shape = shape((self.period, self.preperiod), self.saltus, self.saltus_by_class().as_deref());
        match &self.theorem {
            Theorem::ClosedForm(formula) => formula.to_string(),
            Theorem::Automaton(_) => format!("{shape}, by automata"),
            Theorem::Periodicity { .. } => format!("{shape}, by the periodicity theorem"),
            Theorem::StateRepeats { .. } | Theorem::WindowRepeats { .. } => {
                format!("{shape}, by a repeated state")
            }
        }
    }

    /// Where the saltus differs by residue class: that of the heaps preperiod, preperiod + 1, … modulo the
    /// period, `None` for a class that has none.
    pub fn saltus_by_class(&self) -> Option<Vec<Option<u64>>> {
        match (&self.theorem, self.saltus) {
            (Theorem::Automaton(law), None) => Some(law.salti_by_class()),
            _ => None,
        }
    }

    /// The values that the law starts from: preperiod and first period.
    pub fn stem(&self) -> impl Iterator<Item = u32> + '_ {
        self.values.iter().take((self.preperiod + self.period) as usize)
    }

    /// Whether the value of every heap is its size, as in Nim.
    pub fn is_identity(&self) -> bool {
        let grows = (self.period, self.preperiod, self.saltus) == (1, 0, Some(1));
        grows && self.values.get(0) == Some(0)
    }

    /// The nim-value of any heap.
    ///
    /// # Panics
    /// If the law has no values ([`Law::has_values`]).
    pub fn value(&self, n: &BigUint) -> BigUint {
        if let Some(known) = n.to_usize().and_then(|n| self.values.get(n)) {
            return known.into();
        }
        if let Theorem::Automaton(law) = &self.theorem {
            return law.value(n);
        }
        let (rounds, residue) = (n - self.preperiod).div_rem(&BigUint::from(self.period));
        let place = self.preperiod as usize + residue.to_usize().expect("below the period");
        rounds * self.saltus.unwrap_or(0) + self.values.at(place)
    }

    /// The largest value and where it is first taken; `None` if values grow forever.
    pub fn largest(&self) -> Option<(u32, u64)> {
        if let Theorem::WindowRepeats { largest, .. } = self.theorem {
            return Some(largest);
        }
        if self.saltus != Some(0) {
            return None;
        }
        let digest = digest(self.stem());
        Some((digest.largest, digest.at))
    }

    /// How many heaps of 0 to `largest` have the given value.
    pub fn count_of(&self, value: u32, largest: &BigUint) -> BigUint {
        if let Theorem::Automaton(law) = &self.theorem {
            return law.count_of(&value.into(), largest);
        }
        let saltus = self.saltus.unwrap_or(0);
        let mut count = BigUint::zero();
        for (n, start) in self.stem().enumerate() {
            if BigUint::from(n) > *largest || start > value {
                continue;
            }
            let excess = u64::from(value - start);
            if (n as u64) < self.preperiod || saltus > 0 {
                let rounds = excess.checked_div(saltus).unwrap_or(0);
                let lands = rounds * saltus == excess && (rounds == 0 || n as u64 >= self.preperiod);
                let place = BigUint::from(n) + BigUint::from(rounds) * self.period;
                count += u32::from(lands && place <= *largest);
            } else if excess == 0 {
                count += (largest - n) / self.period + 1u32;
            }
        }
        count
    }

    /// How many heaps of 0 to `largest` have each value: entry v counts value v. Only for laws without
    /// saltus.
    ///
    /// # Errors
    /// If values grow forever.
    pub fn histogram(&self, largest: &BigUint) -> Result<Vec<BigUint>> {
        let Some((top, _)) = self.largest() else {
            return Err(Error::too_large(
                format!("values of {} grow forever, so there is no finite histogram", self.rule),
                None,
            ));
        };
        let mut counts = vec![BigUint::zero(); top as usize + 1];
        for (n, value) in self.stem().enumerate().take_while(|(n, _)| BigUint::from(*n) <= *largest) {
            let again =
                if (n as u64) < self.preperiod { BigUint::zero() } else { (largest - n) / self.period };
            counts[value as usize] += again + 1u32;
        }
        Ok(counts)
    }

    /// Copies the values from heap `from` on, all of them of heaps below 2^32.
    pub(crate) fn read(&self, from: usize, out: &mut [u32]) {
        let Some(saltus) = self.saltus else {
            for (n, value) in (from..).zip(out) {
                *value = self.value(&n.into()).to_u32().expect("no value exceeds its heap");
            }
            return;
        };
        let (start, period) = (self.preperiod as usize, self.period as usize);
        let rounds = from.saturating_sub(start) / period;
        let (mut place, mut added) = (from - rounds * period, rounds as u64 * saltus);
        for value in out {
            let sum = u64::from(self.values.at(place)) + added;
            *value = u32::try_from(sum).expect("no value exceeds its heap");
            place += 1;
            if place == start + period {
                (place, added) = (start, added + saltus);
            }
        }
    }
}

/// Classes whose saltus is listed in words.
const MOST_CLASSES: usize = 16;

/// Period, preperiod and saltus in words. A law whose saltus differs by class is not one of a period.
pub(crate) fn shape(
    (period, preperiod): (u64, u64),
    saltus: Option<u64>,
    by_class: Option<&[Option<u64>]>,
) -> String {
    match (saltus, by_class) {
        (Some(0), _) => format!("period {period}, preperiod {preperiod}"),
        (Some(saltus), _) => format!("period {period}, preperiod {preperiod}, saltus {saltus}"),
        (None, None) => format!("{period} classes from heap {preperiod} on, each with its own law"),
        (None, Some(classes)) => {
            let word = |saltus: &Option<u64>| saltus.map_or("none".to_string(), |saltus| saltus.to_string());
            let listed: Vec<String> = classes.iter().take(MOST_CLASSES).map(word).collect();
            let more = if classes.len() > MOST_CLASSES { " …" } else { "" };
            format!("{period} classes from heap {preperiod} on, saltus by class {}{more}", listed.join(" "))
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.basis())
    }
}

impl Serialize for Law {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut law = serializer.serialize_struct("Law", 6)?;
        law.serialize_field("rule", self.rule.notation())?;
        law.serialize_field("period", &self.period)?;
        law.serialize_field("preperiod", &self.preperiod)?;
        law.serialize_field("saltus", &self.saltus)?;
        law.serialize_field("status", &self.status())?;
        law.serialize_field("basis", &self.basis())?;
        law.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Work, laws};

    fn basis(text: &str) -> String {
        laws::find(&text.parse().unwrap(), 10_000, &Work::quiet()).unwrap().into_law().unwrap().basis()
    }

    #[test]
    fn what_it_rests_on() {
        assert_eq!(basis("kayles"), "period 12, preperiod 71, by the periodicity theorem");
        assert_eq!(basis("allbut:1,2"), "period 3, preperiod 0, saltus 1, by a repeated state");
    }

    /// A saltus that differs by class is listed, and nothing says that the sequence has a period.
    #[test]
    fn saltus_by_class() {
        assert_eq!(basis("0.64[00474]"), "5 classes from heap 12 on, saltus by class 4 0 4 4 4, by automata");
        let many: Vec<Option<u64>> = (0..20).map(|class| (class != 3).then_some(class)).collect();
        assert_eq!(
            shape((20, 7), None, Some(&many)),
            "20 classes from heap 7 on, saltus by class 0 1 2 none 4 5 6 7 8 9 10 11 12 13 14 15 …"
        );
    }
}
