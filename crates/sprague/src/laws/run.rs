//! A run: the values of a heap rule in order, and its law on the way, in as little memory as the rule allows.
//!
//! Values are computed by portions; whoever runs takes each portion ([`Run::hand_on`]), and may stop after any of them and go on
//! later from a [`Point`]. A run is in one of two phases:
//!
//! - *whole*: the solver keeps all values, as every method needs them. The theorems are tried at checkpoints, and at growing
//!   distances it is asked whether rare positions have died out;
//! - *window*: they have, and from then on a window of the last values is enough ([`Search`]); old values are forgotten.
//!   Where the machine of the window cannot decide a value, all of them are computed again, whole.
//!
//! Nothing depends on where portions end or on how often a run was stopped: a point has all that later steps use, and the
//! machine is advanced by whole steps from where it began. So a run that was stopped ends like one that was not.
//! Cost: that of the solver or of the window, and a look at each value when it is handed on.

use super::periodicity::Checkpoints;
use super::search::by_other_theorems;
use super::window::{End, Search, SearchState, WindowLaw, has_window};
use super::{Law, usual_limit};
use crate::rules::{HeapRule, Rule};
use crate::values::engine::{Facts, Window};
use crate::values::{Solver, Table, solver};
use crate::{Error, Result, Work};
use std::time::{Duration, Instant};

/// Values after which a window is looked for first.
const FIRST_WINDOW: u64 = 1 << 16;
/// Heaps below this are computed one by one with all values kept.
const MOST_WHOLE: u64 = u32::MAX as u64;
/// Values of the first portion, and how long a portion should take.
const FIRST_PORTION: usize = 1 << 12;
const PORTION: Duration = Duration::from_millis(100);
/// Values before a window that are kept, at most, rather than computed again when they are needed.
const MOST_KEPT: usize = 1 << 22;
/// Values handed on at once, at most.
const PIECE: usize = 1 << 16;

/// Where a run can be taken up again.
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

/// What a run is in, for whoever saves it.
#[derive(Debug)]
pub enum PhaseView<'a> {
    /// All values so far are needed to go on.
    Whole(Next),
    /// This is needed.
    Window(&'a Search),
}

/// A law that a run has found.
#[derive(Debug, Clone)]
pub enum RunLaw {
    /// With its first values.
    Whole(Box<Law>),
    /// Without them.
    Window(Box<WindowLaw>),
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// There is more to do.
    More,
    /// As many values as were asked for are there.
    Reached,
    /// A law was proved, which says all further values.
    Law,
}

enum Phase {
    Whole(Whole),
    /// And the values before the window, if they are not too many.
    Window(Box<Search>, Option<Box<dyn Solver>>),
}

/// All values, kept by their solver.
struct Whole {
    solver: Box<dyn Solver>,
    /// Theorems about finite rules of free parts are tried at these.
    checkpoints: Option<Checkpoints>,
    next_window: u64,
    portion: usize,
}

/// The values of a heap rule in order.
///
/// ```
/// use sprague::{Work, laws::{Run, Step}};
/// let mut run = Run::new(&"kayles".parse().unwrap(), &Work::quiet()).unwrap();
/// let mut values = vec![];
/// while run.step(1000, &Work::quiet()).unwrap() == Step::More {
///     run.hand_on(|_, portion| values.extend_from_slice(portion));
/// }
/// run.hand_on(|_, portion| values.extend_from_slice(portion));
/// assert_eq!(values[..6], [0, 1, 2, 3, 1, 4]);
/// assert!(run.law().is_some() && values.len() < 1000);
/// ```
pub struct Run {
    rule: Rule,
    phase: Phase,
    law: Option<RunLaw>,
    /// Why a law that all values agree with is not decided.
    undecided: Option<String>,
    /// Whether theorems beside the one on periods were tried.
    tried: bool,
    /// The first heap that was not handed on.
    handed: u64,
    /// What a step in the window found beyond that.
    fresh: Vec<u32>,
    largest: (u32, u64),
}

impl Run {
    /// A run from heap 0 on.
    ///
    /// # Errors
    /// If the rule is not one of heaps.
    pub fn new(rule: &Rule, _work: &Work) -> Result<Self> {
        let heaps = heaps(rule)?;
        let whole = Whole::new(heaps, solver(heaps));
        Ok(Self::of(rule, Phase::Whole(whole), 0))
    }

