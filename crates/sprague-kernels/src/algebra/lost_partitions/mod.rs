//! Lost partitions: how many partitions of n, read as heaps, have xor zero?
//!
//! Given the values `G(1), …, G(n)` of heaps. The generating function of all partitions by size and xor is
//! `Π_a 1 / (1 - x^a [G(a)])` in the group algebra of xor. The **character** `y` turns `[v]` into
//! `(-1)^popcount(y & v)` and the product into a signed power series `F_y = Π_a 1 / (1 - ε_a x^a)`, `ε_a =
//! (-1)^popcount(y & G(a))`; the number of partitions of n with xor zero is the mean of the coefficients of
//! `x^n` over all `y` below a power of two `P` that exceeds all values.
//!
//! * [`characters`]: the series of all characters along a binary tree, each factor applied as high up as it
//!   can be.
//! * [`large`]: for one n alone, parts above n/4 are enumerated (at most three fit) instead of multiplied in.
//! * [`reference()`]: the textbook table over (xor, size).
//!
//! Residues modulo an odd `m < 2^31` are computed directly; everything else from several primes by Chinese
//! remainders, with the number of all partitions as the bound.

pub mod characters;
pub mod large;

use crate::algebra::residues::{chinese_remainder, primes_exceeding};
use crate::algebra::{CountError, Modulus};
use crate::{Meter, Work};
use num_bigint::BigUint;

/// Largest n of any count here.
pub const LIMIT: usize = 100_000;

/// Refuses sizes that would never end, and values whose characters are too many.
fn validate(values: &[u32]) -> Result<(), CountError> {
    let too_large = |what, size: usize, limit: usize| {
        Err(CountError::TooLarge { what, size: size.to_string(), limit: limit.to_string() })
    };
    if values.len() > LIMIT {
        return too_large("the number to partition", values.len(), LIMIT);
    }
    match values.iter().max() {
        Some(&v) if v as usize >= 2 * LIMIT => too_large("a value", v as usize, 2 * LIMIT - 1),
        _ => Ok(()),
    }
}

/// The modulus, if the characters can be run modulo it: odd and below 2^31.
fn direct(modulus: &BigUint) -> Option<u32> {
    u32::try_from(modulus).ok().filter(|&m| m < 1 << 31 && m % 2 == 1)
}

/// The number of partitions of `n = values.len()` with xor zero; heap `a` has value `values[a - 1]`.
///
/// ```
/// // Nim: the value of a heap is its size. 4 = 2+2 = 1+1+1+1, 1+1+2 is a win.
/// assert_eq!(sprague_kernels::algebra::lost_partitions::lost_exactly(&[1, 2, 3, 4], &sprague_kernels::Work::quiet())?, 2u32.into());
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn lost_exactly(values: &[u32], work: &Work) -> crate::Result<BigUint> {
    validate(values)?;
    let all = numbers_of_partitions(values.len(), work)?.pop().unwrap_or_default();
    let primes = primes_exceeding(&all);
    let large = large::Split::new(values, work)?;
    let mut residues = Vec::new();
    for (done, &p) in primes.iter().enumerate() {
        residues.push(large.count(p, work)?);
        work.tell(done as u64 + 1, primes.len() as u64)?;
    }
    Ok(chinese_remainder(&residues, &primes))
}

/// The number of partitions of `n = values.len()` with xor zero, modulo a number.
pub fn lost_modulo(values: &[u32], modulus: &Modulus, work: &Work) -> crate::Result<BigUint> {
    match direct(modulus) {
        Some(m) => {
            validate(values)?;
            Ok(large::Split::new(values, work)?.count(m, work)?.into())
        }
        None => Ok(lost_exactly(values, work)? % &**modulus),
    }
}

/// The numbers of partitions of 0, 1, …, `values.len()` with xor zero.
///
/// ```
/// let nim = sprague_kernels::algebra::lost_partitions::table_exactly(&[1, 2, 3, 4], &sprague_kernels::Work::quiet())?;
/// assert_eq!(nim, [1u32, 0, 1, 0, 2].map(Into::into));
/// # Ok::<(), sprague_kernels::Error>(())
/// ```
pub fn table_exactly(values: &[u32], work: &Work) -> crate::Result<Vec<BigUint>> {
    validate(values)?;
    let all = numbers_of_partitions(values.len(), work)?.pop().unwrap_or_default();
    let primes = primes_exceeding(&all);
    let mut tables: Vec<Vec<u32>> = Vec::new();
    for (done, &p) in primes.iter().enumerate() {
        tables.push(characters::table(values, p, work)?);
        work.tell(done as u64 + 1, primes.len() as u64)?;
    }
    let at = |size: usize| {
        let residues: Vec<u32> = tables.iter().map(|table| table[size]).collect();
        chinese_remainder(&residues, &primes)
    };
    Ok((0..=values.len()).map(at).collect())
}

