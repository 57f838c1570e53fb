//! Many rare positions, codes of one byte: 32 consecutive sums at a time, a lane each.
//!
//! For one first part `r` and 32 consecutive sums the partners `s − r` are contiguous, so one load and one xor give the
//! codes of all lanes. They are used in two ways. *Marking*: the code's low nibble picks a bit, its high nibble one of
//! sixteen pairs of byte vectors to or it into, so all codes of all lanes are collected without a single store.
//! *Seeking*: six codes that a lane has not collected yet are compared at once.
//!
//! Common codes: all rare positions are first parts; the best are marked, and all others are used to seek the six
//! smallest open codes of each lane. An open code not found is absent for certain. Rare codes: some common positions are
//! first parts; what marking and seeking leave open is searched for in all pairs, but only below the value found.
//! First parts so small that their partner may lie in the block itself, and rare positions of the block itself, are
//! taken in one by one when the lane's turn comes.
//!
//! Cost a value, `R` rare positions, `V` codes: (M + P)·V/50 + R/4 + P/2 vector operations over 32, `M` and `P` the
//! numbers of marked first parts, and a fixed cost for a lane.

use crate::values::sparse::Stop;
use crate::values::sparse::choice::Late;
use crate::values::sparse::echo::{self, Echoes};
use crate::values::sparse::lanes::{LANES, SOUGHT, Simd, by_level};
use crate::values::sparse::probe::Probe;
use crate::values::sparse::rule::Rule;
use crate::values::sparse::sequence::Sequence;

/// Rare positions that are marked; all if there are several breaks.
const MARKS: usize = 1000;
/// Most passes over the others, and the number of undecided lanes that are not worth one.
const PASSES: usize = 4;
const LEFT_OVER: usize = 2;
/// Common positions that are marked, and those used in each of the rounds of seeking after that.
const PARTS: usize = 512;
const ROUND: usize = 384;
const ROUNDS: usize = 2;
/// Positions that common first parts are chosen from, at most.
const CHOICE: usize = 1 << 15;

/// A set of byte codes.
pub type Set = [u64; 4];

/// What is known of a sum.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    /// Common codes reached.
    common: Set,
    /// Common codes that no far rare position gives.
    absent: Set,
    /// Rare codes reached.
    rare: Set,
}

/// First parts of one kind, the largest first, and their codes.
#[derive(Debug, Default)]
struct Parts {
    places: Vec<u32>,
    codes: Vec<u8>,
}

impl Parts {
    fn new(seq: &Sequence<u8>, places: &[usize]) -> Self {
        let mut places: Vec<u32> = places.iter().map(|&r| r as u32).collect();
        places.sort_unstable_by(|a, b| b.cmp(a));
        let codes = places.iter().map(|&r| seq.cells[r as usize]).collect();
        Parts { places, codes }
    }

    /// For the block of sums that begins at `first`: where the parts that are smaller begin, and where those begin all
    /// whose partners are behind the last rare position.
    #[inline(always)]
    fn bounds(&self, first: usize, last_rare: usize) -> (usize, usize) {
        let smaller = self.places.partition_point(|&r| r as usize >= first);
        (smaller, self.places.partition_point(|&r| r as usize + last_rare >= first).max(smaller))
    }
}

/// Scratch space.
#[derive(Debug)]
pub struct Block {
    /// Rare positions that are marked, and those that are used to seek.
    marked: Parts,
    sought: Parts,
    /// How many rare positions are among them or near.
    taken: usize,
    near: Vec<(usize, u8)>,
    /// Common positions: marked ones, and those of each round of seeking.
    pairs: Parts,
    echoes: Echoes,
    rounds: Vec<Parts>,
    probe: Probe<u8>,
    lanes: Vec<Lane>,
    /// `classes[x]` is 255 if `x` is common, else 0; ends some way behind the last rare position.
    classes: Vec<u8>,
    /// End of the newest block.
    end: usize,
    /// Codes seen are smaller than sixteen times this.
    groups: usize,
}

