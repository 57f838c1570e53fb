//! `sprague value RULE SIZE…`: values of single pieces, of any size that a law covers.

use crate::args;
use crate::context::Context;
use crate::foreign::shown;
use crate::questions;
use crate::report::{Printed, ask, print, seconds};
use anyhow::Context as _;
use sprague::ask::{Answer, Found};
use std::io::IsTerminal;

/// Bytes of sizes that are read, at most.
const LONGEST: u64 = 1 << 26;

pub fn run(args: &args::Value, context: &Context) -> anyhow::Result<u8> {
    let answered = ask(&questions::value(args, sizes(args)?), context)?;
    print(answered.answer(), &printed(answered.answer()), context)?;
    Ok(0)
}

/// The sizes that are named, and those on standard input where `-` stands or nothing else is there.
fn sizes(args: &args::Value) -> anyhow::Result<Vec<String>> {
    let piped = args.sizes.is_empty() && !std::io::stdin().is_terminal();
    let mut sizes: Vec<String> = args.sizes.iter().filter(|&size| size != "-").cloned().collect();
    if piped || sizes.len() < args.sizes.len() {
        let read = sprague_files::read_all(std::io::stdin().lock(), LONGEST).and_then(sprague_files::text);
        let text = read.context("cannot read the sizes on standard input")?;
        sizes.extend(text.split_whitespace().map(str::to_string));
    }
    if sizes.is_empty() {
        anyhow::bail!("no size is given: sprague value kayles 10^40");
    }
    Ok(sizes)
}

fn printed(answer: &Answer) -> Printed {
    let Found::Value(found) = answer.found() else { unreachable!("values were asked for") };
    let line = |one: &sprague::ask::PieceValue| match one.outcome {
        None => format!("G({}) = {}", shown(&one.piece), one.value),
        Some(outcome) if outcome.to_string() == one.value => format!("{}: {outcome}", shown(&one.piece)),
        Some(outcome) => format!("Φ({}) = {}: {outcome}", shown(&one.piece), one.value),
    };
    let mut lines: Vec<String> = found.values.iter().map(line).collect();
    lines.push(format!("{} ({}), {}", answer.status(), found.basis, seconds(answer)));
    let bare = found.values.iter().map(|found| found.value.as_str()).collect::<Vec<_>>().join("\n");
    Printed { text: lines.join("\n"), bare }
}
