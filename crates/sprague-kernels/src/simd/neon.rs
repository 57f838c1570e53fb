//! 128-bit vectors of 64-bit ARM, two by two: a block of 32 bytes is a pair of registers.

use super::level::Token;
use super::{Bytes, Lane, Level, Scan, Simd, Vector, Words};
use std::arch::aarch64::*;
use std::arch::is_aarch64_feature_detected;

/// NEON is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Neon(());

impl Neon {
    /// The token, if the processor has the instructions.
    pub(crate) fn new() -> Option<Self> {
        is_aarch64_feature_detected!("neon").then_some(Neon(()))
    }
}

impl Simd for Neon {
    type V = Pair;
    type B = Pair;
    type W = [u64; 8];
    const SHUFFLES: bool = true;

    #[inline(always)]
    fn level(self) -> Level {
        Level::of(Token::Neon(self))
    }
}

impl From<Neon> for () {
    #[inline(always)]
    fn from(_: Neon) {}
}

/// 256 bits, the lower half first, made with a token of NEON.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Pair(uint8x16_t, uint8x16_t);

// SAFETY, for every block below: a vector is only made with a token, and a token only where NEON is. For
// reads and writes the caller vouches for the bytes. Reinterpretations keep all bits.

/// One instruction on bytes, for both halves.
macro_rules! bytes {
    ($f:ident, $a:expr $(, $b:expr)?) => {
        Pair(unsafe { $f($a.0 $(, $b.0)?) }, unsafe { $f($a.1 $(, $b.1)?) })
    };
}

/// One instruction on 32-bit lanes, for both halves.
macro_rules! words {
    ($f:ident, $a:expr, $b:expr) => {{
        let half =
            |a, b| unsafe { vreinterpretq_u8_u32($f(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b))) };
        Pair(half($a.0, $b.0), half($a.1, $b.1))
    }};
}

impl Vector for Pair {
    type Token = Neon;
    const BYTES: usize = 32;

    #[inline(always)]
    unsafe fn read(_: Neon, at: *const u8) -> Self {
        unsafe { Pair(vld1q_u8(at), vld1q_u8(at.add(16))) }
    }
    #[inline(always)]
    unsafe fn write(self, at: *mut u8) {
        unsafe {
            vst1q_u8(at, self.0);
            vst1q_u8(at.add(16), self.1);
        }
    }
    #[inline(always)]
    fn splat8(_: Neon, x: u8) -> Self {
        let half = unsafe { vdupq_n_u8(x) };
        Pair(half, half)
    }
    #[inline(always)]
    fn splat16(_: Neon, x: u16) -> Self {
        let half = unsafe { vreinterpretq_u8_u16(vdupq_n_u16(x)) };
        Pair(half, half)
    }
    #[inline(always)]
    fn splat32(_: Neon, x: u32) -> Self {
        let half = unsafe { vreinterpretq_u8_u32(vdupq_n_u32(x)) };
        Pair(half, half)
    }
    #[inline(always)]
    fn splat64(_: Neon, x: u64) -> Self {
        let half = unsafe { vreinterpretq_u8_u64(vdupq_n_u64(x)) };
        Pair(half, half)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        bytes!(vandq_u8, self, other)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        bytes!(vorrq_u8, self, other)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        bytes!(veorq_u8, self, other)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        bytes!(vbicq_u8, self, other)
    }
}

impl Scan for Pair {
    type Hits = Pair;

    #[inline(always)]
    fn no_hits(token: Neon) -> Self {
        Self::zero(token)
    }
    #[inline(always)]
    fn hit<C: Lane>(self, other: Self, hits: Self) -> Self {
        let half = |a, b| unsafe {
            match size_of::<C>() {
                1 => vceqq_u8(a, b),
                2 => vreinterpretq_u8_u16(vceqq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b))),
                _ => vreinterpretq_u8_u32(vceqq_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b))),
            }
        };
        hits.or(Pair(half(self.0, other.0), half(self.1, other.1)))
    }
    #[inline(always)]
    fn any(hits: Self) -> bool {
        unsafe { vmaxvq_u32(vreinterpretq_u32_u8(vorrq_u8(hits.0, hits.1))) != 0 }
    }
    #[inline(always)]
    fn lanes<C: Lane>(hits: Self) -> u64 {
        let mut bytes = [0u8; 32];
        hits.store(&mut bytes);
        let lanes = bytes.iter().step_by(size_of::<C>()).enumerate();
        lanes.fold(0, |all, (i, &hit)| all | u64::from(hit != 0) << i)
    }
    #[inline(always)]
    fn reverse<C: Lane>(self) -> Self {
        let half = |a| unsafe {
            let doubles = match size_of::<C>() {
                1 => vrev64q_u8(a),
                2 => vreinterpretq_u8_u16(vrev64q_u16(vreinterpretq_u16_u8(a))),
                _ => vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(a))),
            };
            vextq_u8::<8>(doubles, doubles)
        };
        Pair(half(self.1), half(self.0))
    }
}

impl Words for Pair {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        words!(vaddq_u32, self, other)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        words!(vsubq_u32, self, other)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        words!(vminq_u32, self, other)
    }
    #[inline(always)]
    fn mul_even(self, other: Self) -> Self {
        let half = |a, b| unsafe {
            let (a, b) = (vmovn_u64(vreinterpretq_u64_u8(a)), vmovn_u64(vreinterpretq_u64_u8(b)));
            vreinterpretq_u8_u64(vmull_u32(a, b))
        };
        Pair(half(self.0, other.0), half(self.1, other.1))
    }
    #[inline(always)]
    fn add64(self, other: Self) -> Self {
        let half = |a, b| unsafe {
            vreinterpretq_u8_u64(vaddq_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)))
        };
        Pair(half(self.0, other.0), half(self.1, other.1))
    }
    #[inline(always)]
    fn shr64<const BITS: u32>(self) -> Self {
        self.shift64(-i64::from(BITS))
    }
    #[inline(always)]
    fn shl64<const BITS: u32>(self) -> Self {
        self.shift64(i64::from(BITS))
    }
}

