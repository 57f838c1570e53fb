//! A run: the values of a heap rule in order, and its law on the way, in as little memory as the rule allows.
//!
//! Values are computed in portions; the caller drains each portion ([`Run::drain`]), and may stop after any
//! of them and resume later from a [`Point`]. A run is in one of two phases:
//!
//! - *whole*: the solver keeps all values, as every method needs them. The theorems are tried at checkpoints,
//!   and at growing distances it is tested whether rare positions have died out;
//! - *window*: they have, and from then on a window of the last values is enough ([`StateSearch`]); old
//!   values are dropped. Where the window cannot decide a value, all of them are computed again, whole.
//!
//! Nothing depends on where portions end or on how often a run was interrupted: a point holds all that later
//! steps use, and the window is advanced by whole steps from where it began. So a run that was interrupted
//! ends like one that was not. [`Search`](super::Search) drives a run to its end.

mod in_window;

use super::doubt::{HEAD, Kept};
use super::periodicity::Checkpoints;
use super::search::{Open, by_other_theorems};
use super::window::{SearchState, StateSearch, has_window};
use super::{Law, NimSequence, usual_limit};
use crate::rules::{HeapRule, Rule};
use crate::values::engine::{Facts, Window};
use crate::values::{Solver, Table, solver};
use crate::{Error, Result, Status, Work};
use in_window::{InWindow, Passed};
use std::time::Duration;
use web_time::Instant;

/// Values after which a window is tried first.
const FIRST_WINDOW: u64 = 1 << 16;
/// The same where codes are marked. Such a window proves no law with a heap in doubt in every period, so
/// shorter laws are found before, by the theorem on periods.
const FIRST_MARKED_WINDOW: u64 = 1 << 22;
/// Heaps below this are computed one by one with all values kept.
const MOST_WHOLE: u64 = u32::MAX as u64;
/// Values of the first portion, and how long a portion should take.
const FIRST_PORTION: usize = 1 << 12;
const PORTION: Duration = Duration::from_millis(100);
/// The most values before a window that are kept rather than computed again when they are needed.
const MOST_KEPT: usize = HEAD as usize;
/// The most values that are drained at once.
const PIECE: usize = 1 << 16;

/// Which values a run keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// All of them; periods are looked for among the first `law_within` alone.
    Values { law_within: u64 },
    /// No more than further values need.
    Nothing,
}

/// From where a run can be resumed.
#[derive(Debug, Clone)]
pub enum Point {
    /// All values are needed.
    Whole {
        /// The values so far.
        values: Table,
        /// When the theorems are tried next, and when a window is looked for.
        next: Next,
    },
    /// The state of the window is enough.
    Window(Box<SearchState>),
}

/// How many values there are when something is looked for again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Next {
    /// A period that a theorem proves.
    pub law: u64,
    /// A window.
    pub window: u64,
}

/// The current phase of a run, for saving it.
#[derive(Debug)]
pub enum PhaseView<'a> {
    /// All values so far are needed to go on.
    Whole(Next),
    /// This is needed.
    Window(&'a StateSearch),
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// There is more to do.
    More,
    /// The requested number of values is there.
    Reached,
    /// A law was proved, which determines all further values.
    Law,
}

enum Phase {
    Whole(Whole),
    Window(InWindow),
}

/// What a step of a phase leads to.
enum Turn {
    /// The phase continues.
    Stay,
    /// A law is proved.
    Law(Box<Law>),
    /// From now on a window is enough.
    Enter(Box<Window>),
    /// The window cannot decide the value of this heap.
    Leave(u64),
}

/// All values, kept by their solver.
struct Whole {
    solver: Box<dyn Solver>,
    /// The theorem on periods, for finite rules of free parts, is tried at these.
    checkpoints: Option<Checkpoints>,
    keep: Keep,
    next_window: u64,
    portion: usize,
    /// Whether theorems other than the one on periods were tried.
    tried: bool,
    /// Why a law that all values agree with is not decided.
    undecided: Option<String>,
}

/// The values of a heap rule in order.
///
/// ```
/// use sprague::{Work, laws::{Run, Step}};
/// let mut run = Run::new(&"kayles".parse().unwrap(), &Work::quiet()).unwrap();
/// let mut values = vec![];
/// while run.step(1000, &Work::quiet()).unwrap() == Step::More {
///     run.drain(|_, portion| values.extend_from_slice(portion));
/// }
/// run.drain(|_, portion| values.extend_from_slice(portion));
/// assert_eq!(values[..6], [0, 1, 2, 3, 1, 4]);
/// assert!(run.law().is_some() && values.len() < 1000);
/// ```
pub struct Run {
    rule: Rule,
    phase: Phase,
    law: Option<Law>,
    /// Whether it rests on a [`Point`] or on values kept elsewhere, which nothing here has verified.
    on_trust: bool,
    /// The first heap that was not drained.
    drained: u64,
    /// What a step in the window found beyond that.
    fresh: Vec<u32>,
    largest: (u32, u64),
}

