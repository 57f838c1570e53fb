//! `sprague law RULE`: find and prove the law, or say what was observed and how far.

use crate::args;
use crate::certificate::self_check;
use crate::context::Context;
use crate::report::{Report, rule, seconds, small};
use serde_json::{Value, json};
use sprague::certificates::{self, Certificate};
use sprague::laws::{self, Finding, Law, Observation, Theorem};
use sprague::rules::Rule;
use sprague::values::engine::Facts;
use std::time::Instant;

pub fn run(args: &args::Law, context: &Context) -> anyhow::Result<u8> {
    let rule = rule(&args.rule)?;
    if args.window {
        return super::law_in_window::run(&rule, args, context);
    }
    match rule {
        Rule::Cut => return super::law_of_cut::run(args, context),
        Rule::Cards => {
            let text = "cards: cell 0 the first visible card, N unused cards above it, L the least odd distance of another visible card\n\
                        value = the largest integer <= min(N, L) with the parity of N; 0 if no card is visible\n\
                        proved by a theorem: the gap rule (docs/cards.md)";
            refuse_certificate(&rule, args)?;
            return closed_form(&rule, text, "gap rule", context);
        }
        Rule::CutOne => {
            let text = "cut:one: G(w,h) = 0 if w and h are both odd, else 1\n\
                        proved by a theorem: every play takes w*h - 1 moves (docs/cutting.md)";
            refuse_certificate(&rule, args)?;
            return closed_form(&rule, text, "parity of w*h - 1", context);
        }
        _ => {}
    }
    let limit = limit(&rule, args)?;
    let start = Instant::now();
    match context.work(|work| laws::find(&rule, limit, work))? {
        Finding::Law(law) => {
            let report = report(&law, start);
            finish(report, args, || Ok(certificates::of_law(&law)?), context, start)
        }
        Finding::Open(seen) => observed(&seen, start).print(context, start).map(|()| 1),
    }
}

/// How many values to compute at the most.
pub fn limit(rule: &Rule, args: &args::Law) -> sprague::Result<u64> {
    args.limit.as_ref().map_or(Ok(laws::usual_limit(rule)), |limit| small(limit, "a limit of"))
}

/// Checks and saves what was found, if that was asked for, and prints it.
pub fn finish(
    mut report: Report,
    args: &args::Law,
    make: impl Fn() -> anyhow::Result<Certificate>,
    context: &Context,
    start: Instant,
) -> anyhow::Result<u8> {
    if args.self_check {
        let verdict = self_check(&make()?)?;
        report = report.and_line(&format!("checked: {verdict}")).with("checked", verdict);
    }
    args.save.write(&make)?;
    if !args.save.takes_stdout() {
        report.print(context, start)?;
    }
    Ok(0)
}

fn report(law: &Law, start: Instant) -> Report {
    let Law { period, preperiod, saltus, .. } = law;
    let mut text = format!("{}: period {period}, preperiod {preperiod}", law.rule);
    if *saltus > 0 {
        text += &format!(", saltus {saltus}");
    }
    if let Some((largest, at)) = law.largest() {
        text += &format!("\nlargest value {largest}, first at {at}");
    }
    text += &format!("\n{} by {}", law.status(), theorem(law));
    text += &sparse_line(law.sparse.as_ref());
    text += &format!("\n{} values computed, {}", law.computed, seconds(start));
    let (largest, at) = law.largest().unzip();
    Report::new("rule", law.rule.to_string(), text, format!("{period} {preperiod} {saltus}"))
        .with("period", *period)
        .with("preperiod", *preperiod)
        .with("saltus", *saltus)
        .with("max_value", largest)
        .with("max_value_at", at)
        .with("theorem", name(&law.theorem))
        .with("window", json!([law.window.0, law.window.1]))
        .with("values_computed", law.computed)
        .with("sparse_space", sparse_json(law.sparse.as_ref()))
        .with("status", law.status().to_string())
}

/// Mask, rare positions and the last of them, where the engine found a sparse space.
pub fn sparse_line(facts: Option<&Facts>) -> String {
    let Some(Facts { mask, parity, rare_positions: Some(rare), last_rare: Some(last), .. }) = facts else {
        return String::new();
    };
    let parity = if *parity { " and position parity" } else { "" };
    format!("\nsparse space: mask {mask:#x}{parity}, {rare} rare positions, the last at {last}")
}

pub fn sparse_json(facts: Option<&Facts>) -> Value {
    let Some(facts) = facts else { return Value::Null };
    json!({
        "mask": facts.mask,
        "parity": facts.parity,
        "rare_positions": facts.rare_positions,
        "last_rare": facts.last_rare,
        "bytes_per_value": facts.bytes_per_value,
        "method": facts.method,
    })
}

fn name(theorem: &Theorem) -> &'static str {
    match theorem {
        Theorem::Periodicity { .. } => "periodicity",
        Theorem::StateRepeats { .. } => "state repeats",
        Theorem::ClosedForm(_) => "closed form",
    }
}

fn theorem(law: &Law) -> String {
    let (from, to) = law.window;
    match &law.theorem {
        Theorem::Periodicity { parts, reach } => format!(
            "the periodicity theorem for {parts} part{} and reach {reach}: G(n+{p}) = G(n) checked for {from} <= n < {to}",
            if *parts == 1 { "" } else { "s" },
            p = law.period,
        ),
        Theorem::StateRepeats { reach } => {
            format!(
                "a state that came back: {reach} last values and the set of older ones, at {from} and at {to}"
            )
        }
        Theorem::ClosedForm(formula) => format!("a theorem: {formula}"),
    }
}

fn observed(seen: &Observation, start: Instant) -> Report {
    let count = seen.values.len();
    let largest = sprague::values::digest(seen.values.iter());
    let mut text = format!("{}: no law proved within {count} values", seen.rule);
    text += &format!("\nlargest value {}, first at {}", largest.largest, largest.at);
    if let Some((pattern, saltus)) = &seen.pattern {
        text += &format!(
            "\nobserved: G(n+{}) = G(n){} for {} <= n as far as was seen, which proves nothing",
            pattern.period,
            if *saltus == 0 { String::new() } else { format!("{saltus:+}") },
            pattern.start,
        );
    }
    text += &sparse_line(seen.sparse.as_ref());
    text += &format!("\n{}", seconds(start));
    let pattern = seen.pattern.as_ref();
    Report::new("rule", seen.rule.to_string(), text, "")
        .with("period", pattern.map(|(pattern, _)| pattern.period))
        .with("preperiod", pattern.map(|(pattern, _)| pattern.start))
        .with("saltus", pattern.map(|(_, saltus)| *saltus))
        .with("max_value", largest.largest)
        .with("max_value_at", largest.at)
        .with("values_computed", count)
        .with("sparse_space", sparse_json(seen.sparse.as_ref()))
        .with("status", "observed")
}

fn refuse_certificate(rule: &Rule, args: &args::Law) -> sprague::Result<()> {
    if args.self_check || args.save.save.is_some() {
        return Err(sprague::Error::Unsupported(format!(
            "the format has no certificate for the law of {rule}"
        )));
    }
    Ok(())
}

fn closed_form(rule: &Rule, text: &str, theorem: &str, context: &Context) -> anyhow::Result<u8> {
    let start = Instant::now();
    let report = Report::new("rule", rule.to_string(), text, "");
    report.with("theorem", theorem).with("status", "proved").print(context, start)?;
    Ok(0)
}
