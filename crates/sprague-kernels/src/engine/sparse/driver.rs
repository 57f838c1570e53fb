//! The driver of the methods that mark, for codes of any width: a few hundred values at a time are assumed to
//! be common, and then it is shown that no smaller rare value was missed; if one was, the values after it are
//! discarded and computed again. On one thread here, on two in `two_threads`.

use crate::engine::break_rule::BreakRule;
use crate::engine::cell::Cell;
use crate::engine::method::Stop;
use crate::engine::sparse::sequence::Sequence;
use crate::simd::{Simd, dispatch};
use std::sync::mpsc::Receiver;

/// Finds the smallest common code that a heap does not reach.
pub trait CommonFinder<C: Cell>: Send {
    /// Values of a message from one thread to the other, and messages that wait, at most.
    const BATCH: usize;
    /// See `BATCH`.
    const WAITING: usize;
    /// What another thread can do for it ahead.
    type Helper: Helper<C>;

    /// Opens what the next heap needs, whatever was open before; positions from `changed` on may have
    /// changed.
    fn begin<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<C>,
        changed: usize,
        help: &mut Option<HelpFor<C, Self>>,
        x: X,
    );

    /// The smallest absent common code of heap `seq.len()`; `None` if it does not fit. Does not count if help
    /// was to come from another thread that has stopped ([`Help::has_ended`]).
    fn next<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<C>,
        help: &mut Option<HelpFor<C, Self>>,
        x: X,
    ) -> Option<C>;

    /// What another thread needs to help, from the next heap on.
    fn helper(&mut self, rule: &BreakRule, seq: &Sequence<C>) -> Self::Helper;
}

/// What comes from another thread.
pub type HelpFor<C, M> = <<M as CommonFinder<C>>::Helper as Helper<C>>::Help;

/// Work that another thread does for the one that finds common codes.
pub trait Helper<C>: Send {
    /// What it sends.
    type Message: Send;
    /// The other end.
    type Help: Help;

    /// The other end, if messages are sent to this channel.
    fn help(&self, messages: Receiver<Vec<Self::Message>>) -> Self::Help;

    /// With this many batches waiting to be looked at, how much is done ahead from now on.
    fn share(&mut self, waiting: usize);

    /// Some of what can be done with the values known, for sums up to `last`; nothing if all of it is.
    fn work<X: Simd>(&mut self, seq: &Sequence<C>, last: usize, x: X) -> Vec<Self::Message>;
}

/// What comes from a thread that helps.
pub trait Help {
    /// The other thread has stopped: what was computed since does not count.
    fn has_ended(&self) -> bool;
}

/// Nothing is done ahead.
pub struct NoHelper;

/// Nothing comes.
pub struct NoHelp;

impl<C: Cell> Helper<C> for NoHelper {
    type Message = ();
    type Help = NoHelp;

    fn help(&self, _: Receiver<Vec<()>>) -> NoHelp {
        NoHelp
    }

    fn share(&mut self, _: usize) {}

    fn work<X: Simd>(&mut self, _: &Sequence<C>, _: usize, _: X) -> Vec<()> {
        vec![]
    }
}

impl Help for NoHelp {
    fn has_ended(&self) -> bool {
        false
    }
}

/// Shows that heaps miss no rare code.
pub trait RareChecker<C: Cell>: Send {
    /// How many values are best taken for common before they are looked at.
    fn ahead(&self, seq: &Sequence<C>) -> usize;

    /// Opens what heap `n` needs, whatever was open before.
    fn begin<X: Simd>(&mut self, rule: &BreakRule, seq: &Sequence<C>, n: usize, x: X);

    /// The first heap from `from` on whose value is not the common one that was appended, and its rare code.
    /// Values before `from` are right, and all of them have been looked at.
    fn refute<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<C>,
        from: usize,
        x: X,
    ) -> Option<(usize, C)>;

    /// Whether what is refuted is rare for certain.
    fn certain(&self) -> bool;
}

/// A sequence, and what finds its next values.
pub struct Guess<'a, C, M, R> {
    /// The rule.
    pub rule: &'a BreakRule,
    /// The values.
    pub seq: &'a mut Sequence<C>,
    /// Finds common codes.
    pub commons: &'a mut M,
    /// Checks rare codes.
    pub rares: &'a mut R,
    /// Positions from here on have changed since common codes were looked for.
    pub changed: &'a mut usize,
}

impl<C: Cell, M: CommonFinder<C>, R: RareChecker<C>> Guess<'_, C, M, R> {
    /// From where positions have changed; from now on none has.
    pub fn take_changed(&mut self) -> usize {
        std::mem::replace(self.changed, usize::MAX).min(self.seq.len())
    }

    /// Heap `n` is rare: all values behind it are forgotten. Stops if that is not certain.
    pub fn roll_back(&mut self, n: usize, code: C) -> Stop {
        self.seq.forget_common(n);
        *self.changed = n;
        if !self.rares.certain() {
            return Stop::Doubt(code.code());
        }
        self.seq.push_rare(code.code());
        Stop::Reached
    }
}

dispatch! {
    /// Extends the sequence to `to` values.
    pub fn alone<[C: Cell, M: CommonFinder<C>, R: RareChecker<C>]>(guess: Guess<'_, C, M, R>, to: usize) -> Stop = alone_at
}

#[inline(always)]
fn alone_at<C: Cell, M: CommonFinder<C>, R: RareChecker<C>, X: Simd>(
    mut guess: Guess<C, M, R>,
    to: usize,
    x: X,
) -> Stop {
    let (rule, changed) = (guess.rule, guess.take_changed());
    guess.commons.begin(rule, guess.seq, changed, &mut None, x);
    guess.rares.begin(rule, guess.seq, guess.seq.len(), x);
    while guess.seq.len() < to {
        let known = guess.seq.len();
        let ahead = guess.rares.ahead(guess.seq);
        let mut wide = false;
        while guess.seq.len() < to.min(known + ahead) && !wide {
            match guess.commons.next(rule, guess.seq, &mut None, x) {
                Some(code) => guess.seq.push_common(code),
                None => wide = true,
            }
        }
        if let Some((n, rare)) = guess.rares.refute(rule, guess.seq, known, x) {
            let guessed = n + 1 < guess.seq.len();
            let stop = guess.roll_back(n, rare);
            if stop != Stop::Reached {
                return stop;
            }
            if guessed {
                let changed = guess.take_changed();
                guess.commons.begin(rule, guess.seq, changed, &mut None, x);
            }
        } else if wide {
            return Stop::TooWide;
        }
    }
    Stop::Reached
}
