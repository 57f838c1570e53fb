//! Answers, sent at once or after progress as server-sent events.

use crate::desk::Pending;
use crate::{Problem, Site};
use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;

/// Time between two events of progress.
const TICK: Duration = Duration::from_millis(250);

/// JSON to come, in the way that the client accepts.
pub(crate) async fn respond(
    site: &Site,
    headers: &HeaderMap,
    pending: Pending<Bytes>,
) -> Result<Response, Problem> {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or("");
    if accept.trim_start().starts_with("text/event-stream") {
        return Ok(stream(pending));
    }
    site.outbox.json(pending.await?)
}

/// Progress, then the answer or what went wrong. When the client goes away the receiver is dropped, so the
/// sender's task ends, and with it the computation.
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
        Err(problem) => Event::default().event("error").json_data(problem.event()).unwrap_or_default(),
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
