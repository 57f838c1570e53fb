//! Every computation runs on another thread. The calling thread releases the interpreter and wakes up now and
//! then: for Ctrl-C, which it raises at once while the computation winds down by itself, and to report
//! progress to a callback.
//!
//! Threads are kept between calls, since starting them costs more than a small answer. A pool serves one call
//! at a time, so that no call waits for another one's work. For the same reason a computation begins with one
//! thread, and begins again with all of them if it is not done within a millisecond. Where a law is known
//! already, the calling thread itself tries first.

use crate::failure::Failure;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use sprague::ask::catch_panic;
use sprague::simd::Level;
use sprague::{Deadline, Error, Work};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two polls of signals and progress.
const POLL: Duration = Duration::from_millis(50);
/// What takes longer is worth waking more threads than one.
const QUICK: Duration = Duration::from_millis(1);
/// Idle pools that are kept.
const MOST_IDLE: usize = 4;
/// How long a measurement of the free memory stays valid.
const MEMORY_HOLDS: Duration = Duration::from_millis(500);
/// If nothing can be found out about memory.
const CAUTIOUS_MEMORY: u64 = 1 << 30;

/// Resource limits and progress reporting for one computation.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Settings {
    memory: Option<u64>,
    threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Py<PyAny>>,
}

/// What the two threads know of each other.
pub struct Shared {
    stop: AtomicBool,
    /// When the computation is to be left off, to begin again with more threads.
    until: Option<Deadline>,
    done: AtomicU64,
    all: AtomicU64,
    pub memory: u64,
    pub threads: usize,
    /// How long the computation may take.
    pub time: Option<Duration>,
}

impl Shared {
    fn new(settings: &Settings, threads: usize, until: Option<Deadline>) -> Arc<Self> {
        let (stop, done, all) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
        let memory = settings.memory.unwrap_or_else(available);
        let time = settings.time.map(|time| Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX));
        Arc::new(Shared { stop, until, done, all, memory, threads, time })
    }

    fn is_late(&self) -> bool {
        self.until.is_some_and(Deadline::is_over)
    }

    /// Whether to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.is_late()
    }

    /// Notes how far the computation is; `false` asks to stop.
    pub fn note(&self, done: u64, all: u64) -> bool {
        self.done.store(done, Relaxed);
        self.all.store(all, Relaxed);
        !self.stopped()
    }

    /// Lets the engine work, watched by this.
    pub fn work<T>(&self, compute: impl FnOnce(&Work) -> sprague::Result<T>) -> Result<T, Failure> {
        let watch = |done, all| self.note(done, all);
        let name = std::env::var_os("SPRAGUE_SIMD");
        let level = name.map(|name| Level::from_name(&name.to_string_lossy())).transpose()?;
        let work = Work::new(self.memory, &watch).with_threads(self.threads).with_level(level);
        Ok(compute(&self.time.map_or_else(|| work.clone(), |time| work.within(time)))?)
    }
}

