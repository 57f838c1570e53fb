//! The positions of each code, one bit per position: bit `x` of bitmap `c` is set iff position `x` is common
//! and has code `c`.
//!
//! A bitmap read `d` places back tells for 512 heaps `n` at once whether `n − d` has the code. One *or* adds
//! those for which it has. Every bitmap is kept eight times, shifted by 0 to 7 places, so that any `d` is a
//! whole number of bytes in one of them, and a probe is a load. Only the last few thousand positions are
//! kept; when the buffer is full, what is still needed moves to the front. Cost: for each code and 64 values
//! two compares of 32 bytes and seven words shifted; `codes` bytes for each position kept.

use crate::engine::cell::largest;
use crate::engine::sparse::sequence::Sequence;
use crate::simd::{Bytes, Simd, Vector};

/// How far back a bitmap can be read, at most.
pub const HISTORY: usize = 1024;
/// Words of a strip: the heaps that are looked at at once.
const STRIP: usize = 8;
/// Heaps of a strip.
pub const HEAPS: usize = 64 * STRIP;
/// What stands for no code.
const NONE: u8 = u8::MAX;
/// Words of a bitmap: the history, as much again to move seldom, a strip that begins inside a word, and one
/// more.
const WORDS: usize = 2 * HISTORY / 64 + 2 * STRIP + 1;
const BYTES: usize = 8 * WORDS;
/// Words that are dropped when the room is used up.
const DROP: usize = WORDS - STRIP - 1 - HISTORY / 64;

/// Bytes of all bitmaps, a power of two: there are fewer than 64 codes.
const ROOM: usize = (64 * 8 * BYTES).next_power_of_two();

/// One bit for each heap of a strip.
pub type Strip = [u64; STRIP];

/// The bitmaps of all codes over the last positions.
#[derive(Clone, Debug)]
pub struct Bitmaps {
    /// Bitmap after bitmap, those of a code shifted by 0 to 7 places. Of a length that is known, so that a
    /// probe needs no test.
    bits: Box<[u8; ROOM + 8 * STRIP]>,
    /// How many codes have bitmaps.
    codes: usize,
    /// The position of the first bit, a multiple of 64.
    base: usize,
}

/// Where to read from any heap: which byte of all bitmaps, counted from that of the heap in the first bitmap.
#[derive(Clone, Copy, Debug)]
pub struct Probe(i32);

impl Probe {
    /// Probes for a code so far back: at least 1 and at most [`HISTORY`].
    pub fn new(code: u8, back: usize) -> Self {
        let bytes = back.div_ceil(8);
        let bitmap = 8 * code as usize + (8 * bytes - back);
        Probe((bitmap * BYTES) as i32 - bytes as i32)
    }
}

impl Bitmaps {
    /// The bitmaps of all codes of a sequence over its end.
    pub fn new(seq: &Sequence<u8>) -> Self {
        // Pages of codes that are never met are never touched.
        let bits = vec![0; ROOM + 8 * STRIP].into_boxed_slice().try_into().expect("its length");
        let mut bitmaps = Bitmaps { bits, codes: 0, base: 0 };
        bitmaps.begin(seq);
        bitmaps
    }

    /// Starts over with the end of a sequence; codes that have a bitmap keep it.
    pub fn begin(&mut self, seq: &Sequence<u8>) {
        self.codes = self.codes.max(largest(&seq.cells) as usize + 1);
        self.bitmaps().fill(0);
        self.base = seq.len().saturating_sub(HISTORY) / 64 * 64;
        for x in (self.base.max(1)..seq.len()).filter(|&x| !seq.is_rare(x)) {
            self.set(seq.cells[x], x);
        }
        for x in (self.base..seq.len()).step_by(HEAPS) {
            self.close(x);
        }
    }

