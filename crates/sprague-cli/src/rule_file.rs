//! `@mygame.toml` or `@DIR` in place of a rule: the file is read here, and from then on the rule goes by its canonical notation.

use crate::args::{Command, Question};
use crate::store::reader::Recorded;
use anyhow::{Context as _, anyhow};
use sprague::rules::{HeapRule, Rule};
use std::io::Read;
use std::path::Path;

/// A longer file is no rule.
const LONGEST: u64 = 1 << 20;

/// Puts canonical notation in the place of every rule file that a command names. A directory is a run (docs/run-directory.md),
/// which is given back.
pub fn resolve(command: &mut Command) -> anyhow::Result<Option<Recorded>> {
    let (rule, limit, reads) = match command {
        Command::Values(values) => (&mut values.rule, None, true),
        Command::Value(value) => (&mut value.rule, value.limit.as_ref(), true),
        Command::Law(law) => (&mut law.rule, law.limit.as_ref(), !law.window),
        Command::Moves(moves) => (&mut moves.rule, moves.limit.as_ref(), true),
        Command::Explain(explain) => (&mut explain.rule, explain.limit.as_ref(), true),
        Command::Plot(plot) => (&mut plot.rule, None, true),
        Command::Play(play) => (&mut play.rule, None, false),
        Command::Count(count) => match &mut count.question {
            Question::Wins { upto, .. }
            | Question::Moves { upto, .. }
            | Question::Multisets { upto, .. }
            | Question::Sets { upto, .. }
            | Question::Histogram(upto)
            | Question::Zeros(upto) => (&mut upto.rule, upto.limit.limit.as_ref(), true),
            Question::Tuples { rule, limit, .. }
            | Question::Partitions { rule, limit, .. }
            | Question::Pattern { rule, limit, .. } => (rule, limit.limit.as_ref(), true),
        },
        Command::Search(search) => (&mut search.rule, None, false),
        Command::Rules(rules) => match rules.rule.as_mut().or(rules.same.as_mut()) {
            Some(rule) => (rule, None, false),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    let Some(name) = rule.strip_prefix('@') else { return Ok(None) };
    if !Path::new(name).is_dir() {
        *rule = read(name)?.to_string();
        return Ok(None);
    }
    if !reads || limit.is_some() {
        return Err(anyhow!("{name} is a run directory, which is read and not computed; here it has no use"));
    }
    let run = Recorded::open(Path::new(name))?;
    *rule = run.manifest.rule.clone();
    Ok(Some(run))
}

fn read(name: &str) -> anyhow::Result<Rule> {
    let file = std::fs::File::open(name).with_context(|| format!("cannot read {name}"))?;
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).with_context(|| format!("cannot read {name}"))?;
    let rule = HeapRule::from_toml(&text).map_err(|error| anyhow!("{name}: {error}"))?;
    Ok(Rule::new(rule))
}
