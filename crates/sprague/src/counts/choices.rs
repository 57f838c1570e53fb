//! Choices of m pieces of some sizes whose values have xor 0: tuples, multisets and sets, lost or won.
//!
//! Idea: a character y with A pieces of sign +1 and B of sign −1 contributes the coefficient of z^m of a power series, and
//! the lost choices are the mean over all characters. With N = A + B, D = A − B:
//!
//! | choice | series | k!·coefficient of z^k |
//! |---|---|---|
//! | multisets | (1 − z)^(−A) (1 + z)^(−B) | h(k+1) = D·h(k) + k·(N + k − 1)·h(k−1) |
//! | sets | (1 + z)^A (1 − z)^B | h(k+1) = D·h(k) − k·(N − k + 1)·h(k−1) |
//!
//! Both recurrences are the differential equation of the series, (1 − z²)·f′ = (D ± N·z)·f; they divide nothing. So with
//! S = Σ_y h_y(m) an exact count is S / (P·m!), of ordered sets S / P. Modulo M all is done modulo P·m!·M, and since S is
//! a multiple of P·m! dividing its residue gives the residue modulo M, for every M. Where P and m! have inverses modulo a
//! word-sized M everything is done in words modulo M. All choices are those of the trivial character: D = N.
//!
//! Cost: m steps for every different entry of the spectrum ([`Spectrum`]), in words or in integers of log₂(P·m!·M) bits.

use super::{CountError, Spectrum, tuples};
use crate::certificates::Outcome;
use crate::known::Known;
use crate::rules::Sizes;
use crate::{Count, Error, Options, Result, Work};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rayon::prelude::*;

/// How pieces are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// In order, the same piece as often as one likes.
    Tuples,
    /// Without order, the same piece as often as one likes.
    Multisets,
    /// Without order, no piece twice.
    Sets,
    /// In order, no piece twice.
    OrderedSets,
}

/// Steps of big integers, each counted by its words: more take too long.
const MOST_WORDS: u128 = 200_000_000_000;
/// Steps in words: more take too long.
const MOST_STEPS: u128 = 20_000_000_000;

/// Choices of `count` pieces of these sizes that are lost or won, exactly or modulo a number.
///
/// ```
/// use sprague::{Options, Work, certificates::Outcome, counts::{self, Choice}, known, rules::{Rule, Sizes}};
/// let rule: Rule = "4.330300003".parse().unwrap();
/// let sizes = Sizes::between(&rule, vec![1u32.into()], vec![12u32.into()]).unwrap();
/// let (options, work) = (Options::default(), Work::quiet());
/// let known = known::up_to(&rule, &sizes, &options, &work).unwrap();
/// let (choice, outcome) = (Choice::Multisets, Outcome::Lost);
/// let lost = counts::choices(known.as_ref(), &sizes, choice, &4u32.into(), outcome, &options, &work).unwrap();
/// assert_eq!(lost.answer, 204u32.into()); // S(12, 4) of Project Euler 888
/// ```
pub fn choices(
    known: &dyn Known,
    sizes: &Sizes,
    choice: Choice,
    count: &BigUint,
    outcome: Outcome,
    options: &Options,
    work: &Work,
) -> Result<Count> {
    let modulus = options.modulus.as_ref();
    if choice == Choice::Tuples {
        let lost = tuples(known, sizes, count, options, work)?;
        return if outcome == Outcome::Lost {
            Ok(lost)
        } else {
            won_tuples(known, sizes, count, modulus, lost)
        };
    }
    let (spectrum, basis) = known.spectrum(sizes, work)?;
    let m =
        count.to_u64().ok_or_else(|| Error::unsupported(format!("{count} pieces are too many to choose")))?;
    let counted = Chosen { spectrum: &spectrum, choice, m };
    let lost = counted.lost(modulus, work)?;
    let answer = match outcome {
        Outcome::Lost => lost,
        Outcome::Won => difference(counted.all(modulus, work)?, lost, modulus),
    };
    Ok(Count { answer, status: known.status(), basis })
}

fn won_tuples(
    known: &dyn Known,
    sizes: &Sizes,
    count: &BigUint,
    modulus: Option<&BigUint>,
    lost: Count,
) -> Result<Count> {
    let pieces = known.pieces(sizes, modulus)?;
    let all = match (modulus, count.to_u32()) {
        (Some(modulus), _) => pieces.modpow(count, modulus),
        (None, Some(count)) => pieces.pow(count),
        (None, None) => return Err(Error::unsupported("the exact number is too long; ask for a residue")),
    };
    Ok(Count { answer: difference(all, lost.answer, modulus), ..lost })
}

fn difference(all: BigUint, less: BigUint, modulus: Option<&BigUint>) -> BigUint {
    match modulus {
        Some(modulus) => (all % modulus + modulus - less % modulus) % modulus,
        None => all - less,
    }
}

/// m pieces chosen in one way.
struct Chosen<'a> {
    spectrum: &'a Spectrum,
    choice: Choice,
    m: u64,
}

