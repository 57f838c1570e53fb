//! Writing files: certificates, values and pictures. A file is complete or as it was before.
//!
//! What is written goes to a temporary file beside the one that is named, is brought to the disk, and takes its place by a
//! rename. So a full disk or an interruption leaves what was there, and a link is replaced, never followed.

use crate::args::Save;
use anyhow::{Context as _, anyhow};
use sprague::certificates::Certificate;
use std::io::{BufWriter, Write};
use std::path::Path;

impl Save {
    /// Whether the certificate takes standard output, so that nothing else may be printed there.
    pub fn takes_stdout(&self) -> bool {
        self.save.as_deref() == Some("-")
    }

    /// Makes and writes the certificate if one was asked for.
    pub fn write(&self, make: impl FnOnce() -> anyhow::Result<Certificate>) -> anyhow::Result<()> {
        let Some(name) = self.save.as_deref() else { return Ok(()) };
        let certificate = make()?;
        if name == "-" {
            let mut out = BufWriter::new(std::io::stdout().lock());
            certificate.write(&mut out)?;
            out.flush()?;
            return Ok(());
        }
        replace(Path::new(name), |out| Ok(certificate.write(out)?))
            .with_context(|| format!("cannot write {name}"))
    }
}

/// Writes a file that takes the place of the one that is there when it is complete.
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
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
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
    Ok(())
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
