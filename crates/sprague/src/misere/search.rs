//! The search for a law, and what is known when it ends.

use super::build::{Builder, Limit, Step};
use super::{Claim, Law, Limits, Open, Outcome, Presentation, Quotient};
use crate::rules::HeapRule;
use crate::{Error, Result, Status, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::Serialize;
use std::fmt;

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// A law was proved.
    Law,
    /// All heaps that were asked for are in the quotient.
    Heaps,
    /// The next quotient has too many elements.
    Order,
    /// The next heap did not close within the levels allowed.
    Levels,
    /// Time was over.
    Time,
    /// Memory was used up.
    Memory,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ended::Law => "a law was proved",
            Ended::Heaps => "all heaps were added",
            Ended::Order => "the limit on the order was reached",
            Ended::Levels => "the limit on levels was reached",
            Ended::Time => "time was over",
            Ended::Memory => "memory was used up",
        })
    }
}

/// What is known of a rule in misère play, all of it proved. Only a search makes one, so that quotient and
/// law belong together.
#[derive(Debug, Clone)]
pub struct Known {
    pub(super) rule: HeapRule,
    pub(super) quotient: Quotient,
    law: Option<Law>,
    orders: Vec<(u64, usize)>,
    open: Option<Open>,
    pub(super) ended: Ended,
}

/// What is known as plain data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The number of elements.
    pub order: usize,
    /// The number of lost elements.
    pub p_portion: usize,
    /// Whether it is the quotient of some Nim heaps.
    pub tame: bool,
    /// The heaps it is the quotient of; `None` if all of them.
    pub heaps_up_to: Option<u64>,
    /// The law, if one is proved.
    pub law: Option<Law>,
    /// How much the above claims.
    pub status: Status,
    /// Generators, relations and lost elements.
    pub presentation: Presentation,
    /// Heaps at which the quotient grew, with its order from there on.
    pub orders: Vec<(u64, usize)>,
    /// The heap at which the search ended, with a proved lower bound for its quotient.
    pub open: Option<Open>,
    /// Why the search ended.
    pub ended: Ended,
}

/// Builds quotients heap by heap until the images of all heaps are proved, or a limit is reached.
///
/// ```
/// use sprague::{Work, misere::{Limits, find_law}, rules::Rule};
/// let kayles: Rule = "kayles".parse().unwrap();
/// let known = find_law(kayles.heap_rule().unwrap(), Limits::default(), &Work::quiet()).unwrap();
/// let law = known.law().unwrap();
/// assert_eq!((known.quotient().order(), law.period(), law.preperiod()), (40, 12, 71));
/// ```
///
/// # Errors
/// If the caller asks to stop. Where time or memory ends, what is known is returned.
pub fn find_law(rule: &HeapRule, limits: Limits, work: &Work) -> Result<Known> {
    search(rule, limits, work, Law::proved_by)
}

/// The quotient of all heaps up to the limit, without a law.
pub(super) fn find_quotient(rule: &HeapRule, limits: Limits, work: &Work) -> Result<Known> {
    search(rule, limits, work, |_, _| None)
}

fn search(
    rule: &HeapRule,
    limits: Limits,
    work: &Work,
    law_of: impl Fn(&HeapRule, &[u32]) -> Option<Law>,
) -> Result<Known> {
    // Every step reports its own progress, and how many follow is not known.
    let work = &work.towards_unknown();
    let mut builder = Builder::new(limits, work)?;
    let mut images = vec![0];
    let mut orders = vec![(0, 1)];
    let ended = loop {
        if law_of(rule, &images).is_some() {
            break Ended::Law;
        }
        let heap = images.len() as u64;
        if heap > limits.heaps {
            break Ended::Heaps;
        }
        let step = work.tell(heap, 0).and_then(|()| builder.add_heap(rule));
        match step {
            Ok(Step::Closed) => {}
            Ok(Step::Limit(Limit::Order)) => break Ended::Order,
            Ok(Step::Limit(Limit::Levels)) => break Ended::Levels,
            Err(Error::OutOfTime) => break Ended::Time,
            Err(Error::Memory { .. }) => break Ended::Memory,
            Err(other) => return Err(other),
        }
        let order = builder.monoid.order();
        if orders.last().is_none_or(|&(_, last)| last != order) {
            orders.push((heap, order));
            images.clear();
        }
        let from = images.len();
        images.extend((from..=heap as usize).map(|heap| builder.monoid.image(heap)));
    };
    // The deadline of the search is not that of the verification.
    let work = work.without_deadline();
    let verified = Quotient::verify_options(&builder.options, &Claim::of(&builder.monoid), &work)?;
    let quotient =
        verified.map_err(|flaw| Error::Internal(format!("the quotient that was built is wrong: {flaw}")))?;
    // From the images that were verified, whatever the builder had.
    let law = law_of(rule, &quotient.images());
    Ok(Known { rule: rule.clone(), quotient, law, orders, open: builder.open, ended })
}

