//! Sieve: eight values looked for at once among the pairs of a sum.
//!
//! A value is four nibbles. For each of them there is a table of sixteen bytes; bit `j` of entry `x` says that the
//! wanted value `j` has the nibble `x` there. So the *and* of the four entries that `G(a) ⊕ G(b)` picks has bit `j` set
//! iff the pair gives the wanted value `j`, and the *or* over all pairs tells which of eight wanted values are reached.
//! With vectors an entry is picked by a byte shuffle, 32 at a time: about ten operations for 32 pairs and eight values
//! below 2048, where compares take three for sixteen pairs and *one* value. Two heaps share the loads of their first parts,
//! and three tables those of all parts: without that, loads are what limits it.
//!
//! Pairs are looked through in rounds ([`Wanted`]). A value that is met leaves its seat to the next in line; it goes on until
//! the smallest value that was not met has been looked for in every round.

use crate::values::sparse::dense::lines::{FIRSTS, Line};
use crate::values::sparse::lanes::{Pairs, Simd, Tables};
use crate::values::sparse::sequence::Cell;

/// Values looked for at once, at most.
const SEATS: usize = 8;
/// Tables of eight values for the first of a line.
const TABLES: usize = FIRSTS / SEATS;
/// Bytes in a line of the cache.
const LINE: usize = 64;

/// The values known, two bytes each: nibbles 0 and 2, and nibbles 1 and 3.
#[derive(Debug, Default)]
pub struct Nibbles {
    up: [Vec<u8>; 2],
    /// `down[skip + i]` belongs to position `span − i`. The first one is at the beginning of a line of the cache, and `span` is a
    /// multiple of its length, so pairs up to a multiple of it begin at one.
    down: [Vec<u8>; 2],
    skip: [usize; 2],
    span: usize,
    /// All bits that some value has.
    bits: u32,
}

impl Nibbles {
    /// Takes in new values, so that pairs with a first part of up to `half` are known.
    pub fn follow<C: Cell>(&mut self, cells: &[C], half: usize) {
        for c in &cells[self.up[0].len()..] {
            let v = c.code();
            self.bits |= v;
            self.up[0].push((v & 15 | v >> 4 & 0xf0) as u8);
            self.up[1].push((v >> 4 & 15 | v >> 8 & 0xf0) as u8);
        }
        if half > self.span {
            self.span = (half + half / 4).next_multiple_of(LINE).min(cells.len() - 1);
            for i in 0..2 {
                self.down[i] = Vec::with_capacity(self.span + LINE);
                self.skip[i] = self.down[i].as_ptr().align_offset(LINE) % LINE;
                self.down[i].resize(self.skip[i], 0);
                self.down[i].extend(self.up[i][1..=self.span].iter().rev());
            }
        }
    }

    /// How many nibbles it takes for these values and those below `limit`; 3 if the third is below 8.
    pub fn count(&self, limit: usize) -> usize {
        match self.bits as usize | (limit - 1) {
            0..=255 => 2,
            256..=2047 => 3,
            _ => 4,
        }
    }

    /// The pairs of some sums with first part in `from..to`.
    #[inline(always)]
    pub fn pairs<const S: usize>(&self, sums: [usize; S], from: usize, to: usize) -> Pairs<'_, S> {
        let ours = |i: usize| &self.down[i][self.skip[i]..][self.span + 1 - to..self.span + 1 - from];
        Pairs {
            ours: [ours(0), ours(1)],
            theirs: sums.map(|s| {
                let theirs = s + 1 - to..s + 1 - from;
                [&self.up[0][theirs.clone()], &self.up[1][theirs]]
            }),
        }
    }
}

/// The smallest values of a line, which are looked for in rounds.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    table: Tables,
    /// Who has the seat, or `NOBODY`.
    values: [u32; SEATS],
    /// The first round it was looked for.
    since: [u32; SEATS],
    /// The first of the line, which were looked for in the first round.
    firsts: [u16; FIRSTS],
    /// Bit `i` set: the `i`-th of them was not met in it and has had no seat.
    waiting: u32,
    /// Where those after them begin that have had no seat.
    next: usize,
}

/// The seat is free.
const NOBODY: u32 = u32::MAX;

impl Default for Wanted {
    fn default() -> Self {
        Wanted {
            table: Tables::default(),
            values: [NOBODY; SEATS],
            since: [0; SEATS],
            firsts: [0; FIRSTS],
            waiting: 0,
            next: 0,
        }
    }
}

