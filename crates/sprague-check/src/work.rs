//! Threads, progress and a limit on steps: how much a check may cost.

use std::sync::{
    Mutex,
    atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use crate::{Fault, refuse};

/// How a check is run. A step is one look at one option, a nanosecond or less.
pub struct Work<'a> {
    /// Threads to use.
    pub threads: usize,
    /// Give up after about so many steps.
    pub steps: u64,
    /// Called now and then, from any thread, with the done part of the longest piece of work, from 0 to 1.
    pub progress: &'a (dyn Fn(f64) + Sync),
    spent: AtomicU64,
}

impl Default for Work<'_> {
    /// All cores, no more than 10^13 steps, no progress.
    fn default() -> Self {
        Work::new(0, 10_000_000_000_000, &|_| ())
    }
}

impl<'a> Work<'a> {
    /// `threads` = 0 stands for all cores.
    pub fn new(threads: usize, steps: u64, progress: &'a (dyn Fn(f64) + Sync)) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores } else { threads.min(1024) };
        Work { threads, steps, progress, spent: AtomicU64::new(0) }
    }

    /// Account for steps that are about to be made.
    pub(crate) fn charge(&self, steps: u64) -> Result<(), Fault> {
        let before = self.spent.fetch_add(steps, Relaxed);
        if before.saturating_add(steps) > self.steps {
            // Never let the counter run over.
            self.spent.store(self.steps, Relaxed);
            return refuse(format!("the check needs more than {} steps, the limit in force", self.steps));
        }
        Ok(())
    }

    /// Do jobs 0, 1, …, n − 1 on all threads, each thread with a scratch of its own. Jobs are begun in order
    /// and none is begun after a fault, so the fault returned is that of the first job that has one.
    pub(crate) fn each<S>(
        &self,
        jobs: usize,
        scratch: impl Fn() -> S + Sync,
        job: impl Fn(usize, &mut S) -> Result<(), Fault> + Sync,
    ) -> Result<(), Fault> {
        let next = AtomicUsize::new(0);
        let first: Mutex<Option<(usize, Fault)>> = Mutex::new(None);
        let run = || {
            let mut scratch = scratch();
            loop {
                let i = next.fetch_add(1, Relaxed);
                if i >= jobs {
                    return;
                }
                (self.progress)(i as f64 / jobs as f64);
                if let Err(fault) = job(i, &mut scratch) {
                    next.store(jobs, Relaxed);
                    let mut first = first.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    if first.as_ref().is_none_or(|(least, _)| i < *least) {
                        *first = Some((i, fault));
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(jobs) {
                // A thread that cannot be had is done without.
                let _ = std::thread::Builder::new().spawn_scoped(scope, run);
            }
            run();
        });
        let first = first.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        first.map_or(Ok(()), |(_, fault)| Err(fault))
    }
}
