//! The census as a table with one line per rule, as small as possible while it can still be checked.

use crate::store::quoted;
use crate::{CensusCode, Row, Rows};
use std::collections::HashMap;
use std::io::Write;

/// The columns, in order.
const COLUMNS: &str = "rule,codes,status,period,preperiod,saltus,max_value,max_value_at,values_computed,stopped,theorem,zeros_before,\
sparse_mask,sparse_parity,rare_positions,last_rare,seconds,engine,certificate";

/// Writes a line for every rule that has a row, in the order of the codes. The column `codes` has the codes
/// that were asked for, each with its shift: `0.07+1`.
pub fn write_csv(codes: &[CensusCode], rows: &Rows, mut to: impl Write) -> std::io::Result<()> {
    let mut order: Vec<&str> = Vec::new();
    let mut same: HashMap<&str, Vec<String>> = HashMap::new();
    for CensusCode { code, rule, shift } in codes {
        let list = same.entry(rule).or_default();
        if list.is_empty() {
            order.push(rule);
        }
        list.push(if *shift == 0 { code.clone() } else { format!("{code}+{shift}") });
    }
    writeln!(to, "{COLUMNS}")?;
    for rule in order {
        if let Some(row) = rows.best(rule) {
            writeln!(to, "{}", line(row, &same[rule].join(" ")))?;
        }
    }
    Ok(())
}

fn line(row: &Row, codes: &str) -> String {
    fn text(field: Option<impl ToString>) -> String {
        field.map_or(String::new(), |field| field.to_string())
    }
    let found = row.found();
    let fields = [
        found.normal.clone(),
        codes.to_string(),
        row.answer().word().to_string(),
        text(found.period),
        text(found.preperiod),
        found.saltus_by_class.as_ref().map_or(text(found.saltus), |salti| by_class(salti)),
        text(found.max_value),
        text(found.max_value_at),
        found.values_computed.to_string(),
        text(found.stopped.as_ref()),
        text(found.theorem.as_ref()),
        found.zeros_before.to_string(),
        text(found.sparse_mask),
        text(found.sparse_parity),
        text(found.rare_positions),
        text(found.last_rare),
        format!("{:.3}", row.answer().seconds()),
        found.engine.clone(),
        text(found.certificate.as_ref()),
    ];
    fields.map(|field| quoted(&field)).join(",")
}

/// `4 0 none`: the saltus of each class.
fn by_class(salti: &[Option<u64>]) -> String {
    let word = |saltus: &Option<u64>| saltus.map_or("none".to_string(), |saltus| saltus.to_string());
    salti.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// The fields of a line.
pub(crate) fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut inside = false;
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' if inside && characters.peek() == Some(&'"') => {
                characters.next();
                fields.last_mut().expect("there is one").push('"');
            }
            '"' => inside = !inside,
            ',' if !inside => fields.push(String::new()),
            c => fields.last_mut().expect("there is one").push(c),
        }
    }
    fields
}
