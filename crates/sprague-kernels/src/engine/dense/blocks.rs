//! 256 heaps at once, without a sparse space: frequent values find nearly all that is reached, a sieve
//! decides the rest.
//!
//! 1. Frequent values (`frequent_values`) clear for 256 sums the values that some pairs reach. A heap `n` is
//!    left with the values open at all its sums `n − t` (`open_values`).
//! 2. *Far pairs*: for 16 heaps at a time all pairs are far whose parts are both known. The smallest open
//!    values, eight or sixteen at once, are looked for among them (`sieve`), some thousand pairs of every
//!    heap in turn, so that they stay in the nearest cache, two or four heaps at once. Where very many are
//!    open, all of them are at first (`members`). A value that is met is open no longer, and one that was
//!    looked for in all of them and not met stays so.
//! 3. *Near pairs* have a part among the 16 heaps: compared heap by heap, as values come out.
//!
//! How much work is spent on frequent values follows from what they missed (`thresholds`). Cost:
//! docs/no-sparse-space.md. Memory: at most 1024 stretches and as many blocks of parts, some four kilobytes
//! for one of each.

use crate::engine::break_rule::BreakRule;
use crate::engine::dense::bitmaps::{Batch, LANE_WORDS, Lanes};
use crate::engine::dense::fields::{by_bits, bytes, most_bits};
use crate::engine::dense::frequent_values::{KINDS, Kinds, Parts, SUMS, Stretch, clear_reached};
use crate::engine::dense::members::Members;
use crate::engine::dense::open_values::OpenValues;
use crate::engine::dense::pairs::{sieve, tables};
use crate::engine::dense::sieve::{Eight, FirstParts, KEPT, LINE, Seek, Sixteen, Wanted};
use crate::engine::dense::store::{Cut, FieldValues};
use crate::engine::dense::thresholds::{PRICE, STRETCHES, Thresholds, WIDE_PRICE};
use crate::engine::dense::wide_pairs;
use crate::engine::method::Stop;
use crate::engine::values::Values;
use crate::simd::{Level, Simd, dispatch};
use std::collections::VecDeque;
use std::ops::Range;

/// Heaps from this on are done in blocks, of which the first may begin 256 before.
const START: usize = RECENT + SUMS;
/// Heaps whose far pairs are done together.
const NEAR: usize = 16;
/// Far pairs of a round, at most.
const CHUNK: usize = 5120;
/// This many heaps before a block are recent.
const RECENT: usize = 1024;
/// At most this many stretches are used by default: they have all pairs as long as half a
/// million heaps are known, and enough of them after that.
const STRETCHES_USED: usize = 1024;
/// Open values of a heap for which slots are too few.
const MANY_OPEN: usize = 48;
/// The worth of work is judged after one block out of this many.
const TRIALS: usize = 8;

/// The method: the values, cut into fields, and scratch space.
#[derive(Debug)]
pub struct Blocks {
    pub values: FieldValues,
    scratch: Scratch,
}

impl Blocks {
    /// Is this the method for heap `n` of the rule?
    pub fn suits(rule: &BreakRule, n: usize) -> bool {
        let (Some(first), Some(last)) = (rule.two.first(), rule.two.last()) else { return false };
        n >= START + last && last - first < SUMS
    }

    /// Goes on from some values; none if one does not fit. The rule must be one that [`Blocks::suits`].
    pub fn encode(values: impl Iterator<Item = u32>, capacity: usize) -> Option<Self> {
        Some(Blocks {
            values: FieldValues::encode(values, capacity)?,
            scratch: Scratch::new(STRETCHES_USED, KEPT),
        })
    }

    /// The same with other limits, so that what lies beyond them is met early: stretches used, and first
    /// parts kept in reverse order.
    #[cfg(test)]
    pub fn with_limits(self, stretches: usize, first_parts: usize) -> Self {
        Blocks { scratch: Scratch::new(stretches, first_parts), ..self }
    }

    /// The same as if frequent values had missed this many values of a heap.
    #[cfg(test)]
    pub fn with_missed(mut self, missed: usize) -> Self {
        self.scratch.missed = missed;
        self
    }

    /// Extends the values to `to`.
    pub fn run(&mut self, rule: &BreakRule, level: Level, to: usize) -> Stop {
        self.values.cut_anew(Cut::of(level));
        run(level, rule, &mut self.values, &mut self.scratch, to)
    }
}

