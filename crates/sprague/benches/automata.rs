//! Proofs by automata: the prover beside the procedure word for word (hash maps of vectors).
#![allow(missing_docs, reason = "criterion's macro makes an undocumented function")]

use criterion::{Criterion, criterion_group, criterion_main};
use sprague::laws::automata::{Bounds, Hypothesis, Search, Verdict, prove, reference, search};
use sprague::rules::{HeapRule, Rule};
use sprague::{Work, values::solver};
use std::hint::black_box;

fn rule(text: &str) -> HeapRule {
    text.parse::<Rule>().unwrap().heap_rule().unwrap().clone()
}

fn law(rule: &HeapRule) -> Hypothesis {
    match search(rule, solver(rule).as_mut(), 1024, &Bounds::default(), &Work::quiet()).unwrap() {
        Search::Law(law) => law.law,
        Search::Open(_) => panic!("no law"),
    }
}

fn proofs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("automata");
    for text in ["0.8", "0.3F", "0.8B", "0.FC", "4.3303..."] {
        let rule = rule(text);
        let law = law(&rule);
        group.bench_function(format!("{text}, prover"), |bench| {
            bench.iter(|| {
                let verdict = prove(&rule, black_box(&law), &Bounds::default(), &Work::quiet()).unwrap();
                assert!(matches!(verdict, Verdict::Proved(_)));
            });
        });
        let machines = law.machines().unwrap();
        group.sample_size(10);
        group.bench_function(format!("{text}, word for word"), |bench| {
            bench.iter(|| assert!(reference::holds_from_preperiod_on(&rule, black_box(&machines))));
        });
    }
    group.finish();
}

criterion_group!(benches, proofs);
criterion_main!(benches);
