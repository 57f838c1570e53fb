//! **Values** are nim-values of a finite prefix, computed from a rule.
//!
//! - [`Reference`]: any position of any rule, straight from the definition; the oracle of all else
//! - [`solver`]: the solver of a heap rule, the fastest that takes it: [`SplitSolver`] where a formula gives
//!   the values, [`engine`] for rules that break, [`PlainSolver`] for those that only take or whose removals
//!   repeat forever, [`MultisetSolver`] for all others
//! - [`cutting`]: paper cutting, whole rows with their tails
//! - [`suit_value`]: one suit of cards, by a proved formula; [`straight_cut_value`]: one sheet of `cut:one`
//! - [`take_coprime`], [`split_divisors`], [`mark`]: by sieves; [`family_values`]: squares, primes and the
//!   like by bit sets; [`tree_value`]: trees by the colon principle
//! - [`MixedSolver`]: heap rules that no one condition describes; [`turning_values`]: rows of coins
//! - `graphs`: games on graphs, by play on connected parts
//! - [`digest`]: what two engines compare
//!
//! A solver appends values of heaps 0, 1, 2, … and keeps what it has.

mod arithmetic;
mod cards;
mod families;
pub(crate) mod graphs;
mod mixed;
mod multisets;
mod pairs;
mod plain;
mod reference;
mod split;
mod straight_cut;
mod trees;
mod turning;

pub use arithmetic::{by_prime_factors, leave_divisors, mark, split_divisors, take_coprime};
pub use cards::{suit_value, suit_value_of_bits};
pub use families::family_values;
pub use mixed::{MixedSolver, mixed_values};
pub use multisets::MultisetSolver;
pub use plain::PlainSolver;
pub use reference::Reference;
pub use split::SplitSolver;
pub use sprague_kernels::{Digest, Solver, Table, cutting, digest, engine};
pub use straight_cut::straight_cut_value;
pub use trees::{SharedTree, tree_value};
pub use turning::turning_values;

use crate::rules::{ANY_NUMBER, Alike, HeapRule, Parts};
use crate::{Error, Result, Work};
use engine::{BreakRule, Engine};

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
    if let Some(engine) = engine_of(rule).filter(|_| !rule.only_takes()) {
        return Box::new(engine);
    }
    match PlainSolver::new(rule) {
        Some(solver) => Box::new(solver),
        // It counts heaps up to the largest number that is named, and not up to what fits.
        None if rule.most_parts() == ANY_NUMBER => Box::new(MixedSolver::new(&rule.into())),
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
    work.fits_size(&format!("a table of values to {largest}"), largest, |n| u128::from(n) * 4)?;
    // Values are 32 bits wide, and none exceeds its heap.
    if largest >= u64::from(u32::MAX) {
        return Err(Error::too_large(
            format!("values are computed for sizes below 2^32, not {largest}; a law answers any size"),
            Some(u64::from(u32::MAX)),
        ));
    }
    Ok(largest as usize + 1)
}

/// A heap rule as the engine takes it: finite, leaving up to three parts of any size, or two unequal ones.
pub fn break_rule(rule: &HeapRule) -> Option<BreakRule> {
    let parts = rule.parts();
    let unequal = parts == Parts { alike: Alike::Different, ..Parts::default() };
    let most = rule.most_parts();
    let takes = rule.is_finite() && (parts.are_free() && most <= 3 || unequal && most == 2);
    let list = |j: u64| rule.removals(j).listed().iter().map(|&t| t as usize).collect();
    takes.then(|| BreakRule {
        vanish: list(0),
        single: list(1),
        two: list(2),
        three: list(3),
        unequal,
        reach: rule.reach() as usize,
    })
}

/// The engine of a heap rule, if it takes the rule ([`break_rule`]).
pub fn engine_of(rule: &HeapRule) -> Option<Engine> {
    break_rule(rule).map(Engine::new)
}
