//! Rare values for 512 heaps at once: is every rare value below the common one reached?
//!
//! A heap `n` that would have the common code `g` must reach all rare codes below it, else its value is rare.
//! Two common parts `a` and `n − t − a` reach the rare code `c` iff the second has the code `c ⊕ code(a)`, so
//! one bitmap read `a + t` places back ([`Bitmaps`]) answers for all heaps of a strip. For each code the
//! probes are taken in the order of how frequent the code they ask for is, until no heap of the strip is
//! open; the few that stay open are searched for one by one among all pairs ([`PairSearch`]). Nothing is
//! guessed: what no witness was found for is searched to the end. Cost: with codes of share `p` about `ln 512
//! / p` probes per code and strip, a load and an *or* for 256 heaps each.

use crate::engine::break_rule::BreakRule;
use crate::engine::cell::Cell;
use crate::engine::sparse::few::bitmaps::{Bitmaps, HISTORY, Probe, Strip};
use crate::engine::sparse::pair_search::PairSearch;
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::split::Split;
use crate::engine::sparse::strip;
use crate::simd::Simd;

/// Probes for a code, at most.
const PROBES: usize = 512;
/// Probes between two tests of what is still open.
const ROUND: usize = 8;
/// Parts that ask for codes of at least a quarter of the largest share come first, and so on.
const TIERS: [u32; 3] = [4, 16, 1 << 16];
/// The last codes, of which shares are taken.
const LATE: usize = 1 << 12;

/// More than the codes there are.
const CODES: usize = 64;

/// Bits of even positions.
const EVEN: u64 = 0x5555_5555_5555_5555;

/// For each rare code the probes, and which common codes ask for it.
#[derive(Clone, Debug)]
pub struct Witnesses {
    /// Of code `c`: what has to stand where.
    probes: Vec<Vec<Probe>>,
    /// Of parity and code `c`: the least common code that rare code `c` lies below.
    asked_from: [Vec<usize>; 2],
    search: PairSearch<u8>,
}

impl Witnesses {
    /// Chooses probes for codes below `codes` by the values so far.
    pub fn choose(codes: usize, rule: &BreakRule, seq: &Sequence<u8>) -> Self {
        let mut share = vec![0u32; codes];
        for c in &seq.cells[seq.len() - (seq.len() / 2).min(LATE)..] {
            share[c.code() as usize] += 1;
        }
        let (parts, tiers) = (parts(rule, seq), tiers(&share));
        // Codes above the largest are asked for by none yet.
        let asked = share.iter().rposition(|&count| count > 0).unwrap_or(0);
        let probes = |c: usize| if c <= asked { probes_of(c, &tiers, &parts) } else { vec![] };
        Witnesses {
            probes: (0..codes).map(probes).collect(),
            asked_from: [0, 1]
                .map(|x| (0..codes as u32).map(|c| asked_from(codes, seq.split, c, x)).collect()),
            search: PairSearch::find(seq),
        }
    }

    /// The same, but beyond the probes only pairs with a part below `span` are looked at: a heap that needs
    /// others counts as refuted, though its value may be common.
    pub fn head_only(self, seq: &Sequence<u8>, span: usize) -> Self {
        Witnesses { search: PairSearch::among_first(seq, span), ..self }
    }

    /// Pairs that are not looked at give these heaps these codes.
    pub fn grant(&mut self, granted: Vec<(usize, u8)>) {
        self.search.granted = granted;
    }

    /// Whether what is refuted is rare for certain.
    pub fn certain(&self) -> bool {
        self.search.is_whole()
    }

