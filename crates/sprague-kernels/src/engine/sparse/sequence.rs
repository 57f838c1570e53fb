//! The known values as codes of the split in use, in cells of one byte or two. Larger codes have no sparse
//! method.
//!
//! A value is its code plus one bit, the class of its position. Rare positions are few, so the class is a
//! bitmap that ends at the last rare position; behind it everything is common and costs nothing.

use crate::engine::cell::{Cell, largest};
use crate::engine::sparse::split::Split;
use crate::engine::values::Values;

/// Values of heaps `0..len`, as codes of one split.
#[derive(Clone, Debug)]
pub struct Sequence<C> {
    /// The split the codes belong to.
    pub split: Split,
    /// The codes.
    pub cells: Vec<C>,
    /// Rare positions from 1 on, ascending.
    pub rares: Vec<usize>,
    /// Bit `x` set: position `x` is rare. Ends at the last rare position.
    bits: Vec<u64>,
}

impl<C: Cell> Sequence<C> {
    /// Encodes values under a split; `None` if a code does not fit, or if small common codes may ask for rare
    /// ones that do not.
    pub fn encode(split: Split, values: impl Iterator<Item = u32>, capacity: usize) -> Option<Self> {
        if !split.is_closed_below(C::LIMIT as usize + 1) {
            return None;
        }
        let mut s = Sequence { split, cells: Vec::with_capacity(capacity), rares: vec![], bits: vec![] };
        for v in values {
            let code = split.encode(v);
            if code >= C::LIMIT {
                return None;
            }
            let x = s.cells.len();
            if split.is_common(v, x) {
                s.push_common(C::of(code));
            } else {
                s.push_rare(code);
            }
        }
        Some(s)
    }

    /// The sequence of these codes, whose rare positions from 1 on are given.
    pub fn of_codes(split: Split, cells: Vec<C>, rares: Vec<usize>) -> Self {
        let mut bits = vec![0; rares.last().map_or(0, |last| last / 64 + 1)];
        rares.iter().for_each(|x| bits[x / 64] |= 1 << (x % 64));
        if !split.is_common(0, 0) {
            bits.resize(bits.len().max(1), 0);
            bits[0] |= 1;
        }
        Sequence { split, cells, rares, bits }
    }

    /// Number of known values.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Does the common code of heap `n` fit its cell, and every rare code that stands for a smaller value?
    /// The rare code of the heap is then none that searches take for that of nothing.
    #[inline(always)]
    pub fn holds(&self, code: C, n: usize) -> bool {
        code.code() < C::LIMIT && self.split.rares_below(code.code(), n) <= C::LIMIT
    }

    /// Appends the code of a rare position.
    #[inline(always)]
    pub fn push_rare(&mut self, code: u32) {
        self.note_rare();
        self.cells.push(C::of(code));
    }

    /// Appends the code of a common position.
    #[inline(always)]
    pub fn push_common(&mut self, code: C) {
        self.cells.push(code);
    }

    /// Forgets all positions from `n` on, which are common.
    pub fn forget_common(&mut self, n: usize) {
        debug_assert!(self.last_rare() < n);
        self.cells.truncate(n);
    }

    /// Leaves out `count` positions from `head` on, all common.
    pub fn forget_middle(&mut self, head: usize, count: usize) {
        debug_assert!(self.last_rare() < head);
        self.cells.drain(head..head + count);
    }

    /// Replaces all positions from `head` on by common ones: `gap` that are never looked at, then these.
    pub fn replace_behind(&mut self, head: usize, gap: usize, codes: &[u16]) {
        self.cells.truncate(head);
        self.cells.resize(head + gap, C::default());
        self.cells.extend(codes.iter().map(|&code| C::of(code.into())));
    }

    /// The codes of some positions, two bytes each.
    pub fn codes(&self, positions: std::ops::Range<usize>) -> Vec<u16> {
        self.cells[positions].iter().map(|code| code.code() as u16).collect()
    }

    #[cold]
    fn note_rare(&mut self) {
        let x = self.cells.len();
        self.bits.resize(x / 64 + 1, 0);
        self.bits[x / 64] |= 1 << (x % 64);
        if x > 0 {
            self.rares.push(x);
        }
    }

    /// Is position `x` rare?
    #[inline(always)]
    pub fn is_rare(&self, x: usize) -> bool {
        self.bits.get(x / 64).is_some_and(|w| w >> (x % 64) & 1 == 1)
    }

    /// Is the heap that removing `t` from `n` leaves of the common class at `n`?
    #[inline(always)]
    pub fn leaves_common(&self, n: usize, t: usize) -> bool {
        self.is_rare(n - t) == self.split.flips(t)
    }

