//! `GET /api/values/RULE.FORMAT`: values for plots, in cells of one, two or four bytes, and as files to save.

use crate::ask;
use crate::cache::Entry;
use crate::exchange::{Asked, Outbox, Written, bounded, json};
use crate::{Problem, Site};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use serde::Deserialize;
use sprague::Work;
use sprague::ask::{Answer, Format, Found, FoundValues, Question, ValuesQuestion};
use sprague::rules::{Rule, Sizes};
use std::sync::Arc;

/// Which values.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Range {
    to: String,
    from: Option<String>,
}

/// The formats by their endings: what they are to the browser.
pub(crate) const FORMATS: [(&str, Option<Format>, &str); 5] = [
    ("bin", Some(Format::Cells), "application/octet-stream"),
    ("npy", Some(Format::Npy), "application/octet-stream"),
    ("bfile", Some(Format::Bfile), "text/plain; charset=utf-8"),
    ("csv", Some(Format::Csv), "text/csv; charset=utf-8"),
    ("json", None, "application/json"),
];

const LONGEST_HEADER: usize = 2000;

/// Values of a rule, in the format of the ending.
pub(crate) async fn values(
    State(site): State<Arc<Site>>,
    Written(file): Written,
    Asked(range): Asked<Range>,
) -> Result<Response, Problem> {
    let (rule, ending) = file.rsplit_once('.').unwrap_or((&file, ""));
    let Some(&(ending, format, kind)) = FORMATS.iter().find(|(known, ..)| *known == ending) else {
        let line = format!("`{ending}` is no format: end the address in .bin, .npy, .bfile, .csv or .json");
        return Err(Problem::bad("query", line));
    };
    let rule: Rule = rule.parse()?;
    format.map_or(Ok(()), |format| format.accepts(&rule))?;
    let sizes = sizes(&rule, &range, site.limits.values)?;
    if format == Some(Format::Cells) {
        return cells(&site, rule, range, &sizes).await;
    }
    let (own, name) = (site.clone(), format!("{rule}.{}", if ending == "bfile" { "txt" } else { ending }));
    let question = question(&rule, &range);
    let body = site.desk.run(ask::cost(&question), move |task| {
        let answer = task.work(&own.limits, |work| sprague::ask::answer(&question, work))?.answer;
        match format {
            Some(format) => {
                bounded(own.limits.answer, |out| found(&answer).write(&rule, format, out, &Work::quiet()))
            }
            None => json(&answer, own.limits.answer),
        }
    })?;
    let name = if ending == "bfile" { format!("b-{name}") } else { name };
    site.outbox.file(kind, &name, body.await?)
}

fn question(rule: &Rule, range: &Range) -> Question {
    let Range { to, from } = range.clone();
    Question::Values(ValuesQuestion { rule: rule.to_string(), to, from, digest: false })
}

fn found(answer: &Answer) -> &FoundValues {
    match &answer.found {
        Found::Values(found) => found,
        _ => unreachable!("values were asked for"),
    }
}

/// The sizes that are asked for, if they are not too many.
fn sizes(rule: &Rule, range: &Range, most: u64) -> Result<Sizes, Problem> {
    let to = Sizes::read(rule, &range.to)?;
    let sizes = match &range.from {
        Some(from) => Sizes::between(rule, Sizes::read(rule, from)?, to)?,
        None => Sizes::up_to(rule, to)?,
    };
    let many = sizes.from().iter().zip(sizes.to());
    let many = many.fold(
        1u32.into(),
        |product: num_bigint::BigUint, (from, to)| {
            if from > to { 0u32.into() } else { product * (to - from + 1u32) }
        },
    );
    if many > most.into() {
        let line = format!("{many} values are more than the {most} that are sent at once; ask for less");
        return Err(Problem::unanswerable("large", line));
    }
    Ok(sizes)
}

/// Values in cells of equal width, row by row.
#[derive(Debug, Clone)]
pub(crate) struct Cells {
    /// Bytes a cell.
    width: usize,
    rows: usize,
    columns: usize,
    /// Whether sizes have two numbers.
    square: bool,
    /// The size of the first.
    from: String,
    pub bytes: Bytes,
}