impl Run {
    /// A run from heap 0 on that keeps no more values than it needs.
    ///
    /// # Errors
    /// If the rule is not one of heaps.
    pub fn new(rule: &Rule, _work: &Work) -> Result<Self> {
        Self::keeping(rule, Keep::Nothing)
    }

    /// A run from heap 0 on.
    pub(super) fn keeping(rule: &Rule, keep: Keep) -> Result<Self> {
        let heaps = heaps(rule)?;
        Ok(Self::of(rule, Phase::Whole(Whole::new(heaps, solver(heaps), keep)), 0))
    }

    /// A run that resumes at a point where it once was; what was drained then is not drained again.
    ///
    /// # Errors
    /// If the point does not belong to this rule.
    pub fn resume(rule: &Rule, point: Point, work: &Work) -> Result<Self> {
        let heaps = heaps(rule)?;
        match point {
            Point::Whole { values, next } => {
                let mut whole = Whole::new(heaps, solver(heaps), Keep::Nothing);
                whole.solver.resume(&values, work)?;
                whole.next_window = next.window;
                if let Some(checkpoints) = &mut whole.checkpoints {
                    checkpoints.next = next.law;
                }
                let mut run = Self::of(rule, Phase::Whole(whole), values.len() as u64);
                run.largest = largest_of(0, values.iter(), run.largest);
                run.on_trust = true;
                Ok(run)
            }
            Point::Window(state) => {
                let search = Box::new(StateSearch::resume(rule, &state, work)?);
                let (known, largest) = (search.known(), search.largest());
                let phase = Phase::Window(InWindow { search, before: None });
                Ok(Run { largest, on_trust: true, ..Self::of(rule, phase, known) })
            }
        }
    }

    fn of(rule: &Rule, phase: Phase, drained: u64) -> Self {
        Run { rule: rule.clone(), phase, law: None, on_trust: false, drained, fresh: vec![], largest: (0, 0) }
    }

    /// How much its values and its law claim: a run that was resumed, or that has read values kept elsewhere,
    /// rests on what nothing here has verified.
    pub fn status(&self) -> Status {
        if self.on_trust { Status::Observed } else { Status::proved_by(self) }
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// How many values were drained: those of the heaps below.
    pub fn drained(&self) -> u64 {
        self.drained
    }

    /// How many values were computed.
    pub fn known(&self) -> u64 {
        match &self.phase {
            Phase::Whole(whole) => whole.solver.known() as u64,
            Phase::Window(window) => window.search.known().max(self.drained + self.fresh.len() as u64),
        }
    }

    /// The law, once it is proved; without values if that was in a window.
    pub fn law(&self) -> Option<&Law> {
        self.law.as_ref()
    }

    /// Why a law that all values agree with was neither proved nor refuted, in a line.
    pub fn undecided(&self) -> Option<&str> {
        match &self.phase {
            Phase::Whole(whole) => whole.undecided.as_deref(),
            Phase::Window(_) => None,
        }
    }

    /// The largest value that was drained, and the first heap that has it.
    pub fn largest(&self) -> (u32, u64) {
        self.largest
    }

    /// The current phase, for saving it.
    pub fn phase(&self) -> PhaseView<'_> {
        match &self.phase {
            Phase::Whole(whole) => PhaseView::Whole(whole.next()),
            Phase::Window(window) => PhaseView::Window(&window.search),
        }
    }

    /// The sparse space, if there is one.
    pub fn facts(&self) -> Option<Facts> {
        match &self.phase {
            Phase::Whole(whole) => whole.solver.facts(),
            Phase::Window(window) => Some(window.search.facts()),
        }
    }

    /// About how many bytes `count` values take if all of them have to be kept; nothing if a window is
    /// enough.
    pub fn bytes_for(&self, count: u64) -> Option<u128> {
        match &self.phase {
            Phase::Whole(whole) => Some(whole.solver.bytes_for(count as usize)),
            Phase::Window(_) => None,
        }
    }

