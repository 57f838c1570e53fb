//! Take-and-break codes and subtraction sets.
//!
//! **Values.** Given g(0), …, g(N−1), it is verified for each n that g(n) is absent from its options and all
//! smaller values are present. As all values are given, the n are independent of each other: blocks of them
//! are shared out to threads. Cost: N²/4 pairs for each t that breaks, or, with a good split, N times the
//! number of rare positions. Three heaps are one heap and a pair: for these the set of values of all pairs of
//! each sum is kept, made in rounds of twice as many sums, each before the heaps it serves. Memory: max G / 8
//! bytes for each of N sums.
//!
//! **Splits.** Call position a *odd* if popcount(g(a) & mask) (+ a, with parity) is odd, else even. If
//! a + b = s and g(a) ⊕ g(b) = v, then popcount(v & mask) (+ s) has the parity of the number of odd
//! ones among a, b. So if it is odd, one of a, b is odd and one even, and to show v absent it is enough
//! to pair each position of the class that has fewer (the *rare* positions) with its partner. This
//! holds for every mask and every g, so nothing about them is believed.
//!
//! **Period.** Let k be the last t with a move and m ≥ 1 the most heaps a move leaves. If n0 ≥ 1 and g(x+p) =
//! g(x) for n0 ≤ x < m·n0 + (m−1)·p + k, then for all x ≥ n0. *Proof* by induction, for x past that window.
//! An option of x+p leaves at least x+p−k ≥ m(n0+p) tokens in at most m heaps, so one heap is ≥ n0+p; made
//! smaller by p it is ≥ n0 ≥ 1, its value is the same, and the heaps are an option of x. An option of x
//! leaves at least m·n0 + (m−1)p tokens in at most m heaps, so one is ≥ n0; made larger by p it is an option
//! of x+p of the same value. So x and x+p have equal sets of options. (No move takes all of x > k tokens.)
//! For subtraction sets n0 = 0 is allowed as well: every option is one heap x−s ≥ n0, and empty heaps are
//! positions like others.

use std::{collections::VecDeque, sync::Mutex}; // bounded: see `Scratch`.

use sprague_certificate::{Law, Split};

use crate::{
    Fault, Work,
    count::{HeapLaw, Tail},
    memory::Buffer,
    options::{Seen, find_targets, has_pair, width},
    parts::contains,
    refuse,
    rule::Code,
    work::{Meter, PORTION},
};

/// Heaps verified in one go.
const BLOCK: usize = 128;

/// Parts that are compared with a block between two charges.
const PARTS: usize = PORTION / BLOCK * 8;

/// Steps that a heap costs before its options are looked at.
const HEAP: usize = 16;

/// Parts remembered as useful.
const USEFUL: usize = 96;

/// Verify the values, and the law.
pub(crate) fn verify<'a>(
    code: &Code,
    law: &Law,
    values: &'a [u16],
    splits: &[Split],
    work: &Work,
) -> Result<HeapLaw<'a>, Fault> {
    let mut known = HeapLaw::table(values);
    if let Law::Periodic { period, preperiod, minimal } = *law {
        let tail = Tail { preperiod, period, saltus: 0 };
        // What the theorem asks for comes first: it is cheap.
        check_window(code, &tail, values, work)?;
        known.tail = Some(tail);
        known.least = if minimal { Some(tail.refute_smaller(values, work)?) } else { None };
    }
    if values.len() >= u32::MAX as usize {
        return refuse("more than 2^32 values");
    }
    let mut heaps = Heaps::new(code, values, splits, work)?;
    let blocks = values.len().div_ceil(BLOCK);
    let mut done = 0;
    while done < blocks {
        // Sets of pairs are made in rounds, so that a wrong value is found before they are made in vain.
        let upto = if heaps.threes.is_empty() { blocks } else { blocks.min(2 * done + 4) };
        if !heaps.threes.is_empty() {
            heaps.pair_sets.make_up_to(values.len().min(upto * BLOCK), values, work)?;
        }
        work.each(
            upto - done,
            || heaps.scratch(work),
            |block, scratch| {
                let first = (done + block) * BLOCK;
                heaps.verify_block(first, values.len().min(first + BLOCK), scratch, work)
            },
        )?;
        done = upto;
    }
    Ok(known)
}

/// The hypotheses of the theorem on periods.
fn check_window(code: &Code, tail: &Tail, values: &[u16], work: &Work) -> Result<(), Fault> {
    let (p, m) = (tail.period as u128, code.most_parts() as u128);
    let subtraction = code.last() > 0 && code.digits.iter().all(|&(_, digit)| digit == 3);
    let n0 = if subtraction { tail.preperiod } else { tail.preperiod.max(1) } as u128;
    let needed = m * (n0 + p) + code.last() as u128;
    tail.check(values, work)?;
    if (values.len() as u128) < needed {
        return refuse(format!("{} values are too few, the theorem needs {needed}", values.len()));
    }
    Ok(())
}

