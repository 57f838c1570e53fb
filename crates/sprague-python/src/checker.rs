//! Certificates to the independent checker, which shares no solving code with the engine.

use crate::failure::Failure;
use crate::run::{Settings, run};
use pyo3::prelude::*;
use sprague_certificate::{Certificate, Limits};
use sprague_check::{Fault, Work};

/// Steps of the checker's progress.
const WHOLE: u64 = 1000;
/// Bytes that a check may hold in addition to the values, as the command's.
const MEMORY: u64 = 1 << 29;

/// Checks the bytes of a certificate: whether it is verified, and the verdict in one line.
#[pyfunction]
pub fn check(
    py: Python<'_>,
    certificate: Vec<u8>,
    steps: u64,
    settings: Settings,
) -> PyResult<(bool, String)> {
    run(py, &settings, move |shared| {
        let limits = Limits::default();
        let limits = Limits { values: limits.values.min(shared.memory / 2), ..limits };
        let certificate = Certificate::read(&certificate[..], &limits).map_err(Fault::from)?;
        let rest = shared.memory.saturating_sub(2 * certificate.values.len() as u64);
        let progress = |part: f64| {
            shared.note((part * WHOLE as f64) as u64, WHOLE);
        };
        let stop = || shared.stopped();
        let work =
            Work::new(shared.threads, steps, &progress).with_memory(rest.min(MEMORY)).stopped_by(&stop);
        match sprague_check::check(&certificate, &work) {
            Ok(verified) => Ok((true, format!("VERIFIED: {}", verified.summary))),
            Err(fault @ Fault::NotVerified(_)) => Ok((false, fault.to_string())),
            Err(fault) => Err(Failure::from(fault)),
        }
    })
}
