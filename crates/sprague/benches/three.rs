//! Breaks into three heaps: the plain solver, which tests candidates one by one, and the engine side by side,
//! in one run.
//!
//! `cargo bench -p sprague --bench three` prints ratios; rates depend on the machine.

mod common;

use common::{best, quiet};
use sprague::rules::Rule;
use sprague::values::{PlainSolver, Solver, engine_of};

/// Seconds of the best of some runs to `count` values.
fn seconds<S: Solver>(make: impl Fn() -> S, count: usize) -> f64 {
    best(3, || make().extend(count, &quiet()).expect("it fits"))
}

fn main() {
    println!(
        "{:<8} {:>16} {:>16} {:>6} {:>20}",
        "rule", "plain to 4000/s", "engine to 4000/s", "ratio", "engine to 20000/s"
    );
    for text in ["0.3F", "8.0", "C.0", "0.9", "8.3", "0.5E", "0.F7"] {
        let rule: Rule = text.parse().expect("a code");
        let heaps = rule.heap_rule().expect("a heap rule");
        let engine = || engine_of(heaps).expect("it breaks");
        let plain = seconds(|| PlainSolver::new(heaps).expect("three heaps"), 4000);
        let ours = seconds(engine, 4000);
        let long = seconds(engine, 20_000);
        let rate = |count: f64, time: f64| count / time;
        println!(
            "{text:<8} {:>16.0} {:>16.0} {:>6.0} {:>20.0}",
            rate(4e3, plain),
            rate(4e3, ours),
            plain / ours,
            rate(2e4, long)
        );
    }
}
