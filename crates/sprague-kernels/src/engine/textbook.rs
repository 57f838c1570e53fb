//! The textbook solver: the value of `n` is the mex of the values of all its options.
//!
//! Cost: O(n) marks per value with two-heap breaks, O(n²) with three-heap breaks. It stays forever as the
//! oracle and the baseline of every other method.

use crate::engine::break_rule::BreakRule;

/// The method: values of four bytes, and which values were seen for which heap last: the exclusive or of any
/// of them has a place there.
#[derive(Clone, Debug, Default)]
pub struct Textbook {
    pub values: Vec<u32>,
    seen: Vec<u32>,
}

impl Textbook {
    /// Extends the values to `to`.
    pub fn run(&mut self, rule: &BreakRule, to: usize) {
        let places = self.values.iter().max().map_or(0, |&largest| largest as usize + 1);
        self.seen.resize(self.seen.len().max(places.next_power_of_two()), 0);
        while self.values.len() < to {
            let v = next_value(rule, &self.values, &mut self.seen);
            if v as usize == self.seen.len() {
                self.seen.resize(2 * self.seen.len(), 0);
            }
            self.values.push(v);
        }
    }
}

/// The values of heaps `0..n`.
#[cfg(test)]
pub fn values(rule: &BreakRule, n: usize) -> Vec<u32> {
    let mut textbook = Textbook::default();
    textbook.run(rule, n);
    textbook.values
}

/// The value of heap `g.len()`, when `g` holds all smaller ones. `seen` is scratch space kept between calls.
fn next_value(rule: &BreakRule, g: &[u32], seen: &mut [u32]) -> u32 {
    let n = g.len();
    let stamp = n as u32 + 1;
    let mut mark = |v: u32| seen[v as usize] = stamp;
    if rule.vanish.contains(&n) {
        mark(0);
    }
    for &t in rule.single.iter().filter(|&&t| t < n) {
        mark(g[n - t]);
    }
    for &t in rule.two.iter().filter(|&&t| t < n) {
        let s = n - t;
        for (a, b) in g[1..s].iter().zip(g[1..s].iter().rev()).take(rule.half(s)) {
            mark(a ^ b);
        }
    }
    for &t in rule.three.iter().filter(|&&t| t < n) {
        let s = n - t;
        for a in 1..=s / 3 {
            for b in a..=(s - a) / 2 {
                mark(g[a] ^ g[b] ^ g[s - a - b]);
            }
        }
    }
    (0..).zip(seen.iter()).find(|&(_, &heap)| heap != stamp).map_or(seen.len() as u32, |(v, _)| v)
}
