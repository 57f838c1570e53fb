//! What the operating system provides: the amount of free memory, and a callback on Ctrl-C.

mod memory;
mod signals;

pub use memory::{address_space, free_memory};
pub use signals::{on_interrupt, on_termination, survive_large_files};
