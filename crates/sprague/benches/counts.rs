//! Speed of the counts, as ratios measured side by side: `cargo bench -p sprague --bench counts [--
//! SECTION…]`.
//!
//! Sections: transform, powers, cards, partitions, scatter; all of them by default. One thread, unless the
//! variable `THREADS` says otherwise. Every figure is the best of several runs.

mod common;

use common::quiet;
use num_bigint::BigUint;
use sprague::counts::euler;
use sprague::rules::Rule;
use sprague::simd::Level;
use sprague::values::heaps;
use sprague::{Modulus, Options};
use sprague_kernels::algebra::lost_partitions::{self as partitions, characters, large::Split};
use sprague_kernels::algebra::montgomery::Montgomery;
use sprague_kernels::algebra::residues;
use sprague_kernels::algebra::transform::{reference, transform, transform_checked};
use sprague_kernels::cards;

const P: u32 = 1_000_000_007;

/// Best of `runs` runs, in milliseconds.
fn best<T>(runs: usize, run: impl FnMut() -> T) -> f64 {
    common::best(runs, run) * 1e3
}

fn line(name: &str, milliseconds: f64, note: &str) {
    println!("{name:<52} {milliseconds:>11.3} ms   {note}");
}

fn transforms() {
    let mut x: Vec<u32> = (0..1 << 24).map(|i: u32| i.wrapping_mul(2_654_435_761) % P).collect();
    // The pass and the transform alternate, so that both see the same machine.
    let (mut pass, mut time) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..25 {
        pass = pass.min(best(1, || x.iter_mut().for_each(|a| *a ^= 1)));
        time = time.min(best(1, || transform(&mut x, P, &quiet())));
    }
    line("one pass over 64 MiB, in place", pass, "");
    line("transform of 2^24", time, &format!("{:.2} passes", time / pass));
    let mut checked = f64::INFINITY;
    for _ in 0..15 {
        time = time.min(best(1, || transform(&mut x, P, &quiet())));
        checked = checked.min(best(1, || transform_checked(&mut x, P, &quiet())));
    }
    line(
        "transform of 2^24, checked",
        checked,
        &format!("the check is {:.2} of the transform", checked / time - 1.0),
    );
    let portable = best(3, || transform(&mut x, P, &quiet().with_level(Level::portable())));
    line("transform, portable", portable, &format!("{:.1} times", portable / time));
    let textbook = best(1, || reference(&mut x, P));
    line("transform, textbook", textbook, &format!("{:.1} times", textbook / time));
}

fn powers() {
    let x: Vec<u32> = (0..1 << 22).map(|i: u32| i.wrapping_mul(2_654_435_761) % P).collect();
    let field = Montgomery::new(P).expect("an odd prime");
    let textbook = best(1, || x.iter().map(|&x| u64::from(residues::power(x, 10_000_000, P))).sum::<u64>());
    line("2^22 powers to 10^7, textbook", textbook, "");
    for &level in Level::available() {
        let work = quiet().with_level(level);
        let time = best(5, || field.sum_of_powers(&x, &10_000_000u32.into(), &work));
        line(&format!("2^22 powers to 10^7, {level:?}"), time, &format!("textbook / {:.1}", textbook / time));
    }
}

fn card_stacking() {
    let (n, p) = (10_000_000u64, Modulus::new(P).expect("a prime"));
    let time = best(5, || cards::lost_modulo(n, &n.into(), &p, &quiet()));
    let textbook = best(1, || cards::reference_lost_modulo(n, n, P));
    line("C(10^7, 10^7), textbook", textbook, "");
    line("C(10^7, 10^7), with the check", time, &format!("textbook / {:.1}", textbook / time));
    for n in [300, 600] {
        let exact = best(1, || cards::lost_exactly(n, n, &quiet()));
        line(&format!("C({n}, {n}) exactly"), exact, "");
    }
}

fn partition_counts() {
    for n in [200usize, 1000, 2000, 5000] {
        let values: Vec<u32> = (0..n as u32).collect();
        let time = best(3, || Split::new(&values, &quiet())?.count(P, &quiet()));
        let tree = best(1, || characters::table(&values, P, &quiet()));
        line(&format!("xor-zero partitions of {n}"), time, "");
        line("  all sizes (tree alone)", tree, &format!("{:.1} times", tree / time));
        if n <= 1000 {
            let flat = best(1, || one_by_one(&values));
            line("  one character at a time", flat, &format!("{:.1} times", flat / time));
        }
    }
    for n in [200, 2000, 5000] {
        let time = best(3, || scatterstone(n, Modulus::new(P).ok()));
        line(&format!("scatterstone g({n}) mod p, values included"), time, "");
    }
    let time = best(3, || scatterstone(1000, None));
    line("scatterstone g(1000) exactly, values included", time, "");
    let values = values_of(4, 60);
    line("table over (xor, size), n = 60", best(1, || partitions::reference(&values)), "the reference");
}

fn scatterstone(n: u64, modulus: Option<Modulus>) -> BigUint {
    let options = Options { modulus, ..Options::default() };
    let solved = euler::problem(629).expect("a problem").solve(&[n.into()], &options, &quiet());
    solved.expect("an answer").count.into_answer()
}

/// The plain way with characters: every series from scratch.
fn one_by_one(values: &[u32]) -> u64 {
    let size = values.len().next_power_of_two() as u32;
    let sum = |y: u32| {
        let mut series = vec![0u32; values.len() + 1];
        series[0] = 1;
        for (part, &value) in (1..).zip(values) {
            let minus = (y & value).count_ones() % 2 == 1;
            for i in part..series.len() {
                let term = if minus { P - series[i - part] } else { series[i - part] };
                series[i] = (series[i] + term) % P;
            }
        }
        u64::from(series[values.len()])
    };
    (0..size).map(sum).sum()
}

fn scattering() {
    for n in [200, 2000, 10_000] {
        line(&format!("values of split:3 to {n}"), best(3, || values_of(3, n)), "");
    }
}

/// Values of heaps 1 … n under `split:parts`.
fn values_of(parts: u64, n: u64) -> Vec<u32> {
    let rule: Rule = format!("split:{parts}").parse().expect("a rule");
    heaps(rule.heap_rule().expect("of heaps"), n, &quiet()).expect("it fits").iter().skip(1).collect()
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let threads = std::env::var("THREADS").ok().and_then(|t| t.parse().ok()).unwrap_or(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    println!("{:?}, {threads} thread(s)", quiet().level(512));
    let sections: [(&str, fn()); 5] = [
        ("transform", transforms),
        ("powers", powers),
        ("cards", card_stacking),
        ("partitions", partition_counts),
        ("scatter", scattering),
    ];
    for (name, run) in sections {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            pool.install(run);
        }
    }
}
