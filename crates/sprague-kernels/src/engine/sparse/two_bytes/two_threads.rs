//! Two threads on one sequence of two-byte codes: rare codes are checked behind, as for codes of one byte
//! (`many/two_threads`).
//!
//! The first thread takes the smallest absent common code of heap after heap for the value; the second has a
//! copy of the values, is sent new ones in batches, and asks of each whether a rare code below it is missed.
//! If one is, that heap has the rare value, and all values after it are forgotten. The first thread waits if
//! [`WAITING`] batches have not been looked at, so little is ever forgotten. Both do about half of the work.
//! Cost: a second copy of the values, and a message in [`BATCH`] values.

use crate::engine::break_rule::BreakRule;
use crate::engine::method::Stop;
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::two_bytes::TwoBytes;
use crate::engine::sparse::two_bytes::bitmaps::HEAPS;
use crate::engine::sparse::two_bytes::common_codes::CommonCodes;
use crate::engine::sparse::two_bytes::rare_codes::RareCodes;
use crate::simd::{Level, Simd, dispatch};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Values of a message: a strip, which is looked at at once.
const BATCH: usize = HEAPS;
/// Messages that wait, at most.
const WAITING: usize = 2;

/// Extends the sequence to `to` values, or to the next rare position.
pub fn run(level: Level, rule: &BreakRule, method: &mut TwoBytes, to: usize) -> Stop {
    let TwoBytes { seq, commons, rares, copy, changed } = method;
    let copy = copy.get_or_insert_with(|| seq.clone());
    if copy.rares.len() != seq.rares.len() || copy.len() > seq.len() {
        *copy = seq.clone();
    }
    let known = copy.len();
    copy.cells.extend_from_slice(&seq.cells[known..]);
    let from = std::mem::replace(changed, usize::MAX).min(seq.len());
    let (send, receive) = sync_channel(WAITING);
    let (stop, missed) = std::thread::scope(|scope| {
        let second = scope.spawn(|| check(level, rule, copy, rares, receive));
        let stop = guess(level, rule, seq, commons, from, to, send);
        (stop, second.join().expect("the second thread does not panic"))
    });
    if let Some((n, code)) = missed {
        seq.forget_common(n);
        copy.forget_common(n);
        seq.push_rare(code as u32);
        *changed = n;
        return Stop::Reached;
    }
    stop
}

dispatch! {
    /// Appends common values and sends them on, until `to` is reached or nobody listens; positions from
    /// `changed` on may have changed.
    fn guess(rule: &BreakRule, seq: &mut Sequence<u16>, commons: &mut CommonCodes, changed: usize, to: usize, send: SyncSender<Vec<u16>>) -> Stop = guess_at
}

#[inline(always)]
fn guess_at<X: Simd>(
    rule: &BreakRule,
    seq: &mut Sequence<u16>,
    commons: &mut CommonCodes,
    changed: usize,
    to: usize,
    send: SyncSender<Vec<u16>>,
    x: X,
) -> Stop {
    commons.begin(rule, seq, changed, x);
    while seq.len() < to {
        let known = seq.len();
        let mut stop = Stop::Reached;
        while seq.len() < to.min(known / 64 * 64 + BATCH) && stop == Stop::Reached {
            match commons.next(rule, seq, x) {
                Some(code) => seq.push_common(code),
                None => stop = Stop::TooWide,
            }
        }
        // Nobody listens any more if a rare value was found.
        if send.send(seq.cells[known..].to_vec()).is_err() || stop != Stop::Reached {
            return stop;
        }
    }
    Stop::Reached
}

dispatch! {
    /// Checks the values that come in; the first heap that misses a rare code, and the code.
    fn check(rule: &BreakRule, seq: &mut Sequence<u16>, rares: &mut RareCodes, receive: Receiver<Vec<u16>>) -> Option<(usize, u16)> = check_at
}

#[inline(always)]
fn check_at<X: Simd>(
    rule: &BreakRule,
    seq: &mut Sequence<u16>,
    rares: &mut RareCodes,
    receive: Receiver<Vec<u16>>,
    x: X,
) -> Option<(usize, u16)> {
    loop {
        let batch: Vec<u16> = receive.recv().ok()?;
        let from = seq.len();
        seq.cells.extend_from_slice(&batch);
        if let Some(missed) = rares.refute(rule, seq, from, x) {
            return Some(missed);
        }
    }
}
