//! Few rare positions and small codes: the set of common values of a sum is one machine word.
//!
//! For a sum `s` the set is `C(s) = {code(r) ⊕ code(s − r) : r rare, s − r common}`, one bit a code. For sixteen
//! consecutive sums and one rare position the partners `s − r` are contiguous, so a shift and an or work on all lanes of
//! a vector at once. Rare positions so small that their partner lies inside the block are added one by one as values
//! come out. Then `G(n)` is the first code not in the union of `C(n − t)`, unless a smaller rare value is absent.
//! Cost: a sixteenth of a step over 16 lanes for each rare position, and a small fixed part.

use crate::values::sparse::Stop;
use crate::values::sparse::lanes::{Simd, by_level};
use crate::values::sparse::probe::{Probe, WINDOW};
use crate::values::sparse::rule::Rule;
use crate::values::sparse::sequence::{Cell, Sequence};

/// Sums of one block.
const LANES: usize = 16;
/// Windows of the probe whose rare codes are collected for every sum; what they leave is searched for.
const WINDOWS: usize = 2;

/// A set of codes in one word.
pub trait Word: Copy + Default + std::ops::BitOr<Output = Self> + std::ops::BitOrAssign + 'static {
    /// How many codes there are.
    const BITS: u32;
    /// The set of one code.
    fn bit(code: u32) -> Self;
    /// The smallest code not in the set, `BITS` if all are in.
    fn first_absent(self) -> u32;
    /// The codes below `bound` that are not in the set.
    fn absent_below(self, bound: u32) -> u64;
}

macro_rules! word {
    ($t:ty) => {
        impl Word for $t {
            const BITS: u32 = <$t>::BITS;
            #[inline(always)]
            fn bit(code: u32) -> Self {
                (1 as $t) << (code & (<$t>::BITS - 1))
            }
            #[inline(always)]
            fn first_absent(self) -> u32 {
                self.trailing_ones()
            }
            #[inline(always)]
            fn absent_below(self, bound: u32) -> u64 {
                let below = if bound >= <$t>::BITS { <$t>::MAX } else { ((1 as $t) << bound) - 1 };
                (!self & below) as u64
            }
        }
    };
}
word!(u32);
word!(u64);

/// Scratch space: the sets of recent sums (all common codes, some rare codes), and the rare positions that matter inside a block.
#[derive(Debug)]
pub struct Few<W> {
    ring: Vec<(W, W)>,
    near: Vec<(usize, u8)>,
    probe: Probe<u8>,
}

impl<W: Word> Few<W> {
    /// Scratch space for a sequence that is already several blocks long.
    pub fn new(rule: &Rule, seq: &Sequence<u8>) -> Self {
        let (least, most) = span(rule);
        let size = (2 * LANES + most - least + 1).next_power_of_two();
        let near = seq.rares.iter().filter(|&&r| r + least < LANES).map(|&r| (r, seq.cells[r])).collect();
        Few { ring: vec![(W::default(), W::default()); size], near, probe: Probe::find(seq, WINDOWS) }
    }

    #[inline(always)]
    fn at(&self, s: usize) -> (W, W) {
        self.ring[s & (self.ring.len() - 1)]
    }

    #[inline(always)]
    fn put(&mut self, s: usize, common: W) {
        let i = s & (self.ring.len() - 1);
        self.ring[i].0 = common;
    }

    #[inline(always)]
    fn put_rare(&mut self, s: usize, rare: W) {
        let i = s & (self.ring.len() - 1);
        self.ring[i].1 = rare;
    }

    #[inline(always)]
    fn add(&mut self, s: usize, code: u8) {
        let i = s & (self.ring.len() - 1);
        self.ring[i].0 |= W::bit(code as u32);
    }
}

/// The least and the largest `t` of a two-heap break; the rule has one.
fn span(rule: &Rule) -> (usize, usize) {
    (rule.two.first().copied().unwrap_or(0), rule.two.last().copied().unwrap_or(0))
}

by_level! {
    /// Extends the sequence to `to` values; all codes so far fit `W`.
    pub fn run<[W: Word]>(rule: &Rule, seq: &mut Sequence<u8>, work: &mut Few<W>, to: usize) -> Stop = run_at
}

