//! Questions and answers, with the evidence they were read off, so that values and certificates need no second
//! solution.

use crate::failure::{Failure, exception};
use crate::objects::object;
use crate::run::{Settings, Shared, run, run_quick};
use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sprague::ask::{Answer, Found, Question};
use sprague::known::Evidence;
use sprague::laws;
use sprague::rules::{Rule, Sizes, parse_size};
use sprague::{Error, Options};
use std::time::Duration;

/// Laws that took no more values are found again within a millisecond.
const FEW: u64 = 2000;
/// How long a law is looked for, as the command does.
const TIME: Duration = Duration::from_secs(4);

/// An answer with its evidence.
#[pyclass(frozen, module = "sprague._sprague")]
pub struct Answered(sprague::ask::Answered);

#[pymethods]
impl Answered {
    /// The answer as the command's JSON would be read.
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, &self.0.answer)
    }

    /// Whether the same rule is asked about again in no time: its law is known after few values.
    fn is_quick(&self) -> bool {
        let law = self.0.known().and_then(|known| match known.evidence() {
            Evidence::Sequence(sequence) => sequence.law(),
            _ => None,
        });
        law.is_some_and(|law| law.computed <= FEW)
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

/// Answers a question in its JSON form; one that is expected to take no time is tried on this thread first.
#[pyfunction]
pub fn ask(py: Python<'_>, question: &str, quick: bool, settings: Settings) -> PyResult<Answered> {
    let question: Question = serde_json::from_str(question)
        .map_err(|error| PyValueError::new_err(format!("not a question: {error}")))?;
    let answer =
        move |shared: &Shared| shared.work(|work| sprague::ask::answer(&question, work)).map(Answered);
    if quick { run_quick(py, &settings, answer) } else { run(py, &settings, answer) }
}

/// The explanation that an answer in its JSON form is, in words.
#[pyfunction]
pub fn explanation(answer: &str) -> PyResult<String> {
    let answer: Result<Answer, _> = serde_json::from_str(answer);
    match answer.map(|answer| answer.found) {
        Ok(Found::Explanation(found)) => Ok(found.to_string()),
        _ => Err(PyValueError::new_err("not an explanation")),
    }
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
            if rule.heap_rule().is_some() {
                let largest = parse_size(&piece)?;
                let values = work.on_threads(|| laws::up_to_within(&rule, &largest, TIME, work))?;
                Ok(Box::new(values) as Box<dyn sprague::known::Known>)
            } else if one_piece_a_size(&rule) {
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
