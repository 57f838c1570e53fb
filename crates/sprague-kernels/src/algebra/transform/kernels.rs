//! The butterflies of the Walsh–Hadamard transform modulo `m < 2^31`, on raw words.
//!
//! Idea: a *level* replaces `(x, y)` at distance `h` by `(x + y, x - y)`. Three levels at once
//! (radix 8) keep eight vectors in registers, so a word is loaded and stored once for three levels; the
//! six lowest levels run on 64 words in registers, with an 8×8 transposition between the two
//! halves. A level costs three vector operations on a vector (sum, correction, minimum).
//!
//! `contiguous` works top down, so that a block fits the first-level cache as soon as possible. `columns`
//! does the top levels of a long array, in place, on a block of columns small enough for the caches.

// Plain loops over indices: closures and iterator adaptors do not inherit an instruction set.
#![allow(clippy::needless_range_loop)]

use crate::algebra::walsh_hadamard;
use crate::simd::{Bytes, Simd, Vector, Words, dispatch};

/// Levels that `contiguous` leaves to the in-register kernel: 2^6 words.
const BOTTOM: usize = 64;

/// Two-point butterfly: one level.
#[inline(always)]
fn two<V: Words>(x: V, y: V, m: V) -> (V, V) {
    (x.add_mod(y, m), x.sub_mod(y, m))
}

/// Four-point butterfly: two levels.
#[inline(always)]
fn four<V: Words>([a, b, c, d]: [V; 4], m: V) -> [V; 4] {
    let ((a, c), (b, d)) = (two(a, c, m), two(b, d, m));
    let ((a, b), (c, d)) = (two(a, b, m), two(c, d, m));
    [a, b, c, d]
}

/// Eight-point butterfly: three levels. Written out: a loop would not stay in registers.
#[inline(always)]
fn eight<V: Words>(v: [V; 8], m: V) -> [V; 8] {
    let ((a, e), (b, f)) = (two(v[0], v[4], m), two(v[1], v[5], m));
    let ((c, g), (d, h)) = (two(v[2], v[6], m), two(v[3], v[7], m));
    let [a, b, c, d] = four([a, b, c, d], m);
    let [e, f, g, h] = four([e, f, g, h], m);
    [a, b, c, d, e, f, g, h]
}

/// A vector of words.
///
/// # Safety
/// There are that many words at `at`.
#[inline(always)]
unsafe fn load<V: Words>(token: V::Token, at: *const u32) -> V {
    // SAFETY: the caller gives the words.
    unsafe { V::read(token, at.cast()) }
}

/// # Safety
/// There are that many words at `at`.
#[inline(always)]
unsafe fn store<V: Words>(v: V, at: *mut u32) {
    // SAFETY: the caller gives the words.
    unsafe { v.write(at.cast()) }
}

/// One step in place on `radix` rows (2, 4 or 8) of `width` words; row `k` starts at `row(k)`.
///
/// # Safety
/// There are that many rows of `width` words, and `width` is a multiple of `V::N`.
#[inline(always)]
unsafe fn step<V: Words>(
    row: impl FnMut(usize) -> *mut u32,
    radix: usize,
    width: usize,
    m: V,
    token: V::Token,
) {
    // SAFETY: the caller gives the rows.
    unsafe {
        match radix {
            8 => step8(std::array::from_fn(row), width, m, token),
            4 => step4(std::array::from_fn(row), width, m, token),
            _ => step2(std::array::from_fn(row), width, m, token),
        }
    }
}

/// [`step`] on 8 rows: three levels.
///
/// # Safety
/// Each pointer is to `width` words that no other one reaches, and `width` is a multiple of `V::N`.
#[inline(always)]
unsafe fn step8<V: Words>(rows: [*mut u32; 8], width: usize, m: V, token: V::Token) {
    for c in (0..width).step_by(V::N) {
        // SAFETY: `c + V::N <= width`, and every row has `width` words.
        unsafe {
            let mut v = [m; 8];
            for k in 0..8 {
                v[k] = load(token, rows[k].add(c));
            }
            let v = eight(v, m);
            for k in 0..8 {
                store(v[k], rows[k].add(c));
            }
        }
    }
}

/// [`step`] on 4 rows: two levels.
///
/// # Safety
/// Each pointer is to `width` words that no other one reaches, and `width` is a multiple of `V::N`.
#[inline(always)]
unsafe fn step4<V: Words>(rows: [*mut u32; 4], width: usize, m: V, token: V::Token) {
    for c in (0..width).step_by(V::N) {
        // SAFETY: `c + V::N <= width`, and every row has `width` words.
        unsafe {
            let mut v = [m; 4];
            for k in 0..4 {
                v[k] = load(token, rows[k].add(c));
            }
            let v = four(v, m);
            for k in 0..4 {
                store(v[k], rows[k].add(c));
            }
        }
    }
}

