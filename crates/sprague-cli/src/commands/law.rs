//! `sprague law RULE`: find and prove the law, or say what was observed and how far.

use crate::args;
use crate::context::Context;
use crate::questions;
use crate::report::{Printed, ask, checked_by, estimate, further, grouped, print, seconds};
use crate::self_check::self_check;
use crate::store::quoted;
use crate::store::reader::ReadLaw;
use sprague::ask::{Answer, Found, FoundLaw, FoundMisereLaw, FoundRows, Question, SparseSpace};
use sprague::rules::Rule;
use std::path::Path;

/// A search that may take longer is worth saving.
const LONG: f64 = 60.0;

pub fn run(args: &args::Law, context: &Context) -> anyhow::Result<u8> {
    let wants_certificate = args.self_check || args.save.save.is_some();
    let about = questions::law(args);
    let question = Question::Law(about.clone());
    if wants_certificate {
        sprague::ask::certifiable(&question)?;
    }
    // Of a run whose values are not at hand, or were not recomputed to the end, only the law can be reported.
    let recorded_law = context.law.as_ref().filter(|_| !args.misere.misere);
    let mut answered = match recorded_law {
        Some(ReadLaw::Proved(law)) => sprague::ask::replayed(&about, law)?,
        Some(ReadLaw::Recorded(law, reason)) => {
            sprague::ask::recorded(question, (**law).clone(), reason.clone())
        }
        None => ask(&question, context)?,
    };
    let mut printed = match recorded_law {
        Some(ReadLaw::Recorded(law, reason)) => recorded(law, reason),
        _ => printed(answered.answer(), args.verbose),
    };
    let proved = answered.answer().status().is_proved();
    // A misère quotient is proved for the heaps that it has, with or without a law.
    let certified = proved || matches!(answered.answer().found(), Found::MisereLaw(_));
    if !certified && wants_certificate {
        crate::complain("no law was proved, so there is no certificate and none was written");
    }
    if certified && args.self_check {
        let verdict = self_check(&answered.certificate()?)?;
        answered = answered.checked(verdict);
        printed.text += &checked_by(answered.answer(), "");
    }
    if certified {
        args.save.write(|| Ok(answered.certificate()?))?;
    }
    if !args.save.takes_stdout() {
        print(answered.answer(), &printed, context)?;
    }
    Ok(u8::from(!proved))
}

fn printed(answer: &Answer, verbose: bool) -> Printed {
    match answer.found() {
        Found::Law(law) => Printed { text: text(answer, law, verbose), bare: bare(law) },
        Found::MisereLaw(law) => Printed { text: misere_text(answer, law), bare: misere_bare(law) },
        Found::Rows(rows) => Printed { text: rows_text(answer, rows), bare: rows_bare(rows) },
        Found::Formula(found) => Printed {
            text: format!(
                "{}: {}\n{} by a theorem: {}",
                found.rule,
                found.formula,
                answer.status(),
                found.proof
            ),
            bare: found.formula.clone(),
        },
        _ => unreachable!("a law was asked for"),
    }
}

/// Order, size of 𝒫, period and preperiod.
fn misere_bare(law: &FoundMisereLaw) -> String {
    match (law.period, law.preperiod) {
        (Some(period), Some(preperiod)) => format!("{} {} {period} {preperiod}", law.order, law.p_portion),
        _ => "none".to_string(),
    }
}

