//! Rules: what the engine says about their notation and their pieces, and the lists of rules and problems.

use crate::failure::exception;
use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sprague::counts::euler::PROBLEMS;
use sprague::rules::{EdgeList, Graph, NAMES, NOTATIONS, Rule};

/// A rule that was read.
#[pyclass(frozen, name = "Rule", module = "sprague._sprague")]
pub struct NativeRule(Rule);

#[pymethods]
impl NativeRule {
    /// Reads a name or a notation.
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        text.parse().map(NativeRule).map_err(exception)
    }

    /// The canonical notation.
    #[getter]
    fn notation(&self) -> &str {
        self.0.notation()
    }

    /// What a move is, in one line.
    #[getter]
    fn line(&self) -> String {
        self.0.line()
    }

    /// The least size there is; sizes have as many numbers.
    #[getter]
    fn least_size(&self) -> Vec<u64> {
        self.0.least_size().to_vec()
    }

    /// Whether every size is one piece.
    #[getter]
    fn one_piece_per_size(&self) -> bool {
        self.0.one_piece_a_size()
    }

    /// Whether values can be listed as a table.
    #[getter]
    fn is_listed(&self) -> bool {
        self.0.is_listed()
    }

    /// Whether moves are a set of removals: what limits, partitions and the search for a law are for.
    #[getter]
    fn is_heap_rule(&self) -> bool {
        self.0.heap_rule().is_some()
    }

    /// The pieces of a sum, as they are written.
    fn split<'a>(&self, position: &'a str) -> Vec<&'a str> {
        self.0.split_position(position)
    }

    /// The numbers that a piece is.
    fn numbers(&self, piece: &str) -> PyResult<Vec<BigUint>> {
        sprague::ask::piece_numbers(&self.0, piece).map_err(exception)
    }
}

/// The canonical notation of the rule that a rule file describes.
#[pyfunction]
pub fn from_toml(text: &str) -> PyResult<String> {
    Rule::from_toml(text)
        .map(|rule| rule.to_string())
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The notation of the game whose moves are these edges.
#[pyfunction]
pub fn graph_rule(edges: Vec<(String, String)>, alone: Vec<String>) -> PyResult<String> {
    let list = edge_list(&edges, &alone)?;
    Rule::graph(&list).map(|rule| rule.to_string()).map_err(exception)
}

/// The graph with these edges, as games on graphs read it.
#[pyfunction]
pub fn graph_piece(edges: Vec<(String, String)>, alone: Vec<String>) -> PyResult<String> {
    let list = edge_list(&edges, &alone)?;
    Graph::of_list(&list).map(|graph| graph.to_string()).map_err(exception)
}

/// The notation of the rule in a list of edges, or in a rule file, by the ending of the file's name.
#[pyfunction]
pub fn from_file(name: &str, text: &str) -> PyResult<String> {
    let wrong = |error: sprague::Error| PyValueError::new_err(format!("{name}: {error}"));
    let ending = std::path::Path::new(name).extension().map(|ending| ending.to_ascii_lowercase());
    let rule = match ending.as_deref().and_then(|ending| ending.to_str()) {
        Some("csv") => EdgeList::from_csv(text).and_then(|list| Rule::graph(&list)),
        Some("json") => EdgeList::from_json(text).and_then(|list| Rule::graph(&list)),
        _ => Rule::from_toml(text),
    };
    rule.map(|rule| rule.to_string()).map_err(wrong)
}

fn edge_list(edges: &[(String, String)], alone: &[String]) -> PyResult<EdgeList> {
    let pairs = edges.iter().map(|(from, to)| (from.as_str(), to.as_str()));
    EdgeList::from_pairs(pairs, alone.iter().map(String::as_str)).map_err(exception)
}

/// Every named rule and every notation: name or pattern, the rule it stands for, one line.
#[pyfunction]
pub fn rules() -> Vec<(&'static str, &'static str, &'static str)> {
    let names = NAMES.iter().map(|name| (name.name, name.notation, name.line));
    names
        .chain(NOTATIONS.iter().map(|notation| (notation.pattern, notation.example, notation.line)))
        .collect()
}

type Listed = (u32, &'static str, String, Vec<(&'static str, &'static str)>, Option<u64>);

/// Every Project Euler problem: number, name, what is asked, sizes by name as in the statement, modulus.
#[pyfunction]
pub fn problems() -> Vec<Listed> {
    let listed = PROBLEMS.iter().map(|problem| {
        let sizes: Vec<String> = problem.sizes.iter().map(|(_, size)| (*size).to_string()).collect();
        let modulus = problem.modulus.map(std::num::NonZeroU64::get);
        (problem.number, problem.name, problem.asked(&sizes), problem.sizes.to_vec(), modulus)
    });
    listed.collect()
}

/// The codes that patterns such as `0.??` stand for.
#[pyfunction]
pub fn codes(patterns: Vec<String>) -> PyResult<Vec<String>> {
    let codes = sprague_census::codes_of(&patterns).map_err(crate::census::raised)?;
    Ok(codes.into_iter().map(|code| code.code).collect())
}
