//! Many rare positions and codes of two bytes: sixteen consecutive heaps at a time.
//!
//! As for codes of one byte (`many`), values are taken for common, some hundred at a time (`common_codes`),
//! and then it is shown that no smaller rare value was missed (`rare_codes`). Both mark some first parts
//! (`marked_sums`) and use others to seek what is open (`marks`). Marks are stores, or vectors of bytes if
//! nearly all codes fit one (`byte_marks`). Once rare positions are seldom, rare codes are probed instead.

mod byte_marks;
mod common_codes;
mod marked_sums;
mod marks;
mod rare_codes;
mod rare_marks;

use crate::engine::break_rule::BreakRule;
use crate::engine::cell::Cell;
use crate::engine::method::Stop;
use crate::engine::sparse::driver::{Guess, alone};
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::two_bytes::common_codes::CommonCodes;
use crate::engine::sparse::two_bytes::marks::CODES;
use crate::engine::sparse::two_bytes::rare_codes::RareCheck;
use crate::engine::sparse::two_threads;
use crate::simd::Level;
use crate::work::THREADS;

/// Values without a rare position after which two threads share the next ones.
const QUIET: usize = 4096;

/// The method: values of two bytes, and scratch space.
#[derive(Clone, Debug)]
pub struct TwoBytes {
    pub seq: Sequence<u16>,
    commons: CommonCodes,
    rares: RareCheck,
    /// The values as the second thread sees them.
    copy: Option<Sequence<u16>>,
    /// Positions from here on have changed since common codes were looked for.
    changed: usize,
}

impl TwoBytes {
    /// Codes are below this.
    pub const LIMIT: u32 = CODES as u32;

    /// Is this a method for the sequence? Codes have to fit the maps, and so have the rare codes that they
    /// ask for.
    pub fn suits(seq: &Sequence<u16>) -> bool {
        seq.split.is_closed_below(CODES) && seq.cells.iter().all(|code| (code.code() as usize) < CODES)
    }

    /// Goes on from a sequence that is already several blocks long and which it suits.
    pub fn new(rule: &BreakRule, seq: Sequence<u16>) -> Self {
        let bytes = byte_marks::worth(&seq);
        let rares = RareCheck::new(rule, &seq, bytes);
        Self::with(rule, seq, bytes, rares)
    }

    /// The same with rare codes by probes or by marks, of bytes if there are few outliers or never, whatever
    /// that takes.
    #[cfg(test)]
    pub fn by(rule: &BreakRule, seq: Sequence<u16>, probes: bool, bytes: bool) -> Self {
        let bytes = byte_marks::worth(&seq).filter(|_| bytes);
        let rares =
            if probes { RareCheck::by_probes(rule, &seq) } else { RareCheck::by_marks(rule, &seq, bytes) };
        Self::with(rule, seq, bytes, rares)
    }

    /// The same for a sequence without a middle (`window`): a run stops with [`Stop::Doubt`] where a rare
    /// value is not reached by the first `span` positions.
    pub fn windowed(rule: &BreakRule, seq: Sequence<u16>, span: usize) -> Self {
        let bytes = byte_marks::worth(&seq);
        let rares = RareCheck::among_first(rule, &seq, span);
        Self::with(rule, seq, bytes, rares)
    }

    /// With bytes marked if told up to which code.
    fn with(rule: &BreakRule, seq: Sequence<u16>, bytes: Option<usize>, rares: RareCheck) -> Self {
        let commons = CommonCodes::new(rule, &seq, bytes);
        TwoBytes { commons, rares, seq, copy: None, changed: usize::MAX }
    }

    /// Pairs that are not here give these heaps these rare codes.
    pub fn grant(&mut self, granted: Vec<(usize, u16)>) {
        self.rares.grant(granted);
    }

    /// The sequence has changed behind its first positions.
    pub fn reload(&mut self) {
        (self.copy, self.changed) = (None, 0);
        self.rares.reload();
    }

    /// Do two of this many threads share the next values? They do if there are two and no rare position is
    /// near.
    pub fn on_two_threads(&self, threads: usize) -> bool {
        THREADS && threads > 1 && self.seq.len() > self.seq.last_rare() + QUIET
    }

    /// Extends the values to `to`, on two threads where that pays.
    pub fn run(&mut self, rule: &BreakRule, level: Level, threads: usize, to: usize) -> Stop {
        let two = self.on_two_threads(threads);
        let TwoBytes { seq, commons, rares, copy, changed } = self;
        let guess = Guess { rule, seq, commons, rares, changed };
        if two { two_threads::run(level, guess, copy, to) } else { alone(level, guess, to) }
    }
}
