//! The engine: keeps a method with its values, and changes it as values come in.
//!
//! The first thousand values are done by the textbook. From then on, at growing distances, the best split is
//! chosen again, and with it the method. Breaks into three heaps have their own method from the first
//! value on.

use crate::Table;
use crate::engine::Facts;
use crate::engine::break_rule::BreakRule;
use crate::engine::cost::CostInputs;
use crate::engine::method::{self, Method, Stop};
use crate::engine::pace::Pace;
use crate::engine::sparse::few::Few;
use crate::engine::sparse::split::{self, Split};
use crate::engine::sparse::window::{Window, WindowState};
use crate::engine::values::{Values, all};
use crate::simd::Level;
use crate::{Result, Work};
use web_time::Instant;

/// Values done by the textbook before a split is chosen, or more if the code has more digits.
const TEXTBOOK: usize = 768;
/// More rare positions than this share of all make a split not worth having.
const SPARSE: f64 = 0.12;
/// From this many values on, the memory of further ones is estimated.
const SAMPLE: usize = 4096;

/// Whether the engine computes in the sparse space, and how. All but the first are there to be measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Space {
    /// Where that is estimated to cost less.
    #[default]
    Chosen,
    /// Wherever a split has few enough rare positions.
    Sparse,
    /// The same, and few rare positions are treated like many.
    Many,
    /// The same with codes of two bytes, even if one would do.
    TwoBytes,
    /// Never.
    Dense,
}

/// Computes the requested number of values of a heap rule.
pub struct Engine {
    rule: BreakRule,
    method: Box<dyn Method>,
    pace: Pace,
    space: Space,
    /// When the split is looked at again.
    review: usize,
    /// The largest value, and the first heap that has it.
    largest: (u32, usize),
    /// The level that the last values were computed with.
    level: Level,
    /// How many values two threads have shared.
    on_two_threads: u64,
}

impl Engine {
    /// An engine for a rule.
    ///
    /// # Panics
    /// If the rule leaves three heaps and wants two to differ: no method takes both.
    pub fn new(rule: BreakRule) -> Self {
        assert!(!rule.unequal || rule.three.is_empty(), "parts that differ are two");
        Engine {
            method: method::first(&rule, vec![]),
            review: first_review(&rule),
            rule,
            pace: Pace::default(),
            space: Space::default(),
            largest: (0, 0),
            level: Level::portable(),
            on_two_threads: 0,
        }
    }

    /// The same, in a sparse space or without one, whatever that costs.
    pub fn in_space(self, space: Space) -> Self {
        Engine { space, ..self }
    }

    /// The values.
    pub(super) fn values(&self) -> &dyn Values {
        self.method.values()
    }

    /// Makes the values of heaps `0..count` known. After an error what was known stays known.
    pub(super) fn extend(&mut self, count: usize, work: &Work) -> Result<()> {
        let what = format!("a table of {count} values");
        // The first values tell how much memory all of them will take.
        for to in [count.min(SAMPLE), count] {
            work.fits(&what, self.bytes_for(count))?;
            while self.values().len() < to {
                self.step(to, work);
                work.tell(self.values().len() as u64, count as u64)?;
            }
        }
        Ok(())
    }

    /// Goes on from values that are known: those of heaps `0..`. The method is chosen as if they had been
    /// computed here.
    pub(super) fn resume(&mut self, given: &Table, work: &Work) -> Result<()> {
        work.fits(&format!("a table of {} values", given.len()), self.bytes_for(given.len()))?;
        if given.len() <= self.values().len() {
            return Ok(());
        }
        note_largest(given, 0, &mut self.largest);
        if given.len() < first_review(&self.rule) {
            self.method = method::first(&self.rule, all(given).collect());
        } else {
            self.review = next_review(given.len());
            let split = self.split_of(given);
            self.method = method::of_values(&self.rule, split, given, work);
        }
        Ok(())
    }

    /// Adds some of the values up to `to`: few enough that the watcher does not wait.
    fn step(&mut self, to: usize, work: &Work) {
        let from = self.values().len();
        if from >= self.review {
            self.plan(work);
        }
        let step = self.pace.step().max(self.method.least_step());
        let to = to.min(from + step).min(self.review);
        let start = Instant::now();
        self.level = self.method.level(work);
        let shared = self.method.on_two_threads(work);
        let stop = self.method.run(&self.rule, work, to);
        let added = self.values().len() - from;
        self.on_two_threads += if shared { added as u64 } else { 0 };
        self.pace.took(added, start.elapsed());
        note_largest(self.method.values(), from, &mut self.largest);
        match stop {
            Stop::Reached => {}
            Stop::Doubt(_) => unreachable!("all values decide every heap"),
            Stop::TooWide => {
                self.method = self.take_method().widen(&self.rule, work);
            }
        }
    }

    /// About how many bytes the first `count` values take, judged by those that are known. Sets of pairs, for
    /// breaks into three heaps, grow with the square of it.
    pub(super) fn bytes_for(&self, count: usize) -> u128 {
        let known = self.values().len();
        let times = count as f64 / known.max(1) as f64;
        let pairs = self.method.square_bytes() as f64 * times * times;
        2 * count as u128 + if known > 0 { pairs as u128 } else { 0 }
    }

