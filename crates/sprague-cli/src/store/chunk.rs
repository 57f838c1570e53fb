//! A file of the values of consecutive heaps, each packed to the number of bits that the largest needs.

use super::frame::{self, digits};
use super::manifest::{Chunk, VERSION};
use super::pack::{bits_for, pack, packed_len, unpack_table};
use anyhow::anyhow;
use serde::{Deserialize, Serialize};
use sprague::values::Table;
use std::path::Path;

const MAGIC: &str = "sprague-values";
/// Values of a file that is full.
pub const LENGTH: u64 = 1 << 22;
/// No file is longer: four bytes per value, and the header.
const MOST_BYTES: u64 = 4 * LENGTH + (1 << 20);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    version: u32,
    rule: String,
    first: u64,
    count: u64,
    bits: u32,
}

/// Values on their way to a file.
pub struct Packed {
    header: Header,
    bytes: Vec<u8>,
}

impl Packed {
    /// The values of heaps from the first on, at least one.
    pub fn new(rule: &str, first: u64, values: &Table) -> Self {
        let bits = bits_for(values.iter().max().unwrap_or(0));
        let bytes = match values {
            Table::Bytes(values) => pack(values.iter().map(|&value| value.into()), bits),
            Table::Words(values) => pack(values.iter().map(|&value| value.into()), bits),
            Table::Longs(values) => pack(values.iter().copied(), bits),
        };
        let (rule, count) = (rule.to_string(), values.len() as u64);
        Packed { header: Header { version: VERSION, rule, first, count, bits }, bytes }
    }

    /// What the manifest says of them.
    pub fn chunk(&self) -> anyhow::Result<Chunk> {
        let &Header { first, count, bits, .. } = &self.header;
        Ok(Chunk { first, count, bits, crc32: digits(frame::checksum(MAGIC, &self.header, &self.bytes)?) })
    }

    /// Writes them.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        frame::write(path, MAGIC, &self.header, &self.bytes).map(|_| ())
    }
}

/// The values of a file that a manifest lists.
pub fn read(folder: &Path, rule: &str, chunk: &Chunk) -> anyhow::Result<Table> {
    let (header, bytes, checksum) = frame::read::<Header>(&folder.join(chunk.name()), MAGIC, MOST_BYTES)?;
    let Header { first, count, bits, .. } = header;
    let listed = (first, count, bits) == (chunk.first, chunk.count, chunk.bits) && header.rule == rule;
    if !listed || digits(checksum) != chunk.crc32 {
        return Err(anyhow!("it is not the file that the run has written"));
    }
    if count > LENGTH || packed_len(count as usize, bits) != bytes.len() {
        return Err(anyhow!("its length does not fit"));
    }
    Ok(unpack_table(&bytes, bits, count as usize))
}
