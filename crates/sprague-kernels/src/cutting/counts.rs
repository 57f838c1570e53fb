//! Winning first moves of paper cutting, counted exactly for any height.
//!
//! `C(w, h)` is the number of cuts of value 0 of a `w x h` sheet, `D(W, H)` their sum over all sheets of at
//! most `W x H`. A cut `(i, j)` of a `w x h` sheet has value 0 iff `t(j) = t(h-j)`, where `t(x) = G(i,x) ^
//! G(w-i,x)`. With `k = j`, `l = h-j` and all `w`, `h` at once,
//!
//! `D(W, H) = sum over ordered (i, i') with i + i' <= W of N(H)`, `N(H) = #{ (k,l) : k,l >= 1, k+l <= H,
//! t(k) = t(l) }`.
//!
//! Let `t` be constant `alpha` from `tau` on, `c_v` the number of `x < tau` with `t(x) = v`, `n` and `s` the
//! number and the sum of the `x < tau` with `t(x) = alpha`. For `H >= 2 tau - 2`
//!
//! `N(H) = sum c_v^2 + 2 (n (H - tau + 1) - s) + m (m + 1) / 2`, `m = H - 2 tau + 1`:
//!
//! both below `tau` (any such pair has `k+l <= H`), one below, none. For `H = 2 tau - 3` and `tau >= 2` the
//! formula is too large by exactly 2: it counts `(tau-1, tau-1)`, and `m (m+1) / 2 = 1`. Hence `D(W, .)` is a
//! quadratic polynomial from `2 tau - 2` on with the largest `tau`, and *not* one step earlier.
//!
//! Cost: `sum tau` once, then a handful of operations for any `H` past that point; below it, `H` operations
//! for each pair with `2 tau - 2 > H`.

use std::fmt;

use crate::parallel::prelude::*;
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;

use crate::cutting::cell::Cell;
use crate::cutting::rows::{Rows, Table, with_rows};
use crate::cutting::split::{Row, Split};

/// Twice a quadratic polynomial in the height, with integer coefficients: those of `1`, `H` and `H^2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Twice([i128; 3]);

impl Twice {
    fn add(self, other: Twice, times: i128) -> Twice {
        Twice(std::array::from_fn(|k| self.0[k] + times * other.0[k]))
    }

    fn half_at(self, h: &BigUint) -> BigUint {
        let h = BigInt::from(h.clone());
        let twice: BigInt = (&h * self.0[2] + self.0[1]) * &h + self.0[0];
        // A count is not negative; the formula is never used where it would not count.
        let count: BigInt = twice / 2;
        count.to_biguint().unwrap_or_default()
    }
}

/// `D(W, H) = (c2 H^2 + c1 H + c0) / 2` for all `H >= from`, and for no smaller start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    twice: Twice,
    from: u64,
}

impl Polynomial {
    /// The integers `[c0, c1, c2]`.
    pub fn doubled_coefficients(&self) -> [i128; 3] {
        self.twice.0
    }

    /// The least height from which the polynomial is `D(W, ·)`.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// Its value at a height of at least [`Polynomial::from`].
    pub fn at(&self, h: &BigUint) -> Option<BigUint> {
        (*h >= BigUint::from(self.from)).then(|| self.twice.half_at(h))
    }
}

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [c0, c1, c2] = self.twice.0;
        let sign = |c: i128| if c < 0 { '-' } else { '+' };
        let (s1, s0) = (sign(c1), sign(c0));
        write!(f, "({c2}*H^2 {s1} {}*H {s0} {})/2", c1.unsigned_abs(), c0.unsigned_abs())
    }
}

/// One unordered pair of rows.
struct Pair {
    widths: (u32, u32),
    /// The formula holds from `2 tau - 2` on.
    from: u64,
    /// Twice the formula.
    twice: Twice,
}

impl Pair {
    /// How many ordered pairs it stands for.
    fn orders(&self) -> i128 {
        if self.widths.0 == self.widths.1 { 1 } else { 2 }
    }
}

/// `D(W, H)` for one `W` and every `H`.
pub struct CutCounts<'a> {
    rows: &'a Rows,
    /// By ascending `from`.
    pairs: Vec<Pair>,
    /// `sums[k]` is the polynomial of the first `k` pairs together.
    sums: Vec<Twice>,
}

