//! The **prover**: is a hypothesis right for all n?
//!
//! It is right iff it satisfies the mex recursion. Below n0 that is checked directly. For the class r let N_r
//! be the set of pairs (Q, v) such that n0 + r + p·Q has an option of value v: a regular set, given by the
//! nondeterministic automaton of [`super::options`]. It is made deterministic (subset construction) and run
//! in step with the machine of f_r and with the comparison of v with f_r(Q) — equal, less or greater; a later
//! bit overrides. Wherever the empty rest belongs to f_r's machine, the pair (Q, v) read so far is complete,
//! and
//! - *equal* must be rejected: the value is no option,
//! - *less* must be accepted: every smaller value is one.
//!
//! Every pair is read on some way through the finite product, so if no reachable state violates this the law
//! holds for all n; and a way to a violation spells an explicit (r, Q, v). The search is breadth first, so it
//! is a shortest one.
//!
//! Cost: a set of states is a row of bits without its zeros at the end, kept once; states that recur have the
//! lowest bits. All classes share sets and product. A set costs a few operations for each of its members, a
//! state of the product one look-up for each letter.

use super::first_values::{self, Fault};
use super::hypothesis::{Automatic, FUNCTION_STEPS, Hypothesis};
use super::interner::Interner;
use super::machine::NONE;
use super::options::Options;
use crate::rules::HeapRule;
use crate::{Error, Result, Work};
use num_bigint::BigUint;

/// How much a proof may take, beside the memory of the [`Work`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Most states of the automaton of options.
    pub states: usize,
    /// Most states of the product.
    pub product: usize,
    /// Most moves of the heaps below n0.
    pub moves: u64,
}

impl Default for Bounds {
    /// What takes some seconds at most.
    fn default() -> Self {
        Bounds { states: 1 << 20, product: 1 << 23, moves: 1 << 31 }
    }
}

/// What became of a hypothesis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all n.
    Proved(Proof),
    /// It does not satisfy the mex recursion.
    Refuted(Refutation),
    /// Nothing is known, and this is why.
    GaveUp(String),
}

/// The size of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    /// States of the automaton of options.
    pub states: usize,
    /// Sets of them that occur.
    pub subsets: usize,
    /// States of the product with machine and comparison.
    pub product: usize,
}

/// A heap at which a hypothesis contradicts itself: if all smaller heaps had their values, this one would
/// not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// Class r and quotient Q of the heap, unless it is below n0.
    pub class: Option<(u64, BigUint)>,
    /// The heap.
    pub heap: BigUint,
    /// The value that is reached and should not be, or is not reached and should be.
    pub value: BigUint,
    /// Whether it is reached.
    pub reached: bool,
}

impl std::fmt::Display for Refutation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let fault = if self.reached { "is the value and an option" } else { "is smaller and no option" };
        match &self.class {
            Some((r, q)) => write!(f, "r = {r}, Q = {q}: v = {} {fault} of heap {}", self.value, self.heap),
            None => write!(f, "v = {} {fault} of heap {}", self.value, self.heap),
        }
    }
}

/// Moves that leave more parts than this have no automaton here.
const MOST_PARTS: u64 = 10;
/// Bounds on parts above this have none either: n0 would have to be larger.
const MOST_BOUND: u64 = 1 << 12;

/// Proves a hypothesis for all n, or refutes it.
pub fn prove(rule: &HeapRule, law: &Hypothesis, bounds: &Bounds, work: &Work) -> Result<Verdict> {
    match law.machines() {
        Some(law) => prove_automatic(rule, &law, bounds, work),
        None => Ok(Verdict::GaveUp("the machines of the classes have too many states".into())),
    }
}

