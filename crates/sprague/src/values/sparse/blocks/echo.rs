//! Echoes: marks made once and used several times.
//!
//! If `G(a + d) = G(a)` for all `a` of a set `A`, the pairs of `A + d` for sum `s` have the values of the pairs of `A` for
//! sum `s − d`: the first parts have equal values, the second parts are the same. So with shifts `d₁, d₂, …` that keep all
//! values of `A`, the marks of `A` for `s, s − d₁, s − d₂, …` are the marks of `A` and of all its translates for `s`: `|A|`
//! marks and a few unions in the place of many times as many marks. Classes must agree too, which they do if codes do and
//! both positions are common.

use crate::values::sparse::blocks::Set;
use crate::values::sparse::lanes::LANES;
use crate::values::sparse::sequence::Sequence;

/// Largest shift, and most of them.
const FARTHEST: usize = 112;
const SHIFTS: usize = 4;
/// Shifts that are tried after the first.
const TRIED: usize = 16;
/// Positions looked at to rank shifts.
const SAMPLE: usize = 4096;

/// Shifts, and the positions that keep code and class under each of them: as many shifts as leave `enough` positions.
pub fn find(seq: &Sequence<u8>, common: &[usize], enough: usize) -> (Vec<usize>, Vec<usize>) {
    let Some(&top) = common.last() else { return (vec![], vec![]) };
    let keeps = |a: usize, d: usize| a + d <= top && seq.cells[a] == seq.cells[a + d] && !seq.is_rare(a + d);
    let end = top.min(SAMPLE);
    let same = |d: usize| (LANES..end - d).filter(|&a| seq.cells[a] == seq.cells[a + d]).count();
    let mut ranked: Vec<(usize, usize)> = (1..=FARTHEST.min(end / 4)).map(|d| (same(d), d)).collect();
    ranked.sort_unstable_by(|a, b| b.cmp(a));
    let tried: Vec<usize> = ranked.iter().take(TRIED).map(|r| r.1).collect();
    let (mut shifts, mut kept) = (vec![], common.to_vec());
    while shifts.len() < SHIFTS {
        let count = |d: usize| kept.iter().filter(|&&a| keeps(a, d)).count();
        let fresh = tried.iter().filter(|d| !shifts.contains(*d));
        let Some((size, d)) = fresh.map(|&d| (count(d), d)).max() else { break };
        if size < enough {
            break;
        }
        shifts.push(d);
        kept.retain(|&a| keeps(a, d));
    }
    (shifts, kept)
}

/// The marks of recent sums.
#[derive(Debug)]
pub struct Echoes {
    shifts: Vec<usize>,
    /// A ring; holds the sums of `from..end`.
    sets: Vec<Set>,
    from: usize,
    end: usize,
}

impl Echoes {
    /// Nothing is known yet.
    pub fn new(shifts: Vec<usize>) -> Self {
        Echoes { shifts, sets: vec![[0; 4]; (FARTHEST + 2 * LANES).next_power_of_two()], from: 0, end: 0 }
    }

    /// Takes in the marks of the sums from `first` on and adds what earlier ones say.
    #[inline(always)]
    pub fn resound(&mut self, first: usize, marks: &mut [Set; LANES]) {
        if first < self.from || first > self.end {
            self.from = first;
        }
        self.end = first + LANES;
        let wrap = self.sets.len() - 1;
        for i in 0..LANES {
            self.sets[(first + i) & wrap] = marks[i];
        }
        for i in 0..LANES {
            for &d in &self.shifts {
                if first + i >= self.from + d {
                    let echo = &self.sets[(first + i - d) & wrap];
                    for word in 0..4 {
                        marks[i][word] |= echo[word];
                    }
                }
            }
        }
    }
}
