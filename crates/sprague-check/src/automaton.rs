//! Laws by automata: G(n) = g_n for n < n0, and G(n0 + r + p·q) = f_r(q), each f_r a line or computed by a
//! machine.
//!
//! **Theorem.** Such a law is right for all n iff it satisfies the mex recursion, and that is decidable.
//!
//! *Proof.* Values are determined by the mex recursion, so the first half is induction on n. For n < n0 every
//! move is made. For the class r let N_r be the set of pairs (Q, v) such that n = n0 + r + p·Q has an option
//! of value v under the law. A move on n removes t and leaves parts n_1, …, n_j, each of them a heap below n0
//! or n0 + r_i + p·q_i. With B the sum of the heaps below n0 and of the n0 + r_i, n = t + Σ n_i says
//!
//! > Q = K + Σ q_i, where K = (B + t − n0 − r)/p has to be whole,
//!
//! and v is the xor of the values below n0 and of the f_{r_i}(q_i). So, reading all numbers from their lowest
//! bits, a finite automaton can guess the q_i bit by bit: it has to keep the carry K ← (K + Σ bits) >> 1
//! whose lowest bit (before the shift) is that of Q, what is left of the xor of the values below n0, and the
//! states of the machines, which say the bits of f_{r_i}(q_i). A pair is accepted if nothing is left: K = 0,
//! no bits, and the pair 0, 0 belongs to every machine's state, perhaps after more letters (0,0). If removals
//! go on forever in cycles of length c, t = t0 + c·u; modulo p only u mod p/gcd(p, c) matters, and the rest
//! of u is one more number with free bits, of which each counts c/gcd(p, c) periods. Carries are bounded, so
//! there are finitely many states. *Parts that all differ*: equal classes start together, in a block, and
//! come apart when they read different letters; parts that never came apart have the same q, and those that
//! did have another q or, as a machine has one value for each q, are not both accepted. *Parts that are all
//! equal* are a block that stays together. *Bounds on parts* only concern small heaps once n0 is raised above
//! them, which changes the classes but not the values.
//!
//! The automaton is made deterministic by sets of states and run beside the machine of f_r and the comparison
//! of v with f_r(Q), in which a later bit overrides. Where the pair 0, 0 belongs to the state of f_r's
//! machine, Q and v are complete (f_r(Q) has no further bits), and every pair (Q, v) is complete somewhere on
//! its way. So the mex recursion holds in the class r iff, in all states that are reached, completed pairs
//! that are *equal* are rejected and completed pairs that are *less* are accepted. ∎
//!
//! Everything is rebuilt here from rule, constants and machines; nothing else is read.
//!
//! **Minimality** (lines only): p lines from n0 on means G(x) − 2G(x+p) + G(x+2p) = 0 for x ≥ n0. The p
//! for which this holds from somewhere on are the multiples of the least one, since (X^p − 1)² and
//! (X^p' − 1)² have the greatest common divisor (X^gcd(p,p') − 1)². So each p/(prime) is refuted: on
//! lines its second difference is linear in each class, hence 0 iff it is 0 in two periods. And n0 − 1
//! is an exception; if n0 = 1, as small as the form allows, and heap 0 is none, then the preperiod is
//! 0.

mod form;
mod machines;
mod options;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;
use sprague_certificate::{Class, Law, MachineState, Question};

use crate::{
    Fault, Work,
    count::number,
    index::{Index, Runs},
    known::Heaps,
    least::{Least, Rise, holds},
    memory::Buffer,
    refuse,
    rule::Rule,
    work::Meter,
};
use form::Form;
use machines::{Machines, State};
use options::Options;

/// A law with n0 above all bounds on parts.
struct Values<'a> {
    /// The values below n0.
    first: Buffer<'a, u32>,
    machines: Machines<'a>,
}

/// What the memory is for.
const MEMORY: &str = "the automaton";

/// A verified law.
pub(crate) struct Automatic<'a> {
    first: &'a [u16],
    classes: &'a [Class],
    states: &'a [MachineState],
    /// If it is claimed that they are: period and preperiod, which are the least.
    least: Option<Least>,
}

