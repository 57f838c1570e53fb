//! Heap rules of any kind: what may be removed, into how many heaps the rest may fall, and how these heaps
//! may compare.
//!
//! **Values.** Let E_j(s) be the set of xors of j heaps that sum to s and may lie side by side. Heaps
//! enter one after the other, smallest first, and the largest one of a sum is the last to enter:
//! E_j(x + a) ∋ u ⊕ G(a) for all u in E_{j−1}(x), where heaps up to a may be in E_{j−1}(x), or up to
//! a−1 if they have to differ. A move leaves two heaps or more smaller than n, so when the heaps below n are
//! in, the options of n are known: its value is tested, and then the heap enters itself. What may be
//! removed forever (t, t + c, t + 2c, …) is a union of sets of sums that differ by c; it grows by one
//! set with each n. Equal heaps need no sets: j heaps of value v have xor v or 0. Cost: N²/2 bits for
//! two heaps, N²/2 sets for each further one; memory: N sets for each j ≥ 2.

use crate::{
    Fault, Work,
    count::HeapLaw,
    memory::Buffer,
    options::width,
    parts::{contains, mex, shifted},
    refuse,
    rule::{Alike, HeapRule, Way},
    work::Meter,
};

/// Verify the values.
pub(crate) fn verify<'a>(rule: &HeapRule, values: &'a [u16], work: &Work) -> Result<HeapLaw<'a>, Fault> {
    let width = width(values, work)?;
    let words = width.div_ceil(64);
    let mut sums = Sums::new(rule, values, words, work)?;
    let mut options = work.buffer(words, 0, "the options")?;
    let mut unions = work.room(rule.ways.len(), "the options")?;
    for way in rule.ways.iter() {
        let classes = way.step.unwrap_or(0);
        unions.push(work.buffer(classes.saturating_mul(words), 0, "what may be removed forever")?)?;
    }
    let mut meter = Meter::new(work);
    for (n, &v) in values.iter().enumerate() {
        if n % 1024 == 0 {
            (work.progress)(n as f64 / values.len() as f64);
        }
        options.fill(0);
        for (way, unions) in rule.ways.iter().zip(unions.iter_mut()).take_while(|(way, _)| way.first <= n) {
            meter.charge(8 + 2 * words)?;
            let left = n - way.first;
            match way.step {
                None => sums.add(way, left, &mut options, &mut meter)?,
                Some(step) => {
                    let union = &mut unions[left % step * words..][..words];
                    sums.add(way, left, union, &mut meter)?;
                    add(&mut options, union);
                }
            }
        }
        if contains(&options, v) {
            return refuse(format!("value {v} is among the options, at n = {n}"));
        }
        let least = mex(&options);
        if least < v as usize {
            return refuse(format!("value {v}, but {least} is not among the options, at n = {n}"));
        }
        sums.enter(n, &mut meter)?;
    }
    meter.settle()?;
    Ok(HeapLaw::table(values))
}

fn add(to: &mut [u64], set: &[u64]) {
    to.iter_mut().zip(set).for_each(|(to, word)| *to |= word);
}

fn insert(to: &mut [u64], value: u16) {
    to[value as usize / 64] |= 1 << (value % 64);
}

/// The sets of sums of several heaps.
struct Sums<'a> {
    rule: &'a HeapRule<'a>,
    g: &'a [u16],
    words: usize,
    /// `levels[j − 2]` holds E_j(0), E_j(1), …, E_j(N−1), as far as heaps have entered.
    levels: Buffer<'a, Buffer<'a, u64>>,
}

impl<'a> Sums<'a> {
    fn new(rule: &'a HeapRule<'a>, g: &'a [u16], words: usize, work: &'a Work<'a>) -> Result<Self, Fault> {
        let mut levels = work.list("the sets of sums")?;
        let tables = rule.parts.alike != Alike::Equal;
        let most = rule.ways.iter().map(|way| way.heaps.1).max().unwrap_or(0);
        for heaps in (2..=most).take_while(|&heaps| tables && rule.parts.least_sum(heaps) < g.len()) {
            levels.push(work.buffer(g.len().saturating_mul(words), 0, "the sets of sums")?)?;
            debug_assert_eq!(levels.len(), heaps - 1);
        }
        Ok(Sums { rule, g, words, levels })
    }

    /// Add the xors of what a way to move leaves of this many tokens.
    fn add(&self, way: &Way, left: usize, to: &mut [u64], meter: &mut Meter) -> Result<(), Fault> {
        let (least, most) = way.heaps;
        if left == 0 {
            if least == 0 {
                insert(to, 0);
            }
            return Ok(());
        }
        if least <= 1 && most >= 1 && self.rule.parts.allow(left) {
            insert(to, self.g[left]);
        }
        if self.rule.parts.alike == Alike::Equal {
            return self.add_equal(least.max(2)..=most.min(left), left, to, meter);
        }
        let levels = self.levels.iter().take(most.saturating_sub(1)).skip(least.saturating_sub(2));
        for level in levels {
            meter.charge(self.words)?;
            add(to, &level[left * self.words..][..self.words]);
        }
        Ok(())
    }

