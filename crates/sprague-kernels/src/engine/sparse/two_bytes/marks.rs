//! Marking and seeking codes of two bytes: what first parts give, for sixteen consecutive sums at once.
//!
//! For one first part `r` and sixteen sums the partners `s − r` are contiguous: one load, one xor. *Marking*
//! stores a byte for each code and lane in a map of the lane; with more than some hundred codes that is less
//! work than compares without stores (`many`). *Seeking* compares with a few codes that a lane asks for,
//! sixteen lanes at once: about a fifth of the work of marking for four codes.
//!
//! Partners that are rare hold [`NOTHING`] in a copy of the first codes: what they give lands in the upper
//! half of a map, which is never read, and is no code that is sought.

use crate::engine::sparse::many::first_parts::{Parts, Placed, Sorted};
use crate::engine::sparse::sequence::Sequence;
use crate::simd::{Bytes, Simd, Vector};

/// Consecutive sums that are done at once.
pub const LANES: usize = 16;
/// Words of a set.
const WORDS: usize = 32;
/// Codes are below this.
pub const CODES: usize = 64 * WORDS;
/// The code of a rare partner: with any code it gives one outside of every map.
const NOTHING: u16 = 0xfe00;
/// No code: nothing gives it.
pub const IDLE: u16 = 0x4000;

/// One in each of four codes.
const FOUR: u64 = 0x0001_0001_0001_0001;

/// A set of codes.
#[derive(Clone, Copy, Debug)]
pub struct Set([u64; WORDS]);

impl Default for Set {
    fn default() -> Self {
        Set([0; WORDS])
    }
}

impl Set {
    /// Adds a code.
    #[inline(always)]
    pub fn insert(&mut self, code: u16) {
        self.0[code as usize / 64 % WORDS] |= 1 << (code % 64);
    }

    /// Takes the first codes.
    #[inline(always)]
    pub fn put(&mut self, codes: &[u64; 4]) {
        self.0[..4].copy_from_slice(codes);
    }

    /// Adds the codes below `codes` of another set.
    #[inline(always)]
    pub fn unite(&mut self, other: &Set, codes: usize) {
        for i in 0..codes / 64 {
            self.0[i] |= other.0[i];
        }
    }

    /// The smallest code from `from` on that is not in the set, [`CODES`] if all are.
    #[inline(always)]
    pub fn first_absent(&self, from: usize) -> usize {
        let mut i = from / 64;
        if i >= WORDS {
            return CODES;
        }
        let mut open = !self.0[i] & (u64::MAX << (from % 64));
        while open == 0 {
            i += 1;
            if i == WORDS {
                return CODES;
            }
            open = !self.0[i];
        }
        64 * i + open.trailing_zeros() as usize
    }
}

/// A first part and its code.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub place: u32,
    pub code: u16,
}

impl Part {
    /// The part at a known position.
    ///
    /// # Panics
    /// If the position is not below `2^32`.
    pub fn of(seq: &Sequence<u16>, place: usize) -> Self {
        Part { place: u32::try_from(place).expect("first parts below 2^32"), code: seq.cells[place] }
    }
}

impl Placed for Part {
    #[inline(always)]
    fn place(self) -> usize {
        self.place as usize
    }
}

/// The given positions as first parts.
pub fn parts(seq: &Sequence<u16>, places: &[usize]) -> Parts<Part> {
    Parts::new(places.iter().map(|&r| Part::of(seq, r)))
}

/// Codes of partners.
#[derive(Clone, Debug, Default)]
pub struct Partners {
    /// The first codes, [`NOTHING`] where a position is rare; ends a run behind the last rare position.
    head: Vec<u16>,
}

impl Partners {
    /// Takes in what is new below `known`; positions from `changed` on may have changed.
    pub fn catch_up(&mut self, seq: &Sequence<u16>, changed: usize, known: usize) {
        let end = known.min(seq.last_rare() + 1 + LANES);
        self.head.truncate(changed.min(end));
        for x in self.head.len()..end {
            self.head.push(if seq.is_rare(x) { NOTHING } else { seq.cells[x] });
        }
    }

    /// The codes of sixteen positions from `start` on, all of them known.
    #[inline(always)]
    fn run<'a>(&'a self, seq: &'a Sequence<u16>, start: usize) -> &'a [u16; LANES] {
        let cells = if start + LANES <= self.head.len() { &self.head } else { &seq.cells };
        cells[start..].first_chunk().expect("partners are known")
    }
}

/// A map of bytes for each lane, and what is in use of it.
#[derive(Clone, Debug)]
pub struct Maps {
    bytes: Vec<u8>,
    /// Codes are below this, a power of two.
    codes: usize,
}

