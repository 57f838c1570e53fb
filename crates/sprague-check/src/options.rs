//! The two questions about options. A value v is right iff v is absent from the values of the options and
//! every u < v is present among them.
//!
//! Most options are *pairs*: for a sequence g and a sum s, the values g(a) ⊕ g(s − a) with 1 ≤ a < s. A break of
//! a heap of n into two is a pair with sum n − t; a cut of a sheet is a pair with sum h in a sequence of its own.

/// The values present so far, for one position at a time.
pub(crate) struct Seen {
    /// Turn in which a value was last marked.
    marked: Vec<u64>,
    turn: u64,
    below: u16,
    /// How many values below the bound have not been marked.
    pub missing: usize,
}

impl Seen {
    pub fn new() -> Self {
        Seen { marked: vec![0; 1 << 16], turn: 0, below: 0, missing: 0 }
    }

    /// Begin anew; values ≥ `below` are of no interest.
    pub fn start(&mut self, below: u16) {
        self.turn += 1;
        self.below = below;
        self.missing = below as usize;
    }

    /// Mark a value; tells whether it had been missing.
    #[inline]
    pub fn mark(&mut self, value: u16) -> bool {
        let new = value < self.below && self.marked[value as usize] != self.turn;
        // Without branches: which values come next cannot be predicted.
        self.marked[value as usize] = self.turn;
        self.missing -= usize::from(new);
        new
    }

    /// The values not marked.
    pub fn missing(&self) -> impl Iterator<Item = u16> {
        (0..self.below).filter(|&value| self.marked[value as usize] != self.turn)
    }
}

/// For sums first, first + 1, … with one target each: set `hits[i]` if a pair (a, sum − a), a among `parts`, has
/// the value `targets[i]`. One a is compared with all sums in turn, as these loads lie side by side.
pub(crate) fn find_targets(
    g: &[u16],
    parts: impl Iterator<Item = usize>,
    first: usize,
    targets: &[u16],
    hits: &mut [u16],
) {
    for a in parts {
        // The other part is first + i − a, and has to be at least 1.
        let skip = (a + 1).saturating_sub(first);
        if skip >= targets.len() {
            continue;
        }
        let others = &g[first + skip - a..first + targets.len() - a];
        let mine = g[a];
        for ((hit, &other), &target) in hits[skip..].iter_mut().zip(others).zip(&targets[skip..]) {
            *hit |= u16::from(mine ^ other == target);
        }
    }
}

/// Whether some pair with this sum has the value `target`; all pairs are looked at.
pub(crate) fn has_pair(g: &[u16], sum: usize, target: u16) -> bool {
    if sum < 2 {
        return false;
    }
    let low = &g[1..=sum / 2];
    let high = &g[sum - sum / 2..sum];
    low.chunks(512).zip(high.rchunks(512)).any(|(low, high)| {
        // No early exit inside a chunk, so that the compiler makes vectors of it.
        low.iter().zip(high.iter().rev()).fold(false, |hit, (&a, &b)| hit | (a ^ b == target))
    })
}
