//! The arguments of `law`, `search`, `census` and `check`.

use super::{Limit, Misere, units};
use clap::Subcommand;
use std::path::PathBuf;
use std::time::Duration;

/// Find and prove the law that the nim-values of a rule follow
///
/// Computes values until a theorem proves that the pattern continues forever, and prints the theorem, the
/// range that was checked and why that range is enough. Exit code 1: no law was proved; what was observed is
/// printed. --bare prints period, preperiod and saltus.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague law kayles
  sprague law 0.156 --self-check         and check the proof independently
  sprague law kayles --misere            order and period of the misère quotient
  sprague law allbut:1,2 --json
  sprague law cut --to 20                where each row of sheets is constant
  sprague law 0.16 --window              keeping no more than a megabyte")]
pub struct Law {
    /// A code such as 0.77, a name, @FILE or @DIR
    pub rule: String,
    #[command(flatten)]
    pub limit: Limit,
    /// Prove the rows of widths 1 to W (only `cut`) [default: 20]
    #[arg(long, value_name = "W", help_heading = "Search")]
    pub to: Option<String>,
    /// Keep only the last values, for laws too long for memory
    #[arg(long, help_heading = "Search")]
    pub window: bool,
    #[command(flatten)]
    pub misere: Misere,
    #[command(flatten)]
    pub save: Save,
    /// Check the certificate at once with the independent checker
    #[arg(long, help_heading = "Certificate")]
    pub self_check: bool,
    /// Print also the hypotheses of the theorem and the method
    #[arg(long, conflicts_with_all = ["json", "bare"], help_heading = "Output")]
    pub verbose: bool,
}

// Where to write a certificate.
#[derive(Debug, Clone, clap::Args)]
pub struct Save {
    /// Write a certificate to FILE; - is standard output
    ///
    /// Laws of heaps and rows of sheets have certificates. So have all counts of heaps; of sheets all but
    /// moves from a smallest size; of boards all but moves and histograms; lost tuples of suits of one length
    /// modulo a prime. There are none for trees, Wythoff and `cut:one`, nor with numbers of more than 10000
    /// digits.
    #[arg(long, value_name = "FILE", help_heading = "Certificate")]
    pub save: Option<String>,
}

/// Search for a law, saving progress so that the run can be resumed
///
/// All of it is saved in a directory. The run ends at the last heap, or as soon as a law is proved. Ctrl-C, a
/// crash or a full disk cost a few seconds of work at most: the same command continues. --bare prints how
/// many values are known.
#[derive(Debug, Clone, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  sprague search 0.106 --to 1e9 --dir runs/0.106
  sprague search 0.106 --to 1e10 --dir runs/0.106    further, from there
  sprague search 0.104 --to 1e12 --dir runs/0.104 --discard
  sprague search status --dir runs/0.106
  sprague values @runs/0.106 --to 100    read it; also law, value, count, plot")]
pub struct Search {
    #[command(flatten)]
    pub run: Option<SearchRun>,
    #[command(subcommand)]
    pub action: Option<SearchAction>,
}

// A run.
#[derive(Debug, Clone, clap::Args)]
pub struct SearchRun {
    /// A code such as 0.77, a name or @FILE
    pub rule: String,
    /// Last heap; the same run can be continued further later
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub to: String,
    /// Save the run in DIR, which is created if it does not exist
    #[arg(long, value_name = "DIR", help_heading = "Search")]
    pub dir: PathBuf,
    /// Discard values that are no longer needed: a law then takes a megabyte
    #[arg(long, help_heading = "Search")]
    pub discard: bool,
}

#[derive(Debug, Clone, Subcommand)]
pub enum SearchAction {
    /// Show how far a run has come
    ///
    /// Reads the directory and computes nothing; a process may be at work there. --bare prints how many
    /// values are known.
    #[command(after_help = "\
Examples:
  sprague search status --dir runs/0.106
  sprague search status --dir runs/0.106 --json
  sprague search status --dir runs/0.106 --bare")]
    Status {
        /// The directory of the run
        #[arg(long, value_name = "DIR", help_heading = "Search")]
        dir: PathBuf,
    },
}

