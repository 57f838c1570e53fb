//! Partitions of n into heaps that are lost and won, for any heap rule.
//!
//! The values come from the rule; [`super::lost_partitions`] counts those with xor 0, and the others are the rest of all
//! p(n) partitions.

use super::lost_partitions::{
    self, lost_exactly, lost_modulo, numbers_of_partitions, table_exactly, table_modulo,
};
use crate::known::Known;
use crate::{Count, Error, Options, Result, Status, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Partitions of one number: how many are lost and how many are won for the player to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partitions {
    /// Those whose values have xor 0.
    pub lost: Count,
    /// All others.
    pub won: Count,
}

/// Lost and won partitions of `n` into heaps, exactly or modulo a number.
///
/// ```
/// use sprague::{Options, Work, counts, known, rules::{Rule, Sizes}};
/// let rule: Rule = "split:3".parse().unwrap();
/// let known = known::up_to(&rule, &Sizes::heaps(5u32), &Options::default(), &Work::quiet()).unwrap();
/// let found = counts::partitions(known.as_ref(), 5, &Options::default(), &Work::quiet()).unwrap();
/// assert_eq!((found.lost.answer, found.won.answer), (2u32.into(), 5u32.into()));
/// ```
pub fn partitions(known: &dyn Known, n: u64, options: &Options, work: &Work) -> Result<Partitions> {
    let values = values(known, n)?;
    let modulus = options.modulus.as_ref();
    let lost = match modulus {
        Some(modulus) => lost_modulo(&values, modulus, work)?,
        None => lost_exactly(&values, work)?,
    };
    let all = numbers_of_partitions(values.len()).pop().unwrap_or_default();
    Ok(pair(lost, all, known.status(), modulus))
}

/// The same for every number 0 to `n`.
pub fn partition_table(known: &dyn Known, n: u64, options: &Options, work: &Work) -> Result<Vec<Partitions>> {
    let values = values(known, n)?;
    let modulus = options.modulus.as_ref();
    let lost = match modulus {
        Some(modulus) => table_modulo(&values, modulus, work)?,
        None => table_exactly(&values, work)?,
    };
    let all = numbers_of_partitions(values.len());
    Ok(lost.into_iter().zip(all).map(|(lost, all)| pair(lost, all, known.status(), modulus)).collect())
}

/// Values of heaps 1 … n.
fn values(known: &dyn Known, n: u64) -> Result<Vec<u32>> {
    known.rule().require_heaps("partitions are into heaps")?;
    if n > lost_partitions::LIMIT as u64 {
        let most = lost_partitions::LIMIT;
        return Err(Error::unsupported(format!("partitions are counted for numbers up to {most}, not {n}")));
    }
    let value = |n: u64| {
        let value = known.value(&[n.into()])?;
        value.to_u32().ok_or_else(|| Error::unsupported(format!("the value of {n} is above 2^32")))
    };
    (1..=n).map(value).collect()
}

fn pair(lost: BigUint, all: BigUint, status: Status, modulus: Option<&BigUint>) -> Partitions {
    let won = match modulus {
        Some(modulus) => (all % modulus + modulus - &lost) % modulus,
        None => all - &lost,
    };
    let count = |answer| Count { answer, status, basis: "all partitions counted".into() };
    Partitions { lost: count(lost), won: count(won) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;
    use crate::rules::{Piece, Rule, Sizes};
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
            let values: Vec<u32> = (0..=24).map(|n| reference.value(&Piece::heap(n))).collect();
            let exact = Options::default();
            let known = known::up_to(&rule, &Sizes::heaps(24u32), &exact, &Work::quiet()).unwrap();
            let table = partition_table(known.as_ref(), 24, &exact, &Work::quiet()).unwrap();
            let all = numbers_of_partitions(24);
            for n in 0..=24usize {
                let expected = brute(&values, n, n, 0);
                assert_eq!(table[n].lost.answer, expected.into(), "{text} {n}");
                assert_eq!(&table[n].lost.answer + &table[n].won.answer, all[n], "{text} {n}");
                assert_eq!(
                    partitions(known.as_ref(), n as u64, &exact, &Work::quiet()).unwrap(),
                    table[n],
                    "{text} {n}"
                );
                for modulus in [1u32, 2, 10, 101] {
                    let options = Options { modulus: Some(modulus.into()), ..Options::default() };
                    let residue = partitions(known.as_ref(), n as u64, &options, &Work::quiet()).unwrap();
                    assert_eq!(residue.won.answer, &table[n].won.answer % modulus, "{text} {n} {modulus}");
                }
            }
        }
    }
}
