//! Files that are complete or as they were before, and the lock of a directory.

use crate::{Error, Result};
use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::Path;

/// Writes a file that takes the place of the one that is there when it is complete and on the disk.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let wrong = |error: std::io::Error| Error::file(path, error);
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(folder).map_err(wrong)?;
    file.write_all(bytes).map_err(wrong)?;
    readable(file.as_file()).map_err(wrong)?;
    file.as_file().sync_all().map_err(wrong)?;
    file.persist(path).map_err(|error| wrong(error.error))?;
    sync_folder(folder)
}

/// What a new file may be read by, rather than what a temporary one may.
fn readable(_file: &File) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        _file.set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    Ok(())
}

/// A new name is on the disk when its directory is.
pub fn sync_folder(folder: &Path) -> Result<()> {
    #[cfg(unix)]
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| Error::file(folder, error))?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Locks a file, which is made if it is not there; a dead owner holds nothing.
pub fn lock(path: &Path) -> Result<File> {
    let open = File::options().create(true).truncate(false).write(true).open(path);
    let file = open.map_err(|error| Error::file(path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Error::Busy(path.parent().unwrap_or(path).display().to_string()))
        }
        Err(TryLockError::Error(error)) => Err(Error::file(path, error)),
    }
}
