//! Laws by automata.

mod first_values;
mod hypothesis;
mod interner;
mod machine;
mod options;
mod prover;
mod shape;

pub use hypothesis::{Automatic, Class, Hypothesis};
pub use machine::Machines;
pub use prover::{Bounds, Proof, Refutation, Verdict, prove};
pub use shape::{Parts, Removals, Shape};

#[cfg(test)]
mod tests;
