//! The file: a magic line, a JSON header on one line, the packed values, an end line with a checksum.
//!
//! ```text
//! sprague-certificate\n
//! {"version":1, …, "values":{"count":N,"bytes":b,"delta":d,"packed":L}}\n
//! L bytes: a raw DEFLATE stream of N·b bytes
//! \nend 0123abcd\n             CRC-32 (IEEE) of everything before this line's leading \n
//! ```
//!
//! Value i is stored as `values[i] xor values[i − delta]` (as itself for i < delta or delta = 0), in b = 1 or
//! 2 bytes, low byte first. With delta = the period, the repeated part of a window is zeros and costs
//! nothing.
//!
//! Reading costs time and memory linear in what is really there: a length in the header is compared with a
//! limit and with what follows, and never allocated for. Memory: two bytes per value (while the vector grows,
//! its old copy as well), and at most [`Limits::HEADER_COST`] bytes for each byte of the header.

use std::io::{self, BufRead, Read, Write};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

use crate::{
    claim::{Certificate, Count, Law, Split, Theorem},
    packed::{Packing, Section, pack, unpack},
};

/// The latest version of the format that this crate reads and writes. A file has the first version that knows
/// its law and its question.
pub const VERSION: u64 = 4;

/// The first version that has this law and this question.
fn version_of(law: &Law, count: Option<&Count>) -> u64 {
    law.version().max(count.map_or(1, |count| count.question.version()))
}

const MAGIC: &[u8] = b"sprague-certificate\n";

/// Bounds on what a reader takes in, so that a hostile file costs little.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most values that are unpacked (two bytes of memory each).
    pub values: u64,
    /// Most bytes of the header line.
    pub header: u64,
}

impl Limits {
    /// Reading takes at most this many bytes of memory for each byte of the header. `sprague-check` tests it
    /// (`tests/memory.rs`).
    pub const HEADER_COST: u64 = 80;

    /// Headers of this many bytes are read whatever the memory; hardly one is longer.
    const SHORT_HEADER: u64 = 1 << 12;

    /// The default, or less, such that the values fit into `memory` bytes, and what is held while the header
    /// is read does (but for 4 kB of header, which is always read).
    pub fn within(memory: u64) -> Self {
        let Limits { values, header } = Limits::default();
        let affordable = (memory / Self::HEADER_COST).max(Self::SHORT_HEADER);
        Limits { values: values.min(memory / 2), header: header.min(affordable) }
    }
}

impl Default for Limits {
    /// 2^28 values (half a gigabyte of memory), a header of one megabyte.
    fn default() -> Self {
        Limits { values: 1 << 28, header: 1 << 20 }
    }
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The first line is another one.
    #[error("not a Sprague certificate (the first line has to be `sprague-certificate`)")]
    NotACertificate,
    /// A later, or no known, version of the format.
    #[error("format version {0} is not known to this program, which reads versions 1 to {VERSION}")]
    UnknownVersion(u64),
    /// The header is longer than the limit.
    #[error("the header is longer than {0} bytes, the limit in force")]
    HeaderTooLong(u64),
    /// The header is not what the format asks for.
    #[error("bad header: {0}")]
    Header(String),
    /// The header claims more values than the limit.
    #[error("the header claims {claimed} values, more than the limit of {limit}")]
    TooManyValues {
        /// The claimed number.
        claimed: u64,
        /// The limit in force.
        limit: u64,
    },
    /// The file ends too early.
    #[error("truncated: the file ends inside {0}")]
    Truncated(&'static str),
    /// The machine has no memory for the values.
    #[error("the machine has no memory for {values} values")]
    Memory {
        /// How many there are.
        values: u64,
    },
    /// The packed values do not unpack to what the header says.
    #[error("bad values: {0}")]
    Values(String),
    /// The end line is missing or malformed.
    #[error("bad end: expected `end` and a checksum of eight hexadecimal digits after the values")]
    End,
    /// The checksum does not fit.
    #[error("wrong checksum: the file says {stated:08x}, its bytes give {actual:08x}")]
    Checksum {
        /// As written in the file.
        stated: u32,
        /// As computed from the file.
        actual: u32,
    },
    /// Bytes follow the end line.
    #[error("trailing bytes after the end of the certificate")]
    Trailing,
    /// The operating system could not read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The one field that every version of the header has.
#[derive(Deserialize)]
struct AnyHeader {
    version: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    version: u64,
    tool: String,
    rule: String,
    law: Law,
    theorem: Theorem,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<Count>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    splits: Vec<Split>,
    values: Packing,
}

impl Certificate {
    /// Write the certificate. Equal certificates give equal bytes.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let delta = match self.law {
            Law::Periodic { period, .. } => period,
            _ => 0,
        };
        let (bytes, packed) = pack(&self.values, delta)?;
        let header = Header {
            version: version_of(&self.law, self.count.as_ref()),
            tool: self.tool.clone(),
            rule: self.rule.clone(),
            law: self.law.clone(),
            theorem: self.theorem,
            count: self.count.clone(),
            splits: self.splits.clone(),
            values: Packing { count: self.values.len() as u64, bytes, delta, packed: packed.len() as u64 },
        };
        let mut line = serde_json::to_vec(&header)?;
        line.push(b'\n');
        let mut crc = Hasher::new();
        for part in [MAGIC, &line, &packed] {
            crc.update(part);
            to.write_all(part)?;
        }
        write!(to, "\nend {:08x}\n", crc.finalize())?;
        to.flush()
    }

