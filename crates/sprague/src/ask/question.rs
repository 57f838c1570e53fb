//! Questions: what one may ask, with rules and sizes as people write them.

use crate::counts::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A question. Its JSON form has the key `ask`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The value of an expression in the field of nimbers.
    Nim(NimQuestion),
}

impl Question {
    /// The rule it is about, as it was written; a Project Euler problem and an expression name none.
    pub fn rule(&self) -> Option<&str> {
        match self {
            Question::Values(question) => Some(&question.rule),
            Question::Value(question) => Some(&question.rule),
            Question::Law(question) => Some(&question.rule),
            Question::Moves(question) => Some(&question.rule),
            Question::Explain(question) => Some(&question.rule),
            Question::Count(question) => Some(question.rule()),
            Question::Census(question) => Some(&question.rule),
            Question::Euler(_) | Question::Nim(_) => None,
        }
    }
}

/// Nim-values of heaps 0 to N, of all sheets up to W×H, of all suits of N cards.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ValueQuestion {
    /// The rule.
    pub rule: String,
    /// The pieces, as people write them.
    pub sizes: Vec<String>,
    /// Compute at most this many values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Misère play: the player who cannot move wins.
    #[serde(default, skip_serializing_if = "is_false")]
    pub misere: bool,
}

/// The law of a rule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LawQuestion {
    /// The rule.
    pub rule: String,
    /// Compute at most this many values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Of sheets: rows 1 to this width.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Keep a window of the values only.
    #[serde(default, skip_serializing_if = "is_false")]
    pub window: bool,
    /// Misère play: the player who cannot move wins.
    #[serde(default, skip_serializing_if = "is_false")]
    pub misere: bool,
}

/// The value of a position and every winning move.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MovesQuestion {
    /// The rule.
    pub rule: String,
    /// A sum of pieces.
    pub position: String,
    /// Compute at most this many values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// The most moves to show; 20 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    /// Also the moves that do not win, each with the value it leaves.
    #[serde(default, skip_serializing_if = "is_false")]
    pub all: bool,
    /// Misère play: the player who cannot move wins.
    #[serde(default, skip_serializing_if = "is_false")]
    pub misere: bool,
}

/// Why a position is won or lost.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExplainQuestion {
    /// The rule.
    pub rule: String,
    /// A sum of pieces.
    pub position: String,
    /// Compute at most this many values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Misère play: the player who cannot move wins.
    #[serde(default, skip_serializing_if = "is_false")]
    pub misere: bool,
}

/// All pieces of a rule from one size to another.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pieces {
    /// The rule.
    pub rule: String,
    /// The smallest size; without it the smallest there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The largest size.
    pub to: String,
    /// Compute at most this many values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
}

impl Pieces {
    /// All pieces of a rule up to a size.
    pub fn up_to(rule: impl Into<String>, to: impl Into<String>) -> Self {
        Pieces { rule: rule.into(), to: to.into(), ..Pieces::default() }
    }
}

