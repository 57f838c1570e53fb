//! Games that a theorem solves: exact counts of their lost or won positions. Each file has the theorem in a
//! line and its test against play; the proofs are on the pages in docs/problems.

pub mod bezout;
pub mod distribution;
pub mod euclid;
pub mod prime_heaps;
pub mod silver_dollar;
pub mod unbalanced;