/// Runs a computation on separate threads while signals are polled.
pub fn run<T, F>(py: Python<'_>, settings: &Settings, compute: F) -> PyResult<T>
where
    T: Send + 'static,
    F: Fn(&Shared) -> Result<T, Failure> + Send + Sync + 'static,
{
    let threads = settings.threads.unwrap_or_else(|| Work::quiet().threads()).clamp(1, 1024);
    let compute = Arc::new(compute);
    if threads > 1 {
        let shared = Shared::new(settings, 1, Some(Deadline::after(QUICK)));
        match on_pool(py, settings, &shared, compute.clone())? {
            Err(failure) if failure.is_interruption() && shared.is_late() => {}
            result => return Ok(result?),
        }
    }
    Ok(on_pool(py, settings, &Shared::new(settings, threads, None), compute)??)
}

/// Runs a computation on this thread if it is done within a millisecond, else as [`run`] does.
///
/// For questions that ask the watcher often: signals wait for as long as it takes to notice that the time is
/// over.
pub fn run_quick<T, F>(py: Python<'_>, settings: &Settings, compute: F) -> PyResult<T>
where
    T: Send + 'static,
    F: Fn(&Shared) -> Result<T, Failure> + Send + Sync + 'static,
{
    if !is_pool_of_one() {
        return run(py, settings, compute);
    }
    let shared = Shared::new(settings, 1, Some(Deadline::after(QUICK)));
    match py.detach(|| catch_panic(|| compute(&shared))) {
        Err(failure) if failure.is_interruption() => run(py, settings, compute),
        result => Ok(result?),
    }
}

/// Makes this thread a pool of one, so that the engine finds one and starts no threads. It stays one.
fn is_pool_of_one() -> bool {
    thread_local! {
        static POOL: Option<ThreadPool> = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().ok();
    }
    POOL.with(Option::is_some) && rayon::current_num_threads() == 1
}

/// Runs a computation on a pool, and waits for it or for a signal.
fn on_pool<T, F>(
    py: Python<'_>,
    settings: &Settings,
    shared: &Arc<Shared>,
    compute: Arc<F>,
) -> PyResult<Result<T, Failure>>
where
    T: Send + 'static,
    F: Fn(&Shared) -> Result<T, Failure> + Send + Sync + 'static,
{
    let pool = take_pool(shared.threads)?;
    let (send, mut receive) = sync_channel(1);
    let theirs = shared.clone();
    pool.spawn(move || {
        // After an interruption the receiver is gone.
        let _ = send.send(catch_panic(|| compute(&theirs)));
    });
    let mut told = (0, 0);
    loop {
        let (result, again) = py.detach(move || (receive.recv_timeout(POLL), receive));
        receive = again;
        match result {
            Ok(result) => {
                keep_pool(pool);
                return Ok(result);
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Ok(Err(Error::Internal("the computation ended without a result".into()).into()));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = look_up(py, settings, shared, &mut told) {
                    shared.stop.store(true, Relaxed);
                    return Err(error);
                }
            }
        }
    }
}

/// Raises what a signal handler raises, and tells the callback what is new.
fn look_up(py: Python<'_>, settings: &Settings, shared: &Shared, told: &mut (u64, u64)) -> PyResult<()> {
    py.check_signals()?;
    let now = (shared.done.load(Relaxed), shared.all.load(Relaxed));
    if let Some(progress) = settings.progress.as_ref().filter(|_| now != *told) {
        *told = now;
        progress.call1(py, now)?;
    }
    Ok(())
}

/// Idle pools of the process that made them: a forked child has none of the threads.
static IDLE: Mutex<(u32, Vec<ThreadPool>)> = Mutex::new((0, Vec::new()));

fn take_pool(threads: usize) -> PyResult<ThreadPool> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if idle.0 != process {
        // The parent's pools cannot even be told to end here.
        idle.1.drain(..).for_each(std::mem::forget);
        idle.0 = process;
    }
    if let Some(at) = idle.1.iter().position(|pool| pool.current_num_threads() == threads) {
        return Ok(idle.1.swap_remove(at));
    }
    drop(idle);
    let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("sprague-{i}")).build();
    pool.map_err(|error| {
        let line = format!("cannot start {threads} threads: {error}");
        Failure::Engine(Error::Unsupported(line)).into()
    })
}

fn keep_pool(pool: ThreadPool) {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if idle.1.len() < MOST_IDLE && idle.0 == std::process::id() {
        idle.1.push(pool);
    }
}

/// Bytes that are free now, for the machine and its control group, believed for a moment.
fn available() -> u64 {
    static LAST: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, bytes)) = last.filter(|(at, _)| at.elapsed() < MEMORY_HOLDS) {
        return bytes;
    }
    let bytes = sprague_process::free_memory().unwrap_or(CAUTIOUS_MEMORY);
    *last = Some((Instant::now(), bytes));
    bytes
}
