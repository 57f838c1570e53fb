//! Choices of m pieces whose values have xor 0, or not: tuples, multisets and sets, from the numbers of
//! pieces of each value.
//!
//! **Theorem.** Let character y have the sign +1 on A pieces and −1 on B, N = A + B and D = A − B. The lost
//! choices are the mean, over the P characters of the group of values, of c_y, where c_y = D^m for tuples,
//! and else the coefficient of z^m in
//!
//! | choice | series | h(k) = k!·(coefficient of z^k) |
//! |---|---|---|
//! | multisets | (1 − z)^−A (1 + z)^−B | h(k+1) = D·h(k) + k·(N + k − 1)·h(k−1) |
//! | sets, with or without order | (1 + z)^A (1 − z)^B | h(k+1) = D·h(k) − k·(N − k + 1)·h(k−1) |
//!
//! h(0) = 1, h(1) = D; without order c_y = h(m)/m!, with order h(m).
//!
//! *Proof.* The sum of the signs of all choices of m pieces is the power D^m, or the coefficient: each piece
//! of sign ε contributes the factor 1/(1 − εz), or 1 + εz. The mean over all characters of the sign of a
//! choice is 1 if its xor is 0, else 0. The recurrences are the coefficients of (1 − z²)·f′ = (D ± N·z)·f,
//! which these series satisfy. ∎
//!
//! All choices are those of the trivial character alone: D = N, P = 1. Modulo M everything is done modulo
//! M·P·m!, or M·P, and divided at the end, or modulo M if P·m! has an inverse. Cost: P powers of log₂ m
//! products, or P·m steps of the recurrence.

use num_bigint::{BigInt, BigUint, Sign};
use sprague_certificate::{Choice, Outcome};

use crate::{Fault, Work, memory::Buffer, refuse, tally::Tally, work::Meter};

/// Numbers of more bits are not computed with.
const MOST_BITS: u64 = 1 << 17;

/// What is chosen, and modulo what it is counted.
pub(crate) struct Choices<'a> {
    pub choice: Choice,
    pub count: &'a BigUint,
    pub modulus: Option<&'a BigUint>,
}

/// How a sum becomes a mean.
enum Divisor {
    By(BigUint),
    /// Modulo a number: times the inverse.
    Times(BigUint),
}