#[derive(Debug)]
struct Scratch {
    /// At most this many stretches are used.
    stretches_used: usize,
    kinds: Kinds,
    /// Kinds are chosen again when this many values are known.
    review: usize,
    thresholds: Thresholds,
    /// The last blocks of parts, from number `oldest` on.
    parts: VecDeque<Parts>,
    oldest: usize,
    stretches: Vec<Stretch>,
    batch: Batch,
    /// `open[v]`: sums of the block not known to reach `v`.
    open: Vec<Lanes>,
    /// The same of the block before, if its last heap was the one before this block.
    before: Vec<Lanes>,
    open_values: OpenValues,
    /// This many open values were below the value of a heap in a block that was tried, in the mean.
    missed: usize,
    /// `recent[v] = 1`: a heap shortly before the block has value `v`. What was hard to reach then is likely
    /// so again.
    recent: Vec<u8>,
    /// `sure[i]`: this value of heap `i` of the block is none of the far pairs.
    sure: [Option<usize>; SUMS],
    first_parts: FirstParts,
    /// The first heap of the block, 0 if there is none.
    block: usize,
    /// The first of the heaps whose far pairs were done last.
    near: usize,
}

impl Scratch {
    fn new(stretches_used: usize, first_parts_kept: usize) -> Self {
        Scratch {
            stretches_used,
            kinds: Kinds::default(),
            review: 0,
            thresholds: Thresholds::default(),
            parts: VecDeque::new(),
            oldest: 0,
            stretches: vec![],
            batch: Batch::default(),
            open: vec![],
            before: vec![],
            open_values: OpenValues::default(),
            missed: 0,
            recent: vec![],
            sure: [None; SUMS],
            first_parts: FirstParts::new(first_parts_kept),
            block: 0,
            near: 0,
        }
    }
}

dispatch! {
    fn run(rule: &BreakRule, known: &mut FieldValues, work: &mut Scratch, to: usize) -> Stop = run_at
}

#[inline(always)]
fn run_at<X: Simd>(rule: &BreakRule, known: &mut FieldValues, work: &mut Scratch, to: usize, x: X) -> Stop {
    while known.len() < to {
        let v = work.next(rule, known, x);
        if !known.push(v) {
            return Stop::TooWide;
        }
    }
    Stop::Reached
}

impl Scratch {
    /// The value of the next heap.
    #[inline(always)]
    fn next<X: Simd>(&mut self, rule: &BreakRule, known: &FieldValues, x: X) -> u32 {
        let n = known.len();
        let start = rule.two[0] + SUMS - 1;
        let block = n - (n - start) % SUMS;
        if self.block != block {
            self.begin(rule, known, block, x);
        }
        let near = n - (n - block) % NEAR;
        if self.near != near {
            self.near = near;
            far(x.level(), self, rule, known, near..near + NEAR);
        }
        while let Some(first) = self.open_values.heap(n - block).next(0) {
            let v = first as u32;
            let is_sure = self.sure[n - block] == Some(first);
            if !is_near(rule, known, v)
                && (is_sure || far_met(x.level(), &mut self.first_parts, rule, known, [v; 8]) == 0)
            {
                return v;
            }
            self.open_values.heap(n - block).close(first);
        }
        // Values so large that they have no place in line; few heaps get here.
        let first = self.open.len() as u32;
        // Eights that begin at a multiple of eight, so none of them has values on both sides of a larger
        // power of two.
        let mut v = first / 8 * 8;
        loop {
            let values = std::array::from_fn(|i| v + i as u32);
            let met = far_met(x.level(), &mut self.first_parts, rule, known, values);
            let is_absent = |v: u32, i: usize| v >= first && met >> i & 1 == 0 && !is_near(rule, known, v);
            if let Some(i) = (0..8).find(|&i| is_absent(values[i], i)) {
                return values[i];
            }
            v += 8;
        }
    }

