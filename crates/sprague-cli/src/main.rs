//! The `sprague` command: nim-values, proved laws and exact counts of impartial games.
//!
//! Result on stdout, progress and remarks on stderr. Exit 0: done; 1: a check failed or an answer could not
//! be given; 2: bad usage or input, or a result that could not be written; 130: interrupted.
//!
//! A result that could not be written is not a success. A reader that closes the pipe (`| head`) gets no
//! message; the exit code is 0 only if the command prints a listing, of which the beginning may be all that
//! was wanted.

mod args;
mod board;
mod commands;
mod context;
mod foreign;
mod memory;
mod play;
mod plot;
mod progress;
mod questions;
mod report;
mod rule_file;
mod save;
mod self_check;
mod store;

use args::{Args, Command, Output};
use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use context::Context;
use std::io::{ErrorKind as IoKind, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let parsed = args::command().try_get_matches();
    let parsed = parsed.and_then(|found| Ok((args::unused(&found), Args::from_arg_matches(&found)?)));
    let args = match parsed {
        Ok((None, args)) => args,
        Ok((Some(line), _)) => {
            complain(&line);
            return ExitCode::from(2);
        }
        Err(error) => return usage(&error),
    };
    let Some(command) = args.command else {
        let screen = writeln!(std::io::stdout(), "{}", commands::help::WELCOME);
        return written(screen.and_then(|()| std::io::stdout().flush()), Prints::Listing);
    };
    let output = Prints::of(&command);
    match run(command, &args.output) {
        // What is left in the buffer is lost silently when the program ends.
        Ok(0) => written(std::io::stdout().flush(), output),
        Ok(code) => ExitCode::from(code),
        Err(error) => failure(&error, output),
    }
}

/// What a command prints, which decides whether a reader may leave before the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prints {
    /// Lines of which the first ones may be enough.
    Listing,
    /// One result.
    Result,
}

impl Prints {
    fn of(command: &Command) -> Self {
        match command {
            Command::Values(_)
            | Command::Rules(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::Help(_) => Prints::Listing,
            _ => Prints::Result,
        }
    }
}

/// The exit code of a command that ended well, but for what could not be written.
fn written(outcome: std::io::Result<()>, output: Prints) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure(&anyhow::Error::new(error).context("cannot write the result"), output),
    }
}

fn run(mut command: Command, output: &Output) -> anyhow::Result<u8> {
    let recorded = rule_file::resolve(&mut command)?;
    let context = Context::new(output)?.with_run(recorded, &command)?;
    match command {
        Command::Euler(euler) => commands::euler::run(&euler, &context),
        Command::Nim(nim) => commands::nim::run(&nim, &context),
        Command::Values(values) => commands::values::run(&values, &context),
        Command::Value(value) => commands::value::run(&value, &context),
        Command::Law(law) => commands::law::run(&law, &context),
        Command::Check(check) => commands::check::run(&check, &context),
        Command::Moves(moves) => commands::moves::run(&moves, &context),
        Command::Explain(explain) => commands::explain::run(&explain, &context),
        Command::Play(play) => commands::play::run(&play, &context),
        Command::Plot(plot) => commands::plot::run(&plot, &context),
        Command::Count(count) => commands::count::run(&count.counted, &context),
        Command::Batch(batch) => commands::batch::run(&batch, &context),
        Command::Census(census) => commands::census::run(&census, &context),
        Command::Rules(rules) => commands::rules::run(&rules, &context),
        Command::Search(search) => commands::search::run(&search, &context),
        Command::Serve(serve) => commands::serve::run(&serve, &context),
        Command::Completions(args) => commands::shell::completions(args.shell),
        Command::Man(man) => commands::shell::man(&man.command),
        Command::Help(help) => commands::help::run(&help.topic),
    }
}

/// Help and version go to stdout; everything else is one line on stderr.
fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            written(error.print().and_then(|()| std::io::stdout().flush()), Prints::Listing)
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

/// What clap has to say, on one line: what is missing, what would be possible and what was probably meant.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let more = rest.lines().map(str::trim).filter(|line| !line.is_empty());
    let named: Vec<&str> = more.take_while(|line| line.starts_with(['<', '-'])).collect();
    let mut line = format!("{} {}", first.trim_start_matches("error: "), named.join(" ")).trim().to_string();
    let list = |kind| match error.get(kind) {
        Some(ContextValue::String(one)) => vec![one.clone()],
        Some(ContextValue::Strings(all)) => all.clone(),
        _ => vec![],
    };
    if let [.., _] = &list(ContextKind::ValidValue)[..] {
        line += &format!("; possible values: {}", list(ContextKind::ValidValue).join(", "));
    }
    let kinds = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    let meant: Vec<String> = kinds.into_iter().flat_map(list).map(|meant| format!("`{meant}`")).collect();
    if !meant.is_empty() {
        line += &format!("; did you mean {}?", meant.join(" or "));
    } else if list(ContextKind::InvalidValue) == ["json"] {
        line += "; for JSON use --json";
    }
    line
}

fn failure(error: &anyhow::Error, output: Prints) -> ExitCode {
    if error.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == IoKind::BrokenPipe) {
        return if output == Prints::Listing { ExitCode::SUCCESS } else { ExitCode::from(2) };
    }
    complain(&in_flags(error));
    ExitCode::from(match engine_error(error) {
        Some(sprague::Error::NoLaw { .. }) => 1,
        Some(sprague::Error::Interrupted) => 130,
        _ if error.is::<sprague_check::Fault>() => 1,
        _ => 2,
    })
}

/// What the engine says, directly or through the census.
fn engine_error(error: &anyhow::Error) -> Option<&sprague::Error> {
    let in_census = || match error.downcast_ref::<sprague_census::Error>() {
        Some(sprague_census::Error::Engine(error)) => Some(error),
        _ => None,
    };
    error.downcast_ref::<sprague::Error>().or_else(in_census)
}

/// What the command line calls a field of a question; some are no flags but have a place.
fn written_as(option: &str) -> String {
    match option {
        "seconds" => "--time".to_string(),
        "pattern" | "position" | "sizes" | "problem" => format!("the {option}"),
        same => format!("--{same}"),
    }
}

/// The library knows no flags; here its options are written as the command takes them.
fn in_flags(error: &anyhow::Error) -> String {
    match engine_error(error) {
        Some(sprague::Error::Option { option, problem }) => format!("{} {problem}", written_as(option)),
        Some(error @ sprague::Error::NoLaw { limit, .. }) => {
            let further = format!("--limit {} searches further", report::further(*limit));
            error.to_string().replace("raise the limit or", &format!("{further}, or"))
        }
        _ => format!("{error:#}"),
    }
}

pub(crate) fn complain(line: &str) {
    // If stderr is closed, there is nowhere to report it.
    let _ = writeln!(std::io::stderr(), "sprague: {}", foreign::remark(line));
}
