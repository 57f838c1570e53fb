//! Rows, and what one vertical cut makes of two of them.
//!
//! A row `u` is constant from `T_u` on. Splitting width `w` into `i` and `w-i` gives the sequence `a(t) =
//! G(i,t) ^ G(w-i,t)`, constant `alpha` from `tau <= max(T_i, T_{w-i})` on. A height is **rare** for a row
//! (for a split) if the parity of the number of ones of its value differs from that of the tail. Parities add
//! under exclusive or, so the rare heights of a split are those rare for exactly one of its two rows.
//!
//! Cost: `2 tau` bytes and operations, all of them vectors.

use super::cell::{Cell, odious};

/// One row of the table, a prefix and a constant tail.
#[derive(Clone, Debug)]
pub(crate) struct Row<C> {
    /// Values by height; index 0 is unused, the last one is the tail.
    values: Vec<C>,
    /// The largest value.
    largest: usize,
    /// Heights whose parity of ones differs from that of the tail, ascending.
    rare: Vec<u32>,
}

impl<C: Cell> Row<C> {
    /// The row with these values by height, constant from the last one on.
    pub(crate) fn new(mut values: Vec<C>) -> Self {
        let tail = *values.last().expect("a row has a tail");
        let start = values[1..].iter().rposition(|&v| v != tail).map_or(1, |last| last + 2);
        values.truncate(start + 1);
        values.shrink_to_fit();
        let rare = (1..start).filter(|&t| odious((values[t] ^ tail).index()));
        let rare = rare.map(|t| t as u32).collect();
        let largest = values[1..].iter().map(|v| v.index()).max().unwrap_or(0);
        Row { values, largest, rare }
    }

    /// The largest value of the row.
    pub(crate) fn largest(&self) -> usize {
        self.largest
    }

    /// The least height from which the row is constant.
    pub(crate) fn tail_start(&self) -> usize {
        self.values.len() - 1
    }

    /// The constant value of the tail.
    pub(crate) fn tail(&self) -> C {
        self.values[self.values.len() - 1]
    }

    /// The value at height `h >= 1`.
    pub(crate) fn at(&self, h: usize) -> C {
        self.values[h.min(self.values.len() - 1)]
    }

    /// The values below the tail by height, index 0 unused.
    pub(crate) fn prefix(&self) -> &[C] {
        &self.values[..self.values.len() - 1]
    }

    /// The same row in another width of cell.
    pub(crate) fn convert<D: Cell>(&self) -> Option<Row<D>> {
        let values = self.values.iter().map(|v| D::hold(v.index())).collect::<Option<_>>()?;
        Some(Row { values, largest: self.largest, rare: self.rare.clone() })
    }

    /// Bytes on the heap.
    pub(crate) fn memory(&self) -> usize {
        self.values.capacity() * size_of::<C>() + self.rare.capacity() * size_of::<u32>()
    }
}

/// The sequence `a` of one split of the width in two.
#[derive(Debug)]
pub(crate) struct Split<C> {
    /// `a(t)` for `t < tau`; index 0 is unused.
    pub(crate) a: Vec<C>,
    /// The same backwards.
    pub(crate) reversed: Vec<C>,
    /// The constant from `tau` on.
    pub(crate) alpha: C,
    /// The rare heights below `tau`, ascending.
    pub(crate) rare: Vec<u32>,
}

impl<C: Cell> Split<C> {
    /// The split into the widths of two rows.
    pub(crate) fn new(x: &Row<C>, y: &Row<C>) -> Self {
        let (short, long) = if x.values.len() <= y.values.len() { (x, y) } else { (y, x) };
        let (tail, alpha) = (short.tail(), short.tail() ^ long.tail());
        let mut a = Vec::with_capacity(long.tail_start());
        a.extend(short.prefix().iter().zip(long.prefix()).map(|(&x, &y)| x ^ y));
        a.extend(long.prefix()[short.tail_start()..].iter().map(|&y| tail ^ y));
        let tau = a[1..].iter().rposition(|&v| v != alpha).map_or(1, |last| last + 2);
        a.truncate(tau);
        let reversed = a.iter().rev().copied().collect();
        Split { a, reversed, alpha, rare: symmetric_difference(&x.rare, &y.rare) }
    }

    /// The least height from which the split into the widths of two rows is constant.
    pub(crate) fn tau_of(x: &Row<C>, y: &Row<C>) -> usize {
        let (start, alpha) = (x.tail_start().max(y.tail_start()), x.tail() ^ y.tail());
        (1..start).rev().find(|&t| x.at(t) ^ y.at(t) != alpha).map_or(1, |last| last + 1)
    }

    /// The least height from which the sequence is constant.
    pub(crate) fn tau(&self) -> usize {
        self.a.len()
    }
}

/// What two ascending lists do not share.
fn symmetric_difference(mut x: &[u32], mut y: &[u32]) -> Vec<u32> {
    let mut either = Vec::with_capacity(x.len() + y.len());
    while let (Some(&p), Some(&q)) = (x.first(), y.first()) {
        if p != q {
            either.push(p.min(q));
        }
        if p <= q {
            x = &x[1..];
        }
        if q <= p {
            y = &y[1..];
        }
    }
    either.extend_from_slice(x);
    either.extend_from_slice(y);
    either
}
