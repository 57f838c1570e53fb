//! Premarks: another thread marks some first parts long before the marks are needed.
//!
//! A first part `r` needs the values up to `s − r` only. So parts that are [`FAR`] or more can be marked for
//! the next `FAR` sums now, by a thread that has a copy of the values. For each block of sums it marks the
//! parts from some place on and sends the rows with that place; the more messages are waiting for it, the
//! fewer parts it takes. So two threads end at the same time, whatever else their cores have to do.
//!
//! Translates stay complete: whatever part of an earlier sum one thread has not marked, the other one has.

use crate::engine::sparse::driver::{Help, Helper};
use crate::engine::sparse::many::reached::{LANES, ROWS, Reached};
use crate::engine::sparse::many::translates::{self, Family};
use crate::engine::sparse::many::{self, View};
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::spin;
use crate::simd::Simd;
use std::sync::mpsc::Receiver;

/// Smallest part marked ahead, and how far ahead.
pub const FAR: usize = 2048;
/// Blocks handed over at once, at most.
const AT_ONCE: usize = 8;
/// How many of a hundred parts are marked ahead if no message is waiting, one, two, …
const SHARES: [usize; 4] = [60, 40, 20, 0];

/// The rows of a block, with the marks of all parts from a place on.
pub type Marked = (Reached, usize);

/// Parts, some of which are marked ahead.
#[derive(Debug)]
pub struct Premarker {
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
pub struct Premarks {
    messages: Receiver<Vec<Marked>>,
    /// The last message, and how many of its blocks have been asked for.
    marked: Vec<Marked>,
    taken: usize,
    /// Codes below sixteen times this are marked.
    pub groups: usize,
    /// The other thread has stopped.
    ended: bool,
}

impl Premarker {
    /// Some parts of the families are marked ahead. `block` is the first block of sums that is needed.
    pub fn new(families: &[Family], groups: usize, block: usize) -> Self {
        let families: Vec<Family> = families.iter().map(Family::unmarked).collect();
        let parts = families.iter().flat_map(|family| family.parts.as_slice());
        let mut places: Vec<usize> = parts.map(|part| part.place as usize).collect();
        places.sort_unstable();
        Premarker { share: 0, families, places, classes: vec![], groups, block }
    }
}

impl Helper<u8> for Premarker {
    type Message = Marked;
    type Help = Premarks;

    fn help(&self, messages: Receiver<Vec<Marked>>) -> Premarks {
        Premarks { messages, marked: vec![], taken: 0, groups: self.groups, ended: false }
    }

    fn share(&mut self, waiting: usize) {
        self.share = self.places.len() * SHARES[waiting.min(SHARES.len() - 1)] / 100;
    }

    /// The rows of the next blocks, up to the block of sum `last`.
    #[inline(always)]
    fn work<X: Simd>(&mut self, seq: &Sequence<u8>, last: usize, x: X) -> Vec<Marked> {
        many::classify(&mut self.classes, seq);
        let smallest = self.places.get(self.places.len() - self.share).map_or(usize::MAX, |&r| r.max(FAR));
        let mut marked: Vec<Marked> = Vec::with_capacity(AT_ONCE);
        while self.block <= last && self.block + LANES <= seq.len() + FAR && marked.len() < AT_ONCE {
            let view = View::new(seq, &self.classes, self.block).of_parts(smallest, usize::MAX);
            marked.push(([[0; LANES]; ROWS], smallest));
            let place = marked.len() - 1;
            translates::mark(&mut self.families, &view, self.groups, &mut marked[place].0, x);
            self.block += LANES;
        }
        marked
    }
}

impl Help for Premarks {
    fn has_ended(&self) -> bool {
        self.ended
    }
}

impl Premarks {
    /// The rows of the next block; none if the other thread has stopped.
    pub fn next(&mut self) -> Option<&Marked> {
        if self.taken == self.marked.len() {
            let Some(marked) = spin::receive(&self.messages) else {
                self.ended = true;
                return None;
            };
            (self.marked, self.taken) = (marked, 0);
        }
        self.taken += 1;
        self.marked.get(self.taken - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sparse::many::{classify, parts};
    use crate::engine::sparse::split::Split;
    use crate::simd::Portable;

    #[test]
    fn both_threads_together_mark_what_one_marks_however_the_parts_are_shared() {
        let mixed = |x: u32| (x % 600 * 7919) ^ (x >> 5);
        let value = |x: u32| mixed(x) % 97 * 2 + u32::from(x >= 7000 || !x.is_multiple_of(5));
        let split = Split { mask: 1, parity: false, offset: 0 };
        let seq = Sequence::<u8>::encode(split, (0..12_000).map(value), 0).unwrap();
        assert!(seq.rares.len() > 500);
        let (groups, start, known) = (5, 8000 / LANES * LANES, 8010);
        let shifted: Vec<usize> = (100..9000).step_by(97).collect();
        let families = || {
            vec![Family::new(parts(&seq, &seq.rares), vec![]), Family::new(parts(&seq, &shifted), vec![26])]
        };
        let (mut alone, mut here) = (families(), families());
        let mut premarker = Premarker::new(&here, groups, start);
        // As many values as the other thread knows when it is asked.
        let mut copy = seq.clone();
        copy.forget_common(known);
        let mut classes = vec![];
        classify(&mut classes, &seq);
        let (mut block, mut shares) = (start, vec![]);
        for round in 0..60 {
            for (marked, from) in premarker.work(&copy, 11_000, Portable) {
                assert!(from >= FAR && block + LANES <= copy.len() + FAR);
                let view = View::new(&seq, &classes, block);
                let (mut expected, mut rows) = ([[0; LANES]; ROWS], marked);
                translates::mark(&mut alone, &view, groups, &mut expected, Portable);
                translates::mark(&mut here, &view.of_parts(0, from), groups, &mut rows, Portable);
                assert!(rows == expected, "block {block}");
                block += LANES;
                shares.push(from);
                // A thread that forgot marks earlier sums again, and all of them.
                if round == 20 {
                    here.iter_mut().for_each(Family::forget);
                }
            }
            let more = copy.len() + 100;
            copy.cells.extend_from_slice(&seq.cells[copy.len()..more.min(seq.len())]);
            premarker.share(round / 3 % SHARES.len());
        }
        assert!(block > 11_000);
        shares.sort_unstable();
        shares.dedup();
        assert_eq!(shares.len(), SHARES.len(), "{shares:?}");
    }
}
