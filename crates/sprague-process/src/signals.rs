//! Signals: the handler runs on a separate thread, so that it may print and lock.

use signal_hook::consts::SIGINT;
use std::io;

/// Calls this at every Ctrl-C from now on.
pub fn on_interrupt(mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
    listen(&[SIGINT], move |_| act())
}

/// Calls this with the number of the signal whenever the process is asked to end (SIGTERM, SIGHUP).
pub fn on_termination(act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    #[cfg(unix)]
    return listen(&[signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP], act);
    #[cfg(not(unix))]
    return listen(&[signal_hook::consts::SIGTERM], act);
}

/// From now on a file that grows too large is an error of the write, not the end of the process.
pub fn survive_large_files() -> io::Result<()> {
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())?;
    Ok(())
}

#[cfg(unix)]
fn listen(signals: &[i32], act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    let mut arrived = signal_hook::iterator::Signals::new(signals)?;
    std::thread::spawn(move || arrived.forever().for_each(act));
    Ok(())
}

/// Where a thread cannot wait for signals, it asks for them.
#[cfg(not(unix))]
fn listen(signals: &[i32], mut act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    use std::sync::{Arc, atomic::AtomicBool, atomic::Ordering};
    const EVERY: std::time::Duration = std::time::Duration::from_millis(50);
    let mut flags = Vec::new();
    for &signal in signals {
        let arrived = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal, Arc::clone(&arrived))?;
        flags.push((signal, arrived));
    }
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(EVERY);
            for (signal, arrived) in &flags {
                if arrived.swap(false, Ordering::Relaxed) {
                    act(*signal);
                }
            }
        }
    });
    Ok(())
}
