//! Few rare positions that have died out: the next value from a window of the last ones.
//!
//! Let `r` be the last rare position and `n > 2r + k`, `k` the most tokens a move takes. The common values
//! that `n` reaches come from the rare positions and from partners at most `r + k` places back; that every
//! rare value below is reached is shown by pairs with a part among the first `h` positions, hence by a
//! position at most `h + k` places back. So the next code is a function of the last `max(r, h) + k` codes,
//! and of the parity of `n` if that counts in the split. If a pair with a small part is not found the
//! function is undefined, and the machine stops: the value may be rare.
//!
//! What is kept is a sequence without its middle: the first positions, and the last ones moved down by a
//! multiple of 64. `few` works on it as on any other, since it reads nothing else. Cost: that of `few`;
//! memory: a few windows.

use crate::engine::Facts;
use crate::engine::break_rule::BreakRule;
use crate::engine::method::Stop;
use crate::engine::sparse::few::bitmaps::HISTORY;
use crate::engine::sparse::few::{Few, SetSize, Word};
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::split::Split;
use crate::simd::Level;

/// First positions that show rare values to be reached, at most; no more than a quarter of what is known.
const SPAN: usize = 1 << 18;

/// All that a machine is, as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowState {
    /// The mask of the split, whether the parity of the position counts, and what is added to the count.
    pub mask: u32,
    /// See `mask`.
    pub parity: bool,
    /// See `mask`.
    pub offset: u32,
    /// Whether sets have 63 codes, not 31.
    pub wide: bool,
    /// The rare positions from 1 on, ascending.
    pub rares: Vec<u64>,
    /// First positions that show rare values to be reached.
    pub span: u64,
    /// The codes of the first positions, and of the last ones: the state.
    pub first: Vec<u8>,
    /// See `first`.
    pub last: Vec<u8>,
    /// How many values are known.
    pub known: u64,
}

/// The machine.
#[derive(Clone, Debug)]
pub struct Window {
    rule: BreakRule,
    level: Level,
    /// The first `head` positions, then the last ones.
    few: Few,
    head: usize,
    span: usize,
    /// How many codes make a state.
    reach: usize,
    /// Positions left out, a multiple of 64.
    removed: usize,
}

impl Window {
    /// Values to add at once, at most, for what is kept to stay small.
    pub const STEP: usize = 1 << 16;

    /// The machine that goes on from a sequence; `None` if its rare positions are too recent.
    pub(in crate::engine) fn of(rule: &BreakRule, level: Level, seq: &Sequence<u8>) -> Option<Self> {
        let known = seq.len();
        let span = SPAN.min(known / 4);
        let far = seq.last_rare().max(span);
        let head = (far + 1).next_multiple_of(64);
        let reach = (far + rule.reach + 64).next_multiple_of(64);
        if span < HISTORY || known < head + 2 * reach {
            return None;
        }
        let few = Few::windowed(rule, seq.clone(), span, SetSize::of(seq));
        let mut window = Window { rule: rule.clone(), level, few, head, span, reach, removed: 0 };
        window.forget();
        Some(window)
    }

