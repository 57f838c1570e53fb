//! The search for a law: values are computed until a theorem applies, or as many as are wanted.

use super::automata::{self, AutomatonLaw, Bounds};
use super::{Law, NimSequence, Theorem, closed_form, periodicity, repeating};
use crate::rules::{HeapRule, Rule};
use crate::values::{Solver, Table, solver, table_size};
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::time::Duration;

/// Sizes up to this are computed one by one if there is no law, whatever the limit of the search for one.
const ALWAYS_COMPUTED: u64 = 10_000_000;

/// Laws by automata are guessed from so many values at the most.
const AUTOMATON_VALUES: u64 = 4096;

/// How many values to look at for the law of a rule, unless somebody knows better: what takes a few seconds.
pub fn usual_limit(rule: &Rule) -> u64 {
    if rule.heap_rule().is_some_and(breaks_into_three) { 20_000 } else { 1_000_000 }
}

/// How many values a search by time looks at however fast it is, so that it takes no surprising memory.
fn longest_search(rule: &Rule) -> u64 {
    50 * usual_limit(rule)
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
    work.towards(limit, || find_to(rule, limit, work))
}

/// Looks for the law of a heap rule as [`find`] does, and for so long at the most.
pub fn find_limited(rule: &Rule, limit: u64, time: Duration, work: &Work) -> Result<NimSequence> {
    work.within(time, || find(rule, limit, work))
}

/// Looks for the law of a heap rule for so long at the most. What is known when time is up is told, as where memory ends.
pub fn find_within(rule: &Rule, time: Duration, work: &Work) -> Result<NimSequence> {
    let limit = longest_search(rule);
    work.towards(Work::UNKNOWN, || work.within(time, || find_to(rule, limit, work)))
}