/// Verify a law by automata.
pub(crate) fn verify<'a>(
    rule: &str,
    law: &'a Law,
    first: &'a [u16],
    work: &Work,
) -> Result<Automatic<'a>, Fault> {
    let form = Form::parse(rule, work)?;
    let Law::Automatic { period, preperiod, classes, machines, minimal } = law else {
        return refuse("this law, or theorem, is not one for this rule");
    };
    if *period != classes.len() as u64 || classes.is_empty() {
        return refuse("the period is not the number of classes, or is 0");
    }
    if *preperiod != first.len() as u64 || first.is_empty() {
        return refuse("the preperiod is not the number of values, or is 0");
    }
    let mut law = Automatic { first, classes, states: machines, least: None };
    let values = law.raised(form.settled(), work)?;
    check_first(&form, &values.first, work)?;
    let options = Options::new(&form, &values, work)?;
    check_mex(&options, &values, work)?;
    if *minimal {
        law.least = Some(law.refute_smaller(work)?);
    }
    Ok(law)
}

impl<'a> Automatic<'a> {
    /// The value of a heap, if all classes are lines and it is no huge one.
    fn line_value(&self, n: u64) -> Option<i128> {
        let n0 = self.first.len() as u64;
        let Some(beyond) = n.checked_sub(n0) else { return Some(self.first[n as usize].into()) };
        let p = self.classes.len() as u64;
        match self.classes[(beyond % p) as usize] {
            Class::Line(start, saltus) => {
                Some(i128::from(start) + i128::from(saltus) * i128::from(beyond / p))
            }
            Class::Machine(_) => None,
        }
    }

    /// Smaller periods and preperiods are none.
    fn refute_smaller(&self, work: &Work) -> Result<Least, Fault> {
        let (n0, p) = (self.first.len() as u64, self.classes.len() as u64);
        let exception = |x: u64, d: u64| {
            let values = (self.line_value(x), self.line_value(x + d), self.line_value(x + 2 * d));
            match values {
                (Some(a), Some(b), Some(c)) => Ok(a - 2 * b + c != 0),
                _ => refuse("minimality is claimed of a law whose classes are not all lines"),
            }
        };
        if self.classes.iter().any(|class| matches!(class, Class::Machine(_))) {
            return refuse("minimality is claimed of a law whose classes are not all lines");
        }
        Least::refute_smaller(
            (p, n0),
            true,
            |n| exception(n, p),
            |d| {
                work.charge(2 * p as usize)?;
                for x in n0..n0 + 2 * p {
                    if exception(x, d)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            },
        )
    }

    /// The same values with n0 at least so large.
    fn raised<'w>(&self, least: u64, work: &'w Work) -> Result<Values<'w>, Fault>
    where
        'a: 'w,
    {
        let n0 = self.first.len() as u64;
        let mut first = work.room(n0.max(least) as usize, "the values below the preperiod")?;
        if least <= n0 {
            first.extend(self.first.iter().map(|&value| value.into()))?;
            return Ok(Values { first, machines: Machines::new(self.classes, self.states, work)? });
        }
        let (p, more) = (self.classes.len() as u64, least - n0);
        for n in 0..least {
            match self.line_value(n).and_then(|value| u32::try_from(value).ok()) {
                Some(value) => first.push(value)?,
                None => return refuse("with machines the preperiod has to be above all bounds on parts"),
            }
        }
        let mut classes = work.room(self.classes.len(), "the classes")?;
        for place in more..more + p {
            let (class, q) = (self.classes[(place % p) as usize], place / p);
            let Class::Line(start, saltus) = class else {
                return refuse("with machines the preperiod has to be above all bounds on parts");
            };
            match saltus.checked_mul(q).and_then(|rise| rise.checked_add(start)) {
                Some(start) => classes.push(Class::Line(start, saltus))?,
                None => return refuse("a line has numbers above 2^31"),
            }
        }
        Ok(Values { first, machines: Machines::new(&classes, &[], work)? })
    }

