//! A **census**: what is known of many rules, computed in rounds into a store that survives crashes.
//!
//! ```text
//! pattern ──▶ code ──▶ rule ──▶ task ──▶ row
//! ```
//!
//! - [`codes_of`]: codes from patterns such as `0.???` and from lists
//! - [`Plan`]: each code's normal form is a rule; a rule's next **task** is a question of the engine
//! - [`Store`]: a directory of rows (NDJSON, each line an answer of the engine) and certificates
//! - [`compute`]: one task, its certificate and its row written before it counts; [`run`]: all of them, on
//!   threads of one process
//! - [`Report`], [`verify`], [`write_csv`]: what is complete, what the independent checker says, a table
//!
//! The command runs these tasks on threads, the Python package on a cluster; docs/census.md has the layout of
//! the store.

mod code;
mod csv;
mod error;
mod part;
mod plan;
mod report;
mod row;
mod run;
mod store;
mod verify;

pub use code::{CensusCode, codes_of};
pub use csv::write_csv;
pub use error::{Error, Result};
pub use plan::{Limits, Plan, Task};
pub use report::{Report, Round};
pub use row::{Row, Rows};
pub use run::{Progress, compute, run};
pub use store::Store;
pub use verify::{Verified, verify};
