//! `sprague help TOPIC`: the help of a command, or a short page on notation or on the status of an answer.

use crate::args::{TOPICS, WIDTH, command};
use sprague::rules::NOTATIONS;
use std::io::Write;

/// What `sprague` alone prints.
pub const WELCOME: &str = concat!(
    "Sprague ",
    env!("CARGO_PKG_VERSION"),
    ": nim-values, proved laws and exact counts of impartial games

Try:
  sprague explain kayles 3+7+12        why a position is won or lost
  sprague law kayles                   the period of its values, with a proof
  sprague count wins 0.07 --to 10^100  an exact count, however large
  sprague play nim                     play against the engine
  sprague serve --open                 all of it in the browser

Read on:
  sprague --help                       every command
  sprague help notation                how rules and sizes are written
  sprague help proof-status            what `proved` and `observed` claim"
);

const STATUS: &str = "\
How much an answer claims

  proved    by a theorem whose hypotheses were checked, or by exhaustive exact
            computation; it holds for all sizes asked about
  computed  exact arithmetic on top of something that is not proved
  observed  a pattern in the values seen so far; it may fail at the next one

Beside its status an answer may say that it was also checked: by the
independent checker, by a random test with a stated probability of error,
or by a theorem in Coq.

`sprague law` computes values until a theorem applies. Exit code 1 says that
none did. With --save FILE, law, count and euler write a certificate; `sprague
check FILE` verifies it with a program that shares no solving code with the
engine.";

const NOTATION: &str = "\
How rules, positions and sizes are written

Positions are sums of pieces: heaps 3+7+12, sheets 5x3+2x2, a suit 2,5/9.
Sizes: 1000000, 1_000_000, 1e6, 10^18, 3*2^40-1.
A player who cannot move loses. Digit t of a code says what may remain when t
tokens are taken from a heap: 1 nothing, 2 one heap, 4 two heaps, 8 three heaps;
the digit is their sum, so 0.77 is Kayles.
";

pub fn run(topic: &[String]) -> anyhow::Result<u8> {
    let mut out = std::io::stdout().lock();
    match topic {
        [one] if one == "proof-status" => writeln!(out, "{STATUS}")?,
        [one] if one == "notation" => {
            writeln!(out, "{NOTATION}")?;
            for entry in NOTATIONS {
                writeln!(out, "{}", beside(entry.pattern, 22, entry.line))?;
            }
            writeln!(out, "\nNames such as kayles, nim or dawson: `sprague rules` lists them.")?;
            writeln!(out, "A game of your own: @mygame.toml (docs/notation.md).")?;
        }
        names => write!(out, "{}", find(names)?.render_long_help())?,
    }
    Ok(0)
}

/// A term of a width and what it means, in lines of at most [`WIDTH`] characters.
pub fn beside(term: &str, width: usize, meaning: &str) -> String {
    let indent = width + 3;
    let (mut text, mut column) = (format!("  {term:<width$}"), indent - 1);
    for word in meaning.split(' ') {
        let length = word.chars().count();
        if column + 1 + length > WIDTH && column >= indent {
            text += &format!("\n{:1$}", "", indent - 1);
            column = indent - 1;
        }
        text += &format!(" {word}");
        column += 1 + length;
    }
    text
}

/// The command of these names, ready to be described.
pub fn find(names: &[String]) -> anyhow::Result<clap::Command> {
    let mut found = command();
    found.build();
    for name in names {
        let Some(inner) = found.find_subcommand(name) else {
            let topics: Vec<String> = TOPICS.iter().map(|(topic, _)| format!("`{topic}`")).collect();
            let line = format!("no help on `{name}`: name a command, {}", topics.join(" or "));
            anyhow::bail!(line);
        };
        found = inner.clone();
    }
    Ok(found)
}
