//! Questions: what one may ask, with rules and sizes as people write them.

use crate::certificates::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A question. Its JSON form has the key `ask`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Question {
    /// Nim-values one by one.
    Values(ValuesQuestion),
    /// The values of single pieces of any size.
    Value(ValueQuestion),
    /// The law of a rule.
    Law(LawQuestion),
    /// The value of a position and its winning moves.
    Moves(MovesQuestion),
    /// Why a position is won or lost.
    Explain(ExplainQuestion),
    /// An exact count.
    Count(CountQuestion),
    /// A Project Euler problem.
    Euler(EulerQuestion),
    /// A row of the census: what is found of a rule within limits.
    Census(CensusQuestion),
}

/// Nim-values of heaps 0 to N, of all sheets up to W×H, of all suits of N cards.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuesQuestion {
    /// The rule.
    pub rule: String,
    /// The largest size.
    pub to: String,
    /// The smallest size; without it the least there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Only how many values there are, the largest and where, and a checksum.
    #[serde(default, skip_serializing_if = "is_false")]
    pub digest: bool,
}

/// The values of single pieces: heaps and sheets of any size that a law covers, suits by their cards.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueQuestion {
    /// The rule.
    pub rule: String,
    /// The pieces, as people write them.
    pub sizes: Vec<String>,
    /// Compute at most so many values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
}

/// The law of a rule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LawQuestion {
    /// The rule.
    pub rule: String,
    /// Compute at most so many values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Of sheets: rows 1 to this width.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upto: Option<String>,
    /// Keep a window of the values only.
    #[serde(default, skip_serializing_if = "is_false")]
    pub window: bool,
}

/// The value of a position and every winning move.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovesQuestion {
    /// The rule.
    pub rule: String,
    /// A sum of pieces.
    pub position: String,
    /// Compute at most so many values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Show so many moves; without it 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    /// Also the moves that do not win, each with the value it leaves.
    #[serde(default, skip_serializing_if = "is_false")]
    pub all: bool,
}

/// Why a position is won or lost.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplainQuestion {
    /// The rule.
    pub rule: String,
    /// A sum of pieces.
    pub position: String,
    /// Compute at most so many values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
}

/// What is counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CountKind {
    /// Pieces of some sizes that the first player wins.
    #[default]
    Wins,
    /// Winning first moves, summed over all single pieces of some sizes.
    Moves,
    /// Partitions of a number into heaps that are won and lost.
    Partitions,
    /// Ordered tuples of pieces of some sizes.
    Tuples,
    /// Unordered choices of pieces of some sizes, the same one as often as one likes.
    Multisets,
    /// Choices of different pieces of some sizes.
    Sets,
    /// Numbers n such that the heaps a·n, b·n, … make a position.
    Pattern,
    /// How many pieces of some sizes have each value.
    Histogram,
    /// Which pieces of some sizes are lost.
    Zeros,
}

/// An exact count.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountQuestion {
    /// What is counted.
    pub count: CountKind,
    /// The rule.
    pub rule: String,
    /// The largest size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upto: Option<String>,
    /// The smallest size; without it the least there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// One size alone, such as the number of cards of every suit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The number that is partitioned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The number of pieces of a tuple, a multiset or a set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heaps: Option<String>,
    /// Of sets: whether their order counts.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ordered: bool,
    /// Of patterns: the multiples of n, such as `1,2,3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// Whether those that are won or those that are lost are counted; without it wins and partitions that are won, all
    /// others that are lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// A residue modulo this number instead of the integer.
    #[serde(default, rename = "mod", skip_serializing_if = "Option::is_none")]
    pub modulus: Option<String>,
    /// Compute at most so many values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Of partitions: all numbers from 0 on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub table: bool,
    /// Of winning cuts: also the polynomial in the height.
    #[serde(default, skip_serializing_if = "is_false")]
    pub polynomial: bool,
}

/// A Project Euler problem.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EulerQuestion {
    /// Its number.
    pub problem: u32,
    /// Sizes by name; those of the statement where none is given.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sizes: BTreeMap<String, String>,
    /// The modulus, instead of that of the statement.
    #[serde(default, rename = "mod", skip_serializing_if = "Option::is_none")]
    pub modulus: Option<String>,
    /// The integer itself where the statement asks for a residue.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exact: bool,
}

/// A row of the census: the law of a rule within a limit of values and of time, with a certificate.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CensusQuestion {
    /// The rule.
    pub rule: String,
    /// Compute at most so many values.
    pub limit: String,
    /// For at most so many seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// Further codes that the row stands for; their normal form is that of the rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
}

/// Options that are off are left out of the JSON form.
fn is_false(flag: &bool) -> bool {
    !flag
}