    /// A run that goes on from a point, which it was once at; what was handed on then is not handed on again.
    ///
    /// # Errors
    /// If the point is none of this rule's.
    pub fn resume(rule: &Rule, point: Point, work: &Work) -> Result<Self> {
        let heaps = heaps(rule)?;
        match point {
            Point::Whole { values, next } => {
                let mut whole = Whole::new(heaps, solver(heaps));
                whole.solver.resume(&values, work)?;
                whole.next_window = next.window;
                if let Some(checkpoints) = &mut whole.checkpoints {
                    checkpoints.next = next.law;
                }
                let mut run = Self::of(rule, Phase::Whole(whole), values.len() as u64);
                run.note_largest(0, values.iter());
                Ok(run)
            }
            Point::Window(state) => {
                let search = Search::resume(rule, &state, work)?;
                let (known, largest) = (search.known(), search.largest());
                Ok(Run { largest, ..Self::of(rule, Phase::Window(Box::new(search), None), known) })
            }
        }
    }

    fn of(rule: &Rule, phase: Phase, handed: u64) -> Self {
        Run {
            rule: rule.clone(),
            phase,
            law: None,
            undecided: None,
            tried: false,
            handed,
            fresh: vec![],
            largest: (0, 0),
        }
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// How many values were handed on: those of the heaps below.
    pub fn handed_on(&self) -> u64 {
        self.handed
    }

    /// The law, once it is proved.
    pub fn law(&self) -> Option<&RunLaw> {
        self.law.as_ref()
    }

    /// Why a law that all values agree with was neither proved nor refuted, in a line.
    pub fn undecided(&self) -> Option<&str> {
        self.undecided.as_deref()
    }

    /// The largest value that was handed on, and the first heap that has it.
    pub fn largest(&self) -> (u32, u64) {
        self.largest
    }

    /// The phase, for whoever saves it.
    pub fn phase(&self) -> PhaseView<'_> {
        match &self.phase {
            Phase::Whole(whole) => PhaseView::Whole(whole.next()),
            Phase::Window(search, _) => PhaseView::Window(search),
        }
    }

    /// The sparse space, if there is one.
    pub fn facts(&self) -> Option<Facts> {
        match &self.phase {
            Phase::Whole(whole) => whole.solver.facts(),
            Phase::Window(search, _) => Some(search.facts()),
        }
    }

    /// About how many bytes so many values take if all of them have to be kept; nothing if a window is enough.
    pub fn bytes_for(&self, count: u64) -> Option<u128> {
        match &self.phase {
            Phase::Whole(whole) => Some(whole.solver.bytes_for(count as usize)),
            Phase::Window(..) => None,
        }
    }

    /// Computes some of the values up to `to`, so many that nobody waits. After an error what is known stays known and can be
    /// handed on.
    ///
    /// # Errors
    /// If the watcher asks to stop, or if memory has no room for more.
    pub fn step(&mut self, to: u64, work: &Work) -> Result<Step> {
        work.towards(to, || self.step_to(to, work))
    }

    fn step_to(&mut self, to: u64, work: &Work) -> Result<Step> {
        if self.law.is_some() {
            return Ok(Step::Law);
        }
        self.try_theorems(to, work)?;
        if self.law.is_none() {
            match self.phase {
                Phase::Whole(_) => self.step_whole(to, work)?,
                Phase::Window(..) => self.step_window(to, work)?,
            }
        }
        let done = self.handed + self.waiting();
        Ok(match self.law {
            Some(_) => Step::Law,
            None if done >= to => Step::Reached,
            None => Step::More,
        })
    }

    /// How many values are known and not handed on.
    fn waiting(&self) -> u64 {
        match &self.phase {
            Phase::Whole(whole) => (whole.solver.known() as u64).saturating_sub(self.handed),
            Phase::Window(..) => self.fresh.len() as u64,
        }
    }

