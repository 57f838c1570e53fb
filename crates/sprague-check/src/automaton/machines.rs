//! The functions of the classes: lines, and machines as the certificate has them.
//!
//! A *state* is a word: of a line its carry and saltus, of a machine its number. It reads a letter (bit of q,
//! bit of f(q)).

use sprague_certificate::{Class, MachineState};

use crate::{Fault, Work, index::Index, memory::Buffer, refuse};

/// Starts and salti of lines are below this.
const MOST_LINE: u64 = 1 << 31;
/// States of machines.
const MOST_STATES: usize = 1 << 12;

/// What the memory is for.
const MEMORY: &str = "the machines";

/// A state: (saltus + 1, carry) of a line, (0, number) of a machine.
pub type State = (u32, u32);

/// The machines, and the classes' first states.
pub struct Machines<'a> {
    states: &'a [MachineState],
    pub starts: Buffer<'a, State>,
}

impl<'a> Machines<'a> {
    /// Take over what computes functions; anything else is refused.
    pub fn new(classes: &[Class], states: &'a [MachineState], work: &'a Work) -> Result<Self, Fault> {
        let mut starts = work.room(classes.len(), "the classes")?;
        for class in classes {
            starts.push(match *class {
                Class::Line(start, saltus) if start < MOST_LINE && saltus < MOST_LINE => {
                    (saltus as u32 + 1, start as u32)
                }
                Class::Line(..) => return refuse("a line has numbers above 2^31"),
                Class::Machine(state) if (state as usize) < states.len() => (0, state),
                Class::Machine(_) => return refuse("a class has a machine that does not exist"),
            })?;
        }
        let machines = Machines { states, starts };
        if states.len() > MOST_STATES {
            return refuse(format!("the machines have more than {MOST_STATES} states"));
        }
        machines.check_form(work)?;
        let mut started = work.buffer(states.len(), false, MEMORY)?;
        for &(_, state) in machines.starts.iter().filter(|(kind, _)| *kind == 0) {
            started[state as usize] = true;
        }
        for state in (0..states.len()).filter(|&state| started[state]) {
            machines.check_function(state as u32, work)?;
        }
        Ok(machines)
    }

    /// The state after a letter 2·(bit of q) + (bit of f(q)).
    pub fn step(&self, (kind, state): State, letter: usize) -> Option<State> {
        if kind == 0 {
            return self.states[state as usize].next[letter].map(|to| (0, to));
        }
        let sum = u64::from(state) + if letter & 2 == 2 { u64::from(kind - 1) } else { 0 };
        (sum & 1 == letter as u64 & 1).then_some((kind, (sum >> 1) as u32))
    }

    /// Whether q = 0 with value 0 belongs to a state.
    pub fn holds_zero(&self, (kind, state): State) -> bool {
        if kind == 0 { self.states[state as usize].zero } else { state == 0 }
    }

    /// Numbers are states; `zero` is the same before and after the letter (0,0); every state is reached from
    /// the classes, and the states are numbered in the order in which that happens; no two states have the
    /// same pairs and none has no pair. So a function has one form, and what is changed in it changes the
    /// function or the form.
    fn check_form(&self, work: &Work) -> Result<(), Fault> {
        let count = self.states.len();
        let zero = |state: Option<u32>| state.is_some_and(|state| self.states[state as usize].zero);
        for state in self.states {
            if state.next.iter().flatten().any(|&to| to as usize >= count) {
                return refuse("a machine has a state that does not exist");
            }
            if state.zero != zero(state.next[0]) {
                return refuse("a machine contradicts itself about the pair 0, 0");
            }
        }
        // States 0, 1, … are met in this order, so that their number says which they are.
        let meet = |state: u32, met: &mut u32| {
            *met += u32::from(state == *met);
            state < *met
        };
        let mut met = 0;
        let mut in_order =
            self.starts.iter().filter(|state| state.0 == 0).all(|state| meet(state.1, &mut met));
        let mut at = 0;
        while in_order && at < met {
            in_order = self.states[at as usize].next.iter().flatten().all(|&to| meet(to, &mut met));
            at += 1;
        }
        if !in_order || (met as usize) < count {
            return refuse("the machines are not in the order in which they are reached");
        }
        self.check_distinct(work)
    }

