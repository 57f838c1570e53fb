//! What is known of heaps whose values are listed one by one, by a sieve or by bit sets, up to a size.

use super::{Evidence, Formula, Histogram, Known, moves_by_play, one_number};
use crate::rules::{FamilyRule, Mixed, Rule, Sizes, Turning};
use crate::values::{self, Table};
use crate::{Count, Error, Meter, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// The values of all heaps from the least to a size.
#[derive(Debug, Clone)]
pub struct Listed {
    rule: Rule,
    values: Table,
    formula: Option<Formula>,
}

const COPRIME: Formula = Formula {
    name: "least prime factor",
    text: "G(1) = 1, even heaps 0, odd heaps the index of their least prime factor (2 is the first)",
    proof: "options are the smaller coprime heaps (docs/arithmetic-games.md)",
};

const PRIME_FACTORS: Formula = Formula {
    name: "number of prime factors",
    text: "G(n) = Omega(n), the number of prime factors of n with multiplicity",
    proof: "divisors have every smaller number of prime factors (docs/arithmetic-games.md)",
};

const DIVISORS: Formula = Formula {
    name: "number of prime factors",
    text: "G(n) = h(Omega(n)), h(k) = mex of h(i) xor h(j) over 1 <= i, j < k; Omega counts prime factors",
    proof: "divisors have every smaller number of prime factors (docs/arithmetic-games.md)",
};

pub(super) fn take_coprime(rule: &Rule, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    list(rule, sizes, work, Some(COPRIME), |largest| values::take_coprime(largest, work))
}

pub(super) fn split_divisors(rule: &Rule, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    list(rule, sizes, work, Some(DIVISORS), |largest| values::split_divisors(largest, work))
}

pub(super) fn leave_divisors(rule: &Rule, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    list(rule, sizes, work, Some(PRIME_FACTORS), |largest| values::leave_divisors(largest, work))
}

pub(super) fn turning(rule: &Rule, game: &Turning, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    list(rule, sizes, work, None, |largest| values::turning_values(game, largest, work))
}

pub(super) fn mark(rule: &Rule, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    list(rule, sizes, work, None, |largest| values::mark(largest, work))
}

pub(super) fn family(rule: &Rule, family: FamilyRule, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    list(rule, sizes, work, None, |largest| values::family_values(family, largest, work))
}

pub(super) fn mixed(rule: &Rule, mixed: &Mixed, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    list(rule, sizes, work, None, |largest| values::mixed_values(mixed, largest, work))
}

impl Listed {
    /// The values of all heaps from the least on, each the mex over all its moves.
    pub(super) fn every_move(rule: &Rule, values: Table) -> Self {
        Listed { rule: rule.clone(), values, formula: None }
    }
}

fn list(
    rule: &Rule,
    sizes: &Sizes,
    work: &Work,
    formula: Option<Formula>,
    values: impl FnOnce(u64) -> Result<Table>,
) -> Result<Box<dyn Known>> {
    let largest = sizes.to()[0].to_u64().ok_or_else(|| {
        Error::too_large(
            format!(
                "values of {rule} are listed one by one, below 2^64, and {} is too large",
                sizes.largest()
            ),
            None,
        )
    })?;
    work.count_solver();
    Ok(Box::new(Listed { rule: rule.clone(), values: values(largest)?, formula }))
}

impl super::sealed::Sealed for Listed {}

impl Listed {
    fn basis(&self) -> String {
        self.formula
            .map_or_else(|| format!("all {} values", self.values.len()), |formula| formula.proof.into())
    }

    pub(super) fn at(&self, n: u64) -> Option<u32> {
        self.values.get(usize::try_from(n.checked_sub(self.rule.least_size()[0])?).ok()?)
    }

    fn beyond(&self, n: impl std::fmt::Display) -> Error {
        Error::not_known(format!("{}: the value of {n} is not known", self.rule))
    }
}

impl Known for Listed {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let n = one_number(&self.rule, numbers)?;
        n.to_u64().and_then(|n| self.at(n)).map(BigUint::from).ok_or_else(|| self.beyond(n))
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        let (mut counts, meter): (Vec<u64>, _) = (Vec::new(), Meter::new(work, self.values.len() as u64));
        if let Some((from, to)) = sizes.small().filter(|_| !sizes.is_empty()) {
            self.at(to[0]).ok_or_else(|| self.beyond(to[0]))?;
            for n in from[0].max(self.rule.least_size()[0])..=to[0] {
                meter.charge(1)?;
                let value = self.at(n).ok_or_else(|| self.beyond(n))? as usize;
                if value >= counts.len() {
                    counts.resize(value + 1, 0);
                }
                counts[value] += 1;
            }
        }
        let counts = counts.into_iter().map(BigUint::from).collect();
        Ok(Histogram { counts, basis: self.basis() })
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        moves_by_play(self, sizes, work)
    }

    fn evidence(&self) -> Evidence<'_> {
        self.formula.map_or(Evidence::Listed(self), Evidence::Theorem)
    }
}