    /// Begins the block of heaps `block .. block + 256`.
    #[inline(always)]
    fn begin<X: Simd>(&mut self, rule: &BreakRule, known: &FieldValues, block: usize, x: X) {
        let follows = self.block + SUMS == block;
        let first = block - rule.two[0];
        if follows && is_tried(self.block) {
            self.adjust(rule, known, x);
        }
        self.block = block;
        self.learn(known, first / SUMS);
        std::mem::swap(&mut self.open, &mut self.before);
        if !follows || rule.two.len() == 1 {
            self.before.clear();
        }
        self.open.clear();
        let values = (known.largest() as usize + 1).next_power_of_two().min(1 << known.bits());
        self.open.resize(values, Lanes::ALL);
        let last = first / SUMS;
        for k in self.stretches_of(last) {
            let (parts, stretch, plans) =
                (&self.parts[last - k - self.oldest], &self.stretches[k], self.thresholds.plans(k));
            clear_reached(x.level(), parts, stretch, plans, &mut self.batch, &mut self.open);
        }
        if rule.unequal {
            // That 0 is reached may be due to two equal parts, which this rule forbids.
            self.open[0] = Lanes::ALL;
        }
        self.collect_open(rule);
        self.recent.clear();
        self.recent.resize(self.open.len(), 0);
        let mut values = [0; RECENT];
        known.read(block - RECENT, &mut values);
        for v in values {
            if let Some(recent) = self.recent.get_mut(v as usize) {
                *recent = 1;
            }
        }
    }

    /// Adjusts the thresholds by what frequent values missed in the block that has just been done; a quarter
    /// of the stretches is tried each time.
    #[inline(always)]
    fn adjust<X: Simd>(&mut self, rule: &BreakRule, known: &FieldValues, x: X) {
        let last = (self.block - rule.two[0]) / SUMS;
        let mut values = [0; SUMS];
        known.read(self.block, &mut values);
        let mut missed = self.open_values.below(&values);
        let mut kinds = [const { vec![] }; KINDS];
        for (v, _) in missed.iter().enumerate().filter(|(_, lanes)| lanes.0 != [0; LANE_WORDS]) {
            kinds[self.kinds.kind(v as u32)].push(v);
        }
        let count = |missed: &[Lanes], values: &[usize]| -> u32 {
            values.iter().flat_map(|&v| missed[v].0).map(u64::count_ones).sum()
        };
        let mut before: [u32; KINDS] = std::array::from_fn(|kind| count(&missed, &kinds[kind]));
        self.missed = before.iter().sum::<u32>() as usize / SUMS;
        let trial = self.block / SUMS / TRIALS;
        for k in self.stretches_of(last).filter(|k| (k + trial).is_multiple_of(STRETCHES)) {
            for kind in 0..KINDS {
                let (parts, stretch, plans) =
                    (&self.parts[last - k - self.oldest], &self.stretches[k], self.thresholds.trial(k, kind));
                let work = clear_reached(x.level(), parts, stretch, &plans, &mut self.batch, &mut missed);
                let left = count(&missed, &kinds[kind]);
                self.thresholds.note_trial(k, kind, (before[kind] - left) as usize, work);
                before[kind] = left;
            }
        }
        let is_wide = x.level().lookups().is_some() && wide_pairs::suits(known.bits());
        self.thresholds.adjust(if is_wide { WIDE_PRICE } else { PRICE });
    }

    /// How many stretches go with the sums `256·last ..`.
    fn reach_of(&self, last: usize) -> usize {
        (last / 2 + 1).min(self.stretches_used)
    }

    /// The stretches that go with a known block of parts in the sums `256·last ..`, each pair once.
    fn stretches_of(&self, last: usize) -> Range<usize> {
        (last + 1).saturating_sub(self.block / SUMS)..self.reach_of(last)
    }

    /// Makes the blocks of parts and the stretches that go with the sums `256·last ..`, as far as values are
    /// known.
    #[inline(always)]
    fn learn(&mut self, known: &FieldValues, last: usize) {
        if known.len() >= self.review {
            self.review = known.len() + known.len() / 2;
            let kinds = Kinds::of(known);
            if self.kinds != kinds {
                self.kinds = kinds;
                self.thresholds.forget_kinds();
                self.parts.clear();
                self.stretches.clear();
            }
        }
        let (limit, mut values) = (1 << known.bits(), [0; 2 * SUMS - 1]);
        // Parts that go with a stretch, now or later.
        let oldest = last + 1 - self.reach_of(last);
        while self.oldest < oldest && self.parts.pop_front().is_some() {
            self.oldest += 1;
        }
        self.oldest = oldest;
        for m in oldest + self.parts.len()..=last.min(self.block / SUMS - 1) {
            known.read(m * SUMS, &mut values[..SUMS]);
            self.parts.push_back(Parts::new(&values, m, self.kinds, limit));
        }
        self.thresholds.reach(self.reach_of(last));
        for k in 0..self.reach_of(last) {
            let needed = self.thresholds.least(k);
            if self.stretches.get(k).is_none_or(|stretch| !stretch.suits(needed)) {
                known.read(k * SUMS, &mut values);
                let stretch = Stretch::new(&values, k, self.kinds, limit, needed);
                match self.stretches.get_mut(k) {
                    Some(old) => *old = stretch,
                    None => self.stretches.push(stretch),
                }
            }
        }
    }

