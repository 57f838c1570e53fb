//! Whether a heap misses a rare code, codes of two bytes: by probes of many heaps at once
//! ([`RareCodes`]), or while rare positions are frequent by marks (`rare_marks`).
//!
//! Every rare position has what lies behind it looked at again. Probes take about as long for a strip with
//! few heaps as for a full one, marks a time for each heap.

use crate::engine::break_rule::BreakRule;
use crate::engine::cell::largest;
use crate::engine::sparse::driver::RareChecker;
use crate::engine::sparse::rare_codes::RareCodes;
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::two_bytes::rare_marks::RareMarks;
use crate::simd::Simd;

/// A rare position costs probes a strip or two: for each code, times `E` and divided by the number of breaks,
/// this many late heaps have to be without one.
const QUIET: f64 = 0.03;
/// Probes leave too much open if codes are spread more evenly than this, for each break.
const SPREAD: f64 = 180.0;
/// Values taken for common before rare codes are looked at by marks, at most, and as a share of the distance
/// to the last rare position.
const AHEAD: usize = 512;
const CAUTION: usize = 16;

/// Are rare positions so seldom among the last quarter, and codes so concentrated, that probes take less
/// time? Codes count as `E` if two late ones agree once in `E` times.
fn probes_pay(rule: &BreakRule, seq: &Sequence<u16>) -> bool {
    let from = seq.len() - seq.len() / 4;
    let (late, breaks) = (&seq.cells[from..], rule.two.len() as f64);
    let mut shares = vec![0.0; largest(late) as usize + 1];
    for &code in late {
        shares[code as usize] += 1.0 / late.len() as f64;
    }
    let spread = 1.0 / shares.iter().map(|share| share * share).sum::<f64>();
    let rares = seq.rares.len() - seq.rares.partition_point(|&r| r < from);
    let quiet = QUIET * shares.len() as f64 * spread / breaks;
    spread <= SPREAD * breaks && rares as f64 * quiet <= late.len() as f64
}

/// How rare codes are looked at.
#[derive(Clone, Debug)]
pub enum RareCheck {
    Probes(Box<RareCodes<u16>>),
    Marks(Box<RareMarks>),
}

impl RareCheck {
    /// By what takes less time for a sequence that is already several blocks long; marks are marks of bytes
    /// if told up to which code.
    pub fn new(rule: &BreakRule, seq: &Sequence<u16>, bytes: Option<usize>) -> Self {
        if probes_pay(rule, seq) { Self::by_probes(rule, seq) } else { Self::by_marks(rule, seq, bytes) }
    }

    /// By probes.
    pub fn by_probes(rule: &BreakRule, seq: &Sequence<u16>) -> Self {
        RareCheck::Probes(Box::new(RareCodes::new(rule, seq)))
    }

    /// By marks.
    pub fn by_marks(rule: &BreakRule, seq: &Sequence<u16>, bytes: Option<usize>) -> Self {
        RareCheck::Marks(Box::new(RareMarks::new(rule, seq, bytes)))
    }

    /// By probes, with only the pairs that have a part among the first `span` positions.
    pub fn among_first(rule: &BreakRule, seq: &Sequence<u16>, span: usize) -> Self {
        let mut rares = RareCodes::new(rule, seq);
        rares.look_among_first(seq, span);
        RareCheck::Probes(Box::new(rares))
    }

    /// Pairs that are not looked at give these heaps these codes; for probes, as in a window.
    pub fn grant(&mut self, granted: Vec<(usize, u16)>) {
        if let RareCheck::Probes(rares) = self {
            rares.grant(granted);
        }
    }

    /// The sequence has changed behind its first positions.
    pub fn reload(&mut self) {
        if let RareCheck::Probes(rares) = self {
            rares.reload();
        }
    }
}

impl RareChecker<u16> for RareCheck {
    fn ahead(&self, seq: &Sequence<u16>) -> usize {
        match self {
            RareCheck::Probes(rares) => rares.ahead(seq),
            RareCheck::Marks(_) => ((seq.len() - seq.last_rare()) / CAUTION).clamp(1, AHEAD),
        }
    }

    /// Both begin where they are asked.
    fn begin<X: Simd>(&mut self, _: &BreakRule, _: &Sequence<u16>, _: usize, _: X) {}

    #[inline(always)]
    fn refute<X: Simd>(
        &mut self,
        rule: &BreakRule,
        seq: &Sequence<u16>,
        from: usize,
        x: X,
    ) -> Option<(usize, u16)> {
        match self {
            RareCheck::Probes(rares) => rares.refute(rule, seq, from, x),
            RareCheck::Marks(rares) => rares.refute(rule, seq, from, x),
        }
    }

    fn certain(&self) -> bool {
        match self {
            RareCheck::Probes(rares) => rares.certain(),
            RareCheck::Marks(_) => true,
        }
    }
}