    /// Refines {states that hold 0, others} until states of one block agree on all letters: every block has
    /// one state. "No state" is in a separate block from the start, which a state without pairs would join.
    fn check_distinct(&self, work: &Work) -> Result<(), Fault> {
        let count = self.states.len();
        // Block 0 is that of no state.
        let mut block = work.room(count, MEMORY)?;
        block.extend(self.states.iter().map(|state| u32::from(state.zero)))?;
        let mut blocks = 0;
        loop {
            work.charge(4 * count + 1)?;
            let of = |to: &Option<u32>| to.map_or(0, |to| block[to as usize]);
            let mut names = Index::new(work, MEMORY)?;
            names.number(&[0; 5])?;
            let mut refined = work.room(count, MEMORY)?;
            for (state, &own) in self.states.iter().zip(block.iter()) {
                let [a, b, c, d] = &state.next;
                refined.push(names.number(&[own, of(a), of(b), of(c), of(d)])?.0 as u32)?;
            }
            block = refined;
            if names.len() == blocks {
                break;
            }
            blocks = names.len();
        }
        let empty = block.contains(&0);
        block.sort_and_dedup();
        if empty || block.len() < count {
            return refuse("the machines are not minimal");
        }
        Ok(())
    }

    /// One value for each q, and not two.
    fn check_function(&self, start: u32, work: &Work) -> Result<(), Fault> {
        let next = |state: u32, letter: usize| self.states[state as usize].next[letter];
        let mut seen = Index::new(work, MEMORY)?;
        seen.number(&[start, start, 0])?;
        let mut at = 0;
        while at < seen.len() {
            let &[a, b, differ] = seen.key(at) else { return refuse("no pair has three words") };
            at += 1;
            work.charge(64)?;
            if differ == 1 && self.states[a as usize].zero && self.states[b as usize].zero {
                return refuse("a machine has two values for one number");
            }
            for (bit, u, v) in (0..8).map(|i| (i >> 2, i >> 1 & 1, i & 1)) {
                if let (Some(a), Some(b)) = (next(a, 2 * bit + u), next(b, 2 * bit + v)) {
                    seen.number(&[a, b, differ | u32::from(u != v)])?;
                }
            }
        }
        self.check_total(start, work)
    }