/// The same for a law in machines.
pub fn prove_automatic(rule: &HeapRule, law: &Automatic, bounds: &Bounds, work: &Work) -> Result<Verdict> {
    if rule.most_parts() > MOST_PARTS {
        let line = format!("there is no automaton for moves that leave more than {MOST_PARTS} heaps");
        return Ok(Verdict::GaveUp(line));
    }
    if let Some(line) = not_a_law(law) {
        return Ok(Verdict::GaveUp(line));
    }
    // Bounds on parts concern heaps below n0 only.
    let parts = rule.parts();
    let least = parts.largest.map_or(parts.least, |largest| parts.least.max(largest.saturating_add(1)));
    if least > MOST_BOUND {
        let line = format!("there is no automaton for bounds on parts above {MOST_BOUND}");
        return Ok(Verdict::GaveUp(line));
    }
    let raised;
    let law = if law.preperiod() < least {
        let Some(more) = law.raised(least) else {
            return Ok(Verdict::GaveUp("the machines of the classes have too many states".into()));
        };
        raised = more;
        &raised
    } else {
        law
    };
    match first_values::check(rule, &law.first, bounds.moves, work)? {
        Some(Fault::Wrong { heap, value, reached }) => {
            let (heap, value) = (heap.into(), value.into());
            return Ok(Verdict::Refuted(Refutation { class: None, heap, value, reached }));
        }
        Some(Fault::GaveUp(line)) => return Ok(Verdict::GaveUp(line)),
        None => {}
    }
    match Options::new(rule, law, bounds.states, work)? {
        Err(line) => Ok(Verdict::GaveUp(line)),
        Ok(options) => match Product::new(&options, law, bounds, work).search() {
            Err(error @ Error::Memory { .. }) => Ok(Verdict::GaveUp(error.to_string())),
            verdict => verdict,
        },
    }
}

/// What is missing for a hypothesis to say anything at all.
fn not_a_law(law: &Automatic) -> Option<String> {
    if law.first.is_empty() || law.starts.is_empty() {
        return Some("a law has a preperiod and a period of at least 1".into());
    }
    if !law.machines.is_sound() || law.starts.iter().any(|&start| start as usize >= law.machines.len()) {
        return Some("the machines are not sound".into());
    }
    let mut starts = law.starts.clone();
    starts.sort_unstable();
    starts.dedup();
    let wrong =
        starts.into_iter().find(|&start| law.machines.is_function(start, FUNCTION_STEPS) != Some(true))?;
    let r = law.starts.iter().position(|&start| start == wrong)?;
    Some(format!("the machine of class {r} does not compute a function"))
}

/// Comparison of v with f_r(Q).
const EQUAL: u64 = 0;
const LESS: u64 = 1;
const GREATER: u64 = 2;

/// No set yet.
const UNKNOWN: u32 = u32::MAX;

struct Product<'a> {
    options: &'a Options,
    options_bytes: u64,
    law: &'a Automatic,
    bounds: &'a Bounds,
    work: &'a Work<'a>,
    subsets: Interner,
    /// Of each set: whether it accepts the empty rest.
    accepts: Vec<bool>,
    /// Of each set: the next ones by letter, once they were asked for.
    next: Vec<[u32; 4]>,
    /// (set, state of the machine, comparison), in the order in which they were reached.
    nodes: Interner,
    /// Of each node: the one before it and the letter; of a first node: the class and no letter.
    before: Vec<(u32, u8)>,
    /// Scratch: one row of bits for each letter.
    rows: [Vec<u64>; 4],
}

/// Marks the first node of a class.
const NO_LETTER: u8 = u8::MAX;

impl<'a> Product<'a> {
    fn new(options: &'a Options, law: &'a Automatic, bounds: &'a Bounds, work: &'a Work<'a>) -> Self {
        let row = vec![0; options.len().div_ceil(64)];
        Product {
            options,
            options_bytes: options.bytes(),
            law,
            bounds,
            work,
            subsets: Interner::new(),
            accepts: vec![],
            next: vec![],
            nodes: Interner::new(),
            before: vec![],
            rows: [row.clone(), row.clone(), row.clone(), row],
        }
    }

    fn search(mut self) -> Result<Verdict> {
        for r in 0..self.law.starts.len() {
            self.check_size()?;
            for &state in &self.options.starts[r] {
                self.rows[0][state as usize / 64] |= 1 << (state % 64);
            }
            let subset = self.keep(0);
            if let Some(node) = self.visit(subset, self.law.starts[r], EQUAL, (r as u32, NO_LETTER)) {
                return Ok(Verdict::Refuted(self.refutation(node)));
            }
        }
        let mut node = 0;
        while node < self.nodes.len() {
            self.check_size()?;
            if node % 64 == 0 {
                self.work.tell(0, 0)?;
                if self.nodes.len() > self.bounds.product {
                    let line = format!("the product has more than {} states", self.bounds.product);
                    return Ok(Verdict::GaveUp(line));
                }
            }
            if let Some(wrong) = self.step(node as u32) {
                return Ok(Verdict::Refuted(self.refutation(wrong)));
            }
            node += 1;
        }
        let (states, subsets, product) = (self.options.len(), self.subsets.len(), self.nodes.len());
        Ok(Verdict::Proved(Proof { states, subsets, product }))
    }

