//! Resource limits, progress and cancellation of a check.
//!
//! Every loop charges its steps in portions of at most some ten milliseconds, and each charge asks whether to
//! stop. So a check ends within a fraction of a second of being stopped, and the limit on steps is a limit on
//! time.

use std::sync::{
    Mutex,
    atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use crate::{
    Fault,
    memory::{Budget, Buffer, Hold},
    refuse,
};

/// Bytes that a check may hold in addition to the values, by default: half a gigabyte.
pub(crate) const MEMORY: u64 = 1 << 29;

/// Items of a plain scan between two charges.
pub(crate) const PORTION: usize = 1 << 20;

/// Steps of many small pieces of work, gathered by one thread and charged together.
pub(crate) struct Meter<'a> {
    work: &'a Work<'a>,
    gathered: usize,
}

impl<'a> Meter<'a> {
    pub fn new(work: &'a Work<'a>) -> Self {
        Meter { work, gathered: 0 }
    }

    /// Account for steps that are about to be made, no more than some ten milliseconds.
    pub fn charge(&mut self, steps: usize) -> Result<(), Fault> {
        self.gathered += steps;
        if self.gathered < PORTION / 64 {
            Ok(())
        } else {
            self.work.charge(std::mem::take(&mut self.gathered))
        }
    }

    /// The work that is charged.
    pub fn work(&self) -> &'a Work<'a> {
        self.work
    }

    /// Account for what was gathered.
    pub fn settle(&mut self) -> Result<(), Fault> {
        self.work.charge(std::mem::take(&mut self.gathered))
    }
}

/// How a check is run. A step is one visit to one option or one value (docs/trust.md states its cost).
pub struct Work<'a> {
    /// Threads to use.
    pub threads: usize,
    /// Give up after about this many steps.
    pub steps: u64,
    /// Called now and then, from any thread, with the done part of the longest piece of work, from 0 to 1.
    pub progress: &'a (dyn Fn(f64) + Sync),
    stop: &'a (dyn Fn() -> bool + Sync),
    memory: Budget,
    spent: AtomicU64,
}

impl Default for Work<'_> {
    /// All cores, no more than 10^13 steps, half a gigabyte of memory, no progress, no way to stop it.
    fn default() -> Self {
        Work::new(0, 10_000_000_000_000, &|_| ())
    }
}

impl<'a> Work<'a> {
    /// `threads` = 0 stands for all cores. Memory is half a gigabyte in addition to the values.
    pub fn new(threads: usize, steps: u64, progress: &'a (dyn Fn(f64) + Sync)) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores } else { threads.min(1024) };
        Work {
            threads,
            steps,
            progress,
            stop: &|| false,
            memory: Budget::new(MEMORY),
            spent: AtomicU64::new(0),
        }
    }

    /// With this many bytes of memory, in addition to the two bytes per value of the certificate itself.
    pub fn with_memory(self, bytes: u64) -> Self {
        Work { memory: Budget::new(bytes), ..self }
    }

    /// With a function that is asked many times a second, from any thread, whether to stop; the check then
    /// ends with [`Fault::Interrupted`].
    ///
    /// ```
    /// # let certificate = sprague_certificate::Certificate {
    /// #     tool: String::new(),
    /// #     rule: "0.07".into(),
    /// #     law: sprague_certificate::Law::Table {},
    /// #     theorem: sprague_certificate::Theorem::Definition,
    /// #     count: None,
    /// #     splits: vec![],
    /// #     values: vec![0, 0, 1, 1, 2],
    /// # };
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// let pressed = AtomicBool::new(true);
    /// let stop = || pressed.load(Ordering::Relaxed);
    /// let work = sprague_check::Work::default().stopped_by(&stop);
    /// assert_eq!(sprague_check::check(&certificate, &work), Err(sprague_check::Fault::Interrupted));
    /// ```
    pub fn stopped_by(self, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Work { stop, ..self }
    }

    /// Account for steps that are about to be made.
    pub(crate) fn charge(&self, steps: usize) -> Result<(), Fault> {
        if (self.stop)() {
            return Err(Fault::Interrupted);
        }
        let add = |spent: u64| spent.checked_add(steps as u64).filter(|&all| all <= self.steps);
        match self.spent.fetch_update(Relaxed, Relaxed, add) {
            Ok(_) => Ok(()),
            Err(_) => refuse(format!("the check needs more than {} steps, the limit in force", self.steps)),
        }
    }

    /// Steps accounted for so far.
    pub fn spent(&self) -> u64 {
        self.spent.load(Relaxed)
    }

    /// Bytes that are kept in something other than a buffer.
    pub(crate) fn hold(&self, bytes: u64, what: &'static str) -> Result<Hold<'_>, Fault> {
        self.memory.hold(bytes, what)
    }

    /// A list that grows with what is pushed; every growth is counted.
    pub(crate) fn list<T>(&self, what: &'static str) -> Result<Buffer<'_, T>, Fault> {
        self.memory.room(0, what)
    }

    /// Room for items, none in it yet.
    pub(crate) fn room<T>(&self, room: usize, what: &'static str) -> Result<Buffer<'_, T>, Fault> {
        self.memory.room(room, what)
    }

    /// A buffer of equal items.
    pub(crate) fn buffer<T: Clone>(
        &self,
        length: usize,
        item: T,
        what: &'static str,
    ) -> Result<Buffer<'_, T>, Fault> {
        let mut buffer = self.memory.room(length, what)?;
        while buffer.len() < length {
            let next = length.min(buffer.len() + PORTION);
            self.charge(next - buffer.len())?;
            buffer.resize(next, item.clone())?;
        }
        Ok(buffer)
    }

    /// Do jobs 0, 1, …, n − 1 on all threads, each thread with its own scratch; a thread that cannot be had,
    /// or for whose scratch there is no memory, is done without. Jobs are begun in order and none is begun
    /// after a fault, so the fault returned is that of the first job that has one.
    pub(crate) fn each<S: Send>(
        &self,
        jobs: usize,
        scratch: impl Fn() -> Result<S, Fault>,
        job: impl Fn(usize, &mut S) -> Result<(), Fault> + Sync,
    ) -> Result<(), Fault> {
        let next = AtomicUsize::new(0);
        let first: Mutex<Option<(usize, Fault)>> = Mutex::new(None);
        let run = |mut scratch: S| {
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
        let own = scratch()?;
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(jobs) {
                let Ok(scratch) = scratch() else { break };
                let run = &run;
                let _ = std::thread::Builder::new().spawn_scoped(scope, move || run(scratch));
            }
            run(own);
        });
        let first = first.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        first.map_or(Ok(()), |(_, fault)| Err(fault))
    }
}

#[cfg(test)]
mod tests;