    /// Collects the open values of each heap: those that are open at all its sums.
    #[inline(always)]
    fn collect_open(&mut self, rule: &BreakRule) {
        self.sure = [None; SUMS];
        let [first, others @ ..] = &rule.two[..] else { return };
        if others.is_empty() {
            self.open_values.fill(&self.open);
        } else {
            let mut open = self.open.clone();
            for (v, lanes) in open.iter_mut().enumerate() {
                let before = self.before.get(v).copied().unwrap_or(Lanes::ALL);
                for t in others {
                    let earlier = delayed(&before.0, &self.open[v].0, t - first);
                    for i in 0..4 {
                        lanes.0[i] &= earlier[i];
                    }
                }
            }
            self.open_values.fill(&open);
        }
        if is_tried(self.block) {
            self.open_values.keep();
        }
    }

    /// Looks for the smallest open values of some heaps among their far pairs, until each heap has one that
    /// no far pair gives, or none left.
    #[inline(always)]
    fn far<K: Seek, X: Simd>(
        &mut self,
        rule: &BreakRule,
        known: &FieldValues,
        heaps: Range<usize>,
        seek: K,
        x: X,
    ) {
        let chunks = chunks(rule, heaps.end - 1);
        let first_lane = heaps.start - self.block;
        let lane = |i: usize| first_lane + i;
        let (seen, mut round) = self.close_members(rule, known, &heaps, &chunks, x);
        let mut wanted: [Wanted<K>; NEAR] = std::array::from_fn(|i| {
            Wanted::begin(&self.open_values.heap(lane(i)), &self.recent, seen[i], round, seek)
        });
        let mut busy: [usize; NEAR] = std::array::from_fn(|i| i);
        let mut left = heaps.len();
        let all = chunks.len() as u32;
        while left > 0 && all > 0 {
            if round > 0 {
                let mut kept = 0;
                for k in 0..left {
                    let i = busy[k];
                    if wanted[i].is_done(&self.open_values.heap(lane(i)), round, all) {
                        self.sure[lane(i)] = self.open_values.heap(lane(i)).next(0);
                    } else {
                        busy[kept] = i;
                        kept += 1;
                    }
                }
                left = kept;
            }
            let (t, from, to) = chunks[round as usize % chunks.len()];
            let end = |i: usize| end_of(rule, heaps.start + i - t, from, to);
            self.first_parts.prepare(known, from, to, x);
            let mut k = 0;
            while k < left {
                let to = end(busy[k]);
                // Heaps with the same first parts share them.
                let same = busy[k..left].iter().take(K::SUMS).take_while(|&&i| end(i) == to).count();
                let (some, piece) = (&busy[k..], Piece { start: heaps.start, t, from, to, round });
                k += match same {
                    4 if K::SUMS == 4 => self.round::<K, 4>(known, &piece, some, &mut wanted, seek),
                    2 | 3 => self.round::<K, 2>(known, &piece, some, &mut wanted, seek),
                    _ => self.round::<K, 1>(known, &piece, some, &mut wanted, seek),
                };
            }
            round += 1;
        }
    }