    /// The machine that is in a state; `None` if that cannot be one of this rule's.
    pub(in crate::engine) fn from_state(rule: &BreakRule, level: Level, state: &WindowState) -> Option<Self> {
        let WindowState { mask, parity, offset, wide, rares, span, first, last, known } = state;
        let rares: Vec<usize> = rares.iter().map(|&rare| rare as usize).collect();
        let (head, reach, span, known) = (first.len(), last.len(), *span as usize, *known as usize);
        let last_rare = rares.last().copied().unwrap_or(0);
        let sizes = head.is_multiple_of(64)
            && reach.is_multiple_of(64)
            && known >= head + 2 * reach
            && span >= HISTORY
            && head > span.max(last_rare)
            && reach >= span.max(last_rare) + rule.reach + 64;
        let in_order = rares.first() != Some(&0) && rares.is_sorted_by(|a, b| a < b);
        // As `Split::choose` makes them: the parity counts only where all breaks remove numbers of one
        // parity.
        let parities = rule.two.iter().map(|t| (t % 2) as u32);
        let split_fits = if *parity { parities.eq(rule.two.iter().map(|_| *offset)) } else { *offset == 0 };
        if !sizes || !in_order || !(1..1 << 16).contains(mask) || !split_fits {
            return None;
        }
        let split = Split { mask: *mask, parity: *parity, offset: *offset };
        let mut cells = first.clone();
        // The parity of the next heap stays what it was, and with it that of all positions.
        cells.resize(head + known % 64, 0);
        cells.extend_from_slice(last);
        let removed = known - cells.len();
        let seq = Sequence::of_codes(split, cells, rares);
        if !Few::fits(&seq) {
            return None;
        }
        let sets = if *wide { SetSize::Codes63 } else { SetSize::of(&seq) };
        let few = Few::windowed(rule, seq, span, sets);
        Some(Window { rule: rule.clone(), level, few, head, span, reach, removed })
    }

    /// All that the machine is.
    pub fn state(&self) -> WindowState {
        let seq = &self.few.seq;
        WindowState {
            mask: seq.split.mask,
            parity: seq.split.parity,
            offset: seq.split.offset,
            wide: self.few.has_63_codes(),
            rares: seq.rares.iter().map(|&rare| rare as u64).collect(),
            span: self.span as u64,
            first: seq.cells[..self.head].to_vec(),
            last: self.last(self.reach).to_vec(),
            known: self.known() as u64,
        }
    }

    /// The sparse space it works in.
    pub fn facts(&self) -> Facts {
        let seq = &self.few.seq;
        Facts {
            values: self.known() as u64,
            largest: 0,
            largest_at: 0,
            mask: seq.split.mask,
            parity: seq.split.parity,
            rare_positions: Some(seq.rares.len() as u64),
            last_rare: Some(seq.last_rare() as u64),
            bytes_per_value: 1,
            method: "few rare positions",
            level: self.level.name(),
            on_two_threads: 0,
        }
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

    /// The codes of the last `count` heaps, at most [`Window::reach`] more than the last call of
    /// [`Window::extend`] added.
    pub fn last(&self, count: usize) -> &[u8] {
        &self.few.seq.cells[self.few.seq.len() - count..]
    }

    /// The value of the code of heap `x`, which is common.
    pub fn value(&self, code: u8, x: usize) -> u32 {
        self.few.seq.split.decode_common(code.into(), x)
    }

    /// Forgets all but the last state and adds `count` values, at most [`Window::STEP`]; false if that cannot
    /// be decided.
    pub fn extend(&mut self, count: usize) -> bool {
        self.forget();
        let to = self.few.seq.len() + count;
        self.few.run(&self.rule, self.level, to) == Stop::Reached
    }

    /// Whether these may be the codes of the last heaps when `known` values were known.
    pub fn could_be_at(&self, known: u64, codes: &[u8]) -> bool {
        let most = if self.few.has_63_codes() { <u64 as Word>::NOTHING } else { <u32 as Word>::NOTHING };
        codes.len() == self.reach
            && known >= (self.head + 2 * self.reach) as u64
            && codes.iter().all(|&code| code < most)
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
        self.few.reload();
    }

    /// Leaves out what lies between the first positions and the last state.
    fn forget(&mut self) {
        let drop = (self.few.seq.len() - self.reach - self.head) / 64 * 64;
        if drop > 0 {
            self.few.seq.cells.drain(self.head..self.head + drop);
            self.few.seq.cells.shrink_to(2 * (self.head + self.reach + Self::STEP));
            self.removed += drop;
            self.few.reload();
        }
    }

    /// Bytes that the machine keeps.
    pub fn bytes(&self) -> usize {
        self.few.seq.cells.capacity()
    }
}
