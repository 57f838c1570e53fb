//! Rare positions that have died out: the next value from a window of the last ones.
//!
//! Let `r` be the last rare position and `n > 2r + k`, `k` the most tokens a move takes. The common values
//! that `n` reaches come from the rare positions and from partners at most `r + k` places back; that every
//! rare value below is reached is shown by pairs with a part among the first `h` positions, hence by a
//! position at most `h + k` places back. So the next code is a function of the last `max(r, h) + k` codes,
//! and of the parity of `n` if that counts in the split. Two parts that are looked at are never equal, so
//! this holds where they have to differ too. If a pair with a small part is not found the function is
//! undefined, and the machine stops: the value may be rare.
//!
//! What is kept is a sequence without its middle: the first positions, and the last ones moved down by a
//! multiple of 64. Every sparse method works on it as on any other, since it reads nothing else. Cost: that
//! of the method; memory: a few windows.

use crate::Work;
use crate::engine::Facts;
use crate::engine::break_rule::BreakRule;
use crate::engine::cell::Cell;
use crate::engine::method::{Stop, level_of_few, level_of_many};
use crate::engine::sparse::few::{Few, SetSize};
use crate::engine::sparse::many::Many;
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::split::Split;
use crate::engine::sparse::two_bytes::TwoBytes;
use crate::simd::Level;

/// First positions that show rare values to be reached: the least, and for sets of one word the most; no more
/// than a quarter of what is known.
const LEAST_SPAN: usize = 1024;
const MOST_SPAN: usize = 1 << 18;
/// The same for marks: more than first parts are chosen from.
const MARKED_SPAN: usize = 1 << 16;
/// Positions that a state has beyond the partners of one heap: blocks of heaps, and of earlier ones.
const BLOCKS: usize = 64;
const MARKED_BLOCKS: usize = 256;

/// All that a machine is, as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowState {
    /// The mask of the split, whether the parity of the position counts, and what is added to the count.
    pub mask: u32,
    /// See `mask`.
    pub parity: bool,
    /// See `mask`.
    pub offset: u32,
    /// Codes are below this: 31 or 63 in sets of one word, 255 or 2048 where they are marked.
    pub codes: u32,
    /// The rare positions from 1 on, ascending.
    pub rares: Vec<u64>,
    /// First positions that show rare values to be reached.
    pub span: u64,
    /// The codes of the first positions, and of the last ones: the state.
    pub first: Vec<u16>,
    /// See `first`.
    pub last: Vec<u16>,
    /// How many values are known.
    pub known: u64,
}

/// The method that finds the next values.
#[derive(Clone, Debug)]
enum Machine {
    Words(Box<Few>),
    Bytes(Box<Many>),
    TwoBytes(Box<TwoBytes>),
}

/// The same for each kind of machine.
macro_rules! each {
    ($machine:expr, $method:ident => $value:expr) => {
        match $machine {
            Machine::Words($method) => $value,
            Machine::Bytes($method) => $value,
            Machine::TwoBytes($method) => $value,
        }
    };
}

impl Machine {
    /// Codes are below this.
    fn codes(&self) -> u32 {
        match self {
            Machine::Words(few) => few.sets().codes(),
            Machine::Bytes(_) => u8::LIMIT,
            Machine::TwoBytes(_) => TwoBytes::LIMIT,
        }
    }

    /// The machine for codes below a limit; `None` if there is none for that limit, or if the sequence has
    /// others.
    fn new(codes: u32, rule: &BreakRule, seq: Sequence<u16>, span: usize) -> Option<Self> {
        if codes == TwoBytes::LIMIT {
            return TwoBytes::suits(&seq)
                .then(|| Machine::TwoBytes(Box::new(TwoBytes::windowed(rule, seq, span))));
        }
        let seq = seq.narrow()?;
        if codes == u8::LIMIT {
            return Some(Machine::Bytes(Box::new(Many::windowed(rule, seq, span, 1))));
        }
        let sets = [SetSize::Codes31, SetSize::Codes63].into_iter().find(|sets| sets.codes() == codes)?;
        (Few::fits(&seq) && sets >= SetSize::of(&seq))
            .then(|| Machine::Words(Box::new(Few::windowed(rule, seq, span, sets))))
    }

