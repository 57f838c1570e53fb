//! The procedure of `prover` word for word: states are structures, sets are sorted vectors of them, and
//! everything is kept in hash maps. The oracle of the prover and the baseline of its speed.

use super::hypothesis::Automatic;
use super::machine::NONE;
use crate::rules::{Alike, HeapRule};
use num_integer::Integer;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

/// A state of the options: carry of the sizes, values still to come, weight of the free number of cycles, and
/// the parts as (state, how many share it).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct State {
    carry: i64,
    kappa: u32,
    weight: u64,
    blocks: Vec<(u32, u64)>,
}

/// Whether a law satisfies the mex recursion from n0 on; n0 has to be above all bounds on parts.
pub fn holds_from_preperiod_on(rule: &HeapRule, law: &Automatic) -> bool {
    let starts = starts(rule, law);
    let mut seen: HashSet<(Vec<State>, u32, Ordering)> = HashSet::new();
    let mut queue = vec![];
    let mut accepted: HashMap<State, bool> = HashMap::new();
    for (start, &machine) in starts.into_iter().zip(&law.starts) {
        queue.push((sorted(start), machine, Ordering::Equal));
    }
    while let Some(node) = queue.pop() {
        if !seen.insert(node.clone()) {
            continue;
        }
        let (set, machine, order) = node;
        if law.machines.zero[machine as usize] {
            let reached = set.iter().any(|state| accepts(rule, law, state, &mut accepted));
            if (order == Ordering::Equal && reached) || (order == Ordering::Less && !reached) {
                return false;
            }
        }
        for letter in 0..4usize {
            let to = law.machines.next[machine as usize][letter];
            if to == NONE {
                continue;
            }
            for v in 0..2 {
                let wanted = (letter & 2) | v;
                let next = set.iter().flat_map(|state| steps(rule, law, state));
                let next = next.filter(|&(read, _)| read == wanted).map(|(_, state)| state).collect();
                queue.push((sorted(next), to, v.cmp(&(letter & 1)).then(order)));
            }
        }
    }
    true
}

fn sorted(mut set: Vec<State>) -> Vec<State> {
    set.sort_unstable();
    set.dedup();
    set
}

/// The start states of each class.
fn starts(rule: &HeapRule, law: &Automatic) -> Vec<Vec<State>> {
    let (n0, p) = (law.preperiod(), law.period());
    let mut starts = vec![vec![]; p as usize];
    for j in 0..=rule.most_parts() {
        let set = rule.removals(j);
        let mut removals: Vec<(u64, u64)> = set.listed().iter().map(|&t| (t, 0)).collect();
        let length = set.cycle().len() as u64;
        // One round of all residues modulo the period and the cycle; the rest is free.
        for t in set.reach() + 1..=set.reach() + if length == 0 { 0 } else { p.lcm(&length) } {
            if set.contains(t) {
                removals.push((t, length / length.gcd(&p)));
            }
        }
        for sizes in multisets(rule, n0 + p, j) {
            for &(t, weight) in &removals {
                let sum = sizes.iter().sum::<u64>() as i64 + t as i64 - n0 as i64;
                let (carry, r) = sum.div_mod_floor(&(p as i64));
                starts[r as usize].push(State { carry, weight, ..start(law, &sizes, rule.parts().alike) });
            }
        }
    }
    starts
}

/// Multisets of j sizes below a bound, ascending, as far as the condition on parts can be told from them.
fn multisets(rule: &HeapRule, bound: u64, j: u64) -> Vec<Vec<u64>> {
    let parts = rule.parts();
    let mut all = vec![vec![]];
    for _ in 0..j {
        let longer = all.iter().flat_map(|chosen: &Vec<u64>| {
            let from = chosen.last().copied().unwrap_or(1);
            let to = if parts.alike == Alike::Equal && !chosen.is_empty() { from + 1 } else { bound };
            (from..to).filter(|&size| parts.allow(size)).map(|size| [chosen, &[size][..]].concat())
        });
        all = longer.collect();
    }
    all
}

/// Values below n0 are xored; equal parts of a class are one block unless parts are free.
fn start(law: &Automatic, sizes: &[u64], alike: Alike) -> State {
    let mut state = State { carry: 0, kappa: 0, weight: 0, blocks: vec![] };
    for equal in sizes.chunk_by(|a, b| a == b) {
        let (size, count) = (equal[0], equal.len() as u64);
        match size.checked_sub(law.preperiod()) {
            // Equal parts below n0 where all have to differ: a block that is never accepted.
            None if alike == Alike::Different && count > 1 => state.blocks.push((NONE, count)),
            None => state.kappa ^= if count % 2 == 1 { law.first[size as usize] } else { 0 },
            Some(r) if alike == Alike::Any => {
                state.blocks.extend(equal.iter().map(|_| (law.starts[r as usize], 1)))
            }
            Some(r) => state.blocks.push((law.starts[r as usize], count)),
        }
    }
    state.blocks.sort_unstable();
    state
}

