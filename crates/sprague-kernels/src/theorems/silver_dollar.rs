//! The silver dollar game: coins on a strip, one of them the dollar. A coin moves left without jumping over
//! another, or the leftmost coin is pocketed; the player who pockets the dollar wins.
//!
//! Pair the coins from the right. Unless the dollar is the leftmost coin, a position is lost iff the gaps
//! inside the pairs have xor 0; a coin left over has its distance to the end of the strip as its gap, or one
//! less if the dollar is next to it (docs/problems/344.md).

use crate::{Error, Meter, Modulus, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::ops::AddAssign;

/// More squares, coins or additions are refused.
pub const MOST_SQUARES: u64 = 100_000_000;
/// At most this many coins other than the dollar.
pub const MOST_COINS: u64 = 10_000;

/// How many placements of the dollar and `coins` worthless coins on `squares` squares are won.
///
/// ```
/// use sprague_kernels::{Work, theorems::silver_dollar::won_placements};
/// assert_eq!(won_placements(10, 2, None, &Work::quiet()).unwrap(), 324u32.into());
/// ```
pub fn won_placements(squares: u64, coins: u64, modulus: Option<&Modulus>, work: &Work) -> Result<BigUint> {
    if squares > MOST_SQUARES || coins > MOST_COINS {
        return Err(Error::too_large(
            format!(
                "a strip has at most {MOST_SQUARES} squares and {MOST_COINS} coins, not {squares} and {coins}"
            ),
            None,
        ));
    }
    let all = coins + 1;
    if squares < all {
        return Ok(BigUint::ZERO);
    }
    let free = squares - all;
    // Two words for each free square, at least.
    work.fits(&format!("a strip of {squares} squares"), 16 * u128::from(free + 2))?;
    let mut placements = BigUint::ZERO;
    binomials(squares, all, &Meter::new(work, 0), |j, binomial| {
        if j == all {
            placements = binomial * all;
        }
    })?;
    let lost = match modulus.and_then(|modulus| modulus.to_u64()).filter(|modulus| *modulus <= 1 << 62) {
        Some(modulus) => lost(&Residues(modulus), free, coins, work)?.into(),
        None => {
            // A number of free squares has at most as many placements as there are.
            let word = placements.bits().div_ceil(64) * 8 + 32;
            work.fits(
                &format!("exact counts for {squares} squares"),
                2 * u128::from(word) * u128::from(free + 2),
            )?;
            lost(&Integers { words: placements.bits() / 64 + 1 }, free, coins, work)?
        }
    };
    Ok(crate::algebra::difference(placements, &lost, modulus))
}

/// Lost placements with this many free squares.
fn lost<R: Ring>(ring: &R, free: u64, coins: u64, work: &Work) -> Result<R::Number> {
    let (all, mut lost) = (coins + 1, ring.number(&BigUint::ZERO));
    if coins == 0 {
        return Ok(lost);
    }
    let heaps = all.div_ceil(2);
    if all.is_multiple_of(2) {
        // The dollar is any coin but the first.
        let zero = with_xor_zero(ring, heaps, free, heaps + 1, work)?;
        return Ok(ring.times(&zero, coins));
    }
    // The dollar is the second coin …
    ring.add(&mut lost, &with_xor_zero(ring, heaps, free, heaps, work)?);
    // … or a later one: the heap of the first coin is at least 1.
    if coins > 1 {
        let any = with_xor_zero(ring, heaps, free + 1, heaps, work)?;
        let none = with_xor_zero(ring, heaps - 1, free + 1, heaps, work)?;
        ring.add(&mut lost, &ring.times(&ring.minus(&any, &none), coins - 1));
    }
    Ok(lost)
}

/// How many ways there are to divide `free` squares into a number of heaps with xor 0 and a number of other
/// gaps.
fn with_xor_zero<R: Ring>(ring: &R, heaps: u64, free: u64, gaps: u64, work: &Work) -> Result<R::Number> {
    let meter = Meter::new(work, 0);
    let ways = heaps_with_xor_zero(ring, heaps, free as usize, &meter)?;
    // A sum of `free` with g more gaps: g-fold sums of the numbers of ways, which stand at even sums alone.
    let mut sums = vec![ring.number(&BigUint::ZERO); free as usize + 1];
    for (half, ways) in ways.into_iter().enumerate() {
        sums[2 * half] = ways;
    }
    for _ in 0..gaps {
        for portion in 0..=free / PORTION {
            meter.charge(PORTION.min(free + 1) * ring.words())?;
            let from = (portion * PORTION).max(1) as usize;
            for i in from..((portion + 1) * PORTION).min(free + 1) as usize {
                let (before, from) = sums.split_at_mut(i);
                ring.add(&mut from[0], &before[i - 1]);
            }
        }
    }
    Ok(sums.swap_remove(free as usize))
}

/// C(n, 0), C(n, 1), …, C(n, last), one from the other.
fn binomials(n: u64, last: u64, meter: &Meter, mut visit: impl FnMut(u64, &BigUint)) -> Result<()> {
    let mut binomial = BigUint::from(1u32);
    for j in 0..=last {
        visit(j, &binomial);
        meter.charge(16 + binomial.bits() / 16)?;
        binomial = binomial * n.saturating_sub(j) / (j + 1);
    }
    Ok(())
}

/// Additions between two polls.
const PORTION: u64 = 1 << 14;

/// How many tuples of heaps have xor 0 and sum 2i, i ≤ most / 2: an even number j of them is odd, and the
/// rest is twice a tuple of sum i − j/2.
fn heaps_with_xor_zero<R: Ring>(ring: &R, heaps: u64, most: usize, meter: &Meter) -> Result<Vec<R::Number>> {
    let mut odd: Vec<R::Number> = Vec::new();
    binomials(heaps, heaps.min(most as u64), meter, |j, binomial| {
        if j.is_multiple_of(2) {
            odd.push(ring.number(binomial));
        }
    })?;
    let mut ways: Vec<R::Number> = Vec::with_capacity(most / 2 + 1);
    for i in 0..=most / 2 {
        // The sum of the halves is even too, as its xor is 0.
        let mut sum = ring.number(&if i == 0 { BigUint::from(1u32) } else { BigUint::ZERO });
        let first = if i % 2 == 0 { 0 } else { 1 };
        meter.charge((1 + odd.len() as u64) * ring.words() * (1 + heaps / 64))?;
        for j in (first..odd.len().min(i + 1)).step_by(2) {
            let of_halves = (i - j) / 2;
            // i = 0, j = 0 is the tuple of empty heaps, already there.
            if i > 0 {
                ring.add(&mut sum, &ring.product(&odd[j], &ways[of_halves]));
            }
        }
        ways.push(sum);
    }
    Ok(ways)
}

/// Integers, or residues modulo a word.
trait Ring {
    type Number: Clone;
    /// Words of a number, at most.
    fn words(&self) -> u64;
    fn number(&self, number: &BigUint) -> Self::Number;
    fn add(&self, to: &mut Self::Number, number: &Self::Number);
    fn minus(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn product(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn times(&self, a: &Self::Number, times: u64) -> Self::Number {
        self.product(a, &self.number(&times.into()))
    }
}

struct Integers {
    words: u64,
}

impl Ring for Integers {
    type Number = BigUint;

    fn words(&self) -> u64 {
        self.words
    }

    fn number(&self, number: &BigUint) -> BigUint {
        number.clone()
    }

    fn add(&self, to: &mut BigUint, number: &BigUint) {
        to.add_assign(number);
    }

    fn minus(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a - b
    }

    fn product(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b
    }
}

/// Modulo a number of at most 2^62.
struct Residues(u64);

impl Ring for Residues {
    type Number = u64;

    fn words(&self) -> u64 {
        1
    }

    fn number(&self, number: &BigUint) -> u64 {
        (number % self.0).to_u64().expect("a residue modulo a word")
    }

    #[inline]
    fn add(&self, to: &mut u64, number: &u64) {
        let sum = *to + number;
        *to = sum.min(sum.wrapping_sub(self.0));
    }

    fn minus(&self, a: &u64, b: &u64) -> u64 {
        (a + self.0 - b) % self.0
    }

    #[inline]
    fn product(&self, a: &u64, b: &u64) -> u64 {
        (u128::from(*a) * u128::from(*b) % u128::from(self.0)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Whether the player to move wins: the coins as a bit mask, and the index of the dollar from the left.
    fn wins(coins: u32, dollar: u32, seen: &mut HashMap<(u32, u32), bool>) -> bool {
        if let Some(&won) = seen.get(&(coins, dollar)) {
            return won;
        }
        let mut won = dollar == 0;
        if dollar > 0 {
            won |= !wins(coins & (coins - 1), dollar - 1, seen);
        }
        for at in (0..20).filter(|at| coins >> at & 1 == 1) {
            let without = coins & !(1 << at);
            for to in (0..at).rev().take_while(|to| coins >> to & 1 == 0) {
                won |= !wins(without | 1 << to, dollar, seen);
            }
        }
        seen.insert((coins, dollar), won);
        won
    }

    #[test]
    fn equals_play() {
        let (mut seen, modulus) = (HashMap::new(), Modulus::new(1009u32).unwrap());
        for squares in 1..=12u64 {
            for coins in 0..=squares {
                let masks = (0..1u32 << squares).filter(|mask| u64::from(mask.count_ones()) == coins + 1);
                let won: u32 = masks
                    .map(|mask| {
                        (0..mask.count_ones()).filter(|&dollar| wins(mask, dollar, &mut seen)).count() as u32
                    })
                    .sum();
                let found = won_placements(squares, coins, None, &Work::quiet()).unwrap();
                assert_eq!(found, won.into(), "{squares} {coins}");
                let residue = won_placements(squares, coins, Some(&modulus), &Work::quiet()).unwrap();
                assert_eq!(residue, (won % 1009).into(), "{squares} {coins}");
            }
        }
    }

    #[test]
    fn exact_and_residue_agree() {
        let exact = won_placements(100, 10, None, &Work::quiet()).unwrap();
        assert_eq!(exact, 1_514_704_946_113_500u64.into());
        for (squares, coins) in [(300, 17), (500, 30), (77, 76), (77, 77)] {
            let exact = won_placements(squares, coins, None, &Work::quiet()).unwrap();
            for modulus in [1u64, 2, 1_000_036_000_099, 1 << 62, (1 << 63) + 1] {
                let modulus = Modulus::new(modulus).unwrap();
                let residue = won_placements(squares, coins, Some(&modulus), &Work::quiet()).unwrap();
                assert_eq!(residue, &exact % &*modulus, "{squares} {coins} {modulus}");
            }
        }
        assert!(won_placements(MOST_SQUARES + 1, 1, None, &Work::quiet()).is_err());
    }
}
