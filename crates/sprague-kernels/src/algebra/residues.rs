//! Small number theory: primes, inverses, Chinese remainders.
//!
//! Cost: `is_prime` and `least_prime_factor` take O(√m) divisions, which for m < 2^31 is nothing beside any
//! count.

use num_bigint::BigUint;

/// The least prime factor of `m`, or `m` itself for `m < 2`.
pub fn least_prime_factor(m: u32) -> u32 {
    if m.is_multiple_of(2) {
        return m.min(2);
    }
    let mut d = 3;
    while u64::from(d) * u64::from(d) <= u64::from(m) {
        if m.is_multiple_of(d) {
            return d;
        }
        d += 2;
    }
    m
}

/// Whether `m` is a prime.
///
/// ```
/// assert!(sprague_kernels::algebra::residues::is_prime(1_000_000_007));
/// assert!(!sprague_kernels::algebra::residues::is_prime(1));
/// ```
pub fn is_prime(m: u32) -> bool {
    m >= 2 && least_prime_factor(m) == m
}

/// The inverse of `a` modulo `m`, if there is one.
pub fn inverse(a: u32, m: u32) -> Option<u32> {
    let (mut r, mut next) = (i64::from(m), i64::from(a));
    let (mut t, mut t_next) = (0i64, 1i64);
    while next != 0 {
        let q = r / next;
        (r, next) = (next, r - q * next);
        (t, t_next) = (t_next, t - q * t_next);
    }
    if r != 1 && m != 1 {
        return None;
    }
    u32::try_from(t.rem_euclid(i64::from(m))).ok()
}

/// `base^exponent mod m` by squaring, for any `m >= 1`.
pub fn power(base: u32, mut exponent: u64, m: u32) -> u32 {
    let m = u64::from(m);
    let (mut square, mut out) = (u64::from(base) % m, 1 % m);
    while exponent > 0 {
        if exponent & 1 == 1 {
            out = out * square % m;
        }
        square = square * square % m;
        exponent >>= 1;
    }
    out as u32
}

/// The largest primes below 2^31, downwards, until their product exceeds `bound`.
pub fn primes_exceeding(bound: &BigUint) -> Vec<u32> {
    let mut primes = Vec::new();
    let mut product = BigUint::from(1u32);
    let mut candidate = (1u32 << 31) - 1;
    while product <= *bound {
        if is_prime(candidate) {
            primes.push(candidate);
            product *= candidate;
        }
        candidate -= 2;
    }
    primes
}

/// The number `x` below the product of distinct `primes` with the given `residues`:
/// Garner's mixed radix, O(k²) for k primes.
pub fn chinese_remainder(residues: &[u32], primes: &[u32]) -> BigUint {
    let mut digits: Vec<u32> = Vec::with_capacity(primes.len());
    for (&residue, &p) in residues.iter().zip(primes) {
        let wide = u64::from(p);
        // x = d0 + p0·(d1 + p1·(d2 + …)): peel off the known digits modulo p.
        let mut x = u64::from(residue) % wide;
        for (&digit, &q) in digits.iter().zip(primes) {
            let inverse = inverse(q % p, p).unwrap_or(0);
            x = (x + wide - u64::from(digit) % wide) % wide * u64::from(inverse) % wide;
        }
        digits.push(x as u32);
    }
    let fold = |sum: BigUint, (&digit, &p): (&u32, &u32)| sum * p + digit;
    digits.iter().zip(primes).rev().fold(BigUint::ZERO, fold)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_and_inverses() {
        let sieve = |m: u32| m >= 2 && (2..m).all(|d| !m.is_multiple_of(d));
        for m in 1..400 {
            assert_eq!(is_prime(m), sieve(m), "{m}");
            for a in 0..m {
                let expected = (0..m).find(|b| a * b % m == 1 % m);
                assert_eq!(inverse(a, m), expected, "1/{a} mod {m}");
            }
        }
    }

    #[test]
    fn remainders_give_the_number_back() {
        let x = BigUint::from(123_456_789u32).pow(9);
        let primes = primes_exceeding(&x);
        let residues: Vec<u32> = primes.iter().map(|&p| u32::try_from(&x % p).unwrap()).collect();
        assert_eq!(chinese_remainder(&residues, &primes), x);
    }

    #[test]
    fn powers() {
        assert_eq!(power(3, 5, 1000), 243);
        assert_eq!(power(7, 0, 1), 0);
        assert_eq!(power(0, 0, 5), 1);
    }
}
