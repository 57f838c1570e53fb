//! The law of a rule, or what was observed.

use super::{
    AutomatonSize, CutRow, FoundFormula, FoundLaw, FoundRows, LawQuestion, Reply, Source, SparseSpace,
    misere, rule, small,
};
use crate::known::{self, Evidence, Formula, Known};
use crate::laws::{Ended, Law, NimSequence, PhaseView, Repetition, Theorem};
use crate::rules::{FormulaGame, Kind, Rule, Sizes};
use crate::values::cutting::Rows;
use crate::values::digest;
use crate::values::engine::Facts;
use crate::{Error, Options, Result, Status, Work};

/// Rows of sheets that are computed by default.
const USUAL_WIDTH: &str = "20";

pub fn answer(question: &LawQuestion, source: &Source) -> Result<Reply> {
    let work = source.work;
    let rule = rule(&question.rule)?;
    if question.misere {
        return misere::law(question, &rule, source);
    }
    let formula = if let Kind::Formula(game) = rule.kind() { Some(game) } else { None };
    if rule.heap_rule().is_none() && formula.is_none() && !question.window {
        return of_game(&rule, question, work);
    }
    if question.to.is_some() {
        return Err(Error::option("to", &format!("is for sheets, not for {rule}")));
    }
    let limit = question.limit.as_deref().map(|limit| small(limit, "a limit of")).transpose()?;
    if let Some(game) = formula.filter(|_| !question.window) {
        return of_formulas(&rule, game, limit, source);
    }
    if question.window {
        return in_window(&rule, limit, source);
    }
    let search = source.law(&rule, limit)?;
    let out_of_time = search.ended == Ended::Time;
    let known = search.unless_stopped()?;
    let (mut found, status) = of_sequence(&known);
    found.out_of_time = out_of_time;
    Ok(Reply::new(found, status).with_evidence(Box::new(known) as Box<dyn Known>))
}

/// The law of a nim-sequence, or what was observed of it.
pub(super) fn of_sequence(known: &NimSequence) -> (FoundLaw, Status) {
    match known.law() {
        Some(law) => (of_law(law), law.status()),
        None => (observed(known), Status::Observed),
    }
}

/// A game that is not played with heaps: rows with tails, or a theorem.
fn of_game(rule: &Rule, question: &LawQuestion, work: &Work) -> Result<Reply> {
    if question.limit.is_some() {
        return Err(Error::option("limit", &format!("is for heaps, not for {rule}")));
    }
    let sheets = rule.least_size().len() == 2;
    if question.to.is_some() && !sheets {
        return Err(Error::option("to", &format!("is for sheets, not for {rule}")));
    }
    let width = small(question.to.as_deref().unwrap_or(USUAL_WIDTH), "a width of")?;
    let size = if sheets { width } else { 1 };
    let sizes = Sizes::up_to(rule, vec![size.into(); rule.least_size().len()])?;
    let known = known::up_to(rule, &sizes, &Options::default(), work)?;
    match known.evidence() {
        Evidence::Rows(rows) => {
            let found =
                FoundRows { rule: rule.to_string(), rows: tails(rows), theorem: "tail theorem".into() };
            Ok(Reply::new(found, known.status()).with_evidence(known))
        }
        Evidence::Theorem(formula) => {
            Ok(Reply::new(of_formula(rule, &formula), known.status()).with_evidence(known))
        }
        Evidence::Sequence(_) | Evidence::Listed(_) | Evidence::Play(_) | Evidence::Claimed(_) => {
            // The values are played out, but which positions are lost may follow a law.
            if let Some(law) = known::law_of_lost(rule) {
                return Ok(Reply::new(of_formula(rule, &law), Status::proved_by(&law)));
            }
            let line = format!("no law of {rule} is found here: its values are computed one by one");
            Err(Error::not_known(line))
        }
    }
}

