//! Response bodies, written within bounds.

use crate::Problem;
use bytes::Bytes;
use serde::Serialize;
use std::io::Write;

/// What is written, at most this many bytes of it.
pub fn bounded<E>(
    most: usize,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<Bytes, Problem> {
    let mut out = Bounded { bytes: vec![], most, full: false };
    match write(&mut out) {
        Ok(()) => Ok(out.bytes.into()),
        Err(_) if out.full => {
            let line =
                format!("the answer is longer than the {} MiB that are sent; ask for less", most >> 20);
            Err(Problem::unanswerable("large", line))
        }
        // Memory takes everything that fits the bound, so this is a fault of the writer.
        Err(_) => Err(Problem::new(500u16, "internal", "the answer could not be written")),
    }
}

/// JSON of at most this many bytes.
pub fn json(answer: &impl Serialize, most: usize) -> Result<Bytes, Problem> {
    bounded(most, |out| serde_json::to_writer(out, answer))
}

/// The name of a file to save: other letters than those of names become hyphens.
pub fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '-' };
    name.chars().map(plain).take(120).collect()
}

/// A buffer that ends.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
    full: bool,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.full |= self.bytes.len() + bytes.len() > self.most;
        if self.full {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
