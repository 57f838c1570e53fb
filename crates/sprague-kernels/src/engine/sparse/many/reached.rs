//! Which codes 32 consecutive sums reach: a bit for each code and sum, eight codes to a row.
//!
//! A row is one vector, a byte of it belongs to one sum (a *lane*). So the smallest codes that are open for
//! all lanes are found by going through the rows upwards and isolating the lowest open bit, `x & −x`: seven
//! operations per row and code, where reading one set after the other costs more than seeking itself.

use crate::simd::{Bytes, Simd, Vector};

/// Consecutive sums that are done at once.
pub const LANES: usize = 32;
/// Rows of eight codes each.
pub const ROWS: usize = 32;
/// Bit `i` of `reached[j][lane]` says that the lane reaches the code `8·j + i`.
pub type Reached = [[u8; LANES]; ROWS];

/// The `K` smallest codes that each lane does not reach, of the codes of the first `count` rows; 255 where
/// there are no more.
#[inline(always)]
pub fn smallest<const K: usize, X: Simd>(reached: &Reached, count: usize, x: X) -> [[u8; LANES]; K] {
    let (zero, ones) = (X::B::zero(x.into()), X::B::splat8(x.into(), 255));
    let (mut bits, mut places) = ([zero; K], [zero; K]);
    for j in 0..count {
        let mut open = X::B::load(x.into(), &reached[j]).xor(ones);
        for k in 0..K {
            // The lowest open bit, if the place is still vacant.
            let vacant = bits[k].same(zero);
            let lowest = open.and(zero.sub8(open));
            let taken = lowest.and(vacant);
            places[k] = places[k].select(X::B::splat8(x.into(), 8 * j as u8), vacant);
            bits[k] = bits[k].or(taken);
            open = open.xor(taken);
        }
    }
    let mut codes = [[0; LANES]; K];
    for k in 0..K {
        places[k].or(bit_number(bits[k], x)).or(bits[k].same(zero)).store(&mut codes[k]);
    }
    codes
}

/// The number of the one bit that each byte has, digit by digit.
#[inline(always)]
fn bit_number<X: Simd>(bits: X::B, x: X) -> X::B {
    let mut number = X::B::zero(x.into());
    for (digit, of_those) in [(1, 0xaa), (2, 0xcc), (4, 0xf0)] {
        let none = bits.and(X::B::splat8(x.into(), of_those)).same(X::B::zero(x.into()));
        number = number.or(X::B::splat8(x.into(), digit).without(none));
    }
    number
}

/// Adds the codes that were found, those where `found` is 255, to the first `count` rows.
#[inline(always)]
pub fn insert_found<const K: usize, X: Simd>(
    reached: &mut Reached,
    count: usize,
    codes: &[[u8; LANES]; K],
    found: &[[u8; LANES]; K],
    x: X,
) {
    let (mut bits, mut places) = ([X::B::zero(x.into()); K], [X::B::zero(x.into()); K]);
    let rest = X::B::splat8(x.into(), !7);
    for k in 0..K {
        let code = X::B::load(x.into(), &codes[k]);
        let here = X::B::load(x.into(), &found[k]);
        bits[k] = here.and(code.powers_of_two());
        places[k] = code.and(rest);
    }
    for j in 0..count {
        let (mut row, here) = (X::B::load(x.into(), &reached[j]), X::B::splat8(x.into(), 8 * j as u8));
        for k in 0..K {
            row = row.or(bits[k].and(places[k].same(here)));
        }
        row.store(&mut reached[j]);
    }
}

/// Adds to each row the marks that lie in its ring at the given places, 32 from each place on.
#[inline(always)]
pub fn unite<const N: usize, X: Simd>(rows: &mut [[u8; LANES]], rings: &[[u8; N]], places: [usize; 3], x: X) {
    assert!(places.iter().all(|place| place + LANES <= N));
    for (row, ring) in rows.iter_mut().zip(rings) {
        let mut marks = X::B::load(x.into(), row);
        for place in places {
            // SAFETY: a ring has 32 bytes from each place on.
            marks = marks.or(unsafe { X::B::read(x.into(), ring.as_ptr().add(place)) });
        }
        marks.store(row);
    }
}

/// The set of codes of each lane.
#[inline(always)]
pub fn transpose<X: Simd>(reached: &Reached, x: X) -> [[u64; 4]; LANES] {
    if !X::SHUFFLES {
        return transpose_by_lane(reached);
    }
    let mut bytes = [[0; ROWS]; LANES];
    for half in 0..2 {
        transpose_half(reached, 16 * half, &mut bytes, x);
    }
    bytes.map(|set| std::array::from_fn(|i| u64::from_le_bytes(*set[8 * i..].first_chunk().unwrap())))
}

