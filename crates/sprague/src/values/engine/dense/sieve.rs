//! Sieve: eight values looked for at once among the pairs of a sum.
//!
//! A value is cut into two to four fields of up to four bits. For each of them there is a table of sixteen bytes; bit `j` of
//! entry `x` says that the wanted value `j` has `x` in this field. So the *and* of the entries that `G(a) ⊕ G(b)` picks has
//! bit `j` set iff the pair gives the wanted value `j`, and the *or* over all pairs tells which of eight wanted values are
//! reached. With vectors an entry is picked by a byte shuffle, 32 at a time: nine operations for 32 pairs and eight values
//! below 1024, where compares take three for sixteen pairs and *one* value. Two heaps share the loads of their first
//! parts: without that, loads are what limits it.
//!
//! Pairs are looked through in rounds ([`Wanted`]), a *turn* being one round for each piece of them. A value that is met leaves
//! its seat to the next in line; it goes on until the smallest value that was not met has been looked for in a whole turn.

use crate::simd::{Scan, Simd, Vector};
use crate::values::engine::dense::open_values::{FIRSTS, Line};
use crate::values::engine::dense::pairs::{Pairs, Tables, tables};
use crate::values::engine::dense::store::FieldValues;

/// Values looked for at once, at most.
const SEATS: usize = 8;
/// Bytes in a line of the cache.
pub const LINE: usize = 64;
/// First parts below this are kept turned round: 128 kilobytes.
const KEPT: usize = if cfg!(test) { 2048 } else { 1 << 16 } + 1;

/// First parts of pairs, the largest first, so that with their partners they are two contiguous runs.
///
/// They are the same for many sums. Up to `KEPT` they are turned round once and kept; beyond that a piece at a time, which is little
/// work beside that of looking.
#[derive(Debug, Default)]
pub struct FirstParts {
    kept: Mirror,
    piece: Mirror,
    is_kept: bool,
}

/// Bytes of some positions, the last first.
#[derive(Debug, Default)]
struct Mirror {
    /// `planes[i][skip[i]]` is the first one, at the beginning of a line of the cache.
    planes: [Vec<u8>; 2],
    skip: [usize; 2],
    /// Positions are below this.
    to: usize,
    /// How their values are cut.
    bits: usize,
}

