//! Whether a heap misses a rare code, codes of two bytes: by probes where they pay (`rare_probes`), else by
//! marks (`rare_marks`).

use crate::Work;
use crate::engine::break_rule::BreakRule;
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::two_bytes::bitmaps::HEAPS;
use crate::engine::sparse::two_bytes::probes;
use crate::engine::sparse::two_bytes::rare_marks::RareMarks;
use crate::engine::sparse::two_bytes::rare_probes::RareProbes;
use crate::simd::Simd;

/// Values taken for common before rare codes are looked at by marks, at most, and as a share of the distance
/// to the last rare position.
const AHEAD: usize = 512;
const CAUTION: usize = 16;
/// Nanoseconds a heap that marks take for each code, by bytes and by stores.
const BYTES: f64 = 1.0;
const STORES: f64 = 1.8;
/// The same for probes, which want long strips: at least so many, and as a share of the distance to one of
/// the last rare positions.
const SHORT: usize = 32;
const LAST: usize = 4;
const SHARE: usize = 16;

/// Scratch space.
#[derive(Debug)]
pub enum RareCodes {
    Probes(Box<RareProbes>),
    Marks(Box<RareMarks>),
}

impl RareCodes {
    /// Scratch space for a sequence that is already several blocks long: by probes if they are estimated to
    /// take less time than marks, which are marks of bytes if told up to which code.
    pub fn new(rule: &BreakRule, seq: &Sequence<u16>, bytes: Option<usize>, work: &Work) -> Self {
        if probes::may_pay(seq) {
            let late = &seq.cells[seq.len() / 2..];
            let each = if bytes.is_some() { BYTES } else { STORES };
            let marks = each * late.iter().max().map_or(0.0, |&code| code as f64);
            let mut probes = RareProbes::new(rule, seq);
            if probes.estimate(work.level(256), seq, ahead_of_probes(seq), marks) < marks {
                return RareCodes::Probes(Box::new(probes));
            }
        }
        Self::by_marks(rule, seq, bytes)
    }

    /// By marks, whatever probes would take.
    pub fn by_marks(rule: &BreakRule, seq: &Sequence<u16>, bytes: Option<usize>) -> Self {
        RareCodes::Marks(Box::new(RareMarks::new(rule, seq, bytes)))
    }

    /// By probes, whatever marks would take.
    #[cfg(test)]
    pub fn by_probes(rule: &BreakRule, seq: &Sequence<u16>) -> Self {
        RareCodes::Probes(Box::new(RareProbes::new(rule, seq)))
    }

    /// How many values are best taken for common before rare codes are looked at.
    pub fn ahead(&self, seq: &Sequence<u16>) -> usize {
        match self {
            RareCodes::Probes(_) => ahead_of_probes(seq),
            RareCodes::Marks(_) => ((seq.len() - seq.last_rare()) / CAUTION).clamp(1, AHEAD),
        }
    }

    /// The first heap from `from` on whose value is not the common one that was appended, and its rare code.
    /// Values before `from` are right, and all of them have been looked at.
    #[inline(always)]
    pub fn refute<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<u16>,
        from: usize,
        x: X,
    ) -> Option<(usize, u16)> {
        match self {
            RareCodes::Probes(rares) => rares.refute(rule, seq, from, x),
            RareCodes::Marks(rares) => rares.refute(rule, seq, from, x),
        }
    }
}

/// How many values are best taken for common before they are looked at: up to the end of the strip.
fn ahead_of_probes(seq: &Sequence<u16>) -> usize {
    let after = seq.len() - seq.rares.len().checked_sub(LAST).map_or(0, |i| seq.rares[i]);
    (after / SHARE).max(SHORT).min(seq.len() / 64 * 64 + HEAPS - seq.len())
}
