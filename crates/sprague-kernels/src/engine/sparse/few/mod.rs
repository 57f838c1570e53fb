//! Few rare positions and small codes: the set of common values of a sum is one machine word.
//!
//! For a sum `s` the set is `C(s) = {code(r) ⊕ code(s − r) : r rare, s − r common}`, one bit per code. For 32
//! consecutive sums and one rare position the partners `s − r` are contiguous, and are marked as with many
//! rare positions ([`View::mark`]). Rare positions so small that their partner may lie inside the block are
//! added for sixteen sums at once, or when the turn of a sum comes. Then `G(n)` is the first code not in the
//! union of `C(n − t)`, unless a smaller rare value is absent: that is checked for up to 512 heaps at once
//! ([`Witnesses`]), and if one was, the values after it are computed again. Cost: a mark of 32 lanes for each
//! rare position and 32 values, a few steps for each near one, and what rare values take.

mod bitmaps;
mod witnesses;

use crate::engine::break_rule::BreakRule;
use crate::engine::cell::{Cell, largest};
use crate::engine::method::Stop;
use crate::engine::sparse::few::bitmaps::{Bitmaps, HEAPS};
use crate::engine::sparse::few::witnesses::Witnesses;
use crate::engine::sparse::many::first_parts::{Part, Parts};
use crate::engine::sparse::many::reached::{LANES as BLOCK, ROWS};
use crate::engine::sparse::many::{View, classify, parts};
use crate::engine::sparse::sequence::Sequence;
use crate::simd::{Level, Simd, dispatch};

/// Sums that rare positions of middle size are added to at once: half a block.
const LANES: usize = 16;

/// A set of codes in one word.
trait Word:
    Copy
    + Default
    + std::ops::BitOr<Output = Self>
    + std::ops::BitAnd<Output = Self>
    + std::ops::BitOrAssign
    + 'static
{
    /// Bits of the word.
    const BITS: u32;
    /// What stands for no code: no code is as large.
    const NOTHING: u8 = Self::BITS as u8 - 1;
    /// The set of one code.
    fn bit(code: u32) -> Self;
    /// The set of eight consecutive codes, the least of them a multiple of eight.
    fn of_eight(codes: u8, least: usize) -> Self;
    /// The smallest code not in the set, `BITS` if all are in.
    fn first_absent(self) -> u32;
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
            fn of_eight(codes: u8, least: usize) -> Self {
                (codes as $t) << least
            }
            #[inline(always)]
            fn first_absent(self) -> u32 {
                self.trailing_ones()
            }
        }
    };
}
word!(u32);
word!(u64);

/// Rare positions up to which a machine word per sum is the method.
const MOST_RARE: usize = 600;

/// Witnesses are chosen again when the number of known values has grown by this factor.
const LASTS: usize = 4;

/// The method: the values, and scratch space for sets of 31 or of 63 codes.
#[derive(Clone, Debug)]
pub struct Few {
    pub seq: Sequence<u8>,
    scratch: Scratch,
    /// The choice of witnesses is good for this many values.
    lasts: usize,
}

#[derive(Clone, Debug)]
enum Scratch {
    Codes31(Sets<u32>),
    Codes63(Sets<u64>),
}

/// How many codes the sets of a method have room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetSize {
    Codes31,
    Codes63,
}

impl SetSize {
    /// Codes are below this.
    pub fn codes(self) -> u32 {
        match self {
            SetSize::Codes31 => u32::NOTHING.into(),
            SetSize::Codes63 => u64::NOTHING.into(),
        }
    }

    /// What a sequence needs.
    pub fn of(seq: &Sequence<u8>) -> Self {
        if fits::<u32>(seq) { SetSize::Codes31 } else { SetSize::Codes63 }
    }
}

impl Few {
    /// Is this the method for this many rare positions and codes?
    pub fn suits(rares: usize, codes: usize) -> bool {
        rares <= MOST_RARE && codes <= u64::NOTHING as usize
    }

    /// Is this the method for a sequence?
    pub fn suits_sequence(seq: &Sequence<u8>) -> bool {
        Self::suits(seq.rares.len(), largest_code(seq) as usize + 1) && Self::fits(seq)
    }

