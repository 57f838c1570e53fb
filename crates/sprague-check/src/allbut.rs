//! All-but sets: any number of tokens may be removed, but the members of a finite set S; k = max S.
//!
//! **Values.** The options of n are all x < n but those with n − x in S. With the number of times each value occurs
//! among x < n, and the |S| exceptions taken out for the moment, the two questions about options are table look-ups.
//!
//! **Arithmetic period, by a repeated state.** Let A(n) = {G(x) : x < n − k}, all of which n reaches, and
//! m(n) = mex A(n). The *state* at n ≥ k is: the members of A(n) above m(n), minus m(n); the last k values G(n−k), …,
//! G(n−1), minus m(n), those below m(n) being told no more than that they are below. All values below m(n) are reached, so
//! G(n) − m(n) follows from the state; so do A(n+1) = A(n) ∪ {G(n−k)}, m(n+1) − m(n) and the state at n+1. Hence, if the states
//! at n and n+p are equal and s = m(n+p) − m(n), then G(x+p) = G(x) + s for all x ≥ n. States once equal stay equal,
//! so it is enough to compare those at N−p and N, for N values. Below N−p the law is compared value by value.

use std::collections::BTreeSet;

use sprague_certificate::Law;

use crate::{
    Fault, Work,
    count::{HeapLaw, Tail},
    refuse,
};

/// Verify the values, and the law.
pub(crate) fn verify<'a>(
    set: &[usize],
    law: &Law,
    values: &'a [u16],
    work: &Work,
) -> Result<HeapLaw<'a>, Fault> {
    check_values(set, values, work)?;
    let Law::ArithmeticPeriodic { period, preperiod, saltus, minimal } = *law else {
        return Ok(HeapLaw { values, tail: None });
    };
    let tail = Tail { preperiod, period, saltus, minimal };
    tail.check(values, values.len().max(1) - 1)?;
    let k = set.last().copied().unwrap_or(0);
    let late = values.len();
    let early = late - period as usize;
    if early < k {
        return refuse(format!(
            "{late} values are too few, the theorem needs at least {}",
            k + period as usize
        ));
    }
    let (state, later) = (State::at(values, early, k), State::at(values, late, k));
    if later.mex - state.mex != saltus || state.above != later.above || state.last != later.last {
        return refuse(format!("no repeated state with saltus {saltus}, at n = {early} and n = {late}"));
    }
    tail.check_minimal(values)?;
    Ok(HeapLaw { values, tail: Some(tail) })
}

fn check_values(set: &[usize], values: &[u16], work: &Work) -> Result<(), Fault> {
    // How often each value occurs among x < n, and the least value that does not.
    let mut times = vec![0u32; 1 << 16];
    let mut mex = 0;
    for (n, &v) in values.iter().enumerate() {
        let barred = &set[..set.partition_point(|&t| t <= n)];
        work.charge(1 + barred.len() as u64)?;
        barred.iter().for_each(|&t| times[values[n - t] as usize] -= 1);
        if times[v as usize] > 0 {
            return refuse(format!("value {v} is among the options, at n = {n}"));
        }
        // Below mex only barred values can be missing.
        let missing = |&u: &u16| u < v && times[u as usize] == 0;
        let lost = barred.iter().map(|&t| values[n - t]).filter(missing).min();
        if let Some(u) = (mex..v).find(missing).into_iter().chain(lost).min() {
            return refuse(format!("value {v}, but {u} is not among the options, at n = {n}"));
        }
        barred.iter().for_each(|&t| times[values[n - t] as usize] += 1);
        times[v as usize] += 1;
        while mex < u16::MAX && times[mex as usize] > 0 {
            mex += 1;
        }
    }
    Ok(())
}

struct State {
    mex: u64,
    above: BTreeSet<u64>,
    last: Vec<Option<u64>>,
}

impl State {
    fn at(values: &[u16], n: usize, k: usize) -> State {
        let reached: BTreeSet<u64> = values[..n - k].iter().map(|&v| v as u64).collect();
        let mex = (0..).zip(&reached).take_while(|&(i, &v)| i == v).count() as u64;
        State {
            mex,
            above: reached.iter().filter(|&&v| v > mex).map(|v| v - mex).collect(),
            last: values[n - k..n].iter().map(|&v| (v as u64).checked_sub(mex)).collect(),
        }
    }
}
