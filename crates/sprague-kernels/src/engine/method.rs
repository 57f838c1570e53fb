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
//! Every method is exact. A method that meets a code too large for it stops before that code
//! ([`Stop::TooWide`]) and passes its values to a wider one.

use crate::Work;
use crate::engine::Space;
use crate::engine::break_rule::BreakRule;
use crate::engine::cell::Cell;
use crate::engine::dense::{Blocks, OneHeap};
use crate::engine::sparse::few::Few;
use crate::engine::sparse::many::Many;
use crate::engine::sparse::sequence::Sequence;
use crate::engine::sparse::split::Split;
use crate::engine::sparse::two_bytes::TwoBytes;
use crate::engine::sparse::window::Window;
use crate::engine::textbook::Textbook;
use crate::engine::three_parts::ThreeParts;
use crate::engine::values::{Values, all};
use crate::simd::Level;

/// Bits of the widest vectors that pay, by method (docs/vectors.md): with AVX-512 few rare positions take
/// longer, many rare positions, whatever the size of codes, and codes without a sparse space less. Where it
/// is not known, 256.
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
    /// In a window only: whether the next heap has the rare value of this code is not decided by the pairs
    /// with a part among the first positions.
    Doubt(u32),
}

/// The division of values that a method works in, and its rare positions, ascending.
pub struct SparseSpace<'a> {
    pub split: Split,
    pub rares: &'a [usize],
}

impl SparseSpace<'_> {
    /// The last rare position; 0 if there is none.
    pub fn last_rare(&self) -> usize {
        self.rares.last().copied().unwrap_or(0)
    }

    /// How many rare positions there are from `x` on.
    pub fn rares_from(&self, x: usize) -> usize {
        self.rares.len() - self.rares.partition_point(|&r| r < x)
    }
}

impl<C: Cell> Sequence<C> {
    fn space(&self) -> Option<SparseSpace<'_>> {
        Some(SparseSpace { split: self.split, rares: &self.rares })
    }
}

/// How values are found, and those that are.
pub trait Method: Send + Sync {
    /// The values.
    fn values(&self) -> &dyn Values;

    /// What it is called.
    fn name(&self) -> &'static str;

    /// Extends the values to `to`, or stops before that.
    fn run(&mut self, rule: &BreakRule, work: &Work, to: usize) -> Stop;

    /// The sparse space it works in, if any.
    fn sparse_space(&self) -> Option<SparseSpace<'_>> {
        None
    }

    /// Whether it marks what rare positions give, having chosen which.
    fn marks(&self) -> bool {
        false
    }

    /// The level of instructions that it takes.
    fn level(&self, work: &Work) -> Level {
        work.level(UNKNOWN_BITS)
    }

    /// Values that are computed without a call of the watcher, at least. Starting two threads takes time, so
    /// few of them would make steps shorter and shorter; these take some milliseconds.
    fn least_step(&self) -> usize {
        1
    }

    /// Whether two threads share the next values.
    fn on_two_threads(&self, _: &Work) -> bool {
        false
    }

    /// Bytes that grow with the square of the number of values.
    fn square_bytes(&self) -> u64 {
        0
    }

    /// The method as a machine on a window, if rare positions have died out.
    fn window(&self, _: &BreakRule, _: Level) -> Option<Window> {
        None
    }

    /// The best method for the values under a split that is used as told, or without one: perhaps the same
    /// one with new scratch space.
    fn under(
        self: Box<Self>,
        rule: &BreakRule,
        split: Option<(Split, Space)>,
        work: &Work,
    ) -> Box<dyn Method> {
        of_values(rule, split, self.values(), work)
    }

    /// The next code did not fit: a method with wider cells.
    fn widen(self: Box<Self>, rule: &BreakRule, work: &Work) -> Box<dyn Method>;
}

/// The method that a rule begins with, with its first values.
pub fn first(rule: &BreakRule, values: Vec<u32>) -> Box<dyn Method> {
    if rule.three.is_empty() {
        let mut method = Textbook::default();
        method.values = values;
        return Box::new(method);
    }
    let mut method = ThreeParts::default();
    method.values = values;
    Box::new(method)
}

/// The best method for values that are kept elsewhere.
pub fn of_values(
    rule: &BreakRule,
    split: Option<(Split, Space)>,
    values: &dyn Values,
    work: &Work,
) -> Box<dyn Method> {
    match split {
        Some((split, space)) => sparse(rule, split, values, space, work),
        None => dense(rule, values, values.capacity()),
    }
}

/// The level for few rare positions.
pub fn level_of_few(work: &Work) -> Level {
    work.level(FEW_BITS)
}

/// The level for many rare positions.
pub fn level_of_many(work: &Work) -> Level {
    work.level(MANY_BITS)
}

