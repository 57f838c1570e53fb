//! `sprague rules`: names and notations, one line each; one rule; or the rules that have the values of one.

use super::help::beside;
use crate::args;
use crate::context::Context;
use crate::foreign::{short, write_json};
use crate::report::grouped;
use serde_json::json;
use sprague::ask::shell_word;
use sprague::census::{self, CensusRow, MisereRow};
use sprague::known::summary;
use sprague::laws::cousins;
use sprague::rules::{NAMES, NOTATIONS, Rule, history};
use std::io::Write;

pub fn run(args: &args::Rules, context: &Context) -> anyhow::Result<u8> {
    match (&args.rule, &args.same) {
        (Some(rule), _) => tell(&rule.parse()?, context),
        (_, Some(rule)) => same(&rule.parse()?, context),
        _ => list(context),
    }
}

fn list(context: &Context) -> anyhow::Result<u8> {
    let mut out = std::io::stdout().lock();
    if context.json {
        for entry in NAMES {
            write_json(&mut out, &json!({"name": entry.name, "rule": entry.notation, "line": entry.line}))?;
        }
        return Ok(0);
    }
    if context.bare {
        for entry in NAMES {
            writeln!(out, "{}", entry.name)?;
        }
        return Ok(0);
    }
    writeln!(out, "Notations")?;
    for entry in NOTATIONS {
        writeln!(out, "{}", beside(entry.pattern, 22, entry.line))?;
    }
    writeln!(out, "\nNames")?;
    for entry in NAMES {
        let (name, rule) = (entry.name, entry.notation);
        writeln!(out, "{}", beside(&format!("{name:<15} {rule:<14}"), 30, entry.line))?;
    }
    Ok(0)
}

fn names(rule: &Rule) -> Vec<&'static str> {
    rule.names().map(|entry| entry.name).collect()
}

/// One rule: its notation, what a move is, its names, where it comes from, what is known, its page, and what
/// to ask next.
fn tell(rule: &Rule, context: &Context) -> anyhow::Result<u8> {
    let summary = context.work("values", |work| summary(rule, work))?;
    let mut out = std::io::stdout().lock();
    let (notation, page) = (rule.notation(), rule.page());
    if context.json {
        let (names, history, status) = (names(rule), history(rule), summary.status().to_string());
        let told = json!({
            "rule": notation, "line": rule.line(), "names": names, "page": page,
            "history": history, "known": summary.line(), "status": status, "census": census::row(rule),
            "misere_census": census::misere_row(rule),
        });
        write_json(&mut out, &told)?;
        return Ok(0);
    }
    let notation = short(notation);
    writeln!(out, "{notation}: {}", rule.line())?;
    for entry in rule.names() {
        writeln!(out, "  {}: {}", entry.name, entry.line)?;
    }
    if let Some(history) = history(rule) {
        writeln!(out, "history: {history}")?;
    }
    writeln!(out, "known: {} ({})", summary.line(), summary.status())?;
    if let Some(row) = census::row(rule) {
        writeln!(out, "census: {}", in_words(&row))?;
    }
    if let Some(row) = census::misere_row(rule) {
        writeln!(out, "misère census: {}", misere_in_words(&row))?;
    }
    let size = if rule.least_size().len() == 2 { "6x20" } else { "40" };
    writeln!(out, "page: {page}")?;
    let word = shell_word(&notation);
    if rule.is_listed() {
        let size = if notation == "cards" { "4" } else { size };
        writeln!(out, "values: sprague values {word} --to {size}")?;
    }
    writeln!(out, "law: sprague law {word}")?;
    Ok(0)
}

/// A row of the census in a line.
fn in_words(row: &CensusRow) -> String {
    let found = row.found();
    let mut text = match found.shape().filter(|_| row.status().is_proved()) {
        Some(shape) => format!("{shape}, proved"),
        _ => format!("open, computed to {} values", grouped(found.values_computed)),
    };
    if let (Some(largest), Some(at)) = (found.max_value, found.max_value_at) {
        text += &format!("; largest value {largest} at {at}");
    }
    if found.normal != found.rule {
        let behind = if found.shift == 0 { String::new() } else { format!(" at n-{}", found.shift) };
        text += &format!("; its values are those of {}{behind}", found.normal);
    }
    text
}

/// A row of the misère census in a line.
fn misere_in_words(row: &MisereRow) -> String {
    let kind = if row.tame { "tame" } else { "wild" };
    let quotient = format!("quotient of order {}, {} of them lost, {kind}", row.order, row.p_portion);
    match (row.period, row.preperiod, row.lower_bound) {
        (Some(period), Some(preperiod), _) => {
            format!("{quotient}; period {period}, preperiod {preperiod}, proved")
        }
        (_, _, Some(bound)) => format!(
            "open, heaps up to {} have a {quotient}; with heap {} the order is at least {bound}",
            row.heaps,
            row.heaps + 1
        ),
        _ => format!("open, heaps up to {} have a {quotient}", row.heaps),
    }
}

/// Rules with the same values.
fn same(rule: &Rule, context: &Context) -> anyhow::Result<u8> {
    let found = context.work("values", |work| cousins(rule, work))?;
    let mut out = std::io::stdout().lock();
    let rule = short(rule.notation());
    for cousin in &found {
        let (other, names, shift) = (cousin.rule(), names(cousin.rule()), cousin.shift());
        if context.json {
            let status = cousin.status().to_string();
            let told = json!({"rule": other.notation(), "names": names, "shift": shift, "status": status});
            write_json(&mut out, &told)?;
            continue;
        }
        let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
        let at = match shift {
            0 => "the same values".to_string(),
            shift => format!("at n{shift:+} the value of {rule} at n"),
        };
        writeln!(out, "{other}{names}: {at}, {}", cousin.status())?;
    }
    if found.is_empty() && !context.json {
        writeln!(out, "no octal code of up to three digits and no named rule has the values of {rule}")?;
    }
    Ok(0)
}
