//! The nondeterministic automaton of all options, as `automaton.rs` describes it.

use crate::{
    Fault, Work,
    automaton::{
        MEMORY, Values,
        form::{Alike, Form},
        machines::State,
    },
    index::Index,
    memory::Buffer,
    refuse,
    work::Meter,
};

/// Parts of one class: their state and how many they are; "all different" pulls them apart.
type Block = (State, u32);

/// States, numbered; the steps of state i are `steps[begins[i]..begins[i + 1]]`, each 4·(next state) +
/// letter.
pub struct Options<'a> {
    begins: Buffer<'a, u32>,
    steps: Buffer<'a, u32>,
    accepting: Buffer<'a, bool>,
    starts: Starts<'a>,
}

/// The first states of each class, ascending: those of class r are `states[begins[r]..begins[r + 1]]`.
struct Starts<'a> {
    begins: Buffer<'a, u32>,
    states: Buffer<'a, u32>,
}

impl<'a> Options<'a> {
    pub fn new(form: &Form, values: &Values, work: &'a Work<'a>) -> Result<Self, Fault> {
        let (states, starts) = (Index::new(work, MEMORY)?, Index::new(work, MEMORY)?);
        let mut builder = Builder { form, values, work, states, starts };
        builder.start()?;
        let mut options = Options {
            begins: work.list(MEMORY)?,
            steps: work.list(MEMORY)?,
            accepting: work.list(MEMORY)?,
            starts: builder.take_starts()?,
        };
        let mut steps = work.list(MEMORY)?;
        let mut at = 0;
        while at < builder.states.len() {
            options.begins.push(place(options.steps.len())?)?;
            let (key, accepting) = builder.read(at);
            options.accepting.push(accepting)?;
            steps.clear();
            builder.steps(&key, &mut steps)?;
            work.charge(4 * steps.len() + 4)?;
            steps.sort_and_dedup();
            options.steps.extend(steps.iter().copied())?;
            at += 1;
        }
        options.begins.push(place(options.steps.len())?)?;
        options.close_accepting(work)?;
        Ok(options)
    }

    /// The first states of a class, ascending.
    pub fn starts(&self, r: usize) -> &[u32] {
        &self.starts.states[self.starts.begins[r] as usize..self.starts.begins[r + 1] as usize]
    }

    pub fn is_accepting(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// The states after a state and a letter 2·(bit of Q) + (bit of v).
    pub fn next(&self, state: u32, letter: u32) -> impl Iterator<Item = u32> + '_ {
        let steps =
            &self.steps[self.begins[state as usize] as usize..self.begins[state as usize + 1] as usize];
        steps.iter().filter(move |&&step| step & 3 == letter).map(|&step| step >> 2)
    }

