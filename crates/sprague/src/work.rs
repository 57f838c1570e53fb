//! What a computation may use, and whom it tells how far it has come.

use crate::simd::Level;
use crate::{Error, Result};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Called now and then with steps done and steps in all (0 if unknown); `false` asks to stop.
pub type Watch<'a> = dyn Fn(u64, u64) -> bool + Sync + 'a;

/// Memory budget, threads, vector instructions and watcher of one computation.
///
/// ```
/// let seen = std::sync::atomic::AtomicU64::new(0);
/// let watch = |done: u64, _all: u64| { seen.store(done, std::sync::atomic::Ordering::Relaxed); true };
/// let work = sprague::Work::new(1 << 30, &watch).with_threads(1);
/// assert!(work.fits("a table", 1u64 << 40).is_err());
/// ```
pub struct Work<'a> {
    memory: u64,
    /// All processors if nobody said how many.
    threads: Option<usize>,
    level: Option<Level>,
    watch: &'a Watch<'a>,
    solvers: AtomicU64,
    /// What the watcher was told last.
    told: [AtomicU64; 2],
    stopped: AtomicBool,
    /// How many steps there are in all, where single stretches do not know it; 0 if nobody does.
    goal: AtomicU64,
    until: Mutex<Option<Instant>>,
}

impl std::fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work")
            .field("memory", &self.memory)
            .field("threads", &self.threads())
            .field("level", &self.level)
            .finish_non_exhaustive()
    }
}

impl<'a> Work<'a> {
    /// At most `memory` bytes, all processors, reporting to `watch`.
    pub fn new(memory: u64, watch: &'a Watch<'a>) -> Self {
        Work {
            memory,
            threads: None,
            level: None,
            watch,
            solvers: AtomicU64::new(0),
            told: Default::default(),
            stopped: AtomicBool::new(false),
            goal: AtomicU64::new(0),
            until: Mutex::new(None),
        }
    }

    /// 4 GiB and nobody watching: what examples and tests use.
    pub fn quiet() -> Work<'static> {
        Work::new(4 << 30, &|_, _| true)
    }

    /// The same with so many threads, at least one.
    pub fn with_threads(self, threads: usize) -> Self {
        Work { threads: Some(threads.max(1)), ..self }
    }

    /// The same with the vector instructions of one level, where each kernel would take those that are the faster ones for it.
    pub fn with_level(self, level: Level) -> Self {
        Work { level: Some(level), ..self }
    }

    /// Refuses what does not fit the memory budget.
    pub fn fits(&self, what: &str, needed: impl Into<u128>) -> Result<()> {
        let needed = needed.into();
        if needed <= u128::from(self.memory) {
            return Ok(());
        }
        Err(Error::Memory { what: what.to_string(), needed, available: self.memory })
    }

    /// Tells the watcher; an error if it asks to stop, or if the time given is over.
    pub fn tell(&self, done: u64, all: u64) -> Result<()> {
        let all = match self.goal.load(Ordering::Relaxed) {
            Self::UNKNOWN => 0,
            goal => {
                if all == 0 {
                    0
                } else {
                    all.max(goal)
                }
            }
        };
        self.told[0].store(done, Ordering::Relaxed);
        self.told[1].store(all, Ordering::Relaxed);
        if self.is_stopped() {
            return Err(Error::Interrupted);
        }
        let until = *self.until.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if until.is_some_and(|until| Instant::now() > until) { Err(Error::OutOfTime) } else { Ok(()) }
    }

    /// Whether the watcher asks to stop, told again what it was told last. Once it has asked, the next
    /// [`Work::tell`] is an error, so that loops may end early and leave that to their caller.
    pub fn is_stopped(&self) -> bool {
        let [done, all] = [0, 1].map(|i| self.told[i].load(Ordering::Relaxed));
        if !self.stopped.load(Ordering::Relaxed) && !(self.watch)(done, all) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.stopped.load(Ordering::Relaxed)
    }

    /// A goal that nobody knows, as that of a search.
    pub(crate) const UNKNOWN: u64 = u64::MAX;

    /// Computes towards so many steps in all, stretch by stretch: the watcher is told of all of them.
    pub(crate) fn towards<T>(&self, goal: u64, compute: impl FnOnce() -> T) -> T {
        self.goal.store(goal, Ordering::Relaxed);
        let result = compute();
        self.goal.store(0, Ordering::Relaxed);
        result
    }

    /// Computes for so long at the most; then [`Work::tell`] fails with [`Error::OutOfTime`].
    pub(crate) fn within<T>(&self, time: Duration, compute: impl FnOnce() -> T) -> T {
        let set = |until| *self.until.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = until;
        set(Some(Instant::now() + time));
        let result = compute();
        set(None);
        result
    }

    /// The watcher itself, for solvers that call it from several threads.
    pub fn watch(&self) -> &'a Watch<'a> {
        self.watch
    }

    /// The memory budget in bytes.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// How many threads may be used.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(processors)
    }

    /// The level that was asked for, or the widest one of at most so many bits: what a kernel runs with that is fastest there.
    pub fn level(&self, bits: usize) -> Level {
        self.level.unwrap_or_else(|| Level::widest(bits))
    }

    /// Runs a computation on a pool of [`Work::threads`] threads; rayon's global pool is never used.
    pub fn on_threads<T: Send>(&self, compute: impl FnOnce() -> Result<T> + Send) -> Result<T> {
        // Outside of any pool, asking for its number of threads would make the global one.
        if rayon::current_thread_index().is_some() && rayon::current_num_threads() == self.threads() {
            return compute();
        }
        match rayon::ThreadPoolBuilder::new().num_threads(self.threads()).build() {
            Ok(pool) => pool.install(compute),
            Err(error) => {
                Err(Error::unsupported(format!("cannot start {} threads: {error}", self.threads())))
            }
        }
    }

    /// Notes that a rule is being solved.
    pub(crate) fn count_solver(&self) {
        self.solvers.fetch_add(1, Ordering::Relaxed);
    }

    /// How often a rule was solved so far: what is known is handed on, so one question solves each rule once.
    pub fn solvers(&self) -> u64 {
        self.solvers.load(Ordering::Relaxed)
    }
}

/// How many processors there are. Found out once: it takes longer than a small answer.
fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
