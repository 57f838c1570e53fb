//! The arguments of `rules`, `batch`, `serve`, and of what prints text about the command itself.

use super::units;
use std::time::Duration;

/// List names and notations of rules, or describe one rule
///
/// Wherever a command takes a rule it also takes a rule file, as @mygame.toml (docs/notation.md).
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague rules                          every name and every notation
  sprague rules dawson                   one rule: its moves, names and law
  sprague rules --same 0.137             rules with the same values")]
pub struct Rules {
    /// The rule to describe: a code such as 0.77, a name or @FILE
    pub rule: Option<String>,
    /// List octal codes of up to three digits, and names, with the values of RULE
    #[arg(long, value_name = "RULE", conflicts_with = "rule", help_heading = "Search")]
    pub same: Option<String>,
}

/// Answer many questions, one per line, in parallel
///
/// A line is a question in JSON (docs/json.md) or a command: law 0.77. Every line is answered by one JSON
/// object, in order; a line that has no answer gets {"error": …} and does not stop the rest. Exit code 1:
/// some line had no answer; 2: a line is longer than 16 MiB, and the rest was not read.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  echo 'law 0.77' | sprague batch
  echo '{\"ask\":\"value\",\"rule\":\"0.07\",\"sizes\":[\"10^18\"]}' | sprague batch
  sprague batch questions.ndjson > answers.ndjson")]
pub struct Batch {
    /// File of questions; - is standard input
    #[arg(default_value = "-")]
    pub file: String,
}

/// Serve games, laws and play as pages for the browser
///
/// The pages are served to this machine alone unless --host says otherwise. Ctrl-C ends the server.
/// docs/web.md describes the addresses.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague serve --open                   start it and open the browser
  sprague serve --port 0                 on any free port
  sprague serve --time 10m --memory 8G   longer questions, more memory")]
pub struct Serve {
    /// Listen on port P; 0 takes any free one
    #[arg(long, value_name = "P", default_value_t = 8077, help_heading = "Server")]
    pub port: u16,
    /// Open the page in the browser
    #[arg(long, help_heading = "Server")]
    pub open: bool,
    /// Listen on ADDRESS; any but a loopback address lets the network in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", help_heading = "Server")]
    pub host: String,
    /// Spend at most this time on a question: 90, 10m or 2h
    #[arg(long, value_name = "TIME", default_value = "60", value_parser = units::time, help_heading = "Server")]
    pub time: Duration,
}

/// Print a completion script for a shell
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague completions bash > ~/.local/share/bash-completion/completions/sprague
  sprague completions zsh > ~/.zfunc/_sprague
  sprague completions fish > ~/.config/fish/completions/sprague.fish")]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Print the manual page of the program or of a command
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague man > ~/.local/share/man/man1/sprague.1
  sprague man law > ~/.local/share/man/man1/sprague-law.1
  sprague man count tuples > sprague-count-tuples.1")]
pub struct Man {
    /// A command, such as law or count tuples [default: the whole program]
    pub command: Vec<String>,
}

/// Pages that `sprague help` has beside those of the commands.
pub const TOPICS: [(&str, &str); 2] = [
    ("notation", "How rules, positions and sizes are written"),
    ("proof-status", "What `proved`, `computed` and `observed` claim"),
];

/// Describe a command or a topic: notation, proof-status
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague help law
  sprague help notation                  how rules and sizes are written
  sprague help proof-status              how much an answer claims")]
pub struct Help {
    /// A command, such as law or count tuples, or a topic
    pub topic: Vec<String>,
}
