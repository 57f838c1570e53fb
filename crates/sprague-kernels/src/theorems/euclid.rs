//! Two heaps; a move takes a positive multiple of the smaller heap from the larger one.
//!
//! Heaps 0 < x < y are lost iff y < φx, φ the golden ratio (docs/problems/325.md).

use crate::{Error, Result};
use num_bigint::BigInt;
use num_integer::Integer;

/// Numbers of more bits are refused: the sums take that many steps with numbers of that length.
pub const MOST_BITS: u64 = 4096;

/// The sum of x + y over the lost 0 < x < y ≤ n.
///
/// ```
/// use sprague_kernels::theorems::euclid::sum_of_lost;
/// assert_eq!(sum_of_lost(&10.into()).unwrap(), 211.into());
/// ```
pub fn sum_of_lost(n: &BigInt) -> Result<BigInt> {
    if n.bits() > MOST_BITS {
        return Err(Error::too_large(format!("the heaps are too large: n is below 2^{MOST_BITS}"), None));
    }
    // Lost with y are x = q + 1 … y − 1, q = ⌊y / φ⌋, which is ⌊y F / G⌋ for neighbouring Fibonacci numbers F
    // < G, n < G.
    let (mut f, mut g) = (BigInt::from(1), BigInt::from(1));
    while g <= *n {
        (f, g) = (g.clone(), f + g);
    }
    let sums = floor_sums(&f, &0.into(), &g, n);
    // Σ 3y(y − 1)/2 = (n + 1)n(n − 1)/2.
    let all = (n + 1) * n * (n - 1) / 2;
    Ok(all - sums.weighted - (sums.squares + sums.plain) / 2)
}

/// Sums over i = 0 … n of q, i·q and q², where q = ⌊(ai + b) / c⌋.
#[derive(Debug, Default, PartialEq, Eq)]
struct FloorSums {
    plain: BigInt,
    weighted: BigInt,
    squares: BigInt,
}

/// By exchanging i and q, as Euclid's algorithm exchanges a and c; a, b, n ≥ 0 < c.
fn floor_sums(a: &BigInt, b: &BigInt, c: &BigInt, n: &BigInt) -> FloorSums {
    struct Level {
        n: BigInt,
        whole: (BigInt, BigInt),
        m: BigInt,
    }
    let (mut a, mut b, mut c, mut n) = (a.clone(), b.clone(), c.clone(), n.clone());
    let mut levels = Vec::new();
    loop {
        let ((by_i, left), (by_one, rest)) = (a.div_rem(&c), b.div_rem(&c));
        let m = (&left * &n + &rest) / &c;
        let done = m == BigInt::ZERO;
        levels.push(Level { n, whole: (by_i, by_one), m: m.clone() });
        if done {
            break;
        }
        (a, b, c, n) = (c.clone(), &c - rest - 1, left, m - 1);
    }
    let mut sums = FloorSums::default();
    for Level { n, whole: (u, v), m } in levels.into_iter().rev() {
        let FloorSums { plain, weighted, squares } = sums;
        let (inner_plain, inner_weighted, inner_squares) = if m == BigInt::ZERO {
            Default::default()
        } else {
            let f = &n * &m - &plain;
            let g: BigInt = (&m * &n * (&n + 1) - &squares - &plain) / 2;
            let h = &n * &m * (&m + 1) - 2 * weighted - 2 * plain - &f;
            (f, g, h)
        };
        let (one, i, ii) = (&n + 1, &n * (&n + 1) / 2, &n * (&n + 1) * (2 * &n + 1) / 6);
        sums = FloorSums {
            plain: &u * &i + &v * &one + &inner_plain,
            weighted: &u * &ii + &v * &i + &inner_weighted,
            squares: &u * &u * &ii
                + &v * &v * &one
                + 2 * &u * &v * &i
                + inner_squares
                + 2 * &v * inner_plain
                + 2 * &u * inner_weighted,
        };
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equals_play() {
        const N: usize = 150;
        let mut won = vec![vec![false; N + 1]; N + 1];
        let mut sum = 0;
        for y in 1..=N {
            for x in 1..=y {
                // Taking the whole larger heap leaves an empty heap, and the opponent without a move.
                won[x][y] = (1..=y / x).any(|k| {
                    let (a, b) = (x.min(y - k * x), x.max(y - k * x));
                    a == 0 || !won[a][b]
                });
                if x < y && !won[x][y] {
                    sum += x + y;
                }
            }
            assert_eq!(sum_of_lost(&y.into()).unwrap(), sum.into(), "{y}");
        }
        assert_eq!(sum_of_lost(&10_000.into()).unwrap(), 230_312_207_313u64.into());
        assert_eq!(sum_of_lost(&0.into()).unwrap(), 0.into());
    }

    proptest! {
        #[test]
        fn floor_sums_one_by_one(a in 0u64..60, b in 0u64..60, c in 1u64..30, n in 0u64..60) {
            let q = |i: u64| (a * i + b) / c;
            let expected = FloorSums {
                plain: (0..=n).map(q).sum::<u64>().into(),
                weighted: (0..=n).map(|i| i * q(i)).sum::<u64>().into(),
                squares: (0..=n).map(|i| q(i) * q(i)).sum::<u64>().into(),
            };
            prop_assert_eq!(floor_sums(&a.into(), &b.into(), &c.into(), &n.into()), expected);
        }
    }
}
