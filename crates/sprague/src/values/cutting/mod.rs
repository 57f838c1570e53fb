//! Paper cutting: `G(w, h)` for every height, as rows with a finite prefix and a proved constant tail.
//!
//! - [`Rows`]: the table; `row`, `block`, `entries`: one row from the narrower ones, by parity
//! - `split`: rows, and what one vertical cut makes of two of them; `cell`: bytes or 16 bits
//! - [`mod@reference`]: the textbook method, one store for each cut: oracle and baseline
//!
//! docs/cutting.md has the theorem, its proof and what each step of the method gains.

mod block;
pub(crate) mod cell;
mod entries;
pub mod reference;
mod row;
pub(crate) mod rows;
pub(crate) mod split;

pub use rows::Rows;
