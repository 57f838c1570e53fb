//! Small cases, all of them: every wrong value is refused at its place.

mod common;
#[allow(dead_code, reason = "the forger uses all of it")]
#[path = "forger/oracle.rs"]
mod oracle;

use common::*;
use sprague_certificate::{Certificate, Law, Theorem};
use sprague_check::{Work, check};

/// The reason why this is not verified.
fn reason(certificate: &Certificate) -> String {
    match check(certificate, &Work::new(1, u64::MAX, &|_| ())) {
        Ok(known) => panic!("verified: {}", known.summary),
        Err(fault) => fault.to_string(),
    }
}

/// Codes of one digit, and of two: every heap with every wrong value, and the place is named. So a break, or
/// a move to nothing or to one heap, is looked at from the smallest heap on that has it, whatever is taken.
#[test]
fn every_wrong_value_of_short_codes() {
    let mut codes: Vec<String> = Vec::new();
    for digit in 1..16 {
        codes.extend((1..8).map(|t| format!("0.{}{digit:X}", "0".repeat(t - 1))));
        codes.extend((1..6).map(|t| format!("0.1{}{digit:X}", "0".repeat(t - 1))));
        codes.extend((1..6).map(|t| format!("0.{digit:X}{}4", "0".repeat(t - 1))));
    }
    codes.extend(["4.0", "8.0", "C.0", "4.1", "8.3", "C.02", "4.008"].map(String::from));
    let mut cases = 0;
    for code in codes {
        let right = certificate(&code, Law::Table {}, Theorem::Definition, solve_code(&digits(&code), 24));
        assert!(check(&right, &Work::new(1, u64::MAX, &|_| ())).is_ok(), "{code}");
        for n in 0..24 {
            let mut wrong = right.clone();
            wrong.values.truncate(n + 1);
            for value in (0..right.values[n] + 3).filter(|&v| v != right.values[n]) {
                wrong.values[n] = value;
                let reason = reason(&wrong);
                let present = format!("NOT VERIFIED: value {value} is among the options, at n = {n}");
                // A value that is too large may be among the options as well.
                assert!(reason.ends_with(&format!(", at n = {n}")), "{code}: {reason}");
                assert!(value > right.values[n] || reason == present, "{code}: {reason}");
                cases += 1;
            }
        }
    }
    assert!(cases > 15_000, "{cases}");
}

/// Rules in general, with all conditions on the heaps left: right values are verified, and of every heap
/// every wrong value is refused, and the place is named.
#[test]
fn every_wrong_value_of_rules_in_general() {
    let bases = ["split:2", "split:3", "split:9", "4.3", "0.7", "0.[3]", "4.[07]", "8.0F", "0.1[3]", "0.G"];
    let sets = ["sub:1,3", "allbut:1,4", "C.[2]", "0.07", "4.K"];
    let alike = ["", "/unequal", "/equal"];
    let sizes = ["", "/least=2", "/largest=3", "/least=2/largest=4", "/least=5"];
    let (mut cases, mut rules) = (0, 0);
    let mut all = vec!["grundy".to_string()];
    for base in bases.iter().chain(&sets) {
        for alike in alike {
            all.extend(sizes.map(|sizes| format!("{base}{alike}{sizes}")));
        }
    }
    for rule in all {
        let values = oracle::continued(&rule, vec![], 20).unwrap_or_else(|| panic!("{rule}"));
        let right = certificate(&rule, Law::Table {}, Theorem::Definition, values);
        let verdict = check(&right, &Work::new(1, u64::MAX, &|_| ()));
        assert!(verdict.is_ok(), "{rule}: {verdict:?}");
        for n in 0..right.values.len() {
            let mut wrong = right.clone();
            wrong.values.truncate(n + 1);
            for value in (0..right.values[n] + 3).filter(|&v| v != right.values[n]) {
                wrong.values[n] = value;
                let reason = reason(&wrong);
                assert!(reason.ends_with(&format!(", at n = {n}")), "{rule}: {reason}");
                let present = reason.contains(" is among the options");
                assert!(value > right.values[n] || present, "{rule}: {reason}");
                cases += 1;
            }
        }
        rules += 1;
    }
    assert!(rules > 225 && cases > 9000, "{rules} rules, {cases} cases");
}

/// Values of several words of bits: sums of three different heaps and more; a number up to 100, or any odd
/// one.
#[test]
fn rules_in_general_of_large_values() {
    let odd_beyond = format!("0.{}[30]", "3".repeat(100));
    for (rule, n) in [
        (&odd_beyond[..], 300),
        ("8.[3]/unequal", 140),
        ("8.[3]", 140),
        ("split:3/unequal", 100),
        ("8.3/least=2", 100),
        ("0.[3]/largest=100", 300),
        ("grundy", 400),
    ] {
        let values = oracle::continued(rule, vec![], n).unwrap();
        let right = certificate(rule, Law::Table {}, Theorem::Definition, values);
        assert!(check(&right, &Work::default()).is_ok(), "{rule}");
        for place in (0..n).step_by(17) {
            let mut wrong = right.clone();
            wrong.values.truncate(place + 1);
            wrong.values[place] ^= 1;
            assert!(reason(&wrong).ends_with(&format!(", at n = {place}")), "{rule}");
        }
    }
}
