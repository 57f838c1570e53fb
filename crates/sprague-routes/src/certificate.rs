//! Certificates: that of a law or a count to download, and any to be checked.

use crate::{Limits, Problem, bodies, bounded, json};
use bytes::Bytes;
use serde::Deserialize;
use sprague::Work;
use sprague::ask::{Answered, Question};
use sprague_certificate::Certificate;
use sprague_check::Fault;
use web_time::Instant;

/// The content type of certificates.
pub const KIND: &str = "application/octet-stream";

/// The question whose answer is to be certified, in JSON.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Of {
    /// The question.
    pub question: String,
}

/// The certificate of an answer.
pub fn certificate(question: &Question, limits: &Limits, work: &Work) -> Result<Bytes, Problem> {
    let certificate = proved(&sprague::ask::answer(question, work)?)?;
    bounded(limits.answer, |out| certificate.write(out))
}

/// What the file of the certificate of an answer is called; refuses questions that have none.
pub fn name(question: &Question) -> Result<String, Problem> {
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
    if matches!(answered.answer().question(), Question::Law(_)) && !answered.answer().status().is_proved() {
        return Err(Problem::unanswerable("no-law", "no law was proved, so there is no certificate"));
    }
    Ok(answered.certificate()?)
}

/// The verdict of the checker, which knows the file alone. Values have two bytes each, and a vector that
/// grows has two copies: both are within the memory of one question.
pub fn check(file: &[u8], limits: &Limits, watch: &sprague::Watch) -> Result<Bytes, Problem> {
    let start = Instant::now();
    let (status, verdict) = match checked(file, limits, watch) {
        Ok(summary) => ("verified", summary),
        Err(Fault::NotVerified(reason)) => ("not verified", reason.to_string()),
        Err(Fault::Interrupted) => return Err(sprague::Error::Interrupted.into()),
        Err(fault) => return Err(Problem::bad("certificate", fault.to_string())),
    };
    let seconds = start.elapsed().as_secs_f64();
    json(&bodies::Verdict { status, verdict, seconds }, limits.answer)
}

/// Steps into which the longest piece of a check is divided.
const STEPS: u64 = 1_000_000;

fn checked(file: &[u8], limits: &Limits, watch: &sprague::Watch) -> Result<String, Fault> {
    let read = sprague_certificate::Limits { values: limits.memory / 8, ..Default::default() };
    let certificate = Certificate::read(file, &read)?;
    let memory = limits.memory - 2 * certificate.values.len() as u64;
    let work = Work::new(limits.memory, watch);
    let progress = |part: f64| {
        let _ = work.tell((part * STEPS as f64) as u64, STEPS);
    };
    let stop = || work.is_stopped();
    let check = sprague_check::Work::new(limits.threads, limits.steps, &progress);
    Ok(sprague_check::check(&certificate, &check.with_memory(memory).stopped_by(&stop))?.summary)
}
