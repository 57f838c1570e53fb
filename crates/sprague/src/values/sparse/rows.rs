//! Rows: for each sum of a block, the codes its rare positions give, side by side.
//!
//! Row `s` holds `code(r) ⊕ code(s − r)` for every rare `r` with a common partner `s − r`. For one `r` and 32 consecutive
//! sums the partners are contiguous; sixteen such runs are transposed at once into 32 pieces of row. Partners inside the block itself are filled in as their values come out. Entries that mean nothing (partner
//! rare or not there) hold the limit of the cell, which is no code.
//!
//! Columns: `far` rare positions, then the `near` ones (partner may lie in the block), then those found too recently to
//! have a whole run of partners, then those found while the block is being solved.

use crate::values::sparse::lanes::{BLOCK, Simd, TILE};
use crate::values::sparse::sequence::{Cell, Sequence};

/// Rows of the most recent blocks of sums.
#[derive(Debug)]
pub struct Rows<C> {
    cells: Vec<C>,
    /// Cells between two rows.
    stride: usize,
    /// Cells in use in the rows of each block.
    widths: Vec<usize>,
    near: Vec<(usize, C)>,
    /// Column where the near rare positions begin.
    near_column: usize,
    /// Next free column of the newest block.
    free: usize,
    /// End of the newest block.
    pub end: usize,
}

impl<C: Cell> Rows<C> {
    /// Room for sums between `n − most` and `n − least`, with rare positions up to a quarter more than now.
    pub fn new(seq: &Sequence<C>, least: usize, most: usize) -> Self {
        let near: Vec<_> =
            seq.rares.iter().filter(|&&r| r + least < BLOCK).map(|&r| (r, seq.cells[r])).collect();
        let room = seq.rares.len() + seq.rares.len() / 4 + 3 * BLOCK + least;
        let stride = room.next_multiple_of(64) + 64;
        let blocks = (most - least).div_ceil(BLOCK) + 2;
        Rows {
            cells: vec![C::of(C::LIMIT); blocks * BLOCK * stride],
            stride,
            widths: vec![0; blocks],
            near,
            near_column: 0,
            free: 0,
            end: 0,
        }
    }

    /// Have so many rare positions turned up that the next block may not fit?
    #[inline(always)]
    pub fn is_full(&self, seq: &Sequence<C>) -> bool {
        seq.rares.len() + TILE + BLOCK + 64 >= self.stride
    }

    #[inline(always)]
    fn base(&self, s: usize) -> usize {
        (s / BLOCK % self.widths.len() * BLOCK + s % BLOCK) * self.stride
    }

    /// The row of sum `s`.
    #[inline(always)]
    pub fn row(&self, s: usize) -> &[C] {
        let (base, width) = (self.base(s), self.widths[s / BLOCK % self.widths.len()]);
        &self.cells[base..base + width]
    }

    #[inline(always)]
    fn set(&mut self, s: usize, column: usize, c: C) {
        let i = self.base(s) + column;
        self.cells[i] = c;
    }

    /// Builds the block that begins at `first`, a multiple of the block length, as far as parts are known.
    #[inline(always)]
    pub fn open<X: Simd>(&mut self, seq: &Sequence<C>, first: usize, transpose: X) {
        self.end = first + BLOCK;
        let recent = seq.rares.partition_point(|&r| r < first);
        let far = &seq.rares[self.near.len()..recent.max(self.near.len())];
        self.near_column = far.len().next_multiple_of(TILE);
        self.free = self.near_column + self.near.len();
        let width = (self.free + seq.rares.len() - recent.min(seq.rares.len()) + BLOCK).next_multiple_of(64);
        self.clear(first, far.len() / TILE * TILE, width);
        self.fill_far(seq, far, first, transpose);
        self.fill_near(seq, first);
        for &r in &seq.rares[recent.max(self.near.len())..] {
            self.add_recent(seq, r, first);
        }
    }

    fn clear(&mut self, first: usize, from: usize, width: usize) {
        let slot = first / BLOCK % self.widths.len();
        self.widths[slot] = width;
        for s in first..first + BLOCK {
            let base = self.base(s);
            self.cells[base + from..base + width].fill(C::of(C::LIMIT));
        }
    }

    #[inline(always)]
    fn fill_far<X: Simd>(&mut self, seq: &Sequence<C>, far: &[usize], first: usize, transpose: X) {
        let (base, stride) = (self.base(first), self.stride);
        let rows = &mut self.cells[base..base + BLOCK * stride];
        for (tile, group) in far.chunks(TILE).enumerate() {
            // A short last group repeats its last member, which says nothing new.
            let r: [usize; TILE] = std::array::from_fn(|j| group[j.min(group.len() - 1)]);
            let starts = r.map(|r| first - r);
            let flips = r.map(|r| seq.cells[r]);
            transpose.tile(&seq.cells, &starts, &flips, rows, stride, tile * TILE);
        }
        let last_rare = seq.last_rare();
        if first > 2 * last_rare {
            return;
        }
        let from = far.partition_point(|&r| r + last_rare < first);
        for (i, &r) in far.iter().enumerate().skip(from) {
            for lane in (0..BLOCK).filter(|lane| seq.is_rare(first + lane - r)) {
                rows[lane * stride + i] = C::of(C::LIMIT);
            }
        }
        if !far.len().is_multiple_of(TILE) {
            let last = far.len() - 1;
            for lane in 0..BLOCK {
                let keep = rows[lane * stride + last];
                rows[lane * stride + last..lane * stride + self.near_column].fill(keep);
            }
        }
    }

    fn fill_near(&mut self, seq: &Sequence<C>, first: usize) {
        for i in 0..self.near.len() {
            let (r, u) = self.near[i];
            for s in first..(first + BLOCK).min(seq.len() + r) {
                if !seq.is_rare(s - r) {
                    self.set(s, self.near_column + i, seq.cells[s - r] ^ u);
                }
            }
        }
    }

    /// Adds a rare position whose partners in this block are the first positions of all.
    fn add_recent(&mut self, seq: &Sequence<C>, r: usize, first: usize) {
        for s in first.max(r + 1)..self.end {
            if !seq.is_rare(s - r) {
                self.set(s, self.free, seq.cells[r] ^ seq.cells[s - r]);
            }
        }
        self.free += 1;
    }

    /// Takes in the newest value.
    #[inline(always)]
    pub fn learn(&mut self, seq: &Sequence<C>) {
        let n = seq.len() - 1;
        if n + 1 >= self.end {
            return;
        }
        if seq.is_rare(n) {
            self.add_recent(seq, n, n + 1);
            return;
        }
        for i in 0..self.near.len() {
            let (r, u) = self.near[i];
            if n + r >= self.end {
                break;
            }
            self.set(n + r, self.near_column + i, seq.cells[n] ^ u);
        }
    }
}
