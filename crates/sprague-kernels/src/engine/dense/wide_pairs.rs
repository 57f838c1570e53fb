//! Which of sixteen wanted values do the pairs of a sum give? For processors that look up tables of 128 bytes
//! at once.
//!
//! The idea is that of `pairs`, with two fields of six bits, or of seven, instead of four of four: the bytes
//! of a value as they are, if it has no more than twelve bits, or fourteen. Sixteen values take two tables
//! for each field, one for eight of them.
//!
//! Cost: for 64 pairs and sixteen values two exclusive ors, four lookups, two ternary operations and four
//! loads, two of which the sums share. Lookups limit it, and loads that begin anywhere nearly as much. A
//! table changes in two entries when a value gives its place to another.

#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

use crate::engine::dense::fields::bytes;
use crate::engine::dense::pairs::Pairs;
use crate::simd::{Lookups, Vector, dispatch_lookups};

/// Values looked for at once.
pub const WIDE_SLOTS: usize = 16;

/// Are values of this many bits cut into bytes that can be looked up? Those below 256 would be no faster: few
/// of them are open.
pub const fn suits(bits: usize) -> bool {
    matches!(bits, 12 | 14)
}

/// At most this many sums at once: their tables have to stay in registers.
pub const fn most_sums(bits: usize) -> usize {
    if bits == 14 { 2 } else { 4 }
}

/// `tables[g][i]`: for each value of field `i` a bit for each of the wanted values `8g ..` that have it.
#[derive(Clone, Debug)]
pub struct WideTables([[[u8; 128]; 2]; 2]);

/// The two fields of a value.
#[inline(always)]
fn entries<const BITS: usize>(v: u16) -> [usize; 2] {
    let [first, second] = bytes(BITS, v);
    [first as usize, second as usize]
}

impl WideTables {
    /// The tables for sixteen values.
    #[inline(always)]
    pub fn new<const BITS: usize>(values: &[u16; WIDE_SLOTS]) -> Self {
        let mut tables = WideTables([[[0; 128]; 2]; 2]);
        for (slot, v) in values.iter().enumerate() {
            tables.add::<BITS>(slot, *v);
        }
        tables
    }

    #[inline(always)]
    fn add<const BITS: usize>(&mut self, slot: usize, v: u16) {
        for (table, entry) in self.0[slot / 8].iter_mut().zip(entries::<BITS>(v)) {
            table[entry] |= 1 << (slot % 8);
        }
    }

    /// Another value instead of the one in a slot.
    #[inline(always)]
    pub fn replace<const BITS: usize>(&mut self, slot: usize, old: u16, new: u16) {
        for (table, entry) in self.0[slot / 8].iter_mut().zip(entries::<BITS>(old)) {
            table[entry] &= !(1 << (slot % 8));
        }
        self.add::<BITS>(slot, new);
    }
}

dispatch_lookups! {
    /// Which of sixteen wanted values do the pairs of `S` sums give? Bit `j` of an answer is set if some pair
    /// of the sum gives the value `j` of its tables.
    pub fn sieve_wide<const BITS, const S>(pairs: &Pairs<S>, tables: &[&WideTables; S]) -> [u16; S] = sieve_wide_at::<BITS, S, _>
}

#[inline(always)]
fn sieve_wide_at<const BITS: usize, const S: usize, L: Lookups>(
    pairs: &Pairs<S>,
    tables: &[&WideTables; S],
    l: L,
) -> [u16; S] {
    const { assert!(L::V::BYTES == 64) };
    assert!(suits(BITS));
    let len = pairs.len();
    if len < L::V::BYTES {
        return sieve_by_pair(pairs, tables);
    }
    // SAFETY: each half of a table has 64 bytes.
    let half = |table: &[u8; 128], i: usize| unsafe { L::V::read(l.into(), table.as_ptr().add(64 * i)) };
    let zero = L::V::zero(l.into());
    let mut look = [[[[zero; 2]; 2]; 2]; S];
    for s in 0..S {
        for g in 0..2 {
            for i in 0..2 {
                look[s][g][i] = [half(&tables[s].0[g][i], 0), half(&tables[s].0[g][i], 1)];
            }
        }
    }
    let mut found = [[zero; 2]; S];
    let mut at = 0;
    // SAFETY: all slices have `len` bytes, and all vectors begin 64 or more before that.
    unsafe {
        while at + 64 <= len {
            sieve_vector::<BITS, S, L>(pairs, at, &look, &mut found, l);
            at += 64;
        }
        // The last ones may be looked at twice.
        if at < len {
            sieve_vector::<BITS, S, L>(pairs, len - 64, &look, &mut found, l);
        }
    }
    let mut met = [0; S];
    for s in 0..S {
        met[s] = u16::from_le_bytes([or_of_bytes(found[s][0]), or_of_bytes(found[s][1])]);
    }
    met
}

