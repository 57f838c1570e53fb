//! Two threads on one sequence: rare codes are checked behind.
//!
//! Late values are common, but for very few. The first thread takes the smallest absent common code of heap
//! after heap for the value. The second has a copy of the values, is sent new ones in batches, and asks of
//! each whether a rare code below it is missed. It reports only if one is: then that heap has the rare
//! value, and all values after it are discarded and computed again. No value counts as known before the
//! second thread has confirmed it, so the result is that of one thread. The first thread is never more than a
//! few batches ahead. To share the work evenly, the second may also do some of the first one's ([`Helper`]).
//! Cost: about half that of one thread, a second copy of the values, and two messages for each batch.

use crate::engine::break_rule::BreakRule;
use crate::engine::cell::Cell;
use crate::engine::method::Stop;
use crate::engine::sparse::driver::{CommonFinder, Guess, Help, HelpFor, Helper, RareChecker};
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::spin;
use crate::simd::{Level, Simd, dispatch};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

/// Extends the sequence to `to` values, or to the next rare position. The copy is that of the second thread.
pub fn run<C: Cell, M: CommonFinder<C>, R: RareChecker<C>>(
    level: Level,
    mut guess: Guess<C, M, R>,
    copy: &mut Option<Sequence<C>>,
    to: usize,
) -> Stop {
    let copy = copy.get_or_insert_with(|| guess.seq.clone());
    if copy.rares.len() != guess.seq.rares.len() || copy.len() > guess.seq.len() {
        *copy = guess.seq.clone();
    }
    let known = copy.len();
    copy.cells.extend_from_slice(&guess.seq.cells[known..]);
    let changed = guess.take_changed();
    let (send, receive) = sync_channel(M::WAITING);
    let (send_help, receive_help) = channel();
    let Guess { rule, seq, commons, rares, .. } = &mut guess;
    let (rule, helper) = (*rule, commons.helper(rule, seq));
    let first = First { changed, help: helper.help(receive_help), send };
    let second = Second { helper, receive, send: send_help };
    let (stop, missed) = std::thread::scope(|scope| {
        let checker = scope.spawn(|| check::<C, M, R>(level, rule, copy, rares, second, to));
        let stop = find::<C, M>(level, rule, seq, commons, first, to);
        (stop, checker.join().expect("the second thread does not panic"))
    });
    let Some((n, code)) = missed else { return stop };
    copy.forget_common(n);
    guess.roll_back(n, code)
}

/// What the first thread works with.
struct First<C, H> {
    /// Positions from here on have changed since common codes were looked for.
    changed: usize,
    /// What the second thread has done for it.
    help: H,
    /// Values that it has found. The receiver is gone if a rare value was found.
    send: SyncSender<Vec<C>>,
}

dispatch! {
    /// Appends common values and sends them on, until `to` is reached or the receiver is gone.
    fn find<[C: Cell, M: CommonFinder<C>]>(rule: &BreakRule, seq: &mut Sequence<C>, commons: &mut M, first: First<C, HelpFor<C, M>>, to: usize) -> Stop = find_at
}

#[inline(always)]
fn find_at<C: Cell, M: CommonFinder<C>, X: Simd>(
    rule: &BreakRule,
    seq: &mut Sequence<C>,
    commons: &mut M,
    first: First<C, HelpFor<C, M>>,
    to: usize,
    x: X,
) -> Stop {
    let First { changed, help, send } = first;
    let help = &mut Some(help);
    commons.begin(rule, seq, changed, help, x);
    while seq.len() < to {
        let known = seq.len();
        let mut stop = Stop::Reached;
        while seq.len() < to.min(known + M::BATCH) && stop == Stop::Reached {
            let next = commons.next(rule, seq, help, x);
            if help.as_ref().is_some_and(|help| help.has_ended()) {
                return Stop::Reached;
            }
            match next {
                Some(code) => seq.push_common(code),
                None => stop = Stop::TooWide,
            }
        }
        if send.send(seq.cells[known..].to_vec()).is_err() || stop != Stop::Reached {
            return stop;
        }
    }
    Stop::Reached
}

/// What the second thread works with. It owns its ends of the channels: the first thread sees that it has
/// ended.
struct Second<C, H: Helper<C>> {
    helper: H,
    /// Values that the first thread has found.
    receive: Receiver<Vec<C>>,
    /// What is done for the first thread.
    send: Sender<Vec<H::Message>>,
}

dispatch! {
    /// Checks the values that come in; the first heap that misses a rare code, and the code. Works ahead
    /// meanwhile.
    fn check<[C: Cell, M: CommonFinder<C>, R: RareChecker<C>]>(rule: &BreakRule, seq: &mut Sequence<C>, rares: &mut R, second: Second<C, M::Helper>, to: usize) -> Option<(usize, C)> = check_at::<C, M, R, _>
}

#[inline(always)]
fn check_at<C: Cell, M: CommonFinder<C>, R: RareChecker<C>, X: Simd>(
    rule: &BreakRule,
    seq: &mut Sequence<C>,
    rares: &mut R,
    second: Second<C, M::Helper>,
    to: usize,
    x: X,
) -> Option<(usize, C)> {
    let Second { mut helper, receive, send } = second;
    let last = to - rule.span().0;
    work_ahead(seq, &mut helper, last, &send, x);
    rares.begin(rule, seq, seq.len(), x);
    let mut waiting = VecDeque::new();
    loop {
        let more = M::WAITING.saturating_sub(waiting.len());
        waiting.extend(receive.try_iter().take(more));
        helper.share(waiting.len());
        if waiting.is_empty() {
            waiting.extend(spin::receive(&receive));
        }
        let batch: Vec<C> = waiting.pop_front()?;
        let from = seq.len();
        seq.cells.extend_from_slice(&batch);
        work_ahead(seq, &mut helper, last, &send, x);
        if let Some(missed) = rares.refute(rule, seq, from, x) {
            return Some(missed);
        }
    }
}

/// Does and sends all that can be done with the values known.
#[inline(always)]
fn work_ahead<C: Cell, H: Helper<C>, X: Simd>(
    seq: &Sequence<C>,
    helper: &mut H,
    last: usize,
    send: &Sender<Vec<H::Message>>,
    x: X,
) {
    loop {
        let messages = helper.work(seq, last, x);
        // A thread that has ended needs nothing more.
        if messages.is_empty() || send.send(messages).is_err() {
            return;
        }
    }
}
