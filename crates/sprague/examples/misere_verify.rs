//! Verification of misère quotients beside the straightforward method, transition sets:
//! `cargo run --release -p sprague --example misere_verify`.
//!
//! Both decide whether a finite (Q, 𝒫, Φ) gives the outcome of every sum. The straightforward method goes
//! through all pairs of an image and the set of the images of the options that sums of this image have. Each
//! line has the best of three runs of both.

use sprague::misere::{Limits, Quotient};
use sprague::rules::{Piece, Rule};
use sprague::{Result, Work};
use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, Instant};

/// More sets than this are not gone through.
const MOST_SETS: usize = 2_000_000;

fn main() -> Result<()> {
    let work = Work::quiet();
    for (text, heaps) in [
        ("0.75", 22),
        ("0.123", 23),
        ("0.77", 60),
        ("0.77", 168),
        ("0.15", 154),
        ("0.07", 14),
        ("0.07", 25),
        ("0.07", 30),
    ] {
        let rule: Rule = text.parse()?;
        let heap_rule = rule.require_heaps("misère quotients need heaps")?;
        let quotient = Quotient::of(heap_rule, Limits { heaps, ..Limits::default() }, &work)?;
        let claim = quotient.claim();
        let pairs = best(|| Quotient::verify(heap_rule, &claim, &work).is_ok_and(|found| found.is_ok()));
        let mut sets = 0;
        let straightforward = best(|| {
            let (right, seen) = by_transition_sets(&rule, &quotient);
            sets = seen;
            right
        });
        println!(
            "{text}, heaps up to {heaps}, order {}: pairs {pairs:.1?}; {sets} transition sets {straightforward:.1?}, {:.0} times as long{}",
            quotient.order(),
            straightforward.as_secs_f64() / pairs.as_secs_f64(),
            if sets >= MOST_SETS { ", not finished" } else { "" }
        );
    }
    Ok(())
}

/// The best of three runs, each of which says yes.
fn best(mut run: impl FnMut() -> bool) -> Duration {
    let mut one = || {
        let start = Instant::now();
        assert!(run(), "the quotient is right");
        start.elapsed()
    };
    (0..3).map(|_| one()).min().unwrap_or_default()
}

/// Whether all outcomes are right as far as was gone through, and how many sets were met.
fn by_transition_sets(rule: &Rule, quotient: &Quotient) -> (bool, usize) {
    let order = quotient.order() as u32;
    let table: Vec<Vec<u32>> =
        (0..order).map(|x| (0..order).map(|y| quotient.times(x, y)).collect()).collect();
    let times = |x: u32, y: u32| table[x as usize][y as usize];
    let image = |heap: u64| quotient.image(heap).unwrap_or(0);
    let mut generators: BTreeSet<(u32, BTreeSet<u32>)> = BTreeSet::new();
    for heap in 0..=quotient.largest_heap() {
        let moves = rule.moves(&Piece::heap(heap));
        let sum = |pieces: &[Piece]| pieces.iter().fold(0, |x, piece| times(x, image(piece.numbers()[0])));
        if !moves.is_empty() {
            generators.insert((image(heap), moves.iter().map(|mv| sum(&mv.leaves)).collect()));
        }
    }
    let start = (0, BTreeSet::new());
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some((x, options)) = open.pop() {
        for (y, more) in &generators {
            let beside = more.iter().map(|&option| times(x, option));
            let after: BTreeSet<u32> =
                beside.chain(options.iter().map(|&option| times(option, *y))).collect();
            let product = times(x, *y);
            if quotient.is_lost(product) == after.iter().any(|&option| quotient.is_lost(option)) {
                return (false, seen.len());
            }
            if seen.len() >= MOST_SETS {
                return (true, seen.len());
            }
            if !seen.contains(&(product, after.clone())) {
                seen.insert((product, after.clone()));
                open.push((product, after));
            }
        }
    }
    (true, seen.len())
}
