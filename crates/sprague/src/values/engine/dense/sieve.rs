//! The sieve: which of a heap's open values are reached after all, eight at a time, and which is the first that is not.
//!
//! Pairs are looked through in rounds ([`Wanted`]), a *pass* being one round for each piece of them. Eight open values are in the
//! *slots* and looked for together (`pairs`). One that is met gives its slot to the next open value; the heap is done when its
//! smallest open value has been looked for in a whole pass. Two heaps share the loads of their first parts: without that, loads are
//! what limits it.

use crate::simd::{Scan, Simd, Vector};
use crate::values::engine::dense::open_values::{FIRSTS, OpenOfHeap};
use crate::values::engine::dense::pairs::{Pairs, Tables, tables};
use crate::values::engine::dense::store::FieldValues;

/// Values looked for at once, at most.
const SLOTS: usize = 8;
/// Bytes in a line of the cache.
pub const LINE: usize = 64;
/// First parts below this are kept in reverse order, if nothing else is said: 128 kilobytes.
pub const KEPT: usize = (1 << 16) + 1;

/// First parts of pairs, the largest first, so that with their partners they are two contiguous runs.
///
/// They are the same for many sums. Up to a limit they are reversed once and kept; beyond that a piece at a time, which is little
/// work beside that of looking.
#[derive(Debug)]
pub struct FirstParts {
    /// Parts below this are kept.
    limit: usize,
    kept: Reversed,
    piece: Reversed,
    is_kept: bool,
}

/// Bytes of some positions, the last first.
#[derive(Debug, Default)]
struct Reversed {
    /// `planes[i][skip[i]]` is the first one, at the beginning of a line of the cache.
    planes: [Vec<u8>; 2],
    skip: [usize; 2],
    /// Positions are below this.
    to: usize,
    /// How their values are cut.
    bits: usize,
}

impl Reversed {
    /// Takes the positions `from..to` instead.
    #[inline(always)]
    fn prepare<X: Simd>(&mut self, known: &FieldValues, [from, to]: [usize; 2], x: X) {
        (self.to, self.bits) = (to, known.bits());
        for (i, bytes) in known.bytes().iter().enumerate().take(known.bytes_each()) {
            let plane = &mut self.planes[i];
            if plane.len() < to - from + LINE {
                *plane = vec![0; to - from + LINE];
                self.skip[i] = plane.as_ptr().align_offset(LINE) % LINE;
            }
            reverse(&bytes[from..to], &mut plane[self.skip[i]..][..to - from], x);
        }
    }
}

/// Copies bytes in reverse order; both slices have one length.
#[inline(always)]
fn reverse<X: Simd>(from: &[u8], to: &mut [u8], x: X) {
    assert!(from.len() == to.len());
    let ((rest, from), (to, last)) = (from.as_rchunks::<32>(), to.as_chunks_mut::<32>());
    for i in 0..to.len() {
        X::B::load(x.into(), &from[from.len() - 1 - i]).reverse::<u8>().store(&mut to[i]);
    }
    for (to, from) in last.iter_mut().zip(rest.iter().rev()) {
        *to = *from;
    }
}

impl FirstParts {
    /// Parts below `limit` are kept in reverse order.
    pub fn new(limit: usize) -> Self {
        FirstParts { limit, kept: Reversed::default(), piece: Reversed::default(), is_kept: false }
    }

    /// Makes ready the parts `from..to`, at least one.
    #[inline(always)]
    pub fn prepare<X: Simd>(&mut self, known: &FieldValues, from: usize, to: usize, x: X) {
        self.is_kept = to <= self.limit;
        if !self.is_kept {
            self.piece.prepare(known, [from, to], x);
        } else if to > self.kept.to || known.bits() != self.kept.bits {
            // Pieces up to a line's end begin at a open.
            let end = (to + to / 4).next_multiple_of(LINE) + 1;
            self.kept.prepare(known, [1, end.min(self.limit).min(known.len())], x);
        }
    }

    /// The same, with the bit flipped that is next to those of the fields. Then a pair whose parts differ in it is seen as one of which
    /// they do not.
    #[inline(always)]
    pub fn prepare_flipped<X: Simd>(&mut self, known: &FieldValues, from: usize, to: usize, x: X) {
        self.is_kept = false;
        self.piece.prepare(known, [from, to], x);
        for second in &mut self.piece.planes[1] {
            *second ^= 0x80;
        }
    }

