//! The **census** that comes with the engine: what was found of all short codes, as a table (docs/census.md).
//!
//! A line of the table is a rule in normal form; the row of any code with that normal form is read off it, shifted. Nothing is
//! computed.

use crate::Status;
use crate::ask::FoundCensus;
use crate::laws::normal_form;
use crate::rules::Rule;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The table as it is committed; docs/census.md has the command that made it.
pub const TABLE: &str = include_str!("../data/census.csv");

/// What the table says of a rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CensusRow {
    /// What was found.
    #[serde(flatten)]
    pub found: FoundCensus,
    /// How much it claims.
    pub status: Status,
    /// How long it took.
    pub seconds: f64,
}

/// The row of a rule, if its normal form is in the table.
///
/// ```
/// let row = sprague::census::row(&"0.07".parse().unwrap()).unwrap();
/// assert_eq!((row.found.period, row.found.preperiod, &row.found.normal[..]), (Some(34), Some(53), "0.137"));
/// assert!(sprague::census::row(&"0.123456".parse().unwrap()).is_none());
/// ```
pub fn row(rule: &Rule) -> Option<CensusRow> {
    let (normal, shift) = normal_form(rule);
    let line = lines().get(normal.notation())?;
    let CensusRow { found, status, seconds } = read(line)?;
    Some(CensusRow { found: found.of_code(rule, shift), status, seconds })
}

/// Every row of the table, in its order: those of normal forms.
pub fn rows() -> impl Iterator<Item = CensusRow> {
    TABLE.lines().skip(1).filter_map(|line| read(&fields(line)))
}

/// The fields of each line, by rule.
fn lines() -> &'static HashMap<String, Vec<String>> {
    static LINES: OnceLock<HashMap<String, Vec<String>>> = OnceLock::new();
    LINES.get_or_init(|| TABLE.lines().skip(1).map(fields).map(|line| (line[0].clone(), line)).collect())
}

/// The fields of a line of csv.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut inside = false;
    for c in line.chars() {
        match c {
            '"' => inside = !inside,
            ',' if !inside => fields.push(String::new()),
            c => fields.last_mut().expect("there is one").push(c),
        }
    }
    fields
}

/// A line of the table; its columns are those that `sprague census --csv` writes.
fn read(line: &[String]) -> Option<CensusRow> {
    fn some<T: std::str::FromStr>(field: &str) -> Option<T> {
        field.parse().ok()
    }
    let [
        rule,
        codes,
        status,
        period,
        preperiod,
        saltus,
        max_value,
        max_value_at,
        values_computed,
        stopped,
        theorem,
        zeros_before,
        sparse_mask,
        sparse_parity,
        rare_positions,
        last_rare,
        seconds,
        engine,
        certificate,
    ] = line
    else {
        return None;
    };
    let text = |field: &String| Some(field.clone()).filter(|field| !field.is_empty());
    let found = FoundCensus {
        rule: rule.clone(),
        normal: rule.clone(),
        codes: codes.split(' ').filter_map(shifted).collect(),
        period: some(period),
        preperiod: some(preperiod),
        saltus: some(saltus),
        max_value: some(max_value),
        max_value_at: some(max_value_at),
        values_computed: some(values_computed)?,
        stopped: text(stopped),
        theorem: text(theorem),
        zeros_before: some(zeros_before)?,
        sparse_mask: some(sparse_mask),
        sparse_parity: some(sparse_parity),
        rare_positions: some(rare_positions),
        last_rare: some(last_rare),
        engine: engine.clone(),
        certificate: text(certificate),
        ..FoundCensus::default()
    };
    let status = match &status[..] {
        "proved" => Status::Proved,
        "observed" => Status::Observed,
        _ => return None,
    };
    Some(CensusRow { found, status, seconds: some(seconds)? })
}

/// `0.07+1` is the code 0.07, shifted by 1.
fn shifted(text: &str) -> Option<crate::ask::ShiftedCode> {
    let (code, shift) = text.split_once('+').unwrap_or((text, "0"));
    Some(crate::ask::ShiftedCode { code: code.to_string(), shift: shift.parse().ok()? })
}
