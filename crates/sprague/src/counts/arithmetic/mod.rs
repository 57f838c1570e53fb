//! Arithmetic that the counts share.
//!
//! - [`lanes`]: vectors of 32-bit words, one source for portable, AVX2 and AVX-512 code, chosen at run time
//! - [`montgomery`]: residues modulo an odd number below 2^31, many at a time
//! - [`residues`]: primes, inverses, Chinese remainders

pub mod lanes;
pub mod montgomery;
pub mod residues;