/// The 64 pairs from `at` on.
///
/// # Safety
/// All slices have 64 bytes from `at` on.
#[inline(always)]
unsafe fn sieve_vector<const BITS: usize, const S: usize, L: Lookups>(
    pairs: &Pairs<S>,
    at: usize,
    look: &[[[[L::V; 2]; 2]; 2]; S],
    found: &mut [[L::V; 2]; S],
    l: L,
) {
    // SAFETY: the caller vouches for the bounds.
    let read = |bytes: &[u8]| unsafe { L::V::read(l.into(), bytes.as_ptr().add(at)) };
    let a = read(pairs.ours[0]);
    let c = read(pairs.ours[1]);
    for s in 0..S {
        let first = a.xor(read(pairs.theirs[s][0]));
        let second = c.xor(read(pairs.theirs[s][1]));
        for g in 0..2 {
            let pick = |i: usize, fields: L::V| {
                let [low, high] = look[s][g][i];
                if BITS == 14 { l.look_up_two([low, high], fields) } else { l.look_up(low, fields) }
            };
            found[s][g] = l.or_masked(found[s][g], pick(0, first), pick(1, second));
        }
    }
}

/// All bytes or-ed.
#[inline(always)]
fn or_of_bytes<V: Vector>(v: V) -> u8 {
    let mut words = [0u32; 16];
    v.store(&mut words);
    let word = words.iter().fold(0, |all, word| all | word);
    word.to_le_bytes().iter().fold(0, |all, byte| all | byte)
}

/// The same as [`sieve_wide`], pair by pair.
#[inline(always)]
fn sieve_by_pair<const S: usize>(pairs: &Pairs<S>, tables: &[&WideTables; S]) -> [u16; S] {
    let mut met = [0; S];
    for i in 0..pairs.len() {
        for s in 0..S {
            let first = (pairs.ours[0][i] ^ pairs.theirs[s][0][i]) as usize;
            let second = (pairs.ours[1][i] ^ pairs.theirs[s][1][i]) as usize;
            let eight = |g: usize| tables[s].0[g][0][first] & tables[s].0[g][1][second];
            met[s] |= u16::from_le_bytes([eight(0), eight(1)]);
        }
    }
    met
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{LookupToken, every_level};
    use proptest::prelude::*;

    /// All sums at once, and each alone.
    fn sieve_of<const BITS: usize, const S: usize>(
        token: LookupToken,
        ours: [&[u8]; 2],
        theirs: [[&[u8]; 2]; 4],
        tables: &[WideTables; 4],
    ) -> [u16; S] {
        let theirs: [_; S] = std::array::from_fn(|s| theirs[s]);
        let met = sieve_wide::<BITS, S>(token, &Pairs { ours, theirs }, &std::array::from_fn(|s| &tables[s]));
        for s in 0..S {
            let alone = Pairs { ours, theirs: [theirs[s]] };
            assert_eq!(sieve_wide::<BITS, 1>(token, &alone, &[&tables[s]]), [met[s]]);
        }
        met
    }

    /// Which of the wanted values some pairs of a part and four partners give, at every level that can look
    /// up.
    fn check<const BITS: usize>(pairs: &[[u16; 5]], wanted: &[[u16; 16]; 4]) {
        let byte =
            |side: usize, i: usize| -> Vec<u8> { pairs.iter().map(|p| bytes(BITS, p[side])[i]).collect() };
        let all: [[Vec<u8>; 2]; 5] = std::array::from_fn(|side| [byte(side, 0), byte(side, 1)]);
        let sides = all.each_ref().map(|[first, second]| [&first[..], &second[..]]);
        let expected: [u16; 4] = std::array::from_fn(|s| {
            let reached = |v: u16| u16::from(pairs.iter().any(|p| p[0] ^ p[1 + s] == v));
            (0..16).fold(0, |met, slot| met | reached(wanted[s][slot]) << slot)
        });
        // Tables made at once, and by changing others.
        let changed = |values: &[u16; 16]| {
            let mut tables = WideTables::new::<BITS>(&[3; 16]);
            for (slot, v) in values.iter().enumerate() {
                tables.replace::<BITS>(slot, 3, *v);
            }
            tables
        };
        for token in every_level().into_iter().filter_map(|level| level.lookups()) {
            for tables in [wanted.each_ref().map(WideTables::new::<BITS>), wanted.each_ref().map(changed)] {
                let theirs = std::array::from_fn(|s| sides[1 + s]);
                assert_eq!(sieve_of::<BITS, 2>(token, sides[0], theirs, &tables), expected[..2]);
                if most_sums(BITS) == 4 {
                    assert_eq!(sieve_of::<BITS, 4>(token, sides[0], theirs, &tables), expected);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn sixteen_values_are_found_where_they_are(
            bits in prop::sample::select(vec![12usize, 14]),
            pairs in prop::collection::vec(any::<[u16; 5]>(), 0..300),
            wanted: [[u16; 16]; 4],
        ) {
            let pairs: Vec<[u16; 5]> = pairs.iter().map(|p| p.map(|v| v >> (16 - bits))).collect();
            let mut wanted = wanted.map(|some| some.map(|v| v >> (16 - bits)));
            // Some that are there, and some that nearly are.
            for (slot, p) in pairs.iter().rev().take(6).enumerate() {
                for s in 0..4 {
                    wanted[s][(slot + 5 * s) % 16] = p[0] ^ p[1 + s] ^ u16::from(slot == 5);
                }
            }
            match bits {
                12 => check::<12>(&pairs, &wanted),
                _ => check::<14>(&pairs, &wanted),
            }
        }
    }
}
