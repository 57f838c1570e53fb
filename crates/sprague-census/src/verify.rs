//! Every certificate of a store to the independent checker, and its law compared with the row.

use crate::{Result, Row, Rows, Store};
use sha2::{Digest, Sha256};
use sprague_certificate::{Certificate, Law, Limits};
use sprague_check::{Fault, Work};

/// SHA-256 in hexadecimal digits.
pub(crate) fn hash(file: &[u8]) -> String {
    Sha256::digest(file).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What the checker says of a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    /// Laws that were verified.
    pub verified: u64,
    /// Proved laws that the format has no certificate for.
    pub without: Vec<String>,
    /// Rules whose certificate is missing, wrong or not that of the row, with the reason.
    pub faults: Vec<(String, String)>,
}

/// Checks the certificate of every proved row. `tell` is called with how many are done and how many there are.
///
/// # Errors
/// If the checker is interrupted.
pub fn verify(
    store: &Store,
    rows: &Rows,
    work: &dyn Fn() -> Work<'static>,
    tell: &dyn Fn(u64, u64),
) -> Result<Verified> {
    let proved: Vec<&Row> =
        rows.rules().into_iter().filter_map(|rule| rows.best(rule)).filter(|row| row.is_proved()).collect();
    let mut found = Verified::default();
    for (done, row) in (0..).zip(&proved) {
        tell(done, proved.len() as u64);
        let rule = row.found().normal.clone();
        let Some(hash) = row.found().certificate.as_deref() else {
            found.without.push(rule);
            continue;
        };
        match check(store, row, hash, &work()) {
            Ok(()) => found.verified += 1,
            Err(Fault::Interrupted) => return Err(sprague::Error::Interrupted.into()),
            Err(fault) => found.faults.push((rule, fault.to_string())),
        }
    }
    Ok(found)
}

fn check(store: &Store, row: &Row, expected: &str, work: &Work) -> std::result::Result<(), Fault> {
    let path = store.certificate(expected);
    let file =
        std::fs::read(&path).map_err(|error| Fault::Unreadable(format!("{}: {error}", path.display())))?;
    let differs = |what: String| Err(Fault::NotVerified(what));
    if hash(&file) != expected {
        return differs(format!("{} is not the file that its name says", path.display()));
    }
    let certificate = Certificate::read(&file[..], &Limits::default())?;
    let found = row.found();
    if certificate.rule != found.normal {
        return differs(format!("the certificate is of {}", certificate.rule));
    }
    if !same_law(&certificate.law, row) {
        return differs(format!("the certificate has another law than the row: {:?}", certificate.law));
    }
    sprague_check::check(&certificate, work).map(|_| ())
}

/// Whether the law of a certificate is that of its row.
fn same_law(law: &Law, row: &Row) -> bool {
    let found = row.found();
    // A row tells the law of its rule, which is behind the normal form.
    let start = |preperiod: u64| match preperiod {
        0 => found.shift.saturating_sub(found.zeros_before),
        preperiod => preperiod + found.shift,
    };
    let says = |period: u64, preperiod: u64| {
        (found.period, found.preperiod) == (Some(period), Some(start(preperiod)))
    };
    match *law {
        Law::Periodic { period, preperiod, .. } => says(period, preperiod) && found.saltus == Some(0),
        Law::ArithmeticPeriodic { period, preperiod, saltus, .. } => {
            says(period, preperiod) && found.saltus == i64::try_from(saltus).ok()
        }
        // Its preperiod is at least 1; a row may know that the law holds of heap 0 as well.
        Law::Automatic { period, preperiod, .. } => {
            says(period, preperiod) || (preperiod == 1 && says(period, 0))
        }
        _ => true,
    }
}
