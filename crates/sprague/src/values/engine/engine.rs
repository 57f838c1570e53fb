//! The engine: keeps the values, chooses split and method, and changes them as values come in.
//!
//! The first thousand values are done by the textbook. From then on, at growing distances, the best split is chosen
//! anew; with few rare positions and small codes the method is `few`, with more `many`, and without a sparse space
//! `dense`, which keeps the values in its own way. Every method is exact: it stops with [`Stop::TooWide`] before a code
//! that does not fit, and the engine changes to wider cells.

use crate::values::engine::sparse::many::{self, Block};
use crate::values::engine::dense::{self, Plain, Planes, Sums};
use crate::values::engine::sparse::few::window::Window;
use crate::values::engine::sparse::few::{self, Few};
use crate::simd::Level;
use crate::values::engine::rule::Rule;
use crate::values::engine::sparse::sequence::{Cell, Sequence};
use crate::values::engine::sparse::split::{self, Split};
use crate::values::engine::three_parts::{self, Three};
use crate::values::engine::sparse::two_bytes::{self, Many};
use crate::values::engine::{Facts, Stop, textbook};

/// Values done by the textbook before a split is chosen, or more if the code has more digits.
const TEXTBOOK: usize = 768;
/// Values between two calls of the watcher; more where values are fast and two threads have to start and end each time.
const STRETCH: usize = 1 << 16;
const LONG_STRETCH: usize = 1 << 18;
/// The same for breaks into three heaps, where values are slow.
const SHORT_STRETCH: usize = 1 << 10;
/// More rare positions than this share of all make a split not worth having.
const SPARSE: f64 = 0.12;
/// Rare positions up to which a machine word a sum is the method.
const FEW: usize = 600;

enum Values {
    Bytes(Sequence<u8>),
    Words(Sequence<u16>),
    Wide(Sequence<u32>),
    /// Without a sparse space.
    Planes(Planes),
}

macro_rules! each {
    ($values:expr, $s:ident => $body:expr) => {
        match $values {
            Values::Bytes($s) => $body,
            Values::Words($s) => $body,
            Values::Wide($s) => $body,
            Values::Planes($s) => $body,
        }
    };
}

enum Method {
    Textbook,
    Three(Three),
    Plain(Plain),
    Dense(Box<Sums>),
    Few32(Few<u32>),
    Few64(Few<u64>),
    Blocks(Box<Block>),
    ManyWords(Box<Many<u16, 32>>),
}

/// Computes the values of a heap rule, as many as are asked for.
pub struct Engine {
    rule: Rule,
    level: Level,
    values: Values,
    method: Method,
    /// When the split is looked at again.
    review: usize,
    largest: (u32, usize),
    scratch: Vec<usize>,
}

impl Engine {
    /// An engine for a rule.
    pub fn with_rule(rule: Rule) -> Self {
        Self::with_level(rule, Level::widest(512))
    }

    /// An engine for a rule that uses the given instructions, which must be [`Level::available`].
    pub fn with_level(rule: Rule, level: Level) -> Self {
        Engine {
            rule,
            level,
            values: Values::Wide(Sequence::default()),
            method: Method::Textbook,
            review: 0,
            largest: (0, 0),
            scratch: vec![],
        }
    }

    /// Number of known values.
    pub fn len(&self) -> u64 {
        self.known() as u64
    }

    /// Is nothing known yet?
    pub fn is_empty(&self) -> bool {
        self.known() == 0
    }

    fn known(&self) -> usize {
        each!(&self.values, s => s.len())
    }

    /// The value of heap `x`, which must be known.
    pub fn value(&self, x: u64) -> u32 {
        each!(&self.values, s => s.value(x as usize))
    }

    /// Copies the values from heap `from` on, which must be known.
    pub fn read(&self, from: usize, out: &mut [u32]) {
        each!(&self.values, s => s.read(from, out));
    }

