//! Bursts: which values 256 consecutive sums reach, found where one value is frequent.
//!
//! A nim-sequence without a law is still not random: in a stretch of 512 positions some values occur ten times and more.
//! Let `row(w)` be the bitmap of the positions of a stretch that have value `w`. For a part `a` of value `u` the row,
//! moved by `a`, tells for all 256 sums at once which of them reach `v = u ⊕ w` by breaking off `a`: one load and one
//! *or*, and ten hits or more where the row is full. All parts of one value in a block of 256 are or-ed in a register
//! before `v` is touched.
//!
//! With sums `S + i`, `S = 256·K + 255`, `i < 256`, and `a = 256·m + 255 − o`, the partner is `256·(K − m) + o + i`: the
//! blocks of parts and the stretches of partners are the same for every block of sums and made once.
//!
//! Which groups of parts meet which rows: `c` parts and a row of `r` bits find about `c·r` pairs for `c + 2` vector
//! operations, so all with `r ≥ ρ·(0.7 + 1.5/c)` are used. Values `v` are split by a linear map into four kinds
//! ([`Kinds`]), each with its own `ρ`: kinds that are reached easily, or hardly ever asked for, get little work.
//! Cost: a few thousand vector operations of half a tick for each sum at 2^16.

use crate::values::sparse::lanes::{LANE_WORDS, Place, Simd};
use crate::values::sparse::sequence::Cell;
use crate::values::sparse::split;

/// How many consecutive sums are done at once.
pub const SUMS: usize = 256;
/// A bit for each sum.
pub type Lanes = [u64; LANE_WORDS];
/// Parts of one value that are taken together, at most.
const TOGETHER: usize = 4;
/// Values rarer than this in a stretch get no row.
const RARE: usize = 3;
/// Counts of a row from this on are treated alike.
const COUNTS: usize = 64;
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
    pub fn of<C: Cell>(cells: &[C]) -> Self {
        let largest = cells.iter().max().map_or(0, |c| c.code());
        let size = (largest as usize + 1).next_power_of_two();
        let mut histogram = [vec![0i64; size], vec![0i64; size]];
        for c in cells {
            histogram[0][c.code() as usize] += 1;
        }
        Kinds { mask: split::choose(&histogram, None).0.mask, high: size.ilog2().saturating_sub(1) }
    }

    /// The kind of a value.
    #[inline(always)]
    pub fn kind(self, v: u32) -> usize {
        ((v & self.mask).count_ones() & 1 | (v >> self.high & 1) << 1) as usize
    }
}

/// The parts of one block of 256 positions, grouped by value: kind by kind, large groups first.
#[derive(Debug, Default)]
pub struct Parts {
    /// The value of each group.
    values: Vec<u16>,
    /// Where the 256 bits of each part begin in the turned row.
    places: Vec<Place>,
    /// `sizes[kind][c]`: number of groups of `c` parts.
    sizes: [[u16; TOGETHER + 1]; KINDS],
    /// Number of groups of each kind, and of parts in them.
    groups: [usize; KINDS],
    members: [usize; KINDS],
}

impl Parts {
    /// The parts `256·m ..= 256·m + 255`, those that are no heap left out; `cells` are the codes of these positions.
    pub fn new<C: Cell>(cells: &[C], m: usize, kinds: Kinds) -> Self {
        let mut sorted: Vec<(u32, usize)> =
            (usize::from(m == 0)..SUMS).map(|i| (cells[i].code(), i)).collect();
        sorted.sort_unstable();
        let mut groups: Vec<&[(u32, usize)]> =
            sorted.chunk_by(|a, b| a.0 == b.0).flat_map(|same| same.chunks(TOGETHER)).collect();
        groups.sort_by_key(|group| (kinds.kind(group[0].0), std::cmp::Reverse(group.len())));
        let mut parts = Parts::default();
        for group in groups {
            let kind = kinds.kind(group[0].0);
            parts.sizes[kind][group.len()] += 1;
            parts.groups[kind] += 1;
            parts.members[kind] += group.len();
            parts.values.push(group[0].0 as u16);
            for (_, i) in group {
                parts.places.push(Place::of(SUMS - 1 - i));
            }
        }
        parts
    }
}

