//! Rules that break heaps: the engine (docs/sparse-space.md).
//!
//! - `engine`: chooses split and method, and changes them as values come in; `method`: the methods, each with
//!   its values
//! - `cost`: what a value costs by each method, for that choice
//! - `break_rule`: a heap rule as the methods read it; `values`, `cell`: how values are kept; `pace`: when
//!   progress is reported
//! - `sparse/`: rules nearly all of whose positions are common: `few/` and `many/` rare positions,
//!   `two_bytes/` for large codes
//! - `dense/`: no sparse space; `three_parts/`: breaks into three heaps
//! - `scan`: searches in contiguous cells, for all of them
//! - `textbook`: all options of every heap, for the first values and for the tests

mod break_rule;
mod cell;
mod cost;
mod dense;
#[allow(clippy::module_inception)]
mod engine;
mod method;
mod pace;
mod scan;
mod sparse;
mod textbook;
mod three_parts;
mod values;

pub use break_rule::BreakRule;
pub use engine::{Engine, Space};
pub use sparse::window::{Halt, Window, WindowState};

use crate::{Result, Work};
use crate::{Solver, Table};

/// What an engine knows about its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// How many values are known.
    pub values: u64,
    /// The largest value.
    pub largest: u32,
    /// The first heap that has it.
    pub largest_at: u64,
    /// The mask of the split; 0 if there is no sparse space.
    pub mask: u32,
    /// Whether the parity of the position counts in the split.
    pub parity: bool,
    /// Number of rare positions.
    pub rare_positions: Option<u64>,
    /// The last rare position.
    pub last_rare: Option<u64>,
    /// Bytes kept for each value.
    pub bytes_per_value: u8,
    /// The method in use.
    pub method: &'static str,
    /// The vector instructions that the last values were computed with.
    pub level: &'static str,
    /// How many values were computed by two threads.
    pub on_two_threads: u64,
}

impl Solver for Engine {
    fn known(&self) -> usize {
        self.values().len()
    }

    fn value(&self, n: usize) -> u32 {
        self.values().value(n)
    }

    fn read(&self, from: usize, out: &mut [u32]) {
        self.values().read(from, out);
    }

    fn facts(&self) -> Option<Facts> {
        Some(Engine::facts(self))
    }

    fn extend(&mut self, count: usize, work: &Work) -> Result<()> {
        Engine::extend(self, count, work)
    }

    fn resume(&mut self, values: &Table, work: &Work) -> Result<()> {
        Engine::resume(self, values, work)
    }

    fn choose_anew(&mut self, work: &Work) {
        Engine::choose_anew(self, work);
    }

    fn window(&self) -> Option<Window> {
        Engine::window(self)
    }

    fn bytes_for(&self, count: usize) -> u128 {
        Engine::bytes_for(self, count)
    }
}

#[cfg(test)]
mod limits;
#[cfg(test)]
mod tests;
