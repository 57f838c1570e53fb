//! What is known of heaps whose value a formula gives at any size (docs/arithmetic-games.md).
//!
//! Each is a value and, for counts, how many of the heaps up to N have each value.

use super::{Evidence, Formula, Histogram, Known, difference, histogram_fits, moves_by_play, one_number};
use crate::rules::{Rule, Sizes};
use crate::{Count, Error, Modulus, Result, Work};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

/// Values that grow forever are counted one by one up to this many.
const MOST_VALUES: u64 = 1 << 22;

/// What a formula says.
pub(super) struct Entry {
    formula: Formula,
    /// The value of a heap that is not below the least one.
    value: fn(&BigUint) -> BigUint,
    /// How many heaps from the least one to N have each value.
    histogram: fn(&BigUint, &Work) -> Result<Vec<BigUint>>,
    /// How many of them have value 0.
    zeros: fn(&BigUint) -> BigUint,
}

pub(super) static TAKE_DIVISORS: Entry = Entry {
    formula: Formula {
        name: "power of two in the heap",
        text: "G(n) = v2(n), the exponent of 2 in n",
        proof: "induction on quotients (docs/arithmetic-games.md)",
    },
    value: |n| n.trailing_zeros().unwrap_or(0).into(),
    histogram: |n, work| {
        histogram_fits(n.bits(), n, work)?;
        Ok((0..n.bits()).map(|k| (n >> k) - (n >> (k + 1))).collect())
    },
    zeros: |n| n - (n >> 1u32),
};

pub(super) static TAKE_HALF: Entry = Entry {
    formula: Formula {
        name: "odd part of n + 1",
        text: "G(2m) = m, G(2m+1) = G(m): half of the odd part of n + 1, rounded down",
        proof: "any m heaps from m to 2m - 1 have values 0 to m - 1 (docs/arithmetic-games.md)",
    },
    value: |n| {
        let above = n + 1u32;
        let odd = &above >> above.trailing_zeros().unwrap_or(0);
        odd >> 1u32
    },
    histogram: |n, work| {
        // Heaps of value v are 2^a (2v + 1) - 1.
        let values = few(&((n >> 1u32) + 1u32), work)?;
        Ok((0..values).map(|v| (&(n + 1u32) / (2 * v + 1)).bits().into()).collect())
    },
    zeros: |n| (n + 1u32).bits().into(),
};

pub(super) static POWERS_OF_TWO: Entry = Entry {
    formula: Formula {
        name: "remainder by 3",
        text: "G(n) = n mod 3",
        proof: "no power of two is a multiple of 3 (docs/arithmetic-games.md)",
    },
    value: |n| n % 3u32,
    histogram: |n, _| Ok((0u32..3).map(|v| (n + 3u32 - v) / 3u32).collect()),
    zeros: |n| n / 3u32 + 1u32,
};

pub(super) static RULER: Entry = Entry {
    formula: Formula {
        name: "ruler function",
        text: "G(n) = the largest power of 2 that divides n",
        proof: "xors of consecutive values (docs/arithmetic-games.md)",
    },
    value: |n| BigUint::one() << n.trailing_zeros().unwrap_or(0),
    histogram: |n, work| {
        let mut counts = vec![BigUint::ZERO; few(n, work)? as usize + 1];
        for k in 0..n.bits() {
            counts[1 << k] = (n >> k) - (n >> (k + 1));
        }
        Ok(counts)
    },
    zeros: |_| BigUint::ZERO,
};

pub(super) static MOCK_TURTLES: Entry = Entry {
    formula: Formula {
        name: "odious numbers",
        text: "G(n) = 2n - 2 or 2n - 1, whichever has an odd number of binary ones",
        proof: "xors of two odious numbers are evil (docs/arithmetic-games.md)",
    },
    value: |n| {
        let even = (n - 1u32) << 1u32;
        if even.count_ones().is_odd() { even } else { even + 1u32 }
    },
    histogram: |n, work| {
        let odious = |v: u64| BigUint::from(v.count_ones() % 2);
        Ok((0..2 * few(n, work)?).map(odious).collect())
    },
    zeros: |_| BigUint::ZERO,
};

