//! One row of the table from the narrower ones, by parity.
//!
//! Call a value *odious* if its number of ones in binary is odd, else *evil*. Nearly all values of the table are
//! odious, so nearly all `a_i(t)` are evil, so nearly all cuts are evil; and the mex is nearly always odious. A cut
//! `a(j) ^ a(h-j)` of a split is odious only if exactly one of `j`, `h-j` is rare ([`Split::rare`]), and few heights
//! are. Hence for each height:
//!
//! 1. the odious values reached are found *exactly*, by pairing each rare height with its partner;
//! 2. some evil values are found on the way, cheaply. If the least value not yet found is odious, it is the mex;
//! 3. else it is evil and is searched for among all cuts. Nearly always it is found at once; if it is not, it is the
//!    mex.
//!
//! This is right for any table whatever. Were odious values not common, only time would be lost.
//!
//! A partner in the tail contributes `a(t) ^ alpha` at all heights `>= tau + t`: it *enters* once and stays
//! ([`Entries`]). Steps 1 to 3 are done for blocks of heights (`block`), which are independent of one another.
//!
//! Cost of row `w`: one store for each (split, rare height, height) with both sides below `tau`, and a few dozen
//! for each height at which the evil values have not all entered.

use rayon::prelude::*;

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

/// Row `w = rows.len() + 1 >= 2` from rows `1 .. w-1`, all of whose values are below `V`; `L` heights are done together. `watch` says now
/// and then whether to go on.
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
    let blocks = values[w..].par_chunks_mut(L).with_max_len(1).enumerate();
    blocks.try_for_each(|(k, values)| {
        if k.is_multiple_of(BLOCKS) && !watch() {
            return Err(Failure::Interrupted);
        }
        let fits = block::solve::<C, V, L>(level, &block, w + k * L, values);
        if fits { Ok(()) } else { Err(Failure::TooLarge) }
    })?;
    Ok(Row::new(values))
}