impl Chosen<'_> {
    fn lost(&self, modulus: Option<&BigUint>, work: &Work) -> Result<BigUint> {
        self.mean(self.spectrum.entries(), self.spectrum.log_size(), modulus, work)
    }

    fn all(&self, modulus: Option<&BigUint>, work: &Work) -> Result<BigUint> {
        let trivial = [(BigInt::from(self.spectrum.pieces().clone()), BigUint::one())];
        self.mean(&trivial, 0, modulus, work)
    }

    /// The sum over these entries, divided by 2^`log_size` and, without order, by m!.
    fn mean(
        &self,
        entries: &[(BigInt, BigUint)],
        log_size: u64,
        modulus: Option<&BigUint>,
        work: &Work,
    ) -> Result<BigUint> {
        if let Some(small) = modulus.and_then(ToPrimitive::to_u64).filter(|&small| small < 1 << 61)
            && let Some(inverse) = self.inverse(log_size, small)
        {
            self.bounded(u128::from(self.m) * entries.len() as u128, MOST_STEPS)?;
            work.tell(0, self.m)?;
            return Ok(self.in_words(entries, inverse, small).into());
        }
        self.in_integers(entries, log_size, modulus)
    }

    fn ordered(&self) -> bool {
        self.choice == Choice::OrderedSets
    }

    /// The inverse of what is divided by modulo `modulus`, if there is one.
    fn inverse(&self, log_size: u64, modulus: u64) -> Option<u64> {
        if u128::from(self.m) > MOST_STEPS {
            return None;
        }
        let two = BigUint::from(2u32).modpow(&log_size.into(), &modulus.into()).to_u64()?;
        let product = |a: u64, b: u64| times(a, b, modulus);
        let divisor = if self.ordered() {
            two
        } else {
            (1..=self.m).fold(two, |factorial, k| product(factorial, k % modulus))
        };
        let found = i128::from(divisor).extended_gcd(&i128::from(modulus));
        (found.gcd == 1).then(|| found.x.rem_euclid(i128::from(modulus)) as u64)
    }

    fn in_words(&self, entries: &[(BigInt, BigUint)], inverse: u64, modulus: u64) -> u64 {
        let signed = BigInt::from(modulus);
        let residue = |x: &BigInt| x.mod_floor(&signed).to_u64().unwrap_or(0);
        let pieces = residue(&self.spectrum.pieces().clone().into());
        let one = |(entry, often): &(BigInt, BigUint)| {
            let h = self.steps_in_words(residue(entry), pieces, modulus);
            u128::from(times(h, residue(&often.clone().into()), modulus))
        };
        let sum: u128 = entries.par_iter().map(one).sum();
        times((sum % u128::from(modulus)) as u64, inverse, modulus)
    }

    /// h(m) modulo a word.
    fn steps_in_words(&self, entry: u64, pieces: u64, modulus: u64) -> u64 {
        let (mut before, mut h) = (0, 1 % modulus);
        for k in 0..self.m {
            let k = k % modulus;
            // N + k − 1, or k − 1 − N = −(N − k + 1).
            let factor = match self.choice {
                Choice::Multisets => (pieces + k + modulus - 1 % modulus) % modulus,
                _ => (k + 2 * modulus - 1 % modulus - pieces) % modulus,
            };
            let next =
                (times(entry, h, modulus) + times(times(k, factor, modulus), before, modulus)) % modulus;
            (before, h) = (h, next);
        }
        h
    }

    fn in_integers(
        &self,
        entries: &[(BigInt, BigUint)],
        log_size: u64,
        modulus: Option<&BigUint>,
    ) -> Result<BigUint> {
        let bits = u128::from(self.m) * u128::from(self.m.max(1).ilog2() + 1)
            + u128::from(
                modulus.map_or_else(|| self.m.saturating_mul(self.spectrum.pieces().bits()), BigUint::bits),
            );
        let steps = u128::from(self.m).saturating_mul(entries.len() as u128);
        self.bounded((bits / 64 + 2).saturating_mul(steps), MOST_WORDS)?;
        let factorial = if self.ordered() { BigUint::one() } else { (1..=self.m).product() };
        let divisor = factorial << log_size;
        let wide = modulus.map(|modulus| BigInt::from(modulus * &divisor));
        let one = |(entry, often): &(BigInt, BigUint)| {
            self.steps(entry, wide.as_ref()) * BigInt::from(often.clone())
        };
        let mut sum: BigInt = entries.par_iter().map(one).sum();
        if let Some(wide) = &wide {
            sum = sum.mod_floor(wide);
        }
        debug_assert!(!sum.is_negative());
        Ok(sum.into_parts().1 / divisor)
    }

    /// h(m), perhaps modulo a number.
    fn steps(&self, entry: &BigInt, wide: Option<&BigInt>) -> BigInt {
        let pieces = BigInt::from(self.spectrum.pieces().clone());
        let (mut before, mut h) = (BigInt::zero(), BigInt::one());
        for k in 0..self.m {
            let factor = match self.choice {
                Choice::Multisets => (&pieces + k - 1) * k,
                _ => (BigInt::from(k) - 1 - &pieces) * k,
            };
            let mut next = entry * &h + factor * before;
            if let Some(wide) = wide {
                next %= wide;
            }
            (before, h) = (h, next);
        }
        h
    }

    fn bounded(&self, steps: u128, most: u128) -> Result<()> {
        if steps <= most {
            return Ok(());
        }
        Err(CountError::TooLarge {
            what: "the choice of pieces",
            size: format!("{} pieces of {}", self.m, self.spectrum.pieces()),
            limit:
                "fewer pieces, or a residue modulo an odd number whose prime factors are all larger than that"
                    .into(),
        }
        .into())
    }
}