/// A method with the values as codes of a split, in the narrowest cells that the space allows.
fn sparse(rule: &BreakRule, split: Split, values: &dyn Values, space: Space, work: &Work) -> Box<dyn Method> {
    let room = values.capacity();
    if space != Space::TwoBytes
        && let Some(seq) = Sequence::<u8>::encode(split, all(values), room)
    {
        return of_bytes(rule, seq, space, work);
    }
    of_two_bytes(rule, split, values, room)
}

/// The method for codes of one byte.
fn of_bytes(rule: &BreakRule, seq: Sequence<u8>, space: Space, work: &Work) -> Box<dyn Method> {
    if space != Space::Many && Few::suits_sequence(&seq) {
        Box::new(Few::new(rule, seq))
    } else {
        Box::new(Many::new(rule, seq, work.threads()))
    }
}

/// The method for codes of two bytes, or one without a sparse space if they do not suffice.
fn of_two_bytes(rule: &BreakRule, split: Split, values: &dyn Values, room: usize) -> Box<dyn Method> {
    match Sequence::<u16>::encode(split, all(values), room).filter(TwoBytes::suits) {
        Some(seq) => Box::new(TwoBytes::new(rule, seq)),
        None => dense(rule, values, room),
    }
}

/// A method without a sparse space, in the narrowest cells.
fn dense(rule: &BreakRule, values: &dyn Values, room: usize) -> Box<dyn Method> {
    if Blocks::suits(rule, values.len())
        && let Some(method) = Blocks::encode(all(values), room)
    {
        return Box::new(method);
    }
    match OneHeap::<u8>::encode(all(values), room) {
        Some(method) => Box::new(method),
        None => wider_than_bytes(values, room),
    }
}

/// One heap at a time, in cells of two bytes or four.
fn wider_than_bytes(values: &dyn Values, room: usize) -> Box<dyn Method> {
    match OneHeap::<u16>::encode(all(values), room) {
        Some(method) => Box::new(method),
        None => widest(values),
    }
}

/// Cells that any value fits: none is 2^32 − 1, as no heap is that large.
fn widest(values: &dyn Values) -> Box<dyn Method> {
    let method = OneHeap::<u32>::encode(all(values), 2 * values.len());
    Box::new(method.expect("a value is smaller than its heap"))
}

impl Method for Textbook {
    fn values(&self) -> &dyn Values {
        &self.values
    }

    fn name(&self) -> &'static str {
        "textbook"
    }

    fn run(&mut self, rule: &BreakRule, _: &Work, to: usize) -> Stop {
        Textbook::run(self, rule, to);
        Stop::Reached
    }

    /// It has room for any value.
    fn widen(self: Box<Self>, _: &BreakRule, _: &Work) -> Box<dyn Method> {
        self
    }
}

impl Method for ThreeParts {
    fn values(&self) -> &dyn Values {
        &self.values
    }

    fn name(&self) -> &'static str {
        "three heaps"
    }

    fn run(&mut self, rule: &BreakRule, work: &Work, to: usize) -> Stop {
        let level = self.level(work);
        ThreeParts::run(self, rule, level, to);
        Stop::Reached
    }

    fn square_bytes(&self) -> u64 {
        self.bytes() as u64
    }

    /// It has room for any value.
    fn widen(self: Box<Self>, _: &BreakRule, _: &Work) -> Box<dyn Method> {
        self
    }
}

impl Method for Few {
    fn values(&self) -> &dyn Values {
        &self.seq
    }

    fn name(&self) -> &'static str {
        "few rare positions"
    }

    fn run(&mut self, rule: &BreakRule, work: &Work, to: usize) -> Stop {
        Few::run(self, rule, level_of_few(work), to)
    }

    fn sparse_space(&self) -> Option<SparseSpace<'_>> {
        self.seq.space()
    }

    fn level(&self, work: &Work) -> Level {
        level_of_few(work)
    }

    fn least_step(&self) -> usize {
        1 << 15
    }

    fn window(&self, rule: &BreakRule, level: Level) -> Option<Window> {
        Window::of_words(rule, level, &self.seq)
    }

    fn under(
        self: Box<Self>,
        rule: &BreakRule,
        split: Option<(Split, Space)>,
        work: &Work,
    ) -> Box<dyn Method> {
        match split {
            Some((split, space)) if self.seq.split == split => {
                if self.lasts() && space != Space::Many {
                    self
                } else {
                    of_bytes(rule, self.seq, space, work)
                }
            }
            split => of_values(rule, split, &self.seq, work),
        }
    }

    fn widen(self: Box<Self>, rule: &BreakRule, work: &Work) -> Box<dyn Method> {
        match Few::widen(*self, rule) {
            Ok(method) => Box::new(method),
            Err(seq) => Box::new(Many::new(rule, seq, work.threads())),
        }
    }
}

impl Method for Many {
    fn values(&self) -> &dyn Values {
        &self.seq
    }

