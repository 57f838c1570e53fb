//! What can go wrong: one line each, naming the offending piece and the fix.

use thiserror::Error;

/// Result of the library's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// Text that does not parse.
    #[error("`{piece}` is not {expected}: {fix}")]
    Notation {
        /// The offending piece, as written.
        piece: String,
        /// What was expected there, with its article.
        expected: &'static str,
        /// What is wrong and how to write it.
        fix: String,
    },
    /// The question does not make sense, or has no method, for this rule or this size.
    #[error("{0}")]
    Unsupported(String),
    /// A part of a question that is missing, or that this question does not use.
    #[error("{option} {problem}")]
    Option {
        /// The name of the part, as in the question's JSON form.
        option: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// The answer needs a law and none was proved.
    #[error(
        "{rule}: no law proved within {limit} values, so sizes beyond that have no answer; raise the limit or ask for less"
    )]
    NoLaw {
        /// The rule in canonical notation.
        rule: String,
        /// How many values were looked at.
        limit: u64,
    },
    /// More memory than there is.
    #[error("{what} needs about {} but {} are available; ask for a smaller size", bytes(*needed), bytes(*available))]
    Memory {
        /// What was asked for.
        what: String,
        /// Bytes it would take.
        needed: u128,
        /// Bytes there are.
        available: u64,
    },
    /// The time that was given is over.
    #[error("the time that was given is over")]
    OutOfTime,
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    pub(crate) fn notation(piece: impl Into<String>, expected: &'static str, fix: impl Into<String>) -> Self {
        Error::Notation { piece: shorten(piece.into()), expected, fix: fix.into() }
    }

    /// The same error, about the text as it was written.
    pub(crate) fn about(self, text: &str) -> Self {
        match self {
            Error::Notation { expected: expected @ ("a rule" | "a take-and-break code"), fix, .. } => {
                Error::notation(text, expected, fix)
            }
            other => other,
        }
    }

    pub(crate) fn option(option: &'static str, problem: &str) -> Self {
        Error::Option { option, problem: problem.to_string() }
    }

    pub(crate) fn unsupported(line: impl Into<String>) -> Self {
        Error::Unsupported(line.into())
    }
}

/// Keeps an error on one line however long or strange the piece was.
fn shorten(piece: String) -> String {
    const MOST: usize = 40;
    let mut short: String = piece.chars().take(MOST).flat_map(char::escape_debug).collect();
    if piece.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// `1536` as `1.5 KiB`.
fn bytes(count: impl Into<u128>) -> String {
    let mut rest = count.into() as f64;
    for unit in ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"] {
        if rest < 1024.0 {
            return if unit == "bytes" { format!("{rest} {unit}") } else { format!("{rest:.1} {unit}") };
        }
        rest /= 1024.0;
    }
    "more than 1024 PiB".to_string()
}
