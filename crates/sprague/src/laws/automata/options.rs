//! The **options** of all heaps at once: a nondeterministic automaton for the pairs (Q, v) such that n0 + r +
//! p·Q has an option of value v, read side by side, lowest bits first.
//!
//! A state is (K, κ, w, blocks): K is what the sizes read so far carry over (it may be negative); κ is the
//! part of the xor of the values of parts below n0 that is still to come; w says how many periods one unit of
//! the free number of removed cycles counts (0 if what is removed is fixed); a block is a state of a class's
//! machine and how many parts share it.
//! - *Start*: for each multiset of parts out of 1, …, n0 − 1 and the p classes, and each removal t, let T =
//!   (sum of the base sizes) + t − n0 − r. There is one r with p | T, and K = T / p. Of a repeating tail with
//!   a cycle of length c, t = t0 + c·u: u = u0 + (p/g)·y with g = gcd(p, c), 0 ≤ u0 < p/g, leaves y free with
//!   weight w = c/g.
//! - *Step*: every part reads a letter (b, o) of its machine, y a bit: S = K + Σ b + w·(bit of y). The bit of
//!   Q is S & 1, K becomes S >> 1 (floor); the bit of v is (κ & 1) ⊕ (xor of the o), κ becomes κ >> 1.
//! - *Accepting*: K = κ = 0 and the empty rest belongs to every part, after any number of further letters (0,
//!   0).
//!
//! **Conditions on parts.** If all parts differ, equal parts of a class start in one block and a block falls
//! apart as its parts read different letters; only blocks of one part are accepted. (A class computes a
//! function: parts that read the same q but different values cannot both be accepted.) If all parts are equal
//! they are one block that never falls apart.
//!
//! Cost: C(n0+p+j−2, j) starts for each removal that leaves j parts; carries soon fall below the salti and K
//! to at most j, so few states recur. Those that do get the smallest numbers: sets of them are short.

use super::hypothesis::Automatic;
use super::interner::Interner;
use super::machine::NONE;
use crate::rules::{Alike, HeapRule};
use crate::{Error, Result, Work};
use num_integer::Integer;

/// Letters are 2·(bit of Q) + (bit of v).
const LETTERS: usize = 4;

/// The automaton, trimmed to states from which something is accepted.
#[derive(Debug, Clone)]
pub struct Options {
    /// The states in which class r starts.
    pub starts: Vec<Vec<u32>>,
    /// Whether a state accepts the empty rest.
    pub accepts: Vec<bool>,
    /// `targets[places[4·state + letter]..places[4·state + letter + 1]]` are the next states.
    places: Vec<u32>,
    targets: Vec<u32>,
}

/// More starts than this are not enumerated: they take seconds.
const MOST_STARTS: f64 = 4e7;

/// How many multisets of j parts out of this many items there are, about.
fn starts(items: usize, j: u64, alike: Alike) -> f64 {
    let choices = if alike == Alike::Equal { j.min(1) } else { j };
    (0..choices).map(|i| (items as f64 + i as f64) / (i as f64 + 1.0)).product()
}

/// Why there is no automaton: a line for the report.
pub type GaveUp = String;

impl Options {
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.accepts.len()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let Options { starts, accepts, places, targets } = self;
        let starts: usize = starts.iter().map(|starts| 24 + 4 * starts.capacity()).sum();
        (starts + accepts.capacity() + 4 * places.capacity() + 4 * targets.capacity()) as u64
    }

    /// The next states.
    pub fn next(&self, state: usize, letter: usize) -> &[u32] {
        let place = state * LETTERS + letter;
        &self.targets[self.places[place] as usize..self.places[place + 1] as usize]
    }

    /// The options of a rule under a hypothesis; a line if there are more than `most` starts or states.
    pub fn new(
        rule: &HeapRule,
        law: &Automatic,
        most: usize,
        work: &Work,
    ) -> Result<std::result::Result<Self, GaveUp>> {
        let mut builder = Builder::new(rule, law, most, work);
        let built = builder.start().and_then(|()| builder.expand());
        match built {
            Ok(raw) => Ok(Ok(raw.trimmed())),
            Err(Stop::Error(error)) => Err(error),
            Err(Stop::GaveUp(line)) => Ok(Err(line)),
        }
    }
}

/// Why building stops.
enum Stop {
    Error(Error),
    GaveUp(GaveUp),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        match error {
            Error::Memory { .. } => Stop::GaveUp(format!("the automaton of options: {error}")),
            other => Stop::Error(other),
        }
    }
}

