//! A law in the memory of a window: run the machine of [`Window`] until a state recurs
//! (docs/periodicity.md).
//!
//! The states of some heaps are kept, at most [`MOST`] of them, evenly spaced; each new state is compared
//! with all of them, by a hash that slides over the last codes and then code by code. A machine that is in
//! the state it was in p values ago repeats itself forever. The first state s that recurs does so after
//! the smallest period p, and the one kept before s does not recur: so the last exception lies between
//! them, and running the machine again from there and from p places later finds it. Cost: about n0 + p
//! values, and as many again as lie between two kept states.
//!
//! A [`StateSearch`] is advanced by steps and can be saved between them ([`SearchState`]); a restored search
//! continues as if it had not been interrupted.

use super::doubt::RECENT;
use super::rolling::Rolling;
use super::{Law, Theorem};
use crate::rules::{Alike, HeapRule, Rule};
use crate::values::engine::{Engine, Facts, Halt, Window, WindowState};
use crate::values::{Solver, Table, break_rule};
use crate::{Error, Result, Work};
use std::collections::VecDeque;

/// No run is longer: a machine takes years for as many values.
const LONGEST: u64 = 1 << 56;
/// States kept, at most; their codes, at most, in sets of one word and where they are marked; and states kept
/// in any case.
const MOST: usize = 64;
const MOST_CODES: usize = 1 << 23;
const MOST_MARKED_CODES: usize = 1 << 20;
const LEAST: usize = 4;

/// Whether rules like this have windows: their moves leave at most two heaps of any size, which may have to
/// differ, and some two.
pub(super) fn has_window(heaps: &HeapRule) -> bool {
    let parts = heaps.parts();
    let of_any_size = parts.least == 1 && parts.largest.is_none() && parts.alike != Alike::Equal;
    heaps.is_finite() && heaps.most_parts() == 2 && of_any_size
}

/// What the machine was like when `known` values were known.
#[derive(Clone, Debug)]
struct State {
    known: usize,
    hash: u64,
    codes: Vec<u16>,
}

impl State {
    /// Whether a machine with these last codes and their hash is in this state; its parity counts in some
    /// splits.
    fn is_back(&self, known: usize, hash: u64, codes: &[u16], parity: bool) -> bool {
        let fits = !parity || self.known % 2 == known % 2;
        self.hash == hash && fits && self.codes == codes
    }
}

/// How a step of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A stored state recurred.
    Back,
    /// All values that were asked for are there.
    Reached,
    /// The next value cannot be decided in the window.
    Halted(Halt),
}

/// The search for a state that comes back.
#[derive(Clone, Debug)]
pub struct StateSearch {
    window: Window,
    /// Kept states, ascending; at most [`MOST`].
    kept: Vec<State>,
    spacing: usize,
    /// Bit h set: some kept state has a hash with these top 16 bits.
    hashes: Vec<bool>,
    hash: u64,
    rolling: Rolling,
    largest: (u32, u64),
    /// The last values, at most [`RECENT`], where codes are marked; else none.
    recent: VecDeque<u16>,
    /// Which of the stored states recurred, and how many values were known then.
    back: Option<(usize, usize)>,
}

/// All that a search is, as plain data; the codes of a state are those of the last heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchState {
    /// The machine.
    pub machine: WindowState,
    /// How many values were known at the kept states, and their codes.
    pub kept: Vec<(u64, Vec<u16>)>,
    /// Values from one kept state to the next.
    pub spacing: u64,
    /// The largest value and the first heap that has it.
    pub largest: (u32, u64),
    /// The last values, if codes are marked: they may decide what the machine cannot.
    pub recent: Vec<u16>,
    /// Which of the stored states recurred, and how many values were known then.
    pub back: Option<(u64, u64)>,
}

impl StateSearch {
    /// The search that begins with a window, which has just been opened on what a solver knows.
    pub(super) fn new(window: Window, whole: &dyn Solver, facts: &Facts) -> Self {
        let mut search = Self::of(window, (facts.largest, facts.largest_at));
        let count = if search.window.is_of_words() { 0 } else { search.window.known().min(RECENT) };
        let mut values = vec![0; count];
        whole.read(search.window.known() - count, &mut values);
        search.recent = values.iter().map(|&value| value as u16).collect();
        search.keep();
        search
    }

