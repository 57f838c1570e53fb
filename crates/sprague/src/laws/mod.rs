//! A **law** says what all further values are, and on which theorem, over which checked window, it rests.
//!
//! - [`Law`]: G(n + p) = G(n) + s for all n ≥ n0; answers any n
//! - [`find`]: computes values until a theorem applies, and says which
//! - `periodicity`: the m-part periodicity theorem (finite codes, subtraction sets)
//! - `repeating`: rules whose last digit repeats and that never break (all-but sets, Nim): a machine whose
//!   state came back
//! - `closed_form`: `split:2`, `split:K` for K ≥ 4, Lasker's Nim
//! - `repetition`: the smallest period of a growing sequence, however the law is proved; `agreement`: the same for long
//!   sequences, without memory
//! - [`prefix`]: the values of heaps 0 to n, off a law or from a solver
//! - `rolling`: a hash that follows a stretch of values
//! - [`find_in_window`]: laws of codes with few rare positions, without keeping the values
//!
//! A rule on which no theorem was completed gets an [`Observation`], never a law.

mod agreement;
mod closed_form;
mod periodicity;
mod prefix;
mod repeating;
mod repetition;
mod rolling;
mod window;

pub use prefix::{Prefix, prefix};
pub use repetition::Repetition;
pub use window::{WindowFinding, WindowLaw, find_in_window};

use crate::rules::{Rule, TakeBreak};
use crate::values::engine::Facts;
use crate::values::{Solver, Table, digest, solver, table_size};
use crate::{Error, Result, Status, Work};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

/// Why a law holds for all n.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Theorem {
    /// G(x + p) = G(x) for n0 ≤ x < m·n0 + (m−1)·p + k, n0 ≥ 1, m the most heaps a move leaves and k the most
    /// tokens it takes.
    Periodicity {
        /// m.
        parts: u64,
        /// k.
        reach: u64,
    },
    /// Two equal states of the machine that produces the values of a rule that never breaks.
    StateRepeats {
        /// k, the length of the machine's memory.
        reach: u64,
    },
    /// A formula proved for all n.
    ClosedForm(&'static str),
}

/// A proved law: G(n + period) = G(n) + saltus for all n ≥ preperiod.
///
/// ```
/// use sprague::{Work, laws, rules::Rule};
/// let rule: Rule = "dawson".parse().unwrap();
/// let law = laws::find(&rule, 10_000, &Work::quiet()).unwrap().law().unwrap();
/// assert_eq!((law.period, law.preperiod, law.saltus), (34, 53, 0));
/// let googol = num_bigint::BigUint::from(10u32).pow(100);
/// assert!(law.value(&googol) < 10u32.into());
/// ```
#[derive(Debug, Clone)]
pub struct Law {
    /// The rule it is about.
    pub rule: Rule,
    /// The smallest period.
    pub period: u64,
    /// The smallest preperiod for that period: the last exception plus one.
    pub preperiod: u64,
    /// What is added from period to period.
    pub saltus: u64,
    /// Why it holds.
    pub theorem: Theorem,
    /// The heaps whose values were checked for the theorem: from the first to before the second.
    pub window: (u64, u64),
    /// How many values were computed.
    pub computed: u64,
    /// The sparse space in which they were computed, if there was one.
    pub sparse: Option<Facts>,
    /// G(0), …, at least up to preperiod + period.
    values: Table,
}

/// What was seen of a rule on which no law was proved.
#[derive(Debug, Clone)]
pub struct Observation {
    /// The rule it is about.
    pub rule: Rule,
    /// All values that were computed.
    pub values: Table,
    /// The sparse space in which they were computed, if there was one.
    pub sparse: Option<Facts>,
    /// A repetition that held so far, with its saltus; nothing is claimed beyond the values.
    pub pattern: Option<(Repetition, i64)>,
}

