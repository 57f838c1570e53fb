//! Winning moves in sums of heaps of any size.
//!
//! The moves of a heap that is in the quotient are all listed. A heap beyond it has too many: where a law is
//! proved, parts of at least n0 tokens may exchange whole periods without changing any image, so every move
//! has the image of one in which all parts but the largest are below n0 + p, and those are listed.

use super::{Known, Theorem};
use crate::{Result, Work};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

/// A move in one heap of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeapMove {
    /// The heap in which it is made.
    pub heap: BigUint,
    /// The number of tokens it takes.
    pub taken: BigUint,
    /// The heaps it leaves, ascending.
    pub leaves: Vec<BigUint>,
}

impl Known {
    /// The moves after which the opponent loses, equal heaps once. In heaps beyond the largest of the
    /// quotient one move is listed for all that differ by whole periods between the heaps left.
    ///
    /// # Errors
    /// If there is no law and a heap is beyond the largest of the quotient.
    pub fn winning_moves(&self, heaps: &[BigUint], work: &Work) -> Result<Vec<HeapMove>> {
        let mut winning = Vec::new();
        for (place, heap) in heaps.iter().enumerate() {
            if heaps[..place].contains(heap) {
                continue;
            }
            let others: Vec<BigUint> = [&heaps[..place], &heaps[place + 1..]].concat();
            let beside = self.image_of_sum(&others)?;
            self.image(heap)?;
            for candidate in self.moves(heap, work)? {
                let image = self.image_of_sum(&candidate.leaves)?;
                if self.quotient.is_lost(self.quotient.times(image, beside)) {
                    winning.push(candidate);
                }
            }
        }
        Ok(winning)
    }

    /// Moves of a heap, among them one for every image that a move has.
    pub(super) fn moves(&self, heap: &BigUint, work: &Work) -> Result<Vec<HeapMove>> {
        let small = heap.to_u64().filter(|&heap| heap <= self.quotient.largest_heap());
        match (small, self.law().map(|law| law.theorem)) {
            (Some(heap), _) => Ok(self.all_moves(heap)),
            (None, Some(Theorem::Periodicity { .. })) => self.moves_by_parts(heap, work),
            (None, Some(Theorem::StateRepeats { .. })) => Ok(self.moves_by_cycle(heap)),
            (None, Some(Theorem::NoMoveAbove(_)) | None) => Ok(Vec::new()),
        }
    }

    fn all_moves(&self, heap: u64) -> Vec<HeapMove> {
        let mut all = Vec::new();
        for leaving in self.rule().leaving() {
            for taken in leaving.removals.up_to(heap) {
                let rest = heap - taken;
                for count in *leaving.heaps.start()..=(*leaving.heaps.end()).min(rest) {
                    self.rule().for_each_way(rest, count, &mut |parts| {
                        let leaves = parts.iter().map(|&part| part.into()).collect();
                        all.push(HeapMove { heap: heap.into(), taken: taken.into(), leaves });
                    });
                }
            }
        }
        all
    }

    /// n0 + p: parts of this size or more can give up a period.
    fn movable_part(&self) -> u64 {
        let (preperiod, period) = self.law().map_or((0, 0), |law| (law.preperiod, law.period));
        preperiod.max(1).max(self.rule().parts().least) + period
    }

    /// The heap is so large that every move leaves a heap, and a largest one of at least n0 + p tokens.
    fn moves_by_parts(&self, heap: &BigUint, work: &Work) -> Result<Vec<HeapMove>> {
        let mut all = Vec::new();
        for leaving in self.rule().leaving() {
            for &taken in leaving.removals.listed() {
                let rest = heap - taken;
                for count in (*leaving.heaps.start()).max(1)..=*leaving.heaps.end() {
                    let mut parts =
                        SmallParts { least: self.rule().parts().least, below: self.movable_part() };
                    parts.each(count - 1, &mut Vec::new(), &mut |small| {
                        work.tell(all.len() as u64, 0)?;
                        work.fits("the list of moves", 128 * all.len() as u128)?;
                        let used: u64 = small.iter().sum();
                        let mut leaves: Vec<BigUint> = small.iter().map(|&part| part.into()).collect();
                        leaves.push(&rest - used);
                        all.push(HeapMove { heap: heap.clone(), taken: taken.into(), leaves });
                        Ok(())
                    })?;
                }
            }
        }
        Ok(all)
    }

    /// Removals that repeat forever, leaving at most one heap: images and removals repeat with the least
    /// common multiple of both periods.
    fn moves_by_cycle(&self, heap: &BigUint) -> Vec<HeapMove> {
        let reach = self.rule().reach();
        let period = self.law().map_or(1, |law| law.period).lcm(&self.rule().cycle_length());
        let bound = self.movable_part() + period;
        let small = (0..bound).map(|left| heap - left);
        let near = (1..=reach).map(BigUint::from).filter(|taken| heap - taken >= bound.into());
        let allowed = |taken: &BigUint| {
            let left = heap - taken;
            let removals = self.rule().removals(u64::from(!left.is_zero()));
            let length = BigUint::from(removals.cycle().len().max(1));
            // Far beyond the reach only the place in the cycle counts.
            let start = BigUint::from(removals.reach() + 1);
            let same = if *taken > start { (taken - &start) % length + start } else { taken.clone() };
            removals.contains(same.to_u64().unwrap_or(0))
        };
        let moves = small.chain(near).filter(allowed).map(|taken| {
            let left = heap - &taken;
            let leaves = if left.is_zero() { Vec::new() } else { vec![left] };
            HeapMove { heap: heap.clone(), taken, leaves }
        });
        moves.collect()
    }
}

/// Ascending lists of parts within bounds.
struct SmallParts {
    least: u64,
    below: u64,
}

impl SmallParts {
    fn each(
        &mut self,
        count: u64,
        chosen: &mut Vec<u64>,
        visit: &mut dyn FnMut(&[u64]) -> Result<()>,
    ) -> Result<()> {
        if count == 0 {
            return visit(chosen);
        }
        let from = chosen.last().copied().unwrap_or(self.least);
        for part in from..self.below {
            chosen.push(part);
            self.each(count - 1, chosen, visit)?;
            chosen.pop();
        }
        Ok(())
    }
}
