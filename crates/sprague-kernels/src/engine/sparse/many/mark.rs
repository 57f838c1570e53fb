//! Marking and seeking: what first parts give, for 32 consecutive sums at once.
//!
//! For one first part `r` the partners of all sums are one load, and one xor with the code of `r` gives the
//! codes of all lanes. *Marking* collects them without a store: the low nibble of a code picks a bit, the
//! high nibble one of up to ten accumulators to or it into. *Seeking* compares them with a few codes that
//! each lane asks for.
//!
//! Cost: for a part, `7·V/16` vector operations to mark codes below `V`, two or three for each code that is
//! sought.

use crate::engine::sparse::many::first_parts::Runs;
use crate::engine::sparse::many::reached::{LANES, Reached};
use crate::simd::{Bytes, Simd, Vector};

/// Marks codes for 32 lanes: for each part `r` of code `u`, `c = cells[x] ⊕ u` with `x = first − r + lane` is
/// reached by the lane, if `c` is below `16·groups`. If `MIXED`, only where `classes[x]` is 255.
#[inline(always)]
pub fn mark<const MIXED: bool, X: Simd>(runs: Runs, groups: usize, reached: &mut Reached, x: X) {
    if !X::SHUFFLES {
        return mark_by_stores::<MIXED>(runs, groups, reached);
    }
    check::<MIXED>(runs);
    assert!(groups <= 16);
    let mut group = 0;
    while group < groups {
        // SAFETY: all runs are inside the slices (`check`).
        group += unsafe {
            match group {
                0 => mark_some::<false, MIXED, X>(runs, groups, group, reached, x),
                _ => mark_some::<true, MIXED, X>(runs, groups, group, reached, x),
            }
        };
    }
}

/// The same without shuffles: one store for each lane, of a byte for each code, and the bytes packed into
/// bits at the end.
#[inline(always)]
fn mark_by_stores<const MIXED: bool>(runs: Runs, groups: usize, reached: &mut Reached) {
    let parts = runs.parts.as_slice();
    // A byte for each code; the second half is for what does not count.
    let mut marks = [[0u8; 512]; LANES];
    for part in parts {
        let start = runs.first - part.place as usize;
        let cells: &[u8; LANES] = runs.cells[start..].first_chunk().expect("runs lie inside the cells");
        let codes = cells.map(|cell| cell ^ part.code());
        if MIXED {
            let classes: &[u8; LANES] =
                runs.classes[start..].first_chunk().expect("runs lie inside the classes");
            for lane in 0..LANES {
                marks[lane][usize::from(codes[lane]) | usize::from(!classes[lane]) << 8 & 256] = 1;
            }
        } else {
            for lane in 0..LANES {
                marks[lane][usize::from(codes[lane])] = 1;
            }
        }
    }
    for (row, bits) in reached.iter_mut().enumerate().take(2 * groups) {
        for lane in 0..LANES {
            let bytes = marks[lane][8 * row..].first_chunk().expect("a row has eight codes");
            bits[lane] |= pack(u64::from_le_bytes(*bytes));
        }
    }
}

