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
    context.work(|work| sprague::ask::answer(question, work))
}

/// Prints an answer.
pub fn print(answer: &Answer, printed: &Printed, context: &Context) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if context.json {
        serde_json::to_writer(&mut out, answer).map_err(unwrap_io)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{}", if context.bare { &printed.bare } else { &printed.text })?;
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
    format!("{:.3} s", answer.seconds)
}