/// Find the laws of many codes and save them to a directory
///
/// Patterns: ? is any octal digit, x any hexadecimal one; before the point ? is 0 or 4. @FILE is a list, one
/// pattern per line. docs/census.md describes the directory.
#[derive(Debug, Clone, clap::Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  sprague census run '0.??' --rounds 1e4,1e6 --time 60 --dir census
  sprague census report --dir census     what is known, and what is complete
  sprague census verify --dir census     check every certificate
  sprague census export --dir census -o census.csv")]
pub struct Census {
    #[command(subcommand)]
    pub action: CensusAction,
}

#[derive(Debug, Clone, Subcommand)]
pub enum CensusAction {
    /// Compute what is missing in a census
    ///
    /// Can be interrupted and resumed. A code whose law is proved is finished; the others are computed
    /// further in the next round. --memory is for each task [default: 1G]. Exit code 1: the engine failed on
    /// a rule.
    #[command(after_help = "\
Examples:
  sprague census run '0.??' --rounds 1e4,1e6 --time 60 --dir census
  sprague census run '?.???' '0.xx' --rounds 1e4 --dir census --threads 4
  sprague census run --rounds 1e5 --dir census       the codes it has, further")]
    Run(CensusRun),
    /// Show what a census knows and what is complete
    ///
    /// Reads the directory and computes nothing.
    #[command(after_help = "\
Examples:
  sprague census report --dir census
  sprague census report --dir census --json
  sprague census report --dir census --verify        and check every certificate")]
    Report {
        /// The directory of the census
        #[arg(long, value_name = "DIR", help_heading = "Census")]
        dir: PathBuf,
        /// Check every certificate first, and say how many laws were verified
        #[arg(long, help_heading = "Census")]
        verify: bool,
    },
    /// Check every certificate of a census with the independent checker
    ///
    /// Exit code 1: some certificate is missing, damaged or wrong.
    #[command(after_help = "\
Examples:
  sprague census verify --dir census
  sprague census verify --dir census --json
  sprague census verify --dir census --threads 2")]
    Verify {
        /// The directory of the census
        #[arg(long, value_name = "DIR", help_heading = "Census")]
        dir: PathBuf,
    },
    /// Write a census as a table in CSV, one line per rule
    ///
    /// docs/census.md describes the columns.
    #[command(after_help = "\
Examples:
  sprague census export --dir census
  sprague census export --dir census -o census.csv
  sprague census export --dir census | cut -d, -f1,4,5")]
    Export {
        /// The directory of the census
        #[arg(long, value_name = "DIR", help_heading = "Census")]
        dir: PathBuf,
        /// Write the table to FILE; - is standard output
        #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = "Output")]
        output: String,
    },
}

#[derive(Debug, Clone, clap::Args)]
pub struct CensusRun {
    /// Codes, such as 0.??? 4.?7 0.xx @codes.txt [default: those the census has]
    pub patterns: Vec<String>,
    /// The directory of the census, which is created if it does not exist
    #[arg(long, value_name = "DIR", help_heading = "Census")]
    pub dir: PathBuf,
    /// Number of values to compute in each round
    #[arg(long, value_name = "N,N,…", default_value = "1e4", help_heading = "Census")]
    pub rounds: String,
    /// Spend at most this time on each task: 90, 10m or 2h
    #[arg(long, value_name = "TIME", value_parser = units::time, help_heading = "Census")]
    pub time: Option<Duration>,
}

/// Verify certificates with the independent checker
///
/// Exit code 0: all verified; 1: some not verified; 2: some unreadable. The program sprague-check does the
/// same and shares nothing with the engine.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague law 0.16 --save 0.16.cert && sprague check 0.16.cert
  sprague euler 933 --save - | sprague check -
  sprague check *.cert --json")]
pub struct Check {
    /// Certificates; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Give up after N steps
    #[arg(long, value_name = "N", default_value = "10^13", help_heading = "Check")]
    pub steps: String,
}
