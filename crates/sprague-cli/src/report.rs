//! An answer, printed in one of three ways: text, one JSON object, or the bare number.

use crate::context::Context;
use anyhow::Context as _;
use sprague::ask::{Answer, Answered, Question};
use std::io::Write;

/// An answer in words and as the bare result.
pub struct Printed {
    pub text: String,
    pub bare: String,
}

/// Asks and gives the answer in words to `print`, saving a certificate if one is wanted.
pub fn ask(question: &Question, context: &Context) -> anyhow::Result<Answered> {
    let unit = match question {
        Question::Values(_) | Question::Value(_) | Question::Law(_) => "values",
        _ => "steps",
    };
    context.work(unit, |work| match &context.known {
        Some(known) => sprague::ask::answer_from(question, known, work),
        None => sprague::ask::answer(question, work),
    })
}

/// Prints an answer.
pub fn print(answer: &Answer, printed: &Printed, context: &Context) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if context.json {
        serde_json::to_writer(&mut out, answer).map_err(unwrap_io)?;
        writeln!(out)?;
    } else if !context.bare {
        writeln!(out, "{}", printed.text)?;
    } else if !printed.bare.is_empty() {
        writeln!(out, "{}", printed.bare)?;
    }
    out.flush().context("cannot write the result")?;
    Ok(())
}

/// The error of the writer beneath, so that a closed pipe is recognised.
pub fn unwrap_io(error: serde_json::Error) -> std::io::Error {
    error.into()
}

/// Seconds for people.
pub fn seconds(answer: &Answer) -> String {
    duration(answer.seconds)
}

/// `< 1 ms`, `12 ms`, `3.21 s`, `4 min 5 s`, `2 h 10 min`.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => "< 1 ms".to_string(),
        s if s < 0.9995 => format!("{:.0} ms", s * 1000.0),
        s if s < 60.0 => format!("{s:.2} s"),
        s if s < 3600.0 => format!("{} min {} s", s as u64 / 60, s as u64 % 60),
        s => format!("{} h {} min", s as u64 / 3600, s as u64 % 3600 / 60),
    }
}

/// Whole seconds, for times that are only foretold: `26 s`, `4 min 5 s`.
pub fn roughly(seconds: f64) -> String {
    if seconds < 60.0 { format!("{:.0} s", seconds.ceil().max(1.0)) } else { duration(seconds) }
}

/// `950`, `3.2 k`, `3.2 M`, `1.7 G`.
pub fn rate(number: f64) -> String {
    let mut rest = number;
    for unit in ["", " k", " M", " G"] {
        if rest < 1000.0 || unit == " G" {
            return if unit.is_empty() { format!("{rest:.0}") } else { format!("{rest:.1}{unit}") };
        }
        rest /= 1000.0;
    }
    unreachable!("the last unit is taken for anything larger")
}

/// A round number up to ten times as large, as people write it.
pub fn further(values: u64) -> String {
    format!("10^{}", values.max(1).ilog10() + 1)
}

/// A number that people read: `1 234 567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = (digits.len() - 1) % 3 + 1;
    let mut text = digits[..first].to_string();
    for group in digits.as_bytes()[first..].chunks(3) {
        text.push(' ');
        text.extend(group.iter().map(|&digit| digit as char));
    }
    text
}