    /// A state that letters (0,0) lead to an accepting one accepts as well.
    fn close_accepting(&mut self, work: &Work) -> Result<(), Fault> {
        loop {
            let mut changed = false;
            work.charge(self.steps.len() + self.accepting.len())?;
            for state in (0..self.accepting.len()).rev() {
                if !self.accepting[state] && self.next(state as u32, 0).any(|to| self.accepting[to as usize])
                {
                    self.accepting[state] = true;
                    changed = true;
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }
}

/// A state in plain words.
struct Key {
    carry: i32,
    kappa: u32,
    weight: u32,
    blocks: Vec<Block>, // bounded: a move leaves at most 8 heaps.
}

struct Builder<'a, 'b> {
    form: &'b Form<'b>,
    values: &'b Values<'b>,
    work: &'a Work<'a>,
    states: Index<'a>,
    /// The first states: a class, and a state.
    starts: Index<'a>,
}

impl<'a> Builder<'a, '_> {
    fn number(&mut self, key: &mut Key) -> Result<u32, Fault> {
        key.blocks.sort_unstable();
        let mut words = vec![key.carry as u32, key.kappa, key.weight]; // bounded: three words for each of 8 heaps.
        words.extend(key.blocks.iter().flat_map(|&((kind, state), count)| [kind, state, count]));
        in_a_step(self.states.number(&words)?.0)
    }

    /// A numbered state, and whether it accepts by itself.
    fn read(&self, number: usize) -> (Key, bool) {
        let words = self.states.key(number);
        let block = |words: &[u32]| ((words[0], words[1]), words[2]);
        let blocks: Vec<Block> = words[3..].chunks_exact(3).map(block).collect(); // bounded: at most 8 heaps.
        let key = Key { carry: words[0] as i32, kappa: words[1], weight: words[2], blocks };
        let different = self.form.alike == Alike::Different;
        let ended =
            |&(state, count): &Block| self.values.machines.holds_zero(state) && !(different && count > 1);
        let accepting = key.carry == 0 && key.kappa == 0 && key.blocks.iter().all(ended);
        (key, accepting)
    }

    fn start(&mut self) -> Result<(), Fault> {
        let p = self.values.machines.starts.len();
        for j in 0..=self.form.most_parts() {
            let listed = self.form.digits.len();
            let (end, weight) = match self.form.cycle.len() {
                0 => (listed, 0),
                cycle => {
                    let divisor = gcd(p, cycle);
                    (listed + p / divisor * cycle, cycle / divisor)
                }
            };
            let (mut removals, mut meter) = (self.work.list("what may be removed")?, Meter::new(self.work));
            for t in 0..end {
                meter.charge(1)?;
                if self.form.allows(t, j) {
                    removals.push((t, if t < listed { 0 } else { weight as u32 }))?;
                }
            }
            meter.settle()?;
            if !removals.is_empty() {
                self.choose(1, j, 0, 0, &mut vec![], &removals)?; // bounded: at most 8 heaps.
            }
        }
        Ok(())
    }

    /// Choose `left` more parts of at least `from`: sizes below n0, or classes by their first size.
    fn choose(
        &mut self,
        from: u64,
        left: u32,
        size: u64,
        kappa: u32,
        blocks: &mut Vec<Block>, // bounded: at most 8 heaps.
        removals: &[(usize, u32)],
    ) -> Result<(), Fault> {
        if left == 0 {
            return self.begin(size, kappa, blocks, removals);
        }
        let first = &self.values.first;
        let (n0, p) = (first.len() as u64, self.values.machines.starts.len() as u64);
        let alike = self.form.alike;
        for part in (from..n0 + p).filter(|&part| self.form.allows_part(part)) {
            let class = part.checked_sub(n0).map(|r| self.values.machines.starts[r as usize]);
            let counts = match (alike, class) {
                (Alike::Equal, _) => left..=left,
                (Alike::Different, Some(_)) => 1..=left,
                _ => 1..=1,
            };
            for count in counts {
                let mut kappa = kappa;
                match class {
                    Some(state) => blocks.push((state, count)),
                    None if count % 2 == 1 => kappa ^= self.values.first[part as usize],
                    None => {}
                }
                let next = if alike == Alike::Any { part } else { part + 1 };
                self.choose(next, left - count, size + part * u64::from(count), kappa, blocks, removals)?;
                if class.is_some() {
                    blocks.pop();
                }
            }
        }
        Ok(())
    }

    /// The first states of one choice of parts.
    fn begin(
        &mut self,
        size: u64,
        kappa: u32,
        blocks: &[Block],
        removals: &[(usize, u32)],
    ) -> Result<(), Fault> {
        let (n0, p) = (self.values.first.len() as i64, self.values.machines.starts.len() as i64);
        self.work.charge(removals.len())?;
        for &(t, weight) in removals {
            let total = size as i64 + t as i64 - n0;
            let (carry, r) = (total.div_euclid(p) as i32, total.rem_euclid(p) as usize);
            let blocks = blocks.to_vec(); // bounded: at most 8 heaps.
            let number = self.number(&mut Key { carry, kappa, weight, blocks })?;
            self.starts.number(&[r as u32, number])?;
        }
        Ok(())
    }

    /// The first states by class, once all of them are known.
    fn take_starts(&mut self) -> Result<Starts<'a>, Fault> {
        let starts = std::mem::replace(&mut self.starts, Index::new(self.work, MEMORY)?);
        let classes = self.values.machines.starts.len();
        let pair = |i: usize| (starts.key(i)[0] as usize, starts.key(i)[1]);
        let mut begins = self.work.buffer(classes + 1, 0, MEMORY)?;
        let mut states = self.work.buffer(starts.len(), 0, MEMORY)?;
        let mut meter = Meter::new(self.work);
        for i in 0..starts.len() {
            meter.charge(4)?;
            begins[pair(i).0] += 1;
        }
        let mut end = 0;
        for begin in begins.iter_mut() {
            end += *begin;
            *begin = end;
        }
        // Each class is filled from its end on, and what was its end becomes its beginning.
        for i in 0..starts.len() {
            meter.charge(4)?;
            let (r, state) = pair(i);
            begins[r] -= 1;
            states[begins[r] as usize] = state;
        }
        meter.settle()?;
        for r in 0..classes {
            states[begins[r] as usize..begins[r + 1] as usize].sort_unstable();
        }
        Ok(Starts { begins, states })
    }

    /// All steps of a state, as 4·(next state) + letter.
    fn steps(&mut self, key: &Key, out: &mut Buffer<u32>) -> Result<(), Fault> {
        for bit in 0..=u32::from(key.weight > 0) {
            let mut next = vec![]; // bounded: at most 8 heaps.
            self.step_blocks(key, &key.blocks, i64::from(bit * key.weight), 0, &mut next, out)?;
        }
        Ok(())
    }

    fn step_blocks(
        &mut self,
        key: &Key,
        left: &[Block],
        sum: i64,
        xor: u32,
        next: &mut Vec<Block>, // bounded: at most 8 heaps.
        out: &mut Buffer<u32>,
    ) -> Result<(), Fault> {
        let Some((&(state, count), rest)) = left.split_first() else {
            let sum = i64::from(key.carry) + sum;
            let letter = 2 * (sum & 1) as u32 + ((key.kappa ^ xor) & 1);
            let (carry, kappa) = ((sum >> 1) as i32, key.kappa >> 1);
            let number = self.number(&mut Key { carry, kappa, weight: key.weight, blocks: next.clone() })?;
            return out.push(4 * number + letter);
        };
        self.step_block(key, (state, count), 0, rest, sum, xor, next, out)
    }

    /// What is left of a block reads letters from `from` on: all its parts one letter; or, if they may come
    /// apart, some do and the rest a later letter.
    #[expect(clippy::too_many_arguments, reason = "one recursion")]
    fn step_block(
        &mut self,
        key: &Key,
        (state, count): Block,
        from: u32,
        rest: &[Block],
        sum: i64,
        xor: u32,
        next: &mut Vec<Block>, // bounded: at most 8 heaps.
        out: &mut Buffer<u32>,
    ) -> Result<(), Fault> {
        let fewest = if self.form.alike == Alike::Different { 1 } else { count };
        for letter in from..4 {
            let Some(to) = self.values.machines.step(state, letter as usize) else { continue };
            for taken in fewest..=count {
                next.push((to, taken));
                let (sum, xor) = (sum + i64::from((letter >> 1) * taken), xor ^ (letter & taken & 1));
                if taken == count {
                    self.step_blocks(key, rest, sum, xor, next, out)?;
                } else {
                    self.step_block(key, (state, count - taken), letter + 1, rest, sum, xor, next, out)?;
                }
                next.pop();
            }
        }
        Ok(())
    }
}

/// The number of a state, which a step stores beside its letter.
fn in_a_step(number: usize) -> Result<u32, Fault> {
    if number < 1 << 30 { Ok(number as u32) } else { refuse("the automaton has too many states") }
}

/// A place in the list of steps.
fn place(steps: usize) -> Result<u32, Fault> {
    u32::try_from(steps).or_else(|_| refuse("the automaton has too many steps"))
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest number fills a step, and the next one is refused.
    #[test]
    fn states_that_have_room_in_a_step() {
        let last = in_a_step((1 << 30) - 1).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(last.checked_mul(4).and_then(|step| step.checked_add(3)), Some(u32::MAX));
        for number in [1 << 30, 1 << 32, usize::MAX] {
            let fault = in_a_step(number).unwrap_err();
            assert_eq!(fault.to_string(), "NOT VERIFIED: the automaton has too many states");
        }
    }

    /// A number of steps at which a place would wrap is refused.
    #[test]
    fn places_of_steps() {
        assert_eq!(place(u32::MAX as usize), Ok(u32::MAX));
        let fault = place(1 << 32).unwrap_err();
        assert_eq!(fault.to_string(), "NOT VERIFIED: the automaton has too many steps");
    }
}