    /// The value that a machine gives to q: its runs over the bits of q, lowest first, with the bits of the
    /// value read so far. Of two runs that end in one state none leads to a value, as there are not two of
    /// them; so one is kept.
    fn machine_value(&self, start: u32, q: u64, meter: &mut Meter) -> Result<Option<u64>, Fault> {
        let (mut runs, mut next) = (meter.work().list(MEMORY)?, meter.work().list(MEMORY)?);
        runs.push((start, 0u64))?;
        for place in 0..64 {
            let at_end = |&&(state, _): &&(u32, u64)| q >> place == 0 && self.states[state as usize].zero;
            if let Some(&(_, value)) = runs.iter().find(at_end) {
                return Ok(Some(value));
            }
            meter.charge(8 * runs.len())?;
            next.clear();
            for &(state, value) in runs.iter() {
                for bit in [0, 1] {
                    let letter = 2 * (q >> place & 1) + bit;
                    if let Some(to) = self.states[state as usize].next[letter as usize] {
                        next.push((to, value | bit << place))?;
                    }
                }
            }
            next.sort_unstable();
            next.dedup_by_key(|(state, _)| *state);
            std::mem::swap(&mut runs, &mut next);
        }
        Ok(None)
    }

    /// Heaps 0 ≤ n ≤ upto with value 0.
    fn count_zeros(&self, upto: &BigUint, work: &Work) -> Result<BigUint, Fault> {
        let n0 = self.first.len();
        let known =
            self.first.iter().enumerate().filter(|&(n, &value)| value == 0 && BigUint::from(n) <= *upto);
        let mut zeros = BigUint::from(known.count());
        for (r, class) in self.classes.iter().enumerate() {
            let base = BigUint::from(n0 + r);
            if base > *upto {
                break;
            }
            let last = (upto - base) / self.classes.len();
            zeros += match *class {
                Class::Line(0, 0) => last + 1u32,
                Class::Line(0, _) => 1u32.into(),
                Class::Line(..) => BigUint::ZERO,
                Class::Machine(start) => self.machine_zeros(start, &last, work)?,
            };
        }
        Ok(zeros)
    }

    /// The q ≤ last to which a machine gives 0: its runs over letters (b,0), by state and by whether q > last
    /// so far.
    fn machine_zeros(&self, start: u32, last: &BigUint, work: &Work) -> Result<BigUint, Fault> {
        let none = || Runs::new(last.bits() + 1, work, "the runs of a machine");
        let mut runs = none()?;
        runs.add_one(&[start, 0])?;
        for place in 0..last.bits() {
            let mut next = none()?;
            for run in 0..runs.len() {
                let &[state, above] = runs.key(run) else { return refuse("no run has two words") };
                for bit in [false, true] {
                    if let Some(to) = self.states[state as usize].next[2 * usize::from(bit)] {
                        let above = if bit == last.bit(place) { above } else { bit.into() };
                        next.add(&[to, above], &runs, run)?;
                    }
                }
            }
            runs = next;
        }
        let ended = |&run: &usize| matches!(*runs.key(run), [state, 0] if self.states[state as usize].zero);
        Ok((0..runs.len()).filter(ended).map(|run| runs.count(run)).sum())
    }
}