/// The lowest bits of eight bytes. Byte `i` and the bit `56 − 7·k` of the factor meet at `56 + i + 7·(i −
/// k)`: in the uppermost byte iff `i = k`, and no two of them at one place.
#[inline(always)]
fn pack(bytes: u64) -> u8 {
    (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Asserts that all runs lie inside the cells, and inside the classes if these are asked for.
#[inline(always)]
fn check<const MIXED: bool>(runs: Runs) {
    if let Some([largest, smallest]) = runs.parts.ends() {
        assert!(largest.place as usize <= runs.first);
        let end = runs.first - smallest.place as usize + LANES;
        assert!(end <= runs.cells.len() && (!MIXED || end <= runs.classes.len()));
    }
}

/// Marks some of the groups of codes from `group` on; tells how many.
///
/// # Safety
/// All runs lie inside the cells, and inside the classes if `MIXED`.
#[inline(always)]
unsafe fn mark_some<const LATER: bool, const MIXED: bool, X: Simd>(
    runs: Runs,
    groups: usize,
    group: usize,
    reached: &mut Reached,
    x: X,
) -> usize {
    // SAFETY: the caller vouches for the bounds.
    unsafe {
        match groups - group {
            1 => mark_groups::<1, LATER, MIXED, X>(runs, group, reached, x),
            2 => mark_groups::<2, LATER, MIXED, X>(runs, group, reached, x),
            3 | 6 => mark_groups::<3, LATER, MIXED, X>(runs, group, reached, x),
            4 | 7 | 8 => mark_groups::<4, LATER, MIXED, X>(runs, group, reached, x),
            _ => mark_groups::<5, LATER, MIXED, X>(runs, group, reached, x),
        }
    }
}

/// Marks the codes of `G` groups of sixteen, from `group` on; if not `LATER`, these are below 128.
///
/// # Safety
/// As for [`mark_some`].
#[inline(always)]
unsafe fn mark_groups<const G: usize, const LATER: bool, const MIXED: bool, X: Simd>(
    runs: Runs,
    group: usize,
    reached: &mut Reached,
    x: X,
) -> usize {
    let low_bits = X::B::both_halves(x.into(), [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]);
    let high_bits = X::B::both_halves(x.into(), [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128]);
    // Ten accumulators and six vectors under way fill all registers. Constants are read again for each part:
    // kept in registers, they would push an accumulator out to memory, and every part would wait for it.
    let constants = [low_bits, high_bits, X::B::splat8(x.into(), 0xf0), X::B::splat8(x.into(), 15)];
    // SAFETY: a reference may be read.
    let constant = |i: usize| unsafe { std::ptr::read_volatile(&constants[i]) };
    let (mut low, mut high) = ([X::B::zero(x.into()); G], [X::B::zero(x.into()); G]);
    for part in runs.parts.as_slice() {
        let start = runs.first - part.place as usize;
        // SAFETY: the caller vouches for the bounds.
        let run = unsafe { X::B::read(x.into(), runs.cells.as_ptr().add(start)) };
        let xors = run.xor(X::B::splat32(x.into(), part.codes()));
        let large = xors.and(constant(2));
        // A shuffle takes the low nibble by itself, and nothing for codes from 128 on.
        let small = if LATER { xors.and(constant(3)) } else { xors };
        let (mut l, mut h) = (constant(0).shuffle(small), constant(1).shuffle(small));
        if MIXED {
            // SAFETY: the caller vouches for the bounds.
            let class = unsafe { X::B::read(x.into(), runs.classes.as_ptr().add(start)) };
            (l, h) = (l.and(class), h.and(class));
        }
        for g in 0..G {
            let here = large.same(X::B::splat8(x.into(), (16 * (group + g)) as u8));
            low[g] = x.or_masked(low[g], l, here);
            high[g] = x.or_masked(high[g], h, here);
        }
    }
    for g in (0..G).filter(|g| group + g < 16) {
        for (half, new) in [(0, low[g]), (1, high[g])] {
            let row = &mut reached[2 * (group + g) + half];
            X::B::load(x.into(), row).or(new).store(row);
        }
    }
    G
}

/// Seeks codes for 32 lanes: `found[k][lane]` becomes 255 if `cells[x] ⊕ u` with `x = first − r + lane` is
/// `wanted[k][lane]` for some part `r` of code `u`. If `MIXED`, only where `classes[x]` is 255.
#[inline(always)]
pub fn seek<const MIXED: bool, const K: usize, X: Simd>(
    runs: Runs,
    wanted: &[[u8; LANES]; K],
    found: &mut [[u8; LANES]; K],
    x: X,
) {
    check::<MIXED>(runs);
    let (mut want, mut hits) = ([X::B::zero(x.into()); K], [X::B::zero(x.into()); K]);
    for k in 0..K {
        want[k] = X::B::load(x.into(), &wanted[k]);
        hits[k] = X::B::load(x.into(), &found[k]);
    }
    for part in runs.parts.as_slice() {
        let start = runs.first - part.place as usize;
        // SAFETY: all runs are inside the slices (`check`).
        let run = unsafe { X::B::read(x.into(), runs.cells.as_ptr().add(start)) };
        let xors = run.xor(X::B::splat32(x.into(), part.codes()));
        for k in 0..K {
            let mut hit = xors.same(want[k]);
            if MIXED {
                // SAFETY: as above.
                let class = unsafe { X::B::read(x.into(), runs.classes.as_ptr().add(start)) };
                hit = hit.and(class);
            }
            hits[k] = hits[k].or(hit);
        }
    }
    for k in 0..K {
        hits[k].store(&mut found[k]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sparse::many::first_parts::{Part, Parts};
    use crate::engine::sparse::many::reached::ROWS;
    use crate::simd::{dispatch, every_level};
    use proptest::prelude::*;

    type Wanted = [[u8; LANES]; 3];

    dispatch! {
        fn mark_by(mixed: bool, runs: Runs<'_>, groups: usize, rows: &mut Reached) = mark_at
    }
    #[inline(always)]
    fn mark_at<X: Simd>(mixed: bool, runs: Runs, groups: usize, rows: &mut Reached, x: X) {
        if mixed { mark::<true, X>(runs, groups, rows, x) } else { mark::<false, X>(runs, groups, rows, x) }
    }
    dispatch! {
        fn seek_by(mixed: bool, runs: Runs<'_>, wanted: &Wanted, found: &mut Wanted) = seek_at
    }
    #[inline(always)]
    fn seek_at<X: Simd>(mixed: bool, runs: Runs, wanted: &Wanted, found: &mut Wanted, x: X) {
        if mixed {
            seek::<true, 3, X>(runs, wanted, found, x)
        } else {
            seek::<false, 3, X>(runs, wanted, found, x)
        }
    }
    proptest! {
        #[test]
        fn parts_mark_and_find_what_they_give(
            cells in prop::collection::vec(any::<u8>(), 200),
            rare in prop::collection::vec(any::<bool>(), 200),
            parts in prop::collection::vec((0..100usize, any::<u8>()), 0..40),
            groups in 1..=16usize,
            mixed: bool,
            wanted: Wanted,
        ) {
            let classes: Vec<u8> = rare.iter().map(|&r| if r { 0 } else { 255 }).collect();
            let all = Parts::new(parts.iter().map(|&(place, code)| Part::new(place, code)));
            let runs = Runs { cells: &cells, classes: &classes, first: 120, parts: all.all() };
            let gives = |lane: usize, c: u8| parts.iter().any(|&(place, code)| {
                let y = 120 - place + lane;
                cells[y] ^ code == c && !(mixed && rare[y])
            });
            let mut before = [[0; LANES]; ROWS];
            before[1][7] = 0x81;
            for level in every_level() {
                let (mut rows, mut found) = (before, [[0; LANES]; 3]);
                mark_by(level, mixed, runs, groups, &mut rows);
                seek_by(level, mixed, runs, &wanted, &mut found);
                for lane in 0..LANES {
                    for c in 0..16 * groups {
                        let expected = before[c / 8][lane] >> (c % 8) & 1 == 1 || gives(lane, c as u8);
                        prop_assert_eq!(rows[c / 8][lane] >> (c % 8) & 1 == 1, expected, "{:?} {} {}", level, lane, c);
                    }
                    for k in 0..3 {
                        prop_assert_eq!(found[k][lane] == 255, gives(lane, wanted[k][lane]));
                    }
                }
            }
        }
    }
}
