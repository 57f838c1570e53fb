//! Translates: marks made once and used several times.
//!
//! If `G(a + d) = G(a)` for all `a` of a set `A`, the pairs of `A + d` for sum `s` have the values of the
//! pairs of `A` for sum `s − d`: the first parts have equal values, the second parts are the same. So with
//! shifts `d₁, d₂, …` that keep all values of `A`, the marks of `A` for `s, s − d₁, s − d₂, …` are the marks
//! of `A` and of all its translates for `s`: `|A|` marks and a few unions in the place of many times as many
//! marks. Classes must agree too, which they do if codes do and `a` and `a + d` are both common or both rare.

use crate::engine::sparse::many::View;
use crate::engine::sparse::many::first_parts::Parts;
use crate::engine::sparse::many::reached::{LANES, ROWS, Reached, unite};
use crate::engine::sparse::sequence::Sequence;
use crate::simd::Simd;

/// Most shifts of a family.
const MOST: usize = 2;
/// Largest shift.
const FARTHEST: usize = 112;
/// Sums whose marks are remembered; the first ones are kept twice, so that any 32 in a row are contiguous.
const RING: usize = (FARTHEST + 2 * LANES).next_power_of_two();

/// Positions looked at to choose shifts.
const SAMPLE: usize = 1024;
/// Shifts that are tried, those that most positions keep.
const TRIED: usize = 16;

/// Sets of at most `most` shifts, one for each of `count` first shifts, all sets different, and the positions
/// that keep code and class under each shift of a set: as many shifts as leave about `enough` positions. All
/// positions, moved or not, are below `limit`.
pub fn find(
    seq: &Sequence<u8>,
    positions: &[usize],
    limit: usize,
    [count, most, enough]: [usize; 3],
) -> Vec<(Vec<usize>, Vec<usize>)> {
    let keeps = |a: usize, d: usize| {
        a + d < limit && seq.cells[a] == seq.cells[a + d] && seq.is_rare(a) == seq.is_rare(a + d)
    };
    let step = positions.len().div_ceil(SAMPLE).max(1);
    let sample: Vec<usize> = positions.iter().step_by(step).copied().collect();
    let same = |of: &[usize], d: usize| of.iter().filter(|&&a| keeps(a, d)).count();
    let mut ranked: Vec<(usize, usize)> = (1..=FARTHEST).map(|d| (same(&sample, d), d)).collect();
    ranked.sort_unstable_by(|a, b| b.cmp(a));
    ranked.truncate(TRIED);
    let mut found: Vec<(Vec<usize>, Vec<usize>)> = vec![];
    for &(_, first) in &ranked[..count] {
        let (mut shifts, mut kept, mut next) = (vec![], sample.clone(), Some(first));
        while let Some(d) = next.filter(|&d| same(&kept, d) * step >= enough) {
            kept.retain(|&a| keeps(a, d));
            shifts.push(d);
            // Shifts that no set has together with all of these.
            let is_new = |d: &usize| {
                !shifts.contains(d)
                    && !found.iter().any(|(set, _)| set.contains(d) && shifts.iter().all(|e| set.contains(e)))
            };
            let others = ranked.iter().map(|r| r.1).filter(is_new);
            next = others.max_by_key(|&d| same(&kept, d)).filter(|_| shifts.len() < most);
        }
        if !shifts.is_empty() {
            let keeps_all = |a: &usize| shifts.iter().all(|&d| keeps(*a, d));
            let kept = positions.iter().copied().filter(keeps_all).collect();
            found.push((shifts, kept));
        }
    }
    found
}

/// Marks the sums of a block with all parts of all families.
#[inline(always)]
pub fn mark<X: Simd>(families: &mut [Family], view: &View, groups: usize, rows: &mut Reached, x: X) {
    for i in 0..families.len() {
        families[i].mark(view, groups, rows, x);
    }
}

/// First parts, and shifts under which all of them keep code and class.
#[derive(Clone, Debug)]
pub struct Family {
    /// The first parts.
    pub parts: Parts,
    /// The shifts.
    pub shifts: Vec<usize>,
    /// The marks of recent sums, those of `from..end`.
    ring: Box<[[u8; RING + LANES]; ROWS]>,
    from: usize,
    end: usize,
}

