//! The positions of frequent codes, one bit per position: bit `x` of a bitmap is clear iff position `x` is
//! common and has the code of the bitmap.
//!
//! A bitmap read `d` places back tells for 448 heaps `n` at once whether `n − d` has the code: a *probe*. As
//! the bits tell absence, one *and* leaves the heaps for which it has not. Probes whose `d` has one remainder
//! modulo eight begin at a byte all of them if one does, so what they leave is collected first and shifted
//! once. Only frequent codes have a bitmap, and only the last few thousand positions are kept: all bitmaps
//! fit the nearest caches. When the buffer is full, what is still needed moves to the front.
//!
//! Cost: one bit a value, a load and an *and* for 256 heaps and probe; `HISTORY / 8` bytes a bitmap, and as
//! much again.

use crate::engine::sparse::sequence::Sequence;
use crate::simd::{Simd, Vector};

/// How far back a bitmap can be read, at most.
pub const HISTORY: usize = 8192;
/// Words that are read at once, the last of them to shift from.
const READ: usize = 8;
/// Words of a strip: the heaps that are looked at at once.
const WORDS: usize = READ - 1;
/// Heaps of a strip.
pub const HEAPS: usize = 64 * WORDS;
/// Bytes of a bitmap: the history, as much again to move seldom, and what is read beyond a strip.
const BYTES: usize = 2 * HISTORY / 8 + 8 * READ;
/// Probes of one remainder.
pub const PROBES: usize = 16;

/// One bit for each heap of a strip.
pub type Strip = [u64; WORDS];

/// Some probes of one remainder: how far their common byte is behind what is looked for, in bits, and the
/// bytes.
#[derive(Clone, Debug)]
pub struct Probes {
    shift: u32,
    bytes: [u32; PROBES],
}

impl Probes {
    /// Probes at bitmaps so far back, at least 1 and at most [`HISTORY`]; at least one of them, and all of
    /// one remainder.
    pub fn new(probes: &[(u16, usize)]) -> Self {
        let shift = probes[0].1.wrapping_neg() % 8;
        let byte = |(bitmap, back): (u16, usize)| bitmap as usize * BYTES + HISTORY / 8 - back.div_ceil(8);
        debug_assert!(probes.iter().all(|probe| probe.1.wrapping_neg() % 8 == shift));
        // What is said twice does no harm.
        Probes { shift: shift as u32, bytes: std::array::from_fn(|i| byte(probes[i % probes.len()]) as u32) }
    }
}

/// The bitmaps of frequent codes over the last positions.
#[derive(Clone, Debug)]
pub struct Bitmaps {
    absent: Vec<u8>,
    /// Of each code the number of its bitmap, [`NONE`] if it has none.
    bitmaps: Vec<u16>,
    /// The first bit is that of the position so far behind the history, a multiple of 64; the first position
    /// that is not taken in, at least 1, as an empty heap is no part.
    base: usize,
    end: usize,
}

/// No bitmap.
const NONE: u16 = u16::MAX;

impl Bitmaps {
    /// Bitmaps for some codes.
    pub fn new(codes: &[u16]) -> Self {
        let mut bitmaps = vec![NONE; codes.iter().max().map_or(0, |&code| code as usize + 1)];
        for (i, &code) in codes.iter().enumerate() {
            bitmaps[code as usize] = i as u16;
        }
        Bitmaps { absent: vec![u8::MAX; codes.len() * BYTES], bitmaps, base: 0, end: 1 }
    }

    /// The bitmap of a code.
    #[inline(always)]
    fn bitmap(&self, code: u16) -> Option<u16> {
        self.bitmaps.get(code as usize).copied().filter(|&bitmap| bitmap != NONE)
    }

    /// Takes in all positions of the sequence, so that the strip of `from` can be looked at; those from
    /// `from` on may have changed.
    pub fn catch_up(&mut self, seq: &Sequence<u16>, from: usize) {
        self.forget(from);
        let start = from / 64 * 64;
        if self.end + HISTORY < start || start + HISTORY + 64 * READ > self.base + 8 * BYTES {
            self.move_to(start);
        }
        for x in self.end..seq.len().min(self.base + 8 * BYTES - HISTORY) {
            if let Some(bitmap) = self.bitmap(seq.cells[x])
                && !seq.is_rare(x)
            {
                let i = x + HISTORY - self.base;
                self.absent[bitmap as usize * BYTES + i / 8] &= !(1 << (i % 8));
            }
            self.end = x + 1;
        }
    }

