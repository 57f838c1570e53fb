//! Partitions of n into heaps that are lost and won, for any rule whose pieces are heaps.
//!
//! The values come from the rule; [`super::lost_partitions`] counts those with xor 0, and the others are the
//! rest of all p(n) partitions.

use crate::known::{Evidence, Known};
use crate::rules::Rule;
use crate::{Count, Error, Modulus, Options, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_kernels::algebra::difference;
use sprague_kernels::algebra::lost_partitions::{
    self, lost_exactly, lost_modulo, numbers_of_partitions, table_exactly, table_modulo,
};

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
/// assert_eq!((found.lost.to_string(), found.won.to_string()), ("2".into(), "5".into()));
/// ```
pub fn partitions(known: &dyn Known, n: u64, options: &Options, work: &Work) -> Result<Partitions> {
    let values = values(known, n)?;
    let modulus = options.modulus.as_ref();
    let lost = match modulus {
        Some(modulus) => lost_modulo(&values, modulus, work)?,
        None => lost_exactly(&values, work)?,
    };
    let all = numbers_of_partitions(values.len(), work)?.pop().unwrap_or_default();
    Ok(pair(lost, all, known.evidence(), modulus))
}

/// The same for every number 0 to `n`.
pub fn partition_table(known: &dyn Known, n: u64, options: &Options, work: &Work) -> Result<Vec<Partitions>> {
    let values = values(known, n)?;
    let modulus = options.modulus.as_ref();
    let lost = match modulus {
        Some(modulus) => table_modulo(&values, modulus, work)?,
        None => table_exactly(&values, work)?,
    };
    let all = numbers_of_partitions(values.len(), work)?;
    Ok(lost.into_iter().zip(all).map(|(lost, all)| pair(lost, all, known.evidence(), modulus)).collect())
}

/// Refuses numbers whose partitions cannot be counted and pieces that are no parts, before any value is
/// computed.
pub fn check_partitions(rule: &Rule, n: &BigUint) -> Result<u64> {
    if !rule.has_heaps() {
        return Err(Error::wrong_game(format!(
            "partitions are into heaps, and the pieces of {rule} are not heaps"
        )));
    }
    let most = lost_partitions::LIMIT;
    n.to_u64().filter(|&n| n <= most as u64).ok_or_else(|| {
        let problem = format!(
            "{n} is too large to partition: the time grows with the cube of the number. The largest that is counted is {most}"
        );
        Error::too_large(problem, Some(most as u64))
    })
}

/// Values of heaps 1 … n.
fn values(known: &dyn Known, n: u64) -> Result<Vec<u32>> {
    check_partitions(known.rule(), &n.into())?;
    let value = |n: u64| {
        let value = known.value(&[n.into()])?;
        value.to_u32().ok_or_else(|| Error::too_large(format!("the value of {n} is above 2^32"), None))
    };
    (1..=n).map(value).collect()
}

fn pair(lost: BigUint, all: BigUint, evidence: Evidence, modulus: Option<&Modulus>) -> Partitions {
    let won = difference(all, &lost, modulus);
    let count = |answer: BigUint| Count::new(answer, evidence, "all partitions counted");
    Partitions { lost: count(lost), won: count(won) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;
    use crate::rules::{Piece, Sizes};
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
            "kayles",
            "0.07",
            "0.6",
            "0.3F",
            "sub:1,3",
            "allbut:1",
            "nim",
            "lasker",
            "split:2",
            "split:3",
            "split:4",
            "grundy",
            "sub:squares",
            "sub:primes",
            "allbut:squares",
            "mark",
            "take:half",
        ] {
            let rule: Rule = text.parse().unwrap();
            let mut reference = Reference::new(&rule);
            // A part is at least 1, so no rule is asked for the value of the empty heap.
            let values: Vec<u32> =
                [0].into_iter().chain((1..=24).map(|n| reference.value(&Piece::heap(n)))).collect();
            let exact = Options::default();
            let sizes = Sizes::up_to(&rule, vec![24u32.into()]).unwrap();
            let known = known::up_to(&rule, &sizes, &exact, &Work::quiet()).unwrap();
            let table = partition_table(known.as_ref(), 24, &exact, &Work::quiet()).unwrap();
            let all = numbers_of_partitions(24, &Work::quiet()).unwrap();
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
                    let options =
                        Options { modulus: Some(Modulus::new(modulus).unwrap()), ..Options::default() };
                    let residue = partitions(known.as_ref(), n as u64, &options, &Work::quiet()).unwrap();
                    assert_eq!(residue.won.answer, &table[n].won.answer % modulus, "{text} {n} {modulus}");
                }
            }
        }
    }
}
