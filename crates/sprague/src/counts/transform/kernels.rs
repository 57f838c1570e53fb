//! The butterflies of the Walsh–Hadamard transform modulo `m < 2^31`, on raw words.
//!
//! Idea: a *level* replaces `(x, y)` at distance `h` by `(x + y, x - y)`. Three levels at once
//! (radix 8) keep eight vectors in registers, so a word is loaded and stored once for three levels; the
//! six lowest levels run on 64 words in registers, with an 8×8 transposition between the two
//! halves. A level costs three vector operations on a vector (sum, correction, minimum).
//!
//! `contiguous` works top down, so that a block fits the first-level cache as soon as possible. `columns` does the top
//! levels of a long array, in place, on a block of columns small enough for the caches.

// Plain loops over indices: closures and iterator adaptors do not inherit an instruction set.
#![allow(clippy::needless_range_loop)]

use crate::counts::arithmetic::lanes::{Lanes, Level, Plain, at_level};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// Levels that `contiguous` leaves to the in-register kernel: 2^6 words.
const BOTTOM: usize = 64;

/// Two-point butterfly: one level.
#[inline(always)]
unsafe fn two<V: Lanes>(x: V, y: V, m: V) -> (V, V) {
    // SAFETY: the caller vouches for the instruction set.
    unsafe { (x.add_mod(y, m), x.sub_mod(y, m)) }
}

/// Four-point butterfly: two levels.
#[inline(always)]
unsafe fn four<V: Lanes>([a, b, c, d]: [V; 4], m: V) -> [V; 4] {
    // SAFETY: the caller vouches for the instruction set.
    unsafe {
        let ((a, c), (b, d)) = (two(a, c, m), two(b, d, m));
        let ((a, b), (c, d)) = (two(a, b, m), two(c, d, m));
        [a, b, c, d]
    }
}

/// Eight-point butterfly: three levels. Written out: a loop would not stay in registers.
#[inline(always)]
unsafe fn eight<V: Lanes>(v: [V; 8], m: V) -> [V; 8] {
    // SAFETY: the caller vouches for the instruction set.
    unsafe {
        let ((a, e), (b, f)) = (two(v[0], v[4], m), two(v[1], v[5], m));
        let ((c, g), (d, h)) = (two(v[2], v[6], m), two(v[3], v[7], m));
        let [a, b, c, d] = four([a, b, c, d], m);
        let [e, f, g, h] = four([e, f, g, h], m);
        [a, b, c, d, e, f, g, h]
    }
}

/// One step in place on `radix` rows (2, 4 or 8) of `width` words; row `k` starts at `row(k)`.
#[inline(always)]
unsafe fn step<V: Lanes>(row: impl FnMut(usize) -> *mut u32, radix: usize, width: usize, m: V) {
    // SAFETY: the caller gives so many rows of `width` words, `width` a multiple of `V::N`.
    unsafe {
        match radix {
            8 => step8(std::array::from_fn(row), width, m),
            4 => step4(std::array::from_fn(row), width, m),
            _ => step2(std::array::from_fn(row), width, m),
        }
    }
}

#[inline(always)]
unsafe fn step8<V: Lanes>(rows: [*mut u32; 8], width: usize, m: V) {
    for c in (0..width).step_by(V::N) {
        // SAFETY: as for `step`.
        unsafe {
            let mut v = [m; 8];
            for k in 0..8 {
                v[k] = V::load(rows[k].add(c));
            }
            let v = eight(v, m);
            for k in 0..8 {
                v[k].store(rows[k].add(c));
            }
        }
    }
}

#[inline(always)]
unsafe fn step4<V: Lanes>(rows: [*mut u32; 4], width: usize, m: V) {
    for c in (0..width).step_by(V::N) {
        // SAFETY: as for `step`.
        unsafe {
            let mut v = [m; 4];
            for k in 0..4 {
                v[k] = V::load(rows[k].add(c));
            }
            let v = four(v, m);
            for k in 0..4 {
                v[k].store(rows[k].add(c));
            }
        }
    }
}

#[inline(always)]
unsafe fn step2<V: Lanes>(rows: [*mut u32; 2], width: usize, m: V) {
    for c in (0..width).step_by(V::N) {
        // SAFETY: as for `step`.
        unsafe {
            let (x, y) = two(V::load(rows[0].add(c)), V::load(rows[1].add(c)), m);
            x.store(rows[0].add(c));
            y.store(rows[1].add(c));
        }
    }
}

/// How many rows to combine next when `count >= 2` are left: three levels at a time, but 4 = 2 + 2.
#[inline(always)]
fn radix(count: usize) -> usize {
    match count.trailing_zeros() {
        1 => 2,
        2 | 4 => 4,
        _ => 8,
    }
}

/// All levels at distance `floor <= h < n` of the `n` words at `x`, in place.
/// `n / floor` is a power of two and `floor` a multiple of `V::N`.
#[inline(always)]
unsafe fn levels<V: Lanes>(x: *mut u32, n: usize, floor: usize, m: V) {
    let mut size = n;
    while size > floor {
        let radix = radix(size / floor);
        let width = size / radix;
        for block in (0..n).step_by(size) {
            // SAFETY: the block lies in the `n` words of the caller.
            unsafe { step(|k| x.add(block + k * width), radix, width, m) }
        }
        size = width;
    }
}

/// The six lowest levels of 64 words, in registers.
trait Bottom {
    /// Transforms the 64 words at `x` modulo `m`.
    unsafe fn bottom(x: *mut u32, m: u32);
}

