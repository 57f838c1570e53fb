//! The method that the engine chooses beside every other one, forced: how good its estimates of costs are.
//!
//! `cargo bench -p sprague --bench choice [LOG2_N [CODE …]]` prints milliseconds to 2^16 values, or 2^LOG2_N,
//! by each method, one thread, the best of five runs in turn (time of the processor), and the ratio of the
//! choice to the best method. A method that takes three times as long as another is run once. `… --bench
//! choice costs [LOG2_N [CODE …]]` prints for growing numbers of values what `values/engine/cost.rs` judges
//! by, and nanoseconds a value up to the next choice in the sparse space, there with few rare positions
//! treated like many, and without one.

use sprague::Work;
use sprague::rules::Rule;
use sprague::values::engine::{Engine, Facts, Space};
use sprague::values::{Solver, Table, engine_of};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const CODES: [&str; 29] = [
    "0.005", "0.1234", "0.264", "0.064", "0.204", "0.015", "4.327", "0.364", "0.56", "0.324", "0.143",
    "0.362", "0.366", "0.174", "0.336", "0.16", "0.6", "0.37", "0.06", "0.142", "0.106", "0.104", "0.205",
    "0.054", "0.354", "0.1777", "0.45", "0.055", "0.156",
];
const SPACES: [Space; 5] = [Space::Chosen, Space::Sparse, Space::Many, Space::TwoBytes, Space::Dense];
const RUNS: usize = 5;
/// More than this times the best method is too much.
const TOO_MUCH: f64 = 1.2;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|text| !text.starts_with("--")).peekable();
    let costs = arguments.next_if(|text| text == "costs").is_some();
    let log: u32 = arguments.next().map_or(16, |text| text.parse().expect("a number"));
    let given: Vec<String> = arguments.collect();
    let codes = if given.is_empty() { CODES.map(String::from).to_vec() } else { given };
    if costs { print_costs(&codes, log) } else { print_choices(&codes, log) }
}

fn engine(code: &str, space: Space) -> Engine {
    let rule: Rule = code.parse().expect("a code");
    engine_of(rule.heap_rule().expect("a heap rule")).expect("a code that breaks").in_space(space)
}

fn print_choices(codes: &[String], log: u32) {
    println!("code\tmethod\tbytes\trare\tlargest\tchosen\tsparse\tmany\ttwo bytes\tdense\tratio");
    let mut worst = vec![];
    for code in codes {
        let mut best = [f64::INFINITY; SPACES.len()];
        let mut facts = None;
        for run in 0..RUNS {
            let least = best.iter().copied().fold(f64::INFINITY, f64::min);
            for (best, space) in best.iter_mut().zip(SPACES) {
                if run == 0 || *best < 3.0 * least {
                    let (time, found) = timed(engine(code, space), 1 << log);
                    *best = best.min(time);
                    facts = facts.or(Some(found));
                }
            }
        }
        let facts = facts.expect("a run");
        let ratio = best[0] / best[1..].iter().copied().fold(f64::INFINITY, f64::min);
        let times: Vec<String> = best.iter().map(|time| format!("{:.1}", time * 1e3)).collect();
        let rares = facts.rare_positions.map_or("-".into(), |count| count.to_string());
        let Facts { method, bytes_per_value, largest, .. } = facts;
        println!("{code}\t{method}\t{bytes_per_value}\t{rares}\t{largest}\t{}\t{ratio:.2}", times.join("\t"));
        if ratio > TOO_MUCH {
            worst.push(code.as_str());
        }
    }
    println!(
        "{} codes, more than {TOO_MUCH} times the best method: {} {}",
        codes.len(),
        worst.len(),
        worst.join(" ")
    );
}

/// Seconds of a processor that this thread has taken, where the system tells, else of a clock.
fn seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    // What the system tells is brought up to date when a thread waits.
    std::thread::sleep(Duration::from_micros(50));
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    match told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok()) {
        Some(nanoseconds) => nanoseconds * 1e-9,
        None => START.get_or_init(Instant::now).elapsed().as_secs_f64(),
    }
}

/// Seconds until the engine knows this many values, and what it says then.
fn timed(mut engine: Engine, count: usize) -> (f64, Facts) {
    let start = seconds();
    Solver::extend(&mut engine, count, &Work::quiet().with_threads(1)).expect("it fits");
    (seconds() - start, engine.facts())
}

fn print_costs(codes: &[String], log: u32) {
    println!("code\tbreaks\tknown\tmethod\tbytes\tcodes\trare\tlate\tsparse\tmany\tdense");
    for code in codes {
        let mut all = engine(code, Space::Chosen);
        Solver::extend(&mut all, 2 << log, &Work::quiet().with_threads(1)).expect("it fits");
        let mut known = 2048;
        while known <= 1 << log {
            let review = known + known / if known < 1 << 16 { 4 } else { 1 };
            let values = all.table(known);
            let sparse = best_from(code, Space::Sparse, &values, 0, review);
            if let Some(rares) = sparse.1.rare_positions {
                let dense = best_from(code, Space::Dense, &values, 300, review);
                let many = best_from(code, Space::Many, &values, 0, review);
                let late = late_rares(code, &sparse.1, &values);
                let rule: Rule = code.parse().expect("a code");
                let breaks = rule.heap_rule().expect("a heap rule").removals(2).listed().len();
                println!(
                    "{code}\t{breaks}\t{known}\t{}\t{}\t{}\t{rares}\t{late}\t{:.0}\t{:.0}\t{:.0}",
                    sparse.1.method,
                    sparse.1.bytes_per_value,
                    values.iter().max().unwrap_or(0) / 2 + 1,
                    sparse.0,
                    many.0,
                    dense.0
                );
            }
            known = known * 3 / 2;
        }
    }
}

/// Rare positions in the last quarter of the values, under the split that the engine has.
fn late_rares(code: &str, facts: &Facts, values: &Table) -> usize {
    let rule: Rule = code.parse().expect("a code");
    let first = rule.heap_rule().expect("a heap rule").removals(2).listed().first().copied().unwrap_or(0);
    let parity = |x: usize| if facts.parity { (x as u32 + first as u32) % 2 } else { 0 };
    let rare = |&x: &usize| (values.at(x) & facts.mask).count_ones() % 2 == parity(x);
    (values.len() - values.len() / 4..values.len()).filter(rare).count()
}

/// Nanoseconds a value from the known ones to the next choice, `before` values of them not counted; the best
/// of two.
fn best_from(code: &str, space: Space, values: &Table, before: usize, to: usize) -> (f64, Facts) {
    let run = || {
        let work = Work::quiet().with_threads(1);
        let mut engine = engine(code, space);
        let start = seconds();
        Solver::resume(&mut engine, values, &work).expect("it fits");
        let facts = engine.facts();
        let start = if before == 0 {
            start
        } else {
            Solver::extend(&mut engine, values.len() + before, &work).expect("it fits");
            seconds()
        };
        Solver::extend(&mut engine, to, &work).expect("it fits");
        ((seconds() - start) * 1e9 / (to - values.len() - before) as f64, facts)
    };
    let (first, second) = (run(), run());
    if first.0 < second.0 { first } else { second }
}
