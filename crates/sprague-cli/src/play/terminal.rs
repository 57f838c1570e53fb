//! The terminal in raw mode: the alternate screen, keys one by one, no cursor. The previous mode is restored
//! in every case: at the end, on an error, on a panic, and when a signal ends the program.

use anyhow::Context as _;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue, style::Print};
use std::io::Write;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while a game has it.
pub struct Terminal(());

impl Terminal {
    pub fn take() -> anyhow::Result<Terminal> {
        enable_raw_mode().context("cannot read keys one by one; try --plain")?;
        TAKEN.store(true, Ordering::SeqCst);
        give_back_in_any_case();
        let terminal = Terminal(());
        execute!(std::io::stdout(), EnterAlternateScreen, Hide).context("cannot draw on the terminal")?;
        Ok(terminal)
    }

    /// Columns and rows.
    pub fn size() -> (usize, usize) {
        let (columns, rows) = size().unwrap_or((80, 24));
        (columns.into(), rows.into())
    }

    /// Shows these lines, and nothing else.
    pub fn show(lines: &[String]) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        // A row is cleared before it is written: after its last column the cursor stays on it.
        for (row, line) in lines.iter().enumerate() {
            queue!(out, MoveTo(0, row as u16), Clear(ClearType::UntilNewLine), Print(line))?;
        }
        if lines.len() < Terminal::size().1 {
            queue!(out, MoveTo(0, lines.len() as u16), Clear(ClearType::FromCursorDown))?;
        }
        out.flush().context("cannot draw on the terminal")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, if a game has it.
pub fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // Nothing is left to do if the terminal is gone.
        let _ = execute!(std::io::stdout(), Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

fn give_back_in_any_case() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            report(panic);
        }));
        // Without it, such a signal ends the program, and the terminal stays as it is.
        let _ = sprague_process::on_termination(|signal| {
            give_back();
            std::process::exit(128 + signal);
        });
    });
}
