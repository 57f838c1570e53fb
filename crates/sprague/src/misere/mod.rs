//! **Misère play** of heap rules: the player who cannot move wins.
//!
//! Sums of heaps with equal nim-values need not have equal outcomes in misère play. What replaces nim-values
//! is the *misère quotient* (Q, 𝒫, Φ): the smallest commutative monoid Q with a map Φ from sums of heaps such
//! that a sum X is lost iff Φ(X) ∈ 𝒫. docs/misere.md has theorems and proofs.
//!
//! - [`Play`]: outcomes and [genera](Genus) by exhaustive play, the reference
//! - [`Quotient`]: a verified quotient of the heaps up to a size; [`Claim`] and [`Flaw`]: how it is verified
//! - [`find_law`]: quotients heap by heap until a theorem proves the images of all heaps ([`Law`]), or a
//!   limit is reached
//! - [`Known`]: the result: outcomes, winning moves and exact counts for heaps of any size; [`Summary`]: the
//!   same as data
//! - [`Judge`]: outcomes and winning moves of the positions of any rule, by a quotient or by play
//! - [`Presentation`]: generators and relations

mod bits;
mod build;
mod cost;
mod count;
mod genus;
mod judge;
mod law;
mod monoid;
mod moves;
mod options;
mod outcome;
mod pairs;
mod presentation;
mod quotient;
mod search;
#[cfg(test)]
mod tests;
mod verify;

pub use build::Open;
pub use cost::{check_partitions, check_sums};
pub use count::{Choice, Numbers, Tally};
pub use genus::Genus;
pub use judge::Judge;
pub use law::{Law, Theorem};
pub use moves::HeapMove;
pub use outcome::Play;
pub use presentation::{Powers, Presentation, Relation};
pub use quotient::Quotient;
pub use search::{Ended, Known, Summary, find_law};
pub use verify::{Claim, Flaw};

use serde::{Deserialize, Serialize};

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The player to move loses.
    Lost,
    /// The player to move wins.
    Won,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Outcome::Lost => "lost",
            Outcome::Won => "won",
        })
    }
}

/// How far a search for a law goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Heaps up to this one.
    pub heaps: u64,
    /// Quotients of at most this many elements; at most 65536 can be verified.
    pub order: usize,
    /// At most this many copies of a heap beside others, where its quotient does not close.
    pub levels: u32,
}

impl Default for Limits {
    /// What takes a few seconds for most rules.
    fn default() -> Self {
        Limits { heaps: 1000, order: 10_000, levels: 12 }
    }
}