impl<'a> CutCounts<'a> {
    /// Prepares the counts for sheets at most `width` wide; `None` if the table has fewer rows.
    ///
    /// Runs on the threads of the current rayon pool.
    pub fn new(rows: &'a Rows, width: usize) -> Option<Self> {
        if width > rows.width() {
            return None;
        }
        let mut pairs = with_rows!(rows.table(), table => pairs(&table[..width]));
        pairs.sort_unstable_by_key(|pair| (pair.from, pair.widths));
        let mut sums = vec![Twice::default()];
        for pair in &pairs {
            sums.push(sums[sums.len() - 1].add(pair.twice, pair.orders()));
        }
        Some(CutCounts { rows, pairs, sums })
    }

    /// `D(W, H)`: all winning first moves on sheets of at most `W x H`.
    ///
    /// Microseconds from [`Polynomial::from`] on; below, on the current rayon threads, up to as long as the
    /// table took.
    pub fn upto(&self, height: &BigUint) -> BigUint {
        let small = height.to_u64().unwrap_or(u64::MAX);
        let ready = self.pairs.partition_point(|pair| pair.from <= small);
        let rest: u128 = with_rows!(self.rows.table(), table => {
            self.pairs[ready..].par_iter().map(|pair| {
                let (x, y) = pair.widths;
                let split = Split::new(&table[x as usize - 1], &table[y as usize - 1]);
                pair.orders() as u128 * u128::from(equal_pairs(&split, small as usize))
            }).sum()
        });
        self.sums[ready].half_at(height) + rest
    }

    /// The polynomial that `D(W, ·)` is, and from where.
    pub fn polynomial(&self) -> Polynomial {
        let from = self.pairs.last().map_or(0, |pair| pair.from);
        Polynomial { twice: self.sums[self.pairs.len()], from }
    }
}

/// `C(w, h)`: the number of winning first moves on one sheet; `None` if the table does not hold the smaller
/// side, or a side is 0.
pub fn winning_cuts(rows: &Rows, w: &BigUint, h: &BigUint) -> Option<BigUint> {
    let (w, h) = (w.min(h), w.max(h));
    let w = w.to_usize().filter(|&w| w >= 1 && w <= rows.width())?;
    let small = h.to_usize().unwrap_or(usize::MAX);
    let cuts = |(halves, n): (BigUint, usize)| halves * n;
    Some(with_rows!(rows.table(), table => {
        (1..=w / 2).map(|i| {
            let split = Split::new(&table[i - 1], &table[w - i - 1]);
            cuts((zero_cuts(&split, small, h), if 2 * i == w { 1 } else { 2 }))
        }).sum()
    }))
}

/// The `j` with `a(j) = a(h-j)`, `1 <= j < h`; `small` is `h` or more than any `2 tau`.
fn zero_cuts<C: Cell>(split: &Split<C>, small: usize, h: &BigUint) -> BigUint {
    let (a, tau) = (&split.a, split.tau());
    if small >= 2 * tau {
        let sides = 2 * a[1..].iter().filter(|&&v| v == split.alpha).count();
        return h + 1u32 + sides - 2 * tau;
    }
    let at = |t: usize| a.get(t).copied().unwrap_or(split.alpha);
    BigUint::from((1..small).filter(|&j| at(j) == at(small - j)).count())
}

/// The summaries of all unordered pairs of rows whose widths add up to at most the number of rows.
fn pairs<C: Cell>(rows: &[Row<C>]) -> Vec<Pair> {
    (1..rows.len()).into_par_iter().flat_map_iter(|y| pairs_of(rows, y)).collect()
}