/// The frequent values of the 511 positions `256·k ..= 256·k + 510` and where they are, most frequent first.
#[derive(Debug, Default)]
pub struct Stretch {
    values: Vec<u16>,
    counts: Vec<u8>,
    kinds: Vec<u8>,
    rows: Vec<[u64; 2 * LANE_WORDS]>,
}

impl Stretch {
    /// The stretch of the given codes; `k = 0` leaves out position 0, which is no heap.
    pub fn new<C: Cell>(cells: &[C], k: usize, kinds: Kinds) -> Self {
        let mut sorted: Vec<(u32, usize)> =
            (usize::from(k == 0)..2 * SUMS - 1).map(|i| (cells[i].code(), i)).collect();
        sorted.sort_unstable();
        let mut frequent: Vec<&[(u32, usize)]> =
            sorted.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() >= RARE).collect();
        frequent.sort_by_key(|same| std::cmp::Reverse(same.len()));
        let mut stretch = Stretch::default();
        for same in frequent {
            let mut row = [0; 2 * LANE_WORDS];
            for (_, i) in same {
                row[i / 64] |= 1 << (i % 64);
            }
            stretch.values.push(same[0].0 as u16);
            stretch.counts.push(same.len().min(COUNTS - 1) as u8);
            stretch.kinds.push(kinds.kind(same[0].0) as u8);
            stretch.rows.push(row);
        }
        stretch
    }
}

/// How much work each kind of value is worth: `ρ` for each.
#[derive(Clone, Debug)]
pub struct Worth {
    rho: [f64; KINDS],
    /// `least[kind][count]`: the smallest group that a row of that count is used with, for values of that kind.
    least: [[u8; COUNTS]; KINDS],
}

impl Default for Worth {
    fn default() -> Self {
        let mut worth = Worth { rho: [3.0; KINDS], least: [[0; COUNTS]; KINDS] };
        worth.tabulate();
        worth
    }
}

impl Worth {
    /// `late[kind]` values were reached but not found by bursts, of `sums` sums: more work for kinds that miss more
    /// than the goal, less for others.
    pub fn adapt(&mut self, late: &[u32; KINDS], sums: usize, goal: f64) {
        for kind in 0..KINDS {
            let step = if late[kind] as f64 > goal * sums as f64 { 1.0 / 1.05 } else { 1.05 };
            self.rho[kind] = (self.rho[kind] * step).clamp(1.3, COUNTS as f64);
        }
        self.tabulate();
    }

    fn tabulate(&mut self) {
        for kind in 0..KINDS {
            for count in 0..COUNTS {
                let pays = |c: &usize| count as f64 >= self.rho[kind] * (0.7 + 1.5 / *c as f64);
                self.least[kind][count] = (1..=TOGETHER).find(pays).unwrap_or(TOGETHER + 1) as u8;
            }
        }
    }

    /// Rows of fewer bits than this are not used at all.
    fn fewest(&self) -> u8 {
        let used = |count: usize| (0..KINDS).any(|kind| self.least[kind][count] <= TOGETHER as u8);
        (0..COUNTS).find(|&count| used(count)).unwrap_or(COUNTS) as u8
    }
}

/// Clears in `open[v]` the sums that reach `v` by a part of a block and a partner in the stretch that goes with it.
#[inline(always)]
pub fn strike<X: Simd>(parts: &Parts, stretch: &Stretch, worth: &Worth, open: &mut [Lanes], x: X) {
    let fewest = worth.fewest();
    for (j, row) in stretch.rows.iter().enumerate() {
        let (w, count) = (stretch.values[j], stretch.counts[j]);
        if count < fewest {
            break;
        }
        let turned = turns(row);
        let (mut values, mut places) = (&parts.values[..], &parts.places[..]);
        for kind in 0..KINDS {
            let least = worth.least[kind ^ stretch.kinds[j] as usize][count as usize];
            let sizes = &parts.sizes[kind];
            if least as usize > TOGETHER {
                values = &values[parts.groups[kind]..];
                places = &places[parts.members[kind]..];
                continue;
            }
            for size in (1..=TOGETHER).rev() {
                let (now, rest) = values.split_at(sizes[size] as usize);
                let (spots, others) = places.split_at(size * sizes[size] as usize);
                (values, places) = (rest, others);
                if size < least as usize {
                    continue;
                }
                match size {
                    4 => groups::<4, X>(&turned, now, spots, w, open, x),
                    3 => groups::<3, X>(&turned, now, spots, w, open, x),
                    2 => groups::<2, X>(&turned, now, spots, w, open, x),
                    _ => groups::<1, X>(&turned, now, spots, w, open, x),
                }
            }
        }
    }
}

