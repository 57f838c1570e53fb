//! Guess, prove, refute, guess again with more values.

use super::guess;
use super::hypothesis::Hypothesis;
use super::law::AutomatonLaw;
use super::prover::{Bounds, Verdict, prove};
use crate::rules::HeapRule;
use crate::values::Solver;
use crate::{Error, Result, Work};
use num_traits::ToPrimitive;

/// The first guess is made at this many values.
const FIRST_GUESS: usize = 64;
/// Machines are guessed from this many values on.
const FIRST_MACHINES: usize = 1024;
/// States that the proof of a law with machines may take for each value it was guessed from.
const STATES_PER_VALUE: usize = 16;

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Search {
    /// A law, for all n.
    Law(Box<AutomatonLaw>),
    /// No law; perhaps one that all values agree with, and why it was not decided.
    Open(Option<Undecided>),
}

/// A law that all values seen agree with and that was neither proved nor refuted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// The law.
    pub law: Hypothesis,
    /// Why it is not decided, in a line.
    pub line: String,
}

/// Looks for the law of a rule whose values `solver` computes, with at most `limit` of them.
///
/// Status of a [`Search::Law`]: proved. Of an [`Undecided`]: observed.
pub fn search(
    rule: &HeapRule,
    solver: &mut dyn Solver,
    limit: usize,
    bounds: &Bounds,
    work: &Work,
) -> Result<Search> {
    let mut undecided: Option<Undecided> = None;
    let mut count = FIRST_GUESS.min(limit);
    loop {
        match solver.extend(count, work) {
            Err(Error::Memory { .. }) => return Ok(Search::Open(undecided)),
            done => done?,
        }
        let mut values = vec![0; count];
        solver.read(0, &mut values);
        let mut wanted = count * 2;
        let lines = guess::lines(&values).into_iter().map(|law| (law, *bounds));
        let machines = (count >= FIRST_MACHINES).then(|| guess::machines(&values)).into_iter().flatten();
        // A machine may be right and still a roundabout one: what it may take grows with the number of
        // values.
        let most = STATES_PER_VALUE * count;
        let smaller =
            Bounds { states: bounds.states.min(most), product: bounds.product.min(most), ..*bounds };
        for (law, bounds) in lines.chain(machines.map(|law| (law, smaller))) {
            if undecided.as_ref().is_some_and(|before| before.law == law) && law.machines.is_empty() {
                continue;
            }
            match prove(rule, &law, &bounds, work)? {
                Verdict::Proved(proof) => {
                    return Ok(Search::Law(Box::new(AutomatonLaw { law, proof, computed: count })));
                }
                Verdict::Refuted(why) => {
                    let period = law.period() as usize;
                    wanted =
                        wanted.max(why.heap.to_usize().map_or(0, |heap| heap.saturating_add(6 * period)));
                }
                Verdict::GaveUp(line) => undecided = Some(Undecided { law, line }),
            }
        }
        if count == limit {
            return Ok(Search::Open(undecided));
        }
        count = wanted.min(count * 8).min(limit);
    }
}
