//! Sprague, the engine for impartial games.
//!
//! ```text
//! rule ──▶ values ──▶ law ──▶ count
//!                       └──▶ certificate ──▶ checker (crate sprague-check)
//! ```
//!
//! - [`rules`]: what a move is, in a notation
//! - [`values`]: nim-values of a finite prefix
//! - [`laws`]: what all further values are, and on which theorem that rests
//! - [`counts`]: exact numbers read off values and laws
//! - [`certificates`]: laws and counts with their witnesses, for a checker that trusts nobody
//!
//! Every answer carries a [`Status`]. A room uses the rooms before it, never those after it.

pub mod certificates;
pub mod counts;
mod error;
pub mod laws;
pub mod rules;
pub mod simd;
mod status;
pub mod values;
mod walsh_hadamard;
mod work;

pub use error::{Error, Result};
pub use status::Status;
pub use work::{Watch, Work};

/// The README's example of the library, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