/// A part that a move may leave.
#[derive(Clone, Copy)]
enum Item {
    /// Below n0: size and value.
    Small(u64, u32),
    /// A class: its first size and its start.
    Class(u64, u32),
}

/// K and κ in one word, the weight, then the blocks, ascending: state and number of parts.
fn head(carry: i32, kappa: u32) -> u64 {
    u64::from(carry as u32) | u64::from(kappa) << 32
}

fn block(state: u32, parts: u32) -> u64 {
    u64::from(state) | u64::from(parts) << 32
}

struct Builder<'a> {
    rule: &'a HeapRule,
    law: &'a Automatic,
    most: usize,
    work: &'a Work<'a>,
    states: Interner,
    starts: Vec<Vec<u32>>,
    tried: u64,
    /// The blocks of the parts chosen.
    blocks: Vec<u64>,
    /// Scratch for one key.
    key: Vec<u64>,
}

/// States as they were found.
struct Raw {
    starts: Vec<Vec<u32>>,
    accepts: Vec<bool>,
    places: Vec<u32>,
    targets: Vec<u32>,
}

impl<'a> Builder<'a> {
    fn new(rule: &'a HeapRule, law: &'a Automatic, most: usize, work: &'a Work<'a>) -> Self {
        let starts = vec![vec![]; law.starts.len()];
        Builder {
            rule,
            law,
            most,
            work,
            states: Interner::new(),
            starts,
            tried: 0,
            blocks: vec![],
            key: vec![],
        }
    }

    /// All start states.
    fn start(&mut self) -> std::result::Result<(), Stop> {
        let small = (1..self.law.preperiod()).filter(|&size| self.rule.parts().allow(size));
        let mut items: Vec<Item> =
            small.map(|size| Item::Small(size, self.law.first[size as usize])).collect();
        if self.rule.parts().largest.is_none() {
            let classes = self.law.starts.iter().enumerate();
            items.extend(classes.map(|(r, &start)| Item::Class(self.law.preperiod() + r as u64, start)));
        }
        let starts = |j: u64| starts(items.len(), j, self.rule.parts().alike) * self.removals(j).len() as f64;
        let first: f64 = (0..=self.rule.most_parts()).map(starts).sum();
        if first > MOST_STARTS {
            let (n0, p) = (self.law.preperiod(), self.law.period());
            let line =
                format!("preperiod {n0} and period {p} give an automaton with {first:.0e} first states");
            return Err(Stop::GaveUp(line));
        }
        for j in 0..=self.rule.most_parts() {
            let removals = self.removals(j);
            if !removals.is_empty() {
                self.choose(&items, j as usize, (0, 0), &removals)?;
            }
        }
        for starts in &mut self.starts {
            starts.sort_unstable();
            starts.dedup();
        }
        Ok(())
    }

    /// Removals that leave j parts: (t, weight of the free number of cycles).
    fn removals(&self, j: u64) -> Vec<(u64, u64)> {
        let set = self.rule.removals(j);
        let mut all: Vec<(u64, u64)> = set.listed().iter().map(|&t| (t, 0)).collect();
        let length = set.cycle().len() as u64;
        if length > 0 {
            let divisor = length.gcd(&self.law.period());
            for i in (0..length).filter(|&i| set.cycle()[i as usize]) {
                let first = set.reach() + 1 + i;
                all.extend((0..self.law.period() / divisor).map(|u| (first + length * u, length / divisor)));
            }
        }
        all
    }

    /// Chooses `left` more parts out of `items`, with repetition as the condition allows; `size` and `kappa`
    /// are those of the parts chosen, `self.blocks` their blocks.
    fn choose(
        &mut self,
        items: &[Item],
        left: usize,
        (size, kappa): (u64, u32),
        removals: &[(u64, u64)],
    ) -> std::result::Result<(), Stop> {
        if left == 0 {
            return self.add_starts(size, kappa, removals);
        }
        let alike = self.rule.parts().alike;
        for (place, &item) in items.iter().enumerate() {
            // How many parts of this size are chosen together, and whether as one block.
            let most = match (alike, item) {
                (Alike::Any, _) | (Alike::Different, Item::Small(..)) => 1,
                (Alike::Different, Item::Class(..)) | (Alike::Equal, _) => left,
            };
            let least = if alike == Alike::Equal { left } else { 1 };
            let rest = if alike == Alike::Any { &items[place..] } else { &items[place + 1..] };
            for parts in least..=most {
                let (base, value) = match item {
                    Item::Small(small, value) => (small, if parts % 2 == 1 { value } else { 0 }),
                    Item::Class(base, start) => {
                        self.blocks.push(block(start, parts as u32));
                        (base, 0)
                    }
                };
                let sum = (size + base * parts as u64, kappa ^ value);
                self.choose(rest, left - parts, sum, removals)?;
                if matches!(item, Item::Class(..)) {
                    self.blocks.pop();
                }
            }
        }
        Ok(())
    }

