//! Sprague, the engine for impartial games.
//!
//! ```text
//! rule ──▶ known ──▶ count            question ──▶ answer
//!            └─────▶ certificate ──▶ checker (crate sprague-check)
//! ```
//!
//! - [`rules`]: what a move is, as data: notations, games, pieces, sizes
//! - [`values`]: nim-values of a finite prefix
//! - [`laws`]: what all further values are, and on which theorem that rests
//! - [`known`]: what is known of a rule, up to a size or for ever, with its evidence
//! - [`counts`]: exact numbers read off what is known
//! - [`play`]: moves of a position and an opponent's reply
//! - [`ask`]: questions and answers, as plain data: what every front asks and gets
//! - [`certificates`]: what is known and counted, with witnesses, for a checker that trusts nobody
//!
//! Every answer carries a [`Status`]. A room uses the rooms before it, never those after it.

pub mod ask;
pub mod certificates;
mod count;
pub mod counts;
mod error;
pub mod known;
pub mod laws;
mod pace;
pub mod play;
pub mod rules;
pub mod simd;
mod status;
pub mod values;
mod walsh_hadamard;
mod work;

pub use count::{Count, Options};
pub use error::{Error, Result};
pub use pace::Pace;
pub use status::Status;
pub use work::{Watch, Work};

/// The README's example of the library, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
