//! Which of eight wanted values do the pairs of a sum give?
//!
//! A value is cut into two to four fields of up to four bits (`fields`). For each field there is a table of
//! sixteen bytes: bit `j` of entry `x` says that the wanted value `j` has `x` in this field. The *and* of the
//! entries that `G(a) ⊕ G(b)` picks has bit `j` set iff the pair gives the wanted value `j`, and the *or*
//! over all pairs tells which of the eight are reached. An entry is picked by a byte shuffle.
//!
//! Cost: nine vector operations and four loads for 32 pairs and eight values below 1024; compares would take
//! three operations and two loads for sixteen pairs and one value.

use crate::engine::dense::fields::{bytes, field_of, fields, most_bits};
use crate::simd::{Bytes, Simd, Vector};

/// For each field of a value, the wanted values that have it. Without shuffles: the first bytes of the wanted
/// values, and the second ones.
pub type Tables = [[u8; 16]; 4];

/// The tables for eight wanted values: one compare of eight fields, four times, tells sixteen entries.
#[inline(always)]
pub fn tables<const BITS: usize, X: Simd>(values: &[u16; 8], x: X) -> Tables {
    if !X::SHUFFLES {
        return compared_bytes::<BITS>(values);
    }
    let mut tables = Tables::default();
    for (i, table) in tables[..fields(BITS)].iter_mut().enumerate() {
        let mut eight = [0; 8];
        for k in 0..8 {
            eight[k] = field_of(BITS, i, bytes(BITS, values[k]));
        }
        let eight = X::B::splat64(x.into(), u64::from_le_bytes(eight));
        for (four, entries) in table.as_chunks_mut::<4>().0.iter_mut().zip(&ENTRIES) {
            // Bit 8·e + k: value k has entry e.
            *four = eight.same(X::B::load(x.into(), entries)).top_bits().to_le_bytes();
        }
    }
    tables
}

/// The numbers of the sixteen entries, each eight times.
const ENTRIES: [[u8; 32]; 4] = {
    let mut entries = [[0; 32]; 4];
    let mut i = 0;
    while i < 128 {
        entries[i / 32][i % 32] = (i / 8) as u8;
        i += 1;
    }
    entries
};

/// What levels without shuffles compare with.
#[inline(always)]
fn compared_bytes<const BITS: usize>(values: &[u16; 8]) -> Tables {
    let mut tables = Tables::default();
    for (k, v) in values.iter().enumerate() {
        [tables[0][k], tables[1][k]] = bytes(BITS, *v);
    }
    tables
}

