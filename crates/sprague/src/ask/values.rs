//! Nim-values one by one: a row of heaps or suits, or a table of sheets.

use super::{FoundDigest, FoundValues, Reply, Source, ValuesQuestion, rule, small};
use crate::known::{self, Evidence, Known};
use crate::laws::NimSequence;
use crate::rules::{Piece, Rule, Sizes, parse_size};
use crate::values::{Digest, Table};
use crate::{Error, Meter, Options, Result, Status, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeSeq, Serializer};
use std::fmt;
use std::sync::Arc;
use web_time::Instant;

/// Steps of looking up a value.
const VALUE_STEPS: u64 = 16;
/// More pieces than this are not listed where they are not heaps or sheets.
const MOST_PIECES: u64 = 1 << 24;

/// Values row by row, each read where it is.
#[derive(Clone)]
pub struct ValueTable {
    rows: Vec<Row>,
    /// Whether sizes have two numbers, so that there are rows at all.
    square: bool,
    /// How much they claim: values that were recorded and not computed again are observed.
    status: Status,
}

#[derive(Clone)]
enum Row {
    /// The values of a sequence from a heap on.
    Sequence(Arc<NimSequence>, usize),
    Table(Arc<Table>),
}

impl Row {
    fn len(&self) -> usize {
        match self {
            Row::Sequence(sequence, from) => sequence.len() - from,
            Row::Table(table) => table.len(),
        }
    }

    fn iter(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Row::Sequence(sequence, from) => Box::new(sequence.iter_from(*from)),
            Row::Table(table) => Box::new(table.iter()),
        }
    }
}

impl ValueTable {
    /// How many rows there are; one unless sizes have two numbers.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Whether sizes have two numbers.
    pub fn is_square(&self) -> bool {
        self.square
    }

    /// The values of a row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = u32> + '_ {
        self.rows[row].iter()
    }

    /// How many values a row has.
    pub fn row_len(&self, row: usize) -> usize {
        self.rows[row].len()
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.rows.iter().flat_map(Row::iter)
    }

    /// The digest of all values, row by row.
    fn digest(&self, work: &Work) -> Result<Digest> {
        // A new iterator for each portion is faster than one that stops and goes on.
        fn add<V: Iterator<Item = u32>>(
            digest: &mut Digest,
            len: usize,
            from: impl Fn(usize) -> V,
            meter: &Meter,
        ) -> Result<()> {
            const PORTION: usize = Meter::PORTION as usize;
            (0..len).step_by(PORTION).try_for_each(|start| {
                digest.extend(from(start).take(PORTION));
                meter.charge(PORTION.min(len - start) as u64)
            })
        }
        let mut digest = Digest::default();
        let meter = Meter::new(work, self.rows.iter().map(|row| row.len() as u64).sum());
        for row in &self.rows {
            let len = row.len();
            match row {
                Row::Sequence(sequence, first) => {
                    add(&mut digest, len, |start| sequence.iter_from(first + start), &meter)?;
                }
                Row::Table(table) => add(&mut digest, len, |start| table.iter().skip(start), &meter)?,
            }
        }
        Ok(digest)
    }
}

impl fmt::Debug for ValueTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ValueTable({} rows)", self.rows.len())
    }
}

impl Serialize for ValueTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        struct One<'a>(&'a Row);
        impl Serialize for One<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.iter())
            }
        }
        if !self.square {
            return serializer.collect_seq(self.iter());
        }
        let mut rows = serializer.serialize_seq(Some(self.rows.len()))?;
        self.rows.iter().try_for_each(|row| rows.serialize_element(&One(row)))?;
        rows.end()
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ValueTable {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ValueTable".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let value = serde_json::json!({"type": "integer", "minimum": 0});
        schemars::json_schema!({
            "type": "array",
            "items": {"anyOf": [value, {"type": "array", "items": value}]},
        })
    }
}

impl<'de> Deserialize<'de> for ValueTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(untagged)]
        enum Plain {
            Flat(Vec<u32>),
            Rows(Vec<Vec<u32>>),
        }
        let table = |values: Vec<u32>| Row::Table(Arc::new(values.into_iter().collect()));
        Ok(match Plain::deserialize(deserializer)? {
            Plain::Flat(values) => {
                ValueTable { rows: vec![table(values)], square: false, status: Status::Observed }
            }
            Plain::Rows(rows) => ValueTable {
                rows: rows.into_iter().map(table).collect(),
                square: true,
                status: Status::Observed,
            },
        })
    }
}

