//! **Machines**: deterministic automata that read a number q and its value f(q) side by side, lowest bits
//! first.
//!
//! A letter is a pair (bit of q, bit of f(q)). A state stands for a relation between what is left of q and
//! what is left of the value; the empty rest, q = 0 and value 0, belongs to it or not. If the relation of a
//! state has exactly one value for each q, the state computes a function (such functions are called
//! *synchronised*).
//!
//! - f(q) = h + s·q: states are carries c, at first h; on bit b let y = s·b + c: the only letter is (b, y &
//!   1), and it leads to y >> 1. The empty rest belongs to c = 0.
//! - A function defined by cases has a machine as well: both cases are followed until one of them turns out
//!   to be wrong.
//!
//! Minimal machines, numbered in the order in which they are reached, are unique: equal functions have equal
//! machines.

use num_bigint::BigUint;
use std::collections::HashMap;
use std::hash::Hash;

/// No state: the pair read so far belongs to no value.
pub const NONE: u32 = u32::MAX;

/// A pool of states that several functions share.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Machines {
    /// `next[state][2·(bit of q) + (bit of the value)]`, [`NONE`] if there is no such pair.
    pub next: Vec<[u32; 4]>,
    /// Whether q = 0 with value 0 belongs to the state. Equal to that of the state after letter 0.
    pub zero: Vec<bool>,
}

