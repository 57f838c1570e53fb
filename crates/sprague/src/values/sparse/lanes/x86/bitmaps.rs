//! Bitmaps cleared by vectors of 256 bits, see [`bitmaps`](crate::values::sparse::lanes::bitmaps).

use crate::values::sparse::lanes::Lanes;
use crate::values::sparse::lanes::bitmaps::{Group, Turned};
use std::arch::x86_64::*;

/// See [`Simd::copies`]. Written out: the compiler makes half of it of single words, which is slow, and pieces that are read
/// soon after have to wait for several of them.
#[inline(always)]
pub unsafe fn copies(row: &[u64; 9], turned: &mut Turned) {
    // SAFETY: four words from word 0, 1, 4 or 5 on are inside the row, and copies have eight; the caller vouches for AVX2.
    unsafe {
        let row = row.as_ptr();
        let [low, high] = [0, 4].map(|i| _mm256_loadu_si256(row.add(i).cast()));
        let [next, after] = [1, 5].map(|i| _mm256_loadu_si256(row.add(i).cast()));
        let [first, others @ ..] = &mut turned.0;
        _mm256_store_si256(first.as_mut_ptr().cast(), low);
        _mm256_store_si256(first.as_mut_ptr().add(4).cast(), high);
        let both = [[low, next], [high, after]];
        moved::<1, 63>(both, &mut others[0]);
        moved::<2, 62>(both, &mut others[1]);
        moved::<3, 61>(both, &mut others[2]);
        moved::<4, 60>(both, &mut others[3]);
        moved::<5, 59>(both, &mut others[4]);
        moved::<6, 58>(both, &mut others[5]);
        moved::<7, 57>(both, &mut others[6]);
    }
}

/// Eight words moved down by `R` bits, `L = 64 − R`: two times four words, and those after each of them.
#[inline(always)]
unsafe fn moved<const R: i32, const L: i32>(words: [[__m256i; 2]; 2], copy: &mut [u64; 8]) {
    // SAFETY: a copy has eight words and begins at a multiple of 64 bytes (`Turned`); the caller vouches for AVX2.
    unsafe {
        for (i, [word, next]) in words.into_iter().enumerate() {
            let moved = _mm256_or_si256(_mm256_srli_epi64::<R>(word), _mm256_slli_epi64::<L>(next));
            _mm256_store_si256(copy.as_mut_ptr().add(4 * i).cast(), moved);
        }
    }
}

/// See [`Simd::clear`]. Small groups are taken some at a time, which share the reading of where the rows' values begin.
#[inline(always)]
pub unsafe fn clear_all<const N: usize>(
    list: &[Group<N>],
    rows: *const Turned,
    at: &[u32],
    open: *mut Lanes,
) {
    // SAFETY: the caller vouches for what these ask for.
    unsafe {
        match N {
            1 => clear_by::<N, 4>(list, rows, at, open),
            2 => clear_by::<N, 2>(list, rows, at, open),
            _ => clear_by::<N, 1>(list, rows, at, open),
        }
    }
}

/// The same, `Q` groups at a time.
#[inline(always)]
unsafe fn clear_by<const N: usize, const Q: usize>(
    list: &[Group<N>],
    rows: *const Turned,
    at: &[u32],
    open: *mut Lanes,
) {
    let (some, rest) = list.as_chunks::<Q>();
    // SAFETY: the caller vouches for what these ask for.
    unsafe {
        for groups in some {
            clear_groups(groups, rows, at, open);
        }
        for group in rest {
            clear_groups(&[*group], rows, at, open);
        }
    }
}

/// The same for `Q` groups.
#[inline(always)]
unsafe fn clear_groups<const N: usize, const Q: usize>(
    groups: &[Group<N>; Q],
    rows: *const Turned,
    at: &[u32],
    open: *mut Lanes,
) {
    // SAFETY: a place is one of the first 32 of the 64 bytes of a copy (`Place::of`), and a piece has 32; words are
    // little-endian on this processor. The caller vouches for the rest.
    unsafe {
        let rows = rows.cast::<u8>();
        let pieces = groups.map(|group| group.places.map(|place| rows.add(place.byte())));
        for r in 0..at.len() {
            let theirs = *at.get_unchecked(r);
            for q in 0..Q {
                let mut reached = _mm256_setzero_si256();
                for piece in pieces[q] {
                    let piece = piece.add(r * size_of::<Turned>());
                    reached = _mm256_or_si256(reached, _mm256_loadu_si256(piece.cast()));
                }
                let lanes: *mut __m256i = open.cast::<u8>().add((groups[q].at ^ theirs) as usize).cast();
                _mm256_store_si256(lanes, _mm256_andnot_si256(reached, _mm256_load_si256(lanes)));
            }
        }
    }
}
