//! The outcomes so far, one line per file, in Markdown.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

use crate::list::Mutant;

/// The columns after the number of mutants.
const OUTCOMES: [&str; 6] = ["unviable", "alone", "caught", "timeout", "missed", "unreached"];

/// How many mutants of each file had which last outcome; those without one are left to the last column.
pub fn table(mutants: &[Mutant], last: &HashMap<String, String>) -> String {
    let mut rows: BTreeMap<&Path, [usize; 8]> = BTreeMap::new();
    for mutant in mutants {
        let outcome = last.get(&mutant.name).and_then(|last| OUTCOMES.iter().position(|name| name == last));
        let row = rows.entry(&mutant.file).or_default();
        row[0] += 1;
        row[outcome.map_or(7, |column| column + 1)] += 1;
    }
    let line = |name: &str, row: &[usize]| {
        let cells: Vec<String> = row.iter().map(|count| format!(" {count} |")).collect();
        format!("| {name} |{}\n", cells.concat())
    };
    let mut all = [0; 8];
    let mut lines =
        format!("| file | mutants | {} | not run |\n|{}\n", OUTCOMES.join(" | "), "---|".repeat(9));
    for (file, row) in rows {
        (0..8).for_each(|column| all[column] += row[column]);
        lines += &line(&format!("`{}`", short(file)), &row);
    }
    lines + &line("all", &all)
}

/// `crates/sprague-check/src/automaton/form.rs` is `sprague-check/automaton/form.rs`.
fn short(file: &Path) -> String {
    let parts = file.iter().map(|part| part.to_string_lossy());
    parts.filter(|part| part != "crates" && part != "src").collect::<Vec<_>>().join("/")
}
