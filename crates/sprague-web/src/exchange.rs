//! What comes in and what goes out: bodies with bounds, queries with names, JSON.

use crate::{Problem, Site};
use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::Write;

/// What a query asks, by names that are all known.
pub(crate) struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query = Query::from_request_parts(parts, state).await;
        let Query(asked) = query.map_err(|error| Problem::bad("query", error.body_text()))?;
        Ok(Asked(asked))
    }
}

/// What is written in an address, percent-decoded.
pub(crate) struct Written(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Written {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::from_request_parts(parts, state).await;
        let Path(text) = path.map_err(|error| Problem::bad("query", error.body_text()))?;
        Ok(Written(text))
    }
}

/// Refuses another content type than the one that a route takes, which no page of another site can send without being
/// asked first.
pub(crate) fn expect_type(headers: &HeaderMap, kind: &str) -> Result<(), Problem> {
    let given = headers.get(header::CONTENT_TYPE).and_then(|given| given.to_str().ok()).unwrap_or("");
    if given.split(';').next().is_some_and(|given| given.trim().eq_ignore_ascii_case(kind)) {
        return Ok(());
    }
    let line = format!("Content-Type has to be {kind}");
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "type", line))
}

/// A body of at most so many bytes that comes in time.
pub(crate) async fn read_body(site: &Site, body: Body, most: usize) -> Result<Bytes, Problem> {
    let slow = |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "slow", "the body came too slowly");
    let read = axum::body::to_bytes(body, most);
    let body = tokio::time::timeout(site.limits.patience, read).await.map_err(slow)?;
    body.map_err(|error| {
        let source = std::error::Error::source(&error);
        if source.is_some_and(|source| source.is::<http_body_util::LengthLimitError>()) {
            let line = format!("the body is larger than {most} bytes");
            return Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "size", line);
        }
        Problem::bad("json", "the body ended before it was complete")
    })
}

/// What is written, at most so many bytes of it.
pub(crate) fn bounded<E>(
    most: usize,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<Bytes, Problem> {
    let mut out = Bounded { bytes: vec![], most, full: false };
    match write(&mut out) {
        Ok(()) => Ok(out.bytes.into()),
        Err(_) if out.full => {
            let line =
                format!("the answer is longer than the {} MiB that are sent; ask for less", most >> 20);
            Err(Problem::unanswerable("large", line))
        }
        // Memory takes everything that fits the bound, so this is a fault of whoever writes.
        Err(_) => {
            Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "panic", "the answer could not be written"))
        }
    }
}

/// JSON of at most so many bytes.
pub(crate) fn json(answer: &impl Serialize, most: usize) -> Result<Bytes, Problem> {
    bounded(most, |out| serde_json::to_writer(out, answer))
}

/// A response of JSON that is there already.
pub(crate) fn json_response(body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// A file to save under a name; other letters than those of names become hyphens.
pub(crate) fn download(body: Bytes, kind: &'static str, name: &str) -> Response {
    let plain = |c: char| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '-' };
    let name: String = name.chars().map(plain).take(120).collect();
    let mut response = ([(header::CONTENT_TYPE, kind)], body).into_response();
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// A buffer that ends.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
    full: bool,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.full |= self.bytes.len() + bytes.len() > self.most;
        if self.full {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