pub fn answer(question: &ValuesQuestion, source: &Source) -> Result<Reply> {
    let work = source.work;
    let rule = rule(&question.rule)?;
    let start = Instant::now();
    let least = rule.least_size().iter().map(|&least| BigUint::from(least)).collect::<Vec<_>>();
    let one_size = !rule.one_piece_a_size() && least.len() == 1;
    let from = match &question.from {
        Some(_) if one_size => {
            let line = format!("is for heaps and sheets; of {rule} all pieces of one size are listed");
            return Err(Error::option("from", &line));
        }
        Some(from) => Sizes::read(&rule, from)?,
        None => least,
    };
    let values = table(&rule, &from, &question.to, source)?;
    if !question.digest {
        let from = if one_size { vec![small(&question.to, "a suit of")?.into()] } else { from };
        let from = from.iter().map(BigUint::to_string).collect::<Vec<_>>().join("x");
        let status = values.status;
        return Ok(Reply::new(FoundValues { rule: rule.to_string(), from, values }, status));
    }
    let found = values.digest(work)?;
    let seconds = start.elapsed().as_secs_f64();
    let columns = values.row_len(0).max(1) as u64;
    let found = FoundDigest {
        max_value_at: label(&rule, &from, found.at / columns, found.at % columns, columns),
        rule: rule.to_string(),
        count: found.count,
        max_value: found.largest,
        checksum: format!("{:016x}", found.checksum),
        values_per_second: (found.count as f64 / seconds.max(1e-9)).round(),
        simd: level(&values, work),
    };
    Ok(Reply::new(found, values.status))
}

/// The vector instructions that the values were computed with.
fn level(values: &ValueTable, work: &Work) -> String {
    let ran = match values.rows.first() {
        Some(Row::Sequence(sequence, _)) => sequence.sparse().map(|facts| facts.level),
        _ => None,
    };
    ran.unwrap_or_else(|| work.level(512).name()).to_string()
}

fn table(rule: &Rule, from: &[BigUint], to: &str, source: &Source) -> Result<ValueTable> {
    let work = source.work;
    if rule.heap_rule().is_some() {
        return heaps(rule, &from[0], to, source);
    }
    if rule.least_size().len() > 2 {
        let line = format!(
            "a table of values has two sides, and sizes of {rule} have three numbers; ask for single values"
        );
        return Err(Error::wrong_game(line));
    }
    work.on_threads(|| match (rule.least_size().len(), rule.one_piece_a_size()) {
        (2, _) => sheets(rule, from, to, work),
        (_, true) => one_row(rule, &from[0], to, work),
        (_, false) => pieces_of_one_size(rule, to, work),
    })
}

/// Heaps from one size to another, of a game whose moves are no set of removals.
fn one_row(rule: &Rule, from: &BigUint, to: &str, work: &Work) -> Result<ValueTable> {
    let largest = small(to, "a heap of")?;
    let sizes = Sizes::between(rule, vec![from.clone()], vec![largest.into()])?;
    work.fits_size(&format!("a table of values to {largest}"), largest, |n| u128::from(n) * 4)?;
    let Some((from, _)) = sizes.small().filter(|_| !sizes.is_empty()) else {
        return Err(Error::option("from", &format!("{from} is above {to}; the smaller size goes first")));
    };
    let known = known::up_to(rule, &sizes, &Options::default(), work)?;
    let meter = Meter::new(work, 0);
    let value = |n: u64| {
        meter.charge(VALUE_STEPS)?;
        let value = known.value_of(&Piece::heap(n))?;
        u32::try_from(value).map_err(|_| Error::too_large(format!("the value of {n} is above 2^32"), None))
    };
    let values = (from[0]..=largest).map(value).collect::<Result<Table>>()?;
    Ok(ValueTable { rows: vec![Row::Table(Arc::new(values))], square: false, status: known.status() })
}

fn heaps(rule: &Rule, from: &BigUint, to: &str, source: &Source) -> Result<ValueTable> {
    let end = parse_size(to)?;
    if *from > end {
        return Err(Error::option("from", &format!("{from} is above {to}; the smaller size goes first")));
    }
    let range = &end - from;
    if *from > BigUint::ZERO && range < MOST_PIECES.into() && end >= MOST_PIECES.into() {
        let (values, status) = far_heaps(rule, from, &end, source)?;
        return Ok(ValueTable { rows: vec![Row::Table(Arc::new(values))], square: false, status });
    }
    let values = source.values(rule, small(to, "a heap of")?)?;
    let status = values.status();
    let row = Row::Sequence(Arc::new(values), from.to_usize().expect("at most the largest heap"));
    Ok(ValueTable { rows: vec![row], square: false, status })
}

/// A short range of large heaps, by a law where there is one.
fn far_heaps(rule: &Rule, from: &BigUint, to: &BigUint, source: &Source) -> Result<(Table, Status)> {
    let known = match source.recorded(rule, to)? {
        Some(given) => given,
        None => source.search(None).up_to(rule, to, source.work)?,
    };
    let mut heap = from.clone();
    let mut values = Vec::new();
    while heap <= *to {
        let value = known.value(&heap).and_then(|value| value.to_u32());
        values.push(value.ok_or_else(|| {
            Error::too_large(
                format!("the value of heap {heap} passes 2^32; ask for the value of one heap"),
                None,
            )
        })?);
        heap += 1u32;
        if values.len() % 4096 == 0 {
            source.work.tell(values.len() as u64, 0)?;
        }
    }
    let read = to.to_usize().map_or(usize::MAX, |to| to.saturating_add(1));
    Ok((values.into_iter().collect(), known.first(read).status()))
}

