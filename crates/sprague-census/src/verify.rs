//! Passes every certificate of a store to the independent checker and compares its law with the row.
//!
//! A row is not trusted. Its period, preperiod, saltus and largest value are verified if its certificate
//! states the same and the checker accepts it; the other columns are not verified.

use crate::{Result, Row, Rows, Store};
use sha2::{Digest, Sha256};
use sprague::ask::FoundCensus;
use sprague::laws;
use sprague_certificate::{Certificate, Class, Law, Limits};
use sprague_check::{Fault, Work};

/// SHA-256 in hexadecimal digits.
pub(crate) fn hash(file: &[u8]) -> String {
    Sha256::digest(file).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes of a certificate, at most.
const MOST: u64 = 1 << 30;

/// What the checker says of a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    /// Rules whose law was verified.
    pub verified: Vec<String>,
    /// Rules whose law is recorded as proved, without a certificate.
    pub without: Vec<String>,
    /// Rules whose certificate is missing, wrong or not that of the row, with the reason.
    pub faults: Vec<(String, String)>,
}

/// Checks the certificate of every row that says it is proved. `tell` is called with how many are done and
/// how many there are.
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
            Ok(()) => found.verified.push(rule),
            Err(Fault::Interrupted) => return Err(sprague::Error::Interrupted.into()),
            Err(fault) => found.faults.push((rule, fault.to_string())),
        }
    }
    Ok(found)
}

fn check(store: &Store, row: &Row, expected: &str, work: &Work) -> std::result::Result<(), Fault> {
    let path = store.certificate(expected);
    store.inside(&path).map_err(|error| Fault::Unreadable(error.to_string()))?;
    let file = sprague_files::read(&path, MOST)
        .map_err(|error| Fault::Unreadable(format!("{}: {error}", path.display())))?;
    let differs = |what: String| Err(Fault::NotVerified(what));
    if hash(&file) != expected {
        return differs(format!("{} is not the file that its name says", path.display()));
    }
    let certificate = Certificate::read(&file[..], &Limits::default())?;
    let found = row.found();
    if certificate.rule != found.normal {
        return differs(format!("the certificate is of {}", certificate.rule));
    }
    if !same_law(&certificate, found) {
        return differs("the certificate has another law than the row".to_string());
    }
    sprague_check::check(&certificate, work).map(|_| ())
}

/// The law of a certificate as a row has it, and the values that the largest one is read off.
struct Claim<'a> {
    period: u64,
    preperiod: u64,
    /// The saltus of each class, of heaps from the preperiod on; one for all of them if there is but one.
    salti: Vec<Option<u64>>,
    value: Box<dyn Fn(u64) -> Option<u64> + 'a>,
}

impl<'a> Claim<'a> {
    fn of(certificate: &'a Certificate) -> Option<Self> {
        let stored = |n: u64| certificate.values.get(usize::try_from(n).ok()?).map(|&value| value.into());
        match &certificate.law {
            &Law::Periodic { period, preperiod, minimal: true } => {
                Some(Claim { period, preperiod, salti: vec![Some(0)], value: Box::new(stored) })
            }
            &Law::ArithmeticPeriodic { period, preperiod, saltus, minimal: true } => {
                Some(Claim { period, preperiod, salti: vec![Some(saltus)], value: Box::new(stored) })
            }
            // Machines have no least period to claim; lines do, and a row says it of them.
            Law::Automatic { period, preperiod, classes, minimal, machines }
                if *minimal || !machines.is_empty() =>
            {
                let first = *preperiod;
                let value = move |n: u64| match n.checked_sub(first) {
                    None => stored(n),
                    Some(behind) => match classes.get(usize::try_from(behind).ok()?)? {
                        Class::Line(start, _) => Some(*start),
                        Class::Machine(_) => None,
                    },
                };
                let saltus = |class: &Class| match class {
                    Class::Line(_, saltus) => Some(*saltus),
                    Class::Machine(_) => None,
                };
                let mut salti: Vec<Option<u64>> = classes.iter().map(saltus).collect();
                if salti
                    .first()
                    .is_some_and(|first| first.is_some() && salti.iter().all(|saltus| saltus == first))
                {
                    salti.truncate(1);
                }
                // The format has n0 ≥ 1; a law of one saltus may hold of the empty heap as well.
                let from_zero = first == 1 && salti.len() == 1 && value(*period) == salti[0];
                let preperiod = if from_zero { 0 } else { first };
                Some(Claim { period: *period, preperiod, salti, value: Box::new(value) })
            }
            // The theorem has all values without naming a period: the engine has the same theorem.
            Law::ClosedForm {} => {
                let law = laws::find(&certificate.rule.parse().ok()?, 1, &sprague::Work::quiet())
                    .ok()?
                    .into_law()?;
                let (period, preperiod, salti) = (law.period(), law.preperiod(), vec![law.saltus()]);
                let value = move |n: u64| u64::try_from(law.value(&n.into())).ok();
                Some(Claim { period, preperiod, salti, value: Box::new(value) })
            }
            _ => None,
        }
    }