    /// Moves the room, so that it begins at a position.
    fn move_to(&mut self, base: usize) {
        let drop = ((base - self.base) / 8).min(BYTES);
        for bitmap in self.absent.chunks_exact_mut(BYTES) {
            bitmap.copy_within(drop.., 0);
            bitmap[BYTES - drop..].fill(u8::MAX);
        }
        (self.base, self.end) = (base, self.end.max(base.saturating_sub(HISTORY)));
    }

    /// Forgets all positions from `x` on.
    pub fn forget(&mut self, x: usize) {
        if x < self.end && x + HISTORY < self.base {
            self.absent.fill(u8::MAX);
            (self.base, self.end) = (0, 1);
        } else if x < self.end {
            let (byte, bit) = ((x + HISTORY - self.base) / 8, x % 8);
            let last = (self.end + HISTORY - self.base) / 8;
            for bitmap in self.absent.chunks_exact_mut(BYTES) {
                bitmap[byte] |= u8::MAX << bit;
                bitmap[byte + 1..=last.max(byte).min(BYTES - 1)].fill(u8::MAX);
            }
            self.end = x;
        }
    }

    /// The heaps of `open`, a part of the strip of position `from`, from which none of the probes finds its
    /// code.
    #[inline(always)]
    pub fn unseen<X: Simd>(&self, from: usize, probes: &Probes, mut open: Strip, x: X) -> Strip {
        let byte = (from / 64 * 64 - self.base) / 8;
        let (mut low, mut high) = (X::B::splat8(x.into(), 255), X::B::splat8(x.into(), 255));
        for probe in probes.bytes {
            let bytes = &self.absent[byte + probe as usize..][..8 * READ];
            low = low.and(X::B::load(x.into(), bytes));
            high = high.and(X::B::load(x.into(), &bytes[4 * READ..]));
        }
        let mut bytes = [0u8; 8 * READ];
        low.store(&mut bytes);
        high.store(&mut bytes[4 * READ..]);
        let mut words = [0; READ];
        for i in 0..READ {
            words[i] = u64::from_le_bytes(*bytes[8 * i..].first_chunk().expect("eight bytes"));
        }
        for i in 0..WORDS {
            open[i] &= words[i] >> probes.shift | words[i + 1] << 1 << (63 - probes.shift);
        }
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sparse::split::Split;
    use crate::simd::{dispatch, every_level};

    dispatch! {
        fn unseen_by(bitmaps: &Bitmaps, from: usize, probes: &Probes, open: Strip) -> Strip = Bitmaps::unseen
    }

    /// A sequence of so many codes, some of its positions rare.
    fn sequence(len: usize) -> Sequence<u16> {
        let split = Split { mask: 1, parity: false, offset: 0 };
        let cells = (0..len).map(|x| (x * x / 7 % 301) as u16).collect();
        Sequence::of_codes(split, cells, (1..len).filter(|x| x % 31 == 5).collect())
    }

    /// Probes see what stands there, wherever the strip begins, after the room has moved and positions were
    /// forgotten.
    #[test]
    fn probes_see_what_is_there() {
        let codes = [0, 3, 77, 300, 41];
        let mut bitmaps = Bitmaps::new(&codes);
        let mut from = 700;
        while from < 20000 {
            // What is known behind the strip's end does no harm, nor does what was wrong before.
            let seq = sequence(from + 500);
            let mut wrong = seq.clone();
            wrong.cells[from..].fill(77);
            bitmaps.catch_up(&wrong, from);
            bitmaps.catch_up(&seq, from);
            let start = from / 64 * 64;
            for back in [1, 2, 7, 8, 9, 63, 64, 65, 500, HISTORY].into_iter().filter(|&back| back < from) {
                for other in [back + 8, back + 16 * 8].into_iter().filter(|&other| other <= HISTORY) {
                    let probes = Probes::new(&[(2, back), (4, other)]);
                    let sees = |x: usize, code: u16| x > 0 && seq.cells[x] == code && !seq.is_rare(x);
                    for level in every_level() {
                        let unseen = unseen_by(level, &bitmaps, from, &probes, [u64::MAX; WORDS]);
                        for n in from..(start + HEAPS).min(seq.len()) {
                            let seen = n > back && sees(n - back, 77) || n > other && sees(n - other, 41);
                            let open = unseen[(n - start) / 64] >> (n % 64) & 1 == 1;
                            assert_eq!(open, !seen, "{level:?} {from} {n} {back} {other}");
                        }
                    }
                }
            }
            bitmaps.forget(from + 3);
            from += 997;
        }
    }
}
