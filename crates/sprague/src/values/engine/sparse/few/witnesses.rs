//! Rare values for 256 heaps at once: is every rare value below the common one reached?
//!
//! A heap `n` that would have the common code `g` must reach all rare codes below it, else its value is rare. Two common
//! parts `a` and `n − t − a` reach the rare code `c` iff the second has the code `c ⊕ code(a)`, so one plane
//! read `a + t` places back ([`Planes`]) answers for all heaps of a strip. For each code the shifts are tried in the order
//! of how frequent the code they ask for is, until no heap of the strip is open; the few that stay open are searched for
//! one by one among all pairs ([`Probe`]). Nothing is guessed: what no witness was found for is searched to the end.
//! Cost: a few dozen shifts a code and strip, three ticks each.

use crate::simd::Simd;
use crate::values::engine::break_rule::BreakRule;
use crate::values::engine::cell::Cell;
use crate::values::engine::sparse::few::planes::{HISTORY, Planes, STRIP, Strip};
use crate::values::engine::sparse::pair_search::Probe;
use crate::values::engine::sparse::sequence::Sequence;
use crate::values::engine::sparse::split::Split;

/// Shifts tried for a code.
const TRIES: usize = 256;
/// Shifts tried between two looks at what is still open.
const ROUND: usize = 4;
/// Parts that ask for codes of at least a quarter of the largest share come first, and so on.
const TIERS: [u32; 4] = [0, 4, 16, 1 << 16];
/// The last codes, of which shares are taken.
const LATE: usize = 1 << 12;

/// Bits of even positions.
const EVEN: u64 = 0x5555_5555_5555_5555;

/// For each rare code what to look at, and which common codes ask for it.
#[derive(Clone, Debug)]
pub struct Witnesses {
    /// Of code `c`: how far back, and which code has to stand there.
    shifts: Vec<Vec<(u16, u8)>>,
    /// Of parity and code `c`: the least common code that rare code `c` lies below.
    asked_from: [Vec<usize>; 2],
    probe: Probe<u8>,
    /// Only pairs with a part among the first positions are looked at.
    head_only: bool,
}

impl Witnesses {
    /// Chooses shifts for codes below `codes` by the values so far.
    pub fn choose(codes: usize, rule: &BreakRule, seq: &Sequence<u8>) -> Self {
        let mut share = vec![0u32; codes];
        for c in &seq.cells[seq.len() - (seq.len() / 2).min(LATE)..] {
            share[c.code() as usize] += 1;
        }
        let parts = parts(rule, seq);
        Witnesses {
            shifts: (0..codes).map(|c| shifts_of(c, rule, seq, &share, &parts)).collect(),
            asked_from: [0, 1]
                .map(|x| (0..codes as u32).map(|c| asked_from(codes, seq.split, c, x)).collect()),
            probe: Probe::find(seq),
            head_only: false,
        }
    }

    /// The same, but beyond the shifts only pairs with a part below `span` are looked at: a heap that needs others counts as
    /// refuted, though its value may be common.
    pub fn head_only(self, seq: &Sequence<u8>, span: usize) -> Self {
        Witnesses { probe: Probe::of_first(seq, span), head_only: true, ..self }
    }

    /// Whether what is refuted is rare for certain.
    pub fn certain(&self) -> bool {
        !self.head_only
    }

    #[inline(always)]
    fn finds<X: Simd>(&self, rule: &BreakRule, seq: &Sequence<u8>, n: usize, code: u8, x: X) -> bool {
        if self.head_only {
            self.probe.first_give(seq, rule, n, code, x)
        } else {
            self.probe.gives(seq, rule, n, code, x)
        }
    }

    /// The first heap of `from..` whose value is not the common one that was appended, and its rare code.
    #[inline(always)]
    pub fn refute<X: Simd>(
        &self,
        rule: &BreakRule,
        seq: &Sequence<u8>,
        planes: &Planes,
        from: usize,
        x: X,
    ) -> Option<(usize, u8)> {
        let codes = self.shifts.len();
        let start = from / 64 * 64;
        let mut above = vec![[0u64; STRIP]; codes + 1];
        for c in (0..codes).rev() {
            above[c] = or(above[c + 1], planes.here(c, from));
        }
        let mut lanes = lanes_from(from - start);
        let mut first = None;
        for c in 0..codes {
            let asked = self.asked(c, &above, lanes);
            if asked == [0; STRIP] {
                break;
            }
            let open = self.unseen(c, planes, from, asked);
            if let Some(n) = self.search(rule, seq, c as u8, start, open, x) {
                first = Some((n, c as u8));
                lanes = and(lanes, not(lanes_from(n - start)));
            }
        }
        first
    }

