//! What benches share.

use sprague::Work;
use sprague::simd::Level;
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

/// [`Work::quiet`] with the level of vector instructions that `SPRAGUE_SIMD` names.
#[allow(dead_code)] // Some benches compare all levels.
pub fn quiet() -> Work<'static> {
    let level = std::env::var("SPRAGUE_SIMD").ok();
    Work::quiet().with_level(level.map(|name| Level::from_name(&name).expect("a level of this processor")))
}
