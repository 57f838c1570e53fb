//! Nim-values as numpy arrays of the narrowest unsigned type.
//!
//! Values are read off the solver or the law a stretch at a time and narrowed into one vector, which becomes
//! the array itself: nothing is copied at the border. The vector starts with one byte per value and is
//! widened when the first larger one is met.

use crate::failure::{Failure, exception};
use crate::run::{Settings, Shared, run};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use sprague::ask::{self, Found, Question, ValuesQuestion};
use sprague::laws;
use sprague::rules::{Rule, parse_small};
use sprague::{Error, Work};

/// Values that are read at once.
const STRETCH: usize = 1 << 14;

/// Values in as few bytes as they all fit.
enum Narrow {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
}

impl Narrow {
    /// None yet, with capacity for this many; refused beyond the memory budget.
    fn with_room(count: usize, work: &Work) -> sprague::Result<Self> {
        let what = format!("an array of {count} values");
        work.fits(&what, count as u64)?;
        let mut values = Vec::new();
        match values.try_reserve_exact(count) {
            Ok(()) => Ok(Narrow::U8(values)),
            Err(_) => Err(Error::Memory { what, needed: count as u128, available: 0, largest: None }),
        }
    }

    /// Appends values, widening all if one of them needs it.
    fn append(&mut self, values: &[u32]) {
        let largest = values.iter().copied().max().unwrap_or(0);
        self.widen(largest);
        match self {
            Narrow::U8(all) => all.extend(values.iter().map(|&value| value as u8)),
            Narrow::U16(all) => all.extend(values.iter().map(|&value| value as u16)),
            Narrow::U32(all) => all.extend_from_slice(values),
        }
    }

    fn widen(&mut self, largest: u32) {
        if let Narrow::U8(all) = self
            && largest > u32::from(u8::MAX)
        {
            *self = Narrow::U16(wider(all));
        }
        if let Narrow::U16(all) = self
            && largest > u32::from(u16::MAX)
        {
            *self = Narrow::U32(wider(all));
        }
    }
}

/// The same numbers in a wider type, with the same capacity.
fn wider<From: Copy, To: std::convert::From<From>>(all: &mut Vec<From>) -> Vec<To> {
    let mut wide = Vec::with_capacity(all.capacity());
    wide.extend(all.drain(..).map(To::from));
    wide
}

/// Nim-values of heaps 0 to N, of all sheets up to W×H as rows, of all suits of N cards.
#[pyfunction]
pub fn values<'py>(
    py: Python<'py>,
    rule: &str,
    to: String,
    settings: Settings,
) -> PyResult<Bound<'py, PyAny>> {
    let rule: Rule = rule.parse().map_err(exception)?;
    let (narrow, shape) = run(py, &settings, move |shared| {
        if rule.heap_rule().is_some() { of_heaps(&rule, &to, shared) } else { of_table(&rule, &to, shared) }
    })?;
    match narrow {
        Narrow::U8(values) => shaped(PyArray1::from_vec(py, values), shape),
        Narrow::U16(values) => shaped(PyArray1::from_vec(py, values), shape),
        Narrow::U32(values) => shaped(PyArray1::from_vec(py, values), shape),
    }
}

/// The same array as rows, if there are rows.
fn shaped<'py, T: numpy::Element>(
    flat: Bound<'py, PyArray1<T>>,
    shape: Option<[usize; 2]>,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(match shape {
        Some(shape) => flat.reshape(shape)?.into_any(),
        None => flat.into_any(),
    })
}

type Shaped = (Narrow, Option<[usize; 2]>);

fn of_heaps(rule: &Rule, to: &str, shared: &Shared) -> Result<Shaped, Failure> {
    shared.work(|work| {
        let largest = parse_small(to, "a heap")?;
        let sequence = work.on_threads(|| laws::values(rule, largest, work))?;
        let mut narrow = Narrow::with_room(sequence.len(), work)?;
        let mut stretch = vec![0; STRETCH.min(sequence.len())];
        for from in (0..sequence.len()).step_by(STRETCH) {
            if shared.stopped() {
                return Err(Error::Interrupted);
            }
            let stretch = &mut stretch[..STRETCH.min(sequence.len() - from)];
            sequence.read(from, stretch);
            narrow.append(stretch);
        }
        Ok((narrow, None))
    })
}

/// Games that are not played with heaps: the table of their answer.
fn of_table(rule: &Rule, to: &str, shared: &Shared) -> Result<Shaped, Failure> {
    let question = Question::Values(ValuesQuestion {
        rule: rule.to_string(),
        to: to.to_string(),
        ..ValuesQuestion::default()
    });
    shared.work(|work| {
        let Found::Values(found) = ask::answer(&question, work)?.into_answer().into_found() else {
            return Err(Error::wrong_game(format!("{rule} has no table of values")));
        };
        let (table, shape) = (&found.values, [found.values.rows(), found.values.row_len(0)]);
        let mut narrow = Narrow::with_room(shape[0] * shape[1], work)?;
        for row in 0..shape[0] {
            narrow.append(&table.row(row).collect::<Vec<u32>>());
        }
        Ok((narrow, table.is_square().then_some(shape)))
    })
}
