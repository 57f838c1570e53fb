//! Values for plots, in cells of one, two or four bytes, and as files to save.

use crate::{Limits, Problem, bounded, file_name, json};
use bytes::Bytes;
use serde::Deserialize;
use sprague::Work;
use sprague::ask::{Answer, Format, Found, FoundValues, Question, ValuesQuestion};
use sprague::rules::{Rule, Sizes};

/// Which values.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
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

/// Headers are no longer than this; a notation may be.
const LONGEST_HEADER: usize = 2000;

/// Values that are asked for, in some format.
#[derive(Debug, Clone)]
pub struct Values {
    rule: Rule,
    range: Range,
    ending: &'static str,
    format: Option<Format>,
    kind: &'static str,
    /// The first and the last heap, of a rule of heaps.
    heaps: Option<(u64, u64)>,
}

impl Values {
    /// Reads the name of a file, `RULE.FORMAT`, and a range. Refuses more values than are sent at once.
    pub fn read(file: &str, range: Range, limits: &Limits) -> Result<Self, Problem> {
        let (rule, ending) = file.rsplit_once('.').unwrap_or((file, ""));
        let Some(&(ending, format, kind)) = FORMATS.iter().find(|(known, ..)| *known == ending) else {
            let line =
                format!("`{ending}` is not a format: end the address in .bin, .npy, .bfile, .csv or .json");
            return Err(Problem::bad("query", line));
        };
        let rule: Rule = rule.parse()?;
        format.map_or(Ok(()), |format| format.accepts(&rule))?;
        let sizes = sizes(&rule, &range, limits.values)?;
        let of_heaps = rule.one_piece_a_size() && rule.least_size().len() == 1;
        let heaps = of_heaps.then(|| sizes.small().map(|(from, to)| (from[0], to[0]))).flatten();
        Ok(Values { rule, range, ending, format, kind, heaps })
    }

    /// Whether the values are asked for in cells, not in a file to save.
    pub fn in_cells(&self) -> bool {
        self.format == Some(Format::Cells)
    }

    /// The question that they answer.
    pub fn question(&self) -> Question {
        let Range { to, from } = self.range.clone();
        Question::Values(ValuesQuestion { rule: self.rule.to_string(), to, from, digest: false })
    }

    /// The content type of a file to save.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The name of a file to save.
    pub fn name(&self) -> String {
        let (rule, ending) = (&self.rule, self.ending);
        file_name(&if ending == "bfile" { format!("b-{rule}.txt") } else { format!("{rule}.{ending}") })
    }

    /// The file to save.
    pub fn file(&self, limits: &Limits, work: &Work) -> Result<Bytes, Problem> {
        let answer = sprague::ask::answer(&self.question(), work)?.into_answer();
        match self.format {
            Some(format) => {
                bounded(limits.answer, |out| found(&answer).write(&self.rule, format, out, &Work::quiet()))
            }
            None => json(&answer, limits.answer),
        }
    }

    /// The name under which cells may be kept. Heaps from the least on are kept as one row, and any part of
    /// it is read off.
    pub fn key(&self) -> String {
        let (rule, Range { to, from }) = (&self.rule, &self.range);
        match self.heaps {
            Some(_) => format!("cells {rule}"),
            None => format!("cells {rule} {} {to}", from.as_deref().unwrap_or("")),
        }
    }

    /// Whether cells are all of what is kept under their key, so that they may be kept.
    pub fn is_whole(&self) -> bool {
        self.heaps.is_none_or(|(from, _)| from == self.rule.least_size()[0])
    }

    /// The cells, of those that were kept under their key.
    pub fn of_kept(&self, kept: Cells) -> Option<Cells> {
        match self.heaps {
            Some((from, to)) => kept.part(self.rule.least_size()[0], from, to),
            None => Some(kept),
        }
    }

    /// The cells.
    pub fn cells(&self, limits: &Limits, work: &Work) -> Result<Cells, Problem> {
        let answer = sprague::ask::answer(&self.question(), work)?.into_answer();
        let found = found(&answer);
        let most = (limits.values as usize).saturating_mul(4);
        let bytes = bounded(most, |out| found.write(&self.rule, Format::Cells, out, &Work::quiet()))?;
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

    /// What the headers say about cells.
    pub fn headers(&self, cells: &Cells) -> Vec<(&'static str, String)> {
        let Cells { width, rows, columns, square, from, .. } = cells;
        let shape = if *square { format!("{rows}x{columns}") } else { columns.to_string() };
        let mut headers = vec![
            ("sprague-cell", format!("u{}", 8 * width)),
            ("sprague-shape", shape),
            ("sprague-from", from.clone()),
            ("sprague-largest", cells.largest().to_string()),
            ("sprague-rule", self.rule.to_string()),
        ];
        headers.retain(|(_, value)| value.len() < LONGEST_HEADER);
        headers
    }
}

fn found(answer: &Answer) -> &FoundValues {
    match answer.found() {
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
pub struct Cells {
    /// Bytes of one cell.
    width: usize,
    rows: usize,
    columns: usize,
    /// Whether sizes have two numbers.
    square: bool,
    /// The size of the first.
    from: String,
    /// All cells.
    pub bytes: Bytes,
}

impl Cells {
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
}
