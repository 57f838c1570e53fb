//! Dynamic Nim: one heap of n tokens. The first move takes 1 to n − 1 of them, every later one at most r
//! times as many as the last.
//!
//! The lost sizes are H(1) = 1 and H(i + 1) = H(i) + H(j) with the least j such that r·H(j) ≥ H(i). Every n
//! is a unique sum of lost sizes, found greedily; a player who may take t tokens loses iff t is less than the
//! last part (docs/dynamic-nim.md).

use crate::{Error, Meter, Result, Work};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

/// More lost sizes are not listed.
pub const MOST_SIZES: usize = 4000;
/// The largest numerator and denominator of a factor.
pub const LARGEST_FACTOR: u64 = 1_000_000_000;
/// The largest index of a threshold: there are some i^1.5 steps.
pub const LARGEST_INDEX: u64 = 1_000_000;

/// The factor r by which the next move may exceed the last: a fraction of at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Factor {
    numerator: u64,
    denominator: u64,
}

impl Factor {
    /// The fraction in lowest terms.
    ///
    /// # Errors
    /// If it is below 1, or too long.
    pub fn new(numerator: u64, denominator: u64) -> Result<Self> {
        if denominator == 0 || numerator < denominator {
            return Err(Error::bad_rule("the factor of dynamic Nim is at least 1, such as 2 or 3/2"));
        }
        if numerator > LARGEST_FACTOR {
            return Err(Error::bad_rule(format!(
                "the factor of dynamic Nim has numbers up to {LARGEST_FACTOR}"
            )));
        }
        let common = numerator.gcd(&denominator);
        Ok(Factor { numerator: numerator / common, denominator: denominator / common })
    }

    /// The numerator.
    pub fn numerator(self) -> u64 {
        self.numerator
    }

    /// The denominator.
    pub fn denominator(self) -> u64 {
        self.denominator
    }

    /// The most that may be taken after a move of t: ⌊r·t⌋.
    pub fn after(self, taken: u64) -> u64 {
        let most = u128::from(taken) * u128::from(self.numerator) / u128::from(self.denominator);
        u64::try_from(most).unwrap_or(u64::MAX)
    }

    /// How many numbers t ≥ 1 have r·t < n.
    fn below(self, n: &BigUint) -> BigUint {
        if n.is_zero() { BigUint::ZERO } else { (n * self.denominator - 1u32) / self.numerator }
    }
}

/// What is added up over the sizes of heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Summed {
    /// The fewest tokens with which the first move wins, the whole heap if nothing less does.
    Fewest,
    /// The most tokens with which the first move wins, 0 if the heap is lost.
    Most,
    /// How many first moves win.
    Moves,
}

/// The lost sizes up to a number.
#[derive(Debug, Clone)]
pub struct Dynamic {
    factor: Factor,
    lost: Vec<BigUint>,
    largest: BigUint,
}

impl Dynamic {
    /// Lists the lost sizes up to n.
    ///
    /// ```
    /// use sprague_kernels::{Work, dynamic::{Dynamic, Factor}};
    /// let double = Dynamic::up_to(Factor::new(2, 1).unwrap(), &100u32.into(), &Work::quiet()).unwrap();
    /// let lost: Vec<String> = double.lost().iter().map(|n| n.to_string()).collect();
    /// assert_eq!(lost, ["1", "2", "3", "5", "8", "13", "21", "34", "55", "89"]);
    /// ```
    ///
    /// # Errors
    /// If there are more than [`MOST_SIZES`].
    pub fn up_to(factor: Factor, n: &BigUint, work: &Work) -> Result<Self> {
        let meter = Meter::new(work, 0);
        let (mut lost, mut j) = (vec![BigUint::one()], 0);
        loop {
            let last = lost[lost.len() - 1].clone();
            while &lost[j] * factor.numerator < &last * factor.denominator {
                j += 1;
            }
            let next = last + &lost[j];
            if next > *n {
                break;
            }
            if lost.len() == MOST_SIZES {
                return Err(Error::too_large(
                    format!(
                        "more than {MOST_SIZES} lost sizes up to a number of {} digits; take a smaller number",
                        n.to_string().len()
                    ),
                    None,
                ));
            }
            meter.charge(4 + n.bits() / 16)?;
            lost.push(next);
        }
        Ok(Dynamic { factor, lost, largest: n.clone() })
    }

    /// The lost sizes, ascending.
    pub fn lost(&self) -> &[BigUint] {
        &self.lost
    }

