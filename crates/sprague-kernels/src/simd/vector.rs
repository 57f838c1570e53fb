//! The primitives that kernels are written in.
//!
//! Two widths. `Simd::V` is the widest vector there is, for scans of any length. `Simd::B` has 32 bytes
//! whatever the instructions, for algorithms whose blocks have 32 lanes; its byte shuffles work on two halves
//! of sixteen bytes.

use super::Level;

/// What a lane of a vector can hold: an unsigned integer of one, two or four bytes, without padding.
pub(crate) trait Lane: Copy + Eq + Send + Sync + 'static {
    /// The number as 32 bits.
    fn bits(self) -> u32;
}

macro_rules! lane {
    ($($t:ty),*) => {$(
        impl Lane for $t {
            #[inline(always)]
            fn bits(self) -> u32 {
                self as u32
            }
        }
    )*};
}
lane!(u8, u16, u32);

/// A token: its instructions are there. Every method of what it makes is `#[inline(always)]`, so that it is
/// compiled for the instructions of the kernel that uses it.
pub(crate) trait Simd: Copy + Send + Sync + 'static {
    /// The widest vectors.
    type V: Vector<Token: From<Self>> + Scan + Words;
    /// Vectors of 32 bytes.
    type B: Vector<Token: From<Self>> + Scan + Words + Bytes;
    /// Rows of 512 bits.
    type W: Row<Token: From<Self>>;
    /// Whether [`Bytes::shuffle`] is one instruction. Where it is not, kernels that live on it go lane by
    /// lane.
    const SHUFFLES: bool;
    /// `bits`, and those of `more` that `mask` has.
    #[inline(always)]
    fn or_masked(self, bits: Self::B, more: Self::B, mask: Self::B) -> Self::B {
        bits.or(more.and(mask))
    }
    /// The level it belongs to: with it a function made by `dispatch!` can be called that is not to be
    /// inlined.
    fn level(self) -> Level;
}

/// Loads, stores and bits.
pub(crate) trait Vector: Copy {
    /// What has to be there to make one.
    type Token: Copy;
    /// Its size.
    const BYTES: usize;

    /// Reads `BYTES` bytes.
    ///
    /// # Safety
    /// There are `BYTES` readable bytes at `at`, of any alignment.
    unsafe fn read(token: Self::Token, at: *const u8) -> Self;
    /// Writes `BYTES` bytes.
    ///
    /// # Safety
    /// There are `BYTES` writable bytes at `at`, of any alignment.
    unsafe fn write(self, at: *mut u8);
    /// All bytes.
    fn splat8(token: Self::Token, x: u8) -> Self;
    /// All 16-bit lanes.
    fn splat16(token: Self::Token, x: u16) -> Self;
    /// All 32-bit lanes.
    fn splat32(token: Self::Token, x: u32) -> Self;
    /// All 64-bit lanes.
    fn splat64(token: Self::Token, x: u64) -> Self;
    /// Bitwise and.
    fn and(self, other: Self) -> Self;
    /// Bitwise or.
    fn or(self, other: Self) -> Self;
    /// Bitwise exclusive or.
    fn xor(self, other: Self) -> Self;
    /// The bits that `other` has not.
    fn without(self, other: Self) -> Self;

    /// No bits.
    #[inline(always)]
    fn zero(token: Self::Token) -> Self {
        Self::splat32(token, 0)
    }

    /// The first bytes of a slice.
    ///
    /// # Panics
    /// If there are fewer than `BYTES`.
    #[inline(always)]
    fn load<C: Lane>(token: Self::Token, from: &[C]) -> Self {
        assert!(size_of_val(from) >= Self::BYTES);
        // SAFETY: as many bytes are there by the assertion, and a lane has no padding.
        unsafe { Self::read(token, from.as_ptr().cast()) }
    }

    /// Replaces the first bytes of a slice.
    ///
    /// # Panics
    /// If there are fewer than `BYTES`.
    #[inline(always)]
    fn store<C: Lane>(self, to: &mut [C]) {
        assert!(size_of_val(to) >= Self::BYTES);
        // SAFETY: as many bytes are there by the assertion, and any bytes are a good lane.
        unsafe { self.write(to.as_mut_ptr().cast()) }
    }

    /// All lanes.
    #[inline(always)]
    fn splat<C: Lane>(token: Self::Token, x: C) -> Self {
        match size_of::<C>() {
            1 => Self::splat8(token, x.bits() as u8),
            2 => Self::splat16(token, x.bits() as u16),
            _ => Self::splat32(token, x.bits()),
        }
    }
}

/// Comparing lanes, for searches.
pub(crate) trait Scan: Vector {
    /// Lanes that agreed somewhere.
    type Hits: Copy;
    /// No lanes.
    fn no_hits(token: Self::Token) -> Self::Hits;
    /// Adds the lanes in which the two agree.
    fn hit<C: Lane>(self, other: Self, hits: Self::Hits) -> Self::Hits;
    /// Is there any lane?
    fn any(hits: Self::Hits) -> bool;
    /// The lanes, one bit for each.
    fn lanes<C: Lane>(hits: Self::Hits) -> u64;
    /// The lanes in reverse order.
    fn reverse<C: Lane>(self) -> Self;
}

