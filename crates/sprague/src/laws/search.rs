//! The search for a law: values are computed until a theorem applies, or a limit is reached.

use super::automata::{self, AutomatonLaw, Bounds};
use super::run::{Keep, Run, Step};
use super::{Law, NimSequence, Theorem, closed_form, repeating};
use crate::rules::{HeapRule, Rule};
use crate::values::{Solver, Table, table_size};
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::time::Duration;

/// Sizes up to this are computed one by one if there is no law, whatever the limit of the search.
const ALWAYS_COMPUTED: u64 = 10_000_000;

/// The most values from which laws by automata are guessed.
const AUTOMATON_VALUES: u64 = 4096;

/// The most values that a search without a limit computes in a window.
const LONGEST_IN_WINDOW: u64 = 1 << 40;

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// A theorem applied.
    Law,
    /// The limit on the number of values was reached.
    Limit,
    /// Time ran out.
    Time,
    /// There was no memory for more values.
    Memory,
    /// The watcher asked to stop.
    Stopped,
}

/// What a search came to.
#[derive(Debug, Clone)]
pub struct Searched<T> {
    /// The law, or the values computed so far.
    pub known: T,
    /// Why the search ended.
    pub ended: Ended,
}

impl<T> Searched<T> {
    /// What is known; an error if the search was stopped.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the watcher asked to stop.
    pub fn unless_stopped(self) -> Result<T> {
        if self.ended == Ended::Stopped { Err(Error::Interrupted) } else { Ok(self.known) }
    }
}

/// A search for the law of a heap rule.
///
/// It ends when a theorem applies, when the limit of values or time is reached, or when there is no memory
/// for more values. What is known by then is the result in each case. Without a limit of either kind it
/// computes [`usual_limit`] values.
///
/// ```
/// use sprague::{Work, laws::{Ended, Search}, rules::Rule};
/// let grundy: Rule = "grundy".parse()?;
/// let found = Search::default().limit(1000).find(&grundy, &Work::quiet())?;
/// assert_eq!((found.ended, found.known.len()), (Ended::Limit, 1000));
/// # Ok::<(), sprague::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Search {
    limit: Option<u64>,
    time: Option<Duration>,
}

impl Search {
    /// At most this many values, and at least one.
    pub fn limit(self, values: u64) -> Self {
        Search { limit: Some(values.max(1)), ..self }
    }

    /// At most this long.
    pub fn time(self, time: Duration) -> Self {
        Search { time: Some(time), ..self }
    }

    /// The law, or the values that were computed.
    ///
    /// # Errors
    /// If the rule is not one of heaps, or if there is no memory or time for any value at all.
    pub fn find(&self, rule: &Rule, work: &Work) -> Result<Searched<NimSequence>> {
        let longest = if self.time.is_some() { longest_search(rule) } else { usual_limit(rule) };
        let limit = self.limit.unwrap_or(longest).min(u64::from(u32::MAX));
        let (mut run, work) =
            (Run::keeping(rule, Keep::Values { law_within: limit })?, self.context(limit, work));
        work.count_solver();
        let ended = to_the_end(&mut run, limit, &work)?;
        Ok(Searched { known: run.into_sequence(limit as usize), ended })
    }

    /// The law of a rule that breaks into two heaps, without keeping the values: once rare positions have
    /// died out, a window of the last values is enough.
    ///
    /// # Errors
    /// If moves of the rule leave more than two heaps, or never two.
    pub fn in_window(&self, rule: &Rule, work: &Work) -> Result<Searched<Run>> {
        if !rule.heap_rule().is_some_and(super::window::has_window) {
            return Err(Error::wrong_game(format!(
                "{rule} has no window: that is for codes whose moves leave at most two heaps, and some two"
            )));
        }
        let longest = if self.time.is_some() { LONGEST_IN_WINDOW } else { usual_limit(rule) };
        let limit = self.limit.unwrap_or(longest);
        let (mut run, work) = (Run::keeping(rule, Keep::Nothing)?, self.context(limit, work));
        work.count_solver();
        let ended = to_the_end(&mut run, limit, &work)?;
        Ok(Searched { known: run, ended })
    }