    /// Where very many values are open, closes those below some bound that far pairs give, in some rounds.
    /// Tells the bound for each heap and the number of rounds.
    #[inline(always)]
    fn close_members<X: Simd>(
        &mut self,
        rule: &BreakRule,
        known: &FieldValues,
        heaps: &Range<usize>,
        chunks: &[(usize, usize, usize)],
        x: X,
    ) -> ([usize; NEAR], u32) {
        let (mut words, mut round) = ([0; NEAR], 0);
        // Asked for again for every few heaps: within a block values may outgrow what was enough at its
        // beginning.
        let members = x.level().lookups().and_then(|token| Members::of(known, token));
        let Some(members) = members.filter(|_| self.missed >= MANY_OPEN) else { return (words, 0) };
        let first_lane = heaps.start - self.block;
        let mut open = 0;
        for i in 0..NEAR {
            let (of_heap, count) = self.open_values.heap(first_lane + i).words_with(2 * self.missed);
            words[i] = of_heap;
            open += count;
        }
        while open > NEAR * MANY_OPEN && round < chunks.len() {
            let (t, from, to) = chunks[round];
            self.first_parts.prepare(known, from, to, x);
            for i in 0..NEAR {
                let s = heaps.start + i - t;
                let piece = [s, from, end_of(rule, s, from, to)];
                let mut heap = self.open_values.heap(first_lane + i);
                open -= members.close_reached(&self.first_parts, piece, &mut heap, words[i]);
            }
            round += 1;
        }
        (words.map(|words| 64 * words), round as u32)
    }

    /// Looks for what the first `S` of some heaps want in a piece of their pairs; tells how many heaps that
    /// are.
    #[inline(always)]
    fn round<K: Seek, const S: usize>(
        &mut self,
        known: &FieldValues,
        piece: &Piece,
        heaps: &[usize],
        wanted: &mut [Wanted<K>; NEAR],
        seek: K,
    ) -> usize {
        let &Piece { start, t, from, to, round } = piece;
        let heaps: &[usize; S] = heaps.first_chunk().unwrap();
        let pairs = self.first_parts.pairs(known, heaps.map(|i| start + i - t), from, to);
        let met = seek.sieve(&pairs, &heaps.map(|i| wanted[i].tables()));
        for (&i, met) in heaps.iter().zip(met) {
            wanted[i].drop_met(met, &mut self.open_values.heap(start + i - self.block), round);
        }
        S
    }
}

/// Some pairs of the heaps `start + i`: first parts in `from..to` if `t` is taken off; and the round they are
/// looked at in.
struct Piece {
    start: usize,
    t: usize,
    from: usize,
    to: usize,
    round: u32,
}

dispatch! {
    /// See [`Scratch::far`].
    fn far(sums: &mut Scratch, rule: &BreakRule, known: &FieldValues, heaps: Range<usize>) = far_at
}

#[inline(always)]
fn far_at<X: Simd>(sums: &mut Scratch, rule: &BreakRule, known: &FieldValues, heaps: Range<usize>, x: X) {
    match x.level().lookups() {
        Some(lookups) if wide_pairs::suits(known.bits()) => {
            by_bits!(known.bits(), BITS => sums.far(rule, known, heaps, Sixteen::<BITS>(lookups), x))
        }
        _ => by_bits!(known.bits(), BITS => sums.far(rule, known, heaps, Eight::<X, BITS>(x), x)),
    }
}

dispatch! {
    /// Which of eight values do far pairs of the next heap give? If some need a bit more than their fields
    /// have, all do.
    fn far_met(first_parts: &mut FirstParts, rule: &BreakRule, known: &FieldValues, values: [u32; 8]) -> u8 = far_met_at
}

#[inline(always)]
fn far_met_at<X: Simd>(
    first_parts: &mut FirstParts,
    rule: &BreakRule,
    known: &FieldValues,
    values: [u32; 8],
    x: X,
) -> u8 {
    by_bits!(known.bits(), BITS => {
        // Those that are larger than any xor are not met.
        let (mut possible, mut flipped) = (0, 0);
        for (i, v) in values.iter().enumerate().filter(|(_, v)| **v >> most_bits(BITS) == 0) {
            possible |= 1 << i;
            flipped |= u8::from(v >> BITS != 0) << i;
        }
        let flips = flipped != 0;
        assert!(!flips || flipped == possible, "one way of looking serves all eight values");
        let (n, mut met) = (known.len(), 0);
        let table = tables::<BITS, X>(&values.map(|v| (v & ((1 << BITS) - 1)) as u16), x);
        for (t, from, to) in chunks(rule, n) {
            if met & possible == possible {
                break;
            }
            if flips {
                first_parts.prepare_flipped(known, from, to, x);
            } else {
                first_parts.prepare(known, from, to, x);
            }
            let [new] = sieve::<BITS, 1, X>(first_parts.pairs(known, [n - t], from, to), [&table], x);
            met |= new;
        }
        met & possible
    })
}