/// What a thread keeps from one heap to the next.
struct Scratch<'a> {
    meter: Meter<'a>,
    seen: Seen<'a>,
    /// Parts that had a value nothing else had, latest first.
    useful: VecDeque<usize>, // bounded: at most USEFUL parts.
}

struct Heaps<'a> {
    g: &'a [u16],
    code: &'a Code<'a>,
    /// The least power of two above all values.
    width: usize,
    /// The t from which two heaps, or three, may be left.
    twos: Buffer<'a, usize>,
    threes: Buffer<'a, usize>,
    /// Each split with its rare positions in ascending order, fewest first.
    rare: Buffer<'a, (Split, Buffer<'a, u32>)>,
    pair_sets: PairSets<'a>,
}

impl<'a> Heaps<'a> {
    fn new(code: &'a Code, g: &'a [u16], splits: &[Split], work: &'a Work) -> Result<Self, Fault> {
        let (twos, threes) = (code.leaving(2, work)?, code.leaving(3, work)?);
        let width = width(g, work)?;
        let pair_sets = PairSets::new(if threes.is_empty() { 0 } else { g.len() }, width, work)?;
        let mut rare = work.list("the splits")?;
        for &split in splits.iter().filter(|_| !twos.is_empty()) {
            rare.extend(rare_positions(split, g, work)?.map(|list| (split, list)))?;
        }
        rare.sort_by_key(|(_, list)| list.len());
        Ok(Heaps { g, code, width, twos, threes, rare, pair_sets })
    }

    fn scratch<'w>(&self, work: &'w Work<'w>) -> Result<Scratch<'w>, Fault> {
        let useful = VecDeque::new(); // bounded: at most USEFUL parts.
        Ok(Scratch { meter: Meter::new(work), seen: Seen::new(self.width, work)?, useful })
    }

    fn verify_block(
        &self,
        first: usize,
        end: usize,
        scratch: &mut Scratch,
        work: &Work,
    ) -> Result<(), Fault> {
        let mut wrong = end;
        for &t in self.twos.iter() {
            if let Some(n) = self.first_reached_by_two(t, first.max(t + 2), end, work)? {
                wrong = wrong.min(n);
            }
        }
        for n in first..end {
            let v = self.g[n];
            scratch.meter.charge(HEAP + 2 * self.code.digits.len())?;
            let single = self.singles(n).any(|option| option == v);
            if n == wrong || single || self.reached_by_three(n, v, work)? {
                return refuse(format!("value {v} is among the options, at n = {n}"));
            }
            if let Some(u) = self.first_missing(n, scratch, work)? {
                return refuse(format!("value {v}, but {u} is not among the options, at n = {n}"));
            }
        }
        scratch.meter.settle()
    }

    /// Values of the options that leave one heap, or none.
    fn singles(&self, n: usize) -> impl Iterator<Item = u16> {
        let upto = self.code.digits.partition_point(|&(t, _)| t <= n);
        self.code.digits[..upto].iter().filter_map(move |&(t, digit)| match n - t {
            0 => (digit & 1 != 0).then_some(0),
            left => (digit & 2 != 0).then(|| self.g[left]),
        })
    }

    /// The first n of a block whose value is reached by removing t and breaking the rest in two.
    fn first_reached_by_two(
        &self,
        t: usize,
        first: usize,
        end: usize,
        work: &Work,
    ) -> Result<Option<usize>, Fault> {
        if first >= end {
            return Ok(None);
        }
        let targets = &self.g[first..end];
        let (first_sum, last_sum) = (first - t, end - 1 - t);
        let mut hits = [0; BLOCK];
        let mut open: Vec<usize> = (0..targets.len()).collect(); // bounded: the heaps of a block.
        for (split, rare) in self.rare.iter() {
            let before = open.len();
            open.retain(|&i| !odd(*split, targets[i], first_sum + i));
            if open.len() < before {
                let upto = rare.partition_point(|&a| (a as usize) < last_sum);
                for parts in rare[..upto].chunks(PARTS) {
                    work.charge(parts.len() * targets.len())?;
                    let parts = parts.iter().map(|&a| a as usize);
                    find_targets(self.g, parts, first_sum, targets, &mut hits);
                }
            }
        }
        if open.len() > BLOCK / 8 {
            for a in (1..=last_sum / 2).step_by(PARTS) {
                let parts = a..(a + PARTS).min(last_sum / 2 + 1);
                work.charge(parts.len() * targets.len())?;
                find_targets(self.g, parts, first_sum, targets, &mut hits);
            }
        } else {
            for i in open {
                work.charge(last_sum / 2)?;
                hits[i] |= u16::from(has_pair(self.g, first_sum + i, targets[i]));
            }
        }
        Ok(hits.iter().position(|&hit| hit != 0).map(|i| first + i))
    }

