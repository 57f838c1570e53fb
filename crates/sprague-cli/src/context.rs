//! What every command runs in: how to print, how much memory, how many threads, who watches, whom Ctrl-C stops.

use crate::args::Output;
use crate::memory;
use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sprague::Work;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a step may go on after Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(600);

static STOP: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// How a command prints and what it may use.
pub struct Context {
    pub json: bool,
    pub bare: bool,
    pub threads: usize,
    pub memory: u64,
    /// What `--memory` asks for.
    pub wanted_memory: Option<u64>,
    bar: ProgressBar,
}

impl Context {
    pub fn new(output: &Output) -> anyhow::Result<Self> {
        ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130); // asked twice
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
            threads: output.threads.map_or_else(cores, usize::from),
            memory: output.memory.map_or(free, |memory| memory.min(free)),
            wanted_memory: output.memory,
            bar: progress_bar(),
        })
    }

    /// Shows a part from 0 to 1 of some work.
    pub fn progress(&self, part: f64) {
        self.bar.set_length(1000);
        self.bar.set_position((part * 1000.0) as u64);
    }

    /// Takes the progress bar away.
    pub fn clear_progress(&self) {
        self.bar.finish_and_clear();
    }

    /// Runs a computation with the machine's memory as its budget and the progress bar watching.
    pub fn work<T>(&self, compute: impl FnOnce(&Work) -> sprague::Result<T>) -> anyhow::Result<T> {
        let watch = |done: u64, all: u64| {
            self.bar.set_length(all);
            self.bar.set_position(done);
            !interrupted()
        };
        sprague::simd::Level::requested().context("SPRAGUE_SIMD")?;
        let result = compute(&Work::new(self.memory, &watch).with_threads(self.threads));
        self.bar.finish_and_clear();
        Ok(result?)
    }
}

/// Drawn on stderr if that is a terminal, and only now and then.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {percent}%  {per_sec}  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(5)).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
