//! `sprague law RULE`: find and prove the law, or say what was observed and how far.

use crate::args;
use crate::context::Context;
use crate::report::{Printed, ask, further, print, seconds};
use crate::self_check::self_check;
use sprague::ask::{Answer, Found, FoundLaw, FoundRows, LawQuestion, Question, SparseSpace};
use sprague::{Error, Status};

pub fn run(args: &args::Law, context: &Context) -> anyhow::Result<u8> {
    let wants_certificate = args.self_check || args.save.save.is_some();
    if args.window && wants_certificate {
        let line =
            "a law found in a window has no certificate, since its values are not kept; leave --window out";
        return Err(Error::Unsupported(line.to_string()).into());
    }
    // Of a run that kept no values only the law itself can be told.
    let mut answered = match (&context.run, &context.known) {
        (Some(run), None) => sprague::ask::recorded(question(args), run.law()?),
        _ => ask(&question(args), context)?,
    };
    let mut printed = printed(&answered.answer, context.verbose);
    let proved = answered.answer.status == Status::Proved;
    if !proved && wants_certificate {
        crate::complain("no law was proved, so there is no certificate and none was written");
    }
    if proved && args.self_check {
        let verdict = self_check(&answered.certificate()?)?;
        printed.text += &format!("\nchecked: {verdict}");
        answered.answer.checked = Some(verdict);
    }
    if proved {
        args.save.write(|| Ok(answered.certificate()?))?;
    }
    if !args.save.takes_stdout() {
        print(&answered.answer, &printed, context)?;
    }
    Ok(u8::from(!proved))
}

pub fn question(args: &args::Law) -> Question {
    let (rule, limit, upto) = (args.rule.clone(), args.limit.clone(), args.upto.clone());
    Question::Law(LawQuestion { rule, limit, upto, window: args.window })
}

fn printed(answer: &Answer, verbose: bool) -> Printed {
    match &answer.found {
        Found::Law(law) => Printed { text: text(answer, law, verbose), bare: bare(law) },
        Found::Rows(rows) => Printed { text: rows_text(answer, rows), bare: rows_bare(rows) },
        Found::Formula(found) => Printed {
            text: format!(
                "{}: {}\n{} by a theorem: {}",
                found.rule, found.formula, answer.status, found.proof
            ),
            bare: found.formula.clone(),
        },
        _ => unreachable!("a law was asked for"),
    }
}

/// Period, preperiod and saltus.
fn bare(law: &FoundLaw) -> String {
    match (law.period, law.preperiod, law.saltus) {
        (Some(period), Some(preperiod), Some(saltus)) => format!("{period} {preperiod} {saltus}"),
        (Some(period), Some(preperiod), None) => format!("{period} {preperiod} varies"),
        _ => "none".to_string(),
    }
}

fn text(answer: &Answer, law: &FoundLaw, verbose: bool) -> String {
    let (period, preperiod) = (law.period.unwrap_or(0), law.preperiod.unwrap_or(0));
    let saltus = law.saltus.unwrap_or(0);
    let largest = match (law.max_value, law.max_value_at) {
        (Some(largest), Some(at)) => format!("\nlargest value {largest}, first at {at}"),
        _ => String::new(),
    };
    let sparse = if verbose { sparse_line(law.sparse_space.as_ref()) } else { String::new() };
    if answer.status != Status::Proved {
        return observed(answer, law, &largest, &sparse);
    }
    let grows = match (law.saltus, &law.formula) {
        (None, Some(formula)) => format!("\n{formula}"),
        (Some(1..), _) => format!(", saltus {saltus}"),
        _ => String::new(),
    };
    let kept = law.bytes_kept.map_or(String::new(), |bytes| format!("{bytes} bytes kept, "));
    let theorem = if verbose { theorem(law) } else { name(law) };
    let because = law.because.as_ref().map_or(String::new(), |why| format!("\nwhy: {why}"));
    format!(
        "{}: period {period}, preperiod {preperiod}{grows}{largest}\n{} by {theorem}{because}{sparse}\n\
         {} values computed, {kept}{}",
        law.rule,
        answer.status,
        law.values_computed,
        seconds(answer)
    )
}

