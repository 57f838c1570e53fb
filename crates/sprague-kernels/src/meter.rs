//! Metering: a loop charges its steps, and the watcher is asked once per portion of them.

use crate::simd::Level;
use crate::{Result, Work};
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the steps of one computation, from any number of threads, and polls its [`Work`] as they add up.
///
/// A step is an operation on a machine word or two, some nanoseconds. Operations on long integers charge
/// their words.
///
/// ```
/// use sprague_kernels::{Meter, Work};
/// let (stop, work) = (|_, _| false, Work::quiet());
/// assert!(Meter::new(&work, 0).charge(Meter::PORTION).is_ok());
/// assert!(Meter::new(&Work::new(1 << 20, &stop), 0).charge(Meter::PORTION).is_err());
/// ```
#[derive(Debug)]
pub struct Meter<'w, 'a> {
    work: &'w Work<'a>,
    done: AtomicU64,
    all: u64,
}

impl<'w, 'a> Meter<'w, 'a> {
    /// The watcher is asked after this many steps: a millisecond or less for most loops.
    pub const PORTION: u64 = 1 << 16;

    /// Nothing done yet of this many steps in all, 0 if that is unknown.
    pub fn new(work: &'w Work<'a>, all: u64) -> Self {
        Meter { work, done: AtomicU64::new(0), all }
    }

    /// See [`Work::level`].
    pub fn level(&self, bits: usize) -> Level {
        self.work.level(bits)
    }

    /// Notes steps that were done or are about to be done.
    ///
    /// # Errors
    /// If the watcher asks to stop, or time is up.
    #[inline]
    pub fn charge(&self, steps: u64) -> Result<()> {
        let before = self.done.fetch_add(steps, Ordering::Relaxed);
        let after = before.saturating_add(steps);
        if before / Self::PORTION == after / Self::PORTION {
            return Ok(());
        }
        self.work.tell(if self.all == 0 { after } else { after.min(self.all) }, self.all)
    }
}
