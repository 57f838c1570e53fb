//! The probes for each rare code: common parts whose partners then have to have a frequent code.
//!
//! A common part `a` gives the rare code `c` to the heap `n` iff a break leaves a partner of code `c ⊕
//! code(a)`. Of all parts those are probed first that ask for the most frequent codes: if these have a share
//! `p` of the positions each, `k` probes leave `e^(−pk)` of the heaps open. So codes that are concentrated on
//! few values need few probes.

use crate::engine::cell::Cell;
use crate::engine::sparse::rare_codes::bitmaps::{BUNDLE, Bitmaps, Bundle};
use crate::engine::sparse::sequence::Sequence;

/// Probes for a code, at most.
const MOST: usize = 1024;
/// The last codes, of which shares are taken.
const LATE: usize = 1 << 14;

/// The codes that occur among the last ones, the most frequent first.
fn frequent<C: Cell>(seq: &Sequence<C>) -> Vec<usize> {
    let late = &seq.cells[seq.len() - (seq.len() / 2).min(LATE)..];
    let mut shares = vec![];
    for code in late.iter().map(|code| code.code() as usize) {
        if code >= shares.len() {
            shares.resize(code + 1, 0u32);
        }
        shares[code] += 1;
    }
    let mut codes: Vec<usize> = (0..shares.len()).filter(|&c| shares[c] > 0).collect();
    codes.sort_by_key(|&c| std::cmp::Reverse(shares[c]));
    codes
}

/// For each rare code that common codes ask for the bundles of probes, of these common parts.
pub fn choose<C: Cell>(seq: &Sequence<C>, bitmaps: &Bitmaps, parts: &[usize]) -> Vec<Vec<Bundle>> {
    let mut by_code = vec![vec![]; bitmaps.codes()];
    for &a in parts {
        by_code[seq.cells[a].code() as usize].push(a);
    }
    let codes = frequent(seq);
    let asked = codes.iter().max().map_or(0, |&code| code + 1);
    (0..asked).map(|c| bundles(c, &codes, &by_code, bitmaps)).collect()
}

/// The bundles for code `c`: probes that ask for frequent codes first.
fn bundles(c: usize, codes: &[usize], by_code: &[Vec<usize>], bitmaps: &Bitmaps) -> Vec<Bundle> {
    let mut found = vec![];
    let mut waiting = [([(0, 0); BUNDLE], 0); 8];
    let mut left = MOST;
    for &code in codes {
        let parts = by_code.get(c ^ code).map_or(&[][..], Vec::as_slice);
        for &back in parts.iter().take(left) {
            let (some, count) = &mut waiting[back % 8];
            some[*count] = (code, back);
            *count += 1;
            left -= 1;
            if *count == BUNDLE {
                found.push(bitmaps.bundle(&some[..]));
                *count = 0;
            }
        }
    }
    found.extend(waiting.iter().filter(|some| some.1 > 0).map(|some| bitmaps.bundle(&some.0[..some.1])));
    found
}
