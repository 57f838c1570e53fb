//! The table `G(w, h)` for `w <= W` and *all* heights: rows with proved constant tails.
//!
//! **Tail theorem.** Let row `u` be constant from `T_u` on, for all `u < w`, and `tau_i` the least height
//! from which `a_i(t) = G(i,t) ^ G(w-i,t)` is constant, `alpha_i` that constant. At a height `h >= 2 tau_i`
//! the cuts of split `i` have exactly the values `{0} u { a_i(t) ^ alpha_i : t < tau_i }`, which do not
//! depend on `h`. So row `w` is constant from `B_w = max 2 tau_i` on, and `T_w` is found by walking back. The
//! row solver proves a smaller bound and computes no further than that.
//!
//! Cost: about `20 W^3` operations and `30 W^2` bytes, with the constants seen so far (`W <= 600`).

use super::cell::Cell;
use super::row::{self, Failure};
use super::split::{Row, Split};
use crate::simd::Level;
use crate::{Error, Result, Work};

/// Bits of the widest vectors that pay.
const WIDEST: usize = 512;

/// The rows in the narrowest cells that hold them.
#[derive(Clone, Debug)]
pub(crate) enum Table {
    Bytes(Vec<Row<u8>>),
    Words(Vec<Row<u16>>),
}

/// Rows `1 ..= width` of `G(w, h)`, each a finite prefix and a proved constant tail.
#[derive(Clone, Debug)]
pub struct Rows {
    table: Table,
    /// The largest values that are kept in bytes, and with which sets of 1024 values do; smaller ones in
    /// tests only.
    limits: [usize; 2],
}

/// Runs one expression on the rows, whatever their cells.
macro_rules! with_rows {
    ($table:expr, $rows:ident => $body:expr) => {
        match $table {
            Table::Bytes($rows) => $body,
            Table::Words($rows) => $body,
        }
    };
}
pub(crate) use with_rows;

impl Default for Rows {
    fn default() -> Self {
        Rows { table: Table::Bytes(Vec::new()), limits: [255, 1023] }
    }
}

impl Rows {
    /// Solves rows `1 ..= width`.
    pub fn solve(width: usize, work: &Work) -> Result<Rows> {
        let mut rows = Rows::default();
        rows.extend(width, work)?;
        Ok(rows)
    }

    /// Adds rows up to `width`. After an error the rows done so far are there and valid.
    pub fn extend(&mut self, width: usize, work: &Work) -> Result<()> {
        let what = format!("paper cutting of sheets {width} wide");
        work.fits_size(&what, width as u64, |width| Rows::memory_estimate(width as usize).into())?;
        if self.width() >= width {
            return Ok(());
        }
        work.on_threads(|| {
            while self.width() < width {
                let done = cost(self.width());
                self.add_row(work.level(WIDEST), &|| work.tell(done, cost(width)).is_ok())?;
                work.tell(cost(self.width()), cost(width))?;
            }
            Ok(())
        })
    }

    fn add_row(&mut self, level: Level, watch: &(dyn Fn() -> bool + Sync)) -> Result<()> {
        let width = self.width() + 1;
        if let Table::Bytes(rows) = &mut self.table {
            match next_row::<u8, 256, 64>(rows, level, watch) {
                Ok(row) if row.largest() <= self.limits[0] => {
                    rows.push(row);
                    return Ok(());
                }
                Err(Failure::Interrupted) => return Err(Error::Interrupted),
                Ok(_) | Err(Failure::TooLarge) => {
                    self.table = Table::Words(rows.iter().filter_map(Row::convert).collect())
                }
            }
        }
        if let Table::Words(rows) = &mut self.table {
            let small = rows.iter().all(|row| row.largest() <= self.limits[1]);
            let row = if small {
                next_row::<u16, 1024, 32>(rows, level, watch)
            } else {
                next_row::<u16, 65536, 8>(rows, level, watch)
            };
            rows.push(row.map_err(|failure| match failure {
                Failure::Interrupted => Error::Interrupted,
                Failure::TooLarge => {
                    Error::too_large(format!("a value of paper cutting of width {width} passes 65535"), None)
                }
            })?);
        }
        Ok(())
    }

    /// The number of rows.
    pub fn width(&self) -> usize {
        with_rows!(&self.table, rows => rows.len())
    }

