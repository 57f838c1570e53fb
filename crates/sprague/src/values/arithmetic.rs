//! Values of rules that depend on the divisors of a heap, all heaps up to N by one sieve
//! (docs/arithmetic-games.md).
//!
//! - `take:coprime`: G(0) = 0, G(1) = 1, even heaps 0, odd heaps the index of their least prime factor (2 is
//!   the first)
//! - `split:divisors`: G(n) = h(Ω(n)), Ω the number of prime factors with multiplicity, h(k) = mex of h(i) ⊕
//!   h(j), 1 ≤ i, j < k
//! - `leave:divisors`: G(n) = Ω(n)
//! - `mark`: mex{G(n − 1), G(⌊n/2⌋)}, straight from the definition
//!
//! Cost: O(N log log N) steps for the sieves, O(N) for `mark`; all of them poll.

use super::{Table, table_size};
use crate::rules::primes;
use crate::{Meter, Result, Work};

/// Values of `take:coprime` for heaps 0 to `largest`.
pub fn take_coprime(largest: u64, work: &Work) -> Result<Table> {
    let mut values = vec![0u32; table_size(largest, work)?];
    if let Some(one) = values.get_mut(1) {
        *one = 1;
    }
    let odd_primes = || primes(largest.isqrt()).into_iter().skip(1).zip(2u32..);
    // The sieve does about N·log log N steps.
    let meter = Meter::new(work, 0);
    // Largest first, so that the least factor is what stays; primes without a multiple below their square
    // come last.
    for (p, index) in odd_primes().collect::<Vec<_>>().into_iter().rev() {
        sieve(&mut values, p as usize, 2 * p as usize, &meter, |value| *value = index)?;
    }
    let mut index = 1;
    for n in (3..values.len()).step_by(2) {
        meter.charge(1)?;
        let least = values[n];
        let is_prime = least == 0 || (n as u64 <= largest.isqrt() && least == index + 1);
        if is_prime {
            index += 1;
            values[n] = index;
        }
    }
    Ok(values.into_iter().collect())
}

/// Values of `split:divisors` for heaps 1 to `largest`.
pub fn split_divisors(largest: u64, work: &Work) -> Result<Table> {
    let values = by_prime_factors(64);
    Ok(prime_factors(largest, work)?.iter().skip(1).map(|&count| values[count as usize]).collect())
}

/// Values of `leave:divisors` for heaps 1 to `largest`.
pub fn leave_divisors(largest: u64, work: &Work) -> Result<Table> {
    Ok(prime_factors(largest, work)?.into_iter().skip(1).map(u32::from).collect())
}

/// How many prime factors the numbers up to `largest` have, with multiplicity.
fn prime_factors(largest: u64, work: &Work) -> Result<Vec<u8>> {
    let mut omega = vec![0u8; table_size(largest, work)?];
    let meter = Meter::new(work, 0);
    for p in 2..=largest {
        // A number without a smaller prime factor is a prime.
        meter.charge(1)?;
        if omega[p as usize] > 0 {
            continue;
        }
        let mut power = p;
        loop {
            sieve(&mut omega, power as usize, power as usize, &meter, |count| *count += 1)?;
            match power.checked_mul(p) {
                Some(next) if next <= largest => power = next,
                _ => break,
            }
        }
    }
    Ok(omega)
}

/// Visits every `step`-th entry from `first` on, in portions.
fn sieve<T>(
    entries: &mut [T],
    first: usize,
    step: usize,
    meter: &Meter,
    mut visit: impl FnMut(&mut T),
) -> Result<()> {
    let mut at = first;
    while at < entries.len() {
        // Entries far apart are cache misses, so a portion is short.
        let end = entries.len().min(at.saturating_add(step << 14));
        let portion = entries[at..end].iter_mut().step_by(step);
        meter.charge(portion.len() as u64 * 4)?;
        portion.for_each(&mut visit);
        at = at.saturating_add(step << 14);
    }
    Ok(())
}

/// h(0), …, h(k − 1): values of `split:divisors` by number of prime factors.
pub fn by_prime_factors(k: usize) -> Vec<u32> {
    let mut values = vec![0];
    while values.len() < k {
        let mut reached = std::collections::HashSet::new();
        for (i, a) in values.iter().enumerate().skip(1) {
            reached.extend(values[i..].iter().map(|b| a ^ b));
        }
        values.push((0..).find(|value| !reached.contains(value)).unwrap_or(0));
    }
    values
}

/// Values of `mark` for heaps 0 to `largest`.
pub fn mark(largest: u64, work: &Work) -> Result<Table> {
    let mut values = vec![0u8; table_size(largest, work)?];
    const PORTION: usize = 1 << 14;
    let meter = Meter::new(work, largest);
    for first in (1..values.len()).step_by(PORTION) {
        let end = values.len().min(first + PORTION);
        for n in first..end {
            let (a, b) = (values[n - 1], values[n / 2]);
            values[n] = (0..3).find(|value| *value != a && *value != b).unwrap_or(0);
        }
        meter.charge((end - first) as u64)?;
    }
    Ok(Table::Bytes(values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        let work = Work::quiet();
        assert!(mark(11, &work).unwrap().iter().eq([0, 1, 0, 2, 1, 2, 0, 1, 0, 2, 0, 1]));
        assert!(take_coprime(15, &work).unwrap().iter().eq([0, 1, 0, 2, 0, 3, 0, 4, 0, 2, 0, 5, 0, 6, 0, 2]));
        assert_eq!(by_prime_factors(8)[..7], [0, 0, 1, 2, 4, 7, 8]);
    }

    #[test]
    fn the_least_prime_factor_of_all_small_numbers() {
        for largest in [0, 1, 2, 3, 8, 9, 10, 24, 25, 26, 1000] {
            let (table, all) = (take_coprime(largest, &Work::quiet()).unwrap(), primes(largest.max(2)));
            assert_eq!(table.len() as u64, largest + 1);
            for n in (3..=largest).step_by(2) {
                let index = all.iter().position(|p| n % p == 0).unwrap() + 1;
                assert_eq!(table.at(n as usize), index as u32, "{n} of {largest}");
            }
        }
    }
}
