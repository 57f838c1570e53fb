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
//! Which rows are used: a row of `r` bits finds about `r/2` pairs for each part, so all with `r ≥ ρ` are used, each with all
//! groups. Values `v` are split by a linear map into four kinds ([`Kinds`]), each with its own `ρ`: kinds that are reached
//! easily, or hardly ever asked for, get little work. Two rows are taken at once, so that a group is read once for both.
//! Cost: a few thousand vector operations of half a tick for each sum at 2^16.

use crate::values::sparse::lanes::{LANE_WORDS, Place, Simd};
use crate::values::sparse::sequence::Cell;
use crate::values::sparse::split;

/// How many consecutive sums are done at once.
pub const SUMS: usize = 256;
/// A bit for each sum. Aligned, so that it is in one line of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Lanes(pub [u64; LANE_WORDS]);

impl Lanes {
    /// All sums.
    pub const ALL: Lanes = Lanes([!0; LANE_WORDS]);
}

/// A row moved down by 0 to 7 bits. Aligned, so that 256 bits from any byte of its first half are in one line of the cache.
#[repr(align(64))]
struct Turned([[u64; 8]; 8]);

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

/// The parts of one block of 256 positions, grouped by value: large groups first, kind by kind.
#[derive(Debug, Default)]
pub struct Parts {
    /// The value of each group.
    values: Vec<u16>,
    /// Where the 256 bits of each part begin in the turned row.
    places: Vec<Place>,
    /// `starts[c][kind]`: where groups of `c` parts of this kind or a later one begin.
    starts: [[u16; KINDS + 1]; TOGETHER + 1],
    /// `spots[c]`: where the places of groups of `c` parts begin.
    spots: [u16; TOGETHER + 1],
}

impl Parts {
    /// The parts `256·m ..= 256·m + 255`, those that are no heap left out; `cells` are the codes of these positions.
    pub fn new<C: Cell>(cells: &[C], m: usize, kinds: Kinds) -> Self {
        let mut sorted: Vec<(u32, usize)> =
            (usize::from(m == 0)..SUMS).map(|i| (cells[i].code(), i)).collect();
        sorted.sort_unstable();
        let groups: Vec<&[(u32, usize)]> =
            sorted.chunk_by(|a, b| a.0 == b.0).flat_map(|same| same.chunks(TOGETHER)).collect();
        let mut parts = Parts::default();
        for size in (1..=TOGETHER).rev() {
            parts.spots[size] = parts.places.len() as u16;
            for kind in 0..KINDS {
                parts.starts[size][kind] = parts.values.len() as u16;
                for group in groups.iter().filter(|g| g.len() == size && kinds.kind(g[0].0) == kind) {
                    parts.values.push(group[0].0 as u16);
                    parts.places.extend(group.iter().map(|(_, i)| Place::of(SUMS - 1 - i)));
                }
            }
            parts.starts[size][KINDS] = parts.values.len() as u16;
        }
        parts
    }

    /// The values and places of the groups of `N` parts, of kinds `from..to`.
    #[inline(always)]
    fn groups<const N: usize>(&self, [from, to]: [u8; 2]) -> (&[u16], &[[Place; N]]) {
        let starts = &self.starts[N];
        let (from, to) = (starts[from as usize] as usize, starts[to as usize] as usize);
        let (first, spot) = (starts[0] as usize, self.spots[N] as usize);
        (
            &self.values[from..to],
            self.places[spot + N * (from - first)..spot + N * (to - first)].as_chunks().0,
        )
    }
}

/// The frequent values of the 511 positions `256·k ..= 256·k + 510` and where they are: kind by kind, most frequent first.
#[derive(Debug, Default)]
pub struct Stretch {
    values: Vec<u16>,
    counts: Vec<u8>,
    rows: Vec<[u64; 2 * LANE_WORDS]>,
    /// Where each kind begins.
    starts: [usize; KINDS + 1],
}

impl Stretch {
    /// The stretch of the given codes; `k = 0` leaves out position 0, which is no heap.
    pub fn new<C: Cell>(cells: &[C], k: usize, kinds: Kinds) -> Self {
        let mut sorted: Vec<(u32, usize)> =
            (usize::from(k == 0)..2 * SUMS - 1).map(|i| (cells[i].code(), i)).collect();
        sorted.sort_unstable();
        let mut frequent: Vec<&[(u32, usize)]> =
            sorted.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() >= RARE).collect();
        frequent.sort_by_key(|same| (kinds.kind(same[0].0), std::cmp::Reverse(same.len())));
        let mut stretch = Stretch::default();
        for same in frequent {
            let mut row = [0; 2 * LANE_WORDS];
            for (_, i) in same {
                row[i / 64] |= 1 << (i % 64);
            }
            stretch.values.push(same[0].0 as u16);
            stretch.counts.push(same.len().min(COUNTS - 1) as u8);
            stretch.rows.push(row);
            for start in &mut stretch.starts[kinds.kind(same[0].0) + 1..] {
                *start += 1;
            }
        }
        stretch
    }
}

