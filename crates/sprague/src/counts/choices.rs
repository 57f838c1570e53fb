//! Choices of m pieces of some sizes whose values have xor 0: tuples, multisets and sets, lost or won.
//!
//! Idea: a character y with A pieces of sign +1 and B of sign −1 contributes the coefficient of z^m of a
//! power series, and the lost choices are the mean over all characters. With N = A + B, D = A − B:
//!
//! | choice | series | k!·coefficient of z^k |
//! |---|---|---|
//! | multisets | (1 − z)^(−A) (1 + z)^(−B) | h(k+1) = D·h(k) + k·(N + k − 1)·h(k−1) |
//! | sets | (1 + z)^A (1 − z)^B | h(k+1) = D·h(k) − k·(N − k + 1)·h(k−1) |
//!
//! Both recurrences are the differential equation of the series, (1 − z²)·f′ = (D ± N·z)·f; they divide
//! nothing. So with S = Σ_y h_y(m) an exact count is S / (P·m!), of ordered sets S / P. Modulo M all is done
//! modulo P·m!·M, and since S is a multiple of P·m! dividing its residue gives the residue modulo M, for
//! every M. Where P and m! have inverses modulo a word-sized M everything is done in words modulo M. All
//! choices are those of the trivial character: D = N.
//!
//! Cost: m steps for every different entry of the spectrum ([`Spectrum`]), in words or in integers of
//! log₂(P·m!·M) bits.

use super::{Choice, Outcome, tuples};
use crate::known::{Known, number_of_sizes};
use crate::rules::{Rule, Sizes};
use crate::{Count, Error, Meter, Modulus, Options, Result, Work};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use sprague_kernels::algebra::lost_tuples::exact_answer;
use sprague_kernels::algebra::{Spectrum, difference};
use sprague_kernels::parallel::prelude::*;

/// Steps of big integers, each counted by its words: more take too long.
const MOST_WORDS: u128 = 200_000_000_000;
/// Steps in words: more take too long.
const MOST_STEPS: u128 = 20_000_000_000;

/// What is chosen: how, how many pieces, and which of the choices count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// With or without order and repetition.
    pub choice: Choice,
    /// The number of pieces.
    pub count: BigUint,
    /// Those that are won, or those that are lost.
    pub outcome: Outcome,
}

/// Choices of pieces of these sizes that are lost or won, exactly or modulo a number.
///
/// ```
/// use sprague::{Options, Work, counts::{self, Choice, Outcome, Selection}, known, rules::{Rule, Sizes}};
/// let rule: Rule = "4.330300003".parse().unwrap();
/// let sizes = Sizes::between(&rule, vec![1u32.into()], vec![12u32.into()]).unwrap();
/// let (options, work) = (Options::default(), Work::quiet());
/// let known = known::up_to(&rule, &sizes, &options, &work).unwrap();
/// let four = Selection { choice: Choice::Multisets, count: 4u32.into(), outcome: Outcome::Lost };
/// let lost = counts::choices(known.as_ref(), &sizes, &four, &options, &work).unwrap();
/// assert_eq!(*lost.answer(), 204u32.into()); // S(12, 4) of Project Euler 888
/// ```
pub fn choices(
    known: &dyn Known,
    sizes: &Sizes,
    selection: &Selection,
    options: &Options,
    work: &Work,
) -> Result<Count> {
    let (modulus, Selection { choice, count, outcome }) = (options.modulus.as_ref(), selection);
    let (choice, outcome) = (*choice, *outcome);
    check_choices(known.rule(), sizes, choice, count, modulus)?;
    if choice == Choice::Tuples {
        let lost = tuples(known, sizes, count, options, work)?;
        return if outcome == Outcome::Lost {
            Ok(lost)
        } else {
            won_tuples(known, sizes, count, modulus, lost)
        };
    }
    let (spectrum, basis) = known.spectrum(sizes, work)?;
    let counted = Chosen { spectrum: &spectrum, choice, m: few(choice, count)? };
    let lost = counted.lost(modulus, work)?;
    let answer = match outcome {
        Outcome::Lost => lost,
        Outcome::Won => difference(counted.all(modulus, work)?, &lost, modulus),
    };
    Ok(Count::new(answer, known.evidence(), basis))
}

