//! First parts so small that their partner may lie in the block of its sum.
//!
//! They are fewer than 32, so all their partners for one sum are in the 32 cells before it: whether one of
//! them gives a code is one load, one xor and one compare. For the partners that are known when a block is
//! opened they are marked like other parts.

use crate::engine::scan::pairs_without;
use crate::engine::sparse::many;
use crate::engine::sparse::many::first_parts::{Part, Parts, Runs};
use crate::engine::sparse::many::reached::{LANES, Reached};
use crate::engine::sparse::sequence::Sequence;
use crate::simd::{Simd, Vector};

/// Positions kept in reverse: a vector of the widest kind.
const SPAN: usize = 2 * LANES;

/// Rare positions below 32.
#[derive(Clone, Debug)]
pub struct Near {
    parts: Parts,
    /// `codes[i]` is the code of position `SPAN − i`, `out[i]` is 0 if that is one of the parts and the code
    /// of nothing if not.
    codes: [u8; SPAN],
    out: [u8; SPAN],
}

impl Near {
    /// The given positions.
    pub fn new(seq: &Sequence<u8>, places: impl Iterator<Item = usize>) -> Self {
        let (mut codes, mut out, mut parts) = ([0; SPAN], [u8::MAX; SPAN], vec![]);
        for r in places {
            assert!(r < LANES);
            (codes[SPAN - r], out[SPAN - r]) = (seq.cells[r], 0);
            parts.push(Part::new(r, seq.cells[r]));
        }
        Near { parts: Parts::new(parts.into_iter()), codes, out }
    }

    /// Where the parts are.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.parts.as_slice().iter().map(|part| part.place as usize)
    }

    /// Does one of the parts give the code for sum `s`? All cells before `s` are known, and the last 32 are
    /// common.
    #[inline(always)]
    pub fn gives<X: Simd>(&self, cells: &[u8], s: usize, code: u8, x: X) -> bool {
        let from = SPAN - X::V::BYTES.max(LANES);
        pairs_without(&self.codes[from..], &cells[s + from - SPAN..s], &self.out[from..], code, x)
    }

    /// Marks what the parts give for the block of sums that begins at `first`, with all partners that are
    /// known.
    #[inline(always)]
    pub fn mark<X: Simd>(&self, seq: &Sequence<u8>, first: usize, groups: usize, rows: &mut Reached, x: X) {
        let (mut cells, mut classes) = ([0; 2 * LANES], [0; 2 * LANES]);
        let start = first - LANES;
        let known = (seq.len() - start).min(2 * LANES);
        cells[..known].copy_from_slice(&seq.cells[start..start + known]);
        classes[..known].fill(u8::MAX);
        for &r in seq.rares.iter().rev().take_while(|&&r| r >= start) {
            if let Some(class) = classes.get_mut(r - start) {
                *class = 0;
            }
        }
        let runs = Runs { cells: &cells, classes: &classes, first: LANES, parts: self.parts.all() };
        many::mark_mixed(x.level(), runs, groups, rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sparse::many::reached::ROWS;
    use crate::engine::sparse::split::Split;
    use crate::simd::dispatch;

    dispatch! {
        fn gives(near: &Near, cells: &[u8], s: usize, code: u8) -> bool = gives_at
    }
    #[inline(always)]
    fn gives_at<X: Simd>(near: &Near, cells: &[u8], s: usize, code: u8, x: X) -> bool {
        near.gives(cells, s, code, x)
    }
    dispatch! {
        fn mark(near: &Near, seq: &Sequence<u8>, first: usize, rows: &mut Reached) = mark_at
    }
    #[inline(always)]
    fn mark_at<X: Simd>(near: &Near, seq: &Sequence<u8>, first: usize, rows: &mut Reached, x: X) {
        near.mark(seq, first, 16, rows, x)
    }

    #[test]
    fn near_parts_give_and_mark_with_all_partners_that_are_known() {
        // Odd values are common; the last rare position is 230.
        let value = |x: u32| x * 7919 % 211 * 2 + u32::from(x > 230 || x % 3 != 2);
        let split = Split { mask: 1, parity: false, offset: 0 };
        let seq = Sequence::<u8>::encode(split, (0..400).map(value), 0).unwrap();
        assert_eq!(seq.last_rare(), 230);
        let places: Vec<usize> = seq.rares.iter().copied().filter(|&r| r < LANES - 1).collect();
        let near = Near::new(&seq, places.iter().copied());
        let given = |s: usize, known: usize| -> Vec<u8> {
            let partner = |r: &usize| s - r < known && !seq.is_rare(s - r);
            places.iter().filter(|r| partner(r)).map(|&r| seq.cells[r] ^ seq.cells[s - r]).collect()
        };
        for level in crate::simd::every_level() {
            for s in 230 + LANES + 1..400 {
                let expected = given(s, s);
                assert!(
                    (0..255).all(|c| gives(level, &near, &seq.cells, s, c) == expected.contains(&c)),
                    "{s}"
                );
            }
            // With few, some and all partners known, rare ones among them or not.
            for (first, known) in [(192, 193), (224, 250), (256, 256), (288, 310), (320, 400)] {
                let mut short = seq.clone();
                short.cells.truncate(known);
                let mut rows = [[0; LANES]; ROWS];
                mark(level, &near, &short, first, &mut rows);
                for lane in 0..LANES {
                    let expected = given(first + lane, known);
                    for c in 0..255u8 {
                        let marked = rows[c as usize / 8][lane] >> (c % 8) & 1 == 1;
                        assert_eq!(marked, expected.contains(&c), "sum {first} + {lane}, code {c}");
                    }
                }
            }
        }
    }
}
