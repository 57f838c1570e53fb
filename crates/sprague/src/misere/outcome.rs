//! Outcomes and genera by memoised play: the reference that every quotient is tested against.
//!
//! Nothing but the definition is used: a position without a move is won, any other position is lost iff all
//! its options are won. Positions are visited depth first with an explicit stack; memory is charged for every
//! position that is kept.

use super::options::{Options, Sum};
use super::{Genus, Outcome};
use crate::rules::HeapRule;
use crate::{Error, Result, Work};
use std::collections::HashMap;

/// How the value of a position follows from those of its options.
pub(super) trait Evaluation {
    /// The value of a position.
    type Value: Clone;
    /// What was seen of its options.
    type Seen: Default;
    /// Takes the value of an option into account; true if no further option matters.
    fn see(seen: &mut Self::Seen, option: &Self::Value) -> bool;
    /// The value of a position, all options of which were seen, or enough of them.
    fn value(seen: Self::Seen) -> Self::Value;
    /// Bytes that a stored value takes, in addition to its position.
    fn bytes(value: &Self::Value) -> u64;
}

/// Whether a position is lost.
#[derive(Debug)]
pub(super) struct ByOutcome;

impl Evaluation for ByOutcome {
    type Value = bool;
    /// Whether there was an option, and whether one of them is lost.
    type Seen = (bool, bool);

    fn see(seen: &mut (bool, bool), &lost: &bool) -> bool {
        *seen = (true, lost);
        lost
    }

    fn value((has_option, wins): (bool, bool)) -> bool {
        has_option && !wins
    }

    fn bytes(_: &bool) -> u64 {
        0
    }
}

/// The genus of a position.
#[derive(Debug)]
pub(super) struct ByGenus;

impl Evaluation for ByGenus {
    type Value = Genus;
    type Seen = Vec<Genus>;

    fn see(seen: &mut Vec<Genus>, option: &Genus) -> bool {
        seen.push(option.clone());
        false
    }

    fn value(seen: Vec<Genus>) -> Genus {
        Genus::of_options(&seen)
    }

    fn bytes(genus: &Genus) -> u64 {
        40 + 4 * genus.superscript().len() as u64
    }
}

/// Values of positions, each computed once.
#[derive(Debug)]
pub(super) struct Memo<E: Evaluation> {
    known: HashMap<Sum, E::Value>,
    bytes: u64,
}

impl<E: Evaluation> Default for Memo<E> {
    fn default() -> Self {
        Memo { known: HashMap::new(), bytes: 0 }
    }
}

/// A position whose options are being visited.
struct Frame<S> {
    position: Sum,
    /// The place of a heap in the position, and the number of its next option.
    next: (usize, usize),
    seen: S,
}

impl<E: Evaluation> Memo<E> {
    /// The value of a sum of heaps that have a move.
    pub fn value(&mut self, position: Sum, options: &Options, work: &Work) -> Result<E::Value> {
        if let Some(known) = self.known.get(&position) {
            return Ok(known.clone());
        }
        let mut stack = vec![Frame { position, next: (0, 0), seen: E::Seen::default() }];
        let mut last = None;
        while let Some(frame) = stack.last_mut() {
            match self.advance(frame, options) {
                Some(unknown) => {
                    stack.push(Frame { position: unknown, next: (0, 0), seen: E::Seen::default() })
                }
                None => {
                    let Some(done) = stack.pop() else { break };
                    let value = E::value(done.seen);
                    self.bytes += 64 + 4 * done.position.len() as u64 + E::bytes(&value);
                    if self.known.len().is_multiple_of(1 << 12) {
                        work.fits("the outcomes by play", self.bytes)?;
                        work.tell(self.known.len() as u64, 0)?;
                    }
                    last = Some(value.clone());
                    self.known.insert(done.position, value);
                }
            }
        }
        Ok(last.expect("the position itself was decided last"))
    }

    /// Goes through the options of a position up to the first unknown one, which is returned.
    fn advance(&self, frame: &mut Frame<E::Seen>, options: &Options) -> Option<Sum> {
        let position = &frame.position;
        let (mut place, mut option) = frame.next;
        while place < position.len() {
            let all = options.of(position[place] as usize);
            let repeated = place > 0 && position[place - 1] == position[place];
            if repeated || option == all.len() {
                (place, option) = (place + 1, 0);
                continue;
            }
            let after = moved(position, place, &all[option]);
            match self.known.get(&after) {
                Some(value) => {
                    option += 1;
                    if E::see(&mut frame.seen, value) {
                        return None;
                    }
                }
                None => {
                    frame.next = (place, option);
                    return Some(after);
                }
            }
        }
        None
    }
}

/// The position after a move in the heap at `place`.
fn moved(position: &[u32], place: usize, option: &[u32]) -> Sum {
    let others = position[..place].iter().chain(&position[place + 1..]);
    let mut after: Vec<u32> = others.chain(option).copied().collect();
    after.sort_unstable();
    after.into()
}

/// Misère play of sums of heaps up to a size, by exhaustive search with memory.
///
/// ```
/// use sprague::{Work, misere::{Outcome, Play}, rules::Rule};
/// let kayles: Rule = "kayles".parse().unwrap();
/// let work = Work::quiet();
/// let mut play = Play::new(kayles.heap_rule().unwrap(), 9, &work).unwrap();
/// assert_eq!(play.outcome(&[1]).unwrap(), Outcome::Lost);
/// assert_eq!(play.outcome(&[]).unwrap(), Outcome::Won);
/// assert_eq!(play.genus(&[9]).unwrap().to_string(), "4^046");
/// ```
#[derive(Debug)]
pub struct Play<'a> {
    options: Options,
    outcomes: Memo<ByOutcome>,
    genera: Memo<ByGenus>,
    work: &'a Work<'a>,
}

impl<'a> Play<'a> {
    /// Play with heaps 0 to `largest`.
    pub fn new(rule: &HeapRule, largest: u64, work: &'a Work<'a>) -> Result<Self> {
        Ok(Play::of(Options::up_to(rule, largest, work)?, work))
    }

    /// Play with heaps of these options.
    pub(super) fn of(options: Options, work: &'a Work<'a>) -> Self {
        Play { options, outcomes: Memo::default(), genera: Memo::default(), work }
    }

    /// Whether the player to move wins or loses.
    pub fn outcome(&mut self, heaps: &[u64]) -> Result<Outcome> {
        let position = self.sum(heaps)?;
        let lost = self.outcomes.value(position, &self.options, self.work)?;
        Ok(if lost { Outcome::Lost } else { Outcome::Won })
    }

    /// The genus of a position.
    pub fn genus(&mut self, heaps: &[u64]) -> Result<Genus> {
        let position = self.sum(heaps)?;
        self.genera.value(position, &self.options, self.work)
    }

    /// The misère nim-value: the only v for which the position together with a Nim heap of v is lost.
    pub fn misere_value(&mut self, heaps: &[u64]) -> Result<u32> {
        Ok(self.genus(heaps)?.misere_value())
    }

    fn sum(&self, heaps: &[u64]) -> Result<Sum> {
        if let Some(heap) = heaps.iter().find(|&&heap| heap >= self.options.len() as u64) {
            return Err(Error::not_known(format!(
                "a heap of {heap} is larger than the largest one of this play, {}",
                self.options.len() - 1
            )));
        }
        let movable = heaps.iter().filter(|&&heap| self.options.has_move(heap as usize));
        let mut sum: Vec<u32> = movable.map(|&heap| heap as u32).collect();
        sum.sort_unstable();
        Ok(sum.into())
    }
}
