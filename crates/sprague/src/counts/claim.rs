//! What was counted, as data: the certificate of a count states it.

use super::{Choice, Outcome};
use crate::rules::Sizes;
use num_bigint::BigUint;

/// What was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claim {
    /// Pieces of these sizes that are won, or lost.
    Pieces(Sizes, Outcome),
    /// Winning first moves of these sizes.
    Moves(Sizes),
    /// Partitions of a number that are won, or lost.
    Partitions(u64, Outcome),
    /// Winning partitions of a number under `split:k`, summed over k.
    Scatterstone(u64),
    /// Choices of this many pieces of these sizes that are won, or lost.
    Choices(Choice, BigUint, Sizes, Outcome),
    /// Numbers n up to a bound whose multiples together are won, or lost.
    Pattern(Vec<u64>, BigUint, Outcome),
    /// How many pieces of these sizes have each value.
    Histogram(Sizes, Vec<String>),
    /// Which heaps of these sizes are lost.
    Zeros(Sizes, Vec<u64>),
    /// Something else, by name: the format has no question for it.
    Other(&'static str),
}

impl Claim {
    /// What was counted, in a word or two.
    pub fn name(&self) -> &'static str {
        match self {
            Claim::Pieces(_, Outcome::Won) => "wins",
            Claim::Pieces(_, Outcome::Lost) => "losses",
            Claim::Moves(_) => "winning moves",
            Claim::Partitions(..) | Claim::Scatterstone(_) => "partitions",
            Claim::Choices(Choice::Tuples, ..) => "tuples",
            Claim::Choices(Choice::Multisets, ..) => "multisets",
            Claim::Choices(Choice::Sets | Choice::OrderedSets, ..) => "sets",
            Claim::Pattern(..) => "patterns",
            Claim::Histogram(..) => "a histogram",
            Claim::Zeros(..) => "lost pieces",
            Claim::Other(name) => name,
        }
    }

    /// The largest heap whose value is needed, in each number.
    pub fn largest(&self) -> Option<Vec<BigUint>> {
        match self {
            Claim::Pieces(sizes, _)
            | Claim::Moves(sizes)
            | Claim::Choices(_, _, sizes, _)
            | Claim::Histogram(sizes, _)
            | Claim::Zeros(sizes, _) => Some(sizes.to().to_vec()),
            Claim::Pattern(multiples, upto, _) => Some(vec![upto * multiples.iter().max()?]),
            Claim::Partitions(..) | Claim::Scatterstone(_) | Claim::Other(_) => None,
        }
    }
}
