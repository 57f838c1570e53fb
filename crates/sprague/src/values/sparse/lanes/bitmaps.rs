//! Bitmaps of 256 sums, and the rows and groups of parts they are cleared with (see `dense::bursts`).
//!
//! A row has 511 bits. Moved by 0 to 7 bits ([`Batch`] keeps all eight), any 256 of its bits begin at a byte, so a part
//! takes one load. Groups and rows come in batches: for each group all rows are taken in turn, so what belongs to the group
//! stays in registers.

use super::Simd;

/// Words of a bitmap that has a bit for each of 256 sums.
pub const LANE_WORDS: usize = 4;
/// Rows of a batch, at most: eight kilobytes.
const BATCH: usize = 16;

/// A bit for each of 256 sums. Aligned, so that it is in one line of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Lanes(pub [u64; LANE_WORDS]);

impl Lanes {
    /// All sums.
    pub const ALL: Lanes = Lanes([!0; LANE_WORDS]);
}

/// Where a piece of 256 bits begins in a row that is kept eight times: `64·copy + byte`, the byte one of the first 32.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Place(u16);

impl Place {
    /// The 256 bits from bit `o < 256` of a row on.
    pub fn of(o: usize) -> Self {
        Place((o % 8 * 64 + o / 8 % 32) as u16)
    }

    /// The byte of a turned row it begins at.
    #[inline(always)]
    pub(super) fn byte(self) -> usize {
        self.0 as usize
    }
}

/// The byte at which the bitmap of a value begins.
fn start(value: u16) -> u32 {
    value as u32 * size_of::<Lanes>() as u32
}

/// Parts that have the same value.
#[derive(Clone, Copy, Debug)]
pub struct Group<const N: usize> {
    /// The byte at which the bitmap of its value begins among all bitmaps.
    pub(super) at: u32,
    pub(super) places: [Place; N],
}

/// Groups of `N` parts.
#[derive(Debug, Default)]
pub struct Groups<const N: usize> {
    list: Vec<Group<N>>,
    /// All bits that some value has.
    bits: u32,
}

impl<const N: usize> Groups<N> {
    /// Takes in a group.
    pub fn push(&mut self, value: u16, places: [Place; N]) {
        self.bits |= value as u32;
        self.list.push(Group { at: start(value), places });
    }

    /// Gives back memory that is not needed.
    pub fn shrink(&mut self) {
        self.list.shrink_to_fit();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Some of them, with bits that cover all their values.
    #[inline(always)]
    pub(super) fn some(&self, from: usize, to: usize) -> (&[Group<N>], u32) {
        (&self.list[from..to], self.bits)
    }
}

/// A row moved down by 0 to 7 bits. Aligned, so that 256 bits from any byte of its first half are in one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Turned(pub(super) [[u64; 8]; 8]);

/// Some rows and their values.
#[derive(Debug)]
pub struct Batch {
    turned: [Turned; BATCH],
    /// Where the bitmap of each value begins.
    at: [u32; BATCH],
    len: usize,
    /// All bits that some value has.
    bits: u32,
}

impl Default for Batch {
    fn default() -> Self {
        Batch { turned: [Turned([[0; 8]; 8]); BATCH], at: [0; BATCH], len: 0, bits: 0 }
    }
}

impl Batch {
    /// Is there no room for another row?
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.len == BATCH
    }

    /// How many rows it has.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Has it no rows?
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets all rows.
    #[inline(always)]
    pub fn clear(&mut self) {
        (self.len, self.bits) = (0, 0);
    }

    /// Takes in a row of 511 bits and a ninth word of any content.
    #[inline(always)]
    pub fn push<X: Simd>(&mut self, value: u16, row: &[u64; 9], x: X) {
        x.copies(row, &mut self.turned[self.len]);
        self.at[self.len] = start(value);
        self.bits |= value as u32;
        self.len += 1;
    }

    /// All rows, where the bitmaps of their values begin, and bits that cover all values.
    #[inline(always)]
    pub(super) fn rows(&self) -> (&[Turned], &[u32], u32) {
        (&self.turned[..self.len], &self.at[..self.len], self.bits)
    }
}
