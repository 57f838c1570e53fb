//! The command line, as clap reads it. Sizes and rules stay text here; the commands parse them with the library, so
//! that every error is one line of the library's own.

mod count;
mod runs;

pub use count::{Count, Question, Upto, WonOrLost};

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
pub use runs::{Search, Status};

/// The engine for impartial games: nim-values, proved laws, exact counts.
#[derive(Debug, Clone, Parser)]
#[command(name = "sprague", version, arg_required_else_help = true, disable_help_subcommand = true)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub output: Output,
    #[command(subcommand)]
    pub command: Command,
}

/// The command line, with the examples of every command before its options. What a command takes is put together when it is asked
/// for: that of all of them takes as long as a short answer.
pub fn command() -> clap::Command {
    Args::command()
}

const EXAMPLES: &str = "\
Examples:
  sprague euler all                         thirteen problems, each with its status
  sprague law kayles                        the period of 0.77, found and proved
  sprague value kayles 10^40                the nim-value of a heap of any size
  sprague explain kayles 3+7+12             why a position is won or lost
  sprague moves cut 5x3+7x9                 value of a sum and every winning move
  sprague play kayles 3+7+12                play against the engine
  sprague plot 0.07 --to 200                a picture of the values
  sprague serve --open                      all of it in the browser
  sprague count wins 0.07 --upto 10^1000    an exact count, of any size
  sprague law @mygame.toml                  a rule from a file
  sprague search 0.106 --to 1e9 --dir DIR   a long run, to be stopped and gone on with

Rules: codes 0.07 .77 4.3 0.3F, sub:1,3,4, allbut:1,2, split:3, grundy, cut, cards, and what `sprague rules` lists.
Sizes: 1000000, 1_000_000, 1e6, 10^18, 3*2^40-1.
`sprague help rules` and `sprague help status` are short pages.";

/// Options of every command.
#[derive(Debug, Clone, clap::Args)]
pub struct Output {
    /// Print one JSON object a result
    #[arg(long, global = true)]
    pub json: bool,
    /// Say also how an answer was found
    #[arg(long, global = true, conflicts_with_all = ["json", "bare"])]
    pub verbose: bool,
    /// Print the result alone: a number, or one a line
    #[arg(long, global = true, conflicts_with = "json")]
    pub bare: bool,
    /// Worker threads; default: all cores
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory to use, as 700M or 2G; default: what is free
    #[arg(long, global = true, value_name = "BYTES", value_parser = crate::memory::parse)]
    pub memory: Option<u64>,
}