/// Refuses choices that cannot be counted whatever the values are, before anything is computed.
pub fn check_choices(
    rule: &Rule,
    sizes: &Sizes,
    choice: Choice,
    count: &BigUint,
    modulus: Option<&Modulus>,
) -> Result<()> {
    let pieces = if rule.one_piece_a_size() { number_of_sizes(sizes) } else { BigUint::ZERO };
    if choice == Choice::Tuples {
        let bits = count.to_u64().map_or(u64::MAX, |count| count.saturating_mul(pieces.bits()));
        // One piece, or none, makes no long answers.
        return if modulus.is_some() || pieces.bits() <= 1 { Ok(()) } else { exact_answer(bits) };
    }
    let m = few(choice, count)?;
    Cost { choice, pieces, entries: 1 }.check(m, modulus)
}

/// The number of pieces chosen, if it fits a machine word.
fn few(choice: Choice, count: &BigUint) -> Result<u64> {
    count.to_u64().ok_or_else(|| {
        Error::too_large(
            format!("{count} pieces are too many for {}: they are brought in one by one", plural(choice)),
            None,
        )
    })
}

fn won_tuples(
    known: &dyn Known,
    sizes: &Sizes,
    count: &BigUint,
    modulus: Option<&Modulus>,
    lost: Count,
) -> Result<Count> {
    let pieces = known.pieces(sizes, modulus)?;
    let all = match modulus {
        Some(modulus) => pieces.modpow(count, modulus),
        None => match (count.to_u32(), pieces.to_u32()) {
            (Some(count), _) => {
                exact_answer(pieces.bits().saturating_mul(count.into()))?;
                pieces.pow(count)
            }
            // No power of 0 or 1 is long.
            (None, Some(0 | 1)) => pieces,
            (None, _) => return Err(exact_answer(u64::MAX).expect_err("no such answer is written out")),
        },
    };
    let won = difference(all, &lost.answer, modulus);
    Ok(lost.with(won))
}

/// What a choice of m pieces costs: m steps for each different entry of the spectrum.
struct Cost {
    choice: Choice,
    pieces: BigUint,
    entries: u64,
}

impl Cost {
    /// Steps in machine words.
    fn steps(&self, m: u64) -> u128 {
        u128::from(m) * u128::from(self.entries)
    }

    /// Bits of the integers that are computed with where words do not do: P·m!·M, or the answer times P·m!.
    fn bits(&self, m: u64, modulus: Option<&Modulus>) -> u128 {
        let answer =
            modulus.map_or_else(|| u128::from(m) * u128::from(self.pieces.bits()), |m| m.bits().into());
        u128::from(m) * u128::from(m.max(1).ilog2() + 1) + answer
    }

    /// Words of all integers of all steps.
    fn words(&self, m: u64, modulus: Option<&Modulus>) -> u128 {
        (self.bits(m, modulus) / 64 + 2).saturating_mul(self.steps(m))
    }

    /// Whether words modulo a small modulus may do: m! needs an inverse, so m has to be below every prime
    /// factor.
    fn in_words(&self, m: u64, modulus: Option<&Modulus>) -> bool {
        let small = modulus.and_then(word).filter(|&small| small % 2 == 1);
        let possible = small.is_some_and(|small| self.choice == Choice::OrderedSets || m < small);
        possible && self.steps(m) <= MOST_STEPS
    }

    fn possible(&self, m: u64, modulus: Option<&Modulus>) -> bool {
        self.in_words(m, modulus) || self.words(m, modulus) <= MOST_WORDS
    }

