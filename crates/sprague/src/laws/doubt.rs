//! What a window cannot decide: whether a heap breaks into two heaps of some nim-sum, neither of them small.
//!
//! The smaller part is sought upwards, for small parts give the most nim-sums. Values are read from the
//! nearest place that has them: the last ones from the window, which keeps [`RECENT`] of them where codes are
//! marked; the first [`HEAD`] from a solver; the rest from wherever the run's values are kept ([`Kept`]), if
//! anywhere. Cost: two reads for each part that is tried.

use super::window::StateSearch;
use crate::values::Solver;
use crate::values::engine::BreakRule;
use crate::{Result, Work};

/// First values that are computed again when they are needed.
pub(super) const HEAD: u64 = 1 << 22;
/// The fewest of them, as computing them takes next to no time.
const LEAST_HEAD: u64 = 1 << 18;
/// Last values that a window of marked codes keeps.
pub(super) const RECENT: usize = 1 << 22;
/// Parts that are tried at once.
const CHUNK: u64 = 1 << 14;

/// The values of a run, kept outside of it.
pub trait Kept {
    /// Copies the values from heap `from` on, all of which the run has passed on.
    ///
    /// # Errors
    /// If they cannot be read.
    fn read(&self, from: u64, out: &mut [u32]) -> Result<()>;
}

/// Whether a heap breaks into two heaps of a nim-sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decided {
    /// It does.
    Yes,
    /// It does not: the heap has that value.
    No,
    /// The values that would tell are gone.
    Unknown,
}

/// Where values are read.
pub(super) struct Sources<'a> {
    /// The window, and the heap before which it has stopped.
    pub window: &'a StateSearch,
    /// The first values, and how many of them are computed if they are needed.
    pub head: (&'a mut Box<dyn Solver>, u64),
    /// Values that the run has not passed on yet, and the first heap of them.
    pub fresh: (u64, &'a [u32]),
    /// Those that it has.
    pub kept: Option<&'a dyn Kept>,
    /// Whether any of those were read.
    pub read_kept: bool,
}

impl Sources<'_> {
    /// Does the next heap of the window break into two heaps of this nim-sum?
    pub fn decide(&mut self, rule: &BreakRule, value: u32, work: &Work) -> Result<Decided> {
        let n = self.window.known();
        let half = |t: usize| rule.half(n as usize - t) as u64;
        let most = rule.two.iter().map(|&t| half(t)).max().unwrap_or(0);
        let (mut first, mut second) = (vec![], vec![]);
        let mut from = 1;
        while from <= most {
            let to = (from + CHUNK).min(most + 1);
            first.resize((to - from) as usize, 0);
            if !self.read(from, &mut first, work)? {
                return Ok(Decided::Unknown);
            }
            for &t in &rule.two {
                let end = to.min(half(t) + 1);
                second.resize(end.saturating_sub(from) as usize, 0);
                if !self.read((n - t as u64 + 1).saturating_sub(end), &mut second, work)? {
                    return Ok(Decided::Unknown);
                }
                if first.iter().zip(second.iter().rev()).any(|(a, b)| a ^ b == value) {
                    return Ok(Decided::Yes);
                }
            }
            from = to;
        }
        Ok(Decided::No)
    }

    /// Copies the values from a heap on; false if some of them are gone.
    fn read(&mut self, from: u64, out: &mut [u32], work: &Work) -> Result<bool> {
        let (mut from, mut out) = (from, out);
        while !out.is_empty() {
            let Some(end) = self.end_from(from) else { return Ok(false) };
            let (now, later) = out.split_at_mut((end - from).min(out.len() as u64) as usize);
            self.read_piece(from, now, work)?;
            (from, out) = (from + now.len() as u64, later);
        }
        Ok(true)
    }

    /// Up to where values from a heap on are in one place, if they are in any.
    fn end_from(&self, from: u64) -> Option<u64> {
        let recent = self.window.first_recent();
        let (fresh, kept) = (self.fresh.0, self.kept.is_some());
        [
            (recent, self.window.known()),
            (0, self.head.1.min(recent)),
            (fresh, recent),
            (0, if kept { fresh } else { 0 }),
        ]
        .into_iter()
        .find(|&(first, end)| (first..end).contains(&from))
        .map(|(_, end)| end)
    }

    /// Copies values that are in one place.
    fn read_piece(&mut self, from: u64, out: &mut [u32], work: &Work) -> Result<()> {
        let end = from + out.len() as u64;
        if from >= self.window.first_recent() {
            self.window.read_recent(from, out);
        } else if end <= self.head.1 {
            let (head, most) = (&mut *self.head.0, self.head.1);
            if (head.known() as u64) < end {
                head.extend(end.next_power_of_two().max(LEAST_HEAD).min(most) as usize, work)?;
            }
            head.read(from as usize, out);
        } else if from >= self.fresh.0 {
            let place = (from - self.fresh.0) as usize;
            out.copy_from_slice(&self.fresh.1[place..place + out.len()]);
        } else if let Some(kept) = self.kept {
            kept.read(from, out)?;
            self.read_kept = true;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
