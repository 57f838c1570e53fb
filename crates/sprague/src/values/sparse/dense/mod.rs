//! The dense method, for codes without a sparse space: one value costs a scan of contiguous memory.
//!
//! From a few thousand heaps on they are done 256 at once (`sums`). What follows is the plain method, for the heaps
//! before, for codes of four bytes, and for what a block leaves over.
//!
//! A few thousand marks find nearly all reachable values. What is left is to show that the mex is *absent*: with the
//! first part `a` running up and a reversed copy of the small positions beside it, the pairs `(a, s − a)` of a sum `s`
//! are two contiguous runs, and "is `c` among their xors" is one load, one xor and one compare for 16 or 32 pairs. Up
//! to four candidates share the loads. Cost: about `n/2` pairs a value, 16 or 32 of them to a vector compare.

mod bursts;
mod lines;
mod sieve;
mod sums;
mod worth;

use crate::values::sparse::Stop;
use crate::values::sparse::dense::bursts::SUMS;
use crate::values::sparse::dense::sums::{Cells, Sums};
use crate::values::sparse::lanes::{Simd, by_level, pairs_with};
use crate::values::sparse::rule::Rule;
use crate::values::sparse::sequence::{Cell, Sequence};

/// Candidates that share one scan.
const TOGETHER: usize = 4;
/// Pairs between two looks at what was found.
const CHUNK: usize = 1024;

/// Scratch space of the dense method.
#[derive(Debug)]
pub struct Dense<C> {
    /// `reversed[i]` is the code of position `span − i`.
    reversed: Vec<C>,
    span: usize,
    /// `table[v] = 1`: `v` is known to be reached.
    table: Vec<u8>,
    largest: u32,
    sums: Sums,
}

impl<C: Cell> Dense<C> {
    /// Scratch space for a sequence.
    pub fn new(seq: &Sequence<C>) -> Self {
        let largest = seq.cells.iter().max().map_or(0, |c| c.code());
        Dense { reversed: vec![], span: 0, table: vec![], largest, sums: Sums::default() }
    }

    /// Makes the reversed copy reach `half`.
    #[inline(always)]
    fn prepare(&mut self, seq: &Sequence<C>, half: usize) {
        if half > self.span {
            self.span = (half + half / 4 + 64).min(seq.len() - 1);
            self.reversed = seq.cells[1..=self.span].iter().rev().copied().collect();
        }
    }
}

by_level! {
    /// Extends the sequence to `to` values.
    pub fn run<[C: Cell]>(rule: &Rule, seq: &mut Sequence<C>, work: &mut Dense<C>, to: usize) -> Stop = run_at
}

#[inline(always)]
fn run_at<C: Cell, X: Simd>(
    rule: &Rule,
    seq: &mut Sequence<C>,
    work: &mut Dense<C>,
    to: usize,
    x: X,
) -> Stop {
    while seq.len() < to {
        let v = next_of_block(rule, seq, work, x).unwrap_or_else(|| next(rule, seq, work, x));
        if v >= C::LIMIT {
            return Stop::TooWide;
        }
        work.largest = work.largest.max(v);
        seq.push(v, false);
    }
    Stop::Reached
}

/// The value of heap `seq.len()`, if it is done in a block and its line does not run out.
#[inline(always)]
fn next_of_block<C: Cell, X: Simd>(rule: &Rule, seq: &Sequence<C>, work: &mut Dense<C>, x: X) -> Option<u32> {
    if !sums::suits::<C>(rule, seq.len()) {
        return None;
    }
    work.prepare(seq, rule.half(seq.len() + SUMS));
    let cells = Cells { up: &seq.cells, reversed: &work.reversed, span: work.span };
    work.sums.next(rule, seq, cells, work.largest, x)
}

/// The value of heap `seq.len()`.
#[inline(always)]
fn next<C: Cell, X: Simd>(rule: &Rule, seq: &Sequence<C>, work: &mut Dense<C>, x: X) -> u32 {
    let n = seq.len();
    work.prepare(seq, if rule.two.is_empty() { 0 } else { rule.half(n.saturating_sub(rule.two[0])) });
    // Room for all xors.
    work.table.clear();
    work.table.resize(2 * (work.largest as usize + 1).next_power_of_two(), 0);
    if rule.vanish.contains(&n) {
        work.table[0] = 1;
    }
    for &t in &rule.single {
        if t >= n {
            break;
        }
        work.table[seq.cells[n - t].code() as usize] = 1;
    }
    // About sixteen marks for each value that occurs leave few values to search for.
    let marks = 16 * (work.largest as usize + 16);
    for &t in &rule.two {
        if t >= n {
            break;
        }
        let s = n - t;
        let few = marks.min(rule.half(s)).min(s - 1);
        let (ours, theirs) = (&seq.cells[1..=few], &seq.cells[s - few..s]);
        for i in 0..few {
            work.table[(ours[i] ^ theirs[few - 1 - i]).code() as usize] = 1;
        }
    }
    first_absent(rule, seq, work, n, marks, x)
}

/// The smallest unmarked value that no pair beyond the marked ones gives.
#[inline(always)]
fn first_absent<C: Cell, X: Simd>(
    rule: &Rule,
    seq: &Sequence<C>,
    work: &Dense<C>,
    n: usize,
    marks: usize,
    x: X,
) -> u32 {
    let mut from = 0;
    loop {
        let mut open = [0u32; TOGETHER];
        let mut count = 0;
        while count < TOGETHER && from < work.table.len() {
            if work.table[from] == 0 {
                open[count] = from as u32;
                count += 1;
            }
            from += 1;
        }
        let mut left = count;
        for &t in &rule.two {
            if t < n {
                left = search(seq, work, n - t, marks + 1, rule.half(n - t), &mut open, left, x);
            }
        }
        if left > 0 {
            return open[0];
        }
        // The table is longer than any xor is large, so some entry stays open; this is for the reader's peace.
        if count == 0 {
            return work.table.len() as u32;
        }
    }
}

/// Drops those of `open[..left]` that a pair of sum `s` with first part in `low..=high` gives; returns how many stay.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn search<C: Cell, X: Simd>(
    seq: &Sequence<C>,
    work: &Dense<C>,
    s: usize,
    low: usize,
    high: usize,
    open: &mut [u32; TOGETHER],
    mut left: usize,
    x: X,
) -> usize {
    let mut a = low;
    while a <= high && left > 0 {
        let end = (a + CHUNK).min(high + 1);
        let ours = &work.reversed[work.span + 1 - end..work.span + 1 - a];
        let theirs = &seq.cells[s + 1 - end..s + 1 - a];
        let c = [C::of(open[0]), C::of(open[1]), C::of(open[2]), C::of(open[3])];
        let found = match left {
            1 => {
                let [f] = pairs_with(ours, theirs, &[c[0]], x);
                [f, false, false, false]
            }
            2 => {
                let [f, g] = pairs_with(ours, theirs, &[c[0], c[1]], x);
                [f, g, false, false]
            }
            _ => pairs_with(ours, theirs, &c, x),
        };
        let mut kept = 0;
        for k in 0..left {
            if !found[k] {
                open[kept] = open[k];
                kept += 1;
            }
        }
        left = kept;
        a = end;
    }
    left
}
