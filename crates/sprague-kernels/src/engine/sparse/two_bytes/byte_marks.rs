//! Marks without stores where nearly all codes are below 256: the kernel of codes of one byte (`many/mark`)
//! on the lower bytes.
//!
//! A part and a partner whose codes are below 256 give a code below 256. Positions of larger codes, the
//! *outliers*, are treated like rare ones: nothing is marked for them. So what is marked is right, and what
//! outliers give has to be found otherwise.
//!
//! Cost: `7·V/16` vector operations for a part and 32 sums, codes below `V`: less than half of what 32 stores
//! take.

use crate::engine::sparse::many::first_parts::{Part, Parts, Runs};
use crate::engine::sparse::many::reached::{ROWS, transpose};
use crate::engine::sparse::many::{mark_clear, mark_mixed};
use crate::engine::sparse::sequence::Sequence;
use crate::simd::Simd;

/// Consecutive sums that are marked at once.
pub const LANES: usize = crate::engine::sparse::many::reached::LANES;
/// Codes from here on are outliers.
pub const OUTLIERS: usize = 256;
/// One in this many late codes, the largest ones, is not worth marking; and more outliers than that are too
/// many.
const SHARE: usize = 512;

/// Up to which code marks are worth having, a multiple of sixteen; none if there are too many outliers.
pub fn worth(seq: &Sequence<u16>) -> Option<usize> {
    let late = &seq.cells[seq.len() / 2..];
    let above =
        |limit: usize| late.iter().filter(|&&code| code as usize >= limit).count() <= late.len() / SHARE;
    (1..=OUTLIERS / 16).map(|groups| 16 * groups).find(|&limit| above(limit))
}

/// Parts that are marked, and the lower bytes of all codes.
#[derive(Clone, Debug)]
pub struct ByteMarks {
    parts: Parts,
    cells: Vec<u8>,
    /// 255 where a position is common and no outlier, else 0; and the last position where it is 0.
    classes: Vec<u8>,
    last: usize,
    groups: usize,
}

impl ByteMarks {
    /// Marks these positions, none of them an outlier, for codes below `limit`.
    pub fn new(seq: &Sequence<u16>, marked: &[usize], limit: usize) -> Self {
        debug_assert!(marked.iter().all(|&r| (seq.cells[r] as usize) < OUTLIERS));
        let part = |&r: &usize| Part::new(r, seq.cells[r] as u8);
        ByteMarks {
            parts: Parts::new(marked.iter().map(part)),
            cells: vec![],
            classes: vec![],
            last: 0,
            groups: limit / 16,
        }
    }

    /// Codes from here on are not marked.
    #[inline(always)]
    pub fn codes(&self) -> usize {
        16 * self.groups
    }

    /// One more part, not smaller than any other.
    pub fn push(&mut self, place: usize, code: u8) {
        self.parts.insert_largest(Part::new(place, code));
    }

    /// Takes in the positions below `known`; those from `changed` on may have changed.
    pub fn catch_up(&mut self, seq: &Sequence<u16>, changed: usize, known: usize) {
        let from = changed.min(self.cells.len());
        self.cells.truncate(from);
        self.classes.truncate(from);
        if self.last >= from {
            self.last = self.classes.iter().rposition(|&class| class == 0).unwrap_or(0);
        }
        for x in from..known {
            let good = (seq.cells[x] as usize) < OUTLIERS && !seq.is_rare(x);
            self.cells.push(seq.cells[x] as u8);
            self.classes.push(if good { u8::MAX } else { 0 });
            if !good {
                self.last = x;
            }
        }
    }

    /// What the parts give for 32 sums from `first` on.
    #[inline(always)]
    pub fn mark<X: Simd>(&self, first: usize, x: X) -> [[u64; 4]; LANES] {
        let mut rows = [[0; LANES]; ROWS];
        let (mixed, clear) = self.parts.of_block(first, self.last);
        let runs = |parts| Runs { cells: &self.cells, classes: &self.classes, first, parts };
        if !mixed.as_slice().is_empty() {
            mark_mixed(x.level(), runs(mixed), self.groups, &mut rows);
        }
        mark_clear(x.level(), runs(clear), self.groups, &mut rows);
        transpose(&rows, x)
    }
}
