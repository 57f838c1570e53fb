//! Bitmaps of 256 sums, and the rows and groups of parts they are cleared with (see `frequent_values`).
//!
//! A row has 511 bits. Moved by 0 to 7 bits ([`Batch`] keeps all eight), any 256 of its bits begin at a byte,
//! so a part takes one load. Groups and rows come in batches: for each group all rows are taken in turn, so
//! what belongs to the group stays in registers.

use crate::simd::{Simd, Vector, Words};

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

/// Where a piece of 256 bits begins in a row that is kept eight times: `64·copy + byte`, the byte one of the
/// first 32.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Place(u16);

impl Place {
    /// The 256 bits from bit `o < 256` of a row on.
    pub fn of(o: usize) -> Self {
        Place((o % 8 * 64 + o / 8 % 32) as u16)
    }

    /// The byte of a shifted row it begins at.
    #[inline(always)]
    fn byte(self) -> usize {
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
    at: u32,
    places: [Place; N],
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
    fn some(&self, from: usize, to: usize) -> (&[Group<N>], u32) {
        (&self.list[from..to], self.bits)
    }
}

/// A row moved down by 0 to 7 bits. Aligned, so that 256 bits from any byte of its first half are in one line
/// of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Shifted([[u64; 8]; 8]);

/// Some rows and their values.
#[derive(Debug)]
pub struct Batch {
    shifted: [Shifted; BATCH],
    /// Where the bitmap of each value begins.
    at: [u32; BATCH],
    len: usize,
    /// All bits that some value has.
    bits: u32,
}

impl Default for Batch {
    fn default() -> Self {
        Batch { shifted: [Shifted([[0; 8]; 8]); BATCH], at: [0; BATCH], len: 0, bits: 0 }
    }
}

impl Batch {
    /// Whether another row does not fit.
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
        shifted_copies(row, &mut self.shifted[self.len], x);
        self.at[self.len] = start(value);
        self.bits |= value as u32;
        self.len += 1;
    }

    /// All rows, where the bitmaps of their values begin, and bits that cover all values.
    #[inline(always)]
    fn rows(&self) -> (&[Shifted], &[u32], u32) {
        (&self.shifted[..self.len], &self.at[..self.len], self.bits)
    }
}

/// Moves a row of 511 bits down by 0 to 7 bits. The ninth word may be anything: it comes in as bits 504 to
/// 511 only, which are in no piece. Written out: the compiler makes half of it of single words, which is
/// slow, and pieces that are read soon after have to wait for several of them.
#[inline(always)]
fn shifted_copies<X: Simd>(row: &[u64; 9], shifted: &mut Shifted, x: X) {
    // SAFETY: four words from word 0, 1, 4 or 5 on are inside the row.
    let four = |i: usize| unsafe { X::B::read(x.into(), row.as_ptr().add(i).cast()) };
    let both = [[four(0), four(1)], [four(4), four(5)]];
    let [first, others @ ..] = &mut shifted.0;
    put([both[0][0], both[1][0]], first);
    move_down::<1, 63, X>(both, &mut others[0]);
    move_down::<2, 62, X>(both, &mut others[1]);
    move_down::<3, 61, X>(both, &mut others[2]);
    move_down::<4, 60, X>(both, &mut others[3]);
    move_down::<5, 59, X>(both, &mut others[4]);
    move_down::<6, 58, X>(both, &mut others[5]);
    move_down::<7, 57, X>(both, &mut others[6]);
}

/// Eight words moved down by `R` bits, `L = 64 − R`: two times four words, and those after each of them.
#[inline(always)]
fn move_down<const R: u32, const L: u32, X: Simd>(words: [[X::B; 2]; 2], copy: &mut [u64; 8]) {
    let [low, high] = words;
    put([low[0].shr64::<R>().or(low[1].shl64::<L>()), high[0].shr64::<R>().or(high[1].shl64::<L>())], copy);
}

/// Writes two times four words.
#[inline(always)]
fn put<B: Vector>(halves: [B; 2], copy: &mut [u64; 8]) {
    const { assert!(B::BYTES == 32) };
    let to: *mut u8 = copy.as_mut_ptr().cast();
    // SAFETY: a copy has 64 bytes.
    unsafe {
        halves[0].write(to);
        halves[1].write(to.add(32));
    }
}

/// For each of the groups `from..to`, of value `u`, and each row of the batch, of value `w`: clears in
/// `open[u ⊕ w]` the bits of the row at the places of the group. All values are below the length of `open`, a
/// power of two.
#[inline(always)]
pub fn clear<const N: usize, X: Simd>(
    groups: &Groups<N>,
    [from, to]: [usize; 2],
    batch: &Batch,
    open: &mut [Lanes],
    x: X,
) {
    let ((list, some), (rows, at, others)) = (groups.some(from, to), batch.rows());
    assert!(open.len().is_power_of_two() && ((some | others) as usize) < open.len());
    // Small groups are taken some at a time, which share the reading of where the rows' values begin.
    // SAFETY: the xor of two values has only bits that some value has, so it is below the length of `open`.
    unsafe {
        match N {
            1 => clear_by::<N, 4, X>(list, rows, at, open, x),
            2 => clear_by::<N, 2, X>(list, rows, at, open, x),
            _ => clear_by::<N, 1, X>(list, rows, at, open, x),
        }
    }
}

/// The same, `Q` groups at a time.
///
/// # Safety
/// The bitmaps of `u ⊕ w` are inside `open`, for all values `u` of groups and `w` of rows.
#[inline(always)]
unsafe fn clear_by<const N: usize, const Q: usize, X: Simd>(
    list: &[Group<N>],
    rows: &[Shifted],
    at: &[u32],
    open: &mut [Lanes],
    x: X,
) {
    let (some, rest) = list.as_chunks::<Q>();
    // SAFETY: the caller vouches for the bitmaps.
    unsafe {
        for groups in some {
            clear_groups(groups, rows, at, open, x);
        }
        for group in rest {
            clear_groups(&[*group], rows, at, open, x);
        }
    }
}

/// The same for `Q` groups.
///
/// # Safety
/// As for [`clear_by`].
#[inline(always)]
unsafe fn clear_groups<const N: usize, const Q: usize, X: Simd>(
    groups: &[Group<N>; Q],
    rows: &[Shifted],
    at: &[u32],
    open: &mut [Lanes],
    x: X,
) {
    let (rows, open) = (&rows[..at.len()], open.as_mut_ptr().cast::<u8>());
    let first = rows.as_ptr().cast::<u8>();
    // SAFETY: a place is one of the first 32 of the 64 bytes of a copy (`Place::of`), and a piece has 32;
    // there are as many rows as values. The caller vouches for the bitmaps. Words and bytes agree where words
    // are little-endian (`Place::byte`).
    unsafe {
        let pieces = groups.map(|group| group.places.map(|place| first.add(place.byte())));
        for r in 0..at.len() {
            let theirs = *at.get_unchecked(r);
            for q in 0..Q {
                let mut reached = X::B::zero(x.into());
                for piece in pieces[q] {
                    reached = reached.or(X::B::read(x.into(), piece.add(r * size_of::<Shifted>())));
                }
                let lanes = open.add((groups[q].at ^ theirs) as usize);
                X::B::read(x.into(), lanes).without(reached).write(lanes);
            }
        }
    }
}
