//! Searches in contiguous cells: is a code the xor of two rows somewhere? Two loads, a xor and a compare for
//! all cells of a vector.

use crate::engine::cell::Cell;
use crate::simd::{Scan, Simd, Vector};

/// Which of the candidates are `left[i] ⊕ right[len − 1 − i]` for some `i`? Both slices have one length.
#[inline(always)]
pub fn pairs_with<C: Cell, X: Simd, const K: usize>(
    left: &[C],
    right: &[C],
    candidates: &[C; K],
    x: X,
) -> [bool; K] {
    let width = X::V::BYTES / size_of::<C>();
    let load = |cells: &[C]| X::V::load(x.into(), cells);
    let mut wanted = [X::V::zero(x.into()); K];
    for k in 0..K {
        wanted[k] = X::V::splat(x.into(), candidates[k]);
    }
    let mut hits = [X::V::no_hits(x.into()); K];
    let (mut l, mut r) = (left, &right[..left.len()]);
    while l.len() >= width {
        let (before, last) = r.split_at(r.len() - width);
        let y = load(l).xor(load(last).reverse::<C>());
        for k in 0..K {
            hits[k] = y.hit::<C>(wanted[k], hits[k]);
        }
        (l, r) = (&l[width..], before);
    }
    let mut found = [false; K];
    for k in 0..K {
        found[k] = X::V::any(hits[k]);
    }
    for i in 0..l.len() {
        let y = l[i] ^ r[r.len() - 1 - i];
        for k in 0..K {
            found[k] |= y == candidates[k];
        }
    }
    found
}

/// Is the candidate `left[i] ⊕ right[i]` for some `i` at which `out[i]` is 0? All slices have one length,
/// `out` is 0 or the code of nothing everywhere, and the candidate is a code.
#[inline(always)]
pub fn pairs_without<C: Cell, X: Simd>(left: &[C], right: &[C], out: &[C], candidate: C, x: X) -> bool {
    debug_assert!(candidate.code() < C::LIMIT, "what is left out would count as the code of nothing");
    let width = X::V::BYTES / size_of::<C>();
    let load = |cells: &[C]| X::V::load(x.into(), cells);
    let (wanted, mut hits) = (X::V::splat(x.into(), candidate), X::V::no_hits(x.into()));
    let (mut l, mut r, mut o) = (left, &right[..left.len()], &out[..left.len()]);
    while l.len() >= width {
        hits = load(l).xor(load(r)).or(load(o)).hit::<C>(wanted, hits);
        (l, r, o) = (&l[width..], &r[width..], &o[width..]);
    }
    let mut found = X::V::any(hits);
    for i in 0..l.len() {
        found |= l[i] ^ r[i] == candidate && o[i] == C::default();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{dispatch, every_level};

    dispatch! {
        fn find_pair<[C: Cell]>(left: &[C], right: &[C], c: u32) -> [bool; 2] = find_pair_at
    }
    #[inline(always)]
    fn find_pair_at<C: Cell, X: Simd>(left: &[C], right: &[C], c: u32, x: X) -> [bool; 2] {
        pairs_with(left, right, &[C::of(c), C::of(7)], x)
    }
    fn pairs_are_found<C: Cell>(len: u32) {
        let left: Vec<C> = (0..len).map(|i| C::of(i * 3 % 251)).collect();
        let right: Vec<C> = (0..len).map(|i| C::of((i * 5 + 1) % 253)).collect();
        let xors: Vec<u32> = left.iter().zip(right.iter().rev()).map(|(a, b)| (*a ^ *b).code()).collect();
        for c in 0..255 {
            for level in every_level() {
                let expected = [xors.contains(&c), xors.contains(&7)];
                assert_eq!(find_pair(level, &left, &right, c), expected, "{len} pairs, {c}");
            }
        }
    }

    #[test]
    fn searches_find_what_is_there() {
        for len in [0usize, 1, 31, 64, 65, 200] {
            pairs_are_found::<u8>(len as u32);
            pairs_are_found::<u16>(len as u32);
            pairs_are_found::<u32>(len as u32);
        }
    }
}