    /// Equal heaps, two or more.
    fn add_equal(
        &self,
        heaps: std::ops::RangeInclusive<usize>,
        left: usize,
        to: &mut [u64],
        meter: &mut Meter,
    ) -> Result<(), Fault> {
        for heaps in heaps {
            meter.charge(4)?;
            let part = left / heaps;
            if left.is_multiple_of(heaps) && self.rule.parts.allow(part) {
                insert(to, if heaps % 2 == 1 { self.g[part] } else { 0 });
            }
        }
        Ok(())
    }

    /// The heap of a tokens, whose value is verified, may now lie beside others that are not larger.
    fn enter(&mut self, a: usize, meter: &mut Meter) -> Result<(), Fault> {
        let different = self.rule.parts.alike == Alike::Different;
        if a == 0 || !self.rule.parts.allow(a) {
            return Ok(());
        }
        let levels = self.levels.len();
        for i in 0..levels {
            // Heaps that may be equal enter E_2 first, so that a second one finds the first; others enter E_2
            // last.
            let level = if different { levels - 1 - i } else { i };
            self.enter_level(level, a, meter)?;
        }
        Ok(())
    }

    /// The heap of a tokens enters E_j, j = level + 2.
    fn enter_level(&mut self, level: usize, a: usize, meter: &mut Meter) -> Result<(), Fault> {
        let (words, g) = (self.words, self.g);
        let room = (g.len() - 1).saturating_sub(a);
        let (below, this) = self.levels.split_at_mut(level);
        let this = &mut this[0];
        let Some(below) = below.last() else {
            let largest = if self.rule.parts.alike == Alike::Different { a - 1 } else { a };
            for x in self.rule.parts.least..=largest.min(room) {
                meter.charge(2)?;
                insert(&mut this[(a + x) * words..][..words], g[a] ^ g[x]);
            }
            return Ok(());
        };
        let block = g[a] as usize / 64;
        for x in self.rule.parts.least_sum(level + 1)..=(a.saturating_mul(level + 1)).min(room) {
            meter.charge(4 * words)?;
            let set = &below[x * words..][..words];
            let to = &mut this[(x + a) * words..][..words];
            for (i, &word) in set.iter().enumerate() {
                to[i ^ block] |= shifted(word, g[a]);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Parts;
    use std::collections::BTreeSet;

    /// The xors of j heaps, ascending from `from`, of this many tokens in all.
    fn all(
        parts: Parts,
        g: &[u16],
        (j, left, from): (usize, usize, usize),
        xor: u16,
        to: &mut BTreeSet<u16>,
    ) {
        if j == 0 {
            to.extend((left == 0).then_some(xor));
            return;
        }
        for a in (from..=left).filter(|&a| parts.allow(a)) {
            let next = a + usize::from(parts.alike == Alike::Different);
            all(parts, g, (j - 1, left - a, next), xor ^ g[a], to);
        }
    }

    /// Against all sets of heaps, for values of four words that follow no rule.
    #[test]
    fn sums_of_heaps() {
        let g: Vec<u16> = (0..26u64).map(|n| ((n * n * n * 0x9e37_79b9) >> 9) as u16 % 256).collect();
        let work = Work::default();
        for (alike, least, largest) in [
            (Alike::Any, 1, usize::MAX),
            (Alike::Any, 2, 9),
            (Alike::Different, 1, usize::MAX),
            (Alike::Different, 2, 9),
        ] {
            let parts = Parts { alike, least, largest };
            let ways = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (0, 3), (3, 3), (2, 4), (4, 9)];
            let mut list = work.list("ways").ok().unwrap();
            list.extend(ways.map(|heaps| Way { first: 0, step: None, heaps })).unwrap();
            let rule = HeapRule { ways: list, parts };
            let mut sums = Sums::new(&rule, &g, 4, &work).map_err(|fault| fault.to_string()).unwrap();
            for n in 0..g.len() {
                for way in rule.ways.iter() {
                    let mut found = [0; 4];
                    sums.add(way, n, &mut found, &mut Meter::new(&work)).unwrap();
                    let mut expected = BTreeSet::new();
                    for j in way.heaps.0..=way.heaps.1 {
                        all(parts, &g, (j, n, 1), 0, &mut expected);
                    }
                    let found: BTreeSet<u16> = (0..256).filter(|&value| contains(&found, value)).collect();
                    assert_eq!(found, expected, "{parts:?}, {n} in {:?} heaps", way.heaps);
                }
                sums.enter(n, &mut Meter::new(&work)).unwrap();
            }
        }
    }
}