/// How much work each kind of value is worth: `ρ` for each.
#[derive(Clone, Debug)]
pub struct Worth {
    rho: [f64; KINDS],
    /// `used[count][kind]`: groups of the kinds `from..to` are used with a row of that count and kind.
    used: [[[u8; 2]; KINDS]; COUNTS],
}

impl Default for Worth {
    fn default() -> Self {
        let mut worth = Worth { rho: [5.0; KINDS], used: [[[0; 2]; KINDS]; COUNTS] };
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
            self.rho[kind] = (self.rho[kind] * step).clamp(2.0, COUNTS as f64);
        }
        self.tabulate();
    }

    /// Kinds between two that are used are used as well, so that there is one loop for each size of groups.
    fn tabulate(&mut self) {
        for count in 0..COUNTS {
            for kind in 0..KINDS {
                let pays = |other: &usize| count as f64 >= self.rho[kind ^ other];
                let first = (0..KINDS).find(pays).unwrap_or(0);
                let end = (0..KINDS).rfind(pays).map_or(0, |last| last + 1);
                self.used[count][kind] = [first as u8, end as u8];
            }
        }
    }
}

/// Clears in `open[v]` the sums that reach `v` by a part of a block and a partner in the stretch that goes with it. Two rows
/// of a kind are taken at once, with the groups that the more frequent one is worth.
#[inline(always)]
pub fn strike<X: Simd>(parts: &Parts, stretch: &Stretch, worth: &Worth, open: &mut [Lanes], x: X) {
    for kind in 0..KINDS {
        let all = stretch.starts[kind]..stretch.starts[kind + 1];
        let (values, counts, rows) =
            (&stretch.values[all.clone()], &stretch.counts[all.clone()], &stretch.rows[all]);
        let count = counts.partition_point(|&count| worth.used[count as usize][kind][1] > 0);
        for j in (0..count).step_by(2) {
            let used = worth.used[counts[j] as usize][kind];
            if j + 1 < count {
                let turned = [turns(&rows[j]), turns(&rows[j + 1])];
                strike_rows(parts, used, &turned, [values[j], values[j + 1]], open, x);
            } else {
                strike_rows(parts, used, &[turns(&rows[j])], [values[j]], open, x);
            }
        }
    }
}

/// Groups of the kinds given, with some rows.
#[inline(always)]
fn strike_rows<const R: usize, X: Simd>(
    parts: &Parts,
    used: [u8; 2],
    turned: &[Turned; R],
    w: [u16; R],
    open: &mut [Lanes],
    x: X,
) {
    groups::<4, R, X>(parts.groups(used), turned, w, open, x);
    groups::<3, R, X>(parts.groups(used), turned, w, open, x);
    groups::<2, R, X>(parts.groups(used), turned, w, open, x);
    groups::<1, R, X>(parts.groups(used), turned, w, open, x);
}

/// The groups of `N` parts each, with some rows.
#[inline(always)]
fn groups<const N: usize, const R: usize, X: Simd>(
    (values, places): (&[u16], &[[Place; N]]),
    turned: &[Turned; R],
    w: [u16; R],
    open: &mut [Lanes],
    x: X,
) {
    for (&u, spots) in values.iter().zip(places) {
        for r in 0..R {
            x.clear(&turned[r].0, spots, &mut open[(u ^ w[r]) as usize].0);
        }
    }
}

/// Moves a row.
#[inline(always)]
fn turns(row: &[u64; 8]) -> Turned {
    let mut turned = Turned([[0; 8]; 8]);
    let mut next = [0; 8];
    next[..7].copy_from_slice(&row[1..]);
    for r in 0..8 {
        for i in 0..8 {
            turned.0[r][i] = row[i] >> r | next[i] << 1 << (63 - r);
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
                let mut all = Worth { rho: [0.0; KINDS], ..Worth::default() };
                all.tabulate();
                let mut expected = vec![Lanes::ALL; 256];
                for a in 256 * m..256 * m + 256 {
                    for lane in 0..SUMS {
                        let b = 256 * (k + m) + 255 + lane - a;
                        let stretch = &cells[(256 * k).max(1)..256 * k + 511];
                        if b > 0 && stretch.iter().filter(|&&c| c == cells[b]).count() >= RARE {
                            expected[(cells[a] ^ cells[b]) as usize].0[lane / 64] &= !(1 << (lane % 64));
                        }
                    }
                }
                for level in Level::available() {
                    let mut open = vec![Lanes::ALL; 256];
                    strike_by(level, &parts, &stretch, &all, &mut open);
                    assert_eq!(open, expected, "{level:?}");
                    // With less work fewer are found, never others.
                    let mut some = vec![Lanes::ALL; 256];
                    strike_by(level, &parts, &stretch, &Worth::default(), &mut some);
                    for (s, e) in some.iter().flat_map(|l| l.0).zip(expected.iter().flat_map(|l| l.0)) {
                        assert_eq!(s & e, e);
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
        // Kinds 0 and 2 are asked for, and 1 because it is between them.
        assert_eq!(worth.used[2][0], [0, 3]);
        assert_eq!(worth.used[2][1], [1, 4]);
        assert_eq!(worth.used[1], [[0, 0]; KINDS]);
    }
}