/// An exact count. Its JSON form has the key `count`; each count has only the keys that mean something for
/// it.
///
/// ```
/// use sprague::ask::{CountQuestion, Pieces, Question};
/// let json = r#"{"ask":"count","count":"zeros","rule":"kayles","to":"100"}"#;
/// let zeros = CountQuestion::Zeros { pieces: Pieces::up_to("kayles", "100"), misere: false };
/// assert_eq!(serde_json::from_str::<Question>(json).unwrap(), Question::Count(zeros));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(extend("unevaluatedProperties" = false)))]
#[serde(tag = "count", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum CountQuestion {
    /// Pieces of a range that the first player wins, or loses.
    Wins {
        /// Which pieces.
        #[serde(flatten)]
        pieces: Pieces,
        /// Whether those that are won or those that are lost are counted; without it those that are won.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
        /// A residue modulo this number instead of the integer.
        #[serde(default, rename = "mod", skip_serializing_if = "Option::is_none")]
        modulus: Option<String>,
        /// Misère play: the player who cannot move wins.
        #[serde(default, skip_serializing_if = "is_false")]
        misere: bool,
    },
    /// Winning first moves, summed over all single pieces of a range.
    Moves {
        /// Which pieces.
        #[serde(flatten)]
        pieces: Pieces,
        /// A residue modulo this number instead of the integer.
        #[serde(default, rename = "mod", skip_serializing_if = "Option::is_none")]
        modulus: Option<String>,
        /// Also the polynomial in the height, for paper cutting.
        #[serde(default, skip_serializing_if = "is_false")]
        polynomial: bool,
    },
    /// Partitions of a number into heaps that are won and lost.
    Partitions {
        /// The rule.
        rule: String,
        /// The number that is partitioned.
        of: String,
        /// Only those that are won, or those that are lost; without it both numbers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
        /// A residue modulo this number instead of the integer.
        #[serde(default, rename = "mod", skip_serializing_if = "Option::is_none")]
        modulus: Option<String>,
        /// Compute at most this many values.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
        /// Misère play: the player who cannot move wins.
        #[serde(default, skip_serializing_if = "is_false")]
        misere: bool,
    },
    /// Partitions of every number from 0 to one, won and lost.
    PartitionTable {
        /// The rule.
        rule: String,
        /// The largest number that is partitioned.
        of: String,
        /// Residues modulo this number instead of integers.
        #[serde(default, rename = "mod", skip_serializing_if = "Option::is_none")]
        modulus: Option<String>,
        /// Compute at most this many values.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    },
    /// Ordered tuples of pieces of a range.
    Tuples {
        /// Which pieces.
        #[serde(flatten)]
        pieces: Pieces,
        /// The number of pieces in a tuple.
        heaps: String,
        /// Whether those that are won or those that are lost are counted; without it those that are lost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
        /// A residue modulo this number instead of the integer.
        #[serde(default, rename = "mod", skip_serializing_if = "Option::is_none")]
        modulus: Option<String>,
        /// Misère play: the player who cannot move wins.
        #[serde(default, skip_serializing_if = "is_false")]
        misere: bool,
    },
    /// Unordered choices of pieces of a range, with repetition.
    Multisets {
        /// Which pieces.
        #[serde(flatten)]
        pieces: Pieces,
        /// The number of pieces in a multiset.
        heaps: String,
        /// Whether those that are won or those that are lost are counted; without it those that are lost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
        /// A residue modulo this number instead of the integer.
        #[serde(default, rename = "mod", skip_serializing_if = "Option::is_none")]
        modulus: Option<String>,
        /// Misère play: the player who cannot move wins.
        #[serde(default, skip_serializing_if = "is_false")]
        misere: bool,
    },
    /// Choices of different pieces of a range.
    Sets {
        /// Which pieces.
        #[serde(flatten)]
        pieces: Pieces,
        /// The number of pieces in a set.
        heaps: String,
        /// Whether every order of the same pieces counts.
        #[serde(default, skip_serializing_if = "is_false")]
        ordered: bool,
        /// Whether those that are won or those that are lost are counted; without it those that are lost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
        /// A residue modulo this number instead of the integer.
        #[serde(default, rename = "mod", skip_serializing_if = "Option::is_none")]
        modulus: Option<String>,
        /// Misère play: the player who cannot move wins.
        #[serde(default, skip_serializing_if = "is_false")]
        misere: bool,
    },
    /// Numbers n from 1 on such that the heaps a·n, b·n, … make a position.
    Pattern {
        /// The rule.
        rule: String,
        /// The multiples of n, such as `1,2,3`.
        pattern: String,
        /// The largest n.
        to: String,
        /// Whether positions that are won or that are lost are counted; without it those that are lost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
        /// A residue modulo this number instead of the integer.
        #[serde(default, rename = "mod", skip_serializing_if = "Option::is_none")]
        modulus: Option<String>,
        /// Compute at most this many values.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    },
    /// How many pieces of a range have each value.
    Histogram {
        /// Which pieces.
        #[serde(flatten)]
        pieces: Pieces,
        /// Residues modulo this number instead of integers.
        #[serde(default, rename = "mod", skip_serializing_if = "Option::is_none")]
        modulus: Option<String>,
    },
    /// Which pieces of a range are lost.
    Zeros {
        /// Which pieces.
        #[serde(flatten)]
        pieces: Pieces,
        /// Misère play: the player who cannot move wins.
        #[serde(default, skip_serializing_if = "is_false")]
        misere: bool,
    },
}

impl CountQuestion {
    /// Whether it is about misère play.
    pub fn is_misere(&self) -> bool {
        match self {
            CountQuestion::Wins { misere, .. }
            | CountQuestion::Partitions { misere, .. }
            | CountQuestion::Tuples { misere, .. }
            | CountQuestion::Multisets { misere, .. }
            | CountQuestion::Sets { misere, .. }
            | CountQuestion::Zeros { misere, .. } => *misere,
            CountQuestion::Moves { .. }
            | CountQuestion::PartitionTable { .. }
            | CountQuestion::Pattern { .. }
            | CountQuestion::Histogram { .. } => false,
        }
    }

    /// The rule it is about, as it was written.
    pub fn rule(&self) -> &str {
        match self {
            CountQuestion::Wins { pieces, .. }
            | CountQuestion::Moves { pieces, .. }
            | CountQuestion::Tuples { pieces, .. }
            | CountQuestion::Multisets { pieces, .. }
            | CountQuestion::Sets { pieces, .. }
            | CountQuestion::Histogram { pieces, .. }
            | CountQuestion::Zeros { pieces, .. } => &pieces.rule,
            CountQuestion::Partitions { rule, .. }
            | CountQuestion::PartitionTable { rule, .. }
            | CountQuestion::Pattern { rule, .. } => rule,
        }
    }
}

/// A Project Euler problem.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CensusQuestion {
    /// The rule.
    pub rule: String,
    /// Compute at most this many values.
    pub limit: String,
    /// The time limit in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// Further codes that the row stands for; their normal form is that of the rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
}

/// The value of an expression in the field of nimbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NimQuestion {
    /// Numbers below 2^64 with `+`, `*`, `/`, `^`, `sqrt(…)` and parentheses, such as `13*14^3/5+2`.
    pub expression: String,
}

/// Options that are off are left out of the JSON form.
fn is_false(flag: &bool) -> bool {
    !flag
}
