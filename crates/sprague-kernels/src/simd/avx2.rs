//! 256-bit vectors of x86-64.

use super::level::Token;
use super::{Bytes, Lane, Level, Row, Scan, Simd, Vector, Words};
use std::arch::x86_64::*;

/// AVX2, BMI1, BMI2, POPCNT and LZCNT are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The token, if the processor has the instructions.
    pub(crate) fn new() -> Option<Self> {
        let here = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        here.then_some(Avx2(()))
    }
}

impl Simd for Avx2 {
    type V = V256;
    type B = V256;
    type W = [V256; 2];
    const SHUFFLES: bool = true;

    #[inline(always)]
    fn level(self) -> Level {
        Level::of(Token::Avx2(self))
    }
}

/// 256 bits, made with a token of AVX2.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct V256(pub(super) __m256i);

// SAFETY, for every block below: a vector is only made with a token, and a token only where AVX2 is. For
// reads and writes the caller vouches for the bytes.

impl Vector for V256 {
    type Token = Avx2;
    const BYTES: usize = 32;

    #[inline(always)]
    unsafe fn read(_: Avx2, at: *const u8) -> Self {
        V256(unsafe { _mm256_loadu_si256(at.cast()) })
    }
    #[inline(always)]
    unsafe fn write(self, at: *mut u8) {
        unsafe { _mm256_storeu_si256(at.cast(), self.0) }
    }
    #[inline(always)]
    fn splat8(_: Avx2, x: u8) -> Self {
        V256(unsafe { _mm256_set1_epi8(x as i8) })
    }
    #[inline(always)]
    fn splat16(_: Avx2, x: u16) -> Self {
        V256(unsafe { _mm256_set1_epi16(x as i16) })
    }
    #[inline(always)]
    fn splat32(_: Avx2, x: u32) -> Self {
        V256(unsafe { _mm256_set1_epi32(x as i32) })
    }
    #[inline(always)]
    fn splat64(_: Avx2, x: u64) -> Self {
        V256(unsafe { _mm256_set1_epi64x(x as i64) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        V256(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        V256(unsafe { _mm256_or_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        V256(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        V256(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }
}

impl Scan for V256 {
    type Hits = V256;

    #[inline(always)]
    fn no_hits(token: Avx2) -> Self {
        Self::zero(token)
    }
    #[inline(always)]
    fn hit<C: Lane>(self, other: Self, hits: Self) -> Self {
        let same = unsafe {
            match size_of::<C>() {
                1 => _mm256_cmpeq_epi8(self.0, other.0),
                2 => _mm256_cmpeq_epi16(self.0, other.0),
                _ => _mm256_cmpeq_epi32(self.0, other.0),
            }
        };
        hits.or(V256(same))
    }
    #[inline(always)]
    fn any(hits: Self) -> bool {
        unsafe { _mm256_movemask_epi8(hits.0) != 0 }
    }
    #[inline(always)]
    fn lanes<C: Lane>(hits: Self) -> u64 {
        let bytes = hits.top_bits();
        u64::from(match size_of::<C>() {
            1 => bytes,
            // SAFETY: BMI2 belongs to the token.
            2 => unsafe { _pext_u32(bytes, 0x5555_5555) },
            _ => unsafe { _pext_u32(bytes, 0x1111_1111) },
        })
    }
    #[inline(always)]
    fn reverse<C: Lane>(self) -> Self {
        unsafe {
            let halves = _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0);
            V256(_mm256_shuffle_epi8(halves, _mm256_broadcastsi128_si256(reversing::<C>())))
        }
    }
}

/// Which bytes reverse the lanes of sixteen bytes.
#[inline(always)]
pub(super) fn reversing<C: Lane>() -> __m128i {
    let width = size_of::<C>();
    let mut bytes = [0u8; 16];
    for i in 0..16 {
        bytes[i] = (16 - width - i / width * width + i % width) as u8;
    }
    // SAFETY: both have sixteen bytes, and any of them are good.
    unsafe { std::mem::transmute(bytes) }
}

/// Two vectors, the lower half first.
impl Row for [V256; 2] {
    type Token = Avx2;

    #[inline(always)]
    unsafe fn read(token: Avx2, at: *const u8) -> Self {
        // SAFETY: the caller vouches for the bytes.
        unsafe { [Vector::read(token, at), Vector::read(token, at.add(32))] }
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        [self[0].or(other[0]), self[1].or(other[1])]
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        [self[0].without(other[0]), self[1].without(other[1])]
    }
    #[inline(always)]
    fn shift_down(self, bits: u32) -> Self {
        unsafe {
            let [low, high] = [self[0].0, self[1].0];
            // The words one place further up.
            let above_low = _mm256_permute4x64_epi64::<0b00_11_10_01>(_mm256_blend_epi32::<3>(low, high));
            let none = _mm256_setzero_si256();
            let above_high = _mm256_permute4x64_epi64::<0b00_11_10_01>(_mm256_blend_epi32::<3>(high, none));
            let (down, up) = (_mm_cvtsi32_si128(bits as i32), _mm_cvtsi32_si128(64 - bits as i32));
            [
                V256(_mm256_or_si256(_mm256_srl_epi64(low, down), _mm256_sll_epi64(above_low, up))),
                V256(_mm256_or_si256(_mm256_srl_epi64(high, down), _mm256_sll_epi64(above_high, up))),
            ]
        }
    }
    #[inline(always)]
    fn of(token: Avx2, words: &[u64; 8]) -> Self {
        // SAFETY: eight words have 64 bytes.
        unsafe { Row::read(token, words.as_ptr().cast()) }
    }
    #[inline(always)]
    fn words(self) -> [u64; 8] {
        let mut words = [0u64; 8];
        // SAFETY: eight words have 64 bytes.
        unsafe {
            self[0].write(words.as_mut_ptr().cast());
            self[1].write(words[4..].as_mut_ptr().cast());
        }
        words
    }
}

impl Words for V256 {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        V256(unsafe { _mm256_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        V256(unsafe { _mm256_sub_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        V256(unsafe { _mm256_min_epu32(self.0, other.0) })
    }
    #[inline(always)]
    fn mul_even(self, other: Self) -> Self {
        V256(unsafe { _mm256_mul_epu32(self.0, other.0) })
    }
    #[inline(always)]
    fn add64(self, other: Self) -> Self {
        V256(unsafe { _mm256_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn shr64<const BITS: u32>(self) -> Self {
        V256(unsafe { _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(BITS as i32)) })
    }
    #[inline(always)]
    fn shl64<const BITS: u32>(self) -> Self {
        V256(unsafe { _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(BITS as i32)) })
    }
}

/// The powers of two below 256, a byte each.
const POWERS: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);

impl Bytes for V256 {
    #[inline(always)]
    fn both_halves(_: Avx2, half: [u8; 16]) -> Self {
        V256(unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(half.as_ptr().cast())) })
    }
    #[inline(always)]
    fn shuffle(self, picks: Self) -> Self {
        V256(unsafe { _mm256_shuffle_epi8(self.0, picks.0) })
    }
    #[inline(always)]
    fn powers_of_two(self) -> Self {
        // SAFETY: as above; a token was there when `self` was made.
        let (powers, seven) = unsafe { (_mm256_set1_epi64x(POWERS), _mm256_set1_epi8(7)) };
        V256(powers).shuffle(self.and(V256(seven)))
    }
    #[inline(always)]
    fn same(self, other: Self) -> Self {
        V256(unsafe { _mm256_cmpeq_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn same16(self, other: Self) -> Self {
        V256(unsafe { _mm256_cmpeq_epi16(self.0, other.0) })
    }
    #[inline(always)]
    fn sub8(self, other: Self) -> Self {
        V256(unsafe { _mm256_sub_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn shr4(self) -> Self {
        V256(unsafe { _mm256_srli_epi16::<4>(self.0) })
    }
    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        V256(unsafe { _mm256_blendv_epi8(self.0, other.0, mask.0) })
    }
    #[inline(always)]
    fn top_bits(self) -> u32 {
        unsafe { _mm256_movemask_epi8(self.0) as u32 }
    }
    #[inline(always)]
    fn interleave_low(self, other: Self) -> Self {
        V256(unsafe { _mm256_unpacklo_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn interleave_high(self, other: Self) -> Self {
        V256(unsafe { _mm256_unpackhi_epi8(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn write_half<const UPPER: bool>(self, at: *mut u8) {
        unsafe {
            let half =
                if UPPER { _mm256_extracti128_si256::<1>(self.0) } else { _mm256_castsi256_si128(self.0) };
            _mm_storeu_si128(at.cast(), half);
        }
    }
    #[inline(always)]
    fn transpose(v: [Self; 8]) -> [Self; 8] {
        let (mut pairs, mut quads, mut out) = (v, v, v);
        unsafe {
            for k in [0, 2, 4, 6] {
                pairs[k].0 = _mm256_unpacklo_epi32(v[k].0, v[k + 1].0);
                pairs[k + 1].0 = _mm256_unpackhi_epi32(v[k].0, v[k + 1].0);
            }
            for k in [0, 4] {
                quads[k].0 = _mm256_unpacklo_epi64(pairs[k].0, pairs[k + 2].0);
                quads[k + 1].0 = _mm256_unpackhi_epi64(pairs[k].0, pairs[k + 2].0);
                quads[k + 2].0 = _mm256_unpacklo_epi64(pairs[k + 1].0, pairs[k + 3].0);
                quads[k + 3].0 = _mm256_unpackhi_epi64(pairs[k + 1].0, pairs[k + 3].0);
            }
            for k in 0..4 {
                out[k].0 = _mm256_permute2x128_si256::<0x20>(quads[k].0, quads[k + 4].0);
                out[k + 4].0 = _mm256_permute2x128_si256::<0x31>(quads[k].0, quads[k + 4].0);
            }
        }
        out
    }
}
