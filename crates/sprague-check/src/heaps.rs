//! Take-and-break codes and subtraction sets.
//!
//! **Values.** Given g(0), …, g(N−1), it is verified for each n that g(n) is absent from its options and all
//! smaller values are present. As all values are given, the n are independent of each other: blocks of them are
//! shared out to threads. Cost: N²/4 pairs for each t that breaks, or, with a good split, N times the number of
//! rare positions.
//!
//! **Splits.** Call position a *odd* if popcount(g(a) & mask) (+ a, with parity) is odd, else even. If a + b = s and
//! g(a) ⊕ g(b) = v, then popcount(v & mask) (+ s) has the parity of the number of odd ones among a, b. So if it is odd, one
//! of a, b is odd and one even, and to show v absent it is enough to pair each position of the class that has fewer
//! (the *rare* positions) with its partner. This holds for every mask and every g, so nothing about them is believed.
//!
//! **Period.** Let k be the last t with a move and m ≥ 1 the most heaps a move leaves. If n0 ≥ 1 and g(x+p) = g(x) for
//! n0 ≤ x < m·n0 + (m−1)·p + k, then for all x ≥ n0. *Proof* by induction, for x past that window. An option of x+p
//! leaves at least x+p−k ≥ m(n0+p) tokens in at most m heaps, so one heap is ≥ n0+p; made smaller by p it is ≥ n0 ≥ 1,
//! its value is the same, and the heaps are an option of x. An option of x leaves at least m·n0 + (m−1)p tokens in at
//! most m heaps, so one is ≥ n0; made larger by p it is an option of x+p of the same value. So x and x+p have equal
//! sets of options. (No move takes all of x > k tokens.) For subtraction sets n0 = 0 is allowed as well: every
//! option is one heap x−s ≥ n0, and empty heaps are positions like others.

use std::collections::VecDeque;

use sprague_certificate::{Law, Split};

use crate::{
    Fault, Work,
    count::{HeapLaw, Tail},
    options::{Seen, find_targets, has_pair},
    refuse,
    rule::Code,
};

/// Heaps verified in one go.
const BLOCK: usize = 128;

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
    let tail = match *law {
        Law::Periodic { period, preperiod, minimal } => {
            let tail = Tail { preperiod, period, saltus: 0, minimal };
            // What the theorem asks for comes first: it is cheap.
            check_window(code, &tail, values)?;
            tail.check_minimal(values)?;
            Some(tail)
        }
        _ => None,
    };
    if values.len() >= u32::MAX as usize {
        return refuse("more than 2^32 values");
    }
    let heaps = Heaps::new(code, values, splits, work)?;
    let scratch = || Scratch { seen: Seen::new(), useful: VecDeque::new() };
    work.each(values.len().div_ceil(BLOCK), scratch, |block, scratch| {
        let first = block * BLOCK;
        heaps.verify_block(first, values.len().min(first + BLOCK), scratch, work)
    })?;
    Ok(HeapLaw { values, tail })
}

/// The hypotheses of the theorem on periods.
fn check_window(code: &Code, tail: &Tail, values: &[u16]) -> Result<(), Fault> {
    let (p, m) = (tail.period as u128, code.most_parts() as u128);
    let subtraction = code.last() > 0 && code.digits.iter().all(|&(_, digit)| digit == 3);
    let n0 = if subtraction { tail.preperiod } else { tail.preperiod.max(1) } as u128;
    let needed = m * (n0 + p) + code.last() as u128;
    tail.check(values, values.len().max(1) - 1)?;
    if (values.len() as u128) < needed {
        return refuse(format!("{} values are too few, the theorem needs {needed}", values.len()));
    }
    Ok(())
}

/// What a thread keeps from one heap to the next.
struct Scratch {
    seen: Seen,
    /// Parts that had a value nothing else had, latest first.
    useful: VecDeque<usize>,
}

struct Heaps<'a> {
    g: &'a [u16],
    code: &'a Code,
    /// The t from which two heaps, or three, may be left.
    twos: Vec<usize>,
    threes: Vec<usize>,
    /// Each split with its rare positions in ascending order, fewest first.
    rare: Vec<(Split, Vec<u32>)>,
    pair_sets: PairSets,
}

impl<'a> Heaps<'a> {
    fn new(code: &'a Code, g: &'a [u16], splits: &[Split], work: &Work) -> Result<Self, Fault> {
        let (twos, threes) = (code.leaving(2), code.leaving(3));
        let mut rare = Vec::new();
        for (&split, class) in splits.iter().flat_map(|split| [(split, false), (split, true)]) {
            let in_class = |&a: &u32| odd(split, g[a as usize], a as usize) == class;
            // A class of many positions would cost memory and save no time.
            let most = g.len() / 8;
            let list: Vec<u32> = (1..g.len() as u32).filter(in_class).take(most + 1).collect();
            if list.len() <= most {
                rare.push((split, list));
            }
        }
        rare.sort_by_key(|(_, list)| list.len());
        let pair_sets = PairSets::new(if threes.is_empty() { &[] } else { g }, work)?;
        Ok(Heaps { g, code, twos, threes, rare, pair_sets })
    }

