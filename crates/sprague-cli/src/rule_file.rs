//! `@mygame.toml` in place of a rule: the file is read here, and from then on the rule goes by its canonical notation.

use crate::args::{Command, Question};
use anyhow::{Context as _, anyhow};
use sprague::rules::{HeapRule, Rule};
use std::io::Read;

/// A longer file is no rule.
const LONGEST: u64 = 1 << 20;

/// Puts canonical notation in the place of every rule file that a command names.
pub fn resolve(command: &mut Command) -> anyhow::Result<()> {
    let rule = match command {
        Command::Values(values) => &mut values.rule,
        Command::Value(value) => &mut value.rule,
        Command::Explain(explain) => &mut explain.rule,
        Command::Play(play) => &mut play.rule,
        Command::Plot(plot) => &mut plot.rule,
        Command::Law(law) => &mut law.rule,
        Command::Moves(moves) => &mut moves.rule,
        Command::Count(count) => match &mut count.question {
            Question::Wins { upto, .. }
            | Question::Moves { upto, .. }
            | Question::Multisets { upto, .. }
            | Question::Sets { upto, .. }
            | Question::Histogram(upto)
            | Question::Zeros(upto) => &mut upto.rule,
            Question::Partitions { rule, .. }
            | Question::Tuples { rule, .. }
            | Question::Pattern { rule, .. } => rule,
        },
        Command::Rules(rules) => match rules.rule.as_mut().or(rules.same.as_mut()) {
            Some(rule) => rule,
            None => return Ok(()),
        },
        _ => return Ok(()),
    };
    if let Some(name) = rule.strip_prefix('@') {
        *rule = read(name)?.to_string();
    }
    Ok(())
}

fn read(name: &str) -> anyhow::Result<Rule> {
    let file = std::fs::File::open(name).with_context(|| format!("cannot read {name}"))?;
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).with_context(|| format!("cannot read {name}"))?;
    let rule = HeapRule::from_toml(&text).map_err(|error| anyhow!("{name}: {error}"))?;
    Ok(Rule::new(rule))
}
