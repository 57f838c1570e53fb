//! What went wrong, as a status and one line: `{"error": "…", "code": "…"}`.

use crate::bodies;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sprague::Error;

/// Why a request has no answer.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The status of the response.
    pub status: StatusCode,
    /// One word for programs.
    pub code: &'static str,
    /// One line for people.
    pub line: String,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &'static str, line: impl Into<String>) -> Self {
        Problem { status, code, line: line.into() }
    }

    pub(crate) fn bad(code: &'static str, line: impl Into<String>) -> Self {
        Problem::new(StatusCode::BAD_REQUEST, code, line)
    }

    pub(crate) fn unanswerable(code: &'static str, line: impl Into<String>) -> Self {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, line)
    }

    /// As the body of a response; the status goes along where there is no other place for it.
    pub(crate) fn event(&self) -> bodies::ProblemEvent {
        bodies::ProblemEvent { error: self.line.clone(), code: self.code, status: self.status.as_u16() }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let status = match error {
            Error::Notation { .. } | Error::NotARule { .. } | Error::Option { .. } => StatusCode::BAD_REQUEST,
            Error::OutOfTime | Error::Interrupted => StatusCode::SERVICE_UNAVAILABLE,
            Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Problem::new(status, error.code(), error.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = Json(bodies::Problem { error: self.line, code: self.code });
        let mut response = (self.status, body).into_response();
        if self.code == "busy" {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// An address that takes another method.
pub(crate) async fn wrong_method() -> Problem {
    let line = "this address takes another method; README.md of sprague-web lists them";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", line)
}