    /// `G(w, h)`; `None` if a side is 0 or both are larger than the width of the table.
    ///
    /// A side that does not fit may be given as `u64::MAX`: it lies in the tail.
    pub fn value(&self, w: u64, h: u64) -> Option<u32> {
        let (w, h) = (w.min(h), w.max(h));
        let at = usize::try_from(h).unwrap_or(usize::MAX);
        with_rows!(&self.table, rows => Some(rows.get(index(w)?)?.at(at).index() as u32))
    }

    /// `T_w`: the least height from which row `w` is constant.
    pub fn tail_start(&self, w: u64) -> Option<u64> {
        with_rows!(&self.table, rows => Some(rows.get(index(w)?)?.tail_start() as u64))
    }

    /// The value of row `w` from `T_w` on.
    pub fn tail_value(&self, w: u64) -> Option<u32> {
        with_rows!(&self.table, rows => Some(rows.get(index(w)?)?.tail().index() as u32))
    }

    /// The largest value in row `w`.
    pub fn largest(&self, w: u64) -> Option<u32> {
        with_rows!(&self.table, rows => Some(rows.get(index(w)?)?.largest() as u32))
    }

    /// `B_w`: the bound of the tail theorem, from which row `w` is constant whatever its values.
    pub fn tail_bound(&self, w: u64) -> Option<u64> {
        let w = index(w)? + 1;
        with_rows!(&self.table, rows => {
            let tau = |i: usize| Split::tau_of(&rows[i - 1], &rows[w - i - 1]);
            (w <= rows.len()).then(|| (1..=w / 2).map(|i| 2 * tau(i)).max().unwrap_or(1) as u64)
        })
    }

    /// Bytes that the table holds.
    pub fn memory(&self) -> usize {
        with_rows!(&self.table, rows => rows.iter().map(Row::memory).sum())
    }

    /// Bytes that solving `width` rows will need, extrapolated from the widths that have been solved:
    /// an estimate, not a bound.
    pub fn memory_estimate(width: usize) -> u64 {
        let (rows, splits) = (10, 20);
        let width = width as u64;
        width.saturating_mul(width).saturating_mul(rows + splits).saturating_add(1 << 20)
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }
}

fn index(w: u64) -> Option<usize> {
    usize::try_from(w.checked_sub(1)?).ok()
}

fn next_row<C: Cell, const V: usize, const L: usize>(
    rows: &[Row<C>],
    level: Level,
    watch: &(dyn Fn() -> bool + Sync),
) -> std::result::Result<Row<C>, Failure> {
    if rows.is_empty() {
        Ok(Row::new(vec![C::default(); 2]))
    } else {
        row::solve::<C, V, L>(rows, level, watch)
    }
}

/// The work of the first `width` rows in the unit of progress; row `w` costs about `w^2`.
fn cost(width: usize) -> u64 {
    let w = width as u64;
    w.saturating_mul(w.saturating_add(1)).saturating_mul(w.saturating_mul(2).saturating_add(1)) / 6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cutting::reference;

    fn solve_with(width: usize, limits: [usize; 2], level: Level) -> Rows {
        let mut rows = Rows { limits, ..Rows::default() };
        rows.extend(width, &Work::quiet().with_level(level)).expect("solved");
        rows
    }

    /// Every level that runs here, on bytes, on 16 bits from some row on, and with large sets of values.
    #[test]
    fn all_levels_and_cells_equal_the_reference() {
        let (width, height) = (48, 700);
        let table = reference::table(width, height);
        for level in crate::simd::every_level() {
            for (limits, words) in
                [([255, 1023], false), ([60, 1023], true), ([0, 1023], true), ([0, 40], true)]
            {
                let rows = solve_with(width, limits, level);
                assert_eq!(matches!(rows.table, Table::Words(_)), words);
                for (w, h) in (1..=width).flat_map(|w| (1..=height).map(move |h| (w, h))) {
                    let value = rows.value(w as u64, h as u64);
                    assert_eq!(value, Some(u32::from(table[w][h])), "{w}x{h} {level:?} {limits:?}");
                }
            }
        }
    }

    #[test]
    fn wide_rows_do_not_depend_on_the_level_or_the_cell() {
        let expected = solve_with(150, [255, 1023], Level::portable());
        for level in crate::simd::every_level() {
            for limits in [[255, 1023], [100, 1023]] {
                let rows = solve_with(150, limits, level);
                for w in 1..=150 {
                    assert_eq!(rows.tail_start(w), expected.tail_start(w));
                    for h in 1..=expected.tail_start(w).unwrap_or(0) {
                        assert_eq!(rows.value(w, h), expected.value(w, h), "{w}x{h} {level:?}");
                    }
                }
            }
        }
    }
}
