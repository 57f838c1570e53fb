//! Tables of 64 and 128 bytes on x86-64: AVX-512 VBMI, which not every processor with 512-bit vectors has.

use super::Lookups;
use super::avx512::{Avx512, V512};
use std::arch::x86_64::*;

/// AVX-512 VBMI is there, and all of [`Avx512`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vbmi(Avx512);

impl Vbmi {
    /// The token, if the processor has the instructions.
    #[inline(always)]
    pub(crate) fn new(token: Avx512) -> Option<Self> {
        is_x86_feature_detected!("avx512vbmi").then_some(Vbmi(token))
    }
}

impl From<Vbmi> for Avx512 {
    #[inline(always)]
    fn from(token: Vbmi) -> Avx512 {
        token.0
    }
}

// SAFETY, for every block below: the token is there, so the instructions are.

impl Lookups for Vbmi {
    type V = V512;

    #[inline(always)]
    fn look_up(self, table: V512, picks: V512) -> V512 {
        V512(unsafe { _mm512_permutexvar_epi8(picks.0, table.0) })
    }
    #[inline(always)]
    fn look_up_two(self, [low, high]: [V512; 2], picks: V512) -> V512 {
        V512(unsafe { _mm512_permutex2var_epi8(low.0, picks.0, high.0) })
    }
    #[inline(always)]
    fn common(self, a: V512, b: V512) -> u64 {
        unsafe { _mm512_test_epi8_mask(a.0, b.0) }
    }
    #[inline(always)]
    fn select(self, a: V512, b: V512, mask: u64) -> V512 {
        V512(unsafe { _mm512_mask_blend_epi8(mask, a.0, b.0) })
    }
    #[inline(always)]
    fn or_masked(self, bits: V512, more: V512, mask: V512) -> V512 {
        V512(unsafe { _mm512_ternarylogic_epi32::<0b1111_1000>(bits.0, more.0, mask.0) })
    }
}
