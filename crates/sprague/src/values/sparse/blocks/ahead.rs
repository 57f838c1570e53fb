//! Marks made ahead: large first parts are marked by another thread, long before their marks are needed.
//!
//! A first part `r` needs the values up to `s − r` only. So if all parts of a set are `d` or more, their marks for the next `d`
//! sums can be made now, by whoever has a copy of the values and time. The rows are handed over block by block, in order.

use crate::values::sparse::blocks::echo::Family;
use crate::values::sparse::blocks::{self, View};
use crate::values::sparse::lanes::{LANES, ROWS, Rows, Simd};
use crate::values::sparse::sequence::Sequence;
use std::iter::Flatten;
use std::sync::mpsc::{IntoIter, Receiver};

/// One in so many marks is made ahead.
const SHARE: usize = 3;
/// Smallest part marked ahead: the other thread may be so many heaps behind.
const FAR: usize = 4096;
/// Blocks handed over at once, at most.
const AT_ONCE: usize = 16;

/// The parts that are marked ahead.
#[derive(Debug)]
pub struct Ahead {
    families: Vec<Family>,
    classes: Vec<u8>,
    /// Codes below sixteen times this are marked.
    groups: usize,
    /// The next block of sums.
    block: usize,
    /// The smallest part.
    smallest: usize,
}

/// The other end: rows marked ahead, as they are needed.
#[derive(Debug)]
pub struct Help {
    rows: Flatten<IntoIter<Vec<Rows>>>,
    groups: usize,
    /// Nobody helps any more.
    pub over: bool,
}

impl Ahead {
    /// Takes the largest parts out of the families. `block` is the first block of sums that is needed.
    pub fn take(families: &mut [Family], groups: usize, block: usize) -> Self {
        let parts = families.iter().flat_map(|family| family.parts.as_slice());
        let mut places: Vec<usize> = parts.map(|part| part.place as usize).collect();
        places.sort_unstable();
        let keep = places.len() - places.len() / SHARE;
        let smallest = places.get(keep).map_or(FAR, |&place| place.max(FAR));
        let take = |family: &mut Family| Family::new(family.parts.split_off(smallest), family.shifts.clone());
        let families = families.iter_mut().map(take).collect();
        Ahead { families, classes: vec![], groups, block, smallest }
    }

    /// Gives the parts back to the families they were taken from.
    pub fn give_back(self, families: &mut [Family]) {
        for (to, from) in families.iter_mut().zip(self.families) {
            to.parts.append(from.parts);
            to.forget();
        }
    }

    /// The rows of the next blocks, some of those that the values known allow, up to the block of sum `last`.
    #[inline(always)]
    pub fn mark<X: Simd>(&mut self, seq: &Sequence<u8>, last: usize, x: X) -> Vec<Rows> {
        blocks::classify(&mut self.classes, seq);
        let mut marked = vec![];
        while self.block <= last && self.block + LANES <= seq.len() + self.smallest && marked.len() < AT_ONCE
        {
            let view = View { seq, classes: &self.classes, first: self.block };
            let mut rows = [[0; LANES]; ROWS];
            for i in 0..self.families.len() {
                self.families[i].mark(&view, self.groups, &mut rows, x);
            }
            marked.push(rows);
            self.block += LANES;
        }
        marked
    }

    /// What the marks are good for: the other end of the channel they are sent on.
    pub fn help(&self, rows: Receiver<Vec<Rows>>) -> Help {
        Help { rows: rows.into_iter().flatten(), groups: self.groups, over: false }
    }
}

impl Help {
    /// The rows of the next block, and below which multiple of sixteen they are complete.
    pub fn next(&mut self) -> (Rows, usize) {
        let rows = self.rows.next();
        self.over |= rows.is_none();
        (rows.unwrap_or([[0; LANES]; ROWS]), self.groups)
    }
}
