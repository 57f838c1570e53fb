//! What a take-and-break code allows, sorted by what a move leaves behind.
//!
//! Digit `d_t` of a code speaks of removing `t` tokens: bit `j` set means that the rest may be left as exactly `j`
//! non-empty heaps. A solver asks for one `j` at a time, so the digits are turned into four lists of `t`.

use crate::rules::TakeBreak;

/// A heap rule: which `t` may be removed to leave 0, 1, 2 or 3 heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
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

impl Rule {
    /// The rule of a take-and-break shape without a repeating digit.
    pub fn of(shape: &TakeBreak) -> Self {
        let list = |j: usize| shape.leaving[j].iter().map(|&t| t as usize).collect();
        let reach = shape.reach as usize;
        Rule { vanish: list(0), single: list(1), two: list(2), three: list(3), unequal: false, reach }
    }

    /// Grundy's game: split a heap into two unequal heaps.
    pub fn grundy() -> Self {
        Rule { vanish: vec![], single: vec![], two: vec![0], three: vec![], unequal: true, reach: 0 }
    }

    /// `split:3`: split a heap into two or three heaps.
    pub fn split_into_three() -> Self {
        Rule { vanish: vec![], single: vec![], two: vec![0], three: vec![0], unequal: false, reach: 0 }
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
