//! Two heaps; a move takes as many tokens in all as the smaller heap has, from both as the player likes, but
//! never a whole heap.
//!
//! A pair a ≤ b is lost iff a is below the largest power of two that divides b + 1 (docs/problems/899.md).

use num_bigint::BigUint;

/// How many ordered pairs of heaps of 1 to n are lost.
///
/// ```
/// use sprague_kernels::theorems::distribution::lost_pairs;
/// assert_eq!(lost_pairs(&7u32.into()), 21u32.into());
/// ```
pub fn lost_pairs(n: &BigUint) -> BigUint {
    // With b as the larger heap there are lowbit(b + 1) − 1 lost heaps a, and a = b is lost iff b + 1 is a
    // power of two.
    let above = n + 1u32;
    let with_factor = |k: u64| &above >> k;
    let low_bits: BigUint = (0..above.bits()).map(|k| (with_factor(k) - with_factor(k + 1)) << k).sum();
    let equal = above.bits() - 1;
    // Of 1, …, n + 1 the first, which is no b + 1, has the low bit 1.
    (low_bits - 1u32 - n) * 2u32 - equal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_play() {
        const N: usize = 130;
        let mut lost = vec![vec![false; N + 1]; N + 1];
        for total in 2..=2 * N {
            for a in total.saturating_sub(N).max(1)..=N.min(total - 1) {
                let b = total - a;
                let least = a.min(b);
                lost[a][b] = !(0..=least)
                    .map(|from_a| (from_a, least - from_a))
                    .any(|(x, y)| x < a && y < b && lost[a - x][b - y]);
            }
        }
        let mut count = 0u32;
        for n in 1..=N {
            count += (1..=n).filter(|&a| lost[a][n]).count() as u32;
            count += (1..n).filter(|&b| lost[n][b]).count() as u32;
            assert_eq!(lost_pairs(&n.into()), count.into(), "{n}");
        }
        assert_eq!((lost_pairs(&7u32.into()), lost_pairs(&49u32.into())), (21u32.into(), 221u32.into()));
        assert_eq!(lost_pairs(&0u32.into()), 0u32.into());
    }
}