    /// Makes room for the strip that begins in the word of position `from`; the end of that strip.
    #[inline(always)]
    pub fn open(&mut self, from: usize) -> usize {
        let word = (from - self.base) / 64;
        if word + STRIP >= WORDS {
            for bitmap in self.bitmaps().chunks_exact_mut(BYTES) {
                let kept: [u64; WORDS - DROP] = words(bitmap, 8 * DROP);
                put_words(bitmap, 0, kept);
                put_words(bitmap, 8 * (WORDS - DROP), [0; DROP]);
            }
            self.base += 64 * DROP;
        }
        from / 64 * 64 + HEAPS
    }

    /// The positions from `from` on, the end of the strip that begins in its word, are common and have these
    /// codes.
    #[inline(always)]
    pub fn record<X: Simd>(&mut self, cells: &[u8], from: usize, x: X) {
        self.codes = self.codes.max(largest(&cells[from..]) as usize + 1);
        for start in (from / 64 * 64..cells.len()).step_by(64) {
            let mut codes = [NONE; 64];
            let (first, end) = (from.max(start), cells.len().min(start + 64));
            codes[first - start..end - start].copy_from_slice(&cells[first..end]);
            let (low, high) = (X::B::load(x.into(), &codes), X::B::load(x.into(), &codes[32..]));
            let byte = (start - self.base) / 8;
            for (code, bitmap) in (0..).zip(self.bitmaps().chunks_exact_mut(8 * BYTES)) {
                let code = X::B::splat8(x.into(), code);
                let here = low.same(code).top_bits() as u64 | (high.same(code).top_bits() as u64) << 32;
                let [before] = words(bitmap, byte);
                put_words(bitmap, byte, [before | here]);
            }
        }
    }

    /// Position `x` is common and has the code.
    fn set(&mut self, code: u8, x: usize) {
        let i = x - self.base;
        self.bits[8 * code as usize * BYTES + i / 8] |= 1 << (i % 8);
    }

    /// The bitmaps of the codes that have some.
    #[inline(always)]
    fn bitmaps(&mut self) -> &mut [u8] {
        &mut self.bits[..8 * self.codes * BYTES]
    }

    /// The positions of the strip that begins in the word of position `from` have been set: they can be
    /// looked at.
    #[inline(always)]
    pub fn close(&mut self, from: usize) {
        // The word before it is shifted too, and what comes behind it is not looked at.
        let first = ((from - self.base) / 64).saturating_sub(1);
        for bitmaps in self.bitmaps().chunks_exact_mut(8 * BYTES) {
            let run: [u64; STRIP + 2] = words(bitmaps, 8 * first);
            for k in 1..8 {
                let mut shifted = [0; STRIP + 1];
                for i in 0..shifted.len() {
                    shifted[i] = run[i] >> k | run[i + 1] << (64 - k);
                }
                put_words(bitmaps, k * BYTES + 8 * first, shifted);
            }
        }
    }

    /// Forgets all positions from `x` on.
    pub fn forget(&mut self, x: usize) {
        let (byte, bit) = ((x - self.base) / 8, x % 8);
        for bitmaps in self.bitmaps().chunks_exact_mut(8 * BYTES) {
            bitmaps[byte] &= !(u8::MAX << bit);
            bitmaps[byte + 1..BYTES].fill(0);
        }
    }

    /// The heaps of `open`, a part of the strip of position `from`, from which none of some probes finds its
    /// code.
    #[inline(always)]
    pub fn unseen(&self, from: usize, probes: &[Probe], mut open: Strip) -> Strip {
        let byte = self.byte(from) as isize;
        let mut seen = [0; STRIP];
        for probe in probes {
            let at = byte + probe.0 as isize;
            debug_assert!((0..(8 * self.codes * BYTES) as isize).contains(&at));
            let strip: Strip = words(&*self.bits, at as usize % ROOM);
            for i in 0..STRIP {
                seen[i] |= strip[i];
            }
        }
        for i in 0..STRIP {
            open[i] &= !seen[i];
        }
        open
    }

    /// How many codes have bitmaps.
    pub fn codes(&self) -> usize {
        self.codes
    }

