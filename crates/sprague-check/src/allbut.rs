//! All-but sets: any number of tokens may be removed, but the members of a finite set S; k = max S.
//!
//! **Values.** The options of n are all x < n but those with n − x in S. With the number of times each value
//! occurs among x < n, and the |S| exceptions taken out for the moment, the two questions about options are
//! table look-ups. Cost: two visits to each exception, N·|S| in all, and four bytes for each number up to the
//! largest value.
//!
//! **Arithmetic period, by a repeated state.** Let A(n) = {G(x) : x < n − k}, all of which n reaches, and
//! m(n) = mex A(n). The *state* at n ≥ k is: the members of A(n) above m(n), minus m(n); the last k values
//! G(n−k), …, G(n−1), minus m(n), where for values below m(n) only that is kept. All values below m(n) are
//! reached, so G(n) − m(n) follows from the state; so do A(n+1) = A(n) ∪ {G(n−k)}, m(n+1) − m(n) and the
//! state at n+1. Hence, if the states at n and n+p are equal and s = m(n+p) − m(n), then G(x+p) = G(x) + s
//! for all x ≥ n. States once equal stay equal, so it is enough to compare those at N−p and N, for N values.
//! Below N−p the law is compared value by value.

use sprague_certificate::Law;

use crate::{
    Fault, Work,
    count::{HeapLaw, Tail},
    memory::Buffer,
    options::width,
    refuse,
    work::PORTION,
};

/// Verify the law, which is cheap, and the values.
pub(crate) fn verify<'a>(
    set: &[usize],
    law: &Law,
    values: &'a [u16],
    work: &Work,
) -> Result<HeapLaw<'a>, Fault> {
    let mut known = HeapLaw::table(values);
    if let Law::ArithmeticPeriodic { period, preperiod, saltus, minimal } = *law {
        let tail = Tail { preperiod, period, saltus };
        tail.check(values, work)?;
        check_state(set, &tail, values, work)?;
        known.tail = Some(tail);
        known.least = if minimal { Some(tail.refute_smaller(values, work)?) } else { None };
    }
    check_values(set, values, work)?;
    Ok(known)
}

fn check_values(set: &[usize], values: &[u16], work: &Work) -> Result<(), Fault> {
    // How often each value occurs among x < n, and the least value that does not.
    let mut times = work.buffer(width(values, work)?, 0u32, "the times each value occurs")?;
    let mut mex = 0;
    let mut steps = 0;
    for (n, &v) in values.iter().enumerate() {
        let barred = &set[..set.partition_point(|&t| t <= n)];
        steps += 2 + 2 * barred.len();
        if steps > PORTION {
            work.charge(std::mem::take(&mut steps))?;
            (work.progress)(n as f64 / values.len() as f64);
        }
        barred.iter().for_each(|&t| times[values[n - t] as usize] -= 1);
        if times[v as usize] > 0 {
            return refuse(format!("value {v} is among the options, at n = {n}"));
        }
        // Below mex only barred values can be missing. Each is looked at before it is put back.
        let mut lost = (mex..v).find(|&u| times[u as usize] == 0);
        for &t in barred {
            let u = values[n - t];
            if u < v && times[u as usize] == 0 {
                lost = Some(lost.map_or(u, |lost| lost.min(u)));
            }
            times[u as usize] += 1;
        }
        if let Some(u) = lost {
            return refuse(format!("value {v}, but {u} is not among the options, at n = {n}"));
        }
        times[v as usize] += 1;
        while times.get(mex as usize).is_some_and(|&times| times > 0) && mex < u16::MAX {
            mex += 1;
        }
    }
    work.charge(steps)
}