    fn check_total(&self, start: u32, work: &Work) -> Result<(), Fault> {
        // The states from which zeros of q lead to the end of a value.
        let mut ends = work.room(self.states.len(), MEMORY)?;
        ends.extend(self.states.iter().map(|state| state.zero))?;
        for _ in 0..self.states.len() {
            work.charge(self.states.len())?;
            let mut changed = false;
            for (state, from) in self.states.iter().enumerate() {
                if !ends[state] && from.next[..2].iter().flatten().any(|&to| ends[to as usize]) {
                    (ends[state], changed) = (true, true);
                }
            }
            if !changed {
                break;
            }
        }
        let mut seen = Index::new(work, MEMORY)?;
        seen.number(&[start])?;
        let mut next = work.list(MEMORY)?;
        let mut at = 0;
        while at < seen.len() {
            work.charge(64 * seen.key(at).len() + 64)?;
            if seen.len() > 1 << 16 {
                return refuse("it takes too long to verify that a machine has a value for every number");
            }
            if !seen.key(at).iter().any(|&state| ends[state as usize]) {
                return refuse("a machine has no value for some number");
            }
            for bit in [0, 2] {
                let both = |&state: &u32| self.states[state as usize].next[bit..bit + 2].iter().flatten();
                next.clear();
                next.extend(seen.key(at).iter().flat_map(both).copied())?;
                next.sort_and_dedup();
                seen.number(&next)?;
            }
            at += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: Option<u32> = None;

    fn fault(states: &[MachineState]) -> Option<String> {
        let work = Work::default();
        Machines::new(&[Class::Machine(0)], states, &work).err().map(|fault| fault.to_string())
    }

    /// The function of q that is q: copies of its state, states that are unreachable, without a pair or
    /// numbered otherwise are refused.
    #[test]
    fn a_function_has_one_form() {
        let same = |to: u32| MachineState { zero: true, next: [Some(to), N, N, Some(to)] };
        let zero = |to: u32| MachineState { zero: true, next: [Some(to), N, Some(to), N] };
        let even = |same: u32, zero: u32| MachineState { zero: true, next: [Some(same), N, Some(zero), N] };
        let (order, least) =
            ("the machines are not in the order in which they are reached", "the machines are not minimal");
        let refused = |text: &str| Some(format!("NOT VERIFIED: {text}"));
        assert_eq!(fault(&[same(0)]), None);
        assert_eq!(fault(&[even(1, 2), same(1), zero(2)]), None);
        assert_eq!(fault(&[even(2, 1), zero(1), same(2)]), refused(order));
        assert_eq!(fault(&[same(0), same(1)]), refused(order));
        assert_eq!(fault(&[same(1), same(0)]), refused(least));
        let nothing = MachineState { zero: false, next: [N; 4] };
        let to_nothing = MachineState { zero: true, next: [Some(0), Some(1), N, Some(0)] };
        assert_eq!(fault(&[to_nothing, nothing]), refused(least));
    }

    /// Numbers without a value: odd ones, or 0 alone; and numbers with two.
    #[test]
    fn one_value_for_each_number() {
        let refused = |text: &str| Some(format!("NOT VERIFIED: {text}"));
        let (none, two) =
            ("a machine has no value for some number", "a machine has two values for one number");
        let even = MachineState { zero: true, next: [Some(0), N, N, N] };
        assert_eq!(fault(&[even]), refused(none));
        let not_yet = MachineState { zero: false, next: [Some(0), N, Some(1), N] };
        let nothing_more = MachineState { zero: true, next: [Some(1), N, Some(1), N] };
        assert_eq!(fault(&[not_yet, nothing_more]), refused(none));
        let either = MachineState { zero: true, next: [Some(0), N, Some(0), Some(0)] };
        assert_eq!(fault(&[either]), refused(two));
    }

    /// What a state of `last_marked` waits for.
    #[derive(Clone, Copy, PartialEq)]
    enum Wait {
        /// Anything: this many letters were read, 14 and no 1 since for 14; or more.
        Mark(u32),
        /// The highest 1, this many letters after a marked bit.
        Last(u32, bool),
        /// This many zeros, and then the second bit of the value.
        Tell(u32),
        Nothing,
    }

    /// With 2^L the highest bit of q: f(q) = 0 for L < 14, else 2^(L−14), and 2^(L+delay) as well if q has
    /// the bit 2^(L−14). All bits of q are guessed to be that one, so a set has the last 14.
    fn last_marked(delay: u32) -> Vec<MachineState> {
        let next = |wait: Wait| match wait {
            Wait::Mark(read) => {
                let (zero, one) = (Wait::Mark(read + u32::from(read < 14)), Wait::Mark(15.min(read + 1)));
                [
                    Some(if read > 14 { one } else { zero }),
                    Some(Wait::Last(1, false)),
                    Some(one),
                    Some(Wait::Last(1, true)),
                ]
            }
            Wait::Last(14, false) => [None, None, Some(Wait::Nothing), None],
            Wait::Last(14, true) => [None, None, Some(Wait::Tell(delay - 1)), None],
            Wait::Last(after, bit) => {
                let to = Some(Wait::Last(after + 1, bit));
                [to, None, to, None]
            }
            Wait::Tell(0) => [None, Some(Wait::Nothing), None, None],
            Wait::Tell(zeros) => [Some(Wait::Tell(zeros - 1)), None, None, None],
            Wait::Nothing => [Some(Wait::Nothing), None, None, None],
        };
        let (mut met, mut states) = (vec![Wait::Mark(0)], vec![]);
        while let Some(&wait) = met.get(states.len()) {
            let next = next(wait).map(|to| {
                to.map(|to| {
                    let place = met.iter().position(|&wait| wait == to).unwrap_or(met.len());
                    if place == met.len() {
                        met.push(to);
                    }
                    place as u32
                })
            });
            let zero = matches!(wait, Wait::Mark(0..=14) | Wait::Nothing);
            states.push(MachineState { zero, next });
        }
        states
    }

    /// 2^16 sets are gone through, one more is too many.
    #[test]
    fn sets_of_a_machine() {
        assert_eq!(fault(&last_marked(16)), None);
        let long = "NOT VERIFIED: it takes too long to verify that a machine has a value for every number";
        assert_eq!(fault(&last_marked(17)).as_deref(), Some(long));
    }
}
