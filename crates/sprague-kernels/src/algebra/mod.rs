//! Algebra, independent of games: residues, xor transforms, characters, and counts from lists of values.
//!
//! - [`Modulus`]: a modulus, never 0
//! - [`residues`], [`montgomery`]: modular arithmetic, one number or a vector at a time
//! - `walsh_hadamard`: the transform over any ring; [`transform`]: vectorised, exact or modular, with a
//!   random check
//! - [`Spectrum`]: what all characters of a multiset of values add up to
//! - [`lost_tuples`], [`lost_partitions`]: tuples and partitions whose values have xor zero

mod error;
pub mod lost_partitions;
pub mod lost_tuples;
mod modulus;
pub mod montgomery;
pub mod residues;
mod spectrum;
pub mod transform;
mod walsh_hadamard;

pub use error::CountError;
pub use modulus::{Modulus, difference};
pub use spectrum::Spectrum;
pub use walsh_hadamard::walsh_hadamard;