    /// The start states of one multiset of parts.
    fn add_starts(
        &mut self,
        size: u64,
        kappa: u32,
        removals: &[(u64, u64)],
    ) -> std::result::Result<(), Stop> {
        self.tried += removals.len() as u64;
        if self.tried % (1 << 16) < removals.len() as u64 {
            self.check_size((1 << 16) + removals.len())?;
        }
        self.key.clear();
        self.key.extend([0, 0]);
        self.key.extend_from_slice(&self.blocks);
        self.key[2..].sort_unstable();
        let (n0, p) = (self.law.preperiod() as i64, self.law.period() as i64);
        for &(t, weight) in removals {
            let sum = size as i64 + t as i64 - n0;
            let (carry, r) = (sum.div_euclid(p), sum.rem_euclid(p));
            let Ok(carry) = i32::try_from(carry) else {
                return Err(Stop::GaveUp(format!("a removal of {t} is too large for the automaton")));
            };
            self.key[0] = head(carry, kappa);
            self.key[1] = weight;
            let id = self.states.insert(&self.key).0;
            self.starts[r as usize].push(id);
        }
        Ok(())
    }

    /// Stops what has become too large, or would with this many more states.
    fn check_size(&mut self, more: usize) -> std::result::Result<(), Stop> {
        self.work.tell(0, 0)?;
        for starts in self.starts.iter_mut().filter(|starts| starts.len() > 1 << 16) {
            starts.sort_unstable();
            starts.dedup();
        }
        let lists: usize = self.starts.iter().map(Vec::capacity).sum::<usize>() + more;
        let states = self.states.bytes_with(more, more * (self.blocks.len() + 2));
        self.work.fits("the automaton of options", states + 8 * lists as u64)?;
        if self.states.len() > self.most {
            return Err(Stop::GaveUp(format!("the automaton of options has more than {} states", self.most)));
        }
        Ok(())
    }

    /// All states that follow.
    fn expand(&mut self) -> std::result::Result<Raw, Stop> {
        let mut accepts = vec![];
        let (mut places, mut targets) = (vec![0], vec![]);
        let mut steps = vec![];
        while accepts.len() < self.states.len() {
            let key = self.states.key(accepts.len() as u32).to_vec();
            if accepts.len() % 4096 == 4095 {
                self.check_size(1 << 12)?;
            }
            if accepts.len() % 256 == 255 {
                // Targets and places, forwards, backwards and trimmed, and while they grow.
                let steps = 16 * targets.len() as u64 + 64 * accepts.len() as u64;
                let states = self.states.bytes_with(1 << 12, key.len() << 12);
                self.work.fits("the automaton of options", states + steps)?;
            }
            accepts.push(self.accepts(&key));
            self.steps(&key, &mut steps);
            steps.sort_unstable();
            steps.dedup();
            let mut upto = 0;
            for letter in 0..LETTERS as u32 {
                upto += steps[upto..].partition_point(|&(first, _)| first == letter);
                places.push((targets.len() + upto) as u32);
            }
            targets.extend(steps.iter().map(|&(_, to)| to));
        }
        Ok(Raw { starts: std::mem::take(&mut self.starts), accepts, places, targets })
    }

    fn accepts(&self, key: &[u64]) -> bool {
        let apart = self.rule.parts().alike == Alike::Different;
        let ends =
            |&block: &u64| self.law.machines.zero[block as u32 as usize] && !(apart && block >> 32 > 1);
        key[0] == 0 && key[2..].iter().all(ends)
    }

    /// All steps of one state: (letter, next state).
    fn steps(&mut self, key: &[u64], out: &mut Vec<(u32, u32)>) {
        out.clear();
        let mut step = Step { key, next: Vec::with_capacity(key.len()), out };
        let bits_of_free = if key[1] == 0 { 1 } else { 2 };
        for bit in 0..bits_of_free {
            self.read(&mut step, &key[2..], Letters { sum: bit * key[1] as i64, xor: 0 });
        }
    }