    /// The strip that begins in the word of position `from`: which of its heaps have the code, which has a
    /// bitmap.
    #[inline(always)]
    pub fn here(&self, code: usize, from: usize) -> Strip {
        words(&*self.bits, 8 * code * BYTES + self.byte(from))
    }

    /// The byte of a bitmap in which the strip of position `from` begins.
    #[inline(always)]
    fn byte(&self, from: usize) -> usize {
        (from / 64 * 64 - self.base) / 8
    }
}

/// The words that begin at a byte.
#[inline(always)]
fn words<const N: usize>(bytes: &[u8], from: usize) -> [u64; N] {
    let bytes = &bytes[from..from + 8 * N];
    let mut words = [0; N];
    for i in 0..N {
        words[i] = u64::from_le_bytes(*bytes[8 * i..].first_chunk().expect("eight bytes"));
    }
    words
}

/// Replaces the words that begin at a byte.
#[inline(always)]
fn put_words<const N: usize>(bytes: &mut [u8], from: usize, words: [u64; N]) {
    let bytes = &mut bytes[from..from + 8 * N];
    for i in 0..N {
        bytes[8 * i..8 * i + 8].copy_from_slice(&words[i].to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sparse::split::Split;
    use crate::simd::{Level, dispatch, every_level};

    /// A sequence of a few thousand codes, some of its positions rare.
    fn sequence(len: usize) -> Sequence<u8> {
        let split = Split { mask: 1, parity: false, offset: 0 };
        let cells = (0..len).map(|x| (x * x / 7 % 13) as u8).collect();
        Sequence::of_codes(split, cells, (1..len).filter(|x| x % 31 == 5).collect())
    }

    dispatch! {
        fn record(bitmaps: &mut Bitmaps, cells: &[u8], from: usize) = Bitmaps::record
    }

    /// Probes see what stands there, wherever the strip and the room begin, after positions were forgotten
    /// too.
    #[test]
    fn probes_see_what_is_there() {
        let seq = sequence(6000);
        every_level().into_iter().for_each(|level| probes_see_what_is_there_at(level, &seq));
    }

    fn probes_see_what_is_there_at(level: Level, seq: &Sequence<u8>) {
        let mut bitmaps = Bitmaps::new(&sequence(2000));
        let mut from = 2000;
        while from + HEAPS < seq.len() {
            for forgotten in [true, false] {
                let end = bitmaps.open(from);
                let mut cells = seq.cells[..end].to_vec();
                if forgotten {
                    cells[from..].fill(3);
                }
                record(level, &mut bitmaps, &cells, from);
                if forgotten {
                    bitmaps.forget(from);
                }
            }
            bitmaps.close(from);
            let start = from / 64 * 64;
            for back in [1, 2, 7, 8, 9, 63, 64, 65, 500, HISTORY] {
                for code in 0..13 {
                    let unseen = bitmaps.unseen(from, &[Probe::new(code, back)], [u64::MAX; STRIP]);
                    for i in from - start..HEAPS {
                        let x = start + i - back;
                        let seen = seq.cells[x] == code && (x >= 2000 || x % 31 != 5);
                        assert_eq!(unseen[i / 64] >> (i % 64) & 1 == 0, seen, "{from} {i} {back} {code}");
                    }
                }
            }
            from = start + HEAPS - 5;
            // The next strip begins inside this one's last word.
            bitmaps.forget(from);
        }
    }

    /// A probe stays good when the codes it asks for are gone from the sequence.
    #[test]
    fn planes_that_begin_anew_keep_their_codes() {
        let mut bitmaps = Bitmaps::new(&sequence(2000));
        let zeros = Sequence::of_codes(sequence(1).split, vec![0; 1500], vec![]);
        bitmaps.begin(&zeros);
        bitmaps.open(1500);
        bitmaps.close(1500);
        let unseen = |code: u8| bitmaps.unseen(1500, &[Probe::new(code, 700)], [u64::MAX; STRIP]);
        assert_eq!((unseen(0), unseen(12)), ([0; STRIP], [u64::MAX; STRIP]));
    }
}
