//! The command line, as clap reads it. Sizes and rules stay text here; the commands parse them with the
//! library, so that every error is one line of the library's own.
//!
//! One name per idea: `--from` and `--to` for ranges, `--time` for time, `--limit` for a number of values,
//! `--dir` for a directory, `-o` for a file that holds the result, `--save` for a certificate.
//!
//! Structs that are flattened into a command have plain comments: a doc comment on one would replace the
//! description of the command.

mod counts;
mod laws;
mod positions;
mod programs;
mod units;
mod values;

pub use counts::{Choices, Count, Counted, Euler, Limit, Misere, Pieces, WonOrLost};
pub use laws::{Census, CensusAction, CensusRun, Check, Law, Save, Search, SearchAction, SearchRun};
pub use positions::{Explain, Level, Moves, Play};
pub use programs::{Batch, Completions, Help, Man, Rules, Serve, TOPICS};
pub use values::{Format, Nim, Plot, Value, Values};

use clap::parser::ValueSource;
use clap::{CommandFactory, Parser, Subcommand};

/// Columns of a help page, at most.
pub const WIDTH: usize = 80;

/// Compute nim-values of impartial games, prove their laws and count exactly
///
/// An impartial game is one in which both players have the same moves, such as Nim or Kayles. Sprague
/// computes the nim-values of its positions, proves that their pattern continues forever, counts won and lost
/// positions of any size exactly, and writes certificates that a separate program checks.
#[derive(Debug, Clone, Parser)]
#[command(name = "sprague", version, disable_help_subcommand = true, disable_help_flag = true)]
#[command(disable_version_flag = true, max_term_width = WIDTH, subcommand_required = false)]
#[command(after_help = "\
Examples:
  sprague law kayles                     the period of 0.77, with its proof
  sprague value kayles 10^40             the nim-value of a heap of any size
  sprague explain kayles 3+7+12          why a position is won or lost
  sprague count wins 0.07 --to 10^1000   an exact count, however large
  sprague euler all                      twenty-five Project Euler problems

`sprague help COMMAND` describes a command, `sprague help notation` how rules
and sizes are written, `sprague help proof-status` what an answer claims.")]
pub struct Args {
    #[command(flatten)]
    pub output: Output,
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Print the version
    #[arg(short = 'V', long, action = clap::ArgAction::Version, help_heading = "General")]
    version: Option<bool>,
}

// Options of every command.
#[derive(Debug, Clone, clap::Args)]
pub struct Output {
    /// Print one JSON object per result
    #[arg(long, global = true, help_heading = "Output", display_order = 101)]
    pub json: bool,
    /// Print the result alone, without words
    #[arg(long, global = true, conflicts_with = "json", help_heading = "Output", display_order = 102)]
    pub bare: bool,
    /// Use N threads [default: one per core]
    #[arg(long, global = true, value_name = "N", value_parser = threads, help_heading = "General", display_order = 201)]
    pub threads: Option<u16>,
    /// Use at most this memory, such as 2G [default: all free]
    #[arg(long, global = true, value_name = "BYTES", value_parser = crate::memory::parse)]
    #[arg(help_heading = "General", display_order = 202)]
    pub memory: Option<u64>,
    /// Print help; --help prints more than -h
    #[arg(short, long, global = true, action = clap::ArgAction::Help, help_heading = "General", display_order = 203)]
    help: Option<bool>,
}

/// Threads, at least one and at most [`most_threads`]: more than there are processors make nothing faster,
/// and hundreds take seconds to start.
fn threads(text: &str) -> Result<u16, String> {
    let most = most_threads();
    let wrong = || format!("`{text}` is not a number of threads: take 1 to {most}");
    let number = units::number(text).ok().and_then(|number| u16::try_from(number).ok());
    number.filter(|threads| (1..=most).contains(threads)).ok_or_else(wrong)
}

/// Four for each processor, and at least 64.
fn most_threads() -> u16 {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    u16::try_from(4 * processors).unwrap_or(u16::MAX).max(64)
}

#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    Explain(Explain),
    Moves(Moves),
    Play(Play),
    Value(Value),
    Values(Values),
    Plot(Plot),
    Law(Law),
    Search(Search),
    Census(Census),
    Check(Check),
    Count(Count),
    Euler(Euler),
    Nim(Nim),
    Rules(Rules),
    Batch(Batch),
    Serve(Serve),
    Completions(Completions),
    Man(Man),
    Help(Help),
}

