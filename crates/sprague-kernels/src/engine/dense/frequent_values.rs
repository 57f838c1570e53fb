//! Frequent values: which values 256 consecutive sums reach, found where one value occurs often.
//!
//! A nim-sequence without a law is still not random: in a stretch of 512 positions some values occur ten
//! times and more. Let `row(w)` be the bitmap of the positions of a stretch that have value `w`. For a part
//! `a` of value `u` the row, moved by `a`, tells for all 256 sums at once which of them reach `v = u ⊕ w` by
//! breaking off `a`: one load and one *or*, and ten hits or more where the row is full. All parts of one
//! value in a block of 256 are or-ed in a register before `v` is touched.
//!
//! With sums `S + i`, `S = 256·K + 255`, `i < 256`, and `a = 256·m + 255 − o`, the partner is `256·(K − m) +
//! o + i`: the blocks of parts and the stretches of partners are the same for every block of sums and made
//! once.
//!
//! Which rows are used: a row of `r` bits finds about `r/2` pairs for each part, so those with many are used,
//! each with all groups that may give values of some kinds: values `v` are split by a linear map into four
//! kinds ([`Kinds`]). `thresholds` decides how many bits suffice. Rows that are used with the same groups
//! go in batches of up to sixteen, so that what belongs to a group stays in registers. Cost: for each group
//! of `c` parts and each row `c + 1` loads, `c` operations and a store, for 256 sums.

use crate::engine::dense::bitmaps::{self, Batch, Groups, Lanes, Place};
use crate::engine::dense::store::FieldValues;
use crate::engine::dense::thresholds::Plan;
use crate::engine::sparse::split;
use crate::engine::values::Values;
use crate::simd::{Simd, dispatch};

/// How many consecutive sums are done at once.
pub const SUMS: usize = 256;
/// Parts of one value that are taken together, at most.
const TOGETHER: usize = 4;
/// Values rarer than this in a stretch get no row; so there are less than 256 rows.
const RARE: usize = 3;
/// Counts of a row from this on are treated alike.
pub const COUNTS: usize = 63;
/// How many kinds of values there are.
pub const KINDS: usize = 4;

/// A linear map of values to two bits: the class under a mask, and the highest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    mask: u32,
    high: u32,
}

impl Kinds {
    /// The kinds that suit some values: the mask is that of the best split.
    pub fn of(known: &FieldValues) -> Self {
        let size = (known.largest() as usize + 1).next_power_of_two();
        let mask = split::choose(&known.histogram(size), None).map_or(0, |(split, _)| split.mask);
        Kinds { mask, high: size.ilog2().min(known.bits() as u32).saturating_sub(1) }
    }

    /// The kind of a value.
    #[inline(always)]
    pub fn kind(self, v: u32) -> usize {
        ((v & self.mask).count_ones() & 1 | (v >> self.high & 1) << 1) as usize
    }
}

/// A kind, a value and a place below 512 in one number, so that sorting is fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key(u32);

impl Key {
    fn kind(self) -> usize {
        (self.0 >> 25) as usize
    }

    fn value(self) -> u16 {
        (self.0 >> 9) as u16
    }

    fn place(self) -> usize {
        (self.0 & 511) as usize
    }
}

/// Values below `limit` and their places, sorted by kind, value and place.
fn sort(cells: impl Iterator<Item = (u32, usize)>, kinds: Kinds, limit: u32) -> Vec<Key> {
    let none = Key(u32::MAX);
    let key = |(v, place): (u32, usize)| Key((kinds.kind(v) as u32) << 25 | v << 9 | place as u32);
    let mut sorted: Vec<Key> = cells.map(|cell| if cell.0 < limit { key(cell) } else { none }).collect();
    sorted.sort_unstable();
    sorted.truncate(sorted.partition_point(|key| *key < none));
    sorted
}

/// The parts of one block of 256 positions, grouped by value.
#[derive(Debug, Default)]
pub struct Parts {
    ones: GroupsByKind<1>,
    twos: GroupsByKind<2>,
    threes: GroupsByKind<3>,
    fours: GroupsByKind<4>,
}

/// Groups of `N` parts, kind by kind.
#[derive(Debug, Default)]
struct GroupsByKind<const N: usize> {
    groups: Groups<N>,
    /// Where each kind begins.
    starts: [u16; KINDS + 1],
}

