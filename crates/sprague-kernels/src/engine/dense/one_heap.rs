//! One heap at a time.
//!
//! A few thousand marks find nearly all reachable values. What is left is to show that the mex is *absent*:
//! the pairs `(a, s − a)` of a sum `s` are two contiguous runs, one upwards and one downwards, and "is `c`
//! among their xors" is two loads, one of them reversed, one xor and one compare for 16 or 32 pairs. Up to
//! four candidates share the loads. Cost: about `n/2` pairs per value, 16 or 32 of them to a vector compare;
//! no memory that grows with `n`.

use crate::engine::break_rule::BreakRule;
use crate::engine::cell::Cell;
use crate::engine::method::Stop;
use crate::engine::scan::pairs_with;
use crate::simd::{Level, Simd, dispatch};

/// Candidates that share one scan.
const TOGETHER: usize = 4;
/// Pairs between two checks of what was found.
const CHUNK: usize = 1024;

/// The method: the values as they are, and scratch space.
#[derive(Debug)]
pub struct OneHeap<C> {
    pub values: Vec<C>,
    /// `table[v] = 1`: `v` is known to be reached.
    table: Vec<u8>,
    largest: u32,
}

impl<C: Cell> OneHeap<C> {
    /// Goes on from some values; none if one does not fit its cell.
    pub fn encode(values: impl Iterator<Item = u32>, capacity: usize) -> Option<Self> {
        let mut method = OneHeap { values: Vec::with_capacity(capacity), table: vec![], largest: 0 };
        for v in values {
            if v >= C::LIMIT {
                return None;
            }
            method.largest = method.largest.max(v);
            method.values.push(C::of(v));
        }
        Some(method)
    }

    /// Extends the values to `to`.
    pub fn run(&mut self, rule: &BreakRule, level: Level, to: usize) -> Stop {
        run(level, rule, self, to)
    }
}

dispatch! {
    /// Extends the sequence to `to` values.
    fn run<[C: Cell]>(rule: &BreakRule, method: &mut OneHeap<C>, to: usize) -> Stop = run_at
}

#[inline(always)]
fn run_at<C: Cell, X: Simd>(rule: &BreakRule, method: &mut OneHeap<C>, to: usize, x: X) -> Stop {
    while method.values.len() < to {
        let v = next(rule, method, x);
        if v >= C::LIMIT {
            return Stop::TooWide;
        }
        method.largest = method.largest.max(v);
        method.values.push(C::of(v));
    }
    Stop::Reached
}

/// The value of the next heap.
#[inline(always)]
fn next<C: Cell, X: Simd>(rule: &BreakRule, method: &mut OneHeap<C>, x: X) -> u32 {
    let OneHeap { values, table, largest } = method;
    let n = values.len();
    // Room for all xors.
    table.clear();
    table.resize(2 * (*largest as usize + 1).next_power_of_two(), 0);
    if rule.vanish.contains(&n) {
        table[0] = 1;
    }
    for &t in &rule.single {
        if t >= n {
            break;
        }
        table[values[n - t].code() as usize] = 1;
    }
    // About sixteen marks for each value that occurs leave few values to search for.
    let marks = 16 * (*largest as usize + 16);
    for &t in &rule.two {
        if t >= n {
            break;
        }
        let s = n - t;
        let few = marks.min(rule.half(s)).min(s - 1);
        let (ours, theirs) = (&values[1..=few], &values[s - few..s]);
        for i in 0..few {
            table[(ours[i] ^ theirs[few - 1 - i]).code() as usize] = 1;
        }
    }
    first_absent(rule, values, table, marks, x)
}

/// The smallest unmarked value that no pair beyond the marked ones gives.
#[inline(always)]
fn first_absent<C: Cell, X: Simd>(rule: &BreakRule, values: &[C], table: &[u8], marks: usize, x: X) -> u32 {
    let n = values.len();
    let mut from = 0;
    loop {
        let mut open = [0u32; TOGETHER];
        let mut count = 0;
        while count < TOGETHER && from < table.len() {
            if table[from] == 0 {
                open[count] = from as u32;
                count += 1;
            }
            from += 1;
        }
        let mut left = count;
        for &t in &rule.two {
            if t < n {
                left = search(values, n - t, marks + 1, rule.half(n - t), &mut open, left, x);
            }
        }
        if left > 0 {
            return open[0];
        }
        // The table is longer than any xor is large, so some entry stays open; this is for the reader's
        // peace.
        if count == 0 {
            return table.len() as u32;
        }
    }
}

/// Drops those of `open[..left]` that a pair of sum `s` with first part in `low..=high` gives; returns how
/// many stay.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn search<C: Cell, X: Simd>(
    cells: &[C],
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
        let (ours, theirs) = (&cells[a..end], &cells[s + 1 - end..s + 1 - a]);
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
