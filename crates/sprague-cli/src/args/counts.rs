//! The arguments of `count` and `euler`.

use super::Save;
use clap::Subcommand;

/// Count won or lost positions and winning moves exactly
///
/// --bare prints the numbers alone, one per line.
#[derive(Debug, Clone, clap::Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  sprague count wins 0.07 --to 10^18     heaps that the first player wins
  sprague count moves kayles --to 10^18  winning first moves
  sprague count tuples nim --to 10^18 --heaps 3 --mod 1000000007")]
pub struct Count {
    #[command(subcommand)]
    pub counted: Counted,
}

#[derive(Debug, Clone, Subcommand)]
pub enum Counted {
    /// Count the sizes that the first player wins, or loses
    #[command(after_help = "\
Examples:
  sprague count wins 0.07 --to 10^18
  sprague count wins cut --to 50x10^30
  sprague count wins kayles --to 10^18 --misere
  sprague count wins cards --to 100      over all suits of 1 to 100 cards")]
    Wins {
        #[command(flatten)]
        misere: Misere,
        #[command(flatten)]
        pieces: Pieces,
        #[command(flatten)]
        outcome: WonOrLost,
    },
    /// Count the winning first moves from all single pieces of a range
    ///
    /// Two moves of a heap are the same if they leave the same heaps; every grid point is a separate cut.
    #[command(after_help = "\
Examples:
  sprague count moves kayles --to 10^18
  sprague count moves cut --to 123x1234567
  sprague count moves cut --to 12x1 --polynomial")]
    Moves {
        #[command(flatten)]
        pieces: Pieces,
        /// Print the polynomial in the height, and from where on it holds (only `cut`)
        #[arg(long, help_heading = "Output")]
        polynomial: bool,
    },
    /// Count the partitions of a number into heaps that are lost and won
    #[command(after_help = "\
Examples:
  sprague count partitions split:3 --of 200
  sprague count partitions kayles --of 100 --mod 1000000007
  sprague count partitions nim --of 30 --table")]
    Partitions {
        /// A code such as 0.77, a name, @FILE or @DIR
        rule: String,
        /// The number that is partitioned
        #[arg(long, value_name = "N", help_heading = "What is counted")]
        of: String,
        #[command(flatten)]
        outcome: WonOrLost,
        #[command(flatten)]
        misere: Misere,
        #[command(flatten)]
        limit: Limit,
        #[command(flatten)]
        save: Save,
        #[command(flatten)]
        modulus: Modulus,
        /// Print all numbers from 0 to N, one per line: number, won, lost
        #[arg(long, conflicts_with_all = ["save", "won", "lost", "misere"], help_heading = "Output")]
        table: bool,
    },
    /// Count ordered tuples of pieces that are lost, or won
    #[command(after_help = "\
Examples:
  sprague count tuples kayles --to 100 --heaps 5     heaps of 0 to 100
  sprague count tuples kayles --to 10^12 --heaps 10^18 --mod 1000000007
  sprague count tuples cards --from 13 --to 13 --heaps 4   suits of 13 cards
  sprague count tuples nim --to 10^18 --heaps 3 --won
  sprague count tuples cut --to 6x7 --heaps 3        sheets of 1x1 to 6x7")]
    Tuples(Choices),
    /// Count unordered choices of pieces that are lost, or won
    ///
    /// A piece may be chosen more than once.
    #[command(after_help = "\
Examples:
  sprague count multisets sub:squares --to 29 --heaps 3      heaps of 0 to 29
  sprague count multisets 4.330300003 --from 1 --to 12 --heaps 4
  sprague count multisets kayles --to 10^12 --heaps 1000 --mod 10^9")]
    Multisets(Choices),
    /// Count choices of different pieces that are lost, or won
    #[command(after_help = "\
Examples:
  sprague count sets nim --from 1 --to 2^100-1 --heaps 5
  sprague count sets kayles --to 10^12 --heaps 4 --mod 10^9
  sprague count sets nim --from 1 --to 2^3-1 --heaps 3 --ordered --won")]
    Sets {
        #[command(flatten)]
        choices: Choices,
        /// Count every order of the same pieces
        #[arg(long, help_heading = "What is counted")]
        ordered: bool,
    },
    /// Count the n for which heaps a*n, b*n, … together are lost, or won
    #[command(after_help = "\
Examples:
  sprague count pattern nim 1,2,3 --to 2^30          Project Euler 301
  sprague count pattern nim 3,5,9,11 --to 10^100 --won
  sprague count pattern kayles 1,2 --to 1000")]
    Pattern {
        /// A code such as 0.77, a name, @FILE or @DIR
        rule: String,
        /// The multiples a,b,… of n
        pattern: String,
        /// Largest n
        #[arg(long, value_name = "N", help_heading = "What is counted")]
        to: String,
        #[command(flatten)]
        outcome: WonOrLost,
        #[command(flatten)]
        limit: Limit,
        #[command(flatten)]
        save: Save,
        #[command(flatten)]
        modulus: Modulus,
    },
    /// Count how many sizes have each value
    #[command(after_help = "\
Examples:
  sprague count histogram kayles --to 10^18          per line: value, count
  sprague count histogram cut --to 12x30 --bare
  sprague count histogram kayles --from 100 --to 200 --json")]
    Histogram(Pieces),
    /// List the sizes that are lost
    #[command(after_help = "\
Examples:
  sprague count zeros sub:squares --to 100
  sprague count zeros wythoff --to 20x20
  sprague count zeros kayles --from 100 --to 10^4 --bare")]
    Zeros {
        #[command(flatten)]
        misere: Misere,
        #[command(flatten)]
        pieces: Pieces,
    },
}

