//! How far a computation is: one line on stderr, redrawn on a terminal, written every ten seconds on a pipe.
//!
//! What is shown never goes back: work that is done in stretches reports each of them from its own beginning. The
//! remaining time follows the work that is really left: with a share x done after t seconds and t ∝ x^e, it is t·(x^−e − 1), where e is
//! read off the share that was done at half the time. So it comes down also where every value takes longer than the one before.

use crate::report::{grouped, rate, roughly};
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Short work shows nothing.
const PATIENCE: Duration = Duration::from_millis(600);
/// Time between two drawings on a terminal, and between two lines on a pipe.
const REDRAW: Duration = Duration::from_millis(150);
const PIPE: Duration = Duration::from_secs(10);
/// Work that will take longer than this is announced in a line of its own.
const LONG: f64 = 60.0;
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
    /// Seconds and share done, at growing distances.
    history: Vec<(f64, f64)>,
    share: f64,
    left: Option<(f64, f64)>,
    /// Where the current stretch of work began: seconds and steps.
    stretch: (f64, u64),
    done: u64,
    announced: bool,
    on_screen: bool,
}

impl Progress {
    pub fn new() -> Self {
        let terminal = std::io::stderr().is_terminal();
        let seconds = std::env::var("SPRAGUE_PROGRESS").ok().and_then(|text| text.parse().ok());
        let every = seconds.map_or(if terminal { REDRAW } else { PIPE }, Duration::from_secs_f64);
        Progress { terminal, every, state: Mutex::new(None) }
    }

    /// So many steps are done of so many in all, 0 if nobody knows.
    pub fn tell(&self, done: u64, all: u64, unit: Option<&str>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = state.get_or_insert_with(State::new);
        state.note(done, all);
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
        // Nobody is left to tell if stderr is closed.
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
        State {
            start: Instant::now(),
            drawn: None,
            history: vec![],
            share: 0.0,
            left: None,
            stretch: (0.0, 0),
            done: 0,
            announced: false,
            on_screen: false,
        }
    }

    fn note(&mut self, done: u64, all: u64) {
        let now = self.start.elapsed().as_secs_f64();
        if done < self.done {
            self.stretch = (now, done);
        }
        self.done = done;
        let share = if all == 0 { 0.0 } else { (done as f64 / all as f64).min(1.0) };
        if share > self.share {
            self.share = share;
            if self.history.last().is_none_or(|&(then, _)| now > then * 1.05 + 0.01) {
                self.history.push((now, share));
            }
        }
    }

    /// Seconds that are left, if there is a share to tell it by.
    fn remaining(&mut self) -> Option<f64> {
        let now = self.start.elapsed().as_secs_f64();
        if self.share < 0.001 || now < 0.3 {
            return None;
        }
        let before = self.history.iter().rev().find(|&&(then, share)| then <= now / 2.0 && share > 0.0);
        let exponent =
            before.map_or(1.0, |&(then, share)| (now / then).ln() / (self.share / share).ln().max(1e-6));
        let fresh = now * (self.share.powf(-exponent.clamp(1.0, 3.0)) - 1.0);
        let smooth = match self.left {
            Some((then, left)) => 0.6 * (left - (now - then)).max(0.0) + 0.4 * fresh,
            None => fresh,
        };
        self.left = Some((now, smooth));
        Some(smooth)
    }

    fn line(&mut self, unit: Option<&str>) -> String {
        let (since, from) = self.stretch;
        let seconds = (self.start.elapsed().as_secs_f64() - since).max(1e-3);
        let speed =
            unit.map(|unit| format!("{} {unit}/s", rate(self.done.saturating_sub(from) as f64 / seconds)));
        let mut parts = Vec::new();
        match self.remaining() {
            Some(left) => {
                // 100 % is said by the answer.
                parts.push(format!("{:>2.0} %", (self.share * 100.0).floor().min(99.0)));
                parts.extend(speed);
                parts.push(format!("{} left", roughly(left)));
            }
            None => {
                if let Some(unit) = unit.filter(|_| self.done > 0) {
                    parts.push(format!("{} {unit}", grouped(self.done)));
                }
                parts.extend(speed);
                parts.push(roughly(self.start.elapsed().as_secs_f64().floor()));
            }
        }
        parts.join(", ")
    }

    fn bar(&self) -> String {
        if self.share == 0.0 {
            return String::new();
        }
        let full = (self.share * BAR as f64) as usize;
        format!("[{}{}]", "#".repeat(full), "-".repeat(BAR - full))
    }

    /// Said once, if the work will take minutes.
    fn announcement(&mut self) -> Option<String> {
        let (_, left) = self.left.filter(|&(_, left)| left > LONG && !self.announced)?;
        self.announced = true;
        Some(format!("this takes about {}; Ctrl-C stops it", roughly(left)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_never_goes_back() {
        let mut state = State::new();
        let mut shown = 0.0;
        for (done, all) in [(10, 100), (50, 100), (5, 200), (60, 200), (199, 200), (0, 0), (1, 1000)] {
            state.note(done, all);
            assert!(state.share >= shown);
            shown = state.share;
        }
        assert!((shown - 0.995).abs() < 1e-9);
    }

    #[test]
    fn the_remaining_time_knows_that_later_values_take_longer() {
        let mut state = State::new();
        state.start = Instant::now() - Duration::from_secs(16);
        // t = 64·x²: a quarter after 4 s, half after 16 s, so 48 s are left and not 16.
        state.history = vec![(1.0, 0.125), (4.0, 0.25)];
        state.share = 0.5;
        let left = state.remaining().unwrap();
        assert!((44.0..52.0).contains(&left), "{left}");
    }
}