/// The error with the largest table of these proportions that fits.
fn in_proportion(error: Error, width: u128, height: u128, bytes: impl Fn(u128, u128) -> u128) -> Error {
    let Error::Memory { what, needed, available, .. } = error else { return error };
    let part = |share: u128| ((width * share) >> 32, (height * share) >> 32);
    let fits = |share: u128| bytes(part(share).0, part(share).1) <= u128::from(available);
    let (mut least, mut most) = (0u128, 1 << 32);
    while most - least > 1 {
        let middle = least.midpoint(most);
        if fits(middle) { least = middle } else { most = middle }
    }
    let (width, height) = part(least);
    let largest = (width > 0 && height > 0).then(|| format!("{width}x{height}"));
    Error::Memory { what, needed, available, largest }
}

fn sheets(rule: &Rule, from: &[BigUint], to: &str, work: &Work) -> Result<ValueTable> {
    let sizes = Sizes::between(rule, from.to_vec(), Sizes::read(rule, to)?)?;
    let least = rule.least_size().iter().map(|&least| BigUint::from(least)).collect::<Vec<_>>();
    let Some((from, to)) = sizes.small().filter(|_| !sizes.is_empty() && *from >= least[..]) else {
        return Err(Error::notation(to, "a sheet", "both sides are at least 1 and below 2^64"));
    };
    let side = |i: usize| u128::from(to[i] - from[i]) + 1;
    let (width, height) = (side(0), side(1));
    let what = format!("a table of {width}x{height} values");
    let bytes = |width: u128, height: u128| width.saturating_mul(height * 2 + 32);
    work.fits(&what, bytes(width, height)).map_err(|error| in_proportion(error, width, height, bytes))?;
    let known = known::up_to(rule, &sizes, &Options::default(), work)?;
    // What fits in memory is far below 2^64.
    let meter = Meter::new(work, u64::try_from(width * height * u128::from(VALUE_STEPS)).unwrap_or(0));
    let value = |w: u64, h: u64| {
        meter.charge(VALUE_STEPS)?;
        value(known.as_ref(), w, h)
    };
    let mut rows = Vec::new();
    for w in from[0]..=to[0] {
        let row = (from[1]..=to[1]).map(|h| value(w, h)).collect::<Result<Table>>()?;
        rows.push(Row::Table(Arc::new(row)));
    }
    Ok(ValueTable { rows, square: true, status: known.status() })
}

/// One value of a table; rows of paper cutting are read without going through big numbers.
fn value(known: &dyn Known, w: u64, h: u64) -> Result<u32> {
    if let Evidence::Rows(rows) = known.evidence() {
        return rows.value(w, h).ok_or_else(|| Error::not_known(format!("{w}x{h} is beyond the rows")));
    }
    let value = known.value(&[w.into(), h.into()])?;
    value.to_u32().ok_or_else(|| Error::too_large(format!("the value of {w}x{h} is above 2^32"), None))
}

/// All pieces of one size, such as every suit of this many cards.
fn pieces_of_one_size(rule: &Rule, to: &str, work: &Work) -> Result<ValueTable> {
    if !rule.is_listed() {
        let line =
            format!("pieces of {rule} of one size have no order to be listed in; ask for the moves of one");
        return Err(Error::wrong_game(line));
    }
    let size = small(to, "a suit of")?;
    let sizes = Sizes::exactly(rule, vec![size.into()])?;
    let known = known::up_to(rule, &sizes, &Options::default(), work)?;
    let too_many = || {
        Error::too_large(
            format!("there are 2^{size} suits of {size} cards; take at most {}", MOST_PIECES.ilog2()),
            Some(u64::from(MOST_PIECES.ilog2())),
        )
    };
    let many = known.pieces(&sizes, None).map_err(|_| too_many())?;
    if many > MOST_PIECES.into() {
        return Err(too_many());
    }
    let meter = Meter::new(work, 0);
    let value = |piece| {
        meter.charge(VALUE_STEPS)?;
        Ok(known.value_of(&piece)? as u32)
    };
    let values = rule.pieces(&[size], &[size]).map(value).collect::<Result<Table>>()?;
    Ok(ValueTable { rows: vec![Row::Table(Arc::new(values))], square: false, status: known.status() })
}

/// The name of the entry at (row, column) of a table that starts at a size.
fn label(rule: &Rule, from: &[BigUint], row: u64, column: u64, columns: u64) -> String {
    match from {
        [w, h] => format!("{},{}", w + row, h + column),
        [from] if rule.one_piece_a_size() => (from + column).to_string(),
        _ => {
            let size = u64::from(columns.max(1).ilog2());
            let piece = rule.pieces(&[size], &[size]).nth(column as usize);
            piece.map_or_else(|| column.to_string(), |piece| rule.show_piece(&piece))
        }
    }
}