impl Pair {
    /// Every 64-bit lane shifted left by this many bits, right if they are negative.
    #[inline(always)]
    fn shift64(self, bits: i64) -> Self {
        let half = |a| unsafe { vreinterpretq_u8_u64(vshlq_u64(vreinterpretq_u64_u8(a), vdupq_n_s64(bits))) };
        Pair(half(self.0), half(self.1))
    }

    /// 255 where the uppermost bit of a byte is set.
    #[inline(always)]
    fn signs(self) -> Self {
        let half = |a| unsafe { vreinterpretq_u8_s8(vshrq_n_s8::<7>(vreinterpretq_s8_u8(a))) };
        Pair(half(self.0), half(self.1))
    }
}

impl Bytes for Pair {
    #[inline(always)]
    fn both_halves(_: Neon, half: [u8; 16]) -> Self {
        let half = unsafe { vld1q_u8(half.as_ptr()) };
        Pair(half, half)
    }
    #[inline(always)]
    fn shuffle(self, picks: Self) -> Self {
        // A table look-up gives 0 for every index from 16 on: bits 4 to 6 are not to count.
        let picks = picks.and(Self::splat8(Neon(()), 0x8f));
        bytes!(vqtbl1q_u8, self, picks)
    }
    #[inline(always)]
    fn powers_of_two(self) -> Self {
        let half = |a| unsafe {
            let places = vreinterpretq_s8_u8(vandq_u8(a, vdupq_n_u8(7)));
            vshlq_u8(vdupq_n_u8(1), places)
        };
        Pair(half(self.0), half(self.1))
    }
    #[inline(always)]
    fn same(self, other: Self) -> Self {
        bytes!(vceqq_u8, self, other)
    }
    #[inline(always)]
    fn same16(self, other: Self) -> Self {
        let half = |a, b| unsafe {
            vreinterpretq_u8_u16(vceqq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)))
        };
        Pair(half(self.0, other.0), half(self.1, other.1))
    }
    #[inline(always)]
    fn sub8(self, other: Self) -> Self {
        bytes!(vsubq_u8, self, other)
    }
    #[inline(always)]
    fn shr4(self) -> Self {
        let half = |a| unsafe { vreinterpretq_u8_u16(vshrq_n_u16::<4>(vreinterpretq_u16_u8(a))) };
        Pair(half(self.0), half(self.1))
    }
    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        let mask = mask.signs();
        Pair(unsafe { vbslq_u8(mask.0, other.0, self.0) }, unsafe { vbslq_u8(mask.1, other.1, self.1) })
    }
    #[inline(always)]
    fn top_bits(self) -> u32 {
        let weights = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        let bits = self.signs().and(Self::both_halves(Neon(()), weights));
        // Three rounds of neighbours' sums gather eight bytes into one.
        unsafe {
            let pairs = vpaddq_u8(bits.0, bits.1);
            let quads = vpaddq_u8(pairs, pairs);
            vgetq_lane_u32::<0>(vreinterpretq_u32_u8(vpaddq_u8(quads, quads)))
        }
    }
    #[inline(always)]
    fn interleave_low(self, other: Self) -> Self {
        bytes!(vzip1q_u8, self, other)
    }
    #[inline(always)]
    fn interleave_high(self, other: Self) -> Self {
        bytes!(vzip2q_u8, self, other)
    }
    #[inline(always)]
    unsafe fn write_half<const UPPER: bool>(self, at: *mut u8) {
        unsafe { vst1q_u8(at, if UPPER { self.1 } else { self.0 }) }
    }
    #[inline(always)]
    fn transpose(rows: [Self; 8]) -> [Self; 8] {
        // Four blocks of four by four words, each transposed, two of them exchanged.
        let block = |rows: [uint8x16_t; 4]| unsafe {
            let [a, b, c, d] = rows.map(|row| vreinterpretq_u32_u8(row));
            let wide = |x: uint32x4_t| vreinterpretq_u64_u32(x);
            let (ab, cd) = ((vtrn1q_u32(a, b), vtrn2q_u32(a, b)), (vtrn1q_u32(c, d), vtrn2q_u32(c, d)));
            [
                vtrn1q_u64(wide(ab.0), wide(cd.0)),
                vtrn1q_u64(wide(ab.1), wide(cd.1)),
                vtrn2q_u64(wide(ab.0), wide(cd.0)),
                vtrn2q_u64(wide(ab.1), wide(cd.1)),
            ]
            .map(|row| vreinterpretq_u8_u64(row))
        };
        let [a, b, c, d, e, f, g, h] = rows;
        let (upper_left, upper_right) = (block([a.0, b.0, c.0, d.0]), block([a.1, b.1, c.1, d.1]));
        let (lower_left, lower_right) = (block([e.0, f.0, g.0, h.0]), block([e.1, f.1, g.1, h.1]));
        std::array::from_fn(|i| match i {
            0..4 => Pair(upper_left[i], lower_left[i]),
            _ => Pair(upper_right[i - 4], lower_right[i - 4]),
        })
    }
}