    /// Computes some of the values up to `to`, for about a tenth of a second. After an error what is known
    /// stays known and can be drained.
    ///
    /// # Errors
    /// If the watcher asks to stop, time runs out, or there is no memory for more.
    pub fn step(&mut self, to: u64, work: &Work) -> Result<Step> {
        self.advance(to, None, &work.towards(to))
    }

    /// As [`Run::step`], for a run whose values are kept: where the last ones do not decide a value, all of
    /// them may. All that was computed must have been drained into what is kept.
    ///
    /// # Errors
    /// As [`Run::step`], or if a value that is kept cannot be read.
    pub fn step_with(&mut self, to: u64, kept: &dyn Kept, work: &Work) -> Result<Step> {
        self.advance(to, Some(kept), &work.towards(to))
    }

    /// As [`Run::step`]; progress is measured by what the context says.
    pub(super) fn advance(&mut self, to: u64, kept: Option<&dyn Kept>, work: &Work) -> Result<Step> {
        if self.law.is_none() {
            let turn = match &mut self.phase {
                Phase::Whole(whole) => whole.step(&self.rule, to, work)?,
                Phase::Window(window) => {
                    let mut passed =
                        Passed { drained: self.drained, fresh: &mut self.fresh, kept, read: false };
                    let turn = window.step(&self.rule, to, &mut passed, work);
                    self.on_trust |= passed.read;
                    turn?
                }
            };
            self.take(turn, work)?;
        }
        let waiting = match &self.phase {
            Phase::Whole(whole) => (whole.solver.known() as u64).saturating_sub(self.drained),
            Phase::Window(_) => self.fresh.len() as u64,
        };
        Ok(match self.law {
            Some(_) => Step::Law,
            None if self.drained + waiting >= to => Step::Reached,
            None => Step::More,
        })
    }

    fn take(&mut self, turn: Turn, work: &Work) -> Result<()> {
        match turn {
            Turn::Stay => {}
            Turn::Law(law) => self.law = Some(Law { on_trust: self.on_trust, ..*law }),
            Turn::Enter(window) => self.enter(*window),
            Turn::Leave(stopped) => self.leave(stopped, work)?,
        }
        Ok(())
    }

    /// Tries the theorem on periods on the first `count` values, and says whether there is a law.
    pub(super) fn look_for_law(&mut self, count: u64, work: &Work) -> Result<bool> {
        if let (Phase::Whole(whole), None) = (&mut self.phase, &self.law) {
            let law = whole.look_for_law(&self.rule, count, work)?;
            self.law = law.map(|law| Law { on_trust: self.on_trust, ..law });
        }
        Ok(self.law.is_some())
    }

    /// Makes the first `count` values known, unless a law is.
    pub(super) fn fill(&mut self, count: usize, work: &Work) -> Result<()> {
        match &mut self.phase {
            Phase::Whole(whole) if self.law.is_none() => whole.solver.extend(count, work),
            Phase::Whole(_) | Phase::Window(_) => Ok(()),
        }
    }

    /// The law, or at most the first `len` values, of a run that keeps them.
    pub(super) fn into_sequence(self, len: usize) -> NimSequence {
        match (self.law, self.phase) {
            (Some(law), _) => NimSequence::of_law(law, len),
            (_, Phase::Whole(Whole { solver, undecided, .. })) => {
                let len = solver.known().min(len);
                NimSequence::of_solver(&self.rule, Open { solver, undecided }, len)
            }
            (_, Phase::Window(_)) => unreachable!("a run that keeps its values has no window"),
        }
    }

    /// From now on a window is enough; what was not drained yet is taken along.
    fn enter(&mut self, window: Window) {
        let Phase::Whole(whole) = &self.phase else { return };
        let mut fresh = vec![];
        whole.read(self.drained, |_, values| fresh.extend_from_slice(values));
        let Some(facts) = whole.solver.facts() else { return };
        let search = Box::new(StateSearch::new(window, whole.solver.as_ref(), &facts));
        let phase = Phase::Window(InWindow { search, before: None });
        self.fresh = fresh;
        if let (Phase::Whole(whole), Phase::Window(window)) =
            (std::mem::replace(&mut self.phase, phase), &mut self.phase)
        {
            window.before = Some(whole.solver).filter(|solver| solver.known() <= MOST_KEPT);
        }
    }

