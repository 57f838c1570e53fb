//! Patterns: numbers 1 ≤ n ≤ N such that the heaps a·n, for some multiples a, together have value 0.
//!
//! Values that are the sizes themselves (Nim): n is read from its lowest binary digit on. On digit d the
//! multiple a·n is y = a·d + carry; its digit is y & 1 and its carry y >> 1, so all multiples together have
//! the xor of these digits, which has to be 0. A state is all carries, and whether the digits read exceed
//! those of N; after the last digit zeros are read until no carry is left. Other values: one n after the
//! other. Cost: log₂ N steps for each state; or N reads of values.

use num_bigint::BigUint;

use crate::{
    Fault, Work,
    index::Runs,
    known::{Heaps, small},
    refuse,
    work::Meter,
};

/// The largest multiple, and the largest number of multiples.
const MOST_MULTIPLE: u64 = 1 << 20;
const MOST_MULTIPLES: usize = 64;

/// How many n up to N are lost.
pub(crate) fn lost(
    heaps: &dyn Heaps,
    multiples: &[u64],
    upto: &BigUint,
    work: &Work,
) -> Result<BigUint, Fault> {
    let sound = multiples.iter().all(|a| (1..=MOST_MULTIPLE).contains(a));
    if !sound || multiples.is_empty() || multiples.len() > MOST_MULTIPLES {
        return refuse(format!("a pattern is at most {MOST_MULTIPLES} numbers from 1 to {MOST_MULTIPLE}"));
    }
    if heaps.is_identity() {
        return by_digits(multiples, upto, work);
    }
    let upto = small(upto)?;
    let largest = multiples.iter().max().and_then(|a| a.checked_mul(upto));
    let values = heaps.list(small(&largest.unwrap_or(u64::MAX).into())?, work)?;
    let mut meter = Meter::new(work);
    let mut lost = 0u64;
    for n in 1..=upto {
        meter.charge(4 * multiples.len())?;
        let xor = multiples.iter().fold(0, |xor, a| xor ^ values[(a * n) as usize]);
        lost += u64::from(xor == 0);
    }
    meter.settle()?;
    Ok(lost.into())
}

/// A state: the carries of the multiples, one after the other, and whether the digits read exceed those of N.
type State = [u32; MOST_MULTIPLES + 1];

/// Whether the digits of the multiples have xor 0 if n has this one; the carries become those after it.
fn read(carries: &mut [u32], multiples: &[u64], digit: u32) -> bool {
    let mut odd = 0;
    for (carry, &a) in carries.iter_mut().zip(multiples) {
        // Multiples are at most 2^20, and so are carries.
        let sum = *carry + a as u32 * digit;
        odd ^= sum & 1;
        *carry = sum >> 1;
    }
    odd == 0
}

fn by_digits(multiples: &[u64], upto: &BigUint, work: &Work) -> Result<BigUint, Fault> {
    let none = || Runs::new(upto.bits() + 1, work, "the states of a pattern");
    let (above, words) = (multiples.len(), multiples.len() + 1);
    let mut runs = none()?;
    runs.add_one(&[0; MOST_MULTIPLES + 1][..words])?;
    let mut meter = Meter::new(work);
    for place in 0..upto.bits() {
        let mut next = none()?;
        for run in 0..runs.len() {
            for digit in [0, 1] {
                meter.charge(40 + 8 * multiples.len() + upto.bits() as usize / 64)?;
                let mut state: State = [0; MOST_MULTIPLES + 1];
                state[..words].copy_from_slice(runs.key(run));
                if read(&mut state[..above], multiples, digit) {
                    if upto.bit(place) != (digit == 1) {
                        state[above] = digit;
                    }
                    next.add(&state[..words], &runs, run)?;
                }
            }
        }
        runs = next;
    }
    let mut lost = BigUint::ZERO;
    for run in (0..runs.len()).filter(|&run| runs.key(run)[above] == 0) {
        let mut state: State = [0; MOST_MULTIPLES + 1];
        state[..words].copy_from_slice(runs.key(run));
        let carries = &mut state[..above];
        let mut settled = true;
        while settled && carries.iter().any(|&carry| carry > 0) {
            meter.charge(8 * multiples.len())?;
            settled = read(carries, multiples, 0);
        }
        if settled {
            lost += runs.count(run);
        }
    }
    meter.settle()?;
    // n = 0 is lost and is not asked for.
    Ok(lost - 1u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_multiples() {
        let work = Work::default();
        for multiples in [&[1, 2, 3][..], &[1], &[3, 5, 9, 15], &[7, 7], &[1, 4, 5, 6, 11]] {
            let mut lost = 0u32;
            for n in 0..300u64 {
                let xor = multiples.iter().fold(0, |xor, a| xor ^ (a * n));
                lost += u32::from(n > 0 && xor == 0);
                assert_eq!(by_digits(multiples, &n.into(), &work), Ok(lost.into()), "{multiples:?} to {n}");
            }
        }
    }

    /// Heaps n and 2n are lost for n = 0 alone: at most two states, in little memory; and in less they are
    /// refused.
    #[test]
    fn memory_of_the_states() {
        let upto = BigUint::from(1u32) << 80u32;
        let within = |bytes| by_digits(&[1, 2], &upto, &Work::default().with_memory(bytes));
        assert_eq!(within(1000), Ok(BigUint::ZERO));
        let line =
            "the check needs more memory than 100 bytes, the limit in force, for the states of a pattern";
        assert_eq!(within(100).unwrap_err().to_string(), format!("NOT VERIFIED: {line}"));
    }
}
