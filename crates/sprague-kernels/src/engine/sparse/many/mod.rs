//! Many rare positions, codes of one byte: 32 consecutive sums at a time, a lane each.
//!
//! For one first part `r` and 32 consecutive sums the partners `s − r` are contiguous, so one load and one
//! xor give the codes of all lanes. They are used in two ways. *Marking*: the code's low nibble picks a bit,
//! its high nibble one of sixteen pairs of byte vectors to or it into, so all codes of all lanes are
//! collected without a single store. *Seeking*: a few codes that a lane has not collected yet are compared at
//! once.
//!
//! `common_codes` finds the smallest common code that a heap does not reach, `rare_codes` whether it misses a
//! rare code below that. Here is what both use.

mod common_codes;
pub mod first_parts;
mod mark;
mod near_parts;
mod premark;
mod rare_codes;
pub mod reached;
mod translates;

use crate::engine::break_rule::BreakRule;
use crate::engine::method::Stop;
use crate::engine::sparse::driver::{Guess, alone};
use crate::engine::sparse::many::common_codes::CommonCodes;
use crate::engine::sparse::many::first_parts::{Part, Parts, Runs, Sorted};
use crate::engine::sparse::many::rare_codes::RareCodes;
use crate::engine::sparse::many::reached::{LANES, Reached};
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::two_threads;
use crate::simd::{Level, Simd, dispatch};
use crate::work::THREADS;

/// First parts are chosen again when the number of known values has grown by this factor; earlier if a fifth
/// of the values, the last ones, had a rare one.
const LASTS: usize = 64;
const UNSETTLED_LASTS: usize = 2;

/// The given positions as first parts.
pub fn parts(seq: &Sequence<u8>, places: &[usize]) -> Parts {
    Parts::new(places.iter().map(|&r| Part::new(r, seq.cells[r])))
}

/// The method: the values, and scratch space.
#[derive(Clone, Debug)]
pub struct Many {
    pub seq: Sequence<u8>,
    commons: CommonCodes,
    rares: RareCodes,
    /// The values as the second thread sees them.
    copy: Option<Sequence<u8>>,
    /// First parts are good for this many values.
    lasts: usize,
}

impl Many {
    /// Goes on from a sequence that is already several blocks long. First parts are chosen by up to `threads`
    /// threads.
    pub fn new(rule: &BreakRule, seq: Sequence<u8>, threads: usize) -> Self {
        let settled = 4 * seq.len() > 5 * seq.last_rare();
        let (commons, rares) = std::thread::scope(|scope| {
            if threads == 1 {
                return (CommonCodes::new(rule, &seq), RareCodes::new(rule, &seq));
            }
            let rares = scope.spawn(|| RareCodes::new(rule, &seq));
            (CommonCodes::new(rule, &seq), rares.join().expect("the second thread does not panic"))
        });
        Many {
            commons,
            rares,
            copy: None,
            lasts: seq.len() * if settled { LASTS } else { UNSETTLED_LASTS },
            seq,
        }
    }

    /// The same for a sequence without a middle (`window`): a run stops with [`Stop::Doubt`] where a rare
    /// value is not reached by the first `span` positions.
    pub fn windowed(rule: &BreakRule, seq: Sequence<u8>, span: usize, threads: usize) -> Self {
        let mut many = Many::new(rule, seq, threads);
        many.rares.look_among_first(&many.seq, span);
        many
    }

    /// Pairs that are not here give these heaps these rare codes.
    pub fn grant(&mut self, granted: Vec<(usize, u8)>) {
        self.rares.grant(granted);
    }

    /// The sequence has changed behind its first positions.
    pub fn reload(&mut self) {
        self.copy = None;
    }

    /// Are the first parts still good for the values known?
    pub fn lasts(&self) -> bool {
        self.seq.len() < self.lasts
    }

    /// Do two of this many threads share the next values? They do if there are two and no rare position is
    /// near.
    pub fn on_two_threads(&self, threads: usize) -> bool {
        THREADS && threads > 1 && self.seq.len() > 2 * self.seq.last_rare()
    }