impl Maps {
    /// Maps for codes that are not larger than the largest.
    pub fn for_codes(largest: u16) -> Self {
        let codes = (largest as usize + 1).next_power_of_two().max(512);
        Maps { bytes: vec![0; 2 * codes * LANES], codes }
    }

    /// Codes are below this.
    #[inline(always)]
    pub fn codes(&self) -> usize {
        self.codes
    }

    /// Marks what the parts give for sixteen sums from `first` on; parts that are not smaller are left out.
    #[inline(always)]
    pub fn mark(&mut self, seq: &Sequence<u16>, partners: &Partners, parts: &[Part], first: usize) {
        match self.codes {
            512 => mark::<1024>(&mut self.bytes, seq, partners, parts, first),
            1024 => mark::<2048>(&mut self.bytes, seq, partners, parts, first),
            _ => mark::<4096>(&mut self.bytes, seq, partners, parts, first),
        }
    }

    /// The set of what was marked for a lane, whose map is empty then.
    #[inline(always)]
    pub fn take<X: Simd>(&mut self, lane: usize, x: X) -> Set {
        let map = &mut self.bytes[2 * self.codes * lane..][..self.codes];
        let zero = X::B::zero(x.into());
        let mut set = Set::default();
        for (i, bytes) in map.chunks_exact_mut(64).enumerate() {
            let [low, high] = [0, 32].map(|at| !X::B::load(x.into(), &bytes[at..]).same(zero).top_bits());
            set.0[i] = low as u64 | (high as u64) << 32;
        }
        map.fill(0);
        set
    }
}

/// See [`Maps::mark`]; `SIZE` is twice the number of codes.
#[inline(always)]
fn mark<const SIZE: usize>(
    bytes: &mut [u8],
    seq: &Sequence<u16>,
    partners: &Partners,
    parts: &[Part],
    first: usize,
) {
    let maps: &mut [[u8; SIZE]; LANES] = bytes.as_chunks_mut().0.first_chunk_mut().expect("a map a lane");
    // Four codes are one word: that they are in range is seen once for all four.
    let within = FOUR * (SIZE as u64 - 1);
    for part in parts.iter().filter(|part| (part.place as usize) < first) {
        let (start, flip) = (first - part.place as usize, FOUR * part.code as u64);
        let (fours, _) = partners.run(seq, start).as_chunks::<4>();
        for i in 0..LANES / 4 {
            let [a, b, c, d] = fours[i].map(u64::from);
            let word = ((a | b << 16 | c << 32 | d << 48) ^ flip) & within;
            for j in 0..4 {
                maps[4 * i + j][(word >> (16 * j)) as u16 as usize % SIZE] = 1;
            }
        }
    }
}

/// Codes that each lane asks for, and whether they were found: not 0 if so.
#[derive(Clone, Debug)]
pub struct Wanted<const K: usize> {
    pub codes: [[u16; LANES]; K],
    pub found: [[u16; LANES]; K],
}

impl<const K: usize> Wanted<K> {
    /// The same code for all, not found yet.
    pub fn new(code: u16) -> Self {
        Wanted { codes: [[code; LANES]; K], found: [[0; LANES]; K] }
    }
}

/// Which of the wanted codes do the parts give to sixteen heaps from `n` on, by breaks that remove `takes`?
/// All partners are known. Adds to what was found.
#[inline(always)]
pub fn seek<const K: usize, X: Simd>(
    seq: &Sequence<u16>,
    partners: &Partners,
    parts: &Parts<Part>,
    n: usize,
    takes: &[usize],
    wanted: &mut Wanted<K>,
    x: X,
) {
    for two in takes.chunks(2) {
        // The run of a part that comes first, and the one that comes last.
        let (mut near, mut far) = (n - two[0], n - two[0]);
        for &t in two {
            (near, far) = (near.min(n - t), far.max(n - t));
        }
        // The smallest part whose run from a sum on ends in the head.
        let in_head = |first: usize| (first + LANES).saturating_sub(partners.head.len());
        let (mixed, rest) = parts.all().split_below(in_head(far));
        let cells = [&partners.head[..], &seq.cells[..]];
        if let [t, u] = *two {
            let (between, clear) = rest.split_below(in_head(near));
            seek_in(cells[0], mixed, [n - t, n - u], wanted, x);
            seek_in(cells[1], clear, [n - t, n - u], wanted, x);
            // Runs of one break are in the head, those of the other behind it.
            for first in [n - t, n - u] {
                let cells = cells[usize::from(first == far)];
                seek_in(cells, between, [first], wanted, x);
            }
        } else {
            seek_in(cells[0], mixed, [far], wanted, x);
            seek_in(cells[1], rest, [far], wanted, x);
        }
    }
}

