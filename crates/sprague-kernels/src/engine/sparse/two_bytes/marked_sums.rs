//! What marked first parts give to the heaps of a block: sets of sums, marked sixteen or 32 at once and
//! united over all breaks.
//!
//! Used for rare first parts (`common_codes`) and for common ones (`rare_marks`). A sum that several heaps
//! have is marked once.

use crate::engine::break_rule::BreakRule;
use crate::engine::sparse::many::first_parts::Parts;
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::two_bytes::byte_marks::{self, ByteMarks, OUTLIERS};
use crate::engine::sparse::two_bytes::marks::{LANES, Maps, Part, Partners, Set, parts};
use crate::simd::Simd;

/// Sums that are marked at once, at most.
pub const MOST: usize = byte_marks::LANES;

/// How parts are marked.
#[derive(Clone, Debug)]
enum Marks {
    /// By a store for each sum and part.
    Stores { marked: Parts<Part>, maps: Maps },
    /// Without stores.
    Bytes(ByteMarks),
}

/// Parts that are marked, and what they gave for recent sums.
#[derive(Clone, Debug)]
pub struct MarkedSums {
    marks: Marks,
    sums: Vec<Set>,
    /// The first sum that is not marked.
    end: usize,
}

impl MarkedSums {
    /// Marks these positions, by bytes if codes are to be marked up to a limit and none of the positions is
    /// an outlier.
    pub fn new(rule: &BreakRule, seq: &Sequence<u16>, marked: &[usize], limit: Option<usize>) -> Self {
        let (least, most) = rule.span();
        let maps = || Maps::for_codes(seq.cells.iter().copied().max().unwrap_or(0));
        MarkedSums {
            marks: match limit {
                Some(limit) => Marks::Bytes(ByteMarks::new(seq, marked, limit)),
                None => Marks::Stores { marked: parts(seq, marked), maps: maps() },
            },
            sums: vec![Set::default(); (2 * MOST + most - least).next_power_of_two()],
            end: 0,
        }
    }

    /// One more part, not smaller than any other; is it marked from now on?
    pub fn push(&mut self, part: Part) -> bool {
        match &mut self.marks {
            Marks::Stores { marked, .. } => {
                marked.insert_largest(part);
                self.grow(part.code);
            }
            Marks::Bytes(_) if part.code as usize >= OUTLIERS => return false,
            Marks::Bytes(bytes) => bytes.push(part.place as usize, part.code as u8),
        }
        true
    }

    /// Codes from here on are not marked.
    #[inline(always)]
    pub fn codes(&self) -> usize {
        match &self.marks {
            Marks::Stores { maps, .. } => maps.codes(),
            Marks::Bytes(bytes) => bytes.codes(),
        }
    }

    /// Are all codes marked that the parts give?
    #[inline(always)]
    pub fn all(&self) -> bool {
        matches!(self.marks, Marks::Stores { .. })
    }

    /// Makes room for a code.
    pub fn grow(&mut self, code: u16) {
        if let Marks::Stores { maps, .. } = &mut self.marks
            && code as usize >= maps.codes()
        {
            *maps = Maps::for_codes(code);
        }
    }

    /// Takes in the positions below `known`; those from `changed` on may have changed.
    pub fn catch_up(&mut self, seq: &Sequence<u16>, changed: usize, known: usize) {
        if let Marks::Bytes(bytes) = &mut self.marks {
            bytes.catch_up(seq, changed, known);
        }
    }

    /// Marks the sums that a block which begins at `n` needs, but for its own.
    #[inline(always)]
    pub fn begin<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<u16>,
        partners: &Partners,
        n: usize,
        x: X,
    ) {
        let (least, most) = rule.span();
        self.end = n - most;
        while self.end < n - least {
            self.mark(seq, partners, self.end, x);
        }
        self.end = n - least;
    }

    /// What the heaps of the block that begins at `n` reach by parts that are marked.
    #[inline(always)]
    pub fn open<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<u16>,
        partners: &Partners,
        n: usize,
        heaps: &mut [Set; LANES],
        x: X,
    ) {
        let first = n - rule.span().0;
        if self.end < first + LANES {
            self.mark(seq, partners, first, x);
        }
        let codes = self.codes().div_ceil(64) * 64;
        for lane in 0..LANES {
            let mut set = Set::default();
            for &t in &rule.two {
                set.unite(&self.sums[(n + lane - t) & (self.sums.len() - 1)], codes);
            }
            heaps[lane] = set;
        }
    }

    /// Marks sums from `first` on.
    #[inline(always)]
    fn mark<X: Simd>(&mut self, seq: &Sequence<u16>, partners: &Partners, first: usize, x: X) {
        let places = self.sums.len() - 1;
        match &mut self.marks {
            Marks::Stores { marked, maps } => {
                maps.mark(seq, partners, marked.as_slice(), first);
                for lane in 0..LANES {
                    self.sums[(first + lane) & places] = maps.take(lane, x);
                }
                self.end = first + LANES;
            }
            Marks::Bytes(bytes) => {
                for (lane, set) in bytes.mark(first, x).iter().enumerate() {
                    self.sums[(first + lane) & places].put(set);
                }
                self.end = first + byte_marks::LANES;
            }
        }
    }
}
