//! One benchmark for each module and rule shape: the baseline that later changes are measured against.
//!
//! `cargo bench -p sprague --bench baseline`
#![allow(missing_docs, reason = "criterion's macro makes an undocumented function")]

use criterion::{Criterion, criterion_group, criterion_main};
use sprague::counts::euler;
use sprague::rules::{Piece, Rule};
use sprague::values::{Reference, cutting, heaps};
use sprague::{Options, Work, laws};
use std::hint::black_box;

fn rule(text: &str) -> Rule {
    text.parse().unwrap()
}

fn values(c: &mut Criterion) {
    let mut group = c.benchmark_group("values");
    group.sample_size(10);
    for (text, n) in
        [("0.07", 20_000), ("0.6", 20_000), ("0.3F", 1_000), ("split:3", 1_000), ("grundy", 20_000)]
    {
        let rule = rule(text);
        group.bench_function(format!("{text} to {n}"), |b| {
            b.iter(|| heaps(rule.heap_rule().unwrap(), black_box(n), &Work::quiet()));
        });
    }
    let kayles = rule("kayles");
    group.bench_function("reference, kayles 300", |b| {
        b.iter(|| Reference::new(&kayles).value(&Piece::heap(300)));
    });
    group.bench_function("cut, width 60", |b| b.iter(|| cutting::Rows::solve(black_box(60), &Work::quiet())));
    group.finish();
}

fn laws(c: &mut Criterion) {
    let mut group = c.benchmark_group("laws");
    for text in ["0.77", "0.156", "sub:4,9,21", "allbut:3,5,6"] {
        let rule = rule(text);
        group.bench_function(text, |b| b.iter(|| laws::find(&rule, black_box(20_000), &Work::quiet())));
    }
    group.finish();
}

fn counts(c: &mut Criterion) {
    let mut group = c.benchmark_group("counts");
    group.sample_size(10);
    let prime =
        Options { modulus: Some(sprague::Modulus::new(1_000_000_007u32).unwrap()), ..Options::default() };
    for (name, number, sizes, options) in [
        ("wins 0.07 to 10^6", 306, vec![1_000_000u32], Options::default()),
        ("moves cut 60x10^6", 933, vec![60, 1_000_000], Options::default()),
        ("partitions, scatterstone 100", 629, vec![100], prime.clone()),
        ("tuples, 10^5 suits of 10^5 cards", 798, vec![100_000, 100_000], prime),
    ] {
        let problem = euler::problem(number).unwrap();
        let sizes: Vec<_> = sizes.into_iter().map(Into::into).collect();
        group.bench_function(name, |b| b.iter(|| problem.solve(&sizes, &options, &Work::quiet())));
    }
    group.finish();
}

criterion_group!(benches, values, laws, counts);
criterion_main!(benches);