impl Parts {
    /// The parts `256·m ..= 256·m + 255` of the given values, those left out that are no heap or not below
    /// `limit`.
    pub fn new(values: &[u32], m: usize, kinds: Kinds, limit: u32) -> Self {
        let sorted = sort((usize::from(m == 0)..SUMS).map(|i| (values[i], SUMS - 1 - i)), kinds, limit);
        let mut parts = Parts::default();
        for same in sorted.chunk_by(|a, b| a.value() == b.value()) {
            for group in same.chunks(TOGETHER) {
                match *group {
                    [a] => parts.ones.push([a]),
                    [a, b] => parts.twos.push([a, b]),
                    [a, b, c] => parts.threes.push([a, b, c]),
                    [a, b, c, d] => parts.fours.push([a, b, c, d]),
                    _ => unreachable!("chunks of at most four"),
                }
            }
        }
        parts.ones.groups.shrink();
        parts.twos.groups.shrink();
        parts.threes.groups.shrink();
        parts.fours.groups.shrink();
        parts
    }
}

impl<const N: usize> GroupsByKind<N> {
    /// Takes in parts of one value, told with the bit of a row that goes with the first sum. Kinds come in
    /// order.
    fn push(&mut self, parts: [Key; N]) {
        self.groups.push(parts[0].value(), parts.map(|part| Place::of(part.place())));
        self.starts[parts[0].kind() + 1..].fill(self.groups.len() as u16);
    }

    /// Clears what the groups of kinds `from..to` reach with the rows of a batch; tells how many groups.
    #[inline(always)]
    fn clear_reached<X: Simd>(&self, kinds: [usize; 2], batch: &Batch, open: &mut [Lanes], x: X) -> usize {
        let [from, to] = kinds.map(|kind| self.starts[kind] as usize);
        bitmaps::clear(&self.groups, [from, to], batch, open, x);
        to - from
    }
}

/// Words of a row.
const WORDS: usize = 8;

/// The frequent values of the 511 positions `256·k ..= 256·k + 510` and where they are: kind by kind, most
/// frequent first.
#[derive(Debug)]
pub struct Stretch {
    values: Vec<u16>,
    /// The rows one after another, and a word more.
    rows: Vec<u64>,
    /// `ends[kind][c]`: where rows of the kind with fewer than `c` positions begin.
    ends: [[u8; COUNTS + 2]; KINDS],
    /// Values that occur at least this often have a row.
    least: usize,
}

impl Stretch {
    /// The stretch of the given values; `k = 0` leaves out position 0, which is no heap, and values from
    /// `limit` on are left out. Rows of `needed` positions are needed.
    pub fn new(values: &[u32], k: usize, kinds: Kinds, limit: u32, needed: usize) -> Self {
        // Some more, as what is needed changes.
        let least = (needed - needed / 4).max(RARE);
        let sorted = sort((usize::from(k == 0)..2 * SUMS - 1).map(|i| (values[i], i)), kinds, limit);
        let mut frequent: Vec<&[Key]> =
            sorted.chunk_by(|a, b| a.value() == b.value()).filter(|same| same.len() >= least).collect();
        frequent.sort_unstable_by_key(|same| (same[0].kind(), std::cmp::Reverse(same.len())));
        let mut stretch = Stretch { values: vec![], rows: vec![], ends: [[0; COUNTS + 2]; KINDS], least };
        for same in frequent {
            let mut row = [0; WORDS];
            for i in same.iter().map(|key| key.place()) {
                row[i / 64] |= 1 << (i % 64);
            }
            let kind = same[0].kind();
            stretch.values.push(same[0].value());
            stretch.rows.extend(row);
            let count = same.len().min(COUNTS);
            stretch.ends[kind][..=count].fill(stretch.values.len() as u8);
            for later in &mut stretch.ends[kind + 1..] {
                later.fill(stretch.values.len() as u8);
            }
        }
        stretch.rows.push(0);
        stretch.values.shrink_to_fit();
        stretch.rows.shrink_to_fit();
        stretch
    }

    /// Has it the rows of `needed` positions, and not many more?
    pub fn suits(&self, needed: usize) -> bool {
        needed >= self.least && needed <= 2 * self.least || needed <= RARE && self.least == RARE
    }
}

