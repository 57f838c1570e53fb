//! How far a computation is, and how long it will still take.
//!
//! The share that is done never goes back: work that is done in stretches reports each of them from its own
//! beginning. The remaining time follows the work that is really left: with a share x done after t seconds
//! and t ∝ x^e, it is t·(x^−e − 1), where e is read off the share that was done at half the time. So it comes
//! down also where every value takes longer than the one before.

use web_time::Instant;

/// No estimate reaches further than this many times what has passed: so little of the work tells nothing of
/// the rest.
const FARTHEST: f64 = 1000.0;

/// What a watcher of [`Work`](crate::Work) derives from reported steps.
///
/// ```
/// let mut pace = sprague::Pace::new();
/// pace.note(250, 1000);
/// pace.note(1, 1000); // another stretch
/// assert_eq!(pace.share(), 0.25);
/// ```
#[derive(Debug, Clone)]
pub struct Pace {
    start: Instant,
    /// Seconds and share done, at growing distances.
    history: Vec<(f64, f64)>,
    share: f64,
    left: Option<(f64, f64)>,
    /// Where the current stretch of work began: seconds and steps.
    stretch: (f64, u64),
    done: u64,
    all: u64,
    /// The share that was done before time began.
    base: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Pace::new()
    }
}

impl Pace {
    /// Nothing is done, and time begins.
    pub fn new() -> Self {
        Pace {
            start: Instant::now(),
            history: vec![],
            share: 0.0,
            left: None,
            stretch: (0.0, 0),
            done: 0,
            all: 0,
            base: 0.0,
        }
    }

    /// Some of the work was done before; time begins now.
    pub fn begun(done: u64, all: u64) -> Self {
        let share = if all == 0 { 0.0 } else { (done as f64 / all as f64).min(1.0) };
        Pace { share, base: share, stretch: (0.0, done), done, all, ..Pace::new() }
    }

    /// A share of all as a share of what was not done before.
    fn of_rest(&self, share: f64) -> f64 {
        if self.base < 1.0 { (share - self.base) / (1.0 - self.base) } else { 1.0 }
    }

    /// The number of steps done, and of all steps, 0 if unknown.
    pub fn note(&mut self, done: u64, all: u64) {
        let now = self.seconds();
        if done < self.done {
            self.stretch = (now, done);
        }
        (self.done, self.all) = (done, all);
        let share = if all == 0 { 0.0 } else { (done as f64 / all as f64).min(1.0) };
        if share > self.share {
            self.share = share;
            if self.history.last().is_none_or(|&(then, _)| now > then * 1.05 + 0.01) {
                self.history.push((now, share));
            }
        }
    }

    /// Seconds since it began.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Steps that are done of the current stretch.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// All of its steps, 0 if unknown.
    pub fn all(&self) -> u64 {
        self.all
    }

    /// The share that is done, from 0 to 1; 0 if unknown.
    pub fn share(&self) -> f64 {
        self.share
    }

    /// Steps a second, in the current stretch.
    pub fn rate(&self) -> f64 {
        let (since, from) = self.stretch;
        self.done.saturating_sub(from) as f64 / (self.seconds() - since).max(1e-3)
    }

    /// Seconds that are left, if what was done tells something about that; smoothed from call to call.
    pub fn remaining(&mut self) -> Option<f64> {
        let now = self.seconds();
        let done = self.of_rest(self.share);
        if done < 0.001 || now < 0.3 {
            return None;
        }
        let mut history = self.history.iter().rev().map(|&(then, share)| (then, self.of_rest(share)));
        let before = history.find(|&(then, share)| then <= now / 2.0 && share > 0.0);
        let exponent = before.map_or(1.0, |(then, share)| (now / then).ln() / (done / share).ln().max(1e-6));
        let fresh = now * (done.powf(-exponent.clamp(1.0, 3.0)) - 1.0);
        if fresh > FARTHEST * now {
            self.left = None;
            return None;
        }
        let smooth = match self.left {
            Some((then, left)) => 0.6 * (left - (now - then)).max(0.0) + 0.4 * fresh,
            None => fresh,
        };
        self.left = Some((now, smooth));
        Some(smooth)
    }

    /// The seconds that were left when that was last asked.
    pub fn foretold(&self) -> Option<f64> {
        self.left.map(|(_, left)| left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_share_never_goes_back() {
        let mut pace = Pace::new();
        let mut shown = 0.0;
        for (done, all) in [(10, 100), (50, 100), (5, 200), (60, 200), (199, 200), (0, 0), (1, 1000)] {
            pace.note(done, all);
            assert!(pace.share() >= shown);
            shown = pace.share();
        }
        assert!((shown - 0.995).abs() < 1e-9);
    }

    #[test]
    fn what_was_done_before_takes_no_time() {
        let mut pace = Pace::begun(900, 1000);
        pace.start = Instant::now() - Duration::from_secs(10);
        pace.note(950, 1000);
        let left = pace.remaining().unwrap();
        assert!((9.0..11.0).contains(&left), "{left}");
        assert!((4.9..5.1).contains(&pace.rate()), "{}", pace.rate());
        assert_eq!(pace.share(), 0.95);
    }

    #[test]
    fn little_work_makes_no_estimate() {
        let mut pace = Pace::new();
        pace.start = Instant::now() - Duration::from_secs(60);
        // Each value takes longer than all before it: 0.1 % was done at once, and 1 % after a minute.
        pace.history = vec![(0.01, 0.001), (30.0, 0.0099)];
        pace.share = 0.01;
        assert_eq!(pace.remaining(), None);
        pace.share = 0.3;
        assert!(pace.remaining().is_some());
    }

    #[test]
    fn the_remaining_time_knows_that_later_values_take_longer() {
        let mut pace = Pace::new();
        pace.start = Instant::now() - Duration::from_secs(16);
        // t = 64·x²: a quarter after 4 s, half after 16 s, so 48 s are left and not 16.
        pace.history = vec![(1.0, 0.125), (4.0, 0.25)];
        pace.share = 0.5;
        let left = pace.remaining().unwrap();
        assert!((44.0..52.0).contains(&left), "{left}");
    }
}
