//! A range of sizes: all heaps from A to B, all sheets from A×B to W×H, all suits of A to B cards.

use super::{Rule, parse_size};
use crate::{Error, Result};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::fmt;

/// All pieces of a rule from one size to another, both included; sizes have one number,
/// for sheets two, for three heaps at once three.
///
/// ```
/// use sprague::rules::{Rule, Sizes};
/// let cut: Rule = "cut".parse().unwrap();
/// let sizes = Sizes::parse(&cut, "12x123").unwrap();
/// assert_eq!(sizes.to_string(), "1x1 to 12x123");
/// assert_eq!(sizes.from(), [1u32.into(), 1u32.into()]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sizes {
    from: Vec<BigUint>,
    to: Vec<BigUint>,
}

impl Sizes {
    /// From the least size of a rule to this one.
    pub fn up_to(rule: &Rule, to: Vec<BigUint>) -> Result<Self> {
        let from = rule.least_size().iter().map(|&least| least.into()).collect();
        Sizes { from, to }.for_rule(rule)
    }

    /// This size alone, such as all suits of one length.
    pub fn exactly(rule: &Rule, size: Vec<BigUint>) -> Result<Self> {
        Sizes { from: size.clone(), to: size }.for_rule(rule)
    }

    /// From one size to another.
    pub fn between(rule: &Rule, from: Vec<BigUint>, to: Vec<BigUint>) -> Result<Self> {
        Sizes { from, to }.for_rule(rule)
    }

    /// Heaps from nothing to `largest` tokens.
    pub fn heaps(largest: impl Into<BigUint>) -> Self {
        Sizes { from: vec![BigUint::ZERO], to: vec![largest.into()] }
    }

    /// Reads the largest size of a rule, `10^18` or `12x123`.
    pub fn parse(rule: &Rule, text: &str) -> Result<Self> {
        Sizes::up_to(rule, Sizes::read(rule, text)?)
    }

    /// Reads one size of a rule.
    pub fn read(rule: &Rule, text: &str) -> Result<Vec<BigUint>> {
        if rule.least_size().len() == 1 {
            if let Some(largest) = rule.largest_size().filter(|_| text.trim() == "all") {
                return Ok(vec![largest.into()]);
            }
            return Ok(vec![parse_size(text)?]);
        }
        let numbers: Vec<&str> = text.split(['x', 'X', '×']).collect();
        if numbers.len() != rule.least_size().len() {
            return Err(match rule.least_size().len() {
                2 => Error::notation(text, "a size of sheets", "write width x height, such as 5x3"),
                _ => Error::notation(text, "a size", "write three numbers, such as 5x3x4"),
            });
        }
        numbers.into_iter().map(parse_size).collect()
    }

    fn for_rule(self, rule: &Rule) -> Result<Self> {
        let numbers = rule.least_size().len();
        if self.to.len() != numbers || self.from.len() != numbers {
            return Err(Error::wrong_game(format!(
                "sizes of {rule} have {numbers} numbers, not {}",
                self.to.len()
            )));
        }
        Ok(self)
    }

    /// The smallest size.
    pub fn from(&self) -> &[BigUint] {
        &self.from
    }

    /// The largest size.
    pub fn to(&self) -> &[BigUint] {
        &self.to
    }

    /// The largest size as people write it, `12x123`.
    pub fn largest(&self) -> String {
        shown(&self.to)
    }

    /// Whether no size is in the range.
    pub fn is_empty(&self) -> bool {
        self.from.iter().zip(&self.to).any(|(from, to)| from > to)
    }

    /// Both ends in machine words, if they fit.
    pub fn small(&self) -> Option<(Vec<u64>, Vec<u64>)> {
        let small = |numbers: &[BigUint]| numbers.iter().map(ToPrimitive::to_u64).collect::<Option<Vec<_>>>();
        Some((small(&self.from)?, small(&self.to)?))
    }
}

/// Both ends, such as `1x1 to 12x123`; one size alone where they are equal.
impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from == self.to {
            true => f.write_str(&self.largest()),
            false => write!(f, "{} to {}", shown(&self.from), self.largest()),
        }
    }
}

fn shown(numbers: &[BigUint]) -> String {
    numbers.iter().map(BigUint::to_string).collect::<Vec<_>>().join("x")
}
