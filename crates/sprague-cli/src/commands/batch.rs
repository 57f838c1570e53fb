//! `sprague batch`: many questions, a line each, answered in order as NDJSON.
//!
//! Lines are answered side by side, one thread each, a window of them at a time; an answer is written as soon as all before
//! it are. A line that cannot be answered gets an object with `error` and stops nothing.

use crate::args::{self, Args, Command};
use crate::context::{Context, interrupted};
use anyhow::Context as _;
use clap::Parser;
use rayon::prelude::*;
use serde_json::json;
use sprague::Work;
use sprague::ask::{self, Question};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};

/// Lines that are answered side by side before the next are read, for each thread.
const WINDOW: usize = 16;
/// A longer line is no question.
const LONGEST: usize = 1 << 20;

pub fn run(args: &args::Batch, context: &Context) -> anyhow::Result<u8> {
    if context.bare {
        let line = "answers of a batch are JSON, one a line; leave --bare out".to_string();
        return Err(sprague::Error::Unsupported(line).into());
    }
    let mut input: Box<dyn BufRead> = match args.file.as_str() {
        "-" => Box::new(std::io::stdin().lock()),
        name => Box::new(BufReader::new(File::open(name).with_context(|| format!("cannot read {name}"))?)),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(context.threads).build()?;
    let mut failed = false;
    loop {
        let lines = window(&mut input, WINDOW * context.threads)?;
        if lines.is_empty() {
            return Ok(u8::from(failed));
        }
        let memory = context.memory / context.threads as u64;
        let answers: Vec<Result<String, String>> =
            pool.install(|| lines.par_iter().map(|line| answer(line, memory)).collect());
        if interrupted() {
            return Err(sprague::Error::Interrupted.into());
        }
        let mut out = std::io::stdout().lock();
        for answer in answers {
            failed |= answer.is_err();
            writeln!(out, "{}", answer.unwrap_or_else(|error| json!({"error": error}).to_string()))?;
        }
        out.flush()?;
    }
}

/// The next lines that are not empty; bytes that are no text are kept as what they look like.
fn window(input: &mut dyn BufRead, most: usize) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    let mut line = Vec::new();
    while lines.len() < most && input.read_until(b'\n', &mut line).context("cannot read the questions")? > 0 {
        let text = String::from_utf8_lossy(&line).trim().to_string();
        if !text.is_empty() {
            lines.push(text);
        }
        line.clear();
    }
    Ok(lines)
}

fn answer(line: &str, memory: u64) -> Result<String, String> {
    let question = parse(line)?;
    let watch = |_: u64, _: u64| !interrupted();
    let work = Work::new(memory, &watch).with_threads(1);
    let answered = ask::answer(&question, &work).map_err(|error| error.to_string())?;
    serde_json::to_string(&answered.answer).map_err(|error| error.to_string())
}

/// A question in JSON, or a command without its name.
fn parse(line: &str) -> Result<Question, String> {
    if line.len() > LONGEST {
        return Err(format!("the line is longer than {LONGEST} bytes"));
    }
    if line.starts_with('{') {
        return serde_json::from_str(line).map_err(|error| error.to_string());
    }
    let words =
        std::iter::once("sprague").chain(line.split_whitespace().skip_while(|word| *word == "sprague"));
    let mut args = Args::try_parse_from(words).map_err(|error| crate::one_line(&error))?;
    let run = crate::rule_file::resolve(&mut args.command).map_err(|error| format!("{error:#}"))?;
    if run.is_some() {
        return Err("a run directory is not read in a batch; ask for it alone".to_string());
    }
    let one = |mut questions: Vec<Question>| match questions.len() {
        1 => Ok(questions.remove(0)),
        _ => Err("a line asks one question; name the problem".to_string()),
    };
    match &args.command {
        Command::Euler(euler) => one(super::euler::questions(euler).map_err(|error| error.to_string())?),
        Command::Values(values) => Ok(super::values::question(values)),
        Command::Value(value) => Ok(super::value::question(value, value.sizes.clone())),
        Command::Explain(explain) => Ok(super::explain::question(explain)),
        Command::Law(law) => Ok(super::law::question(law)),
        Command::Moves(moves) => Ok(super::moves::question(moves)),
        Command::Count(count) => Ok(Question::Count(super::count::question(&count.question).0)),
        _ => Err("a line is a question: values, value, law, moves, explain, count or euler".to_string()),
    }
}