    /// What is known about the values and how they are kept.
    pub fn facts(&self) -> Facts {
        let space = self.method.sparse_space();
        Facts {
            values: self.values().len() as u64,
            largest: self.largest.0,
            largest_at: self.largest.1 as u64,
            mask: space.as_ref().map_or(0, |space| space.split.mask),
            parity: space.as_ref().is_some_and(|space| space.split.parity),
            rare_positions: space.as_ref().map(|space| space.rares.len() as u64),
            last_rare: space.as_ref().map(|space| space.last_rare() as u64),
            bytes_per_value: self.values().bytes_per_value(),
            method: self.method.name(),
            level: self.level.name(),
            on_two_threads: self.on_two_threads,
        }
    }

    /// The engine as a machine on a window, if rare positions have died out.
    pub fn window(&self) -> Option<Window> {
        self.method.window(&self.rule, self.level)
    }

    /// The machine of a rule that is in a state; `None` if that is none of the rule's.
    pub fn window_from(rule: &BreakRule, state: &WindowState, work: &Work) -> Option<Window> {
        Window::from_state(rule, state, work)
    }

    /// Looks at all values now, if there are enough of them.
    pub(super) fn choose_anew(&mut self, work: &Work) {
        if self.values().len() >= first_review(&self.rule) {
            self.plan(work);
        }
    }

    /// Looks at all values and takes the best split and method for them.
    fn plan(&mut self, work: &Work) {
        self.review = next_review(self.values().len());
        let split = self.split_of(self.values());
        self.method = self.take_method().under(&self.rule, split, work);
    }

    /// Takes the method out, to be replaced by the next one.
    fn take_method(&mut self) -> Box<dyn Method> {
        std::mem::replace(&mut self.method, method::first(&self.rule, vec![]))
    }

    /// The split of some values with fewest rare positions, if its sparse space is worth having, and how it
    /// is used.
    fn split_of(&self, values: &dyn Values) -> Option<(Split, Space)> {
        let (split, rares) = self.best_split(values)?;
        self.use_of(values, split, rares as usize).map(|space| (split, space))
    }

    /// How the sparse space of a split with this many rare positions is used, if it is worth having.
    fn use_of(&self, values: &dyn Values, split: Split, rares: usize) -> Option<Space> {
        if rares as f64 > SPARSE * values.len() as f64 {
            return None;
        }
        match self.space {
            Space::Dense => None,
            Space::Sparse | Space::Many | Space::TwoBytes => Some(self.space),
            Space::Chosen => {
                let codes = split.encode(self.largest.0) as usize + 1;
                let outlook = self.outlook(values, split, rares, codes);
                let few = if Few::suits(rares, codes) { outlook.few() } else { f64::INFINITY };
                let (many, dense) = (outlook.many(), outlook.dense());
                let space = if few < many { Space::Sparse } else { Space::Many };
                (few.min(many) < dense).then_some(space)
            }
        }
    }

    /// What the values so far say about those to come under a split.
    fn outlook(&self, values: &dyn Values, split: Split, rares: usize, codes: usize) -> CostInputs {
        let known = values.len();
        let late = known - known / 4;
        let space = self.method.sparse_space().filter(|space| space.split == split);
        let late_rares = space.as_ref().map_or_else(
            || {
                let mut last = vec![0; known - late];
                values.read(late, &mut last);
                (late..).zip(&last).filter(|&(x, &v)| !split.is_common(v, x)).count()
            },
            |space| space.rares_from(late),
        );
        let fresh = space.is_none() || !self.method.marks();
        CostInputs {
            known,
            review: self.review,
            breaks: self.rule.two.len(),
            rares,
            late_rares,
            codes,
            fresh,
        }
    }

    /// The split of some values with fewest rare positions, and their number.
    pub(super) fn best_split(&self, values: &dyn Values) -> Option<(Split, u64)> {
        let (first, rest) = self.rule.two.split_first()?;
        let parity = rest.iter().all(|t| t % 2 == first % 2).then_some(*first as u32 % 2);
        let size = (self.largest.0 as usize + 1).next_power_of_two();
        split::choose(&values.histogram(size), parity)
    }
}

/// When a split is chosen first; never if a rule has its own method.
fn first_review(rule: &BreakRule) -> usize {
    if rule.three.is_empty() { TEXTBOOK.max(4 * rule.reach + 64) } else { usize::MAX }
}

/// When the split of this many values is looked at again.
fn next_review(known: usize) -> usize {
    let share = if known < 1 << 13 {
        4
    } else if known < 1 << 16 {
        2
    } else {
        1
    };
    known + known / share
}

/// Takes the values from a heap on into the largest one and the first heap that has it.
fn note_largest(values: &dyn Values, from: usize, best: &mut (u32, usize)) {
    for start in (from..values.len()).step_by(256) {
        let end = values.len().min(start + 256);
        if values.bound(start, end) <= best.0 {
            continue;
        }
        for x in start..end {
            let v = values.value(x);
            if v > best.0 {
                *best = (v, x);
            }
        }
    }
}
