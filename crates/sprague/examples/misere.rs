//! Misère quotients of octal codes, with times: `cargo run --release -p sprague --example misere`.
//!
//! Without arguments, all codes of two digits within small limits, and the two large quotients whose speed
//! is documented. With arguments `RULE HEAPS [LEVELS]`, the quotient of one rule; a heap that does not close
//! is tried up to this many levels.

use sprague::misere::{Known, Limits, find_law};
use sprague::rules::Rule;
use sprague::{Result, Work};
use std::time::{Duration, Instant};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [rule, heaps, levels @ ..] = &arguments[..] {
        let heaps = sprague::rules::parse_small(heaps, "a number of heaps")?;
        let levels =
            levels.first().map_or(Ok(20), |text| sprague::rules::parse_small(text, "a number of levels"))?;
        let limits = Limits { heaps, order: 1 << 16, levels: u32::try_from(levels).unwrap_or(u32::MAX) };
        let (known, time) = solve(rule, limits)?;
        print(rule, &known, time);
        if known.quotient().order() <= 64 {
            println!("{}", known.quotient().presentation());
        }
        return Ok(());
    }
    let mut together = Duration::ZERO;
    let mut laws = 0;
    for code in (0..64).map(|code| format!("0.{code:02o}")) {
        let (known, time) = solve(&code, Limits { heaps: 400, order: 200, levels: 4 })?;
        if known.law().is_some() {
            print(&code, &known, time);
            together += time;
            laws += 1;
        }
    }
    println!("{laws} laws of codes with two digits: {together:.1?}");
    for (rule, heaps) in [("0.07", 33), ("0.16", 18)] {
        let (known, time) = solve(rule, Limits { heaps, order: 10_000, levels: 12 })?;
        print(rule, &known, time);
    }
    Ok(())
}

fn solve(rule: &str, limits: Limits) -> Result<(Known, Duration)> {
    let rule: Rule = rule.parse()?;
    let start = Instant::now();
    let known = find_law(rule.require_heaps("misère quotients need heaps")?, limits, &Work::quiet())?;
    Ok((known, start.elapsed()))
}

fn print(rule: &str, known: &Known, time: Duration) {
    let quotient = known.quotient();
    let law = known.law().map_or_else(
        || format!("heaps up to {}: {}", quotient.largest_heap(), known.ended()),
        |law| format!("period {}, preperiod {}", law.period(), law.preperiod()),
    );
    let kind = if quotient.is_tame() { "tame" } else { "wild" };
    println!(
        "{rule}: order {}, |P| = {}, {kind}, {law}; {time:.1?}",
        quotient.order(),
        quotient.p_portion().len()
    );
    if let Some(open) = known.open() {
        println!(
            "  heap {}: at least {} elements, by level {:?}",
            open.heap, open.lower_bound, open.by_level
        );
    }
}
