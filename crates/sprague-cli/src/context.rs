//! What every command runs in: how to print, how much memory, who watches, whom Ctrl-C stops.

use crate::args::Output;
use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sprague::Work;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static STOP: AtomicBool = AtomicBool::new(false);

/// How a command prints and what it may use.
pub struct Context {
    pub json: bool,
    pub bare: bool,
    memory: u64,
    bar: ProgressBar,
}

impl Context {
    pub fn new(output: &Output) -> anyhow::Result<Self> {
        ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130); // asked twice
            }
        })
        .context("cannot listen for Ctrl-C")?;
        if let Some(threads) = output.threads {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads.into())
                .build_global()
                .context("cannot start the worker threads")?;
        }
        Ok(Context { json: output.json, bare: output.bare, memory: available_memory(), bar: progress_bar() })
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
            !STOP.load(Ordering::Relaxed)
        };
        let mut work = Work::new(self.memory, &watch).with_threads(rayon::current_num_threads());
        if let Ok(name) = std::env::var("SPRAGUE_SIMD") {
            work = work.with_level(sprague::simd::Level::from_name(&name).context("SPRAGUE_SIMD")?);
        }
        let result = compute(&work);
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

/// Memory that is free now, within what the control group grants.
fn available_memory() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let free = system.available_memory();
    system.cgroup_limits().map_or(free, |limits| free.min(limits.free_memory.max(1)))
}