/// Letters of some of the parts: sum of bits, xor of values, next blocks.
type Partial = (u64, u32, Vec<(u32, u64)>);

/// All steps of a state: (2·(bit of Q) + (bit of v), next state).
fn steps(rule: &HeapRule, law: &Automatic, state: &State) -> Vec<(usize, State)> {
    let mut partial: Vec<Partial> = vec![(0, 0, vec![])];
    if state.weight > 0 {
        partial.push((state.weight, 0, vec![]));
    }
    for &(machine, count) in &state.blocks {
        let mut longer = vec![];
        for (sum, xor, blocks) in partial {
            for shares in shares(rule, count) {
                let possible = (0..4).all(|l| {
                    shares[l] == 0 || machine != NONE && law.machines.next[machine as usize][l] != NONE
                });
                if !possible {
                    continue;
                }
                let (mut sum, mut xor, mut blocks) = (sum, xor, blocks.clone());
                for letter in (0..4).filter(|&letter| shares[letter] > 0) {
                    sum += (letter as u64 >> 1) * shares[letter];
                    xor ^= (letter as u32 & 1) * (shares[letter] as u32 & 1);
                    blocks.push((law.machines.next[machine as usize][letter], shares[letter]));
                }
                longer.push((sum, xor, blocks));
            }
        }
        partial = longer;
    }
    let finish = |(sum, xor, mut blocks): Partial| {
        let sum = state.carry + sum as i64;
        blocks.sort_unstable();
        let letter = 2 * (sum & 1) as usize + ((state.kappa ^ xor) & 1) as usize;
        (letter, State { carry: sum >> 1, kappa: state.kappa >> 1, weight: state.weight, blocks })
    };
    partial.into_iter().map(finish).collect()
}

/// The values below `most` that options of a heap from n0 on have.
#[cfg(test)]
pub(super) fn options(rule: &HeapRule, law: &Automatic, heap: u64, most: u64) -> Vec<u64> {
    let (q, r) = (heap - law.preperiod()).div_rem(&law.period());
    let starts = starts(rule, law).swap_remove(r as usize);
    let mut accepted = HashMap::new();
    let reached = |&v: &u64| {
        let mut set = sorted(starts.clone());
        for place in 0..u64::BITS - (q | v).leading_zeros() {
            let letter = (2 * (q >> place & 1) + (v >> place & 1)) as usize;
            let next = set.iter().flat_map(|state| steps(rule, law, state));
            set = sorted(next.filter(|&(read, _)| read == letter).map(|(_, state)| state).collect());
        }
        set.iter().any(|state| accepts(rule, law, state, &mut accepted))
    };
    (0..most).filter(reached).collect()
}

/// How the parts of a block may be shared out to the four letters.
fn shares(rule: &HeapRule, count: u64) -> Vec<[u64; 4]> {
    if rule.parts().alike != Alike::Different {
        return (0..4).map(|letter| std::array::from_fn(|l| if l == letter { count } else { 0 })).collect();
    }
    let upto = |left: u64| 0..=left;
    let mut all = vec![];
    for a in upto(count) {
        for b in upto(count - a) {
            all.extend(upto(count - a - b).map(|c| [a, b, c, count - a - b - c]));
        }
    }
    all
}

/// Whether a state accepts the empty rest, perhaps after more letters (0, 0).
fn accepts(rule: &HeapRule, law: &Automatic, state: &State, known: &mut HashMap<State, bool>) -> bool {
    if let Some(&known) = known.get(state) {
        return known;
    }
    let (mut seen, mut queue) = (HashSet::new(), vec![state.clone()]);
    let mut found = false;
    let apart = rule.parts().alike == Alike::Different;
    while let Some(state) = queue.pop() {
        let ends = |&(machine, count): &(u32, u64)| {
            machine != NONE && law.machines.zero[machine as usize] && !(apart && count > 1)
        };
        found |= state.carry == 0 && state.kappa == 0 && state.blocks.iter().all(ends);
        if !found && seen.insert(state.clone()) {
            let zeros = steps(rule, law, &state).into_iter().filter(|&(letter, _)| letter == 0);
            queue.extend(zeros.map(|(_, next)| next));
        }
    }
    known.insert(state.clone(), found);
    found
}
