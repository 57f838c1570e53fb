//! Values as files for other programs: csv, b-files of the OEIS, arrays of numpy, bare cells.

use super::{FoundValues, ValueTable};
use crate::rules::{Rule, parse_size};
use crate::{Error, Meter, Result, Work};
use num_bigint::BigUint;
use std::fmt::Display;
use std::io::{self, Write};

/// A format that other programs read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A header and one line a value.
    Csv,
    /// Index and value on a line, as the OEIS wants it.
    Bfile,
    /// An array for `numpy.load`.
    Npy,
    /// The values alone, little-endian, each in [`ValueTable::cell_bytes`] bytes.
    Cells,
}

impl Format {
    /// Refuses a rule whose values have no such form.
    pub fn accepts(self, rule: &Rule) -> Result<()> {
        if self == Format::Bfile && !rule.has_heaps() {
            let line = format!("a b-file has one index, and {rule} is not played with heaps; take csv");
            return Err(Error::wrong_game(line));
        }
        Ok(())
    }
}

impl ValueTable {
    /// Bytes that each value fits: 1, 2 or 4.
    ///
    /// # Errors
    /// If the watcher asks to stop: all values are looked at.
    pub fn cell_bytes(&self, work: &Work) -> Result<usize> {
        let meter = Meter::new(work, 0);
        let mut largest = 0;
        for row in 0..self.rows() {
            let (mut values, mut left) = (self.row(row), self.row_len(row));
            while left > 0 {
                let portion = left.min(Meter::PORTION as usize);
                meter.charge(portion as u64)?;
                largest = values.by_ref().take(portion).fold(largest, u32::max);
                left -= portion;
            }
        }
        Ok(match largest {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        })
    }
}

/// A writer that polls as bytes go through it.
struct Polled<'w, 'a> {
    out: &'w mut dyn Write,
    meter: Meter<'w, 'a>,
}

impl Write for Polled<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.meter.charge(bytes.len() as u64 + 16).map_err(io::Error::other)?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl FoundValues {
    /// Writes the values of a rule in a format.
    ///
    /// # Errors
    /// Those of the writer, and [`Error::Interrupted`] inside of an [`io::Error`] if the watcher asks to
    /// stop.
    ///
    /// ```
    /// use sprague::{Work, ask::{self, Format, Found}};
    /// let question = serde_json::from_str(r#"{"ask":"values","rule":"kayles","to":"3"}"#).unwrap();
    /// let answer = ask::answer(&question, &Work::quiet()).unwrap().into_answer();
    /// let Found::Values(found) = answer.found() else { unreachable!() };
    /// let mut file = Vec::new();
    /// found.write(&"kayles".parse().unwrap(), Format::Bfile, &mut file, &Work::quiet()).unwrap();
    /// assert_eq!(file, b"0 0\n1 1\n2 2\n3 3\n");
    /// ```
    pub fn write(&self, rule: &Rule, format: Format, out: &mut dyn Write, work: &Work) -> io::Result<()> {
        let out = &mut Polled { out, meter: Meter::new(work, 0) };
        let cell_bytes = || self.values.cell_bytes(work).map_err(io::Error::other);
        match format {
            Format::Csv => {
                let columns = match (self.values.is_square(), rule.has_heaps()) {
                    (true, _) => "w,h",
                    (false, true) => "n",
                    (false, false) => "suit",
                };
                writeln!(out, "{columns},value")?;
                self.lines(rule, |label, value| writeln!(out, "{label},{value}"))
            }
            Format::Bfile => self.lines(rule, |label, value| writeln!(out, "{label} {value}")),
            Format::Npy => self.npy(cell_bytes()?, out),
            Format::Cells => self.cells(cell_bytes()?, out),
        }
    }

    /// Every value with the name of its piece.
    pub fn lines(
        &self,
        rule: &Rule,
        mut line: impl FnMut(&dyn Display, u32) -> io::Result<()>,
    ) -> io::Result<()> {
        let table = &self.values;
        if !table.is_square() && !rule.has_heaps() {
            // Suits of one size, in the order in which the game lists them.
            let size = [u64::from(table.row_len(0).max(1).ilog2())];
            let mut suits = rule.pieces(&size, &size).zip(table.iter());
            return suits.try_for_each(|(piece, value)| line(&rule.show_piece(&piece), value));
        }
        let first = self.first();
        for row in 0..table.rows() {
            for (n, value) in table.row(row).enumerate() {
                match &first[..] {
                    [w, h] => line(&format_args!("{},{}", w + row, h + n), value)?,
                    [from] => match u64::try_from(from) {
                        Ok(from) => line(&(from + n as u64), value)?,
                        Err(_) => line(&(from + n), value)?,
                    },
                    _ => unreachable!("sizes have one number or two"),
                }
            }
        }
        Ok(())
    }

    /// The size of the first value, in numbers.
    pub fn first(&self) -> Vec<BigUint> {
        self.from.split('x').map(|number| parse_size(number).expect("written by this library")).collect()
    }

    /// Version 1.0 of numpy's format: magic, version, length of the header, a dictionary padded to 128 bytes
    /// in all.
    fn npy(&self, bytes: usize, out: &mut dyn Write) -> io::Result<()> {
        let table = &self.values;
        let kind = ["|u1", "<u2", "<u4"][bytes.ilog2() as usize];
        let shape = match table.is_square() {
            true => format!("({}, {})", table.rows(), table.row_len(0)),
            false => format!("({},)", table.row_len(0)),
        };
        let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
        out.write_all(b"\x93NUMPY\x01\x00\x76\x00")?;
        writeln!(out, "{header:<117}")?;
        self.cells(bytes, out)
    }

    fn cells(&self, bytes: usize, out: &mut dyn Write) -> io::Result<()> {
        let mut block = Vec::with_capacity(1 << 14);
        for value in self.values.iter() {
            block.extend_from_slice(&value.to_le_bytes()[..bytes]);
            if block.len() + 4 > 1 << 14 {
                out.write_all(&block)?;
                block.clear();
            }
        }
        out.write_all(&block)
    }
}