/// The same, lane by lane.
#[inline(always)]
fn transpose_by_lane(reached: &Reached) -> [[u64; 4]; LANES] {
    let word = |lane: usize, i: usize| u64::from_le_bytes(std::array::from_fn(|j| reached[8 * i + j][lane]));
    std::array::from_fn(|lane| std::array::from_fn(|i| word(lane, i)))
}

/// Sixteen rows from `from` on become sixteen bytes of each lane. Each of four rounds interleaves vectors `j`
/// and `j + 8`; after the last, vector `i` holds the sixteen bytes of lane `i` in its lower half and those of
/// lane `i + 16` in its upper half.
#[inline(always)]
fn transpose_half<X: Simd>(reached: &Reached, from: usize, bytes: &mut [[u8; ROWS]; LANES], x: X) {
    let mut v = [X::B::zero(x.into()); 16];
    for j in 0..16 {
        v[j] = X::B::load(x.into(), &reached[from + j]);
    }
    for _ in 0..4 {
        let mut w = v;
        for j in 0..8 {
            w[2 * j] = v[j].interleave_low(v[j + 8]);
            w[2 * j + 1] = v[j].interleave_high(v[j + 8]);
        }
        v = w;
    }
    for lane in 0..16 {
        let [lower, upper] = [lane, lane + 16].map(|lane| bytes[lane][from..from + 16].as_mut_ptr());
        // SAFETY: sixteen bytes of a lane begin at each of the two.
        unsafe {
            v[lane].write_half::<false>(lower);
            v[lane].write_half::<true>(upper);
        }
    }
}

/// A set of byte codes.
pub type Set = [u64; 4];

/// Adds a code.
#[inline(always)]
pub fn insert(set: &mut Set, code: u8) {
    set[code as usize / 64] |= 1 << (code % 64);
}

/// The smallest code not in the set, 256 if there is none.
#[inline(always)]
pub fn first_absent(set: &Set) -> usize {
    let full = |i: usize| (set[i] == u64::MAX) as usize;
    let i = full(0) * (1 + full(1) * (1 + full(2)));
    64 * i + set[i].trailing_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{dispatch, every_level};
    use proptest::prelude::*;

    dispatch! {
        fn unite_by(rows: &mut [[u8; LANES]], rings: &[[u8; 100]], places: [usize; 3]) = unite
    }
    dispatch! {
        fn smallest_by(rows: &Reached, count: usize) -> [[u8; LANES]; 3] = smallest
    }
    dispatch! {
        fn insert_by(rows: &mut Reached, count: usize, codes: &[[u8; LANES]; 3], found: &[[u8; LANES]; 3]) = insert_found
    }
    dispatch! {
        fn transpose_by(rows: &Reached) -> [[u64; 4]; LANES] = transpose
    }

    proptest! {
        #[test]
        fn sets_of_lanes_are_the_columns(reached: [[u8; LANES]; ROWS]) {
            for level in every_level() {
                let sets = transpose_by(level, &reached);
                for lane in 0..LANES {
                    for c in 0..256 {
                        let (set, row) = (sets[lane][c / 64] >> (c % 64) & 1, reached[c / 8][lane] >> (c % 8) & 1);
                        prop_assert_eq!(set, u64::from(row), "{:?}, code {}", level, c);
                    }
                }
            }
        }

        #[test]
        fn smallest_codes_are_found_and_inserted(seed: [[u8; LANES]; ROWS], thin: bool, count in 1..=ROWS) {
            let mut rows = seed;
            if thin {
                for j in 0..ROWS {
                    for lane in 0..LANES {
                        rows[j][lane] |= seed[(j + 1) % ROWS][lane] | seed[(j + 2) % ROWS][lane];
                    }
                }
            }
            let reaches = |rows: &Reached, lane: usize, c: usize| rows[c / 8][lane] >> (c % 8) & 1 == 1;
            let before = rows;
            let found = [[255; LANES], [0; LANES], [255; LANES]];
            for level in every_level() {
                let codes = smallest_by(level, &before, count);
                let mut rows = before;
                insert_by(level, &mut rows, count, &codes, &found);
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

        #[test]
        fn rings_are_united(
            row: [u8; LANES],
            seed in prop::collection::vec(any::<u8>(), 200),
            places in prop::array::uniform3(0..=100 - LANES),
        ) {
            let rings: [[u8; 100]; 2] = std::array::from_fn(|j| std::array::from_fn(|i| seed[100 * j + i]));
            for level in every_level() {
                let mut rows = [row; 3];
                unite_by(level, &mut rows, &rings, places);
                for lane in 0..LANES {
                    for j in 0..2 {
                        let all = places.iter().fold(row[lane], |all, place| all | rings[j][place + lane]);
                        prop_assert_eq!(rows[j][lane], all);
                    }
                    prop_assert_eq!(rows[2][lane], row[lane]);
                }
            }
        }
    }
}
