//! What went wrong, as a status and one line: `{"error": "…", "code": "…"}`.

use crate::bodies;
use sprague::Error;

/// Why a request has no answer.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The status of the response.
    pub status: u16,
    /// One word for programs.
    pub code: &'static str,
    /// One line for people.
    pub line: String,
}

impl Problem {
    /// A problem with the status of HTTP that it has.
    pub fn new(status: impl Into<u16>, code: &'static str, line: impl Into<String>) -> Self {
        Problem { status: status.into(), code, line: line.into() }
    }

    /// A request that cannot be read.
    pub fn bad(code: &'static str, line: impl Into<String>) -> Self {
        Problem::new(400u16, code, line)
    }

    /// A question that has no answer here.
    pub fn unanswerable(code: &'static str, line: impl Into<String>) -> Self {
        Problem::new(422u16, code, line)
    }

    /// As the body of a response.
    pub fn body(self) -> bodies::Problem {
        bodies::Problem { error: self.line, code: self.code }
    }

    /// As an event: the status goes along where there is no other place for it.
    pub fn event(&self) -> bodies::ProblemEvent {
        bodies::ProblemEvent { error: self.line.clone(), code: self.code, status: self.status }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let status = match error {
            Error::Notation { .. } | Error::NotARule { .. } | Error::Option { .. } => 400,
            Error::OutOfTime | Error::Interrupted => 503,
            Error::Internal(_) => 500,
            _ => 422u16,
        };
        Problem::new(status, error.code(), error.to_string())
    }
}
