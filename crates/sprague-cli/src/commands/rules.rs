//! `sprague rules`: names and notations, one line each; one rule; or the rules that have the values of one.

use crate::args;
use crate::context::Context;
use serde_json::json;
use sprague::laws::cousins;
use sprague::rules::{NAMES, NOTATIONS, Rule};
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
            writeln!(out, "{}", json!({"name": entry.name, "rule": entry.notation, "line": entry.line}))?;
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
        writeln!(out, "  {:<22} {}", entry.pattern, entry.line)?;
    }
    writeln!(out, "\nNames")?;
    for entry in NAMES {
        writeln!(out, "  {:<15} {:<14} {}", entry.name, entry.notation, entry.line)?;
    }
    Ok(0)
}

fn names(rule: &Rule) -> Vec<&'static str> {
    rule.names().map(|entry| entry.name).collect()
}

/// One rule: its notation, what a move is, its names, its page, and what to ask next.
fn tell(rule: &Rule, context: &Context) -> anyhow::Result<u8> {
    let mut out = std::io::stdout().lock();
    let (notation, page) = (rule.notation(), rule.page());
    if context.json {
        let names = names(rule);
        writeln!(out, "{}", json!({"rule": notation, "line": rule.line(), "names": names, "page": page}))?;
        return Ok(0);
    }
    writeln!(out, "{notation}: {}", rule.line())?;
    for entry in rule.names() {
        writeln!(out, "  {}: {}", entry.name, entry.line)?;
    }
    let size = if rule.least_size().len() == 2 { "6x20" } else { "40" };
    writeln!(out, "page: {page}")?;
    if rule.is_listed() {
        let size = if notation == "cards" { "4" } else { size };
        writeln!(out, "values: sprague values {notation} --to {size}")?;
    }
    writeln!(out, "law: sprague law {notation}")?;
    Ok(0)
}

/// Rules with the same values.
fn same(rule: &Rule, context: &Context) -> anyhow::Result<u8> {
    let found = context.work("values", |work| cousins(rule, work))?;
    let mut out = std::io::stdout().lock();
    for cousin in &found {
        let (other, names, shift) = (&cousin.rule, names(&cousin.rule), cousin.shift);
        if context.json {
            let status = cousin.status.to_string();
            writeln!(
                out,
                "{}",
                json!({"rule": other.notation(), "names": names, "shift": shift, "status": status})
            )?;
            continue;
        }
        let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
        let at = match shift {
            0 => "the same values".to_string(),
            shift => format!("at n{shift:+} the value of {rule} at n"),
        };
        writeln!(out, "{other}{names}: {at}, {}", cousin.status)?;
    }
    if found.is_empty() && !context.json {
        writeln!(out, "no octal code of up to three digits and no named rule has the values of {rule}")?;
    }
    Ok(0)
}
