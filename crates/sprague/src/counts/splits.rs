//! Winning moves of `split:K`, K ≥ 4, where G(n) = n − 1: partitions of n into 2 to K parts whose values have xor 0.
//!
//! Idea: f(j, x, n) counts the multisets of j parts with xor x and n tokens; parts are brought in one size after the
//! other. Cost: N²·P·K additions of 128 bits, P the power of two above N; 16·(K+1)·P·(N+1) bytes.

use super::Count;
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Beyond this many tokens the number of partitions may pass 128 bits.
const MOST: u64 = 1000;

/// Winning first moves of `split:parts` summed over heaps 1 to `upto`.
pub fn moves(parts: u64, upto: &BigUint, work: &Work) -> Result<Count> {
    let Some(n) = upto.to_u64().filter(|&n| n <= MOST) else {
        return Err(Error::unsupported(format!(
            "winning moves of split:{parts} are counted up to {MOST}; ask for less"
        )));
    };
    let (n, parts) = (n as usize, parts.min(n) as usize);
    let width = n.max(1).next_power_of_two();
    let cells = (parts + 1) * width * (n + 1);
    work.fits(&format!("counting the splits of heaps to {n}"), cells as u128 * 16)?;
    let at = |j: usize, x: usize, m: usize| (j * width + x) * (n + 1) + m;
    let mut ways = vec![0u128; cells];
    ways[at(0, 0, 0)] = 1;
    for part in 1..=n {
        work.tell(part as u64, n as u64)?;
        for j in 1..=parts {
            for x in 0..width {
                for m in part..=n {
                    ways[at(j, x, m)] += ways[at(j - 1, x ^ (part - 1), m - part)];
                }
            }
        }
    }
    let total: u128 = (2..=parts).map(|j| (1..=n).map(|m| ways[at(j, 0, m)]).sum::<u128>()).sum();
    Ok(Count::proved(total, "all splits counted"))
}