    fn verify_block(
        &self,
        first: usize,
        end: usize,
        scratch: &mut Scratch,
        work: &Work,
    ) -> Result<(), Fault> {
        let mut wrong = end;
        for &t in &self.twos {
            if let Some(n) = self.first_reached_by_two(t, first.max(t + 2), end, work)? {
                wrong = wrong.min(n);
            }
        }
        for n in first..end {
            let v = self.g[n];
            let single = self.singles(n).any(|option| option == v);
            if n == wrong || single || self.reached_by_three(n, v, work)? {
                return refuse(format!("value {v} is among the options, at n = {n}"));
            }
            if let Some(u) = self.first_missing(n, scratch, work)? {
                return refuse(format!("value {v}, but {u} is not among the options, at n = {n}"));
            }
        }
        Ok(())
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
        let mut open: Vec<usize> = (0..targets.len()).collect();
        for (split, rare) in &self.rare {
            let before = open.len();
            open.retain(|&i| !odd(*split, targets[i], first_sum + i));
            if open.len() < before {
                let upto = rare.partition_point(|&a| (a as usize) < last_sum);
                work.charge((upto * targets.len()) as u64)?;
                let parts = rare[..upto].iter().map(|&a| a as usize);
                find_targets(self.g, parts, first_sum, targets, &mut hits);
            }
        }
        work.charge((open.len() * last_sum / 2) as u64)?;
        if open.len() > BLOCK / 8 {
            find_targets(self.g, 1..=last_sum / 2, first_sum, targets, &mut hits);
        } else {
            for i in open {
                hits[i] |= u16::from(has_pair(self.g, first_sum + i, targets[i]));
            }
        }
        Ok(hits.iter().position(|&hit| hit != 0).map(|i| first + i))
    }

    fn reached_by_three(&self, n: usize, v: u16, work: &Work) -> Result<bool, Fault> {
        for &t in self.threes.iter().take_while(|&&t| t <= n) {
            work.charge((n - t) as u64 / 3)?;
            if self.pair_sets.has_triple(self.g, n - t, v) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The least value below g(n) that no option has. The order of the search is a matter of time only: parts that
    /// were of use for earlier heaps, rare positions, as common values need them, then all parts.
    fn first_missing(&self, n: usize, scratch: &mut Scratch, work: &Work) -> Result<Option<u16>, Fault> {
        let Scratch { seen, useful } = scratch;
        seen.start(self.g[n]);
        self.singles(n).for_each(|option| _ = seen.mark(option));
        for sum in self.twos.iter().take_while(|&&t| t < n).map(|t| n - t) {
            for &a in useful.iter().filter(|&&a| a < sum) {
                if seen.missing == 0 {
                    break;
                }
                seen.mark(self.g[a] ^ self.g[sum - a]);
            }
        }
        let mut steps = useful.len() * self.twos.len() + self.code.digits.len();
        let rare =
            self.rare.iter().flat_map(|(_, rare)| &rare[..rare.partition_point(|&a| (a as usize) < n)]);
        for a in rare.map(|&a| a as usize).chain(1..=n / 2) {
            if seen.missing == 0 {
                break;
            }
            let before = seen.missing;
            for &t in self.twos.iter().take_while(|&&t| t + a < n) {
                seen.mark(self.g[a] ^ self.g[n - t - a]);
            }
            if seen.missing < before {
                useful.truncate(USEFUL - 1);
                useful.push_front(a);
            }
            steps += self.twos.len();
            if steps > 1 << 16 {
                work.charge(std::mem::take(&mut steps) as u64)?;
            }
        }
        work.charge(steps as u64)?;
        let missing: Vec<u16> = seen.missing().collect();
        for u in missing {
            if !self.reached_by_three(n, u, work)? {
                return Ok(Some(u));
            }
        }
        Ok(None)
    }
}

/// Whether a value at a position, or a target at a sum, is odd.
fn odd(split: Split, value: u16, position: usize) -> bool {
    let turn = usize::from(split.parity) & position;
    ((value & split.mask).count_ones() as usize + turn) % 2 == 1
}

/// For each sum s the set of g(a) ⊕ g(b), a + b = s, a, b ≥ 1, as bits; three heaps are one heap and a pair.
struct PairSets {
    words: usize,
    sets: Vec<u64>,
}

impl PairSets {
    /// `g` empty stands for: not needed.
    fn new(g: &[u16], work: &Work) -> Result<Self, Fault> {
        let largest = g.iter().copied().max().unwrap_or(0) as usize;
        let words = (largest + 1).next_power_of_two().div_ceil(64);
        if g.len() * words > 1 << 26 {
            return refuse("too many values for a code that leaves three heaps");
        }
        work.charge(g.len() as u64 * g.len() as u64 / 4)?;
        let mut sets = vec![0; g.len() * words];
        for (sum, set) in sets.chunks_exact_mut(words).enumerate() {
            for a in 1..=sum / 2 {
                let value = g[a] ^ g[sum - a];
                set[value as usize / 64] |= 1 << (value % 64);
            }
        }
        Ok(PairSets { words, sets })
    }

    fn has_triple(&self, g: &[u16], sum: usize, target: u16) -> bool {
        (1..=sum / 3).any(|a| {
            let rest = target ^ g[a];
            let word = rest as usize / 64;
            word < self.words && self.sets[(sum - a) * self.words + word] >> (rest % 64) & 1 == 1
        })
    }
}
