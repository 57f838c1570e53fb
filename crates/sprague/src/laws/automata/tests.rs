//! Check values.
use super::*;
use crate::Work;
use crate::rules::{HeapRule, Rule};
use crate::values::{heaps, solver};

fn rule(text: &str) -> HeapRule {
    text.parse::<Rule>().unwrap().heap_rule().unwrap().clone()
}

/// G(n + p) = G(n) + s from n0 on.
fn uniform(text: &str, p: u64, s: u64, n0: u64) -> Hypothesis {
    let values = heaps(&rule(text), n0 + p, &Work::quiet()).unwrap();
    let first = (0..n0 as usize).map(|n| values.at(n)).collect();
    let classes: Vec<(u64, u64)> = (n0..n0 + p).map(|n| (values.at(n as usize).into(), s)).collect();
    Hypothesis::lines(first, &classes)
}

#[test]
fn facts() {
    for (text, p, s, n0) in [
        ("0.8", 3, 1, 1),
        ("0.08", 4, 1, 1),
        ("0.89", 4, 2, 3),
        ("0.8B", 7, 4, 7),
        ("0.B8", 7, 4, 9),
        ("0.F8", 6, 4, 7),
        ("0.FC", 5, 4, 7),
        ("0.FB", 1, 1, 5),
        ("0.C9", 3, 2, 3),
        ("0.3F", 6, 3, 1),
        ("0.209", 9, 3, 1),
        ("0.608", 9, 3, 1),
        ("0.77", 12, 0, 71),
    ] {
        let law = uniform(text, p, s, n0);
        let verdict = prove(&rule(text), &law, &Bounds::default(), &Work::quiet()).unwrap();
        eprintln!("{text}: {verdict:?}");
        assert!(matches!(verdict, Verdict::Proved(_)), "{text}: {verdict:?}");
        if n0 > 1 {
            let law = uniform(text, p, s, n0 - 1);
            let verdict = prove(&rule(text), &law, &Bounds::default(), &Work::quiet()).unwrap();
            eprintln!("{text}: {verdict:?}");
            assert!(matches!(verdict, Verdict::Refuted(_)), "{text}: {verdict:?}");
        }
    }
}

fn find(text: &str, limit: usize) -> Search {
    let mut solver = solver(&rule(text));
    search(&rule(text), solver.as_mut(), limit, &Bounds::default(), &Work::quiet()).unwrap()
}

fn law(text: &str, limit: usize) -> AutomatonLaw {
    match find(text, limit) {
        Search::Law(law) => *law,
        Search::Open(open) => panic!("{text}: {open:?}"),
    }
}

#[test]
fn laws_found() {
    for text in ["0.3F", "0.8", "0.77", "4.3...", "0.3...", "4.3303...", "0.7...", "0.F8", "0.2048", "0.137"] {
        let start = std::time::Instant::now();
        let found = find(text, 20_000);
        match found {
            Search::Law(law) => eprintln!(
                "{text}: {} {:?} {} {:?}",
                law.statement(),
                law.proof,
                law.computed,
                start.elapsed()
            ),
            Search::Open(open) => eprintln!("{text}: open {:?} {:?}", open.map(|o| o.line), start.elapsed()),
        }
    }
}
