//! The deadline of a computation.

use std::time::Duration;
use web_time::Instant;

/// The moment at which some time is over.
///
/// Times come from questions, options and files, so any length is allowed: a moment beyond the clock's range
/// never comes, where `Instant + Duration` would panic.
///
/// ```
/// use sprague_kernels::Deadline;
/// use std::time::Duration;
/// assert!(!Deadline::after(Duration::MAX).is_over());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// So long from now.
    pub fn after(time: Duration) -> Self {
        Deadline(Instant::now().checked_add(time))
    }

    /// The earlier of two.
    pub fn min(self, other: Deadline) -> Self {
        match (self.0, other.0) {
            (Some(a), Some(b)) => Deadline(Some(a.min(b))),
            (a, b) => Deadline(a.or(b)),
        }
    }

    /// A moment that never comes.
    pub const NEVER: Deadline = Deadline(None);

    /// Whether it has passed.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() > end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_too_long() {
        for seconds in [1 << 40, u64::MAX / 2, u64::MAX] {
            assert!(!Deadline::after(Duration::from_secs(seconds)).is_over(), "{seconds}");
        }
        let soon = Deadline::after(Duration::ZERO);
        std::thread::sleep(Duration::from_millis(1));
        assert!(soon.is_over());
    }
}
