//! Sequences of the OEIS and statements of the literature, against the reference solver.

use sprague::rules::{Rule, find_rules, sequences};
use sprague::values::Reference;

/// Terms as the OEIS prints them.
const TERMS: &[(&str, &[u32])] = &[
    ("A001477", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ("A002186", &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8]),
    ("A002187", &[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1]),
    ("A002188", &[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4]),
    ("A014586", &[0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 2, 3]),
    ("A025480", &[0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0, 8]),
    ("A006519", &[1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16]),
    ("A000069", &[1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22]),
    ("A125829", &[1, 1, 1, 0, 1, 1, 1, 2, 2, 2, 1, 2, 2, 2, 1, 1, 1, 0]),
    ("A071464", &[1, 0, 2, 2, 1, 0, 4, 4, 1, 2, 2, 0, 1, 4, 4, 6, 1, 7, 7, 0, 1]),
    ("A125912", &[1, 0, 1, 1, 0, 1, 2, 2, 1, 2, 4, 1, 0, 1, 1, 2, 1, 2]),
    ("A125915", &[1, 0, 1, 2, 2, 2, 4, 4, 1, 1, 1, 2, 2, 2, 4, 4]),
    ("A125917", &[1, 1, 1, 2, 2, 2, 1, 1, 0, 2, 2, 2, 4, 4, 0, 1, 1]),
    ("A125920", &[1, 1, 0, 2, 2, 3, 4, 4, 1, 1, 6, 2, 2, 3, 4, 4]),
    ("A125925", &[1, 2, 1, 2, 0, 1, 0, 2, 1, 2, 1, 2, 0, 1, 0, 2]),
    ("A125927", &[0, 1, 1, 2, 2, 1, 0, 2, 2, 4, 0, 1, 2, 2, 1, 1, 2, 2, 4]),
    ("A071436", &[1, 0, 2, 2, 4, 1, 1, 3, 2, 4, 4, 6, 6, 2, 1, 1, 7, 6, 8]),
    ("A071509", &[1, 1, 2, 2, 3, 4, 1, 1, 6, 6, 3, 2, 2, 1, 1, 6, 6, 8]),
    ("A071452", &[1, 1, 1, 2, 2, 2, 3, 3, 1, 1, 1, 4, 4, 4, 3, 3, 2, 2]),
    ("A125938", &[1, 1, 1, 2, 2, 2, 0, 4, 4, 2, 1, 1, 1, 2, 2, 2, 1]),
];

#[test]
fn sequences_are_values() {
    for (notation, number, first) in sequences() {
        let rule: Rule = notation.parse().unwrap();
        let (_, terms) = TERMS.iter().find(|(own, _)| *own == number).expect("terms of every sequence");
        for (heap, &term) in (first..).zip(*terms) {
            let value = value_of(&rule, &heap.to_string());
            assert_eq!(value, u64::from(term), "{notation}: {number} at heap {heap}");
        }
    }
}

fn value_of(rule: &Rule, piece: &str) -> u64 {
    let position = rule.parse_position(piece).unwrap();
    position.iter().map(|piece| u64::from(Reference::new(rule).value(piece))).sum()
}

#[test]
fn wythoff_loses_where_the_golden_ratio_says() {
    let rule: Rule = "wythoff".parse().unwrap();
    let golden = |k: u64| (k as f64 * f64::midpoint(1.0, 5f64.sqrt())) as u64;
    let lost: Vec<(u64, u64)> = (0..20).map(|k| (golden(k), golden(k) + k)).collect();
    for a in 0..14u64 {
        for b in a..20u64 {
            let is_lost = value_of(&rule, &format!("{a}x{b}")) == 0;
            assert_eq!(is_lost, lost.contains(&(a, b)), "{a}x{b}");
        }
    }
    assert!(rule.lost_positions().is_some());
}

#[test]
fn games_are_found_by_their_titles() {
    for (text, notation) in [
        ("Grundy's game", "grundy"),
        ("grundy\u{2019}s game", "grundy"),
        ("Dawsons Kayles", "0.07"),
        ("mock turtles", "mock-turtles"),
        ("A002186", "0.77"),
        ("a002188", "grundy"),
        ("Wythoff's Game", "wythoff"),
    ] {
        let found = find_rules(text);
        assert_eq!(found.first().map(|found| found.rule.notation()), Some(notation), "{text}");
        assert!(found[0].exact, "{text}");
    }
    for text in ["take 1 or 2", "0.", "kayl", "split two"] {
        let found = find_rules(text);
        assert!(!found.is_empty() && found.iter().all(|found| !found.exact), "{text}");
    }
}
