//! The census: a plan on a store, tasks to distribute, and the computation of one task by a worker.
//!
//! A task is the JSON form of `sprague_census::Task`. The process that computes it writes its row and
//! certificate to the store itself, to its own part; only the row goes back to the process that plans.

use crate::failure::{Failure, exception};
use crate::run::{Settings, run};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use sprague::ask::Recorded;
use sprague_census::{Error, Limits, Plan, Report, Row, Rows, Store, Task};
use sprague_check::Work;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes for each task by default, as in the command.
const MEMORY: u64 = 1 << 30;
/// Steps of the checker for one certificate.
const STEPS: u64 = 10_000_000_000_000;

/// Files that cannot be used are errors of the system, everything else the engine's.
pub fn raised(error: Error) -> PyErr {
    match error {
        Error::Engine(error) => exception(error),
        error => PyOSError::new_err(error.to_string()),
    }
}

/// What a computation on another thread may fail with.
fn failed(error: Error) -> Failure {
    match error {
        Error::Engine(error) => Failure::Engine(error),
        error => Failure::File(error.to_string()),
    }
}

fn written(thing: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(thing).map_err(|error| exception(sprague::Error::Internal(error.to_string())))
}

/// A plan on a store, which no other process plans on meanwhile.
#[pyclass(frozen, module = "sprague._sprague")]
pub struct CensusPlan {
    /// Gone once the plan is closed, and its lock with it.
    store: Mutex<Option<Arc<Store>>>,
    plan: Arc<Plan>,
    rows: Mutex<Rows>,
}

#[pymethods]
impl CensusPlan {
    #[new]
    fn new(
        dir: PathBuf,
        patterns: Vec<String>,
        rounds: Vec<u64>,
        seconds: Option<u64>,
        memory: Option<u64>,
    ) -> PyResult<Self> {
        let mut rounds = rounds;
        rounds.sort_unstable();
        rounds.dedup();
        if rounds.first().is_none_or(|&first| first == 0) {
            return Err(PyValueError::new_err("rounds: name the values of each round, at least 1"));
        }
        let wanted = sprague_census::codes_of(&patterns).map_err(raised)?;
        let store = Store::plan(&dir).map_err(raised)?;
        let codes = store.ask_for(&patterns).map_err(raised)?;
        if codes.is_empty() {
            return Err(PyValueError::new_err("the store has no codes yet: name some, such as 0.???"));
        }
        let plan = Plan::new(&codes, Limits { rounds, seconds, memory: memory.unwrap_or(MEMORY) });
        let plan = if wanted.is_empty() { plan } else { plan.only(&wanted) };
        let rows = Mutex::new(store.rows().map_err(raised)?);
        Ok(CensusPlan { store: Mutex::new(Some(Arc::new(store))), plan: Arc::new(plan), rows })
    }

    /// The first task of every rule that has one: its round and the task.
    fn tasks(&self) -> PyResult<Vec<(usize, String)>> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        self.plan.tasks(&rows).iter().map(|task| Ok((task.round, written(task)?))).collect()
    }

    /// Notes a row that was computed elsewhere; the next task of its rule, if it leaves one.
    fn note(&self, row: &str) -> PyResult<Option<(usize, String)>> {
        let answer: Recorded =
            serde_json::from_str(row).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let row = Row::new(answer)
            .map_err(|problem| PyValueError::new_err(format!("not a row of a census: {problem}")))?;
        let rule = row.found().normal.clone();
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.add(row);
        match self.plan.next(&rule, rows.of(&rule)) {
            Some(task) => Ok(Some((task.round, written(&task)?))),
            None => Ok(None),
        }
    }

    /// Computes everything on threads of this process.
    fn run(&self, py: Python<'_>, settings: Settings) -> PyResult<()> {
        let store = self.store.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let store = store.ok_or_else(|| PyValueError::new_err("the plan is closed"))?;
        let plan = self.plan.clone();
        run(py, &settings, move |shared| {
            let watch = |_, _| !shared.stopped();
            let tell = |now: sprague_census::Progress| {
                shared.note(now.done, now.done + now.left);
            };
            let done = sprague_census::run(&store, &plan, shared.threads, &watch, &tell).map_err(failed)?;
            match done.defects.first() {
                Some(rule) => Err(sprague::Error::Internal(format!("no row of {rule}")).into()),
                None => Ok(()),
            }
        })
    }

    /// Makes many parts one and lets others plan.
    fn close(&self) -> PyResult<()> {
        let store = self.store.lock().unwrap_or_else(PoisonError::into_inner).take();
        store.map_or(Ok(()), |store| store.tidy().map_err(raised))
    }
}

