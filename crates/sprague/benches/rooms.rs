//! One benchmark for each room and rule shape: the baseline that later changes are measured against.
//!
//! `cargo bench -p sprague --bench rooms`
#![allow(missing_docs, reason = "criterion's macro makes an undocumented function")]

use criterion::{Criterion, criterion_group, criterion_main};
use sprague::rules::{Piece, Rule};
use sprague::values::{Reference, cutting, heaps};
use sprague::{Work, counts, laws};
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
            b.iter(|| heaps(&rule, black_box(n), &Work::quiet()));
        });
    }
    let kayles = rule("kayles");
    group.bench_function("reference, kayles 300", |b| {
        b.iter(|| Reference::new(&kayles).value(&Piece::Heap(300)));
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
    let quiet = Work::quiet;
    let prime = 1_000_000_007u32.into();
    group.bench_function("wins 0.07 to 10^6", |b| {
        b.iter(|| counts::euler::paper_strip(&1_000_000u32.into(), &quiet()));
    });
    group.bench_function("moves cut 60x10^6", |b| {
        b.iter(|| counts::euler::paper_cutting(&60u32.into(), &1_000_000u32.into(), &quiet()));
    });
    group.bench_function("partitions, scatterstone 100", |b| {
        b.iter(|| counts::euler::scatterstone(100, Some(&prime), &quiet()));
    });
    group.bench_function("tuples, 10^5 suits of 10^5 cards", |b| {
        b.iter(|| {
            counts::euler::card_stacking(&100_000u32.into(), &100_000u32.into(), Some(&prime), &quiet())
        });
    });
    group.finish();
}

criterion_group!(benches, values, laws, counts);
criterion_main!(benches);
