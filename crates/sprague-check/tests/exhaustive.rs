//! Small cases, all of them: every wrong value is refused at its place, and every check takes the steps it takes.

mod common;
#[allow(dead_code, reason = "the forger uses all of it")]
#[path = "forger/oracle.rs"]
mod oracle;

use common::*;
use sprague_certificate::{Certificate, Choice, Law, Outcome, Question, Theorem};
use sprague_check::{Fault, Work, check};

/// The reason why this is not verified.
fn reason(certificate: &Certificate) -> String {
    match check(certificate, &Work::new(1, u64::MAX, &|_| ())) {
        Ok(known) => panic!("verified: {}", known.summary),
        Err(fault) => fault.to_string(),
    }
}

/// Codes of one digit, and of two: every heap with every wrong value, and the place is named. So a break, or a move to
/// nothing or to one heap, is looked at from the smallest heap on that has it, whatever is taken.
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

/// Rules in general, with all conditions on the heaps left: right values are verified, and of every heap every wrong value is
/// refused, and the place is named.
#[test]
fn every_wrong_value_of_rules_in_general() {
    let bases = ["split:2", "split:3", "split:9", "4.3", "0.7", "0.3...", "4.(07)", "8.0F", "0.1(3)", "0.G"];
    let sets = ["sub:1,3", "allbut:1,4", "C.2...", "0.07", "4.K"];
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

/// Values of several words of bits: sums of three different heaps and more.
#[test]
fn rules_in_general_of_large_values() {
    for (rule, n) in [
        ("8.3.../unequal", 140),
        ("8.3...", 140),
        ("split:3/unequal", 100),
        ("8.3/least=2", 100),
        ("0.3.../largest=100", 300),
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

/// The same file takes the same number of steps on one thread, always; a change here changes what `--steps` means.
#[test]
fn steps_are_counted() {
    let table = |rule: &str, values| certificate(rule, Law::Table {}, Theorem::Definition, values);
    let by_rule = |rule: &str, n| table(rule, oracle::continued(rule, vec![], n).unwrap());
    let wins = Question::Wins { upto: "5000000".into() };
    let lost = Question::Partitions { of: 30, outcome: Outcome::Lost };
    let tuples = Question::CardTuples { cards: 150_000, suits: 7 };
    let moves = |height: &str| Question::Moves { width: 9, height: height.into() };
    let size = |digits: &str| vec![digits.to_string()];
    let choices = |choice, pieces: &str, to: &str| {
        let (pieces, from, to) = (pieces.into(), size("1"), size(to));
        Question::Choices { choice, pieces, from, to, outcome: Outcome::Won }
    };
    let first = |to: &str| Question::FirstMoves { from: size("3"), to: size(to) };
    let pattern =
        Question::Pattern { multiples: vec![1, 3, 5], upto: "100000".into(), outcome: Outcome::Lost };
    let formula = |rule: &str| certificate(rule, Law::Formula { checked: 50 }, Theorem::Formula, vec![]);
    // More values than are looked at between two charges.
    let mut long = periodic("sub:1,2", 100).unwrap();
    long.values = (0..(1 << 21) + 5).map(|n| (n % 3) as u16).collect();
    let many = |n: u32| (0..n).map(|n| (n / 2 % 65536) as u16).collect();
    let law = Law::ArithmeticPeriodic { period: 2, preperiod: 0, saltus: 1, minimal: true };
    let all = [
        ("pairs", periodic("0.07", 1000).unwrap()),
        ("pairs, dense", table("0.6", solve_code(&digits("0.6"), 700))),
        ("rare", with_split(table("0.16", solve_code(&digits("0.16"), 900)), 30, false)),
        ("triples, in rounds", table("0.8", solve_code(&digits("0.8"), 1700))),
        ("triples", table("0.3F", solve_code(&digits("0.3F"), 400))),
        ("subtraction", with_count(long, wins, "", "3333333")),
        ("all but", certificate("allbut:1", law, Theorem::AllButState, many(130_000))),
        ("all but, state", arithmetic(&[1, 4, 8, 9], 100)),
        ("two heaps", split(2, 200, true)),
        ("three heaps", with_count(split(3, 60, false), Question::ScatterstoneWins { of: 20 }, "2", "0")),
        ("any heaps", split(9, 40, true)),
        ("partitions", with_count(split(3, 60, false), lost, "2", "0")),
        ("different", by_rule("grundy", 300)),
        ("different, three", by_rule("8.3/unequal", 90)),
        ("equal", by_rule("split:9/equal/least=2", 100)),
        ("for ever", by_rule("4.(07)", 80)),
        ("sheets", with_count(tails(&solve_cut(9, 80)), moves("7"), "2", "0")),
        ("sheets, far", with_count(tails(&solve_cut(9, 80)), moves("1000"), "2", "0")),
        ("cards", with_count(cards(17), tuples, "1000003", "0")),
        (
            "tuples",
            with_count(periodic("0.77", 1000).unwrap(), choices(Choice::Tuples, "99", "10000"), "10", "11"),
        ),
        ("multisets", with_count(split(2, 20, true), choices(Choice::Multisets, "9", "99"), "", "0")),
        ("sets", with_count(split(2, 20, true), choices(Choice::Sets, "9", "99"), "1000003", "0")),
        ("first moves", with_count(periodic("0.07", 1000).unwrap(), first("10000"), "", "0")),
        ("first moves, four heaps", with_count(split(4, 20, true), first("30"), "", "0")),
        ("pattern", with_count(automatic("0.3...", 1, 1, vec![0, 1]), pattern, "", "0")),
        ("sieve", with_count(formula("take:coprime"), choices(Choice::Tuples, "3", "5000"), "10", "11")),
        ("family", by_rule("sub:primes", 300)),
        ("divisors", by_rule("split:divisors", 300)),
    ];
    let mut steps = Vec::new();
    for (name, certificate) in all {
        let work = Work::new(1, u64::MAX, &|_| ());
        let outcome = check(&certificate, &work);
        let counted = |fault: &Fault| fault.to_string().starts_with("NOT VERIFIED: the count is ");
        assert!(outcome.is_ok() || outcome.as_ref().is_err_and(counted), "{name}: {outcome:?}");
        steps.push((name, work.spent()));
    }
    let expected = [
        ("pairs", 17_247),
        ("pairs, dense", 224_140),
        ("rare", 132_624),
        ("triples, in rounds", 727_804_681),
        ("triples", 11_654_995),
        ("subtraction", 46_137_463),
        ("all but", 1_171_068),
        ("all but, state", 1_443),
        ("two heaps", 61_604),
        ("three heaps", 73_367),
        ("any heaps", 40_150),
        ("partitions", 48_007),
        ("different", 48_302),
        ("different, three", 16_772),
        ("equal", 4_125),
        ("for ever", 7_454),
        ("sheets", 10_661),
        ("sheets, far", 10_661),
        ("cards", 100_269_295),
        ("tuples", 31_817),
        ("multisets", 8_664),
        ("sets", 8_664),
        ("first moves", 24_393),
        ("first moves, four heaps", 83_008),
        ("pattern", 8_227),
        ("sieve", 808_531),
        ("family", 13_502),
        ("divisors", 36_549),
    ];
    assert_eq!(steps, expected);
}
