//! Where each code stands, a bit a position: bit `x` of plane `c` is set iff position `x` is common and has code `c`.
//!
//! A plane read `d` places back tells for 256 heaps `n` at once whether `n − d` has the code: two loads, three shifts, an
//! or. Only the last few thousand positions are kept; when the room is used up, what is still needed moves to the front.
//! Cost: one store a value; `codes/8` bytes for each position kept.

use crate::values::engine::sparse::sequence::Sequence;

/// How far back a plane can be read, at most.
pub const HISTORY: usize = 2048;
/// Words of a strip: the heaps that are looked at at once.
pub const STRIP: usize = 4;
/// Words of a plane: the history, as much again to move seldom, and a strip that begins inside a word.
const WORDS: usize = 2 * HISTORY / 64 + 2 * STRIP;

/// One bit for each heap of a strip.
pub type Strip = [u64; STRIP];

/// The planes of all codes over the last positions.
#[derive(Clone, Debug)]
pub struct Planes {
    planes: Vec<[u64; WORDS]>,
    /// The position of the first bit, a multiple of 64.
    base: usize,
}

impl Planes {
    /// The planes of codes below `codes` over the end of a sequence.
    pub fn new(codes: usize, seq: &Sequence<u8>) -> Self {
        let base = seq.len().saturating_sub(HISTORY) / 64 * 64;
        let mut planes = Planes { planes: vec![[0; WORDS]; codes], base };
        for x in base.max(1)..seq.len() {
            if !seq.is_rare(x) {
                planes.set(seq.cells[x], x);
            }
        }
        planes
    }

    /// Makes room for the strip that begins in the word of position `from`; the end of that strip.
    pub fn open(&mut self, from: usize) -> usize {
        let word = (from - self.base) / 64;
        if word + STRIP > WORDS {
            let drop = word - HISTORY / 64;
            for plane in &mut self.planes {
                plane.copy_within(drop.., 0);
                plane[WORDS - drop..].fill(0);
            }
            self.base += 64 * drop;
        }
        (from / 64 + STRIP) * 64
    }

    /// Position `x` is common and has the code.
    #[inline(always)]
    pub fn set(&mut self, code: u8, x: usize) {
        let i = x - self.base;
        self.planes[code as usize][i / 64] |= 1 << (i % 64);
    }

    /// Forgets all positions from `x` on.
    pub fn forget(&mut self, x: usize) {
        let (word, bit) = ((x - self.base) / 64, x % 64);
        for plane in &mut self.planes {
            plane[word] &= (1 << bit) - 1;
            plane[word + 1..].fill(0);
        }
    }

    /// The strip that begins in the word of position `from`: bit `i` tells whether its `i`-th heap, minus `d`, has the code.
    /// `d` is at least 1 and at most [`HISTORY`].
    #[inline(always)]
    pub fn back(&self, code: usize, from: usize, d: usize) -> Strip {
        let start = from / 64 * 64 - self.base - d;
        let (word, k) = (start / 64, start % 64);
        let run: &[u64; STRIP + 1] =
            self.planes[code][word..].first_chunk().expect("a strip has been opened");
        let mut strip = [0; STRIP];
        for i in 0..STRIP {
            strip[i] = run[i] >> k | run[i + 1] << 1 << (63 - k);
        }
        strip
    }

    /// The strip that begins in the word of position `from`: which of its heaps have the code.
    #[inline(always)]
    pub fn here(&self, code: usize, from: usize) -> Strip {
        *self.planes[code][(from - self.base) / 64..].first_chunk().expect("a strip has been opened")
    }
}