    /// Is what was chosen for the first values still good for those that are known?
    pub fn lasts(&self) -> bool {
        self.seq.len() < self.lasts && self.seq.rares.len() <= MOST_RARE
    }

    /// Goes on from a sequence that is already several blocks long and whose codes are below 63.
    pub fn new(rule: &BreakRule, seq: Sequence<u8>) -> Self {
        let sets = SetSize::of(&seq);
        Self::with_sets(rule, seq, sets)
    }

    /// Are all codes below 63, and the rare codes that they ask for in sets of as many?
    pub fn fits(seq: &Sequence<u8>) -> bool {
        fits::<u64>(seq)
    }

    /// With sets of the given size.
    fn with_sets(rule: &BreakRule, seq: Sequence<u8>, sets: SetSize) -> Self {
        let scratch = match sets {
            SetSize::Codes31 => Scratch::Codes31(Sets::new(rule, &seq)),
            SetSize::Codes63 => Scratch::Codes63(Sets::new(rule, &seq)),
        };
        Few { lasts: LASTS * seq.len(), seq, scratch }
    }

    /// How many codes its sets have room for.
    pub fn sets(&self) -> SetSize {
        match self.scratch {
            Scratch::Codes31(_) => SetSize::Codes31,
            Scratch::Codes63(_) => SetSize::Codes63,
        }
    }

    /// The same for a sequence without a middle (`window`): a run stops with [`Stop::Doubt`] where a rare
    /// value is not reached by the first `span` positions.
    pub fn windowed(rule: &BreakRule, seq: Sequence<u8>, span: usize, sets: SetSize) -> Self {
        let Few { seq, scratch, lasts } = Few::with_sets(rule, seq, sets);
        let scratch = match scratch {
            Scratch::Codes31(sets) => Scratch::Codes31(sets.windowed(&seq, span)),
            Scratch::Codes63(sets) => Scratch::Codes63(sets.windowed(&seq, span)),
        };
        Few { seq, scratch, lasts }
    }

    /// The next code does not fit: the same with sets of 63 codes, or the sequence if they have as many.
    pub fn widen(self, rule: &BreakRule) -> Result<Self, Sequence<u8>> {
        match self.scratch {
            Scratch::Codes31(_) => Ok(Few { scratch: Scratch::Codes63(Sets::new(rule, &self.seq)), ..self }),
            Scratch::Codes63(_) => Err(self.seq),
        }
    }

    /// Extends the values to `to`.
    pub fn run(&mut self, rule: &BreakRule, level: Level, to: usize) -> Stop {
        match &mut self.scratch {
            Scratch::Codes31(sets) => run(level, rule, &mut self.seq, sets, to),
            Scratch::Codes63(sets) => run(level, rule, &mut self.seq, sets, to),
        }
    }

    /// Pairs that are not here give these heaps these rare codes.
    pub fn grant(&mut self, granted: Vec<(usize, u8)>) {
        match &mut self.scratch {
            Scratch::Codes31(sets) => sets.witnesses.grant(granted),
            Scratch::Codes63(sets) => sets.witnesses.grant(granted),
        }
    }

    /// Reloads the last positions: the sequence has changed there.
    pub fn reload(&mut self) {
        match &mut self.scratch {
            Scratch::Codes31(sets) => sets.reload(&self.seq),
            Scratch::Codes63(sets) => sets.reload(&self.seq),
        }
    }
}

fn largest_code(seq: &Sequence<u8>) -> u32 {
    largest(&seq.cells).code()
}

/// Are all codes of a sequence, and the rare codes that they ask for, in sets of one word?
fn fits<W: Word>(seq: &Sequence<u8>) -> bool {
    largest_code(seq) < W::NOTHING as u32 && seq.split.is_closed_below(W::BITS as usize)
}