// Which of them are counted.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct WonOrLost {
    /// Count those that the first player wins
    #[arg(long, help_heading = "What is counted")]
    pub won: bool,
    /// Count those that the first player loses
    #[arg(long, conflicts_with = "won", help_heading = "What is counted")]
    pub lost: bool,
}

// A range of pieces of a rule.
#[derive(Debug, Clone, clap::Args)]
pub struct Pieces {
    /// A code such as 0.77, a name, @FILE or @DIR
    pub rule: String,
    /// Smallest size [default: the smallest there is]
    #[arg(long, value_name = "N", help_heading = "What is counted")]
    pub from: Option<String>,
    /// Largest size; WxH for sheets
    #[arg(long, value_name = "N", help_heading = "What is counted")]
    pub to: String,
    #[command(flatten)]
    pub limit: Limit,
    #[command(flatten)]
    pub save: Save,
    #[command(flatten)]
    pub modulus: Modulus,
}

// Choices of a number of pieces.
#[derive(Debug, Clone, clap::Args)]
pub struct Choices {
    #[command(flatten)]
    pub misere: Misere,
    #[command(flatten)]
    pub pieces: Pieces,
    /// Number of pieces: heaps, sheets or suits
    #[arg(long, value_name = "S", help_heading = "What is counted")]
    pub heaps: String,
    #[command(flatten)]
    pub outcome: WonOrLost,
}

// How far to look for a law.
#[derive(Debug, Clone, clap::Args)]
pub struct Limit {
    /// Compute at most N values [default: what a few seconds allow]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub limit: Option<String>,
}

// Who wins when no move is left.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Misere {
    /// Misère play: the player who cannot move wins
    #[arg(long, help_heading = "Game")]
    pub misere: bool,
}

// A residue.
#[derive(Debug, Clone, clap::Args)]
pub struct Modulus {
    /// Print the residue modulo M instead of the integer
    #[arg(long = "mod", value_name = "M", help_heading = "Output")]
    pub modulus: Option<String>,
}

