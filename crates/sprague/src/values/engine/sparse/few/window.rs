//! Few rare positions that have died out: the next value from a window of the last ones.
//!
//! Let `r` be the last rare position and `n > 2r + k`, `k` the most tokens a move takes. The common values that `n` reaches
//! come from the rare positions and from partners at most `r + k` places back; that every rare value below is reached is
//! shown by pairs with a part among the first `h` positions, hence by a position at most `h + k` places back. So the next
//! code is a function of the last `max(r, h) + k` codes, and of the parity of `n` if that counts in the split. If a pair
//! with a small part is not found the function is undefined, and the machine stops: the value may be rare.
//!
//! What is kept is a sequence without its middle: the first positions, and the last ones moved down by a multiple of 64.
//! `few` works on it as on any other, since it looks nowhere else. Cost: that of `few`; memory: a few windows.

use crate::values::engine::Stop;
use crate::values::engine::sparse::few::planes::HISTORY;
use crate::values::engine::sparse::few::{self, Few};
use crate::simd::Level;
use crate::values::engine::rule::Rule;
use crate::values::engine::sparse::sequence::{Cell, Sequence};

/// First positions that show rare values to be reached, at most; no more than a quarter of what is known.
const SPAN: usize = 1 << 18;

#[derive(Clone, Debug)]
enum Method {
    Few32(Few<u32>),
    Few64(Few<u64>),
}

/// The machine.
#[derive(Clone, Debug)]
pub struct Window {
    rule: Rule,
    level: Level,
    method: Method,
    /// The first `head` positions, then the last ones.
    seq: Sequence<u8>,
    head: usize,
    /// How many codes make a state.
    reach: usize,
    /// Positions left out, a multiple of 64.
    removed: usize,
}

impl Window {
    /// Values to add at once, at most, for what is kept to stay small.
    pub const STEP: usize = 1 << 16;

    /// The machine that goes on from a sequence; `None` if its rare positions are too recent.
    pub(in crate::values::engine) fn of(rule: &Rule, level: Level, seq: &Sequence<u8>) -> Option<Self> {
        let known = seq.len();
        let span = SPAN.min(known / 4);
        let far = seq.last_rare().max(span);
        let head = (far + 1).next_multiple_of(64);
        let reach = (far + rule.reach + 64).next_multiple_of(64);
        if seq.is_dense() || span < HISTORY || known < head + 2 * reach {
            return None;
        }
        let wide = seq.cells.iter().any(|c| c.code() >= u32::BITS);
        let method = if wide {
            Method::Few64(Few::windowed(rule, seq, span))
        } else {
            Method::Few32(Few::windowed(rule, seq, span))
        };
        let mut window =
            Window { rule: rule.clone(), level, method, seq: seq.clone(), head, reach, removed: 0 };
        window.forget();
        Some(window)
    }

    /// How many values are known, most of them forgotten.
    pub fn known(&self) -> usize {
        self.seq.len() + self.removed
    }

    /// How many codes make a state.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// Whether the parity of the next heap belongs to the state.
    pub fn parity(&self) -> bool {
        self.seq.split.parity
    }

    /// The codes of the last `count` heaps, at most [`Window::reach`] more than the last call of [`Window::extend`] added.
    pub fn last(&self, count: usize) -> &[u8] {
        &self.seq.cells[self.seq.len() - count..]
    }

    /// The value of the code of heap `x`, which is common.
    pub fn value(&self, code: u8, x: usize) -> u32 {
        self.seq.split.decode(code.into(), true, x)
    }

    /// Forgets all but the last state and adds `count` values, at most [`Window::STEP`]; false if that cannot be decided.
    pub fn extend(&mut self, count: usize) -> bool {
        self.forget();
        let to = self.seq.len() + count;
        let stop = match &mut self.method {
            Method::Few32(few) => few::run(self.level, &self.rule, &mut self.seq, few, to),
            Method::Few64(few) => few::run(self.level, &self.rule, &mut self.seq, few, to),
        };
        stop == Stop::Reached
    }

    /// Puts the machine into the state that it had when `known` values were known.
    pub fn restore(&mut self, known: usize, state: &[u8]) {
        // The parity of the next heap stays what it was, and with it that of all positions.
        let odd = known % 64;
        let start = self.head + odd;
        self.seq.cells.truncate(self.head);
        self.seq.cells.resize(start, 0);
        self.seq.cells.extend_from_slice(state);
        self.removed = known - self.seq.len();
        self.look_again();
    }

    /// Leaves out what lies between the first positions and the last state.
    fn forget(&mut self) {
        let drop = (self.seq.len() - self.reach - self.head) / 64 * 64;
        if drop > 0 {
            self.seq.cells.drain(self.head..self.head + drop);
            self.seq.cells.shrink_to(2 * (self.head + self.reach + Self::STEP));
            self.removed += drop;
            self.look_again();
        }
    }

    fn look_again(&mut self) {
        match &mut self.method {
            Method::Few32(few) => few.look_again(&self.seq),
            Method::Few64(few) => few.look_again(&self.seq),
        }
    }

    /// Bytes that the machine keeps.
    pub fn bytes(&self) -> usize {
        self.seq.cells.capacity()
    }
}