    /// The first heap of `from..` whose value is not the common one that was appended, and its rare code.
    #[inline(always)]
    pub fn refute<X: Simd>(
        &self,
        rule: &BreakRule,
        seq: &Sequence<u8>,
        bitmaps: &Bitmaps,
        from: usize,
        x: X,
    ) -> Option<(usize, u8)> {
        let start = from / 64 * 64;
        let mut above = [Strip::default(); CODES + 1];
        for c in (0..bitmaps.codes()).rev() {
            above[c] = strip::or(above[c + 1], bitmaps.here(c, from));
        }
        let mut lanes = strip::not(strip::below(from - start));
        let mut first = None;
        for c in 0..self.probes.len() {
            let asked = self.asked(c, &above, lanes);
            if asked == Strip::default() {
                break;
            }
            let open = self.unseen(c, bitmaps, from, asked);
            if let Some(n) = self.search(rule, seq, c as u8, start, open, x) {
                first = Some((n, c as u8));
                lanes = strip::and(lanes, strip::below(n - start));
            }
        }
        first
    }

    /// The heaps that would be of a larger value than the rare code `c`.
    #[inline(always)]
    fn asked(&self, c: usize, above: &[Strip; CODES + 1], lanes: Strip) -> Strip {
        let [even, odd] = [0, 1].map(|parity| above[self.asked_from[parity][c]]);
        let mut asked = lanes;
        for i in 0..asked.len() {
            asked[i] &= even[i] & EVEN | odd[i] & !EVEN;
        }
        asked
    }

    /// What stays open of `open` after all probes for the code.
    #[inline(always)]
    fn unseen(&self, c: usize, bitmaps: &Bitmaps, from: usize, mut open: Strip) -> Strip {
        for round in self.probes[c].chunks(ROUND) {
            open = bitmaps.unseen(from, round, open);
            if open == Strip::default() {
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
        // No closure: it would be compiled without the vector instructions of its caller.
        #[allow(clippy::manual_find)]
        for n in strip::heaps(open, start) {
            if !seq.leaves_rare(&rule.single, n, code) && !self.search.gives(seq, rule, n, code, x) {
                return Some(n);
            }
        }
        None
    }
}

/// The least common code above the rare code `c` at positions like `x`, `codes` if there is none.
fn asked_from(codes: usize, split: Split, c: u32, x: usize) -> usize {
    (0..codes).find(|&g| split.rares_below(g as u32, x) > c).unwrap_or(codes)
}

/// The common first parts that a bitmap can be read back by: how far that is for a break, and the part's
/// code.
fn parts(rule: &BreakRule, seq: &Sequence<u8>) -> Vec<(u16, u8)> {
    // The second part has to be larger than the first and not 0.
    let end = HISTORY.min(seq.len() / 2).saturating_sub(rule.reach);
    let common = (1..end).filter(|&a| !seq.is_rare(a));
    common.flat_map(|a| rule.two.iter().map(move |t| ((a + t) as u16, seq.cells[a]))).collect()
}

/// The tier of the probes that ask for each code; the last for codes that are too rare.
fn tiers(share: &[u32]) -> Vec<u8> {
    let most = share.iter().copied().max().unwrap_or(0);
    let tier = |&share: &u32| TIERS.iter().position(|&times| share * times >= most).unwrap_or(TIERS.len());
    share.iter().map(|share| tier(share) as u8).collect()
}

/// The probes for code `c`: those that ask for frequent codes first.
fn probes_of(c: usize, tiers: &[u8], parts: &[(u16, u8)]) -> Vec<Probe> {
    // Written in any case: which tier it is is a coin toss, and a branch would be guessed wrong.
    let mut places = [[(0, 0); PROBES + 1]; TIERS.len() + 1];
    let mut counts = [0; TIERS.len() + 1];
    for &(back, code) in parts {
        let asked = c as u8 ^ code;
        let tier = tiers[asked as usize] as usize % counts.len();
        places[tier][counts[tier].min(PROBES)] = (back, asked);
        counts[tier] += 1;
        if counts[0] + counts[1] >= PROBES {
            break;
        }
    }
    let of_tier = |tier: usize| &places[tier][..counts[tier].min(PROBES)];
    let probes = (0..TIERS.len()).flat_map(of_tier).take(PROBES);
    probes.map(|&(back, asked)| Probe::new(asked, back as usize)).collect()
}
