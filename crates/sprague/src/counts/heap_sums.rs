//! How many ways a number is a sum of heaps whose values have a given xor, digit by digit.
//!
//! A law gives each heap as an offset o and a quotient q, n = o + p·q, and a machine that reads q and G(n)
//! side by side, lowest bits first ([`crate::laws::automata`]). A heap below the preperiod is a separate
//! offset, and its quotient is 0. A choice of d heaps with offsets o₁ … o_d adds up to N iff q₁ + … + q_d =
//! (N − o₁ − … − o_d)/p. So a run over the binary digits that keeps the state of every machine and the
//! carry of the sum, and lets the bits of the values have the xor asked for, counts all ordered choices at
//! once. Tokens taken without a bound are a further heap of value 0.
//!
//! Choices without order by Burnside's lemma: each cycle of a permutation is one heap, taken as often as the
//! cycle is long, and its value counts iff the length is odd. With signs, the parts are all different.
//!
//! Cost: digits × states^d; what would cost more than a budget is left to the caller.

use crate::laws::automata::{Hypothesis, Machines, NONE};
use crate::laws::{Law, Theorem};
use crate::rules::{Alike, HeapRule, Removals};
use crate::{Result, Work};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::collections::{BTreeMap, HashMap};

/// Offsets that are kept, and choices of them that are gone through.
const MOST_OFFSETS: u64 = 1 << 12;
const MOST_CHOICES: u64 = 1 << 21;
/// States of all machines together.
const MOST_STATES: usize = 1 << 14;

/// The heaps of a law by their offsets.
pub struct HeapSums {
    machines: Machines,
    /// What is left of the value where nothing is left of q.
    rest: Vec<Option<u64>>,
    period: u64,
    heaps: Vec<Offset>,
    removals: Vec<Offset>,
    alike: Alike,
}

/// The numbers o + p·q, and the state that reads q and the value.
#[derive(Debug, Clone, Copy)]
struct Offset {
    offset: u64,
    state: u32,
}

/// What the states of the pool stand for while it is made.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Reading {
    /// q = 0 alone, with this value.
    Fixed(u32),
    /// Any q, with value 0.
    Free,
    Law(u32),
}

/// Sums that were found: how many, and some of them with their parts ascending.
pub struct Found {
    pub count: BigUint,
    pub some: Vec<Vec<BigUint>>,
}

/// A total as the sum of some heaps, and of a removal if there are removals, whose values have a given xor.
pub struct Wanted<'a> {
    pub total: &'a BigUint,
    pub heaps: u64,
    pub target: &'a BigUint,
    /// This many are listed at most.
    pub most: usize,
}

impl HeapSums {
    /// The heaps that a rule allows as parts, and its removals beyond those listed. `None` if that is too
    /// much to keep.
    pub fn new(law: &Law, rule: &HeapRule, removals: Option<&Removals>) -> Option<HeapSums> {
        let parts = rule.parts();
        let period = num_integer::lcm(law.period, removals.map_or(1, |set| set.cycle().len() as u64).max(1));
        let offsets = parts.largest.unwrap_or(law.preperiod.max(parts.least).saturating_add(period));
        if parts.alike == Alike::Equal || offsets > MOST_OFFSETS || period > MOST_OFFSETS {
            return None;
        }
        let small = |n: u64| law.value(&n.into()).to_u32();
        let mut starts: Vec<(u64, Reading)> = Vec::new();
        let mut pool = Machines::default();
        if let Some(largest) = parts.largest {
            for n in parts.least.max(1)..=largest {
                starts.push((n, Reading::Fixed(small(n)?)));
            }
        } else {
            let hypothesis = hypothesis(law, period)?;
            let automatic = hypothesis.machines()?.raised(parts.least)?;
            let first = (automatic.preperiod(), parts.least.max(1));
            for n in first.1..first.0 {
                starts.push((n, Reading::Fixed(small(n)?)));
            }
            starts.extend((first.0..).zip(&automatic.starts).map(|(n, &state)| (n, Reading::Law(state))));
            pool = automatic.machines;
        }
        let heaps = starts.len();
        if let Some(set) = removals {
            let from = set.reach() + 1;
            starts.extend((from..from + period).filter(|&t| set.contains(t)).map(|t| (t, Reading::Free)));
        }
        let (machines, states) = unfold(&starts, &pool)?;
        let mut offsets: Vec<Offset> =
            starts.iter().zip(states).map(|(&(offset, _), state)| Offset { offset, state }).collect();
        let removals = offsets.split_off(heaps);
        let rest = rest(&machines);
        Some(HeapSums { machines, rest, period, heaps: offsets, removals, alike: parts.alike })
    }

