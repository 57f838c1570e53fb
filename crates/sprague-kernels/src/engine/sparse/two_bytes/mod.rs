//! Many rare positions and codes of two bytes: sixteen consecutive heaps at a time.
//!
//! As for codes of one byte (`many`), values are taken for common, some hundred at a time (`common_codes`),
//! and then it is shown that no smaller rare value was missed (`rare_codes`). Both mark some first parts
//! (`marked_sums`) and use others to seek what is open (`marks`). Marks are stores, or vectors of bytes if
//! nearly all codes fit one (`byte_marks`). Where few codes are frequent, rare codes are shown by probes at
//! where these stand (`rare_probes`, `probes`, `bitmaps`).

mod bitmaps;
mod byte_marks;
mod common_codes;
mod marked_sums;
mod marks;
mod probes;
mod rare_codes;
mod rare_marks;
mod rare_probes;
mod two_threads;

use crate::Work;
use crate::engine::break_rule::BreakRule;
use crate::engine::cell::Cell;
use crate::engine::method::Stop;
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::two_bytes::common_codes::CommonCodes;
use crate::engine::sparse::two_bytes::marks::CODES;
use crate::engine::sparse::two_bytes::rare_codes::RareCodes;
use crate::simd::{Level, Simd, dispatch};

/// Values without a rare position after which two threads share the next ones.
const QUIET: usize = 4096;

/// The method: values of two bytes, and scratch space.
#[derive(Debug)]
pub struct TwoBytes {
    pub seq: Sequence<u16>,
    commons: CommonCodes,
    rares: RareCodes,
    /// The values as the second thread sees them.
    copy: Option<Sequence<u16>>,
    /// Positions from here on have changed since common codes were looked for.
    changed: usize,
}

impl TwoBytes {
    /// Is this a method for the sequence? Codes have to fit the maps, and so have the rare codes that they
    /// ask for.
    pub fn suits(seq: &Sequence<u16>) -> bool {
        seq.split.is_closed_below(CODES) && seq.cells.iter().all(|code| (code.code() as usize) < CODES)
    }

    /// Goes on from a sequence that is already several blocks long and which it suits.
    pub fn new(rule: &BreakRule, seq: Sequence<u16>, work: &Work) -> Self {
        let bytes = byte_marks::worth(&seq);
        let commons = CommonCodes::new(rule, &seq, bytes);
        let rares = RareCodes::new(rule, &seq, bytes, work);
        TwoBytes { commons, rares, seq, copy: None, changed: usize::MAX }
    }

    /// The same with rare codes by probes or by marks, of bytes if there are few outliers or never, whatever
    /// that is estimated to take.
    #[cfg(test)]
    pub fn by(rule: &BreakRule, seq: Sequence<u16>, probes: bool, bytes: bool) -> Self {
        let bytes = byte_marks::worth(&seq).filter(|_| bytes);
        let rares =
            if probes { RareCodes::by_probes(rule, &seq) } else { RareCodes::by_marks(rule, &seq, bytes) };
        TwoBytes { commons: CommonCodes::new(rule, &seq, bytes), rares, seq, copy: None, changed: usize::MAX }
    }

    /// Do two of so many threads share the next values? They do if there are two and no rare position is
    /// near.
    pub fn on_two_threads(&self, threads: usize) -> bool {
        threads > 1 && self.seq.len() > self.seq.last_rare() + QUIET
    }

    /// Extends the values to `to`, on two threads where that pays.
    pub fn run(&mut self, rule: &BreakRule, level: Level, threads: usize, to: usize) -> Stop {
        if self.on_two_threads(threads) {
            return two_threads::run(level, rule, self, to);
        }
        let changed = std::mem::replace(&mut self.changed, usize::MAX).min(self.seq.len());
        run(level, rule, &mut self.seq, &mut self.commons, &mut self.rares, changed, to)
    }
}

dispatch! {
    /// Extends the sequence of two-byte codes to `to` values; positions from `changed` on may have changed.
    fn run(rule: &BreakRule, seq: &mut Sequence<u16>, commons: &mut CommonCodes, rares: &mut RareCodes, changed: usize, to: usize) -> Stop = run_at
}

#[inline(always)]
fn run_at<X: Simd>(
    rule: &BreakRule,
    seq: &mut Sequence<u16>,
    commons: &mut CommonCodes,
    rares: &mut RareCodes,
    changed: usize,
    to: usize,
    x: X,
) -> Stop {
    commons.begin(rule, seq, changed, x);
    while seq.len() < to {
        let known = seq.len();
        let ahead = rares.ahead(seq);
        let mut wide = false;
        while seq.len() < to.min(known + ahead) && !wide {
            match commons.next(rule, seq, x) {
                Some(code) => seq.push_common(code),
                None => wide = true,
            }
        }
        if let Some((n, rare)) = rares.refute(rule, seq, known, x) {
            let guessed = n + 1 < seq.len();
            seq.forget_common(n);
            seq.push_rare(rare as u32);
            if guessed {
                commons.begin(rule, seq, n, x);
            }
        } else if wide {
            return Stop::TooWide;
        }
    }
    Stop::Reached
}
