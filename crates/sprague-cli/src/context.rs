//! The context of a command: output, memory, threads, progress and Ctrl-C.

use crate::args::Command;
use crate::args::Output;
use crate::memory;
use crate::progress::Progress;
use crate::store::reader::{Asked, ReadLaw, Recorded};
use anyhow::{Context as _, anyhow};
use sprague::Work;
use sprague::laws::NimSequence;
use sprague::simd::Level;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long a step may go on after Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(600);

static STOP: AtomicBool = AtomicBool::new(false);

/// Whether nothing is being computed, so that Ctrl-C may end the program at once.
static IDLE: AtomicBool = AtomicBool::new(false);

/// Whether something is being brought to the disk, which is waited for.
static SAVING: AtomicBool = AtomicBool::new(false);
/// The longest time allowed.
const SAVING_PATIENCE: Duration = Duration::from_secs(20);

/// What is said when a step is not waited for.
static LAST_WORDS: Mutex<Option<String>> = Mutex::new(None);

/// From now on, something is said when a step is not waited for.
pub fn say_when_interrupted(line: String) {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = Some(line);
}

/// As long as this is kept, an interruption waits for what is being saved.
pub fn saving() -> Saving {
    SAVING.store(true, Ordering::Relaxed);
    Saving
}

/// See [`saving`].
pub struct Saving;

impl Drop for Saving {
    fn drop(&mut self) {
        SAVING.store(false, Ordering::Relaxed);
    }
}

/// Ends the program soon: asked twice, or idle, at once.
fn interrupt() {
    let idle = IDLE.load(Ordering::Relaxed);
    if idle {
        crate::play::give_back();
        let _ = writeln!(std::io::stdout()); // The process ends, whether or not it could be written.
    }
    if STOP.swap(true, Ordering::Relaxed) || idle {
        std::process::exit(130); // asked twice, or nothing to stop
    }
    // Loops are asked to end and nearly all do at once; a step that takes long by itself is not waited for.
    // Nothing is lost: files are replaced whole.
    std::thread::spawn(|| {
        std::thread::sleep(PATIENCE);
        let start = std::time::Instant::now();
        while SAVING.load(Ordering::Relaxed) && start.elapsed() < SAVING_PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        if start.elapsed() > Duration::from_millis(5) {
            std::thread::sleep(Duration::from_millis(200)); // time to report what was saved
        }
        let line = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner).take();
        crate::complain(line.as_deref().unwrap_or("interrupted"));
        std::process::exit(130);
    });
}

/// From now on SIGTERM is answered as Ctrl-C is.
pub fn listen_for_termination() -> anyhow::Result<()> {
    sprague_process::on_termination(|_| interrupt()).context("cannot listen for signals")
}

/// From now on the program waits for a player: Ctrl-C ends it.
pub fn at_the_board() {
    IDLE.store(true, Ordering::Relaxed);
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// The level of vector instructions that the environment variable `SPRAGUE_SIMD` names; an error if it is not
/// available.
pub fn requested_level() -> anyhow::Result<Option<Level>> {
    let name = std::env::var_os("SPRAGUE_SIMD");
    name.map(|name| Level::from_name(&name.to_string_lossy())).transpose().context("SPRAGUE_SIMD")
}

/// How a command prints and what it may use.
pub struct Context {
    pub json: bool,
    pub bare: bool,
    pub threads: usize,
    pub memory: u64,
    /// What `--memory` asks for.
    pub wanted_memory: Option<u64>,
    /// What is known by the run that `@DIR` names, and its law.
    pub known: Option<NimSequence>,
    pub law: Option<ReadLaw>,
    progress: Progress,
}

impl Context {
    pub fn new(output: &Output) -> anyhow::Result<Self> {
        // Before the thread that listens for Ctrl-C starts: while it does, the allocator maps twice the
        // address space that it keeps for it.
        let free = memory::available();
        sprague_process::on_interrupt(interrupt).context("cannot listen for Ctrl-C")?;
        // A file that grows too large is an error of the write, not the end of the program.
        sprague_process::survive_large_files().context("cannot listen for signals")?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Context {
            json: output.json,
            bare: output.bare,
            threads: output.threads.map_or_else(cores, usize::from),
            memory: output.memory.map_or(free, |memory| memory.min(free)),
            wanted_memory: output.memory,
            known: None,
            law: None,
            progress: Progress::new(),
        })
    }

    /// The same with what can be relied on of the run that `@DIR` names.
    pub fn with_run(self, run: Option<(Recorded, Asked)>, command: &Command) -> anyhow::Result<Self> {
        let Some((run, asked)) = run else { return Ok(self) };
        let reading = self.work("values", |work| Ok(run.read(&asked, work)))??;
        let known = reading.known;
        if !matches!(command, Command::Law(_)) && known.law().is_none() {
            let within = asked.largest.is_some_and(|largest| largest < known.len() as u64);
            match reading.law {
                Some(ReadLaw::Recorded(_, reason)) if !within => return Err(anyhow!(reason)),
                _ if known.is_empty() => return Err(run.no_values()),
                _ => {}
            }
            let shows = matches!(command, Command::Values(_) | Command::Plot(_));
            if shows && asked.largest.is_some_and(|largest| largest >= known.checked() as u64) {
                crate::complain(&format!(
                    "the values are recorded, and not verified: those below heap {} were recomputed and agree",
                    known.checked()
                ));
            }
        }
        let law = reading.law.filter(|_| known.law().is_none());
        Ok(Context { known: Some(known), law, ..self })
    }

    /// Some of the work was done before.
    pub fn begun(&self, done: u64, all: u64) {
        self.progress.begun(done, all);
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

    /// Runs a computation with the machine's memory as its budget and the progress line watching it, in steps
    /// of a unit.
    pub fn work<T>(
        &self,
        unit: &'static str,
        compute: impl FnOnce(&Work) -> sprague::Result<T>,
    ) -> anyhow::Result<T> {
        let watch = |done: u64, all: u64| {
            self.progress.tell(done, all, Some(unit));
            !interrupted()
        };
        let work = Work::new(self.memory, &watch).with_threads(self.threads).with_level(requested_level()?);
        let result = compute(&work);
        self.progress.clear();
        Ok(result?)
    }
}
