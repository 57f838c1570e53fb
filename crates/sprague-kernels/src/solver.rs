//! Solvers: nim-values of heaps in ascending order.

use crate::engine::{Facts, Window};
use crate::{Result, Table, Work};

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
    fn facts(&self) -> Option<Facts> {
        None
    }

    /// Makes at least `count` values known. After an error what was known stays known.
    fn extend(&mut self, count: usize, work: &Work) -> Result<()>;

    /// Makes values known that were computed before: those of heaps 0, 1, 2, … A solver that cannot go on
    /// from values alone computes them again.
    fn resume(&mut self, values: &Table, work: &Work) -> Result<()> {
        self.extend(values.len(), work)
    }

    /// Chooses again how further values are computed, from all known values.
    fn choose_anew(&mut self, _: &Work) {}

    /// A machine that goes on from a window of the last values, if that is enough for all further ones.
    fn window(&self) -> Option<Window> {
        None
    }

    /// About how many bytes the first `count` values take.
    fn bytes_for(&self, count: usize) -> u128 {
        4 * count as u128
    }
}