/// The same for the sums from each of `firsts` on, with partners among the given cells.
#[inline(always)]
fn seek_in<const K: usize, const B: usize, X: Simd>(
    cells: &[u16],
    parts: Sorted<Part>,
    firsts: [usize; B],
    wanted: &mut Wanted<K>,
    x: X,
) {
    let Some([largest, smallest]) = parts.ends() else { return };
    for first in firsts {
        assert!(largest.place() <= first && first - smallest.place() + LANES <= cells.len());
    }
    const { assert!(X::B::BYTES == size_of::<[u16; LANES]>()) };
    let (mut want, mut hits) = ([X::B::zero(x.into()); K], [X::B::zero(x.into()); K]);
    for k in 0..K {
        want[k] = X::B::load(x.into(), &wanted.codes[k]);
        hits[k] = X::B::load(x.into(), &wanted.found[k]);
    }
    for part in parts.as_slice() {
        let code = X::B::splat16(x.into(), part.code);
        let mut given = [code; B];
        for b in 0..B {
            // SAFETY: `Sorted` parts lie between the largest and the smallest, whose runs are inside the
            // cells; a run has 16 cells of two bytes, and so has a vector.
            let run = unsafe { X::B::read(x.into(), cells.as_ptr().add(firsts[b] - part.place()).cast()) };
            given[b] = given[b].xor(run);
        }
        for k in 0..K {
            for b in 0..B {
                hits[k] = hits[k].or(given[b].same16(want[k]));
            }
        }
    }
    for k in 0..K {
        hits[k].store(&mut wanted.found[k]);
    }
}

/// Does one of the parts give the code for sum `s`?
#[cold]
pub fn gives(seq: &Sequence<u16>, parts: &[Part], s: usize, code: u16) -> bool {
    parts.iter().filter(|part| (part.place as usize) < s).any(|part| {
        let y = s - part.place as usize;
        seq.cells[y] ^ part.code == code && !seq.is_rare(y)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sparse::split::Split;
    use crate::simd::{dispatch, every_level};
    use proptest::prelude::*;

    dispatch! {
        fn sets(maps: &mut Maps) -> Vec<Set> = sets_at
    }
    #[inline(always)]
    fn sets_at<X: Simd>(maps: &mut Maps, x: X) -> Vec<Set> {
        (0..LANES).map(|lane| maps.take(lane, x)).collect()
    }
    dispatch! {
        fn seek_by(seq: &Sequence<u16>, partners: &Partners, parts: &Parts<Part>, n: usize, takes: &[usize], wanted: &mut Wanted<3>) = seek
    }

    proptest! {
        #[test]
        fn parts_mark_and_find_what_they_give(
            values in prop::collection::vec(0..2048u32, 200),
            common in 0..200usize,
            places in prop::collection::vec(16..120usize, 0..40),
            wanted in prop::collection::vec(0..1024u16, 3 * LANES),
            takes in prop::collection::btree_set(0..=10usize, 1..4),
        ) {
            // Odd values are common, all of them behind a place.
            let values = values.iter().enumerate().map(|(x, v)| if x < common { *v } else { v | 1 });
            let split = Split { mask: 1, parity: false, offset: 0 };
            let seq = Sequence::<u16>::encode(split, values, 0).unwrap();
            let (parts, first) = (parts(&seq, &places), 130);
            let mut partners = Partners::default();
            partners.catch_up(&seq, 0, seq.len());
            let gives_by = |t: usize, lane: usize, c: usize| places.iter().any(|&place| {
                let y = first - t - place + lane;
                (seq.cells[y] ^ seq.cells[place]) as usize == c && !seq.is_rare(y)
            });
            let gives = |lane: usize, c: usize| gives_by(0, lane, c);
            let takes: Vec<usize> = takes.into_iter().collect();
            let codes: [[u16; LANES]; 3] = std::array::from_fn(|k| std::array::from_fn(|i| wanted[LANES * k + i]));
            for level in every_level() {
                let mut maps = Maps::for_codes(1023);
                maps.mark(&seq, &partners, parts.as_slice(), first);
                let sets = sets(level, &mut maps);
                let mut wanted = Wanted { codes, found: [[0; LANES]; 3] };
                seek_by(level, &seq, &partners, &parts, first, &takes, &mut wanted);
                for lane in 0..LANES {
                    let absent = (0..1024).find(|&c| !gives(lane, c)).unwrap_or(1024);
                    prop_assert_eq!(sets[lane].first_absent(0), absent);
                    for c in 0..1024 {
                        prop_assert_eq!(sets[lane].first_absent(c) != c, gives(lane, c), "{:?} {} {}", level, lane, c);
                    }
                    for k in 0..3 {
                        let given = takes.iter().any(|&t| gives_by(t, lane, codes[k][lane] as usize));
                        prop_assert_eq!(wanted.found[k][lane] != 0, given);
                    }
                }
                prop_assert!(maps.bytes.iter().enumerate().all(|(i, &b)| b == 0 || i % 2048 >= 1024));
            }
        }
    }
}
