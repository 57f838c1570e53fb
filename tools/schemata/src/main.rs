//! Mutation testing from one build (mutant schemata): see README.md.

mod compile;
mod list;
mod rewrite;
mod run;
mod table;

use std::{collections::HashMap, fs, path::PathBuf, time::Duration};

use anyhow::{Context, Result, bail};
use regex::Regex;

use crate::list::{Mutant, Place, Span};

const USAGE: &str =
    "usage: schemata WORKSPACE COPY MUTANTS.json OUTCOMES.jsonl [-p PACKAGE]… [--re NAME] [--again OUTCOME]…
    [--shard K/N] [--jobs N] [--nice N] [--longest SECONDS] [--without TEST]";

fn main() -> Result<()> {
    let mut plain = Vec::new();
    let mut options: HashMap<String, Vec<String>> = HashMap::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument.starts_with('-') {
            options.entry(argument).or_default().push(arguments.next().context(USAGE)?);
        } else {
            plain.push(PathBuf::from(argument));
        }
    }
    let [root, copy, list, outcomes] = &plain[..] else { bail!(USAGE) };
    let options_known = ["-p", "--re", "--again", "--shard", "--jobs", "--nice", "--longest", "--without"];
    if let Some(unknown) = options.keys().find(|option| !options_known.contains(&option.as_str())) {
        bail!("{unknown} is not an option\n{USAGE}");
    }
    let last = |name: &str| options.get(name).and_then(|values| values.last());
    let number = |name: &str, usual: u64| last(name).map_or(Ok(usual), |text| text.parse().context(USAGE));

    let mut mutants = vec![nothing()];
    mutants.extend(list::read(list)?);
    let filter = last("--re").map(|text| Regex::new(text)).transpose()?;
    let again = options.get("--again").cloned().unwrap_or_default();
    let known = last_outcomes(outcomes, &again)?;
    let (shard, shards) = match last("--shard") {
        Some(text) => {
            let (shard, shards) = text.split_once('/').context(USAGE)?;
            (shard.parse()?, shards.parse()?)
        }
        None => (0, 1),
    };
    let wanted = |&number: &u32| {
        let name = &mutants[number as usize].name;
        number % shards == shard
            && filter.as_ref().is_none_or(|filter| filter.is_match(name))
            && !known.contains_key(name)
    };
    let chosen: Vec<u32> = (1..mutants.len() as u32).filter(wanted).collect();
    let plan = run::Plan {
        outcomes: outcomes.clone(),
        jobs: number("--jobs", 1)? as usize,
        nice: number("--nice", 19)?,
        longest: Duration::from_secs_f32(last("--longest").map_or(Ok(60.0), |text| text.parse())?),
        without: last("--without").map(|text| Regex::new(text)).transpose()?,
    };
    // With nothing to do the outcomes are only counted.
    if !chosen.is_empty() {
        let packages = options.get("-p").cloned().unwrap_or_default();
        let build = compile::build(&root.canonicalize()?, copy, &mutants, &packages)?;
        run::run(&build, &mutants, &chosen, &copy.canonicalize()?, &plan)?;
    }
    print!("{}", table::table(&mutants[1..], &last_outcomes(outcomes, &[])?));
    Ok(())
}

/// The last outcome of each mutant, but for those that are to be run again.
fn last_outcomes(outcomes: &PathBuf, again: &[String]) -> Result<HashMap<String, String>> {
    let mut done = HashMap::new();
    for line in fs::read_to_string(outcomes).unwrap_or_default().lines() {
        let outcome: serde_json::Value = serde_json::from_str(line)?;
        let text = |key: &str| outcome[key].as_str().unwrap_or_default().to_owned();
        done.insert(text("name"), text("outcome"));
    }
    done.retain(|_, outcome| !again.contains(outcome));
    Ok(done)
}

/// Number 0.
fn nothing() -> Mutant {
    let place = Place { line: 1, column: 1 };
    let span = Span { start: place, end: place };
    Mutant {
        name: String::new(),
        file: PathBuf::new(),
        genre: String::new(),
        replacement: String::new(),
        span,
    }
}