/// What is observed of a game whose moves are formulas: no theorem is known for such games.
fn of_formulas(rule: &Rule, game: &FormulaGame, limit: Option<u64>, source: &Source) -> Result<Reply> {
    let work = source.work;
    let within = if limit.is_some() { work.clone() } else { work.within(source.time) };
    let seen = known::formula::observe(game, limit, &within, work)?;
    let largest = digest(seen.values.iter().copied());
    let saltus = |pattern: Repetition| {
        let from = pattern.start as usize;
        i64::from(seen.values[from + pattern.period as usize]) - i64::from(seen.values[from])
    };
    let found = FoundLaw {
        period: seen.pattern.map(|pattern| pattern.period),
        preperiod: seen.pattern.map(|pattern| pattern.start),
        saltus: seen.pattern.map(saltus),
        max_value: Some(largest.largest),
        max_value_at: Some(largest.at),
        reason: Some(format!(
            "no theorem is known for games by formula; {} values were looked at",
            seen.values.len()
        )),
        out_of_time: seen.out_of_time,
        ..nothing(rule, seen.values.len() as u64)
    };
    Ok(Reply::new(found, Status::Observed))
}

fn of_formula(rule: &Rule, formula: &Formula) -> FoundFormula {
    FoundFormula {
        rule: rule.to_string(),
        theorem: formula.name.into(),
        formula: formula.text.into(),
        proof: formula.proof.into(),
    }
}

fn tails(rows: &Rows) -> Vec<CutRow> {
    let row = |w: u64| {
        Some(CutRow {
            w,
            tail_start: rows.tail_start(w)?,
            tail_value: rows.tail_value(w)?,
            max_value: rows.largest(w)?,
        })
    };
    (1..=rows.width() as u64).filter_map(row).collect()
}

/// Everything unknown, for a rule and a number of values.
fn nothing(rule: &Rule, values_computed: u64) -> FoundLaw {
    FoundLaw {
        rule: rule.to_string(),
        period: None,
        preperiod: None,
        saltus: None,
        saltus_by_class: None,
        max_value: None,
        max_value_at: None,
        theorem: None,
        formula: None,
        parts: None,
        reach: None,
        window: None,
        values_computed,
        bytes_kept: None,
        automaton: None,
        reason: None,
        because: None,
        out_of_time: false,
        sparse_space: None,
    }
}

fn of_law(law: &Law) -> FoundLaw {
    let (max_value, max_value_at) = law.largest().unzip();
    let (theorem, formula, parts, reach) = match &law.theorem {
        &Theorem::Periodicity { parts, reach } => ("periodicity", None, Some(parts), Some(reach)),
        &Theorem::StateRepeats { reach } | &Theorem::WindowRepeats { reach, .. } => {
            ("state repeats", None, None, Some(reach))
        }
        Theorem::ClosedForm(formula) => ("closed form", Some(formula.to_string()), None, None),
        Theorem::Automaton(law) => ("automaton", Some(law.statement()), None, None),
    };
    let automaton = match &law.theorem {
        Theorem::Automaton(law) => {
            Some(AutomatonSize { states: law.proof.states as u64, subsets: law.proof.subsets as u64 })
        }
        _ => None,
    };
    let bytes_kept = match law.theorem {
        Theorem::WindowRepeats { bytes, .. } => Some(bytes),
        _ => None,
    };
    FoundLaw {
        period: Some(law.period),
        preperiod: Some(law.preperiod),
        saltus: law.saltus.map(|saltus| saltus as i64),
        saltus_by_class: law.saltus_by_class(),
        max_value,
        max_value_at,
        theorem: Some(theorem.into()),
        formula,
        parts,
        reach,
        window: Some(law.window),
        bytes_kept,
        automaton,
        because: Some(because(law)),
        sparse_space: law.sparse.as_ref().map(sparse_space),
        ..nothing(&law.rule, law.computed)
    }
}