    /// The heaps that would be of a larger value than the rare code `c`.
    #[inline(always)]
    fn asked(&self, c: usize, above: &[Strip], lanes: Strip) -> Strip {
        let [even, odd] = [0, 1].map(|parity| above[self.asked_from[parity][c]]);
        let mut asked = [0; STRIP];
        for i in 0..STRIP {
            asked[i] = (even[i] & EVEN | odd[i] & !EVEN) & lanes[i];
        }
        asked
    }

    /// What stays open of `open` after all shifts of the code.
    #[inline(always)]
    fn unseen(&self, c: usize, planes: &Planes, from: usize, mut open: Strip) -> Strip {
        for round in self.shifts[c].chunks(ROUND) {
            for &(d, code) in round {
                open = and(open, not(planes.back(code as usize, from, d as usize)));
            }
            if open == [0; STRIP] {
                break;
            }
        }
        open
    }

    /// The first of the open heaps that does not reach the rare code.
    #[inline(always)]
    fn search<X: Simd>(
        &self,
        rule: &BreakRule,
        seq: &Sequence<u8>,
        code: u8,
        start: usize,
        open: Strip,
        x: X,
    ) -> Option<usize> {
        for i in 0..STRIP {
            let mut word = open[i];
            while word != 0 {
                let n = start + 64 * i + word.trailing_zeros() as usize;
                if !leaves_one(rule, seq, n, code) && !self.finds(rule, seq, n, code, x) {
                    return Some(n);
                }
                word &= word - 1;
            }
        }
        None
    }
}

/// Can a move on `n` leave one heap that has the rare code at `n`?
fn leaves_one(rule: &BreakRule, seq: &Sequence<u8>, n: usize, code: u8) -> bool {
    rule.single.iter().any(|&t| seq.cells[n - t] == code && !seq.leaves_common(n, t))
}

/// The least common code above the rare code `c` at positions like `x`, `codes` if there is none.
fn asked_from(codes: usize, split: Split, c: u32, x: usize) -> usize {
    (0..codes).find(|&g| split.rares_below(g as u32, x) > c).unwrap_or(codes)
}

/// The common first parts that a plane can be read back by, with their codes.
fn parts(rule: &BreakRule, seq: &Sequence<u8>) -> Vec<(usize, u8)> {
    // The second part has to be larger than the first and not 0.
    let end = HISTORY.min(seq.len() / 2).saturating_sub(rule.reach);
    (1..end).filter(|&a| !seq.is_rare(a)).map(|a| (a, seq.cells[a])).collect()
}

/// The shifts to try for code `c`: single heaps left by a move, then pairs, those that ask for frequent codes first.
fn shifts_of(
    c: usize,
    rule: &BreakRule,
    seq: &Sequence<u8>,
    share: &[u32],
    parts: &[(usize, u8)],
) -> Vec<(u16, u8)> {
    let mut shifts: Vec<(u16, u8)> = vec![];
    for &t in rule.single.iter().filter(|&&t| seq.split.flips(t) && t < HISTORY.min(seq.len() / 2)) {
        shifts.push((t as u16, c as u8));
    }
    let most = share.iter().copied().max().unwrap_or(0);
    for tier in TIERS.windows(2) {
        let asks = |v: usize| share[v] * tier[0] < most && share[v] * tier[1] >= most;
        for &(a, code) in parts.iter().filter(|&&(_, code)| asks(c ^ code as usize)) {
            for &t in &rule.two {
                shifts.push(((a + t) as u16, c as u8 ^ code));
                if shifts.len() == TRIES {
                    return shifts;
                }
            }
        }
    }
    shifts
}

/// The bits of a strip from the `i`-th on.
#[inline(always)]
fn lanes_from(i: usize) -> Strip {
    std::array::from_fn(|word| match i.saturating_sub(64 * word) {
        0 => u64::MAX,
        below @ 1..64 => u64::MAX << below,
        _ => 0,
    })
}

#[inline(always)]
fn and(a: Strip, b: Strip) -> Strip {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline(always)]
fn or(a: Strip, b: Strip) -> Strip {
    std::array::from_fn(|i| a[i] | b[i])
}

#[inline(always)]
fn not(a: Strip) -> Strip {
    a.map(|word| !word)
}
