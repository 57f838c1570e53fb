//! The Python package's native half: questions in, answers out, with nothing computed here.
//!
//! Python asks in the JSON form of `sprague::ask` and gets the objects that the command's JSON would be read
//! as; the classes of `python/sprague` wrap them. Only what that is too slow or too small for crosses the
//! border in another form: nim-values as numpy arrays, values of single pieces, certificates as bytes.
//!
//! - `run`: every computation runs on another thread: the interpreter released, signals polled, progress
//!   reported
//! - `answers`: `ask`: answers with the evidence they were read off
//! - `objects`: answers as dictionaries and lists
//! - `arrays`: nim-values in the narrowest unsigned type, passed to numpy without a copy
//! - `census`: a plan on a store, tasks to distribute, the computation of one task by a worker
//! - `checker`: certificates to the independent checker
//! - `rules`: what the engine says about a rule and its pieces; lists of rules and problems
//! - `failure`: what can go wrong, as Python exceptions

mod answers;
mod arrays;
mod census;
mod checker;
mod failure;
mod objects;
mod rules;
mod run;

use num_bigint::BigUint;
use pyo3::prelude::*;
use sprague::rules::parse_size;

/// The number that is written as digits, `10^18` or `1e6`, of any length.
#[pyfunction]
fn integer(text: &str) -> PyResult<BigUint> {
    parse_size(text).map_err(failure::exception)
}

/// The decimal digits of a number of any length: Python's own `str` refuses long ones.
#[pyfunction]
fn digits(py: Python<'_>, number: BigUint) -> String {
    py.detach(|| number.to_string())
}

#[pymodule(gil_used = false)]
fn _sprague(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("SpragueError", module.py().get_type::<failure::SpragueError>())?;
    module.add_class::<answers::Answered>()?;
    module.add_class::<rules::NativeRule>()?;
    module.add_function(wrap_pyfunction!(answers::ask, module)?)?;
    module.add_function(wrap_pyfunction!(answers::explanation, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::values, module)?)?;
    module.add_class::<census::CensusPlan>()?;
    module.add_function(wrap_pyfunction!(census::census_task, module)?)?;
    module.add_function(wrap_pyfunction!(census::census_rows, module)?)?;
    module.add_function(wrap_pyfunction!(census::census_report, module)?)?;
    module.add_function(wrap_pyfunction!(census::census_verify, module)?)?;
    module.add_function(wrap_pyfunction!(census::census_csv, module)?)?;
    module.add_function(wrap_pyfunction!(census::census_row, module)?)?;
    module.add_function(wrap_pyfunction!(checker::check, module)?)?;
    module.add_function(wrap_pyfunction!(rules::from_toml, module)?)?;
    module.add_function(wrap_pyfunction!(rules::from_file, module)?)?;
    module.add_function(wrap_pyfunction!(rules::graph_rule, module)?)?;
    module.add_function(wrap_pyfunction!(rules::graph_piece, module)?)?;
    module.add_function(wrap_pyfunction!(rules::rules, module)?)?;
    module.add_function(wrap_pyfunction!(rules::problems, module)?)?;
    module.add_function(wrap_pyfunction!(rules::codes, module)?)?;
    module.add_function(wrap_pyfunction!(integer, module)?)?;
    module.add_function(wrap_pyfunction!(digits, module)?)?;
    Ok(())
}