    /// Extends the values to `to`, on two threads where that pays.
    pub fn run(&mut self, rule: &BreakRule, level: Level, threads: usize, to: usize) -> Stop {
        let two = self.on_two_threads(threads);
        let Many { seq, commons, rares, copy, .. } = self;
        // All blocks are opened again.
        let changed = &mut 0;
        let guess = Guess { rule, seq, commons, rares, changed };
        if two { two_threads::run(level, guess, copy, to) } else { alone(level, guess, to) }
    }
}

/// Brings `classes` up to the last rare position: 255 for a common position, 0 for a rare one.
pub fn classify(classes: &mut Vec<u8>, seq: &Sequence<u8>) {
    let reach = seq.last_rare() + 2 * LANES;
    if classes.len() != reach {
        let from = classes.len().saturating_sub(2 * LANES);
        classes.resize(reach, 255);
        for x in from..reach {
            classes[x] = if seq.is_rare(x) { 0 } else { 255 };
        }
    }
}

/// Late codes looked at.
const LATE: usize = 1 << 15;
/// This share of the codes, the largest ones, are not worth marking.
const OUTLIERS: usize = 512;

/// How many groups of sixteen codes are worth marking: all but the rarest of the late codes are in them.
pub fn groups(seq: &Sequence<u8>) -> usize {
    let late = &seq.cells[seq.len() - (seq.len() / 2).min(LATE)..];
    let mut sizes = [0; 16];
    for &code in late {
        sizes[code as usize / 16] += 1;
    }
    let mut left_out = 0;
    let beyond = (0..16).rev().take_while(|&group| {
        left_out += sizes[group];
        left_out <= late.len() / OUTLIERS
    });
    (16 - beyond.count()).max(1)
}

/// A block of sums that is being opened.
pub struct View<'a> {
    /// The values.
    pub seq: &'a Sequence<u8>,
    /// `classes[x]` is 255 if `x` is common, else 0; ends some way behind the last rare position.
    pub classes: &'a [u8],
    /// The first sum.
    pub first: usize,
    /// Only parts in this range are marked.
    marked: (usize, usize),
}

impl<'v> View<'v> {
    /// The block of sums that begins at `first`.
    pub fn new(seq: &'v Sequence<u8>, classes: &'v [u8], first: usize) -> Self {
        View { seq, classes, first, marked: (0, usize::MAX) }
    }

    /// The same block, in which only parts in `from..below` are marked.
    pub fn of_parts(self, from: usize, below: usize) -> Self {
        View { marked: (from, below), ..self }
    }

    /// Another block, in which all parts are marked.
    pub fn of_block(&self, first: usize) -> Self {
        Self::new(self.seq, self.classes, first)
    }

    /// The partners of some parts.
    #[inline(always)]
    fn runs<'a>(&'a self, parts: Sorted<'a>) -> Runs<'a> {
        Runs { cells: &self.seq.cells, classes: self.classes, first: self.first, parts }
    }

    /// Marks what the parts give.
    #[inline(always)]
    pub fn mark<X: Simd>(&self, parts: &Parts, groups: usize, rows: &mut Reached, x: X) {
        let (mixed, clear) = parts.of_block(self.first, self.seq.last_rare());
        let (from, below) = self.marked;
        if !mixed.as_slice().is_empty() {
            mark_mixed(x.level(), self.runs(mixed.within(from, below)), groups, rows);
        }
        mark_clear(x.level(), self.runs(clear.within(from, below)), groups, rows);
    }

    /// Which of the wanted codes do the parts give? 255 where they do.
    #[inline(always)]
    pub fn seek<const K: usize, X: Simd>(
        &self,
        parts: &Parts,
        wanted: &[[u8; LANES]; K],
        x: X,
    ) -> [[u8; LANES]; K] {
        let (mixed, clear) = parts.of_block(self.first, self.seq.last_rare());
        let mut found = [[0; LANES]; K];
        if !mixed.as_slice().is_empty() {
            mark::seek::<true, K, X>(self.runs(mixed), wanted, &mut found, x);
        }
        mark::seek::<false, K, X>(self.runs(clear), wanted, &mut found, x);
        found
    }
}

dispatch! {
    /// Marks what the parts give, if their partners are common.
    pub fn mark_mixed(runs: Runs<'_>, groups: usize, rows: &mut Reached) = mark::mark::<true, _>
}

dispatch! {
    /// Marks what the parts give: all their partners are common.
    pub fn mark_clear(runs: Runs<'_>, groups: usize, rows: &mut Reached) = mark::mark::<false, _>
}
