//! The arguments of `sprague count`.

use super::Save;
use clap::Subcommand;

#[derive(Debug, Clone, clap::Args)]
#[command(arg_required_else_help = true)]
#[command(before_help = "\
Examples:
  sprague count wins 0.07 --upto 10^18      heaps that the first player wins
  sprague count moves kayles --upto 10^18   winning first moves
  sprague count tuples nim --upto 10^18 --heaps 3 --mod 1000000007
--bare prints the numbers alone, one a line.")]
pub struct Count {
    #[command(subcommand)]
    pub question: Question,
}

#[derive(Debug, Clone, Subcommand)]
pub enum Question {
    /// Sizes that the first player wins, or loses
    #[command(before_help = "\
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
    #[command(before_help = "\
Examples:
  sprague count moves kayles --upto 10^18
  sprague count moves cut --upto 123x1234567
  sprague count moves cut --upto 12x1 --polynomial
Two moves of a heap are the same if they leave the same heaps; every grid point is a cut of its own.")]
    Moves {
        #[command(flatten)]
        upto: Upto,
        /// For `cut`: also the polynomial in the height, and from where on it holds
        #[arg(long)]
        polynomial: bool,
    },
    /// Partitions of a number into heaps, lost and won
    #[command(before_help = "\
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
        #[arg(long, conflicts_with_all = ["save", "won", "lost"])]
        table: bool,
        #[command(flatten)]
        limit: Limit,
        #[command(flatten)]
        outcome: WonOrLost,
        #[command(flatten)]
        modulus: Modulus,
        #[command(flatten)]
        save: Save,
    },
    /// Ordered tuples of pieces, lost or won
    #[command(before_help = "\
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
        #[command(flatten)]
        limit: Limit,
        #[command(flatten)]
        outcome: WonOrLost,
        #[command(flatten)]
        modulus: Modulus,
        #[command(flatten)]
        save: Save,
    },
    /// Unordered choices of pieces, repetition allowed, lost or won
    #[command(before_help = "\
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
    #[command(before_help = "\
Examples:
  sprague count sets nim --from 1 --upto 2^100-1 --heaps 5
  sprague count sets kayles --upto 10^12 --heaps 4 --mod 10^9
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
    #[command(before_help = "\
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
        limit: Limit,
        #[command(flatten)]
        outcome: WonOrLost,
        #[command(flatten)]
        modulus: Modulus,
        #[command(flatten)]
        save: Save,
    },
    /// How many sizes have each value
    #[command(before_help = "\
Examples:
  sprague count histogram kayles --upto 10^18               a line a value: value, count
  sprague count histogram cut --upto 12x30 --bare
  sprague count histogram kayles --from 100 --upto 200 --json")]
    Histogram(Upto),
    /// Which sizes are lost
    #[command(before_help = "\
Examples:
  sprague count zeros sub:squares --upto 100
  sprague count zeros wythoff --upto 20x20
  sprague count zeros kayles --from 100 --upto 10^4 --bare")]
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
    #[command(flatten)]
    pub limit: Limit,
    #[command(flatten)]
    pub modulus: Modulus,
    #[command(flatten)]
    pub save: Save,
}

/// How far to look for a law.
#[derive(Debug, Clone, clap::Args)]
pub struct Limit {
    /// Compute at most so many values [default: as many as a few seconds allow]
    #[arg(long, value_name = "N")]
    pub limit: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
pub struct Modulus {
    /// A residue instead of the integer
    #[arg(long = "mod", value_name = "M")]
    pub modulus: Option<String>,
}
