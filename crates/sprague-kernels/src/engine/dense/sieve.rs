//! The sieve: which of a heap's open values are reached after all, eight or sixteen at a time, and which is
//! the first that is not.
//!
//! Pairs are looked through in rounds ([`Wanted`]), a *pass* being one round for each piece of them. Some
//! open values are in the *slots* and looked for together (`pairs`, `wide_pairs`). One that is met gives its
//! slot to the next open value; the heap is done when its smallest open value has been looked for in a whole
//! pass. Two or four heaps share the loads of their first parts: without that, loads are what limits it.

use crate::engine::dense::open_values::OpenOfHeap;
use crate::engine::dense::pairs::{Pairs, Tables, sieve, tables};
use crate::engine::dense::store::FieldValues;
use crate::engine::dense::wide_pairs::{WIDE_SLOTS, WideTables, most_sums, sieve_wide};
use crate::simd::{LookupToken, Scan, Simd, Vector};
use std::ops::Range;

/// Values looked for at once, at most.
const SLOTS: usize = WIDE_SLOTS;
/// This many of the smallest open values may get a slot before others that are smaller.
const FIRSTS: usize = 2 * SLOTS;
/// Bytes in a line of the cache.
pub const LINE: usize = 64;
/// First parts below this are kept in reverse order, if nothing else is said: 128 kilobytes.
pub const KEPT: usize = (1 << 16) + 1;

/// First parts of pairs, the largest first, so that with their partners they are two contiguous runs.
///
/// They are the same for many sums. Up to a limit they are reversed once and kept; beyond that a piece at a
/// time, which is little work beside that of looking.
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
    /// `columns[i][skip[i]]` is the first one, at the beginning of a line of the cache.
    columns: [Vec<u8>; 2],
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
            let column = &mut self.columns[i];
            if column.len() < to - from + LINE {
                *column = vec![0; to - from + LINE];
                self.skip[i] = column.as_ptr().align_offset(LINE) % LINE;
            }
            reverse(&bytes[from..to], &mut column[self.skip[i]..][..to - from], x);
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
            // Pieces up to a line's end begin at one.
            let end = (to + to / 4).next_multiple_of(LINE) + 1;
            self.kept.prepare(known, [1, end.min(self.limit).min(known.len())], x);
        }
    }

    /// The same, with the bit flipped that is next to those of the fields. Then a pair whose parts differ in
    /// it is seen as one of which they do not.
    #[inline(always)]
    pub fn prepare_flipped<X: Simd>(&mut self, known: &FieldValues, from: usize, to: usize, x: X) {
        self.is_kept = false;
        self.piece.prepare(known, [from, to], x);
        for second in &mut self.piece.columns[1] {
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
        let ours = |i: usize| &reversed.columns[i][reversed.skip[i]..][reversed.to - to..reversed.to - from];
        let bytes = known.bytes();
        Pairs {
            ours: [ours(0), ours(known.bytes_each() - 1)],
            theirs: sums.map(|s| bytes.map(|column| &column[s + 1 - to..s + 1 - from])),
        }
    }
}

/// How wanted values are looked for: how many at once, by tables of them.
pub trait Seek: Copy {
    /// Values at once, at most [`SLOTS`].
    const SLOTS: usize;
    /// Sums that share their first parts, at most 4.
    const SUMS: usize;
    type Tables;
    /// The tables of the first `Self::SLOTS` of some values.
    fn tables(self, values: &[u16; SLOTS]) -> Self::Tables;
    /// A slot has another value now. Several such changes end with [`Seek::update`].
    fn replace(self, tables: &mut Self::Tables, slot: usize, old: u16, new: u16);
    /// The tables of some values, for which those that are new were told.
    fn update(self, tables: &mut Self::Tables, values: &[u16; SLOTS]);
    /// Which slots have a value that a pair gives, for each of `S` sums?
    fn sieve<const S: usize>(self, pairs: &Pairs<S>, tables: &[&Self::Tables; S]) -> [u16; S];
}

/// Eight at once, values of `BITS` bits.
#[derive(Clone, Copy, Debug)]
pub struct Eight<X, const BITS: usize>(pub X);

impl<X: Simd, const BITS: usize> Seek for Eight<X, BITS> {
    const SLOTS: usize = 8;
    const SUMS: usize = 2;
    type Tables = Tables;

