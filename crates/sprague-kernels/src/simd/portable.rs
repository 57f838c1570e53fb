//! Vectors as arrays, on any processor: the compiler makes of them what it can.

use super::level::Token;
use super::{Bytes, Lane, Level, Row, Scan, Simd, Vector, Words};

/// The token of plain Rust, which is always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Portable;

impl Simd for Portable {
    type V = Array<32>;
    type B = Array<32>;
    type W = [u64; 8];
    const SHUFFLES: bool = false;

    #[inline(always)]
    fn level(self) -> Level {
        Level::of(Token::Portable(self))
    }
}

impl From<Portable> for () {
    fn from(_: Portable) {}
}

/// The same with vectors of 64 bytes and with shuffles, so that whatever a kernel does for AVX-512 is tested
/// anywhere.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PortableWide;

#[cfg(test)]
impl Simd for PortableWide {
    type V = Array<64>;
    type B = Array<32>;
    type W = [u64; 8];
    const SHUFFLES: bool = true;

    fn level(self) -> Level {
        Level::of(Token::PortableWide(self))
    }
}

#[cfg(test)]
impl From<PortableWide> for () {
    fn from(_: PortableWide) {}
}

#[cfg(test)]
impl super::Lookups for PortableWide {
    type V = Array<64>;

    fn look_up(self, table: Array<64>, picks: Array<64>) -> Array<64> {
        Array(picks.0.map(|pick| table.0[pick as usize % 64]))
    }
    fn look_up_two(self, table: [Array<64>; 2], picks: Array<64>) -> Array<64> {
        Array(picks.0.map(|pick| table[pick as usize / 64 % 2].0[pick as usize % 64]))
    }
    fn common(self, a: Array<64>, b: Array<64>) -> u64 {
        (0..64).fold(0, |mask, i| mask | u64::from(a.0[i] & b.0[i] != 0) << i)
    }
    fn select(self, a: Array<64>, b: Array<64>, mask: u64) -> Array<64> {
        Array(std::array::from_fn(|i| if mask >> i & 1 == 1 { b.0[i] } else { a.0[i] }))
    }
    fn or_masked(self, bits: Array<64>, more: Array<64>, mask: Array<64>) -> Array<64> {
        bits.or(more.and(mask))
    }
}

/// This many bytes.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Array<const BYTES: usize>([u8; BYTES]);

impl<const BYTES: usize> Array<BYTES> {
    /// Byte by byte.
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        let mut out = self.0;
        for (x, &y) in out.iter_mut().zip(&other.0) {
            *x = f(*x, y);
        }
        Array(out)
    }

    /// 32 bits by 32 bits.
    #[inline(always)]
    fn zip32(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut out = self.0;
        for (x, y) in out.as_chunks_mut().0.iter_mut().zip(other.0.as_chunks().0) {
            *x = f(u32::from_le_bytes(*x), u32::from_le_bytes(*y)).to_le_bytes();
        }
        Array(out)
    }

    /// 64 bits by 64 bits.
    #[inline(always)]
    fn zip64(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut out = self.0;
        for (x, y) in out.as_chunks_mut().0.iter_mut().zip(other.0.as_chunks().0) {
            *x = f(u64::from_le_bytes(*x), u64::from_le_bytes(*y)).to_le_bytes();
        }
        Array(out)
    }

    /// `part` again and again.
    #[inline(always)]
    fn repeat<const N: usize>(part: [u8; N]) -> Self {
        let mut out = [0; BYTES];
        for x in out.as_chunks_mut().0 {
            *x = part;
        }
        Array(out)
    }
}

impl<const BYTES: usize> Vector for Array<BYTES> {
    type Token = ();
    const BYTES: usize = BYTES;

    #[inline(always)]
    unsafe fn read(_: (), at: *const u8) -> Self {
        // SAFETY: the caller gives as many readable bytes.
        Array(unsafe { at.cast::<[u8; BYTES]>().read() })
    }
    #[inline(always)]
    unsafe fn write(self, at: *mut u8) {
        // SAFETY: the caller gives as many writable bytes.
        unsafe { at.cast::<[u8; BYTES]>().write(self.0) }
    }
    #[inline(always)]
    fn splat8(_: (), x: u8) -> Self {
        Array([x; BYTES])
    }
    #[inline(always)]
    fn splat16(_: (), x: u16) -> Self {
        Self::repeat(x.to_le_bytes())
    }
    #[inline(always)]
    fn splat32(_: (), x: u32) -> Self {
        Self::repeat(x.to_le_bytes())
    }
    #[inline(always)]
    fn splat64(_: (), x: u64) -> Self {
        Self::repeat(x.to_le_bytes())
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |x, y| x & y)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |x, y| x | y)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |x, y| x ^ y)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |x, y| x & !y)
    }
}

impl<const BYTES: usize> Scan for Array<BYTES> {
    type Hits = Self;

