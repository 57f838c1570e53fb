//! Writing certificates. Files are replaced whole ([`sprague_files`]).

use crate::args::Save;
use anyhow::Context as _;
use sprague::certificates::Certificate;
pub use sprague_files::{Lock, replace, sweep};
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
