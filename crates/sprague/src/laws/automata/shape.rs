//! What the prover needs of a heap rule: removals for each number of parts, and one condition on the parts.

/// Numbers of tokens that may be removed: listed up to a reach, then a cycle for ever.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Removals {
    /// The members up to `reach`, ascending.
    pub listed: Vec<u64>,
    /// From here on the cycle holds.
    pub reach: u64,
    /// t > reach is a member iff cycle[(t − reach − 1) mod length]; empty if nothing is.
    pub cycle: Vec<bool>,
}

impl Removals {
    /// The members up to n, ascending.
    pub fn up_to(&self, n: u64) -> impl Iterator<Item = u64> + '_ {
        let end = if self.cycle.is_empty() { 0 } else { n + 1 };
        let beyond = move |&t: &u64| self.cycle[((t - self.reach - 1) % self.cycle.len() as u64) as usize];
        let listed = self.listed.iter().copied().take_while(move |&t| t <= n);
        listed.chain((self.reach + 1..end).filter(beyond))
    }
}

/// How the parts of one move compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parts {
    /// As they like.
    Any,
    /// No two are equal.
    Different,
    /// All are equal.
    Equal,
}

/// A heap rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// `leaving[j]`: what may be removed if exactly j non-empty heaps stay.
    pub leaving: Vec<Removals>,
    /// The condition on the parts.
    pub parts: Parts,
    /// The least size of a part, at least 1.
    pub least: u64,
    /// The largest size of a part, if it is bounded.
    pub largest: Option<u64>,
}

impl Shape {
    /// Whether a part may have this size.
    pub fn allows_part(&self, size: u64) -> bool {
        size >= self.least && self.largest.is_none_or(|largest| size <= largest)
    }

    /// The members of `leaving[j]` that make a move: nothing may not be removed from a heap that is not broken.
    pub fn removals(&self, j: usize, n: u64) -> impl Iterator<Item = u64> + '_ {
        self.leaving[j].up_to(n).filter(move |&t| t > 0 || j > 1)
    }
}
