//! Questions and answers, with the evidence they were read off, so that values and certificates need no second solution.

use crate::failure::{Failure, exception};
use crate::run::{Settings, run};
use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sprague::ask::Question;
use sprague::known::Evidence;
use sprague::rules::{Rule, Sizes};
use sprague::{Error, Options};

/// An answer with its evidence.
#[pyclass(frozen, module = "sprague._sprague")]
pub struct Answered(sprague::ask::Answered);

#[pymethods]
impl Answered {
    /// The answer in its JSON form, as the command prints it.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        let text = py.detach(|| serde_json::to_string(&self.0.answer));
        text.map_err(|error| Failure::Panic(error.to_string()).into())
    }

    /// The value of a piece of any size, given by its numbers, off the evidence.
    fn value(&self, numbers: Vec<BigUint>) -> PyResult<BigUint> {
        let known = self.0.known().ok_or_else(|| {
            exception(Error::Unsupported("this answer kept no values; ask the rule for them".into()))
        })?;
        known.value(&numbers).map_err(exception)
    }

    /// The certificate, as it is written to a file.
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let file = py.detach(|| -> Result<Vec<u8>, Failure> {
            let mut file = Vec::new();
            let certificate = self.0.certificate()?;
            certificate.write(&mut file).map_err(|error| Failure::Panic(error.to_string()))?;
            Ok(file)
        });
        Ok(PyBytes::new(py, &file?))
    }
}

/// Answers a question in its JSON form.
#[pyfunction]
pub fn ask(py: Python<'_>, question: &str, settings: Settings) -> PyResult<Answered> {
    let question: Question = serde_json::from_str(question)
        .map_err(|error| PyValueError::new_err(format!("not a question: {error}")))?;
    run(py, &settings, move |shared| shared.work(|work| sprague::ask::answer(&question, work))).map(Answered)
}

/// What is known of a rule up to a size or for ever.
#[pyclass(frozen, module = "sprague._sprague")]
pub struct Known {
    rule: Rule,
    known: Box<dyn sprague::known::Known>,
}

#[pymethods]
impl Known {
    /// The value of a piece as people write it, of any size.
    fn value(&self, piece: &str) -> PyResult<BigUint> {
        if one_piece_a_size(&self.rule) {
            let numbers = Sizes::read(&self.rule, piece).map_err(exception)?;
            return self.known.value(&numbers).map_err(exception);
        }
        let piece = self.rule.parse_piece(piece).map_err(exception)?;
        self.known.value_of(&piece).map(BigUint::from).map_err(exception)
    }

    /// Whether it answers for pieces of every size.
    #[getter]
    fn for_ever(&self) -> bool {
        match self.known.evidence() {
            Evidence::Sequence(sequence) => sequence.law().is_some(),
            Evidence::Theorem(_) => true,
            _ => false,
        }
    }
}

/// Heaps and sheets are named by their sizes, suits are not.
fn one_piece_a_size(rule: &Rule) -> bool {
    let size: Vec<u64> = rule.least_size().iter().map(|least| least + 2).collect();
    rule.pieces(&size, &size).take(2).count() == 1
}

/// Finds out what is needed to tell the value of a piece, or of any up to it.
#[pyfunction]
pub fn known(py: Python<'_>, rule: &str, piece: &str, settings: Settings) -> PyResult<Known> {
    let rule: Rule = rule.parse().map_err(exception)?;
    let piece = piece.to_string();
    run(py, &settings, move |shared| {
        let options = Options::default();
        let known = shared.work(|work| {
            if one_piece_a_size(&rule) {
                let sizes = Sizes::parse(&rule, &piece)?;
                work.on_threads(|| sprague::known::up_to(&rule, &sizes, &options, work))
            } else {
                let position = rule.parse_position(&piece)?;
                work.on_threads(|| sprague::known::of_position(&rule, &position, &options, work))
            }
        })?;
        Ok(Known { rule: rule.clone(), known })
    })
}
