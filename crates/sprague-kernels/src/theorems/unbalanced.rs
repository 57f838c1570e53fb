//! Nim with three heaps of different sizes, which no move may make equal; empty heaps count as heaps.
//!
//! Heaps a, b, c are lost iff (a + 1) ⊕ (b + 1) ⊕ (c + 1) = 0 (docs/problems/488.md).

use num_bigint::BigUint;
use num_integer::Integer;

/// The sum of a + b + c over the lost 0 < a < b < c < n.
///
/// ```
/// use sprague_kernels::theorems::unbalanced::sum_of_lost;
/// assert_eq!(sum_of_lost(&8u32.into()), 42u32.into());
/// ```
pub fn sum_of_lost(n: &BigUint) -> BigUint {
    if *n < 4u32.into() {
        return BigUint::ZERO;
    }
    // With every heap one larger: ordered triples of 0 to n with xor 0, less those with a 0 or a 1.
    let (mut count, mut sum) = triples(n);
    count -= n * 3u32 + 1u32;
    sum -= (n * (n + 1u32)) * 3u32;
    // {1, 2j, 2j + 1}, j ≥ 1, in six orders.
    let pairs = (n - 1u32) / 2u32;
    count -= &pairs * 6u32;
    sum -= (&pairs * (&pairs + 1u32) * 2u32 + &pairs * 2u32) * 6u32;
    (sum - count * 3u32) / 6u32
}

/// How many ordered triples of 0 to n have xor 0, and the sum of their entries.
fn triples(n: &BigUint) -> (BigUint, BigUint) {
    // By which of the three equal n so far: how many triples of leading bits, and the sum of their first
    // entries.
    let mut states: Vec<(BigUint, BigUint)> = vec![Default::default(); 8];
    states[7].0 = 1u32.into();
    for i in (0..n.bits()).rev() {
        let mut next: Vec<(BigUint, BigUint)> = vec![Default::default(); 8];
        for (tight, (count, sum)) in states.into_iter().enumerate() {
            for bits in [0b000usize, 0b011, 0b101, 0b110] {
                let allowed = n.bit(i) || tight & bits == 0;
                let still = if n.bit(i) { tight & bits } else { tight };
                if allowed {
                    next[still].0 += &count;
                    next[still].1 +=
                        (&sum << 1u32) + if bits.is_odd() { count.clone() } else { BigUint::ZERO };
                }
            }
        }
        states = next;
    }
    let (count, first) = states
        .into_iter()
        .fold(Default::default(), |(c, s): (BigUint, BigUint), (count, sum)| (c + count, s + sum));
    (count, first * 3u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_play() {
        const N: usize = 40;
        let mut lost = vec![vec![vec![false; N]; N]; N];
        let mut sums = [0u32; N + 1];
        for (a, b, c) in (0..N).flat_map(|a| (0..N).flat_map(move |b| (0..N).map(move |c| (a, b, c)))) {
            if a == b || b == c || a == c {
                continue;
            }
            let won = (0..a).any(|x| x != b && x != c && lost[x][b][c])
                || (0..b).any(|x| x != a && x != c && lost[a][x][c])
                || (0..c).any(|x| x != a && x != b && lost[a][b][x]);
            lost[a][b][c] = !won;
            if !won && 0 < a && a < b && b < c {
                sums[c + 1] += (a + b + c) as u32;
            }
        }
        let mut sum = 0;
        for (n, more) in sums.iter().enumerate() {
            sum += more;
            assert_eq!(sum_of_lost(&n.into()), sum.into(), "{n}");
        }
        assert_eq!(sum_of_lost(&128u32.into()), 496_062u32.into());
    }
}
