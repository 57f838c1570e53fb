//! Two threads on one sequence: rare codes are checked behind.
//!
//! Late values are common, but for very few. The first thread finds the smallest absent common code of heap
//! after heap and takes it for the value. The second has a copy of the values, is sent new ones in batches,
//! and asks of each whether a rare code below it is missed. It speaks up only if one is: then that heap has
//! the rare value, and all values after it are forgotten and done again. Nothing is called known before the
//! second thread has seen it, so the result is that of one thread. To share the work evenly, the second
//! thread also makes some of the first one's marks (`premark`). Cost: about half that of one thread, a second
//! byte a value, and two messages in [`BATCH`] values.

use crate::engine::break_rule::BreakRule;
use crate::engine::method::Stop;
use crate::engine::sparse::many::common_codes::CommonCodes;
use crate::engine::sparse::many::premark::{Marked, Premarker, Premarks};
use crate::engine::sparse::many::rare_codes::RareCodes;
use crate::engine::sparse::many::{Many, spin};
use crate::engine::sparse::sequence::Sequence;
use crate::simd::{Level, Simd, dispatch};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Values of a message.
const BATCH: usize = 256;

/// Extends the sequence to `to` values, or to the next rare position.
pub fn run(level: Level, rule: &BreakRule, many: &mut Many, to: usize) -> Stop {
    let Many { seq, commons, rares, copy, .. } = many;
    let copy = copy.get_or_insert_with(|| seq.clone());
    if copy.rares.len() != seq.rares.len() || copy.len() > seq.len() {
        *copy = seq.clone();
    }
    let known = copy.len();
    copy.cells.extend_from_slice(&seq.cells[known..]);
    // The first thread is never far ahead: it needs marks that the second one can make only when it knows the
    // values.
    let (send, receive) = channel();
    let (send_rows, receive_rows) = channel();
    let mut premarker = commons.premarker(rule, seq);
    let premarks = premarker.premarks(receive_rows);
    let (stop, missed) = std::thread::scope(|scope| {
        let checker = Checker { rares, premarker: &mut premarker, receive, send: send_rows };
        let second = scope.spawn(|| check(level, rule, copy, checker, to));
        let stop = guess(level, rule, seq, commons, premarks, to, send);
        (stop, second.join().expect("the second thread does not panic"))
    });
    if let Some((n, code)) = missed {
        seq.forget_common(n);
        copy.forget_common(n);
        seq.push_rare(code as u32);
        return Stop::Reached;
    }
    stop
}

dispatch! {
    /// Appends common values and sends them on, until `to` is reached or nobody listens.
    fn guess(rule: &BreakRule, seq: &mut Sequence<u8>, commons: &mut CommonCodes, premarks: Premarks, to: usize, send: Sender<Vec<u8>>) -> Stop = guess_at
}

#[inline(always)]
fn guess_at<X: Simd>(
    rule: &BreakRule,
    seq: &mut Sequence<u8>,
    commons: &mut CommonCodes,
    premarks: Premarks,
    to: usize,
    send: Sender<Vec<u8>>,
    x: X,
) -> Stop {
    let premarks = &mut Some(premarks);
    commons.begin(rule, seq, premarks, x);
    let mut sent = seq.len();
    let mut stop = Stop::Reached;
    while seq.len() < to {
        let next = commons.next(rule, seq, premarks, x);
        if premarks.as_ref().is_some_and(|premarks| premarks.ended) {
            return Stop::Reached;
        }
        match next {
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

/// What the second thread works with. It owns its ends of the channels: the first thread sees that it has
/// ended.
struct Checker<'a> {
    rares: &'a mut RareCodes,
    premarker: &'a mut Premarker,
    /// Values that the first thread has found.
    receive: Receiver<Vec<u8>>,
    /// Marks for the first thread.
    send: Sender<Vec<Marked>>,
}

dispatch! {
    /// Checks the values that come in; the first heap that misses a rare code, and the code. Makes marks
    /// ahead meanwhile.
    fn check(rule: &BreakRule, seq: &mut Sequence<u8>, checker: Checker, to: usize) -> Option<(usize, u8)> = check_at
}

#[inline(always)]
fn check_at<X: Simd>(
    rule: &BreakRule,
    seq: &mut Sequence<u8>,
    checker: Checker,
    to: usize,
    x: X,
) -> Option<(usize, u8)> {
    let Checker { rares, premarker, receive, send } = checker;
    let last = to - rule.span().0;
    send_marks(seq, premarker, last, &send, x);
    rares.begin(rule, seq, seq.len(), x);
    let mut waiting = VecDeque::new();
    loop {
        waiting.extend(receive.try_iter());
        premarker.share(waiting.len());
        if waiting.is_empty() {
            waiting.extend(spin::receive(&receive));
        }
        let batch: Vec<u8> = waiting.pop_front()?;
        let from = seq.len();
        seq.cells.extend_from_slice(&batch);
        send_marks(seq, premarker, last, &send, x);
        for (i, &code) in batch.iter().enumerate() {
            if let Some(rare) = rares.missed(rule, seq, from + i, code, x) {
                return Some((from + i, rare));
            }
        }
    }
}

/// Makes and sends all marks that can be made with the values known.
#[inline(always)]
fn send_marks<X: Simd>(
    seq: &Sequence<u8>,
    premarker: &mut Premarker,
    last: usize,
    send: &Sender<Vec<Marked>>,
    x: X,
) {
    loop {
        let rows = premarker.mark(seq, last, x);
        // Whoever has gone needs no more marks.
        if rows.is_empty() || send.send(rows).is_err() {
            return;
        }
    }
}
