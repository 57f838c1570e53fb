//! What one question may use, and how many there may be.

use std::time::Duration;

/// Limits of a server. Each is a clear line when it is met, never a surprise.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Time for one question.
    pub time: Duration,
    /// Memory for one question, in bytes.
    pub memory: u64,
    /// Threads for one question.
    pub threads: usize,
    /// Questions that are computed at once.
    pub running: usize,
    /// Questions that wait for them; more are refused.
    pub waiting: usize,
    /// The most values that are sent at once.
    pub values: u64,
    /// Bytes of one answer.
    pub answer: usize,
    /// Bytes of a question.
    pub question: usize,
    /// Bytes of a certificate that is sent here to be checked.
    pub upload: usize,
    /// Steps of such a check.
    pub steps: u64,
    /// Moves of a position that is played.
    pub moves: u64,
    /// Bytes of answers that are kept to be given again.
    pub cache: usize,
    /// Connections that are open at once.
    pub connections: usize,
    /// Time for a client to send its request, or to take some of the answer.
    pub patience: Duration,
}

impl Limits {
    /// Limits for a machine of so many processors, of whose memory the server may use so many bytes in all.
    pub fn for_machine(processors: usize, memory: u64) -> Self {
        let running = processors.clamp(2, 16);
        let cache = (memory / 8).min(256 << 20);
        Limits {
            time: Duration::from_secs(60),
            memory: (memory - cache) / (running as u64 + 2),
            threads: (processors / 2).max(1),
            running,
            waiting: 64,
            values: 20_000_000,
            answer: 64 << 20,
            question: 64 << 10,
            upload: 32 << 20,
            steps: 20_000_000_000,
            moves: 20_000,
            cache: cache as usize,
            connections: 1024,
            patience: Duration::from_secs(20),
        }
    }
}
