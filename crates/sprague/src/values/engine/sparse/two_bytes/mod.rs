//! Many rare positions and codes of two bytes: marks first, then compares.
//!
//! For a heap `n` and each break `t` the row of `s = n − t` (see `rows`) holds what its rare positions give. The first
//! few hundred entries are marked in a set of codes, which finds most reachable common values; for each smaller code
//! still open the rest of the row is searched, 32 or 64 codes to the compare. The first code found nowhere is the
//! smallest absent common value `g`. Every rare value below `g` must then be shown to be reached: marks from the pairs of
//! the probe, then a search of further pairs, at last of all pairs.
//!
//! Cost a value, `R` rare positions: `R` bytes of row, 512 + 1024 marks, and at most `R/32` compares for each code searched for.

mod frequent_parts;
mod rows;

use crate::simd::{Level, Simd, dispatch};
use crate::values::engine::break_rule::BreakRule;
use crate::values::engine::cell::Cell;
use crate::values::engine::method::Stop;
use crate::values::engine::scan::contains;
use crate::values::engine::sparse::pair_search::Probe;
use crate::values::engine::sparse::sequence::Sequence;
use crate::values::engine::sparse::two_bytes::frequent_parts::Late;
use crate::values::engine::sparse::two_bytes::rows::{BLOCK, Rows};

/// Entries of a row that are marked before the rest is searched.
const MARKS: usize = 512;
/// Further entries searched before the rest of the row.
const FIRST_SEARCH: usize = 512;
/// Common first parts whose rare codes are marked.
const PARTS: usize = 512;
/// Positions that the common first parts are chosen from, at most.
const CHOICE: usize = 1 << 13;

/// A set of codes below `64·N`.
type Set<const N: usize> = [u64; N];

/// Words of a set: codes below 2048.
const WORDS: usize = 32;

/// The method: values of two bytes, and scratch space.
#[derive(Debug)]
pub struct TwoBytes {
    pub seq: Sequence<u16>,
    scratch: Scratch<u16, WORDS>,
}

impl TwoBytes {
    /// Goes on from a sequence that is already several blocks long.
    pub fn new(rule: &BreakRule, seq: Sequence<u16>) -> Self {
        TwoBytes { scratch: Scratch::new(rule, &seq), seq }
    }

    /// Extends the values to `to`.
    pub fn run(&mut self, rule: &BreakRule, level: Level, to: usize) -> Stop {
        run(level, rule, &mut self.seq, &mut self.scratch, to)
    }
}

#[derive(Debug)]
struct Scratch<C, const N: usize> {
    /// All common codes of recent sums.
    rows: Rows<C>,
    /// Some rare codes of recent sums.
    pairs: Rows<C>,
    probe: Probe<C>,
    /// For recent sums: common codes marked, rare codes marked.
    marked: Vec<(Set<N>, Set<N>)>,
}

impl<C: Cell, const N: usize> Scratch<C, N> {
    fn new(rule: &BreakRule, seq: &Sequence<C>) -> Self {
        let (least, most) = rule.span();
        let size = (2 * BLOCK + most - least).next_power_of_two();
        let late = Late::of(seq);
        let order = late.choose(seq, &seq.rares, MARKS);
        // Twice a part is less than any sum to come, so a pair never has equal parts.
        let limit = ((seq.len() - most) / 2).saturating_sub(BLOCK).min(CHOICE);
        let common: Vec<usize> = (BLOCK..limit).filter(|&a| !seq.is_rare(a)).collect();
        Scratch {
            rows: Rows::of_rares(seq, order, least, most),
            pairs: Rows::of_parts(late.choose(seq, &common, PARTS), least, most),
            probe: Probe::find(seq),
            marked: vec![([0; N], [0; N]); size],
        }
    }
}

/// The set of some codes, those of `64·N` and above left out.
#[inline(always)]
fn set_of<C: Cell, const N: usize>(codes: &[C]) -> Set<N> {
    let mut set = [0; N];
    for &c in codes {
        let c = c.code() as usize;
        if c / 64 < N {
            set[c / 64] |= 1 << (c % 64);
        }
    }
    set
}

#[inline(always)]
fn union<const N: usize>(set: &mut Set<N>, other: &Set<N>) {
    for i in 0..N {
        set[i] |= other[i];
    }
}