    /// The blocks that are left read a letter each.
    fn read(&mut self, step: &mut Step, left: &[u64], letters: Letters) {
        let Some((&first, rest)) = left.split_first() else {
            let key = step.key;
            let (carry, kappa) = (i64::from(key[0] as u32 as i32), (key[0] >> 32) as u32);
            let sum = carry + letters.sum;
            let letter = 2 * (sum & 1) as u32 + ((kappa ^ letters.xor) & 1);
            self.key.clear();
            self.key.extend([head((sum >> 1) as i32, kappa >> 1), key[1]]);
            self.key.extend_from_slice(&step.next);
            self.key[2..].sort_unstable();
            step.out.push((letter, self.states.insert(&self.key).0));
            return;
        };
        let (state, parts) = (first as u32, (first >> 32) as u32);
        let machine = self.law.machines.next[state as usize];
        if self.rule.parts().alike == Alike::Different && parts > 1 {
            self.fall_apart(step, rest, &machine, parts, letters);
            return;
        }
        for (letter, &to) in machine.iter().enumerate().filter(|&(_, &to)| to != NONE) {
            step.next.push(block(to, parts));
            self.read(step, rest, letters.and(letter as u32, parts));
            step.next.pop();
        }
    }

    /// The parts of a block share the letters of their state among them.
    fn fall_apart(&mut self, step: &mut Step, rest: &[u64], machine: &[u32], parts: u32, letters: Letters) {
        let Some((&to, fewer)) = machine.split_first() else {
            if parts == 0 {
                self.read(step, rest, letters);
            }
            return;
        };
        let letter = 4 - machine.len() as u32;
        self.fall_apart(step, rest, fewer, parts, letters);
        for taken in 1..=if to == NONE { 0 } else { parts } {
            step.next.push(block(to, taken));
            self.fall_apart(step, rest, fewer, parts - taken, letters.and(letter, taken));
            step.next.pop();
        }
    }
}

/// One step of a state: what its blocks become.
struct Step<'a> {
    key: &'a [u64],
    /// The blocks that have read their letter.
    next: Vec<u64>,
    /// All steps so far: (letter, next state).
    out: &'a mut Vec<(u32, u32)>,
}

/// The sum of the size bits and the xor of the value bits that were read.
#[derive(Clone, Copy)]
struct Letters {
    sum: i64,
    xor: u32,
}

impl Letters {
    /// The same after this many parts have read a letter.
    fn and(self, letter: u32, parts: u32) -> Self {
        Letters {
            sum: self.sum + i64::from(letter >> 1) * i64::from(parts),
            xor: self.xor ^ (letter & parts & 1),
        }
    }
}

/// Steps to go back by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Back {
    AnyLetter,
    Letter0,
}

impl Raw {
    fn next(&self, state: usize) -> &[u32] {
        &self.targets[self.places[state * LETTERS] as usize..self.places[(state + 1) * LETTERS] as usize]
    }

    fn next_by(&self, state: usize, letter: usize) -> &[u32] {
        let place = state * LETTERS + letter;
        &self.targets[self.places[place] as usize..self.places[place + 1] as usize]
    }

    /// The steps backwards, of all letters or of letter 0 only.
    fn before(&self, by: Back) -> (Vec<u32>, Vec<u32>) {
        let count = self.accepts.len();
        let next = |state| if by == Back::Letter0 { self.next_by(state, 0) } else { self.next(state) };
        let mut places = vec![0u32; count + 1];
        for state in 0..count {
            next(state).iter().for_each(|&to| places[to as usize + 1] += 1);
        }
        for state in 0..count {
            places[state + 1] += places[state];
        }
        let (mut at, mut sources) = (places.clone(), vec![0; places[count] as usize]);
        for state in 0..count {
            for &to in next(state) {
                sources[at[to as usize] as usize] = state as u32;
                at[to as usize] += 1;
            }
        }
        (places, sources)
    }

    /// Adds to a set of states all that lead into it.
    fn close_backwards(&self, set: &mut [bool], by: Back) {
        let (places, sources) = self.before(by);
        let mut queue: Vec<usize> = (0..set.len()).filter(|&state| set[state]).collect();
        while let Some(state) = queue.pop() {
            for &from in &sources[places[state] as usize..places[state + 1] as usize] {
                if !std::mem::replace(&mut set[from as usize], true) {
                    queue.push(from as usize);
                }
            }
        }
    }