impl<const N: usize> Bottom for Plain<N> {
    #[inline(always)]
    unsafe fn bottom(x: *mut u32, m: u32) {
        // SAFETY: the caller gives 64 words; eight rows of eight, or four of sixteen.
        unsafe {
            let rows = BOTTOM / N;
            step(|k| x.add(N * k), rows, N, Plain::<N>::splat(m));
            for row in std::slice::from_raw_parts_mut(x, BOTTOM).chunks_exact_mut(N) {
                short(row, m);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Bottom for __m256i {
    #[inline(always)]
    unsafe fn bottom(x: *mut u32, m: u32) {
        // SAFETY: the caller gives 64 words and AVX2.
        unsafe {
            let modulus = __m256i::splat(m);
            let mut v = [modulus; 8];
            for k in 0..8 {
                v[k] = __m256i::load(x.add(8 * k));
            }
            let v = transpose(eight(transpose(eight(v, modulus)), modulus));
            for k in 0..8 {
                v[k].store(x.add(8 * k));
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Bottom for __m512i {
    #[inline(always)]
    unsafe fn bottom(x: *mut u32, m: u32) {
        // SAFETY: the caller gives 64 words; every processor with AVX-512 has AVX2.
        unsafe { <__m256i as Bottom>::bottom(x, m) }
    }
}

/// 8×8 transposition of 32-bit words.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn transpose(v: [__m256i; 8]) -> [__m256i; 8] {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let mut pairs = v;
        for k in [0, 2, 4, 6] {
            pairs[k] = _mm256_unpacklo_epi32(v[k], v[k + 1]);
            pairs[k + 1] = _mm256_unpackhi_epi32(v[k], v[k + 1]);
        }
        let mut quads = v;
        for k in [0, 4] {
            quads[k] = _mm256_unpacklo_epi64(pairs[k], pairs[k + 2]);
            quads[k + 1] = _mm256_unpackhi_epi64(pairs[k], pairs[k + 2]);
            quads[k + 2] = _mm256_unpacklo_epi64(pairs[k + 1], pairs[k + 3]);
            quads[k + 3] = _mm256_unpackhi_epi64(pairs[k + 1], pairs[k + 3]);
        }
        let mut out = v;
        for k in 0..4 {
            out[k] = _mm256_permute2x128_si256::<0x20>(quads[k], quads[k + 4]);
            out[k + 4] = _mm256_permute2x128_si256::<0x31>(quads[k], quads[k + 4]);
        }
        out
    }
}

/// All levels of a short array, word by word.
#[inline(always)]
fn short(x: &mut [u32], m: u32) {
    let mut h = 1;
    while h < x.len() {
        for block in x.chunks_exact_mut(2 * h) {
            let (low, high) = block.split_at_mut(h);
            for (a, b) in low.iter_mut().zip(high) {
                let (s, d) = (a.wrapping_add(*b), a.wrapping_sub(*b));
                *a = s.min(s.wrapping_sub(m));
                *b = d.min(d.wrapping_add(m));
            }
        }
        h *= 2;
    }
}

/// Words that fit the first-level cache together with room to spare.
const NEAR: usize = 1 << 12;

#[inline(always)]
unsafe fn contiguous_kernel<V: Lanes + Bottom>(x: &mut [u32], m: u32) {
    let n = x.len();
    if n < BOTTOM {
        return short(x, m);
    }
    let p = x.as_mut_ptr();
    // SAFETY: all pointers stay inside `x`; lengths are powers of two of at least 64 words.
    unsafe {
        let modulus = V::splat(m);
        let near = n.min(NEAR);
        levels::<V>(p, n, near, modulus);
        for start in (0..n).step_by(near) {
            levels::<V>(p.add(start), near, BOTTOM, modulus);
            for bottom in (start..start + near).step_by(BOTTOM) {
                V::bottom(p.add(bottom), m);
            }
        }
    }
}

#[inline(always)]
unsafe fn columns_kernel<V: Lanes>(rows: &mut [&mut [u32]], m: u32) {
    let (count, width) = (rows.len(), rows[0].len());
    let mut size = count;
    while size > 1 {
        let radix = radix(size);
        let apart = size / radix;
        for first in (0..count).step_by(size).flat_map(|block| block..block + apart) {
            // SAFETY: `columns` has checked that all rows have `width` words, a multiple of 16; row numbers stay below
            // `count`, and the caller vouches for the instruction set.
            unsafe { step::<V>(|k| rows[first + k * apart].as_mut_ptr(), radix, width, V::splat(m)) }
        }
        size = apart;
    }
}

at_level! {
    /// Transforms `x`, whose length is a power of two, in place modulo `m < 2^31`.
    pub(super) fn contiguous(x: &mut [u32], m: u32) = contiguous_kernel
}

at_level! {
    fn columns_unchecked(rows: &mut [&mut [u32]], m: u32) = columns_kernel
}

/// Transforms the columns of a matrix given by its rows, in place modulo `m < 2^31`. The number of rows is a power
/// of two; all have the same length, a multiple of 16.
pub(super) fn columns(level: Level, rows: &mut [&mut [u32]], m: u32) {
    let width = rows.first().map_or(0, |row| row.len());
    assert!(rows.len().is_power_of_two() && width.is_multiple_of(16));
    assert!(rows.iter().all(|row| row.len() == width));
    columns_unchecked(level, rows, m);
}