impl Known {
    /// The law of all heaps, if it is proved.
    pub fn law(&self) -> Option<&Law> {
        self.law.as_ref()
    }

    /// The rule.
    pub fn rule(&self) -> &HeapRule {
        &self.rule
    }

    /// The quotient of the heaps up to its largest one; with a law, of all heaps.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// Heaps at which the quotient grew, with its order from there on.
    pub fn orders(&self) -> &[(u64, usize)] {
        &self.orders
    }

    /// The heap at which the search ended, if its quotient did not close.
    pub fn open(&self) -> Option<&Open> {
        self.open.as_ref()
    }

    /// Why the search ended.
    pub fn ended(&self) -> Ended {
        self.ended
    }

    /// A small heap with the same image as a heap.
    ///
    /// # Errors
    /// If there is no law and the heap is beyond the largest of the quotient.
    pub fn representative(&self, heap: &BigUint) -> Result<u64> {
        let largest = self.quotient.largest_heap();
        if let Some(heap) = heap.to_u64().filter(|&heap| heap <= largest) {
            return Ok(heap);
        }
        let law = self.law.as_ref().ok_or_else(|| {
            Error::not_known(format!(
                "no misère law is proved, and the quotient is known for heaps up to {largest} only ({})",
                self.ended
            ))
        })?;
        Ok(law.representative(heap))
    }

    /// The image of a heap of any size.
    ///
    /// # Errors
    /// If there is no law and the heap is beyond the largest of the quotient.
    pub fn image(&self, heap: &BigUint) -> Result<u32> {
        let heap = self.representative(heap)?;
        Ok(self.quotient.monoid().image(heap as usize))
    }

    /// The image of a sum.
    ///
    /// # Errors
    /// As [`Known::image`].
    pub fn image_of_sum(&self, heaps: &[BigUint]) -> Result<u32> {
        heaps.iter().try_fold(0, |x, heap| Ok(self.quotient.times(self.image(heap)?, x)))
    }

    /// Who wins a sum of heaps of any size.
    ///
    /// # Errors
    /// As [`Known::image`].
    pub fn outcome(&self, heaps: &[BigUint]) -> Result<Outcome> {
        Ok(self.quotient.outcome_of(self.image_of_sum(heaps)?))
    }

    /// What answers rest on, in a few words.
    pub fn basis(&self) -> String {
        let order = self.quotient.order();
        match &self.law {
            Some(law) => format!(
                "misère quotient of order {order}, period {}, preperiod {}",
                law.period, law.preperiod
            ),
            None => {
                format!(
                    "misère quotient of order {order} of the heaps up to {}",
                    self.quotient.largest_heap()
                )
            }
        }
    }

    /// What is known as plain data.
    pub fn summary(&self) -> Summary {
        let known_for_all = self.law.is_some();
        Summary {
            order: self.quotient.order(),
            p_portion: self.quotient.p_portion().len(),
            tame: self.quotient.is_tame(),
            heaps_up_to: (!known_for_all).then(|| self.quotient.largest_heap()),
            law: self.law.clone(),
            status: Status::proved_by(&self.quotient),
            presentation: self.quotient.presentation(),
            orders: self.orders.clone(),
            open: self.open.clone(),
            ended: self.ended,
        }
    }
}
