//! `sprague values RULE --to N`: nim-values of heaps, of a table of sheets, or of all suits of a size.

use crate::args::{self, Format};
use crate::context::{Context, interrupted};
use crate::foreign::write_json;
use crate::questions;
use crate::report::{self, Printed, print, rate};
use crate::save::replace;
use anyhow::Context as _;
use sprague::ask::{self, Answer, Found, FoundDigest, FoundValues};
use sprague::rules::Rule;
use sprague::{Error, Work};
use std::fmt::Display;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::Path;

/// Values between two checks for Ctrl-C.
const STRETCH: usize = 1 << 14;

pub fn run(args: &args::Values, context: &Context) -> anyhow::Result<u8> {
    let format = if context.json { None } else { Some(args.format.unwrap_or(Format::Plain)) };
    let rule: Rule = args.rule.parse()?;
    if format == Some(Format::Bfile) {
        ask::Format::Bfile.accepts(&rule)?;
    }
    if format == Some(Format::Npy) && args.output.is_none() && std::io::stdout().is_terminal() {
        anyhow::bail!("an array for numpy is not text; name a file with -o");
    }
    let answered = report::ask(&questions::values(args), context)?;
    let found = match answered.answer().found() {
        Found::Values(found) => found,
        Found::Digest(found) => {
            print(answered.answer(), &digest(found), context)?;
            return Ok(0);
        }
        _ => unreachable!("values were asked for"),
    };
    let values = Values { rule: &rule, answer: answered.answer(), found, bare: context.bare };
    match args.output.as_deref().filter(|name| *name != "-") {
        Some(name) => replace(Path::new(name), |out| values.write(out, format))
            .with_context(|| format!("cannot write {name}"))?,
        None => {
            let mut out = BufWriter::new(std::io::stdout().lock());
            values.write(&mut out, format)?;
            out.flush()?;
        }
    }
    Ok(0)
}

/// Values on their way out.
struct Values<'a> {
    rule: &'a Rule,
    answer: &'a Answer,
    found: &'a FoundValues,
    bare: bool,
}

impl Values<'_> {
    /// In a format, or as JSON.
    fn write(&self, out: &mut dyn Write, format: Option<Format>) -> anyhow::Result<()> {
        let Some(format) = format else { return Ok(write_json(out, self.answer)?) };
        match format {
            Format::Plain => self.plain(out),
            Format::Table => self.table(out),
            Format::Csv => self.export(ask::Format::Csv, out),
            Format::Bfile => self.export(ask::Format::Bfile, out),
            Format::Npy => self.export(ask::Format::Npy, out),
        }
    }

    /// A format of other programs; Ctrl-C stops it.
    fn export(&self, format: ask::Format, out: &mut dyn Write) -> anyhow::Result<()> {
        let watch = |_, _| !interrupted();
        let work = Work::new(u64::MAX, &watch);
        stoppable(self.found.write(self.rule, format, out, &work))
    }

    /// One row of heaps is broken into lines; a table of sheets keeps its rows.
    fn plain(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let table = &self.found.values;
        for row in 0..table.rows() {
            let length = table.row_len(row);
            let width = match (self.bare, table.is_square()) {
                (true, _) => 1,
                (false, true) => length,
                (false, false) => 10,
            };
            for (n, value) in table.row(row).enumerate() {
                poll(n)?;
                let end = if (n + 1) % width == 0 || n + 1 == length { "\n" } else { " " };
                write!(out, "{value}{end}")?;
            }
        }
        Ok(())
    }

    /// Rows with the size of their first value; columns with what is added to it, or with the height.
    fn table(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let table = &self.found.values;
        if self.suits() {
            let line = |label: &dyn Display, value| writeln!(out, "{label}  {value}");
            return Ok(self.found.lines(self.rule, line)?);
        }
        let largest = table.iter().max().unwrap_or(0).to_string().len();
        let sides = self.found.first();
        if let [w, h] = &sides[..] {
            let columns = table.row_len(0);
            let cell = largest.max((h + columns).to_string().len());
            let index = (w + table.rows()).to_string().len().max(3);
            let header = (0..columns).map(|i| format!(" {:>cell$}", (h + i).to_string()));
            writeln!(out, "{:>index$}  {}", "w/h", header.collect::<String>())?;
            for row in 0..table.rows() {
                write!(out, "{:>index$}  ", (w + row).to_string())?;
                for (n, value) in table.row(row).enumerate() {
                    poll(n)?;
                    write!(out, " {value:>cell$}")?;
                }
                writeln!(out)?;
            }
            return Ok(());
        }
        let cell = largest.max(2);
        let index = (&sides[0] + table.row_len(0)).to_string().len().max(3);
        let header: String = (0..10).map(|i| format!(" {:>cell$}", format!("+{i}"))).collect();
        writeln!(out, "{:>index$}  {header}", "n")?;
        let length = table.row_len(0);
        for (n, value) in table.row(0).enumerate() {
            poll(n)?;
            if n % 10 == 0 {
                write!(out, "{:>index$}  ", (&sides[0] + n).to_string())?;
            }
            write!(out, " {value:>cell$}{}", if n % 10 == 9 || n + 1 == length { "\n" } else { "" })?;
        }
        Ok(())
    }

    fn suits(&self) -> bool {
        !self.found.values.is_square() && !self.rule.has_heaps()
    }
}

/// The interruption within an error of a writer.
fn stoppable(written: std::io::Result<()>) -> anyhow::Result<()> {
    let stopped = |error: &std::io::Error| error.get_ref().is_some_and(|inner| inner.is::<Error>());
    written.map_err(|error| if stopped(&error) { Error::Interrupted.into() } else { error.into() })
}

fn poll(n: usize) -> Result<(), Error> {
    if n.is_multiple_of(STRETCH) && interrupted() { Err(Error::Interrupted) } else { Ok(()) }
}

fn digest(found: &FoundDigest) -> Printed {
    let text = format!(
        "{}: {} values, largest {} first at {}, checksum {}, {} values/s",
        found.rule,
        found.count,
        found.max_value,
        found.max_value_at,
        found.checksum,
        rate(found.values_per_second)
    );
    Printed { text, bare: found.checksum.clone() }
}
