//! Marks made ahead: another thread marks some first parts, long before the marks are needed.
//!
//! A first part `r` needs the values up to `s − r` only. So parts that are [`FAR`] or more can be marked for the next `FAR` sums now,
//! by whoever has a copy of the values and time. For each block of sums the other thread marks the parts from some place on, hands
//! the rows over with that place, and marks more parts for the next blocks if it had to wait, or less if work piles up: so two
//! threads end at the same time, whatever else their cores have to do.
//!
//! Echoes stay complete: whatever part of an earlier sum one thread has not marked, the other one has.

use crate::values::sparse::blocks::echo::Family;
use crate::values::sparse::blocks::{self, View, awake};
use crate::values::sparse::lanes::{LANES, ROWS, Rows, Simd};
use crate::values::sparse::sequence::Sequence;
use std::sync::mpsc::Receiver;
use std::vec::IntoIter;

/// Smallest part marked ahead, and how far ahead.
pub const FAR: usize = 2048;
/// Blocks handed over at once, at most.
const AT_ONCE: usize = 8;
/// One in so many marks is made ahead at the beginning, and one in so many more or less when the share is changed.
const SHARE: usize = 3;
const STEP: usize = 32;

/// The rows of a block, with the marks of all parts from a place on.
pub type Marked = (Rows, usize);

/// Parts, some of which are marked ahead.
#[derive(Debug)]
pub struct Ahead {
    families: Vec<Family>,
    /// Where their parts are, in ascending order.
    places: Vec<usize>,
    /// How many of them, the largest, are marked.
    share: usize,
    classes: Vec<u8>,
    /// Codes below sixteen times this are marked.
    groups: usize,
    /// The next block of sums.
    block: usize,
}

/// The other end: rows marked ahead, block by block.
#[derive(Debug)]
pub struct Help {
    messages: Receiver<Vec<Marked>>,
    rows: IntoIter<Marked>,
    /// Codes below sixteen times this are marked.
    pub groups: usize,
}

impl Ahead {
    /// Some parts of the families are marked ahead. `block` is the first block of sums that is needed.
    pub fn new(families: &[Family], groups: usize, block: usize) -> Self {
        let families: Vec<Family> = families.iter().map(Family::anew).collect();
        let parts = families.iter().flat_map(|family| family.parts.as_slice());
        let mut places: Vec<usize> = parts.map(|part| part.place as usize).collect();
        places.sort_unstable();
        Ahead { share: places.len() / SHARE, families, places, classes: vec![], groups, block }
    }

    /// The other end, if marks are sent to this channel.
    pub fn help(&self, messages: Receiver<Vec<Marked>>) -> Help {
        Help { messages, rows: vec![].into_iter(), groups: self.groups }
    }

    /// Marks more parts from now on.
    pub fn take_more(&mut self) {
        self.share = (self.share + self.places.len() / STEP).min(self.places.len());
    }

    /// Marks less parts from now on.
    pub fn take_less(&mut self) {
        self.share = self.share.saturating_sub(self.places.len() / STEP);
    }

    /// The rows of the next blocks, some of those that the values known allow, up to the block of sum `last`.
    #[inline(always)]
    pub fn mark<X: Simd>(&mut self, seq: &Sequence<u8>, last: usize, x: X) -> Vec<Marked> {
        blocks::classify(&mut self.classes, seq);
        let smallest = self.places.get(self.places.len() - self.share).map_or(usize::MAX, |&r| r.max(FAR));
        let mut marked = vec![];
        while self.block <= last && self.block + LANES <= seq.len() + FAR && marked.len() < AT_ONCE {
            let view = View::new(seq, &self.classes, self.block).of_parts(smallest, usize::MAX);
            let mut rows = [[0; LANES]; ROWS];
            for i in 0..self.families.len() {
                self.families[i].mark(&view, self.groups, &mut rows, x);
            }
            marked.push((rows, smallest));
            self.block += LANES;
        }
        marked
    }
}

impl Help {
    /// The rows of the next block; none if the other thread has stopped.
    pub fn next(&mut self) -> Option<Marked> {
        if self.rows.len() == 0 {
            self.rows = awake::receive(&self.messages)?.into_iter();
        }
        self.rows.next()
    }
}