    fn check(&self, m: u64, modulus: Option<&Modulus>) -> Result<()> {
        if modulus.is_none() {
            exact_answer(self.answer_bits(m))?;
        }
        if self.possible(m, modulus) {
            return Ok(());
        }
        let (mut most, mut step) = (0u64, 1u64 << 62);
        while step > 0 {
            if step <= m - most && self.possible(most + step, modulus) {
                most += step;
            }
            step /= 2;
        }
        let other = match modulus {
            Some(modulus) if self.choice != Choice::OrderedSets && word(modulus).is_some() => {
                "; more are possible modulo a prime below 2^61 that is larger than their number"
            }
            _ => "",
        };
        Err(Error::too_large(
            format!(
                "{m} pieces are too many for {}: they are brought in one by one. The largest number that can be counted \
             here is {most}{other}",
                plural(self.choice)
            ),
            Some(most),
        ))
    }

    /// About as many bits as the number of all choices has: log₂ of N^m, of C(N, m) or of C(N + m − 1, m).
    fn answer_bits(&self, m: u64) -> u64 {
        let log = |x: f64| x.max(1.0).log2();
        let (pieces, m) = (self.pieces.bits() as f64, m as f64);
        let fewer = m * (log(m) - std::f64::consts::LOG2_E).max(0.0);
        let bits = match self.choice {
            // C(N + m − 1, m) is at most (N + m)^m / m!, and at most (N + m)^N.
            Choice::Multisets => {
                let sum = pieces.max(log(m)) + 1.0;
                (m * sum - fewer).min(self.pieces.to_f64().unwrap_or(f64::INFINITY) * sum)
            }
            Choice::Sets => (m * pieces - fewer).min(self.pieces.to_f64().unwrap_or(f64::INFINITY)),
            Choice::Tuples | Choice::OrderedSets => m * pieces,
        };
        bits.clamp(0.0, u64::MAX as f64) as u64
    }
}

fn plural(choice: Choice) -> &'static str {
    match choice {
        Choice::Tuples => "tuples",
        Choice::Multisets => "multisets",
        Choice::Sets => "sets",
        Choice::OrderedSets => "ordered sets",
    }
}

/// A modulus that leaves room for sums of residues in a machine word.
fn word(modulus: &Modulus) -> Option<u64> {
    modulus.to_u64().filter(|&small| small < 1 << 61)
}

/// m pieces chosen in one way.
struct Chosen<'a> {
    spectrum: &'a Spectrum,
    choice: Choice,
    m: u64,
}