/// a·b mod m for m < 2^61.
fn times(a: u64, b: u64, m: u64) -> u64 {
    if m <= 1 << 32 { a * b % m } else { (u128::from(a) * u128::from(b) % u128::from(m)) as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By going through all choices: (won, lost).
    fn brute(values: &[u64], choice: Choice, m: u64) -> (u64, u64) {
        fn go(
            values: &[u64],
            choice: Choice,
            left: u64,
            xor: u64,
            used: &mut Vec<usize>,
            out: &mut (u64, u64),
        ) {
            if left == 0 {
                *(if xor == 0 { &mut out.1 } else { &mut out.0 }) += 1;
                return;
            }
            for (i, value) in values.iter().enumerate() {
                let allowed = match choice {
                    Choice::Tuples => true,
                    Choice::Multisets => used.last().is_none_or(|&last| i >= last),
                    Choice::Sets => used.last().is_none_or(|&last| i > last),
                    Choice::OrderedSets => !used.contains(&i),
                };
                if allowed {
                    used.push(i);
                    go(values, choice, left - 1, xor ^ value, used, out);
                    used.pop();
                }
            }
        }
        let mut out = (0, 0);
        go(values, choice, m, 0, &mut Vec::new(), &mut out);
        out
    }

    fn histogram(values: &[u64]) -> Vec<BigUint> {
        let mut counts = vec![BigUint::ZERO; 16];
        values.iter().for_each(|&value| counts[value as usize] += 1u32);
        counts
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn equal_to_going_through_all(
            values in proptest::collection::vec(0u64..16, 0..8),
            m in 0u64..5,
            modulus in 1u64..40,
        ) {
            let spectrum = Spectrum::of(&histogram(&values)).unwrap();
            for choice in [Choice::Multisets, Choice::Sets, Choice::OrderedSets] {
                let (won, lost) = brute(&values, choice, m);
                let chosen = Chosen { spectrum: &spectrum, choice, m };
                for modulus in [None, Some(modulus), Some(1), Some(2), Some(1_000_000_007), Some((1 << 61) - 1)] {
                    let big = modulus.map(BigUint::from);
                    let residue = |x: u64| modulus.map_or(x, |modulus| x % modulus);
                    let found = chosen.lost(big.as_ref(), &Work::quiet()).unwrap();
                    prop_assert_eq!(found, residue(lost).into(), "{:?} {:?}", choice, modulus);
                    let all = chosen.all(big.as_ref(), &Work::quiet()).unwrap();
                    prop_assert_eq!(all, residue(won + lost).into(), "{:?} {:?}", choice, modulus);
                }
            }
        }

        /// Words modulo an odd number against integers modulo the same.
        #[test]
        fn both_ways_agree(
            counts in proptest::collection::vec(0u64..1_000_000, 1..9),
            m in 0u64..30,
            modulus in proptest::sample::select(vec![31u64, 37 * 41, 912_491_249, 1_000_000_007, (1 << 61) - 1]),
        ) {
            let spectrum = Spectrum::of(&counts.iter().map(|&c| c.into()).collect::<Vec<_>>()).unwrap();
            for choice in [Choice::Multisets, Choice::Sets, Choice::OrderedSets] {
                let chosen = Chosen { spectrum: &spectrum, choice, m };
                let (entries, size) = (spectrum.entries(), spectrum.log_size());
                prop_assert!(chosen.inverse(size, modulus).is_some());
                let words = chosen.lost(Some(&modulus.into()), &Work::quiet()).unwrap();
                prop_assert_eq!(&words, &chosen.in_integers(entries, size, Some(&modulus.into())).unwrap());
                prop_assert_eq!(words, chosen.in_integers(entries, size, None).unwrap() % modulus);
            }
        }
    }

    #[test]
    fn too_many_pieces_say_so() {
        let spectrum = Spectrum::interval(&0u32.into(), &1000u32.into());
        let chosen = Chosen { spectrum: &spectrum, choice: Choice::Multisets, m: u64::MAX };
        for modulus in [None, Some(BigUint::from(7u32)), Some(10u32.into())] {
            assert!(
                chosen.lost(modulus.as_ref(), &Work::quiet()).unwrap_err().to_string().contains("too large")
            );
        }
    }
}