    #[inline(always)]
    fn tables(self, values: &[u16; SLOTS]) -> Tables {
        tables::<BITS, X>(values.first_chunk().unwrap(), self.0)
    }
    #[inline(always)]
    fn replace(self, _: &mut Tables, _: usize, _: u16, _: u16) {}
    #[inline(always)]
    fn update(self, tables: &mut Tables, values: &[u16; SLOTS]) {
        *tables = self.tables(values);
    }
    #[inline(always)]
    fn sieve<const S: usize>(self, pairs: &Pairs<S>, tables: &[&Tables; S]) -> [u16; S] {
        let (eight, mut met) = (sieve::<BITS, S, X>(*pairs, *tables, self.0), [0; S]);
        for s in 0..S {
            met[s] = eight[s].into();
        }
        met
    }
}

/// Sixteen at once, values of `BITS` bits.
#[derive(Clone, Copy, Debug)]
pub struct Sixteen<const BITS: usize>(pub LookupToken);

impl<const BITS: usize> Seek for Sixteen<BITS> {
    const SLOTS: usize = WIDE_SLOTS;
    const SUMS: usize = most_sums(BITS);
    type Tables = WideTables;

    #[inline(always)]
    fn tables(self, values: &[u16; SLOTS]) -> WideTables {
        WideTables::new::<BITS>(values)
    }
    #[inline(always)]
    fn replace(self, tables: &mut WideTables, slot: usize, old: u16, new: u16) {
        tables.replace::<BITS>(slot, old, new);
    }
    #[inline(always)]
    fn update(self, _: &mut WideTables, _: &[u16; SLOTS]) {}
    #[inline(always)]
    fn sieve<const S: usize>(self, pairs: &Pairs<S>, tables: &[&WideTables; S]) -> [u16; S] {
        sieve_wide::<BITS, S>(self.0, pairs, tables)
    }
}

/// Open values of a heap that are looked for in rounds.
#[derive(Debug)]
pub struct Wanted<K: Seek> {
    seek: K,
    tables: K::Tables,
    /// Who has the slot, if it is taken.
    values: [u16; SLOTS],
    /// Bit `i` set: slot `i` is taken.
    taken: u16,
    /// The first round its value was looked for.
    since: [u32; SLOTS],
    /// Open values in line for a slot: `line[waiting.start..waiting.end]`.
    line: [u16; FIRSTS + 8],
    waiting: Range<usize>,
    /// Where those after them begin.
    next: usize,
    /// The smallest value that was looked for in a whole pass and not met, or more than any value.
    absent: usize,
}

impl<K: Seek> Wanted<K> {
    /// Slots for the first open values. Those marked in `hard`, a byte for each value, get one before others:
    /// a value that is absent should have a slot from the first round on, or it takes part of a second pass
    /// to tell.
    ///
    /// All open values below `seen` were looked for in all rounds before `round`.
    #[inline(always)]
    pub fn begin(open: &OpenOfHeap, hard: &[u8], seen: usize, round: u32, seek: K) -> Self {
        let mut firsts = [0; FIRSTS + 8];
        let count = open.firsts(0, &mut firsts, 2 * K::SLOTS);
        let next = firsts[..count].last().map_or(0, |&v| v as usize + 1);
        // The hard ones, and then the others.
        let (mut line, mut end) = ([0; FIRSTS + 8], 0);
        for wanted in [1, 0] {
            for &v in &firsts[..count] {
                line[end] = v;
                end += usize::from(hard[v as usize] == wanted);
            }
        }
        let slots = count.min(K::SLOTS);
        let mut values = [0; SLOTS];
        values[..slots].copy_from_slice(&line[..slots]);
        let mut since = [0; SLOTS];
        for i in 0..slots {
            since[i] = if (values[i] as usize) < seen { 0 } else { round };
        }
        Wanted {
            seek,
            tables: seek.tables(&values),
            values,
            taken: ((1u32 << slots) - 1) as u16,
            since,
            line,
            waiting: slots..count,
            next,
            absent: usize::MAX,
        }
    }

    /// Gives a slot to the next value in line, if it may be the smallest that is absent; or to none.
    #[inline(always)]
    fn fill(&mut self, slot: usize, open: &OpenOfHeap, round: u32) {
        if self.waiting.is_empty() {
            self.wait(open);
        }
        let v = self.line[self.waiting.start];
        let is_there = !self.waiting.is_empty() && (v as usize) < self.absent;
        self.waiting.start += usize::from(!self.waiting.is_empty());
        self.taken = self.taken & !(1 << slot) | u16::from(is_there) << slot;
        // A value in a slot that is not taken does no harm.
        let old = std::mem::replace(&mut self.values[slot], v);
        self.seek.replace(&mut self.tables, slot, old, v);
        self.since[slot] = round;
    }

