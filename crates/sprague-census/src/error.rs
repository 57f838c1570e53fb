//! What can go wrong: one line each.

use std::path::Path;

/// Result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The engine says why.
    #[error(transparent)]
    Engine(#[from] sprague::Error),
    /// A file cannot be read or written.
    #[error("{path}: {problem}")]
    File {
        /// The file.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Another process works on the store.
    #[error("{0}: another process works on this store; wait for it, or name another directory with --store")]
    Busy(String),
}

impl Error {
    pub(crate) fn file(path: &Path, problem: impl ToString) -> Self {
        Error::File { path: path.display().to_string(), problem: problem.to_string() }
    }
}