fn observed(answer: &Answer, law: &FoundLaw, largest: &str, sparse: &str) -> String {
    if let (None, Some(reason)) = (law.max_value, &law.reason) {
        return format!("{}: no law proved: {reason}{}\n{}", law.rule, stopped(law), seconds(answer));
    }
    let mut text = format!("{}: no law proved within {} values{largest}", law.rule, law.values_computed);
    if let (Some(period), Some(start), Some(saltus)) = (law.period, law.preperiod, law.saltus) {
        let grows = if saltus == 0 { String::new() } else { format!("{saltus:+}") };
        text += &format!(
            "\nobserved: G(n+{period}) = G(n){grows} for {start} <= n as far as was seen, which proves nothing"
        );
    }
    if let Some(reason) = law.reason.as_ref().filter(|reason| !reason.starts_with("no theorem")) {
        text += &format!("\nnot decided: {reason}");
    }
    text + &stopped(law) + sparse + &format!("\n{}", seconds(answer))
}

/// How to go further, if time was up.
fn stopped(law: &FoundLaw) -> String {
    if !law.out_of_time {
        return String::new();
    }
    format!("\nstopped as time was up; --limit {} goes further", further(law.values_computed))
}

/// The theorem in a few words.
fn name(law: &FoundLaw) -> String {
    match (law.theorem.as_deref(), law.window) {
        (Some("periodicity"), Some((from, to))) => {
            let period = law.period.unwrap_or(0);
            format!("the periodicity theorem: G(n+{period}) = G(n) was checked for {from} <= n < {to}")
        }
        (Some("state repeats"), Some((from, to))) => {
            format!("a state that came back, at heaps {from} and {to}")
        }
        (Some("automaton"), _) => "automata".to_string(),
        _ => format!("a theorem: {}", law.formula.as_deref().unwrap_or_default()),
    }
}

/// The theorem, and all that was checked for it.
fn theorem(law: &FoundLaw) -> String {
    let (period, (from, to)) = (law.period.unwrap_or(0), law.window.unwrap_or_default());
    let (parts, reach) = (law.parts.unwrap_or(0), law.reach.unwrap_or(0));
    match law.theorem.as_deref() {
        Some("periodicity") => {
            let parts = if parts == 1 { "1 part".to_string() } else { format!("{parts} parts") };
            format!(
                "the periodicity theorem for {parts} and reach {reach}: G(n+{period}) = G(n) checked for {from} <= n < {to}"
            )
        }
        Some("state repeats") if law.sparse_space.is_some() => {
            format!("a state that came back: the last {reach} values, at {from} and at {to}")
        }
        Some("state repeats") => {
            format!(
                "a state that came back: {reach} last values and the set of older ones, at {from} and at {to}"
            )
        }
        Some("automaton") => {
            let (states, subsets) = law.automaton.map_or((0, 0), |size| (size.states, size.subsets));
            format!(
                "automata: with {states} states and {subsets} sets of them no heap violates the mex recursion"
            )
        }
        _ => format!("a theorem: {}", law.formula.as_deref().unwrap_or_default()),
    }
}

/// Mask, rare positions and the last of them, where the engine found a sparse space.
fn sparse_line(space: Option<&SparseSpace>) -> String {
    let Some(SparseSpace { mask, parity, rare_positions: Some(rare), last_rare: Some(last), .. }) = space
    else {
        return String::new();
    };
    let parity = if *parity { " and position parity" } else { "" };
    format!("\nsparse space: mask {mask:#x}{parity}, {rare} rare positions, the last at {last}")
}

fn rows_text(answer: &Answer, found: &FoundRows) -> String {
    let mut text = String::from("   w      T_w  tail  largest\n");
    for row in &found.rows {
        text += &format!("{:>4} {:>8} {:>5} {:>8}\n", row.w, row.tail_start, row.tail_value, row.max_value);
    }
    text + &format!(
        "proved by the tail theorem: sheets of width w and height T_w or more all have the value `tail`; {}",
        seconds(answer)
    )
}

/// Width, T_w and tail of each row.
fn rows_bare(found: &FoundRows) -> String {
    let line = |row: &sprague::ask::CutRow| format!("{} {} {}", row.w, row.tail_start, row.tail_value);
    found.rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
