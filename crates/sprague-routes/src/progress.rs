//! Progress of a computation.

use sprague::Pace;

/// How far a computation is.
#[derive(Debug, Default, Clone, Copy, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Progress {
    /// Whether it waits for others.
    pub waiting: bool,
    /// Steps that are done.
    pub done: u64,
    /// All of its steps, 0 if unknown.
    pub all: u64,
    /// The share that is done, if all of its steps are known.
    pub fraction: Option<f64>,
    /// Steps a second.
    pub rate: Option<f64>,
    /// Seconds that are left, where what was done tells something about that.
    pub remaining: Option<f64>,
    /// Seconds since it began.
    pub seconds: f64,
}

impl Progress {
    /// Progress at some pace.
    pub fn of(pace: &mut Pace) -> Self {
        Progress {
            waiting: false,
            done: pace.done(),
            all: pace.all(),
            fraction: (pace.all() > 0).then(|| pace.share()),
            rate: (pace.done() > 0).then(|| pace.rate()),
            remaining: pace.remaining(),
            seconds: pace.seconds(),
        }
    }
}
