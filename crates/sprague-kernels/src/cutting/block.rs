//! The values of a block of consecutive heights of one row: the kernel of the row solver.
//!
//! Each height of the block has a table of reached values, one byte per value. Into it go, in this order,
//!
//! 1. the values that have entered ([`Entries`]);
//! 2. *columns*: splits with `a(1) = … = a(k) = 0` have the cuts `0 ^ a(h-1), …, 0 ^ a(h-k)`. Marking `S(t)`,
//!    the set of all `a(t)` of these splits, once for each `t` gives `S(h-1) u … u S(h-k)` to every height:
//!    `k` cuts for one store;
//! 3. the cuts of which one side is rare, over consecutive heights: one vector exclusive or, then a store
//!    each.
//!
//! After that all odious values reached are there. A missing evil value is searched for, by comparing
//! contiguous memory (`a`, and `a` reversed) with it.
//!
//! The kernel is plain loops over arrays, compiled for each [`Level`](crate::simd::Level) of instructions.

use std::cmp::Reverse;

use super::cell::{Cell, odious};
use super::entries::Entries;
use super::split::Split;
use crate::simd::{Simd, dispatch};

/// The widest window of columns.
const WINDOW: usize = 16;
/// As many splits make a column.
const COLUMN: usize = 32;
/// Columns are marked while more than a few of the evil values below this one have not entered.
const LOW: usize = 64;

/// All that the blocks of one row share.
pub(crate) struct Block<'a, C, const V: usize> {
    splits: &'a [Split<C>],
    entries: &'a Entries<V>,
    /// The rare heights of all splits, those first that need marking longest.
    rare: Vec<Rare<'a, C>>,
    /// Splits with `a(1) = … = a(window) = 0`; the window is a power of two.
    columns: Vec<&'a Split<C>>,
    window: usize,
}

impl<'a, C: Cell, const V: usize> Block<'a, C, V> {
    pub(crate) fn new(splits: &'a [Split<C>], entries: &'a Entries<V>) -> Self {
        let of = |split: &'a Split<C>| split.rare.iter().map(|&p| Rare { a: &split.a, p: p as usize });
        let mut rare: Vec<Rare<C>> = splits.iter().flat_map(of).collect();
        rare.sort_unstable_by_key(|rare| Reverse(rare.end()));
        let (columns, window) = columns(splits);
        Block { splits, entries, rare, columns, window }
    }

    /// See [`solve`].
    #[inline(always)]
    fn solve<const L: usize>(&self, start: usize, values: &mut [C]) -> bool {
        let mut tables = self.tables::<L>(start);
        let Some(reached) = tables.last_chunk_mut::<L>() else { return false };
        for &(entry, v) in self.entries.after(start) {
            let Some(entered) = reached.get_mut(entry as usize - start..) else { break };
            entered.iter_mut().for_each(|reached| reached[v as usize % V] = 1);
        }
        self.mark_rare(start, reached);
        for (k, value) in values.iter_mut().enumerate() {
            let Some(mex) = C::hold(self.mex(start + k, &mut reached[k])) else { return false };
            *value = mex;
        }
        true
    }

    /// Tables with the values that have entered at `start` and those of the columns; the last `L` are the
    /// block's.
    #[inline(always)]
    fn tables<const L: usize>(&self, start: usize) -> Vec<[u8; V]> {
        let entered = self.entries.at(start);
        let missing = (0..LOW.min(V)).filter(|&v| !odious(v) && entered[v] == 0).count();
        if missing <= LOW / 16 || start <= self.window {
            return vec![entered; L];
        }
        // Table k is for the sheets of height first + k + 1, whose cut at 1 leaves the column first + k.
        let (count, first) = (L + self.window - 1, start - self.window);
        let mut tables = vec![[0; V]; count];
        for split in &self.columns {
            let Some(column) = split.a.get(first..first + count) else { continue };
            for (table, &v) in tables.iter_mut().zip(column) {
                table[v.index() % V] = 1;
            }
        }
        // Doubling: after the steps 1, 2, 4, … each table has the union of the columns of its window.
        let mut step = 1;
        while step < self.window {
            for k in (step..count).rev() {
                let (low, high) = tables.split_at_mut(k);
                unite(&mut high[0], &low[k - step]);
            }
            step *= 2;
        }
        tables.iter_mut().for_each(|table| unite(table, &entered));
        tables
    }

    /// Marks the cuts at the heights of a block of which one side is rare and both are below `tau`.
    #[inline(always)]
    fn mark_rare<const L: usize>(&self, start: usize, reached: &mut [[u8; V]; L]) {
        // By the order of the list the whole block needs the first ones, a part of it the next, none the
        // others.
        let whole = self.rare.partition_point(|rare| rare.end() >= start + L);
        let part = self.rare.partition_point(|rare| rare.end() > start);
        for rare in &self.rare[..whole] {
            match rare.partners(start) {
                Some(partners) => mark(reached, &partners.map(|y| rare.a[rare.p] ^ y)),
                None => rare.mark_part(start, reached),
            }
        }
        for rare in &self.rare[whole..part] {
            rare.mark_part(start, reached);
        }
    }

    /// The mex at height `h`, given all odious values that are reached and some of the evil ones.
    #[inline(always)]
    fn mex(&self, h: usize, reached: &mut [u8; V]) -> usize {
        let mut mex = first_zero(reached, 0);
        while !odious(mex) && self.some_cut_is(h, mex) {
            reached[mex] = 1;
            mex = first_zero(reached, mex);
        }
        mex
    }

