//! Proves the laws of all codes 0.d1…dk, dk ≠ 0, with an 8-bit in some digit, and prints a table.
//!
//! `cargo run --release -p sprague --example survey -- DIGITS [VALUES]`: VALUES is how many values a guess
//! may rest on.

use sprague::laws::automata::{AutomatonLaw, Bounds, Search, search};
use sprague::{Work, rules::Rule, values::solver};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u32>().expect("a number"));
    let digits = arguments.next().unwrap_or(2);
    let limit = arguments.next().unwrap_or(2048) as usize;
    let codes: Vec<String> = (0..16u32.pow(digits))
        .map(|number| format!("{number:0width$X}", width = digits as usize))
        .filter(|text| !text.ends_with('0') && text.chars().any(|digit| digit.to_digit(16) >= Some(8)))
        .map(|text| format!("0.{text}"))
        .collect();
    let mut kinds: BTreeMap<&str, Vec<(String, Duration)>> = BTreeMap::new();
    let mut table: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for code in &codes {
        let start = Instant::now();
        let found = survey(code, limit);
        let seconds = start.elapsed();
        let (kind, line) = describe(&found);
        if let Search::Law(law) = &found
            && let Some(saltus) = law.saltus()
        {
            *table.entry((law.period(), saltus)).or_default() += 1;
        }
        println!("{code}\t{kind}\t{:.1} ms\t{line}", seconds.as_secs_f64() * 1e3);
        kinds.entry(kind).or_default().push((code.clone(), seconds));
    }
    println!("\n{} codes", codes.len());
    for (kind, found) in &mut kinds {
        found.sort_by_key(|&(_, time)| time);
        let total: Duration = found.iter().map(|&(_, time)| time).sum();
        let (slowest, longest) = &found[found.len() - 1];
        println!(
            "{kind}: {}, together {total:.1?}, median {:.1?}, longest {longest:.1?} ({slowest})",
            found.len(),
            found[found.len() / 2].1
        );
    }
    println!("\nperiod saltus codes");
    for ((period, saltus), count) in table {
        println!("{period} {saltus} {count}");
    }
}

fn survey(code: &str, limit: usize) -> Search {
    let rule: Rule = code.parse().expect("a code");
    let heaps = rule.heap_rule().expect("a code is a heap rule");
    let mut solver = solver(heaps);
    search(heaps, solver.as_mut(), limit, &Bounds::default(), &Work::quiet()).expect("no interruption")
}

fn describe(found: &Search) -> (&'static str, String) {
    match found {
        Search::Law(law) => {
            let kind = match (law.saltus(), law.salti()) {
                (Some(0), _) => "periodic",
                (Some(_), _) => "arithmetic-periodic",
                (None, Some(_)) => "salti by class",
                (None, None) => "machines",
            };
            (kind, with_size(law))
        }
        Search::Open(None) => ("open", String::new()),
        Search::Open(Some(seen)) => ("undecided", seen.line.clone()),
    }
}

fn with_size(law: &AutomatonLaw) -> String {
    format!("{} ({} states, {} subsets)", law.statement(), law.proof().states, law.proof().subsets)
}
