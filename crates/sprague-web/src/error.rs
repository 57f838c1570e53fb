//! What went wrong, as a response: `{"error": "…", "code": "…"}`.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sprague::Error;
use std::ops::Deref;

/// Why a request has no answer.
#[derive(Debug, Clone)]
pub struct Problem(sprague_routes::Problem);

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &'static str, line: impl Into<String>) -> Self {
        Problem(sprague_routes::Problem::new(status, code, line))
    }

    pub(crate) fn bad(code: &'static str, line: impl Into<String>) -> Self {
        Problem(sprague_routes::Problem::bad(code, line))
    }
}

impl Deref for Problem {
    type Target = sprague_routes::Problem;

    fn deref(&self) -> &sprague_routes::Problem {
        &self.0
    }
}

impl From<sprague_routes::Problem> for Problem {
    fn from(problem: sprague_routes::Problem) -> Self {
        Problem(problem)
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Problem(error.into())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let busy = self.code == "busy";
        let mut response = (status, Json(self.0.body())).into_response();
        if busy {
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
