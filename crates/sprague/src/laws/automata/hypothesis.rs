//! What is to be proved: G(n) = g_n for n < n0, and G(n0 + r + p·q) = f_r(q) for 0 ≤ r < p, each f_r with a
//! machine.

use super::machine::{Machines, NONE, line_step};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// More states than this have no machine.
const MOST_STATES: usize = 1 << 16;

/// What it may take to see that a machine computes a function.
pub const FUNCTION_STEPS: usize = 1 << 16;

/// The values of the heaps n0 + r, n0 + r + p, n0 + r + 2p, …
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// f(q) = start + saltus·q.
    Line {
        /// f(0).
        start: u64,
        /// f(q + 1) − f(q).
        saltus: u64,
    },
    /// The function of a state of the machines.
    Machine(u32),
}

/// A law that may be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hypothesis {
    /// G(0), …, G(n0 − 1); n0 ≥ 1.
    pub first: Vec<u32>,
    /// f_0, …, f_{p−1}.
    pub classes: Vec<Class>,
    /// The states of the classes that are no lines.
    pub machines: Machines,
}

impl Hypothesis {
    /// A law whose classes are lines, given as (start, saltus).
    pub fn lines(first: Vec<u32>, classes: &[(u64, u64)]) -> Self {
        let classes = classes.iter().map(|&(start, saltus)| Class::Line { start, saltus }).collect();
        Hypothesis { first, classes, machines: Machines::default() }
    }

    /// n0.
    pub fn preperiod(&self) -> u64 {
        self.first.len() as u64
    }

    /// p.
    pub fn period(&self) -> u64 {
        self.classes.len() as u64
    }

    /// The value it says a heap has.
    pub fn value(&self, n: &BigUint) -> BigUint {
        if let Some(&value) = n.to_usize().and_then(|n| self.first.get(n)) {
            return value.into();
        }
        let (q, r) = (n - self.preperiod()).div_rem(&BigUint::from(self.period()));
        match self.classes[r.to_usize().expect("below the period")] {
            Class::Line { start, saltus } => q * saltus + start,
            Class::Machine(state) => self.machines.value(state, &q),
        }
    }

    /// Whether every machine computes a function, so that every heap has one value.
    pub fn is_function(&self) -> bool {
        let function = |class: &Class| match *class {
            Class::Line { .. } => true,
            Class::Machine(start) => self.machines.is_function(start, FUNCTION_STEPS) == Some(true),
        };
        self.classes.iter().all(function)
    }

    /// All classes as machines of one pool, minimal; `None` if they have too many states.
    pub fn machines(&self) -> Option<Automatic> {
        #[derive(Clone, PartialEq, Eq, Hash)]
        enum State {
            Carry { saltus: u64, carry: u64 },
            Machine(u32),
        }
        let starts: Vec<State> = self
            .classes
            .iter()
            .map(|class| match *class {
                Class::Line { start, saltus } => State::Carry { saltus, carry: start },
                Class::Machine(state) => State::Machine(state),
            })
            .collect();
        let step = |state: &State, letter: usize| match *state {
            State::Carry { saltus, carry } => {
                line_step(saltus, carry, letter).map(|carry| State::Carry { saltus, carry })
            }
            State::Machine(state) => {
                let to = self.machines.next[state as usize][letter];
                (to != NONE).then_some(State::Machine(to))
            }
        };
        let zero = |state: &State| match *state {
            State::Carry { carry, .. } => carry == 0,
            State::Machine(state) => self.machines.zero[state as usize],
        };
        let (machines, starts) = Machines::unfold(&starts, MOST_STATES, step, zero)?;
        let (machines, starts) = machines.minimal(&starts);
        Some(Automatic { first: self.first.clone(), starts, machines })
    }
}

/// A hypothesis in the form that the prover works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automatic {
    /// G(0), …, G(n0 − 1).
    pub first: Vec<u32>,
    /// The states that compute f_0, …, f_{p−1}.
    pub starts: Vec<u32>,
    /// The pool.
    pub machines: Machines,
}

impl Automatic {
    /// n0.
    pub fn preperiod(&self) -> u64 {
        self.first.len() as u64
    }

    /// p.
    pub fn period(&self) -> u64 {
        self.starts.len() as u64
    }

    /// The value it says a heap has.
    pub fn value(&self, n: &BigUint) -> BigUint {
        if let Some(&value) = n.to_usize().and_then(|n| self.first.get(n)) {
            return value.into();
        }
        let (q, r) = (n - self.preperiod()).div_rem(&BigUint::from(self.period()));
        self.machines.value(self.starts[r.to_usize().expect("below the period")], &q)
    }

    /// The same values with a larger n0: the classes move on, and f(q) becomes f(q + c), whose states are
    /// pairs of a carry (at first c) and a state of f.
    pub fn raised(&self, preperiod: u64) -> Option<Automatic> {
        let (old, period) = (self.preperiod(), self.period());
        if preperiod <= old {
            return Some(self.clone());
        }
        let small = |n: u64| self.value(&n.into()).to_u32();
        let first = (0..preperiod).map(small).collect::<Option<Vec<u32>>>()?;
        let shifted: Vec<(u64, u32)> = (0..period)
            .map(|r| r + (preperiod - old))
            .map(|place| (place / period, self.starts[(place % period) as usize]))
            .collect();
        let step = |&(carry, state): &(u64, u32), letter: usize| {
            let sum = carry + (letter as u64 >> 1);
            let to = self.machines.next[state as usize][2 * (sum as usize & 1) + (letter & 1)];
            (to != NONE).then_some((sum >> 1, to))
        };
        let zero = |&(carry, state): &(u64, u32)| self.is_zero_at(state, carry);
        let (machines, starts) = Machines::unfold(&shifted, MOST_STATES, step, zero)?;
        let (machines, starts) = machines.minimal(&starts);
        Some(Automatic { first, starts, machines })
    }

    /// Whether q with value 0 belongs to a state.
    fn is_zero_at(&self, mut state: u32, mut q: u64) -> bool {
        while q > 0 && state != NONE {
            state = self.machines.next[state as usize][2 * (q as usize & 1)];
            q >>= 1;
        }
        state != NONE && self.machines.zero[state as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn machines_and_raised_machines_have_the_same_values(
            first in prop::collection::vec(0u32..20, 1..8),
            classes in prop::collection::vec((0u64..20, 0u64..6), 1..6),
            more in 0u64..30,
            n in 0u64..2000,
        ) {
            let law = Hypothesis::lines(first, &classes);
            let machines = law.machines().unwrap();
            let raised = machines.raised(law.preperiod() + more).unwrap();
            prop_assert_eq!(raised.preperiod(), law.preperiod() + more);
            prop_assert!(raised.machines.is_sound());
            let n = n.into();
            prop_assert_eq!(machines.value(&n), law.value(&n));
            prop_assert_eq!(raised.value(&n), law.value(&n));
        }
    }
}