    /// Read a certificate; the input has to end where the certificate does.
    pub fn read(from: impl Read, limits: &Limits) -> Result<Certificate, ReadError> {
        let mut from = io::BufReader::new(from);
        let mut crc = Hasher::new();

        let magic = read_up_to(&mut from, MAGIC.len() as u64)?;
        if !MAGIC.starts_with(&magic) || magic.is_empty() {
            return Err(ReadError::NotACertificate);
        } else if magic.len() < MAGIC.len() {
            return Err(ReadError::Truncated("the first line"));
        }
        crc.update(&magic);

        let line = read_line(&mut from, limits.header)?;
        crc.update(&line);
        let header = parse_header(&line, limits)?;

        let mut packed = Section::new(&mut from, header.values.packed, &mut crc);
        let values = unpack(&mut packed, &header.values);
        // What is wrong with the file as a whole is reported first.
        if !packed.skip()? {
            return Err(ReadError::Truncated("the packed values"));
        }
        read_end(&mut from, crc.finalize())?;

        Ok(Certificate {
            values: values?,
            tool: header.tool,
            rule: header.rule,
            law: header.law,
            theorem: header.theorem,
            count: header.count,
            splits: header.splits,
        })
    }
}

/// All of the input or its first `most` bytes, whichever ends first.
fn read_up_to(from: &mut impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A line with its newline.
fn read_line(from: &mut impl BufRead, most: u64) -> Result<Vec<u8>, ReadError> {
    let mut line = Vec::new();
    from.take(most).read_until(b'\n', &mut line)?;
    if line.last() == Some(&b'\n') {
        Ok(line)
    } else if line.len() as u64 == most {
        Err(ReadError::HeaderTooLong(most))
    } else {
        Err(ReadError::Truncated("the header"))
    }
}

fn parse_header(line: &[u8], limits: &Limits) -> Result<Header, ReadError> {
    let bad = |e: serde_json::Error| ReadError::Header(tame(&e.to_string()));
    // The version comes first: of another version nothing else is known.
    let any: AnyHeader = serde_json::from_slice(line).map_err(bad)?;
    if !(1..=VERSION).contains(&any.version) {
        return Err(ReadError::UnknownVersion(any.version));
    }
    let header: Header = serde_json::from_slice(line).map_err(bad)?;
    let version = version_of(&header.law, header.count.as_ref());
    if header.version != version {
        return Err(ReadError::Header(format!("a claim of this kind has version {version}")));
    }
    let say = |reason: &str| Err(ReadError::Header(reason.into()));
    if let Some(field) = misspelt(line, &header).map_err(bad)? {
        return say(&format!("`{field}` is not written as the format asks"));
    }
    let packing = &header.values;
    if packing.count > limits.values {
        return Err(ReadError::TooManyValues { claimed: packing.count, limit: limits.values });
    }
    if !(packing.bytes == 1 || packing.bytes == 2) {
        return say("`bytes` has to be 1 or 2");
    }
    // DEFLATE never needs more than about five bytes for each 16 kB block above the data itself.
    if packing.packed > packing.count * 2 + packing.count / 1000 + 1000 {
        return say("`packed` is longer than these values can need");
    }
    if header.splits.len() > Certificate::MAX_SPLITS {
        return say("more than 8 splits");
    }
    Ok(header)
}

/// The message quotes the file, which may hold anything: control characters, marks that turn the direction of
/// writing, blanks of no width. What a terminal would not simply show becomes a question mark.
fn tame(message: &str) -> String {
    let plain = |c: char| matches!(c, '\'' | '"' | '\\') || c.escape_debug().len() == 1;
    message.chars().take(200).map(|c| if plain(c) { c } else { '?' }).collect()
}

/// The first field of the header that would be written in another way: a list in place of an object, null in
/// place of nothing. The library that reads JSON takes these; the format does not.
fn misspelt(line: &[u8], header: &Header) -> serde_json::Result<Option<String>> {
    let mut read: serde_json::Value = serde_json::from_slice(line)?;
    let written = serde_json::to_value(header)?;
    let Some(fields) = read.as_object_mut() else { return Ok(Some("header".into())) };
    fields.retain(|name, value| !(name == "splits" && value.as_array().is_some_and(Vec::is_empty)));
    Ok(fields.iter().find(|&(name, value)| written.get(name) != Some(value)).map(|(name, _)| name.clone()))
}

/// The end line, and nothing after it.
fn read_end(from: &mut impl Read, actual: u32) -> Result<(), ReadError> {
    const LENGTH: usize = "\nend 01234567\n".len();
    let end = read_up_to(from, LENGTH as u64 + 1)?;
    let line = &end[..end.len().min(LENGTH)];
    if line.len() < LENGTH && (b"\nend ".starts_with(line) || line.starts_with(b"\nend ")) {
        return Err(ReadError::Truncated("the end line"));
    }
    let digits = line
        .strip_prefix(b"\nend ")
        .and_then(|rest| rest.strip_suffix(b"\n"))
        .filter(|digits| digits.iter().all(|d| matches!(d, b'0'..=b'9' | b'a'..=b'f')))
        .and_then(|digits| std::str::from_utf8(digits).ok())
        .ok_or(ReadError::End)?;
    let stated = u32::from_str_radix(digits, 16).map_err(|_| ReadError::End)?;
    if stated != actual {
        Err(ReadError::Checksum { stated, actual })
    } else if end.len() > LENGTH {
        Err(ReadError::Trailing)
    } else {
        Ok(())
    }
}