async fn cells(site: &Arc<Site>, rule: Rule, range: Range, sizes: &Sizes) -> Result<Response, Problem> {
    // Heaps from the least on are kept as one row, and any part of it is read off.
    let row = (rule.one_piece_a_size() && rule.least_size().len() == 1)
        .then(|| sizes.small().map(|(from, to)| (from[0], to[0])))
        .flatten();
    let least = rule.least_size()[0];
    let key = match row {
        Some(_) => format!("cells {rule}"),
        None => format!("cells {rule} {} {}", range.from.as_deref().unwrap_or(""), range.to),
    };
    let known = match site.cache.get(&key) {
        Some(Entry::Cells(cells)) => Some(cells),
        _ => None,
    };
    let known = match (known, row) {
        (Some(cells), Some((from, to))) => cells.part(least, from, to),
        (known, None) => known,
        (None, _) => None,
    };
    if let Some(cells) = known {
        return cells.response(&rule, &site.outbox);
    }
    let (own, asked) = (site.clone(), question(&rule, &range));
    let whole = row.is_none_or(|(from, _)| from == least);
    let cells = site.desk.run(ask::cost(&asked), move |task| {
        let answer = task.work(&own.limits, |work| sprague::ask::answer(&asked, work))?.answer;
        let cells = Cells::of(found(&answer), &own, &asked)?;
        if whole {
            own.cache.put(key.clone(), Entry::Cells(cells.clone()));
        }
        Ok(cells)
    })?;
    cells.await?.response(&rule, &site.outbox)
}

impl Cells {
    fn of(found: &FoundValues, site: &Site, question: &Question) -> Result<Self, Problem> {
        let Question::Values(ValuesQuestion { rule, .. }) = question else {
            unreachable!("values were asked for")
        };
        let rule: Rule = rule.parse()?;
        let most = (site.limits.values as usize).saturating_mul(4);
        let bytes = bounded(most, |out| found.write(&rule, Format::Cells, out, &Work::quiet()))?;
        let table = &found.values;
        Ok(Cells {
            width: table.cell_bytes(&Work::quiet())?,
            rows: table.rows(),
            columns: table.row_len(0),
            square: table.is_square(),
            from: found.from.clone(),
            bytes,
        })
    }

    /// The values of some heaps, of a row that begins with the least.
    fn part(&self, least: u64, from: u64, to: u64) -> Option<Cells> {
        let (first, end) =
            (from.checked_sub(least)? as usize, to.checked_sub(least)?.checked_add(1)? as usize);
        if first >= end || end > self.columns {
            return None;
        }
        let bytes = self.bytes.slice(first * self.width..end * self.width);
        Some(Cells { columns: end - first, from: from.to_string(), bytes, ..self.clone() })
    }

    fn largest(&self) -> u32 {
        if self.width == 1 {
            return self.bytes.iter().max().map_or(0, |&largest| largest.into());
        }
        let cell = |cell: &[u8]| cell.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
        self.bytes.chunks_exact(self.width).map(cell).max().unwrap_or(0)
    }

    fn response(self, rule: &Rule, outbox: &Outbox) -> Result<Response, Problem> {
        let shape =
            if self.square { format!("{}x{}", self.rows, self.columns) } else { self.columns.to_string() };
        let own = [
            ("sprague-cell", format!("u{}", 8 * self.width)),
            ("sprague-shape", shape),
            ("sprague-from", self.from.clone()),
            ("sprague-largest", self.largest().to_string()),
            ("sprague-rule", rule.to_string()),
        ];
        let mut response = outbox.send("application/octet-stream", self.bytes)?;
        // A notation may be longer than any header.
        for (name, value) in own.into_iter().filter(|(_, value)| value.len() < LONGEST_HEADER) {
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().insert(HeaderName::from_static(name), value);
            }
        }
        Ok(response)
    }
}
