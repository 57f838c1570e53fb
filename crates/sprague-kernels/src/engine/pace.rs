//! How many values to compute between two calls of the watcher.
//!
//! Some rules give ten million values a second, others a hundred. So the time that the last values took says
//! how many come next: as many as take [`TARGET`], so that an interrupt and a progress bar are served many
//! times a second at any speed.

use std::time::Duration;

/// Time between two calls.
const TARGET: Duration = Duration::from_millis(40);
/// Values of the first step, and most values of any.
const FIRST: usize = 1 << 10;
const MOST: usize = 1 << 20;

/// The length of the next step.
#[derive(Clone, Debug)]
pub struct Pace {
    step: usize,
}

impl Default for Pace {
    fn default() -> Self {
        Pace { step: FIRST }
    }
}

impl Pace {
    /// How many values to compute next.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Records how long a number of values took. The step at most doubles, as values get slower while there
    /// are more of them.
    pub fn took(&mut self, values: usize, time: Duration) {
        let share = TARGET.as_secs_f64() / time.as_secs_f64().max(1e-9);
        let fits = (values.max(1) as f64 * share) as usize;
        self.step = fits.clamp(1, (2 * self.step).min(MOST));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_take_about_the_target_whatever_the_speed() {
        for rate in [1e1, 1e3, 1e5, 1e7] {
            let mut pace = Pace::default();
            for _ in 0..40 {
                let values = pace.step();
                pace.took(values, Duration::from_secs_f64(values as f64 / rate));
            }
            let time = pace.step() as f64 / rate;
            assert!(time <= 0.1, "{rate} values a second: {time} s");
            assert!(pace.step() == 1 || time >= 0.03, "{rate} values a second: {time} s");
        }
    }
}
