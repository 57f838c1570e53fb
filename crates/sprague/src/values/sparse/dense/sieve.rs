//! Sieve: eight values looked for at once among the pairs of a sum.
//!
//! A value is four nibbles. For each of them there is a table of sixteen bytes; bit `j` of entry `x` says that the
//! wanted value `j` has the nibble `x` there. So the *and* of the four entries that `G(a) ⊕ G(b)` picks has bit `j` set
//! iff the pair gives the wanted value `j`, and the *or* over all pairs tells which of eight wanted values are reached.
//! With vectors an entry is picked by a byte shuffle, 32 at a time: about ten operations for 32 pairs and eight values
//! below 2048, where compares take three for sixteen pairs and *one* value.
//!
//! Pairs are looked through in rounds ([`Wanted`]). A value that is met leaves its seat to the next in line; it goes on until
//! the smallest value that was not met has been looked for in every round.

use crate::values::sparse::lanes::{Pairs, Simd, Tables};
use crate::values::sparse::sequence::Cell;

/// Values looked for at once, at most.
const SEATS: usize = 8;
/// Tables of eight values that are thinned out together.
const TABLES: usize = 3;
/// Values that are thinned out, at most.
const THINNED: usize = TABLES * SEATS;
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

/// Values of a line, ascending, that are looked for in rounds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    table: Tables,
    /// Which of the line has the seat.
    places: [u8; SEATS],
    /// The first round it was looked for.
    since: [u32; SEATS],
    /// Seats in use.
    taken: u8,
    /// Bit `i` set: the value at place `i` was met.
    met: u64,
    /// No one from this place on has had a seat.
    next: u8,
}

impl Wanted {
    /// The first round, and seats for the first of a line that are not met in it. Many are, so more values than there are
    /// seats are looked for.
    #[inline(always)]
    pub fn begin<X: Simd, const H: usize>(line: &[u16], pairs: Pairs<1>, x: X) -> Self {
        let mut tables = [Tables::default(); TABLES];
        for (i, &v) in line.iter().take(THINNED).enumerate() {
            flip::<H>(&mut tables[i / SEATS], i % SEATS, v);
        }
        let [met] = x.sieve::<H, 1, TABLES>(pairs, [tables.each_ref()]);
        let mut wanted = Wanted::default();
        for (i, met) in met.into_iter().enumerate() {
            wanted.met |= (met as u64) << (i * SEATS);
        }
        for seat in 0..SEATS {
            wanted.sit::<H>(seat, line, 0);
        }
        wanted
    }

    /// Gives a seat to the next in line, if there is one.
    #[inline(always)]
    fn sit<const H: usize>(&mut self, seat: usize, line: &[u16], round: u32) {
        let met = self.met.checked_shr(self.next as u32).unwrap_or(0);
        let place = self.next + met.trailing_ones() as u8;
        if let Some(&v) = line.get(place as usize) {
            // Who comes after those of the first round was not looked for in it.
            let since = round.max(u32::from(place as usize >= THINNED));
            (self.places[seat], self.since[seat]) = (place, since);
            self.next = place + 1;
            self.taken |= 1 << seat;
            flip::<H>(&mut self.table, seat, v);
        }
    }

    /// The values to look for.
    #[inline(always)]
    pub fn table(&self) -> &Tables {
        &self.table
    }

    /// Those that were met in this round leave, and the next in line come.
    #[inline(always)]
    pub fn leave<const H: usize>(&mut self, mut met: u8, line: &[u16], round: u32) {
        while met != 0 {
            let seat = met.trailing_zeros() as usize;
            met &= met - 1;
            self.taken ^= 1 << seat;
            self.met |= 1 << self.places[seat];
            flip::<H>(&mut self.table, seat, line[self.places[seat] as usize]);
            self.sit::<H>(seat, line, round + 1);
        }
    }

    /// Has the first of the line that was not met been looked for in `all` rounds, before round `now`? Or are all met?
    #[inline(always)]
    pub fn is_done(&self, now: u32, all: u32) -> bool {
        if now < all {
            return self.taken == 0;
        }
        let first = self.seats().min_by_key(|&seat| self.places[seat]);
        first.is_none_or(|seat| now - self.since[seat] >= all)
    }

