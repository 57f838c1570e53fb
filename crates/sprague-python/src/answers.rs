//! Questions and answers, with the evidence they were read off, so that values and certificates need no
//! second solution.

use crate::failure::{Failure, exception};
use crate::objects::object;
use crate::run::{Settings, Shared, run, run_quick};
use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sprague::Error;
use sprague::ask::{Found, Question, Recorded, piece_numbers};
use sprague::known::Evidence;

/// Laws that took no more values are found again within a millisecond.
const FEW: u64 = 2000;

/// An answer with its evidence.
#[pyclass(frozen, module = "sprague._sprague")]
pub struct Answered(sprague::ask::Answered);

#[pymethods]
impl Answered {
    /// The answer as the command's JSON would be read.
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, self.0.answer())
    }

    /// Whether the same rule is asked about again in no time: its law is known after few values.
    fn is_quick(&self) -> bool {
        let law = self.0.known().and_then(|known| match known.evidence() {
            Evidence::Sequence(sequence) => sequence.law(),
            _ => None,
        });
        law.is_some_and(|law| law.computed() <= FEW)
    }

    /// The value of a piece as people write it, of any size, off the evidence.
    fn value(&self, piece: &str) -> PyResult<BigUint> {
        let known = self.0.known().ok_or_else(|| {
            exception(Error::not_known("this answer kept no values; ask the rule for them"))
        })?;
        let numbers = piece_numbers(known.rule(), piece).map_err(exception)?;
        known.value(&numbers).map_err(exception)
    }

    /// The certificate, as it is written to a file.
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let file = py.detach(|| -> Result<Vec<u8>, Failure> {
            let mut file = Vec::new();
            let certificate = self.0.certificate()?;
            certificate.write(&mut file).map_err(|error| Error::Internal(error.to_string()))?;
            Ok(file)
        });
        Ok(PyBytes::new(py, &file?))
    }
}

/// Answers a question in its JSON form; one that is expected to take no time is tried on this thread first.
#[pyfunction]
pub fn ask(py: Python<'_>, question: &str, quick: bool, settings: Settings) -> PyResult<Answered> {
    let question: Question = serde_json::from_str(question)
        .map_err(|error| PyValueError::new_err(format!("not a question: {error}")))?;
    let answer = move |shared: &Shared| {
        let found = shared.work(|work| match shared.time {
            Some(time) => sprague::ask::answer_within(&question, time, work),
            None => sprague::ask::answer(&question, work),
        });
        found.map(Answered)
    };
    if quick { run_quick(py, &settings, answer) } else { run(py, &settings, answer) }
}

/// The explanation that an answer in its JSON form is, in words.
#[pyfunction]
pub fn explanation(answer: &str) -> PyResult<String> {
    let answer: Result<Recorded, _> = serde_json::from_str(answer);
    match answer.as_ref().map(Recorded::found) {
        Ok(Found::Explanation(found)) => Ok(found.to_string()),
        _ => Err(PyValueError::new_err("not an explanation")),
    }
}