impl Machines {
    /// All that can be reached from `starts`, if that is at most `most` states; with the numbers of the
    /// starts.
    pub fn unfold<S: Clone + Eq + Hash>(
        starts: &[S],
        most: usize,
        step: impl Fn(&S, usize) -> Option<S>,
        zero: impl Fn(&S) -> bool,
    ) -> Option<(Machines, Vec<u32>)> {
        let mut ids: HashMap<S, u32> = HashMap::new();
        let mut order: Vec<S> = vec![];
        let mut id = |state: S, order: &mut Vec<S>| {
            *ids.entry(state).or_insert_with_key(|state| {
                order.push(state.clone());
                order.len() as u32 - 1
            })
        };
        let first = starts.iter().map(|start| id(start.clone(), &mut order)).collect();
        let mut machines = Machines::default();
        while machines.next.len() < order.len() {
            if order.len() > most {
                return None;
            }
            let state = order[machines.next.len()].clone();
            let next = [0, 1, 2, 3].map(|letter| step(&state, letter).map_or(NONE, |to| id(to, &mut order)));
            machines.next.push(next);
            machines.zero.push(zero(&state));
        }
        Some((machines, first))
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// Whether every number in it is a state, and the empty rest is treated alike before and after letter 0.
    pub fn is_sound(&self) -> bool {
        let exists = |&to: &u32| to == NONE || (to as usize) < self.len();
        self.next.len() == self.zero.len()
            && self.next.iter().flatten().all(exists)
            && (0..self.len()).all(|state| self.zero[state] == self.holds_zero(self.next[state][0]))
    }

    fn holds_zero(&self, state: u32) -> bool {
        state != NONE && self.zero[state as usize]
    }

    /// The minimal machines of the same functions, and their starts, numbered in the order in which they are
    /// reached.
    pub fn minimal(&self, starts: &[u32]) -> (Machines, Vec<u32>) {
        let class = self.classes();
        // A state of each class that has any pair at all.
        let mut member = HashMap::new();
        for state in 0..self.len() {
            member.entry(class[state]).or_insert(state);
        }
        let class_of = |state: u32| if state == NONE { NONE } else { class[state as usize] };
        let starts: Vec<u32> = starts.iter().map(|&start| class_of(start)).collect();
        let step = |&class: &u32, letter: usize| {
            let to = class_of(*self.next.get(*member.get(&class)?)?.get(letter)?);
            (to != NONE).then_some(to)
        };
        let zero = |class: &u32| member.get(class).is_some_and(|&state| self.zero[state]);
        Machines::unfold(&starts, usize::MAX, step, zero).expect("no bound was given")
    }

    /// Equal numbers for states of equal relations; [`NONE`] for the empty relation. Moore's refinement.
    fn classes(&self) -> Vec<u32> {
        let mut class: Vec<u32> =
            self.alive().into_iter().map(|alive| if alive { 0 } else { NONE }).collect();
        let mut count = 0;
        loop {
            let mut ids = HashMap::new();
            let of = |to: u32| if to == NONE { NONE } else { class[to as usize] };
            let refined: Vec<u32> = (0..self.len())
                .map(|state| {
                    if class[state] == NONE {
                        return NONE;
                    }
                    let fresh = ids.len() as u32;
                    *ids.entry((class[state], self.zero[state], self.next[state].map(of))).or_insert(fresh)
                })
                .collect();
            let refined_count = ids.len();
            class = refined;
            if refined_count == count {
                return class;
            }
            count = refined_count;
        }
    }

    /// The states whose relation is not empty.
    fn alive(&self) -> Vec<bool> {
        let mut before = vec![vec![]; self.len()];
        for (state, next) in self.next.iter().enumerate() {
            next.iter().filter(|&&to| to != NONE).for_each(|&to| before[to as usize].push(state));
        }
        let mut alive = self.zero.clone();
        let mut queue: Vec<usize> = (0..self.len()).filter(|&state| alive[state]).collect();
        while let Some(state) = queue.pop() {
            for &from in &before[state] {
                if !std::mem::replace(&mut alive[from], true) {
                    queue.push(from);
                }
            }
        }
        alive
    }

    /// Whether the relation of a state has exactly one value for each q. `None` if that takes more than
    /// `most` steps.
    pub fn is_function(&self, start: u32, most: usize) -> Option<bool> {
        if start == NONE {
            return Some(false);
        }
        Some(self.has_one_value_at_most(start, most)? && self.has_a_value(start, most)?)
    }

    /// No two different values of one q: pairs of runs that read the same q, and whether their values differ
    /// so far.
    fn has_one_value_at_most(&self, start: u32, most: usize) -> Option<bool> {
        let step = |&(a, b, differ): &(u32, u32, bool), letter: usize| {
            // The four letters enumerate bit of q and bit of the first value; the second value's bit is tried
            // both ways.
            let (bit, first) = (letter & 2, letter & 1);
            [0, 1].map(|second| {
                let to = (self.next[a as usize][bit | first], self.next[b as usize][bit | second]);
                let alive = to.0 != NONE && to.1 != NONE;
                alive.then_some((to.0, to.1, differ || first != second))
            })
        };
        let mut seen = std::collections::HashSet::from([(start, start, false)]);
        let mut queue = vec![(start, start, false)];
        while let Some(state) = queue.pop() {
            if state.2 && self.zero[state.0 as usize] && self.zero[state.1 as usize] {
                return Some(false);
            }
            for to in (0..4).flat_map(|letter| step(&state, letter)).flatten() {
                if seen.insert(to) {
                    queue.push(to);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        Some(true)
    }

    /// Some value for each q: whatever was read of q, some run goes on to a value if only zeros follow.
    fn has_a_value(&self, start: u32, most: usize) -> Option<bool> {
        let mut ends = self.zero.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for state in 0..self.len() {
                let reaches = |&to: &u32| to != NONE && ends[to as usize];
                if !ends[state] && self.next[state][..2].iter().any(reaches) {
                    ends[state] = true;
                    changed = true;
                }
            }
        }
        let mut seen = std::collections::HashSet::from([vec![start]]);
        let mut queue = vec![vec![start]];
        while let Some(set) = queue.pop() {
            if !set.iter().any(|&state| ends[state as usize]) {
                return Some(false);
            }
            for bit in [0, 2] {
                let letters = |&state: &u32| [bit, bit + 1].map(|letter| self.next[state as usize][letter]);
                let mut to: Vec<u32> = set.iter().flat_map(letters).filter(|&to| to != NONE).collect();
                to.sort_unstable();
                to.dedup();
                if seen.insert(to.clone()) {
                    queue.push(to);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        Some(true)
    }

    /// f(q), of a state that computes a function.
    pub fn value(&self, start: u32, q: &BigUint) -> BigUint {
        // layers[i]: the states after i letters, each with the place of the one before it and the value's
        // bit.
        let mut layers = vec![vec![(start, 0usize, false)]];
        loop {
            let read = layers.len() as u64 - 1;
            let last = &layers[layers.len() - 1];
            if read >= q.bits()
                && let Some(place) = last.iter().position(|&(state, ..)| self.zero[state as usize])
            {
                return trace(&layers, place);
            }
            assert!(
                read <= q.bits() + self.len() as u64 && !last.is_empty(),
                "the state computes a function"
            );
            let bit = 2 * usize::from(q.bit(read));
            let mut layer: Vec<(u32, usize, bool)> = vec![];
            for (place, &(state, ..)) in last.iter().enumerate() {
                for out in [false, true] {
                    let to = self.next[state as usize][bit + usize::from(out)];
                    if to != NONE && layer.iter().all(|&(other, ..)| other != to) {
                        layer.push((to, place, out));
                    }
                }
            }
            layers.push(layer);
        }
    }
}

/// The bits of the value along the run that ends at a place of the last layer.
fn trace(layers: &[Vec<(u32, usize, bool)>], mut place: usize) -> BigUint {
    let mut value = BigUint::ZERO;
    for (read, layer) in layers.iter().enumerate().skip(1).rev() {
        let (_, before, out) = layer[place];
        value.set_bit(read as u64 - 1, out);
        place = before;
    }
    value
}

/// The states of h + s·q are carries.
pub fn line_step(saltus: u64, carry: u64, letter: usize) -> Option<u64> {
    let y = saltus * (letter as u64 >> 1) + carry;
    (y & 1 == letter as u64 & 1).then_some(y >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line(start: u64, saltus: u64) -> (Machines, u32) {
        let step = |&carry: &u64, letter| line_step(saltus, carry, letter);
        let (machines, starts) = Machines::unfold(&[start], 1000, step, |&carry| carry == 0).unwrap();
        let (machines, starts) = machines.minimal(&starts);
        (machines, starts[0])
    }

    /// A state with four others after it, found at once: five are enough, and no fewer.
    #[test]
    fn most_states() {
        let step = |&state: &usize, letter: usize| Some(if state == 0 { letter + 1 } else { state });
        let unfolded =
            |most| Machines::unfold(&[0], most, step, |_| true).map(|(machines, _)| machines.len());
        for most in 0..5 {
            assert_eq!(unfolded(most), None, "{most}");
        }
        assert_eq!((unfolded(5), unfolded(6)), (Some(5), Some(5)));
    }

    proptest! {
        #[test]
        fn lines(start in 0u64..300, saltus in 0u64..40, q in any::<u64>()) {
            let (machines, state) = line(start, saltus);
            prop_assert!(machines.is_sound());
            prop_assert_eq!(machines.is_function(state, 10_000), Some(true));
            prop_assert_eq!(machines.value(state, &q.into()), BigUint::from(q) * saltus + start);
        }

        /// A line with one letter changed is no line any more: it misses a value or is another machine.
        #[test]
        fn minimal_machines_are_unique(a in (0u64..40, 0u64..9), b in (0u64..40, 0u64..9)) {
            prop_assert_eq!(line(a.0, a.1) == line(b.0, b.1), a == b);
        }
    }

    #[test]
    fn relations_that_are_no_functions() {
        // Every pair; no pair; q = value only for even q.
        let any = Machines { next: vec![[0; 4]], zero: vec![true] };
        let none = Machines { next: vec![[NONE; 4]], zero: vec![false] };
        let even = Machines { next: vec![[1, NONE, NONE, NONE], [1, NONE, NONE, 1]], zero: vec![true; 2] };
        for machines in [any, none, even] {
            assert!(machines.is_sound());
            assert_eq!(machines.is_function(0, 100), Some(false));
        }
        assert!(!Machines { next: vec![[NONE; 4]], zero: vec![true] }.is_sound());
        assert!(!Machines { next: vec![[7, NONE, NONE, NONE]], zero: vec![false] }.is_sound());
        assert!(!Machines { next: vec![[1, NONE, NONE, NONE]], zero: vec![false] }.is_sound());
        assert!(!Machines { next: vec![[0, NONE, NONE, 0]], zero: vec![true, true] }.is_sound());
        // The identity takes one step to see; without it nothing is said.
        let identity = Machines { next: vec![[0, NONE, NONE, 0]], zero: vec![true] };
        assert_eq!((identity.is_function(0, 1), identity.is_function(0, 0)), (Some(true), None));
        assert_eq!(identity.is_function(NONE, 1), Some(false));
    }
}
