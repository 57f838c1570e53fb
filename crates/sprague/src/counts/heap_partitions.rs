//! Partitions of n into heaps that are lost and won.
//!
//! Idea: f(x, m) counts the partitions of m whose values have xor x; parts are brought in one size after the other,
//! f(x, m) += f(x ⊕ G(a), m − a). Cost: n²·P/2 additions, P the power of two above the largest value.

use super::Count;
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
pub fn partitions(rule: &Rule, n: u64, modulus: Option<&BigUint>, work: &Work) -> Result<Partitions> {
    if !rule.plays_with_heaps() {
        return Err(Error::unsupported(format!(
            "partitions are into heaps, and {rule} is not played with heaps"
        )));
    }
    let values: Vec<u32> = heaps(rule, n, work)?.iter().collect();
    let size = values.iter().max().map_or(1, |&top| (top as usize + 1).next_power_of_two());
    let n = n as usize;
    work.fits(&format!("the partitions of {n}"), size as u128 * (n as u128 + 1) * 40)?;
    let mut ways = vec![vec![BigUint::ZERO; n + 1]; size];
    ways[0][0] = 1u32.into();
    for part in 1..=n {
        work.tell(part as u64, n as u64)?;
        for m in part..=n {
            for x in 0..size {
                let more = ways[x ^ values[part] as usize][m - part].clone();
                ways[x][m] += more;
            }
        }
    }
    let all: BigUint = ways.iter().map(|row| &row[n]).sum();
    let lost = &ways[0][n];
    let count = |number: BigUint| {
        let count = Count::proved(number, "all partitions counted");
        match modulus {
            Some(modulus) => count.modulo(modulus),
            None => count,
        }
    };
    Ok(Partitions { lost: count(lost.clone()), won: count(all - lost) })
}
