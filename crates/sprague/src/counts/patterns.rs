//! Patterns: how many n from 1 to N are such that the heaps a·n, b·n, … together are lost, or won.
//!
//! Values of Nim are the sizes, so their xor is computed digit by digit: read the binary digits of n, lowest
//! first. A multiple a·n is a carry: on digit d it is y = a·d + carry, puts out the last bit of y and keeps
//! the other bits. The state consists of all carries and whether the digits read so far are at most those of
//! N; the digits put out must have xor 0. After the last digit of n, zeros are read until all carries are 0.
//! Cost: O(states · log N), with at most a·b·… states. n, 2n, 3n (Project Euler 301) have a handful.
//!
//! Other rules: by all values up to the largest multiple, one by one.

use super::Outcome;
use crate::known::Known;
use crate::rules::{HeapRule, Piece, Rule};
use crate::{Count, Error, Meter, Options, Result, Work};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};
use std::collections::HashMap;

/// Steps of looking up a value.
const VALUE_STEPS: u64 = 16;
/// More n than this are not gone through.
const MOST_LISTED: u64 = 20_000_000;
/// More states than this are not kept.
const MOST_STATES: usize = 1_000_000;
/// Larger multiples have too many carries.
const LARGEST_MULTIPLE: u64 = 1 << 20;

/// How many n from 1 to `upto` have the heaps a·n, over all a in `multiples`, together lost or won.
///
/// ```
/// use sprague::{Options, Work, counts::{self, Outcome}, known, rules::{Rule, Sizes}};
/// let (nim, options, work): (Rule, _, _) = ("nim".parse().unwrap(), Options::default(), Work::quiet());
/// let known = known::up_to(&nim, &Sizes::heaps(3072u32), &options, &work).unwrap();
/// let lost = counts::patterns(known.as_ref(), &[1, 2, 3], &1024u32.into(), Outcome::Lost, &options, &work).unwrap();
/// assert_eq!(*lost.answer(), 144u32.into()); // Project Euler 301
/// ```
pub fn patterns(
    known: &dyn Known,
    multiples: &[u64],
    upto: &BigUint,
    outcome: Outcome,
    options: &Options,
    work: &Work,
) -> Result<Count> {
    check_patterns(known.rule(), multiples, upto)?;
    let lost = if is_nim(known.rule()) {
        Count::new(by_digits(multiples, upto, work)?, known.evidence(), "an automaton on binary digits")
    } else {
        by_values(known, multiples, upto, work)?
    };
    let count = match outcome {
        Outcome::Lost => lost,
        Outcome::Won => {
            let won = upto - &lost.answer;
            lost.with(won)
        }
    };
    Ok(count.reduced(options.modulus.as_ref()))
}

/// In Nim every heap is its own value, so that digits can be read one by one.
fn is_nim(rule: &Rule) -> bool {
    rule.heap_rule().is_some_and(HeapRule::is_nim)
}

/// Refuses patterns that cannot be counted, before any value is computed.
pub fn check_patterns(rule: &Rule, multiples: &[u64], upto: &BigUint) -> Result<()> {
    if multiples.is_empty() || multiples.iter().any(|&a| a == 0 || a > LARGEST_MULTIPLE) {
        let line = format!("is a list of numbers from 1 to {LARGEST_MULTIPLE}, such as 1,2,3");
        return Err(Error::option("pattern", &line));
    }
    if is_nim(rule) {
        return Ok(());
    }
    if !rule.has_heaps() {
        return Err(Error::wrong_game(format!(
            "patterns are of heaps, and the pieces of {rule} are not single numbers"
        )));
    }
    match upto.to_u64().filter(|&n| n <= MOST_LISTED) {
        Some(_) => Ok(()),
        None => Err(Error::too_large(
            format!(
                "{upto} is too large: patterns of {rule} are looked at one by one, for n up to {MOST_LISTED}"
            ),
            Some(MOST_LISTED),
        )),
    }
}

/// All carries, and whether the digits of n read so far are at most those of N.
type State = (Vec<u64>, bool);