/// Solve Project Euler problems about impartial games, at any size
///
/// Certificates exist for counts of heaps, sheets and cards: problems 301, 306, 310, 409 up to n = 22, 509,
/// 550, 560, 629, 649, 798, 888 and 933. For the others --save is refused before anything is computed.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague euler --list                   what each problem asks
  sprague euler all
  sprague euler 306 --n 10^18            winning strips up to 10^18
  sprague euler 933 --w 12 --h 123       327398
  sprague euler 629 --n 100 --exact      the integer itself
  sprague euler 798 --n 13 --s 4 --mod 998244353
  sprague euler 888 --save 888.cert")]
pub struct Euler {
    /// The number of a problem, or all
    #[arg(default_value = "all")]
    pub problem: String,
    /// Largest heap or number; stones (629), squares (344), side of the board (459, 649), cards (798)
    #[arg(long, help_heading = "Sizes")]
    pub n: Option<String>,
    /// Number of heaps (550, 560), index of the tree (400) or the threshold (870)
    #[arg(long, help_heading = "Sizes")]
    pub k: Option<String>,
    /// Number of coins (344, 649)
    #[arg(long, help_heading = "Sizes")]
    pub c: Option<String>,
    /// Number of heaps (888)
    #[arg(long, help_heading = "Sizes")]
    pub m: Option<String>,
    /// Number of suits (798)
    #[arg(long, help_heading = "Sizes")]
    pub s: Option<String>,
    /// Width (933)
    #[arg(long, help_heading = "Sizes")]
    pub w: Option<String>,
    /// Height (933)
    #[arg(long, help_heading = "Sizes")]
    pub h: Option<String>,
    #[command(flatten)]
    pub save: Save,
    /// List what each problem asks, with the sizes of its statement
    #[arg(long, conflicts_with_all = ["problem", "n", "s", "w", "h", "k", "c", "m", "modulus", "exact", "save", "verbose"])]
    #[arg(help_heading = "Output")]
    pub list: bool,
    #[command(flatten)]
    pub modulus: Modulus,
    /// Print the integer itself where the problem asks for a residue
    #[arg(long, conflicts_with = "modulus", help_heading = "Output")]
    pub exact: bool,
    /// Print also with all what each problem asks and what its answer rests on
    #[arg(long, conflicts_with_all = ["json", "bare"], help_heading = "Output")]
    pub verbose: bool,
}

impl Counted {
    /// The rule, and how far to look for its law.
    pub fn rule_mut(&mut self) -> (&mut String, &Limit) {
        match self {
            Counted::Wins { pieces, .. }
            | Counted::Moves { pieces, .. }
            | Counted::Tuples(Choices { pieces, .. })
            | Counted::Multisets(Choices { pieces, .. })
            | Counted::Sets { choices: Choices { pieces, .. }, .. }
            | Counted::Zeros { pieces, .. }
            | Counted::Histogram(pieces) => (&mut pieces.rule, &pieces.limit),
            Counted::Partitions { rule, limit, .. } | Counted::Pattern { rule, limit, .. } => (rule, limit),
        }
    }

    /// The largest piece, or the number that is partitioned; multiples of it may be larger.
    pub fn largest(&self) -> Option<&String> {
        match self {
            Counted::Wins { pieces, .. }
            | Counted::Moves { pieces, .. }
            | Counted::Tuples(Choices { pieces, .. })
            | Counted::Multisets(Choices { pieces, .. })
            | Counted::Sets { choices: Choices { pieces, .. }, .. }
            | Counted::Zeros { pieces, .. }
            | Counted::Histogram(pieces) => Some(&pieces.to),
            Counted::Partitions { of, .. } => Some(of),
            Counted::Pattern { .. } => None,
        }
    }

    /// Where to write the certificate.
    pub fn save(&self) -> &Save {
        match self {
            Counted::Wins { pieces, .. }
            | Counted::Moves { pieces, .. }
            | Counted::Tuples(Choices { pieces, .. })
            | Counted::Multisets(Choices { pieces, .. })
            | Counted::Sets { choices: Choices { pieces, .. }, .. }
            | Counted::Zeros { pieces, .. }
            | Counted::Histogram(pieces) => &pieces.save,
            Counted::Partitions { save, .. } | Counted::Pattern { save, .. } => save,
        }
    }
}
