//! **Values** are nim-values of a finite prefix, computed from a rule.
//!
//! - [`Reference`]: any position of any rule, straight from the definition; the oracle of all else
//! - [`solver`]: the solver of a heap rule, the fastest that takes it: [`SplitSolver`] where a formula gives the values,
//!   [`engine`] for rules that break, [`PlainSolver`] for those that only take or whose removals repeat for ever,
//!   [`MultisetSolver`] for all others
//! - [`cutting`]: paper cutting, whole rows with their tails
//! - [`suit_value`]: one suit of cards, by a proved formula; [`straight_cut_value`]: one sheet of `cut:one`
//! - [`take_coprime`], [`split_divisors`], [`mark`]: by sieves; [`family_values`]: squares, primes and the like by bit sets;
//!   [`tree_value`]: trees by the colon principle
//! - [`digest`]: what two engines compare
//!
//! A solver appends values of heaps 0, 1, 2, … and keeps what it has.

mod arithmetic;
mod cards;
pub mod cutting;
mod digest;
pub mod engine;
mod families;
mod multisets;
mod pairs;
mod plain;
mod reference;
mod split;
mod straight_cut;
mod table;
mod trees;

pub use arithmetic::{by_prime_factors, mark, split_divisors, take_coprime};
pub use cards::{suit_value, suit_value_of_bits};
pub use digest::{Digest, digest};
pub use families::family_values;
pub use multisets::MultisetSolver;
pub use plain::PlainSolver;
pub use reference::Reference;
pub use split::SplitSolver;
pub use straight_cut::straight_cut_value;
pub use table::Table;
pub use trees::{SharedTree, tree_value};

use crate::rules::HeapRule;
use crate::{Error, Result, Work};

/// Computes nim-values of heaps in ascending order.
pub trait Solver: Send + Sync {
    /// How many values are known: those of heaps 0 to `known() - 1`.
    fn known(&self) -> usize;

    /// The value of heap n, which must be known.
    fn value(&self, n: usize) -> u32;

    /// Copies the values from heap `from` on, which must be known.
    fn read(&self, from: usize, out: &mut [u32]) {
        for (i, value) in out.iter_mut().enumerate() {
            *value = self.value(from + i);
        }
    }

    /// The first `count` values, which must be known.
    fn table(&self, count: usize) -> Table {
        let mut table = Table::with_capacity(count);
        let mut chunk = [0; 4096];
        for from in (0..count).step_by(chunk.len()) {
            let part = &mut chunk[..(count - from).min(4096)];
            self.read(from, part);
            table.append(part);
        }
        table
    }

    /// The sparse space it works in, if it has one.
    fn facts(&self) -> Option<engine::Facts> {
        None
    }

    /// Makes at least `count` values known. After an error what was known stays known.
    fn extend(&mut self, count: usize, work: &Work) -> Result<()>;

    /// Makes values known that were computed before: those of heaps 0, 1, 2, … A solver that cannot go on from values alone
    /// computes them again.
    fn resume(&mut self, values: &Table, work: &Work) -> Result<()> {
        self.extend(values.len(), work)
    }

    /// Chooses anew how further values are computed, by all that are known.
    fn choose_anew(&mut self, _: &Work) {}

    /// A machine that goes on from a window of the last values, if that is enough for all further ones.
    fn window(&self) -> Option<engine::Window> {
        None
    }

    /// About how many bytes the first `count` values take.
    fn bytes_for(&self, count: usize) -> u128 {
        4 * count as u128
    }
}

/// The fastest solver of a heap rule.
///
/// ```
/// use sprague::{Work, rules::Rule, values::solver};
/// let rule: Rule = "0.07".parse().unwrap();
/// let mut solver = solver(rule.heap_rule().unwrap());
/// solver.extend(11, &Work::quiet()).unwrap();
/// assert_eq!((solver.value(6), solver.value(10)), (3, 3));
/// ```
pub fn solver(rule: &HeapRule) -> Box<dyn Solver> {
    if let Some(solver) = SplitSolver::new(rule) {
        return Box::new(solver);
    }
    if let Some(engine) = engine::Engine::new(rule).filter(|_| !rule.only_takes()) {
        return Box::new(engine);
    }
    match PlainSolver::new(rule) {
        Some(solver) => Box::new(solver),
        None => Box::new(MultisetSolver::new(rule)),
    }
}

/// The values of heaps 0 to `largest`, one by one.
///
/// ```
/// use sprague::{Work, rules::Rule, values::heaps};
/// let kayles: Rule = "kayles".parse().unwrap();
/// let table = heaps(kayles.heap_rule().unwrap(), 5, &Work::quiet()).unwrap();
/// assert!(table.iter().eq([0, 1, 2, 3, 1, 4]));
/// ```
pub fn heaps(rule: &HeapRule, largest: u64, work: &Work) -> Result<Table> {
    let mut solver = solver(rule);
    solver.extend(table_size(largest, work)?, work)?;
    Ok(solver.table(largest as usize + 1))
}

/// The length of a table of heaps 0 to `largest`, if that fits into memory at all.
pub fn table_size(largest: u64, work: &Work) -> Result<usize> {
    work.fits(&format!("a table of values to {largest}"), u128::from(largest) * 4)?;
    // Values are 32 bits wide, and none exceeds its heap.
    if largest >= u64::from(u32::MAX) {
        return Err(Error::unsupported(format!(
            "values are computed for sizes below 2^32, not {largest}; a law answers any size"
        )));
    }
    Ok(largest as usize + 1)
}
