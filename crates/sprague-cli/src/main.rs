//! The `sprague` command: nim-values, proved laws and exact counts of impartial games.
//!
//! Result on stdout, progress and remarks on stderr. Exit 0: done; 1: a check failed or an answer could not be
//! given; 2: bad usage or input; 130: interrupted.

mod args;
mod board;
mod commands;
mod context;
mod memory;
mod plot;
mod progress;
mod report;
mod rule_file;
mod save;
mod self_check;

use args::{Args, Command};
use clap::FromArgMatches;
use clap::error::ErrorKind;
use context::Context;
use std::io::{ErrorKind as IoKind, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let parsed = args::command().try_get_matches().and_then(|found| Args::from_arg_matches(&found));
    let args = match parsed {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    match run(args) {
        Ok(code) => ExitCode::from(code),
        Err(error) => failure(&error),
    }
}

fn run(mut args: Args) -> anyhow::Result<u8> {
    rule_file::resolve(&mut args.command)?;
    let context = Context::new(&args.output)?;
    match args.command {
        Command::Euler(euler) => commands::euler::run(&euler, &context),
        Command::Values(values) => commands::values::run(&values, &context),
        Command::Value(value) => commands::value::run(&value, &context),
        Command::Law(law) => commands::law::run(&law, &context),
        Command::Check(check) => commands::check::run(&check, &context),
        Command::Moves(moves) => commands::moves::run(&moves, &context),
        Command::Explain(explain) => commands::explain::run(&explain, &context),
        Command::Play(play) => commands::play::run(&play, &context),
        Command::Plot(plot) => commands::plot::run(&plot, &context),
        Command::Count(count) => commands::count::run(&count.question, &context),
        Command::Batch(batch) => commands::batch::run(&batch, &context),
        Command::Rules(rules) => commands::rules::run(&rules, &context),
        Command::Serve(serve) => commands::serve::run(&serve, &context),
        Command::Completions { shell } => commands::shell::completions(shell),
        Command::Man => commands::shell::man(),
        Command::Help { topic } => commands::help::run(&topic),
    }
}

/// Help and version go to stdout; everything else is one line on stderr.
fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(2)
        }
        _ => {
            complain(&format!("{} (try --help)", one_line(error)));
            ExitCode::from(2)
        }
    }
}

/// What clap has to say, on one line: it names missing arguments on the lines that follow the first.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let more = rest.lines().map(str::trim).filter(|line| !line.is_empty());
    let named: Vec<&str> = more.take_while(|line| line.starts_with(['<', '-'])).collect();
    format!("{} {}", first.trim_start_matches("error: "), named.join(" ")).trim().to_string()
}

fn failure(error: &anyhow::Error) -> ExitCode {
    if error.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == IoKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    complain(&in_flags(error));
    ExitCode::from(match error.downcast_ref::<sprague::Error>() {
        Some(sprague::Error::NoLaw { .. }) => 1,
        Some(sprague::Error::Interrupted) => 130,
        _ if error.is::<sprague_check::Fault>() => 1,
        _ => 2,
    })
}

/// The library knows no flags; here its options are written as the command takes them.
fn in_flags(error: &anyhow::Error) -> String {
    match error.downcast_ref::<sprague::Error>() {
        Some(sprague::Error::Option { option, problem }) => format!("--{option} {problem}"),
        Some(error @ sprague::Error::NoLaw { .. }) => error.to_string().replace("the limit", "--limit"),
        _ => format!("{error:#}"),
    }
}

pub(crate) fn complain(line: &str) {
    // Nobody is left to tell if stderr is closed.
    let _ = writeln!(std::io::stderr(), "sprague: {line}");
}
