//! Right certificates of every kind are verified.

mod common;

use common::*;
use sprague_certificate::{Certificate, Law, Limits, Outcome, Question, Theorem};
use sprague_check::{Work, check};

/// Written, read and checked.
fn verified(certificate: &Certificate) -> String {
    keep("right", certificate);
    let mut file = Vec::new();
    certificate.write(&mut file).unwrap();
    let read = Certificate::read(&file[..], &Limits::default()).unwrap();
    assert_eq!(read, *certificate);
    match check(&read, &Work::default()) {
        Ok(known) => known.summary,
        Err(fault) => panic!("{}: {fault}", certificate.rule),
    }
}

#[test]
fn published_octal_periods() {
    let table = include_str!("../../sprague/data/octal-periods.csv");
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let mut fields = row.split(',');
        let rule = fields.next().unwrap();
        let mut number = || fields.next().unwrap().parse::<u64>().unwrap();
        let (period, preperiod) = (number(), number());
        let size = window(&digits(rule), period as usize, preperiod as usize);
        if period + preperiod > 1000 {
            continue;
        }
        let law = Law::Periodic { period, preperiod, minimal: true };
        let values = solve_code(&digits(rule), size);
        verified(&certificate(rule, law, Theorem::TakeAndBreakPeriod, values));
        rows += 1;
    }
    assert!(rows > 480, "{rows}");
}

#[test]
fn octal_codes_with_and_without_a_mask() {
    for code in ["0.07", "0.77", "0.137", "4.1", "0.165", "0.045", "0.156", "4.3", "0.05", "0.644"] {
        let plain = periodic(code, 20_000).unwrap_or_else(|| panic!("{code}"));
        let summary = verified(&plain);
        let mask = best_mask(&plain.values);
        for split in [(mask, false), (mask, true), (0, false), (0, true), (0xffff, false), (1, true)] {
            assert_eq!(verified(&with_split(plain.clone(), split.0, split.1)), summary);
        }
    }
}

#[test]
fn short_codes_of_all_kinds() {
    // Every code of two digits with small period, octal or hexadecimal, and those that break without taking.
    let mut found = 0;
    for first in [0u8, 4, 8, 12] {
        for code in 0..256 {
            let rule = format!("{first:X}.{code:02X}");
            if let Some(certificate) = periodic(&rule, 200) {
                verified(&certificate);
                found += 1;
            }
        }
    }
    assert!(found > 150, "{found}");
}

#[test]
fn subtraction_sets() {
    for bits in 1u32..128 {
        let set: Vec<String> = (1..8).filter(|t| bits >> (t - 1) & 1 == 1).map(|t| t.to_string()).collect();
        let rule = format!("sub:{}", set.join(","));
        verified(&periodic(&rule, 4000).unwrap_or_else(|| panic!("{rule}")));
    }
}

#[test]
fn all_but_sets() {
    for bits in 1u32..64 {
        let set: Vec<usize> = (1..7).filter(|t| bits >> (t - 1) & 1 == 1).collect();
        let n = if set.len() > 3 { 600 } else { 400 };
        let certificate = arithmetic(&set, n);
        let summary = verified(&certificate);
        assert!(summary.contains("saltus"), "{summary}");
    }
}

#[test]
fn tables() {
    for rule in ["0.6", "0.3F", "4.77"] {
        let values = solve_code(&digits(rule), 300);
        verified(&certificate(rule, Law::Table {}, Theorem::Definition, values));
    }
    let values = solve_allbut(&[2, 3], 100);
    verified(&certificate("allbut:2,3", Law::Table {}, Theorem::Definition, values));
}

#[test]
fn splits_into_parts() {
    for (parts, closed) in [(2, true), (3, false), (4, true), (5, true), (9, true), (2, false), (4, false)] {
        verified(&split(parts, 24, closed));
    }
    verified(&split(3, 200, false));
}

#[test]
fn cut_rows() {
    let summary = verified(&tails(&solve_cut(14, 120)));
    assert_eq!(summary, "rows 1 to 14 of cut have the stated values and constant tails");
}

