//! A run in its second phase: the last values determine the next one.

use super::{Turn, heaps};
use crate::laws::doubt::{Decided, HEAD, Kept, Sources};
use crate::laws::window::{End, StateSearch};
use crate::rules::Rule;
use crate::values::engine::Halt;
use crate::values::{Solver, break_rule, solver};
use crate::{Result, Work};

/// A window, and the values before it if they are not too many.
pub(super) struct InWindow {
    pub search: Box<StateSearch>,
    pub before: Option<Box<dyn Solver>>,
}

/// What a step in a window is given beside the window.
pub(super) struct Passed<'a> {
    /// The first heap that was not drained, and the values from it on.
    pub drained: u64,
    pub fresh: &'a mut Vec<u32>,
    /// What was drained, if it is kept; and whether that was read.
    pub kept: Option<&'a dyn Kept>,
    pub read: bool,
}

impl Passed<'_> {
    /// Takes the values of a machine that are new: some may have been drained before, if the run was once
    /// asked for fewer.
    fn take(&mut self, machine: &StateSearch, start: u64) {
        let known = start.max(self.drained + self.fresh.len() as u64);
        machine.last_values(machine.known().saturating_sub(known) as usize, self.fresh);
    }
}

impl InWindow {
    /// Adds values up to `to`, at most to the end of a step of the window.
    pub fn step(&mut self, rule: &Rule, to: u64, passed: &mut Passed, work: &Work) -> Result<Turn> {
        let search = &mut self.search;
        work.tell(search.known(), to)?;
        let (start, left) = (search.known(), to.saturating_sub(search.known()));
        if left == 0 && !search.is_back() {
            return Ok(Turn::Stay);
        }
        // The last values are those of a copy, so that the window itself is always advanced by whole steps.
        let step = if search.is_back() { 0 } else { search.to_the_end_of_the_step() };
        let mut copy = (left < step).then(|| search.clone());
        let machine = copy.as_mut().unwrap_or(search);
        while !machine.is_back() && machine.known() < start + left.min(step) {
            let count = start + left.min(step) - machine.known();
            let end = machine.advance(count as usize, work.threads());
            passed.take(machine, start);
            match end {
                End::Back | End::Reached => {}
                End::Halted(Halt::Doubt(value)) if machine.is_marked() => {
                    if decide(rule, machine, &mut self.before, value, passed, work)? != Decided::Yes {
                        return Ok(Turn::Leave(machine.known()));
                    }
                    machine.grant(value);
                }
                // In sets of one word a later window looks at more first positions.
                End::Halted(_) => return Ok(Turn::Leave(machine.known())),
            }
        }
        if !machine.is_back() {
            return Ok(Turn::Stay);
        }
        let heaps = heaps(rule)?;
        let before = self.before.get_or_insert_with(|| solver(heaps));
        before.extend(machine.whole(), work)?;
        Ok(Turn::Law(Box::new(machine.law(rule, before.as_ref(), work)?)))
    }
}

/// Whether the next heap of a window breaks into two heaps of a nim-sum.
fn decide(
    rule: &Rule,
    window: &StateSearch,
    before: &mut Option<Box<dyn Solver>>,
    value: u32,
    passed: &mut Passed,
    work: &Work,
) -> Result<Decided> {
    let heaps = heaps(rule)?;
    let Some(breaks) = break_rule(heaps) else { return Ok(Decided::Unknown) };
    let head = (before.get_or_insert_with(|| solver(heaps)), HEAD);
    let fresh = (passed.drained, passed.fresh.as_slice());
    let mut sources = Sources { window, head, fresh, kept: passed.kept, read_kept: false };
    let decided = sources.decide(&breaks, value, work);
    passed.read |= sources.read_kept;
    decided
}
