//! The values below n0, straight from the definition.
//!
//! Every move of every heap n < n0 is made: the parts in ascending order, the last one follows from the rest. Cost: about
//! n^(j−1) / (j!·(j−1)!) moves that leave j parts, for each removal.

use super::shape::{Parts, Shape};
use crate::{Result, Work};

/// A heap whose value is not the mex of its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongValue {
    /// The heap.
    pub heap: u64,
    /// Its value, which an option has as well, or a smaller one, which no option has.
    pub value: u32,
    /// Which of the two.
    pub reached: bool,
}

/// The first heap whose value is wrong; `Err` with a line if that takes too many steps.
pub fn check(shape: &Shape, first: &[u32], most: u64, work: &Work) -> Result<std::result::Result<(), Fault>> {
    let mut moves = Moves { shape, first, left: most };
    let mut seen = vec![false; first.len() + 1];
    for (heap, &value) in first.iter().enumerate() {
        work.tell(heap as u64, first.len() as u64)?;
        seen.fill(false);
        let mut reached = false;
        moves.of(heap as u64, &mut |option| {
            reached |= option == value;
            if let Some(seen) = seen.get_mut(option as usize) {
                *seen = true;
            }
        });
        if moves.left == 0 {
            let line = format!("the values below {} have too many options to look at", first.len());
            return Ok(Err(Fault::GaveUp(line)));
        }
        if reached {
            return Ok(Err(Fault::Wrong(WrongValue { heap: heap as u64, value, reached })));
        }
        // A heap of n has no value above n, so the flags suffice.
        let missing = (0..value).find(|&v| !seen.get(v as usize).copied().unwrap_or(false));
        if let Some(value) = missing {
            return Ok(Err(Fault::Wrong(WrongValue { heap: heap as u64, value, reached })));
        }
    }
    Ok(Ok(()))
}

/// What [`check`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A wrong value.
    Wrong(WrongValue),
    /// Too much to look at.
    GaveUp(String),
}

/// The moves of small heaps.
struct Moves<'a> {
    shape: &'a Shape,
    first: &'a [u32],
    /// Steps that may still be made.
    left: u64,
}

impl Moves<'_> {
    fn of(&mut self, heap: u64, visit: &mut dyn FnMut(u32)) {
        let shape = self.shape;
        for j in 0..shape.leaving.len() {
            for t in shape.removals(j, heap) {
                match (j, heap - t) {
                    (0, 0) => visit(0),
                    (0, _) => {}
                    (_, rest) => self.parts(rest, j as u64, shape.least, 0, visit),
                }
            }
        }
    }

    /// j ≥ 1 parts of at least `least`, in ascending order, that sum to `rest`.
    fn parts(&mut self, rest: u64, j: u64, least: u64, xor: u32, visit: &mut dyn FnMut(u32)) {
        self.left = self.left.saturating_sub(1);
        if j == 1 {
            if rest >= least && self.shape.allows_part(rest) {
                visit(xor ^ self.first[rest as usize]);
            }
            return;
        }
        let (from, to, gap) = match self.shape.parts {
            Parts::Any => (least, rest / j, 0),
            Parts::Different => (least, rest / j, 1),
            Parts::Equal if rest % j == 0 => (least.max(rest / j), rest / j, 0),
            Parts::Equal => return,
        };
        for part in from..=to {
            if self.left == 0 || !self.shape.allows_part(part) {
                return;
            }
            self.parts(rest - part, j - 1, part + gap, xor ^ self.first[part as usize], visit);
        }
    }
}