/// The pairs of row `y` with the rows whose tails start no later.
///
/// Where the shorter row `x` is in its tail, `t` is row `y` up to a constant. So one histogram of row `y`,
/// grown downwards from its tail, serves all partners in turn, and only the heights below `T_x` are counted
/// for each.
fn pairs_of<C: Cell>(rows: &[Row<C>], y: usize) -> Vec<Pair> {
    let long = &rows[y - 1];
    let order = |x: usize| (rows[x - 1].tail_start(), x);
    let mut partners: Vec<usize> = (1..=rows.len() - y).filter(|&x| order(x) <= order(y)).collect();
    partners.sort_unstable_by_key(|&x| std::cmp::Reverse(order(x)));
    let values = rows.iter().map(Row::largest).max().map_or(1, |v| (v + 1).next_power_of_two());
    let mut upper = Upper::new(long, values);
    let mut lower = vec![0; values];
    let pair = |x: usize| {
        upper.extend(rows[x - 1].tail_start());
        let (n, s, squares) = upper.with(&rows[x - 1], &mut lower);
        let tau = long.tail_start() as i128;
        let twice = Twice([
            2 * i128::from(squares) - 4 * n * (tau - 1) - 4 * s + (2 * tau - 1) * (2 * tau - 2),
            4 * n + 3 - 4 * tau,
            1,
        ]);
        let from = 2 * Split::tau_of(&rows[x - 1], long) as u64 - 2;
        Pair { widths: (x as u32, y as u32), from, twice }
    };
    partners.into_iter().map(pair).collect()
}

/// The upper part of a row: the heights from `start` on that are below the tail.
struct Upper<'a, C> {
    row: &'a Row<C>,
    start: usize,
    /// How often each value occurs.
    counts: Vec<u32>,
    /// The sum of the heights at which the value is that of the tail.
    heights: u64,
}

impl<'a, C: Cell> Upper<'a, C> {
    fn new(row: &'a Row<C>, values: usize) -> Self {
        Upper { row, start: row.tail_start(), counts: vec![0; values], heights: 0 }
    }

    /// Lowers the start.
    fn extend(&mut self, start: usize) {
        for t in start..self.start {
            let value = self.row.at(t);
            self.counts[value.index()] += 1;
            self.heights += if value == self.row.tail() { t as u64 } else { 0 };
        }
        self.start = self.start.min(start);
    }

    /// With `a` the sequence of this row and one whose tail begins at `start`: the number and the sum of the
    /// heights below this row's tail at which `a` is `alpha`, and the sum of the squares of the counts of its
    /// values there. `lower` is scratch, all zeros.
    fn with(&self, short: &Row<C>, lower: &mut [u32]) -> (i128, i128, u64) {
        // Values of `a` are counted up to the exclusive or with the tail of `short`, which makes alpha the
        // long tail.
        let (tail, alpha) = (short.tail(), self.row.tail());
        let (below, above) = (&short.prefix()[1..], &self.row.prefix()[1..short.tail_start()]);
        for (&x, &y) in below.iter().zip(above) {
            lower[(x ^ y ^ tail).index()] += 1;
        }
        let heights = self.heights + equal_heights(below, above, tail ^ alpha);
        let n = lower[alpha.index()] + self.counts[alpha.index()];
        let both = lower.iter().zip(&self.counts).map(|(x, y)| u64::from(x + y));
        let squares = both.map(|count| count * count).sum();
        lower.fill(0);
        (i128::from(n), i128::from(heights), squares)
    }
}

/// The sum of the heights `t >= 1` at which `xs ^ ys` has this value; the slices start at height 1.
fn equal_heights<C: Cell>(xs: &[C], ys: &[C], value: C) -> u64 {
    const CHUNK: usize = 64;
    let chunks = xs.chunks(CHUNK).zip(ys.chunks(CHUNK));
    let sum = |(k, (xs, ys)): (usize, (&[C], &[C]))| {
        // Short sums fit 16 bits, of which a vector holds many.
        let (mut count, mut places) = (0u16, 0u16);
        for (place, (&x, &y)) in (1..).zip(xs.iter().zip(ys)) {
            let equal = u16::from(x ^ y == value);
            count += equal;
            places += equal * place;
        }
        u64::from(count) * (k * CHUNK) as u64 + u64::from(places)
    };
    chunks.enumerate().map(sum).sum()
}

/// `#{ (k,l) : k,l >= 1, k+l <= height, a(k) = a(l) }`, by a running count: for each `k` the `l <= height -
/// k`.
fn equal_pairs<C: Cell>(split: &Split<C>, height: usize) -> u64 {
    let at = |t: usize| split.a.get(t).copied().unwrap_or(split.alpha).index();
    let values = (0..split.tau()).map(at).max().unwrap_or(0).max(split.alpha.index()) + 1;
    let mut seen = vec![0u64; values];
    (1..height).rev().fold(0, |total, k| {
        seen[at(height - k)] += 1;
        total + seen[at(k)]
    })
}