    /// The number up to which they are listed.
    pub fn largest(&self) -> &BigUint {
        &self.largest
    }

    /// The greatest lost size up to n, by index; n is at least 1.
    fn greatest(&self, n: &BigUint) -> usize {
        self.lost.partition_point(|size| size <= n) - 1
    }

    /// The lost sizes of which n is the sum, descending; none for 0. A heap is won by taking the last part,
    /// and lost if there is only one.
    pub fn parts(&self, n: &BigUint) -> Vec<BigUint> {
        let (mut rest, mut parts) = (n.clone(), Vec::new());
        while !rest.is_zero() {
            let part = &self.lost[self.greatest(&rest)];
            rest -= part;
            parts.push(part.clone());
        }
        parts
    }

    /// The sum over the heaps of 1 to n, n at most the number up to which sizes are listed.
    pub fn sum(&self, n: &BigUint, summed: Summed, work: &Work) -> Result<BigUint> {
        let meter = Meter::new(work, 0);
        // Sums over the heaps below each lost size, and up to the largest remainder that can be taken at once
        // from above it.
        let mut sums = Sums { dynamic: self, summed, before: Vec::new(), takeable: Vec::new() };
        for (i, size) in self.lost.iter().enumerate() {
            meter.charge(i as u64 * (4 + size.bits() / 16))?;
            sums.before.push(sums.up_to(&(size - 1u32)));
            sums.takeable.push(sums.up_to(&self.factor.below(size)));
        }
        Ok(sums.up_to(n))
    }
}

/// Sums of one kind, by lost sizes.
struct Sums<'a> {
    dynamic: &'a Dynamic,
    summed: Summed,
    before: Vec<BigUint>,
    takeable: Vec<BigUint>,
}

impl Sums<'_> {
    /// The sum up to a number below the next lost size, or up to the last one.
    ///
    /// A heap H + x, H the greatest lost size, is won by taking x if r·x < H, in addition to the moves that
    /// win on x.
    fn up_to(&self, n: &BigUint) -> BigUint {
        let (mut rest, mut sum) = (n.clone(), BigUint::ZERO);
        // What is taken away at the end: all sums are positive, but a part of one is not.
        let mut less = BigUint::ZERO;
        while !rest.is_zero() {
            let i = self.dynamic.greatest(&rest);
            let size = &self.dynamic.lost[i];
            sum += &self.before[i];
            rest -= size;
            let takeable = self.dynamic.factor.below(size);
            match self.summed {
                Summed::Fewest => sum += size,
                Summed::Moves => sum += takeable.min(rest.clone()),
                Summed::Most if rest <= takeable => {
                    sum += &rest * (&rest + 1u32) / 2u32;
                    break;
                }
                Summed::Most => {
                    sum += &takeable * (&takeable + 1u32) / 2u32;
                    less += &self.takeable[i];
                }
            }
        }
        sum - less
    }
}

/// The i-th factor, from i = 1, at which the lost sizes change, as a fraction in lowest terms; the first is
/// 1.
///
/// ```
/// use sprague_kernels::{Work, dynamic::threshold};
/// assert_eq!(threshold(22, &Work::quiet()).unwrap(), (145, 23));
/// ```
///
/// # Errors
/// If i is 0 or too large.
pub fn threshold(index: u64, work: &Work) -> Result<(u64, u64)> {
    if !(1..=LARGEST_INDEX).contains(&index) {
        return Err(Error::too_large(
            format!("thresholds have the numbers 1 to {LARGEST_INDEX}, not {index}"),
            None,
        ));
    }
    let meter = Meter::new(work, 0);
    let (mut factor, mut lost) = ((1u64, 1u64), Vec::new());
    for _ in 1..index {
        factor = next_threshold(factor, &mut lost, &meter)?;
    }
    Ok(factor)
}

