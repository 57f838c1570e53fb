//! `run.json`: what a run directory holds. It alone says which files count, so replacing it is what makes new
//! ones count.
//!
//! It is one JSON object whose last key is the CRC-32 of all before it, closed by a brace.

use super::frame::digits;
use crate::save::replace;
use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use sprague::ask::{FoundLaw, SparseSpace};
use std::path::Path;

/// Its name.
pub const MANIFEST: &str = "run.json";
/// The version of the directory's format.
pub const VERSION: u32 = 1;
/// The key of the checksum, up to its eight digits.
const CHECKSUM: &str = ",\"crc32\":\"";
const TAIL: &str = "\"}\n";
/// A longer one would list more files than any disk has.
const MOST_BYTES: u64 = 1 << 28;
/// The file of the certificate.
pub const CERTIFICATE: &str = "law.cert";

/// What a run directory holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the format.
    pub sprague_run: u32,
    /// Who wrote it.
    pub engine: String,
    /// The rule in canonical notation.
    pub rule: String,
    /// Whether values are kept only while they are all needed.
    pub discard: bool,
    /// The largest heap that was asked for last.
    pub to: u64,
    /// How many values were computed: those of the heaps below.
    pub values: u64,
    /// The files of values, in order: each begins where the one before it ends.
    pub chunks: Vec<Chunk>,
    /// How the run goes on.
    pub phase: Phase,
    /// The largest value and the first heap that has it.
    pub max_value: u32,
    pub max_value_at: u64,
    pub sparse_space: Option<SparseSpace>,
    /// The law, if one was proved.
    pub law: Option<FoundLaw>,
    /// Its certificate, or why there is none.
    pub certificate: Option<String>,
    pub no_certificate: Option<String>,
    /// Seconds spent in all, and recent values per second.
    pub seconds: f64,
    pub values_per_second: f64,
}

/// A file of values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chunk {
    /// The first heap.
    pub first: u64,
    /// How many values.
    pub count: u64,
    /// Bits of a value.
    pub bits: u32,
    /// The checksum in its end line.
    pub crc32: String,
}

impl Chunk {
    /// The name of its file.
    pub fn name(&self) -> String {
        format!("values-{}-{}", self.first, self.count)
    }

    /// The first heap behind it.
    pub fn end(&self) -> u64 {
        self.first + self.count
    }
}

/// How a run goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Phase {
    /// From all values.
    Whole {
        /// How many values there are when a law, and when a window, is looked for next.
        next_law: u64,
        next_window: u64,
    },
    /// From the state of a window.
    Window {
        /// How many values the state follows.
        known: u64,
        /// The checksum of its file.
        crc32: String,
    },
}

impl Phase {
    /// How many values the state of the window follows, if there is one.
    pub fn follows(&self) -> Option<u64> {
        match self {
            Phase::Whole { .. } => None,
            Phase::Window { known, .. } => Some(*known),
        }
    }

    /// The file of the state, if there is one.
    pub fn file(&self) -> Option<String> {
        match self {
            Phase::Whole { .. } => None,
            Phase::Window { known, .. } => Some(format!("window-{known}")),
        }
    }
}

impl Manifest {
    /// How many values are kept in files.
    pub fn kept(&self) -> u64 {
        self.chunks.last().map_or(0, Chunk::end)
    }

    /// Reads it; nothing if there is none.
    pub fn read(folder: &Path) -> anyhow::Result<Option<Self>> {
        let text = match sprague_files::read_text(&folder.join(MANIFEST), MOST_BYTES) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            text => text?,
        };
        Self::parse(&text).map(Some).with_context(|| format!("{MANIFEST} there is not to be trusted"))
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let damaged = || anyhow!("it is damaged, or no run");
        let cut = text.len().checked_sub(CHECKSUM.len() + 8 + TAIL.len()).ok_or_else(damaged)?;
        let body = text.get(..cut).ok_or_else(damaged)?;
        if text[cut..] != format!("{CHECKSUM}{}{TAIL}", digits(crc32fast::hash(body.as_bytes()))) {
            return Err(damaged());
        }
        let value: serde_json::Value = serde_json::from_str(&format!("{body}}}"))?;
        match value["sprague_run"].as_u64() {
            Some(version) if version == u64::from(VERSION) => {}
            Some(version) => {
                return Err(anyhow!(
                    "it was written by another version of Sprague: its format is {version}, and this one knows {VERSION}"
                ));
            }
            None => return Err(damaged()),
        }
        let manifest: Manifest = serde_json::from_value(value)?;
        manifest.check()?;
        Ok(manifest)
    }

    /// Are the chunks in a row, and is every file one of the directory's own?
    fn check(&self) -> anyhow::Result<()> {
        if self.certificate.as_ref().is_some_and(|name| name != CERTIFICATE) {
            return Err(anyhow!("it names a certificate other than {CERTIFICATE}"));
        }
        let mut end = 0;
        for chunk in &self.chunks {
            let sound = chunk.first == end && (1..=32).contains(&chunk.bits) && chunk.count > 0;
            end =
                chunk.first.checked_add(chunk.count).filter(|_| sound).ok_or_else(|| anyhow!("{chunk:?}"))?;
        }
        if end > self.values { Err(anyhow!("more values are kept than were computed")) } else { Ok(()) }
    }

    /// Puts it in the place of the one that is there.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let text = serde_json::to_string(self)?;
        let body = text.strip_suffix('}').unwrap_or(&text);
        let checksum = digits(crc32fast::hash(body.as_bytes()));
        replace(&folder.join(MANIFEST), |out| Ok(write!(out, "{body}{CHECKSUM}{checksum}{TAIL}")?))
    }
}
