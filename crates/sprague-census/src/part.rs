//! A part: a file of rows that one process appends to, one row per line.
//!
//! A line counts once its newline is on the disk. The writing process holds the file's lock while it runs. A
//! part that no running process holds may end in a torn line, which is removed before the store is used.

use crate::{Error, Result, Row};
use sprague::ask::Recorded;
use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Bytes of a part, at most: more rows than a million.
const MOST: u64 = 1 << 30;
/// The ending of parts.
pub const ENDING: &str = "ndjson";

/// A part that this process writes to.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    file: File,
}

impl Part {
    /// A new part in a folder, locked.
    pub fn create(folder: &Path) -> Result<Self> {
        let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let path = folder.join(format!("{nanos:020}-{}.{ENDING}", std::process::id()));
        let wrong = |error: std::io::Error| Error::file(&path, error);
        let file = File::options().create_new(true).append(true).open(&path).map_err(wrong)?;
        file.lock().map_err(wrong)?;
        sprague_files::sync_folder(folder).map_err(|error| Error::file(folder, error))?;
        Ok(Part { path, file })
    }

    /// Appends a row and waits until it is on the disk.
    pub fn write(&mut self, line: &str) -> Result<()> {
        let mut bytes = line.as_bytes().to_vec();
        bytes.push(b'\n');
        let written = self.file.write_all(&bytes).and_then(|()| self.file.sync_data());
        written.map_err(|error| Error::file(&self.path, error))
    }
}

/// Opens a part for change if no living process writes to it.
pub fn abandoned(path: &Path) -> Result<Option<File>> {
    let wrong = |error: std::io::Error| Error::file(path, error);
    sprague_files::open(path).map_err(wrong)?;
    let file = File::options().read(true).write(true).open(path).map_err(wrong)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(wrong(error)),
    }
}

/// Takes a torn last line away from a part that has no writer.
pub fn mend(path: &Path) -> Result<()> {
    let wrong = |error: std::io::Error| Error::file(path, error);
    let Some(mut file) = abandoned(path)? else { return Ok(()) };
    let length = file.seek(SeekFrom::End(0)).map_err(wrong)?;
    if length == 0 {
        return std::fs::remove_file(path).map_err(wrong);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(wrong)?;
    if last == *b"\n" {
        return Ok(());
    }
    let bytes = sprague_files::read(path, MOST).map_err(wrong)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64).and_then(|()| file.sync_all()).map_err(wrong)
}

/// The rows of a part, and their lines; what follows the last newline does not count.
pub fn read(path: &Path) -> Result<Vec<(Row, String)>> {
    let bytes = sprague_files::read(path, MOST).map_err(|error| Error::file(path, error))?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut rows = Vec::new();
    for (number, line) in
        (1..).zip(bytes[..whole].split(|&byte| byte == b'\n')).filter(|(_, line)| !line.is_empty())
    {
        let row = serde_json::from_slice::<Recorded>(line).map_err(|error| error.to_string());
        let row = row.and_then(Row::new);
        let row = row.map_err(|problem| {
            Error::file(
                path,
                format!("line {number} cannot be read ({problem}); delete the line and run the census again"),
            )
        })?;
        rows.push((row, String::from_utf8_lossy(line).into_owned()));
    }
    Ok(rows)
}