    /// The window cannot decide a value: all of them are computed again, and drained again, if twice as many
    /// can be kept.
    fn leave(&mut self, stopped: u64, work: &Work) -> Result<()> {
        let rule = &self.rule;
        let what = format!("{rule}: the last values do not decide that of heap {stopped}, and all of them");
        if stopped > MOST_WHOLE / 2 {
            return Err(Error::too_large(
                format!("{what} are kept for heaps below 2^32 only, not for twice as many"),
                stopped.checked_sub(1),
            ));
        }
        work.fits(&format!("{what}, twice as many,"), u128::from(2 * stopped))?;
        let (Phase::Window(window), Some(heaps)) = (&mut self.phase, rule.heap_rule()) else {
            return Ok(());
        };
        let solver = window.before.take().unwrap_or_else(|| solver(heaps));
        let mut whole = Whole::new(heaps, solver, Keep::Nothing);
        (whole.next_window, whole.tried) = (2 * stopped, true);
        self.phase = Phase::Whole(whole);
        (self.drained, self.largest) = (0, (0, 0));
        self.fresh.clear();
        Ok(())
    }

    /// Passes on all values that were not drained: the first heap and the values from it on. After a window
    /// was left they begin again with heap 0.
    pub fn drain(&mut self, mut to: impl FnMut(u64, &[u32])) {
        let mut pass = |first: u64, values: &[u32]| {
            if values.iter().any(|&value| value > self.largest.0) {
                self.largest = largest_of(first, values.iter().copied(), self.largest);
            }
            to(first, values);
        };
        if !self.fresh.is_empty() {
            pass(self.drained, &self.fresh);
            self.drained += self.fresh.len() as u64;
            self.fresh.clear();
        }
        if let Phase::Whole(whole) = &self.phase {
            self.drained = whole.read(self.drained, pass);
        }
    }

    /// Drops values in the window that will not be drained.
    pub(super) fn skip(&mut self) {
        self.drained += self.fresh.len() as u64;
        self.fresh.clear();
    }
}

impl crate::status::Evident for Run {}

/// The largest of some values and one before, and the first heap that has it.
fn largest_of(first: u64, values: impl Iterator<Item = u32>, before: (u32, u64)) -> (u32, u64) {
    (first..)
        .zip(values)
        .fold(before, |best, (heap, value)| if value > best.0 { (value, heap) } else { best })
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run")
            .field("rule", &self.rule)
            .field("drained", &self.drained)
            .finish_non_exhaustive()
    }
}

impl Whole {
    fn new(heaps: &HeapRule, solver: Box<dyn Solver>, keep: Keep) -> Self {
        let periodic = heaps.parts().are_free() && heaps.is_finite();
        let checkpoints = periodic.then(|| Checkpoints::new(heaps));
        let next_window = if keep == Keep::Nothing { FIRST_WINDOW } else { u64::MAX };
        Whole {
            solver,
            checkpoints,
            keep,
            next_window,
            portion: FIRST_PORTION,
            tried: false,
            undecided: None,
        }
    }

    fn next(&self) -> Next {
        let law = self.checkpoints.as_ref().map_or(u64::MAX, |checkpoints| checkpoints.next);
        Next { law, window: self.next_window }
    }

    /// Among how many values a period is looked for.
    fn law_within(&self) -> u64 {
        match self.keep {
            Keep::Values { law_within } => law_within,
            Keep::Nothing => u64::MAX,
        }
    }

    fn step(&mut self, rule: &Rule, to: u64, work: &Work) -> Result<Turn> {
        if let Some(law) = self.try_theorems(rule, to, work)? {
            return Ok(Turn::Law(Box::new(law)));
        }
        if let Some(law) = self.look_for_law(rule, to, work)? {
            return Ok(Turn::Law(Box::new(law)));
        }
        if let Some(window) = self.look_for_window(rule, to, work) {
            return Ok(Turn::Enter(Box::new(window)));
        }
        if self.keep == Keep::Nothing {
            self.refuse_what_has_no_room(rule, to, work)?;
        }
        let extended = self.extend(to.min(MOST_WHOLE), work);
        if (self.solver.known() as u64) < to {
            return extended.map(|()| Turn::Stay);
        }
        // All are there, even if the watcher asked to stop meanwhile.
        let law = self.look_for_law(rule, to, work)?;
        self.settle(work);
        Ok(law.map_or(Turn::Stay, |law| Turn::Law(Box::new(law))))
    }

    /// Closed forms, states that repeat and automata: from a few values, or not at all.
    fn try_theorems(&mut self, rule: &Rule, to: u64, work: &Work) -> Result<Option<Law>> {
        if self.tried {
            return Ok(None);
        }
        let limit = match self.keep {
            Keep::Values { law_within } => to.min(law_within),
            Keep::Nothing => to.min(usual_limit(rule)),
        };
        let (law, undecided) = by_other_theorems(rule, heaps(rule)?, self.solver.as_mut(), limit, work)?;
        (self.tried, self.undecided) = (true, undecided);
        Ok(law)
    }

