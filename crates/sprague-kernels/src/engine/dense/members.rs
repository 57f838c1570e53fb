//! All open values of a heap at once: which pairs give one of them?
//!
//! Where there are many values and the frequent ones leave some hundred of them open, slots for sixteen are
//! too few. But the open values below 8192 are a bitmap of 1024 bytes, sixteen vectors of 64: bits 3 to 9 of
//! a value pick one of 128 bytes, bits 10 to 12 one of eight such tables, and the lowest three a bit of the
//! byte. The two bytes of a value have just these bits (`fields`).
//!
//! Cost: for 64 pairs two exclusive ors, nine lookups, seven selections and four tests, about as much as
//! slots for forty values, and a few operations for each pair that gives an open value, which then is open no
//! longer.

#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

use crate::engine::dense::fields::value;
use crate::engine::dense::open_values::OpenOfHeap;
use crate::engine::dense::pairs::Pairs;
use crate::engine::dense::sieve::FirstParts;
use crate::engine::dense::store::FieldValues;
use crate::simd::{LookupToken, Lookups, Vector, dispatch_lookups};

/// How values are cut: the kernel reads the two bytes of values of this many bits.
const BITS: usize = 14;
/// The kernel looks at the lower thirteen bits of a value only.
const LIMIT: usize = 8192;
/// Words of a bitmap of them.
const WORDS: usize = LIMIT / 64;
/// Vectors of pairs between two changes of the bitmap.
const VECTORS: usize = 20;

/// Known values that the kernel can read: they are cut into [`BITS`] bits and all of them are below
/// [`LIMIT`], a power of two, so the xor of any pair is too. As they are borrowed, no larger one can be
/// appended meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Members<'a> {
    known: &'a FieldValues,
    token: LookupToken,
}

impl<'a> Members<'a> {
    /// The values, if the kernel can read them.
    pub fn of(known: &'a FieldValues, token: LookupToken) -> Option<Self> {
        (known.bits() == BITS && (known.largest() as usize) < LIMIT).then_some(Members { known, token })
    }

    /// Closes those of the open values below `64·words` that a pair of sum `s` with first part in `from..to`
    /// gives; returns how many. These first parts are ready.
    #[inline(always)]
    pub fn close_reached(
        self,
        first_parts: &FirstParts,
        [s, from, to]: [usize; 3],
        open: &mut OpenOfHeap,
        words: usize,
    ) -> usize {
        close_reached(self.token, &first_parts.pairs(self.known, [s], from, to), open, words.min(WORDS))
    }
}

/// See [`Members::close_reached`]. The xor of each pair is below [`LIMIT`].
fn close_reached(token: LookupToken, pairs: &Pairs<1>, open: &mut OpenOfHeap, words: usize) -> usize {
    let (len, mut from, mut closed) = (pairs.len(), 0, 0);
    while from < len {
        let to = (from + 64 * VECTORS).min(len);
        let some = Pairs {
            ours: pairs.ours.map(|bytes| &bytes[from..to]),
            theirs: pairs.theirs.map(|columns| columns.map(|bytes| &bytes[from..to])),
        };
        let mut table = [0; WORDS];
        open.copy(&mut table[..words]);
        let mut hits = [0; VECTORS];
        members(token, &some, &table, &mut hits);
        for (i, hits) in hits.into_iter().enumerate() {
            let (mut hits, start) = (hits, (64 * i).min((to - from).saturating_sub(64)));
            while hits != 0 {
                closed +=
                    usize::from(open.close_open(value_at(&some, start + hits.trailing_zeros() as usize)));
                hits &= hits - 1;
            }
        }
        from = to;
    }
    closed
}

/// The xor of pair `i`.
#[inline(always)]
fn value_at(pairs: &Pairs<1>, i: usize) -> usize {
    let byte = |column: usize| pairs.ours[column][i] ^ pairs.theirs[0][column][i];
    value(BITS, [byte(0), byte(1)]) as usize
}

dispatch_lookups! {
    /// Which of up to `64·VECTORS` pairs give a value that the bitmap has? Bit `j` of word `i` is for pair
    /// `64·i + j`; the last word is for the last 64 pairs.
    fn members(pairs: &Pairs<1>, table: &[u64; WORDS], hits: &mut [u64; VECTORS]) = members_at
}

