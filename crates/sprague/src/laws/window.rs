//! A law in the memory of a window: run the machine of [`Window`] until a state comes back (docs/periodicity.md).
//!
//! The states of some heaps are kept, at most [`MOST`] of them, evenly spaced; each new state is compared with all of them,
//! by a hash that slides over the last codes and then code by code. A machine that is in the state it was in p
//! values ago repeats itself for ever. The first state s that comes back does so after the smallest period p, and the one kept
//! before s does not come back: so the last exception lies between them, and running the machine again from there and
//! from p places later finds it. Cost: about n0 + p values, and as many again as lie between two kept states.

use super::rolling::Rolling;
use crate::rules::{HeapRule, Rule};
use crate::values::engine::{Engine, Facts, Window};
use crate::values::{Solver, table_size};
use crate::{Error, Result, Status, Work};
use std::time::Duration;

/// Values kept whole before the window is tried.
const START: u64 = 1 << 16;
/// Values that a search by time looks at, however fast it is.
const LONGEST: u64 = 1 << 40;
/// States kept, at most.
const MOST: usize = 64;

/// A proved law of which no values are kept: G(n + period) = G(n) for all n ≥ preperiod.
#[derive(Debug, Clone)]
pub struct WindowLaw {
    /// The rule it is about.
    pub rule: Rule,
    /// The smallest period.
    pub period: u64,
    /// The smallest preperiod for that period: the last exception plus one.
    pub preperiod: u64,
    /// The largest value and the first heap that has it.
    pub largest: (u32, u64),
    /// How many codes make a state.
    pub reach: u64,
    /// When the state was first seen, and when it came back.
    pub states: (u64, u64),
    /// How many values were computed, those computed twice included.
    pub computed: u64,
    /// Bytes kept for values: the whole beginning, the window, the states.
    pub bytes: u64,
    /// The sparse space.
    pub sparse: Facts,
}

impl WindowLaw {
    /// Every law is proved.
    pub fn status(&self) -> Status {
        Status::Proved
    }
}

/// What a search in a window came to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct InWindow {
    /// The law, if one was proved.
    pub law: Option<WindowLaw>,
    /// How many values were looked at.
    pub looked_at: u64,
    /// Whether rare positions were few and had died out, so that there was a window at all.
    pub sparse: bool,
}

/// Looks for the law of a rule that breaks into two heaps, looking at no more than `limit` values.
///
/// ```
/// use sprague::{Work, laws};
/// let law = laws::find_in_window(&"0.16".parse().unwrap(), 1_000_000, &Work::quiet()).unwrap().law.unwrap();
/// assert_eq!((law.period, law.preperiod, law.largest), (149459, 105351, (23, 229790)));
/// ```
pub fn find_in_window(rule: &Rule, limit: u64, work: &Work) -> Result<InWindow> {
    let breaks = |heaps: &&HeapRule| heaps.is_finite() && heaps.most_parts() == 2 && heaps.parts().are_free();
    let Some(mut engine) = rule.heap_rule().filter(breaks).and_then(Engine::new) else {
        return Err(Error::unsupported(format!(
            "{rule} has no window: that is for codes whose moves leave at most two heaps, and some two"
        )));
    };
    work.count_solver();
    let none = |looked_at, sparse| Ok(InWindow { law: None, looked_at, sparse });
    let mut whole = START.min(limit);
    loop {
        match engine.extend(table_size(whole.max(1) - 1, work)?, work) {
            Err(Error::OutOfTime) => return none(engine.known() as u64, false),
            done => done?,
        }
        let mut stopped = whole;
        if let Some(window) = engine.window() {
            let mut search = Search::new(window);
            let end = match search.run(limit as usize, work) {
                Err(Error::OutOfTime) => return none(search.window.known() as u64, true),
                end => end?,
            };
            match end {
                End::Back(index) => {
                    let law = search.law(rule, &engine, index);
                    return Ok(InWindow { looked_at: law.computed, law: Some(law), sparse: true });
                }
                End::Limit => return none(limit, true),
                End::Undecided => stopped = search.window.known() as u64,
            }
        }
        if whole >= limit {
            return none(limit, false);
        }
        whole = limit.min(2 * stopped);
    }
}

/// Looks for the law of a rule that breaks into two heaps for so long at the most.
pub fn find_in_window_within(rule: &Rule, time: Duration, work: &Work) -> Result<InWindow> {
    work.towards(Work::UNKNOWN, || work.within(time, || find_in_window(rule, LONGEST, work)))
}

/// What the machine was like when `known` values were known.
#[derive(Debug)]
struct State {
    known: usize,
    hash: u64,
    codes: Vec<u8>,
}

enum End {
    /// The state kept at this index came back.
    Back(usize),
    Limit,
    Undecided,
}

struct Search {
    window: Window,
    /// Kept states, ascending; at most [`MOST`].
    kept: Vec<State>,
    spacing: usize,
    /// Bit h set: some kept state has a hash with these top 16 bits.
    hashes: Vec<bool>,
    hash: u64,
    rolling: Rolling,
    largest: (u32, u64),
    /// How many values were known when a state came back.
    back: usize,
    again: usize,
}

impl Search {
    fn new(window: Window) -> Self {
        let rolling = Rolling::over(window.reach());
        let state = window.last(window.reach());
        let hash = state.iter().fold(0, |hash, &code| rolling.roll(hash, code.into(), 0));
        let hashes = vec![false; 1 << 16];
        let mut search = Search {
            window,
            kept: vec![],
            spacing: Window::STEP,
            hashes,
            hash,
            rolling,
            largest: (0, 0),
            back: 0,
            again: 0,
        };
        search.keep();
        search
    }