    /// Makes the values of heaps `0..n` known. `watch` is told how many are known from time to time; if it says false
    /// the work stops early and so does this function, with false.
    pub fn extend_to(&mut self, n: u64, watch: &mut dyn FnMut(u64) -> bool) -> bool {
        let n = n as usize;
        while self.known() < n {
            let from = self.known();
            if from >= self.review {
                self.plan();
            }
            let stretch = match self.method {
                Method::Blocks(_) => LONG_STRETCH,
                Method::Three(_) => SHORT_STRETCH,
                _ => STRETCH,
            };
            let to = n.min(from + stretch).min(self.review.max(from + 1));
            let stop = self.run(to);
            self.note_largest(from);
            match stop {
                Stop::Reached => {}
                Stop::Replan => self.plan(),
                Stop::TooWide => self.widen(),
            }
            if !watch(self.len()) {
                return false;
            }
        }
        true
    }

    /// About how many bytes the first `n` values take, judged by those that are known. Sets of pairs, for breaks into three heaps,
    /// grow with the square of `n`.
    pub fn bytes_for(&self, n: u64) -> u128 {
        let pairs = match &self.method {
            Method::Three(work) if !self.is_empty() => {
                let times = n as f64 / self.len() as f64;
                work.bytes() as f64 * times * times
            }
            _ => 0.0,
        };
        2 * u128::from(n) + pairs as u128
    }

    /// What is known about the values and how they are kept.
    pub fn facts(&self) -> Facts {
        let (split, rare) = each!(&self.values, s => (s.split(), s.rare_positions()));
        Facts {
            values: self.len(),
            largest: self.largest.0,
            largest_at: self.largest.1 as u64,
            mask: split.mask,
            parity: split.parity,
            rare_positions: rare.map(|(count, _)| count as u64),
            last_rare: rare.map(|(_, last)| last as u64),
            bytes_per_value: match &self.values {
                Values::Bytes(_) => 1,
                Values::Words(_) => 2,
                Values::Wide(_) => 4,
                Values::Planes(s) => s.bytes_per_value() as u8,
            },
            method: match self.method {
                Method::Textbook => "textbook",
                Method::Three(_) => "three heaps",
                Method::Plain(_) | Method::Dense(_) => "dense",
                Method::Few32(_) | Method::Few64(_) => "few rare positions",
                Method::Blocks(_) | Method::ManyWords(_) => "many rare positions",
            },
        }
    }

    /// The engine as a machine on a window, if rare positions are few and have died out.
    pub fn window(&self) -> Option<Window> {
        match (&self.method, &self.values) {
            (Method::Few32(_) | Method::Few64(_), Values::Bytes(s)) => Window::of(&self.rule, self.level, s),
            _ => None,
        }
    }

    fn run(&mut self, to: usize) -> Stop {
        let (rule, level) = (&self.rule, self.level);
        match (&mut self.method, &mut self.values) {
            (Method::Dense(w), Values::Planes(s)) => dense::run(level, rule, s, w, to),
            (Method::Plain(w), Values::Bytes(s)) => dense::run_plain(level, rule, s, w, to),
            (Method::Plain(w), Values::Words(s)) => dense::run_plain(level, rule, s, w, to),
            (Method::Plain(w), Values::Wide(s)) => dense::run_plain(level, rule, s, w, to),
            (Method::Few32(w), Values::Bytes(s)) => few::run(level, rule, s, w, to),
            (Method::Few64(w), Values::Bytes(s)) => few::run(level, rule, s, w, to),
            (Method::Blocks(w), Values::Bytes(s)) => many::run(level, rule, s, w, to),
            (Method::ManyWords(w), Values::Words(s)) => two_bytes::run(level, rule, s, w, to),
            (Method::Three(w), Values::Wide(s)) => three_parts::run(level, rule, s, w, to),
            (_, Values::Wide(s)) => {
                while s.len() < to {
                    let v = textbook::next_value(rule, &s.cells, &mut self.scratch);
                    s.push(v, false);
                }
                Stop::Reached
            }
            _ => Stop::Replan,
        }
    }

    fn note_largest(&mut self, from: usize) {
        let best = &mut self.largest;
        each!(&self.values, s => for start in (from..s.len()).step_by(256) {
            let end = s.len().min(start + 256);
            if s.bound(start, end) <= best.0 {
                continue;
            }
            for x in start..end {
                let v = s.value(x);
                if v > best.0 {
                    *best = (v, x);
                }
            }
        });
    }

