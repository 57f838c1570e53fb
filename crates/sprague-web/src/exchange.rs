//! Request and response bodies with bounds, and queries with named fields.
//!
//! Answers that clients have not read yet hold memory, and so do incomplete request bodies. Their total size
//! is bounded ([`Outbox`], [`Inbox`]): a body that does not fit is refused like a question when all seats are
//! taken.

use crate::{Limits, Problem, Site};
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use hyper::body::{Frame, SizeHint};
use serde::de::DeserializeOwned;
use sprague_routes::file_name;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Unit in bytes in which the memory of answers is counted; shorter ones count nothing.
const UNIT: usize = 64 << 10;

/// A body may stand still for this part of the time that it has in all.
const STALLS: u32 = 4;
/// For how long the rest of a body that is refused is read, so that the client sees why.
const LINGER: Duration = Duration::from_secs(1);

/// The memory budget of answers on their way.
#[derive(Debug)]
pub(crate) struct Outbox(Arc<Semaphore>);

impl Outbox {
    pub fn new(bytes: usize) -> Self {
        Outbox(Arc::new(Semaphore::new(bytes / UNIT)))
    }

    /// A response that holds its share of the budget until it is sent or the client has left.
    pub fn send(&self, kind: &'static str, bytes: Bytes) -> Result<Response, Problem> {
        let units = u32::try_from(bytes.len() / UNIT).unwrap_or(u32::MAX);
        let room = self.0.clone().try_acquire_many_owned(units).map_err(|_| {
            let line = "clients are slow to take large answers; try again in a moment";
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", line)
        })?;
        let body = Body::new(Held { rest: bytes, _room: room });
        Ok(([(header::CONTENT_TYPE, kind)], body).into_response())
    }

    pub fn json(&self, bytes: Bytes) -> Result<Response, Problem> {
        self.send("application/json", bytes)
    }

    /// A file to save under a name.
    pub fn file(&self, kind: &'static str, name: &str, bytes: Bytes) -> Result<Response, Problem> {
        let name = file_name(name);
        let mut response = self.send(kind, bytes)?;
        if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
            response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
        }
        Ok(response)
    }
}

/// The memory budget of bodies on their way in. It is taken as their bytes arrive, and returned when they are
/// dropped.
#[derive(Debug)]
pub(crate) struct Inbox {
    /// Of questions, which uploads cannot keep out.
    questions: Arc<Semaphore>,
    uploads: Arc<Semaphore>,
}

impl Inbox {
    /// The limit for uploads, and a quarter of it for questions.
    pub fn new(limits: &Limits) -> Self {
        let room =
            |bytes: usize, one: usize| Arc::new(Semaphore::new(bytes.clamp(one, Semaphore::MAX_PERMITS)));
        Inbox {
            questions: room(limits.uploads / 4, limits.question),
            uploads: room(limits.uploads, limits.upload),
        }
    }
}

/// What a body is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sent {
    /// JSON.
    Question,
    /// A certificate.
    Upload,
}

/// A body that has arrived, with its share of the budget.
#[derive(Debug, Default)]
pub(crate) struct Received {
    bytes: Vec<u8>,
    room: Option<OwnedSemaphorePermit>,
}

impl std::ops::Deref for Received {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Received {
    /// Takes the next piece, if it fits the budget.
    fn take(&mut self, piece: &[u8], room: &Arc<Semaphore>) -> Result<(), Problem> {
        let length = u32::try_from(piece.len()).unwrap_or(u32::MAX);
        let more = room.clone().try_acquire_many_owned(length).map_err(|_| {
            let line = "too much is being sent at once; try again in a moment";
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", line)
        })?;
        match &mut self.room {
            Some(room) => room.merge(more),
            None => self.room = Some(more),
        }
        self.bytes.extend_from_slice(piece);
        Ok(())
    }
}

/// A body with its share of the budget. It goes out piece by piece, so that it is there until the client has
/// taken nearly all.
struct Held {
    rest: Bytes,
    _room: OwnedSemaphorePermit,
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = self.rest.len().min(UNIT);
        let piece = self.rest.split_to(next);
        Poll::Ready((!piece.is_empty()).then(|| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
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

/// Refuses another content type than the one that a route takes, which no page of another site can send
/// without being asked first.
pub(crate) fn expect_type(headers: &HeaderMap, kind: &str) -> Result<(), Problem> {
    let given = headers.get(header::CONTENT_TYPE).and_then(|given| given.to_str().ok()).unwrap_or("");
    if given.split(';').next().is_some_and(|given| given.trim().eq_ignore_ascii_case(kind)) {
        return Ok(());
    }
    let line = format!("Content-Type has to be {kind}");
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "type", line))
}

/// A body that comes in time and is not too long.
pub(crate) async fn read_body(site: &Site, mut body: Body, sent: Sent) -> Result<Received, Problem> {
    let (most, room) = match sent {
        Sent::Question => (site.limits.question, &site.inbox.questions),
        Sent::Upload => (site.limits.upload, &site.inbox.uploads),
    };
    let patience = site.limits.patience;
    let read = receive(&mut body, most, room, patience / STALLS);
    let received = tokio::time::timeout(patience, read).await.unwrap_or_else(|_| Err(slow()));
    if received.as_ref().is_err_and(|problem| ["size", "busy"].contains(&problem.code)) {
        // A client that sends on would not see the answer if the connection broke now.
        let _ = tokio::time::timeout(LINGER.min(patience), discard(body, most)).await;
    }
    received
}

fn slow() -> Problem {
    Problem::new(StatusCode::REQUEST_TIMEOUT, "slow", "the body came too slowly")
}

async fn receive(
    body: &mut Body,
    most: usize,
    room: &Arc<Semaphore>,
    stall: Duration,
) -> Result<Received, Problem> {
    let large = || {
        let line = format!("the body is larger than {most} bytes");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "size", line)
    };
    if HttpBody::size_hint(body).lower() > most as u64 {
        return Err(large());
    }
    let mut received = Received::default();
    while let Some(frame) = tokio::time::timeout(stall, body.frame()).await.map_err(|_| slow())? {
        let frame = frame.map_err(|_| Problem::bad("json", "the body ended before it was complete"))?;
        let Ok(piece) = frame.into_data() else { continue };
        if received.len() + piece.len() > most {
            return Err(large());
        }
        received.take(&piece, room)?;
    }
    Ok(received)
}

/// Reads on, up to this many bytes, and keeps nothing.
async fn discard(mut body: Body, most: usize) {
    let mut left = most;
    while let Some(Ok(frame)) = body.frame().await {
        let Some(rest) = left.checked_sub(frame.data_ref().map_or(0, Bytes::len)) else { return };
        left = rest;
    }
}