    /// Which of the line were met, and which were looked for in `all` rounds and not met.
    #[inline(always)]
    pub fn found(&self, now: u32, all: u32) -> (u64, u64) {
        let mut sure = 0;
        for seat in self.seats() {
            if now - self.since[seat] >= all {
                sure |= 1 << self.places[seat];
            }
        }
        (self.met, sure)
    }

    /// The seats in use.
    #[inline(always)]
    fn seats(&self) -> impl Iterator<Item = usize> + use<> {
        let taken = self.taken;
        (0..SEATS).filter(move |seat| taken >> seat & 1 == 1)
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
        fn rounds_by<[]>(nibbles: &Nibbles, line: &[u16], s: usize) -> (u64, u64) = rounds
    }

    /// Rounds of 70 pairs of the sum, until the first is sure.
    #[inline(always)]
    fn rounds<X: Simd>(nibbles: &Nibbles, line: &[u16], s: usize, x: X) -> (u64, u64) {
        let (half, mut round) = (s / 2, 0);
        let all = half.div_ceil(70);
        let mut wanted = Wanted::default();
        loop {
            let from = 1 + round % all * 70;
            let pairs = nibbles.pairs([s], from, (from + 70).min(half + 1));
            let tables = [[wanted.table()]];
            let [[met]] = match (round, nibbles.count(1 + line.last().copied().unwrap_or(0) as usize)) {
                (0, _) => [[0]],
                (_, 2) => x.sieve::<2, 1, 1>(pairs, tables),
                (_, 3) => x.sieve::<3, 1, 1>(pairs, tables),
                _ => x.sieve::<4, 1, 1>(pairs, tables),
            };
            match (round, nibbles.count(1 + line.last().copied().unwrap_or(0) as usize)) {
                (0, 2) => wanted = Wanted::begin::<X, 2>(line, pairs, x),
                (0, 3) => wanted = Wanted::begin::<X, 3>(line, pairs, x),
                (0, _) => wanted = Wanted::begin::<X, 4>(line, pairs, x),
                (_, 2) => wanted.leave::<2>(met, line, round as u32),
                (_, 3) => wanted.leave::<3>(met, line, round as u32),
                _ => wanted.leave::<4>(met, line, round as u32),
            }
            round += 1;
            if wanted.is_done(round as u32, all as u32) {
                return wanted.found(round as u32, all as u32);
            }
        }
    }

    proptest! {
        /// Who is met is reached, who is sure is not, and the first who is left is sure.
        #[test]
        fn rounds_tell_who_is_reached(
            bits in prop::sample::select(vec![4u32, 8, 10, 11, 12, 16]),
            cells in prop::collection::vec(any::<u16>(), 400..700),
            step in 1u16..40,
            len in 0usize..=64,
        ) {
            let cells: Vec<u16> = cells.iter().map(|v| v >> (16 - bits)).collect();
            let top = (1u32 << bits) - 1;
            let mut line: Vec<u16> =
                (0..len as u32).map(|i| i * step as u32).filter(|&v| v <= top).map(|v| v as u16).collect();
            let s = cells.len() - 1;
            let reached = |v: u16| (1..=s / 2).any(|a| cells[a] ^ cells[s - a] == v);
            // Some that are reached, so that seats change.
            for a in 1..line.len() {
                line[a] = if a % 3 == 0 { line[a] } else { cells[3 * a] ^ cells[s - 3 * a] };
            }
            line.sort_unstable();
            line.dedup();
            let mut nibbles = Nibbles::default();
            nibbles.follow(&cells[..300], 20);
            nibbles.follow(&cells, s / 2);
            for level in Level::available() {
                let (met, sure) = rounds_by(level, &nibbles, &line, s);
                prop_assert_eq!(met & sure, 0);
                for (i, &v) in line.iter().enumerate() {
                    prop_assert!(met >> i & 1 == 0 || reached(v));
                    prop_assert!(sure >> i & 1 == 0 || !reached(v));
                }
                let first = met.trailing_ones() as usize;
                prop_assert!(first >= line.len() || sure >> first & 1 == 1);
            }
        }
    }
}