    /// The pairs of some sums with first part in `from..to`, which are ready.
    #[inline(always)]
    pub fn pairs<'a, const S: usize>(
        &'a self,
        known: &'a FieldValues,
        sums: [usize; S],
        from: usize,
        to: usize,
    ) -> Pairs<'a, S> {
        let reversed = if self.is_kept { &self.kept } else { &self.piece };
        let ours = |i: usize| &reversed.planes[i][reversed.skip[i]..][reversed.to - to..reversed.to - from];
        let bytes = known.bytes();
        Pairs {
            ours: [ours(0), ours(known.bytes_each() - 1)],
            theirs: sums.map(|s| bytes.map(|plane| &plane[s + 1 - to..s + 1 - from])),
        }
    }
}

/// Values of a line that are looked for in rounds.
#[derive(Debug)]
pub struct Wanted {
    table: Tables,
    /// Who has the slot, if it is taken.
    values: [u16; SLOTS],
    /// Bit `i` set: slot `i` is taken.
    taken: u8,
    /// The first round its value was looked for.
    since: [u32; SLOTS],
    /// The first of the open.
    firsts: [u16; FIRSTS],
    /// Bit `i` set: the `i`-th of them has had no slot.
    waiting: u32,
    /// Where those after them begin that have had no slot.
    next: usize,
    /// The smallest value that was looked for in a whole turn and not met, or more than any value.
    absent: usize,
}

impl Wanted {
    /// Seats for the first of a open. Those marked in `hard`, a byte for each value, are seated before others: who is absent
    /// should have a slot from the first round on, or it takes part of a second turn to tell.
    #[inline(always)]
    pub fn begin<X: Simd, const BITS: usize>(open: &OpenOfHeap, hard: &[u8], x: X) -> Self {
        let (firsts, count) = open.firsts();
        let next = firsts[..count].last().map_or(0, |&v| v as usize + 1);
        let mut wanted = Wanted {
            table: Tables::default(),
            values: [0; SLOTS],
            taken: 0,
            since: [0; SLOTS],
            firsts,
            waiting: (1 << count) - 1,
            next,
            absent: usize::MAX,
        };
        let mut ahead = 0;
        for (i, &v) in firsts[..count].iter().enumerate() {
            ahead |= u32::from(hard[v as usize]) << i;
        }
        for slot in 0..SLOTS {
            let hard = wanted.waiting & ahead;
            wanted.fill(slot, if hard != 0 { hard } else { wanted.waiting }, open, 0);
        }
        wanted.table = tables::<BITS, X>(&wanted.values, x);
        wanted
    }

    /// Gives a slot to the first of those waiting that are `asked`, or to the next in line, if it may be the smallest that is
    /// absent; or to nobody.
    #[inline(always)]
    fn fill(&mut self, slot: usize, asked: u32, open: &OpenOfHeap, round: u32) {
        let v = if asked != 0 {
            let first = asked.trailing_zeros();
            self.waiting ^= 1 << first;
            Some(self.firsts[first as usize] as usize)
        } else {
            let v = open.next(self.next);
            self.next = v.map_or(self.next, |v| v + 1);
            v
        };
        let v = v.filter(|&v| v < self.absent);
        self.taken = self.taken & !(1 << slot) | u8::from(v.is_some()) << slot;
        (self.values[slot], self.since[slot]) = (v.unwrap_or(0) as u16, round);
    }

    /// The values to look for.
    #[inline(always)]
    pub fn table(&self) -> &Tables {
        &self.table
    }

    /// Those that were met in this round leave, and the next in line come.
    #[inline(always)]
    pub fn drop_met<X: Simd, const BITS: usize>(&mut self, met: u8, open: &mut OpenOfHeap, round: u32, x: X) {
        let mut met = met & self.taken;
        if met != 0 {
            while met != 0 {
                let slot = met.trailing_zeros() as usize;
                met &= met - 1;
                open.close(self.values[slot] as usize);
                self.fill(slot, self.waiting, open, round + 1);
            }
            self.table = tables::<BITS, X>(&self.values, x);
        }
    }