/// [`step`] on 2 rows: one level.
///
/// # Safety
/// Each pointer is to `width` words that no other one reaches, and `width` is a multiple of `V::N`.
#[inline(always)]
unsafe fn step2<V: Words>(rows: [*mut u32; 2], width: usize, m: V, token: V::Token) {
    for c in (0..width).step_by(V::N) {
        // SAFETY: `c + V::N <= width`, and every row has `width` words.
        unsafe {
            let (x, y) = two(load(token, rows[0].add(c)), load(token, rows[1].add(c)), m);
            store(x, rows[0].add(c));
            store(y, rows[1].add(c));
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
///
/// # Safety
/// There are `n` words at `x`, `n / floor` is a power of two and `floor` a multiple of `V::N`.
#[inline(always)]
unsafe fn levels<V: Words>(x: *mut u32, n: usize, floor: usize, m: V, token: V::Token) {
    let mut size = n;
    while size > floor {
        let radix = radix(size / floor);
        let width = size / radix;
        for block in (0..n).step_by(size) {
            // SAFETY: the block lies in the `n` words of the caller.
            unsafe { step(|k| x.add(block + k * width), radix, width, m, token) }
        }
        size = width;
    }
}

/// The six lowest levels of 64 words, in registers.
///
/// # Safety
/// There are 64 words at `x`.
#[inline(always)]
unsafe fn bottom<B: Words + Bytes>(x: *mut u32, m: B, token: B::Token) {
    // SAFETY: eight vectors of eight words are the 64 words of the caller.
    unsafe {
        let mut v = [m; 8];
        for k in 0..8 {
            v[k] = load(token, x.add(8 * k));
        }
        let v = B::transpose(eight(B::transpose(eight(v, m)), m));
        for k in 0..8 {
            store(v[k], x.add(8 * k));
        }
    }
}

/// All levels of a short array, word by word.
#[inline(always)]
fn short(x: &mut [u32], m: u32) {
    walsh_hadamard(x, |&a, &b| {
        let (s, d) = (a.wrapping_add(b), a.wrapping_sub(b));
        (s.min(s.wrapping_sub(m)), d.min(d.wrapping_add(m)))
    });
}

/// Words that fit the first-level cache together with room to spare.
const NEAR: usize = 1 << 12;

#[inline(always)]
fn contiguous_kernel<X: Simd>(x: &mut [u32], m: u32, simd: X) {
    let n = x.len();
    if n < BOTTOM {
        return short(x, m);
    }
    assert!(n.is_power_of_two());
    let p = x.as_mut_ptr();
    let (modulus, lowest) = (X::V::splat32(simd.into(), m), X::B::splat32(simd.into(), m));
    let near = n.min(NEAR);
    // SAFETY: all pointers stay inside `x`, whose length is a power of two of at least 64 words.
    unsafe {
        levels(p, n, near, modulus, simd.into());
        for start in (0..n).step_by(near) {
            levels(p.add(start), near, BOTTOM, modulus, simd.into());
            for block in (start..start + near).step_by(BOTTOM) {
                bottom(p.add(block), lowest, simd.into());
            }
        }
    }
}

#[inline(always)]
fn columns_kernel<X: Simd>(rows: &mut [&mut [u32]], m: u32, simd: X) {
    let width = rows.first().map_or(0, |row| row.len());
    assert!(rows.len().is_power_of_two() && width.is_multiple_of(16));
    assert!(rows.iter().all(|row| row.len() == width));
    let modulus = X::V::splat32(simd.into(), m);
    let count = rows.len();
    let mut size = count;
    while size > 1 {
        let radix = radix(size);
        let apart = size / radix;
        for first in (0..count).step_by(size).flat_map(|block| block..block + apart) {
            // SAFETY: all rows have `width` words, a multiple of 16; row numbers stay below `count`.
            unsafe { step(|k| rows[first + k * apart].as_mut_ptr(), radix, width, modulus, simd.into()) }
        }
        size = apart;
    }
}

dispatch! {
    /// Transforms `x`, whose length is a power of two, in place modulo `m < 2^31`.
    pub(super) fn contiguous(x: &mut [u32], m: u32) = contiguous_kernel
}

dispatch! {
    /// Transforms the columns of a matrix given by its rows, in place modulo `m < 2^31`. The number of rows
    /// is a power of two; all have the same length, a multiple of 16.
    pub(super) fn columns(rows: &mut [&mut [u32]], m: u32) = columns_kernel
}
