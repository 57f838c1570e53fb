//! `sprague values RULE --to N`: nim-values of heaps, of a table of sheets, or of all suits of a size.

use crate::args::{self, Format};
use crate::context::{Context, interrupted};
use crate::report::{Printed, ask, print, unwrap_io};
use sprague::Error;
use sprague::ask::{Answer, Found, FoundDigest, Question, ValueTable, ValuesQuestion};
use sprague::rules::Rule;
use std::io::{BufWriter, Write};

/// Values between two looks at Ctrl-C.
const STRETCH: usize = 1 << 14;

pub fn run(args: &args::Values, context: &Context) -> anyhow::Result<u8> {
    let format = if context.json { Format::Json } else { args.format };
    let rule: Rule = args.rule.parse()?;
    if format == Format::Bfile && rule.heap_rule().is_none() {
        let line = format!("a b-file has one index, and {rule} is not played with heaps; take csv");
        return Err(Error::Unsupported(line).into());
    }
    let answered = ask(&question(args), context)?;
    match &answered.answer.found {
        Found::Values(found) => write(&rule, &answered.answer, &found.values, format)?,
        Found::Digest(found) => print(&answered.answer, &digest(found), context)?,
        _ => unreachable!("values were asked for"),
    }
    Ok(0)
}

pub fn question(args: &args::Values) -> Question {
    let args::Values { rule, to, digest, .. } = args.clone();
    Question::Values(ValuesQuestion { rule, to, digest })
}

fn write(rule: &Rule, answer: &Answer, table: &ValueTable, format: Format) -> anyhow::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    match format {
        Format::Plain => {
            // One row of heaps is broken into lines; a table of sheets keeps its rows.
            for row in 0..table.rows() {
                let length = table.row_len(row);
                let width = if table.is_square() { length } else { 10 };
                for (n, value) in table.row(row).enumerate() {
                    poll(n)?;
                    let end = if (n + 1) % width == 0 || n + 1 == length { "\n" } else { " " };
                    write!(out, "{value}{end}")?;
                }
            }
        }
        Format::Csv => {
            let columns = if table.is_square() {
                "w,h"
            } else if rule.heap_rule().is_some() {
                "n"
            } else {
                "suit"
            };
            writeln!(out, "{columns},value")?;
            lines(rule, table, |label, value| writeln!(out, "{label},{value}"))?;
        }
        Format::Bfile => lines(rule, table, |label, value| writeln!(out, "{label} {value}"))?,
        Format::Json => {
            serde_json::to_writer(&mut out, answer).map_err(unwrap_io)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Every value with the name of its piece.
fn lines(
    rule: &Rule,
    table: &ValueTable,
    mut line: impl FnMut(&dyn std::fmt::Display, u32) -> std::io::Result<()>,
) -> anyhow::Result<()> {
    let least = rule.least_size();
    if !table.is_square() && rule.heap_rule().is_none() {
        // Suits of one size, in the order in which the game lists them.
        let size = [u64::from(table.row_len(0).max(1).ilog2())];
        for (n, (piece, value)) in rule.pieces(&size, &size).zip(table.iter()).enumerate() {
            poll(n)?;
            line(&rule.show_piece(&piece), value)?;
        }
        return Ok(());
    }
    for row in 0..table.rows() {
        for (n, value) in table.row(row).enumerate() {
            poll(n)?;
            match least {
                [w, h] => line(&format_args!("{},{}", row as u64 + w, n as u64 + h), value)?,
                _ => line(&n, value)?,
            }
        }
    }
    Ok(())
}

fn poll(n: usize) -> Result<(), Error> {
    if n.is_multiple_of(STRETCH) && interrupted() { Err(Error::Interrupted) } else { Ok(()) }
}

fn digest(found: &FoundDigest) -> Printed {
    let text = format!(
        "{}: {} values, largest {} first at {}, checksum {}, {:.0} values/s",
        found.rule, found.count, found.max_value, found.max_value_at, found.checksum, found.values_per_second
    );
    Printed { text, bare: found.checksum.clone() }
}
