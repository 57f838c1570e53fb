//! `split:K`: a heap is split into 2 to K non-empty heaps.
//!
//! **Values.** The options of n are the xors of a smallest heap a and of 1 to K−1 further heaps (`parts.rs`).
//! They are made for n = 1, 2, … in turn, and each value is tested at once.
//!
//! **Closed forms.** G_2(n) = (n−1) mod 2: every split of n ≥ 2 in two has the parity of n. For K ≥ 4
//! G_K(n) = n−1. By induction a heap a counts a−1, so p ≥ 2 heaps have xor ≤ sum = n−p < n−1. Every u ≤
//! n−2 is reached: u = n−2 by heaps u+1, 1; u ≤ n−3 with n−3−u = 2r by u+1, r+1, r+1; u ≤ n−4 with
//! n−4−u = 2r by u+1, r+1, r+1, 1.

use num_bigint::BigUint;
use sprague_certificate::Law;

use crate::{
    Fault, Work,
    count::{HeapLaw, Tail, partitions},
    options::width,
    parts::{AtMost, contains, mex},
    refuse,
    work::PORTION,
};

/// Verify the values, and the law.
pub(crate) fn verify<'a>(
    parts: usize,
    law: &Law,
    values: &'a [u16],
    work: &Work,
) -> Result<HeapLaw<'a>, Fault> {
    let mut known = HeapLaw::table(values);
    match law {
        Law::ClosedForm {} if parts == 3 => return refuse("no closed form is known for split:3"),
        Law::ClosedForm {} if values.len() < 4 => return refuse("fewer than four values"),
        Law::ClosedForm {} => {
            for first in (1..values.len()).step_by(PORTION) {
                let mut heaps = first..values.len().min(first + PORTION);
                work.charge(heaps.len())?;
                if let Some(n) = heaps.find(|&n| values[n] as usize != closed_form(parts, n)) {
                    return refuse(format!("the value differs from the closed form, at n = {n}"));
                }
            }
            let (period, saltus) = if parts == 2 { (2, 0) } else { (1, 1) };
            let tail = Tail { preperiod: 1, period, saltus };
            (known.tail, known.least) = (Some(tail), Some(tail.refute_smaller(values, work)?));
        }
        _ => {}
    }
    check_values(parts, values, work)?;
    Ok(known)
}

fn closed_form(parts: usize, n: usize) -> usize {
    if parts == 2 { (n - 1) % 2 } else { n - 1 }
}

fn check_values(parts: usize, g: &[u16], work: &Work) -> Result<(), Fault> {
    if g.first().is_some_and(|&v| v != 0) {
        return refuse("value other than 0, at n = 0");
    }
    let mut others = AtMost::new(g, parts - 1, width(g, work)?, work)?;
    for (n, &v) in g.iter().enumerate().skip(1) {
        if n % 1024 == 0 {
            (work.progress)(n as f64 / g.len() as f64);
        }
        let options = others.split_next()?;
        if contains(options, v) {
            return refuse(format!("value {v} is among the options, at n = {n}"));
        }
        let least = mex(options);
        if least < v as usize {
            return refuse(format!("value {v}, but {least} is not among the options, at n = {n}"));
        }
        others.add_value()?;
    }
    Ok(())
}

/// Partitions of n that are won under split:k, summed over k = 2 … n; `three` are the values of split:3.
pub(crate) fn scatterstone_wins(three: &[u16], work: &Work) -> Result<BigUint, Fault> {
    let n = three.len() - 1;
    let mut sum = BigUint::ZERO;
    for (parts, times) in [(2, usize::from(n >= 2)), (3, usize::from(n >= 3)), (4, n.saturating_sub(3))] {
        let mut closed = work.room(n + 1, "the values of all heaps")?;
        closed.push(0)?;
        closed.extend((1..=n).map(|a| closed_form(parts, a) as u16))?;
        let values = if parts == 3 { three } else { &closed };
        // The closed forms are theorems; over this range they are verified all the same.
        check_values(parts, values, work)?;
        let (lost, all) = partitions(values, work)?;
        sum += BigUint::from(all - lost) * times;
    }
    Ok(sum)
}