/// Why the theorem applies, in a line or two.
fn because(law: &Law) -> String {
    let (period, start, (_, end)) = (law.period, law.preperiod.max(1), law.window);
    match &law.theorem {
        Theorem::Periodicity { parts: 1, reach } => format!(
            "a value depends on the {reach} before it alone, and {reach} in a row repeat after {period}"
        ),
        Theorem::Periodicity { parts, reach } => format!(
            "a move takes at most {reach} and leaves at most {parts} heaps, so from heap {} on its largest part is past {}: \
             there values repeat, hence options, hence the mex",
            end + period,
            start + period - 1,
        ),
        Theorem::WindowRepeats { .. } => {
            "the next value depends on this state alone, so what followed it once follows it again".into()
        }
        Theorem::StateRepeats { .. } => {
            "the next value depends on this state alone, so what followed it once follows it again".into()
        }
        Theorem::ClosedForm(_) => {
            "induction on n: every value is the mex of its options (docs/closed-forms.md)".into()
        }
        Theorem::Automaton(_) => {
            "an automaton reads all heaps and their options at once and finds none whose value is not the mex"
                .into()
        }
    }
}

fn observed(known: &NimSequence) -> FoundLaw {
    let largest = digest(known.iter());
    let pattern = known.pattern();
    FoundLaw {
        period: pattern.map(|pattern| pattern.period),
        preperiod: pattern.map(|pattern| pattern.start),
        saltus: pattern.map(|pattern| pattern.saltus),
        max_value: Some(largest.largest),
        max_value_at: Some(largest.at),
        reason: Some(
            known
                .undecided()
                .map_or_else(|| format!("no theorem applied within {} values", known.len()), str::to_string),
        ),
        sparse_space: known.sparse().as_ref().map(sparse_space),
        ..nothing(known.rule(), known.len() as u64)
    }
}

/// The law that a run has found.
pub fn law_of_run(law: &Law) -> FoundLaw {
    of_law(law)
}

/// The answer to a question about the law of a recorded run: the law that was found when the run was computed
/// again.
///
/// # Errors
/// If the question is about another rule.
pub fn replayed(question: &super::LawQuestion, law: &Law) -> Result<super::Answered> {
    let asked: Rule = question.rule.parse()?;
    if asked != law.rule {
        return Err(Error::wrong_game(format!("the law is one of {}, not of {asked}", law.rule)));
    }
    let question = super::Question::Law(question.clone());
    Ok(super::Answered::without_evidence(question, of_law(law), law.status()))
}

/// The answer to a question about the law of a recorded run that was not computed again to its end: what the
/// record says is an observation, with the reason why it is no more.
pub fn recorded(question: super::Question, law: FoundLaw, reason: String) -> super::Answered {
    let unproved = FoundLaw {
        theorem: None,
        formula: None,
        parts: None,
        reach: None,
        window: None,
        automaton: None,
        because: None,
        reason: Some(reason),
        ..law
    };
    super::Answered::without_evidence(question, unproved, Status::Observed)
}

fn in_window(rule: &Rule, limit: Option<u64>, source: &Source) -> Result<Reply> {
    let found = source.search(limit).in_window(rule, source.work)?;
    let out_of_time = found.ended == Ended::Time;
    let run = found.unless_stopped()?;
    if let Some(law) = run.law() {
        return Ok(Reply::new(law_of_run(law), run.status()));
    }
    let known = run.known();
    let reason = match run.phase() {
        PhaseView::Window(_) => format!("no state repeated within {known} values"),
        PhaseView::Whole(_) => format!(
            "after {known} values no window determines all further ones; it is tried from 65536 values on, \
             with many rare positions from 4194304 on"
        ),
    };
    let nothing = FoundLaw { reason: Some(reason), out_of_time, ..nothing(rule, known) };
    Ok(Reply::new(nothing, Status::Observed))
}

/// A sparse space as answers have it.
pub fn sparse_space(facts: &Facts) -> SparseSpace {
    SparseSpace {
        mask: facts.mask,
        parity: facts.parity,
        rare_positions: facts.rare_positions,
        last_rare: facts.last_rare,
        bytes_per_value: facts.bytes_per_value,
        method: facts.method.to_string(),
    }
}
