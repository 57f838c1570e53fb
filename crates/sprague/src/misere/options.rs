//! The moves of every heap up to a size, as sums of smaller heaps.
//!
//! Heaps without a move change no outcome and are left out of the sums, so an option is a sorted list of
//! heaps that have one.

use crate::rules::HeapRule;
use crate::{Result, Work};
use std::collections::HashSet;

/// A sum of heaps that have a move, ascending.
pub(super) type Sum = Box<[u32]>;

/// The options of heaps 0, 1, …, each option once.
#[derive(Debug, Clone, Default)]
pub(super) struct Options {
    by_heap: Vec<Vec<Sum>>,
    bytes: u64,
}

impl Options {
    /// The options of heaps 0 to `largest`.
    pub fn up_to(rule: &HeapRule, largest: u64, work: &Work) -> Result<Self> {
        let mut options = Options::default();
        for heap in 0..=largest {
            options.push_heap(rule, work)?;
            work.tell(heap, largest)?;
        }
        Ok(options)
    }

    /// The number of heaps whose options are known.
    pub fn len(&self) -> usize {
        self.by_heap.len()
    }

    /// The options of a heap.
    pub fn of(&self, heap: usize) -> &[Sum] {
        &self.by_heap[heap]
    }

    /// Whether there is a move in a heap.
    pub fn has_move(&self, heap: usize) -> bool {
        !self.by_heap[heap].is_empty()
    }

    /// Heaps with a move, ascending.
    pub fn movable(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&heap| self.has_move(heap))
    }

    /// Adds the next heap.
    pub fn push_heap(&mut self, rule: &HeapRule, work: &Work) -> Result<()> {
        let heap = self.by_heap.len() as u64;
        let each = 40 + 4 * rule.most_parts().min(heap);
        let most = u128::from(each) * moves_at_most(rule, heap);
        work.fits(&format!("the list of moves up to a heap of {heap}"), u128::from(self.bytes) + most)?;
        let mut all = HashSet::new();
        for leaving in rule.leaving() {
            for taken in leaving.removals.up_to(heap) {
                let rest = heap - taken;
                for parts in *leaving.heaps.start()..=(*leaving.heaps.end()).min(rest) {
                    rule.for_each_way(rest, parts, &mut |sum| {
                        let movable = sum.iter().filter(|&&part| self.has_move(part as usize));
                        all.insert(movable.map(|&part| part as u32).collect::<Sum>());
                    });
                }
            }
        }
        let mut all: Vec<Sum> = all.into_iter().collect();
        all.sort_unstable();
        self.push(all);
        Ok(())
    }

    /// Adds a heap with these options, sums of the heaps before it that have a move.
    pub fn push(&mut self, options: Vec<Sum>) {
        self.bytes += options.iter().map(|sum| 24 + 4 * sum.len() as u64).sum::<u64>();
        self.by_heap.push(options);
    }

    /// Drops the last heap.
    pub fn pop(&mut self) {
        self.by_heap.pop();
    }
}

/// An upper bound of the number of moves in a heap: partitions into exactly this many parts, whatever the
/// condition on them.
fn moves_at_most(rule: &HeapRule, heap: u64) -> u128 {
    let parts = rule.most_parts().min(heap) as usize;
    let size = heap as usize;
    let mut ways = vec![vec![0u128; size + 1]; parts + 1];
    ways[0][0] = 1;
    for count in 1..=parts {
        for total in count..=size {
            ways[count][total] = ways[count - 1][total - 1].saturating_add(ways[count][total - count]);
        }
    }
    let mut most = 0u128;
    for leaving in rule.leaving() {
        for taken in leaving.removals.up_to(heap) {
            let rest = (heap - taken) as usize;
            for count in *leaving.heaps.start()..=(*leaving.heaps.end()).min(rest as u64) {
                most = most.saturating_add(ways[count as usize][rest]);
            }
        }
    }
    most
}