    /// The next open values are in line.
    #[inline(never)]
    fn wait(&mut self, open: &OpenOfHeap) {
        let count = open.firsts(self.next, &mut self.line, FIRSTS);
        self.next = self.line[..count].last().map_or(self.next, |&v| v as usize + 1);
        self.waiting = 0..count;
        if count == 0 {
            self.line[0] = 0;
        }
    }

    /// The values to look for.
    #[inline(always)]
    pub fn tables(&self) -> &K::Tables {
        &self.tables
    }

    /// Those that were met in this round leave, and the next in line come.
    #[inline(always)]
    pub fn drop_met(&mut self, met: u16, open: &mut OpenOfHeap, round: u32) {
        let mut met = met & self.taken;
        if met != 0 {
            while met != 0 {
                let slot = met.trailing_zeros() as usize;
                met &= met - 1;
                open.close(self.values[slot] as usize);
                self.fill(slot, open, round + 1);
            }
            self.seek.update(&mut self.tables, &self.values);
        }
    }

    /// Before round `now`, with `all` rounds to a pass: is the smallest value known that is none of the
    /// pairs? It is if the first in line was looked for in a whole pass. Those above one of which that is
    /// true leave.
    #[inline(always)]
    pub fn is_done(&mut self, open: &OpenOfHeap, now: u32, all: u32) -> bool {
        if now < all {
            return false;
        }
        let settled = |slot: usize| self.taken >> slot & 1 == 1 && now - self.since[slot] >= all;
        let values =
            (0..K::SLOTS).map(|slot| if settled(slot) { self.values[slot] as usize } else { usize::MAX });
        let absent = values.fold(self.absent, usize::min);
        if open.next(0).is_none_or(|first| first == absent) {
            return true;
        }
        if absent < self.absent {
            self.absent = absent;
            for slot in 0..K::SLOTS {
                if self.taken >> slot & 1 == 1 && self.values[slot] as usize >= absent {
                    self.fill(slot, open, now);
                }
            }
            self.seek.update(&mut self.tables, &self.values);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::dense::fields::by_bits;
    use crate::engine::dense::wide_pairs;
    use crate::simd::dispatch;
    use proptest::prelude::*;

    dispatch! {
        fn rounds_by(known: &FieldValues, open: &mut OpenOfHeap, hard: &[u8], s: usize) = rounds
    }

    /// Rounds of 70 pairs of the sum, until the first is sure.
    #[inline(always)]
    fn rounds<X: Simd>(known: &FieldValues, open: &mut OpenOfHeap, hard: &[u8], s: usize, x: X) {
        match x.level().lookups() {
            Some(lookups) if wide_pairs::suits(known.bits()) => {
                by_bits!(known.bits(), BITS => rounds_of(known, open, hard, s, Sixteen::<BITS>(lookups), x))
            }
            _ => by_bits!(known.bits(), BITS => rounds_of(known, open, hard, s, Eight::<X, BITS>(x), x)),
        }
    }

    #[inline(always)]
    fn rounds_of<X: Simd, K: Seek>(
        known: &FieldValues,
        open: &mut OpenOfHeap,
        hard: &[u8],
        s: usize,
        seek: K,
        x: X,
    ) {
        let (half, mut round) = (s / 2, 0);
        let all = half.div_ceil(70);
        let mut wanted = Wanted::begin(open, hard, 0, 0, seek);
        let mut first_parts = FirstParts::new(KEPT);
        while round == 0 || !wanted.is_done(open, round as u32, all as u32) {
            let from = 1 + round % all * 70;
            let to = (from + 70).min(half + 1);
            // Some more than are asked for.
            first_parts.prepare(known, from, to + 3, x);
            let pairs = first_parts.pairs(known, [s], from, to);
            let [met] = seek.sieve(&pairs, &[wanted.tables()]);
            wanted.drop_met(met, open, round as u32);
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
            let mut known = FieldValues::encode(cells.iter().map(|&v| v as u32).chain([count as u32 - 1]), 0).unwrap();
            let hard: Vec<u8> = (0..count).map(|v| u8::from(v % hard == 0)).collect();
            for level in crate::simd::every_level() {
                known.cut_anew(crate::engine::dense::store::Cut::of(level));
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
