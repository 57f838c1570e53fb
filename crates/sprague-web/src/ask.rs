//! `POST /api/ask`: a question and its answer, at once or with progress as server-sent events.

use crate::desk::Pending;
use crate::{Problem, Site};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use sprague::ask::{self, Question};
use std::convert::Infallible;
use std::io::Write;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;

/// Time between two events of progress.
const TICK: Duration = Duration::from_millis(250);

/// Answers a question.
pub(crate) async fn ask(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let question = read_question(&site, &headers, body).await?;
    let own = site.clone();
    let pending = site.desk.run(move |task| {
        let answered = task.work(&own.limits, |work| ask::answer(&question, work))?;
        json(&answered.answer, own.limits.answer)
    })?;
    let streams =
        headers.get(header::ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"text/event-stream"));
    if streams {
        return Ok(stream(pending));
    }
    let answer = pending.await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], answer).into_response())
}

async fn read_question(site: &Site, headers: &HeaderMap, body: Body) -> Result<Question, Problem> {
    expect_type(headers, "application/json")?;
    let body = read_body(site, body, site.limits.question).await?;
    serde_json::from_slice(&body).map_err(|error| Problem::bad("json", format!("not a question: {error}")))
}

/// The content type that a route takes; a page of another site cannot send it without being asked first.
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
    let body =
        tokio::time::timeout(site.limits.patience, axum::body::to_bytes(body, most)).await.map_err(slow)?;
    body.map_err(|error| {
        let large = std::error::Error::source(&error)
            .is_some_and(|source| source.is::<http_body_util::LengthLimitError>());
        if large {
            let line = format!("the body is larger than {most} bytes");
            return Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "size", line);
        }
        Problem::bad("json", "the body ended before it was complete")
    })
}

/// JSON of at most so many bytes.
pub(crate) fn json(answer: &impl Serialize, most: usize) -> Result<Bytes, Problem> {
    let mut out = Bounded { bytes: vec![], most };
    match serde_json::to_writer(&mut out, answer) {
        Ok(()) => Ok(out.bytes.into()),
        Err(_) => Err(Problem::unanswerable(
            "large",
            format!("the answer is longer than {most} bytes; ask for less"),
        )),
    }
}

/// A buffer that ends.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Progress, then the answer or what went wrong. When the client goes away the receiver is dropped, so the sender's task
/// ends, and with it the computation.
fn stream(pending: Pending<Bytes>) -> Response {
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(follow(pending, sender));
    Sse::new(Events(receiver)).into_response()
}

async fn follow(mut pending: Pending<Bytes>, sender: mpsc::Sender<Event>) {
    let mut tick = tokio::time::interval_at(tokio::time::Instant::now() + TICK, TICK);
    let last = loop {
        tokio::select! {
            () = sender.closed() => return,
            result = &mut pending => break result,
            _ = tick.tick() => {
                let data = serde_json::to_string(&pending.progress()).unwrap_or_default();
                // A client that does not read misses progress, never the answer.
                let _ = sender.try_send(Event::default().event("progress").data(data));
            }
        }
    };
    let event = match last {
        Ok(answer) => Event::default().event("answer").data(String::from_utf8_lossy(&answer)),
        Err(problem) => Event::default().event("error").data(problem.event().to_string()),
    };
    let _ = sender.send(event).await;
}

struct Events(mpsc::Receiver<Event>);

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}
