//! What is known of a rule in one line, as far as it can be found in a moment: its law, its formula, or that
//! there is none so far.

use super::{Evidence, law_of_lost, up_to};
use crate::laws::{Law, Search};
use crate::rules::{Rule, Sizes};
use crate::{Options, Result, Status, Work};
use num_bigint::BigUint;
use std::time::Duration;

/// How long a law is looked for.
const MOMENT: Duration = Duration::from_millis(500);
/// Published periods of octal games: rule, period, preperiod, largest value.
const PUBLISHED: &str = include_str!("../../data/octal-periods.csv");

/// What is known of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    line: String,
    status: Status,
}

impl Summary {
    /// In a line.
    pub fn line(&self) -> &str {
        &self.line
    }

    /// How much that claims.
    pub fn status(&self) -> Status {
        self.status
    }
}

/// What a moment suffices to find out.
///
/// ```
/// use sprague::{Work, known};
/// let summary = known::summary(&"kayles".parse().unwrap(), &Work::quiet()).unwrap();
/// assert_eq!(summary.line(), "period 12, preperiod 71, by the periodicity theorem");
/// assert!(summary.status().is_proved());
/// ```
pub fn summary(rule: &Rule, work: &Work) -> Result<Summary> {
    if rule.heap_rule().is_some() {
        let found = Search::default().time(MOMENT).find(rule, work)?.unless_stopped()?;
        return Ok(match found.law() {
            Some(law) => Summary { line: law.basis(), status: Law::status(law) },
            None => unproved(rule, found.len()),
        });
    }
    let least: Vec<BigUint> = rule.least_size().iter().map(|&least| (least + 1).into()).collect();
    let known = up_to(rule, &Sizes::up_to(rule, least)?, &Options::default(), work)?;
    let line = match known.evidence() {
        Evidence::Theorem(formula) => formula.text.to_string(),
        Evidence::Rows(_) => "every row is constant from some height on".to_string(),
        Evidence::Sequence(_) | Evidence::Listed(_) | Evidence::Play(_) => {
            let listed = || "values of any size that can be listed".to_string();
            law_of_lost(rule).map_or_else(listed, |law| law.text.to_string())
        }
        Evidence::Claimed(basis) => basis.to_string(),
    };
    Ok(Summary { line, status: known.status() })
}

fn unproved(rule: &Rule, values: usize) -> Summary {
    let row = PUBLISHED.lines().find_map(|row| row.strip_prefix(rule.notation())?.strip_prefix(','));
    let numbers: Vec<&str> = row.map(|row| row.split(',').collect()).unwrap_or_default();
    let line = match numbers[..] {
        [period, preperiod, ..] => format!(
            "period {period}, preperiod {preperiod} are published; `sprague law` computes and proves them"
        ),
        _ => format!("no law proved within {values} values"),
    };
    Summary { line, status: Status::Computed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_periods_that_take_longer() {
        let rule: Rule = "0.16".parse().unwrap();
        assert!(unproved(&rule, 10).line.starts_with("period 149459, preperiod 105351 are published"));
        assert_eq!(unproved(&"0.6".parse().unwrap(), 10).line, "no law proved within 10 values");
    }

    #[test]
    fn games_that_are_not_of_heaps() {
        let line = |text: &str| summary(&text.parse().unwrap(), &Work::quiet()).unwrap().line;
        assert!(line("take:divisors").starts_with("G(n) = v2(n)"));
        assert!(line("cut").contains("constant"));
        for text in ["wythoff", "tree", "cards", "board:sub:1,2", "cut:one", "mark", "sub:squares"] {
            assert!(!line(text).is_empty(), "{text}");
        }
    }
}
