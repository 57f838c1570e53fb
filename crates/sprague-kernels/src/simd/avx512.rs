//! 512-bit vectors of x86-64. Blocks of 32 bytes stay vectors of 256 bits, with twice as many registers.

use super::avx2::{Avx2, V256, reversing};
use super::level::Token;
use super::{Lane, Level, Row, Scan, Simd, Vector, Words};
use std::arch::x86_64::*;

/// AVX-512 F, BW, VL and DQ are there, and all of [`Avx2`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Avx512(Avx2);

impl Avx512 {
    /// The token, if the processor has the instructions.
    pub(crate) fn new() -> Option<Self> {
        let here = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq");
        if here { Avx2::new().map(Avx512) } else { None }
    }
}

impl From<Avx512> for Avx2 {
    #[inline(always)]
    fn from(token: Avx512) -> Avx2 {
        token.0
    }
}

impl Simd for Avx512 {
    type V = V512;
    type B = V256;
    type W = V512;
    const SHUFFLES: bool = true;

    /// One instruction, where the compiler would make two for every mask.
    #[inline(always)]
    fn or_masked(self, bits: V256, more: V256, mask: V256) -> V256 {
        // SAFETY: the token says that AVX-512 VL is there.
        V256(unsafe { _mm256_ternarylogic_epi32::<0b1111_1000>(bits.0, more.0, mask.0) })
    }

    #[inline(always)]
    fn level(self) -> Level {
        Level::of(Token::Avx512(self))
    }
}

/// 512 bits, made with a token of AVX-512.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct V512(pub(super) __m512i);

// SAFETY, for every block below: a vector is only made with a token, and a token only where AVX-512 is. For
// reads and writes the caller vouches for the bytes.

impl Vector for V512 {
    type Token = Avx512;
    const BYTES: usize = 64;

    #[inline(always)]
    unsafe fn read(_: Avx512, at: *const u8) -> Self {
        V512(unsafe { _mm512_loadu_si512(at.cast()) })
    }
    #[inline(always)]
    unsafe fn write(self, at: *mut u8) {
        unsafe { _mm512_storeu_si512(at.cast(), self.0) }
    }
    #[inline(always)]
    fn splat8(_: Avx512, x: u8) -> Self {
        V512(unsafe { _mm512_set1_epi8(x as i8) })
    }
    #[inline(always)]
    fn splat16(_: Avx512, x: u16) -> Self {
        V512(unsafe { _mm512_set1_epi16(x as i16) })
    }
    #[inline(always)]
    fn splat32(_: Avx512, x: u32) -> Self {
        V512(unsafe { _mm512_set1_epi32(x as i32) })
    }
    #[inline(always)]
    fn splat64(_: Avx512, x: u64) -> Self {
        V512(unsafe { _mm512_set1_epi64(x as i64) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        V512(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        V512(unsafe { _mm512_or_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        V512(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        V512(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }
}

impl Scan for V512 {
    /// One bit per lane.
    type Hits = u64;

    #[inline(always)]
    fn no_hits(_: Avx512) -> u64 {
        0
    }
    #[inline(always)]
    fn hit<C: Lane>(self, other: Self, hits: u64) -> u64 {
        hits | unsafe {
            match size_of::<C>() {
                1 => _mm512_cmpeq_epi8_mask(self.0, other.0),
                2 => u64::from(_mm512_cmpeq_epi16_mask(self.0, other.0)),
                _ => u64::from(_mm512_cmpeq_epi32_mask(self.0, other.0)),
            }
        }
    }
    #[inline(always)]
    fn any(hits: u64) -> bool {
        hits != 0
    }
    #[inline(always)]
    fn lanes<C: Lane>(hits: u64) -> u64 {
        hits
    }
    #[inline(always)]
    fn reverse<C: Lane>(self) -> Self {
        unsafe {
            let quarters = _mm512_shuffle_i64x2::<0b00_01_10_11>(self.0, self.0);
            V512(_mm512_shuffle_epi8(quarters, _mm512_broadcast_i32x4(reversing::<C>())))
        }
    }
}

impl Row for V512 {
    type Token = Avx512;

    #[inline(always)]
    unsafe fn read(token: Avx512, at: *const u8) -> Self {
        // SAFETY: the caller vouches for the bytes.
        unsafe { Vector::read(token, at) }
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Vector::or(self, other)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Vector::without(self, other)
    }
    #[inline(always)]
    fn shift_down(self, bits: u32) -> Self {
        unsafe {
            let above = _mm512_alignr_epi64::<1>(_mm512_setzero_si512(), self.0);
            let low = _mm512_srl_epi64(self.0, _mm_cvtsi32_si128(bits as i32));
            let high = _mm512_sll_epi64(above, _mm_cvtsi32_si128(64 - bits as i32));
            V512(_mm512_or_si512(low, high))
        }
    }
    #[inline(always)]
    fn of(_: Avx512, words: &[u64; 8]) -> Self {
        V512(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn words(self) -> [u64; 8] {
        let mut words = [0; 8];
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
        words
    }
}

impl Words for V512 {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        V512(unsafe { _mm512_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        V512(unsafe { _mm512_sub_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        V512(unsafe { _mm512_min_epu32(self.0, other.0) })
    }
    #[inline(always)]
    fn mul_even(self, other: Self) -> Self {
        V512(unsafe { _mm512_mul_epu32(self.0, other.0) })
    }
    #[inline(always)]
    fn add64(self, other: Self) -> Self {
        V512(unsafe { _mm512_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn shr64<const BITS: u32>(self) -> Self {
        V512(unsafe { _mm512_srli_epi64::<BITS>(self.0) })
    }
    #[inline(always)]
    fn shl64<const BITS: u32>(self) -> Self {
        V512(unsafe { _mm512_slli_epi64::<BITS>(self.0) })
    }
}
