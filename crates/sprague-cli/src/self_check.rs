//! Running the checker on a certificate as it would be read from a file.

use sprague::certificates::Certificate;

/// The checker's verdict.
pub fn self_check(certificate: &Certificate) -> anyhow::Result<String> {
    let mut file = Vec::new();
    certificate.write(&mut file)?;
    let limits = sprague_certificate::Limits::default();
    let read = Certificate::read(&file[..], &limits).map_err(sprague_check::Fault::from)?;
    Ok(sprague_check::check(&read, &sprague_check::Work::default())?.summary)
}
