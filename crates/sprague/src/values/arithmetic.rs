//! Values of rules that depend on the divisors of a heap, all heaps up to N by one sieve (docs/arithmetic-games.md).
//!
//! - `take:coprime`: G(0) = 0, G(1) = 1, even heaps 0, odd heaps the index of their least prime factor (2 is the first)
//! - `split:divisors`: G(n) = h(Ω(n)), Ω the number of prime factors with multiplicity, h(k) = mex of h(i) ⊕ h(j), 1 ≤ i, j < k
//! - `mark`: mex{G(n − 1), G(⌊n/2⌋)}, straight from the definition
//!
//! Cost: O(N log log N) steps for the sieves, O(N) for `mark`.

use super::{Table, table_size};
use crate::rules::primes;
use crate::{Result, Work};

/// Values of `take:coprime` for heaps 0 to `largest`.
pub fn take_coprime(largest: u64, work: &Work) -> Result<Table> {
    let mut values = vec![0u32; table_size(largest, work)?];
    if let Some(one) = values.get_mut(1) {
        *one = 1;
    }
    let odd_primes = || primes(largest.isqrt()).into_iter().skip(1).zip(2u32..);
    // Largest first, so that the least factor is what stays; primes without a multiple below their square come last.
    for (p, index) in odd_primes().collect::<Vec<_>>().into_iter().rev() {
        work.tell(largest - p.min(largest), largest)?;
        values[p as usize..].iter_mut().step_by(2 * p as usize).for_each(|value| *value = index);
    }
    let mut index = 1;
    for n in (3..values.len()).step_by(2) {
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
    let mut omega = vec![0u8; table_size(largest, work)?];
    for p in primes(largest) {
        let mut power = p;
        loop {
            omega[power as usize..].iter_mut().step_by(power as usize).for_each(|count| *count += 1);
            match power.checked_mul(p) {
                Some(next) if next <= largest => power = next,
                _ => break,
            }
        }
    }
    let values = by_prime_factors(64);
    Ok(omega.iter().skip(1).map(|&count| values[count as usize]).collect())
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
    for n in 1..values.len() {
        let (a, b) = (values[n - 1], values[n / 2]);
        values[n] = (0..3).find(|value| *value != a && *value != b).unwrap_or(0);
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