    fn of(window: Window, largest: (u32, u64)) -> Self {
        let rolling = Rolling::over(window.reach());
        let hash = hash(rolling, &window.last(window.reach()));
        let (kept, hashes) = (vec![], vec![false; 1 << 16]);
        StateSearch {
            window,
            kept,
            spacing: Window::STEP,
            hashes,
            hash,
            rolling,
            largest,
            recent: VecDeque::new(),
            back: None,
        }
    }

    /// The search that goes on from a state.
    ///
    /// # Errors
    /// If the state is none of this rule's.
    pub(super) fn resume(rule: &Rule, state: &SearchState, work: &Work) -> Result<Self> {
        let window = rule.heap_rule().filter(|heaps| has_window(heaps));
        let window =
            window.and_then(break_rule).and_then(|rule| Engine::window_from(&rule, &state.machine, work));
        let Some(window) = window.filter(|window| fits(window, state)) else {
            return Err(Error::refuted(format!("this is not a state of a window on {rule}")));
        };
        let mut search = Self::of(window, state.largest);
        search.spacing = state.spacing as usize;
        search.recent = state.recent.iter().copied().collect();
        search.back = state.back.map(|(index, known)| (index as usize, known as usize));
        for (known, codes) in &state.kept {
            let hash = hash(search.rolling, codes);
            search.kept.push(State { known: *known as usize, hash, codes: codes.clone() });
        }
        search.note_hashes();
        Ok(search)
    }

    /// All that it is.
    pub fn state(&self) -> SearchState {
        let plain = |(index, known): (usize, usize)| (index as u64, known as u64);
        SearchState {
            machine: self.window.state(),
            kept: self.kept.iter().map(|state| (state.known as u64, state.codes.clone())).collect(),
            spacing: self.spacing as u64,
            largest: self.largest,
            recent: self.recent.iter().copied().collect(),
            back: self.back.map(plain),
        }
    }

    /// How many values are known.
    pub fn known(&self) -> u64 {
        self.window.known() as u64
    }

    /// The largest value and the first heap that has it.
    pub(super) fn largest(&self) -> (u32, u64) {
        self.largest
    }

    /// Whether a state has recurred.
    pub(super) fn is_back(&self) -> bool {
        self.back.is_some()
    }

    /// How many values were kept whole before the window was opened.
    pub(super) fn whole(&self) -> usize {
        self.kept[0].known
    }

    /// The sparse space.
    pub(super) fn facts(&self) -> Facts {
        let facts = self.window.facts();
        Facts { largest: self.largest.0, largest_at: self.largest.1, ..facts }
    }

    /// Values to the end of the step: steps are counted from a state that is kept, so that it does not matter
    /// where a run was interrupted.
    pub(super) fn to_the_end_of_the_step(&self) -> u64 {
        (Window::STEP - (self.window.known() - self.whole()) % Window::STEP) as u64
    }

    /// Adds values, at most [`Window::STEP`], by as many threads as pay, and tests whether a state recurs. A
    /// heap that was in doubt is added alone.
    pub(super) fn advance(&mut self, count: usize, threads: usize) -> End {
        let known = self.window.known();
        let count = if self.kept.is_empty() { 1 } else { count };
        let halt = self.window.extend(count, threads).err();
        let count = self.window.known() - known;
        self.note_values(count);
        self.back = self.compare(count);
        if self.back.is_some() {
            return End::Back;
        }
        if let Some(halt) = halt {
            return End::Halted(halt);
        }
        if self.kept.last().is_none_or(|state| known + count >= state.known + self.spacing) {
            self.keep();
        }
        End::Reached
    }

    /// The next heap, which was in doubt, breaks into two heaps of this nim-sum. The window alone does not
    /// say so: states before this heap prove nothing if they recur behind it.
    pub(super) fn grant(&mut self, value: u32) {
        self.window.grant(value);
        self.kept.clear();
        self.spacing = Window::STEP;
        self.note_hashes();
    }

    /// Forgets all but the last `count` of the values beyond those of a state.
    #[cfg(test)]
    pub(super) fn remember(&mut self, count: usize) {
        self.recent.drain(..self.recent.len().saturating_sub(count));
    }

    /// Whether codes are marked: pairs with a part among the first positions give nearly all rare values, not
    /// all.
    pub(super) fn is_marked(&self) -> bool {
        !self.window.is_of_words()
    }

