//! Reports now and then how far a computation is.

use sprague::{Pace, Work};
use sprague_routes::{Limits, Problem, Progress};
use std::sync::{Mutex, PoisonError};

/// Seconds between two reports.
const TICK: f64 = 0.25;

/// Receives progress.
pub type Tell<'a> = dyn Fn(&Progress) + Sync + 'a;

/// Computes within the limits, and reports about four times a second.
pub fn watched<T>(
    limits: &Limits,
    tell: &Tell,
    compute: impl FnOnce(&Work) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let pace = Mutex::new((Pace::new(), TICK));
    let watch = |done, all| {
        let (pace, next) = &mut *pace.lock().unwrap_or_else(PoisonError::into_inner);
        pace.note(done, all);
        if pace.seconds() >= *next {
            *next = pace.seconds() + TICK;
            tell(&Progress::of(pace));
        }
        true
    };
    let answered = compute(&limits.work(&watch).within(limits.time));
    // A computation is not stopped from inside: one that was stopped is out of time.
    let late = |problem: &Problem| ["time", "stopped"].contains(&problem.code);
    answered.map_err(|problem| if late(&problem) { out_of_time(limits) } else { problem })
}

fn out_of_time(limits: &Limits) -> Problem {
    let seconds = limits.time.as_secs_f64();
    let line = format!("this took longer than the {seconds} s that one question has; ask for less");
    Problem::new(503u16, "time", line)
}
