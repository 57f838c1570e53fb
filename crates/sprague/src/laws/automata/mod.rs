//! Laws by automata.

mod counts;
mod first_values;
mod formula;
mod guess;
mod hypothesis;
mod interner;
mod law;
mod machine;
mod options;
mod prover;
pub mod reference;
mod search;
mod splitting;

pub use formula::Ruler;
pub use hypothesis::{Automatic, Class, Hypothesis};
pub use law::AutomatonLaw;
pub use machine::Machines;
pub use prover::{Bounds, Proof, Refutation, Verdict, prove};
pub use search::{Search, Undecided, search};

#[cfg(test)]
mod tests;