impl Family {
    /// Nothing is marked yet.
    pub fn new(parts: Parts, shifts: Vec<usize>) -> Self {
        assert!(shifts.len() <= MOST);
        Family { parts, shifts, ring: Box::new([[0; RING + LANES]; ROWS]), from: 0, end: 0 }
    }

    /// The same parts and shifts; nothing is marked yet.
    pub fn unmarked(&self) -> Self {
        Self::new(self.parts.clone(), self.shifts.clone())
    }

    /// Forgets all marks.
    pub fn forget(&mut self) {
        (self.from, self.end) = (0, 0);
    }

    /// All positions that are first parts: the given ones and their translates.
    pub fn covered(&self) -> impl Iterator<Item = usize> {
        let shifts = self.shifts.iter().copied().chain([0]);
        shifts.flat_map(|d| self.parts.as_slice().iter().map(move |part| part.place as usize + d))
    }

    /// Marks the sums of a block with all parts and their translates.
    #[inline(always)]
    pub fn mark<X: Simd>(&mut self, view: &View, groups: usize, rows: &mut Reached, x: X) {
        if self.shifts.is_empty() {
            return view.mark(&self.parts, groups, rows, x);
        }
        let first = view.first;
        if first > self.end || first < self.from + FARTHEST {
            self.from = (first - FARTHEST) / LANES * LANES;
            let mut block = self.from;
            while block < first {
                // All parts, even if another thread marks some: what was marked for these sums is not known
                // here.
                self.mark_own(&view.of_block(block), groups, x);
                block += LANES;
            }
        }
        self.mark_own(view, groups, x);
        // As many at once as there may be, whether there are as many or not.
        let mut places = [first % RING; MOST + 1];
        for (place, d) in places[1..].iter_mut().zip(&self.shifts) {
            *place = (first - d) % RING;
        }
        unite(&mut rows[..2 * groups], &self.ring[..2 * groups], places, x);
    }

    /// Marks the sums of a block with the parts themselves.
    #[inline(always)]
    fn mark_own<X: Simd>(&mut self, view: &View, groups: usize, x: X) {
        let mut own = [[0; LANES]; ROWS];
        view.mark(&self.parts, groups, &mut own, x);
        self.end = view.first + LANES;
        let place = view.first % RING;
        for j in 0..2 * groups {
            self.ring[j][place..place + LANES].copy_from_slice(&own[j]);
            if place == 0 {
                self.ring[j][RING..].copy_from_slice(&own[j]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sparse::split::Split;

    #[test]
    fn shifts_keep_code_and_class_and_no_set_comes_twice() {
        // Nearly of period 26 and of period 15; odd values are common.
        let value = |x: u32| if x % 7 < 4 { x % 26 * 2 + u32::from(x % 26 != 3) } else { x % 15 * 2 + 1 };
        let split = Split { mask: 1, parity: false, offset: 0 };
        let seq = Sequence::<u8>::encode(split, (0..9000).map(value), 0).unwrap();
        let limit = 8000;
        let positions: Vec<usize> = (32..limit).filter(|&x| !seq.is_rare(x)).collect();
        let families = find(&seq, &positions, limit, [3, 2, 100]);
        assert_eq!(families.len(), 3);
        let keeps = |a: usize, d: usize| {
            a + d < limit && seq.cells[a] == seq.cells[a + d] && seq.is_rare(a) == seq.is_rare(a + d)
        };
        let mut sets = vec![];
        for (shifts, kept) in &families {
            assert_eq!(shifts.len(), 2);
            let all = |a: usize| shifts.iter().all(|&d| keeps(a, d));
            let expected: Vec<usize> = positions.iter().copied().filter(|&a| all(a)).collect();
            assert_eq!(kept, &expected);
            let mut set = shifts.clone();
            set.sort_unstable();
            sets.push(set);
        }
        sets.sort_unstable();
        sets.dedup();
        assert_eq!(sets.len(), 3);
    }
}
