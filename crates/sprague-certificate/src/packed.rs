//! The values as they stand in a file: differences, low byte first, in one raw DEFLATE stream.
//!
//! Reading holds the values and a buffer of a few kilobytes: the stream is unpacked as it arrives, and the
//! vector of values at most doubles with what has really been unpacked.

use std::io::{self, BufRead, Read, Write};

use crc32fast::Hasher;
use flate2::{Compression, bufread::DeflateDecoder, write::DeflateEncoder};
use serde::{Deserialize, Serialize};

use crate::file::ReadError;

/// How the values are stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Packing {
    pub count: u64,
    pub bytes: u8,
    pub delta: u64,
    pub packed: u64,
}

/// Bytes a value, and the compressed bytes.
pub(crate) fn pack(values: &[u16], delta: u64) -> io::Result<(u8, Vec<u8>)> {
    let delta = usize::try_from(delta).unwrap_or(usize::MAX);
    let wide = values.iter().any(|&v| v > 0xff);
    let mut to = DeflateEncoder::new(Vec::new(), Compression::default());
    let mut chunk = Vec::with_capacity(1 << 16);
    for (i, &value) in values.iter().enumerate() {
        let stored = value ^ earlier(values, i, delta);
        let bytes = stored.to_le_bytes();
        chunk.extend_from_slice(if wide { &bytes } else { &bytes[..1] });
        if chunk.len() >= 1 << 16 {
            to.write_all(&chunk)?;
            chunk.clear();
        }
    }
    to.write_all(&chunk)?;
    Ok((if wide { 2 } else { 1 }, to.finish()?))
}

/// What value i is stored relative to.
fn earlier(values: &[u16], i: usize, delta: usize) -> u16 {
    if delta == 0 || i < delta { 0 } else { values[i - delta] }
}

/// Unpack the values; of the stream nothing may be left.
pub(crate) fn unpack(stream: &mut Section<impl BufRead>, packing: &Packing) -> Result<Vec<u16>, ReadError> {
    let bad = |reason: &str| ReadError::Values(reason.into());
    let delta = usize::try_from(packing.delta).unwrap_or(usize::MAX);
    let width = packing.bytes as usize;
    // One byte more than there should be, to see that there is none.
    let length = packing.count * packing.bytes as u64;
    let mut unpacked = DeflateDecoder::new(&mut *stream).take(length + 1);
    let mut values: Vec<u16> = Vec::new();
    let mut chunk = Vec::new();
    loop {
        chunk.clear();
        let got = (&mut unpacked).take(1 << 16).read_to_end(&mut chunk).map_err(unpacking)?;
        if got == 0 {
            break;
        }
        let new = got / width;
        if got % width != 0 || (values.len() + new) as u64 > packing.count {
            return Err(bad("more bytes than the header says"));
        }
        make_room(&mut values, new, packing.count)?;
        for bytes in chunk.chunks_exact(width) {
            let stored = u16::from_le_bytes([bytes[0], if width == 2 { bytes[1] } else { 0 }]);
            values.push(stored ^ earlier(&values, values.len(), delta));
        }
    }
    if (values.len() as u64) < packing.count {
        return Err(bad("fewer bytes than the header says"));
    }
    if stream.left > 0 {
        return Err(bad("bytes after the end of the compressed stream"));
    }
    Ok(values)
}

/// Reserves capacity for more values: twice the present one, but never more than the header asks for.
fn make_room(values: &mut Vec<u16>, new: usize, count: u64) -> Result<(), ReadError> {
    if values.capacity() - values.len() >= new {
        return Ok(());
    }
    let most = count as usize - values.len();
    let more = new.max(values.len()).min(most);
    values.try_reserve_exact(more).map_err(|_| ReadError::Memory { values: count })
}

/// A stream that is malformed is the file's fault, all else the operating system's.
fn unpacking(error: io::Error) -> ReadError {
    match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
            ReadError::Values(error.to_string())
        }
        _ => ReadError::Io(error),
    }
}

/// The next `left` bytes of a file, with their checksum.
pub(crate) struct Section<'a, R> {
    from: R,
    pub left: u64,
    pub crc: &'a mut Hasher,
}

impl<'a, R: BufRead> Section<'a, R> {
    pub fn new(from: R, length: u64, crc: &'a mut Hasher) -> Self {
        Section { from, left: length, crc }
    }

    /// Pass over what is left; tells whether all of it was there.
    pub fn skip(mut self) -> io::Result<bool> {
        io::copy(&mut self, &mut io::sink())?;
        Ok(self.left == 0)
    }
}

impl<R: BufRead> BufRead for Section<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let buffered = if self.left == 0 { &[] } else { self.from.fill_buf()? };
        Ok(&buffered[..buffered.len().min(usize::try_from(self.left).unwrap_or(usize::MAX))])
    }

    fn consume(&mut self, amount: usize) {
        // What is consumed has been buffered before.
        if let Ok(buffered) = self.from.fill_buf() {
            let amount = amount.min(buffered.len());
            self.crc.update(&buffered[..amount]);
            self.from.consume(amount);
            self.left -= amount as u64;
        }
    }
}

impl<R: BufRead> Read for Section<'_, R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let got = self.fill_buf()?.read(to)?;
        self.consume(got);
        Ok(got)
    }
}
