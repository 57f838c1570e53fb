//! One file a command. Each prints its result and gives the exit code.

pub mod check;
pub mod count;
pub mod euler;
pub mod law;
pub mod law_in_window;
pub mod law_of_cut;
pub mod moves;
pub mod rules;
pub mod shell;
pub mod values;
