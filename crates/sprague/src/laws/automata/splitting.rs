//! A machine from values: split f(2q + b) = 2·f_b(q) + o.
//!
//! A state is a table of the first values of a function that may be undefined in places. On bit b the values
//! f(2q + b) go on: those with last bit o to the state of (f(2q + b) − o)/2, for o = 0 and o = 1. Where the
//! parity is determined by b, one of the two is nowhere defined; where it is not, the domain splits. Tables
//! that agree as far as both are known are the same state. If they repeat before they become too short to
//! tell, the machine is found. Whether it is right is left to the prover.

use super::machine::{Machines, NONE};
use std::collections::HashMap;

/// Shorter tables are not compared.
const LEAST_LENGTH: usize = 6;
/// More states are not tried.
const MOST_STATES: usize = 512;

/// States found so far; classes share them.
pub struct Splitting {
    tables: Vec<Vec<Option<u32>>>,
    next: Vec<[u32; 4]>,
    /// States by the beginning of their table.
    by_beginning: HashMap<Vec<Option<u32>>, Vec<u32>>,
}

impl Splitting {
    pub fn new() -> Self {
        Splitting { tables: vec![], next: vec![], by_beginning: HashMap::new() }
    }

    /// The state of a function; `None` if there are too few values or too many states.
    pub fn add(&mut self, values: &[u32]) -> Option<u32> {
        let start = self.state(values.iter().map(|&value| Some(value)).collect())?;
        while self.next.len() < self.tables.len() {
            let table = &self.tables[self.next.len()];
            let halves = [0, 1, 2, 3].map(|letter| half(table, letter >> 1, letter as u32 & 1));
            let mut next = [NONE; 4];
            for (to, table) in next.iter_mut().zip(halves) {
                *to = self.state(table)?;
            }
            self.next.push(next);
        }
        Some(start)
    }

    /// The machines of all functions added.
    pub fn machines(self) -> Option<Machines> {
        let zero = self.tables.iter().map(|table| table[0] == Some(0)).collect();
        let machines = Machines { next: self.next, zero };
        machines.is_sound().then_some(machines)
    }

    fn state(&mut self, table: Vec<Option<u32>>) -> Option<u32> {
        if table.len() < LEAST_LENGTH {
            return None;
        }
        if table.iter().all(Option::is_none) {
            return Some(NONE);
        }
        let same = self.by_beginning.entry(table[..LEAST_LENGTH].to_vec()).or_default();
        let agrees = |&&state: &&u32| self.tables[state as usize].iter().zip(&table).all(|(a, b)| a == b);
        if let Some(&state) = same.iter().find(agrees) {
            return Some(state);
        }
        let state = self.tables.len() as u32;
        same.push(state);
        self.tables.push(table);
        (self.tables.len() <= MOST_STATES).then_some(state)
    }
}

/// What bit b of q and bit o of the value leave of a table.
fn half(table: &[Option<u32>], bit: usize, out: u32) -> Vec<Option<u32>> {
    let rest = |value: u32| (value & 1 == out).then_some(value >> 1);
    table.iter().skip(bit).step_by(2).map(|value| value.and_then(rest)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    /// 4u + 5 if u is 0 or a power of two, else 4u + 2 − 2^(v2(u)+3).
    fn ruler(u: u64) -> u64 {
        if u == 0 || u.is_power_of_two() { 4 * u + 5 } else { 4 * u + 2 - (8 << u.trailing_zeros()) }
    }

    fn machine(function: impl Fn(u64) -> u64, values: u64) -> Option<(Machines, u32)> {
        let mut splitting = Splitting::new();
        let start = splitting.add(&(0..values).map(|q| function(q) as u32).collect::<Vec<_>>())?;
        Some((splitting.machines()?, start))
    }

    #[test]
    fn a_ruler_needs_two_domains() {
        let (machines, start) = machine(ruler, 600).unwrap();
        assert_eq!(machines.is_function(start, 1000), Some(true));
        for u in (0..100).chain([1 << 40, (1 << 40) + 1, 12345678901234, 3 << 50]) {
            assert_eq!(machines.value(start, &u.into()), BigUint::from(ruler(u)), "{u}");
        }
        assert_eq!(machine(ruler, 60), None);
    }

    #[test]
    fn squares_have_no_machine() {
        assert_eq!(machine(|q| q * q, 4000), None);
    }

    proptest! {
        #[test]
        fn lines_have_one(start in 0u64..60, saltus in 0u64..20, q in any::<u64>()) {
            let (machines, state) = machine(|q| start + saltus * q, 1 << 12).unwrap();
            prop_assert_eq!(machines.value(state, &q.into()), BigUint::from(q) * saltus + start);
        }
    }
}