    fn reached_by_three(&self, n: usize, v: u16, work: &Work) -> Result<bool, Fault> {
        for &t in self.threes.iter().take_while(|&&t| t <= n) {
            // Each probe reads another place of the memory.
            work.charge((n - t) / 3 * 4)?;
            if self.pair_sets.has_triple(self.g, n - t, v) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The least value below g(n) that no option has. The order of the search is a matter of time only: parts
    /// that were of use for earlier heaps, rare positions, as common values need them, then all parts.
    fn first_missing(&self, n: usize, scratch: &mut Scratch, work: &Work) -> Result<Option<u16>, Fault> {
        let Scratch { meter, seen, useful } = scratch;
        seen.start(self.g[n]);
        self.singles(n).for_each(|option| _ = seen.mark(option));
        for sum in self.twos.iter().take_while(|&&t| t < n).map(|t| n - t) {
            if seen.missing == 0 {
                break;
            }
            meter.charge(useful.len())?;
            for &a in useful.iter().filter(|&&a| a < sum) {
                seen.mark(self.g[a] ^ self.g[sum - a]);
            }
        }
        let rare =
            self.rare.iter().flat_map(|(_, rare)| &rare[..rare.partition_point(|&a| (a as usize) < n)]);
        for a in rare.map(|&a| a as usize).chain(1..=n / 2) {
            if seen.missing == 0 {
                break;
            }
            meter.charge(self.twos.len())?;
            let before = seen.missing;
            for &t in self.twos.iter().take_while(|&&t| t + a < n) {
                seen.mark(self.g[a] ^ self.g[n - t - a]);
            }
            if seen.missing < before {
                useful.truncate(USEFUL - 1);
                useful.push_front(a);
            }
        }
        meter.charge(seen.missing)?;
        let mut missing = seen.next_missing(0);
        while let Some(u) = missing
            && self.reached_by_three(n, u, work)?
        {
            missing = seen.next_missing(u + 1);
        }
        Ok(missing)
    }
}

/// Whether a value at a position, or a target at a sum, is odd.
fn odd(split: Split, value: u16, position: usize) -> bool {
    let turn = usize::from(split.parity) & position;
    ((value & split.mask).count_ones() as usize + turn) % 2 == 1
}

/// The rare positions of a split, if there are few and there is memory for them. A class of many positions
/// would cost memory and save no time; at most one of the two classes is small.
fn rare_positions<'a>(split: Split, g: &[u16], work: &'a Work) -> Result<Option<Buffer<'a, u32>>, Fault> {
    let mut odds = 0;
    let positions = |first: usize| first..g.len().min(first + PORTION);
    for first in (1..g.len()).step_by(PORTION) {
        work.charge(positions(first).len())?;
        odds += positions(first).filter(|&a| odd(split, g[a], a)).count();
    }
    let evens = g.len() - 1 - odds;
    let (rare, class) = if odds < evens { (odds, true) } else { (evens, false) };
    if rare > g.len() / 8 {
        return Ok(None);
    }
    // A hint: without the memory for it the check takes longer.
    let Ok(mut list) = work.room(rare, "the rare positions") else { return Ok(None) };
    for first in (1..g.len()).step_by(PORTION) {
        work.charge(positions(first).len())?;
        list.extend(positions(first).filter(|&a| odd(split, g[a], a) == class).map(|a| a as u32))?;
    }
    Ok(Some(list))
}

/// For each sum s the set of g(a) ⊕ g(b), a + b = s, a, b ≥ 1, as bits; three heaps are one heap and a pair.
struct PairSets<'a> {
    words: usize,
    sets: Buffer<'a, u64>,
}

impl<'a> PairSets<'a> {
    /// For sums below `sums`; no set is there yet.
    fn new(sums: usize, width: usize, work: &'a Work) -> Result<Self, Fault> {
        let words = width.div_ceil(64);
        Ok(PairSets { words, sets: work.room(sums.saturating_mul(words), "the sets of pairs")? })
    }

    /// Make the sets of further sums, up to `sums`, on all threads.
    fn make_up_to(&mut self, sums: usize, g: &[u16], work: &Work) -> Result<(), Fault> {
        let (words, done) = (self.words, self.sets.len() / self.words);
        self.sets.resize(sums * words, 0)?;
        let fresh = &mut self.sets[done * words..];
        let blocks = fresh.chunks_mut(BLOCK * words).enumerate();
        let (jobs, blocks) = (blocks.len(), Mutex::new(blocks));
        work.each(
            jobs,
            || Ok(()),
            |_, ()| {
                let next = blocks.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).next();
                if let Some((block, sets)) = next {
                    for (i, set) in sets.chunks_exact_mut(words).enumerate() {
                        let sum = done + block * BLOCK + i;
                        work.charge(sum / 2)?;
                        for a in 1..=sum / 2 {
                            let value = g[a] ^ g[sum - a];
                            set[value as usize / 64] |= 1 << (value % 64);
                        }
                    }
                }
                Ok(())
            },
        )
    }

    fn has_triple(&self, g: &[u16], sum: usize, target: u16) -> bool {
        let set = |sum: usize| &self.sets[sum * self.words..][..self.words];
        (1..=sum / 3).any(|a| contains(set(sum - a), target ^ g[a]))
    }
}

#[cfg(test)]
mod tests;