    /// The same with first parts chosen by what is known by now.
    fn chosen_again(self, rule: &BreakRule, span: usize) -> Self {
        match self {
            Machine::Words(_) => self,
            Machine::Bytes(many) => Machine::Bytes(Box::new(Many::windowed(rule, many.seq, span, 1))),
            Machine::TwoBytes(two) => Machine::TwoBytes(Box::new(TwoBytes::windowed(rule, two.seq, span))),
        }
    }
}

/// What of a sequence is kept.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// The first positions, a multiple of 64.
    head: usize,
    /// Those of them that show rare values to be reached.
    span: usize,
    /// How many codes make a state, a multiple of 64.
    reach: usize,
}

impl Layout {
    /// What is kept of this many positions; `None` if rare ones are too recent.
    fn of(rule: &BreakRule, known: usize, last_rare: usize, span: usize, blocks: usize) -> Option<Self> {
        let far = last_rare.max(span);
        let head = (far + 1).next_multiple_of(64);
        let reach = (far + rule.reach + blocks).next_multiple_of(64);
        (known >= head + 2 * reach).then_some(Layout { head, span, reach })
    }

    /// The layout of a state, if it can be one.
    fn of_state(rule: &BreakRule, state: &WindowState) -> Option<Self> {
        let WindowState { codes, rares, span, first, last, known, .. } = state;
        let (head, reach) = (first.len(), last.len());
        let (span, known) = (usize::try_from(*span).ok()?, usize::try_from(*known).ok()?);
        let far = usize::try_from(rares.last().copied().unwrap_or(0)).ok()?.max(span);
        let (least, blocks) =
            if *codes < u8::LIMIT { (LEAST_SPAN, BLOCKS) } else { (MARKED_SPAN, MARKED_BLOCKS) };
        let fits = head.is_multiple_of(64)
            && reach.is_multiple_of(64)
            && known >= head + 2 * reach
            && span >= least
            && head > far
            && reach >= far + rule.reach + blocks;
        fits.then_some(Layout { head, span, reach })
    }
}

/// A machine on a window.
#[derive(Clone, Debug)]
pub struct Window {
    rule: BreakRule,
    level: Level,
    /// The first positions, then the last ones.
    machine: Machine,
    layout: Layout,
    /// Positions left out, a multiple of 64.
    removed: usize,
    /// First parts were chosen by a state alone.
    stale: bool,
    /// Heaps and rare codes that pairs give which are not kept.
    granted: Vec<(usize, u32)>,
}

/// Why a window stopped before a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The heap has this value, unless it breaks into two heaps of this nim-sum, neither of them among the
    /// first positions.
    Doubt(u32),
    /// The code of the heap does not fit.
    TooWide,
}

impl Window {
    /// Values to add at once, at most, for what is kept to stay small.
    pub const STEP: usize = 1 << 16;

    /// The machine that goes on from a sequence by sets of one word; `None` if its rare positions are too
    /// recent.
    pub(in crate::engine) fn of_words(rule: &BreakRule, level: Level, seq: &Sequence<u8>) -> Option<Self> {
        let span = MOST_SPAN.min(seq.len() / 4);
        let layout = Layout::of(rule, seq.len(), seq.last_rare(), span, BLOCKS)?;
        if span < LEAST_SPAN {
            return None;
        }
        let few = Few::windowed(rule, seq.clone(), span, SetSize::of(seq));
        Some(Self::of(rule, level, Machine::Words(Box::new(few)), layout))
    }

    /// The same by marks of codes of one byte.
    pub(in crate::engine) fn of_bytes(rule: &BreakRule, level: Level, seq: &Sequence<u8>) -> Option<Self> {
        let layout = Layout::of(rule, seq.len(), seq.last_rare(), MARKED_SPAN, MARKED_BLOCKS)?;
        let many = Many::windowed(rule, seq.clone(), MARKED_SPAN, 1);
        Some(Self::of(rule, level, Machine::Bytes(Box::new(many)), layout))
    }

