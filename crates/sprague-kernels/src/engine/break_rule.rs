//! A heap rule as the methods read it: what may be removed, by number of heaps left.

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
    /// The two heaps left must differ (Grundy's game). Not for rules that leave three heaps.
    pub unequal: bool,
    /// The last digit index: no move looks further than `reach` tokens away from the heap itself.
    pub reach: usize,
}

impl BreakRule {
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