fn span(rule: &Rule) -> (usize, usize) {
    (rule.two.first().copied().unwrap_or(0), rule.two.last().copied().unwrap_or(0))
}

impl Block {
    /// Scratch space for a sequence that is already several blocks long.
    pub fn new(rule: &Rule, seq: &Sequence<u8>) -> Self {
        let (least, most) = span(rule);
        let is_near = |r: usize| r + least < LANES;
        let late = Late::of(seq);
        let far: Vec<usize> = seq.rares.iter().copied().filter(|&r| !is_near(r)).collect();
        let marked = if rule.two.len() > 1 { far.clone() } else { late.choose(seq, &far, MARKS) };
        let mut chosen = marked.clone();
        chosen.sort_unstable();
        let rest: Vec<usize> = far.into_iter().filter(|r| chosen.binary_search(r).is_err()).collect();
        // Twice a part is less than any sum to come, so a pair never has equal parts.
        let limit = ((seq.len() - most) / 2).saturating_sub(LANES).min(CHOICE);
        let common: Vec<usize> = (LANES..limit).filter(|&a| !seq.is_rare(a)).collect();
        let (shifts, echoing) = echo::find(seq, &common, PARTS);
        let pairs = late.choose(seq, &echoing, PARTS);
        let rounds = late.choose(seq, &common, ROUNDS * ROUND);
        let top = seq.cells.iter().max().copied().unwrap_or(0) as usize;
        Block {
            marked: Parts::new(seq, &marked),
            sought: Parts::new(seq, &rest),
            taken: seq.rares.len(),
            near: seq.rares.iter().filter(|&&r| is_near(r)).map(|&r| (r, seq.cells[r])).collect(),
            pairs: Parts::new(seq, &pairs),
            echoes: Echoes::new(shifts),
            rounds: rounds.chunks(ROUND).map(|p| Parts::new(seq, p)).collect(),
            probe: Probe::find(seq),
            lanes: vec![Lane::default(); (2 * LANES + most - least).next_power_of_two()],
            classes: vec![],
            end: 0,
            groups: top / 16 + 1,
        }
    }

    #[inline(always)]
    fn lane(&mut self, s: usize) -> &mut Lane {
        let i = s & (self.lanes.len() - 1);
        &mut self.lanes[i]
    }

    /// Takes in rare positions that have turned up before `first`.
    fn catch_up(&mut self, seq: &Sequence<u8>, first: usize) {
        while let Some(&r) = seq.rares.get(self.taken).filter(|&&r| r < first) {
            self.marked.places.insert(0, r as u32);
            self.marked.codes.insert(0, seq.cells[r]);
            self.taken += 1;
        }
        let reach = seq.last_rare() + 2 * LANES;
        if self.classes.len() != reach {
            let from = self.classes.len().saturating_sub(2 * LANES);
            self.classes.resize(reach, 255);
            for x in from..reach {
                self.classes[x] = if seq.is_rare(x) { 0 } else { 255 };
            }
        }
    }

    /// Opens the block of sums that begins at `first`, a multiple of its length.
    #[inline(always)]
    fn open<X: Simd>(&mut self, seq: &Sequence<u8>, first: usize, x: X) {
        self.end = first + LANES;
        self.catch_up(seq, first);
        let block = View { seq, classes: &self.classes, first, last_rare: seq.last_rare() };
        let mut common = block.mark(&self.marked, self.groups, x);
        // If all rare positions are marked, all that is not marked is absent.
        let whole = self.sought.places.is_empty();
        let mut absent = [[if whole { u64::MAX } else { 0 }; 4]; LANES];
        for _ in 0..if whole { 0 } else { PASSES } {
            block.seek(&self.sought, &mut common, &mut absent, x);
            let undecided = |i: &usize| !holds(&absent[*i], first_absent(&common[*i]).min(255) as u8);
            if (0..LANES).filter(undecided).count() <= LEFT_OVER {
                break;
            }
        }
        let mut rare = block.mark(&self.pairs, self.groups, x);
        self.echoes.resound(first, &mut rare);
        for round in &self.rounds {
            block.seek(round, &mut rare, &mut [[0; 4]; LANES], x);
        }
        for i in 0..LANES {
            // Codes beyond the groups were not marked, so that they were sought in vain says nothing.
            for word in 0..4 {
                let known = (16 * self.groups).saturating_sub(64 * word).min(64);
                absent[i][word] &= u64::MAX.checked_shr(64 - known as u32).unwrap_or(0);
            }
            *self.lane(first + i) = Lane { common: common[i], absent: absent[i], rare: rare[i] };
        }
    }