    /// The same by marks of codes of two bytes.
    pub(in crate::engine) fn of_two_bytes(
        rule: &BreakRule,
        level: Level,
        seq: &Sequence<u16>,
    ) -> Option<Self> {
        let layout = Layout::of(rule, seq.len(), seq.last_rare(), MARKED_SPAN, MARKED_BLOCKS)?;
        let two = TwoBytes::windowed(rule, seq.clone(), MARKED_SPAN);
        Some(Self::of(rule, level, Machine::TwoBytes(Box::new(two)), layout))
    }

    fn of(rule: &BreakRule, level: Level, machine: Machine, layout: Layout) -> Self {
        let mut window =
            Window { rule: rule.clone(), level, machine, layout, removed: 0, stale: false, granted: vec![] };
        window.forget();
        window
    }

    /// The machine that is in a state; `None` if that cannot be one of this rule's.
    pub(in crate::engine) fn from_state(rule: &BreakRule, state: &WindowState, work: &Work) -> Option<Self> {
        let WindowState { mask, parity, offset, codes, rares, first, last, known, .. } = state;
        let layout = Layout::of_state(rule, state)?;
        let in_order = rares.first() != Some(&0) && rares.is_sorted_by(|a, b| a < b);
        // As `Split::choose` makes them: the parity counts only where all breaks remove numbers of one
        // parity.
        let parities = rule.two.iter().map(|t| (t % 2) as u32);
        let split_fits = if *parity { parities.eq(rule.two.iter().map(|_| *offset)) } else { *offset == 0 };
        if !in_order || !(1..1 << 16).contains(mask) || !split_fits {
            return None;
        }
        let split = Split { mask: *mask, parity: *parity, offset: *offset };
        let rares = rares.iter().map(|&rare| rare as usize).collect();
        let mut seq = Sequence::of_codes(split, first.clone(), rares);
        let known = *known as usize;
        // The parity of the next heap stays what it was, and with it that of all positions.
        seq.replace_behind(layout.head, known % 64, last);
        let removed = known - seq.len();
        let machine = Machine::new(*codes, rule, seq, layout.span)?;
        let level = match machine {
            Machine::Words(_) => level_of_few(work),
            Machine::Bytes(_) | Machine::TwoBytes(_) => level_of_many(work),
        };
        let (rule, granted) = (rule.clone(), vec![]);
        Some(Window { rule, level, machine, layout, removed, stale: true, granted })
    }

    /// All that the machine is.
    pub fn state(&self) -> WindowState {
        let Split { mask, parity, offset } = self.split();
        WindowState {
            mask,
            parity,
            offset,
            codes: self.machine.codes(),
            rares: self.rares().iter().map(|&rare| rare as u64).collect(),
            span: self.layout.span as u64,
            first: each!(&self.machine, method => method.seq.codes(0..self.layout.head)),
            last: self.last(self.layout.reach),
            known: self.known() as u64,
        }
    }

    /// The sparse space it works in.
    pub fn facts(&self) -> Facts {
        let split = self.split();
        let two_bytes = matches!(self.machine, Machine::TwoBytes(_));
        Facts {
            values: self.known() as u64,
            largest: 0,
            largest_at: 0,
            mask: split.mask,
            parity: split.parity,
            rare_positions: Some(self.rares().len() as u64),
            last_rare: Some(self.rares().last().map_or(0, |&rare| rare as u64)),
            bytes_per_value: if two_bytes { 2 } else { 1 },
            method: if let Machine::Words(_) = self.machine {
                "few rare positions"
            } else {
                "many rare positions"
            },
            level: self.level.name(),
            on_two_threads: 0,
        }
    }

    fn split(&self) -> Split {
        each!(&self.machine, method => method.seq.split)
    }

    fn rares(&self) -> &[usize] {
        each!(&self.machine, method => &method.seq.rares)
    }

    /// How many positions are kept.
    fn kept(&self) -> usize {
        each!(&self.machine, method => method.seq.len())
    }

    /// How many values are known, most of them forgotten.
    pub fn known(&self) -> usize {
        self.kept() + self.removed
    }

