//! One file per command. Each prints its result and gives the exit code.

pub mod batch;
pub mod census;
pub mod check;
pub mod count;
pub mod euler;
pub mod explain;
pub mod help;
pub mod law;
pub mod moves;
pub mod nim;
pub mod play;
pub mod plot;
pub mod rules;
pub mod search;
pub mod serve;
pub mod shell;
pub mod value;
pub mod values;