/// Stores of this process by directory, so that it writes to one part; a forked child has its own.
static STORES: Mutex<Option<HashMap<(u32, PathBuf), Arc<Store>>>> = Mutex::new(None);

fn store(dir: &Path) -> PyResult<Arc<Store>> {
    let mut stores = STORES.lock().unwrap_or_else(PoisonError::into_inner);
    let stores = stores.get_or_insert_default();
    let key = (std::process::id(), dir.to_path_buf());
    if let Some(store) = stores.get(&key) {
        return Ok(store.clone());
    }
    let store = Arc::new(Store::open(dir).map_err(raised)?);
    stores.insert(key, store.clone());
    Ok(store)
}

/// Computes one task, writes its row and its certificate to the store, and gives the row.
#[pyfunction]
pub fn census_task(py: Python<'_>, dir: PathBuf, task: &str, settings: Settings) -> PyResult<String> {
    let task: Task =
        serde_json::from_str(task).map_err(|error| PyValueError::new_err(format!("not a task: {error}")))?;
    let store = store(&dir)?;
    let row = run(py, &settings, move |shared| {
        let watch = |done, all| shared.note(done, all);
        sprague_census::compute(&store, &task, &watch).map_err(failed)
    })?;
    written(row.answer())
}

/// The codes of a store (code, rule, shift), and for every rule its best row.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn census_rows(dir: PathBuf) -> PyResult<(Vec<(String, String, u64)>, Vec<String>)> {
    let store = Store::open(&dir).map_err(raised)?;
    let (codes, rows) = (store.codes().map_err(raised)?, store.rows().map_err(raised)?);
    let best = rows.rules().into_iter().filter_map(|rule| rows.best(rule));
    let lines = best.map(|row| written(row.answer())).collect::<PyResult<_>>()?;
    Ok((codes.into_iter().map(|code| (code.code, code.rule, code.shift)).collect(), lines))
}

/// What a store has and what is complete: as JSON, and in words.
#[pyfunction]
pub fn census_report(dir: PathBuf) -> PyResult<(String, String)> {
    let store = Store::open(&dir).map_err(raised)?;
    let part = || Ok(Report::new(&store.patterns()?, &store.codes()?, &store.rows()?, None));
    let report = part().map_err(raised)?;
    Ok((written(&report)?, report.to_string()))
}

/// Every certificate of a store to the independent checker: how many laws were verified, and what is wrong
/// with others.
#[pyfunction]
pub fn census_verify(
    py: Python<'_>,
    dir: PathBuf,
    settings: Settings,
) -> PyResult<(u64, Vec<(String, String)>)> {
    let store = Store::open(&dir).map_err(raised)?;
    run(py, &settings, move |shared| {
        let rows = store.rows().map_err(failed)?;
        let found = sprague_census::verify(
            &store,
            &rows,
            &|| Work::new(shared.threads, STEPS, &|_| ()),
            &|done, all| {
                shared.note(done, all);
            },
        );
        let found = found.map_err(failed)?;
        Ok((found.verified.len() as u64, found.faults))
    })
}

/// The table of a store, one line per rule.
#[pyfunction]
pub fn census_csv(dir: PathBuf) -> PyResult<String> {
    let store = Store::open(&dir).map_err(raised)?;
    let (codes, rows) = (store.codes().map_err(raised)?, store.rows().map_err(raised)?);
    let mut text = Vec::new();
    sprague_census::write_csv(&codes, &rows, &mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The row of a rule in the table that comes with the engine, if it has one.
#[pyfunction]
pub fn census_row(rule: &str) -> PyResult<Option<String>> {
    let rule = rule.parse().map_err(exception)?;
    sprague::census::row(&rule).map(|row| written(&row)).transpose()
}
