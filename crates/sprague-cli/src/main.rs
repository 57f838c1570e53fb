//! The `sprague` command: nim-values, proved laws and exact counts of impartial games.
//!
//! Result on stdout, progress and remarks on stderr. Exit 0: done; 1: a check failed or an answer could not be
//! given; 2: bad usage or input; 130: interrupted.

mod args;
mod certificate;
mod commands;
mod context;
mod report;

use args::{Args, Command};
use clap::Parser;
use clap::error::ErrorKind;
use context::Context;
use std::io::{ErrorKind as IoKind, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    match run(args) {
        Ok(code) => ExitCode::from(code),
        Err(error) => failure(&error),
    }
}

fn run(args: Args) -> anyhow::Result<u8> {
    let context = Context::new(&args.output)?;
    match args.command {
        Command::Euler(euler) => commands::euler::run(&euler, &context),
        Command::Values(values) => commands::values::run(&values, &context),
        Command::Law(law) => commands::law::run(&law, &context),
        Command::Check(check) => commands::check::run(&check, &context),
        Command::Moves(moves) => commands::moves::run(&moves, &context),
        Command::Count(count) => commands::count::run(&count.question, &context),
        Command::Rules => commands::rules::run(&context),
        Command::Completions { shell } => commands::shell::completions(shell),
        Command::Man => commands::shell::man(),
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
            let text = error.to_string();
            let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
            // clap names missing arguments on the lines that follow; join them to the first.
            let more = rest.lines().map(str::trim).filter(|line| !line.is_empty());
            let named: Vec<&str> = more.take_while(|line| line.starts_with(['<', '-'])).collect();
            let line = format!("{} {}", first.trim_start_matches("error: "), named.join(" "));
            complain(&format!("{} (try --help)", line.trim()));
            ExitCode::from(2)
        }
    }
}

fn failure(error: &anyhow::Error) -> ExitCode {
    if error.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == IoKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    complain(&format!("{error:#}"));
    ExitCode::from(match error.downcast_ref::<sprague::Error>() {
        Some(sprague::Error::NoLaw { .. }) => 1,
        Some(sprague::Error::Interrupted) => 130,
        _ if error.is::<sprague_check::Fault>() => 1,
        _ => 2,
    })
}

pub(crate) fn complain(line: &str) {
    // Nobody is left to tell if stderr is closed.
    let _ = writeln!(std::io::stderr(), "sprague: {line}");
}
