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
}

impl Error {
    pub(crate) fn file(path: &Path, problem: impl std::fmt::Display) -> Self {
        Error::File { path: path.display().to_string(), problem: problem.to_string() }
    }
}
