//! The command line, as clap reads it. Sizes and rules stay text here; the commands parse them with the library, so
//! that every error is one line of the library's own.

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

/// The engine for impartial games: nim-values, proved laws, exact counts.
#[derive(Debug, Clone, Parser)]
#[command(name = "sprague", version, arg_required_else_help = true, disable_help_subcommand = true)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub output: Output,
    #[command(subcommand)]
    pub command: Command,
}

/// The command line, with the examples of every command before its options.
pub fn command() -> clap::Command {
    examples_first(Args::command())
}

fn examples_first(command: clap::Command) -> clap::Command {
    let command = command.mut_subcommands(examples_first);
    match command.get_after_help().cloned() {
        Some(examples) => command.before_help(examples).after_help(""),
        None => command,
    }
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
  sprague count wins 0.07 --upto 10^1000    an exact count, of any size
  sprague law @mygame.toml                  a rule from a file

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
pub enum Command {
    /// Solve Project Euler problems, at any size
    Euler(Euler),
    /// Print nim-values one by one
    Values(Values),
    /// Nim-values of single heaps, sheets or suits of any size
    Value(Value),
    /// Find and prove the law of a rule
    Law(Law),
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
    /// List names and notations of rules, or tell one rule
    Rules(Rules),
    /// Look at games, play and prove them in the browser
    Serve(Serve),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
    /// Help on a command, on `rules` or on `status`
    Help {
        /// A command, `rules` or `status`
        topic: Vec<String>,
    },
}

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague euler --list                      what each problem asks
  sprague euler all
  sprague euler 306 --n 10^18               winning strips up to 10^18
  sprague euler 933 --w 12 --h 123          327398
  sprague euler 629 --n 100 --exact         the integer itself
  sprague euler 798 --n 13 --s 4 --mod 998244353")]
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
#[command(after_help = "\
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
#[command(after_help = "\
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
#[command(after_help = "\
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
    /// Keep a window of the values only, for codes whose rare positions are few and die out
    #[arg(long)]
    pub window: bool,
    /// Check the law with the independent checker, as if it came from a file
    #[arg(long)]
    pub self_check: bool,
    #[command(flatten)]
    pub save: Save,
}

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague law 0.16 --save 0.16.cert && sprague check 0.16.cert
  sprague euler 933 --save - | sprague check -
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
#[command(after_help = "\
A line is a question in JSON (docs/json.md) or a command: law 0.77. Every line is answered by one JSON object, in order; a
line that has no answer gets {\"error\": …} and does not stop the rest. Exit code 1: some line had no answer.
Examples:
  echo 'law 0.77' | sprague batch
  echo '{\"ask\":\"count\",\"count\":\"wins\",\"rule\":\"0.07\",\"upto\":\"10^18\"}' | sprague batch
  sprague batch questions.ndjson > answers.ndjson")]
pub struct Batch {
    /// File of questions; - is standard input
    #[arg(default_value = "-")]
    pub file: String,
}

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Wherever a command takes a rule it takes a rule file too, as @mygame.toml (docs/notation.md).
Examples:
  sprague rules                             every name and every notation
  sprague rules dawson                      one rule: its moves, names and law
  sprague rules --same 0.137                rules with the same values, perhaps shifted")]
pub struct Rules {
    /// The rule to tell
    pub rule: Option<String>,
    /// List rules of up to three octal digits, and names, whose values are those of this rule, perhaps shifted
    #[arg(long, value_name = "RULE", conflicts_with = "rule")]
    pub same: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
The page is served to this machine alone unless --host says otherwise. Ctrl-C ends it. docs/web.md has all of it.
Examples:
  sprague serve --open                      start it and open the browser
  sprague serve --port 0                    on any free port
  sprague serve --time 600 --memory 8G      longer questions, more memory")]
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
    /// Write a certificate to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    pub save: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
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
    #[arg(long, value_name = "K")]
    pub first: Option<u64>,
    /// Show moves that do not win as well, each with the value it leaves
    #[arg(long)]
    pub all: bool,
    /// Compute at most so many values [default: as many as a few seconds allow]
    #[arg(long, value_name = "N")]
    pub limit: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
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
#[command(after_help = "\
Examples:
  sprague play nim
  sprague play kayles 3+7+12 --level easy
  printf '3 2\\nquit\\n' | sprague play kayles 3 7 12 --seed 1
A move is the number of a heap and what is taken: `3 2` takes 2 from heap 3. Also: moves, hint, why, undo, help, quit.")]
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
}

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
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
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Count {
    #[command(subcommand)]
    pub question: Question,
}

#[derive(Debug, Clone, Subcommand)]
pub enum Question {
    /// Sizes that the first player wins, or loses
    #[command(after_help = "\
Examples:
  sprague count wins 0.07 --upto 10^18
  sprague count wins cut --upto 50x10^30
  sprague count wins cards --upto 100       over all suits of 1 to 100 cards")]
    Wins {
        #[command(flatten)]
        upto: Upto,
        #[command(flatten)]
        outcome: WonOrLost,
    },
    /// Winning first moves, summed over all single pieces up to a size
    #[command(after_help = "\
Two moves of a heap are the same if they leave the same heaps; every grid point is a cut of its own.
Examples:
  sprague count moves kayles --upto 10^18
  sprague count moves cut --upto 123x1234567
  sprague count moves cut --upto 12x1 --polynomial")]
    Moves {
        #[command(flatten)]
        upto: Upto,
        /// For `cut`: also the polynomial in the height, and from where on it holds
        #[arg(long)]
        polynomial: bool,
    },
    /// Partitions of a number into heaps, lost and won
    #[command(after_help = "\
Examples:
  sprague count partitions split:3 --of 200
  sprague count partitions kayles --of 100 --mod 1000000007
  sprague count partitions nim --of 30 --table")]
    Partitions {
        /// The rule
        rule: String,
        /// The number that is partitioned
        #[arg(long, value_name = "N")]
        of: String,
        /// All numbers from 0 to N, one a line: number, won, lost
        #[arg(long)]
        table: bool,
        #[command(flatten)]
        outcome: WonOrLost,
        #[command(flatten)]
        modulus: Modulus,
        #[command(flatten)]
        save: Save,
    },
    /// Ordered tuples of pieces, lost or won
    #[command(after_help = "\
Examples:
  sprague count tuples kayles --upto 100 --heaps 5          heaps of 0 to 100
  sprague count tuples kayles --upto 10^12 --heaps 10^18 --mod 1000000007
  sprague count tuples cards --size 13 --suits 4            every set of visible cards
  sprague count tuples nim --upto 10^18 --heaps 3 --won
  sprague count tuples cut --upto 6x7 --heaps 3             sheets of 1x1 to 6x7")]
    Tuples {
        /// The rule
        rule: String,
        /// Largest heap, or sheet WxH
        #[arg(long, value_name = "N", required_unless_present = "size")]
        upto: Option<String>,
        /// Smallest size; without it the least there is
        #[arg(long, value_name = "N", requires = "upto")]
        from: Option<String>,
        /// Number of pieces
        #[arg(long, value_name = "S", required_unless_present = "suits")]
        heaps: Option<String>,
        /// Cards in a suit (cards)
        #[arg(long, value_name = "N", conflicts_with_all = ["upto", "from"])]
        size: Option<String>,
        /// Number of suits (cards)
        #[arg(long, value_name = "S", conflicts_with = "heaps")]
        suits: Option<String>,
        /// Compute at most so many values [default: 100000]
        #[arg(long, value_name = "N")]
        limit: Option<String>,
        #[command(flatten)]
        outcome: WonOrLost,
        #[command(flatten)]
        modulus: Modulus,
        #[command(flatten)]
        save: Save,
    },
    /// Unordered choices of pieces, repetition allowed, lost or won
    #[command(after_help = "\
Examples:
  sprague count multisets sub:squares --upto 29 --heaps 3   heaps of 0 to 29
  sprague count multisets 4.330300003 --from 1 --upto 12 --heaps 4
  sprague count multisets kayles --upto 10^12 --heaps 1000 --mod 10^9")]
    Multisets {
        #[command(flatten)]
        upto: Upto,
        /// Number of pieces
        #[arg(long, value_name = "S")]
        heaps: String,
        #[command(flatten)]
        outcome: WonOrLost,
    },
    /// Choices of different pieces, lost or won
    #[command(after_help = "\
Examples:
  sprague count sets nim --from 1 --upto 2^100-1 --heaps 5
  sprague count sets nim --from 1 --upto 2^3-1 --heaps 3 --ordered --won")]
    Sets {
        #[command(flatten)]
        upto: Upto,
        /// Number of pieces
        #[arg(long, value_name = "S")]
        heaps: String,
        /// The order of the pieces counts
        #[arg(long)]
        ordered: bool,
        #[command(flatten)]
        outcome: WonOrLost,
    },
    /// Numbers n such that the heaps a*n, b*n, … together are lost, or won
    #[command(after_help = "\
Examples:
  sprague count pattern nim 1,2,3 --upto 2^30               Project Euler 301
  sprague count pattern nim 3,5,9,11 --upto 10^100 --won
  sprague count pattern kayles 1,2 --upto 1000")]
    Pattern {
        /// The rule
        rule: String,
        /// The multiples of n
        pattern: String,
        /// Largest n
        #[arg(long, value_name = "N")]
        upto: String,
        #[command(flatten)]
        outcome: WonOrLost,
        #[command(flatten)]
        modulus: Modulus,
        #[command(flatten)]
        save: Save,
    },
    /// How many sizes have each value
    #[command(after_help = "\
Examples:
  sprague count histogram kayles --upto 10^18               a line a value: value, count")]
    Histogram(Upto),
    /// Which sizes are lost
    #[command(after_help = "\
Examples:
  sprague count zeros sub:squares --upto 100
  sprague count zeros wythoff --upto 20x20")]
    Zeros(Upto),
}

/// Which of them are counted.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct WonOrLost {
    /// Count those that the first player wins
    #[arg(long)]
    pub won: bool,
    /// Count those that the first player loses
    #[arg(long, conflicts_with = "won")]
    pub lost: bool,
}

/// Rule, largest size and how far to look for a law.
#[derive(Debug, Clone, clap::Args)]
pub struct Upto {
    /// The rule
    pub rule: String,
    /// Largest size; WxH for `cut`
    #[arg(long, value_name = "N")]
    pub upto: String,
    /// Smallest size; without it the least there is
    #[arg(long, value_name = "N")]
    pub from: Option<String>,
    /// Compute at most so many values [default: 100000]
    #[arg(long, value_name = "N")]
    pub limit: Option<String>,
    #[command(flatten)]
    pub modulus: Modulus,
    #[command(flatten)]
    pub save: Save,
}

#[derive(Debug, Clone, clap::Args)]
pub struct Modulus {
    /// A residue instead of the integer
    #[arg(long = "mod", value_name = "M")]
    pub modulus: Option<String>,
}
