//! The shortest repetition at the end of a sequence.
//!
//! Idea: reversed, a sequence that is periodic from some place on has a periodic prefix. The failure function
//! of Knuth, Morris and Pratt gives the smallest period of *every* prefix of the reversal at once; the best
//! repetition is the one for which start + period is least, as that is what a theorem's window grows with.
//! Cost: O(n) steps and 4n bytes for n items.

use super::agreement::over_a_quarter;
use crate::values::Solver;

/// From `start` on, every item equals the one `period` places later, to the end of what was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// The period.
    pub period: u64,
    /// The first place from which it holds.
    pub start: u64,
}

impl Repetition {
    /// Whether it was seen over at least half of `length` items, and twice.
    pub fn covers_half(&self, length: usize) -> bool {
        let seen = length as u64 - self.start;
        2 * seen >= length as u64 && seen >= 2 * self.period
    }
}

/// The repetition with the least start + period that holds to the end of the n items `at(0)`, …, with at
/// least one item repeated.
pub fn shortest<T: Eq>(n: usize, at: impl Fn(usize) -> T) -> Option<Repetition> {
    let item = |i: usize| at(n - 1 - i);
    // border[i]: the longest proper border of the first i items of the reversal.
    let mut border = vec![0u32; n + 1];
    let mut best: Option<Repetition> = None;
    for i in 1..n {
        let mut length = border[i] as usize;
        while length > 0 && item(i) != item(length) {
            length = border[length] as usize;
        }
        length += usize::from(item(i) == item(length));
        border[i + 1] = length as u32;
        if length > 0 {
            let seen = Repetition { period: (i + 1 - length) as u64, start: (n - 1 - i) as u64 };
            if best.is_none_or(|best| seen.start + seen.period <= best.start + best.period) {
                best = Some(seen);
            }
        }
    }
    best
}

/// The repetition of the steps between the first `count` values of a solver, if it covers half of them: it
/// then holds over a quarter, since it is seen twice.
pub fn of_steps(solver: &dyn Solver, count: usize) -> Option<Repetition> {
    let steps = |from: usize, out: &mut [u32]| {
        let mut before = solver.value(from);
        solver.read(from + 1, out);
        for value in out {
            (*value, before) = (value.wrapping_sub(before), *value);
        }
    };
    over_a_quarter(count.saturating_sub(1), &steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shortest_of(items: &[u8]) -> Option<Repetition> {
        shortest(items.len(), |i| items[i])
    }

    fn by_definition(items: &[u8]) -> Option<(u64, u64)> {
        let n = items.len();
        let start = |p: usize| (0..n - p).rev().find(|&x| items[x] != items[x + p]).map_or(0, |x| x + 1);
        (1..n)
            .filter(|&p| start(p) + p < n)
            .map(|p| (start(p) + p, p))
            .min()
            .map(|(sum, p)| (sum as u64, p as u64))
    }

    /// Half of all, to the item; and two whole periods, to the item.
    #[test]
    fn halves() {
        let covers = |period, start, length| Repetition { period, start }.covers_half(length);
        assert!(covers(2, 5, 10) && !covers(2, 6, 10) && !covers(2, 5, 9) && covers(2, 4, 9));
        assert!(covers(5, 0, 10) && !covers(6, 0, 10) && covers(3, 4, 10) && !covers(4, 4, 10));
    }

    #[test]
    fn by_hand() {
        assert_eq!(shortest_of(b"xyabcabcab"), Some(Repetition { period: 3, start: 2 }));
        assert_eq!(shortest_of(b"abc"), None);
        assert_eq!(shortest_of(&[]), None);
        assert_eq!(shortest_of(b"aaaa"), Some(Repetition { period: 1, start: 0 }));
    }

    proptest! {
        #[test]
        fn as_defined(items in proptest::collection::vec(0u8..3, 1..40)) {
            let found = shortest_of(&items);
            let sum = found.map(|seen| seen.start + seen.period);
            prop_assert_eq!(sum, by_definition(&items).map(|(sum, _)| sum));
            if let Some(seen) = found {
                let (p, from) = (seen.period as usize, seen.start as usize);
                prop_assert!((from..items.len() - p).all(|x| items[x] == items[x + p]));
                prop_assert!(from == 0 || items[from - 1] != items[from - 1 + p]);
            }
        }
    }
}
