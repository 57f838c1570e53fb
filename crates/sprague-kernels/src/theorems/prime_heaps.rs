//! Nim whose heaps are the prime factors of a number, with multiplicity.
//!
//! A number is lost iff it is a square times different primes with xor 0, among which the largest is the xor
//! of the others (docs/problems/953.md).

use crate::{Error, Meter, Result, Work};

/// Larger numbers are refused: the time grows faster than their square root.
pub const LARGEST: u64 = 100_000_000_000_000_000;

/// The sum of the lost numbers from 1 to n.
///
/// ```
/// use sprague_kernels::{Work, theorems::prime_heaps::sum_of_lost};
/// assert_eq!(sum_of_lost(100, &Work::quiet()).unwrap(), 455);
/// ```
pub fn sum_of_lost(n: u64, work: &Work) -> Result<u128> {
    if n > LARGEST {
        return Err(Error::too_large(format!("numbers go up to {LARGEST}, not {n}"), None));
    }
    if n == 0 {
        return Ok(0);
    }
    let largest = (n / 2).isqrt().max(3);
    // One byte per odd number up to the power of two above, and a word per prime.
    work.fits(
        &format!("a list of the primes up to {largest}"),
        u128::from(largest.next_power_of_two()) + u128::from(largest),
    )?;
    let sieve = Sieve::new(largest.next_power_of_two() as usize);
    let primes = (3..=largest as u32).step_by(2).filter(|&p| sieve.is_prime(p)).collect();
    let mut sum = Sum { n, sieve, primes, meter: Meter::new(work, 0), sum: squares(n) };
    for chosen in [Chosen { product: 1, xor: 0 }, Chosen { product: 2, xor: 2 }] {
        sum.extend(chosen, 0)?;
    }
    Ok(sum.sum)
}

/// Σ m² over m² ≤ n.
fn squares(n: u64) -> u128 {
    let m = u128::from(n.isqrt());
    m * (m + 1) * (2 * m + 1) / 6
}

/// Primes chosen so far: 2 or not, and an even number of odd ones.
#[derive(Clone, Copy)]
struct Chosen {
    product: u64,
    xor: u32,
}

impl Chosen {
    fn with(self, prime: u32) -> Self {
        Chosen { product: self.product * u64::from(prime), xor: self.xor ^ prime }
    }
}

struct Sum<'w, 'a> {
    n: u64,
    sieve: Sieve,
    /// The odd primes p with 2p² ≤ n.
    primes: Vec<u32>,
    meter: Meter<'w, 'a>,
    sum: u128,
}

impl Sum<'_, '_> {
    /// Adds all numbers whose least primes are those chosen; the next one has at least this index. The odd
    /// primes of a lost number are even in number, so they come in pairs.
    fn extend(&mut self, chosen: Chosen, from: usize) -> Result<()> {
        self.finish(chosen, from)?;
        for i in from..self.primes.len() {
            // Three more primes, all of them larger.
            let p = self.primes[i];
            let one = chosen.with(p);
            if self.beyond(one.product, p, 3) {
                break;
            }
            for j in i + 1..self.primes.len() {
                let q = self.primes[j];
                if self.beyond(one.product * u64::from(q), q, 2) {
                    break;
                }
                self.extend(one.with(q), j + 1)?;
            }
        }
        Ok(())
    }

    /// Whether a product times a power of a prime is too large.
    fn beyond(&self, product: u64, prime: u32, power: u32) -> bool {
        let mut rest = self.n / product;
        (0..power).for_each(|_| rest /= u64::from(prime));
        rest == 0
    }

    /// Adds the numbers with two more primes p < q: q is the xor of all others.
    fn finish(&mut self, chosen: Chosen, from: usize) -> Result<()> {
        if chosen.xor == 0 {
            return Ok(());
        }
        let rest = self.n / chosen.product;
        let most = rest.isqrt() as u32;
        let to = from + self.primes[from.min(self.primes.len())..].partition_point(|&p| p <= most);
        self.meter.charge(1 + (to.saturating_sub(from)) as u64)?;
        let (mut sum, sieve) = (0u128, &self.sieve);
        for &p in self.primes.get(from..to).unwrap_or_default() {
            let q = p ^ chosen.xor;
            let last = u64::from(p) * u64::from(q);
            if q > p && last <= rest && sieve.is_prime(q) {
                let number = chosen.product * last;
                sum += u128::from(number) * squares(self.n / number);
            }
        }
        self.sum += sum;
        Ok(())
    }
}

/// Which odd numbers are prime, one bit each.
struct Sieve {
    composite: Vec<u64>,
}

impl Sieve {
    /// All odd numbers below `end`.
    fn new(end: usize) -> Self {
        let mut composite = vec![0u64; end / 128 + 1];
        composite[0] = 1;
        for p in (3..).step_by(2).take_while(|p| p * p < end) {
            if composite[p / 128] >> (p / 2 % 64) & 1 == 0 {
                for multiple in (p * p..end).step_by(2 * p) {
                    composite[multiple / 128] |= 1 << (multiple / 2 % 64);
                }
            }
        }
        Sieve { composite }
    }

    /// For odd numbers.
    #[inline]
    fn is_prime(&self, number: u32) -> bool {
        self.composite[number as usize / 128] >> (number / 2 % 64) & 1 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_by_one() {
        const N: usize = 300_000;
        let mut xor = vec![0u32; N + 1];
        let mut prime = vec![true; N + 1];
        for p in 2..=N {
            if !prime[p] {
                continue;
            }
            (2 * p..=N).step_by(p).for_each(|multiple| prime[multiple] = false);
            let mut power = p;
            while power <= N {
                (power..=N).step_by(power).for_each(|multiple| xor[multiple] ^= p as u32);
                power *= p;
            }
        }
        let mut sum = 0u128;
        for n in 1..=N {
            sum += if xor[n] == 0 { n as u128 } else { 0 };
            if n < 3000 || n % 997 == 0 || n == N {
                assert_eq!(sum_of_lost(n as u64, &Work::quiet()).unwrap(), sum, "{n}");
            }
        }
        assert_eq!(sum_of_lost(0, &Work::quiet()), Ok(0));
        assert!(sum_of_lost(LARGEST + 1, &Work::quiet()).is_err());
    }
}