/// 512 consecutive bits, the lowest first, whatever the instructions.
pub(crate) trait Row: Copy {
    /// What has to be there to make one.
    type Token: Copy;

    /// Reads 64 bytes.
    ///
    /// # Safety
    /// There are 64 readable bytes at `at`, of any alignment.
    unsafe fn read(token: Self::Token, at: *const u8) -> Self;
    /// The bits of either.
    fn or(self, other: Self) -> Self;
    /// The bits that `other` has not.
    fn without(self, other: Self) -> Self;
    /// Drops the lowest `bits` bits, fewer than 64; zeros come in from above.
    fn shift_down(self, bits: u32) -> Self;
    /// Of words.
    fn of(token: Self::Token, words: &[u64; 8]) -> Self;
    /// As words.
    fn words(self) -> [u64; 8];
}

/// Arithmetic of 32-bit lanes. A vector is also half as many numbers of 64 bits, the even lane being the low
/// half.
pub(crate) trait Words: Vector {
    /// Number of 32-bit lanes.
    const N: usize = Self::BYTES / 4;
    /// Lane by lane sum modulo 2^32.
    fn add(self, other: Self) -> Self;
    /// Lane by lane difference modulo 2^32.
    fn sub(self, other: Self) -> Self;
    /// Lane by lane unsigned minimum.
    fn min(self, other: Self) -> Self;
    /// 64-bit products of the even lanes.
    fn mul_even(self, other: Self) -> Self;
    /// 64-bit sums modulo 2^64.
    fn add64(self, other: Self) -> Self;
    /// Every 64-bit lane shifted right.
    fn shr64<const BITS: u32>(self) -> Self;
    /// Every 64-bit lane shifted left.
    fn shl64<const BITS: u32>(self) -> Self;

    /// `a + b mod m` for residues in `[0, m)`, `m < 2^31` in every lane of `modulus`: of `t = a + b` and `t −
    /// m` the wrong one is the larger one.
    #[inline(always)]
    fn add_mod(self, other: Self, modulus: Self) -> Self {
        let t = self.add(other);
        t.min(t.sub(modulus))
    }

    /// `a − b mod m` for residues in `[0, m)`.
    #[inline(always)]
    fn sub_mod(self, other: Self, modulus: Self) -> Self {
        let t = self.sub(other);
        t.min(t.add(modulus))
    }

    /// Odd lanes at even places.
    #[inline(always)]
    fn high(self) -> Self {
        self.shr64::<32>()
    }

    /// Even lanes at odd places.
    #[inline(always)]
    fn low_to_high(self) -> Self {
        self.shl64::<32>()
    }
}

/// Work on 32 bytes.
pub(crate) trait Bytes: Vector {
    /// Both halves.
    fn both_halves(token: Self::Token, half: [u8; 16]) -> Self;
    /// For each byte of `picks` the entry of the sixteen in its half that bits 0 to 3 tell, and 0 if bit 7 is
    /// set.
    fn shuffle(self, picks: Self) -> Self;
    /// `2^(x mod 8)` for every byte `x`.
    fn powers_of_two(self) -> Self;
    /// 255 where two bytes agree, else 0.
    fn same(self, other: Self) -> Self;
    /// All bits of the 16-bit lanes that agree, none of the others.
    fn same16(self, other: Self) -> Self;
    /// Differences modulo 256.
    fn sub8(self, other: Self) -> Self;
    /// Every 16-bit lane shifted right by four: the upper half of each byte moves down, with bits of its
    /// neighbour above.
    fn shr4(self) -> Self;
    /// The bytes of `other` where the uppermost bit of `mask` is set.
    fn select(self, other: Self, mask: Self) -> Self;
    /// The uppermost bits of all bytes.
    fn top_bits(self) -> u32;
    /// The lower eight bytes of each half, by turns from one and the other.
    fn interleave_low(self, other: Self) -> Self;
    /// The upper eight bytes of each half, by turns from one and the other.
    fn interleave_high(self, other: Self) -> Self;
    /// Writes the lower or the upper half.
    ///
    /// # Safety
    /// There are 16 writable bytes at `at`, of any alignment.
    unsafe fn write_half<const UPPER: bool>(self, at: *mut u8);
    /// Eight rows of eight 32-bit lanes, transposed.
    fn transpose(rows: [Self; 8]) -> [Self; 8];
}

/// Tables of 64 and 128 bytes, looked up by 64 bytes at once, where that is one instruction.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub(crate) trait Lookups: Copy + Send + Sync + 'static {
    /// 64 bytes.
    type V: Vector<Token: From<Self>>;
    /// For each byte of `picks` the entry of 64 that its lower six bits tell.
    fn look_up(self, table: Self::V, picks: Self::V) -> Self::V;
    /// For each byte of `picks` the entry of 128 that its lower seven bits tell.
    fn look_up_two(self, table: [Self::V; 2], picks: Self::V) -> Self::V;
    /// The bytes in which two vectors have a bit in common, as a bit each.
    fn common(self, a: Self::V, b: Self::V) -> u64;
    /// The bytes of `b` where `mask` has a bit, else those of `a`.
    fn select(self, a: Self::V, b: Self::V, mask: u64) -> Self::V;
    /// `bits`, and those of `more` that `mask` has.
    fn or_masked(self, bits: Self::V, more: Self::V, mask: Self::V) -> Self::V;
}