    /// Takes in the parts that were not known, or not rare yet, when the block of `s` was opened.
    #[inline(always)]
    fn finish(&mut self, seq: &Sequence<u8>, s: usize) {
        let i = s & (self.lanes.len() - 1);
        let set = &mut self.lanes[i].common;
        let all_common = s > seq.last_rare() + LANES;
        for &(r, u) in &self.near {
            if all_common || (r < s && !seq.is_rare(s - r)) {
                insert(set, seq.cells[s - r] ^ u);
            }
        }
        let first = s / LANES * LANES;
        for &r in seq.rares.iter().rev().take_while(|&&r| r >= first) {
            if r < s && !seq.is_rare(s - r) {
                insert(set, seq.cells[r] ^ seq.cells[s - r]);
            }
        }
    }

    /// Adds all that far rare positions give for sum `s`, one by one.
    #[cold]
    fn complete(&self, seq: &Sequence<u8>, s: usize, set: &mut Set) {
        let first = s / LANES * LANES;
        for parts in [&self.marked, &self.sought] {
            let (smaller, clear) = parts.bounds(first, seq.last_rare());
            for i in smaller..parts.places.len() {
                let y = s - parts.places[i] as usize;
                if i >= clear || !seq.is_rare(y) {
                    insert(set, seq.cells[y] ^ parts.codes[i]);
                }
            }
        }
    }
}

/// A block of sums that is being opened.
struct View<'a> {
    seq: &'a Sequence<u8>,
    classes: &'a [u8],
    first: usize,
    last_rare: usize,
}

impl View<'_> {
    /// What the parts give, as a set for each lane.
    #[inline(always)]
    fn mark<X: Simd>(&self, parts: &Parts, groups: usize, x: X) -> [Set; LANES] {
        let (cells, first) = (&self.seq.cells[..], self.first);
        let (i, j) = parts.bounds(first, self.last_rare);
        let mut bits = [[0u8; LANES]; 32];
        x.mark::<true>(
            cells,
            self.classes,
            first,
            &parts.places[i..j],
            &parts.codes[i..j],
            groups,
            &mut bits,
        );
        x.mark::<false>(cells, self.classes, first, &parts.places[j..], &parts.codes[j..], groups, &mut bits);
        let mut sets = [[0; 4]; LANES];
        x.turn(&bits, &mut sets);
        sets
    }

    /// Seeks the smallest codes of each lane that are neither in `sets` nor in `missed`. What is found goes to `sets`,
    /// the rest to `missed`.
    #[inline(always)]
    fn seek<X: Simd>(&self, parts: &Parts, sets: &mut [Set; LANES], missed: &mut [Set; LANES], x: X) {
        let mut wanted = [[u8::MAX; LANES]; SOUGHT];
        for lane in 0..LANES {
            let mut k = 0;
            'words: for i in 0..4 {
                let mut open = !(sets[lane][i] | missed[lane][i]);
                while open != 0 {
                    wanted[k][lane] = (64 * i) as u8 | open.trailing_zeros() as u8;
                    k += 1;
                    if k == SOUGHT {
                        break 'words;
                    }
                    open &= open - 1;
                }
            }
        }
        let mut found = [[0u8; LANES]; SOUGHT];
        let (cells, first) = (&self.seq.cells[..], self.first);
        let (i, j) = parts.bounds(first, self.last_rare);
        x.seek::<true>(
            cells,
            self.classes,
            first,
            &parts.places[i..j],
            &parts.codes[i..j],
            &wanted,
            &mut found,
        );
        x.seek::<false>(
            cells,
            self.classes,
            first,
            &parts.places[j..],
            &parts.codes[j..],
            &wanted,
            &mut found,
        );
        for lane in 0..LANES {
            for k in 0..SOUGHT {
                let (c, hit) = (wanted[k][lane], (found[k][lane] & 1) as u64);
                sets[lane][c as usize / 64] |= hit << (c % 64);
                missed[lane][c as usize / 64] |= (hit ^ 1) << (c % 64);
            }
        }
    }
}

