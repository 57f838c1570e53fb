//! `sprague value RULE SIZE…`: values of single pieces, of any size that a law covers.

use crate::args;
use crate::context::Context;
use crate::report::{Printed, ask, print, seconds};
use anyhow::Context as _;
use sprague::Error;
use sprague::ask::{Answer, Found, Question, ValueQuestion};
use std::io::{IsTerminal, Read};

pub fn run(args: &args::Value, context: &Context) -> anyhow::Result<u8> {
    let answered = ask(&question(args, sizes(args)?), context)?;
    print(&answered.answer, &printed(&answered.answer), context)?;
    Ok(0)
}

pub fn question(args: &args::Value, sizes: Vec<String>) -> Question {
    Question::Value(ValueQuestion { rule: args.rule.clone(), sizes, limit: args.limit.clone() })
}

/// The sizes that are named, and those on standard input where `-` stands or nothing else is there.
fn sizes(args: &args::Value) -> anyhow::Result<Vec<String>> {
    let piped = args.sizes.is_empty() && !std::io::stdin().is_terminal();
    let mut sizes: Vec<String> = args.sizes.iter().filter(|&size| size != "-").cloned().collect();
    if piped || sizes.len() < args.sizes.len() {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read the sizes")?;
        sizes.extend(text.split_whitespace().map(str::to_string));
    }
    if sizes.is_empty() {
        return Err(Error::Unsupported("no size is given: sprague value kayles 10^40".into()).into());
    }
    Ok(sizes)
}

fn printed(answer: &Answer) -> Printed {
    let Found::Value(found) = &answer.found else { unreachable!("values were asked for") };
    let line = |one: &sprague::ask::PieceValue| format!("G({}) = {}", one.piece, one.value);
    let mut lines: Vec<String> = found.values.iter().map(line).collect();
    lines.push(format!("{} ({}), {}", answer.status, found.basis, seconds(answer)));
    let bare = found.values.iter().map(|one| one.value.as_str()).collect::<Vec<_>>().join("\n");
    Printed { text: lines.join("\n"), bare }
}