    /// Tries the theorem on periods at all checkpoints that were passed, and with the requested number of
    /// values: what they can prove is proved.
    fn look_for_law(&mut self, rule: &Rule, to: u64, work: &Work) -> Result<Option<Law>> {
        let (known, to) = (self.solver.known() as u64, to.min(self.law_within()));
        let Some(checkpoints) = &mut self.checkpoints else { return Ok(None) };
        let (solver, heaps) = (self.solver.as_ref(), heaps(rule)?);
        let mut law = None;
        while law.is_none() && checkpoints.next <= known.min(to) {
            law = checkpoints.look(rule, heaps, solver, work)?;
        }
        if law.is_none() && known >= to {
            law = checkpoints.at_most(to).look(rule, heaps, solver, work)?;
        }
        if law.is_some() {
            self.settle(work);
        }
        Ok(law.map(|law| Law { sparse: self.solver.facts(), ..law }))
    }

    /// The window, if it is time to try one and there is one.
    fn look_for_window(&mut self, rule: &Rule, to: u64, work: &Work) -> Option<Window> {
        let known = self.solver.known() as u64;
        if known < self.next_window || known >= to {
            return None;
        }
        self.next_window = 2 * known;
        self.settle(work);
        let least = |window: &Window| if window.is_of_words() { FIRST_WINDOW } else { FIRST_MARKED_WINDOW };
        let window = self.solver.window().filter(|window| known >= least(window));
        window.filter(|_| rule.heap_rule().is_some_and(has_window))
    }

    /// Chooses the method again by all values, so that it does not depend on where the run was interrupted.
    fn settle(&mut self, work: &Work) {
        if self.keep == Keep::Nothing {
            self.solver.choose_anew(work);
        }
    }

    /// Passes on the values from a heap on, and says how many there are.
    fn read(&self, mut from: u64, mut to: impl FnMut(u64, &[u32])) -> u64 {
        let known = self.solver.known() as u64;
        let mut piece = vec![0; PIECE.min(known.saturating_sub(from) as usize)];
        while from < known {
            let piece = &mut piece[..PIECE.min((known - from) as usize)];
            self.solver.read(from as usize, piece);
            to(from, piece);
            from += piece.len() as u64;
        }
        from
    }

    /// Refuses as soon as it is clear that all values are needed.
    fn refuse_what_has_no_room(&self, rule: &Rule, to: u64, work: &Work) -> Result<()> {
        let known = self.solver.known() as u64;
        if known < FIRST_WINDOW || known < MOST_WHOLE && may_have_window(rule, self) {
            return Ok(());
        }
        if to > MOST_WHOLE {
            return Err(Error::too_large(
                format!(
                    "{rule}: every value needs all before it, and those are kept for heaps below 2^32, not to {to}"
                ),
                Some(u64::from(u32::MAX)),
            ));
        }
        let what = format!("{rule}: every value needs all before it, and a table of {to} values");
        work.fits(&what, self.solver.bytes_for(to as usize))
    }

    /// Adds a portion of the values up to `to`, at most up to the next checkpoint.
    fn extend(&mut self, to: u64, work: &Work) -> Result<()> {
        let known = self.solver.known();
        let Next { law, window } = self.next();
        let law = if law <= self.law_within() { law } else { u64::MAX };
        let ahead = [law, window].into_iter().filter(|&next| next > known as u64).min().unwrap_or(to);
        let end = (known + self.portion).min(ahead.min(to) as usize);
        if end <= known {
            return Ok(());
        }
        let start = Instant::now();
        self.solver.extend(end, work)?;
        self.portion = next_portion(self.portion, end - known, start.elapsed());
        Ok(())
    }
}

/// How many values to compute next, by how long some took: a short step says nothing of a long one.
fn next_portion(portion: usize, count: usize, time: Duration) -> usize {
    if time < PORTION / 2 {
        portion.max(2 * count)
    } else if time > 2 * PORTION {
        (count / 2).max(1)
    } else {
        portion
    }
}

/// Might rare positions die out, so that a window is enough one day?
fn may_have_window(rule: &Rule, whole: &Whole) -> bool {
    rule.heap_rule().is_some_and(has_window) && whole.solver.facts().is_some_and(|facts| facts.mask != 0)
}

fn heaps(rule: &Rule) -> Result<&HeapRule> {
    rule.require_heaps("a run is of the values of heaps")
}

#[cfg(test)]
mod tests;
