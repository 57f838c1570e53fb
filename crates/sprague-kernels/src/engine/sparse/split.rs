//! The sparse space: a split of positions into rare and common ones, and its choice.
//!
//! For a mask `m` and a switch `p` (0 or 1), position `x` of value `v` is **rare** iff `popcount(v & m) +
//! p·x + e` is even, where `e = p·t` and `t` is what a break removes (all `t` of one parity when `p = 1`).
//! With `n = a + b + t` and `v = G(a) ⊕ G(b)`, the class of `v` at `n` is the sum of the classes of `a` and
//! `b`: rare with rare and common with common give rare, rare with common gives common. This holds for every
//! mask; the best one has fewest rare positions.
//!
//! Choice: with `h_q[v]` the number of positions `x ≡ q (mod 2)` of value `v` and `H` the Walsh–Hadamard
//! transform, `Σ_x (−1)^{popcount(G(x) & m)} = H h_0[m] + H h_1[m]`, and with position parity `H h_0[m] − H
//! h_1[m]`: two transforms rank all masks and both switches. Cost O(n + V log V), `V` the power of two above
//! the largest value.
//!
//! All values of one class can be distinguished without the lowest bit of `m` (it is determined by the
//! others); leaving that bit out halves the value and keeps the order: two values of one class that differ
//! first at that bit would differ nowhere else in `m` above it, and `m` has no bit below it, so their classes
//! would differ. What is left is the **code**.

use crate::algebra::walsh_hadamard;

/// A split of positions into rare and common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Which bits of a value are counted, at least one.
    pub mask: u32,
    /// Whether the parity of the position counts too.
    pub parity: bool,
    /// Added to the count (the parity of `t` if `parity`).
    pub offset: u32,
}

impl Split {
    /// Is a position `x` of value `v` common?
    #[inline(always)]
    pub fn is_common(&self, v: u32, x: usize) -> bool {
        (v & self.mask).count_ones() & 1 != self.shift(x)
    }

    /// The parity that `popcount(v & mask)` has at rare positions like `x`.
    #[inline(always)]
    pub fn shift(&self, x: usize) -> u32 {
        (self.parity as u32 & x as u32) ^ self.offset
    }

    /// Does a value change its class when it moves by `t` positions?
    #[inline(always)]
    pub fn flips(&self, t: usize) -> bool {
        self.parity && t % 2 == 1
    }

    /// The bit left out of codes, if any.
    #[inline(always)]
    fn dropped(&self) -> u32 {
        self.mask.trailing_zeros()
    }

    /// The code of a value: the value without the lowest bit of the mask.
    #[inline(always)]
    pub fn encode(&self, v: u32) -> u32 {
        let low = (1u32 << self.dropped()) - 1;
        (v & low) | (v >> 1 & !low)
    }

    /// The value of a common position `x` with this code.
    #[inline(always)]
    pub fn decode_common(&self, code: u32, x: usize) -> u32 {
        self.decode(code, self.shift(x) ^ 1)
    }

    /// The value of a rare position `x` with this code.
    #[inline(always)]
    pub fn decode_rare(&self, code: u32, x: usize) -> u32 {
        self.decode(code, self.shift(x))
    }

    /// The value of a code whose bits under the mask have the parity `wanted`, 0 or 1.
    #[inline(always)]
    fn decode(&self, code: u32, wanted: u32) -> u32 {
        let low = (1u32 << self.dropped()) - 1;
        let v = (code & low) | (code & !low) << 1;
        v | (((v & self.mask).count_ones() & 1) ^ wanted) << self.dropped()
    }

    /// The larger of the two values of a code; of several codes, the largest has the largest.
    #[inline(always)]
    pub fn larger(&self, code: u32) -> u32 {
        self.decode(code, 0).max(self.decode(code, 1))
    }

    /// Do common codes below `codes`, a power of two, only ask for rare codes that are below it too?
    /// [`Split::rares_below`] is at most the next multiple of `2^b`, `b` the dropped bit, so they do if
    /// `codes` is such a multiple.
    pub fn is_closed_below(&self, codes: usize) -> bool {
        debug_assert!(codes.is_power_of_two());
        codes.ilog2() >= self.dropped()
    }