    /// Whether some cut at height `h` has this value.
    #[inline(always)]
    fn some_cut_is(&self, h: usize, value: usize) -> bool {
        let Some(value) = C::hold(value) else { return false };
        // Loops, not closures: a closure would not be compiled for the kernel's instruction set.
        for split in self.splits {
            if has(split, h, value) {
                return true;
            }
        }
        false
    }
}

dispatch! {
    /// The values at heights `start, start + 1, …`, at most `L` of them. Whether they all fit their cells.
    pub(crate) fn solve<[C: Cell], [V, L]>(block: &Block<'_, C, V>, start: usize, values: &mut [C]) -> bool = solve_kernel::<C, V, L, _>
}

#[inline(always)]
fn solve_kernel<C: Cell, const V: usize, const L: usize, X: Simd>(
    block: &Block<C, V>,
    start: usize,
    values: &mut [C],
    _: X,
) -> bool {
    block.solve::<L>(start, values)
}

/// A rare height of a split.
struct Rare<'a, C> {
    /// The sequence of the split below `tau`.
    a: &'a [C],
    p: usize,
}

impl<C: Cell> Rare<'_, C> {
    /// From this height on the partner is in the tail.
    fn end(&self) -> usize {
        self.p + self.a.len()
    }

    /// The partners at `L` heights, if there are as many below `tau`.
    #[inline(always)]
    fn partners<const L: usize>(&self, start: usize) -> Option<&[C; L]> {
        let first = start.checked_sub(self.p).filter(|&first| first >= 1)?;
        self.a.get(first..)?.first_chunk()
    }

    /// Marks the cuts at those heights of a block that have a partner below `tau`.
    #[inline(always)]
    fn mark_part<const V: usize, const L: usize>(&self, start: usize, reached: &mut [[u8; V]; L]) {
        let (from, to) = (start.max(self.p + 1), self.end().min(start + L));
        for h in from..to {
            reached[h - start][(self.a[self.p] ^ self.a[h - self.p]).index() % V] = 1;
        }
    }
}

/// Splits with `a(1) = … = a(window) = 0` for the widest window that has enough of them, and that window.
fn columns<C: Cell>(splits: &[Split<C>]) -> (Vec<&Split<C>>, usize) {
    let mut window = WINDOW;
    loop {
        let zeros = |s: &&Split<C>| s.a.get(1..=window).is_some_and(|a| a.iter().all(|&v| v == C::default()));
        let columns: Vec<_> = splits.iter().filter(zeros).take(COLUMN).collect();
        if window == 1 || columns.len() >= COLUMN * 3 / 4 {
            return (columns, window);
        }
        window /= 2;
    }
}

/// How many values are compared or united at a time.
const LANES: usize = 32;

#[inline(always)]
fn unite<const V: usize>(table: &mut [u8; V], other: &[u8; V]) {
    let (table, other) = (table.as_chunks_mut::<LANES>().0, other.as_chunks::<LANES>().0);
    for (x, y) in table.iter_mut().zip(other) {
        let mut either = *x;
        for k in 0..LANES {
            either[k] |= y[k];
        }
        *x = either;
    }
}

/// One value for each table.
#[inline(always)]
fn mark<C: Cell, const V: usize, const L: usize>(tables: &mut [[u8; V]; L], values: &[C; L]) {
    const UNROLL: usize = 8;
    let (tables, values) = (tables.as_chunks_mut::<UNROLL>().0, values.as_chunks::<UNROLL>().0);
    for (tables, values) in tables.iter_mut().zip(values) {
        for k in 0..UNROLL {
            tables[k][values[k].index() % V] = 1;
        }
    }
}

/// Whether a cut of the split at height `h` has this value.
#[inline(always)]
fn has<C: Cell>(split: &Split<C>, h: usize, value: C) -> bool {
    let tau = split.tau();
    let (low, half) = ((h + 1).saturating_sub(tau).max(1), h / 2);
    if low <= half {
        let (near, far) = (&split.a[low..=half], &split.reversed[tau - 1 - (h - low)..tau - (h - half)]);
        if contains(near, far, |x, y| x ^ y == value) {
            return true;
        }
    }
    if h < tau {
        return false;
    }
    let last = (h - tau).min(tau - 1);
    let with_tail = contains(&split.a[1..=last], &split.a[1..=last], |x, _| x ^ split.alpha == value);
    with_tail || (h >= 2 * tau && value == C::default())
}

/// Whether `is(x, y)` at some place of two slices of the same length.
#[inline(always)]
fn contains<C: Cell>(xs: &[C], ys: &[C], is: impl Fn(C, C) -> bool) -> bool {
    let some = |xs: &[C], ys: &[C]| {
        let mut hit = false;
        for (&x, &y) in xs.iter().zip(ys) {
            hit |= is(x, y);
        }
        hit
    };
    let (x_chunks, y_chunks) = (xs.as_chunks::<LANES>().0, ys.as_chunks::<LANES>().0);
    for (xs, ys) in x_chunks.iter().zip(y_chunks) {
        if some(xs, ys) {
            return true;
        }
    }
    // What is left over is done as a whole chunk too, one that overlaps the last.
    match (xs.last_chunk::<LANES>(), ys.last_chunk::<LANES>()) {
        (Some(xs), Some(ys)) => some(xs, ys),
        _ => some(xs, ys),
    }
}

/// The place of the first zero byte from `from` on, or the length. All bytes are 0 or 1, and 1 before `from`.
#[inline(always)]
fn first_zero<const V: usize>(bytes: &[u8; V], from: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let (words, _) = bytes.as_chunks::<8>();
    for (k, word) in words.iter().enumerate().skip(from / 8) {
        let missing = u64::from_le_bytes(*word) ^ ONES;
        if missing != 0 {
            return 8 * k + missing.trailing_zeros() as usize / 8;
        }
    }
    V
}