#[derive(Debug, Clone, Subcommand)]
#[command(defer = true)]
pub enum Command {
    /// Solve Project Euler problems, at any size
    Euler(Euler),
    /// Print nim-values one by one
    Values(Values),
    /// Nim-values of single heaps, sheets or suits of any size
    Value(Value),
    /// Find and prove the law of a rule
    Law(Law),
    /// Compute values and look for a law into a directory: nothing done is lost
    Search(Search),
    /// What a run directory holds
    Status(Status),
    /// Verify certificates
    Check(Check),
    /// Value of a position and its winning moves
    Moves(Moves),
    /// Explain why a position is won or lost
    Explain(Explain),
    /// Play against the engine
    Play(Play),
    /// Draw nim-values: on the terminal, or as SVG or PNG
    Plot(Plot),
    /// Count wins, winning moves, partitions, tuples, multisets, sets and more
    Count(Count),
    /// Answer many questions, a line each, in parallel
    Batch(Batch),
    /// Find the laws of many codes, in rounds, into a store that survives anything
    Census(Census),
    /// List names and notations of rules, or tell one rule
    Rules(Rules),
    /// Look at games, play and prove them in the browser
    Serve(Serve),
    /// Print a completion script for a shell
    #[command(before_help = "\
Examples:
  sprague completions bash > ~/.local/share/bash-completion/completions/sprague
  sprague completions zsh > ~/.zfunc/_sprague
  sprague completions fish > ~/.config/fish/completions/sprague.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(before_help = "\
Examples:
  sprague man | man -l -
  sprague man > ~/.local/share/man/man1/sprague.1
  sprague man | groff -man -Tpdf > sprague.pdf")]
    Man,
    /// Help on a command, on `rules` or on `status`
    #[command(before_help = "\
Examples:
  sprague help law
  sprague help rules                        how rules are written
  sprague help status                       how much an answer claims")]
    Help {
        /// A command, `rules` or `status`
        topic: Vec<String>,
    },
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague euler --list                      what each problem asks
  sprague euler all
  sprague euler 306 --n 10^18               winning strips up to 10^18
  sprague euler 933 --w 12 --h 123          327398
  sprague euler 629 --n 100 --exact         the integer itself
  sprague euler 798 --n 13 --s 4 --mod 998244353
  sprague euler 888 --save 888.cert         a certificate: all problems but 400, and 409 above n = 22")]
pub struct Euler {
    /// The number of a problem, or all; --list tells which there are
    #[arg(default_value = "all")]
    pub problem: String,
    /// Tell what each problem asks, with the sizes of its statement
    #[arg(long, conflicts_with_all = ["problem", "n", "s", "w", "h", "k", "c", "m", "modulus", "exact", "save"])]
    pub list: bool,
    /// Largest heap or number (301, 306, 310, 409, 509, 550, 560, 888), stones (629), side of the board (649), cards (798)
    #[arg(long)]
    pub n: Option<String>,
    /// Number of heaps (550, 560), index of the tree (400)
    #[arg(long)]
    pub k: Option<String>,
    /// Number of coins (649)
    #[arg(long)]
    pub c: Option<String>,
    /// Number of heaps (888)
    #[arg(long)]
    pub m: Option<String>,
    /// Number of suits (798)
    #[arg(long)]
    pub s: Option<String>,
    /// Width (933)
    #[arg(long)]
    pub w: Option<String>,
    /// Height (933)
    #[arg(long)]
    pub h: Option<String>,
    /// Modulus of the answer
    #[arg(long = "mod", value_name = "M")]
    pub modulus: Option<String>,
    /// The integer itself where the problem asks for a residue
    #[arg(long, conflicts_with = "modulus")]
    pub exact: bool,
    #[command(flatten)]
    pub save: Save,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Values separated by spaces, ten a line
    Plain,
    /// Rows with an index
    Table,
    /// A header and one line a value
    Csv,
    /// One object
    Json,
    /// Index and value on a line, as the OEIS wants it
    Bfile,
    /// An array for numpy.load
    Npy,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague values 0.07 --to 40
  sprague values kayles --from 10^40 --to 10000000000000000000000000000000000000020
  sprague values officers --to 1e5 --format npy -o officers.npy
  sprague values cut --to 6x20 --format table
  sprague values cards --to 4               every suit of four cards
--bare prints one value a line.")]
pub struct Values {
    /// The rule
    pub rule: String,
    /// Largest heap, sheet WxH or number of cards
    #[arg(long, value_name = "N")]
    pub to: String,
    /// Smallest heap or sheet; without it the least there is
    #[arg(long, value_name = "N")]
    pub from: Option<String>,
    /// How to print them [default: plain]
    #[arg(long, conflicts_with_all = ["json", "bare"])]
    pub format: Option<Format>,
    /// Write them to this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Only how many values, the largest and where, a checksum and the rate
    #[arg(long, conflicts_with_all = ["format", "output"])]
    pub digest: bool,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague value kayles 10^40
  sprague value cut 5x3 7x10^30
  seq 100 | sprague value 0.07 -            sizes from standard input
--bare prints one value a line.")]
pub struct Value {
    /// The rule
    pub rule: String,
    /// Heaps, sheets WxH or suits; - reads them from standard input
    pub sizes: Vec<String>,
    /// Compute at most so many values [default: as many as a few seconds allow]
    #[arg(long, value_name = "N")]
    pub limit: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague law kayles
  sprague law 0.156 --json
  sprague law allbut:1,2
  sprague law cut --upto 20                 where each row becomes constant, and at what
  sprague law 0.104 --window --limit 1e9    without keeping 400 million values
Exit code 1: no law was proved; what was observed is printed. --bare prints period, preperiod and saltus.")]
pub struct Law {
    /// The rule
    pub rule: String,
    /// Compute at most so many values [default: as many as a few seconds allow]
    #[arg(long, value_name = "N")]
    pub limit: Option<String>,
    /// Rows of `cut`: widths 1 to W [default: 20]
    #[arg(long, value_name = "W")]
    pub upto: Option<String>,
    /// Keep only the last values, for laws too long for the memory
    #[arg(long)]
    pub window: bool,
    /// Check the law with the independent checker, as if it came from a file
    #[arg(long)]
    pub self_check: bool,
    #[command(flatten)]
    pub save: Save,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague law 0.16 --save 0.16.cert && sprague check 0.16.cert
  sprague euler 933 --save - | sprague check -
  sprague check *.cert --json
Exit code 0: all verified; 1: some not verified; 2: some unreadable. The program sprague-check does the same and
shares nothing with the engine.")]
pub struct Check {
    /// Certificates; - is standard input
    #[arg(required = true)]
    pub files: Vec<String>,
    /// Give up after so many steps
    #[arg(long, value_name = "N", default_value = "10^13")]
    pub steps: String,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  echo 'law 0.77' | sprague batch
  echo '{\"ask\":\"count\",\"count\":\"wins\",\"rule\":\"0.07\",\"upto\":\"10^18\"}' | sprague batch
  sprague batch questions.ndjson > answers.ndjson
A line is a question in JSON (docs/json.md) or a command: law 0.77. Every line is answered by one JSON object, in order; a
line that has no answer gets {\"error\": …} and does not stop the rest. Exit code 1: some line had no answer.")]
pub struct Batch {
    /// File of questions; - is standard input
    #[arg(default_value = "-")]
    pub file: String,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague census '0.??' --rounds 1e4,1e6 --seconds 60 --store DIR
  sprague census '?.???' '0.xx' --rounds 1e4,1e5 --store DIR --threads 4
  sprague census --report --store DIR       what is known, and what is complete
  sprague census --verify --store DIR       every certificate to the independent checker
  sprague census --csv census.csv --store DIR
Patterns: ? is any octal digit, x any hexadecimal one; before the point ? is 0 or 4. @FILE is a list, a pattern a line.
Stopped and started again it does what is missing. --memory is for each task [default: 1G]. Exit code 1: --verify found a
fault, or the engine failed on a rule.")]
pub struct Census {
    /// Codes, such as 0.??? 4.?7 0.xx @codes.txt; without any those that the store has
    pub patterns: Vec<String>,
    /// The directory with rows and certificates
    #[arg(long, value_name = "DIR")]
    pub store: String,
    /// Values that may be computed in each round; a code whose law is proved is done
    #[arg(long, value_name = "N,N,…", default_value = "1e4")]
    pub rounds: String,
    /// Seconds that a task may take at the most
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..))]
    pub seconds: Option<u64>,
    /// Print what is known and what is complete; compute nothing
    #[arg(long)]
    pub report: bool,
    /// Check every certificate with the independent checker; compute nothing
    #[arg(long)]
    pub verify: bool,
    /// Write the table to this file, a line a rule; - is standard output; compute nothing
    #[arg(long, value_name = "FILE")]
    pub csv: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague rules                             every name and every notation
  sprague rules dawson                      one rule: its moves, names and law
  sprague rules --same 0.137                rules with the same values, perhaps shifted
Wherever a command takes a rule it takes a rule file too, as @mygame.toml (docs/notation.md).")]
pub struct Rules {
    /// The rule to tell
    pub rule: Option<String>,
    /// List rules of up to three octal digits, and names, whose values are those of this rule, perhaps shifted
    #[arg(long, value_name = "RULE", conflicts_with = "rule")]
    pub same: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague serve --open                      start it and open the browser
  sprague serve --port 0                    on any free port
  sprague serve --time 600 --memory 8G      longer questions, more memory
The page is served to this machine alone unless --host says otherwise. Ctrl-C ends it. docs/web.md has all of it.")]
pub struct Serve {
    /// The port; 0 takes any free one
    #[arg(long, value_name = "P", default_value_t = 8077)]
    pub port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// The address to listen on, an address or a name of this machine; others than loopback let the network in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: String,
    /// Seconds for one question
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub time: u64,
}

/// Where to write a certificate.
#[derive(Debug, Clone, clap::Args)]
pub struct Save {
    /// Write a certificate to this file; - is standard output. Of counts: all of heaps; sheets but for moves from a
    /// smallest size; boards but for moves and histograms; lost tuples of suits of one length modulo a prime. Not of
    /// trees, Wythoff, `cut:one`, nor with numbers of more than 10000 digits
    #[arg(long, value_name = "FILE")]
    pub save: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague moves kayles 3+7+12
  sprague moves nim 10^18 5 5
  sprague moves cut 5x3+7x9 --all           every move with the value it leaves
--bare prints the value of the position.")]
pub struct Moves {
    /// The rule
    pub rule: String,
    /// A sum such as 3+7+12, 3 7 12, 5x3+2x2 or 2,5/9
    #[arg(required = true)]
    pub position: Vec<String>,
    /// Show so many moves [default: 20]
    #[arg(long, value_name = "K", conflicts_with = "bare")]
    pub first: Option<u64>,
    /// Show moves that do not win as well, each with the value it leaves
    #[arg(long, conflicts_with = "bare")]
    pub all: bool,
    /// Compute at most so many values [default: as many as a few seconds allow]
    #[arg(long, value_name = "N")]
    pub limit: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague explain kayles 3+7+12
  sprague explain nim 1 2 3
  sprague explain cut 4x5
--bare prints the winning move, or `lost`.")]
pub struct Explain {
    /// The rule
    pub rule: String,
    /// A sum such as 3+7+12, 3 7 12, 5x3+2x2 or 2,5/9
    #[arg(required = true)]
    pub position: Vec<String>,
    /// Compute at most so many values [default: as many as a few seconds allow]
    #[arg(long, value_name = "N")]
    pub limit: Option<String>,
}

/// How well the engine plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Mostly at random
    Easy,
    /// Overlooks a win now and then
    Medium,
    /// Never overlooks a win
    Perfect,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague play nim
  sprague play kayles 3+7+12 --level easy
  printf '3 2\\nquit\\n' | sprague play kayles 3 7 12 --seed 1
On a terminal: arrow keys and Enter, or type a move: `3 2` takes 2 from heap 3; ? lists all keys.
On a pipe or with --plain: line by line, a move or one of moves, hint, why, undo, help, quit.")]
pub struct Play {
    /// The rule
    pub rule: String,
    /// A sum such as 3+7+12, 5x3+2x2 or 2,5/9
    pub position: Vec<String>,
    /// How well the engine plays
    #[arg(long, default_value = "perfect")]
    pub level: Level,
    /// The engine begins
    #[arg(long)]
    pub second: bool,
    /// Makes the engine's choices repeatable
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Line by line on a terminal too
    #[arg(long)]
    pub plain: bool,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague plot kayles --to 200
  sprague plot 0.16 --to 1e6 -o values.png
  sprague plot cut --to 60x90 -o cut.svg    a heat map
--bare prints the numbers of the histogram: value and count a line.")]
pub struct Plot {
    /// The rule
    pub rule: String,
    /// Largest heap, or sheet WxH
    #[arg(long, value_name = "N")]
    pub to: String,
    /// How often each value occurs, instead of values by size
    #[arg(long)]
    pub histogram: bool,
    /// Write a picture: .svg or .png
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["json", "bare"])]
    pub output: Option<String>,
}

#[cfg(test)]
mod tests {
    /// Every help text begins with three examples or more, each of them a call of the command.
    #[test]
    fn every_help_starts_with_three_examples() {
        fn check(command: &clap::Command) {
            let help = command.get_before_help().map(ToString::to_string).unwrap_or_default();
            let mut lines = help.lines();
            assert_eq!(lines.next(), Some("Examples:"), "{}", command.get_name());
            let examples = lines.take_while(|line| line.starts_with("  ") && line.contains("sprague"));
            assert!(examples.count() >= 3, "{}: {help}", command.get_name());
            command.get_subcommands().for_each(check);
        }
        let mut command = super::command();
        command.build();
        check(&command);
    }
}