    /// The first heap whose value is remembered, up to the next heap.
    pub(super) fn first_recent(&self) -> u64 {
        (self.window.known() - self.recent.len().max(self.window.reach())) as u64
    }

    /// Copies values from that heap on.
    pub(super) fn read_recent(&self, from: u64, out: &mut [u32]) {
        let back = self.window.known() - from as usize;
        if back <= self.recent.len() {
            let place = self.recent.len() - back;
            for (value, &recent) in out.iter_mut().zip(self.recent.range(place..)) {
                *value = recent.into();
            }
        } else {
            let codes = self.window.last(back);
            for ((value, code), heap) in out.iter_mut().zip(codes).zip(from as usize..) {
                *value = self.window.value(code, heap);
            }
        }
    }

    /// Appends the last `count` values, at most as many as were added last.
    pub(super) fn last_values(&self, count: usize, out: &mut Vec<u32>) {
        let codes = self.window.last(count);
        let first = self.window.known() - count;
        let most = codes.iter().copied().max().unwrap_or(0);
        let values =
            [0, 1].map(|odd| (0..=most).map(|code| self.window.value(code, odd)).collect::<Vec<_>>());
        out.extend((first..).zip(&codes).map(|(heap, &code)| values[heap % 2][code as usize]));
    }

    /// Keeps the present state; if there are too many, every other one goes.
    fn keep(&mut self) {
        let codes = self.window.last(self.window.reach());
        self.kept.push(State { known: self.window.known(), hash: self.hash, codes });
        if self.kept.len() > most_kept(self.window.reach(), self.window.is_of_words()) {
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing *= 2;
        }
        self.note_hashes();
    }

    fn note_hashes(&mut self) {
        self.hashes.fill(false);
        for state in &self.kept {
            self.hashes[(state.hash >> 48) as usize] = true;
        }
    }

    /// Compares the states of the last `count` values with those kept, from the first on: which one
    /// recurred, and when.
    fn compare(&mut self, count: usize) -> Option<(usize, usize)> {
        let reach = self.window.reach();
        let codes = self.window.last(reach + count);
        for i in 0..count {
            self.hash = self.rolling.roll(self.hash, codes[i + reach].into(), codes[i].into());
            if self.hashes[(self.hash >> 48) as usize] {
                let known = self.window.known() - count + i + 1;
                let codes = &codes[i + 1..i + 1 + reach];
                let back = |state: &State| state.is_back(known, self.hash, codes, self.window.parity());
                if let Some(index) = self.kept.iter().position(back) {
                    return Some((index, known));
                }
            }
        }
        None
    }

    /// Takes in the last `count` values.
    fn note_values(&mut self, count: usize) {
        let first = self.window.known() - count;
        let mut values = Vec::with_capacity(count);
        self.last_values(count, &mut values);
        for (heap, &value) in (first..).zip(&values) {
            if value > self.largest.0 {
                self.largest = (value, heap as u64);
            }
        }
        if !self.window.is_of_words() {
            self.recent.extend(values.iter().map(|&value| value as u16));
            self.recent.drain(..self.recent.len().saturating_sub(RECENT));
        }
    }

    /// The law that a recurring state proves; `whole` knows the values before the window.
    pub(super) fn law(&self, rule: &Rule, whole: &dyn Solver, work: &Work) -> Result<Law> {
        let Some((index, back)) = self.back else {
            return Err(Error::not_known(format!("no state of {rule} recurred")));
        };
        let period = back - self.kept[index].known;
        let (last, again) = if index == 0 {
            self.last_exception_in_whole(whole, period, work)?
        } else {
            self.last_exception_in_window(index, period, work)?
        };
        let kept = (self.kept.len() * self.window.reach() + self.recent.len()) * size_of::<u16>();
        Ok(Law {
            rule: rule.clone(),
            period: period as u64,
            preperiod: last.map_or(0, |x| x as u64 + 1),
            saltus: Some(0),
            theorem: Theorem::WindowRepeats {
                reach: self.window.reach() as u64,
                bytes: (self.whole() + 2 * self.window.bytes() + kept) as u64,
                largest: self.largest,
            },
            window: (self.kept[index].known as u64, back as u64),
            computed: self.known() + again as u64,
            sparse: Some(Facts { values: self.whole() as u64, ..self.facts() }),
            on_trust: false,
            values: Table::with_capacity(0),
        })
    }

