//! A file of bytes with a header and a checksum, as certificates have it (docs/run-directory.md):
//!
//! ```text
//! sprague-values\n      the magic line
//! { … }\n               the header, one JSON object on one line
//! bytes                 as many as the header says
//! \nend 0123abcd\n      CRC-32 of all before this line's leading newline
//! ```

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// The end line without its checksum.
const END: &[u8] = b"\nend ";
const END_LEN: usize = END.len() + 8 + 1;

/// Eight digits.
pub fn digits(checksum: u32) -> String {
    format!("{checksum:08x}")
}

fn head(magic: &str, header: &impl Serialize) -> anyhow::Result<String> {
    Ok(format!("{magic}\n{}\n", serde_json::to_string(header)?))
}

/// The checksum that a file will have.
pub fn checksum(magic: &str, header: &impl Serialize, bytes: &[u8]) -> anyhow::Result<u32> {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(head(magic, header)?.as_bytes());
    checksum.update(bytes);
    Ok(checksum.finalize())
}

/// Writes a file and brings it to the disk; its checksum.
pub fn write(path: &Path, magic: &str, header: &impl Serialize, bytes: &[u8]) -> anyhow::Result<u32> {
    let (head, checksum) = (head(magic, header)?, checksum(magic, header, bytes)?);
    let mut file = File::create(path)?;
    file.write_all(head.as_bytes())?;
    file.write_all(bytes)?;
    file.write_all(&[END, digits(checksum).as_bytes(), b"\n"].concat())?;
    file.sync_all()?;
    Ok(checksum)
}

/// Header, bytes and checksum of a file; at most `most` bytes are read.
pub fn read<H: DeserializeOwned>(path: &Path, magic: &str, most: u64) -> anyhow::Result<(H, Vec<u8>, u32)> {
    let mut bytes = sprague_files::read(path, most)?;
    let damaged = || anyhow!("it is damaged");
    let start = bytes.len().checked_sub(END_LEN).ok_or_else(damaged)?;
    let (body, end) = bytes.split_at(start);
    let checksum = crc32fast::hash(body);
    if end != [END, digits(checksum).as_bytes(), b"\n"].concat() {
        return Err(damaged());
    }
    let rest = body.strip_prefix(magic.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
    let rest = rest.ok_or_else(|| anyhow!("it does not begin with `{magic}`"))?;
    let line = rest.iter().position(|&byte| byte == b'\n').ok_or_else(damaged)?;
    let header = serde_json::from_slice(&rest[..line]).context("its header is not understood")?;
    let from = magic.len() + 1 + line + 1;
    bytes.truncate(start);
    bytes.drain(..from);
    Ok((header, bytes, checksum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_bit_is_found_wherever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let written = write(&path, "magic", &vec![1, 2], b"some bytes\nend 00000000\n").unwrap();
        let (header, bytes, checksum) = read::<Vec<u32>>(&path, "magic", 1000).unwrap();
        assert_eq!((header, &bytes[..], checksum), (vec![1, 2], &b"some bytes\nend 00000000\n"[..], written));
        let good = std::fs::read(&path).unwrap();
        for bit in 0..8 * good.len() {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, bad).unwrap();
            assert!(read::<Vec<u32>>(&path, "magic", 1000).is_err(), "bit {bit}");
        }
        for len in 0..good.len() {
            std::fs::write(&path, &good[..len]).unwrap();
            assert!(read::<Vec<u32>>(&path, "magic", 1000).is_err(), "{len} bytes");
        }
        std::fs::write(&path, [&good[..], b"x"].concat()).unwrap();
        assert!(read::<Vec<u32>>(&path, "magic", 1000).is_err());
        std::fs::write(&path, &good).unwrap();
        assert!(read::<Vec<u32>>(&path, "other", 1000).is_err());
        assert!(read::<Vec<u32>>(&path, "magic", 20).is_err());
    }
}
