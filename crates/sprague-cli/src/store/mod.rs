//! Run directories: values and state of a run on disk, so that nothing that was done is lost
//! (docs/run-directory.md).
//!
//! - `manifest`: `run.json`, which says what counts; `chunk`: files of values; `state`: the file of a window
//! - `frame`: header, bytes, checksum; `pack`: numbers in few bits
//! - `writer`: a run on its way to the disk; `reader`: what was kept, for the other commands
//!
//! Files are not trusted: checksums find accidents, not forgeries. What the other commands answer from a
//! directory is recomputed and compared (`reader`), or is called observed.
//!
//! Files are written under names that no manifest lists yet and flushed to disk; then the new manifest
//! replaces the old one, and files that it does not list are removed. A process may be killed at any moment:
//! the next one finds the last manifest and all its files, and removes what is not listed.

pub mod chunk;
mod frame;
pub mod manifest;
mod pack;
pub mod reader;
mod state;
pub mod writer;

use crate::foreign::shown;
use std::path::Path;

/// A path on one line, however odd its name is.
pub fn shown_path(path: &Path) -> String {
    shown(&path.to_string_lossy())
}

/// The same as one word for a shell.
pub fn quoted(path: &Path) -> String {
    let text = shown_path(path);
    let plain = |c: char| c.is_alphanumeric() || "/._-+:@%,=".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