impl Wanted {
    /// The first round, and seats for the first of a line that are not met in it. Many are, so more values than there are
    /// seats are looked for.
    #[inline(always)]
    pub fn begin<X: Simd, const H: usize>(line: &mut Line, pairs: Pairs<1>, x: X) -> Self {
        let (firsts, count) = line.firsts();
        let mut tables = [Tables::default(); TABLES];
        for (i, &v) in firsts[..count].iter().enumerate() {
            flip::<H>(&mut tables[i / SEATS], i % SEATS, v);
        }
        let [met] = x.sieve::<H, 1, TABLES>(pairs, [tables.each_ref()]);
        let mut met = u32::from_le_bytes([met[0], met[1], met[2], 0]);
        let next = firsts[..count].last().map_or(0, |&v| v as usize + 1);
        let waiting = !met & ((1 << count) - 1);
        let mut wanted = Wanted { firsts, waiting, next, ..Wanted::default() };
        while met != 0 {
            line.close(firsts[met.trailing_zeros() as usize] as usize);
            met &= met - 1;
        }
        for seat in 0..SEATS {
            wanted.sit(seat, line, 0);
            wanted.flip::<H>(seat);
        }
        wanted
    }

    /// Gives a seat to the next in line, or to nobody.
    #[inline(always)]
    fn sit(&mut self, seat: usize, line: &Line, round: u32) {
        (self.values[seat], self.since[seat]) = if self.waiting != 0 {
            let v = self.firsts[self.waiting.trailing_zeros() as usize];
            self.waiting &= self.waiting - 1;
            (v as u32, round)
        } else if let Some(v) = line.next(self.next) {
            self.next = v + 1;
            (v as u32, round.max(1))
        } else {
            (NOBODY, round)
        };
    }

    /// Makes the value of a seat wanted, or no longer so.
    #[inline(always)]
    fn flip<const H: usize>(&mut self, seat: usize) {
        if self.values[seat] != NOBODY {
            flip::<H>(&mut self.table, seat, self.values[seat] as u16);
        }
    }

    /// The values to look for.
    #[inline(always)]
    pub fn table(&self) -> &Tables {
        &self.table
    }

    /// Those that were met in this round leave, and the next in line come.
    #[inline(always)]
    pub fn leave<const H: usize>(&mut self, mut met: u8, line: &mut Line, round: u32) {
        while met != 0 {
            let seat = met.trailing_zeros() as usize;
            met &= met - 1;
            line.close(self.values[seat] as usize);
            self.flip::<H>(seat);
            self.sit(seat, line, round + 1);
            self.flip::<H>(seat);
        }
    }

    /// Has the first of the line been looked for in `all` rounds, before round `now`? Or is the line empty?
    #[inline(always)]
    pub fn is_done(&self, now: u32, all: u32) -> bool {
        let first = self.values.iter().fold(NOBODY, |first, &v| first.min(v));
        first == NOBODY
            || now >= all && (0..SEATS).any(|i| self.values[i] == first && now - self.since[i] >= all)
    }
}

/// Makes a value of `H` nibbles wanted, or no longer so.
#[inline(always)]
fn flip<const H: usize>(table: &mut Tables, seat: usize, v: u16) {
    for i in 0..H {
        table[i][(v >> (4 * i) & 15) as usize] ^= 1 << seat;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::sparse::lanes::{Level, by_level};
    use proptest::prelude::*;

    by_level! {
        fn rounds_by<[]>(nibbles: &Nibbles, line: &mut Line, limit: usize, s: usize) -> () = rounds
    }

    /// Rounds of 70 pairs of the sum, until the first is sure.
    #[inline(always)]
    fn rounds<X: Simd>(nibbles: &Nibbles, line: &mut Line, limit: usize, s: usize, x: X) {
        match nibbles.count(limit) {
            2 => rounds_of::<X, 2>(nibbles, line, s, x),
            3 => rounds_of::<X, 3>(nibbles, line, s, x),
            _ => rounds_of::<X, 4>(nibbles, line, s, x),
        }
    }

    #[inline(always)]
    fn rounds_of<X: Simd, const H: usize>(nibbles: &Nibbles, line: &mut Line, s: usize, x: X) {
        let (half, mut round) = (s / 2, 0);
        let all = half.div_ceil(70);
        let mut wanted = Wanted::default();
        while round == 0 || !wanted.is_done(round as u32, all as u32) {
            let from = 1 + round % all * 70;
            let pairs = nibbles.pairs([s], from, (from + 70).min(half + 1));
            if round == 0 {
                wanted = Wanted::begin::<X, H>(line, pairs, x);
            } else {
                let [[met]] = x.sieve::<H, 1, 1>(pairs, [[wanted.table()]]);
                wanted.leave::<H>(met, line, round as u32);
            }
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
            let mut nibbles = Nibbles::default();
            nibbles.follow(&cells[..300], 20);
            nibbles.follow(&cells, s / 2);
            for level in Level::available() {
                let mut left = all.clone();
                rounds_by(level, &nibbles, &mut Line::new(&mut left), count, s);
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
