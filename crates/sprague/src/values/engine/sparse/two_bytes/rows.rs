//! Rows: for each sum of a block, the codes that given first parts and a common second part give, side by side.
//!
//! Row `s` holds `code(r) ⊕ code(s − r)` for every first part `r` with a common partner `s − r`. For one `r` and 32
//! consecutive sums the partners are contiguous; sixteen such runs are transposed at once into 32 pieces of row.
//! Partners inside the block itself are filled in as their values come out. Entries that mean nothing (partner rare or
//! not there) hold the limit of the cell, which is no code.
//!
//! First parts are all rare positions, which gives all common codes, or some common positions, which gives rare codes.
//! Columns: `far` parts in the order they were given, then the `near` ones (partner may lie in the block), then rare
//! positions found too recently to have a whole run of partners, then those found while the block is being solved.

use crate::values::engine::cell::Cell;
use crate::values::engine::sparse::sequence::Sequence;

/// Consecutive sums of a block.
pub const BLOCK: usize = 32;
/// Parts that are transposed at once.
const TILE: usize = 16;

/// Rows of the most recent blocks of sums.
#[derive(Debug)]
pub struct Rows<C> {
    cells: Vec<C>,
    /// Cells between two rows.
    stride: usize,
    /// Cells in use in the rows of each block.
    widths: Vec<usize>,
    far: Vec<usize>,
    /// Rare positions among `far` and `near`: the first so many; `usize::MAX` if new ones are not wanted.
    taken: usize,
    near: Vec<(usize, C)>,
    /// Column where the near rare positions begin.
    near_column: usize,
    /// Next free column of the newest block.
    free: usize,
    /// End of the newest block.
    pub end: usize,
}

impl<C: Cell> Rows<C> {
    /// All rare positions, those of `order` first. Room for sums between `n − most` and `n − least`, with rare
    /// positions up to a quarter more than now.
    pub fn of_rares(seq: &Sequence<C>, order: Vec<usize>, least: usize, most: usize) -> Self {
        let is_near = |r: usize| r + least < BLOCK;
        // The first block to be opened begins no earlier; rare positions behind it are taken in when it is open.
        let start = (seq.len() - most) / BLOCK * BLOCK;
        let taken = seq.rares.partition_point(|&r| r < start);
        let old = &seq.rares[..taken];
        let near = old.iter().filter(|&&r| is_near(r)).map(|&r| (r, seq.cells[r])).collect();
        let mut far: Vec<usize> = order.into_iter().filter(|&r| !is_near(r) && r < start).collect();
        let mut sorted = far.clone();
        sorted.sort_unstable();
        far.extend(old.iter().filter(|&&r| !is_near(r) && sorted.binary_search(&r).is_err()));
        Self::with_room(far, near, taken, seq.rares.len() / 4 + 3 * BLOCK + least, least, most)
    }

    /// Some common positions, none of them so small that its partner may lie in a block.
    pub fn of_parts(parts: Vec<usize>, least: usize, most: usize) -> Self {
        Self::with_room(parts, vec![], usize::MAX, 0, least, most)
    }

    fn with_room(
        far: Vec<usize>,
        near: Vec<(usize, C)>,
        taken: usize,
        room: usize,
        least: usize,
        most: usize,
    ) -> Self {
        let stride = (far.len() + near.len() + TILE + room).next_multiple_of(64) + 64;
        let blocks = (most - least).div_ceil(BLOCK) + 2;
        Rows {
            cells: vec![C::of(C::LIMIT); blocks * BLOCK * stride],
            stride,
            widths: vec![0; blocks],
            far,
            taken,
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
    pub fn open(&mut self, seq: &Sequence<C>, first: usize) {
        self.end = first + BLOCK;
        while seq.rares.get(self.taken).is_some_and(|&r| r < first) {
            self.far.push(seq.rares[self.taken]);
            self.taken += 1;
        }
        let recent = self.taken.min(seq.rares.len());
        self.near_column = self.far.len().next_multiple_of(TILE);
        self.free = self.near_column + self.near.len();
        let wanted = if self.taken == usize::MAX { 0 } else { seq.rares.len() - recent + BLOCK };
        let width = (self.free + wanted).next_multiple_of(64);
        self.clear(first, self.far.len() / TILE * TILE, width);
        self.fill_far(seq, first);
        self.fill_near(seq, first);
        if self.taken != usize::MAX {
            for &r in &seq.rares[recent..] {
                self.add_recent(seq, r, first);
            }
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
    fn fill_far(&mut self, seq: &Sequence<C>, first: usize) {
        let (base, stride) = (self.base(first), self.stride);
        let rows = &mut self.cells[base..base + BLOCK * stride];
        for (tile, group) in self.far.chunks(TILE).enumerate() {
            // A short last group repeats its last member; what that adds is wiped out below.
            let (mut starts, mut flips) = ([0; TILE], [C::default(); TILE]);
            for j in 0..TILE {
                let r = group[j.min(group.len() - 1)];
                starts[j] = first - r;
                flips[j] = seq.cells[r];
            }
            transpose(&seq.cells, &starts, &flips, rows, stride, tile * TILE);
        }
        for lane in 0..BLOCK {
            rows[lane * stride + self.far.len()..lane * stride + self.near_column].fill(C::of(C::LIMIT));
        }
        let last_rare = seq.last_rare();
        for (i, &r) in self.far.iter().enumerate() {
            if r + last_rare < first {
                continue;
            }
            let mut rare = seq.rare_word(first - r);
            while rare != 0 {
                rows[rare.trailing_zeros() as usize * stride + i] = C::of(C::LIMIT);
                rare &= rare - 1;
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

/// Sixteen runs of 32 consecutive codes become 32 rows of sixteen codes: `rows[lane·stride + column + j]` is
/// `cells[starts[j] + lane] ⊕ flips[j]` for `lane < 32`, `j < 16`.
#[inline(always)]
fn transpose<C: Cell>(
    cells: &[C],
    starts: &[usize; TILE],
    flips: &[C; TILE],
    rows: &mut [C],
    stride: usize,
    column: usize,
) {
    for j in 0..TILE {
        let run = &cells[starts[j]..starts[j] + BLOCK];
        for lane in 0..BLOCK {
            rows[lane * stride + column + j] = run[lane] ^ flips[j];
        }
    }
}
