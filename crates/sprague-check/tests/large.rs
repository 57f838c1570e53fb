//! Large certificates, solved here by plain but faster means, saved and checked. Most take a while:
//! `cargo test --release --test large -- --ignored --nocapture`.

mod common;

use std::time::Instant;

use common::*;
use sprague_certificate::{Certificate, Law, Limits, Question, Theorem};
use sprague_check::{Work, check};

/// Write, read, check; print size and time.
fn timed(certificate: &Certificate) {
    let start = Instant::now();
    let mut file = Vec::new();
    certificate.write(&mut file).unwrap();
    let wrote = start.elapsed();
    let read = Certificate::read(&file[..], &Limits::default()).unwrap();
    let all = start.elapsed();
    let known = check(&read, &Work::default()).unwrap_or_else(|fault| panic!("{fault}"));
    let name = format!("{}-{}", certificate.rule.replace(':', "-"), certificate.splits.len());
    let (values, bytes, checked) = (read.values.len(), file.len(), start.elapsed() - all);
    println!("{name}: {values} values, {bytes} bytes, written in {wrote:.2?}, read in {:.2?}", all - wrote);
    println!("  checked in {checked:.2?}: {}", known.summary);
    if let Ok(folder) = std::env::var("SPRAGUE_SAVE") {
        std::fs::write(format!("{folder}/{name}.cert"), file).unwrap();
    }
}

/// Take-and-break code with moves 1 or 2 heaps, by the rare/common split; `mask` is any mask.
fn solve_sparse(digits: &[u8], mask: u16, g: &mut Vec<u16>, upto: usize) {
    let common = |v: u16| (v & mask).count_ones() % 2 == 1;
    let mut rare: Vec<usize> = (1..g.len()).filter(|&a| !common(g[a])).collect();
    let mut stamp = vec![0; 1024];
    for n in g.len()..upto {
        let mark = |stamp: &mut Vec<usize>, a: usize, t: usize| stamp[(g[a] ^ g[n - t - a]) as usize] = n;
        for (t, &digit) in digits.iter().enumerate() {
            if digit & 2 != 0 {
                stamp[g[n - t] as usize] = n;
            }
            if digit & 4 != 0 {
                rare.iter().take_while(|&&a| a < n - t).for_each(|&a| mark(&mut stamp, a, t));
            }
        }
        // The least common value not reached; then look for each smaller rare value among all pairs.
        let least = (0..1024).find(|&v| common(v) && stamp[v as usize] != n).unwrap();
        let missing = |stamp: &[usize]| (0..least).find(|&v| stamp[v as usize] != n);
        let mut a = 1;
        while let Some(_v) = missing(&stamp)
            && a <= n / 2
        {
            for _ in 0..64 {
                for (t, &digit) in digits.iter().enumerate() {
                    if digit & 4 != 0 && 2 * a <= n - t {
                        mark(&mut stamp, a, t);
                    }
                }
                a += 1;
            }
        }
        let v = missing(&stamp).unwrap_or(least);
        if !common(v) {
            rare.push(n);
        }
        g.push(v);
    }
}

fn large_octal(rule: &str, period: usize, preperiod: usize) {
    let digits = digits(rule);
    let start = Instant::now();
    let mut g = solve_code(&digits, 5000.min(window(&digits, period, preperiod)));
    let mask = best_mask(&g);
    solve_sparse(&digits, mask, &mut g, window(&digits, period, preperiod));
    println!("{rule} solved in {:.2?}, mask {mask:#x}", start.elapsed());
    let law = Law::Periodic { period: period as u64, preperiod: preperiod as u64, minimal: true };
    let plain = certificate(rule, law, Theorem::TakeAndBreakPeriod, g);
    timed(&with_split(plain.clone(), mask, false));
    if std::env::var("SPRAGUE_DENSE").is_ok() {
        timed(&plain);
    }
}

#[test]
fn octal_0_16() {
    large_octal("0.16", 149_459, 105_351);
}

/// Every published row that the quick tests leave out and that has less than a million values.
#[test]
#[ignore = "a minute"]
fn octal_of_many_values() {
    let table = include_str!("../../sprague/data/octal-periods.csv");
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let (period, preperiod): (usize, usize) = (fields[1].parse().unwrap(), fields[2].parse().unwrap());
        if (1001..400_000).contains(&(period + preperiod)) {
            large_octal(fields[0], period, preperiod);
        }
    }
}

#[test]
#[ignore = "a minute"]
fn octal_0_376() {
    large_octal("0.376", 4, 2_268_248);
}

/// Rows by the tail theorem: from twice the last change of its sequences on, a row is constant.
fn cut_rows(width: usize) -> Vec<Vec<u16>> {
    let mut rows: Vec<Vec<u16>> = vec![vec![], vec![0, 0]];
    let at = |row: &[u16], h: usize| row[h.min(row.len() - 1)];
    for w in 2..=width {
        let sequences: Vec<Vec<u16>> = (1..=w / 2)
            .map(|i| {
                let (x, y) = (&rows[i], &rows[w - i]);
                let mut a: Vec<u16> = (0..x.len().max(y.len())).map(|h| at(x, h) ^ at(y, h)).collect();
                while a.len() > 2 && a[a.len() - 1] == a[a.len() - 2] {
                    a.pop();
                }
                a
            })
            .collect();
        let top = sequences.iter().map(|a| 2 * (a.len() - 1)).max().unwrap();
        let mut row = vec![0, 0];
        let mut stamp = vec![0; 1024];
        for h in 2..=top {
            for a in &sequences {
                let h_a = h.min(2 * (a.len() - 1));
                (1..=h_a / 2).for_each(|j| stamp[(a[j.min(a.len() - 1)] ^ at(a, h_a - j)) as usize] = h);
            }
            row.push(stamp.iter().position(|&s| s != h).unwrap() as u16);
        }
        while row.len() > 2 && row[row.len() - 1] == row[row.len() - 2] {
            row.pop();
        }
        rows.push(row);
    }
    rows
}

#[test]
#[ignore = "a minute"]
fn cut_to_123() {
    let start = Instant::now();
    let rows = cut_rows(123);
    println!("cut solved in {:.2?}", start.elapsed());
    assert_eq!((rows[121].len() - 1, rows[123].len() - 1), (3016, 3320));
    let tails = rows[1..].iter().map(|row| row.len() as u64 - 1).collect();
    let values = rows[1..].iter().flat_map(|row| row[1..].iter().copied()).collect();
    let rows = certificate("cut", Law::Tails { tails }, Theorem::CutTails, values);
    let question = Question::Moves { width: 123, height: "1234567".into() };
    timed(&with_count(rows, question, "", "5707485980743099"));
}

#[test]
#[ignore = "a minute"]
fn ten_million_cards() {
    let question = Question::CardTuples { cards: 10_000_000, suits: 10_000_000 };
    timed(&with_count(cards(16), question, "1000000007", "132996198"));
}
