//! When a value enters the set of reached values for good.
//!
//! Below `tau` a split has the values `a(t)`, from there on `alpha`. At height `h >= tau + t` the cut that
//! leaves `t` on one side has its other side in the tail, hence value `a(t) ^ alpha`: value `a(t) ^ alpha`
//! enters at `tau + t` and stays. This is exact for odious values: a cut with both sides below `tau` is
//! odious only if one side `t` is rare, and from `h = tau + t` on no such cut is left. So **the set of odious
//! values reached no longer changes from the largest `tau + t`** over all splits and their rare heights `t`.
//! Let `m` be the least odious value missing from it. If all evil values below `m` have entered at some
//! height too, the row is `m` from the later of the two on. Otherwise the bound `max 2 tau` of the tail
//! theorem serves.
//!
//! Cost: one operation for each rare height, and for each height of the few splits whose tails start first.

use super::cell::{Cell, odious};
use super::split::Split;

/// Heights at which values enter.
#[derive(Debug)]
pub(crate) struct Entries<const V: usize> {
    /// The height from which value `v` is reached with a partner in a tail: exact for odious values, possibly
    /// late for evil ones. `u32::MAX`: never, as far as known.
    height: [u32; V],
    /// `(height, value)` of all that enter, ascending.
    order: Vec<(u32, u32)>,
    settled: usize,
}

impl<const V: usize> Entries<V> {
    pub(crate) fn new<C: Cell>(splits: &[Split<C>]) -> Self {
        let mut entries = Entries { height: [u32::MAX; V], order: Vec::new(), settled: 0 };
        for split in splits {
            for &t in &split.rare {
                entries.enter(split, t as usize);
            }
        }
        let never = |&v: &usize| odious(v) && entries.height[v] == u32::MAX;
        let mex = (0..V).find(never).unwrap_or(V);
        let evil: Vec<usize> = (0..mex).filter(|&v| !odious(v)).collect();
        entries.enter_evil(splits, &evil);
        let last_rare = |s: &Split<C>| Some(s.tau() + *s.rare.last()? as usize);
        let odious_last = splits.iter().filter_map(last_rare).max().unwrap_or(1);
        entries.settled = match entries.last(&evil) {
            u32::MAX => splits.iter().map(|s| 2 * s.tau()).max().unwrap_or(1),
            evil_last => odious_last.max(evil_last as usize),
        };
        let entered = (0..).zip(&entries.height).filter(|&(_, &height)| height < u32::MAX);
        entries.order = entered.map(|(v, &height)| (height, v)).collect();
        entries.order.sort_unstable();
        entries
    }

    /// A height from which the row is constant.
    pub(crate) fn settled(&self) -> usize {
        self.settled
    }

    /// Where the values enter that have not entered at `height`, ascending: pairs of height and value.
    pub(crate) fn after(&self, height: usize) -> &[(u32, u32)] {
        &self.order[self.order.partition_point(|&(entry, _)| entry as usize <= height)..]
    }

    /// The values that have entered at `height`, as a table of 0 and 1.
    #[inline(always)]
    pub(crate) fn at(&self, height: usize) -> [u8; V] {
        let height = u32::try_from(height).unwrap_or(u32::MAX - 1);
        let mut reached = [0; V];
        for (reached, &entry) in reached.iter_mut().zip(&self.height) {
            *reached = u8::from(entry <= height);
        }
        reached
    }

    fn enter<C: Cell>(&mut self, split: &Split<C>, t: usize) {
        let height = &mut self.height[(split.a[t] ^ split.alpha).index() % V];
        *height = (*height).min((split.tau() + t) as u32);
    }

    /// Enters evil values from the splits whose tails start first, until no other split could improve on the
    /// given ones.
    fn enter_evil<C: Cell>(&mut self, splits: &[Split<C>], evil: &[usize]) {
        let mut order: Vec<&Split<C>> = splits.iter().collect();
        order.sort_unstable_by_key(|s| s.tau());
        for split in order {
            // What enters after all are there is of no use.
            let Some(useful) = (self.last(evil) as usize).checked_sub(split.tau()) else { break };
            for t in 1..split.tau().min(useful) {
                self.enter(split, t);
            }
            self.height[0] = self.height[0].min(2 * split.tau() as u32);
        }
    }

    /// The height from which all of these values have entered.
    fn last(&self, values: &[usize]) -> u32 {
        values.iter().map(|&v| self.height[v]).max().unwrap_or(0)
    }
}
