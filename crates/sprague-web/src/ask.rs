//! `POST /api/ask`: a question and its answer. Answers are kept, and given again to the same question.

use crate::cache::Entry;
use crate::desk::Pending;
use crate::events::respond;
use crate::exchange::{expect_type, json, read_body};
use crate::{Problem, Site};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use sprague::ask::{self, Question};
use std::sync::Arc;

/// Answers a question.
pub(crate) async fn ask(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    expect_type(&headers, "application/json")?;
    let body = read_body(&site, body, site.limits.question).await?;
    let question = read(&body)?;
    respond(&headers, answer(&site, question)?).await
}

/// A question in JSON.
pub(crate) fn read(text: &[u8]) -> Result<Question, Problem> {
    serde_json::from_slice(text).map_err(|error| Problem::bad("json", format!("not a question: {error}")))
}

/// The answer in JSON: a known one, or one to come.
fn answer(site: &Arc<Site>, question: Question) -> Result<Pending<Bytes>, Problem> {
    let key = format!("answer {}", serde_json::to_string(&question).unwrap_or_default());
    if let Some(Entry::Bytes(known)) = site.cache.get(&key) {
        return Ok(Pending::ready(known));
    }
    let own = site.clone();
    site.desk.run(move |task| {
        let answered = task.work(&own.limits, |work| ask::answer(&question, work))?;
        let answer = json(&answered.answer, own.limits.answer)?;
        own.cache.put(key, Entry::Bytes(answer.clone()));
        Ok(answer)
    })
}
