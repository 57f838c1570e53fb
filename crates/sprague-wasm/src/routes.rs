//! Addresses, as the server has them.

use crate::reply::{JSON, Reply};
use crate::watch::{Tell, watched};
use bytes::Bytes;
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use sprague::Work;
use sprague::rules::Rule;
use sprague_routes::certificate::{self, Of};
use sprague_routes::values::{Range, Values};
use sprague_routes::{Limits, Problem, ask, census, play, rules};

/// A request, as a server would get it.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// `GET` or `POST`.
    pub method: &'a str,
    /// Path and query.
    pub address: &'a str,
    /// The body, empty where there is none.
    pub body: &'a [u8],
}

/// Answers a request.
pub fn respond(request: &Request, limits: &Limits, tell: &Tell) -> Reply {
    let (path, query) = request.address.split_once('?').unwrap_or((request.address, ""));
    route(request, path, query, &Desk { limits, tell }).unwrap_or_else(Reply::from)
}

/// Where questions are computed.
struct Desk<'a> {
    limits: &'a Limits,
    tell: &'a Tell<'a>,
}

impl Desk<'_> {
    fn compute<T>(&self, compute: impl FnOnce(&Limits, &Work) -> Result<T, Problem>) -> Result<T, Problem> {
        watched(self.limits, self.tell, |work| compute(self.limits, work))
    }

    fn json(&self, compute: impl FnOnce(&Limits, &Work) -> Result<Bytes, Problem>) -> Result<Reply, Problem> {
        Ok(Reply::new(JSON, self.compute(compute)?))
    }
}

fn route(request: &Request, path: &str, query: &str, desk: &Desk) -> Result<Reply, Problem> {
    let limits = desk.limits;
    let parts: Vec<&str> = path.strip_prefix("/api/").unwrap_or("").split('/').collect();
    match (request.method, parts.as_slice()) {
        ("GET", ["about"]) => Reply::of(&rules::about(limits, rules::Load::default()), limits.answer),
        ("GET", ["rules"]) => Reply::of(&rules::rules(&asked(query)?), limits.answer),
        ("GET", ["rule", text]) => Reply::of(&rules::rule(&written(text)?)?, limits.answer),
        ("GET", ["snippets", text]) => {
            Reply::of(&rules::snippets(&written(text)?, &asked(query)?)?, limits.answer)
        }
        ("GET", ["euler"]) => Reply::of(&rules::euler(), limits.answer),
        ("GET", ["census"]) => Ok(Reply::new(JSON, census::census(limits)?)),
        ("GET", ["census.csv"]) => {
            Ok(Reply::file("text/csv; charset=utf-8", census::FILE, census::TABLE.as_bytes().into()))
        }
        ("GET", ["census", "misere.csv"]) => {
            let table = census::MISERE_TABLE.as_bytes().into();
            Ok(Reply::file("text/csv; charset=utf-8", census::MISERE_FILE, table))
        }
        ("GET", ["cousins", text]) => {
            let rule: Rule = written(text)?.parse()?;
            desk.json(|limits, work| rules::cousins(&rule, limits, work))
        }
        ("POST", ["ask"]) => {
            let question = ask::read_within(fits(request.body, limits.question)?, limits)?;
            desk.json(|limits, work| ask::answer(&question, limits, work))
        }
        ("POST", ["snippets"]) => {
            let question = ask::read(fits(request.body, limits.question)?)?;
            Ok(Reply::new(JSON, ask::snippets(&question, limits)?))
        }
        ("GET", ["certificate"]) => {
            let question = ask::read(asked::<Of>(query)?.question.as_bytes())?;
            let name = certificate::name(&question)?;
            let made = desk.compute(|limits, work| certificate::certificate(&question, limits, work))?;
            Ok(Reply::file(certificate::KIND, &sprague_routes::file_name(&name), made))
        }
        ("POST", ["check"]) => {
            let file = fits(request.body, limits.upload)?;
            desk.json(|limits, work| {
                certificate::check(file, limits, &|done, all| work.tell(done, all).is_ok())
            })
        }
        ("GET", ["play", route]) => playing(route, query, desk),
        ("GET", ["values", file]) => values(&written(file)?, asked(query)?, desk),
        _ => Err(Problem::new(404u16, "address", format!("there is no such address: {}", request.address))),
    }
}

fn playing(route: &str, query: &str, desk: &Desk) -> Result<Reply, Problem> {
    match route {
        "board" => {
            let asked: play::Position = asked(query)?;
            desk.json(|limits, work| play::board(&asked, limits, work))
        }
        "reply" => {
            let asked: play::Turn = asked(query)?;
            desk.json(|limits, work| play::reply(&asked, limits, work))
        }
        "hint" => {
            let asked: play::Position = asked(query)?;
            desk.json(|limits, work| play::hint(&asked, limits, work))
        }
        _ => Err(Problem::new(404u16, "address", format!("there is no such address: /api/play/{route}"))),
    }
}

fn values(file: &str, range: Range, desk: &Desk) -> Result<Reply, Problem> {
    let values = Values::read(file, range, desk.limits)?;
    if values.in_cells() {
        let cells = desk.compute(|limits, work| values.cells(limits, work))?;
        let headers = values.headers(&cells);
        return Ok(Reply { headers, ..Reply::new("application/octet-stream", cells.bytes) });
    }
    let file = desk.compute(|limits, work| values.file(limits, work))?;
    Ok(Reply::file(values.kind(), &values.name(), file))
}

/// What a query asks, by names that are all known.
fn asked<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    serde_urlencoded::from_str(query)
        .map_err(|error| Problem::bad("query", format!("the query of this address cannot be read: {error}")))
}

/// A part of an address, decoded.
fn written(part: &str) -> Result<String, Problem> {
    let text = percent_decode_str(part).decode_utf8();
    text.map(String::from).map_err(|_| Problem::bad("query", "a part of this address is not UTF-8"))
}

/// A body that is not too long.
fn fits(body: &[u8], most: usize) -> Result<&[u8], Problem> {
    if body.len() <= most {
        return Ok(body);
    }
    Err(Problem::new(413u16, "size", format!("the body is larger than {most} bytes")))
}