impl Choices<'_> {
    /// Choices of pieces that are won, or lost. A piece is one of each kind, and its value the xor of theirs.
    pub fn count(
        &self,
        mut kinds: Buffer<Tally>,
        outcome: Outcome,
        meter: &mut Meter,
        work: &Work,
    ) -> Result<BigUint, Fault> {
        if self.modulus.is_some_and(|modulus| *modulus == BigUint::from(1u32)) {
            return Ok(BigUint::ZERO);
        }
        let mut pieces = BigInt::from(1);
        for tally in kinds.iter_mut() {
            pieces *= tally.pieces(work)?;
            tally.transform(work)?;
        }
        let characters = kinds.iter().map(Tally::width).max().unwrap_or(1);
        let entry = |y: usize| kinds.iter().map(|tally| tally.entry(y)).product::<BigInt>();
        let lost = self.mean(characters, entry, &pieces, meter)?;
        if outcome == Outcome::Lost {
            return Ok(lost);
        }
        let all = self.mean(1, |_| pieces.clone(), &pieces, meter)?;
        Ok(match self.modulus {
            Some(modulus) => all + modulus - lost,
            None => all - lost,
        })
    }

    /// The mean over this many characters.
    fn mean(
        &self,
        characters: usize,
        entry: impl Fn(usize) -> BigInt,
        pieces: &BigInt,
        meter: &mut Meter,
    ) -> Result<BigUint, Fault> {
        let (divisor, wide) = self.divisor(characters, pieces, meter)?;
        let mut sum = BigInt::ZERO;
        for y in 0..characters {
            meter.charge(16)?;
            sum += match self.choice {
                Choice::Tuples => self.power(&entry(y), wide.as_ref(), meter)?,
                _ => self.recurrence(&entry(y), pieces, wide.as_ref(), meter)?,
            };
        }
        let sum = match &wide {
            Some(wide) => remainder(&sum, wide),
            None => sum.magnitude().clone(),
        };
        Ok(match (divisor, self.modulus) {
            (Divisor::Times(inverse), Some(modulus)) => sum * inverse % modulus,
            (Divisor::By(number) | Divisor::Times(number), _) => sum / number,
        })
    }

    /// What the sum is divided by, and the number modulo which it is to be known.
    fn divisor(
        &self,
        characters: usize,
        pieces: &BigInt,
        meter: &mut Meter,
    ) -> Result<(Divisor, Option<BigUint>), Fault> {
        let ordered = matches!(self.choice, Choice::Tuples | Choice::OrderedSets);
        let count = u64::try_from(self.count).ok();
        let Some(modulus) = self.modulus else {
            let bits = count.map(|m| m.saturating_mul(pieces.bits() + self.count.bits()));
            if bits.is_none_or(|bits| bits > MOST_BITS) {
                return refuse("the number itself is too long; a residue can be checked");
            }
            return Ok((Divisor::By(factorial(count, ordered, None, meter)? * characters), None));
        };
        if self.choice == Choice::Tuples {
            return Ok((Divisor::By(characters.into()), Some(modulus * characters)));
        }
        let residue = factorial(count, ordered, Some(modulus), meter)? * characters;
        if let Some(inverse) = residue.modinv(modulus) {
            return Ok((Divisor::Times(inverse), Some(modulus.clone())));
        }
        if !ordered && count.is_none_or(|m| m.saturating_mul(self.count.bits()) > MOST_BITS) {
            return refuse(format!("too many pieces to divide by their permutations modulo {modulus}"));
        }
        let divisor = factorial(count, ordered, None, meter)? * characters;
        Ok((Divisor::By(divisor.clone()), Some(divisor * modulus)))
    }

    /// D^m, exactly or modulo a number: squares and products, from the highest bit of m down.
    fn power(&self, base: &BigInt, wide: Option<&BigUint>, meter: &mut Meter) -> Result<BigInt, Fault> {
        let Some(wide) = wide else {
            let mut power = BigInt::from(1);
            for bit in (0..self.count.bits()).rev() {
                meter.charge(16 + square(power.bits()))?;
                power = &power * &power;
                if self.count.bit(bit) {
                    power *= base;
                }
            }
            return Ok(power);
        };
        let base = remainder(base, wide);
        if let (Ok(base), Ok(wide)) = (u64::try_from(&base), u64::try_from(wide)) {
            let product = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(wide)) as u64;
            let mut power = 1;
            for bit in (0..self.count.bits()).rev() {
                meter.charge(16)?;
                power = product(power, power);
                power = if self.count.bit(bit) { product(power, base) } else { power };
            }
            return Ok(power.into());
        }
        let mut power = BigUint::from(1u32);
        for bit in (0..self.count.bits()).rev() {
            meter.charge(64 + 4 * square(wide.bits()))?;
            power = &power * &power % wide;
            if self.count.bit(bit) {
                power = power * &base % wide;
            }
        }
        Ok(power.into())
    }

    /// h(m), exactly or modulo a number.
    fn recurrence(
        &self,
        entry: &BigInt,
        pieces: &BigInt,
        wide: Option<&BigUint>,
        meter: &mut Meter,
    ) -> Result<BigInt, Fault> {
        let Ok(count) = u64::try_from(self.count) else { return refuse("too many pieces are chosen") };
        let wide = wide.map(|wide| BigInt::from_biguint(Sign::Plus, wide.clone()));
        let small = |x: &BigInt| wide.as_ref().map_or_else(|| x.clone(), |wide| x % wide);
        let (entry, pieces) = (small(entry), small(pieces));
        let (mut before, mut h) = (BigInt::ZERO, BigInt::from(1));
        for k in 0..count {
            let words = h.bits() / 64 + 1;
            meter.charge(100 + 4 * (words * (entry.bits() / 64 + 1)) as usize)?;
            let factor = match self.choice {
                Choice::Multisets => (&pieces + k - 1) * k,
                _ => (BigInt::from(k) - 1 - &pieces) * k,
            };
            let next = small(&(&entry * &h + factor * before));
            (before, h) = (h, next);
        }
        Ok(small(&h))
    }
}

/// m!, or 1 where the order counts; perhaps modulo a number.
fn factorial(
    count: Option<u64>,
    ordered: bool,
    modulus: Option<&BigUint>,
    meter: &mut Meter,
) -> Result<BigUint, Fault> {
    let mut product = BigUint::from(1u32);
    if ordered {
        return Ok(product);
    }
    let Some(count) = count else { return refuse("too many pieces are chosen") };
    for k in 2..=count {
        meter.charge(32 + product.bits() as usize / 32)?;
        product *= k;
        if let Some(modulus) = modulus {
            product %= modulus;
        }
    }
    Ok(product)
}

/// The remainder that is not negative.
fn remainder(x: &BigInt, by: &BigUint) -> BigUint {
    let rest = x.magnitude() % by;
    if x.sign() == Sign::Minus && rest != BigUint::ZERO { by - rest } else { rest }
}

/// Products of words in a product of numbers of this many bits.
fn square(bits: u64) -> usize {
    let words = (bits / 64 + 1) as usize;
    words * words
}