    /// How many codes make a state.
    pub fn reach(&self) -> usize {
        self.layout.reach
    }

    /// Whether sets are one word: rare codes are few, and pairs with a part among the first positions give
    /// them all. Where codes are marked, a heap in some hundred thousand needs distant pairs.
    pub fn is_of_words(&self) -> bool {
        matches!(self.machine, Machine::Words(_))
    }

    /// Whether the parity of the next heap belongs to the state.
    pub fn parity(&self) -> bool {
        self.split().parity
    }

    /// The codes of the last `count` heaps, at most [`Window::reach`] more than the last call of
    /// [`Window::extend`] added.
    pub fn last(&self, count: usize) -> Vec<u16> {
        let kept = self.kept();
        each!(&self.machine, method => method.seq.codes(kept - count..kept))
    }

    /// The value of the code of heap `x`, which is common.
    pub fn value(&self, code: u16, x: usize) -> u32 {
        self.split().decode_common(code.into(), x)
    }

    /// Forgets all but the last state and adds `count` values, at most [`Window::STEP`], by as many threads
    /// as pay.
    ///
    /// # Errors
    /// If the next value cannot be decided; those before it were added.
    pub fn extend(&mut self, count: usize, threads: usize) -> Result<(), Halt> {
        self.forget();
        self.pass_granted();
        let (rule, level, to) = (&self.rule, self.level, self.kept() + count);
        let stop = match &mut self.machine {
            Machine::Words(few) => few.run(rule, level, to),
            Machine::Bytes(many) => many.run(rule, level, threads, to),
            Machine::TwoBytes(two) => two.run(rule, level, threads, to),
        };
        match stop {
            Stop::Reached => Ok(()),
            Stop::TooWide => Err(Halt::TooWide),
            Stop::Doubt(code) => Err(Halt::Doubt(self.split().decode_rare(code, self.known()))),
        }
    }

    /// The next heap breaks into two heaps of this nim-sum, which was in doubt.
    pub fn grant(&mut self, value: u32) {
        let code = self.split().encode(value);
        self.granted.push((self.known(), code));
    }

    /// Tells the machine what pairs give that it does not have.
    fn pass_granted(&mut self) {
        let (known, removed) = (self.known(), self.removed);
        self.granted.retain(|&(heap, _)| heap >= known);
        each!(&mut self.machine, method => {
            method.grant(self.granted.iter().map(|&(heap, code)| (heap - removed, Cell::of(code))).collect());
        });
    }

    /// Whether these may be the codes of the last heaps when `known` values were known.
    pub fn could_be_at(&self, known: u64, codes: &[u16]) -> bool {
        codes.len() == self.layout.reach
            && known >= (self.layout.head + 2 * self.layout.reach) as u64
            && codes.iter().all(|&code| u32::from(code) < self.machine.codes())
    }

    /// Puts the machine into the state that it had when `known` values were known.
    pub fn restore(&mut self, known: usize, state: &[u16]) {
        // The parity of the next heap stays what it was, and with it that of all positions.
        let (head, gap) = (self.layout.head, known % 64);
        each!(&mut self.machine, method => {
            method.seq.replace_behind(head, gap, state);
            method.reload();
        });
        self.removed = known - self.kept();
    }

    /// Leaves out what lies between the first positions and the last state.
    fn forget(&mut self) {
        let Layout { head, span, reach } = self.layout;
        // All partners of the first parts are known by now, so that these can be chosen.
        if self.stale && self.kept() > head + 64 + reach {
            let machine = self.machine.clone();
            (self.machine, self.stale) = (machine.chosen_again(&self.rule, span), false);
        }
        let drop = (self.kept() - reach - head) / 64 * 64;
        if drop > 0 {
            each!(&mut self.machine, method => {
                method.seq.forget_middle(head, drop);
                method.seq.cells.shrink_to(2 * (head + reach + Self::STEP));
                method.reload();
            });
            self.removed += drop;
        }
    }

    /// Bytes that the values it keeps take.
    pub fn bytes(&self) -> usize {
        each!(&self.machine, method => method.seq.cells.capacity() * size_of_val(&method.seq.cells[0]))
    }
}