    /// Can a move on `n` that takes one of some numbers of tokens leave one heap of the rare code `code` at
    /// `n`?
    pub fn leaves_rare(&self, takes: &[usize], n: usize, code: C) -> bool {
        takes.iter().any(|&t| self.cells[n - t] == code && !self.leaves_common(n, t))
    }

    /// The last rare position, 0 if there is none.
    #[inline(always)]
    pub fn last_rare(&self) -> usize {
        self.rares.last().copied().unwrap_or(0)
    }

    /// Are two common parts of sum `s`, the first in `from..to`, of codes that xor to `code`?
    pub fn common_pair(&self, code: C, s: usize, from: usize, to: usize) -> bool {
        let gives = |a: usize| self.cells[a] ^ self.cells[s - a] == code;
        (from..to).any(|a| gives(a) && !self.is_rare(a) && !self.is_rare(s - a))
    }

    /// Does `s` break into two parts of one class, the first in `from..to`, whose codes xor to `code`?
    #[cold]
    pub fn pair_of_one_class(&self, code: C, s: usize, from: usize, to: usize) -> bool {
        (from..to)
            .any(|a| self.cells[a] ^ self.cells[s - a] == code && self.is_rare(a) == self.is_rare(s - a))
    }
}

impl Sequence<u16> {
    /// The same in cells of one byte; `None` if a code does not fit, or if small common codes may ask for
    /// rare ones that do not.
    pub fn narrow(self) -> Option<Sequence<u8>> {
        let Sequence { split, cells, rares, bits } = self;
        let fits = cells.iter().all(|code| code.code() < u8::LIMIT) && split.is_closed_below(256);
        fits.then(|| Sequence { split, cells: cells.iter().map(|&code| code as u8).collect(), rares, bits })
    }
}

impl<C: Cell> Values for Sequence<C> {
    fn len(&self) -> usize {
        self.cells.len()
    }

    fn value(&self, x: usize) -> u32 {
        let code = self.cells[x].code();
        if self.is_rare(x) { self.split.decode_rare(code, x) } else { self.split.decode_common(code, x) }
    }

    fn read(&self, from: usize, out: &mut [u32]) {
        let cells = &self.cells[from..from + out.len()];
        let codes = largest(cells).code() as usize + 1;
        if codes > cells.len() {
            for (i, v) in out.iter_mut().enumerate() {
                *v = self.value(from + i);
            }
            return;
        }
        // Common values by a table for each parity, then the rare ones again.
        let [even, odd] = [from, from + 1]
            .map(|x| (0..codes as u32).map(|c| self.split.decode_common(c, x)).collect::<Vec<_>>());
        for (two, codes) in out.chunks_mut(2).zip(cells.chunks(2)) {
            for ((v, c), values) in two.iter_mut().zip(codes).zip([&even, &odd]) {
                *v = values[c.code() as usize];
            }
        }
        let first = self.rares.partition_point(|&r| r < from);
        for &r in self.rares[first..].iter().take_while(|&&r| r < from + cells.len()) {
            out[r - from] = self.value(r);
        }
        if from == 0 {
            out[0] = self.value(0);
        }
    }

    fn bound(&self, from: usize, to: usize) -> u32 {
        self.split.larger(largest(&self.cells[from..to]).code())
    }

    /// Counts codes, and the few rare positions again.
    fn histogram(&self, size: usize) -> [Vec<i64>; 2] {
        let mut codes = [vec![0i64; size], vec![0i64; size]];
        // Position 0 does not count.
        for two in self.cells.chunks(2) {
            for (codes, c) in codes.iter_mut().zip(two) {
                codes[c.code() as usize] += 1;
            }
        }
        codes[0][self.cells.first().map_or(0, |c| c.code()) as usize] -= self.cells.len().min(1) as i64;
        let mut values = [vec![0i64; size], vec![0i64; size]];
        for (parity, codes) in codes.iter().enumerate() {
            for (code, &count) in codes.iter().enumerate().filter(|(_, count)| **count > 0) {
                values[parity][self.split.decode_common(code as u32, parity) as usize] += count;
            }
        }
        for &x in &self.rares {
            values[x % 2][self.split.decode_common(self.cells[x].code(), x) as usize] -= 1;
            values[x % 2][self.value(x) as usize] += 1;
        }
        values
    }

    fn capacity(&self) -> usize {
        self.cells.capacity()
    }

    fn bytes_per_value(&self) -> u8 {
        size_of::<C>() as u8
    }
}
