//! `@mygame.toml` or `@DIR` in place of a rule: the file is read here, and from then on the rule goes by its canonical notation.

use crate::args::Command;
use crate::store::reader::{Asked, Recorded};
use anyhow::{Context as _, anyhow};
use sprague::rules::{HeapRule, Rule, parse_small};
use std::path::Path;

/// A longer file is no rule.
const LONGEST: u64 = 1 << 20;

/// Puts canonical notation in the place of every rule file that a command names. A directory is a run (docs/run-directory.md),
/// which is given back with what the command asks of it.
pub fn resolve(command: &mut Command) -> anyhow::Result<Option<(Recorded, Asked)>> {
    let largest = largest(command);
    let (rule, limit, reads) = match command {
        Command::Values(values) => (&mut values.rule, None, true),
        Command::Value(value) => (&mut value.rule, value.limit.limit.as_ref(), true),
        Command::Law(law) => (&mut law.rule, law.limit.limit.as_ref(), !law.window),
        Command::Moves(moves) => (&mut moves.rule, moves.limit.limit.as_ref(), true),
        Command::Explain(explain) => (&mut explain.rule, explain.limit.limit.as_ref(), true),
        Command::Plot(plot) => (&mut plot.rule, None, true),
        Command::Play(play) => (&mut play.rule, None, false),
        Command::Count(count) => {
            let (rule, limit) = count.counted.rule_mut();
            (rule, limit.limit.as_ref(), true)
        }
        Command::Search(search) => match &mut search.run {
            Some(run) => (&mut run.rule, None, false),
            None => return Ok(None),
        },
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
    if !reads {
        return Err(anyhow!("{name} is a run directory, which is read and not computed; here it has no use"));
    }
    let limit = limit.map(|limit| parse_small(limit, "a limit")).transpose()?;
    let run = Recorded::open(Path::new(name))?;
    *rule = run.rule()?.to_string();
    Ok(Some((run, Asked { largest, limit })))
}

/// The largest heap that a command asks for, where its arguments say so.
fn largest(command: &Command) -> Option<u64> {
    let heap = |text: &String| parse_small(text, "a heap").ok();
    match command {
        Command::Values(values) => heap(&values.to),
        Command::Plot(plot) => heap(&plot.to),
        Command::Value(value) if !value.sizes.is_empty() => {
            value.sizes.iter().map(heap).try_fold(0, |largest, heap| Some(largest.max(heap?)))
        }
        Command::Count(count) => count.counted.largest().and_then(heap),
        _ => None,
    }
}

fn read(name: &str) -> anyhow::Result<Rule> {
    let text =
        sprague_files::read_text(Path::new(name), LONGEST).with_context(|| format!("cannot read {name}"))?;
    let rule = HeapRule::from_toml(&text).map_err(|error| anyhow!("{name}: {error}"))?;
    Ok(Rule::new(rule))
}