    /// Closed forms, states that come back and automata: from a few values, or not at all.
    fn try_theorems(&mut self, to: u64, work: &Work) -> Result<()> {
        let Phase::Whole(whole) = &mut self.phase else { return Ok(()) };
        if !self.tried {
            let limit = to.min(usual_limit(&self.rule));
            let heaps = heaps(&self.rule)?;
            let (law, undecided) = by_other_theorems(&self.rule, heaps, whole.solver.as_mut(), limit, work)?;
            (self.tried, self.undecided) = (true, undecided);
            self.law = law.map(|law| RunLaw::Whole(Box::new(law)));
        }
        Ok(())
    }

    fn step_whole(&mut self, to: u64, work: &Work) -> Result<()> {
        self.look_for_law(to, work)?;
        if self.law.is_some() || self.look_for_window(to, work)? {
            return Ok(());
        }
        let Phase::Whole(whole) = &mut self.phase else { return Ok(()) };
        whole.refuse_what_has_no_room(&self.rule, to, work)?;
        let extended = whole.extend(to.min(MOST_WHOLE), work);
        if (whole.solver.known() as u64) < to {
            return extended;
        }
        // All are there, whoever asked to stop meanwhile.
        self.look_for_law(to, work)?;
        self.settle(work);
        Ok(())
    }

    /// Tries the theorem on periods at all checkpoints that were passed, and with as many values as were asked for: what can be
    /// proved by them is proved.
    fn look_for_law(&mut self, to: u64, work: &Work) -> Result<()> {
        let Phase::Whole(Whole { solver, checkpoints: Some(checkpoints), .. }) = &mut self.phase else {
            return Ok(());
        };
        let (known, heaps) = (solver.known() as u64, heaps(&self.rule)?);
        let mut law = None;
        while law.is_none() && checkpoints.next <= known.min(to) {
            law = checkpoints.look(&self.rule, heaps, solver.as_ref(), work)?;
        }
        if law.is_none() && known >= to {
            law = checkpoints.at_most(to).look(&self.rule, heaps, solver.as_ref(), work)?;
        }
        if let Some(mut law) = law {
            self.settle(work);
            law.sparse = self.facts();
            self.law = Some(RunLaw::Whole(Box::new(law)));
        }
        Ok(())
    }

    /// Enters a window if it is time to and there is one.
    fn look_for_window(&mut self, to: u64, work: &Work) -> Result<bool> {
        let Phase::Whole(whole) = &mut self.phase else { return Ok(false) };
        let known = whole.solver.known() as u64;
        if known < whole.next_window || known >= to {
            return Ok(false);
        }
        whole.next_window = 2 * known;
        self.settle(work);
        let Phase::Whole(whole) = &mut self.phase else { return Ok(false) };
        match whole.solver.window().filter(|_| self.rule.heap_rule().is_some_and(has_window)) {
            Some(window) => self.enter(window),
            None => return Ok(false),
        }
        Ok(true)
    }

    /// Chooses the method anew, by all values: so that it does not depend on where the run was stopped.
    fn settle(&mut self, work: &Work) {
        if let Phase::Whole(whole) = &mut self.phase {
            whole.solver.choose_anew(work);
        }
    }

    /// From now on a window is enough; what was not handed on yet is taken along.
    fn enter(&mut self, window: Window) {
        let mut fresh = vec![];
        self.take(|_, values| fresh.extend_from_slice(values));
        self.handed -= fresh.len() as u64;
        self.fresh = fresh;
        let Some(facts) = self.facts() else { return };
        let search = Box::new(Search::new(window, &facts));
        let before = std::mem::replace(&mut self.phase, Phase::Window(search, None));
        if let (Phase::Whole(before), Phase::Window(_, kept)) = (before, &mut self.phase) {
            *kept = Some(before.solver).filter(|solver| solver.known() <= MOST_KEPT);
        }
    }

