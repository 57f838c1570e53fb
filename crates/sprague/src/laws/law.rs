//! A law: what all further values are, and on which theorem, over which checked window, it rests.

use super::automata::AutomatonLaw;
use crate::rules::Rule;
use crate::values::engine::Facts;
use crate::values::{Table, digest};
use crate::{Error, Result, Status};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

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
    /// A formula proved for all n.
    ClosedForm(&'static str),
    /// The values satisfy the mex recursion, by automata ([`super::automata`]).
    Automaton(Box<AutomatonLaw>),
}

/// A proved law: G(n + period) = G(n) + saltus for all n ≥ preperiod; or, without a common saltus, classes modulo the period
/// with machines of their own.
///
/// ```
/// use sprague::{Work, laws, rules::Rule};
/// let rule: Rule = "dawson".parse().unwrap();
/// let law = laws::find(&rule, 10_000, &Work::quiet()).unwrap().into_law().unwrap();
/// assert_eq!((law.period, law.preperiod, law.saltus), (34, 53, Some(0)));
/// let googol = num_bigint::BigUint::from(10u32).pow(100);
/// assert!(law.value(&googol) < 10u32.into());
/// ```
#[derive(Debug, Clone)]
pub struct Law {
    /// The rule it is about.
    pub rule: Rule,
    /// The smallest period.
    pub period: u64,
    /// The smallest preperiod for that period: the last exception plus one.
    pub preperiod: u64,
    /// What is added from period to period; `None` if that differs from class to class.
    pub saltus: Option<u64>,
    /// Why it holds.
    pub theorem: Theorem,
    /// The heaps whose values were checked for the theorem: from the first to before the second.
    pub window: (u64, u64),
    /// How many values were computed.
    pub computed: u64,
    /// The sparse space in which they were computed, if there was one.
    pub sparse: Option<Facts>,
    /// G(0), …, at least up to preperiod + period.
    pub(super) values: Table,
}

impl Law {
    /// A law that was proved before, with the first values that it was read off; facts about them may be added.
    ///
    /// # Errors
    /// If there are fewer values than preperiod and period have, or if the theorem says more than they do.
    pub fn recorded(
        rule: Rule,
        (period, preperiod, saltus): (u64, u64, u64),
        theorem: Theorem,
        window: (u64, u64),
        computed: u64,
        sparse: Option<Facts>,
        values: Table,
    ) -> Result<Self> {
        let needed = preperiod.checked_add(period).filter(|_| period > 0);
        let enough = needed.is_some_and(|needed| needed <= values.len() as u64);
        if !enough || matches!(theorem, Theorem::Automaton(_) | Theorem::ClosedForm(_)) {
            return Err(Error::unsupported(format!(
                "the law of {rule} cannot be read off {} values",
                values.len()
            )));
        }
        Ok(Law { rule, period, preperiod, saltus: Some(saltus), theorem, window, computed, sparse, values })
    }

    /// Every law is proved; what is not proved is a [`Pattern`](super::Pattern).
    pub fn status(&self) -> Status {
        Status::Proved
    }

    /// What it rests on, in a few words.
    pub fn basis(&self) -> String {
        let shape = match self.saltus {
            Some(0) => format!("period {}, preperiod {}", self.period, self.preperiod),
            Some(saltus) => format!("period {}, preperiod {}, saltus {saltus}", self.period, self.preperiod),
            None => format!("period {}, preperiod {}, classes apart", self.period, self.preperiod),
        };
        match &self.theorem {
            Theorem::ClosedForm(formula) => formula.to_string(),
            Theorem::Automaton(_) => format!("{shape}, by automata"),
            Theorem::Periodicity { .. } => format!("{shape}, by the periodicity theorem"),
            Theorem::StateRepeats { .. } => format!("{shape}, by a state that came back"),
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

    /// The largest value and where it is first taken; `None` if values grow for ever.
    pub fn largest(&self) -> Option<(u32, u64)> {
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

    /// How many heaps of 0 to `largest` have each value: entry v counts value v. Only for laws without saltus.
    ///
    /// # Errors
    /// If values grow for ever.
    pub fn histogram(&self, largest: &BigUint) -> Result<Vec<BigUint>> {
        let Some((top, _)) = self.largest() else {
            return Err(Error::unsupported(format!(
                "values of {} grow for ever, so there is no finite histogram",
                self.rule
            )));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(shape: (u64, u64, u64), theorem: Theorem, values: &[u32]) -> Result<Law> {
        let rule = "sub:1,2".parse().unwrap();
        Law::recorded(rule, shape, theorem, (1, 2), 9, None, values.iter().copied().collect())
    }

    /// Preperiod and period have to be there, and only theorems on them can be.
    #[test]
    fn what_can_be_recorded() {
        let proved = || Theorem::Periodicity { parts: 1, reach: 2 };
        let law = recorded((3, 1, 0), proved(), &[7, 0, 1, 2]).unwrap();
        let values: Vec<u64> = (0..8u32).map(|n| law.value(&n.into()).to_u64().unwrap()).collect();
        assert_eq!(values, [7, 0, 1, 2, 0, 1, 2, 0]);
        for (period, preperiod) in [(3, 2), (4, 1), (0, 4), (u64::MAX, 1)] {
            let line = recorded((period, preperiod, 0), proved(), &[7, 0, 1, 2]).unwrap_err().to_string();
            assert_eq!(line, "the law of sub:1,2 cannot be read off 4 values");
        }
        assert!(recorded((3, 1, 0), Theorem::ClosedForm("G(n) = n"), &[7, 0, 1, 2]).is_err());
    }

    #[test]
    fn what_it_rests_on() {
        let basis = |saltus, theorem| recorded((3, 1, saltus), theorem, &[7, 0, 1, 2]).unwrap().basis();
        let state = || Theorem::StateRepeats { reach: 2 };
        let proved = Theorem::Periodicity { parts: 1, reach: 2 };
        assert_eq!(basis(0, proved), "period 3, preperiod 1, by the periodicity theorem");
        assert_eq!(basis(0, state()), "period 3, preperiod 1, by a state that came back");
        assert_eq!(basis(5, state()), "period 3, preperiod 1, saltus 5, by a state that came back");
    }
}
