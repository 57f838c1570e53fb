//! What one question may use, and how many there may be.

use crate::connections::BUFFER;
use sprague::simd::Level;
use std::time::Duration;

/// Questions that may be computed in addition to those that have a seat: one short try, and those of games
/// (`Site::quick`) with their own try. (Tries of small questions take too little to count.)
const BESIDE: usize = 4;
/// See [`Limits::overruns`].
const OVERRUNS: usize = 2;

/// Limits of a server. Each is a clear line when it is met, never a surprise.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Time for one question.
    pub time: Duration,
    /// Memory for one question, in bytes.
    pub memory: u64,
    /// Threads for one question.
    pub threads: usize,
    /// Vector instructions to use; `None` means the fastest for each kernel.
    pub level: Option<Level>,
    /// Questions that are computed at once.
    pub running: usize,
    /// Questions that wait for them; more are refused.
    pub waiting: usize,
    /// Questions whose time is over, or whose client has left, and that have not stopped; until one does, no
    /// seat is given up.
    pub overruns: usize,
    /// The most values that are sent at once.
    pub values: u64,
    /// Bytes of one answer.
    pub answer: usize,
    /// Bytes of a question.
    pub question: usize,
    /// Bytes of a certificate that is sent here to be checked.
    pub upload: usize,
    /// Bytes of all certificates that are sent here or are being checked; questions on their way may take a
    /// further quarter of that.
    pub uploads: usize,
    /// Steps of such a check.
    pub steps: u64,
    /// Moves that are listed, of a position that is played or asked about.
    pub moves: u64,
    /// Bytes of a position.
    pub position: usize,
    /// Bytes of answers on their way to clients.
    pub under_way: usize,
    /// Bytes of answers that are kept to be given again.
    pub cache: usize,
    /// Connections that are open at once.
    pub connections: usize,
    /// Time for a client to send its request, or to take some of the answer.
    pub patience: Duration,
}

impl Limits {
    /// The limits of one question.
    pub(crate) fn one(&self) -> sprague_routes::Limits {
        sprague_routes::Limits {
            time: self.time,
            memory: self.memory,
            threads: self.threads,
            level: self.level,
            values: self.values,
            answer: self.answer,
            question: self.question,
            upload: self.upload,
            steps: self.steps,
            moves: self.moves,
            position: self.position,
        }
    }

    /// Limits for a machine with `processors` processors, where the server may use `memory` bytes in all.
    pub fn for_machine(processors: usize, memory: u64) -> Self {
        let running = processors.clamp(2, 16);
        let (eighth, sixteenth) = (memory / 8, memory / 16);
        let cache = eighth.min(256 << 20);
        let under_way = eighth.min(1 << 30);
        let uploads = sixteenth.min(256 << 20);
        let connections = (sixteenth / BUFFER as u64).clamp(16, 1024);
        let bodies = cache + under_way + uploads + uploads / 4 + connections * BUFFER as u64;
        Limits {
            time: Duration::from_secs(60),
            memory: memory.saturating_sub(bodies) / (running + BESIDE + OVERRUNS) as u64,
            threads: (processors / 2).max(1),
            level: None,
            running,
            waiting: 64,
            overruns: OVERRUNS,
            values: (under_way / 4).min(20_000_000),
            answer: under_way.min(64 << 20) as usize,
            question: 64 << 10,
            upload: uploads.min(32 << 20) as usize,
            uploads: uploads as usize,
            steps: 20_000_000_000,
            moves: 20_000,
            position: 4 << 10,
            under_way: under_way as usize,
            cache: cache as usize,
            connections: connections as usize,
            patience: Duration::from_secs(20),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is asked at once, the parts do not exceed the whole.
    #[test]
    fn the_parts_fit_the_memory() {
        for processors in [1, 2, 8, 128, 1024] {
            for memory in [64 << 20, 600_000_000, 1 << 30, 8 << 30, 1 << 40u64] {
                let limits = Limits::for_machine(processors, memory);
                let computed = limits.memory * (limits.running + BESIDE + limits.overruns) as u64;
                let bodies = limits.uploads + limits.uploads / 4 + limits.under_way + limits.cache;
                let whole = computed + (bodies + limits.connections * BUFFER) as u64;
                assert!(whole <= memory && whole > memory / 2, "{processors} {memory}: {whole}");
                assert!(limits.upload <= limits.uploads && limits.answer <= limits.under_way);
                assert!(limits.memory > memory / 100 && limits.question < limits.uploads / 4);
            }
            // Too little for anything is still no fault.
            for memory in [0, 1, 1000, 1 << 20] {
                assert!(Limits::for_machine(processors, memory).memory <= memory);
            }
        }
    }
}