    /// How often a total is the sum that is wanted, with some of them. `None` if it costs more than the
    /// budget of steps, which is used up then.
    pub fn count(&self, wanted: &Wanted, budget: &mut u64, work: &Work) -> Result<Option<Found>> {
        let &Wanted { total, heaps, target, most } = wanted;
        let (mut signed, mut orders) = (BigInt::ZERO, BigUint::ZERO);
        let mut some = Vec::new();
        for (cycles, permutations) in cycle_types(heaps) {
            let identity = cycles.len() as u64 == heaps;
            let mut run = Run { sums: self, cycles, target, layers: vec![], budget, work };
            let Some(found) = run.all(total, if identity { most } else { 0 })? else { return Ok(None) };
            let odd = (heaps - run.cycles.len() as u64).is_odd();
            let sign = if self.alike == Alike::Different && odd { -1 } else { 1 };
            signed += BigInt::from(found.count * &permutations) * sign;
            orders += permutations;
            some.extend(found.some);
        }
        let (count, rest) = signed.abs().into_parts().1.div_rem(&orders);
        debug_assert!(rest.is_zero());
        Ok(Some(Found { count, some }))
    }
}

/// The law as machines for the classes modulo a multiple of its period.
fn hypothesis(law: &Law, period: u64) -> Option<Hypothesis> {
    match (&law.theorem, law.saltus) {
        (Theorem::Automaton(proved), _) if proved.period() == period => Some(proved.law.clone()),
        (_, Some(saltus)) => {
            let (n0, saltus) = (law.preperiod.max(1), saltus.checked_mul(period / law.period)?);
            let value = |n: u64| law.value(&n.into());
            let first = (0..n0).map(|n| value(n).to_u32()).collect::<Option<Vec<u32>>>()?;
            let classes =
                (n0..n0 + period).map(|n| Some((value(n).to_u64()?, saltus))).collect::<Option<Vec<_>>>()?;
            Some(Hypothesis::lines(first, &classes))
        }
        _ => None,
    }
}

fn unfold(starts: &[(u64, Reading)], pool: &Machines) -> Option<(Machines, Vec<u32>)> {
    let step = |reading: &Reading, letter: usize| match *reading {
        Reading::Fixed(value) => (letter == (value & 1) as usize).then_some(Reading::Fixed(value >> 1)),
        Reading::Free => (letter & 1 == 0).then_some(Reading::Free),
        Reading::Law(state) => {
            let to = pool.next[state as usize][letter];
            (to != NONE).then_some(Reading::Law(to))
        }
    };
    let zero = |reading: &Reading| match *reading {
        Reading::Fixed(value) => value == 0,
        Reading::Free => true,
        Reading::Law(state) => pool.zero[state as usize],
    };
    let readings: Vec<Reading> = starts.iter().map(|(_, reading)| reading.clone()).collect();
    let (machines, states) = Machines::unfold(&readings, MOST_STATES, step, zero)?;
    Some(machines.minimal(&states))
}

/// Of each state the value that belongs to q = 0.
fn rest(machines: &Machines) -> Vec<Option<u64>> {
    let mut rest: Vec<Option<u64>> = machines.zero.iter().map(|&zero| zero.then_some(0)).collect();
    for _ in 0..u64::BITS {
        for (state, next) in machines.next.iter().enumerate() {
            let after = |bit: usize| {
                let value = rest.get(next[bit] as usize).copied().flatten()?;
                Some(value.checked_mul(2)? + bit as u64)
            };
            if rest[state].is_none() {
                rest[state] = after(0).or_else(|| after(1));
            }
        }
    }
    rest
}

/// The cycle types of the permutations of d things, each with the number of its permutations.
fn cycle_types(d: u64) -> Vec<(Vec<u64>, BigUint)> {
    fn extend(left: u64, longest: u64, cycles: &mut Vec<u64>, types: &mut Vec<(Vec<u64>, BigUint)>) {
        if left == 0 {
            let d: u64 = cycles.iter().sum();
            let repeats = cycles.chunk_by(|a, b| a == b).map(|equal| factorial(equal.len() as u64));
            let same: BigUint = repeats.product::<BigUint>() * cycles.iter().product::<u64>();
            types.push((cycles.clone(), factorial(d) / same));
        }
        for length in (1..=longest.min(left)).rev() {
            cycles.push(length);
            extend(left - length, length, cycles, types);
            cycles.pop();
        }
    }
    let mut types = Vec::new();
    extend(d, d, &mut Vec::new(), &mut types);
    types
}

