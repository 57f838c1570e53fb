//! A game line by line.
//!
//! A move is the number of a piece, the numbers of the action and, where these leave a choice, what is left:
//! `3 2`, `3 2 = 4+6`, `1 3,4`. All lines may come from a pipe; then they are echoed, and nothing is
//! coloured.

use super::{First, Table};
use crate::board::{Paint, draw};
use crate::foreign::shown;
use anyhow::Context as _;
use sprague::rules::Move;
use sprague_files::read_line;
use std::io::{IsTerminal, Write};

/// Moves that are shown at once.
const PAGE: usize = 20;
/// Bytes of a line; what is longer is no move, and may have no end.
const LONGEST: u64 = 64 << 10;

const HELP: &str = "\
  3 2         take 2 from piece 3; for sheets `1 3,4` cuts piece 1 at 3,4
  3 2 = 4+6   the same, and leave 4+6, where there is a choice
  moves       all moves
  hint        a good move
  why         why the position is won or lost
  undo        take back your last move
  quit        leave";

/// What the player typed.
/// Writes a line; one that cannot be written ends the game.
macro_rules! say {
    ($($line:tt)*) => { writeln!(std::io::stdout(), $($line)*)? };
}

enum Turn {
    Move(usize, Move),
    /// The position changed, so it is drawn again.
    Changed,
    Again,
    Quit,
}

pub fn play(mut game: Table, first: First) -> anyhow::Result<()> {
    let paint = Paint::of_stdout();
    let (rule, ending) = (game.rule(), game.ending());
    say!("{rule}: {}. {ending} `help` lists what you can type.", rule.line());
    let (mut mine, mut changed) = (first == First::Engine, true);
    let mut input = std::io::stdin().lock();
    loop {
        if mine {
            let Some((index, one)) = game.answer()? else {
                match game.is_misere() {
                    true => say!("{}", paint.bad("I cannot move: I win.")),
                    false => say!("{}", paint.good("I cannot move: you win.")),
                }
                return Ok(());
            };
            let left = game.rule().show(&one.leaves);
            say!("I play on piece {}: {}, leaving {left}.", index + 1, one.action);
            (mine, changed) = (false, true);
            continue;
        }
        if std::mem::take(&mut changed) {
            write!(std::io::stdout(), "{}", draw(game.rule(), game.position(), &paint))?;
        }
        let moves = game.moves();
        if moves.is_empty() {
            match game.is_misere() {
                true => say!("{}", paint.good("You cannot move: you win.")),
                false => say!("{}", paint.bad("You cannot move: I win.")),
            }
            return Ok(());
        }
        write!(std::io::stdout(), "your move> ")?;
        std::io::stdout().flush()?;
        let Some(line) = read_line(&mut input, LONGEST).context("cannot read your move")? else {
            say!();
            return Ok(());
        };
        if !std::io::stdin().is_terminal() {
            say!("{}", shown(&line));
        }
        match turn(&mut game, &line, &moves)? {
            Turn::Move(index, one) => {
                game.play(index, &one);
                (mine, changed) = (true, true);
            }
            Turn::Changed => changed = true,
            Turn::Again => {}
            Turn::Quit => return Ok(()),
        }
    }
}

fn turn(game: &mut Table, line: &str, moves: &[(usize, Move)]) -> anyhow::Result<Turn> {
    match line {
        "" => {}
        "quit" | "exit" | "q" => return Ok(Turn::Quit),
        "help" | "?" => say!("{HELP}"),
        "moves" => list(game, moves.iter())?,
        "hint" => hint(game)?,
        "why" | "explain" => say!("{}", game.explanation()?),
        "undo" if game.undo() => return Ok(Turn::Changed),
        "undo" => say!("there is nothing to take back"),
        _ => {
            let fitting = game.fitting(line, moves);
            match &fitting[..] {
                [one] => return Ok(Turn::Move(one.0, one.1.clone())),
                [] => say!("that is not a move; `moves` lists them, `help` says how to write one"),
                _ => {
                    let left = game.rule().show(&fitting[0].1.leaves);
                    say!("there is a choice; add what is left, such as `{} = {left}`:", shown(line));
                    list(game, fitting.into_iter())?;
                }
            }
        }
    }
    Ok(Turn::Again)
}

fn list<'a>(game: &Table, moves: impl ExactSizeIterator<Item = &'a (usize, Move)>) -> anyhow::Result<()> {
    let all = moves.len();
    for (index, one) in moves.take(PAGE) {
        let numbers: Vec<String> = one.action.numbers().iter().map(u64::to_string).collect();
        say!("  {} {} = {}", index + 1, numbers.join(","), game.rule().show(&one.leaves));
    }
    if all > PAGE {
        say!("  and {} more", all - PAGE);
    }
    Ok(())
}

fn hint(game: &Table) -> anyhow::Result<()> {
    match game.wins()?.first() {
        Some((index, one)) => {
            let left = game.rule().show(&one.leaves);
            say!("on piece {}: {}, leaving {left}, wins", index + 1, one.action);
        }
        None => say!("this position is lost; make it long, and hope for a mistake"),
    }
    Ok(())
}
