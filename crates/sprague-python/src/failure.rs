//! What can go wrong: the engine's one line as a Python exception.

use pyo3::exceptions::{PyException, PyOSError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use sprague::Error;
use sprague_check::Fault;

pyo3::create_exception!(
    sprague,
    SpragueError,
    PyException,
    "A question that makes sense and has no answer here: no law proved, not enough memory, no method."
);

/// Why a computation has no result.
pub enum Failure {
    /// The engine says why.
    Engine(Error),
    /// The checker says why.
    Checker(Fault),
    /// A file cannot be used.
    File(String),
}

impl Failure {
    /// Whether a stop was requested.
    pub fn is_interruption(&self) -> bool {
        matches!(self, Failure::Engine(Error::Interrupted) | Failure::Checker(Fault::Interrupted))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Engine(error)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Failure::Checker(fault)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Engine(error) => exception(error),
            Failure::Checker(fault @ Fault::Unreadable(_)) => PyValueError::new_err(fault.to_string()),
            Failure::Checker(fault) => SpragueError::new_err(fault.to_string()),
            Failure::File(line) => PyOSError::new_err(line),
        }
    }
}

/// Arguments whose names here differ from the keys of questions.
const ARGUMENTS: &[(&str, &str)] = &[("from", "from_"), ("pattern", "multiples"), ("sizes", "position")];

/// Text and options that are wrong are values, a deadline that has passed is a timeout; everything else is an
/// answer that cannot be given. Functions and arguments have the names that Python knows them by.
pub fn exception(error: Error) -> PyErr {
    match error {
        Error::Option { option, problem } => {
            let known = ARGUMENTS.iter().find(|(key, _)| *key == option);
            let argument = known.map_or(option, |(_, argument)| argument);
            PyValueError::new_err(format!("{argument} {problem}"))
        }
        Error::Notation { .. } | Error::NotARule { .. } | Error::BadRule(_) => {
            PyValueError::new_err(error.to_string().replace("`sprague rules`", "sprague.rules()"))
        }
        Error::OutOfTime => PyTimeoutError::new_err(error.to_string()),
        _ => SpragueError::new_err(error.to_string()),
    }
}
