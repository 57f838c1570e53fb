//! Playing against the engine.
//!
//! - `table`: the engine's game, what was played, moves as people type them
//! - `lines`: line by line, for pipes, dumb terminals and `--plain`
//! - `screen`: the whole terminal, by arrow keys or by typing; `view` draws it, `terminal` sets and restores
//!   its mode

mod lines;
mod screen;
mod table;
mod terminal;
mod view;

pub use table::Table;
pub use terminal::give_back;

use std::io::IsTerminal;

/// Who moves first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum First {
    Player,
    Engine,
}

/// Whether there is a terminal whose screen can be drawn on.
pub fn has_a_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && (cfg!(windows) || !dumb)
}

/// Plays line by line.
pub fn in_lines(table: Table, first: First) -> anyhow::Result<u8> {
    lines::play(table, first).map(|()| 0)
}

/// Plays on the whole screen; tells the exit code.
pub fn on_the_screen(table: Table, first: First) -> anyhow::Result<u8> {
    screen::play(table, first)
}
