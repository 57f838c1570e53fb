//! Paper cutting: `G(w, h)` for every height, as rows with a finite prefix and a proved constant tail.
//!
//! - [`Rows`]: the table; `row`, `block`, `entries`: one row from the narrower ones, by parity
//! - `split`: rows, and what one vertical cut makes of two of them; `cell`: bytes or 16 bits
//! - [`counts`]: winning first moves over all sheets
//! - [`mod@reference`]: the textbook method, one store for each cut: oracle and baseline
//!
//! docs/cutting.md has the theorem, its proof and what each step of the method gains.

mod block;
mod cell;
pub mod counts;
mod entries;
pub mod reference;
mod row;
mod rows;
mod split;

pub use rows::Rows;
