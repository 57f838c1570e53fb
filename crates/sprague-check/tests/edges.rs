//! What only large sizes reach, what is shown while a check runs, and which of two faults is reported.

mod common;

use std::sync::Mutex;

use common::*;
use sprague_certificate::{Certificate, Law, Question, Theorem};
use sprague_check::{Work, check};

fn table(rule: &str, values: Vec<u16>) -> Certificate {
    certificate(rule, Law::Table {}, Theorem::Definition, values)
}

/// Checks on one thread and returns what was shown.
fn progress(certificate: &Certificate) -> Vec<f64> {
    let shown = Mutex::new(Vec::new());
    let show = |part: f64| shown.lock().unwrap().push(part);
    let verdict = check(certificate, &Work::new(1, u64::MAX, &show));
    assert!(verdict.is_ok(), "{}: {verdict:?}", certificate.rule);
    shown.into_inner().unwrap()
}

/// The part that is done, of all kinds of claims.
#[test]
fn what_is_shown() {
    let of = |places: &[usize], all: usize| places.iter().map(|&n| n as f64 / all as f64).collect::<Vec<_>>();
    let thirds = |n: usize| (0..n).map(|n| (n % 3) as u16).collect::<Vec<_>>();
    assert_eq!(progress(&table("sub:1,2", thirds(600))), of(&[0, 1, 2, 3, 4], 5));
    assert_eq!(progress(&table("sub:1,2/largest=9999", thirds(2100))), of(&[0, 1024, 2048], 2100));
    let split = (0..2100usize).map(|n| (n.saturating_sub(1) % 2) as u16).collect();
    assert_eq!(progress(&table("split:2", split)), of(&[1024, 2048], 2100));
    assert_eq!(progress(&table("sub:pow2", thirds(2100))), of(&[0, 1024, 2048], 2100));
    assert_eq!(progress(&tails(&solve_cut(4, 20))), of(&[0, 1, 2, 3], 4));
}

/// Heights are verified in blocks; each of them is, the last of a block too.
#[test]
fn every_height_of_a_row() {
    let mut rows = solve_cut(24, 500);
    let tail = |row: &[u16]| (2..row.len()).rev().find(|&h| row[h - 1] != row[h]).unwrap_or(1);
    let w = rows.iter().position(|row| tail(row) > 129).unwrap();
    rows.truncate(w + 1);
    let right = tails(&rows);
    assert!(check(&right, &Work::default()).is_ok());
    let first = right.values.len() - tail(&rows[w]);
    for h in 1..tail(&rows[w]) {
        let mut wrong = right.clone();
        wrong.values[first + h - 1] = 99;
        let line = check(&wrong, &Work::default()).unwrap_err().to_string();
        assert!(line.ends_with(&format!(", at w = {w}, h = {h}")), "{line}");
    }
}

/// Every number of 16 bits is a value; and there are enough steps for them to be charged, and shown, on the
/// way.
#[test]
fn values_of_all_sizes() {
    let values: Vec<u16> = (0..1u32 << 18).map(|n| (n / 4) as u16).collect();
    let shown = progress(&table("allbut:1,2,3", values.clone()));
    assert!(shown.len() == 1 && shown[0] > 0.49 && shown[0] < 0.51, "{shown:?}");
    let law = Law::ArithmeticPeriodic { period: 4, preperiod: 0, saltus: 1, minimal: true };
    let certificate = certificate("allbut:1,2,3", law, Theorem::AllButState, values);
    assert!(check(&certificate, &Work::default()).is_ok());
}

/// Lost starts of two suits are Σ a_g², a_g the number of strings of value g by the formula of
/// `docs/cards.md`. There are enough cards for the sum to be made in parts.
#[test]
fn cards_in_parts() {
    const P: u64 = 1_000_003;
    let power =
        |x: u64, e: u64| (0..64).rev().fold(1, |y, i| y * y % P * if e >> i & 1 == 1 { x } else { 1 } % P);
    let n = 70_000u64;
    let mut factorial = vec![1u64];
    (1..=n).for_each(|i| factorial.push(factorial[i as usize - 1] * i % P));
    let choose = |n: u64, k: u64| {
        let divisor = |n: u64, k: u64| factorial[k as usize] * factorial[(n - k) as usize] % P;
        if k > n { 0 } else { factorial[n as usize] * power(divisor(n, k), P - 2) % P }
    };
    let half = power(2, P - 2);
    let (mut two, mut tau) = (power(2, n - 2), 1);
    let mut squares = (two + 2) * (two + 2) % P + power(two + choose(n - 1, 1) + P - 1, 2);
    for m in 1..n / 2 {
        let beta = choose(n - m - 2, m);
        tau = ((tau + choose(n - m - 2, m - 1)) * half + beta) % P;
        two = two * half % P;
        squares += power((two + choose(n - m - 1, m) + beta + P - tau) % P, 2);
        squares += power((two + choose(n - m - 1, m + 1) + P - tau) % P, 2);
    }
    let question = Question::CardTuples { cards: n, suits: 2 };
    let claim = with_count(cards(5), question, &P.to_string(), &(squares % P).to_string());
    let verdict = check(&claim, &Work::new(2, u64::MAX, &|_| ()));
    assert!(verdict.is_ok(), "{verdict:?}");
}

/// A closed form needs at least four values.
#[test]
fn few_values_of_a_closed_form() {
    for (largest, taken) in [(1, false), (2, false), (3, true), (4, true)] {
        let verdict = check(&split(2, largest, true), &Work::default()).map_err(|fault| fault.to_string());
        let few = Err("NOT VERIFIED: fewer than four values".to_string());
        assert!(if taken { verdict.is_ok() } else { verdict.map(|_| ()) == few }, "{largest}");
    }
}

/// A rule that has no such law is refused, whether there are values or not.
#[test]
fn laws_of_other_rules() {
    for rule in ["cut", "cards"] {
        for values in [vec![], vec![0]] {
            let fault = check(&table(rule, values), &Work::default()).unwrap_err().to_string();
            assert_eq!(fault, "NOT VERIFIED: this law, or theorem, is not one for this rule");
        }
    }
    let fault = check(&table("0.7", vec![]), &Work::default()).unwrap_err().to_string();
    assert_eq!(fault, "NOT VERIFIED: there are no values");
}