dispatch! {
    /// Clears in `open[v]` the sums that reach `v` by a part of a block and a partner in the stretch that
    /// goes with it. Tells how many groups were used with how many rows.
    pub fn clear_reached(parts: &Parts, stretch: &Stretch, plans: &[Plan], batch: &mut Batch, open: &mut [Lanes]) -> usize = clear_reached_at
}

#[inline(always)]
fn clear_reached_at<X: Simd>(
    parts: &Parts,
    stretch: &Stretch,
    plans: &[Plan],
    batch: &mut Batch,
    open: &mut [Lanes],
    x: X,
) -> usize {
    let mut work = 0;
    for plan in plans {
        batch.clear();
        for kind in 0..KINDS {
            let [low, high] = plan.counts[kind].map(|count| stretch.ends[kind][count] as usize);
            for i in high..low {
                if batch.is_full() {
                    work += clear_rows(parts, plan.groups, batch, open, x);
                    batch.clear();
                }
                batch.push(stretch.values[i], stretch.rows[WORDS * i..].first_chunk().unwrap(), x);
            }
        }
        if !batch.is_empty() {
            work += clear_rows(parts, plan.groups, batch, open, x);
        }
    }
    work
}

/// Groups of the kinds given, with the rows of a batch; tells how many groups with how many rows.
#[inline(always)]
fn clear_rows<X: Simd>(parts: &Parts, kinds: [usize; 2], batch: &Batch, open: &mut [Lanes], x: X) -> usize {
    let groups = parts.fours.clear_reached(kinds, batch, open, x)
        + parts.threes.clear_reached(kinds, batch, open, x)
        + parts.twos.clear_reached(kinds, batch, open, x)
        + parts.ones.clear_reached(kinds, batch, open, x);
    groups * batch.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row of at least this many positions with all groups.
    fn plans(least: usize) -> [Plan; 1] {
        [Plan { groups: [0, KINDS], counts: [[least, COUNTS + 1]; KINDS] }]
    }

    /// Numbers below `limit` in which some are frequent.
    fn clumps(limit: u32) -> Vec<u32> {
        let mut state = 5u32;
        let mut step = |_| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            let (x, y) = (state >> 8 & 0xff, state >> 20 & 0xff);
            x * y / 200 % limit
        };
        (0..1024).map(&mut step).collect()
    }

    #[test]
    fn what_is_cleared_is_what_groups_and_rows_reach() {
        // All values, and without the largest ones.
        for (values, limit) in [(4, 4), (60, 60), (256, 256), (256, 100)] {
            let cells = clumps(values);
            let kinds = Kinds::of(&FieldValues::encode(cells.iter().copied(), 0).unwrap());
            for (m, k) in [(1, 0), (2, 1), (2, 2)] {
                let (parts, stretch) = (
                    Parts::new(&cells[256 * m..], m, kinds, limit),
                    Stretch::new(&cells[256 * k..], k, kinds, limit, RARE),
                );
                // Every row counts in full: then exactly the pairs whose partner is frequent are found.
                let mut batch = Batch::default();
                let mut expected = vec![Lanes::ALL; 256];
                for a in 256 * m..256 * m + 256 {
                    for lane in 0..SUMS {
                        let b = 256 * (k + m) + 255 + lane - a;
                        let stretch = &cells[(256 * k).max(1)..256 * k + 511];
                        let is_left_out = b == 0 || cells[a] >= limit || cells[b] >= limit;
                        if !is_left_out && stretch.iter().filter(|&&c| c == cells[b]).count() >= RARE {
                            expected[(cells[a] ^ cells[b]) as usize].0[lane / 64] &= !(1 << (lane % 64));
                        }
                    }
                }
                for level in crate::simd::every_level() {
                    let mut open = vec![Lanes::ALL; 256];
                    clear_reached(level, &parts, &stretch, &plans(0), &mut batch, &mut open);
                    assert_eq!(open, expected, "{level:?}");
                    // With less work fewer are found, never others.
                    let mut some = vec![Lanes::ALL; 256];
                    clear_reached(level, &parts, &stretch, &plans(5), &mut batch, &mut some);
                    for (s, e) in some.iter().flat_map(|l| l.0).zip(expected.iter().flat_map(|l| l.0)) {
                        assert_eq!(s & e, e);
                    }
                }
            }
        }
    }
}
