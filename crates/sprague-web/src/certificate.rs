//! Certificates: that of a law or a count to download, and any to be checked.

use crate::ask;
use crate::bodies;
use crate::cache::Entry;
use crate::desk::{Cost, Task};
use crate::events::respond;
use crate::exchange::{Asked, Sent, bounded, expect_type, json, read_body};
use crate::{Limits, Problem, Site};
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use sprague::ask::{Answered, Question};
use sprague_certificate::Certificate;
use sprague_check::{Fault, Work};
use std::sync::Arc;
use std::time::Instant;

/// The content type of certificates.
const KIND: &str = "application/octet-stream";

/// The question whose answer is to be certified, in JSON.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Of {
    question: String,
}

/// The certificate of an answer.
pub(crate) async fn certificate(
    State(site): State<Arc<Site>>,
    Asked(of): Asked<Of>,
) -> Result<Response, Problem> {
    let question = ask::read(of.question.as_bytes())?;
    let name = name(&question)?;
    let key = format!("certificate {}", serde_json::to_string(&question).unwrap_or_default());
    if let Some(Entry::Bytes(known)) = site.cache.get(&key) {
        return site.outbox.file(KIND, &name, known);
    }
    let own = site.clone();
    let made = site.desk.run(ask::cost(&question), move |task| {
        let answered = task.work(&own.limits, |work| sprague::ask::answer(&question, work))?;
        let certificate = proved(&answered)?;
        let bytes = bounded(own.limits.answer, |out| certificate.write(out))?;
        own.cache.put(key.clone(), Entry::Bytes(bytes.clone()));
        Ok(bytes)
    })?;
    site.outbox.file(KIND, &name, made.await?)
}

/// What the file is called.
fn name(question: &Question) -> Result<String, Problem> {
    Ok(match question {
        Question::Law(law) => format!("{}.cert", law.rule),
        Question::Count(count) => format!("{}-count.cert", count.rule()),
        Question::Euler(euler) => format!("euler-{}.cert", euler.problem),
        _ => {
            return Err(Problem::bad(
                "query",
                "certificates are of laws, counts and problems: ask law, count or euler",
            ));
        }
    })
}

fn proved(answered: &Answered) -> Result<Certificate, Problem> {
    if matches!(answered.answer.question, Question::Law(_)) && !answered.answer.status.is_proved() {
        return Err(Problem::unanswerable("no-law", "no law was proved, so there is no certificate"));
    }
    Ok(answered.certificate()?)
}

/// The verdict of the checker, which knows the file alone.
pub(crate) async fn check(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    expect_type(&headers, KIND)?;
    let file = read_body(&site, body, Sent::Upload).await?;
    let own = site.clone();
    let verdict = site.desk.run(Cost::Unknown, move |task| {
        let start = Instant::now();
        let (status, verdict) = match checked(&file, task, &own.limits) {
            Ok(summary) => ("verified", summary),
            Err(Fault::NotVerified(reason)) => ("not verified", reason.to_string()),
            Err(Fault::Interrupted) => return Err(sprague::Error::Interrupted.into()),
            Err(fault) => return Err(Problem::bad("certificate", fault.to_string())),
        };
        let seconds = start.elapsed().as_secs_f64();
        json(&bodies::Verdict { status, verdict, seconds }, own.limits.answer)
    })?;
    respond(&site, &headers, verdict).await
}

/// Reads and checks within the memory of one question: values have two bytes each, and a vector that grows has two copies.
fn checked(file: &[u8], task: &Task, limits: &Limits) -> Result<String, Fault> {
    let read = sprague_certificate::Limits { values: limits.memory / 8, ..Default::default() };
    let certificate = Certificate::read(file, &read)?;
    let memory = limits.memory - 2 * certificate.values.len() as u64;
    let progress = |part: f64| {
        task.tell((part * 1e6) as u64, 1_000_000);
    };
    let stop = || task.stopped();
    let work = Work::new(limits.threads, limits.steps, &progress).with_memory(memory).stopped_by(&stop);
    Ok(sprague_check::check(&certificate, &work)?.summary)
}
