//! One handler for each address of the API: what is quick is answered at once; what computes goes to a desk,
//! unless it is cached. `sprague-routes` has the requests and their answers.

use crate::cache::Entry;
use crate::desk::{Desk, Pending, Task};
use crate::events::respond;
use crate::exchange::{Asked, Sent, Written, expect_type, read_body};
use crate::{Problem, Site};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use sprague::rules::Rule;
use sprague::{Watch, Work};
use sprague_routes::ask::{self, Cost};
use sprague_routes::values::{Cells, Range, Values};
use sprague_routes::{Limits, bodies, census, certificate, play, rules};
use std::sync::Arc;

type Answered = Result<Response, Problem>;
type Listed<T> = Result<Json<T>, Problem>;
type Here = State<Arc<Site>>;

impl Site {
    /// Computes at a desk.
    fn compute<T: Send + 'static>(
        self: &Arc<Self>,
        desk: &Desk,
        cost: Cost,
        compute: impl Fn(&Limits, &Work) -> Result<T, sprague_routes::Problem> + Send + Sync + 'static,
    ) -> Result<Pending<T>, Problem> {
        let limits = self.limits.one();
        desk.run(cost, move |task: &Task| Ok(task.work(&limits, |work| compute(&limits, work))?))
    }

    /// Computes at the usual desk what is kept under a name, if it is not known yet.
    fn once(
        self: &Arc<Self>,
        key: String,
        cost: Cost,
        compute: impl Fn(&Limits, &Work) -> Result<Bytes, sprague_routes::Problem> + Send + Sync + 'static,
    ) -> Result<Pending<Bytes>, Problem> {
        if let Some(Entry::Bytes(known)) = self.cache.get(&key) {
            return Ok(Pending::ready(known));
        }
        let own = self.clone();
        self.compute(&self.desk, cost, move |limits, work| {
            let answer = compute(limits, work)?;
            own.cache.put(key.clone(), Entry::Bytes(answer.clone()));
            Ok(answer)
        })
    }
}

/// What a question is kept as.
fn key(what: &str, question: &sprague::ask::Question) -> String {
    format!("{what} {}", serde_json::to_string(question).unwrap_or_default())
}

/// `GET /api/about`
pub(crate) async fn about(State(site): Here) -> Json<bodies::About> {
    let ((running, waiting), overruns) = (site.desk.load(), site.overruns.count());
    Json(rules::about(&site.limits.one(), rules::Load { running, waiting, overruns }))
}

/// `GET /api/rules`
pub(crate) async fn rules(Asked(search): Asked<rules::Search>) -> Json<bodies::Rules> {
    Json(rules::rules(&search))
}

/// `GET /api/rule/RULE`
pub(crate) async fn rule(Written(text): Written) -> Listed<bodies::Rule> {
    Ok(Json(rules::rule(&text)?))
}

/// `GET /api/snippets/RULE`
pub(crate) async fn rule_snippets(
    Written(text): Written,
    Asked(has): Asked<rules::Has>,
) -> Listed<bodies::Snippets> {
    Ok(Json(rules::snippets(&text, &has)?))
}

/// `GET /api/euler`
pub(crate) async fn euler() -> Json<bodies::Problems> {
    Json(rules::euler())
}

/// `GET /api/census`
pub(crate) async fn census(State(site): Here) -> Answered {
    site.outbox.json(census::census(&site.limits.one())?)
}

/// `GET /api/census.csv`
pub(crate) async fn census_file(State(site): Here) -> Answered {
    let table = Bytes::from_static(census::TABLE.as_bytes());
    site.outbox.file("text/csv; charset=utf-8", census::FILE, table)
}

/// `GET /api/census/misere.csv`
pub(crate) async fn misere_file(State(site): Here) -> Answered {
    let table = Bytes::from_static(census::MISERE_TABLE.as_bytes());
    site.outbox.file("text/csv; charset=utf-8", census::MISERE_FILE, table)
}

/// `GET /api/cousins/RULE`
pub(crate) async fn cousins(State(site): Here, headers: HeaderMap, Written(text): Written) -> Answered {
    let rule: Rule = text.parse()?;
    let found = site.once(format!("cousins {rule}"), Cost::Unknown, move |limits, work| {
        rules::cousins(&rule, limits, work)
    })?;
    respond(&site, &headers, found).await
}

