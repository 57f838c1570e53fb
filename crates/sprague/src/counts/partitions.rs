//! Partitions of n into heaps that are lost and won, for any heap rule.
//!
//! The values come from the rule; [`super::lost_partitions`] counts those with xor 0, and the others are the rest of all
//! p(n) partitions.

use super::lost_partitions::{lost_exactly, lost_modulo, numbers_of_partitions, table_exactly, table_modulo};
use super::{Count, lost_partitions};
use crate::rules::Rule;
use crate::values::heaps;
use crate::{Error, Result, Work};
use num_bigint::BigUint;

/// Partitions of one number: how many are lost and how many are won for the player to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partitions {
    /// Those whose values have xor 0.
    pub lost: Count,
    /// All others.
    pub won: Count,
}

/// Lost and won partitions of `n` into heaps of a heap rule, exactly or modulo a number.
///
/// ```
/// use sprague::{Work, counts, rules::Rule};
/// let found = counts::partitions(&Rule::Split(3), 5, None, &Work::quiet()).unwrap();
/// assert_eq!((found.lost.answer, found.won.answer), (2u32.into(), 5u32.into()));
/// ```
pub fn partitions(rule: &Rule, n: u64, modulus: Option<&BigUint>, work: &Work) -> Result<Partitions> {
    let values = values(rule, n, work)?;
    let lost = match modulus {
        Some(modulus) => lost_modulo(&values, modulus)?,
        None => lost_exactly(&values)?,
    };
    let all = numbers_of_partitions(values.len()).pop().unwrap_or_default();
    Ok(pair(lost, all, modulus))
}

/// The same for every number 0 to `n`.
pub fn partition_table(
    rule: &Rule,
    n: u64,
    modulus: Option<&BigUint>,
    work: &Work,
) -> Result<Vec<Partitions>> {
    let values = values(rule, n, work)?;
    let lost = match modulus {
        Some(modulus) => table_modulo(&values, modulus)?,
        None => table_exactly(&values)?,
    };
    let all = numbers_of_partitions(values.len());
    Ok(lost.into_iter().zip(all).map(|(lost, all)| pair(lost, all, modulus)).collect())
}

/// Values of heaps 1 … n.
fn values(rule: &Rule, n: u64, work: &Work) -> Result<Vec<u32>> {
    if !rule.plays_with_heaps() {
        return Err(Error::unsupported(format!(
            "partitions are into heaps, and {rule} is not played with heaps"
        )));
    }
    if n > lost_partitions::LIMIT as u64 {
        let most = lost_partitions::LIMIT;
        return Err(Error::unsupported(format!("partitions are counted for numbers up to {most}, not {n}")));
    }
    Ok(heaps(rule, n, work)?.iter().skip(1).collect())
}

fn pair(lost: BigUint, all: BigUint, modulus: Option<&BigUint>) -> Partitions {
    let won = match modulus {
        Some(modulus) => (all % modulus + modulus - &lost) % modulus,
        None => all - &lost,
    };
    let basis = "all partitions counted";
    Partitions { lost: Count::proved(lost, basis), won: Count::proved(won, basis) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;
    use crate::values::Reference;

    /// Lost partitions by going through all of them.
    fn brute(values: &[u32], rest: usize, most: usize, xor: u32) -> u32 {
        if rest == 0 {
            return u32::from(xor == 0);
        }
        (1..=most.min(rest)).map(|part| brute(values, rest - part, part, xor ^ values[part])).sum()
    }

    #[test]
    fn equal_brute_force() {
        for text in [
            "kayles", "0.07", "0.6", "0.3F", "sub:1,3", "allbut:1", "nim", "lasker", "split:2", "split:3",
            "split:4", "grundy",
        ] {
            let rule: Rule = text.parse().unwrap();
            let mut reference = Reference::new(&rule);
            let values: Vec<u32> = (0..=24).map(|n| reference.value(&Piece::Heap(n))).collect();
            let table = partition_table(&rule, 24, None, &Work::quiet()).unwrap();
            let all = numbers_of_partitions(24);
            for n in 0..=24usize {
                let expected = brute(&values, n, n, 0);
                assert_eq!(table[n].lost.answer, expected.into(), "{text} {n}");
                assert_eq!(&table[n].lost.answer + &table[n].won.answer, all[n], "{text} {n}");
                assert_eq!(
                    partitions(&rule, n as u64, None, &Work::quiet()).unwrap(),
                    table[n],
                    "{text} {n}"
                );
                for modulus in [1u32, 2, 10, 101] {
                    let residue = partitions(&rule, n as u64, Some(&modulus.into()), &Work::quiet()).unwrap();
                    assert_eq!(residue.won.answer, &table[n].won.answer % modulus, "{text} {n} {modulus}");
                }
            }
        }
    }
}