    /// How many rare codes stand for values below the common value of code `code` at position `x`. A rare
    /// value that agrees with it above the dropped bit has that bit flipped, so that bit decides for all of
    /// them at once.
    #[inline(always)]
    pub fn rares_below(&self, code: u32, x: usize) -> u32 {
        let dropped = self.dropped();
        ((code >> dropped) + (self.decode_common(code, x) >> dropped & 1)) << dropped
    }
}

/// The split with fewest rare positions, and their number; none if there is no value but 0. `histogram[q][v]`
/// counts positions of parity `q` and value `v` (both of one length, a power of two); `parity_of_t` is
/// `Some(q)` if all breaks remove numbers of parity `q`.
pub fn choose(histogram: &[Vec<i64>; 2], parity_of_t: Option<u32>) -> Option<(Split, u64)> {
    let total: i64 = histogram.iter().flatten().sum();
    let [mut even, mut odd] = histogram.clone();
    walsh_hadamard(&mut even, |a, b| (a + b, a - b));
    walsh_hadamard(&mut odd, |a, b| (a + b, a - b));
    let mut best: Option<(Split, i64)> = None;
    let mut take = |split: Split, rares: i64| {
        if best.is_none_or(|(_, least)| rares < least) {
            best = Some((split, rares));
        }
    };
    for mask in 1..even.len() {
        let rares = (total + even[mask] + odd[mask]) / 2;
        take(Split { mask: mask as u32, parity: false, offset: 0 }, rares);
        if let Some(q) = parity_of_t {
            let sign = if q == 0 { 1 } else { -1 };
            let rares = (total + sign * (even[mask] - odd[mask])) / 2;
            take(Split { mask: mask as u32, parity: true, offset: q }, rares);
        }
    }
    best.map(|(split, rares)| (split, rares as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_keep_class_and_order() {
        for split in [(0x1ee, false, 0), (0xd, true, 1), (0x17, true, 0), (0x100, false, 0)]
            .map(|(mask, parity, offset)| Split { mask, parity, offset })
        {
            for x in [6usize, 7] {
                for common in [false, true] {
                    let class: Vec<u32> = (0..1024).filter(|&v| split.is_common(v, x) == common).collect();
                    let codes: Vec<u32> = class.iter().map(|&v| split.encode(v)).collect();
                    assert!(codes.windows(2).all(|w| w[0] < w[1]));
                    for (&v, &c) in class.iter().zip(&codes) {
                        let found = if common { split.decode_common(c, x) } else { split.decode_rare(c, x) };
                        assert_eq!(found, v);
                        if common {
                            let below = (0..v).filter(|&w| !split.is_common(w, x)).count();
                            assert_eq!(split.rares_below(c, x), below as u32);
                            for codes in [32, 64, 256, 2048].into_iter().filter(|&codes| c < codes) {
                                let is_closed = split.is_closed_below(codes as usize);
                                assert!(!is_closed || split.rares_below(c, x) <= codes, "{codes}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn choice_is_the_minimum() {
        let g: Vec<u32> = (0..500u32).map(|x| x.wrapping_mul(2654435761) >> 28 & 13 | x & 1).collect();
        let mut h = [vec![0i64; 16], vec![0i64; 16]];
        for (x, &v) in g.iter().enumerate() {
            h[x & 1][v as usize] += 1;
        }
        for q in [None, Some(0), Some(1)] {
            let count = |s: Split| g.iter().enumerate().filter(|&(x, &v)| !s.is_common(v, x)).count() as u64;
            let (best, rares) = choose(&h, q).unwrap();
            assert_eq!(count(best), rares);
            for mask in 1..16 {
                assert!(count(Split { mask, parity: false, offset: 0 }) >= rares);
                if let Some(offset) = q {
                    assert!(count(Split { mask, parity: true, offset }) >= rares);
                }
            }
        }
    }
}
