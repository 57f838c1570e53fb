//! **Values** are nim-values of a finite prefix, computed from a rule.
//!
//! - [`Reference`]: any position of any rule, straight from the definition; the oracle of all else
//! - [`solver`]: the solver of a heap rule, chosen by its shape: [`engine`] for rules that break, [`TakeBreakSolver`] for those
//!   that only take or whose last digit repeats, [`SplitSolver`] for splits with a formula
//! - [`GrundySolver`], [`TakeBreakSolver`]: also the plain methods that `engine` is tested against
//! - [`cutting`]: paper cutting, whole rows with their tails; [`sheets`]: a table of it
//! - [`suit_value`]: one suit of cards, by a proved formula
//! - [`digest`]: what two engines compare
//!
//! A solver appends values of heaps 0, 1, 2, … and keeps what it has.

mod cards;
pub mod cutting;
mod digest;
pub mod engine;
mod grundy;
mod pairs;
mod reference;
mod split;
mod straight_cut;
mod table;
mod take_break;

pub use cards::{suit_value, suit_value_of_bits};
pub use digest::{Digest, digest};
pub use grundy::GrundySolver;
pub use reference::Reference;
pub use split::SplitSolver;
pub use straight_cut::straight_cut_value;
pub use table::Table;
pub use take_break::TakeBreakSolver;

use crate::rules::{Rule, TakeBreak};
use crate::{Error, Result, Work};

/// Computes nim-values of heaps in ascending order.
pub trait Solver {
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
}

/// The solver of a heap rule.
///
/// ```
/// use sprague::{Work, rules::Rule, values::solver};
/// let rule: Rule = "0.07".parse().unwrap();
/// let mut solver = solver(&rule).unwrap();
/// solver.extend(11, &Work::quiet()).unwrap();
/// assert_eq!((solver.value(6), solver.value(10)), (3, 3));
/// ```
pub fn solver(rule: &Rule) -> Result<Box<dyn Solver>> {
    if let Some(shape) = TakeBreak::of(rule) {
        let breaks = shape.tail.is_none() && !shape.only_takes();
        return Ok(if breaks {
            Box::new(engine::Engine::with_rule(engine::Rule::of(&shape)))
        } else {
            Box::new(TakeBreakSolver::new(shape))
        });
    }
    match rule {
        Rule::Split(3) => Ok(Box::new(engine::Engine::with_rule(engine::Rule::split_into_three()))),
        Rule::Split(parts) => Ok(Box::new(SplitSolver::new(*parts))),
        Rule::Grundy => Ok(Box::new(engine::Engine::with_rule(engine::Rule::grundy()))),
        _ => Err(Error::unsupported(format!(
            "{rule} is not played with heaps, so it has no values by heap size"
        ))),
    }
}

/// The values of heaps 0 to `largest`.
///
/// ```
/// use sprague::{Work, values::heaps};
/// let table = heaps(&"kayles".parse().unwrap(), 5, &Work::quiet()).unwrap();
/// assert!(table.iter().eq([0, 1, 2, 3, 1, 4]));
/// ```
pub fn heaps(rule: &Rule, largest: u64, work: &Work) -> Result<Table> {
    let mut solver = solver(rule)?;
    solver.extend(table_size(largest, work)?, work)?;
    Ok(solver.table(largest as usize + 1))
}

/// The length of a table of heaps 0 to `largest`, if that fits into memory at all.
pub fn table_size(largest: u64, work: &Work) -> Result<usize> {
    work.fits(&format!("a table of values to {largest}"), u128::from(largest) * 4)?;
    // Values are 32 bits wide, and none exceeds its heap.
    if largest >= u64::from(u32::MAX) {
        return Err(Error::unsupported(format!(
            "values are computed for sizes below 2^32, not {largest}; `sprague law` answers any size"
        )));
    }
    Ok(largest as usize + 1)
}

/// `G(w, h)` under `cut` or `cut:one`, for w = 1 … `width` (rows) and h = 1 … `height` (columns).
///
/// ```
/// use sprague::rules::Rule;
/// let table = sprague::values::sheets(&Rule::Cut, 3, 4, &sprague::Work::quiet()).unwrap();
/// assert!(table[1].iter().eq([0, 1, 1, 1]));
/// ```
pub fn sheets(rule: &Rule, width: u64, height: u64, work: &Work) -> Result<Vec<Table>> {
    let what = format!("a table of {width}x{height} values");
    work.fits(&what, u128::from(width) * (u128::from(height) * 2 + 32))?;
    let table = |value: &dyn Fn(u64, u64) -> u32| {
        (1..=width).map(|w| (1..=height).map(|h| value(w, h)).collect()).collect()
    };
    if *rule == Rule::CutOne {
        return Ok(table(&straight_cut_value));
    }
    let narrow = usize::try_from(width.min(height)).unwrap_or(usize::MAX);
    let rows = cutting::Rows::solve(narrow, work)?;
    Ok(table(&|w, h| rows.value(w, h).expect("the smaller side is in the table")))
}