/// `POST /api/ask`
pub(crate) async fn ask(State(site): Here, headers: HeaderMap, body: Body) -> Answered {
    expect_type(&headers, "application/json")?;
    let body = read_body(&site, body, Sent::Question).await?;
    let question = ask::read_within(&body, &site.limits.one())?;
    drop(body);
    let answer = site.once(key("answer", &question), ask::cost(&question), move |limits, work| {
        ask::answer(&question, limits, work)
    })?;
    respond(&site, &headers, answer).await
}

/// `POST /api/snippets`
pub(crate) async fn snippets(State(site): Here, headers: HeaderMap, body: Body) -> Answered {
    expect_type(&headers, "application/json")?;
    let question = ask::read(&read_body(&site, body, Sent::Question).await?)?;
    site.outbox.json(ask::snippets(&question, &site.limits.one())?)
}

/// `GET /api/certificate`
pub(crate) async fn certificate(State(site): Here, Asked(of): Asked<certificate::Of>) -> Answered {
    let question = ask::read(of.question.as_bytes())?;
    let name = certificate::name(&question)?;
    let made = site.once(key("certificate", &question), ask::cost(&question), move |limits, work| {
        certificate::certificate(&question, limits, work)
    })?;
    site.outbox.file(certificate::KIND, &name, made.await?)
}

/// `POST /api/check`
pub(crate) async fn check(State(site): Here, headers: HeaderMap, body: Body) -> Answered {
    expect_type(&headers, certificate::KIND)?;
    let file = read_body(&site, body, Sent::Upload).await?;
    let limits = site.limits.one();
    let verdict = site.desk.run(Cost::Unknown, move |task| {
        let watch: &Watch = &|done, all| task.tell(done, all);
        Ok(certificate::check(&file, &limits, watch)?)
    })?;
    respond(&site, &headers, verdict).await
}

/// `GET /api/play/board`
pub(crate) async fn board(State(site): Here, Asked(asked): Asked<play::Position>) -> Answered {
    asked.bounds(&site.limits.one())?;
    let board = move |limits: &Limits, work: &Work| play::board(&asked, limits, work);
    site.outbox.json(site.compute(&site.quick, Cost::Unknown, board)?.await?)
}

/// `GET /api/play/reply`
pub(crate) async fn reply(State(site): Here, Asked(asked): Asked<play::Turn>) -> Answered {
    asked.bounds(&site.limits.one())?;
    let reply = move |limits: &Limits, work: &Work| play::reply(&asked, limits, work);
    site.outbox.json(site.compute(&site.quick, Cost::Unknown, reply)?.await?)
}

/// `GET /api/play/hint`
pub(crate) async fn hint(State(site): Here, Asked(asked): Asked<play::Position>) -> Answered {
    asked.bounds(&site.limits.one())?;
    let hint = move |limits: &Limits, work: &Work| play::hint(&asked, limits, work);
    site.outbox.json(site.compute(&site.quick, Cost::Unknown, hint)?.await?)
}

/// `GET /api/values/RULE.FORMAT`
pub(crate) async fn values(
    State(site): Here,
    Written(file): Written,
    Asked(range): Asked<Range>,
) -> Answered {
    let values = Values::read(&file, range, &site.limits.one())?;
    let cost = ask::cost(&values.question());
    if values.in_cells() {
        return cells(&site, values, cost).await;
    }
    let (kind, name) = (values.kind(), values.name());
    let file = site.compute(&site.desk, cost, move |limits, work| values.file(limits, work))?;
    site.outbox.file(kind, &name, file.await?)
}

/// Values in cells, of which those of heaps are kept.
async fn cells(site: &Arc<Site>, values: Values, cost: Cost) -> Answered {
    let kept = match site.cache.get(&values.key()) {
        Some(Entry::Cells(kept)) => values.of_kept(kept),
        _ => None,
    };
    let cells = match kept {
        Some(cells) => cells,
        None => {
            let (own, values) = (site.clone(), values.clone());
            let found = site.compute(&site.desk, cost, move |limits, work| {
                let cells = values.cells(limits, work)?;
                if values.is_whole() {
                    own.cache.put(values.key(), Entry::Cells(cells.clone()));
                }
                Ok(cells)
            })?;
            found.await?
        }
    };
    cells_response(site, &values, cells)
}

fn cells_response(site: &Site, values: &Values, cells: Cells) -> Answered {
    let headers = values.headers(&cells);
    let mut response = site.outbox.send("application/octet-stream", cells.bytes)?;
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
    }
    Ok(response)
}