/// The sets of recent sums, the rare positions that matter inside a block, and what rare values need.
#[derive(Clone, Debug)]
struct Sets<W> {
    ring: Vec<W>,
    /// Rare positions below `LANES`, as places among the last `LANES` positions, and their codes.
    near: Vec<(u8, u8)>,
    /// How many rare positions have partners that may lie inside a block: the near ones and those of middle
    /// size.
    small: usize,
    /// The others, as first parts.
    far: Parts,
    /// All codes are below this.
    codes: usize,
    /// Takes after which a common value is common again.
    takes: Vec<usize>,
    /// 255 for a common position, 0 for a rare one; ends some way behind the last rare position.
    classes: Vec<u8>,
    /// Heaps that are appended before rare values are looked at.
    stretch: usize,
    bitmaps: Bitmaps,
    witnesses: Witnesses,
}

impl<W: Word> Sets<W> {
    fn new(rule: &BreakRule, seq: &Sequence<u8>) -> Self {
        let (least, most) = rule.span();
        let near = seq.rares.iter().filter(|&&r| r + least < LANES);
        let small = seq.rares.partition_point(|&r| r + least < BLOCK);
        let codes = W::BITS as usize;
        Sets {
            ring: vec![W::default(); (LANES + most - least).next_power_of_two()],
            // The partner that is known last comes last.
            near: near.rev().map(|&r| ((LANES - r) as u8, seq.cells[r])).collect(),
            small,
            far: parts(seq, &seq.rares[small..]),
            codes: largest_code(seq) as usize + 1,
            takes: rule.single.iter().copied().filter(|&t| !seq.split.flips(t)).collect(),
            classes: vec![],
            stretch: BLOCK,
            bitmaps: Bitmaps::new(seq),
            witnesses: Witnesses::choose(codes, rule, seq),
        }
    }

    fn windowed(self, seq: &Sequence<u8>, span: usize) -> Self {
        Sets { witnesses: self.witnesses.head_only(seq, span), ..self }
    }

    fn reload(&mut self, seq: &Sequence<u8>) {
        self.bitmaps.begin(seq);
    }

    #[inline(always)]
    fn at(&self, s: usize) -> W {
        self.ring[s & (self.ring.len() - 1)]
    }

    #[inline(always)]
    fn put(&mut self, s: usize, set: W) {
        let i = s & (self.ring.len() - 1);
        self.ring[i] = set;
    }
}

dispatch! {
    /// Extends the sequence to `to` values; all codes so far fit `W`.
    fn run<[W: Word]>(rule: &BreakRule, seq: &mut Sequence<u8>, work: &mut Sets<W>, to: usize) -> Stop = run_at
}

#[inline(always)]
fn run_at<W: Word, X: Simd>(
    rule: &BreakRule,
    seq: &mut Sequence<u8>,
    work: &mut Sets<W>,
    to: usize,
    x: X,
) -> Stop {
    recall(rule, seq, work);
    while seq.len() < to {
        let from = seq.len();
        let end = work.bitmaps.open(from).min(from + work.stretch).min(to);
        let fits = extend_by_common(rule, seq, work, end, x);
        work.bitmaps.record(&seq.cells, from, x);
        work.bitmaps.close(from);
        if let Some((n, code)) = work.witnesses.refute(rule, seq, &work.bitmaps, from, x) {
            work.stretch = BLOCK + n - from;
            seq.forget_common(n);
            work.bitmaps.forget(n);
            if !work.witnesses.certain() {
                return Stop::Doubt(code.into());
            }
            seq.push_rare(code as u32);
            work.far.insert_largest(Part::new(n, code));
            work.codes = work.codes.max(code as usize + 1);
            recall(rule, seq, work);
        } else if !fits {
            return Stop::TooWide;
        } else {
            work.stretch = (2 * work.stretch).min(HEAPS);
        }
    }
    Stop::Reached
}

/// The sets of the sums before that of the next heap, as far as it needs them.
fn recall<W: Word>(rule: &BreakRule, seq: &Sequence<u8>, work: &mut Sets<W>) {
    let (least, most) = rule.span();
    for s in seq.len() - most..seq.len() - least {
        work.put(s, whole_set(seq, s));
    }
    classify(&mut work.classes, seq);
}