impl Chosen<'_> {
    fn lost(&self, modulus: Option<&Modulus>, work: &Work) -> Result<BigUint> {
        self.mean(self.spectrum.entries(), self.spectrum.log_size(), modulus, work)
    }

    fn all(&self, modulus: Option<&Modulus>, work: &Work) -> Result<BigUint> {
        let trivial = [(BigInt::from(self.spectrum.pieces().clone()), BigUint::one())];
        self.mean(&trivial, 0, modulus, work)
    }

    /// The sum over these entries, divided by 2^`log_size` and, without order, by m!.
    fn mean(
        &self,
        entries: &[(BigInt, BigUint)],
        log_size: u64,
        modulus: Option<&Modulus>,
        work: &Work,
    ) -> Result<BigUint> {
        let without_repetition = matches!(self.choice, Choice::Sets | Choice::OrderedSets);
        if without_repetition && BigUint::from(self.m) > *self.spectrum.pieces() {
            return Ok(BigUint::ZERO);
        }
        let pieces = self.spectrum.pieces().clone();
        let cost = Cost { choice: self.choice, pieces, entries: entries.len() as u64 };
        cost.check(self.m, modulus)?;
        if let Some(small) = modulus.and_then(word)
            && cost.in_words(self.m, modulus)
            && let Some(inverse) = self.inverse(log_size, small, &Meter::new(work, 0))?
        {
            let meter = Meter::new(work, cost.steps(self.m) as u64);
            return Ok(self.in_words(entries, inverse, small, &meter)?.into());
        }
        self.in_integers(entries, log_size, modulus, work)
    }

    fn ordered(&self) -> bool {
        self.choice == Choice::OrderedSets
    }

    /// The inverse of what is divided by modulo `modulus`, if there is one.
    fn inverse(&self, log_size: u64, modulus: u64, meter: &Meter) -> Result<Option<u64>> {
        let two = BigUint::from(2u32).modpow(&log_size.into(), &modulus.into()).to_u64().unwrap_or(0);
        let mut divisor = two;
        if !self.ordered() {
            for first in (1..=self.m).step_by(PORTION as usize) {
                let last = self.m.min(first + (PORTION - 1));
                divisor = (first..=last).fold(divisor, |factorial, k| times(factorial, k % modulus, modulus));
                if divisor == 0 && modulus > 1 {
                    return Ok(None);
                }
                meter.charge(last - first + 1)?;
            }
        }
        let found = i128::from(divisor).extended_gcd(&i128::from(modulus));
        Ok((found.gcd == 1).then(|| found.x.rem_euclid(i128::from(modulus)) as u64))
    }

    fn in_words(
        &self,
        entries: &[(BigInt, BigUint)],
        inverse: u64,
        modulus: u64,
        meter: &Meter,
    ) -> Result<u64> {
        let signed = BigInt::from(modulus);
        let residue = |x: &BigInt| x.mod_floor(&signed).to_u64().unwrap_or(0);
        let pieces = residue(&self.spectrum.pieces().clone().into());
        let one = |(entry, often): &(BigInt, BigUint)| -> Result<u64> {
            let h = self.steps_in_words(residue(entry), pieces, modulus, meter)?;
            Ok(times(h, residue(&often.clone().into()), modulus))
        };
        let sum = entries.par_iter().map(one).try_reduce(|| 0, |a, b| Ok((a + b) % modulus))?;
        Ok(times(sum, inverse, modulus))
    }

    /// h(m) modulo a word.
    fn steps_in_words(&self, entry: u64, pieces: u64, modulus: u64, meter: &Meter) -> Result<u64> {
        let (mut before, mut h) = (0, 1 % modulus);
        for first in (0..self.m).step_by(PORTION as usize) {
            let end = self.m.min(first + PORTION);
            for k in first..end {
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
            meter.charge(end - first)?;
        }
        Ok(h)
    }

    fn in_integers(
        &self,
        entries: &[(BigInt, BigUint)],
        log_size: u64,
        modulus: Option<&Modulus>,
        work: &Work,
    ) -> Result<BigUint> {
        let pieces = self.spectrum.pieces().clone();
        let cost = Cost { choice: self.choice, pieces, entries: entries.len() as u64 };
        let words = u64::try_from(cost.words(self.m, modulus)).unwrap_or(u64::MAX);
        let meter = Meter::new(work, words.saturating_mul(WORD_STEPS));
        let mut divisor = BigUint::one() << log_size;
        if !self.ordered() {
            for k in 1..=self.m {
                meter.charge(divisor.bits() / 64 + 1)?;
                divisor *= k;
            }
        }
        let wide = modulus.map(|modulus| BigInt::from(&**modulus * &divisor));
        let one = |(entry, often): &(BigInt, BigUint)| -> Result<BigInt> {
            Ok(self.steps(entry, wide.as_ref(), &meter)? * BigInt::from(often.clone()))
        };
        let mut sum: BigInt = entries.par_iter().map(one).try_reduce(BigInt::zero, |a, b| Ok(a + b))?;
        if let Some(wide) = &wide {
            sum = sum.mod_floor(wide);
        }
        debug_assert!(!sum.is_negative());
        Ok(sum.into_parts().1 / divisor)
    }

    /// h(m), perhaps modulo a number.
    fn steps(&self, entry: &BigInt, wide: Option<&BigInt>, meter: &Meter) -> Result<BigInt> {
        let pieces = BigInt::from(self.spectrum.pieces().clone());
        let (mut before, mut h) = (BigInt::zero(), BigInt::one());
        for k in 0..self.m {
            let factor = match self.choice {
                Choice::Multisets => (&pieces + k - 1) * k,
                _ => (BigInt::from(k) - 1 - &pieces) * k,
            };
            meter.charge((h.bits() / 64 + 2) * WORD_STEPS * (entry.bits() / 64 + 1))?;
            let mut next = entry * &h + factor * before;
            if let Some(wide) = wide {
                next %= wide;
            }
            (before, h) = (h, next);
        }
        Ok(h)
    }
}

