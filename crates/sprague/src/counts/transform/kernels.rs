//! The butterflies of the Walsh–Hadamard transform modulo `m < 2^31`, on raw words.
//!
//! Idea: a *level* replaces `(x, y)` at distance `h` by `(x + y, x - y)`. Three levels at once
//! (radix 8) keep eight vectors in registers, so a word is loaded and stored once for three levels; the
//! six lowest levels run on 64 words in registers, with an 8×8 transposition between the two
//! halves. A level costs three vector operations on a vector (sum, correction, minimum).
//!
//! `contiguous` works top down, so that a block fits the first-level cache as soon as possible.
//! `columns` does the top levels of a long array on a block of columns: the first butterfly reads the
//! rows and writes a scratch block, the last one writes the rows, so that the scratch costs nothing.

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

/// One radix-8 step: row `k` starts at `from(k)`, is `width` words long and goes to `to(k)`.
#[inline(always)]
unsafe fn step8<V: Lanes>(
    from: impl Fn(usize) -> *const u32,
    to: impl FnMut(usize) -> *mut u32,
    width: usize,
    m: V,
) {
    let source: [_; 8] = std::array::from_fn(from);
    let target: [_; 8] = std::array::from_fn(to);
    for c in (0..width).step_by(V::N) {
        // SAFETY: the caller gives eight rows of `width` words, `width` a multiple of `V::N`.
        unsafe {
            let mut v = [m; 8];
            for k in 0..8 {
                v[k] = V::load(source[k].add(c));
            }
            let v = eight(v, m);
            for k in 0..8 {
                v[k].store(target[k].add(c));
            }
        }
    }
}

/// One radix-4 step in place on four rows of `width` words, `width` apart.
#[inline(always)]
unsafe fn step4<V: Lanes>(x: *mut u32, width: usize, m: V) {
    for c in (0..width).step_by(V::N) {
        // SAFETY: the caller gives `4 * width` words, `width` a multiple of `V::N`.
        unsafe {
            let at = [x.add(c), x.add(width + c), x.add(2 * width + c), x.add(3 * width + c)];
            let v = [V::load(at[0]), V::load(at[1]), V::load(at[2]), V::load(at[3])];
            let v = four(v, m);
            v[0].store(at[0]);
            v[1].store(at[1]);
            v[2].store(at[2]);
            v[3].store(at[3]);
        }
    }
}

/// One level in place on two rows of `width` words.
#[inline(always)]
unsafe fn step2<V: Lanes>(x: *mut u32, width: usize, m: V) {
    for c in (0..width).step_by(V::N) {
        // SAFETY: the caller gives `2 * width` words, `width` a multiple of `V::N`.
        unsafe {
            let (p, q) = (x.add(c), x.add(width + c));
            let (a, b) = (V::load(p), V::load(q));
            let (a, b) = two(a, b, m);
            a.store(p);
            b.store(q);
        }
    }
}

/// All levels at distance `floor <= h < n` of the `n` words at `x`, in place.
/// `n / floor` is a power of two and `floor` a multiple of `V::N`.
#[inline(always)]
unsafe fn levels<V: Lanes>(x: *mut u32, n: usize, floor: usize, m: V) {
    let mut size = n;
    while size > floor {
        // Three levels a step; 4 = 2 + 2 rather than 3 + 1.
        let count = (size / floor).trailing_zeros();
        let radix = if count == 1 {
            2
        } else if count == 2 || count == 4 {
            4
        } else {
            8
        };
        let width = size / radix;
        for block in (0..n).step_by(size) {
            // SAFETY: the block lies in the `n` words of the caller.
            unsafe {
                let b = x.add(block);
                match radix {
                    8 => step8::<V>(|k| b.add(k * width), |k| b.add(k * width), width, m),
                    4 => step4::<V>(b, width, m),
                    _ => step2::<V>(b, width, m),
                }
            }
        }
        size = width;
    }
}

/// The six lowest levels of 64 words, in registers.
trait Bottom {
    /// Transforms the 64 words at `x` modulo `m`.
    unsafe fn bottom(x: *mut u32, m: u32);
}

impl Bottom for Plain {
    #[inline(always)]
    unsafe fn bottom(x: *mut u32, m: u32) {
        // SAFETY: the caller gives 64 words.
        unsafe {
            let modulus = Plain::splat(m);
            step8::<Plain>(|k| x.add(8 * k), |k| x.add(8 * k), 8, modulus);
            for row in std::slice::from_raw_parts_mut(x, BOTTOM).chunks_exact_mut(8) {
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
unsafe fn columns_kernel<V: Lanes>(rows: &mut [&mut [u32]], scratch: &mut [u32], m: u32) {
    let (count, width) = (rows.len(), rows[0].len());
    let s = scratch.as_mut_ptr();
    // SAFETY: `columns` has checked that all rows have `width` words, a multiple of 16, and that the
    // scratch block holds `count * width` words; row numbers stay below `count`.
    unsafe {
        let modulus = V::splat(m);
        let eighth = count / 8;
        for r in 0..eighth {
            let row = |k: usize| rows[r + k * eighth].as_ptr();
            step8::<V>(row, |k| s.add((r + k * eighth) * width), width, modulus);
        }
        for block in (0..count).step_by(eighth) {
            let b = s.add(block * width);
            levels::<V>(b, eighth * width, 8 * width, modulus);
            for r in (block..block + eighth).step_by(8) {
                let row = |k: usize| s.add((r + k) * width).cast_const();
                step8::<V>(row, |k| rows[r + k].as_mut_ptr(), width, modulus);
            }
        }
    }
}

at_level! {
    /// Transforms `x`, whose length is a power of two, in place modulo `m < 2^31`.
    pub(super) fn contiguous(x: &mut [u32], m: u32) = contiguous_kernel
}

#[inline(always)]
unsafe fn top_kernel<V: Lanes>(x: &mut [u32], m: u32) {
    let n = x.len();
    // SAFETY: `top` is called with more than 2^16 words, a power of two.
    unsafe { levels::<V>(x.as_mut_ptr(), n, (n / 8).max(super::BLOCK), V::splat(m)) }
}

at_level! {
    /// The topmost levels, at most three, of an array longer than a block.
    pub(super) fn top(x: &mut [u32], m: u32) = top_kernel
}

at_level! {
    fn columns_unchecked(rows: &mut [&mut [u32]], scratch: &mut [u32], m: u32) = columns_kernel
}

/// Fewest rows `columns` can take: its first and its last step do three levels each.
pub(super) const FEWEST_ROWS: usize = 64;

/// Transforms the columns of a matrix given by its rows, in place modulo `m < 2^31`. The number of
/// rows is a power of two of at least 64; all have the same length, a multiple of 16.
pub(super) fn columns(level: Level, rows: &mut [&mut [u32]], scratch: &mut [u32], m: u32) {
    let (count, width) = (rows.len(), rows.first().map_or(0, |row| row.len()));
    assert!(count.is_power_of_two() && count >= FEWEST_ROWS && width.is_multiple_of(16));
    assert!(rows.iter().all(|row| row.len() == width) && scratch.len() >= count * width);
    columns_unchecked(level, rows, scratch, m);
}
