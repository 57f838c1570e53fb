//! Pairs sieved by byte shuffles, see [`pairs`](crate::values::sparse::lanes::pairs).

use crate::values::sparse::lanes::pairs::{field, fields};
use crate::values::sparse::lanes::{Pairs, Tables};
use std::arch::x86_64::*;

/// See [`Simd::sieve`]; there are `len ≥ 32` pairs.
#[inline(always)]
pub unsafe fn sieve_vectors<const BITS: usize, const S: usize>(
    pairs: Pairs<S>,
    len: usize,
    tables: [&Tables; S],
) -> [u8; S] {
    // SAFETY: the caller vouches for the bounds and for AVX2.
    unsafe {
        let zero = _mm256_setzero_si256();
        let (mut look, mut found) = ([[zero; 4]; S], [zero; S]);
        for s in 0..S {
            for i in 0..4 {
                look[s][i] = _mm256_broadcastsi128_si256(_mm_loadu_si128(tables[s][i].as_ptr().cast()));
            }
        }
        let ours = pairs.ours.map(|bytes| bytes.as_ptr());
        let theirs = pairs.theirs.map(|both| both.map(|bytes| bytes.as_ptr()));
        let mut at = 0;
        while at + 64 <= len {
            sieve_vector::<BITS, S>(ours, theirs, at, &look, &mut found);
            sieve_vector::<BITS, S>(ours, theirs, at + 32, &look, &mut found);
            at += 64;
        }
        // The last ones may be looked at twice.
        if at + 32 <= len {
            sieve_vector::<BITS, S>(ours, theirs, at, &look, &mut found);
        }
        if !len.is_multiple_of(32) {
            sieve_vector::<BITS, S>(ours, theirs, len - 32, &look, &mut found);
        }
        found.map(|found| or_bytes(found))
    }
}

/// The 32 pairs from `at` on.
#[inline(always)]
unsafe fn sieve_vector<const BITS: usize, const S: usize>(
    ours: [*const u8; 2],
    theirs: [[*const u8; 2]; S],
    at: usize,
    look: &[[__m256i; 4]; S],
    found: &mut [__m256i; S],
) {
    // SAFETY: the caller vouches for the bounds and for AVX2.
    unsafe {
        let low = _mm256_set1_epi8(15);
        let a = _mm256_loadu_si256(ours[0].add(at).cast());
        let c = if BITS == 8 { a } else { _mm256_loadu_si256(ours[1].add(at).cast()) };
        for s in 0..S {
            let look = &look[s];
            let pick = |i: usize, fields: __m256i| _mm256_shuffle_epi8(look[i], fields);
            let x = _mm256_xor_si256(a, _mm256_loadu_si256(theirs[s][0].add(at).cast()));
            let upper = _mm256_srli_epi16::<4>(x);
            let met = if BITS == 8 {
                _mm256_and_si256(pick(0, _mm256_and_si256(x, low)), pick(1, _mm256_and_si256(upper, low)))
            } else {
                let y = _mm256_xor_si256(c, _mm256_loadu_si256(theirs[s][1].add(at).cast()));
                // A shuffle takes the low nibble by itself if bit 7 is 0.
                let whole = |v: __m256i| if BITS == 16 { _mm256_and_si256(v, low) } else { v };
                let upper = if BITS == 10 { upper } else { _mm256_and_si256(upper, low) };
                let met = _mm256_and_si256(pick(0, whole(x)), pick(1, whole(y)));
                let met = _mm256_and_si256(met, pick(2, upper));
                if fields(BITS) > 3 {
                    let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(y), low);
                    _mm256_and_si256(met, pick(3, upper))
                } else {
                    met
                }
            };
            found[s] = _mm256_or_si256(found[s], met);
        }
    }
}

/// See [`Simd::tables`]: one compare of eight fields, four times, tells four entries.
#[inline(always)]
pub unsafe fn tables_of<const BITS: usize>(values: &[u16; 8]) -> Tables {
    let mut tables = Tables::default();
    // SAFETY: loads and stores are of whole arrays; the caller vouches for AVX2.
    unsafe {
        let values = _mm_loadu_si128(values.as_ptr().cast());
        let entries =
            _mm256_set_epi64x(0x0303_0303_0303_0303, 0x0202_0202_0202_0202, 0x0101_0101_0101_0101, 0);
        for (i, table) in tables[..fields(BITS)].iter_mut().enumerate() {
            let (start, mask) = field(BITS, i);
            let words = _mm_srl_epi16(values, _mm_cvtsi32_si128(start as i32));
            let words = _mm_and_si128(words, _mm_set1_epi16(mask as i16));
            let eight = _mm256_broadcastq_epi64(_mm_packus_epi16(words, words));
            let four = |j: i8| {
                let entries = _mm256_add_epi8(entries, _mm256_set1_epi8(4 * j));
                _mm256_movemask_epi8(_mm256_cmpeq_epi8(eight, entries))
            };
            _mm_storeu_si128(table.as_mut_ptr().cast(), _mm_set_epi32(four(3), four(2), four(1), four(0)));
        }
    }
    tables
}

/// All bytes or-ed.
#[inline(always)]
unsafe fn or_bytes(v: __m256i) -> u8 {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
        let word = _mm_extract_epi64::<0>(half) | _mm_extract_epi64::<1>(half);
        let word = word | word >> 32;
        let word = word | word >> 16;
        (word | word >> 8) as u8
    }
}