/// The commands by what they are for, as the first help page lists them.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Positions", &["explain", "moves", "play"]),
    ("Nim-values", &["value", "values", "plot", "nim"]),
    ("Laws and certificates", &["law", "search", "census", "check"]),
    ("Counts", &["count", "euler"]),
    ("More", &["rules", "batch", "serve", "completions", "man", "help"]),
];

/// Options of every command that some commands do not take, and why: they are not on their help pages, and
/// are refused.
const UNUSED: [(&str, &[&str], &str); 11] = [
    ("play", &["json", "bare"], "a game has no result to print"),
    ("serve", &["json", "bare"], "a server has no result to print"),
    ("batch", &["bare"], "its answers are JSON, one per line"),
    ("census", &["bare"], "a census has no bare result"),
    ("census run", &["bare"], "a census has no bare result"),
    ("census report", &["bare"], "a census has no bare result"),
    ("census verify", &["bare"], "a census has no bare result"),
    ("census export", &["json", "bare", "threads", "memory"], "it writes a table in CSV"),
    ("completions", &["json", "bare", "threads", "memory"], "it prints text"),
    ("man", &["json", "bare", "threads", "memory"], "it prints text"),
    ("help", &["json", "bare", "threads", "memory"], "it prints text"),
];

/// Why an option that was given is refused, though most commands take it.
pub fn unused(found: &clap::ArgMatches) -> Option<String> {
    let mut names = Vec::new();
    let mut last = found;
    while let Some((name, inner)) = last.subcommand() {
        names.push(name);
        last = inner;
    }
    let name = names.join(" ");
    let (_, options, why) = UNUSED.iter().find(|(command, ..)| *command == name)?;
    let given = |id: &&&str| found.value_source(id) == Some(ValueSource::CommandLine);
    let option = options.iter().find(given)?;
    Some(format!("`{name}` does not take --{option}: {why}"))
}

/// The command line, with every command and its description on the first help page.
pub fn command() -> clap::Command {
    let command = Args::command();
    let (listed, options) = (listed(&command), options(&command));
    let command = command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{listed}\n{options}{{after-help}}"
    ));
    let everywhere: Vec<clap::Arg> =
        command.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    UNUSED.iter().fold(command, |command, (name, unused, _)| {
        let hidden = everywhere.iter().filter(|arg| unused.contains(&arg.get_id().as_str()));
        let hidden: Vec<clap::Arg> = hidden.map(|arg| arg.clone().global(false).hide(true)).collect();
        // An option that a command has itself is not passed down to it.
        within(command, name, &|inner| inner.args(&hidden))
    })
}

/// Changes the command of a path such as `census run`.
fn within(
    command: clap::Command,
    path: &str,
    change: &dyn Fn(clap::Command) -> clap::Command,
) -> clap::Command {
    match path.split_once(' ') {
        Some((first, rest)) => command.mut_subcommand(first, |inner| within(inner, rest, change)),
        None => command.mut_subcommand(path, change),
    }
}

/// Every command and its description, in groups.
fn listed(command: &clap::Command) -> String {
    let width = command.get_subcommands().map(|command| command.get_name().len()).max().unwrap_or(0);
    let line = |name: &&str| {
        let about = command.find_subcommand(name).and_then(clap::Command::get_about);
        format!("  {name:width$}  {}\n", about.map(ToString::to_string).unwrap_or_default())
    };
    let group = |(heading, names): &(&str, &[&str])| {
        format!("{heading}:\n{}", names.iter().map(line).collect::<String>())
    };
    GROUPS.iter().map(group).collect::<Vec<_>>().join("\n")
}

/// The options of every command, under their headings as on the page of a command.
fn options(command: &clap::Command) -> String {
    let line = |arg: &clap::Arg| {
        let short = arg.get_short().map_or("    ".to_string(), |short| format!("-{short}, "));
        let value = arg.get_value_names().filter(|_| arg.get_action().takes_values());
        let value = value.map_or(String::new(), |names| format!(" <{}>", names.join(" ")));
        let name = format!("{short}--{}{value}", arg.get_long().unwrap_or_default());
        format!("  {name:20}  {}\n", arg.get_help().map(ToString::to_string).unwrap_or_default())
    };
    let group = |heading: &str| {
        let args = command.get_arguments().filter(|arg| arg.get_help_heading() == Some(heading));
        format!("{heading}:\n{}", args.map(line).collect::<String>())
    };
    ["Output", "General"].map(group).join("\n")
}

#[cfg(test)]
mod tests;
