//! Sprague, the engine for impartial games.
//!
//! ```text
//! rule ──▶ known ──▶ count            question ──▶ answer
//!            └─────▶ certificate ──▶ checker (crate sprague-check)
//! ```
//!
//! - [`front`]: the common questions as methods of [`rules::Rule`]: start here
//! - [`rules`]: what a move is, as data: notations, games, pieces, sizes
//! - [`values`]: nim-values of a finite prefix
//! - [`laws`]: what all further values are, and on which theorem that rests
//! - [`known`]: what is known about a rule, up to a size or for all sizes, with its evidence
//! - [`counts`]: exact numbers read off what is known
//! - [`misere`]: misère play of heap rules: quotients, laws, counts
//! - [`nimbers`]: the field of nimbers: products, inverses, square roots, expressions
//! - [`play`]: moves of a position and an opponent's reply
//! - [`ask`]: questions and answers, as plain data: what every interface asks and gets
//! - [`census`]: what was found of all short codes, as a table
//! - [`certificates`]: what is known and counted, with witnesses, for an independent checker
//!
//! Every answer carries a [`Status`]. A module uses the modules below it in tests/structure.rs, never those
//! above.

pub mod ask;
pub mod census;
pub mod certificates;
pub mod counts;
pub mod front;
pub mod known;
pub mod laws;
pub mod misere;
pub mod nimbers;
mod pace;
pub mod play;
pub mod rules;
mod status;
pub mod values;

pub use known::{Count, Options};
pub use num_bigint::{self, BigUint};
pub use pace::Pace;
pub use sprague_kernels::{Deadline, Error, Meter, Modulus, Result, Watch, Work, simd};
pub use status::{CheckedBy, Status};

/// The README's example of the library, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