#[test]
fn wins() {
    let dawson = periodic("0.07", 1000).unwrap();
    for (upto, answer) in [("0", "0"), ("5", "3"), ("50", "40"), ("1000000", "852938")] {
        verified(&with_count(dawson.clone(), Question::Wins { upto: upto.into() }, "", answer));
    }
    // All counts, by counting, over the border of the stored values.
    for certificate in
        [dawson, periodic("sub:1,3,4", 1000).unwrap(), arithmetic(&[1, 4], 400), split(2, 30, true)]
    {
        let longer = match certificate.rule.as_str() {
            "0.07" => solve_code(&digits("0.07"), 400),
            "sub:1,3,4" => solve_code(&digits("sub:1,3,4"), 60),
            "allbut:1,4" => solve_allbut(&[1, 4], 430),
            _ => solve_split(2, 60),
        };
        for upto in 0..longer.len() {
            let answer = longer[1..=upto].iter().filter(|&&v| v != 0).count();
            let question = Question::Wins { upto: upto.to_string() };
            verified(&with_count(certificate.clone(), question, "", &answer.to_string()));
        }
    }
    let googol = format!("1{}", "0".repeat(1000));
    let question = Question::Wins { upto: googol.clone() };
    verified(&with_count(periodic("sub:1,2", 100).unwrap(), question, "3", "1"));
}

#[test]
fn winning_moves() {
    let table = solve_cut(12, 124);
    let rows = tails(&table[..12]);
    let moves = |width: usize, height: usize| {
        let mut sum = 0;
        for w in 2..=width {
            for h in 2..=height {
                for i in 1..w {
                    let cuts = |j: &usize| {
                        table[i][*j] ^ table[w - i][*j] ^ table[i][h - j] ^ table[w - i][h - j] == 0
                    };
                    sum += (1..h).filter(cuts).count();
                }
            }
        }
        sum
    };
    for (width, height) in [(0, 0), (1, 9), (2, 2), (5, 3), (7, 1), (12, 2), (11, 40), (12, 60)] {
        let question = Question::Moves { width: width as u64, height: height.to_string() };
        verified(&with_count(rows.clone(), question, "", &moves(width, height).to_string()));
    }
    let question = Question::Moves { width: 12, height: "123".into() };
    verified(&with_count(rows, question, "", "327398"));
}

#[test]
fn partitions() {
    let of = |of, outcome| Question::Partitions { of, outcome };
    let three = split(3, 200, false);
    verified(&with_count(three.clone(), of(5, Outcome::Won), "", "5"));
    verified(&with_count(three.clone(), of(200, Outcome::Lost), "", "137857037546"));
    verified(&with_count(split(2, 10, true), of(5, Outcome::Won), "", "3"));
    verified(&with_count(split(2, 10, true), of(200, Outcome::Lost), "", "1986499671158"));
    verified(&with_count(split(7, 10, true), of(200, Outcome::Lost), "", "74354406629"));
    let all = |of| Question::ScatterstoneWins { of };
    verified(&with_count(three.clone(), all(7), "", "66"));
    verified(&with_count(three.clone(), all(10), "", "291"));
    verified(&with_count(three, all(200), "1000000007", "626616617"));
    // Partitions of 6 under 0.07, values 0 0 1 1 2 0 3, that are lost: counted by hand.
    // 5+1, 4+1+1 (2), 3+3, 3+2+1, 3+1+1+1 (1), 2+2+2 (1), 2+2+1+1, 1+…+1, 4+2 (3), 6 (3), 2+1+1+1+1 (1).
    verified(&with_count(periodic("0.07", 1000).unwrap(), of(6, Outcome::Lost), "", "5"));
}

#[test]
fn card_tuples() {
    let tuples = |cards, suits| Question::CardTuples { cards, suits };
    verified(&cards(12));
    verified(&with_count(cards(8), tuples(3, 2), "1000000007", "26"));
    let work = Work::default();
    let large = with_count(cards(8), tuples(13, 4), "1000000007", "540318329");
    let known = check(&large, &work).unwrap();
    assert!(known.summary.contains("a theorem"));
}