/// A law, or how far the search for one came.
#[derive(Debug, Clone)]
pub enum Finding {
    /// Proved.
    Law(Law),
    /// Observed only.
    Open(Observation),
}

impl Finding {
    /// The law, if there is one.
    pub fn law(self) -> Option<Law> {
        match self {
            Finding::Law(law) => Some(law),
            Finding::Open(_) => None,
        }
    }

    /// The values that are known one by one.
    pub fn values(&self) -> &Table {
        match self {
            Finding::Law(law) => &law.values,
            Finding::Open(seen) => &seen.values,
        }
    }
}

/// Do heaps break into three, so that time and memory grow with the square of the number of values or faster?
fn breaks_into_three(rule: &Rule) -> bool {
    *rule == Rule::Split(3) || TakeBreak::of(rule).is_some_and(|shape| shape.most_parts > 2)
}

/// How many values to look at for the law of a rule, unless somebody knows better: what takes a few seconds.
pub fn usual_limit(rule: &Rule) -> u64 {
    if breaks_into_three(rule) { 20_000 } else { 1_000_000 }
}

/// Looks for the law of a heap rule, computing at most `limit` values, or as many as memory has room for, and stopping as soon as a
/// theorem applies.
pub fn find(rule: &Rule, limit: u64, work: &Work) -> Result<Finding> {
    let limit = limit.max(1);
    match search(rule, limit, work)? {
        Search::Law(law) => Ok(Finding::Law(law)),
        Search::None(mut solver) => {
            // Where memory ends, what is known is still worth telling.
            extend_if_room(solver.as_mut(), table_size(limit - 1, work)?, work)?;
            Ok(observe(rule, solver.as_ref(), limit))
        }
    }
}

/// Makes `count` values known, or as many as memory has room for; tells whether it had.
fn extend_if_room(solver: &mut dyn Solver, count: usize, work: &Work) -> Result<bool> {
    match solver.extend(count, work) {
        Err(Error::Memory { .. }) if solver.known() > 1 => Ok(false),
        done => done.map(|()| true),
    }
}

/// A law, or the solver with what it has computed so far.
enum Search {
    Law(Law),
    None(Box<dyn Solver>),
}

fn search(rule: &Rule, limit: u64, work: &Work) -> Result<Search> {
    if let Some(law) = closed_form::law(rule) {
        return Ok(Search::Law(law));
    }
    let mut solver = solver(rule)?;
    let law = match &TakeBreak::of(rule) {
        Some(shape) if shape.tail.is_none() => {
            let found = periodicity::search(shape, solver.as_mut(), limit, work)?;
            found.map(|found| Law { rule: rule.clone(), ..found })
        }
        Some(shape) if shape.only_takes() => repeating::search(rule, shape, limit, work)?,
        _ => None,
    };
    Ok(law.map_or(Search::None(solver), Search::Law))
}

fn observe(rule: &Rule, solver: &dyn Solver, limit: u64) -> Finding {
    let count = solver.known().min(limit as usize);
    let seen = repetition::of_steps(solver, count).filter(|seen| seen.covers_half(count - 1));
    let pattern = seen.map(|seen| {
        let (from, to) = (seen.start as usize, (seen.start + seen.period) as usize);
        (seen, i64::from(solver.value(to)) - i64::from(solver.value(from)))
    });
    let values = solver.table(count);
    Finding::Open(Observation { rule: rule.clone(), values, sparse: solver.facts(), pattern })
}

impl Law {
    /// Every law is proved; what is not proved is an [`Observation`].
    pub fn status(&self) -> Status {
        Status::Proved
    }

    /// What it rests on, in a few words.
    pub fn basis(&self) -> String {
        let shape = match self.saltus {
            0 => format!("period {}, preperiod {}", self.period, self.preperiod),
            saltus => format!("period {}, preperiod {}, saltus {saltus}", self.period, self.preperiod),
        };
        match self.theorem {
            Theorem::ClosedForm(formula) => formula.to_string(),
            Theorem::Periodicity { .. } => format!("{shape}, by the periodicity theorem"),
            Theorem::StateRepeats { .. } => format!("{shape}, by a state that came back"),
        }
    }