    /// Before round `now`, with `all` rounds to a turn: is the smallest value known that is none of the pairs? It is if the first
    /// in line was looked for in a whole turn. Those above one of whom that is true leave.
    #[inline(always)]
    pub fn is_done<X: Simd, const BITS: usize>(
        &mut self,
        open: &OpenOfHeap,
        now: u32,
        all: u32,
        x: X,
    ) -> bool {
        if now < all {
            return false;
        }
        let settled = |slot: usize| self.taken >> slot & 1 == 1 && now - self.since[slot] >= all;
        let values =
            (0..SLOTS).map(|slot| if settled(slot) { self.values[slot] as usize } else { usize::MAX });
        let absent = values.fold(self.absent, usize::min);
        if open.next(0).is_none_or(|first| first == absent) {
            return true;
        }
        if absent < self.absent {
            self.absent = absent;
            for slot in 0..SLOTS {
                if self.values[slot] as usize >= absent {
                    self.fill(slot, self.waiting, open, now);
                }
            }
            self.table = tables::<BITS, X>(&self.values, x);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::dispatch;
    use crate::values::engine::dense::fields::by_bits;
    use crate::values::engine::dense::pairs::sieve;
    use proptest::prelude::*;

    dispatch! {
        fn rounds_by(known: &FieldValues, open: &mut OpenOfHeap, hard: &[u8], s: usize) = rounds
    }

    /// Rounds of 70 pairs of the sum, until the first is sure.
    #[inline(always)]
    fn rounds<X: Simd>(known: &FieldValues, open: &mut OpenOfHeap, hard: &[u8], s: usize, x: X) {
        by_bits!(known.bits(), BITS => rounds_of::<X, BITS>(known, open, hard, s, x))
    }

    #[inline(always)]
    fn rounds_of<X: Simd, const BITS: usize>(
        known: &FieldValues,
        open: &mut OpenOfHeap,
        hard: &[u8],
        s: usize,
        x: X,
    ) {
        let (half, mut round) = (s / 2, 0);
        let all = half.div_ceil(70);
        let mut wanted = Wanted::begin::<X, BITS>(open, hard, x);
        let mut first_parts = FirstParts::new(KEPT);
        while round == 0 || !wanted.is_done::<X, BITS>(open, round as u32, all as u32, x) {
            let from = 1 + round % all * 70;
            let to = (from + 70).min(half + 1);
            // Some more than are asked for.
            first_parts.prepare(known, from, to + 3, x);
            let pairs = first_parts.pairs(known, [s], from, to);
            let [met] = sieve::<BITS, 1, X>(pairs, [wanted.table()], x);
            wanted.drop_met::<X, BITS>(met, open, round as u32, x);
            round += 1;
        }
    }

    proptest! {
        /// Who leaves the line is reached, and the first who is left is not.
        #[test]
        fn rounds_tell_who_is_reached(
            bits in prop::sample::select(vec![6u32, 8, 10, 11, 12, 16]),
            cells in prop::collection::vec(any::<u16>(), 400..700),
            words in prop::collection::vec(any::<[u64; 2]>(), 1024),
            sparse: bool,
            hard in 1usize..5,
        ) {
            let cells: Vec<u16> = cells.iter().map(|v| v >> (16 - bits)).collect();
            let s = cells.len() - 1;
            let count = 1usize << bits;
            let mut all: Vec<u64> =
                words[..count / 64].iter().map(|[a, b]| if sparse { a & b & a.rotate_left(9) } else { a | b }).collect();
            // Some that are reached, so that slots change.
            for a in 1..60 {
                let v = (cells[a] ^ cells[s - a]) as usize;
                all[v / 64] |= 1 << (v % 64);
            }
            let reached = |v: u16| (1..=s / 2).any(|a| cells[a] ^ cells[s - a] == v);
            let known = FieldValues::encode(cells.iter().map(|&v| v as u32).chain([count as u32 - 1]), 0).unwrap();
            let hard: Vec<u8> = (0..count).map(|v| u8::from(v % hard == 0)).collect();
            for level in crate::simd::every_level() {
                let mut left = all.clone();
                rounds_by(level, &known, &mut OpenOfHeap::new(&mut left), &hard, s);
                for v in 0..count {
                    let is = |words: &[u64]| words[v / 64] >> (v % 64) & 1 == 1;
                    prop_assert!(is(&all) || !is(&left));
                    prop_assert!(is(&left) || !is(&all) || reached(v as u16));
                }
                if let Some(first) = OpenOfHeap::new(&mut left).next(0) {
                    prop_assert!(!reached(first as u16));
                }
            }
        }
    }
}