    /// Looks at all values and takes the best split and method for them.
    fn plan(&mut self) {
        let known = self.known();
        let start = TEXTBOOK.max(4 * self.rule.reach + 64);
        if !self.rule.three.is_empty() {
            self.method = Method::Three(Three::default());
            self.review = usize::MAX;
            return;
        }
        if known < start {
            self.review = start;
            return;
        }
        self.review = known + known / if known < 1 << 16 { 4 } else { 1 };
        let (split, rares) = self.best_split();
        let split = if rares as f64 > SPARSE * known as f64 || self.rule.two.is_empty() {
            Split::DENSE
        } else {
            split
        };
        self.adopt(split);
    }

    fn best_split(&self) -> (Split, u64) {
        let size = (self.largest.0 as usize + 1).next_power_of_two();
        let histogram = each!(&self.values, s => s.histogram(size));
        let parity = match self.rule.two.split_first() {
            Some((t, rest)) if rest.iter().all(|u| u % 2 == t % 2) => Some(*t as u32 % 2),
            _ => None,
        };
        split::choose(&histogram, parity)
    }

    /// Keeps the values under a split, in the narrowest cells, and takes the method that fits.
    fn adopt(&mut self, split: Split) {
        let in_blocks = split == Split::DENSE && dense::suits(&self.rule, self.known());
        let recode = |values: &Values| -> Values {
            each!(values, s => {
                let room = s.capacity();
                if let Some(planes) = in_blocks.then(|| Planes::encode(s.values(), room)).flatten() {
                    return Values::Planes(planes);
                }
                if let Some(b) = Sequence::<u8>::encode(split, s.values(), room) {
                    return Values::Bytes(b);
                }
                if let Some(w) = Sequence::<u16>::encode(split, s.values(), room) {
                    return Values::Words(w);
                }
                Values::Wide(Sequence::encode(split, s.values(), room).unwrap_or_default())
            })
        };
        let current = each!(&self.values, s => s.split());
        let lasts = match &self.method {
            Method::Dense(_) => true,
            Method::Blocks(work) => work.lasts(self.known()),
            _ => false,
        };
        if current != split || matches!(self.values, Values::Wide(_)) || in_blocks && !lasts {
            self.values = recode(&self.values);
        }
        if current != split || !lasts {
            self.choose_method();
        }
    }

    fn choose_method(&mut self) {
        let rule = &self.rule;
        self.method = match &self.values {
            Values::Planes(_) => Method::Dense(Box::default()),
            Values::Bytes(s) if s.is_dense() => Method::Plain(Plain::new(s)),
            Values::Words(s) if s.is_dense() => Method::Plain(Plain::new(s)),
            Values::Wide(s) if s.is_dense() => Method::Plain(Plain::new(s)),
            Values::Bytes(s) => {
                let codes = s.cells.iter().max().map_or(0, |c| c.code());
                if s.rares.len() > FEW || codes >= 64 {
                    Method::Blocks(Box::new(Block::new(rule, s)))
                } else if codes >= 32 {
                    Method::Few64(Few::new(rule, s))
                } else {
                    Method::Few32(Few::new(rule, s))
                }
            }
            Values::Words(s) => Method::ManyWords(Box::new(Many::new(rule, s))),
            Values::Wide(_) => Method::Textbook,
        };
    }

    /// A code did not fit: one step up.
    fn widen(&mut self) {
        let rule = &self.rule;
        match (&self.method, &self.values) {
            (Method::Few32(_), Values::Bytes(s)) => self.method = Method::Few64(Few::new(rule, s)),
            (Method::Few64(_), Values::Bytes(s)) => {
                self.method = Method::Blocks(Box::new(Block::new(rule, s)))
            }
            (_, Values::Bytes(s)) => {
                let wider = Sequence::<u16>::encode(s.split, s.values(), 2 * s.len());
                self.values = Values::Words(wider.unwrap_or_default());
                self.choose_method();
            }
            (_, Values::Words(_) | Values::Planes(_)) => {
                let wide = |values: &Values| each!(values, s => Sequence::encode(Split::DENSE, s.values(), 2 * s.len()));
                self.values = Values::Wide(wide(&self.values).unwrap_or_default());
                self.choose_method();
            }
            _ => {}
        }
    }
}
