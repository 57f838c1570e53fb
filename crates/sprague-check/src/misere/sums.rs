//! The images of the options of a heap.
//!
//! Let E_j(s) be the set of products of the images of j heaps that sum to s and may lie side by side. Heaps
//! enter one after the other, smallest first: E_j(x + a) ∋ uΦ(a) for all u in E_{j−1}(x), where heaps up to a
//! may be in E_{j−1}(x), or up to a−1 if they have to differ. When the heaps below n are in, the options of n
//! are known. What may be removed forever is a union that grows by one set with each n.

use crate::{
    Fault, Work,
    memory::Buffer,
    rule::{Alike, HeapRule, Way},
    work::Meter,
};

use super::{Monoid, add, elements, insert};

pub(super) struct Sums<'a> {
    heaps: Heaps<'a>,
    /// For each way to move: what may be removed forever, by residue of what is left.
    forever: Buffer<'a, Buffer<'a, u64>>,
}

/// Heaps that lie side by side.
struct Heaps<'a> {
    rule: &'a HeapRule<'a>,
    images: &'a [u16],
    monoid: &'a Monoid<'a>,
    /// `levels[j − 2]` holds E_j(0), E_j(1), …, as far as heaps have entered.
    levels: Buffer<'a, Buffer<'a, u64>>,
}

impl<'a> Sums<'a> {
    pub fn new(
        rule: &'a HeapRule<'a>,
        images: &'a [u16],
        monoid: &'a Monoid<'a>,
        work: &'a Work<'a>,
    ) -> Result<Self, Fault> {
        let words = monoid.words;
        let mut levels = work.list("the sets of sums")?;
        let most = rule.ways.iter().map(|way| way.heaps.1).max().unwrap_or(0);
        let listed = rule.parts.alike != Alike::Equal;
        for _ in (2..=most).take_while(|&heaps| listed && rule.parts.least_sum(heaps) < images.len()) {
            levels.push(work.buffer(images.len().saturating_mul(words), 0, "the sets of sums")?)?;
        }
        let mut forever = work.room(rule.ways.len(), "the options")?;
        for way in rule.ways.iter() {
            let bits = way.step.unwrap_or(0).saturating_mul(words);
            forever.push(work.buffer(bits, 0, "what may be removed forever")?)?;
        }
        Ok(Sums { heaps: Heaps { rule, images, monoid, levels }, forever })
    }

    /// The images of the options of heap n, once all smaller heaps have entered; to be asked for each heap in
    /// turn.
    pub fn options(&mut self, n: usize, to: &mut [u64], meter: &mut Meter) -> Result<(), Fault> {
        let Sums { heaps, forever } = self;
        let words = heaps.monoid.words;
        to.fill(0);
        for (way, unions) in heaps.rule.ways.iter().zip(forever.iter_mut()) {
            meter.charge(8 + 2 * words)?;
            let Some(left) = n.checked_sub(way.first) else { continue };
            match way.step {
                None => heaps.leave(way, left, to, meter)?,
                Some(step) => {
                    // What this way leaves of n tokens, it also leaves of n + step, by removing more.
                    let union = &mut unions[left % step * words..][..words];
                    heaps.leave(way, left, union, meter)?;
                    add(to, union);
                }
            }
        }
        Ok(())
    }

    /// Heap a may now lie beside others that are not larger.
    pub fn enter(&mut self, a: usize, meter: &mut Meter) -> Result<(), Fault> {
        self.heaps.enter(a, meter)
    }
}

impl Heaps<'_> {
    /// Add the images of what a way to move leaves of this many tokens.
    fn leave(&self, way: &Way, left: usize, to: &mut [u64], meter: &mut Meter) -> Result<(), Fault> {
        let (least, most) = way.heaps;
        if left == 0 {
            if least == 0 {
                insert(to, 0);
            }
            return Ok(());
        }
        if least <= 1 && most >= 1 && self.rule.parts.allow(left) {
            insert(to, self.images[left]);
        }
        if self.rule.parts.alike == Alike::Equal {
            return self.leave_equal(least.max(2)..=most.min(left), left, to, meter);
        }
        let words = self.monoid.words;
        for level in self.levels.iter().take(most.saturating_sub(1)).skip(least.saturating_sub(2)) {
            meter.charge(words)?;
            add(to, &level[left * words..][..words]);
        }
        Ok(())
    }

    /// Equal heaps, two or more.
    fn leave_equal(
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
                meter.charge(heaps)?;
                let image = self.images[part];
                insert(to, (1..heaps).fold(image, |product, _| self.monoid.product(product, image)));
            }
        }
        Ok(())
    }

    fn enter(&mut self, a: usize, meter: &mut Meter) -> Result<(), Fault> {
        if a == 0 || !self.rule.parts.allow(a) {
            return Ok(());
        }
        let levels = self.levels.len();
        for i in 0..levels {
            // Heaps that may be equal enter E_2 first, so that a second one finds the first; others enter E_2
            // last.
            let different = self.rule.parts.alike == Alike::Different;
            self.enter_level(if different { levels - 1 - i } else { i }, a, meter)?;
        }
        Ok(())
    }

    /// Heap a enters E_j, j = level + 2.
    fn enter_level(&mut self, level: usize, a: usize, meter: &mut Meter) -> Result<(), Fault> {
        let Monoid { words, order, .. } = *self.monoid;
        let room = (self.images.len() - 1).saturating_sub(a);
        let image = self.images[a];
        let (below, this) = self.levels.split_at_mut(level);
        let this = &mut this[0];
        let Some(below) = below.last() else {
            let largest = if self.rule.parts.alike == Alike::Different { a - 1 } else { a };
            for x in self.rule.parts.least..=largest.min(room) {
                meter.charge(2)?;
                insert(&mut this[(a + x) * words..][..words], self.monoid.product(image, self.images[x]));
            }
            return Ok(());
        };
        for x in self.rule.parts.least_sum(level + 1)..=a.saturating_mul(level + 1).min(room) {
            meter.charge(2 * order)?;
            let to = &mut this[(x + a) * words..][..words];
            for u in elements(&below[x * words..][..words]) {
                insert(to, self.monoid.product(image, u));
            }
        }
        Ok(())
    }
}