#[inline(always)]
fn members_at<L: Lookups>(pairs: &Pairs<1>, table: &[u64; WORDS], hits: &mut [u64; VECTORS], l: L) {
    const { assert!(L::V::BYTES == 64) };
    let len = pairs.len();
    assert!(len <= 64 * VECTORS);
    if len < 64 {
        for i in 0..len {
            let v = value_at(pairs, i);
            hits[0] |= (table[v / 64] >> (v % 64) & 1) << i;
        }
        return;
    }
    // SAFETY: the bitmap has sixteen vectors, and the bits two.
    let read = |words: *const u8, i: usize| unsafe { L::V::read(l.into(), words.add(64 * i)) };
    let zero = L::V::zero(l.into());
    let mut tables = [[zero; 2]; 8];
    for i in 0..8 {
        tables[i] = [read(table.as_ptr().cast(), 2 * i), read(table.as_ptr().cast(), 2 * i + 1)];
    }
    let bits = [read(LOWEST.as_ptr(), 0), read(LOWEST.as_ptr(), 1)];
    let ones = L::V::splat8(l.into(), 1);
    let (twos, fours) = (L::V::splat8(l.into(), 2), L::V::splat8(l.into(), 4));
    for (i, hits) in hits.iter_mut().enumerate().take(len.div_ceil(64)) {
        let at = (64 * i).min(len - 64);
        // SAFETY: all slices have `len` bytes, and this is 64 or more before that.
        let read = |bytes: &[u8]| unsafe { L::V::read(l.into(), bytes.as_ptr().add(at)) };
        let first = read(pairs.ours[0]).xor(read(pairs.theirs[0][0]));
        let second = read(pairs.ours[1]).xor(read(pairs.theirs[0][1]));
        let [one, two, four] = [l.common(second, ones), l.common(second, twos), l.common(second, fours)];
        // Of eight tables, one by each bit.
        let mut pairs = [zero; 4];
        for k in 0..4 {
            let [even, odd] = [l.look_up_two(tables[2 * k], first), l.look_up_two(tables[2 * k + 1], first)];
            pairs[k] = l.select(even, odd, one);
        }
        let quads = [l.select(pairs[0], pairs[1], two), l.select(pairs[2], pairs[3], two)];
        let byte = l.select(quads[0], quads[1], four);
        *hits = l.common(byte, l.look_up_two(bits, second));
    }
}

/// The bit of a byte that the lowest three bits of a value tell, by its second byte.
const LOWEST: [u8; 128] = {
    let mut bits = [0; 128];
    let mut i = 0;
    while i < 128 {
        bits[i] = 1 << (i >> 4);
        i += 1;
    }
    bits
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::dense::fields::bytes;
    use crate::simd::every_level;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_pairs_give_is_closed(
            pairs in prop::collection::vec(any::<[u16; 2]>(), 0..3000),
            words in prop::collection::vec(any::<u64>(), WORDS),
            few in 0usize..=WORDS,
        ) {
            let pairs: Vec<[u16; 2]> = pairs.iter().map(|p| p.map(|v| v % LIMIT as u16)).collect();
            let columns: [[Vec<u8>; 2]; 2] = std::array::from_fn(|side| {
                std::array::from_fn(|i| pairs.iter().map(|p| bytes(BITS, p[side])[i]).collect())
            });
            let [ours, theirs] = columns.each_ref().map(|side| side.each_ref().map(|column| &column[..]));
            let mut expected = words.clone();
            for [a, b] in &pairs {
                let v = (a ^ b) as usize;
                if v < 64 * few {
                    expected[v / 64] &= !(1 << (v % 64));
                }
            }
            let count = |words: &[u64]| words.iter().map(|word| word.count_ones() as usize).sum::<usize>();
            for token in every_level().into_iter().filter_map(|level| level.lookups()) {
                let mut left = words.clone();
                let some = Pairs { ours, theirs: [theirs] };
                let closed = close_reached(token, &some, &mut OpenOfHeap::new(&mut left), few);
                prop_assert_eq!(&left, &expected);
                prop_assert_eq!(closed, count(&words) - count(&left));
            }
        }
    }
}