fn misere_text(answer: &Answer, law: &FoundMisereLaw) -> String {
    let kind = if law.tame { "tame" } else { "wild" };
    let quotient = format!("order {}, {} of them lost, {kind}", law.order, law.p_portion);
    let mut text = match (law.period, law.preperiod, law.heaps_up_to) {
        (Some(period), Some(preperiod), _) => {
            format!("{}, misère play: {quotient}; period {period}, preperiod {preperiod}", law.rule)
        }
        (_, _, heaps) => format!(
            "{}, misère play: no law proved; the quotient of the heaps up to {} has {quotient}",
            law.rule,
            heaps.unwrap_or(0)
        ),
    };
    if let Some(presentation) = &law.presentation {
        text += &format!("\n{presentation}");
    }
    let letters = law.generators.iter().zip('a'..='z').map(|(heap, letter)| format!("{letter} = {heap}"));
    let letters: Vec<String> = letters.collect();
    if !letters.is_empty() {
        text += &format!("\nheaps: {}", letters.join(", "));
    }
    text += &format!("\nimages from heap 0: {}", law.images.join(", "));
    if !law.genera.is_empty() {
        text += &format!("\ngenera from heap 0: {}", law.genera.join(" "));
    }
    match (law.theorem.as_deref(), law.window) {
        (Some("periodicity"), Some((from, to))) => {
            let period = law.period.unwrap_or(0);
            text += &format!(
                "\nproved by the periodicity theorem: the images of n and n+{period} are equal for {from} <= n < {to}"
            );
        }
        (Some("state repeats"), Some((from, to))) => {
            text += &format!("\nproved: the same state before heaps {from} and {to}");
        }
        (Some("no move"), Some((from, _))) => {
            text += &format!("\nproved: heaps from {from} on have no move");
        }
        _ => {
            let orders: Vec<String> =
                law.orders.iter().map(|(heap, order)| format!("{order} at {heap}")).collect();
            text += &format!("\norders by heap, proved: {}", orders.join(", "));
            if let Some(open) = &law.open {
                text += &format!("\nheap {}: at least {} elements, proved", open.heap, open.lower_bound);
                let levels: Vec<String> = open.by_level.iter().map(u64::to_string).collect();
                if levels.len() > 1 {
                    text += &format!("; lower bounds by copies of the heap, observed: {}", levels.join(", "));
                }
            }
            text += &format!("\nended: {}", law.reason.as_deref().unwrap_or_default());
            if law.out_of_time {
                let rule = quoted(Path::new(&law.rule));
                text += &format!("; sprague law {rule} --misere --limit 1000 goes further");
            }
        }
    }
    text + &format!("\n{}", seconds(answer))
}

/// What a run directory says and has not been verified.
fn recorded(law: &FoundLaw, reason: &str) -> Printed {
    let shape = law.shape().unwrap_or_else(|| "no period".to_string());
    Printed { text: format!("{}: {shape}\nobserved: {reason}", law.rule), bare: bare(law) }
}

/// Period, preperiod and saltus; of a law by class the salti of all of them.
fn bare(law: &FoundLaw) -> String {
    match (law.period, law.preperiod, law.saltus) {
        (Some(period), Some(preperiod), Some(saltus)) => format!("{period} {preperiod} {saltus}"),
        (Some(period), Some(preperiod), None) => {
            let saltus =
                |saltus: &Option<u64>| saltus.map_or("none".to_string(), |saltus| saltus.to_string());
            let salti: Vec<String> = law.saltus_by_class.iter().flatten().map(saltus).collect();
            format!("{period} {preperiod} {}", salti.join(","))
        }
        _ => "none".to_string(),
    }
}

fn text(answer: &Answer, law: &FoundLaw, verbose: bool) -> String {
    let largest = match (law.max_value, law.max_value_at) {
        (Some(largest), Some(at)) => format!("\nlargest value {largest}, first at {at}"),
        _ => String::new(),
    };
    let sparse = if verbose { sparse_line(law.sparse_space.as_ref()) } else { String::new() };
    if !answer.status().is_proved() {
        return observed(answer, law, &largest, &sparse);
    }
    let shape = law.shape().unwrap_or_default();
    let formula = match (law.saltus, &law.formula) {
        (None, Some(formula)) => format!("\n{formula}"),
        _ => String::new(),
    };
    let kept = law.bytes_kept.map_or(String::new(), |bytes| format!("{bytes} bytes kept, "));
    let theorem = if verbose { theorem(law) } else { name(law) };
    let because = law.because.as_ref().map_or(String::new(), |why| format!("\nwhy: {why}"));
    format!(
        "{}: {shape}{formula}{largest}\n{} by {theorem}{because}{sparse}\n\
         {} values computed, {kept}{}",
        law.rule,
        answer.status(),
        law.values_computed,
        seconds(answer)
    )
}