    #[inline(always)]
    fn no_hits(_: ()) -> Self {
        Array([0; BYTES])
    }
    #[inline(always)]
    fn hit<C: Lane>(self, other: Self, hits: Self) -> Self {
        let mut out = hits.0;
        let differ = self.xor(other).0;
        match size_of::<C>() {
            1 => {
                for (hit, x) in out.iter_mut().zip(differ) {
                    *hit |= if x == 0 { 0xff } else { 0 };
                }
            }
            2 => {
                for (hit, x) in out.as_chunks_mut().0.iter_mut().zip(differ.as_chunks::<2>().0) {
                    let same = if *x == [0; 2] { 0xffff } else { 0 };
                    *hit = (u16::from_le_bytes(*hit) | same).to_le_bytes();
                }
            }
            _ => {
                for (hit, x) in out.as_chunks_mut().0.iter_mut().zip(differ.as_chunks::<4>().0) {
                    let same = if *x == [0; 4] { u32::MAX } else { 0 };
                    *hit = (u32::from_le_bytes(*hit) | same).to_le_bytes();
                }
            }
        }
        Array(out)
    }
    #[inline(always)]
    fn any(hits: Self) -> bool {
        hits.0.iter().fold(0, |all, x| all | x) != 0
    }
    #[inline(always)]
    fn lanes<C: Lane>(hits: Self) -> u64 {
        let lanes = hits.0.iter().step_by(size_of::<C>()).enumerate();
        lanes.fold(0, |all, (i, &hit)| all | u64::from(hit != 0) << i)
    }
    #[inline(always)]
    fn reverse<C: Lane>(self) -> Self {
        let mut out = self.0;
        out.reverse();
        for lane in out.chunks_exact_mut(size_of::<C>()) {
            lane.reverse();
        }
        Array(out)
    }
}

/// Word by word.
impl Row for [u64; 8] {
    type Token = ();

    #[inline(always)]
    unsafe fn read(_: (), at: *const u8) -> Self {
        // SAFETY: the caller gives 64 readable bytes.
        unsafe { at.cast::<[u64; 8]>().read_unaligned() }
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] | other[i])
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] & !other[i])
    }
    #[inline(always)]
    fn shift_down(self, bits: u32) -> Self {
        let above = |i: usize| if i < 7 { self[i + 1] << 1 << (63 - bits) } else { 0 };
        std::array::from_fn(|i| self[i] >> bits | above(i))
    }
    #[inline(always)]
    fn of(_: (), words: &[u64; 8]) -> Self {
        *words
    }
    #[inline(always)]
    fn words(self) -> [u64; 8] {
        self
    }
}

impl<const BYTES: usize> Words for Array<BYTES> {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip32(other, u32::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip32(other, u32::wrapping_sub)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip32(other, u32::min)
    }
    #[inline(always)]
    fn mul_even(self, other: Self) -> Self {
        self.zip64(other, |x, y| u64::from(x as u32) * u64::from(y as u32))
    }
    #[inline(always)]
    fn add64(self, other: Self) -> Self {
        self.zip64(other, u64::wrapping_add)
    }
    #[inline(always)]
    fn shr64<const BITS: u32>(self) -> Self {
        self.zip64(self, |x, _| x >> BITS)
    }
    #[inline(always)]
    fn shl64<const BITS: u32>(self) -> Self {
        self.zip64(self, |x, _| x << BITS)
    }
}

impl Bytes for Array<32> {
    #[inline(always)]
    fn both_halves(_: (), half: [u8; 16]) -> Self {
        Self::repeat(half)
    }
    #[inline(always)]
    fn shuffle(self, picks: Self) -> Self {
        Array(std::array::from_fn(|i| {
            let pick = picks.0[i];
            if pick >> 7 == 1 { 0 } else { self.0[i / 16 * 16 + pick as usize % 16] }
        }))
    }
    #[inline(always)]
    fn powers_of_two(self) -> Self {
        // By the digits of the exponent: vectors of bytes have no shift instructions.
        self.zip(self, |x, _| {
            let power = (x & 1) + 1;
            let power = if x & 2 == 0 { power } else { power << 2 };
            if x & 4 == 0 { power } else { power << 4 }
        })
    }
    #[inline(always)]
    fn same(self, other: Self) -> Self {
        self.zip(other, |x, y| if x == y { 255 } else { 0 })
    }
    #[inline(always)]
    fn same16(self, other: Self) -> Self {
        self.hit::<u16>(other, Self::no_hits(()))
    }
    #[inline(always)]
    fn sub8(self, other: Self) -> Self {
        self.zip(other, u8::wrapping_sub)
    }
    #[inline(always)]
    fn shr4(self) -> Self {
        let mut out = self.0;
        for x in out.as_chunks_mut().0 {
            *x = (u16::from_le_bytes(*x) >> 4).to_le_bytes();
        }
        Array(out)
    }
    #[inline(always)]
    fn select(self, other: Self, mask: Self) -> Self {
        Array(std::array::from_fn(|i| if mask.0[i] >> 7 == 1 { other.0[i] } else { self.0[i] }))
    }
    #[inline(always)]
    fn top_bits(self) -> u32 {
        (0..32).fold(0, |bits, i| bits | u32::from(self.0[i] >> 7) << i)
    }
    #[inline(always)]
    fn interleave_low(self, other: Self) -> Self {
        let place = |i: usize| i / 16 * 16 + i % 16 / 2;
        Array(std::array::from_fn(|i| if i % 2 == 0 { self.0[place(i)] } else { other.0[place(i)] }))
    }
    #[inline(always)]
    fn interleave_high(self, other: Self) -> Self {
        let place = |i: usize| i / 16 * 16 + 8 + i % 16 / 2;
        Array(std::array::from_fn(|i| if i % 2 == 0 { self.0[place(i)] } else { other.0[place(i)] }))
    }
    #[inline(always)]
    unsafe fn write_half<const UPPER: bool>(self, at: *mut u8) {
        let half: [u8; 16] = std::array::from_fn(|i| self.0[if UPPER { 16 + i } else { i }]);
        // SAFETY: the caller gives 16 writable bytes.
        unsafe { at.cast::<[u8; 16]>().write(half) }
    }
    #[inline(always)]
    fn transpose(rows: [Self; 8]) -> [Self; 8] {
        std::array::from_fn(|j| Array(std::array::from_fn(|i| rows[i / 4].0[4 * j + i % 4])))
    }
}