impl Heaps for Automatic<'_> {
    fn value(&self, n: u64, meter: &mut Meter) -> Result<Option<u64>, Fault> {
        let (n0, p) = (self.first.len() as u64, self.classes.len() as u64);
        let Some(beyond) = n.checked_sub(n0) else { return Ok(Some(self.first[n as usize].into())) };
        let q = beyond / p;
        match self.classes[(beyond % p) as usize] {
            Class::Line(start, saltus) => Ok(saltus.checked_mul(q).and_then(|rise| rise.checked_add(start))),
            Class::Machine(state) => self.machine_value(state, q, meter),
        }
    }

    fn repeats(&self) -> Option<(u64, u64)> {
        let level = self.classes.iter().all(|class| matches!(class, Class::Line(_, 0)));
        level.then_some((self.first.len() as u64, self.classes.len() as u64))
    }

    fn zeros_below(&self) -> Option<u64> {
        let grows = |class: &Class| matches!(*class, Class::Line(start, saltus) if start > 0 || saltus > 0);
        let end = self.first.len() as u64 + self.classes.len() as u64;
        self.classes.iter().all(grows).then_some(end)
    }

    fn is_identity(&self) -> bool {
        let n0 = self.first.len() as u64;
        let stored = (0..).zip(self.first).all(|(n, &value)| n == value);
        stored && self.classes.len() == 1 && matches!(self.classes[0], Class::Line(start, 1) if start == n0)
    }

    fn zeros(&self, upto: &BigUint, work: &Work) -> Result<BigUint, Fault> {
        self.count_zeros(upto, work)
    }

    fn count(&self, question: &Question, _: &Rule, work: &Work) -> Result<BigUint, Fault> {
        match question {
            Question::Wins { upto } => {
                let upto = number(upto)?;
                // Heap 0 is lost but is no size.
                Ok(&upto + 1u32 - self.count_zeros(&upto, work)?)
            }
            _ => refuse("this question does not fit a law by automata"),
        }
    }
}

impl std::fmt::Display for Automatic<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let (p, n0) = (self.classes.len(), self.first.len());
        let saltus = |class: &Class| match class {
            Class::Line(_, saltus) => Some(*saltus),
            Class::Machine(_) => None,
        };
        let first = self.classes.first().and_then(saltus);
        let common = first.filter(|_| self.classes.iter().all(|class| saltus(class) == first));
        match (self.least, common) {
            (Some(least), Some(saltus)) => f.write_str(&least.describe(Rise(saltus))),
            (Some(least), None) => f.write_str(&least.describe(", salti by class")),
            (None, Some(saltus)) => f.write_str(&holds(p as u64, saltus, n0 as u64)),
            (None, None) if self.classes.iter().all(|class| saltus(class).is_some()) => {
                write!(f, "{p} lines, by n mod {p}, for all n ≥ {n0}")
            }
            (None, None) => {
                let states = self.states.len();
                write!(f, "lines and machines of {states} states, by n mod {p}, for all n ≥ {n0}")
            }
        }
    }
}

/// The values below n0 are the mex of their options.
fn check_first(form: &Form, first: &[u32], work: &Work) -> Result<(), Fault> {
    // The least power of two above the values so far, and so above their xors: a mex is at most as large.
    let mut width = 1;
    let (mut options, mut meter) = (work.list("the options")?, Meter::new(work));
    for (n, &value) in first.iter().enumerate() {
        options.clear();
        options.resize(width + 1, false)?;
        // Without a cycle nothing beyond the digits may be removed.
        let end = if form.cycle.is_empty() { form.digits.len().min(n + 1) } else { n + 1 };
        for j in 0..=form.most_parts() {
            meter.charge(end)?;
            for t in (0..end).filter(|&t| form.allows(t, j)) {
                each_way(form, first, (n - t) as u64, j, form.least, 0, work, &mut |v| {
                    options[v as usize] = true;
                })?;
            }
        }
        if options.iter().position(|&reached| !reached) != Some(value as usize) {
            return refuse(format!("{value} is not the least value that no option has, at n = {n}"));
        }
        width = width.max((value as usize + 1).next_power_of_two());
    }
    meter.settle()
}

