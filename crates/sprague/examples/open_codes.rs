//! The octal codes of up to three digits, also with 4. in front, that have no law within a number of values,
//! and how the engine computes them. Codes whose sequences agree up to zeros at the front count once.
//!
//! `cargo run --release -p sprague --example open_codes -- [LOG2_N [CODE …]]`: one line a code: method, bytes
//! a value, mask (with `p` if position parity counts), rare positions, the last of them, breaks, the largest
//! value, milliseconds. With codes given, also the milliseconds in a sparse space and without one, whatever
//! the engine would choose: the best of three runs of each, in turn.

use sprague::laws::find;
use sprague::values::engine::{Facts, Space};
use sprague::values::{Solver, engine_of, solver};
use sprague::{Work, rules::Rule};
use std::collections::BTreeSet;
use std::time::Instant;

/// As the engine chooses, in a sparse space, without one.
const SPACES: [Space; 3] = [Space::Chosen, Space::Sparse, Space::Dense];
/// Values that tell two sequences apart.
const FIRST: usize = 4000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let log: u32 = arguments.next().map_or(17, |text| text.parse().expect("a number"));
    let given: Vec<String> = arguments.collect();
    let work = Work::quiet().with_threads(1);
    let mut seen = BTreeSet::new();
    let more = if given.is_empty() { "" } else { "\tsparse\tdense" };
    println!("code\tmethod\tbytes\tmask\trare\tlast\tbreaks\tlargest\tms{more}");
    for code in if given.is_empty() { codes() } else { given.clone() } {
        let rule: Rule = code.parse().expect("a code");
        if given.is_empty() && (!seen.insert(shape(&rule, &work)) || has_law(&rule, 1 << log, &work)) {
            continue;
        }
        let spaces: &[Space] = if given.is_empty() { &SPACES[..1] } else { &SPACES };
        let mut best = vec![f64::INFINITY; spaces.len()];
        let mut facts = None;
        for _ in 0..if given.is_empty() { 1 } else { 3 } {
            for (best, &space) in best.iter_mut().zip(spaces) {
                let (time, found) = run(&rule, space, 1 << log, &work);
                *best = best.min(time);
                facts = facts.or(Some(found));
            }
        }
        let times: Vec<String> = best.iter().map(|time| format!("{time:.0}")).collect();
        println!("{code}\t{}\t{}", described(&rule, &facts.expect("a run")), times.join("\t"));
    }
}

/// All codes: digits up to 7, the last not 0, some break. Shorter codes first.
fn codes() -> Vec<String> {
    let mut codes = vec![];
    for digits in 1..=3usize {
        for front in [0, 4] {
            for number in 0..8usize.pow(digits as u32) {
                let text = format!("{front}.{number:0digits$o}");
                if !text.ends_with('0') && text.contains(['4', '5', '6', '7']) {
                    codes.push(text);
                }
            }
        }
    }
    codes
}

fn of(rule: &Rule) -> Box<dyn Solver> {
    solver(rule.heap_rule().expect("a code is a heap rule"))
}

/// The first values from the first on that is not 0.
fn shape(rule: &Rule, work: &Work) -> Vec<u32> {
    let mut solver = of(rule);
    solver.extend(FIRST + 8, work).expect("it fits");
    let values = solver.table(FIRST + 8);
    values.iter().skip_while(|&v| v == 0).take(FIRST - 8).collect()
}

fn has_law(rule: &Rule, limit: u64, work: &Work) -> bool {
    find(rule, limit, work).expect("no interruption").law().is_some()
}

/// Milliseconds to this many values, and how they were computed.
fn run(rule: &Rule, space: Space, count: usize, work: &Work) -> (f64, Facts) {
    let mut engine =
        engine_of(rule.heap_rule().expect("a heap rule")).expect("an octal code").in_space(space);
    let start = Instant::now();
    Solver::extend(&mut engine, count, work).expect("it fits");
    (start.elapsed().as_secs_f64() * 1e3, engine.facts())
}

fn described(rule: &Rule, facts: &Facts) -> String {
    let breaks = rule.heap_rule().map_or(0, |heaps| heaps.removals(2).listed().len());
    format!(
        "{}\t{}\t{:x}{}\t{}\t{}\t{breaks}\t{}",
        facts.method,
        facts.bytes_per_value,
        facts.mask,
        if facts.parity { "p" } else { "" },
        facts.rare_positions.unwrap_or(0),
        facts.last_rare.unwrap_or(0),
        facts.largest
    )
}
