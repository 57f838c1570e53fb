//! Tasks on the threads of one process, easy ones first.
//!
//! The next task is one of the earliest round, and within a round that of the rule that took the least time
//! in the round before. When a task ends, the next task of its rule is added, so no thread waits for the end
//! of a round.

use crate::{Plan, Result, Row, Rows, Store, Task};
use sprague::{Watch, Work, ask};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Computes a task and writes its certificate and its row.
pub fn compute(store: &Store, task: &Task, watch: &Watch) -> Result<Row> {
    let work = Work::new(task.memory, watch).with_threads(1);
    let answered = ask::answer(&task.question(), &work)?;
    store.write(&answered)?;
    Row::new(answered.into_answer()).map_err(|problem| sprague::Error::Internal(problem).into())
}

/// How far a census is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    /// The earliest round that has tasks left, from 0 on.
    pub round: usize,
    /// Tasks that were done now.
    pub done: u64,
    /// Tasks that are known to be left.
    pub left: u64,
    /// Rules that were proved now.
    pub proved: u64,
    /// Rules on which the engine failed, a defect of it: they have no row, and stop nothing.
    pub defects: Vec<String>,
}

/// What is left, by round and ease.
struct Queue {
    waiting: BinaryHeap<Reverse<(usize, u64, usize)>>,
    tasks: Vec<Task>,
    running: usize,
    rows: Rows,
    progress: Progress,
    failed: Option<crate::Error>,
}

impl Queue {
    fn push(&mut self, task: Task, micros: u64) {
        self.waiting.push(Reverse((task.round, micros, self.tasks.len())));
        self.tasks.push(task);
    }

    /// Notes a row; the rule's next task, if it leaves one, waits behind those that took less time.
    fn note(&mut self, plan: &Plan, row: Row) {
        let rule = row.found().normal.clone();
        let micros = (row.answer().seconds() * 1e6) as u64;
        self.progress.done += 1;
        self.progress.proved += u64::from(row.is_proved());
        self.rows.add(row);
        if let Some(next) = plan.next(&rule, self.rows.of(&rule)) {
            self.push(next, micros);
        }
    }
}

/// Computes what the rows in the store leave to do, on `threads` threads. `tell` is called when a task is
/// done.
///
/// # Errors
/// If a row cannot be written, or the watcher asks to stop: what was written stays.
pub fn run(
    store: &Store,
    plan: &Plan,
    threads: usize,
    watch: &Watch,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Progress> {
    let rows = store.rows()?;
    let progress = Progress::default();
    let mut queue =
        Queue { waiting: BinaryHeap::new(), tasks: vec![], running: 0, rows, progress, failed: None };
    for task in plan.tasks(&queue.rows) {
        let before = queue.rows.best(&task.rule).map_or(0.0, |row| row.answer().seconds());
        queue.push(task, (before * 1e6) as u64);
    }
    let shared = (Mutex::new(queue), Condvar::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| work(&shared, store, plan, watch, tell));
        }
    });
    let queue = shared.0.into_inner().unwrap_or_else(PoisonError::into_inner);
    match queue.failed {
        Some(error) => Err(error),
        None => Ok(queue.progress),
    }
}

fn work(
    shared: &(Mutex<Queue>, Condvar),
    store: &Store,
    plan: &Plan,
    watch: &Watch,
    tell: &(dyn Fn(Progress) + Sync),
) {
    let (queue, changed) = shared;
    let locked = || -> MutexGuard<Queue> { queue.lock().unwrap_or_else(PoisonError::into_inner) };
    let mut held = locked();
    loop {
        if held.failed.is_some() {
            return;
        }
        let Some(Reverse((round, _, place))) = held.waiting.pop() else {
            if held.running == 0 {
                changed.notify_all();
                return;
            }
            held = changed.wait(held).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        held.running += 1;
        let task = held.tasks[place].clone();
        drop(held);
        let result = catch_unwind(AssertUnwindSafe(|| compute(store, &task, watch)));
        held = locked();
        held.running -= 1;
        match result {
            Ok(Ok(row)) => held.note(plan, row),
            Ok(Err(error)) => held.failed = Some(error),
            Err(_) => held.progress.defects.push(task.rule),
        }
        held.progress.left = (held.waiting.len() + held.running) as u64;
        held.progress.round = round;
        let progress = held.progress.clone();
        changed.notify_all();
        drop(held);
        tell(progress);
        held = locked();
    }
}
