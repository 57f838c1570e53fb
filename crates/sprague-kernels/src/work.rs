//! Resource limits, cancellation and progress reporting for one computation.

use crate::simd::Level;
use crate::{Deadline, Error, Result};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Whether threads can be started: not in WebAssembly, where asking for one fails.
pub(crate) const THREADS: bool = !cfg!(target_family = "wasm");

/// Called now and then with steps done and steps in all (0 if unknown); `false` asks to stop.
pub type Watch<'a> = dyn Fn(u64, u64) -> bool + Sync + 'a;

/// Memory budget, threads, vector instructions, deadline and progress sink of one computation.
///
/// A context does not change: [`Work::within`], [`Work::towards`], [`Work::with_threads`] and the like derive
/// another one that reports to the same sink, so deadlines nest.
///
/// ```
/// use sprague_kernels::{Error, Work};
/// use std::time::Duration;
/// let seen = std::sync::atomic::AtomicU64::new(0);
/// let watch = |done: u64, _all: u64| { seen.store(done, std::sync::atomic::Ordering::Relaxed); true };
/// let work = Work::new(1 << 30, &watch).with_threads(1);
/// assert!(work.fits("a table", 1u64 << 40).is_err());
/// // The outer deadline holds inside of any other.
/// let over = work.within(Duration::ZERO);
/// std::thread::sleep(Duration::from_millis(1));
/// assert_eq!(over.within(Duration::MAX).tell(1, 2), Err(Error::OutOfTime));
/// assert_eq!(work.tell(1, 2), Ok(()));
/// ```
#[derive(Clone)]
pub struct Work<'a> {
    memory: u64,
    /// All processors if `None`.
    threads: Option<usize>,
    level: Option<Level>,
    deadline: Deadline,
    goal: Goal,
    watch: &'a Watch<'a>,
    shared: Arc<Shared>,
}

/// How many steps there are in all.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// What each part of the computation says of itself.
    Own,
    /// At least this many: the computation is done in parts.
    Steps(u64),
    /// Unknown, whatever a part says: a search.
    Unknown,
}

/// What a context and all that were derived from it share.
#[derive(Default)]
struct Shared {
    solvers: AtomicU64,
    /// The last report: steps done, steps in all.
    reported: [AtomicU64; 2],
    stopped: AtomicBool,
}

impl std::fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work")
            .field("memory", &self.memory)
            .field("threads", &self.threads())
            .field("level", &self.level)
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}

impl<'a> Work<'a> {
    /// At most `memory` bytes, all processors, no deadline, reporting to `watch`.
    pub fn new(memory: u64, watch: &'a Watch<'a>) -> Self {
        Work {
            memory,
            threads: None,
            level: None,
            deadline: Deadline::NEVER,
            goal: Goal::Own,
            watch,
            shared: Arc::default(),
        }
    }

