//! Writing certificates and running the checker on them.

use crate::args::Save;
use anyhow::Context as _;
use num_bigint::BigUint;
use sprague::certificates::{Asked, Certificate};
use sprague::counts::Count;
use std::fs::File;
use std::io::{BufWriter, Write};

impl Save {
    /// Whether the certificate takes standard output, so that nothing else may be printed there.
    pub fn takes_stdout(&self) -> bool {
        self.save.as_deref() == Some("-")
    }

    /// Makes and writes the certificate if one was asked for.
    pub fn write(&self, make: impl FnOnce() -> anyhow::Result<Certificate>) -> anyhow::Result<()> {
        let Some(name) = &self.save else { return Ok(()) };
        let certificate = make()?;
        let out: Box<dyn Write> = match name.as_str() {
            "-" => Box::new(std::io::stdout().lock()),
            name => Box::new(File::create(name).with_context(|| format!("cannot write {name}"))?),
        };
        let mut out = BufWriter::new(out);
        certificate.write(&mut out).with_context(|| format!("cannot write {name}"))?;
        out.flush()?;
        Ok(())
    }
}

/// What a count states.
pub fn asked(count: &Count, modulus: Option<&BigUint>) -> Asked {
    Asked { answer: count.answer.clone(), modulus: modulus.cloned() }
}

/// The checker's verdict on a certificate as it would be read from a file.
pub fn self_check(certificate: &Certificate) -> anyhow::Result<String> {
    let mut file = Vec::new();
    certificate.write(&mut file)?;
    let limits = sprague_certificate::Limits::default();
    let read = Certificate::read(&file[..], &limits).map_err(sprague_check::Fault::from)?;
    Ok(sprague_check::check(&read, &sprague_check::Work::default())?.summary)
}
