//! Many rare positions, codes of one byte: 32 consecutive sums at a time, a lane each.
//!
//! For one first part `r` and 32 consecutive sums the partners `s − r` are contiguous, so one load and one xor give the
//! codes of all lanes. They are used in two ways. *Marking*: the code's low nibble picks a bit, its high nibble one of
//! sixteen pairs of byte vectors to or it into, so all codes of all lanes are collected without a single store.
//! *Seeking*: six codes that a lane has not collected yet are compared at once.
//!
//! `commons` finds the smallest common code that a heap does not reach, `rares` whether it misses a rare code below that.
//! Here is what both use, and how they work together: heap by heap on one thread; on two, `rares` follows `commons` at a
//! distance (`behind`).

mod behind;
mod commons;
mod cover;
mod echo;
mod rares;

use crate::values::sparse::Stop;
use crate::values::sparse::blocks::commons::Commons;
use crate::values::sparse::blocks::rares::Rares;
use crate::values::sparse::lanes::{LANES, Level, SOUGHT, Simd, by_level};
use crate::values::sparse::rule::Rule;
use crate::values::sparse::sequence::Sequence;

/// A set of byte codes.
pub type Set = [u64; 4];

/// First parts of one kind, the largest first, and their codes.
#[derive(Debug, Default)]
pub struct Parts {
    /// Where they are.
    pub places: Vec<u32>,
    /// Their codes.
    pub codes: Vec<u8>,
}

impl Parts {
    /// The given positions.
    pub fn new(seq: &Sequence<u8>, places: &[usize]) -> Self {
        let mut places: Vec<u32> = places.iter().map(|&r| r as u32).collect();
        places.sort_unstable_by(|a, b| b.cmp(a));
        let codes = places.iter().map(|&r| seq.cells[r as usize]).collect();
        Parts { places, codes }
    }

    /// For the block of sums that begins at `first`: where the parts that are smaller begin, and where those begin all
    /// whose partners are behind the last rare position.
    #[inline(always)]
    pub fn bounds(&self, first: usize, last_rare: usize) -> (usize, usize) {
        let smaller = self.places.partition_point(|&r| r as usize >= first);
        (smaller, self.places.partition_point(|&r| r as usize + last_rare >= first).max(smaller))
    }
}

/// Scratch space.
#[derive(Debug)]
pub struct Block {
    commons: Commons,
    rares: Rares,
    /// The values as the second thread sees them.
    copy: Sequence<u8>,
    /// How many values were known when first parts were chosen.
    chosen: usize,
}

impl Block {
    /// Scratch space for a sequence that is already several blocks long.
    pub fn new(rule: &Rule, seq: &Sequence<u8>) -> Self {
        Block {
            commons: Commons::new(rule, seq),
            rares: Rares::new(rule, seq),
            copy: Sequence::default(),
            chosen: seq.len(),
        }
    }

    /// Are the first parts still good for so many values?
    pub fn lasts(&self, known: usize) -> bool {
        known < 2 * self.chosen
    }
}

/// Brings `classes` up to the last rare position: 255 for a common position, 0 for a rare one.
pub fn classify(classes: &mut Vec<u8>, seq: &Sequence<u8>) {
    let reach = seq.last_rare() + 2 * LANES;
    if classes.len() != reach {
        let from = classes.len().saturating_sub(2 * LANES);
        classes.resize(reach, 255);
        for x in from..reach {
            classes[x] = if seq.is_rare(x) { 0 } else { 255 };
        }
    }
}

/// Late codes looked at.
const LATE: usize = 1 << 15;
/// So many of the largest codes, as a share of all, are not worth marking.
const OUTLIERS: usize = 512;

/// How many groups of sixteen codes are worth marking: all but the rarest of the late codes are in them.
pub fn groups(seq: &Sequence<u8>) -> usize {
    let late = &seq.cells[seq.len() - (seq.len() / 2).min(LATE)..];
    let mut sizes = [0; 16];
    for &code in late {
        sizes[code as usize / 16] += 1;
    }
    let mut left_out = 0;
    let beyond = (0..16).rev().take_while(|&group| {
        left_out += sizes[group];
        left_out <= late.len() / OUTLIERS
    });
    (16 - beyond.count()).max(1)
}

/// A block of sums that is being opened.
pub struct View<'a> {
    /// The values.
    pub seq: &'a Sequence<u8>,
    /// `classes[x]` is 255 if `x` is common, else 0; ends some way behind the last rare position.
    pub classes: &'a [u8],
    /// The first sum.
    pub first: usize,
}

impl View<'_> {
    /// What the parts give, as a set for each lane.
    #[inline(always)]
    pub fn mark<X: Simd>(&self, parts: &Parts, groups: usize, x: X) -> [Set; LANES] {
        let (cells, first) = (&self.seq.cells[..], self.first);
        let (i, j) = parts.bounds(first, self.seq.last_rare());
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
    pub fn seek<X: Simd>(&self, parts: &Parts, sets: &mut [Set; LANES], missed: &mut [Set; LANES], x: X) {
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
        let (i, j) = parts.bounds(first, self.seq.last_rare());
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

/// Adds a code.
#[inline(always)]
pub fn insert(set: &mut Set, code: u8) {
    set[code as usize / 64] |= 1 << (code % 64);
}

/// Is the code in the set?
#[inline(always)]
pub fn holds(set: &Set, code: u8) -> bool {
    set[code as usize / 64] >> (code % 64) & 1 == 1
}

/// The smallest code not in the set, 256 if there is none.
#[inline(always)]
pub fn first_absent(set: &Set) -> usize {
    for i in 0..4 {
        if set[i] != u64::MAX {
            return 64 * i + set[i].trailing_ones() as usize;
        }
    }
    256
}

/// Extends the sequence to `to` values, on two threads if there are two and no rare position is near.
pub fn run(level: Level, rule: &Rule, seq: &mut Sequence<u8>, work: &mut Block, to: usize) -> Stop {
    if rayon::current_num_threads() > 1 && seq.len() > 2 * seq.last_rare() {
        return behind::run(level, rule, seq, &mut work.commons, &mut work.rares, &mut work.copy, to);
    }
    alone(level, rule, seq, work, to)
}

by_level! {
    /// Extends the sequence to `to` values, heap by heap.
    fn alone<[]>(rule: &Rule, seq: &mut Sequence<u8>, work: &mut Block, to: usize) -> Stop = alone_at
}

#[inline(always)]
fn alone_at<X: Simd>(rule: &Rule, seq: &mut Sequence<u8>, work: &mut Block, to: usize, x: X) -> Stop {
    let Block { commons, rares, .. } = work;
    commons.begin(rule, seq, x);
    rares.begin(rule, seq, seq.len(), x);
    while seq.len() < to {
        let n = seq.len();
        let Some(code) = commons.next(rule, seq, x) else { return Stop::TooWide };
        match rares.missed(rule, seq, n, code, x) {
            Some(rare) => seq.push(rare as u32, false),
            None => seq.push_common(code),
        }
    }
    Stop::Reached
}