/// The numbers of partitions of 0, 1, …, `values.len()` with xor zero, modulo a number.
pub fn table_modulo(values: &[u32], modulus: &Modulus, work: &Work) -> crate::Result<Vec<BigUint>> {
    match direct(modulus) {
        Some(m) => {
            validate(values)?;
            let table = characters::table(values, m, work)?;
            Ok(table.into_iter().map(BigUint::from).collect())
        }
        None => Ok(table_exactly(values, work)?.into_iter().map(|count| count % &**modulus).collect()),
    }
}

/// The numbers `p(0), …, p(n)` of all partitions, by Euler's pentagonal numbers. O(n^{3/2}) additions.
pub fn numbers_of_partitions(n: usize, work: &Work) -> crate::Result<Vec<BigUint>> {
    let mut p = vec![BigUint::from(1u32)];
    let meter = Meter::new(work, 0);
    for size in 1..=n {
        meter.charge(16 * size.isqrt() as u64)?;
        let (mut plus, mut minus) = (BigUint::ZERO, BigUint::ZERO);
        for k in 1.. {
            let pentagonal = k * (3 * k - 1) / 2;
            if pentagonal > size {
                break;
            }
            let sum = if k % 2 == 1 { &mut plus } else { &mut minus };
            *sum += &p[size - pentagonal];
            if pentagonal + k <= size {
                *sum += &p[size - pentagonal - k];
            }
        }
        p.push(plus - minus);
    }
    Ok(p)
}

/// The textbook way: a table over (xor, size), one part at a time. O(n² P) additions; the reference.
pub fn reference(values: &[u32]) -> Vec<BigUint> {
    let n = values.len();
    let size = values.iter().max().map_or(1, |&v| (v as usize + 1).next_power_of_two());
    let mut table = vec![vec![BigUint::ZERO; size]; n + 1];
    table[0][0] = 1u32.into();
    for (part, &value) in (1..).zip(values) {
        for total in part..=n {
            for xor in 0..size {
                let with = table[total - part][xor ^ value as usize].clone();
                table[total][xor] += with;
            }
        }
    }
    table.into_iter().map(|mut row| row.swap_remove(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_partitions() {
        let p = numbers_of_partitions(200, &Work::quiet()).unwrap();
        assert_eq!(p[..8], [1u32, 1, 2, 3, 5, 7, 11, 15].map(BigUint::from));
        assert_eq!(p[200], 3_972_999_029_388u64.into());
    }

    #[test]
    fn edges() {
        assert_eq!(lost_exactly(&[], &Work::quiet()).unwrap(), 1u32.into());
        assert_eq!(table_exactly(&[], &Work::quiet()).unwrap(), [BigUint::from(1u32)]);
        assert_eq!(lost_exactly(&[0], &Work::quiet()).unwrap(), 1u32.into());
        assert_eq!(lost_exactly(&[7], &Work::quiet()).unwrap(), 0u32.into());
        let one = Modulus::new(1u32).unwrap();
        assert_eq!(lost_modulo(&[0, 0], &one, &Work::quiet()).unwrap(), 0u32.into());
        assert!(lost_exactly(&[u32::MAX], &Work::quiet()).is_err());
        assert!(lost_exactly(&vec![0; LIMIT + 1], &Work::quiet()).is_err());
    }

    #[test]
    fn every_way_stops_when_asked() {
        let stop = |_, _| false;
        let work = Work::new(1 << 30, &stop);
        let (values, m) = ((0..3000).collect::<Vec<u32>>(), Modulus::new(101u32).unwrap());
        let interrupted = || Err(crate::Error::Interrupted);
        assert_eq!(numbers_of_partitions(3000, &work), interrupted());
        assert_eq!(lost_modulo(&values, &m, &work), Err(crate::Error::Interrupted));
        assert_eq!(table_modulo(&values, &m, &work), interrupted());
        assert_eq!(characters::table(&values, 101, &work), Err(crate::Error::Interrupted));
    }

    #[test]
    fn without_memory_for_rows_the_count_is_the_same() {
        let values: Vec<u32> = (0..200).collect();
        let (small, usual) = (Work::new(1 << 10, &|_, _| true), Work::quiet());
        assert_eq!(lost_exactly(&values, &small), lost_exactly(&values, &usual));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn every_way_agrees(values in proptest::collection::vec(0u32..40, 0..90), m in 1u64..1 << 33) {
            let expected = reference(&values);
            let last = expected.last().unwrap();
            prop_assert_eq!(&table_exactly(&values, &Work::quiet()).unwrap(), &expected);
            prop_assert_eq!(&lost_exactly(&values, &Work::quiet()).unwrap(), last);
            for m in [m, 1, 2, 3, 1 << 31, 1_000_000_007] {
                let m = Modulus::new(m).unwrap();
                prop_assert_eq!(lost_modulo(&values, &m, &Work::quiet()).unwrap(), last % &*m);
                let table = table_modulo(&values, &m, &Work::quiet()).unwrap();
                prop_assert!(table.iter().zip(&expected).all(|(a, b)| *a == b % &*m));
            }
        }
    }
}
