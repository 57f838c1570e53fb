//! `sprague rules`: names and notations, one line each.

use crate::context::Context;
use serde_json::json;
use sprague::rules::{NAMES, NOTATIONS};
use std::io::Write;

pub fn run(context: &Context) -> anyhow::Result<u8> {
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
        writeln!(out, "  {:<15} {:<8} {}", entry.name, entry.notation, entry.line)?;
    }
    Ok(0)
}