    /// The last x with G(x) ≠ G(x + period) below the first stored state, which recurred; and how many values
    /// were computed again.
    fn last_exception_in_whole(
        &self,
        values: &dyn Solver,
        period: usize,
        work: &Work,
    ) -> Result<(Option<usize>, usize)> {
        let whole = self.whole();
        let value = |x: usize| values.value(x);
        let mut last = (0..whole.saturating_sub(period)).rev().find(|&x| value(x) != value(x + period));
        let mut window = self.window_at(0);
        while window.known() < whole + period {
            let known = window.known();
            again(&mut window, whole + period, work)?;
            for (later, code) in (known..).zip(window.last(window.known() - known)) {
                if later >= period && value(later - period) != window.value(code, later) {
                    last = Some(later - period);
                }
            }
        }
        Ok((last, period))
    }

    /// The last x with G(x) ≠ G(x + period), between the stored state that recurred and the one before it;
    /// and how many values were computed again.
    fn last_exception_in_window(
        &self,
        index: usize,
        period: usize,
        work: &Work,
    ) -> Result<(Option<usize>, usize)> {
        let (from, to) = (self.kept[index - 1].known, self.kept[index].known);
        let mut early = self.window_at(index - 1);
        let before = self.kept.iter().rposition(|state| state.known <= from + period).unwrap_or(0);
        let mut late = self.window_at(before);
        let computed = (from + period - late.known()) + 2 * (to - from);
        while late.known() < from + period {
            again(&mut late, from + period, work)?;
        }
        let reach = early.reach();
        let mut last = last_difference(&early.last(reach), &late.last(reach)).map(|i| from - reach + i);
        while early.known() < to {
            let x = early.known();
            again(&mut early, to, work)?;
            again(&mut late, to + period, work)?;
            let count = early.known() - x;
            let found = last_difference(&early.last(count), &late.last(count));
            last = found.map(|i| x + i).or(last);
        }
        Ok((last, computed))
    }

    /// The machine in a state that was kept.
    fn window_at(&self, index: usize) -> Window {
        let mut window = self.window.clone();
        let state = &self.kept[index];
        window.restore(state.known, &state.codes);
        window
    }
}

/// How many states of this many codes are kept, at most.
fn most_kept(reach: usize, of_words: bool) -> usize {
    let codes = if of_words { MOST_CODES } else { MOST_MARKED_CODES };
    (codes / reach).clamp(LEAST, MOST)
}

/// Whether a state can be that of a search with this machine. It may still be forged: what it leads to is
/// proved only by a run from heap 0 on.
fn fits(window: &Window, state: &SearchState) -> bool {
    let SearchState { machine, kept, spacing, recent, back, .. } = state;
    let most_recent = if window.is_of_words() { 0 } else { RECENT as u64 };
    let state_fits =
        |(known, codes): &(u64, Vec<u16>)| *known <= machine.known && window.could_be_at(*known, codes);
    let back_fits = |&(index, known): &(u64, u64)| {
        let kept = usize::try_from(index).ok().and_then(|index| kept.get(index));
        kept.is_some_and(|(before, _)| *before < known && known <= machine.known)
    };
    (1..=MOST).contains(&kept.len())
        && kept.iter().all(state_fits)
        && kept.is_sorted_by(|(a, _), (b, _)| a < b)
        && (1..=LONGEST).contains(spacing)
        && machine.known <= LONGEST
        && recent.len() as u64 <= machine.known.min(most_recent)
        && back.iter().all(back_fits)
}

/// Adds values that were known before, a step of those up to `to`. A machine that cannot decide one of them
/// never was in the state that it was put into.
fn again(window: &mut Window, to: usize, work: &Work) -> Result<()> {
    let count = Window::STEP.min(to.saturating_sub(window.known()));
    if window.extend(count, work.threads()).is_err() {
        return Err(Error::refuted("the recorded state of the window is not one that the rule leads to"));
    }
    work.tell(window.known() as u64, 0)
}

fn hash(rolling: Rolling, codes: &[u16]) -> u64 {
    codes.iter().fold(0, |hash, &code| rolling.roll(hash, code.into(), 0))
}

fn last_difference(a: &[u16], b: &[u16]) -> Option<usize> {
    a.iter().zip(b).rposition(|(a, b)| a != b)
}

#[cfg(test)]
mod tests;