    /// The values of all heaps up to `largest`: by a law if one is proved on the way, otherwise one by one.
    /// The limits of the search hold beyond ten million heaps only.
    ///
    /// # Errors
    /// [`Error::NoLaw`] if the search ended before `largest` without a law.
    pub fn up_to(&self, rule: &Rule, largest: &BigUint, work: &Work) -> Result<NimSequence> {
        let wanted = largest.to_u64().and_then(|n| n.checked_add(1)).unwrap_or(u64::MAX);
        let search = if wanted <= ALWAYS_COMPUTED {
            Search::default().limit(wanted)
        } else {
            Search { limit: self.limit.map(|limit| limit.min(wanted)), ..self.clone() }
        };
        let known = search.find(rule, work)?.unless_stopped()?;
        if known.law().is_none() && (known.len() as u64) < wanted {
            return Err(Error::NoLaw { rule: rule.to_string(), limit: known.len() as u64 });
        }
        Ok(known)
    }

    /// The context of this search: its deadline, and what progress is measured by.
    fn context<'a>(&self, limit: u64, work: &Work<'a>) -> Work<'a> {
        let work = self.time.map_or_else(|| work.clone(), |time| work.within(time));
        if self.limit.is_none() && self.time.is_some() { work.towards_unknown() } else { work.towards(limit) }
    }
}

/// Advances a run until it has a law, or as far as it gets.
fn to_the_end(run: &mut Run, limit: u64, work: &Work) -> Result<Ended> {
    let (ended, error) = loop {
        match run.advance(limit, None, work) {
            Ok(Step::More) => run.skip(),
            Ok(Step::Law) => return Ok(Ended::Law),
            Ok(Step::Reached) => return Ok(Ended::Limit),
            Err(error @ Error::OutOfTime) => break (Ended::Time, error),
            Err(error @ Error::Memory { .. }) => break (Ended::Memory, error),
            Err(error @ Error::Interrupted) => break (Ended::Stopped, error),
            Err(error) => return Err(error),
        }
    };
    // Every solver knows the empty heap; that alone is not worth reporting.
    if run.known() <= 1 {
        return Err(error);
    }
    // What the values that are there can prove is proved.
    let proved = ended != Ended::Stopped && run.look_for_law(run.known(), work)?;
    Ok(if proved { Ended::Law } else { ended })
}

/// The number of values that a search computes by default: those of a few seconds.
pub fn usual_limit(rule: &Rule) -> u64 {
    if rule.heap_rule().is_some_and(breaks_into_three) { 20_000 } else { 1_000_000 }
}

/// The most values that a search by time computes, so that it takes no surprising memory.
fn longest_search(rule: &Rule) -> u64 {
    50 * usual_limit(rule)
}

/// Do heaps break into three or more, so that time and memory grow with the square of the number of values or
/// faster?
fn breaks_into_three(rule: &HeapRule) -> bool {
    rule.most_parts() > 2
}

/// Searches for the law of a heap rule, computing at most `limit` values: [`Search::find`] in short.
///
/// # Errors
/// As [`Search::find`], or if the watcher asks to stop.
pub fn find(rule: &Rule, limit: u64, work: &Work) -> Result<NimSequence> {
    Search::default().limit(limit).find(rule, work)?.unless_stopped()
}

/// The values of heaps 0 to `largest`. If a law is proved within an eighth of them, the rest is read off it;
/// where heaps break into three it is searched for within [`usual_limit`] too, so that what does not fit in
/// memory is refused soon.
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
    if breaks_into_three(rule.require_heaps("values by heap size are asked for")?) {
        eighth = eighth.min(usual_limit(rule));
    }
    let (mut run, work) =
        (Run::keeping(rule, Keep::Values { law_within: eighth })?, work.towards(len as u64));
    work.count_solver();
    while run.advance(eighth, None, &work)? == Step::More {
        run.skip();
    }
    run.fill(len, &work)?;
    Ok(run.into_sequence(len))
}

/// A solver without a law, and why one that all values agree with is not decided.
pub(super) struct Open {
    pub solver: Box<dyn Solver>,
    pub undecided: Option<String>,
}

