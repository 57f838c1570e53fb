//! Vector work: one source, compiled for several instruction sets.
//!
//! The loops below are written over fixed-size arrays so that the compiler turns them into vector compares of whatever
//! width the enclosing function was compiled for; [`Level`] picks that function at run time. Only the byte transpose
//! needs instructions of its own.

mod bitmaps;
mod pairs;
mod parts;
mod search;

use crate::values::sparse::sequence::Cell;
pub use bitmaps::{Batch, Groups, LANE_WORDS, Lanes, Place, Turned};
pub(crate) use pairs::by_bits;
pub use pairs::{Pairs, Tables, bytes, most_bits, value};
pub use parts::{Part, Parts, Runs, Sorted};
pub use search::{contains, pairs_with, pairs_without, set_of};

/// Which instructions may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What every processor of the target has.
    Portable,
    /// AVX2 and BMI.
    Avx2,
    /// AVX-512 F, BW, VL, DQ as well.
    Avx512,
}

impl Level {
    /// The best level this processor has.
    pub fn detect() -> Self {
        *Self::available().last().unwrap_or(&Level::Portable)
    }

    /// All levels this processor has, from the plainest on.
    pub fn available() -> Vec<Level> {
        #[allow(unused_mut)]
        let mut all = vec![Level::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("lzcnt");
            if avx2 {
                all.push(Level::Avx2);
                if is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                {
                    all.push(Level::Avx512);
                }
            }
        }
        all
    }
}

