//! What the machine grants this process: the least of free memory, the control group's and the limit on
//! address space.
//!
//! A figure that is not known sets no limit; the limit of the check itself still holds.

/// Address space that a thread takes in addition to what it is asked to hold: its stack and the allocator's
/// arena.
const THREAD: u64 = 136 << 20;

/// Kept free for all that is not counted.
const RESERVE: u64 = 32 << 20;

/// What may be used.
pub struct Grant {
    /// Threads, no more than were asked for.
    pub threads: usize,
    /// Bytes.
    pub memory: u64,
}

/// What this process may use, on at most this many threads.
pub fn grant(threads: usize) -> Grant {
    let memory = sprague_process::free_memory().unwrap_or(u64::MAX);
    within(threads, memory, sprague_process::address_space())
}

/// The grant for this much free memory and address space. Where that is short, threads cost more than they
/// bring.
fn within(threads: usize, memory: u64, space: Option<u64>) -> Grant {
    let Some(space) = space else {
        return Grant { threads, memory };
    };
    let threads = threads.min((1 + space / (4 * THREAD)) as usize);
    // One thread more listens for Ctrl-C.
    let space = space.saturating_sub(threads as u64 * THREAD + RESERVE);
    Grant { threads, memory: memory.min(space) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_space() {
        let grant = |threads, memory, space| {
            let Grant { threads, memory } = within(threads, memory, space);
            (threads, memory)
        };
        assert_eq!(grant(8, 1000, None), (8, 1000));
        assert_eq!(grant(8, 1 << 40, Some(300 << 20)), (1, (300 - 136 - 32) << 20));
        assert_eq!(grant(2, 1 << 40, Some(2 << 30)), (2, (2048 - 2 * 136 - 32) << 20));
        assert_eq!(grant(64, 1 << 40, Some(1 << 30)), (2, (1024 - 2 * 136 - 32) << 20));
        assert_eq!(grant(8, 5, Some(2 << 30)), (4, 5));
        assert_eq!(grant(8, 5, Some(0)), (1, 0));
    }
}
