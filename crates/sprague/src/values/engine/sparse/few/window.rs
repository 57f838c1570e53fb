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

use crate::simd::Level;
use crate::values::engine::break_rule::BreakRule;
use crate::values::engine::method::Stop;
use crate::values::engine::sparse::few::Few;
use crate::values::engine::sparse::few::planes::HISTORY;
use crate::values::engine::sparse::sequence::Sequence;

/// First positions that show rare values to be reached, at most; no more than a quarter of what is known.
const SPAN: usize = 1 << 18;

/// The machine.
#[derive(Clone, Debug)]
pub struct Window {
    rule: BreakRule,
    level: Level,
    /// The first `head` positions, then the last ones.
    few: Few,
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
    pub(in crate::values::engine) fn of(rule: &BreakRule, level: Level, seq: &Sequence<u8>) -> Option<Self> {
        let known = seq.len();
        let span = SPAN.min(known / 4);
        let far = seq.last_rare().max(span);
        let head = (far + 1).next_multiple_of(64);
        let reach = (far + rule.reach + 64).next_multiple_of(64);
        if span < HISTORY || known < head + 2 * reach {
            return None;
        }
        let few = Few::windowed(rule, seq.clone(), span);
        let mut window = Window { rule: rule.clone(), level, few, head, reach, removed: 0 };
        window.forget();
        Some(window)
    }

    /// How many values are known, most of them forgotten.
    pub fn known(&self) -> usize {
        self.few.seq.len() + self.removed
    }

    /// How many codes make a state.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// Whether the parity of the next heap belongs to the state.
    pub fn parity(&self) -> bool {
        self.few.seq.split.parity
    }

    /// The codes of the last `count` heaps, at most [`Window::reach`] more than the last call of [`Window::extend`] added.
    pub fn last(&self, count: usize) -> &[u8] {
        &self.few.seq.cells[self.few.seq.len() - count..]
    }

    /// The value of the code of heap `x`, which is common.
    pub fn value(&self, code: u8, x: usize) -> u32 {
        self.few.seq.split.decode(code.into(), true, x)
    }

    /// Forgets all but the last state and adds `count` values, at most [`Window::STEP`]; false if that cannot be decided.
    pub fn extend(&mut self, count: usize) -> bool {
        self.forget();
        let to = self.few.seq.len() + count;
        self.few.run(&self.rule, self.level, to) == Stop::Reached
    }

    /// Puts the machine into the state that it had when `known` values were known.
    pub fn restore(&mut self, known: usize, state: &[u8]) {
        // The parity of the next heap stays what it was, and with it that of all positions.
        let odd = known % 64;
        let start = self.head + odd;
        self.few.seq.cells.truncate(self.head);
        self.few.seq.cells.resize(start, 0);
        self.few.seq.cells.extend_from_slice(state);
        self.removed = known - self.few.seq.len();
        self.few.look_again();
    }

    /// Leaves out what lies between the first positions and the last state.
    fn forget(&mut self) {
        let drop = (self.few.seq.len() - self.reach - self.head) / 64 * 64;
        if drop > 0 {
            self.few.seq.cells.drain(self.head..self.head + drop);
            self.few.seq.cells.shrink_to(2 * (self.head + self.reach + Self::STEP));
            self.removed += drop;
            self.few.look_again();
        }
    }

    /// Bytes that the machine keeps.
    pub fn bytes(&self) -> usize {
        self.few.seq.cells.capacity()
    }
}