/// Appends values as if all of them were common; false if a code does not fit the word.
#[inline(always)]
fn extend_by_common<W: Word, X: Simd>(
    rule: &BreakRule,
    seq: &mut Sequence<u8>,
    work: &mut Sets<W>,
    end: usize,
    x: X,
) -> bool {
    let (least, _) = rule.span();
    while seq.len() < end {
        let first = seq.len() - least;
        let sets = far_sets(seq, work, first, x);
        // Are all parts and heaps that are looked at one by one behind the last rare position?
        let clear = first > seq.last_rare() + BLOCK.max(rule.reach);
        for sets in sets[..BLOCK.min(end - seq.len())].chunks(LANES) {
            let fits = if clear {
                block::<W, false>(rule, seq, work, sets)
            } else {
                block::<W, true>(rule, seq, work, sets)
            };
            if !fits {
                return false;
            }
        }
    }
    true
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

/// The sets of sums `first..first + BLOCK` from all rare positions but the small ones.
#[inline(always)]
fn far_sets<W: Word, X: Simd>(seq: &Sequence<u8>, work: &Sets<W>, first: usize, x: X) -> [W; BLOCK] {
    let mut rows = [[0; BLOCK]; ROWS];
    // The exclusive or of two codes is below any power of two that both are below.
    let groups = work.codes.next_power_of_two().div_ceil(16);
    View::new(seq, &work.classes, first).mark(&work.far, groups, &mut rows, x);
    let mut sets = [W::default(); BLOCK];
    for (j, row) in rows[..2 * groups].iter().enumerate() {
        for lane in 0..BLOCK {
            sets[lane] |= W::of_eight(row[lane], 8 * j);
        }
    }
    for &r in seq.rares.iter().rev().take_while(|&&r| r >= first) {
        for s in (r + 1..first + BLOCK).filter(|&s| !seq.is_rare(s - r)) {
            sets[s - first] |= W::bit((seq.cells[r] ^ seq.cells[s - r]) as u32);
        }
    }
    sets
}

/// The sets of sums `first..first + LANES` from rare positions of middle size. `MIXED`: partners may be rare.
#[inline(always)]
fn middle_sets<W: Word, const MIXED: bool>(seq: &Sequence<u8>, work: &Sets<W>, first: usize) -> [W; LANES] {
    let mut sets = [W::default(); LANES];
    for &r in &seq.rares[work.near.len()..work.small] {
        let u = seq.cells[r];
        let run: &[u8; LANES] = seq.cells[first - r..].first_chunk().expect("partners are known");
        if MIXED {
            for lane in 0..LANES {
                let common = !seq.is_rare(first - r + lane);
                sets[lane] |= if common { W::bit((run[lane] ^ u) as u32) } else { W::default() };
            }
        } else {
            for lane in 0..LANES {
                sets[lane] |= W::bit((run[lane] ^ u) as u32);
            }
        }
    }
    sets
}

/// Appends one common value for each set; false if a code does not fit. `MIXED`: parts may be rare.
#[inline(always)]
fn block<W: Word, const MIXED: bool>(
    rule: &BreakRule,
    seq: &mut Sequence<u8>,
    work: &mut Sets<W>,
    sets: &[W],
) -> bool {
    let least = rule.two[0];
    let known = seq.len();
    let middle = middle_sets::<W, MIXED>(seq, work, known - least);
    seq.cells.resize(known + sets.len(), 0);
    for (n, (&far, middle)) in (known..).zip(sets.iter().zip(middle)) {
        let s = n - least;
        let recent: &[u8; LANES] = seq.cells[s - LANES..].first_chunk().expect("several blocks are known");
        let mut set = far | middle;
        for &(place, u) in &work.near {
            let place = place as usize % LANES;
            if !MIXED || !seq.is_rare(s - LANES + place) {
                set |= W::bit((recent[place] ^ u) as u32);
            }
        }
        work.put(s, set);
        for &t in &rule.two[1..] {
            set |= work.at(n - t);
        }
        if MIXED {
            for &t in rule.single.iter().filter(|&&t| seq.leaves_common(n, t)) {
                set |= W::bit(seq.cells[n - t].code());
            }
        } else {
            for &t in &work.takes {
                set |= W::bit(seq.cells[n - t].code());
            }
        }
        let code = set.first_absent();
        if code >= W::NOTHING as u32 {
            seq.cells.truncate(n);
            return false;
        }
        seq.cells[n] = code as u8;
        work.codes = work.codes.max(code as usize + 1);
    }
    true
}
