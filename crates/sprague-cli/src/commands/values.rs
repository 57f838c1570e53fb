//! `sprague values RULE --to N`: nim-values of heaps, of a table of sheets, or of all suits of a size.

use crate::args::{self, Format};
use crate::context::Context;
use crate::report::{Report, rule, small};
use serde_json::json;
use sprague::laws::{self, Prefix};
use sprague::rules::{Rule, Suit, parse_sheet};
use sprague::values::{self, digest, suit_value_of_bits};
use std::io::{BufWriter, Write};
use std::time::Instant;

/// All suits of more cards are too many to print.
const MOST_CARDS: u64 = 24;

pub fn run(args: &args::Values, context: &Context) -> anyhow::Result<u8> {
    let rule = rule(&args.rule)?;
    let format = if context.json { Format::Json } else { args.format };
    let start = Instant::now();
    let table = match rule {
        Rule::Cut | Rule::CutOne => sheets(&rule, &args.to, context)?,
        Rule::Cards => suits(&args.to)?,
        _ => heaps(&rule, &args.to, context)?,
    };
    if args.digest {
        print_digest(&rule, &table, context, start)?;
    } else {
        print(&rule, &table, format, start)?;
    }
    Ok(0)
}

/// Values row by row, and what each is the value of.
struct Table {
    rows: Vec<Prefix>,
    /// Column headings of the csv and the label of the entry at (row, column).
    columns: &'static str,
    label: fn(usize, usize, usize) -> String,
}

fn heaps(rule: &Rule, to: &str, context: &Context) -> anyhow::Result<Table> {
    let largest = small(to, "a heap of")?;
    let values = context.work(|work| laws::prefix(rule, largest, work))?;
    Ok(Table { rows: vec![values], columns: "n", label: |_, n, _| n.to_string() })
}

fn suits(to: &str) -> anyhow::Result<Table> {
    let size = small(to, "a suit of")?;
    if size > MOST_CARDS {
        let line = format!("there are 2^{size} suits of {size} cards; take at most {MOST_CARDS}");
        return Err(sprague::Error::Unsupported(line).into());
    }
    let values = (0..1u64 << size).map(|bits| suit_value_of_bits(bits, size as u32) as u32);
    let values = values.collect::<values::Table>().into();
    let label = |_, bits: usize, count: usize| Suit::from_bits(bits as u64, count.ilog2()).to_string();
    Ok(Table { rows: vec![values], columns: "suit", label })
}

fn sheets(rule: &Rule, to: &str, context: &Context) -> anyhow::Result<Table> {
    let (width, height) = parse_sheet(to)?;
    let rows = context.work(|work| values::sheets(rule, width, height, work))?;
    let rows = rows.into_iter().map(Prefix::from).collect();
    Ok(Table { rows, columns: "w,h", label: |row, column, _| format!("{},{}", row + 1, column + 1) })
}

fn print(rule: &Rule, table: &Table, format: Format, start: Instant) -> anyhow::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    match format {
        Format::Plain => {
            // One row of heaps is broken into lines; a table of sheets keeps its rows.
            for row in &table.rows {
                let width = if table.rows.len() == 1 { 10 } else { row.len() };
                for (n, value) in row.iter().enumerate() {
                    let end = if (n + 1) % width == 0 || n + 1 == row.len() { "\n" } else { " " };
                    write!(out, "{value}{end}")?;
                }
            }
        }
        Format::Csv => {
            writeln!(out, "{},value", table.columns)?;
            for_each(table, |label, value| writeln!(out, "{label},{value}"))?;
        }
        Format::Bfile => {
            for_each(table, |label, value| writeln!(out, "{} {value}", label.replace(',', " ")))?;
        }
        Format::Json => {
            let seconds = start.elapsed().as_secs_f64();
            let mut rows: Vec<Vec<u32>> = table.rows.iter().map(|row| row.iter().collect()).collect();
            let values = if rows.len() == 1 { json!(rows.swap_remove(0)) } else { json!(rows) };
            let object =
                json!({"rule": rule.to_string(), "values": values, "status": "proved", "seconds": seconds});
            writeln!(out, "{object}")?;
        }
    }
    out.flush()?;
    Ok(())
}

fn for_each(table: &Table, mut line: impl FnMut(String, u32) -> std::io::Result<()>) -> std::io::Result<()> {
    for (index, row) in table.rows.iter().enumerate() {
        for (column, value) in row.iter().enumerate() {
            line((table.label)(index, column, row.len()), value)?;
        }
    }
    Ok(())
}

fn print_digest(rule: &Rule, table: &Table, context: &Context, start: Instant) -> anyhow::Result<()> {
    let found = digest(table.rows.iter().flat_map(Prefix::iter));
    let elapsed = start.elapsed().as_secs_f64();
    let columns = table.rows[0].len();
    let at = (table.label)(found.at as usize / columns, found.at as usize % columns, columns);
    let rate = found.count as f64 / elapsed.max(1e-9);
    let text = format!(
        "{rule}: {} values, largest {} first at {at}, checksum {:016x}, {rate:.0} values/s",
        found.count, found.largest, found.checksum
    );
    Report::new("rule", rule.to_string(), text, format!("{:016x}", found.checksum))
        .with("count", found.count)
        .with("max_value", found.largest)
        .with("max_value_at", at)
        .with("checksum", format!("{:016x}", found.checksum))
        .with("values_per_second", rate.round())
        .with("status", "proved")
        .print(context, start)
}
