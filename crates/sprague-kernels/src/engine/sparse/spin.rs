//! Spinning: two threads that wait for each other some thousand times a second should not sleep.
//!
//! Waking up takes longer than most of these waits. After a longer wait a thread does sleep.

use std::sync::mpsc::{Receiver, TryRecvError};

/// Polls of the channel before falling asleep: about a millisecond's worth.
const POLLS: usize = 100_000;

/// The next message; none if there will be none.
pub fn receive<T>(from: &Receiver<T>) -> Option<T> {
    for _ in 0..POLLS {
        match from.try_recv() {
            Ok(message) => return Some(message),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => std::hint::spin_loop(),
        }
    }
    from.recv().ok()
}
