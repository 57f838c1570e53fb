//! What one question may use.

use sprague::Work;
use sprague::simd::Level;
use std::time::Duration;

/// Limits of one question. Each is a clear line when it is met, never a surprise.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Time.
    pub time: Duration,
    /// Memory, in bytes.
    pub memory: u64,
    /// Threads.
    pub threads: usize,
    /// Vector instructions to use; `None` means the fastest for each kernel.
    pub level: Option<Level>,
    /// The most values that are sent at once.
    pub values: u64,
    /// Bytes of its answer.
    pub answer: usize,
    /// Bytes of its text.
    pub question: usize,
    /// Bytes of a certificate that is sent to be checked.
    pub upload: usize,
    /// Steps of such a check.
    pub steps: u64,
    /// Moves that are listed, of a position that is played or asked about.
    pub moves: u64,
    /// Bytes of a position.
    pub position: usize,
}

impl Limits {
    /// The context of a computation within these limits but that of time, which its caller watches.
    pub fn work<'a>(&self, watch: &'a sprague::Watch<'a>) -> Work<'a> {
        Work::new(self.memory, watch).with_threads(self.threads).with_level(self.level)
    }
}
