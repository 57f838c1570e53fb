//! Laws of misère play: the images of all heaps, proved from those of finitely many.
//!
//! Three theorems, proved in docs/misere.md. All rest on one lemma: a heap whose options have the same images
//! as those of a known heap can be added without changing the quotient, and has that heap's image.
//!
//! - **Periodicity.** No move takes more than k tokens or leaves more than m heaps, each of at least l
//!   tokens. If Φ(x+p) = Φ(x) for n0 ≤ x < m·n0 + (m−1)·p + k with n0 ≥ max(1, l), in the quotient of the
//!   heaps below m·(n0+p) + k, then for all x ≥ n0.
//! - **No move.** If the parts left have at most L tokens, heaps above m·L + k have no move.
//! - **State repeats.** A rule that never breaks heaps and has removals that repeat forever with cycle c
//!   beyond k: images are produced by a machine whose state is the last k images, the sets of images left by
//!   the cycle, and n mod c.

use crate::rules::{Alike, HeapRule};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;
use serde::Serialize;

/// Why a law holds for all heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theorem {
    /// The window of the periodicity theorem: heaps from `from` to below `to` have the image of the heap one
    /// period later.
    Periodicity {
        /// n0, at least 1.
        from: u64,
        /// m·n0 + (m−1)·p + k.
        to: u64,
    },
    /// Heaps above this one have no move.
    NoMoveAbove(u64),
    /// The machine of a rule that never breaks heaps is in the same state before these two heaps.
    StateRepeats {
        /// The first heap.
        first: u64,
        /// The second heap.
        second: u64,
    },
}

/// A proved law: Φ(n + period) = Φ(n) for all n ≥ preperiod.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Law {
    pub(crate) period: u64,
    pub(crate) preperiod: u64,
    pub(crate) theorem: Theorem,
}

impl Law {
    /// The smallest period.
    pub fn period(&self) -> u64 {
        self.period
    }

    /// The smallest preperiod for it: the last exception plus one.
    pub fn preperiod(&self) -> u64 {
        self.preperiod
    }

    /// Why it holds.
    pub fn theorem(&self) -> &Theorem {
        &self.theorem
    }

    /// The law that the images of heaps 0, 1, … prove in the quotient of these heaps, if they prove one.
    pub(super) fn proved_by(rule: &HeapRule, images: &[u32]) -> Option<Law> {
        let (period, from, theorem) = no_move(rule, images)
            .or_else(|| periodicity(rule, images))
            .or_else(|| state_repeats(rule, images))?;
        // The sequence is now known forever, so the smallest period and preperiod can be read off.
        let at = |n: u64| images[place(n, from, period) as usize];
        let least = |&d: &u64| period.is_multiple_of(d) && (from..from + period).all(|n| at(n + d) == at(n));
        let period = (1..=period).find(least).unwrap_or(period);
        let preperiod = (0..from).rev().find(|&n| at(n + period) != at(n)).map_or(0, |n| n + 1);
        Some(Law { period, preperiod, theorem })
    }

    /// A heap of at most preperiod + period − 1 tokens with the same image.
    pub fn representative(&self, heap: &BigUint) -> u64 {
        let beyond = heap.to_u64().filter(|&heap| heap < self.preperiod);
        beyond.unwrap_or_else(|| {
            let residue = (heap - self.preperiod).mod_floor(&BigUint::from(self.period));
            self.preperiod + residue.to_u64().unwrap_or(0)
        })
    }
}

/// A heap before from + period of the same residue.
fn place(n: u64, from: u64, period: u64) -> u64 {
    if n < from { n } else { from + (n - from) % period }
}

/// Period, first heap of the repetition, and theorem.
type Proved = (u64, u64, Theorem);

fn no_move(rule: &HeapRule, images: &[u32]) -> Option<Proved> {
    let largest = rule.parts().largest.filter(|_| rule.is_finite())?;
    let bound = rule.most_parts().checked_mul(largest)?.checked_add(rule.reach())?;
    // Two heaps beyond the bound, so that a period is seen.
    (images.len() as u64 > bound.checked_add(2)?).then_some((1, bound + 1, Theorem::NoMoveAbove(bound)))
}

fn periodicity(rule: &HeapRule, images: &[u32]) -> Option<Proved> {
    let parts = rule.parts();
    let applies = rule.is_finite() && parts.largest.is_none() && parts.alike == Alike::Any;
    if !applies {
        return None;
    }
    let (m, k) = (u128::from(rule.most_parts()), u128::from(rule.reach()));
    let known = images.len();
    let needed = |from: u64, period: u64| m * (u128::from(from) + u128::from(period)) + k;
    (1..known as u64).take_while(|&p| needed(1, p) <= known as u128).find_map(|period| {
        let from = repeats_from(images, period as usize).max(1).max(parts.least);
        (needed(from, period) <= known as u128).then(|| {
            let to = (needed(from, period) - u128::from(period)) as u64;
            (period, from, Theorem::Periodicity { from, to })
        })
    })
}

fn state_repeats(rule: &HeapRule, images: &[u32]) -> Option<Proved> {
    if rule.is_finite() || !rule.only_takes() || !rule.parts().are_free() {
        return None;
    }
    let (k, cycle) = (rule.reach() as usize, rule.cycle_length() as usize);
    let second = images.len();
    // Heaps 1 … second − k − 1 are reached by the cycle; the last one whose image is new in its residue
    // class.
    let mut seen = std::collections::HashSet::new();
    let new = (1..second.saturating_sub(k)).filter(|&heap| seen.insert((heap % cycle, images[heap]))).last();
    let settled = new.map_or(1, |heap| heap + 1);
    (1..).map(|times| times * cycle).take_while(|&period| period < second).find_map(|period| {
        let first = second - period;
        let same_sets = first > k && settled <= first - k;
        let same_window = repeats_from(images, period) + k as u64 <= first as u64;
        let theorem = Theorem::StateRepeats { first: first as u64, second: second as u64 };
        (same_sets && same_window).then_some((period as u64, first as u64, theorem))
    })
}

/// The first heap from which on all images equal those `period` heaps later, as far as they are known.
fn repeats_from(images: &[u32], period: usize) -> u64 {
    let last = (0..images.len() - period).rev().find(|&heap| images[heap] != images[heap + period]);
    last.map_or(0, |heap| heap as u64 + 1)
}
