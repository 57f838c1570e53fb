//! The **census** that comes with the engine: what was found of all short codes, as a table (docs/census.md).
//!
//! A line of the table is a rule in normal form; the row of any code with that normal form is read off it,
//! shifted. Nothing is computed.

use crate::Status;
use crate::ask::FoundCensus;
use crate::laws::normal_form;
use crate::misere::{Known, Limits};
use crate::rules::Rule;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The table as it is committed; docs/census.md has the command that made it.
pub static TABLE: &str = include_str!("../data/census.csv");

/// What was found of misère play of the octal codes of up to three digits (docs/misere.md).
pub static MISERE_TABLE: &str = include_str!("../data/misere-census.csv");

/// How far quotients were built for the table: the same limits give the same table.
pub const MISERE_LIMITS: Limits = Limits { heaps: 400, order: 400, levels: 4 };

/// A line of the misère census. Whatever it says is proved, and computed again in no time: the table is for
/// looking things up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MisereRow {
    /// The code.
    pub rule: String,
    /// The number of elements of the quotient of the heaps up to `heaps`, or of all heaps if there is a law.
    pub order: u64,
    /// The number of its lost elements.
    pub p_portion: u64,
    /// Whether it is the quotient of some Nim heaps.
    pub tame: bool,
    /// The period of the images, if there is a law.
    pub period: Option<u64>,
    /// The preperiod, if there is a law.
    pub preperiod: Option<u64>,
    /// The largest heap whose image is known from computing it.
    pub heaps: u64,
    /// The number of elements that the quotient has at least with one more heap, where it did not close.
    pub lower_bound: Option<u64>,
    /// Why the search ended.
    pub ended: String,
}

/// The columns of the misère census.
pub fn misere_header() -> &'static str {
    "rule,order,p_portion,tame,period,preperiod,heaps,lower_bound,ended"
}

/// The line of a rule in the misère census.
pub fn misere_line(rule: &Rule, known: &Known) -> String {
    let some = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let (quotient, law) = (known.quotient(), known.law());
    // Subtraction sets have commas in their notation.
    let name = rule.to_string();
    [
        if name.contains(',') { format!("\"{name}\"") } else { name },
        quotient.order().to_string(),
        quotient.p_portion().len().to_string(),
        quotient.is_tame().to_string(),
        some(law.map(|law| law.period)),
        some(law.map(|law| law.preperiod)),
        quotient.largest_heap().to_string(),
        some(known.open().map(|open| open.lower_bound as u64)),
        known.ended().to_string(),
    ]
    .join(",")
}

/// Every row of the misère census.
///
/// ```
/// let kayles = sprague::census::misere_rows().find(|row| row.rule == "0.77").unwrap();
/// assert_eq!((kayles.order, kayles.period, kayles.preperiod), (40, Some(12), Some(71)));
/// ```
pub fn misere_rows() -> impl Iterator<Item = MisereRow> {
    MISERE_TABLE.lines().skip(1).filter_map(|line| {
        let fields = fields(line);
        let [rule, order, p_portion, tame, period, preperiod, heaps, lower_bound, ended] = &fields[..] else {
            return None;
        };
        Some(MisereRow {
            rule: rule.to_string(),
            order: order.parse().ok()?,
            p_portion: p_portion.parse().ok()?,
            tame: tame.parse().ok()?,
            period: period.parse().ok(),
            preperiod: preperiod.parse().ok(),
            heaps: heaps.parse().ok()?,
            lower_bound: lower_bound.parse().ok(),
            ended: ended.to_string(),
        })
    })
}

/// The row of a rule in the misère census, if it is there.
///
/// ```
/// let row = sprague::census::misere_row(&"kayles".parse().unwrap()).unwrap();
/// assert_eq!((row.order, row.p_portion), (40, 9));
/// assert!(sprague::census::misere_row(&"grundy".parse().unwrap()).is_none());
/// ```
pub fn misere_row(rule: &Rule) -> Option<MisereRow> {
    rule.heap_rule()?;
    misere_rows().find(|row| row.rule == rule.notation())
}

/// What the table says of a rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct CensusRow {
    /// What was found.
    #[serde(flatten)]
    found: FoundCensus,
    /// How much it claims.
    status: Status,
    /// How long it took.
    seconds: f64,
}

impl CensusRow {
    /// What was found.
    pub fn found(&self) -> &FoundCensus {
        &self.found
    }

    /// How much it claims, by the table that ships with the engine.
    pub fn status(&self) -> Status {
        self.status
    }
}

/// The row of a rule, if its normal form is in the table.
///
/// ```
/// let row = sprague::census::row(&"0.07".parse().unwrap()).unwrap();
/// assert_eq!((row.found().period, row.found().preperiod, &row.found().normal[..]), (Some(34), Some(53), "0.137"));
/// assert!(sprague::census::row(&"0.123456".parse().unwrap()).is_none());
/// ```
pub fn row(rule: &Rule) -> Option<CensusRow> {
    rule.heap_rule()?;
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

/// A line of the table; its columns are those that `sprague census export` writes.
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
        saltus_by_class: by_class(saltus),
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
    let status = Status::recorded(status)?;
    Some(CensusRow { found, status, seconds: some(seconds)? })
}

/// `4 0 none` are the salti of three classes.
fn by_class(text: &str) -> Option<Vec<Option<u64>>> {
    let saltus = |word: &str| if word == "none" { Some(None) } else { Some(Some(word.parse().ok()?)) };
    text.contains(' ').then(|| text.split(' ').map(saltus).collect())?
}

/// `0.07+1` is the code 0.07, shifted by 1.
fn shifted(text: &str) -> Option<crate::ask::ShiftedCode> {
    let (code, shift) = text.split_once('+').unwrap_or((text, "0"));
    Some(crate::ask::ShiftedCode { code: code.to_string(), shift: shift.parse().ok()? })
}