    fn step_window(&mut self, to: u64, work: &Work) -> Result<()> {
        let Phase::Window(search, whole) = &mut self.phase else { return Ok(()) };
        work.tell(search.known(), to)?;
        let (known, left) = (search.known(), to.saturating_sub(search.known()));
        if left == 0 && !search.is_back() {
            return Ok(());
        }
        // The last values are those of a copy, so that the machine itself is always advanced by whole steps.
        let mut copy = (left < Window::STEP as u64).then(|| search.clone());
        let machine = copy.as_mut().unwrap_or(search);
        if !machine.is_back() {
            let count = left.min(Window::STEP as u64) as usize;
            if machine.advance(count) == End::Undecided {
                let stopped = machine.known();
                self.leave(stopped);
                return Ok(());
            }
            // Some of them may have been handed on before, if the run was once asked for fewer.
            let handed = (self.handed + self.fresh.len() as u64).saturating_sub(known) as usize;
            machine.last_values(count.saturating_sub(handed), &mut self.fresh);
        }
        if machine.is_back() {
            let heaps = heaps(&self.rule)?;
            let whole = whole.get_or_insert_with(|| solver(heaps));
            whole.extend(machine.whole(), work)?;
            let law = machine.law(&self.rule, whole.as_ref(), work)?;
            self.law = Some(RunLaw::Window(Box::new(law)));
        }
        Ok(())
    }

    /// The window cannot decide a value: all of them are computed again, and handed on again.
    fn leave(&mut self, stopped: u64) {
        let Phase::Window(_, whole) = &mut self.phase else { return };
        let Some(heaps) = self.rule.heap_rule() else { return };
        let mut whole = Whole::new(heaps, whole.take().unwrap_or_else(|| solver(heaps)));
        whole.next_window = 2 * stopped;
        self.phase = Phase::Whole(whole);
        (self.handed, self.largest) = (0, (0, 0));
        self.fresh.clear();
    }

    /// Hands on all values that were not: the first heap and the values from it on. After a window was left they begin again
    /// with heap 0.
    pub fn hand_on(&mut self, mut to: impl FnMut(u64, &[u32])) {
        let mut largest = self.largest;
        self.take(|first, values| {
            if values.iter().any(|&value| value > largest.0) {
                for (heap, &value) in (first..).zip(values) {
                    if value > largest.0 {
                        largest = (value, heap);
                    }
                }
            }
            to(first, values);
        });
        self.largest = largest;
    }

    fn take(&mut self, mut to: impl FnMut(u64, &[u32])) {
        if !self.fresh.is_empty() {
            to(self.handed, &self.fresh);
            self.handed += self.fresh.len() as u64;
            self.fresh.clear();
        }
        let Phase::Whole(whole) = &self.phase else { return };
        let mut piece = vec![0; PIECE];
        while self.handed < whole.solver.known() as u64 {
            let from = self.handed as usize;
            let piece = &mut piece[..PIECE.min(whole.solver.known() - from)];
            whole.solver.read(from, piece);
            to(self.handed, piece);
            self.handed += piece.len() as u64;
        }
    }

    fn note_largest(&mut self, first: u64, values: impl Iterator<Item = u32>) {
        for (heap, value) in (first..).zip(values) {
            if value > self.largest.0 {
                self.largest = (value, heap);
            }
        }
    }
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("rule", &self.rule).field("handed", &self.handed).finish_non_exhaustive()
    }
}

impl Whole {
    fn new(heaps: &HeapRule, solver: Box<dyn Solver>) -> Self {
        let periodic = heaps.parts().are_free() && heaps.is_finite();
        let checkpoints = periodic.then(|| Checkpoints::new(heaps));
        Whole { solver, checkpoints, next_window: FIRST_WINDOW, portion: FIRST_PORTION }
    }

    fn next(&self) -> Next {
        let law = self.checkpoints.as_ref().map_or(u64::MAX, |checkpoints| checkpoints.next);
        Next { law, window: self.next_window }
    }

    /// As soon as it is clear that all values are needed.
    fn refuse_what_has_no_room(&self, rule: &Rule, to: u64, work: &Work) -> Result<()> {
        let known = self.solver.known() as u64;
        if known < FIRST_WINDOW || known < MOST_WHOLE && may_have_window(rule, self) {
            return Ok(());
        }
        if to > MOST_WHOLE {
            return Err(Error::unsupported(format!(
                "{rule}: every value needs all before it, and those are kept for heaps below 2^32, not to {to}"
            )));
        }
        let what = format!("{rule}: every value needs all before it, and a table of {to} values");
        work.fits(&what, self.solver.bytes_for(to as usize))
    }

    /// Adds a portion of the values up to `to`, no more than up to where something is looked for.
    fn extend(&mut self, to: u64, work: &Work) -> Result<()> {
        let known = self.solver.known();
        let Next { law, window } = self.next();
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