impl Mirror {
    /// Takes the positions `from..to` instead.
    #[inline(always)]
    fn turn<X: Simd>(&mut self, known: &FieldValues, [from, to]: [usize; 2], x: X) {
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
    /// Makes ready the parts `from..to`, at least one.
    #[inline(always)]
    pub fn turn<X: Simd>(&mut self, known: &FieldValues, from: usize, to: usize, x: X) {
        self.is_kept = to <= KEPT;
        if !self.is_kept {
            self.piece.turn(known, [from, to], x);
        } else if to > self.kept.to || known.bits() != self.kept.bits {
            // Pieces up to a line's end begin at a line.
            let end = (to + to / 4).next_multiple_of(LINE) + 1;
            self.kept.turn(known, [1, end.min(KEPT).min(known.len())], x);
        }
    }

    /// The same, with the bit flipped that is next to those of the fields. Then a pair whose parts differ in it is seen as one of which
    /// they do not.
    #[inline(always)]
    pub fn turn_flipped<X: Simd>(&mut self, known: &FieldValues, from: usize, to: usize, x: X) {
        self.is_kept = false;
        self.piece.turn(known, [from, to], x);
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
        let mirror = if self.is_kept { &self.kept } else { &self.piece };
        let ours = |i: usize| &mirror.planes[i][mirror.skip[i]..][mirror.to - to..mirror.to - from];
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
    /// Who has the seat, if it is taken.
    values: [u16; SEATS],
    /// Bit `i` set: seat `i` is taken.
    taken: u8,
    /// The first round its value was looked for.
    since: [u32; SEATS],
    /// The first of the line.
    firsts: [u16; FIRSTS],
    /// Bit `i` set: the `i`-th of them has had no seat.
    waiting: u32,
    /// Where those after them begin that have had no seat.
    next: usize,
    /// The smallest value that was looked for in a whole turn and not met, or more than any value.
    absent: usize,
}

impl Wanted {
    /// Seats for the first of a line. Those marked in `hard`, a byte for each value, are seated before others: who is absent
    /// should have a seat from the first round on, or it takes part of a second turn to tell.
    #[inline(always)]
    pub fn begin<X: Simd, const BITS: usize>(line: &Line, hard: &[u8], x: X) -> Self {
        let (firsts, count) = line.firsts();
        let next = firsts[..count].last().map_or(0, |&v| v as usize + 1);
        let mut wanted = Wanted {
            table: Tables::default(),
            values: [0; SEATS],
            taken: 0,
            since: [0; SEATS],
            firsts,
            waiting: (1 << count) - 1,
            next,
            absent: usize::MAX,
        };
        let mut ahead = 0;
        for (i, &v) in firsts[..count].iter().enumerate() {
            ahead |= u32::from(hard[v as usize]) << i;
        }
        for seat in 0..SEATS {
            let hard = wanted.waiting & ahead;
            wanted.sit(seat, if hard != 0 { hard } else { wanted.waiting }, line, 0);
        }
        wanted.table = tables::<BITS, X>(&wanted.values, x);
        wanted
    }

    /// Gives a seat to the first of those waiting that are `asked`, or to the next in line, if it may be the smallest that is
    /// absent; or to nobody.
    #[inline(always)]
    fn sit(&mut self, seat: usize, asked: u32, line: &Line, round: u32) {
        let v = if asked != 0 {
            let first = asked.trailing_zeros();
            self.waiting ^= 1 << first;
            Some(self.firsts[first as usize] as usize)
        } else {
            let v = line.next(self.next);
            self.next = v.map_or(self.next, |v| v + 1);
            v
        };
        let v = v.filter(|&v| v < self.absent);
        self.taken = self.taken & !(1 << seat) | u8::from(v.is_some()) << seat;
        (self.values[seat], self.since[seat]) = (v.unwrap_or(0) as u16, round);
    }

    /// The values to look for.
    #[inline(always)]
    pub fn table(&self) -> &Tables {
        &self.table
    }

    /// Those that were met in this round leave, and the next in line come.
    #[inline(always)]
    pub fn leave<X: Simd, const BITS: usize>(&mut self, met: u8, line: &mut Line, round: u32, x: X) {
        let mut met = met & self.taken;
        if met != 0 {
            while met != 0 {
                let seat = met.trailing_zeros() as usize;
                met &= met - 1;
                line.close(self.values[seat] as usize);
                self.sit(seat, self.waiting, line, round + 1);
            }
            self.table = tables::<BITS, X>(&self.values, x);
        }
    }

    /// Before round `now`, with `all` rounds to a turn: is the smallest value known that is none of the pairs? It is if the first
    /// in line was looked for in a whole turn. Those above one of whom that is true leave.
    #[inline(always)]
    pub fn is_done<X: Simd, const BITS: usize>(&mut self, line: &Line, now: u32, all: u32, x: X) -> bool {
        if now < all {
            return false;
        }
        let settled = |seat: usize| self.taken >> seat & 1 == 1 && now - self.since[seat] >= all;
        let values =
            (0..SEATS).map(|seat| if settled(seat) { self.values[seat] as usize } else { usize::MAX });
        let absent = values.fold(self.absent, usize::min);
        if line.next(0).is_none_or(|first| first == absent) {
            return true;
        }
        if absent < self.absent {
            self.absent = absent;
            for seat in 0..SEATS {
                if self.values[seat] as usize >= absent {
                    self.sit(seat, self.waiting, line, now);
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
        fn rounds_by(known: &FieldValues, line: &mut Line, hard: &[u8], s: usize) = rounds
    }

    /// Rounds of 70 pairs of the sum, until the first is sure.
    #[inline(always)]
    fn rounds<X: Simd>(known: &FieldValues, line: &mut Line, hard: &[u8], s: usize, x: X) {
        by_bits!(known.bits(), BITS => rounds_of::<X, BITS>(known, line, hard, s, x))
    }

    #[inline(always)]
    fn rounds_of<X: Simd, const BITS: usize>(
        known: &FieldValues,
        line: &mut Line,
        hard: &[u8],
        s: usize,
        x: X,
    ) {
        let (half, mut round) = (s / 2, 0);
        let all = half.div_ceil(70);
        let mut wanted = Wanted::begin::<X, BITS>(line, hard, x);
        let mut first_parts = FirstParts::default();
        while round == 0 || !wanted.is_done::<X, BITS>(line, round as u32, all as u32, x) {
            let from = 1 + round % all * 70;
            let to = (from + 70).min(half + 1);
            // Some more than are asked for.
            first_parts.turn(known, from, to + 3, x);
            let pairs = first_parts.pairs(known, [s], from, to);
            let [met] = sieve::<BITS, 1, X>(pairs, [wanted.table()], x);
            wanted.leave::<X, BITS>(met, line, round as u32, x);
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
            // Some that are reached, so that seats change.
            for a in 1..60 {
                let v = (cells[a] ^ cells[s - a]) as usize;
                all[v / 64] |= 1 << (v % 64);
            }
            let reached = |v: u16| (1..=s / 2).any(|a| cells[a] ^ cells[s - a] == v);
            let known = FieldValues::encode(cells.iter().map(|&v| v as u32).chain([count as u32 - 1]), 0).unwrap();
            let hard: Vec<u8> = (0..count).map(|v| u8::from(v % hard == 0)).collect();
            for level in crate::simd::every_level() {
                let mut left = all.clone();
                rounds_by(level, &known, &mut Line::new(&mut left), &hard, s);
                for v in 0..count {
                    let is = |words: &[u64]| words[v / 64] >> (v % 64) & 1 == 1;
                    prop_assert!(is(&all) || !is(&left));
                    prop_assert!(is(&left) || !is(&all) || reached(v as u16));
                }
                if let Some(first) = Line::new(&mut left).next(0) {
                    prop_assert!(!reached(first as u16));
                }
            }
        }
    }
}
