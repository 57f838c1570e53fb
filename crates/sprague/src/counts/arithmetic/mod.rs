//! Arithmetic that the counts share.
//!
//! - [`montgomery`]: residues modulo an odd number below 2^31, many at a time
//! - [`residues`]: primes, inverses, Chinese remainders

pub mod montgomery;
pub mod residues;