/// The xor of every choice of j parts, ascending from `from`, that sum to `rest`.
#[expect(clippy::too_many_arguments, reason = "one recursion")]
fn each_way(
    form: &Form,
    first: &[u32],
    rest: u64,
    j: u32,
    from: u64,
    xor: u32,
    work: &Work,
    visit: &mut dyn FnMut(u32),
) -> Result<(), Fault> {
    work.charge(1)?;
    if j == 0 {
        if rest == 0 {
            visit(xor);
        }
        return Ok(());
    }
    let j64 = u64::from(j);
    let (from, to, gap) = match form.alike {
        form::Alike::Any => (from, rest / j64, 0),
        form::Alike::Different => (from, rest / j64, 1),
        form::Alike::Equal if rest.is_multiple_of(j64) => (from.max(rest / j64), rest / j64, 0),
        form::Alike::Equal => return Ok(()),
    };
    // The last part is what is left.
    let from = if j == 1 { from.max(rest) } else { from };
    for part in (from.max(1)..=to).filter(|&part| form.allows_part(part)) {
        each_way(form, first, rest - part, j - 1, part + gap, xor ^ first[part as usize], work, visit)?;
    }
    Ok(())
}

/// The comparison of v with f_r(Q) so far.
const EQUAL: u32 = 0;
const LESS: u32 = 1;
const GREATER: u32 = 2;

/// The mex recursion in all classes.
fn check_mex(options: &Options, values: &Values, work: &Work) -> Result<(), Fault> {
    let (next, merged) = (work.list(MEMORY)?, work.list(MEMORY)?);
    let mut sets = Sets { options, work, index: Index::new(work, MEMORY)?, next, merged };
    let mut nodes = Index::new(work, MEMORY)?;
    for (r, &start) in values.machines.starts.iter().enumerate() {
        let set = sets.number(options.starts(r))?;
        nodes.number(&[set, start.0, start.1, EQUAL])?;
    }
    let mut at = 0;
    while at < nodes.len() {
        let &[set, kind, state, compared] = nodes.key(at) else { return refuse("no node has four words") };
        let state: State = (kind, state);
        if values.machines.holds_zero(state) {
            let reached = sets.is_accepting(set);
            if (compared == EQUAL && reached) || (compared == LESS && !reached) {
                let wrong =
                    if reached { "its value is an option's" } else { "a smaller value is no option's" };
                return refuse(format!("the law contradicts itself: there is a heap of which {wrong}"));
            }
        }
        for letter in 0..4u32 {
            let Some((kind, to)) = values.machines.step(state, letter as usize) else { continue };
            for v in 0..2 {
                let next = sets.after(set, (letter & 2) | v)?;
                let compared = match v.cmp(&(letter & 1)) {
                    std::cmp::Ordering::Equal => compared,
                    std::cmp::Ordering::Less => LESS,
                    std::cmp::Ordering::Greater => GREATER,
                };
                nodes.number(&[next, kind, to, compared])?;
            }
        }
        at += 1;
    }
    Ok(())
}

/// Sets of states, ascending lists with numbers.
struct Sets<'a, 'b> {
    options: &'b Options<'a>,
    work: &'b Work<'b>,
    index: Index<'b>,
    /// next[4·set + letter], u32::MAX until it is asked for.
    next: Buffer<'b, u32>,
    /// The states that follow those of a set, in a list that is used again.
    merged: Buffer<'b, u32>,
}

impl Sets<'_, '_> {
    fn number(&mut self, set: &[u32]) -> Result<u32, Fault> {
        let (number, new) = self.index.number(set)?;
        if new {
            self.next.extend([u32::MAX; 4])?;
        }
        Ok(number as u32)
    }

    fn is_accepting(&self, set: u32) -> bool {
        self.index.key(set as usize).iter().any(|&state| self.options.is_accepting(state))
    }

    fn after(&mut self, set: u32, letter: u32) -> Result<u32, Fault> {
        let place = 4 * set as usize + letter as usize;
        if self.next[place] == u32::MAX {
            let members = self.index.key(set as usize);
            self.work.charge(8 * members.len() + 1)?;
            self.merged.clear();
            self.merged.extend(members.iter().flat_map(|&state| self.options.next(state, letter)))?;
            self.work.charge(2 * self.merged.len())?;
            self.merged.sort_and_dedup();
            let (number, new) = self.index.number(&self.merged)?;
            if new {
                self.next.extend([u32::MAX; 4])?;
            }
            self.next[place] = number as u32;
        }
        Ok(self.next[place])
    }
}
