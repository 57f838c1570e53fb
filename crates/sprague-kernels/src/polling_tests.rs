//! Every long computation of [`algebra`](crate::algebra) and [`cards`](crate::cards) can be stopped in the
//! middle.

use crate::algebra::lost_partitions::characters;
use crate::algebra::montgomery::Montgomery;
use crate::algebra::transform::exact::{transform_big, transform_i64};
use crate::algebra::transform::{transform, transform_checked, xor_convolution, xor_power};
use crate::{Error, Modulus, Result, Work, cards};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const P: u32 = 1_000_000_007;
const THREADS: usize = 2;

/// Asserts that a computation asks its watcher several times, ends soon after the watcher says no halfway,
/// and ends at a deadline.
fn stops(name: &str, run: impl Fn(&Work) -> Result<()> + Send + Sync) {
    let calls = AtomicUsize::new(0);
    let count = |_, _| calls.fetch_add(1, Ordering::Relaxed) < usize::MAX;
    let work = Work::new(4 << 30, &count).with_threads(THREADS);
    assert_eq!(work.on_threads(|| run(&work)), Ok(()), "{name}");
    let all = calls.swap(0, Ordering::Relaxed);
    assert!(all >= 4, "{name}: the watcher was asked {all} times");

    let half = |_, _| calls.fetch_add(1, Ordering::Relaxed) < all / 2;
    let work = Work::new(4 << 30, &half).with_threads(THREADS);
    assert_eq!(work.on_threads(|| run(&work)), Err(Error::Interrupted), "{name}");
    // Nothing asks a watcher that said no, apart from threads that were asking at that time.
    let asked = calls.load(Ordering::Relaxed);
    assert!(asked > all / 2 && asked <= all / 2 + THREADS, "{name}: {asked} calls, stopped at {}", all / 2);

    let late = Work::quiet().with_threads(THREADS).within(Duration::ZERO);
    assert_eq!(late.on_threads(|| run(&late)), Err(Error::OutOfTime), "{name}");
}

#[test]
fn transforms_stop_in_the_middle() {
    let x: Vec<u32> = (0..1 << 21).collect();
    stops("transform", |work| transform(&mut x.clone(), P, work));
    stops("transform_checked", |work| transform_checked(&mut x.clone(), P, work).map(|_| ()));
    stops("transform_i64", |work| transform_i64(&mut vec![1; 1 << 16], work));
    stops("transform_big", |work| transform_big(&mut vec![1.into(); 1 << 14], work));
    stops("xor_convolution", |work| xor_convolution(&x, &x, P, work).map(|_| ()));
}

#[test]
fn powers_stop_in_the_middle() {
    let x: Vec<u32> = (0..1 << 21).collect();
    let (field, s) = (Montgomery::new(P).unwrap(), 123_456_789u32.into());
    stops("xor_power", |work| xor_power(&x, &s, P, work).map(|_| ()));
    stops("power_all", |work| field.power_all(&mut x.clone(), &s, work));
    stops("sum_of_powers", |work| field.sum_of_powers(&x, &s, work).map(|_| ()));
}

#[test]
fn counts_of_cards_and_partitions_stop_in_the_middle() {
    let modulo = |n: u64, m: u64, work: &Work| {
        cards::lost_modulo(n, &123_456u32.into(), &Modulus::new(m)?, work).map(|_| ())
    };
    stops("cards modulo a prime", |work| modulo(2_000_000, P.into(), work));
    stops("cards modulo a composite number", |work| modulo(2_000, 10u64.pow(18), work));
    stops("cards exactly", |work| cards::lost_exactly(2_000, 5, work).map(|_| ()));
    let values: Vec<u32> = (0..400).collect();
    stops("partitions", |work| characters::table(&values, P, work).map(|_| ()));
}
