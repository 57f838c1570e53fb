//! What a process asks of its operating system: how much memory is free, and to be called on Ctrl-C.

mod memory;
mod signals;

pub use memory::{address_space, free_memory};
pub use signals::{on_interrupt, on_termination, survive_large_files};