    /// The values that the law starts from: preperiod and first period.
    pub fn stem(&self) -> impl Iterator<Item = u32> + '_ {
        self.values.iter().take((self.preperiod + self.period) as usize)
    }

    /// The nim-value of any heap.
    pub fn value(&self, n: &BigUint) -> BigUint {
        if let Some(known) = n.to_usize().and_then(|n| self.values.get(n)) {
            return known.into();
        }
        let (rounds, residue) = (n - self.preperiod).div_rem(&BigUint::from(self.period));
        let place = self.preperiod as usize + residue.to_usize().expect("below the period");
        rounds * self.saltus + self.values.at(place)
    }

    /// The largest value and where it is first taken; `None` if values grow for ever.
    pub fn largest(&self) -> Option<(u32, u64)> {
        if self.saltus > 0 {
            return None;
        }
        let digest = digest(self.stem());
        Some((digest.largest, digest.at))
    }

    /// How many heaps of 0 to `largest` have the given value.
    pub fn count_of(&self, value: u32, largest: &BigUint) -> BigUint {
        let mut count = BigUint::zero();
        for (n, start) in self.stem().enumerate() {
            if BigUint::from(n) > *largest || start > value {
                continue;
            }
            let excess = u64::from(value - start);
            if (n as u64) < self.preperiod || self.saltus > 0 {
                let rounds = excess.checked_div(self.saltus).unwrap_or(0);
                let lands = rounds * self.saltus == excess && (rounds == 0 || n as u64 >= self.preperiod);
                let place = BigUint::from(n) + BigUint::from(rounds) * self.period;
                count += u32::from(lands && place <= *largest);
            } else if excess == 0 {
                count += (largest - n) / self.period + 1u32;
            }
        }
        count
    }

    /// How many heaps of 0 to `largest` have each value: entry v counts value v. Only for laws without saltus.
    pub fn histogram(&self, largest: &BigUint) -> Result<Vec<BigUint>> {
        let Some((top, _)) = self.largest() else {
            return Err(Error::unsupported(format!(
                "values of {} grow for ever, so there is no finite histogram",
                self.rule
            )));
        };
        let mut counts = vec![BigUint::zero(); top as usize + 1];
        for (n, value) in self.stem().enumerate().take_while(|(n, _)| BigUint::from(*n) <= *largest) {
            let again =
                if (n as u64) < self.preperiod { BigUint::zero() } else { (largest - n) / self.period };
            counts[value as usize] += again + 1u32;
        }
        Ok(counts)
    }
}

/// What is known of all heaps up to a size: a law, or every single value.
#[derive(Debug, Clone)]
pub enum Known {
    /// Any size, by a law.
    Law(Law),
    /// Heaps 0 to the size that was asked for.
    Values(Table),
}

/// Sizes up to this are computed one by one if there is no law, whatever the limit of the search for one.
const ALWAYS_COMPUTED: u64 = 10_000_000;

/// Values of all heaps up to `largest`: by a law if one is proved on the way, else one by one.
/// For more than ten million heaps no more than `limit` values are looked at.
pub fn up_to(rule: &Rule, largest: &BigUint, limit: u64, work: &Work) -> Result<Known> {
    let wanted = largest.to_u64().and_then(|n| n.checked_add(1)).unwrap_or(u64::MAX);
    let most = if wanted <= ALWAYS_COMPUTED { wanted } else { wanted.min(limit) };
    match find(rule, most, work)? {
        Finding::Law(law) => Ok(Known::Law(law)),
        Finding::Open(seen) if seen.values.len() as u64 >= wanted => Ok(Known::Values(seen.values)),
        Finding::Open(_) => Err(Error::NoLaw { rule: rule.to_string(), limit: most }),
    }
}