/// The least factor above r with other lost sizes: the least H(i) / H(j − 1) over all i, j the index that r
/// gives.
///
/// Once i − j has been the same m for m + 2 steps it is so forever, and each further quotient is a mediant of
/// two earlier ones, so the least has been seen.
fn next_threshold((p, q): (u64, u64), lost: &mut Vec<u64>, meter: &Meter) -> Result<(u64, u64)> {
    let times = |a: u64, b: u64| u128::from(a) * u128::from(b);
    lost.clear();
    lost.push(1);
    let (mut i, mut j) = (0, 0);
    let mut best: Option<(u64, u64)> = None;
    let (mut distance, mut steps) = (0, 0);
    loop {
        while times(p, lost[j]) < times(q, lost[i]) {
            j += 1;
        }
        if j > 0 {
            let (above, below) = (lost[i], lost[j - 1]);
            if best.is_none_or(|(a, b)| times(above, b) < times(a, below)) {
                best = Some((above, below));
            }
            steps = if i - j == distance { steps + 1 } else { 1 };
            distance = i - j;
            if steps > distance + 1 {
                break;
            }
        }
        let next = lost[i]
            .checked_add(lost[j])
            .ok_or_else(|| Error::too_large("the lost sizes exceed 2^64", None))?;
        lost.push(next);
        i += 1;
    }
    meter.charge(lost.len() as u64)?;
    let (above, below) = best.expect("the loop ends after a quotient");
    let common = above.gcd(&below);
    Ok((above / common, below / common))
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: usize = 120;

    /// By size: the winning first moves.
    fn played(factor: Factor) -> Vec<Vec<usize>> {
        // won[n][t]: whether a player who may take up to t of n tokens wins.
        let mut won = vec![vec![false; N + 1]; N + 1];
        for n in 1..=N {
            for t in 1..=n {
                let rest = n - t;
                let next = (factor.after(t as u64) as usize).min(rest);
                won[n][t] = won[n][t - 1] || !won[rest][next];
            }
        }
        let wins = |n: usize, t: usize| !won[n - t][(factor.after(t as u64) as usize).min(n - t)];
        (0..=N).map(|n| (1..=n).filter(|&t| wins(n, t)).collect()).collect()
    }

    #[test]
    fn equals_play() {
        for (p, q) in [(1, 1), (3, 2), (2, 1), (5, 2), (145, 23), (3, 1), (7, 1), (50, 1)] {
            let factor = Factor::new(p, q).unwrap();
            let all = Dynamic::up_to(factor, &N.into(), &Work::quiet()).unwrap();
            let (mut fewest, mut most, mut moves) = (0, 0, 0);
            for (n, wins) in played(factor).iter().enumerate().skip(1) {
                // The whole heap is no first move.
                let first: Vec<usize> = wins.iter().copied().filter(|&t| t < n).collect();
                let parts = all.parts(&n.into());
                assert_eq!(parts.iter().sum::<BigUint>(), n.into());
                assert_eq!(parts[parts.len() - 1], wins[0].into(), "{p}/{q} {n}");
                assert_eq!(all.lost().contains(&n.into()), first.is_empty(), "{p}/{q} {n}");
                (fewest, most, moves) =
                    (fewest + wins[0], most + first.last().unwrap_or(&0), moves + first.len());
                let sum = |summed| all.sum(&n.into(), summed, &Work::quiet()).unwrap();
                assert_eq!(sum(Summed::Fewest), fewest.into(), "{p}/{q} {n}");
                assert_eq!(sum(Summed::Most), most.into(), "{p}/{q} {n}");
                assert_eq!(sum(Summed::Moves), moves.into(), "{p}/{q} {n}");
            }
        }
    }

    #[test]
    fn thresholds_by_trying_factors() {
        // Lost sizes up to 3000 for a factor, and the change between one threshold and the next.
        let lost = |p: u64, q: u64| {
            let factor = Factor::new(p, q).unwrap();
            Dynamic::up_to(factor, &3000u32.into(), &Work::quiet()).unwrap().lost
        };
        let list: Vec<(u64, u64)> = (1..=60).map(|i| threshold(i, &Work::quiet()).unwrap()).collect();
        assert_eq!((list[0], list[1], list[21]), ((1, 1), (2, 1), (145, 23)));
        for pair in list.windows(2) {
            let ((a, b), (c, d)) = (pair[0], pair[1]);
            assert!(a * d < b * c);
            assert_ne!(lost(a, b), lost(c, d));
            // The mediants towards the next threshold still have the sizes of the one before.
            for k in [1, 10, 1000] {
                assert_eq!(lost(a, b), lost(a + k * c, b + k * d));
            }
        }
        assert!(
            threshold(0, &Work::quiet()).is_err() && threshold(LARGEST_INDEX + 1, &Work::quiet()).is_err()
        );
    }

    #[test]
    fn refused() {
        assert!(Factor::new(1, 2).is_err() && Factor::new(1, 0).is_err() && Factor::new(1 << 40, 1).is_err());
        let long = BigUint::from(10u32).pow(2000);
        assert!(Dynamic::up_to(Factor::new(2, 1).unwrap(), &long, &Work::quiet()).is_err());
    }
}
