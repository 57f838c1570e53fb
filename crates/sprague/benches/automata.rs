//! Proofs by automata: the procedure word for word (hash maps of vectors) and the prover side by side, in one
//! run.
//!
//! `cargo bench -p sprague --bench automata` prints ratios; times depend on the machine.

mod common;

use common::{best, quiet};
use sprague::laws::automata::{Bounds, Hypothesis, Search, Verdict, prove, reference, search};
use sprague::rules::{HeapRule, Rule};
use sprague::values::solver;

fn law(rule: &HeapRule) -> Hypothesis {
    match search(rule, solver(rule).as_mut(), 1024, &Bounds::default(), &quiet()) {
        Ok(Search::Law(law)) => law.hypothesis().clone(),
        other => panic!("no law: {other:?}"),
    }
}

fn main() {
    println!("{:<10} {:>18} {:>12} {:>6}", "rule", "word for word, ms", "prover, ms", "ratio");
    for text in ["0.8", "0.3F", "0.C9", "0.8B", "0.FC", "4.330[3]"] {
        let rule: Rule = text.parse().expect("a code");
        let heaps = rule.heap_rule().expect("a heap rule");
        let law = law(heaps);
        let machines = law.machines().expect("few states");
        let plain = best(3, || assert!(reference::holds_from_preperiod_on(heaps, &machines)));
        let ours = best(20, || {
            let verdict = prove(heaps, &law, &Bounds::default(), &quiet()).expect("no interruption");
            assert!(matches!(verdict, Verdict::Proved(_)));
        });
        println!("{text:<10} {:>18.2} {:>12.3} {:>6.0}", plain * 1e3, ours * 1e3, plain / ours);
    }
}
