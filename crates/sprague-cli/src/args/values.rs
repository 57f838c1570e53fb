//! The arguments of `value`, `values`, `plot` and `nim`.

use super::{Limit, Misere};
use clap::ValueEnum;

/// Print the nim-values of single heaps, sheets or suits of any size
///
/// Where a law is proved, a heap of 10^40 is as quick as one of 40. --bare prints one value per line.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague value kayles 10^40
  sprague value cut 5x3 7x10^30
  sprague value kayles 10^40 --misere    its image in the misère quotient
  seq 100 | sprague value 0.07 -         sizes from standard input")]
pub struct Value {
    /// A code such as 0.77, a name, @FILE or @DIR
    pub rule: String,
    /// Heaps, sheets WxH or suits; - reads them from standard input
    pub sizes: Vec<String>,
    #[command(flatten)]
    pub misere: Misere,
    #[command(flatten)]
    pub limit: Limit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Values separated by spaces, ten per line
    Plain,
    /// Rows with an index
    Table,
    /// A header and one line per value
    Csv,
    /// Index and value on a line, for the OEIS
    Bfile,
    /// An array for numpy.load
    Npy,
}

/// Print the nim-values of a range of sizes
///
/// --bare prints one value per line.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague values 0.07 --to 40
  sprague values kayles --from 10^40 --to 10^40+20
  sprague values officers --to 1e5 --format npy -o officers.npy
  sprague values cut --to 6x20 --format table
  sprague values cards --to 4            every suit of four cards")]
pub struct Values {
    /// A code such as 0.77, a name, @FILE or @DIR
    pub rule: String,
    /// First heap or sheet WxH [default: the smallest there is]
    #[arg(long, value_name = "N", help_heading = "Range")]
    pub from: Option<String>,
    /// Last heap or sheet WxH, or number of cards
    #[arg(long, value_name = "N", help_heading = "Range")]
    pub to: String,
    /// Print in this format [default: plain]; for JSON use --json
    #[arg(long, conflicts_with_all = ["json", "bare"], help_heading = "Output")]
    pub format: Option<Format>,
    /// Write the values to FILE; - is standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<String>,
    /// Print their number, the largest, a checksum and the rate only
    #[arg(long, conflicts_with_all = ["format", "output"], help_heading = "Output")]
    pub digest: bool,
}

/// Draw nim-values on the terminal, or as an SVG or PNG file
///
/// --bare prints the histogram: a value and its count per line.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague plot kayles --to 200
  sprague plot 0.16 --to 1e6 -o values.png
  sprague plot cut --to 60x90 -o cut.svg   a heat map")]
pub struct Plot {
    /// A code such as 0.77, a name, @FILE or @DIR
    pub rule: String,
    /// Last heap, or sheet WxH
    #[arg(long, value_name = "N", help_heading = "Range")]
    pub to: String,
    /// Draw how often each value occurs instead
    #[arg(long, help_heading = "Output")]
    pub histogram: bool,
    /// Write a picture to FILE, whose name ends in .svg or .png
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["json", "bare"], help_heading = "Output")]
    pub output: Option<String>,
}

/// Compute in the field of nimbers
///
/// Numbers below 2^64 with + (xor), * (nim product), /, ^ with whole exponents, sqrt(...) and parentheses.
/// Quote the expression, since shells read * and parentheses themselves. --bare prints the number alone.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague nim '13*14^3/5+2'
  sprague nim 'sqrt(24)'
  sprague nim '(2+8)^-1 * 77'")]
pub struct Nim {
    /// An expression such as '13*14^3/5+2'
    #[arg(required = true)]
    pub expression: Vec<String>,
}