/// The smallest code from `from` on that is not in the set.
#[inline(always)]
fn first_absent<const N: usize>(set: &Set<N>, from: u32) -> u32 {
    let mut i = from as usize / 64;
    if i >= N {
        return 64 * N as u32;
    }
    let mut open = !set[i] & (u64::MAX << (from % 64));
    loop {
        if open != 0 {
            return i as u32 * 64 + open.trailing_zeros();
        }
        i += 1;
        if i == N {
            return 64 * N as u32;
        }
        open = !set[i];
    }
}

dispatch! {
    /// Extends the sequence of two-byte codes to `to` values.
    fn run(rule: &BreakRule, seq: &mut Sequence<u16>, work: &mut Scratch<u16, WORDS>, to: usize) -> Stop = run_at
}

#[inline(always)]
fn run_at<C: Cell, const N: usize, X: Simd>(
    rule: &BreakRule,
    seq: &mut Sequence<C>,
    work: &mut Scratch<C, N>,
    to: usize,
    x: X,
) -> Stop {
    let (least, most) = rule.span();
    // Sums older than the newest block are needed if breaks of different size are allowed.
    let mut block = (seq.len() - most) / BLOCK * BLOCK;
    while block <= seq.len() - least {
        work.rows.open(seq, block);
        work.pairs.open(seq, block);
        block += BLOCK;
    }
    for s in seq.len() - most..seq.len() - least {
        mark(work, s);
    }
    while seq.len() < to {
        let s = seq.len() - least;
        if s == work.rows.end {
            if work.rows.is_full(seq) {
                return Stop::Replan;
            }
            work.rows.open(seq, s);
            work.pairs.open(seq, s);
        }
        mark(work, s);
        let Some((code, common)) = next(rule, seq, work, x) else { return Stop::TooWide };
        if code >= C::LIMIT {
            return Stop::TooWide;
        }
        seq.push(code, common);
        work.rows.learn(seq);
    }
    Stop::Reached
}

/// Marks what the first entries of the row of `s` and the first pairs of the probe give.
#[inline(always)]
fn mark<C: Cell, const N: usize>(work: &mut Scratch<C, N>, s: usize) {
    let row = work.rows.row(s);
    let common = set_of(&row[..MARKS.min(row.len())]);
    let rare = set_of(work.pairs.row(s));
    let i = s & (work.marked.len() - 1);
    work.marked[i] = (common, rare);
}

/// Code and class of heap `seq.len()`; `None` if the sets are too small.
#[inline(always)]
fn next<C: Cell, const N: usize, X: Simd>(
    rule: &BreakRule,
    seq: &Sequence<C>,
    work: &Scratch<C, N>,
    x: X,
) -> Option<(u32, bool)> {
    let n = seq.len();
    let (mut common, mut rare) = ([0; N], [0; N]);
    for &t in &rule.two {
        let (c, r) = &work.marked[(n - t) & (work.marked.len() - 1)];
        union(&mut common, c);
        union(&mut rare, r);
    }
    for &t in &rule.single {
        let code = seq.cells[n - t].code();
        let set = if seq.leaves_common(n, t) { &mut common } else { &mut rare };
        *set.get_mut(code as usize / 64)? |= 1 << (code % 64);
    }
    let mut code = first_absent(&common, 0);
    while code < 64 * N as u32 && in_rows(rule, &work.rows, n, C::of(code), x) {
        code = first_absent(&common, code + 1);
    }
    if code >= 64 * N as u32 {
        return None;
    }
    let bound = seq.split.rares_below(code, n);
    let mut open = first_absent(&rare, 0);
    while open < bound {
        if !work.probe.gives(seq, rule, n, C::of(open), x) {
            return Some((open, false));
        }
        open = first_absent(&rare, open + 1);
    }
    Some((code, true))
}

/// Is the code in the unmarked part of one of the rows of `n`?
#[inline(always)]
fn in_rows<C: Cell, X: Simd>(rule: &BreakRule, rows: &Rows<C>, n: usize, code: C, x: X) -> bool {
    for &t in &rule.two {
        let row = rows.row(n - t);
        let cut = (MARKS + FIRST_SEARCH).min(row.len());
        if contains(&row[MARKS.min(cut)..cut], code, x) || contains(&row[cut..], code, x) {
            return true;
        }
    }
    false
}