    fn name(&self) -> &'static str {
        "many rare positions"
    }

    fn run(&mut self, rule: &BreakRule, work: &Work, to: usize) -> Stop {
        let level = self.level(work);
        Many::run(self, rule, level, work.threads(), to)
    }

    fn sparse_space(&self) -> Option<SparseSpace<'_>> {
        self.seq.space()
    }

    fn marks(&self) -> bool {
        true
    }

    fn level(&self, work: &Work) -> Level {
        level_of_many(work)
    }

    fn least_step(&self) -> usize {
        1 << 15
    }

    fn window(&self, rule: &BreakRule, level: Level) -> Option<Window> {
        Window::of_bytes(rule, level, &self.seq)
    }

    fn on_two_threads(&self, work: &Work) -> bool {
        Many::on_two_threads(self, work.threads())
    }

    fn under(
        self: Box<Self>,
        rule: &BreakRule,
        split: Option<(Split, Space)>,
        work: &Work,
    ) -> Box<dyn Method> {
        match split {
            Some((split, _)) if self.seq.split == split && self.lasts() => self,
            Some((split, space)) if self.seq.split == split => of_bytes(rule, self.seq, space, work),
            split => of_values(rule, split, &self.seq, work),
        }
    }

    fn widen(self: Box<Self>, rule: &BreakRule, _: &Work) -> Box<dyn Method> {
        of_two_bytes(rule, self.seq.split, &self.seq, 2 * self.seq.len())
    }
}

impl Method for TwoBytes {
    fn values(&self) -> &dyn Values {
        &self.seq
    }

    fn name(&self) -> &'static str {
        "many rare positions"
    }

    fn run(&mut self, rule: &BreakRule, work: &Work, to: usize) -> Stop {
        let level = self.level(work);
        TwoBytes::run(self, rule, level, work.threads(), to)
    }

    fn sparse_space(&self) -> Option<SparseSpace<'_>> {
        self.seq.space()
    }

    fn marks(&self) -> bool {
        true
    }

    fn level(&self, work: &Work) -> Level {
        level_of_many(work)
    }

    fn least_step(&self) -> usize {
        1 << 12
    }

    fn window(&self, rule: &BreakRule, level: Level) -> Option<Window> {
        Window::of_two_bytes(rule, level, &self.seq)
    }

    fn on_two_threads(&self, work: &Work) -> bool {
        TwoBytes::on_two_threads(self, work.threads())
    }

    fn under(
        self: Box<Self>,
        rule: &BreakRule,
        split: Option<(Split, Space)>,
        work: &Work,
    ) -> Box<dyn Method> {
        match split {
            Some((split, _)) if self.seq.split == split => Box::new(TwoBytes::new(rule, self.seq)),
            split => of_values(rule, split, &self.seq, work),
        }
    }

    fn widen(self: Box<Self>, rule: &BreakRule, _: &Work) -> Box<dyn Method> {
        dense(rule, &self.seq, 2 * self.seq.len())
    }
}

impl Method for Blocks {
    fn values(&self) -> &dyn Values {
        &self.values
    }

    fn name(&self) -> &'static str {
        "dense"
    }

    fn run(&mut self, rule: &BreakRule, work: &Work, to: usize) -> Stop {
        let level = self.level(work);
        Blocks::run(self, rule, level, to)
    }

    fn level(&self, work: &Work) -> Level {
        work.level(DENSE_BITS)
    }

    fn under(
        self: Box<Self>,
        rule: &BreakRule,
        split: Option<(Split, Space)>,
        work: &Work,
    ) -> Box<dyn Method> {
        if split.is_none() { self } else { of_values(rule, split, &self.values, work) }
    }

    fn widen(self: Box<Self>, _: &BreakRule, _: &Work) -> Box<dyn Method> {
        widest(&self.values)
    }
}

impl<C: Cell> Method for OneHeap<C> {
    fn values(&self) -> &dyn Values {
        &self.values
    }

    fn name(&self) -> &'static str {
        "dense"
    }

    fn run(&mut self, rule: &BreakRule, work: &Work, to: usize) -> Stop {
        let level = self.level(work);
        OneHeap::run(self, rule, level, to)
    }

    fn level(&self, work: &Work) -> Level {
        work.level(DENSE_BITS)
    }

    fn under(
        self: Box<Self>,
        rule: &BreakRule,
        split: Option<(Split, Space)>,
        work: &Work,
    ) -> Box<dyn Method> {
        if split.is_none() && !Blocks::suits(rule, self.values.len()) {
            return self;
        }
        of_values(rule, split, &self.values, work)
    }

    fn widen(self: Box<Self>, _: &BreakRule, _: &Work) -> Box<dyn Method> {
        match size_of::<C>() {
            1 => wider_than_bytes(&self.values, 2 * self.values.len()),
            2 => widest(&self.values),
            // These cells have room for any value.
            _ => self,
        }
    }
}
