//! The methods: each owns the values it has found, in the form that it reads them.
//!
//! | method | for | values |
//! |---|---|---|
//! | [`Textbook`] | the first values | four bytes |
//! | [`Few`] | few rare positions, codes below 63 | codes of one byte |
//! | [`Many`] | more rare positions | codes of one byte |
//! | [`TwoBytes`] | the same, larger codes | codes of two bytes |
//! | [`Blocks`] | no sparse space | cut into fields, one byte or two |
//! | [`OneHeap`] | no sparse space: breaks far apart, or values beyond 16 bits | one, two or four bytes |
//! | [`ThreeParts`] | breaks into three heaps | four bytes |
//!
//! Every method is exact. One that meets a code it has no room for stops before it ([`Stop::TooWide`]) and hands its values on.

use crate::Work;
use crate::simd::Level;
use crate::values::engine::Space;
use crate::values::engine::break_rule::BreakRule;
use crate::values::engine::dense::{Blocks, OneHeap};
use crate::values::engine::sparse::few::Few;
use crate::values::engine::sparse::many::Many;
use crate::values::engine::sparse::sequence::Sequence;
use crate::values::engine::sparse::split::Split;
use crate::values::engine::sparse::two_bytes::TwoBytes;
use crate::values::engine::textbook::Textbook;
use crate::values::engine::three_parts::ThreeParts;
use crate::values::engine::values::{Values, all};

/// Bits of the widest vectors that pay, by method (docs/vectors.md): with AVX-512 few rare positions take longer, many rare positions, whatever
/// the size of codes, and codes without a sparse space less. Where it is not known, 256.
const FEW_BITS: usize = 256;
const MANY_BITS: usize = 512;
const DENSE_BITS: usize = 512;
const UNKNOWN_BITS: usize = 256;

/// Why a method stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// All values asked for are there.
    Reached,
    /// The next code does not fit the cells or the sets.
    TooWide,
    /// The scratch space has become too small.
    Replan,
}

/// How values are found, and those that are.
pub enum Method {
    Textbook(Textbook),
    Few(Box<Few>),
    Many(Box<Many>),
    TwoBytes(Box<TwoBytes>),
    Blocks(Box<Blocks>),
    OneHeap8(OneHeap<u8>),
    OneHeap16(OneHeap<u16>),
    OneHeap32(OneHeap<u32>),
    ThreeParts(ThreeParts),
}

impl Default for Method {
    fn default() -> Self {
        Method::Textbook(Textbook::default())
    }
}

impl Method {
    /// The method that a rule begins with.
    pub fn first(rule: &BreakRule) -> Self {
        if rule.three.is_empty() { Method::default() } else { Method::ThreeParts(ThreeParts::default()) }
    }

    /// The values.
    pub fn values(&self) -> &dyn Values {
        match self {
            Method::Textbook(method) => &method.values,
            Method::Few(method) => &method.seq,
            Method::Many(method) => &method.seq,
            Method::TwoBytes(method) => &method.seq,
            Method::Blocks(method) => &method.values,
            Method::OneHeap8(method) => &method.values,
            Method::OneHeap16(method) => &method.values,
            Method::OneHeap32(method) => &method.values,
            Method::ThreeParts(method) => &method.values,
        }
    }

    /// The split it works in, how many rare positions there are and which is the last; none without a sparse space.
    pub fn sparse_space(&self) -> Option<(Split, usize, usize)> {
        fn space<C: crate::values::engine::cell::Cell>(seq: &Sequence<C>) -> Option<(Split, usize, usize)> {
            Some((seq.split, seq.rares.len(), seq.last_rare()))
        }
        match self {
            Method::Few(method) => space(&method.seq),
            Method::Many(method) => space(&method.seq),
            Method::TwoBytes(method) => space(&method.seq),
            Method::Textbook(_)
            | Method::Blocks(_)
            | Method::OneHeap8(_)
            | Method::OneHeap16(_)
            | Method::OneHeap32(_)
            | Method::ThreeParts(_) => None,
        }
    }

