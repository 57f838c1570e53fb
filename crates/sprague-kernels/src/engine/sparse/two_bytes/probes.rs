//! the probes for each code: first parts whose partners then have to have a frequent code.
//!
//! A first part `a` and a break that removes `t` give the code `c` to the heap `n` iff the partner `n − t −
//! a` has the code `c ⊕ code(a)`. Of all first parts those are looked at that ask for the most frequent
//! codes: with a share `p` of the positions each, `k` probes leave `e^(−pk)` of the heaps open. So codes that
//! are concentrated on few values need few probes.

use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::two_bytes::bitmaps::{Bitmaps, HEAPS, HISTORY, PROBES, Probes, Strip};
use crate::simd::Simd;

/// Codes that have a bitmap, at most.
const PLANES: usize = 128;
/// Probes for a code, at most.
const MOST: usize = 768;
/// The last codes, of which shares are taken.
const LATE: usize = 1 << 13;
/// See [`may_pay`].
const CONCENTRATED: f64 = 80.0;

/// How often each code occurs among the last ones.
fn shares(seq: &Sequence<u16>) -> Vec<u32> {
    let late = &seq.cells[seq.len() - (seq.len() / 2).min(LATE)..];
    let mut shares = vec![0; late.iter().max().map_or(1, |&code| code as usize + 1)];
    for &code in late {
        shares[code as usize] += 1;
    }
    shares
}

/// Are codes so concentrated that probes may be better than marks: do two late codes agree at least once in
/// [`CONCENTRATED`] times?
pub fn may_pay(seq: &Sequence<u16>) -> bool {
    let shares = shares(seq);
    let all: f64 = shares.iter().map(|&share| share as f64).sum();
    let equal: f64 = shares.iter().map(|&share| (share as f64).powi(2)).sum();
    all * all <= CONCENTRATED * equal
}

/// For each code the probes.
#[derive(Debug)]
pub struct ProbeChoice {
    bitmaps: Bitmaps,
    probes: Vec<Vec<Probes>>,
}

impl ProbeChoice {
    /// Chooses probes among first parts: how far back their partners are, and their codes. Those that are too
    /// far back are left out.
    pub fn new(seq: &Sequence<u16>, parts: impl Iterator<Item = (usize, u16)>) -> Self {
        let shares = shares(seq);
        let mut codes: Vec<u16> = (0..shares.len() as u16).filter(|&c| shares[c as usize] > 0).collect();
        codes.sort_by_key(|&c| std::cmp::Reverse(shares[c as usize]));
        codes.truncate(PLANES);
        let bitmaps = Bitmaps::new(&codes);
        let parts = Parts::new(parts.filter(|part| part.0 <= HISTORY));
        let probes = (0..shares.len() as u16).map(|c| probes_of(c, &codes, &parts)).collect();
        ProbeChoice { bitmaps, probes }
    }

    /// Where frequent codes stand.
    pub fn bitmaps(&mut self) -> &mut Bitmaps {
        &mut self.bitmaps
    }

    /// The heaps of `open`, a part of the strip of position `from`, that no probe finds to reach the code;
    /// and how many probes were taken.
    #[inline(always)]
    pub fn unseen<X: Simd>(&self, code: usize, from: usize, mut open: Strip, x: X) -> (Strip, usize) {
        let mut taken = 0;
        if let Some(probes) = self.probes.get(code) {
            for some in probes {
                if open == [0; HEAPS / 64] {
                    break;
                }
                open = self.bitmaps.unseen(from, some, open, x);
                taken += PROBES;
            }
        }
        (open, taken)
    }
}

/// First parts by their code.
struct Parts {
    backs: Vec<u16>,
    /// Where those of a code begin.
    starts: Vec<u32>,
}

impl Parts {
    fn new(parts: impl Iterator<Item = (usize, u16)>) -> Self {
        let mut all: Vec<(u16, u16)> = parts.map(|(back, code)| (code, back as u16)).collect();
        all.sort_unstable();
        let (mut starts, mut backs) = (vec![0], vec![]);
        for (code, back) in all {
            starts.resize(code as usize + 1, backs.len() as u32);
            backs.push(back);
        }
        starts.push(backs.len() as u32);
        Parts { backs, starts }
    }

    /// Those of a code, the smallest first.
    fn of(&self, code: u16) -> &[u16] {
        match self.starts.get(code as usize..code as usize + 2) {
            Some(&[from, to]) => &self.backs[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// The probes for code `c`: those that ask for frequent codes first.
fn probes_of(c: u16, codes: &[u16], parts: &Parts) -> Vec<Probes> {
    let mut found = vec![];
    let mut waiting = [([(0, 0); PROBES], 0); 8];
    let mut left = MOST;
    for (bitmap, code) in codes.iter().enumerate() {
        for &back in parts.of(c ^ code).iter().take(left) {
            let (some, count) = &mut waiting[back as usize % 8];
            some[*count] = (bitmap as u16, back as usize);
            *count += 1;
            left -= 1;
            if *count == PROBES {
                found.push(Probes::new(&some[..]));
                *count = 0;
            }
        }
    }
    found.extend(waiting.iter().filter(|some| some.1 > 0).map(|some| Probes::new(&some.0[..some.1])));
    found
}