    /// Refuses what one more node would make too large: it has four sets after it, each as long as a row, and
    /// eight nodes.
    fn check_size(&self) -> Result<()> {
        let lists = 2 * (self.next.capacity() * 17 + self.before.capacity() * 8) as u64;
        let sets = self.subsets.bytes_with(4, 4 * self.rows[0].len());
        let bytes = self.options_bytes + sets + self.nodes.bytes_with(8, 8) + lists;
        self.work.fits("the proof by automata", bytes)
    }

    /// All that follows a node; a violation if there is one.
    fn step(&mut self, node: u32) -> Option<u32> {
        let key = self.nodes.key(node)[0];
        let (subset, machine, compared) = ((key >> 32) as u32, (key as u32) >> 2, key & 3);
        let next_sets = self.next_sets(subset);
        let next_states = self.law.machines.next[machine as usize];
        for (letter, &to) in next_states.iter().enumerate().filter(|&(_, &to)| to != NONE) {
            let (bit, out) = (letter & 2, letter & 1);
            for v in [0, 1] {
                let compared = match v.cmp(&out) {
                    std::cmp::Ordering::Equal => compared,
                    std::cmp::Ordering::Less => LESS,
                    std::cmp::Ordering::Greater => GREATER,
                };
                let came = (node, (bit | v) as u8);
                if let Some(wrong) = self.visit(next_sets[bit | v], to, compared, came) {
                    return Some(wrong);
                }
            }
        }
        None
    }

    /// Enters a node; gives it back if it is a violation.
    fn visit(&mut self, subset: u32, machine: u32, compared: u64, came: (u32, u8)) -> Option<u32> {
        let key = u64::from(subset) << 32 | u64::from(machine) << 2 | compared;
        let (node, new) = self.nodes.insert(&[key]);
        if !new {
            return None;
        }
        self.before.push(came);
        let reached = self.accepts[subset as usize];
        let wrong = if compared == EQUAL { reached } else { compared == LESS && !reached };
        (wrong && self.law.machines.zero[machine as usize]).then_some(node)
    }

    /// The sets after a set, by letter.
    fn next_sets(&mut self, subset: u32) -> [u32; 4] {
        if self.next[subset as usize][0] != UNKNOWN {
            return self.next[subset as usize];
        }
        let Product { options, subsets, rows, .. } = self;
        for (place, &word) in subsets.key(subset).iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let state = place * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                for (letter, row) in rows.iter_mut().enumerate() {
                    for &to in options.next(state, letter) {
                        row[to as usize / 64] |= 1 << (to % 64);
                    }
                }
            }
        }
        let next = [0, 1, 2, 3].map(|letter| self.keep(letter));
        self.next[subset as usize] = next;
        next
    }

    /// The number of the set in a row of the scratch, which is cleared.
    fn keep(&mut self, letter: usize) -> u32 {
        let row = &mut self.rows[letter];
        let used = row.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        let (id, new) = self.subsets.insert(&row[..used]);
        if new {
            let accepting = |place: usize, word: u64| {
                let states = (0..64).filter(|bit| word >> bit & 1 == 1);
                states.map(|bit| place * 64 + bit).any(|state| self.options.accepts[state])
            };
            self.accepts.push(row[..used].iter().enumerate().any(|(place, &word)| accepting(place, word)));
            self.next.push([UNKNOWN; 4]);
        }
        row[..used].fill(0);
        id
    }

    /// The way to a violation, spelled out.
    fn refutation(&self, wrong: u32) -> Refutation {
        let mut letters = vec![];
        let mut node = wrong;
        let r = loop {
            match self.before[node as usize] {
                (r, NO_LETTER) => break u64::from(r),
                (from, letter) => {
                    letters.push(letter);
                    node = from;
                }
            }
        };
        let (mut q, mut value) = (BigUint::ZERO, BigUint::ZERO);
        for (place, &letter) in letters.iter().rev().enumerate() {
            q.set_bit(place as u64, letter & 2 != 0);
            value.set_bit(place as u64, letter & 1 != 0);
        }
        let heap = &q * self.law.period() + self.law.preperiod() + r;
        let reached = self.nodes.key(wrong)[0] & 3 == EQUAL;
        Refutation { class: Some((r, q)), heap, value, reached }
    }
}
