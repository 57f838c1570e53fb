//! Files and folders that nothing harms: a file is complete or as it was before, a folder is written to by one process.
//!
//! What is written goes to a temporary file beside the one that is named, is brought to the disk, and takes its place by a
//! rename, which is brought to the disk too. So a full disk, an interruption or a loss of power leaves what was there, and a
//! link is replaced, never followed. A process that is killed may leave its temporary file behind ([`sweep`]).
//!
//! A folder that several processes might write to is locked ([`Lock`]); the system frees the lock of a process that has died.

use anyhow::anyhow;
use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;

/// What the names of temporary files begin with.
const TEMPORARY: &str = ".sprague-";
/// The file of a folder that a lock is on.
const LOCK: &str = "lock";

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
        let file = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK))?;
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