/// Is `v` reached from the next heap in another way than by a far pair, or by one with a part of at most
/// sixteen?
#[inline(always)]
fn is_near(rule: &BreakRule, known: &FieldValues, v: u32) -> bool {
    let n = known.len();
    if v >> most_bits(known.bits()) != 0 {
        return false;
    }
    let ([first, second], [x, y]) = (known.bytes(), bytes(known.bits(), v as u16));
    let mut found = rule.vanish.contains(&n) && v == 0;
    for &t in rule.single.iter().take_while(|&&t| t < n) {
        found |= first[n - t] == x && second[n - t] == y;
    }
    for &t in &rule.two {
        // All pairs whose smaller part is at most sixteen: sixteen bytes, and as many the other way round.
        let differ = |bytes: &[u8], v: u8| {
            let ours = u128::from_be_bytes(*bytes[1..].first_chunk().unwrap());
            let theirs = u128::from_le_bytes(*bytes[n - t - NEAR..].first_chunk().unwrap());
            ours ^ theirs ^ (u128::MAX / 255 * v as u128)
        };
        found |= has_zero_byte(differ(first, x) | differ(second, y));
    }
    found
}

/// Is one of the sixteen bytes 0? The lowest bit of a byte that is not 0, or borrows, never meets its
/// uppermost.
#[inline(always)]
fn has_zero_byte(bytes: u128) -> bool {
    bytes.wrapping_sub(u128::MAX / 255) & !bytes & (u128::MAX / 255) << 7 != 0
}

/// Is the worth of work judged by this block?
fn is_tried(block: usize) -> bool {
    (block / SUMS).is_multiple_of(TRIALS)
}

/// The pairs of the sums of heap `n`, in pieces: by `t` and a range of first parts.
fn chunks(rule: &BreakRule, n: usize) -> Vec<(usize, usize, usize)> {
    let mut chunks = vec![];
    for &t in &rule.two {
        let (mut from, end) = (first_far(t), rule.half(n - t) + 1);
        // As many as needed, of about the same length.
        let len = (end - 1).div_ceil((end - 1).div_ceil(CHUNK).max(1)).next_multiple_of(LINE);
        while from < end {
            let to = (1 + (from / len + 1) * len).min(end);
            chunks.push((t, from, to));
            from = to;
        }
    }
    chunks
}

/// Where first parts `from..to` of a sum end: beyond half of it are the same pairs again, the other way
/// round, and equal parts.
#[inline(always)]
fn end_of(rule: &BreakRule, s: usize, from: usize, to: usize) -> usize {
    if rule.unequal { to.min(rule.half(s) + 1).max(from) } else { to }
}

/// For heaps that are done together, the smallest part whose partner is before all of them if `t` is taken
/// off.
#[inline(always)]
fn first_far(t: usize) -> usize {
    NEAR.saturating_sub(t).max(1)
}

/// Lane `i` of the answer is lane `i − d` of `now`, or lane `256 + i − d` of `before`.
#[inline(always)]
fn delayed(before: &[u64; 4], now: &[u64; 4], d: usize) -> [u64; 4] {
    let word = |i: usize| if i < 4 { before[i] } else { now[i - 4] };
    let (words, bits) = (d / 64, d % 64);
    std::array::from_fn(|i| {
        let at = 4 + i - words;
        word(at) << bits | word(at - 1) >> 1 >> (63 - bits)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_zero_are_seen() {
        for place in 0..16 {
            for byte in 0..=255u8 {
                let mut bytes = [0x80, 1, 0xff, 0x7f].repeat(4);
                bytes[place] = byte;
                let all = u128::from_le_bytes(bytes.try_into().unwrap());
                assert_eq!(has_zero_byte(all), byte == 0, "{all:x}");
            }
        }
    }

    #[test]
    fn delays_cross_words_and_blocks() {
        let (before, now) = ([1, 2 << 60, 0xf0f0, 1 << 63 | 5], [3, 0xff00, 1 << 63, 77]);
        let bit = |i: usize| if i < SUMS { before[i / 64] } else { now[i / 64 - 4] } >> (i % 64) & 1;
        for d in 0..SUMS {
            let lanes = delayed(&before, &now, d);
            for i in 0..SUMS {
                assert_eq!(lanes[i / 64] >> (i % 64) & 1, bit(SUMS + i - d), "lane {i}, delay {d}");
            }
        }
    }
}
