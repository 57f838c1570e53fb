//! The requests of the pages, answered without a network: from a query to the bytes of a body.
//!
//! The server (`sprague-web`) and the Web Worker (`sprague-wasm`) call these functions, so the pages get the
//! same answers from both. The contract is in README.md of `sprague-web`.
//!
//! - [`ask`], [`certificate`], [`census`], [`play`], [`rules`], [`values`]: one module for each group of
//!   addresses
//! - [`bodies`]: the bodies as types
//! - [`Problem`]: why there is no answer; [`Limits`]: what one question may use; [`Progress`]: how far it is
#![forbid(unsafe_code)]

pub mod ask;
pub mod bodies;
pub mod census;
pub mod certificate;
mod limits;
pub mod play;
mod problem;
mod progress;
pub mod rules;
pub mod values;
mod written;

pub use limits::Limits;
pub use problem::Problem;
pub use progress::Progress;
pub use written::{bounded, file_name, json};
