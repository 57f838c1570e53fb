//! `split:K`: a heap is split into 2 to K non-empty heaps.
//!
//! **Values.** Let Q_j(n) be the set of xors of 1 to j heaps that sum to n: Q_1(n) = {G(n)} and
//! Q_j(n) = Q_1(n) ∪ ⋃_a (Q_{j−1}(n−a) ⊕ G(a)). The options of n are ⋃_a (Q_{K−1}(n−a) ⊕ G(a)). If Q_j = Q_{j−1} for all
//! n ≤ N then so it stays, which saves the work for large K. Cost: N²/2 sets a round, each of at most 2·max G bits.
//!
//! **Closed forms.** G_2(n) = (n−1) mod 2: every split of n ≥ 2 in two has the parity of n. For K ≥ 4 G_K(n) = n−1. By
//! induction a heap a counts a−1, so p ≥ 2 heaps have xor ≤ sum = n−p < n−1. Every u ≤ n−2 is reached: u = n−2 by heaps
//! u+1, 1; u ≤ n−3 with n−3−u = 2r by u+1, r+1, r+1; u ≤ n−4 with n−4−u = 2r by u+1, r+1, r+1, 1.

use num_bigint::BigUint;
use sprague_certificate::Law;

use crate::{
    Fault, Work,
    count::{HeapLaw, Tail, partitions},
    refuse,
};

/// Verify the values, and the law.
pub(crate) fn verify<'a>(
    parts: usize,
    law: &Law,
    values: &'a [u16],
    work: &Work,
) -> Result<HeapLaw<'a>, Fault> {
    let tail = match law {
        Law::ClosedForm {} if parts == 3 => return refuse("no closed form is known for split:3"),
        Law::ClosedForm {} if values.len() < 4 => return refuse("fewer than four values"),
        Law::ClosedForm {} => {
            if let Some(n) = (1..values.len()).find(|&n| values[n] as usize != closed_form(parts, n)) {
                return refuse(format!("the value differs from the closed form, at n = {n}"));
            }
            let (period, saltus) = if parts == 2 { (2, 0) } else { (1, 1) };
            Some(Tail { preperiod: 1, period, saltus, minimal: true })
        }
        _ => None,
    };
    check_values(parts, values, work)?;
    Ok(HeapLaw { values, tail })
}

fn closed_form(parts: usize, n: usize) -> usize {
    if parts == 2 { (n - 1) % 2 } else { n - 1 }
}

fn check_values(parts: usize, g: &[u16], work: &Work) -> Result<(), Fault> {
    if g.first().is_some_and(|&v| v != 0) {
        return refuse("value other than 0, at n = 0");
    }
    let width = (g.iter().copied().max().unwrap_or(0) as usize + 1).next_power_of_two();
    if g.len() * width > 1 << 26 {
        return refuse("too many values for a rule that splits heaps");
    }
    let single: Vec<Vec<bool>> = g.iter().map(|&v| (0..width).map(|x| x == v as usize).collect()).collect();
    let mut sets = single.clone();
    for _ in 2..parts {
        work.charge((g.len() * g.len() / 2 * width) as u64)?;
        let mut next = single.clone();
        for n in 1..g.len() {
            for a in 1..n {
                for (x, &reached) in sets[n - a].iter().enumerate() {
                    next[n][x ^ g[a] as usize] |= reached;
                }
            }
        }
        if next == sets {
            break;
        }
        sets = next;
    }
    for n in 1..g.len() {
        work.charge((n * g[n] as usize) as u64)?;
        let reached = |value: u16| (1..n).any(|a| sets[n - a][(value ^ g[a]) as usize]);
        if reached(g[n]) {
            return refuse(format!("value {} is among the options, at n = {n}", g[n]));
        }
        if let Some(u) = (0..g[n]).find(|&u| !reached(u)) {
            return refuse(format!("value {}, but {u} is not among the options, at n = {n}", g[n]));
        }
    }
    Ok(())
}

/// Partitions of n that are won under split:k, summed over k = 2 … n; `three` are the values of split:3.
pub(crate) fn scatterstone_wins(three: &[u16], work: &Work) -> Result<BigUint, Fault> {
    let n = three.len() - 1;
    let mut sum = BigUint::ZERO;
    for (parts, times) in [(2, usize::from(n >= 2)), (3, usize::from(n >= 3)), (4, n.saturating_sub(3))] {
        let closed = || std::iter::once(0).chain((1..=n).map(|a| closed_form(parts, a) as u16)).collect();
        let values: Vec<u16> = if parts == 3 { three.to_vec() } else { closed() };
        // The closed forms are theorems; over this range they are verified all the same.
        check_values(parts, &values, work)?;
        let (lost, all) = partitions(&values, work)?;
        sum += BigUint::from(all - lost) * times;
    }
    Ok(sum)
}
