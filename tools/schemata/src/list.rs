//! The mutants as `cargo mutants --list --json` gives them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

/// One change of the source.
#[derive(Clone, Debug, Deserialize)]
pub struct Mutant {
    /// Its name, which cargo-mutants takes too: `--re`.
    pub name: String,
    pub file: PathBuf,
    pub genre: String,
    /// What stands in the place of the span.
    pub replacement: String,
    pub span: Span,
}

/// Where the change is.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Span {
    pub start: Place,
    pub end: Place,
}

/// Line and column, from 1, in characters.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

pub fn read(file: &Path) -> Result<Vec<Mutant>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
    Ok(serde_json::from_str(&text)?)
}

impl Span {
    /// As bytes of the text.
    pub fn bytes(self, text: &str) -> std::ops::Range<usize> {
        let byte = |place: Place| {
            let line: usize = text.split_inclusive('\n').take(place.line - 1).map(str::len).sum();
            let inside = text[line..].chars().take(place.column - 1).map(char::len_utf8).sum::<usize>();
            line + inside
        };
        byte(self.start)..byte(self.end)
    }
}
