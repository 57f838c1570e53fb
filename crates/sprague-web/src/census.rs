//! `GET /api/census`: the table of known codes that ships with the engine, to browse and to save.

use crate::bodies::{Census, CensusCode, CensusLine};
use crate::exchange::json;
use crate::{Problem, Site};
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use sprague::ask::ShiftedCode;
use sprague::census::{CensusRow, TABLE, rows};
use sprague::rules::Rule;
use std::sync::{Arc, OnceLock};

/// Every row, with the names and the sequences of the OEIS of its codes.
pub(crate) async fn census(State(site): State<Arc<Site>>) -> Result<Response, Problem> {
    static TABLE: OnceLock<Census> = OnceLock::new();
    let table =
        TABLE.get_or_init(|| Census { version: env!("CARGO_PKG_VERSION"), rows: rows().map(line).collect() });
    site.outbox.json(json(table, site.limits.answer)?)
}

/// The same as it is committed.
pub(crate) async fn file(State(site): State<Arc<Site>>) -> Result<Response, Problem> {
    site.outbox.file("text/csv; charset=utf-8", "sprague-census.csv", Bytes::from_static(TABLE.as_bytes()))
}

fn line(CensusRow { found, status, .. }: CensusRow) -> CensusLine {
    CensusLine {
        rule: found.rule,
        codes: found.codes.into_iter().map(code).collect(),
        status,
        period: found.period,
        preperiod: found.preperiod,
        saltus: found.saltus,
        max_value: found.max_value,
        values_computed: found.values_computed,
        theorem: found.theorem,
        stopped: found.stopped,
        rare_positions: found.rare_positions,
    }
}

fn code(ShiftedCode { code, shift, .. }: ShiftedCode) -> CensusCode {
    let rule = code.parse::<Rule>().ok();
    let title = rule.as_ref().and_then(Rule::title);
    let oeis = rule.as_ref().and_then(Rule::oeis).map(|(number, _)| number);
    CensusCode { code, shift, title, oeis }
}
