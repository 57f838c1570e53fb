//! Bézout's game: two heaps a, b without a common divisor; a move takes c from one and d from the other with
//! ad − bc = ±1, and the player who empties a heap wins.
//!
//! A pair is lost iff its smaller heap is even (docs/problems/787.md).

use crate::{Error, Meter, Result, Work};

/// Larger sums are refused: the sieve goes up to their power 2/3.
pub const LARGEST: u64 = 1_000_000_000_000;

/// How many ordered pairs of positive heaps with a + b ≤ n are won.
///
/// ```
/// use sprague_kernels::{Work, theorems::bezout::won_pairs};
/// assert_eq!(won_pairs(100, &Work::quiet()).unwrap(), 2043);
/// ```
pub fn won_pairs(n: u64, work: &Work) -> Result<u128> {
    if n > LARGEST {
        return Err(Error::too_large(
            format!("the heaps have at most {LARGEST} tokens together, not {n}"),
            None,
        ));
    }
    if n < 2 {
        return Ok(0);
    }
    let moebius = MoebiusSums::new(n, work)?;
    let (mut coprime, mut lost) = (0i128, 0i128);
    let mut d = 1;
    while d <= n {
        let m = n / d;
        let last = n / m;
        let (all, odd) = (moebius.between(d, last), moebius.odd_between(d, last));
        coprime += i128::from(all) * pairs(m);
        lost += i128::from(odd) * even_below_odd(m);
        d = last + 1;
    }
    Ok((coprime - 2 * lost) as u128)
}

/// Ordered pairs of positive numbers with a + b ≤ m.
fn pairs(m: u64) -> i128 {
    i128::from(m) * (i128::from(m) - 1) / 2
}

/// Pairs of an even a and an odd b with 0 < a < b and a + b ≤ m.
fn even_below_odd(m: u64) -> i128 {
    let (t, odd) = (i128::from((m - 1) / 4), i128::from(m.div_ceil(2)));
    t * odd - t * (t + 1)
}

/// Sums of the Möbius function up to n / k for every k.
struct MoebiusSums {
    n: u64,
    /// By x up to the sieve's end.
    small: Vec<i32>,
    /// By k, at n / k, where that is beyond the sieve.
    large: Vec<i64>,
}

impl MoebiusSums {
    fn new(n: u64, work: &Work) -> Result<Self> {
        let end = ((n as f64).powf(2.0 / 3.0) as u64).max(4).min(n);
        work.fits(&format!("a sieve up to {end}"), u128::from(end) * 9)?;
        let meter = Meter::new(work, 0);
        let small = sieve(end as usize, &meter)?;
        let mut sums = MoebiusSums { n, small, large: vec![0; (n / end) as usize + 1] };
        // Σ_{d ≤ x} M(x / d) = 1, from small x to large.
        for k in (1..sums.large.len() as u64).rev() {
            let x = n / k;
            if x <= end {
                continue;
            }
            let (mut sum, mut d) = (1i64, 2);
            meter.charge(x.isqrt())?;
            while d <= x {
                let last = x / (x / d);
                sum -= (last - d + 1) as i64 * sums.at(x / d);
                d = last + 1;
            }
            sums.large[k as usize] = sum;
        }
        Ok(sums)
    }

    /// The sum up to x, x = ⌊n / k⌋ for some k.
    fn at(&self, x: u64) -> i64 {
        match self.small.get(x as usize) {
            Some(&sum) => sum.into(),
            None => self.large[(self.n / x) as usize],
        }
    }

    /// The sum over odd numbers up to x: even ones with a nonzero μ are twice an odd one, with the opposite
    /// sign.
    fn odd_at(&self, x: u64) -> i64 {
        (0..).map(|k| x >> k).take_while(|&x| x > 0).map(|x| self.at(x)).sum()
    }

    fn between(&self, from: u64, to: u64) -> i64 {
        self.at(to) - self.at(from - 1)
    }

    fn odd_between(&self, from: u64, to: u64) -> i64 {
        self.odd_at(to) - self.odd_at(from - 1)
    }
}

/// M(0), …, M(end), by a linear sieve.
fn sieve(end: usize, meter: &Meter) -> Result<Vec<i32>> {
    let mut mu = vec![0i8; end + 1];
    let mut composite = vec![false; end + 1];
    let mut primes: Vec<usize> = Vec::new();
    mu[1] = 1;
    for i in 2..=end {
        if i % 4096 == 0 {
            meter.charge(8192)?;
        }
        if !composite[i] {
            primes.push(i);
            mu[i] = -1;
        }
        for &p in primes.iter().take_while(|&&p| p * i <= end) {
            composite[p * i] = true;
            if i.is_multiple_of(p) {
                break;
            }
            mu[p * i] = -mu[i];
        }
    }
    let sum = |sum: &mut i32, mu: i8| {
        *sum += i32::from(mu);
        Some(*sum)
    };
    Ok(mu.into_iter().scan(0, sum).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_integer::Integer;

    #[test]
    fn equals_play() {
        const N: usize = 130;
        let mut won = vec![vec![false; N]; N];
        let mut count = 0;
        for total in 2..N {
            for a in 1..total {
                let b = total - a;
                if a.gcd(&b) > 1 {
                    continue;
                }
                let moves = (0..=a).flat_map(|c| (0..=b).map(move |d| (c, d)));
                won[a][b] = moves
                    .filter(|&(c, d)| (a * d).abs_diff(b * c) == 1)
                    .any(|(c, d)| c == a || d == b || !won[a - c][b - d]);
                count += u128::from(won[a][b]);
            }
            assert_eq!(won_pairs(total as u64, &Work::quiet()).unwrap(), count, "{total}");
        }
    }

    #[test]
    fn one_by_one_up_to_a_thousand() {
        let mut count = 0u128;
        for n in 2..=1000u64 {
            count += (1..n).filter(|a| a.gcd(&n) == 1 && (*a).min(n - a) % 2 == 1).count() as u128;
            assert_eq!(won_pairs(n, &Work::quiet()).unwrap(), count, "{n}");
        }
        assert!(won_pairs(LARGEST + 1, &Work::quiet()).is_err());
        assert_eq!((won_pairs(0, &Work::quiet()), won_pairs(1, &Work::quiet())), (Ok(0), Ok(0)));
    }
}