fn by_digits(multiples: &[u64], upto: &BigUint, work: &Work) -> Result<BigUint> {
    let step = |carries: &[u64], digit: u64| -> Option<Vec<u64>> {
        let sums: Vec<u64> = carries.iter().zip(multiples).map(|(carry, a)| carry + a * digit).collect();
        let even = sums.iter().filter(|&sum| sum & 1 == 1).count() % 2 == 0;
        even.then(|| sums.iter().map(|sum| sum >> 1).collect())
    };
    let mut states: HashMap<State, BigUint> =
        HashMap::from([((vec![0; multiples.len()], true), BigUint::one())]);
    // Carries and a number below upto, each in an entry of a table that may be half empty.
    let bytes = 2 * size_of::<(State, BigUint)>() as u64 + 8 * multiples.len() as u64 + upto.bits() / 8 + 32;
    for place in 0..upto.bits() {
        work.tell(place, upto.bits())?;
        // Every state has two successors at most.
        work.fits("the carries of these multiples", 3 * states.len() as u128 * u128::from(bytes))?;
        let mut next: HashMap<State, BigUint> = HashMap::new();
        for (done, ((carries, at_most), ways)) in states.iter().enumerate() {
            if done % 256 == 255 {
                work.poll()?;
            }
            for digit in 0..2 {
                let bound = u64::from(upto.bit(place));
                let at_most = if digit == bound { *at_most } else { digit < bound };
                if let Some(carries) = step(carries, digit) {
                    *next.entry((carries, at_most)).or_default() += ways;
                }
            }
        }
        if next.len() > MOST_STATES {
            return Err(Error::too_large("these multiples have too many carries; take smaller ones", None));
        }
        states = next;
    }
    let settles = |carries: &[u64]| {
        let mut carries = Some(carries.to_vec());
        while let Some(now) = carries.filter(|now| now.iter().any(|&carry| carry > 0)) {
            carries = step(&now, 0);
            if carries.is_none() {
                return false;
            }
        }
        true
    };
    let lost: BigUint = states
        .iter()
        .filter(|((carries, at_most), _)| *at_most && settles(carries))
        .map(|(_, ways)| ways)
        .sum();
    // n = 0 is lost and not asked for.
    Ok(lost - 1u32)
}

fn by_values(known: &dyn Known, multiples: &[u64], upto: &BigUint, work: &Work) -> Result<Count> {
    let largest = upto.to_u64().expect("checked before");
    let mut lost = 0u64;
    let meter = Meter::new(work, largest.saturating_mul(multiples.len() as u64 * VALUE_STEPS));
    for n in 1..=largest {
        meter.charge(multiples.len() as u64 * VALUE_STEPS)?;
        let mut xor = 0;
        for a in multiples {
            xor ^= known.value_of(&Piece::heap(a * n))?;
        }
        lost += u64::from(xor == 0);
    }
    Ok(Count::new(lost, known.evidence(), "all values, one by one"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn carries_stay_within_memory() {
        let upto = BigUint::from(10u32).pow(100);
        let within = |memory| by_digits(&[1, 2, 3], &upto, &Work::new(memory, &|_, _| true));
        assert!(matches!(within(100), Err(Error::Memory { .. })));
        assert!(within(1 << 20).is_ok());
    }

    proptest! {
        #[test]
        fn digits_equal_the_definition(multiples in proptest::collection::vec(1u64..40, 1..5), upto in 0u64..600) {
            let lost = |n: &u64| multiples.iter().fold(0, |xor, a| xor ^ (a * n)) == 0;
            let expected = (1..=upto).filter(lost).count();
            prop_assert_eq!(by_digits(&multiples, &upto.into(), &Work::quiet()).unwrap(), expected.into());
        }
    }

    #[test]
    fn fibonacci_numbers() {
        // Without two adjacent ones: F(k + 2) numbers below 2^k, less 0, and 2^k itself.
        let (mut a, mut b) = (BigUint::one(), BigUint::from(2u32));
        for k in 1u32..200 {
            let found = by_digits(&[1, 2, 3], &(BigUint::one() << k), &Work::quiet()).unwrap();
            assert_eq!(found, b, "2^{k}");
            (a, b) = (b.clone(), a + b);
        }
    }
}
