//! Two threads on one sequence: rare codes are checked behind.
//!
//! Late values are common, but for very few. The first thread finds the smallest absent common code of heap after heap and
//! takes it for the value. The second has a copy of the values, is sent new ones in batches, and asks of each whether a rare
//! code below it is missed. It speaks up only if one is: then that heap has the rare value, and all values after it are
//! forgotten and done again. Nothing is called known before the second thread has seen it, so the result is that of one
//! thread. Cost: the larger half, a second byte a value, and one message in [`BATCH`] values.

use crate::values::sparse::Stop;
use crate::values::sparse::blocks::commons::Commons;
use crate::values::sparse::blocks::rares::Rares;
use crate::values::sparse::lanes::{Level, Simd, by_level};
use crate::values::sparse::rule::Rule;
use crate::values::sparse::sequence::Sequence;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Values of a message.
const BATCH: usize = 512;
/// Messages under way, so many that neither thread waits for the other when it is held up for a moment.
const UNDER_WAY: usize = 16;

/// Extends the sequence to `to` values, or to the next rare position.
pub fn run(
    level: Level,
    rule: &Rule,
    seq: &mut Sequence<u8>,
    commons: &mut Commons,
    rares: &mut Rares,
    copy: &mut Sequence<u8>,
    to: usize,
) -> Stop {
    if copy.split != seq.split || copy.rares.len() != seq.rares.len() || copy.len() > seq.len() {
        *copy = seq.clone();
    }
    let known = copy.len();
    copy.cells.extend_from_slice(&seq.cells[known..]);
    let (send, receive) = sync_channel(UNDER_WAY);
    let (stop, missed) = std::thread::scope(|scope| {
        let second = scope.spawn(|| check(level, rule, copy, rares, receive));
        let stop = guess(level, rule, seq, commons, to, send);
        (stop, second.join().expect("the second thread does not panic"))
    });
    if let Some((n, code)) = missed {
        seq.forget_common(n);
        copy.forget_common(n);
        seq.push(code as u32, false);
        return Stop::Reached;
    }
    stop
}

by_level! {
    /// Appends common values and sends them on, until `to` is reached or nobody listens.
    fn guess<[]>(rule: &Rule, seq: &mut Sequence<u8>, commons: &mut Commons, to: usize, send: SyncSender<Vec<u8>>) -> Stop = guess_at
}

#[inline(always)]
fn guess_at<X: Simd>(
    rule: &Rule,
    seq: &mut Sequence<u8>,
    commons: &mut Commons,
    to: usize,
    send: SyncSender<Vec<u8>>,
    x: X,
) -> Stop {
    commons.begin(rule, seq, x);
    let mut sent = seq.len();
    let mut stop = Stop::Reached;
    while seq.len() < to {
        match commons.next(rule, seq, x) {
            Some(code) => seq.push_common(code),
            None => {
                stop = Stop::TooWide;
                break;
            }
        }
        if seq.len() == sent + BATCH {
            // Nobody listens any more if a rare value was found.
            if send.send(seq.cells[sent..].to_vec()).is_err() {
                return Stop::Reached;
            }
            sent = seq.len();
        }
    }
    let _ = send.send(seq.cells[sent..].to_vec());
    stop
}

by_level! {
    /// Checks the values that come in; the first heap that misses a rare code, and the code.
    fn check<[]>(rule: &Rule, seq: &mut Sequence<u8>, rares: &mut Rares, receive: Receiver<Vec<u8>>) -> Option<(usize, u8)> = check_at
}

#[inline(always)]
fn check_at<X: Simd>(
    rule: &Rule,
    seq: &mut Sequence<u8>,
    rares: &mut Rares,
    receive: Receiver<Vec<u8>>,
    x: X,
) -> Option<(usize, u8)> {
    rares.begin(rule, seq, seq.len(), x);
    for batch in receive {
        let from = seq.len();
        seq.cells.extend_from_slice(&batch);
        for (i, &code) in batch.iter().enumerate() {
            if let Some(rare) = rares.missed(rule, seq, from + i, code, x) {
                return Some((from + i, rare));
            }
        }
    }
    None
}
