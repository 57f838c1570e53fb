//! The search for a law: values are computed until a theorem applies, or as many as are wanted.

use super::{Law, NimSequence, closed_form, periodicity, repeating};
use crate::rules::{HeapRule, Rule};
use crate::values::{Solver, solver, table_size};
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Sizes up to this are computed one by one if there is no law, whatever the limit of the search for one.
const ALWAYS_COMPUTED: u64 = 10_000_000;

/// How many values to look at for the law of a rule, unless somebody knows better: what takes a few seconds.
pub fn usual_limit(rule: &Rule) -> u64 {
    if rule.heap_rule().is_some_and(breaks_into_three) { 20_000 } else { 1_000_000 }
}

/// Do heaps break into three or more, so that time and memory grow with the square of the number of values or faster?
fn breaks_into_three(rule: &HeapRule) -> bool {
    rule.most_parts() > 2
}

fn heaps(rule: &Rule) -> Result<&HeapRule> {
    rule.require_heaps("values by heap size are asked for")
}

/// Looks for the law of a heap rule, computing at most `limit` values, or as many as memory has room for, and stopping as soon as a
/// theorem applies.
pub fn find(rule: &Rule, limit: u64, work: &Work) -> Result<NimSequence> {
    let limit = limit.max(1);
    match search(rule, limit, work)? {
        Ok(law) => Ok(of_law(law, limit)),
        Err(mut solver) => {
            // Where memory ends, what is known is still worth telling.
            extend_if_room(solver.as_mut(), table_size(limit - 1, work)?, work)?;
            let len = solver.known().min(limit as usize);
            Ok(NimSequence::of_solver(rule, solver, len))
        }
    }
}

/// The values of heaps 0 to `largest`. If a law is proved within an eighth of them, the rest is read off it; where heaps break into
/// three it is looked for within [`usual_limit`] too, so that what memory has no room for is refused soon.
///
/// ```
/// use sprague::{Work, laws, rules::Rule};
/// let kayles: Rule = "kayles".parse().unwrap();
/// let values = laws::values(&kayles, 1_000_000, &Work::quiet()).unwrap();
/// let mut last = [0; 13];
/// values.read(1_000_000 - 12, &mut last);
/// assert_eq!(last[0], last[12]);
/// ```
pub fn values(rule: &Rule, largest: u64, work: &Work) -> Result<NimSequence> {
    let len = table_size(largest, work)?;
    let mut eighth = (largest / 8).max(1);
    if breaks_into_three(heaps(rule)?) {
        eighth = eighth.min(usual_limit(rule));
    }
    match search(rule, eighth, work)? {
        Ok(law) => Ok(NimSequence::of_law(law, len)),
        Err(mut solver) => {
            solver.extend(len, work)?;
            Ok(NimSequence::of_solver(rule, solver, len))
        }
    }
}

/// Values of all heaps up to `largest`: by a law if one is proved on the way, else one by one.
/// For more than ten million heaps no more than `limit` values are looked at.
pub fn up_to(rule: &Rule, largest: &BigUint, limit: u64, work: &Work) -> Result<NimSequence> {
    let wanted = largest.to_u64().and_then(|n| n.checked_add(1)).unwrap_or(u64::MAX);
    let most = if wanted <= ALWAYS_COMPUTED { wanted } else { wanted.min(limit) };
    let known = find(rule, most, work)?;
    if known.law().is_none() && (known.len() as u64) < wanted {
        return Err(Error::NoLaw { rule: rule.to_string(), limit: most });
    }
    Ok(known)
}

/// A law answers every heap; those below 2^32 can be read one by one.
fn of_law(law: Law, limit: u64) -> NimSequence {
    NimSequence::of_law(law, limit.min(u64::from(u32::MAX)) as usize)
}

/// Makes `count` values known, or as many as memory has room for; tells whether it had.
pub(super) fn extend_if_room(solver: &mut dyn Solver, count: usize, work: &Work) -> Result<bool> {
    match solver.extend(count, work) {
        Err(Error::Memory { .. }) if solver.known() > 1 => Ok(false),
        done => done.map(|()| true),
    }
}

/// A law, or the solver with what it has computed so far.
fn search(rule: &Rule, limit: u64, work: &Work) -> Result<std::result::Result<Law, Box<dyn Solver>>> {
    let heaps = heaps(rule)?;
    work.count_solver();
    if let Some(law) = closed_form::law(rule) {
        return Ok(Ok(law));
    }
    let mut solver = solver(heaps);
    let free = heaps.parts().are_free();
    let law = if free && heaps.is_finite() {
        periodicity::search(rule, heaps, solver.as_mut(), limit, work)?
    } else if free && heaps.only_takes() && heaps.cycle_length() == 1 {
        repeating::search(rule, heaps, solver.as_mut(), limit, work)?
    } else {
        None
    };
    Ok(law.ok_or(solver))
}