fn observed(answer: &Answer, law: &FoundLaw, largest: &str, sparse: &str) -> String {
    if let (None, Some(reason)) = (law.max_value, &law.reason) {
        return format!(
            "{}: no law proved: {reason}{}\n{}",
            law.rule,
            go_further(answer, law),
            seconds(answer)
        );
    }
    let mut text = format!("{}: no law proved within {} values{largest}", law.rule, law.values_computed);
    if let (Some(period), Some(start), Some(saltus)) = (law.period, law.preperiod, law.saltus) {
        let grows = if saltus == 0 { String::new() } else { format!("{saltus:+}") };
        text += &format!(
            "\nobserved: G(n+{period}) = G(n){grows} for all n >= {start} computed so far, which proves nothing"
        );
    } else {
        text += "\nobserved: no repetition that a theorem could extend";
    }
    if let Some(reason) = law.reason.as_ref().filter(|reason| !reason.starts_with("no theorem")) {
        text += &format!("\nnot decided: {reason}");
    }
    let searched =
        format!("\nsearched heaps 0 to {} in {}", law.values_computed.saturating_sub(1), seconds(answer));
    text + sparse + &searched + &go_further(answer, law)
}

/// The command that goes further, and how long it may take: in proportion if values stay as cheap as they
/// were, with the square of their number if each is computed from all before it.
fn go_further(answer: &Answer, law: &FoundLaw) -> String {
    let (limit, window) =
        (further(law.values_computed), if asks_for_window(answer) { " --window" } else { "" });
    let more =
        10f64.powi(limit.trim_start_matches("10^").parse().unwrap_or(0)) / law.values_computed.max(1) as f64;
    let (least, most) = (estimate(answer.seconds() * more), estimate(answer.seconds() * more * more));
    let time = if least == most { least } else { format!("{least} to {most}") };
    let rule = quoted(Path::new(&law.rule));
    let mut text =
        format!("\nto go further, which takes {time}:\n  sprague law {rule} --limit {limit}{window}");
    // Runs are of heaps.
    let heaps = law.rule.parse::<Rule>().is_ok_and(|rule| rule.heap_rule().is_some());
    if heaps && answer.seconds() * more * more > LONG {
        let dir = if rule == law.rule { &law.rule } else { "search" };
        text += &format!(
            "\nthe same, so that it can be interrupted and resumed:\n  sprague search {rule} --to {limit} --dir runs/{dir}"
        );
    }
    text
}

fn asks_for_window(answer: &Answer) -> bool {
    matches!(answer.question(), Question::Law(question) if question.window)
}

/// The theorem in a few words.
fn name(law: &FoundLaw) -> String {
    match (law.theorem.as_deref(), law.window) {
        (Some("periodicity"), Some((from, to))) => {
            let period = law.period.unwrap_or(0);
            format!("the periodicity theorem: G(n+{period}) = G(n) was checked for {from} <= n < {to}")
        }
        (Some("state repeats"), Some((from, to))) => {
            format!("a repeated state, at heaps {from} and {to}")
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
            format!("a repeated state: the last {reach} values, at {from} and at {to}")
        }
        Some("state repeats") => {
            format!(
                "a repeated state: the last {reach} values and the set of older ones, at {from} and at {to}"
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
        let start = grouped(row.tail_start);
        text += &format!("{:>4} {start:>8} {:>5} {:>8}\n", row.w, row.tail_value, row.max_value);
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
