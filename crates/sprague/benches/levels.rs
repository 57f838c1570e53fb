//! Every level of vector instructions side by side, in one run: which one is the faster one for each method.
//!
//! `cargo bench -p sprague --bench levels [RULE=LOG2_N …]` prints values a second, on one thread, the best of
//! five runs in turn.

use sprague::Work;
use sprague::rules::Rule;
use sprague::simd::Level;
use sprague::values::cutting::Rows;
use sprague::values::solver;
use std::time::Instant;

const RULES: [&str; 11] = [
    "0.354=20",
    "0.106=22",
    "0.16=20",
    "0.205=20",
    "0.6=20",
    "0.37=19",
    "0.142=19",
    "0.06=16",
    "0.04=15",
    "grundy=19",
    "0.3F=13",
];

/// Seconds to the values of a rule, or to the rows of paper cutting.
fn seconds(text: &str, count: usize, level: Level) -> (f64, &'static str) {
    let work = Work::quiet().with_threads(1).with_level(level);
    let start = Instant::now();
    if text == "cut" {
        Rows::solve(count, &work).expect("it fits");
        return (start.elapsed().as_secs_f64(), "paper cutting");
    }
    let rule: Rule = text.parse().expect("a rule");
    let mut solver = solver(rule.heap_rule().expect("a heap rule"));
    solver.extend(count, &work).expect("it fits");
    (start.elapsed().as_secs_f64(), solver.facts().map_or("plain", |facts| facts.method))
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).filter(|text| text.contains('=')).collect();
    let mut rules: Vec<String> = RULES.iter().map(|text| text.to_string()).collect();
    rules.push("cut=8".into());
    let rules = if given.is_empty() { rules } else { given };
    print!("{:<10} {:>8}", "rule", "values");
    Level::available().iter().for_each(|level| print!(" {:>12}", format!("{level}/s")));
    println!("  method");
    for entry in rules {
        let (text, log) = entry.split_once('=').expect("RULE=LOG2_N");
        let count = 1usize << log.parse::<u32>().expect("a number");
        let mut best = vec![f64::INFINITY; Level::available().len()];
        let mut method = "";
        for _ in 0..5 {
            for (best, &level) in best.iter_mut().zip(Level::available()) {
                let (time, name) = seconds(text, count, level);
                (*best, method) = (best.min(time), name);
            }
        }
        print!("{text:<10} {count:>8}");
        best.iter().for_each(|time| print!(" {:>12.0}", count as f64 / time));
        println!("  {method}");
    }
}
