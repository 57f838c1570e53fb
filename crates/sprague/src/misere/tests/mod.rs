//! Quotients against play, against a second verification, against published values; counts and moves against
//! enumeration.

mod build;
mod count;
mod genus;
mod law;
mod moves;
mod quotient;
mod random;
mod search;
mod verify;

use super::build::{Builder, Step};
use super::options::{Options, Sum};
use super::pairs::Pairs;
use super::*;
use crate::rules::{HeapRule, Rule};
use crate::{Error, Work};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

fn heaps(rule: &str) -> HeapRule {
    rule.parse::<Rule>().unwrap().heap_rule().unwrap().clone()
}

fn limits(heaps: u64) -> Limits {
    Limits { heaps, order: 700, levels: 8 }
}

fn known(rule: &str, most: u64) -> Known {
    find_law(&heaps(rule), limits(most), &Work::quiet()).unwrap()
}

fn big(heaps: &[u64]) -> Vec<BigUint> {
    heaps.iter().map(|&heap| heap.into()).collect()
}

/// All sums of heaps 1 to `largest` with at most this many tokens, ascending heaps.
fn sums(largest: u64, tokens: u64) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    let mut place = 0;
    while place < all.len() {
        let sum: Vec<u64> = all[place].clone();
        let used: u64 = sum.iter().sum();
        let from = sum.last().copied().unwrap_or(1);
        all.extend((from..=largest.min(tokens - used)).map(|heap| [&sum[..], &[heap]].concat()));
        place += 1;
    }
    all
}

/// Octal codes of up to two digits, splits without taking, hexadecimal codes, subtraction sets, conditions,
/// infinite removals.
fn many_rules() -> Vec<String> {
    let octal = (0..64).map(|code| format!("0.{code:02o}"));
    let splitting = (0..8).map(|code| format!("4.{code:o}"));
    let others = [
        "0.8",
        "0.F",
        "0.B1",
        "0.B3",
        "0.F1",
        "0.3F",
        "0.9C",
        "C.3",
        "sub:1,3,4",
        "sub:2,5",
        "sub:2,3,7",
        "0.123",
        "0.137",
        "0.356",
        "split:2",
        "split:3",
        "split:4",
        "grundy",
        "lasker",
        "split:3/equal",
        "split:4/unequal",
        "0.77/least=2",
        "0.77/largest=3",
        "0.07/unequal",
        "0.333/least=3",
        "nim",
        "allbut:1",
        "allbut:2",
        "0.[13]",
        "0.[30]",
        "0.[012]",
        "0.[3300]",
        "0.[30300]",
        "0.[7]",
        "0.0",
    ];
    octal.chain(splitting).chain(others.map(String::from)).collect()
}
