//! Paper cutting: the textbook method and the row solver side by side, in one run.
//!
//! `cargo bench -p sprague --bench cutting` prints ratios; times depend on the machine. The textbook method
//! is given the height at which the last row settles, which it cannot know; the row solver proves it.

mod common;

use common::{best, quiet};
use num_bigint::BigUint;
use sprague::values::cutting::{Rows, reference};
use sprague_kernels::cutting::counts::CutCounts;

fn solve(width: usize) -> Rows {
    Rows::solve(width, &quiet()).expect("solved")
}

/// `D(width, height)` from nothing.
fn count(width: usize, height: &BigUint, threads: usize) -> BigUint {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| CutCounts::new(&solve(width), width).expect("wide enough").upto(height))
}

fn main() {
    let height = BigUint::from(1_234_567u32);
    assert_eq!(count(123, &height, 1).to_string(), "5707485980743099");
    let one = best(15, || count(123, &height, 1));
    let two = best(15, || count(123, &height, 2));
    let single = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let rows = best(15, || single.install(|| solve(123)));
    let textbook = best(1, || reference::table(123, 3320));
    println!("D(123, 1234567)");
    println!("  textbook table to height 3320   {:9.1} ms", textbook * 1e3);
    println!("  this, one thread                {:9.1} ms   {:.0} times", one * 1e3, textbook / one);
    println!("    of which the rows             {:9.1} ms", rows * 1e3);
    println!("  this, two threads               {:9.1} ms   {:.2} times one", two * 1e3, one / two);
    let table = solve(123);
    let counts = CutCounts::new(&table, 123).expect("wide enough");
    let far = BigUint::from(10u32).pow(100);
    println!("  then any height, here 10^100    {:9.3} us", best(1000, || counts.upto(&far)) * 1e6);
    println!("D(W, 10^18), one and two threads");
    let height = BigUint::from(10u32).pow(18);
    for width in [60, 123, 180, 250, 500] {
        let times = if width > 250 { 1 } else { 3 };
        let (one, two) = (best(times, || count(width, &height, 1)), best(times, || count(width, &height, 2)));
        println!("  W = {width:4}  {:9.1} ms {:9.1} ms", one * 1e3, two * 1e3);
    }
}