    /// Runs the machine until a state comes back.
    fn run(&mut self, limit: usize, work: &Work) -> Result<End> {
        while self.window.known() < limit {
            let known = self.window.known();
            let count = Window::STEP.min(limit - known);
            if !self.window.extend(count) {
                return Ok(End::Undecided);
            }
            self.note_largest(count);
            if let Some(index) = self.compare(count) {
                return Ok(End::Back(index));
            }
            if known + count >= self.kept[self.kept.len() - 1].known + self.spacing {
                self.keep();
            }
            work.tell(self.window.known() as u64, limit as u64)?;
        }
        Ok(End::Limit)
    }

    /// Keeps the present state; if there are too many, every other one goes.
    fn keep(&mut self) {
        let codes = self.window.last(self.window.reach()).to_vec();
        self.kept.push(State { known: self.window.known(), hash: self.hash, codes });
        if self.kept.len() > MOST {
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing *= 2;
        }
        self.hashes.fill(false);
        for state in &self.kept {
            self.hashes[(state.hash >> 48) as usize] = true;
        }
    }

    /// Compares the states of the last `count` values with those kept, from the first on.
    fn compare(&mut self, count: usize) -> Option<usize> {
        let reach = self.window.reach();
        let codes = self.window.last(reach + count);
        for i in 0..count {
            self.hash = self.rolling.roll(self.hash, codes[i + reach].into(), codes[i].into());
            if self.hashes[(self.hash >> 48) as usize] {
                let known = self.window.known() - count + i + 1;
                let codes = &codes[i + 1..i + 1 + reach];
                let fits = |state: &State| !self.window.parity() || (known - state.known).is_multiple_of(2);
                let same = |state: &State| state.hash == self.hash && fits(state) && state.codes == codes;
                if let Some(index) = self.kept.iter().position(same) {
                    self.back = known;
                    return Some(index);
                }
            }
        }
        None
    }

    fn note_largest(&mut self, count: usize) {
        let first = self.window.known() - count;
        for (i, &code) in self.window.last(count).iter().enumerate() {
            let value = self.window.value(code, first + i);
            if value > self.largest.0 {
                self.largest = (value, (first + i) as u64);
            }
        }
    }

    fn law(&mut self, rule: &Rule, engine: &Engine, index: usize) -> WindowLaw {
        let sparse = engine.facts();
        let period = self.back - self.kept[index].known;
        let computed = self.window.known();
        let kept = self.kept.len() * self.window.reach();
        let last = if index == 0 {
            self.last_exception_in_whole(engine, period)
        } else {
            self.last_exception_in_window(index, period)
        };
        // Of equal values the first counts, and those kept whole come first.
        let whole = (sparse.largest, sparse.largest_at);
        WindowLaw {
            rule: rule.clone(),
            period: period as u64,
            preperiod: last.map_or(0, |x| x as u64 + 1),
            largest: if self.largest.0 > whole.0 { self.largest } else { whole },
            reach: self.window.reach() as u64,
            states: (self.kept[index].known as u64, self.back as u64),
            computed: (computed + self.again) as u64,
            bytes: (engine.known() * usize::from(sparse.bytes_per_value) + 2 * self.window.bytes() + kept)
                as u64,
            sparse,
        }
    }

    /// The last x with G(x) ≠ G(x + period) below the first kept state, which came back.
    fn last_exception_in_whole(&mut self, engine: &Engine, period: usize) -> Option<usize> {
        let whole = self.kept[0].known;
        let value = |x: usize| engine.value(x);
        let mut last = (0..whole.saturating_sub(period)).rev().find(|&x| value(x) != value(x + period));
        self.restore(0);
        let mut known = whole;
        while known < whole + period {
            let count = Window::STEP.min(whole + period - known);
            assert!(self.window.extend(count), "the machine went this way before");
            for (i, &code) in self.window.last(count).iter().enumerate() {
                let later = known + i;
                if later >= period && value(later - period) != self.window.value(code, later) {
                    last = Some(later - period);
                }
            }
            known += count;
        }
        self.again += period;
        last
    }

    /// The last x with G(x) ≠ G(x + period), between the kept state that came back and the one before it.
    fn last_exception_in_window(&mut self, index: usize, period: usize) -> Option<usize> {
        let (from, to) = (self.kept[index - 1].known, self.kept[index].known);
        self.restore(index - 1);
        let mut early = self.window.clone();
        let before = self.kept.iter().rposition(|state| state.known <= from + period).unwrap_or(0);
        self.restore(before);
        let mut known = self.kept[before].known;
        self.again += (from + period - known) + 2 * (to - from);
        while known < from + period {
            let count = Window::STEP.min(from + period - known);
            assert!(self.window.extend(count), "the machine went this way before");
            known += count;
        }
        let reach = early.reach();
        let mut last = last_difference(early.last(reach), self.window.last(reach)).map(|i| from - reach + i);
        let mut x = from;
        while x < to {
            let count = Window::STEP.min(to - x);
            assert!(early.extend(count) && self.window.extend(count), "the machine went this way before");
            let found = last_difference(early.last(count), self.window.last(count));
            last = found.map(|i| x + i).or(last);
            x += count;
        }
        last
    }

    fn restore(&mut self, index: usize) {
        let state = &self.kept[index];
        self.window.restore(state.known, &state.codes);
    }
}

fn last_difference(a: &[u8], b: &[u8]) -> Option<usize> {
    a.iter().zip(b).rposition(|(a, b)| a != b)
}
