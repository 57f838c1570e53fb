//! What benches share.

use std::time::Instant;

/// Seconds of the best of `times` runs.
pub fn best<T>(times: usize, mut run: impl FnMut() -> T) -> f64 {
    let seconds = |_| {
        let start = Instant::now();
        std::hint::black_box(run());
        start.elapsed().as_secs_f64()
    };
    (0..times).map(seconds).fold(f64::INFINITY, f64::min)
}
