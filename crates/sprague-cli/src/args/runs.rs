//! The command line of runs on disk.

use std::path::PathBuf;

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague search 0.106 --to 1e9 --dir runs/0.106
  sprague search 0.106 --to 1e10 --dir runs/0.106           further, from where it stopped
  sprague search 0.104 --to 1e12 --dir runs/0.104 --discard a law, without its values
  sprague values @runs/0.106 --from 1e8 --to 100000100      read it; also law, value, count, plot
The run ends at the largest heap, or as soon as a law is proved. Ctrl-C, a crash or a full disk lose
seconds at the most: the same command goes on. --bare prints how many values are known.")]
pub struct Search {
    /// The rule
    pub rule: String,
    /// Largest heap; a larger one later goes on from there
    #[arg(long, value_name = "N")]
    pub to: String,
    /// The directory; it is made if there is none
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// Keep values only while they are all needed: a law takes a megabyte
    #[arg(long)]
    pub discard: bool,
}

#[derive(Debug, Clone, clap::Args)]
#[command(before_help = "\
Examples:
  sprague status runs/0.106
  sprague status runs/0.106 --json
  watch -n 10 sprague status runs/0.106     while it is at work
--bare prints how many values are known.")]
pub struct Status {
    /// The directory
    pub dir: PathBuf,
}
