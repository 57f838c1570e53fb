//! What comes in and what goes out: bodies with bounds, queries with names, JSON.
//!
//! Answers that clients have not taken yet hold memory. All of them together are bounded ([`Outbox`]): one that does not fit is
//! refused like a question too many.

use crate::{Problem, Site};
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::Full;
use hyper::body::{Frame, SizeHint};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::io::Write;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes by which room for answers is counted; shorter ones count nothing.
const UNIT: usize = 16 << 10;

/// Room for answers on their way.
#[derive(Debug)]
pub(crate) struct Outbox(Arc<Semaphore>);

impl Outbox {
    pub fn new(bytes: usize) -> Self {
        Outbox(Arc::new(Semaphore::new(bytes / UNIT)))
    }

    /// A response that holds its room until it is sent, or the client is gone.
    pub fn send(&self, kind: &'static str, bytes: Bytes) -> Result<Response, Problem> {
        let units = u32::try_from(bytes.len() / UNIT).unwrap_or(u32::MAX);
        let room = self.0.clone().try_acquire_many_owned(units).map_err(|_| {
            let line = "clients are slow to take large answers; try again in a moment";
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", line)
        })?;
        let body = Body::new(Held { body: Full::new(bytes), _room: room });
        Ok(([(header::CONTENT_TYPE, kind)], body).into_response())
    }

    pub fn json(&self, bytes: Bytes) -> Result<Response, Problem> {
        self.send("application/json", bytes)
    }

    /// A file to save under a name; other letters than those of names become hyphens.
    pub fn file(&self, kind: &'static str, name: &str, bytes: Bytes) -> Result<Response, Problem> {
        let plain = |c: char| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '-' };
        let name: String = name.chars().map(plain).take(120).collect();
        let mut response = self.send(kind, bytes)?;
        if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
            response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
        }
        Ok(response)
    }
}

/// A body with the room it takes.
struct Held {
    body: Full<Bytes>,
    _room: OwnedSemaphorePermit,
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

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
