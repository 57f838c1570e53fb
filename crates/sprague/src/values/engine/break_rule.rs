//! A heap rule as the methods read it: what may be removed, by number of heaps left.
//!
//! Derived from [`HeapRule`] in one place, [`BreakRule::of`]: lists of removals, indices as `usize`.

use crate::rules::{Alike, HeapRule, Parts};

/// A heap rule: which `t` may be removed to leave 0, 1, 2 or 3 heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakRule {
    /// Removing `t` may end the heap (the heap is exactly `t`).
    pub vanish: Vec<usize>,
    /// Removing `t` may leave one heap.
    pub single: Vec<usize>,
    /// Removing `t` may leave two heaps.
    pub two: Vec<usize>,
    /// Removing `t` may leave three heaps.
    pub three: Vec<usize>,
    /// The two heaps left must differ (Grundy's game).
    pub unequal: bool,
    /// The last digit index: no move looks further than `reach` tokens away from the heap itself.
    pub reach: usize,
}

impl BreakRule {
    /// The form of a heap rule that the engine takes: finite, leaving up to three parts of any size, or two unequal ones.
    pub fn of(rule: &HeapRule) -> Option<Self> {
        let parts = rule.parts();
        let unequal = parts == Parts { alike: Alike::Different, ..Parts::default() };
        let most = rule.most_parts();
        let takes = rule.is_finite() && (parts.are_free() && most <= 3 || unequal && most == 2);
        let list = |j: u64| rule.removals(j).listed().iter().map(|&t| t as usize).collect();
        takes.then(|| BreakRule {
            vanish: list(0),
            single: list(1),
            two: list(2),
            three: list(3),
            unequal,
            reach: rule.reach() as usize,
        })
    }

    /// The least and the most that a break into two heaps removes; 0 and 0 if there is none.
    #[inline]
    pub fn span(&self) -> (usize, usize) {
        (self.two.first().copied().unwrap_or(0), self.two.last().copied().unwrap_or(0))
    }

    /// The largest first part of a split of `sum` into two parts, the first not larger than the second.
    #[inline]
    pub fn half(&self, sum: usize) -> usize {
        if self.unequal { sum.saturating_sub(1) / 2 } else { sum / 2 }
    }
}
