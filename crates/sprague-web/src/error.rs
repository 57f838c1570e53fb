//! What went wrong, as a status and one line: `{"error": "…", "code": "…"}`.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
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
    pub(crate) fn event(&self) -> Value {
        json!({"error": self.line, "code": self.code, "status": self.status.as_u16()})
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let line = error.to_string();
        match error {
            Error::Notation { .. } => Problem::bad("notation", line),
            Error::Option { .. } => Problem::bad("option", line),
            Error::NoLaw { .. } => Problem::unanswerable("no-law", line),
            Error::Memory { .. } => Problem::unanswerable("memory", line),
            Error::OutOfTime => Problem::new(StatusCode::SERVICE_UNAVAILABLE, "time", line),
            Error::Interrupted => Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopped", line),
            _ => Problem::unanswerable("unsupported", line),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = Json(json!({"error": self.line, "code": self.code}));
        let mut response = (self.status, body).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
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