fn find_to(rule: &Rule, limit: u64, work: &Work) -> Result<NimSequence> {
    match search(rule, limit, work)? {
        Ok(law) => Ok(of_law(law, limit)),
        Err(mut open) => {
            // Where memory ends, what is known is still worth telling.
            let len = table_size(limit - 1, work)?;
            extend_if_room(open.solver.as_mut(), len, work)?;
            let len = open.solver.known().min(len);
            Ok(NimSequence::of_solver(rule, open, len))
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
    work.towards(len as u64, || match search(rule, eighth, work)? {
        Ok(law) => Ok(NimSequence::of_law(law, len)),
        Err(mut open) => {
            open.solver.extend(len, work)?;
            Ok(NimSequence::of_solver(rule, open, len))
        }
    })
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

/// Values of all heaps up to `largest`, as [`up_to`]; for more than ten million heaps a law is looked for so long at the most.
pub fn up_to_within(rule: &Rule, largest: &BigUint, time: Duration, work: &Work) -> Result<NimSequence> {
    if largest.to_u64().is_some_and(|n| n < ALWAYS_COMPUTED) {
        return up_to(rule, largest, ALWAYS_COMPUTED, work);
    }
    let known = find_within(rule, time, work)?;
    if known.law().is_none() && BigUint::from(known.len()) <= *largest {
        return Err(Error::NoLaw { rule: rule.to_string(), limit: known.len() as u64 });
    }
    Ok(known)
}

/// A law answers every heap; those below 2^32 can be read one by one.
fn of_law(law: Law, limit: u64) -> NimSequence {
    NimSequence::of_law(law, limit.min(u64::from(u32::MAX)) as usize)
}

/// Makes `count` values known, or as many as memory and time have room for; tells whether they had.
pub(super) fn extend_if_room(solver: &mut dyn Solver, count: usize, work: &Work) -> Result<bool> {
    match solver.extend(count, work) {
        Err(Error::Memory { .. } | Error::OutOfTime) if solver.known() > 1 => Ok(false),
        done => done.map(|()| true),
    }
}

/// No law, and the solver with what it has computed so far.
pub(super) struct Open {
    pub solver: Box<dyn Solver>,
    /// Why a law that all values agree with is not decided.
    pub undecided: Option<String>,
}

fn search(rule: &Rule, limit: u64, work: &Work) -> Result<std::result::Result<Law, Open>> {
    let heaps = heaps(rule)?;
    work.count_solver();
    let mut solver = solver(heaps);
    let (mut law, undecided) = by_other_theorems(rule, heaps, solver.as_mut(), limit, work)?;
    if law.is_none() && heaps.parts().are_free() && heaps.is_finite() {
        law = periodicity::search(rule, heaps, solver.as_mut(), limit, work)?;
    }
    Ok(law.ok_or(Open { solver, undecided }))
}

/// The law by any theorem but the one on periods: from a few values, or from none. Else why one that all values agree with is
/// not decided.
pub(super) fn by_other_theorems(
    rule: &Rule,
    heaps: &HeapRule,
    solver: &mut dyn Solver,
    limit: u64,
    work: &Work,
) -> Result<(Option<Law>, Option<String>)> {
    if let Some(law) = closed_form::law(rule) {
        return Ok((Some(law), None));
    }
    let free = heaps.parts().are_free();
    if free && heaps.only_takes() && heaps.cycle_length() == 1 && !heaps.is_finite() {
        return Ok((unless_late(repeating::search(rule, heaps, solver, limit, work))?.flatten(), None));
    }
    // Finite rules that leave two heaps at the most have no saltus, so the periodicity theorem is enough for them.
    if !(free && heaps.is_finite() && heaps.most_parts() <= 2) {
        let values = limit.min(AUTOMATON_VALUES) as usize;
        match unless_late(automata::search(heaps, solver, values, &Bounds::default(), work))? {
            Some(automata::Search::Law(law)) => return Ok((Some(by_automata(rule, *law)), None)),
            Some(automata::Search::Open(open)) => return Ok((None, open.map(|open| open.line))),
            None => {}
        }
    }
    Ok((None, None))
}

/// Nothing where time was up.
fn unless_late<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Err(Error::OutOfTime) => Ok(None),
        other => other.map(Some),
    }
}

fn by_automata(rule: &Rule, law: AutomatonLaw) -> Law {
    let (period, n0, saltus) = (law.period(), law.preperiod(), law.saltus());
    let values: Table =
        (0..n0 + period).map(|n| law.value(&n.into()).to_u32().expect("a small heap")).collect();
    // The proof has n0 ≥ 1; the law may hold of the empty heap as well.
    let from_zero = n0 == 1 && saltus.is_some_and(|saltus| u64::from(values.at(period as usize)) == saltus);
    Law {
        rule: rule.clone(),
        period,
        preperiod: if from_zero { 0 } else { n0 },
        saltus,
        window: (0, n0),
        computed: law.computed as u64,
        sparse: None,
        theorem: Theorem::Automaton(Box::new(law)),
        values,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> Rule {
        text.parse().unwrap()
    }

    #[test]
    fn limits() {
        for (text, limit) in
            [("kayles", 1_000_000), ("sub:1", 1_000_000), ("0.8", 20_000), ("split:4", 20_000)]
        {
            assert_eq!(
                (usual_limit(&rule(text)), longest_search(&rule(text))),
                (limit, 50 * limit),
                "{text}"
            );
        }
        assert_eq!(usual_limit(&rule("cut")), 1_000_000);
    }

    /// Up to ten million heaps are computed whatever the limit, more only by a law.
    #[test]
    fn few_heaps_one_by_one() {
        let (work, second) = (Work::quiet(), Duration::from_secs(1));
        let known = up_to(&rule("grundy"), &3000u32.into(), 100, &work).unwrap();
        assert_eq!((known.len(), known.law().is_none()), (3001, true));
        let known = up_to_within(&rule("grundy"), &3000u32.into(), Duration::ZERO, &work).unwrap();
        assert_eq!(known.len(), 3001);
        let many = BigUint::from(10_000_000u32);
        let line = |result: Result<NimSequence>| result.unwrap_err().to_string();
        assert!(line(up_to(&rule("grundy"), &many, 1000, &work)).contains("grundy"));
        let short = Duration::from_millis(20);
        assert!(line(up_to_within(&rule("grundy"), &many, short, &work)).contains("grundy"));
        let huge = BigUint::from(10u32).pow(30);
        for known in
            [up_to(&rule("kayles"), &huge, 1000, &work), up_to_within(&rule("kayles"), &huge, second, &work)]
        {
            assert_eq!(known.unwrap().law().unwrap().period, 12);
        }
        assert!(matches!(up_to(&rule("kayles"), &huge, 100, &work), Err(Error::NoLaw { limit: 100, .. })));
    }

    /// Kayles has its law after 168 values: an eighth of 1344.
    #[test]
    fn an_eighth_of_the_values() {
        for (largest, law) in [(1343, false), (1344, true)] {
            let known = values(&rule("kayles"), largest, &Work::quiet()).unwrap();
            assert_eq!((known.law().is_some(), known.len() as u64), (law, largest + 1));
        }
    }

    /// Memory for no value at all is an error, not a sequence without values.
    #[test]
    fn where_memory_ends() {
        let nothing = Work::new(0, &|_, _| true);
        for text in ["grundy", "kayles", "0.3F"] {
            assert!(matches!(find(&rule(text), 100_000, &nothing), Err(Error::Memory { .. })), "{text}");
        }
    }

    /// A solver that memory has no room for.
    struct Full(usize);

    impl Solver for Full {
        fn known(&self) -> usize {
            self.0
        }

        fn value(&self, _: usize) -> u32 {
            0
        }

        fn extend(&mut self, _: usize, work: &Work) -> Result<()> {
            work.fits("a value", u64::MAX)
        }
    }

    /// Every solver knows the empty heap; where memory ends, that alone is not worth telling.
    #[test]
    fn room_for_some_values() {
        for (known, told) in [(0, false), (1, false), (2, true), (3, true)] {
            let room = extend_if_room(&mut Full(known), 10, &Work::quiet());
            assert_eq!(room.is_ok_and(|all| !all), told, "{known}");
        }
    }

    /// The theorem that proves the law of each kind of rule.
    #[test]
    fn theorems() {
        for (text, theorem) in [
            ("split:4", "closed form"),
            ("4.3...", "closed form"),
            ("allbut:1,2", "state"),
            ("0.12...", "state"),
            ("nim", "state"),
            ("0.(13)", "automaton"),
            ("4.3303...", "automaton"),
            ("0.7/least=2", "automaton"),
            ("0.77/largest=3", "automaton"),
            ("sub:1,2/least=2", "automaton"),
            ("0.3F", "automaton"),
            ("kayles", "period"),
            ("sub:1,2", "period"),
        ] {
            let known = find(&rule(text), 2000, &Work::quiet()).unwrap();
            let law = known.law().unwrap_or_else(|| panic!("{text}: no law"));
            let by = match law.theorem {
                Theorem::ClosedForm(_) => "closed form",
                Theorem::StateRepeats { .. } => "state",
                Theorem::Automaton(_) => "automaton",
                Theorem::Periodicity { .. } => "period",
            };
            assert_eq!(by, theorem, "{text}");
        }
    }
}
