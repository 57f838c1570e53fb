//! `@mygame.toml` or `@DIR` in place of a rule, `@graph.csv` in place of a rule or a graph: the file is read
//! here, and from then on the rule goes by its canonical notation, and the graph by its edges.

use crate::args::Command;
use crate::store::reader::{Asked, Recorded};
use anyhow::{Context as _, anyhow};
use sprague::rules::{EdgeList, Graph, Rule, parse_small};
use std::path::Path;

/// A longer file is no rule.
const LONGEST: u64 = 1 << 20;
/// A longer file is not a list of edges.
const LONGEST_LIST: u64 = 1 << 26;

/// Puts canonical notation in the place of every rule file that a command names. A directory is a run
/// (docs/run-directory.md), which is given back with what the command asks of it.
pub fn resolve(command: &mut Command) -> anyhow::Result<Option<(Recorded, Asked)>> {
    read_graphs(command)?;
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
        return Err(anyhow!(
            "{name} is a run directory, which holds values already computed; it cannot be used here"
        ));
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

/// The rule of a file: a list of edges by the ending of its name, else a rule file.
fn read(name: &str) -> anyhow::Result<Rule> {
    let rule = match list(name)? {
        Some(edges) => Rule::graph(&edges),
        None => Rule::from_toml(&text(name, LONGEST)?),
    };
    rule.map_err(|error| anyhow!("{name}: {error}"))
}

fn text(name: &str, longest: u64) -> anyhow::Result<String> {
    sprague_files::read_text(Path::new(name), longest).with_context(|| format!("cannot read {name}"))
}

/// The edges in a file whose name ends in .csv or .json.
fn list(name: &str) -> anyhow::Result<Option<EdgeList>> {
    let ending = Path::new(name).extension().map(|ending| ending.to_ascii_lowercase());
    let read: fn(&str) -> sprague::Result<EdgeList> =
        match ending.as_deref().and_then(|ending| ending.to_str()) {
            Some("csv") => EdgeList::from_csv,
            Some("json") => EdgeList::from_json,
            _ => return Ok(None),
        };
    let edges = read(&text(name, LONGEST_LIST)?).map_err(|error| anyhow!("{name}: {error}"))?;
    Ok(Some(edges))
}

/// Puts edges in the place of every file of a graph that is named among the pieces of a command.
fn read_graphs(command: &mut Command) -> anyhow::Result<()> {
    let pieces = match command {
        Command::Value(value) => &mut value.sizes,
        Command::Moves(moves) => &mut moves.position,
        Command::Explain(explain) => &mut explain.position,
        Command::Play(play) => &mut play.position,
        _ => return Ok(()),
    };
    for piece in pieces.iter_mut().filter(|piece| piece.contains('@')) {
        let summands: anyhow::Result<Vec<String>> = piece.split('+').map(graph).collect();
        *piece = summands?.join("+");
    }
    Ok(())
}

/// One piece; the graph of a file, perhaps with a token, by its edges.
fn graph(piece: &str) -> anyhow::Result<String> {
    let Some(name) = piece.trim().strip_prefix('@') else { return Ok(piece.into()) };
    let (name, token) = match name.rsplit_once(':') {
        Some((name, token)) if token.bytes().all(|byte| byte.is_ascii_digit()) => (name, format!(":{token}")),
        _ => (name, String::new()),
    };
    let edges = list(name)?.ok_or_else(|| {
        anyhow!("{name} is not a list of edges: the name of such a file ends in .csv or .json")
    })?;
    let graph = Graph::of_list(&edges).map_err(|error| anyhow!("{name}: {error}"))?;
    let renumbered = graph.nodes().iter().map(u32::to_string).ne(sorted(edges.names()));
    if renumbered {
        let numbers = edges.names().iter().zip(1..).take(20).map(|(name, number)| format!("{name}={number}"));
        let more = if edges.names().len() > 20 { ", …" } else { "" };
        let numbers = numbers.collect::<Vec<_>>().join(", ");
        crate::complain(&format!(
            "{name}: nodes are numbered in the order in which they are named: {numbers}{more}"
        ));
    }
    Ok(format!("{graph}{token}"))
}

/// Names in the order of the numbers that they may be.
fn sorted(names: &[String]) -> Vec<String> {
    let mut sorted = names.to_vec();
    sorted.sort_by(|one, other| one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
    sorted
}