/// Steps in words between two charges.
const PORTION: u64 = 1 << 12;
/// Steps of a word of a long integer: two products, a sum and a remainder.
const WORD_STEPS: u64 = 4;

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
            let spectrum = Spectrum::of(&histogram(&values), &Work::quiet()).unwrap();
            for choice in [Choice::Multisets, Choice::Sets, Choice::OrderedSets] {
                let (won, lost) = brute(&values, choice, m);
                let chosen = Chosen { spectrum: &spectrum, choice, m };
                for modulus in [None, Some(modulus), Some(1), Some(2), Some(1_000_000_007), Some((1 << 61) - 1)] {
                    let big = modulus.map(|modulus| Modulus::new(modulus).unwrap());
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
            let spectrum = Spectrum::of(&counts.iter().map(|&c| c.into()).collect::<Vec<_>>(), &Work::quiet()).unwrap();
            for choice in [Choice::Multisets, Choice::Sets, Choice::OrderedSets] {
                let chosen = Chosen { spectrum: &spectrum, choice, m };
                let (entries, size) = (spectrum.entries(), spectrum.log_size());
                let work = Work::quiet();
                prop_assert!(chosen.inverse(size, modulus, &Meter::new(&work, 0)).unwrap().is_some());
                let m = Modulus::new(modulus).unwrap();
                let words = chosen.lost(Some(&m), &work).unwrap();
                prop_assert_eq!(&words, &chosen.in_integers(entries, size, Some(&m), &work).unwrap());
                prop_assert_eq!(words, chosen.in_integers(entries, size, None, &work).unwrap() % modulus);
            }
        }
    }

    #[test]
    fn too_many_pieces_say_so() {
        let spectrum = Spectrum::interval(&0u32.into(), &1000u32.into(), &Work::quiet()).unwrap();
        let chosen = Chosen { spectrum: &spectrum, choice: Choice::Multisets, m: u64::MAX };
        for modulus in [None, Some(7u32), Some(10)] {
            let modulus = modulus.map(|modulus| Modulus::new(modulus).unwrap());
            let line = chosen.lost(modulus.as_ref(), &Work::quiet()).unwrap_err().to_string();
            assert!(line.contains("too many") || line.contains("digits"), "{line}");
        }
    }

    /// The largest number that a refusal names is not refused.
    #[test]
    fn what_a_refusal_names_is_possible() {
        for (entries, choice) in [(1, Choice::Multisets), (60, Choice::Sets), (1000, Choice::OrderedSets)] {
            let cost = Cost { choice, pieces: BigUint::from(10u32).pow(9), entries };
            for modulus in [97u64, 912_491_249, 1_000_000_000_000_000_000] {
                let modulus = Modulus::new(modulus).unwrap();
                let line = cost.check(1 << 60, Some(&modulus)).unwrap_err().to_string();
                let named = line.split("here is ").nth(1).unwrap();
                let digits: String = named.chars().take_while(char::is_ascii_digit).collect();
                let most: u64 = digits.parse().unwrap();
                assert!(cost.check(most, Some(&modulus)).is_ok(), "{line}");
                assert!(cost.check(most + 1, Some(&modulus)).is_err(), "{line}");
            }
        }
    }

    #[test]
    fn every_way_stops_when_asked() {
        let stop = |_, _| false;
        let work = Work::new(1 << 30, &stop);
        let spectrum = Spectrum::interval(&0u32.into(), &100_000u32.into(), &Work::quiet()).unwrap();
        for (choice, modulus) in [(Choice::Sets, 1_000_000_007u64), (Choice::Multisets, 1_000_000)] {
            let chosen = Chosen { spectrum: &spectrum, choice, m: 20_000 };
            let modulus = Modulus::new(modulus).unwrap();
            assert_eq!(chosen.lost(Some(&modulus), &work), Err(Error::Interrupted));
            let chosen = Chosen { m: 5000, ..chosen };
            assert_eq!(chosen.lost(None, &work), Err(Error::Interrupted));
        }
    }
}
