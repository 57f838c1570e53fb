//! Atomic file replacement and locked folders: a file is complete or as it was before, and one process writes
//! to a folder.
//!
//! Contents go to a temporary file beside the target, which is flushed to disk and replaces the target by a
//! rename; the rename is flushed too. So a full disk, an interruption or a loss of power leaves the old file,
//! and a link is replaced, never followed. A process that is killed may leave its temporary file behind
//! ([`sweep`]).
//!
//! Only regular files of a bounded length are read ([`read`]): reading a pipe might never end, and a device
//! would fill the memory.
//!
//! A folder that several processes might write to is locked ([`Lock`]); the system frees the lock of a
//! process that has died.

use anyhow::anyhow;
use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufWriter, ErrorKind, Read, Write};
use std::path::Path;

/// What the names of temporary files begin with.
const TEMPORARY: &str = ".sprague-";
/// The file of a folder that a lock is on.
const LOCK: &str = "lock";

/// Opens a regular file, by itself or through a link. Nothing else is opened: a pipe without a writer would
/// be waited for.
///
/// # Errors
/// If it cannot be opened, or is a directory, a pipe or a device.
pub fn open(path: &Path) -> io::Result<File> {
    let regular = |kind: std::fs::FileType| match (kind.is_file(), kind.is_dir()) {
        (true, _) => Ok(()),
        (_, true) => Err(io::Error::other("it is a directory")),
        _ => Err(io::Error::other("it is not a regular file; copy its contents to one")),
    };
    regular(path.metadata()?.file_type())?;
    let file = File::open(path)?;
    // It may have been replaced meanwhile.
    regular(file.metadata()?.file_type())?;
    Ok(file)
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// If it cannot be read, is longer, or is not a regular file.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    // A file may grow while it is read, and some report no length: the bound is on what is read.
    let long = file.metadata()?.len() > most;
    if long { Err(too_long(most)) } else { read_all(file, most) }
}

/// Reads a regular file of at most `most` bytes of UTF-8.
///
/// # Errors
/// If it cannot be read, is longer, is not a regular file or no text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    text(read(path, most)?)
}

/// Reads a stream to its end, such as standard input, if that comes within `most` bytes.
///
/// # Errors
/// If it cannot be read, or does not end.
pub fn read_all(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long(most)) } else { Ok(bytes) }
}

/// Reads the next line of a stream, without spaces around it; `None` at the end of the stream. Bytes that are
/// no text are kept as what they look like.
///
/// # Errors
/// If it cannot be read, or is longer than `most` bytes ([`ErrorKind::FileTooLarge`]): it may have no end.
pub fn read_line(from: &mut impl BufRead, most: u64) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let length = from.take(most.saturating_add(1)).read_until(b'\n', &mut line)?;
    if length as u64 > most && line.last() != Some(&b'\n') {
        return Err(io::Error::new(ErrorKind::FileTooLarge, too_long(most)));
    }
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).trim().to_string()))
}

/// Bytes as text.
///
/// # Errors
/// If they are not UTF-8.
pub fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not a text in UTF-8"))
}

fn too_long(most: u64) -> io::Error {
    io::Error::other(format!("it is longer than {most} bytes, the most that is read"))
}

/// Whether a path leads to something inside a folder, whatever links are on the way. False if there is
/// nothing.
pub fn is_inside(folder: &Path, path: &Path) -> bool {
    match (folder.canonicalize(), path.canonicalize()) {
        (Ok(folder), Ok(path)) => path.starts_with(folder),
        _ => false,
    }
}

/// Writes a file that takes the place of the one that is there when it is complete.
///
/// # Errors
/// If it cannot be written; what was there is still there.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    if path.is_dir() {
        return Err(anyhow!("it is a directory"));
    }
    // A device or a pipe is written as it is: there is nothing to keep.
    let special = path.metadata().is_ok_and(|file| !file.is_file());
    if special && !path.is_symlink() {
        let mut out = BufWriter::new(std::fs::OpenOptions::new().write(true).open(path)?);
        write(&mut out)?;
        return Ok(out.flush()?);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)?;
    let mut out = BufWriter::new(file.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    let mode = path.symlink_metadata().ok().filter(|old| old.is_file()).map(|old| old.permissions());
    if let Some(mode) = mode.or_else(usual_mode) {
        file.as_file().set_permissions(mode)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    sync_folder(folder)
}

/// Brings the names in a folder to the disk: a rename survives a loss of power only then.
///
/// # Errors
/// If the folder cannot be opened.
pub fn sync_folder(folder: &Path) -> anyhow::Result<()> {
    if !cfg!(unix) {
        return Ok(()); // folders cannot be opened there, and renames are kept in order
    }
    match File::open(folder)?.sync_all() {
        // Some file systems know no such request.
        Err(error) if !matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Err(error.into())
        }
        _ => Ok(()),
    }
}

