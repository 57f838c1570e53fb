//! Bitmaps of heaps for each code: bit `n` of bitmap `c` is set iff `n − t` is common and has code `c` for
//! some `t` that a break removes.
//!
//! So bit `n − a` of bitmap `c ⊕ code(a)` says that `n` breaks into the common part `a` and another one such
//! that the two give `c`: one *probe* serves all breaks. A bitmap read `a` places back answers for 480 heaps.
//! Probes whose `a` has one remainder modulo eight begin at a byte all of them if one does, so eight of them
//! form a bundle: what they find is collected first and shifted once.
//!
//! Only the last heaps are kept; when a bitmap is full, what is still needed moves to its front. Bitmaps are
//! an odd number of cache lines apart, so that what is read together does not compete for the same places of
//! a cache. Cost: one bit for each value and break, and a load and an *or* for 480 heaps and probe.

use crate::engine::break_rule::BreakRule;
use crate::engine::cell::{Cell, largest};
use crate::engine::sparse::sequence::Sequence;
use crate::simd::{Row, Simd};

/// How far back a bitmap can be read, at most.
pub const HISTORY: usize = 1 << 14;
/// Heaps of a strip: what is read, without the bits that are shifted out, in whole words of 32 heaps.
pub const STRIP: usize = 480;
/// Strips that are looked at at once, at most.
pub const STRIPS: usize = 4;
/// Their heaps.
pub const HEAPS: usize = STRIP * STRIPS;
/// Probes of a bundle.
pub const BUNDLE: usize = 8;
/// Heaps between two moves.
const SLACK: usize = 1 << 13;
/// Bytes of a cache line, and of a read.
const LINE: usize = 64;

/// One bit for each heap of a strip.
pub type Strip = [u64; 8];

/// Probes of one remainder modulo eight.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// How many bits the common byte of the probes lies below what is looked for.
    shift: u32,
    /// Their bytes, counted from that of the strip in the first bitmap.
    bytes: [u32; BUNDLE],
}

/// The bitmaps of all codes over the last heaps.
#[derive(Clone, Debug)]
pub struct Bitmaps {
    bits: Vec<u8>,
    takes: Vec<usize>,
    /// Bytes from one bitmap to the next.
    stride: usize,
    /// The first bit is that of the heap so far below this one as the history goes, a multiple of eight.
    base: usize,
    /// The first position that is not taken in, at least 1, as an empty heap is no part.
    end: usize,
}

impl Bitmaps {
    /// Bitmaps for the codes of a sequence; nothing is taken in yet.
    pub fn new<C: Cell>(rule: &BreakRule, seq: &Sequence<C>) -> Self {
        let bytes = (HISTORY + SLACK + HEAPS + rule.span().1) / 8 + LINE;
        let lines = bytes.div_ceil(LINE) | 1;
        let mut bitmaps =
            Bitmaps { bits: vec![], takes: rule.two.clone(), stride: LINE * lines, base: 0, end: 1 };
        bitmaps.grow(largest(&seq.cells).code() as usize + 1);
        bitmaps
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.bits.fill(0);
        (self.base, self.end) = (0, 1);
    }

    /// Codes below this have a bitmap.
    pub fn codes(&self) -> usize {
        self.bits.len() / self.stride
    }

    /// Makes room for codes below `codes`.
    fn grow(&mut self, codes: usize) {
        self.bits.resize(codes.next_power_of_two() * self.stride, 0);
    }

    /// Probes of one remainder, at bitmaps of these codes read so far back, at least 1 and at most
    /// [`HISTORY`]; at least one and at most [`BUNDLE`] of them.
    pub fn bundle(&self, probes: &[(usize, usize)]) -> Bundle {
        let shift = probes[0].1.wrapping_neg() % 8;
        debug_assert!(probes.iter().all(|probe| probe.1.wrapping_neg() % 8 == shift));
        let byte = |(code, back): (usize, usize)| code * self.stride + HISTORY / 8 - back.div_ceil(8);
        // A probe that is repeated does no harm.
        Bundle { shift: shift as u32, bytes: std::array::from_fn(|i| byte(probes[i % probes.len()]) as u32) }
    }

    /// Takes in all positions below `to`, so that the strips that begin at `start`, a multiple of eight, can
    /// be looked at; positions from `from` on may have changed.
    pub fn catch_up<C: Cell>(&mut self, seq: &Sequence<C>, start: usize, from: usize, to: usize) {
        self.forget(seq, from);
        if start < self.base || start > self.base + SLACK {
            self.move_to(start);
        }
        for x in self.end..to {
            if !seq.is_rare(x) {
                self.set(seq.cells[x], x, 0);
            }
        }
        self.end = self.end.max(to);
    }

    /// Sets the bits of a position, those of heaps from `least` on.
    #[inline(always)]
    fn set<C: Cell>(&mut self, code: C, x: usize, least: usize) {
        let code = code.code() as usize;
        if code >= self.codes() {
            self.grow(code + 1);
        }
        for &t in &self.takes {
            let n = x + t;
            if n >= least && n + HISTORY >= self.base {
                let i = n + HISTORY - self.base;
                self.bits[code * self.stride + i / 8] |= 1 << (i % 8);
            }
        }
    }

    /// Moves what is kept, so that strips that begin at a heap can be looked at.
    fn move_to(&mut self, base: usize) {
        if base < self.base {
            self.clear();
        }
        let drop = (base.saturating_sub(self.base) / 8).min(self.stride);
        for bitmap in self.bits.chunks_exact_mut(self.stride) {
            bitmap.copy_within(drop.., 0);
            let kept = bitmap.len() - drop;
            bitmap[kept..].fill(0);
        }
        self.base = base;
        let most = self.takes.last().copied().unwrap_or(0);
        self.end = self.end.max(base.saturating_sub(HISTORY + most));
    }

    /// Forgets all positions from `x` on.
    pub fn forget<C: Cell>(&mut self, seq: &Sequence<C>, x: usize) {
        if x >= self.end {
            return;
        }
        let most = self.takes.last().copied().unwrap_or(0);
        let Some(i) = (x + HISTORY).checked_sub(self.base) else {
            return self.clear();
        };
        let last = (self.end + most + HISTORY).saturating_sub(self.base) / 8;
        for bitmap in self.bits.chunks_exact_mut(self.stride) {
            bitmap[i / 8] &= !(u8::MAX << (i % 8));
            bitmap[i / 8 + 1..=last.max(i / 8).min(self.stride - 1)].fill(0);
        }
        for y in x.saturating_sub(most).max(1)..x {
            if !seq.is_rare(y) {
                self.set(seq.cells[y], y, x);
            }
        }
        self.end = x;
    }

    /// Takes out of `open`, a part of the strips that begin at `start`, the heaps for which a probe finds its
    /// code.
    #[inline(always)]
    pub fn probe<const S: usize, X: Simd>(&self, start: usize, bundle: &Bundle, open: &mut [X::W; S], x: X) {
        let byte = (start - self.base) / 8;
        let mut runs = [&self.bits[..0]; BUNDLE];
        for i in 0..BUNDLE {
            runs[i] = &self.bits[byte + bundle.bytes[i] as usize..][..(S - 1) * STRIP / 8 + LINE];
        }
        for s in 0..S {
            let mut found = X::W::of(x.into(), &[0; 8]);
            for i in 0..BUNDLE {
                // SAFETY: a run has 64 bytes from the first byte of each strip on.
                found = found.or(unsafe { X::W::read(x.into(), runs[i].as_ptr().add(s * STRIP / 8)) });
            }
            open[s] = open[s].without(found.shift_down(bundle.shift));
        }
    }
}