#[inline(always)]
fn run_at<W: Word, X: Simd>(rule: &Rule, seq: &mut Sequence<u8>, work: &mut Few<W>, to: usize, x: X) -> Stop {
    let (least, most) = span(rule);
    for s in seq.len() - most..seq.len() - least {
        work.put(s, whole_set(seq, s));
        work.put_rare(s, glance(seq, &work.probe, s));
    }
    while seq.len() < to {
        let first = seq.len() - least;
        open_block(seq, work, first);
        let end = first + LANES;
        while seq.len() < to && seq.len() - least < end {
            let s = seq.len() - least;
            work.put_rare(s, glance(seq, &work.probe, s));
            let Some((code, common)) = next(rule, seq, work, x) else { return Stop::TooWide };
            let n = seq.len();
            seq.push(code as u32, common);
            if common {
                for i in 0..work.near.len() {
                    let (r, u) = work.near[i];
                    if n + r >= end {
                        break;
                    }
                    work.add(n + r, code ^ u);
                }
            } else {
                for s in n + 1..end {
                    if !seq.is_rare(s - n) {
                        work.add(s, code ^ seq.cells[s - n]);
                    }
                }
            }
        }
    }
    Stop::Reached
}

/// `C(s)` when all its parts are known.
fn whole_set<W: Word>(seq: &Sequence<u8>, s: usize) -> W {
    let mut set = W::default();
    for &r in seq.rares.iter().take_while(|&&r| r < s) {
        if !seq.is_rare(s - r) {
            set |= W::bit((seq.cells[r] ^ seq.cells[s - r]) as u32);
        }
    }
    set
}

/// The sets of sums `first..first + LANES`, as far as their parts are known.
#[inline(always)]
fn open_block<W: Word>(seq: &Sequence<u8>, work: &mut Few<W>, first: usize) {
    let known = seq.len();
    let last_rare = seq.last_rare();
    let mut sets = [W::default(); LANES];
    for &r in &seq.rares[work.near.len()..] {
        if r >= first || first - r <= last_rare {
            for lane in 0..LANES {
                let s = first + lane;
                if r < s && !seq.is_rare(s - r) {
                    sets[lane] |= W::bit((seq.cells[r] ^ seq.cells[s - r]) as u32);
                }
            }
            continue;
        }
        let u = seq.cells[r];
        let run = &seq.cells[first - r..first - r + LANES];
        for lane in 0..LANES {
            sets[lane] |= W::bit((run[lane] ^ u) as u32);
        }
    }
    for &(r, u) in &work.near {
        for lane in 0..LANES {
            let y = first + lane - r;
            if y >= known {
                break;
            }
            if !seq.is_rare(y) {
                sets[lane] |= W::bit((seq.cells[y] ^ u) as u32);
            }
        }
    }
    for lane in 0..LANES {
        work.put(first + lane, sets[lane]);
    }
}

/// Code and class of heap `seq.len()`; `None` if no code of the word is absent.
#[inline(always)]
fn next<W: Word, X: Simd>(rule: &Rule, seq: &Sequence<u8>, work: &Few<W>, x: X) -> Option<(u8, bool)> {
    let n = seq.len();
    let (mut common, mut rare) = (W::default(), W::default());
    for &t in &rule.two {
        let (c, r) = work.at(n - t);
        common |= c;
        rare |= r;
    }
    for &t in &rule.single {
        let bit = W::bit(seq.cells[n - t].code());
        // The class a value has at `n` differs from that at `n − t` if position parity counts and `t` is odd.
        if seq.is_rare(n - t) ^ (seq.split.parity && t % 2 == 1) {
            rare |= bit;
        } else {
            common |= bit;
        }
    }
    let code = common.first_absent();
    if code >= W::BITS {
        return None;
    }
    let bound = seq.split.rares_below(code, n);
    let mut open = rare.absent_below(bound);
    while open != 0 {
        let c = open.trailing_zeros() as u8;
        if !work.probe.gives(seq, rule, n, c, x) {
            return Some((c, false));
        }
        open &= open - 1;
    }
    Some((code as u8, true))
}

/// The rare codes that the windows of the probe give for sum `s`.
#[inline(always)]
fn glance<W: Word>(seq: &Sequence<u8>, probe: &Probe<u8>, s: usize) -> W {
    let mut sets = [W::default(); 8];
    for i in 0..WINDOWS {
        let Some((ours, theirs)) = probe.window(seq, s, i) else { continue };
        for group in 0..WINDOW / 8 {
            for lane in 0..8 {
                sets[lane] |= W::bit((ours[8 * group + lane] ^ theirs[8 * group + lane]) as u32);
            }
        }
    }
    let mut all = W::default();
    for set in sets {
        all |= set;
    }
    all
}