/// The bytes of the parts of some pairs, for `S` sums that share their first parts.
#[derive(Clone, Copy)]
pub struct Pairs<'a, const S: usize> {
    /// The parts that are shared.
    pub ours: [&'a [u8]; 2],
    /// The partners, for each sum.
    pub theirs: [[&'a [u8]; 2]; S],
}

impl<const S: usize> Pairs<'_, S> {
    /// How many there are of each sum.
    ///
    /// # Panics
    /// If not all slices have the same length.
    #[inline(always)]
    pub fn len(&self) -> usize {
        let len = self.ours[0].len();
        assert!(self.ours.iter().chain(self.theirs.iter().flatten()).all(|bytes| bytes.len() == len));
        len
    }
}

/// Which of eight wanted values do the pairs of `S` sums give? Bit `j` of an answer is set if, for the xor of
/// some pair of the sum, bit `j` of the entries of all its fields is set in the tables of the sum. The wanted
/// values are below `2^BITS`.
#[inline(always)]
pub fn sieve<const BITS: usize, const S: usize, X: Simd>(
    pairs: Pairs<S>,
    tables: [&Tables; S],
    x: X,
) -> [u8; S] {
    let len = pairs.len();
    if !X::SHUFFLES {
        return sieve_by_compares::<BITS, S>(pairs, tables);
    }
    if len < X::B::BYTES {
        return sieve_by_pair::<BITS, S>(pairs, tables);
    }
    let zero = X::B::zero(x.into());
    let mut look = [[zero; 4]; S];
    for s in 0..S {
        for i in 0..4 {
            look[s][i] = X::B::both_halves(x.into(), tables[s][i]);
        }
    }
    let mut found = [zero; S];
    let mut at = 0;
    // SAFETY: all slices have `len` bytes, and all vectors begin 32 or more before that.
    unsafe {
        while at + 64 <= len {
            sieve_vector::<BITS, S, X>(&pairs, at, &look, &mut found, x);
            sieve_vector::<BITS, S, X>(&pairs, at + 32, &look, &mut found, x);
            at += 64;
        }
        // The last ones may be looked at twice.
        if at + 32 <= len {
            sieve_vector::<BITS, S, X>(&pairs, at, &look, &mut found, x);
        }
        if !len.is_multiple_of(32) {
            sieve_vector::<BITS, S, X>(&pairs, len - 32, &look, &mut found, x);
        }
    }
    let mut met = [0; S];
    for s in 0..S {
        met[s] = or_of_bytes::<X>(found[s]);
    }
    met
}

/// The 32 pairs from `at` on.
///
/// # Safety
/// All slices have 32 bytes from `at` on.
#[inline(always)]
unsafe fn sieve_vector<const BITS: usize, const S: usize, X: Simd>(
    pairs: &Pairs<S>,
    at: usize,
    look: &[[X::B; 4]; S],
    found: &mut [X::B; S],
    x: X,
) {
    // SAFETY: the caller vouches for the bounds.
    let read = |bytes: &[u8]| unsafe { X::B::read(x.into(), bytes.as_ptr().add(at)) };
    let low = X::B::splat8(x.into(), 15);
    let a = read(pairs.ours[0]);
    let c = if BITS == 8 { a } else { read(pairs.ours[1]) };
    for s in 0..S {
        let pick = |i: usize, fields: X::B| look[s][i].shuffle(fields);
        let first = a.xor(read(pairs.theirs[s][0]));
        let upper = first.shr4();
        let met = if BITS == 8 {
            pick(0, first.and(low)).and(pick(1, upper.and(low)))
        } else {
            let second = c.xor(read(pairs.theirs[s][1]));
            // A shuffle takes the low nibble by itself if bit 7 is 0.
            let whole = |v: X::B| if BITS == 16 { v.and(low) } else { v };
            let upper = if BITS == 10 { upper } else { upper.and(low) };
            let met = pick(0, whole(first)).and(pick(1, whole(second))).and(pick(2, upper));
            if fields(BITS) > 3 { met.and(pick(3, second.shr4().and(low))) } else { met }
        };
        found[s] = found[s].or(met);
    }
}

/// All bytes or-ed.
#[inline(always)]
fn or_of_bytes<X: Simd>(v: X::B) -> u8 {
    let mut words = [0u32; 8];
    v.store(&mut words);
    let word = words.iter().fold(0, |all, word| all | word);
    word.to_le_bytes().iter().fold(0, |all, byte| all | byte)
}

/// The same as [`sieve`], pair by pair.
#[inline(always)]
fn sieve_by_pair<const BITS: usize, const S: usize>(pairs: Pairs<S>, tables: [&Tables; S]) -> [u8; S] {
    let mut met = [0; S];
    for i in 0..pairs.len() {
        for s in 0..S {
            let x = (pairs.ours[0][i] ^ pairs.theirs[s][0][i]) as usize;
            let y = (pairs.ours[1][i] ^ pairs.theirs[s][1][i]) as usize;
            let picked = if BITS == 8 { [x % 16, x / 16, 0, 0] } else { [x % 16, y % 16, x / 16, y / 16] };
            let all = if most_bits(BITS) > BITS && y >> 7 == 1 { 0 } else { 0xff };
            met[s] |= (0..fields(BITS)).fold(all, |met, i| met & tables[s][i][picked[i]]);
        }
    }
    met
}

/// The same without shuffles: every wanted value is compared with sixteen pairs at once.
#[inline(always)]
fn sieve_by_compares<const BITS: usize, const S: usize>(pairs: Pairs<S>, tables: [&Tables; S]) -> [u8; S] {
    let len = pairs.len();
    let mut met = [0; S];
    for s in 0..S {
        let columns = [pairs.ours[0], pairs.theirs[s][0], pairs.ours[1], pairs.theirs[s][1]];
        // Sixteen times each byte of a wanted value. The box keeps the compiler from making them again in
        // every round.
        let wanted: [_; 8] = std::array::from_fn(|k| [[tables[s][0][k]; 16], [tables[s][1][k]; 16]]);
        let wanted = std::hint::black_box(&wanted);
        let mut hits = [[0; 16]; 8];
        let mut at = 0;
        while at + 16 <= len {
            let mut sixteen = [[0; 16]; 4];
            for i in 0..4 {
                sixteen[i].copy_from_slice(&columns[i][at..at + 16]);
            }
            compare::<BITS>(&sixteen, wanted, &mut hits);
            at += 16;
        }
        if at < len {
            // The rest, and the first of it again and again.
            let mut sixteen = columns.map(|column| [column[at]; 16]);
            for i in 0..4 {
                sixteen[i][..len - at].copy_from_slice(&columns[i][at..]);
            }
            compare::<BITS>(&sixteen, wanted, &mut hits);
        }
        for (k, hits) in hits.iter().enumerate() {
            met[s] |= u8::from(hits.iter().fold(0, |all, hit| all | hit) != 0) << k;
        }
    }
    met
}

/// Which of sixteen pairs, given by the bytes of their parts, give each wanted value?
#[inline(always)]
fn compare<const BITS: usize>(
    sixteen: &[[u8; 16]; 4],
    wanted: &[[[u8; 16]; 2]; 8],
    hits: &mut [[u8; 16]; 8],
) {
    let [mut x, mut y] = [sixteen[0], sixteen[2]];
    for i in 0..16 {
        x[i] ^= sixteen[1][i];
        y[i] ^= sixteen[3][i];
    }
    for k in 0..8 {
        for i in 0..16 {
            let agree = (x[i] == wanted[k][0][i]) & (BITS == 8 || y[i] == wanted[k][1][i]);
            hits[k][i] |= if agree { 255 } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::dense::fields::by_bits;
    use crate::simd::{dispatch, every_level};
    use proptest::prelude::*;

    dispatch! {
        fn sieve_by_level(bits: usize, pairs: Pairs<2>, wanted: &[[u16; 8]; 2]) -> [u8; 2] = sieve_by
    }
    #[inline(always)]
    fn sieve_by<X: Simd>(bits: usize, pairs: Pairs<2>, wanted: &[[u16; 8]; 2], x: X) -> [u8; 2] {
        by_bits!(bits, BITS => sieve_of::<X, BITS>(pairs, wanted, x))
    }
    /// The tables, value by value.
    fn tables_by_value<const BITS: usize>(values: &[u16; 8]) -> Tables {
        let mut tables = Tables::default();
        for (slot, v) in values.iter().enumerate() {
            for (i, table) in tables[..fields(BITS)].iter_mut().enumerate() {
                table[field_of(BITS, i, bytes(BITS, *v)) as usize] |= 1 << slot;
            }
        }
        tables
    }

    /// Both sums at once, and each alone.
    #[inline(always)]
    fn sieve_of<X: Simd, const BITS: usize>(pairs: Pairs<2>, wanted: &[[u16; 8]; 2], x: X) -> [u8; 2] {
        let tables = wanted.map(|eight| tables::<BITS, X>(&eight, x));
        if X::SHUFFLES {
            assert_eq!(tables, wanted.map(|eight| tables_by_value::<BITS>(&eight)));
        }
        let met = sieve::<BITS, 2, X>(pairs, tables.each_ref(), x);
        for s in 0..2 {
            let alone = Pairs { ours: pairs.ours, theirs: [pairs.theirs[s]] };
            assert_eq!(sieve::<BITS, 1, X>(alone, [&tables[s]], x), [met[s]]);
        }
        met
    }

    proptest! {
        #[test]
        fn sieves_find_what_is_there(
            bits in prop::sample::select(vec![8usize, 10, 11, 12, 14, 16]),
            pairs in prop::collection::vec(any::<[u16; 3]>(), 0..300),
            wanted: [[u16; 8]; 2],
        ) {
            let pairs: Vec<[u16; 3]> = pairs.iter().map(|p| p.map(|v| v >> (16 - most_bits(bits)))).collect();
            let mut wanted = wanted.map(|eight| eight.map(|v| v >> (16 - bits)));
            // Some that are there, and some that would be but for the next bit.
            for (slot, [a, b, c]) in pairs.iter().rev().take(4).enumerate() {
                let below = |v: u16| v & (u16::MAX >> (16 - bits));
                (wanted[0][slot], wanted[1][7 - slot]) = (below(a ^ b), below(a ^ c));
            }
            let byte = |side: usize, i: usize| -> Vec<u8> { pairs.iter().map(|p| bytes(bits, p[side])[i]).collect() };
            let all: Vec<[Vec<u8>; 2]> = (0..3).map(|side| [byte(side, 0), byte(side, 1)]).collect();
            let side = |i: usize| [&all[i][0][..], &all[i][1][..]];
            let mut expected = [0; 2];
            for s in 0..2 {
                for (slot, v) in wanted[s].iter().enumerate() {
                    expected[s] |= u8::from(pairs.iter().any(|p| p[0] ^ p[1 + s] == *v)) << slot;
                }
            }
            for level in every_level() {
                let some = Pairs { ours: side(0), theirs: [side(1), side(2)] };
                prop_assert_eq!(sieve_by_level(level, bits, some, &wanted), expected);
            }
        }
    }
}
