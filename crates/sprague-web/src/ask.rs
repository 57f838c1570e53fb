//! `POST /api/ask`: a question and its answer. Answers are kept, and given again to the same question.

use crate::cache::Entry;
use crate::desk::{Cost, Pending};
use crate::events::respond;
use crate::exchange::{Sent, expect_type, json, read_body};
use crate::{Limits, Problem, Site};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use sprague::ask::{self, Question};
use sprague::rules::{Rule, parse_size};
use std::sync::Arc;

/// Answers a question.
pub(crate) async fn ask(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    expect_type(&headers, "application/json")?;
    let body = read_body(&site, body, Sent::Question).await?;
    let question = read(&body)?;
    bounds(&question, &site.limits)?;
    respond(&site, &headers, answer(&site, question)?).await
}

/// The same question for other programs.
pub(crate) async fn snippets(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    expect_type(&headers, "application/json")?;
    let question = read(&read_body(&site, body, Sent::Question).await?)?;
    site.outbox.json(json(&ask::snippets(&question), site.limits.answer)?)
}

/// Refuses positions and lists of moves that are too long: each move that is listed tells the whole position after it.
fn bounds(question: &Question, limits: &Limits) -> Result<(), Problem> {
    let (position, first) = match question {
        Question::Moves(moves) => (&moves.position, moves.first.unwrap_or(0)),
        Question::Explain(explain) => (&explain.position, 0),
        _ => return Ok(()),
    };
    if first > limits.moves {
        let line = format!("first {first}: at most {} moves are listed; ask for less", limits.moves);
        return Err(Problem::unanswerable("large", line));
    }
    position_bound(position, limits)
}

/// Refuses positions that are too long.
pub(crate) fn position_bound(position: &str, limits: &Limits) -> Result<(), Problem> {
    if position.len() <= limits.position {
        return Ok(());
    }
    let line = format!("a position has at most {} characters here; take fewer pieces", limits.position);
    Err(Problem::unanswerable("large", line))
}

/// Sizes that heaps are solved to at once.
const SMALL: u64 = 10_000;

/// What a question may take. Heaps are computed by solvers that look up many times a second; their values to a small size are
/// quickly there. A question that cannot be read is answered at once.
pub(crate) fn cost(question: &Question) -> Cost {
    let small = |size: &str| parse_size(size).is_ok_and(|size| size <= SMALL.into());
    let few = |rule: &Rule, position: &str| {
        let pieces = rule.parse_position(position).unwrap_or_default();
        pieces.iter().all(|piece| piece.numbers().iter().all(|&number| number <= SMALL))
    };
    let (rule, position, sizes) = match question {
        Question::Law(law) => (&law.rule, None, &[][..]),
        Question::Value(value) => (&value.rule, None, &value.sizes[..]),
        Question::Values(values) => (&values.rule, None, std::slice::from_ref(&values.to)),
        Question::Moves(moves) => (&moves.rule, Some(&moves.position), &[][..]),
        Question::Explain(explain) => (&explain.rule, Some(&explain.position), &[][..]),
        _ => return Cost::Unknown,
    };
    let is_small = rule.parse::<Rule>().map_or(true, |rule| {
        let sizes = sizes.iter().all(|size| small(size));
        rule.heap_rule().is_some() && sizes && position.is_none_or(|position| few(&rule, position))
    });
    if is_small { Cost::Small } else { Cost::Unknown }
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
    site.desk.run(cost(&question), move |task| {
        let answered = task.work(&own.limits, |work| ask::answer(&question, work))?;
        let answer = json(&answered.answer, own.limits.answer)?;
        own.cache.put(key.clone(), Entry::Bytes(answer.clone()));
        Ok(answer)
    })
}