fn factorial(n: u64) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

/// The states of all machines, then the carry of the sum.
type Key = Vec<u32>;

/// One way through all machines on one digit: where it leads, and the bit of each q.
type Step = (Key, Vec<bool>);

/// Where runs that leave the same sum of quotients begin: each state with the choices of offsets that have
/// it.
type Starts = HashMap<Key, Vec<Vec<u64>>>;

/// The choices of one cycle type.
struct Run<'a> {
    sums: &'a HeapSums,
    cycles: Vec<u64>,
    target: &'a BigUint,
    layers: Vec<Vec<Key>>,
    budget: &'a mut u64,
    work: &'a Work<'a>,
}

impl Run<'_> {
    fn all(&mut self, total: &BigUint, most: usize) -> Result<Option<Found>> {
        let Some(by_quotient) = self.starts(total) else { return Ok(None) };
        let mut found = Found { count: BigUint::ZERO, some: vec![] };
        for (quotients, starts) in by_quotient {
            let Some((count, ends)) = self.forward(&quotients, &starts)? else { return Ok(None) };
            found.count += count;
            self.back(&quotients, &starts, ends, most, &mut found.some)?;
        }
        found.some.sort();
        found.some.truncate(most);
        Ok(Some(found))
    }

    /// How often the number of each place is taken: by its cycle, or once for the removal.
    fn weight(&self, place: usize) -> u64 {
        self.cycles.get(place).copied().unwrap_or(1)
    }

    fn places(&self) -> usize {
        self.cycles.len() + usize::from(!self.sums.removals.is_empty())
    }

    /// All choices of offsets, by the sum of quotients that they leave.
    fn starts(&mut self, total: &BigUint) -> Option<BTreeMap<BigUint, Starts>> {
        let places = self.places();
        let offsets = |place: usize| {
            if place < self.cycles.len() { &self.sums.heaps } else { &self.sums.removals }
        };
        let choices =
            (0..places).try_fold(1u64, |all, place| all.checked_mul(offsets(place).len() as u64))?;
        if choices > MOST_CHOICES || choices > *self.budget {
            return None;
        }
        *self.budget -= choices;
        let period = BigUint::from(self.sums.period);
        let residue = (total % &period).to_u64().expect("below the period");
        let mut starts: BTreeMap<BigUint, Starts> = BTreeMap::new();
        for mut index in 0..choices {
            let (mut key, mut chosen, mut sum) = (Vec::new(), Vec::new(), 0);
            for place in 0..places {
                let of = offsets(place);
                let (rest, at) = index.div_rem(&(of.len() as u64));
                index = rest;
                key.push(of[at as usize].state);
                chosen.push(of[at as usize].offset);
                sum += of[at as usize].offset * self.weight(place);
            }
            if sum % self.sums.period == residue && BigUint::from(sum) <= *total {
                key.push(0);
                let quotients = (total - sum) / &period;
                starts.entry(quotients).or_default().entry(key).or_default().push(chosen);
            }
        }
        Some(starts)
    }

    /// How many runs there are, and the states in which they end.
    fn forward(&mut self, quotients: &BigUint, starts: &Starts) -> Result<Option<(BigUint, Vec<Key>)>> {
        let mut counts: HashMap<Key, BigUint> =
            starts.iter().map(|(key, chosen)| (key.clone(), chosen.len().into())).collect();
        self.layers.clear();
        for digit in 0..self.digits(quotients) {
            let mut next: HashMap<Key, BigUint> = HashMap::new();
            for (key, count) in &counts {
                let steps = self.steps(key, quotients.bit(digit), self.target.bit(digit));
                let cost = steps.len() as u64 + 1;
                if *self.budget < cost {
                    return Ok(None);
                }
                *self.budget -= cost;
                for (to, _) in steps {
                    *next.entry(to).or_default() += count;
                }
            }
            self.layers.push(counts.into_keys().collect());
            counts = next;
            self.work.tell(0, 0)?;
        }
        counts.retain(|key, _| self.accepts(key));
        let count = counts.values().sum();
        Ok(Some((count, counts.into_keys().collect())))
    }

    fn digits(&self, quotients: &BigUint) -> u64 {
        quotients.bits().max(self.target.bits())
    }

    /// Whether nothing is left of the sum, nor of the values.
    fn accepts(&self, key: &Key) -> bool {
        let (&carry, states) = key.split_last().expect("there is a carry");
        let mut xor = 0;
        for (place, &state) in states.iter().enumerate() {
            let Some(value) = self.sums.rest[state as usize] else { return false };
            if self.weight(place).is_odd() {
                xor ^= value;
            }
        }
        carry == 0 && xor == 0
    }

    /// Every way through all machines on one digit, which has these bits in the sum of quotients and in the
    /// target.
    fn steps(&self, key: &Key, sum: bool, target: bool) -> Vec<Step> {
        let (&carry, states) = key.split_last().expect("there is a carry");
        let mut ways: Vec<(Key, Vec<bool>, u64, bool)> = vec![(vec![], vec![], carry.into(), false)];
        for (place, &state) in states.iter().enumerate() {
            let weight = self.weight(place);
            let mut longer = Vec::new();
            for (to, bits, carry, xor) in &ways {
                for (letter, &next) in self.sums.machines.next[state as usize].iter().enumerate() {
                    if next == NONE {
                        continue;
                    }
                    let (bit, value) = (letter >> 1 == 1, letter & 1 == 1 && weight.is_odd());
                    let (mut to, mut bits) = (to.clone(), bits.clone());
                    to.push(next);
                    bits.push(bit);
                    longer.push((to, bits, carry + u64::from(bit) * weight, xor ^ value));
                }
            }
            ways = longer;
        }
        let fits = |way: &(Key, Vec<bool>, u64, bool)| (way.2 & 1 == 1) == sum && way.3 == target;
        let carried = |(mut to, bits, carry, _): (Key, Vec<bool>, u64, bool)| {
            to.push((carry >> 1) as u32);
            (to, bits)
        };
        ways.into_iter().filter(fits).map(carried).collect()
    }

    /// Goes back from the ends, highest digits first, so that small parts come first; every way back is a
    /// sum.
    fn back(
        &self,
        quotients: &BigUint,
        starts: &Starts,
        ends: Vec<Key>,
        most: usize,
        some: &mut Vec<Vec<BigUint>>,
    ) -> Result<()> {
        // Digits that were chosen, each with the one chosen before it: a tree of all ways back.
        let mut chosen: Vec<(usize, Vec<bool>)> = Vec::new();
        let mut open: Vec<(u64, Key, usize)> =
            ends.into_iter().map(|end| (self.digits(quotients), end, usize::MAX)).collect();
        let mut tries = most.saturating_mul(64);
        let wanted = some.len().saturating_add(most);
        while let Some((digit, key, node)) = open.pop() {
            if some.len() >= wanted || tries == 0 {
                return Ok(());
            }
            if digit == 0 {
                tries -= 1;
                let quotients = self.quotients(&chosen, node);
                let sums = starts[&key].iter().filter_map(|offsets| self.sum(offsets, &quotients));
                some.extend(sums);
                continue;
            }
            self.work.tell(0, 0)?;
            let (sum, target) = (quotients.bit(digit - 1), self.target.bit(digit - 1));
            let mut before: Vec<(Vec<bool>, &Key)> = Vec::new();
            for from in &self.layers[digit as usize - 1] {
                let steps = self.steps(from, sum, target).into_iter().filter(|(to, _)| *to == key);
                before.extend(steps.map(|(_, bits)| (bits, from)));
            }
            before.sort_by(|a, b| b.0.cmp(&a.0));
            for (bits, from) in before {
                chosen.push((node, bits));
                open.push((digit - 1, from.clone(), chosen.len() - 1));
            }
        }
        Ok(())
    }

    /// The quotients along a way back, whose last choice is the lowest digit.
    fn quotients(&self, chosen: &[(usize, Vec<bool>)], mut node: usize) -> Vec<BigUint> {
        let mut quotients = vec![BigUint::ZERO; self.places()];
        let mut digit = 0;
        while node != usize::MAX {
            let (before, bits) = &chosen[node];
            for (quotient, &bit) in quotients.iter_mut().zip(bits) {
                quotient.set_bit(digit, bit);
            }
            (node, digit) = (*before, digit + 1);
        }
        quotients
    }

    /// The parts of a choice, if they ascend: every sum is met in all its orders.
    fn sum(&self, offsets: &[u64], quotients: &[BigUint]) -> Option<Vec<BigUint>> {
        let heaps = offsets.iter().zip(quotients).take(self.cycles.len());
        let parts: Vec<BigUint> = heaps.map(|(&offset, q)| q * self.sums.period + offset).collect();
        let different = self.sums.alike == Alike::Different;
        parts.windows(2).all(|pair| pair[0] < pair[1] || (!different && pair[0] == pair[1])).then_some(parts)
    }
}