/// Whether a file of that name is one that was to be renamed when it was complete.
pub fn is_temporary(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes())
}

/// Removes what killed processes have left behind in a folder, which is locked.
///
/// # Errors
/// If the folder cannot be read, or a file not be removed.
pub fn sweep(folder: &Path, _: &Lock) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if is_temporary(&entry.file_name()) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// The right to write to a folder, until it is dropped or the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a folder that is there. An error names the fix where another process has it.
    ///
    /// # Errors
    /// If another process has it, or the lock cannot be made.
    pub fn take(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(LOCK);
        if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
            return Err(anyhow!("`{LOCK}` there is not a regular file; remove it"));
        }
        let file = File::options().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => {
                Err(anyhow!("another process is at work there; wait for it, or stop it"))
            }
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }
}

/// What a new file may be read by, rather than what a temporary one may.
fn usual_mode() -> Option<std::fs::Permissions> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        Some(std::fs::Permissions::from_mode(0o644))
    }
    #[cfg(not(unix))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_once_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::take(folder.path()).unwrap();
        let line = Lock::take(folder.path()).unwrap_err().to_string();
        assert!(line.contains("another process"), "{line}");
        drop(lock);
        Lock::take(folder.path()).unwrap();
    }

    #[test]
    fn what_was_left_behind_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::take(folder.path()).unwrap();
        for name in [".sprague-x1", "kept", ".kept"] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        sweep(folder.path(), &lock).unwrap();
        let mut left: Vec<_> = folder.path().read_dir().unwrap().map(|e| e.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".kept", "kept", "lock"]);
    }

    #[test]
    fn what_is_read_is_regular_and_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        let line = |path: &Path, most| read(path, most).unwrap_err().to_string();
        assert!(line(&path, 4).contains("longer than 4 bytes"));
        assert!(line(folder.path(), 4).contains("a directory"));
        assert_eq!(read(&folder.path().join("none"), 4).unwrap_err().kind(), ErrorKind::NotFound);
        assert!(read_all(io::repeat(0), 1000).unwrap_err().to_string().contains("1000 bytes"));
        std::fs::write(&path, b"\xff").unwrap();
        assert!(read_text(&path, 5).unwrap_err().to_string().contains("UTF-8"));
    }

    /// Pipes without a writer and endless devices are refused at once.
    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (pipe, link) = (folder.path().join("pipe"), folder.path().join("link"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        for path in [&pipe, &link, Path::new("/dev/zero"), Path::new("/dev/null")] {
            let line = read(path, 1000).unwrap_err().to_string();
            assert!(line.contains("not a regular file"), "{}: {line}", path.display());
        }
        std::fs::rename(&pipe, folder.path().join(LOCK)).unwrap();
        assert!(Lock::take(folder.path()).unwrap_err().to_string().contains("not a regular file"));
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_out() {
        let (inside, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = outside.path().join("x");
        std::fs::write(&file, "x").unwrap();
        std::fs::write(inside.path().join("y"), "y").unwrap();
        std::os::unix::fs::symlink(&file, inside.path().join("x")).unwrap();
        let at = |name: &str| is_inside(inside.path(), &inside.path().join(name));
        assert_eq!(["x", "y", "../x", "none"].map(at), [false, true, false, false]);
        assert!(!is_inside(inside.path(), &file));
    }

    #[test]
    fn a_failed_write_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        replace(&path, |out| Ok(out.write_all(b"first")?)).unwrap();
        let failed = replace(&path, |out| {
            out.write_all(b"second")?;
            Err(anyhow!("no room"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"first");
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }
}