/// Defines `$name(level, args)` which runs the `#[inline(always)]` function `$body::<X>` compiled for that level; `X` is
/// the matching [`Simd`].
macro_rules! by_level {
    ($(#[$doc:meta])* $vis:vis fn $name:ident<[$($g:ident : $b:path),*]>($($a:ident : $t:ty),* $(,)?) -> $r:ty = $body:path) => {
        $(#[$doc])*
        #[allow(clippy::too_many_arguments)]
        $vis fn $name<$($g: $b),*>(level: $crate::values::sparse::lanes::Level, $($a: $t),*) -> $r {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
                #[allow(clippy::too_many_arguments)]
                fn avx2<$($g: $b),*>($($a: $t),*) -> $r {
                    // SAFETY: this function runs only where AVX2 was detected.
                    $body($($a,)* unsafe { $crate::values::sparse::lanes::Avx2::new() })
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,popcnt,lzcnt")]
                #[allow(clippy::too_many_arguments)]
                fn avx512<$($g: $b),*>($($a: $t),*) -> $r {
                    // SAFETY: this function runs only where AVX-512 was detected.
                    $body($($a,)* unsafe { $crate::values::sparse::lanes::Avx512::new() })
                }
                match level {
                    // SAFETY: `Level::available` names a level only after detecting its instructions.
                    $crate::values::sparse::lanes::Level::Avx512 => return unsafe { avx512::<$($g),*>($($a),*) },
                    // SAFETY: as above.
                    $crate::values::sparse::lanes::Level::Avx2 => return unsafe { avx2::<$($g),*>($($a),*) },
                    $crate::values::sparse::lanes::Level::Portable => {}
                }
            }
            let _ = level;
            $body($($a,)* $crate::values::sparse::lanes::Plain)
        }
    };
}
pub(crate) use by_level;

/// How many positions one transposed tile takes at once.
pub const TILE: usize = 16;
/// How many consecutive sums a block of rows covers.
pub const BLOCK: usize = 32;

/// How many consecutive sums the byte method takes at once.
pub const LANES: usize = 32;
/// Rows of a table of codes and lanes: eight codes each.
pub const ROWS: usize = 32;
/// Which codes 32 sums reach: bit `i` of `rows[j][lane]` says that the lane reaches the code `8·j + i`.
pub type Rows = [[u8; LANES]; ROWS];

/// A vector of cells, and what the solvers do with it. Every method is `#[inline(always)]`, so it is compiled for the
/// instructions of the function that `by_level` instantiates.
pub trait Simd: Copy {
    /// The level it belongs to. With it a function defined by `by_level` can be called where it is not to be inlined.
    const LEVEL: Level;
    /// Bytes in a vector.
    const BYTES: usize;
    /// The vector.
    type V: Copy;
    /// What has been hit so far.
    type Hits: Copy;

    /// The first `BYTES` bytes of a slice, which must be there.
    fn load<C: Cell>(self, cells: &[C]) -> Self::V;
    /// All cells equal `c`.
    fn splat<C: Cell>(self, c: C) -> Self::V;
    /// The cells in reverse order.
    fn reversed<C: Cell>(self, v: Self::V) -> Self::V;
    /// Bitwise exclusive or.
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// Bitwise or.
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// No hits.
    fn none(self) -> Self::Hits;
    /// Adds the cells in which `a` and `b` agree.
    fn hit<C: Cell>(self, hits: Self::Hits, a: Self::V, b: Self::V) -> Self::Hits;
    /// The hits of both.
    fn both(self, a: Self::Hits, b: Self::Hits) -> Self::Hits;
    /// Is there any hit?
    fn any(self, hits: Self::Hits) -> bool;

    /// Collects codes for 32 lanes: for each part `r` of code `u`, `c = cells[x] ⊕ u` with `x = first − r + lane` sets
    /// bit `c mod 8` of `rows[c / 8][lane]`, if `c` is below `16·groups`. If `MIXED`, only where `classes[x]` is 255.
    #[inline(always)]
    fn mark<const MIXED: bool>(self, runs: Runs, groups: usize, rows: &mut Rows) {
        for part in runs.parts.as_slice() {
            let start = runs.first - part.place as usize;
            for lane in 0..LANES {
                let c = runs.cells[start + lane] ^ part.code();
                if (c as usize) < 16 * groups && (!MIXED || runs.classes[start + lane] == 255) {
                    rows[c as usize / 8][lane] |= 1 << (c % 8);
                }
            }
        }
    }

    /// Seeks codes for 32 lanes: `found[k][lane]` becomes 255 if `cells[x] ⊕ u` with `x = first − r + lane` is
    /// `wanted[k][lane]` for some part `r` of code `u`. If `MIXED`, only where `classes[x]` is 255.
    #[inline(always)]
    fn seek<const MIXED: bool, const K: usize>(
        self,
        runs: Runs,
        wanted: &[[u8; LANES]; K],
        found: &mut [[u8; LANES]; K],
    ) {
        for part in runs.parts.as_slice() {
            let start = runs.first - part.place as usize;
            let run = &runs.cells[start..start + LANES];
            for k in 0..K {
                for lane in 0..LANES {
                    let hit = if run[lane] ^ part.code() == wanted[k][lane] { 255 } else { 0 };
                    found[k][lane] |= if MIXED { hit & runs.classes[start + lane] } else { hit };
                }
            }
        }
    }

    /// The `K` smallest codes that each lane does not reach, of the codes of the first `count` rows; 255 where there are no
    /// more.
    #[inline(always)]
    fn smallest<const K: usize>(self, rows: &Rows, count: usize) -> [[u8; LANES]; K] {
        let mut codes = [[u8::MAX; LANES]; K];
        for lane in 0..LANES {
            let mut k = 0;
            for j in 0..count {
                let mut open = !rows[j][lane];
                while open != 0 && k < K {
                    codes[k][lane] = 8 * j as u8 + open.trailing_zeros() as u8;
                    open &= open - 1;
                    k += 1;
                }
            }
        }
        codes
    }

    /// Adds the codes that were found, those where `found` is 255, to the first `count` rows.
    #[inline(always)]
    fn take_in<const K: usize>(
        self,
        rows: &mut Rows,
        count: usize,
        codes: &[[u8; LANES]; K],
        found: &[[u8; LANES]; K],
    ) {
        for k in 0..K {
            for lane in 0..LANES {
                let code = codes[k][lane];
                if found[k][lane] == u8::MAX && (code as usize) < 8 * count {
                    rows[code as usize / 8][lane] |= 1 << (code % 8);
                }
            }
        }
    }

    /// Adds to each row the marks that lie in its ring at the given places, 32 from each place on.
    #[inline(always)]
    fn unite<const N: usize>(self, rows: &mut [[u8; LANES]], rings: &[[u8; N]], places: [usize; 3]) {
        for (row, ring) in rows.iter_mut().zip(rings) {
            for place in places {
                for lane in 0..LANES {
                    row[lane] |= ring[place + lane];
                }
            }
        }
    }

    /// Turns a table into a set for each lane.
    #[inline(always)]
    fn turn(self, rows: &Rows, sets: &mut [[u64; 4]; LANES]) {
        for lane in 0..LANES {
            for i in 0..4 {
                sets[lane][i] = u64::from_le_bytes(std::array::from_fn(|j| rows[8 * i + j][lane]));
            }
        }
    }

    /// Turns sixteen runs of 32 consecutive codes into 32 rows of sixteen codes:
    /// `rows[lane·stride + column + j] = cells[starts[j] + lane] ⊕ flips[j]` for `lane < 32`, `j < 16`.
    #[inline(always)]
    fn tile<C: Cell>(
        self,
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

    /// Moves a row of 511 bits down by 0 to 7 bits. The ninth word may be anything: it comes in as bits 504 to 511 only, which are in
    /// no piece.
    #[inline(always)]
    fn copies(self, row: &[u64; 9], turned: &mut Turned) {
        for r in 0..8 {
            for i in 0..8 {
                turned.0[r][i] = row[i] >> r | row[i + 1] << 1 << (63 - r);
            }
        }
    }

    /// For each of the groups `from..to`, of value `u`, and each row of the batch, of value `w`: clears in `open[u ⊕ w]` the bits
    /// of the row at the places of the group. All values are below the length of `open`, a power of two.
    #[inline(always)]
    fn clear<const N: usize>(
        self,
        groups: &Groups<N>,
        [from, to]: [usize; 2],
        batch: &Batch,
        open: &mut [Lanes],
    ) {
        let (rows, at, _) = batch.rows();
        for group in groups.some(from, to).0 {
            for (row, at) in rows.iter().zip(at) {
                let lanes = &mut open[(group.at ^ at) as usize / size_of::<Lanes>()].0;
                for place in group.places {
                    let (copy, j) = (&row.0[place.byte() / 64], place.byte() % 64);
                    let shift = 8 * (j % 8);
                    for i in 0..LANE_WORDS {
                        lanes[i] &= !(copy[j / 8 + i] >> shift | copy[j / 8 + i + 1] << 1 << (63 - shift));
                    }
                }
            }
        }
    }

    /// Which of eight wanted values do the pairs of `S` sums give? Bit `j` of an answer is set if, for the xor of some pair of the
    /// sum, bit `j` of the entries of all its fields is set in the tables of the sum. The wanted values are below `2^BITS`.
    #[inline(always)]
    fn sieve<const BITS: usize, const S: usize>(self, pairs: Pairs<S>, tables: [&Tables; S]) -> [u8; S] {
        pairs.sieve::<BITS>(tables)
    }

    /// Copies bytes in reverse order; both slices have one length.
    #[inline(always)]
    fn mirror(self, from: &[u8], to: &mut [u8]) {
        for (to, from) in to.iter_mut().zip(from.iter().rev()) {
            *to = *from;
        }
    }

    /// The tables for eight wanted values: bit `j` of an entry says that value `j` has this field.
    #[inline(always)]
    fn tables<const BITS: usize>(self, values: &[u16; 8]) -> Tables {
        pairs::tables::<BITS>(values)
    }
}

/// Sixteen bytes as an array: the compiler's own vectors, on any processor.
#[derive(Clone, Copy)]
pub struct Plain;

/// One lane-wise step of [`Plain`] for cells of `C`, on 16 bytes.
#[inline(always)]
fn lanewise<C: Cell>(a: u128, b: u128) -> u128 {
    let mut hits = 0u128;
    let bits = 8 * size_of::<C>();
    let x = a ^ b;
    match size_of::<C>() {
        1 => {
            let (x, mut h) = (x.to_le_bytes(), [0u8; 16]);
            for i in 0..16 {
                h[i] = if x[i] == 0 { 0xff } else { 0 };
            }
            return u128::from_le_bytes(h);
        }
        _ => {
            for lane in 0..128 / bits {
                if x >> (lane * bits) & ((1 << bits) - 1) == 0 {
                    hits |= 1 << (lane * bits);
                }
            }
        }
    }
    hits
}

impl Simd for Plain {
    const LEVEL: Level = Level::Portable;
    const BYTES: usize = 16;
    type V = u128;
    type Hits = u128;

    #[inline(always)]
    fn load<C: Cell>(self, cells: &[C]) -> u128 {
        let bits = 8 * size_of::<C>();
        let mut v = 0u128;
        for lane in 0..128 / bits {
            v |= (cells[lane].code() as u128) << (lane * bits);
        }
        v
    }
    #[inline(always)]
    fn splat<C: Cell>(self, c: C) -> u128 {
        u128::MAX / ((1 << (8 * size_of::<C>())) - 1) * c.code() as u128
    }
    #[inline(always)]
    fn reversed<C: Cell>(self, v: u128) -> u128 {
        // All bytes, and then those of each cell.
        let mut bytes = v.swap_bytes().to_le_bytes();
        for cell in bytes.chunks_exact_mut(size_of::<C>()) {
            cell.reverse();
        }
        u128::from_le_bytes(bytes)
    }
    #[inline(always)]
    fn xor(self, a: u128, b: u128) -> u128 {
        a ^ b
    }
    #[inline(always)]
    fn or(self, a: u128, b: u128) -> u128 {
        a | b
    }
    #[inline(always)]
    fn none(self) -> u128 {
        0
    }
    #[inline(always)]
    fn hit<C: Cell>(self, hits: u128, a: u128, b: u128) -> u128 {
        hits | lanewise::<C>(a, b)
    }
    #[inline(always)]
    fn both(self, a: u128, b: u128) -> u128 {
        a | b
    }
    #[inline(always)]
    fn any(self, hits: u128) -> bool {
        hits != 0
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    by_level! {
        fn tile<[C: Cell]>(cells: &[C], starts: &[usize; TILE], flips: &[C; TILE], rows: &mut [C], stride: usize, column: usize) -> () = tile_at
    }
    #[inline(always)]
    fn tile_at<C: Cell, X: Simd>(
        cells: &[C],
        starts: &[usize; TILE],
        flips: &[C; TILE],
        rows: &mut [C],
        stride: usize,
        column: usize,
        x: X,
    ) {
        x.tile(cells, starts, flips, rows, stride, column)
    }

    #[test]
    fn transposes_agree() {
        let cells: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(2654435761) >> 13) as u8).collect();
        let starts: [usize; TILE] = std::array::from_fn(|j| 7 + j * 211);
        let flips: [u8; TILE] = std::array::from_fn(|j| (j * 37) as u8);
        let (stride, column) = (48, 16);
        let mut plain = vec![0u8; BLOCK * stride];
        Plain.tile(&cells, &starts, &flips, &mut plain, stride, column);
        for level in Level::available() {
            let mut rows = vec![0u8; BLOCK * stride];
            tile(level, &cells, &starts, &flips, &mut rows, stride, column);
            assert_eq!(plain, rows);
        }
    }

    by_level! {
        fn sieve<[]>(bits: usize, pairs: Pairs<2>, wanted: &[[u16; 8]; 2]) -> [u8; 2] = sieve_by
    }
    #[inline(always)]
    fn sieve_by<X: Simd>(bits: usize, pairs: Pairs<2>, wanted: &[[u16; 8]; 2], x: X) -> [u8; 2] {
        by_bits!(bits, BITS => sieve_of::<X, BITS>(pairs, wanted, x))
    }
    /// Both sums at once, and each alone.
    #[inline(always)]
    fn sieve_of<X: Simd, const BITS: usize>(pairs: Pairs<2>, wanted: &[[u16; 8]; 2], x: X) -> [u8; 2] {
        let tables = wanted.map(|eight| x.tables::<BITS>(&eight));
        assert_eq!(tables, wanted.map(|eight| Plain.tables::<BITS>(&eight)));
        let met = x.sieve::<BITS, 2>(pairs, tables.each_ref());
        for s in 0..2 {
            let alone = Pairs { ours: pairs.ours, theirs: [pairs.theirs[s]] };
            assert_eq!(x.sieve::<BITS, 1>(alone, [&tables[s]]), [met[s]]);
        }
        met
    }

    proptest! {
        #[test]
        fn sieves_find_what_is_there(
            bits in prop::sample::select(vec![8usize, 10, 11, 16]),
            pairs in prop::collection::vec(any::<[u16; 3]>(), 0..300),
            wanted: [[u16; 8]; 2],
        ) {
            let pairs: Vec<[u16; 3]> = pairs.iter().map(|p| p.map(|v| v >> (16 - most_bits(bits)))).collect();
            let mut wanted = wanted.map(|eight| eight.map(|v| v >> (16 - bits)));
            // Some that are there, and some that would be but for the next bit.
            for (seat, [a, b, c]) in pairs.iter().rev().take(4).enumerate() {
                let below = |v: u16| v & (u16::MAX >> (16 - bits));
                (wanted[0][seat], wanted[1][7 - seat]) = (below(a ^ b), below(a ^ c));
            }
            let byte = |side: usize, i: usize| -> Vec<u8> { pairs.iter().map(|p| bytes(bits, p[side])[i]).collect() };
            let all: Vec<[Vec<u8>; 2]> = (0..3).map(|side| [byte(side, 0), byte(side, 1)]).collect();
            let side = |i: usize| [&all[i][0][..], &all[i][1][..]];
            let mut expected = [0; 2];
            for s in 0..2 {
                for (seat, v) in wanted[s].iter().enumerate() {
                    expected[s] |= u8::from(pairs.iter().any(|p| p[0] ^ p[1 + s] == *v)) << seat;
                }
            }
            for level in Level::available() {
                let some = Pairs { ours: side(0), theirs: [side(1), side(2)] };
                prop_assert_eq!(sieve(level, bits, some, &wanted), expected);
            }
        }
    }

    by_level! {
        fn smallest<[]>(rows: &Rows, count: usize) -> [[u8; LANES]; 3] = smallest_at
    }
    #[inline(always)]
    fn smallest_at<X: Simd>(rows: &Rows, count: usize, x: X) -> [[u8; LANES]; 3] {
        x.smallest(rows, count)
    }
    by_level! {
        fn take_in<[]>(rows: &mut Rows, count: usize, codes: &[[u8; LANES]; 3], found: &[[u8; LANES]; 3]) -> () = take_in_at
    }
    #[inline(always)]
    fn take_in_at<X: Simd>(
        rows: &mut Rows,
        count: usize,
        codes: &[[u8; LANES]; 3],
        found: &[[u8; LANES]; 3],
        x: X,
    ) {
        x.take_in(rows, count, codes, found)
    }

    proptest! {
        #[test]
        fn smallest_codes_are_found_and_taken_in(seed: [[u8; LANES]; ROWS], thin: bool, count in 1..=ROWS) {
            let mut rows = seed;
            if thin {
                for j in 0..ROWS {
                    for lane in 0..LANES {
                        rows[j][lane] |= seed[(j + 1) % ROWS][lane] | seed[(j + 2) % ROWS][lane];
                    }
                }
            }
            let reaches = |rows: &Rows, lane: usize, c: usize| rows[c / 8][lane] >> (c % 8) & 1 == 1;
            let before = rows;
            let found = [[255; LANES], [0; LANES], [255; LANES]];
            for level in Level::available() {
                let codes = smallest(level, &before, count);
                let mut rows = before;
                take_in(level, &mut rows, count, &codes, &found);
                for lane in 0..LANES {
                    let open: Vec<usize> = (0..8 * count).filter(|&c| !reaches(&before, lane, c)).collect();
                    for k in 0..3 {
                        prop_assert_eq!(codes[k][lane] as usize, open.get(k).copied().unwrap_or(255));
                    }
                    for c in (0..8 * count).filter(|&c| c != 255) {
                        let added = open.first() == Some(&c) || open.get(2) == Some(&c);
                        prop_assert_eq!(reaches(&rows, lane, c), reaches(&before, lane, c) || added);
                    }
                }
            }
        }
    }
}
