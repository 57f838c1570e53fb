//! Progress: one line on stderr, redrawn on a terminal, written every ten seconds on a pipe.

use crate::report::{grouped_aside, rate, roughly};
use sprague::Pace;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Short work shows nothing.
const PATIENCE: Duration = Duration::from_millis(600);
/// Time between two drawings on a terminal, and between two lines on a pipe.
const REDRAW: Duration = Duration::from_millis(150);
const PIPE: Duration = Duration::from_secs(10);
/// Work that will take longer than this is announced on a separate line.
const LONG: f64 = 60.0;
/// An estimate made earlier is not announced.
const TRUST: Duration = Duration::from_secs(3);
const BAR: usize = 24;

/// The progress of one command.
pub struct Progress {
    terminal: bool,
    every: Duration,
    state: Mutex<Option<State>>,
}

struct State {
    start: Instant,
    drawn: Option<Instant>,
    pace: Pace,
    announced: bool,
    on_screen: bool,
}

impl Progress {
    pub fn new() -> Self {
        let terminal = std::io::stderr().is_terminal();
        let seconds = std::env::var("SPRAGUE_PROGRESS").ok().and_then(|text| text.parse().ok());
        let every = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let every = every.unwrap_or(if terminal { REDRAW } else { PIPE });
        Progress { terminal, every, state: Mutex::new(None) }
    }

    /// Steps that were done before, and steps in all.
    pub fn begun(&self, done: u64, all: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state = Some(State { pace: Pace::begun(done, all), ..State::new() });
    }

    /// The number of steps done, and of all steps, 0 if unknown.
    pub fn tell(&self, done: u64, all: u64, unit: Option<&str>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = state.get_or_insert_with(State::new);
        state.pace.note(done, all);
        let elapsed = state.start.elapsed();
        let due = state
            .drawn
            .map_or(elapsed >= PATIENCE.max(if self.terminal { PATIENCE } else { self.every }), |drawn| {
                drawn.elapsed() >= self.every
            });
        if !due {
            return;
        }
        state.drawn = Some(Instant::now());
        let line = state.line(unit);
        let mut err = std::io::stderr().lock();
        let announce = state.announcement();
        // If stderr is closed, there is nowhere to report it.
        if self.terminal {
            state.on_screen = true;
            let announce = announce.map_or(String::new(), |line| format!("sprague: {line}\n"));
            let _ = write!(err, "\r\x1b[K{announce}{} {line}", state.bar());
        } else {
            let announce = announce.map_or(String::new(), |line| format!("sprague: {line}\n"));
            let _ = writeln!(err, "{announce}sprague: {line}");
        }
        let _ = err.flush();
    }

    /// Takes the line away.
    pub fn clear(&self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner).take();
        if state.is_some_and(|state| state.on_screen) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl State {
    fn new() -> Self {
        State { start: Instant::now(), drawn: None, pace: Pace::new(), announced: false, on_screen: false }
    }

    fn line(&mut self, unit: Option<&str>) -> String {
        let speed = unit.map(|unit| format!("{} {unit}/s", rate(self.pace.rate())));
        let mut parts = Vec::new();
        match self.pace.remaining() {
            Some(left) => {
                // 100 % is said by the answer.
                parts.push(format!("{:>2.0} %", (self.pace.share() * 100.0).floor().min(99.0)));
                parts.extend(speed);
                parts.push(format!("{} left", roughly(left)));
            }
            None => {
                if let Some(unit) = unit.filter(|_| self.pace.done() > 0) {
                    parts.push(format!("{} {unit}", grouped_aside(self.pace.done())));
                }
                parts.extend(speed);
                parts.push(roughly(self.start.elapsed().as_secs_f64().floor()));
            }
        }
        parts.join(", ")
    }

    fn bar(&self) -> String {
        if self.pace.share() == 0.0 {
            return String::new();
        }
        let full = (self.pace.share() * BAR as f64) as usize;
        format!("[{}{}]", "#".repeat(full), "-".repeat(BAR - full))
    }

    /// Said once, if the work will take minutes.
    fn announcement(&mut self) -> Option<String> {
        let early = self.start.elapsed() < TRUST;
        let left = self.pace.foretold().filter(|&left| left > LONG && !self.announced && !early)?;
        self.announced = true;
        Some(format!("this takes about {}; Ctrl-C stops it", roughly(left)))
    }
}
