//! The table of known codes that ships with the engine, to browse and to save.

use crate::bodies::{Census, CensusCode, CensusLine, MisereLine};
use crate::{Limits, Problem, json};
use bytes::Bytes;
use sprague::ask::ShiftedCode;
use sprague::census::{CensusRow, MisereRow, misere_rows, rows};
use sprague::rules::Rule;
use std::sync::OnceLock;

pub use sprague::census::{MISERE_TABLE, TABLE};

/// What the table is called as a file.
pub const FILE: &str = "sprague-census.csv";
/// What the table of misère play is called as a file.
pub const MISERE_FILE: &str = "sprague-misere-census.csv";

/// Every row, with the names and the sequences of the OEIS of its codes.
pub fn census(limits: &Limits) -> Result<Bytes, Problem> {
    static ROWS: OnceLock<Census> = OnceLock::new();
    let table = ROWS.get_or_init(|| Census {
        version: env!("CARGO_PKG_VERSION"),
        rows: rows().map(line).collect(),
        misere: misere_rows().map(misere_line).collect(),
    });
    json(table, limits.answer)
}

fn line(row: CensusRow) -> CensusLine {
    let (found, status) = (row.found().clone(), row.status());
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

/// A row of the census of misère play.
pub(crate) fn misere_line(row: MisereRow) -> MisereLine {
    let title = row.rule.parse::<Rule>().ok().and_then(|rule| rule.title());
    let MisereRow { rule, order, p_portion, tame, period, preperiod, heaps, lower_bound, ended } = row;
    MisereLine { rule, title, order, p_portion, tame, period, preperiod, heaps, lower_bound, ended }
}

fn code(ShiftedCode { code, shift, .. }: ShiftedCode) -> CensusCode {
    let rule = code.parse::<Rule>().ok();
    let title = rule.as_ref().and_then(Rule::title);
    let oeis = rule.as_ref().and_then(Rule::oeis).map(|(number, _)| number);
    CensusCode { code, shift, title, oeis }
}