/// The groups of `N` parts each, with one row.
#[inline(always)]
fn groups<const N: usize, X: Simd>(
    turned: &[[u64; 8]; 8],
    values: &[u16],
    places: &[Place],
    w: u16,
    open: &mut [Lanes],
    x: X,
) {
    for (&u, spots) in values.iter().zip(places.as_chunks::<N>().0) {
        x.clear(turned, spots, &mut open[(u ^ w) as usize]);
    }
}

/// A row moved down by 0 to 7 bits.
#[inline(always)]
fn turns(row: &[u64; 8]) -> [[u64; 8]; 8] {
    let mut turned = [[0; 8]; 8];
    let mut next = [0; 8];
    next[..7].copy_from_slice(&row[1..]);
    for r in 0..8 {
        for i in 0..8 {
            turned[r][i] = row[i] >> r | next[i] << 1 << (63 - r);
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::sparse::lanes::{Level, by_level};

    by_level! {
        fn strike_by<[]>(parts: &Parts, stretch: &Stretch, worth: &Worth, open: &mut [Lanes]) -> () = strike
    }

    /// Numbers below `limit` in which some are frequent.
    fn clumps(limit: u32) -> Vec<u16> {
        let mut state = 5u32;
        let mut step = |_| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            let (x, y) = (state >> 8 & 0xff, state >> 20 & 0xff);
            (x * y / 200 % limit) as u16
        };
        (0..1024).map(&mut step).collect()
    }

    #[test]
    fn what_is_struck_is_what_groups_and_rows_reach() {
        for limit in [4, 60, 256] {
            let cells = clumps(limit);
            let kinds = Kinds::of(&cells);
            for (m, k) in [(1, 0), (2, 1), (2, 2)] {
                let (parts, stretch) =
                    (Parts::new(&cells[256 * m..], m, kinds), Stretch::new(&cells[256 * k..], k, kinds));
                // Every row counts in full: then exactly the pairs whose partner is frequent are found.
                let all = Worth { rho: [0.0; KINDS], least: [[1; COUNTS]; KINDS] };
                let mut expected = vec![[!0u64; 4]; 256];
                for a in 256 * m..256 * m + 256 {
                    for lane in 0..SUMS {
                        let b = 256 * (k + m) + 255 + lane - a;
                        let stretch = &cells[(256 * k).max(1)..256 * k + 511];
                        if b > 0 && stretch.iter().filter(|&&c| c == cells[b]).count() >= RARE {
                            expected[(cells[a] ^ cells[b]) as usize][lane / 64] &= !(1 << (lane % 64));
                        }
                    }
                }
                for level in Level::available() {
                    let mut open = vec![[!0; 4]; 256];
                    strike_by(level, &parts, &stretch, &all, &mut open);
                    assert_eq!(open, expected, "{level:?}");
                    // With less work fewer are found, never others.
                    let mut some = vec![[!0; 4]; 256];
                    strike_by(level, &parts, &stretch, &Worth::default(), &mut some);
                    for (s, e) in some.iter().flatten().zip(expected.iter().flatten()) {
                        assert_eq!(s & e, *e);
                    }
                }
            }
        }
    }

    #[test]
    fn worth_follows_what_is_missed() {
        let mut worth = Worth::default();
        for _ in 0..200 {
            worth.adapt(&[1000, 0, 1000, 0], SUMS, 1.0);
        }
        assert_eq!(worth.least[0][3], 1);
        assert!(worth.least[1].iter().all(|&least| least as usize > TOGETHER));
        assert_eq!(worth.fewest(), 2);
    }
}