/// A number of values that can be counted one by one.
fn few(n: &BigUint, work: &Work) -> Result<u64> {
    let n = n.to_u64().filter(|&n| n <= MOST_VALUES).ok_or_else(|| {
        Error::too_large(
            format!("values grow forever, so at most {MOST_VALUES} of them are counted; ask for less"),
            Some(MOST_VALUES),
        )
    })?;
    // No formula has values above 2n.
    histogram_fits(2 * n, &n.into(), work)?;
    Ok(n)
}

/// Heaps of any size under a rule with a formula.
struct ByFormula {
    rule: Rule,
    entry: &'static Entry,
}

pub(super) fn solve(rule: &Rule, entry: &'static Entry) -> Box<dyn Known> {
    Box::new(ByFormula { rule: rule.clone(), entry })
}

impl super::sealed::Sealed for ByFormula {}

impl ByFormula {
    /// Counts from one size to another, from counts up to a size. The least heap is 0 or 1, and none is below
    /// it.
    fn count(&self, sizes: &Sizes, upto: impl Fn(&BigUint) -> Result<Vec<BigUint>>) -> Result<Vec<BigUint>> {
        let least = self.rule.least_size()[0];
        difference(sizes, |n| if *n < least.into() { Ok(vec![]) } else { upto(n) })
    }
}

impl Known for ByFormula {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        Ok((self.entry.value)(one_number(&self.rule, numbers)?))
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        let counts = self.count(sizes, |n| (self.entry.histogram)(n, work))?;
        Ok(Histogram { counts, basis: self.entry.formula.proof.into() })
    }

    fn zeros(&self, sizes: &Sizes, _: Option<&Modulus>, _: &Work) -> Result<Count> {
        let counts = self.count(sizes, |n| Ok(vec![(self.entry.zeros)(n)]))?;
        let zeros = counts.into_iter().next().unwrap_or_default();
        Ok(Count::new(zeros, self.evidence(), self.entry.formula.proof))
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        moves_by_play(self, sizes, work)
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Theorem(self.entry.formula)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;
    use crate::values::Reference;
    use num_traits::Zero;

    /// A heap of a hundred thousand bits has as many values, and each is counted by a number as long.
    #[test]
    fn long_counts_stay_within_memory() {
        let (large, little) = (BigUint::one() << 100_000u32, Work::new(50 << 20, &|_, _| true));
        let refused = (TAKE_DIVISORS.histogram)(&large, &little);
        assert!(matches!(refused, Err(Error::Memory { .. })));
        assert!((TAKE_DIVISORS.histogram)(&(BigUint::one() << 1000u32), &little).is_ok());
    }

    #[test]
    fn values_and_counts_equal_play() {
        for (notation, entry, most) in [
            ("take:divisors", &TAKE_DIVISORS, 600u32),
            ("take:half", &TAKE_HALF, 600),
            ("sub:pow2", &POWERS_OF_TWO, 600),
            ("ruler", &RULER, 70),
            ("mock-turtles", &MOCK_TURTLES, 90),
        ] {
            let rule: Rule = notation.parse().unwrap();
            let mut reference = Reference::new(&rule);
            let mut counts: Vec<BigUint> = Vec::new();
            for n in rule.least_size()[0]..=most.into() {
                let value = (entry.value)(&n.into());
                assert_eq!(value, reference.value(&Piece::heap(n)).into(), "{rule} {n}");
                let value = value.to_usize().unwrap();
                counts.resize(counts.len().max(value + 1), BigUint::ZERO);
                counts[value] += 1u32;
                let mut found = (entry.histogram)(&n.into(), &Work::quiet()).unwrap();
                assert_eq!(
                    (entry.zeros)(&n.into()),
                    found.first().cloned().unwrap_or_default(),
                    "{rule} {n}"
                );
                while found.last().is_some_and(Zero::is_zero) {
                    found.pop();
                }
                assert_eq!(found, counts, "{rule} {n}");
            }
        }
    }

    #[test]
    fn first_values() {
        let row = |entry: &Entry, from: u32, to: u32| {
            (from..=to).map(|n| (entry.value)(&n.into()).to_u32().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(row(&TAKE_HALF, 0, 11), [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1]);
        assert_eq!(row(&RULER, 1, 8), [1, 2, 1, 4, 1, 2, 1, 8]);
        assert_eq!(row(&MOCK_TURTLES, 1, 9), [1, 2, 4, 7, 8, 11, 13, 14, 16]);
    }
}