    /// How many heaps of value 0 before the first follow a law of preperiod 0 as well.
    fn zeros_before(&self, saltus: u64) -> Option<u64> {
        let follows = |back: u64| (self.value)(self.period - back) == Some(saltus);
        (self.preperiod == 0).then(|| (1..self.period).take_while(|&back| follows(back)).count() as u64)
    }

    /// The largest value of preperiod and first period, and the first heap that has it.
    fn largest(&self) -> Option<(u64, u64)> {
        let mut largest = (0, 0);
        for n in 0..self.preperiod.checked_add(self.period)? {
            let value = (self.value)(n)?;
            if value > largest.0 {
                largest = (value, n);
            }
        }
        Some(largest)
    }

    /// What a row of the normal form says.
    fn row(&self) -> Option<FoundCensus> {
        let saltus = if let [saltus] = self.salti[..] { saltus } else { None };
        let largest = if saltus == Some(0) { Some(self.largest()?) } else { None };
        Some(FoundCensus {
            period: Some(self.period),
            preperiod: Some(self.preperiod),
            saltus: saltus.map(i64::try_from).transpose().ok()?,
            saltus_by_class: saltus.is_none().then(|| self.salti.clone()),
            max_value: largest.map(|(value, _)| u32::try_from(value)).transpose().ok()?,
            max_value_at: largest.map(|(_, at)| at),
            zeros_before: saltus.and_then(|saltus| self.zeros_before(saltus)).unwrap_or(0),
            ..FoundCensus::default()
        })
    }
}

/// Whether the law of a certificate, which is of the normal form, is that of the row, which is of a code
/// behind it.
fn same_law(certificate: &Certificate, found: &FoundCensus) -> bool {
    let claimed = Claim::of(certificate).and_then(|claim| claim.row()).zip(found.rule.parse().ok());
    let law = |row: &FoundCensus| {
        let shape = (row.period, row.preperiod, row.saltus, row.saltus_by_class.clone());
        (shape, row.max_value, row.max_value_at, row.zeros_before)
    };
    claimed.is_some_and(|(claimed, rule)| law(&claimed.of_code(&rule, found.shift)) == law(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_certificate::Theorem;

    /// A row says the least period: a certificate of a multiple, which the checker accepts for what it
    /// claims, is of another law.
    #[test]
    fn a_multiple_of_the_period() {
        let lines = |period: u64| (1..=period).map(move |n| Class::Line(n, period));
        let nim = |period: u64, minimal: bool| Certificate {
            tool: String::new(),
            rule: "0.[3]".to_string(),
            law: Law::Automatic {
                period,
                preperiod: 1,
                classes: lines(period).collect(),
                machines: vec![],
                minimal,
            },
            theorem: Theorem::Automata,
            values: vec![0],
            splits: vec![],
            count: None,
        };
        let row = |period: u64| FoundCensus {
            rule: "0.[3]".to_string(),
            normal: "0.[3]".to_string(),
            period: Some(period),
            preperiod: Some(0),
            saltus: Some(period as i64),
            zeros_before: period - 1,
            ..FoundCensus::default()
        };
        let work = || Work::new(1, 1_000_000, &|_| ());
        assert!(sprague_check::check(&nim(1, true), &work()).is_ok() && same_law(&nim(1, true), &row(1)));
        assert!(sprague_check::check(&nim(2, false), &work()).is_ok() && !same_law(&nim(2, false), &row(2)));
        assert!(!same_law(&nim(1, false), &row(1)));
    }
}
