//! Quasi-polynomials: from a few values to any N, exactly.
//!
//! Idea: if the values of a rule have period p from n0 on, then the number of tuples of at most m heaps, of
//! at most N tokens in all, that satisfy a condition on their values is a polynomial of degree ≤ m in the
//! number of rounds, for N = N₀ + p·i, as soon as N₀ ≥ m·n0: its generating function is a sum of terms x^e /
//! ((1−x)(1−x^p)^m) times a polynomial whose degree exceeds the denominator's by less than m·n0
//! (docs/counting.md). So m + 1 values in the right residue class give all of them, by Newton's forward
//! differences. Cost: m + 1 counts of size about m·(n0 + p), and O(m²) big operations.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::ToPrimitive;

/// f(n) for any n, where f(start + period·i + r) is a polynomial of at most the given degree in i ≥ 0 for
/// each r. `f` is only called below start + (degree + 2)·period.
pub fn extend<E>(
    n: &BigUint,
    start: u64,
    period: u64,
    degree: u64,
    mut f: impl FnMut(u64) -> Result<BigUint, E>,
) -> Result<BigUint, E> {
    if let Some(small) = n.to_u64().filter(|&n| n < start + (degree + 2) * period) {
        return f(small);
    }
    let (rounds, residue) = (n - start).div_rem(&BigUint::from(period));
    let first = start + residue.to_u64().expect("below the period");
    let mut row: Vec<BigInt> = Vec::new();
    for i in 0..=degree {
        row.push(f(first + i * period)?.into());
    }
    let (mut sum, mut binomial) = (BigInt::ZERO, BigInt::from(1));
    for order in 0..=degree {
        // row[0] is the difference of this order; the binomial is C(rounds, order).
        sum += &row[0] * &binomial;
        row = row.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
        binomial = binomial * (BigInt::from(rounds.clone()) - order) / (order + 1);
    }
    Ok(sum.to_biguint().expect("counts are not negative"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn floors_of_quadratics(n in 0u64..100_000, p in 1u64..20, a in 0u64..9, b in 0u64..9, start in 0u64..50) {
            // a·⌊n/p⌋² + b·n, disturbed below the start.
            let f = |n: u64| if n < start { 7 * n } else { a * (n / p) * (n / p) + b * n };
            let extended = extend::<()>(&n.into(), start, p, 2, |small| {
                assert!(small < start + 4 * p);
                Ok(f(small).into())
            });
            prop_assert_eq!(extended.unwrap(), f(n).into());
        }
    }
}