/// The law by any theorem but the one on periods: from a few values, or from none. Else why one that all
/// values agree with is not decided.
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
        return Ok((repeating::search(rule, heaps, solver, limit, work)?, None));
    }
    // Finite rules that leave at most two heaps have no saltus, so the periodicity theorem is enough for
    // them.
    if !(free && heaps.is_finite() && heaps.most_parts() <= 2) {
        let values = limit.min(AUTOMATON_VALUES) as usize;
        return Ok(match automata::search(heaps, solver, values, &Bounds::default(), work)? {
            automata::Search::Law(law) => (Some(by_automata(rule, *law)), None),
            automata::Search::Open(open) => (None, open.map(|open| open.line)),
        });
    }
    Ok((None, None))
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
        on_trust: false,
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
        let work = Work::quiet();
        let (short, second) = (Duration::from_millis(20), Duration::from_secs(1));
        let (few, brief, long) =
            (Search::default().limit(1000), Search::default().time(short), Search::default().time(second));
        for search in [&few, &brief] {
            let known = search.up_to(&rule("grundy"), &3000u32.into(), &work).unwrap();
            assert_eq!((known.len(), known.law().is_none()), (3001, true));
        }
        let many = BigUint::from(10_000_000u32);
        for search in [&few, &brief] {
            let line = search.up_to(&rule("grundy"), &many, &work).unwrap_err().to_string();
            assert!(line.contains("grundy"), "{line}");
        }
        let huge = BigUint::from(10u32).pow(30);
        for search in [&few, &long] {
            assert_eq!(search.up_to(&rule("kayles"), &huge, &work).unwrap().law().unwrap().period, 12);
        }
        let none = Search::default().limit(100).up_to(&rule("kayles"), &huge, &work);
        assert!(matches!(none, Err(Error::NoLaw { limit: 100, .. })));
    }

    /// Every way to end, and what is known then.
    #[test]
    fn ends() {
        let (grundy, quiet) = (rule("grundy"), Work::quiet());
        let ended = |search: &Search, rule: &Rule, work: &Work| {
            let found = search.find(rule, work).unwrap();
            assert_eq!(found.known.law().is_some(), found.ended == Ended::Law);
            (found.ended, found.known.len())
        };
        let limited = Search::default().limit(5000);
        assert_eq!(ended(&limited, &grundy, &quiet), (Ended::Limit, 5000));
        assert_eq!(ended(&limited, &rule("kayles"), &quiet), (Ended::Law, 5000));
        let time = Search::default().time(Duration::from_millis(5));
        assert_eq!(ended(&time, &grundy, &quiet).0, Ended::Time);
        // The limit of the values does not lift that of time.
        assert_eq!(ended(&time.clone().limit(1 << 30), &grundy, &quiet).0, Ended::Time);
        let little = Work::new(50_000, &|_, _| true);
        let (end, len) = ended(&Search::default(), &grundy, &little);
        assert!(end == Ended::Memory && (2..=50_000).contains(&len), "{end:?} {len}");
        let stop = Work::new(1 << 30, &|done, _| done < 3000);
        let (end, len) = ended(&Search::default(), &grundy, &stop);
        assert!(end == Ended::Stopped && len >= 3000, "{end:?} {len}");
        assert_eq!(find(&grundy, 1 << 20, &stop).unwrap_err(), Error::Interrupted);
    }

    /// The number of values is exact, and a law is proved by the last of them if they prove it.
    #[test]
    fn to_the_last_value() {
        let needed = find(&rule("kayles"), 1000, &Work::quiet()).unwrap().law().unwrap().computed;
        for (limit, ended) in [(needed - 1, Ended::Limit), (needed, Ended::Law)] {
            let found = Search::default().limit(limit).find(&rule("kayles"), &Work::quiet()).unwrap();
            assert_eq!((found.ended, found.known.len() as u64), (ended, limit));
        }
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

    /// The theorem that proves the law of each kind of rule.
    #[test]
    fn theorems() {
        for (text, theorem) in [
            ("split:4", "closed form"),
            ("4.[3]", "closed form"),
            ("allbut:1,2", "state"),
            ("0.1[2]", "state"),
            ("nim", "state"),
            ("0.[13]", "automaton"),
            ("4.330[3]", "automaton"),
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
                Theorem::StateRepeats { .. } | Theorem::WindowRepeats { .. } => "state",
                Theorem::Automaton(_) => "automaton",
                Theorem::Periodicity { .. } => "period",
            };
            assert_eq!(by, theorem, "{text}");
        }
    }
}