    /// How many rare positions there are from `x` on, if it works in that split.
    pub fn rares_from(&self, split: Split, x: usize) -> Option<usize> {
        let (current, rares) = match self {
            Method::Few(method) => (method.seq.split, &method.seq.rares),
            Method::Many(method) => (method.seq.split, &method.seq.rares),
            Method::TwoBytes(method) => (method.seq.split, &method.seq.rares),
            _ => return None,
        };
        (current == split).then(|| rares.len() - rares.partition_point(|&r| r < x))
    }

    /// Does it mark what rare positions give under that split, having chosen which?
    pub fn marks_under(&self, split: Split) -> bool {
        match self {
            Method::Many(method) => method.seq.split == split,
            Method::TwoBytes(method) => method.seq.split == split,
            _ => false,
        }
    }

    /// What it is called.
    pub fn name(&self) -> &'static str {
        match self {
            Method::Textbook(_) => "textbook",
            Method::Few(_) => "few rare positions",
            Method::Many(_) | Method::TwoBytes(_) => "many rare positions",
            Method::Blocks(_) | Method::OneHeap8(_) | Method::OneHeap16(_) | Method::OneHeap32(_) => "dense",
            Method::ThreeParts(_) => "three heaps",
        }
    }

    /// The level of instructions that it takes.
    pub fn level(&self, work: &Work) -> Level {
        match self {
            Method::Few(_) => Self::level_of_few(work),
            Method::Many(_) => work.level(MANY_BITS),
            Method::Blocks(_) | Method::OneHeap8(_) | Method::OneHeap16(_) | Method::OneHeap32(_) => {
                work.level(DENSE_BITS)
            }
            Method::TwoBytes(_) => work.level(MANY_BITS),
            Method::Textbook(_) | Method::ThreeParts(_) => work.level(UNKNOWN_BITS),
        }
    }

    /// The level for few rare positions.
    pub fn level_of_few(work: &Work) -> Level {
        work.level(FEW_BITS)
    }

    /// Values that are computed without a call of the watcher, at least. Starting two threads takes time, so few of them would make
    /// steps shorter and shorter; these take some milliseconds.
    pub fn least_step(&self) -> usize {
        match self {
            Method::Few(_) | Method::Many(_) => 1 << 15,
            Method::TwoBytes(_) => 1 << 12,
            Method::Textbook(_)
            | Method::Blocks(_)
            | Method::OneHeap8(_)
            | Method::OneHeap16(_)
            | Method::OneHeap32(_)
            | Method::ThreeParts(_) => 1,
        }
    }

    /// Do two threads share the next values?
    pub fn on_two_threads(&self, work: &Work) -> bool {
        match self {
            Method::Many(method) => method.on_two_threads(work.threads()),
            Method::TwoBytes(method) => method.on_two_threads(work.threads()),
            _ => false,
        }
    }

    /// Extends the values to `to`, or stops before that.
    pub fn run(&mut self, rule: &BreakRule, work: &Work, to: usize) -> Stop {
        let level = self.level(work);
        match self {
            Method::Textbook(method) => method.run(rule, to),
            Method::ThreeParts(method) => method.run(rule, level, to),
            Method::Few(method) => return method.run(rule, level, to),
            Method::Many(method) => return method.run(rule, level, work.threads(), to),
            Method::TwoBytes(method) => return method.run(rule, level, work.threads(), to),
            Method::Blocks(method) => return method.run(rule, level, to),
            Method::OneHeap8(method) => return method.run(rule, level, to),
            Method::OneHeap16(method) => return method.run(rule, level, to),
            Method::OneHeap32(method) => return method.run(rule, level, to),
        }
        Stop::Reached
    }

    /// The best method for the values under a split that is used as told, or without one: perhaps the same one with new scratch space.
    pub fn under(self, rule: &BreakRule, split: Option<(Split, Space)>, threads: usize) -> Self {
        let known = self.values().len();
        match (split, self) {
            (None, Method::Blocks(method)) => Method::Blocks(method),
            (None, method @ (Method::OneHeap8(_) | Method::OneHeap16(_))) if !Blocks::suits(rule, known) => {
                method
            }
            (Some((split, space)), Method::Many(method)) if method.seq.split == split => {
                if method.lasts() {
                    Method::Many(method)
                } else {
                    Self::of_bytes(rule, method.seq, space, threads)
                }
            }
            (Some((split, space)), Method::Few(method)) if method.seq.split == split => {
                if method.lasts() && space != Space::Many {
                    Method::Few(method)
                } else {
                    Self::of_bytes(rule, method.seq, space, threads)
                }
            }
            (Some((split, _)), Method::TwoBytes(method)) if method.seq.split == split => {
                Method::TwoBytes(Box::new(TwoBytes::new(rule, method.seq)))
            }
            (split, method) => Self::of_values(rule, split, method.values(), threads),
        }
    }

    /// The best method for values that are kept elsewhere.
    pub fn of_values(
        rule: &BreakRule,
        split: Option<(Split, Space)>,
        values: &dyn Values,
        threads: usize,
    ) -> Self {
        match split {
            Some((split, space)) => Self::sparse(rule, split, values, space, threads),
            None => Self::dense(rule, values, values.capacity()),
        }
    }

    /// Takes the place of all values so far, in a method that a rule begins with.
    pub fn take_up(&mut self, given: &dyn Values) {
        match self {
            Method::Textbook(method) => method.values = all(given).collect(),
            Method::ThreeParts(method) => method.values = all(given).collect(),
            _ => unreachable!("a rule begins with another method"),
        }
    }

    /// A method with the values as codes of a split, in the narrowest cells that the space allows.
    fn sparse(rule: &BreakRule, split: Split, values: &dyn Values, space: Space, threads: usize) -> Self {
        let room = values.capacity();
        if space != Space::TwoBytes
            && let Some(seq) = Sequence::<u8>::encode(split, all(values), room)
        {
            return Self::of_bytes(rule, seq, space, threads);
        }
        match Sequence::<u16>::encode(split, all(values), room).filter(TwoBytes::suits) {
            Some(seq) => Method::TwoBytes(Box::new(TwoBytes::new(rule, seq))),
            None => Self::dense(rule, values, room),
        }
    }

    /// The method for codes of one byte.
    fn of_bytes(rule: &BreakRule, seq: Sequence<u8>, space: Space, threads: usize) -> Self {
        if space != Space::Many && Few::suits_sequence(&seq) {
            Method::Few(Box::new(Few::new(rule, seq)))
        } else {
            Method::Many(Box::new(Many::new(rule, seq, threads)))
        }
    }

    /// A method without a sparse space, in the narrowest cells.
    fn dense(rule: &BreakRule, values: &dyn Values, room: usize) -> Self {
        if Blocks::suits(rule, values.len())
            && let Some(method) = Blocks::encode(all(values), room)
        {
            return Method::Blocks(Box::new(method));
        }
        if let Some(method) = OneHeap::encode(all(values), room) {
            return Method::OneHeap8(method);
        }
        if let Some(method) = OneHeap::encode(all(values), room) {
            return Method::OneHeap16(method);
        }
        Method::OneHeap32(Self::widest(values))
    }

    /// Cells that any value fits: none is 2^32 − 1, as no heap is that large.
    fn widest(values: &dyn Values) -> OneHeap<u32> {
        OneHeap::encode(all(values), 2 * values.len()).expect("a value is smaller than its heap")
    }

    /// The next code did not fit: one step up.
    pub fn widen(self, rule: &BreakRule, threads: usize) -> Self {
        let room = 2 * self.values().len();
        match self {
            Method::Few(method) => match method.widen(rule) {
                Ok(method) => Method::Few(Box::new(method)),
                Err(seq) => Method::Many(Box::new(Many::new(rule, seq, threads))),
            },
            Method::Many(method) => {
                match Sequence::encode(method.seq.split, all(&method.seq), room).filter(TwoBytes::suits) {
                    Some(seq) => Method::TwoBytes(Box::new(TwoBytes::new(rule, seq))),
                    None => Self::dense(rule, &method.seq, room),
                }
            }
            Method::OneHeap8(method) => match OneHeap::encode(all(&method.values), room) {
                Some(method) => Method::OneHeap16(method),
                None => Method::OneHeap32(Self::widest(&method.values)),
            },
            Method::TwoBytes(method) => Self::dense(rule, &method.seq, room),
            method @ (Method::Blocks(_) | Method::OneHeap16(_)) => {
                Method::OneHeap32(Self::widest(method.values()))
            }
            // These have room for any value.
            method @ (Method::Textbook(_) | Method::OneHeap32(_) | Method::ThreeParts(_)) => method,
        }
    }
}
