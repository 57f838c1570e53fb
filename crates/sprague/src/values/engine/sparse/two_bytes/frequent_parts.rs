//! Which first parts to mark: those that leave fewest codes open.
//!
//! With `f[c]` the share of code `c` among late values, a first part of code `u` gives code `c` with chance `f[c ⊕ u]`.
//! A code is asked for as often as the value is larger. Only the code of a part matters here, so a greedy choice runs
//! over codes, not positions: take the code that gives most of what is still open, with a few positions that have it.
//! Cost `O(K·V²)`, `V` the number of codes, `K` at least [`CHOICES`].

use crate::values::engine::cell::Cell;
use crate::values::engine::sparse::sequence::Sequence;

/// Late values looked at.
const LATE: usize = 1 << 14;
/// Choices made; each takes several positions of one code.
const CHOICES: usize = 32;
/// Codes beyond this are not looked at: the choice would cost more than it brings.
const CODES: usize = 512;

/// What late values look like.
pub struct Late {
    /// Share of each code.
    share: Vec<f32>,
    /// How often each code is asked for.
    asked: Vec<f32>,
}

impl Late {
    /// Looks at the last values of a sequence.
    pub fn of<C: Cell>(seq: &Sequence<C>) -> Self {
        let late = &seq.cells[seq.len() - (seq.len() / 2).min(LATE)..];
        let top = late.iter().max().map_or(0, |c| c.code()) as usize;
        let size = (top + 1).next_power_of_two().min(CODES);
        let mut share = vec![0f32; size];
        for c in late {
            if let Some(f) = share.get_mut(c.code() as usize) {
                *f += 1.0 / late.len() as f32;
            }
        }
        let mut asked = share.clone();
        for c in (0..size - 1).rev() {
            asked[c] += asked[c + 1];
        }
        Late { share, asked }
    }

    /// The best `count` of the given positions, in the order of choice; fewer if there are not so many.
    pub fn choose<C: Cell>(&self, seq: &Sequence<C>, positions: &[usize], count: usize) -> Vec<usize> {
        let size = self.share.len();
        let mut of_code: Vec<Vec<usize>> = vec![vec![]; size];
        for &a in positions {
            if let Some(list) = of_code.get_mut(seq.cells[a].code() as usize) {
                list.push(a);
            }
        }
        let shares: Vec<Vec<f32>> =
            (0..size).map(|u| (0..size).map(|c| self.share[c ^ u]).collect::<Vec<f32>>()).collect();
        let mut open = self.asked.clone();
        let mut chosen = vec![];
        let at_once = count.div_ceil(CHOICES);
        while chosen.len() < count {
            let mut best = (-1f32, size);
            for u in (0..size).filter(|&u| !of_code[u].is_empty()) {
                let gain = dot(&open, &shares[u]);
                if gain > best.0 {
                    best = (gain, u);
                }
            }
            let Some(list) = of_code.get_mut(best.1) else { break };
            for _ in 0..at_once.min(list.len()).min(count - chosen.len()) {
                // Positions of one code keep in step when they are close, so they are taken from all over the place.
                let i = chosen.len().wrapping_mul(0x9e37_79b1) % list.len();
                chosen.push(list.swap_remove(i));
                for (o, f) in open.iter_mut().zip(&shares[best.1]) {
                    *o *= 1.0 - f;
                }
            }
        }
        chosen
    }
}

/// Scalar product, summed in sixteen strands so that it can be done by vectors.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0f32; 16];
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        for i in 0..16 {
            sums[i] += a[i] * b[i];
        }
    }
    let rest = a.len() / 16 * 16;
    let tail: f32 = a[rest..].iter().zip(&b[rest..]).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + tail
}