/// The states at N − p and N are equal; `tail.check` has passed.
fn check_state(set: &[usize], tail: &Tail, values: &[u16], work: &Work) -> Result<(), Fault> {
    let k = set.last().copied().unwrap_or(0);
    let (late, period) = (values.len(), tail.period as usize);
    let early = late - period;
    if early < k {
        return refuse(format!("{late} values are too few, the theorem needs at least {}", k + period));
    }
    let width = width(values, work)?;
    let mut reached = work.buffer(width, false, "the values reached")?;
    mark(&mut reached, &values[..early - k], work)?;
    let mut later = work.room(width, "the values reached")?;
    later.extend(reached.iter().copied())?;
    mark(&mut later, &values[early - k..late - k], work)?;
    let (m, later_m) = (mex(&reached), mex(&later));
    let above = |reached: &[bool], i: usize| reached.get(i).copied().unwrap_or(false);
    let same_above = (1..width).all(|i| above(&reached, m + i) == above(&later, later_m + i));
    let relative = |v: u16, m: usize| (v as usize).checked_sub(m);
    let mut same_last = true;
    for first in (0..k).step_by(PORTION) {
        work.charge(PORTION.min(k - first))?;
        same_last &= (first..k.min(first + PORTION))
            .all(|i| relative(values[early - k + i], m) == relative(values[late - k + i], later_m));
    }
    if (later_m - m) as u64 != tail.saltus || !same_above || !same_last {
        let saltus = tail.saltus;
        return refuse(format!("no repeated state with saltus {saltus}, at n = {early} and n = {late}"));
    }
    Ok(())
}

fn mark(reached: &mut Buffer<bool>, values: &[u16], work: &Work) -> Result<(), Fault> {
    for part in values.chunks(PORTION) {
        work.charge(part.len())?;
        part.iter().for_each(|&v| reached[v as usize] = true);
    }
    Ok(())
}

fn mex(reached: &[bool]) -> usize {
    reached.iter().position(|&reached| !reached).unwrap_or(reached.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// States of values that no game has: each part of the state counts. k = 1, so that A(n) is all but the
    /// last value.
    #[test]
    fn states() {
        let state = |set: &[usize], values: &[u16], period, saltus| {
            let tail = Tail { preperiod: 0, period, saltus };
            check_state(set, &tail, values, &Work::default()).map_err(|fault| fault.to_string())
        };
        // At 3: {0, 2}, so 1 is missing, 2 is above it by 1, and the last value is 1. At 5 all of it is
        // larger by 2.
        assert_eq!(state(&[1], &[0, 2, 1, 4, 3], 2, 2), Ok(()));
        let no = |late, period, saltus| {
            let early = late - period;
            Err(format!(
                "NOT VERIFIED: no repeated state with saltus {saltus}, at n = {early} and n = {late}"
            ))
        };
        assert_eq!(state(&[1], &[0, 2, 1, 4, 3], 2, 1), no(5, 2, 1));
        assert_eq!(state(&[1], &[0, 2, 1, 4, 3], 2, 3), no(5, 2, 3));
        assert_eq!(state(&[1], &[0, 2, 1, 5, 3], 2, 2), no(5, 2, 2));
        assert_eq!(state(&[1], &[0, 2, 1, 0, 3], 2, 2), no(5, 2, 2));
        assert_eq!(state(&[1], &[0, 2, 1, 4, 4], 2, 2), no(5, 2, 2));
        assert_eq!(state(&[1], &[0, 2, 1, 4, 2], 2, 2), no(5, 2, 2));
        // A last value below the missing one is only known to be below.
        assert_eq!(state(&[1], &[0, 2, 0, 4, 1, 3, 2], 3, 3), no(7, 3, 3));
        assert_eq!(state(&[1], &[0, 2, 0, 1, 4, 2], 3, 2), Ok(()));
        // The state at k itself, where nothing is reached yet; and one heap less.
        assert_eq!(state(&[1, 2], &[0, 0, 0, 1], 2, 0), no(4, 2, 0));
        assert_eq!(state(&[1, 2], &[0, 0, 1, 1], 2, 1), Ok(()));
        assert_eq!(state(&[1], &[0, 0, 1], 2, 1), Ok(()));
        let few = "NOT VERIFIED: 3 values are too few, the theorem needs at least 4";
        assert_eq!(state(&[2], &[0, 0, 1], 2, 1), Err(few.into()));
    }

    /// Each value is looked at once for the width, and once in a state: as reached, or among the last k.
    #[test]
    fn steps_of_a_state() {
        for k in [1, PORTION, PORTION + 1] {
            let (values, work) = (vec![0; k + 3], Work::default());
            let tail = Tail { preperiod: 0, period: 1, saltus: 0 };
            assert_eq!(check_state(&[k], &tail, &values, &work), Ok(()));
            assert_eq!(work.spent(), 2 * values.len() as u64 + 1, "{k}");
        }
    }
}
