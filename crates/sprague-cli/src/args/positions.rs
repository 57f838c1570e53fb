//! The arguments of `explain`, `moves` and `play`.

use super::{Limit, Misere, units};
use clap::ValueEnum;

/// Explain why a position is won or lost
///
/// Shows the nim-value of each piece with the moves that make it so, their xor digit by digit, and a winning
/// move. --bare prints the winning move, or `lost`.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague explain kayles 3+7+12
  sprague explain nim 1 2 3
  sprague explain 0.75 2+5 --misere
  sprague explain cut 4x5")]
pub struct Explain {
    /// A code such as 0.77, a name, @FILE or @DIR
    pub rule: String,
    /// A sum such as 3+7+12, 3 7 12, 5x3+2x2 or 2,5/9
    #[arg(required = true)]
    pub position: Vec<String>,
    #[command(flatten)]
    pub misere: Misere,
    #[command(flatten)]
    pub limit: Limit,
}

/// Show the value of a position and its winning moves
///
/// Equal pieces are played once. --bare prints the value of the position.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague moves kayles 3+7+12
  sprague moves nim 10^18 5 5
  sprague moves cut 5x3+7x9 --all        every move with the value it leaves")]
pub struct Moves {
    /// A code such as 0.77, a name, @FILE or @DIR
    pub rule: String,
    /// A sum such as 3+7+12, 3 7 12, 5x3+2x2 or 2,5/9
    #[arg(required = true)]
    pub position: Vec<String>,
    #[command(flatten)]
    pub misere: Misere,
    #[command(flatten)]
    pub limit: Limit,
    /// Show at most K moves [default: 20]
    #[arg(long, value_name = "K", value_parser = units::number, conflicts_with = "bare", help_heading = "Output")]
    pub first: Option<u64>,
    /// Show all moves, each with the value it leaves
    #[arg(long, conflicts_with = "bare", help_heading = "Output")]
    pub all: bool,
}

// How well the engine plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Mostly at random
    Easy,
    /// Overlooks a win now and then
    Medium,
    /// Never overlooks a win
    Perfect,
}

/// Play against the engine
///
/// On a terminal: arrow keys and Enter, or type a move: `3 2` takes 2 from heap 3; ? lists all keys. On a
/// pipe or with --plain: line by line, a move or one of moves, hint, why, undo, help, quit.
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "\
Examples:
  sprague play nim
  sprague play kayles 3+7+12 --level easy
  sprague play kayles 3+4 --misere
  printf '3 2\\nquit\\n' | sprague play kayles 3 7 12 --seed 1")]
pub struct Play {
    /// A code such as 0.77, a name or @FILE
    pub rule: String,
    /// A sum such as 3+7+12, 5x3+2x2 or 2,5/9 [default: a starting position]
    pub position: Vec<String>,
    #[command(flatten)]
    pub misere: Misere,
    /// How well the engine plays
    #[arg(long, default_value = "perfect", help_heading = "Game")]
    pub level: Level,
    /// Let the engine begin
    #[arg(long, help_heading = "Game")]
    pub second: bool,
    /// Make the engine's choices repeatable
    #[arg(long, value_name = "N", value_parser = units::number, help_heading = "Game")]
    pub seed: Option<u64>,
    /// Play line by line, also on a terminal
    #[arg(long, help_heading = "Game")]
    pub plain: bool,
}