    /// 4 GiB and no progress reports: for examples and tests.
    pub fn quiet() -> Work<'static> {
        Work::new(4 << 30, &|_, _| true)
    }

    /// The same with another number of threads, at least one.
    pub fn with_threads(self, threads: usize) -> Self {
        Work { threads: Some(threads.max(1)), ..self }
    }

    /// The same with the vector instructions of one level, or with `None` the fastest level for each kernel.
    pub fn with_level(self, level: impl Into<Option<Level>>) -> Self {
        Work { level: level.into(), ..self }
    }

    /// The same with a deadline: after `time`, or at the present deadline if that is earlier, [`Work::tell`]
    /// fails with [`Error::OutOfTime`].
    pub fn within(&self, time: Duration) -> Self {
        Work { deadline: self.deadline.min(Deadline::after(time)), ..self.clone() }
    }

    /// The same without a deadline: for what has to be done once a search has run out of time.
    pub fn without_deadline(&self) -> Self {
        Work { deadline: Deadline::NEVER, ..self.clone() }
    }

    /// The same for a computation of `goal` steps that is done in parts: reports name the goal.
    pub fn towards(&self, goal: u64) -> Self {
        Work { goal: Goal::Steps(goal), ..self.clone() }
    }

    /// The same for a search, which may end at any step: reports name no number of steps in all.
    pub fn towards_unknown(&self) -> Self {
        Work { goal: Goal::Unknown, ..self.clone() }
    }

    /// Refuses what does not fit the memory budget.
    pub fn fits(&self, what: &str, needed: impl Into<u128>) -> Result<()> {
        let needed = needed.into();
        if needed <= u128::from(self.memory) {
            return Ok(());
        }
        Err(Error::Memory { what: what.to_string(), needed, available: self.memory, largest: None })
    }

    /// Refuses a size whose bytes do not fit the memory budget, and names the largest that does; more takes
    /// more.
    ///
    /// ```
    /// use sprague_kernels::Work;
    /// let work = Work::new(1000, &|_, _| true);
    /// assert!(work.fits_size("a table to 333", 333, |n| u128::from(n) * 3).is_ok());
    /// let refused = work.fits_size("a table to 334", 334, |n| u128::from(n) * 3).unwrap_err();
    /// assert!(refused.to_string().ends_with("the largest size that fits is 333"));
    /// ```
    pub fn fits_size(&self, what: &str, size: u64, bytes: impl Fn(u64) -> u128) -> Result<()> {
        self.fits(what, bytes(size)).map_err(|error| match error {
            Error::Memory { what, needed, available, .. } => {
                let (mut fits, mut too_large) = (0, size);
                while too_large - fits > 1 {
                    let middle = fits + (too_large - fits) / 2;
                    if bytes(middle) <= u128::from(available) { fits = middle } else { too_large = middle }
                }
                Error::Memory { what, needed, available, largest: Some(fits.to_string()) }
            }
            other => other,
        })
    }

    /// Reports progress; an error if the watcher asks to stop, or if the deadline has passed.
    pub fn tell(&self, done: u64, all: u64) -> Result<()> {
        let all = match self.goal {
            Goal::Own => all,
            Goal::Steps(goal) if all > 0 => all.max(goal),
            Goal::Steps(_) | Goal::Unknown => 0,
        };
        let [last_done, last_all] = &self.shared.reported;
        last_done.store(done, Ordering::Relaxed);
        last_all.store(all, Ordering::Relaxed);
        self.poll()
    }

    /// An error if the watcher asks to stop, or if the deadline has passed; reports no progress.
    pub fn poll(&self) -> Result<()> {
        if self.is_stopped() {
            return Err(Error::Interrupted);
        }
        if self.deadline.is_over() { Err(Error::OutOfTime) } else { Ok(()) }
    }

    /// Whether the watcher asks to stop, which gets the last report again. Once it has asked, the next
    /// [`Work::tell`] is an error, so that loops may end early and leave that to their caller.
    pub fn is_stopped(&self) -> bool {
        let Shared { reported, stopped, .. } = &*self.shared;
        let [done, all] = reported.each_ref().map(|report| report.load(Ordering::Relaxed));
        if !stopped.load(Ordering::Relaxed) && !(self.watch)(done, all) {
            stopped.store(true, Ordering::Relaxed);
        }
        stopped.load(Ordering::Relaxed)
    }

    /// The watcher itself, for solvers that call it from several threads.
    pub fn watch(&self) -> &'a Watch<'a> {
        self.watch
    }

    /// The memory budget in bytes.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The number of threads that may be used; one where there are no threads, whatever was asked for.
    pub fn threads(&self) -> usize {
        if THREADS { self.threads.unwrap_or_else(processors) } else { 1 }
    }

    /// The level that was asked for, or the widest one of at most `bits` bits. Wider is not always faster: a
    /// kernel asks for the width that was measured to be fastest, or for 256 bits where that is unknown.
    pub fn level(&self, bits: usize) -> Level {
        self.level.unwrap_or_else(|| Level::widest(bits))
    }

    /// Runs a computation on a pool of [`Work::threads`] threads; rayon's global pool is never used.
    #[cfg(not(target_family = "wasm"))]
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

    /// Runs a computation on the calling thread: there are no others.
    #[cfg(target_family = "wasm")]
    pub fn on_threads<T: Send>(&self, compute: impl FnOnce() -> Result<T> + Send) -> Result<T> {
        compute()
    }

    /// Notes that a rule is being solved.
    pub fn count_solver(&self) {
        self.shared.solvers.fetch_add(1, Ordering::Relaxed);
    }

    /// How often a rule was solved so far: one question solves each rule once.
    pub fn solvers(&self) -> u64 {
        self.shared.solvers.load(Ordering::Relaxed)
    }
}

/// The number of processors, found once: that takes longer than a small answer.
fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
