//! Searches in contiguous cells: is a code in a row, and is it the xor of two rows somewhere? A load, perhaps a xor, and a
//! compare for all cells of a vector.

use super::Simd;
use crate::values::sparse::sequence::Cell;

/// The set of some codes, those of `64·N` and above left out.
#[inline(always)]
pub fn set_of<C: Cell, const N: usize>(codes: &[C]) -> [u64; N] {
    let mut set = [0; N];
    for &c in codes {
        let c = c.code() as usize;
        if c / 64 < N {
            set[c / 64] |= 1 << (c % 64);
        }
    }
    set
}

/// Is `c` in `row`?
#[inline(always)]
pub fn contains<C: Cell, X: Simd>(row: &[C], c: C, x: X) -> bool {
    let width = X::BYTES / size_of::<C>();
    let wanted = x.splat(c);
    let (mut h0, mut h1) = (x.none(), x.none());
    let mut rest = row;
    while rest.len() >= 2 * width {
        h0 = x.hit::<C>(h0, x.load(rest), wanted);
        h1 = x.hit::<C>(h1, x.load(&rest[width..]), wanted);
        rest = &rest[2 * width..];
    }
    let mut found = x.any(x.both(h0, h1));
    for &y in rest {
        found |= y == c;
    }
    found
}

/// Which of the candidates are `left[i] ⊕ right[len − 1 − i]` for some `i`? Both slices have one length.
#[inline(always)]
pub fn pairs_with<C: Cell, X: Simd, const K: usize>(
    left: &[C],
    right: &[C],
    candidates: &[C; K],
    x: X,
) -> [bool; K] {
    let width = X::BYTES / size_of::<C>();
    let mut wanted = [x.splat(C::default()); K];
    for k in 0..K {
        wanted[k] = x.splat(candidates[k]);
    }
    let mut hits = [x.none(); K];
    let (mut l, mut r) = (left, &right[..left.len()]);
    while l.len() >= width {
        let (before, last) = r.split_at(r.len() - width);
        let y = x.xor(x.load(l), x.reversed::<C>(x.load(last)));
        for k in 0..K {
            hits[k] = x.hit::<C>(hits[k], y, wanted[k]);
        }
        (l, r) = (&l[width..], before);
    }
    let mut found = [false; K];
    for k in 0..K {
        found[k] = x.any(hits[k]);
    }
    for i in 0..l.len() {
        let y = l[i] ^ r[r.len() - 1 - i];
        for k in 0..K {
            found[k] |= y == candidates[k];
        }
    }
    found
}

/// Is the candidate `left[i] ⊕ right[i]` for some `i` at which `out[i]` is 0? All slices have one length, `out` is 0 or the code
/// of nothing everywhere, and the candidate is a code.
#[inline(always)]
pub fn pairs_without<C: Cell, X: Simd>(left: &[C], right: &[C], out: &[C], candidate: C, x: X) -> bool {
    let width = X::BYTES / size_of::<C>();
    let (wanted, mut hits) = (x.splat(candidate), x.none());
    let (mut l, mut r, mut o) = (left, &right[..left.len()], &out[..left.len()]);
    while l.len() >= width {
        hits = x.hit::<C>(hits, x.or(x.xor(x.load(l), x.load(r)), x.load(o)), wanted);
        (l, r, o) = (&l[width..], &r[width..], &o[width..]);
    }
    let mut found = x.any(hits);
    for i in 0..l.len() {
        found |= l[i] ^ r[i] == candidate && o[i] == C::default();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::sparse::lanes::{Level, by_level};

    by_level! {
        fn find<[C: Cell]>(row: &[C], c: C) -> bool = contains
    }
    by_level! {
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
            for level in Level::available() {
                let expected = [xors.contains(&c), xors.contains(&7)];
                assert_eq!(find_pair(level, &left, &right, c), expected, "{len} pairs, {c}");
            }
        }
    }

    #[test]
    fn searches_find_what_is_there() {
        for len in [0usize, 1, 31, 64, 65, 200] {
            let row: Vec<u16> = (0..len as u16).map(|i| (i * 3) ^ (i * 5 + 1)).collect();
            for c in 0..300u16 {
                for level in Level::available() {
                    assert_eq!(find(level, &row, c), row.contains(&c));
                }
            }
            pairs_are_found::<u8>(len as u32);
            pairs_are_found::<u16>(len as u32);
            pairs_are_found::<u32>(len as u32);
        }
    }
}