    /// The states from which something is accepted, those that recur first.
    fn order(&self, alive: &[bool]) -> Vec<u32> {
        let count = self.accepts.len();
        let mut entries = vec![0u32; count];
        for state in (0..count).filter(|&state| alive[state]) {
            self.next(state).iter().for_each(|&to| entries[to as usize] += 1);
        }
        let mut passing: Vec<u32> =
            (0..count as u32).filter(|&s| alive[s as usize] && entries[s as usize] == 0).collect();
        let mut at = 0;
        while at < passing.len() {
            for &to in self.next(passing[at] as usize) {
                entries[to as usize] -= 1;
                if entries[to as usize] == 0 && alive[to as usize] {
                    passing.push(to);
                }
            }
            at += 1;
        }
        let mut order: Vec<u32> =
            (0..count as u32).filter(|&s| alive[s as usize] && entries[s as usize] > 0).collect();
        order.extend(passing.iter().rev());
        order
    }

    fn trimmed(mut self) -> Options {
        let mut accepts = std::mem::take(&mut self.accepts);
        self.accepts = vec![false; accepts.len()];
        self.close_backwards(&mut accepts, Back::Letter0);
        let mut alive = accepts.clone();
        self.close_backwards(&mut alive, Back::AnyLetter);
        let order = self.order(&alive);
        let mut number = vec![NONE; accepts.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old as usize] = new as u32;
        }
        let renumber = |list: &[u32]| -> Vec<u32> {
            list.iter().map(|&old| number[old as usize]).filter(|&new| new != NONE).collect()
        };
        let (mut places, mut targets) = (vec![0], vec![]);
        for &old in &order {
            for letter in 0..LETTERS {
                targets.extend(renumber(self.next_by(old as usize, letter)));
                places.push(targets.len() as u32);
            }
        }
        let starts = self.starts.iter().map(|starts| renumber(starts)).collect();
        let accepts = order.iter().map(|&old| accepts[old as usize]).collect();
        Options { starts, accepts, places, targets }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::automata::Hypothesis;
    use crate::rules::Rule;

    /// Multisets out of this many items, or one item for all parts.
    #[test]
    fn numbers_of_starts() {
        for (items, j, any, equal) in
            [(5, 0, 1.0, 1.0), (5, 1, 5.0, 5.0), (5, 2, 15.0, 5.0), (4, 3, 20.0, 4.0)]
        {
            assert_eq!(starts(items, j, Alike::Any), any);
            assert_eq!(starts(items, j, Alike::Different), any);
            assert_eq!(starts(items, j, Alike::Equal), equal);
        }
    }

    /// States and the lists of starts are looked at: as many as there may be, and no more.
    #[test]
    fn what_is_too_large() {
        let rule: Rule = "0.7".parse().unwrap();
        let law = Hypothesis::lines(vec![0, 1], &[(2, 1), (0, 0), (1, 0)]).machines().unwrap();
        let checked = |most: usize, memory: u64| {
            let work = Work::new(memory, &|_, _| true);
            let mut builder = Builder::new(rule.heap_rule().unwrap(), &law, most, &work);
            assert!(builder.start().is_ok());
            let lists: usize = builder.starts.iter().map(Vec::capacity).sum();
            let line = match builder.check_size(0) {
                Ok(()) => String::new(),
                Err(Stop::GaveUp(line)) => line,
                Err(Stop::Error(error)) => error.to_string(),
            };
            (builder.states.len(), builder.states.bytes_with(0, 0) + 8 * lists as u64, line)
        };
        let (states, bytes, line) = checked(usize::MAX, u64::MAX);
        assert!(states > 10 && line.is_empty(), "{states}, {line}");
        assert_eq!(checked(states, bytes).2, "");
        assert!(checked(states - 1, bytes).2.contains("more than"));
        assert!(checked(states, bytes - 1).2.contains("available"));
    }

    /// Numbers with a free number of cycles are every removal, each once, whatever divisor cycle and period
    /// share.
    #[test]
    fn every_removal_once() {
        for text in ["0.3", "0.[3]", "0.[30]", "0.0[03]", "0.03[300]", "0.[330300]", "0.3[0333]"] {
            let rule: Rule = text.parse().unwrap();
            let rule = rule.heap_rule().unwrap();
            for period in 1..=12 {
                let law = Hypothesis::lines(vec![0], &vec![(0, 0); period]).machines().unwrap();
                let (period, work) = (period as u64, Work::quiet());
                let removals = Builder::new(rule, &law, 1, &work).removals(1);
                let cycles = |(t, weight): (u64, u64)| {
                    (t..=200).step_by((weight * period).max(1) as usize).take(if weight == 0 {
                        1
                    } else {
                        201
                    })
                };
                let mut all: Vec<u64> = removals.into_iter().flat_map(cycles).collect();
                all.sort_unstable();
                assert!(all.into_iter().eq(rule.removals(1).up_to(200)), "{text}, {period}");
            }
        }
    }
}
