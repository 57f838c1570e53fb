//! Numeric kernels of Sprague, independent of notations, laws, questions and certificates.
//!
//! - [`simd`]: vectors, one file per instruction set
//! - [`algebra`]: modular arithmetic, xor transforms, characters, counts from values
//! - [`engine`]: nim-values of rules that break heaps
//! - [`cutting`]: rows of paper cutting and the counts over them
//! - [`cards`]: the values of suits and their distribution
//! - [`lines`]: lost positions of games of lines; [`dynamic`]: dynamic Nim; [`turning`]: rows of coins
//! - [`graphs`]: canonical forms of small graphs; [`matching`]: maximum matchings
//! - [`theorems`]: counts of games that a theorem solves
//! - [`nimbers`]: the field of nimbers below 2^64
//! - [`Work`]: limits, cancellation and progress of one computation; [`Meter`]: steps of a loop; [`Error`]:
//!   what can go wrong
//!
//! This crate is an implementation detail of `sprague`: it is separate so that the kernels, which take
//! longest to compile, are compiled once. Its interface may change in any release.

pub mod algebra;
pub mod cards;
pub mod cutting;
mod deadline;
mod digest;
pub mod dynamic;
pub mod engine;
mod error;
pub mod graphs;
pub mod lines;
pub mod matching;
mod meter;
pub mod nimbers;
#[doc(hidden)]
pub mod parallel;
#[cfg(test)]
mod polling_tests;
pub mod simd;
mod solver;
mod table;
pub mod theorems;
pub mod turning;
mod work;

pub use algebra::Modulus;
pub use deadline::Deadline;
pub use digest::{Digest, digest};
pub use error::{Error, Result};
pub use meter::Meter;
pub use solver::Solver;
pub use table::Table;
pub use work::{Watch, Work};