#[inline(always)]
fn insert(set: &mut Set, code: u8) {
    set[code as usize / 64] |= 1 << (code % 64);
}

#[inline(always)]
fn holds(set: &Set, code: u8) -> bool {
    set[code as usize / 64] >> (code % 64) & 1 == 1
}

/// The smallest code not in the set, 256 if there is none.
#[inline(always)]
fn first_absent(set: &Set) -> usize {
    for i in 0..4 {
        if set[i] != u64::MAX {
            return 64 * i + set[i].trailing_ones() as usize;
        }
    }
    256
}

by_level! {
    /// Extends the sequence to `to` values.
    pub fn run<[]>(rule: &Rule, seq: &mut Sequence<u8>, work: &mut Block, to: usize) -> Stop = run_at
}

#[inline(always)]
fn run_at<X: Simd>(rule: &Rule, seq: &mut Sequence<u8>, work: &mut Block, to: usize, x: X) -> Stop {
    let (least, most) = span(rule);
    // Sums older than the newest block are needed if breaks of different size are allowed.
    let mut block = (seq.len() - most) / LANES * LANES;
    while block <= seq.len() - least {
        work.open(seq, block, x);
        block += LANES;
    }
    for s in seq.len() - most..seq.len() - least {
        work.finish(seq, s);
    }
    while seq.len() < to {
        let s = seq.len() - least;
        if s == work.end {
            work.open(seq, s, x);
        }
        work.finish(seq, s);
        let Some((code, common)) = next(rule, seq, work, x) else { return Stop::TooWide };
        work.groups = work.groups.max(code as usize / 16 + 1);
        seq.push(code as u32, common);
    }
    Stop::Reached
}

/// Code and class of heap `seq.len()`; `None` if no code of a byte is absent.
#[inline(always)]
fn next<X: Simd>(rule: &Rule, seq: &Sequence<u8>, work: &Block, x: X) -> Option<(u8, bool)> {
    let n = seq.len();
    let mut sum = Lane { absent: [u64::MAX; 4], ..Lane::default() };
    for &t in &rule.two {
        let lane = &work.lanes[(n - t) & (work.lanes.len() - 1)];
        for i in 0..4 {
            sum.common[i] |= lane.common[i];
            sum.rare[i] |= lane.rare[i];
            sum.absent[i] &= lane.absent[i];
        }
    }
    for &t in &rule.single {
        let set = if seq.is_rare(n - t) ^ (seq.split.parity && t % 2 == 1) {
            &mut sum.rare
        } else {
            &mut sum.common
        };
        insert(set, seq.cells[n - t]);
    }
    let mut code = first_absent(&sum.common);
    if code >= u8::MAX as usize || !holds(&sum.absent, code as u8) {
        for &t in &rule.two {
            work.complete(seq, n - t, &mut sum.common);
        }
        code = first_absent(&sum.common);
    }
    if code >= u8::MAX as usize {
        return None;
    }
    let code = code as u8;
    let bound = seq.split.rares_below(code as u32, n) as usize;
    loop {
        let open = first_absent(&sum.rare);
        if open >= bound {
            return Some((code, true));
        }
        if !work.probe.gives(seq, rule, n, open as u8, x) {
            return Some((open as u8, false));
        }
        insert(&mut sum.rare, open as u8);
    }
}
