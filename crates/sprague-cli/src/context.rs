//! What every command runs in: how to print, how much memory, how many threads, who watches, whom Ctrl-C stops.

use crate::args::Output;
use crate::memory;
use crate::progress::Progress;
use anyhow::Context as _;
use sprague::Work;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a step may go on after Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(600);

static STOP: AtomicBool = AtomicBool::new(false);

/// Whether nothing is being computed, so that Ctrl-C may end the program at once.
static IDLE: AtomicBool = AtomicBool::new(false);

/// From now on the program waits for a player: Ctrl-C ends it.
pub fn at_the_board() {
    IDLE.store(true, Ordering::Relaxed);
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// How a command prints and what it may use.
pub struct Context {
    pub json: bool,
    pub bare: bool,
    pub verbose: bool,
    pub threads: usize,
    pub memory: u64,
    /// What `--memory` asks for.
    pub wanted_memory: Option<u64>,
    progress: Progress,
}

impl Context {
    pub fn new(output: &Output) -> anyhow::Result<Self> {
        ctrlc::set_handler(|| {
            let idle = IDLE.load(Ordering::Relaxed);
            if idle {
                println!();
            }
            if STOP.swap(true, Ordering::Relaxed) || idle {
                std::process::exit(130); // asked twice, or nothing to stop
            }
            // Loops are asked to end and nearly all do at once; a step that takes long by itself is not waited for.
            // Nothing is lost: files are replaced whole.
            std::thread::spawn(|| {
                std::thread::sleep(PATIENCE);
                crate::complain("interrupted");
                std::process::exit(130);
            });
        })
        .context("cannot listen for Ctrl-C")?;
        // A file that grows too large is an error of the write, not the end of the program.
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())
            .context("cannot listen for signals")?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let free = memory::available();
        Ok(Context {
            json: output.json,
            bare: output.bare,
            verbose: output.verbose,
            threads: output.threads.map_or_else(cores, usize::from),
            memory: output.memory.map_or(free, |memory| memory.min(free)),
            wanted_memory: output.memory,
            progress: Progress::new(),
        })
    }

    /// Shows a part from 0 to 1 of some work.
    pub fn progress(&self, part: f64) {
        self.progress.tell((part * 1e6) as u64, 1_000_000, None);
    }

    /// Shows how many steps of a unit are done.
    pub fn tell(&self, done: u64, all: u64, unit: &'static str) {
        self.progress.tell(done, all, Some(unit));
    }

    /// Takes the progress line away.
    pub fn clear_progress(&self) {
        self.progress.clear();
    }

    /// Runs a computation with the machine's memory as its budget and the progress line watching it, in steps of a unit.
    pub fn work<T>(
        &self,
        unit: &'static str,
        compute: impl FnOnce(&Work) -> sprague::Result<T>,
    ) -> anyhow::Result<T> {
        let watch = |done: u64, all: u64| {
            self.progress.tell(done, all, Some(unit));
            !interrupted()
        };
        sprague::simd::Level::requested().context("SPRAGUE_SIMD")?;
        let result = compute(&Work::new(self.memory, &watch).with_threads(self.threads));
        self.progress.clear();
        Ok(result?)
    }
}
