//! One row of the table from the narrower ones, by parity.
//!
//! Call a value *odious* if its number of ones in binary is odd, else *evil*. Nearly all values of the table
//! are odious, so nearly all `a_i(t)` are evil, so nearly all cuts are evil; and the mex is nearly always
//! odious. A cut `a(j) ^ a(h-j)` of a split is odious only if exactly one of `j`, `h-j` is rare
//! ([`Split::rare`]), and few heights are. Hence for each height:
//!
//! 1. the odious values reached are found *exactly*, by pairing each rare height with its partner;
//! 2. some evil values are found on the way, cheaply. If the least value not yet found is odious, it is the
//!    mex;
//! 3. else it is evil and is searched for among all cuts. Nearly always it is found at once; if it is not, it
//!    is the mex.
//!
//! This is right for any table whatever. Were odious values not common, only time would be lost.
//!
//! A partner in the tail contributes `a(t) ^ alpha` at all heights `>= tau + t`: it *enters* once and stays
//! ([`Entries`]). Steps 1 to 3 are done for blocks of heights (`block`), which are independent of one
//! another.
//!
//! Cost of row `w`: one store for each (split, rare height, height) with both sides below `tau`, and a few
//! dozen for each height at which the evil values have not all entered.

use crate::parallel::prelude::*;

use super::block::{self, Block};
use super::cell::Cell;
use super::entries::Entries;
use super::split::{Row, Split};
use crate::simd::Level;

/// Why there is no row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A value that the cells of the row cannot hold.
    TooLarge,
    /// The watcher asked to stop.
    Interrupted,
}

/// Blocks between two calls of the watcher: a few milliseconds for the widest rows.
const BLOCKS: usize = 16;

/// Row `w = rows.len() + 1 >= 2` from rows `1 .. w-1`, all of whose values are below `V`; `L` heights are
/// done together. `watch` says now and then whether to go on.
pub(crate) fn solve<C: Cell, const V: usize, const L: usize>(
    rows: &[Row<C>],
    level: Level,
    watch: &(dyn Fn() -> bool + Sync),
) -> Result<Row<C>, Failure> {
    let w = rows.len() + 1;
    let splits: Vec<Split<C>> = (1..w / 2 + 1)
        .into_par_iter()
        .with_min_len(8)
        .map(|i| Split::new(&rows[i - 1], &rows[w - i - 1]))
        .collect();
    let entries = Entries::<V>::new(&splits);
    let block = Block::new(&splits, &entries);
    let mut values = vec![C::default(); entries.settled().max(w) + 1];
    // Sheets lower than wide are known from the narrower rows.
    for h in 1..w {
        values[h] = rows[h - 1].at(w);
    }
    values[w..].par_chunks_mut(L).with_max_len(1).enumerate().try_for_each(|(k, values)| {
        if k.is_multiple_of(BLOCKS) && !watch() {
            return Err(Failure::Interrupted);
        }
        let fits = block::solve::<C, V, L>(level, &block, w + k * L, values);
        if fits { Ok(()) } else { Err(Failure::TooLarge) }
    })?;
    Ok(Row::new(values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::every_level;

    /// Rows whose widest splits have the values `0, 1, …, values − 1` below their tails, `each` to a split,
    /// and zeros: high sheets of the next width reach just these.
    fn rows<C: Cell>(values: usize, each: usize) -> Vec<Row<C>> {
        let all: Vec<C> = (0..values).map(|v| C::hold(v).expect("a value that fits")).collect();
        let splits: Vec<&[C]> = all.chunks(each).collect();
        let zeros = splits.iter().map(|_| Row::new(vec![C::default(); 2]));
        let stretch = |values: &&[C]| Row::new([&[C::default()], *values, &[C::default()]].concat());
        zeros.chain(splits.iter().rev().map(stretch)).collect()
    }

    /// The value of a sheet by all its cuts.
    fn by_all_cuts<C: Cell>(rows: &[Row<C>], h: usize) -> usize {
        let (w, mut reached) = (rows.len() + 1, vec![false; (1 << 16) + 1]);
        for i in 1..=w / 2 {
            let a = |t: usize| rows[i - 1].at(t) ^ rows[w - i - 1].at(t);
            for j in 1..=h / 2 {
                reached[(a(j) ^ a(h - j)).index()] = true;
            }
        }
        reached.iter().position(|reached| !reached).expect("a value that no cut has")
    }

    fn passes<C: Cell, const V: usize, const L: usize>(values: usize, each: usize) {
        let rows = rows::<C>(values, each);
        let (w, high) = (rows.len() + 1, 2 * each + 3);
        let expected: Vec<usize> = (w..w.max(high) + 3).map(|h| by_all_cuts(&rows, h)).collect();
        assert!(expected.contains(&values));
        for level in every_level() {
            match solve::<C, V, L>(&rows, level, &|| true) {
                Ok(row) => {
                    for (h, &v) in (w..).zip(&expected) {
                        assert_eq!(row.at(h).index(), v, "{values} values, height {h}, {level:?}");
                    }
                }
                Err(failure) => {
                    assert_eq!(failure, Failure::TooLarge);
                    assert!(C::hold(values).is_none(), "{values} values, {level:?}");
                }
            }
        }
    }

    #[test]
    fn values_pass_the_tables_and_the_cells() {
        for values in [127, 128, 254, 255, 256] {
            passes::<u8, 256, 64>(values, 64);
            passes::<u16, 1024, 32>(values, 64);
        }
        for values in [1022, 1023, 1024] {
            passes::<u16, 1024, 32>(values, 128);
        }
        for values in [1024, 65535, 65536] {
            passes::<u16, 65536, 8>(values, 512);
        }
    }
}
