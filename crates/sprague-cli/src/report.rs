//! A result, printed in one of three ways: text, one JSON object, or the bare number.

use crate::context::Context;
use num_bigint::BigUint;
use serde_json::{Map, Value};
use sprague::rules::{Rule, parse_size};
use std::io::Write;
use std::time::Instant;

/// One result.
pub struct Report {
    fields: Map<String, Value>,
    text: String,
    bare: String,
}

impl Report {
    /// `head` is what the result is about: `("rule", …)` or `("problem", …)`.
    pub fn new(key: &str, about: impl Into<Value>, text: impl Into<String>, bare: impl Into<String>) -> Self {
        let mut fields = Map::new();
        fields.insert(key.to_string(), about.into());
        Report { fields, text: text.into(), bare: bare.into() }
    }

    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(key.to_string(), value.into());
        self
    }

    /// Adds a line to the text.
    pub fn and_line(mut self, line: &str) -> Self {
        self.text = format!("{}\n{line}", self.text);
        self
    }

    /// Prints the result with the time since `start`.
    pub fn print(mut self, context: &Context, start: Instant) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        if context.json {
            let seconds = (start.elapsed().as_secs_f64() * 1e6).round() / 1e6;
            self.fields.insert("seconds".into(), seconds.into());
            writeln!(out, "{}", Value::Object(self.fields))?;
        } else if context.bare {
            writeln!(out, "{}", self.bare)?;
        } else {
            writeln!(out, "{}", self.text)?;
        }
        Ok(())
    }
}

/// Seconds for people.
pub fn seconds(start: Instant) -> String {
    format!("{:.3} s", start.elapsed().as_secs_f64())
}

/// A size that must fit a machine word, with a line of what it is for.
pub fn small(text: &str, what: &str) -> sprague::Result<u64> {
    let size = parse_size(text)?;
    u64::try_from(&size).map_err(|_| {
        sprague::Error::Unsupported(format!(
            "{what} {text} is too large to compute one by one; take one below 2^64"
        ))
    })
}

/// A modulus: any positive integer.
pub fn modulus(text: Option<&str>) -> sprague::Result<Option<BigUint>> {
    let Some(text) = text else { return Ok(None) };
    let modulus = parse_size(text)?;
    if modulus == BigUint::ZERO {
        return Err(sprague::Error::Unsupported(
            "--mod 0: nothing has a residue modulo 0; take at least 1".into(),
        ));
    }
    Ok(Some(modulus))
}

/// A rule by notation or name.
pub fn rule(text: &str) -> sprague::Result<Rule> {
    text.parse()
}
