//! Laws by automata of many small rules: the law that the values show is verified, and nothing near it is.

mod common;
#[allow(dead_code, reason = "the forger uses all of it")]
#[path = "forger/oracle.rs"]
mod oracle;

use sprague_certificate::{Certificate, Class, Law, Theorem};
use sprague_check::{Work, check};

/// A law of lines: p classes from n0 on.
fn lines(rule: &str, values: &[u16], p: usize, n0: usize) -> Certificate {
    let line = |n: usize| Class::Line(values[n].into(), (values[n + p] - values[n]).into());
    let law = Law::Automatic {
        period: p as u64,
        preperiod: n0 as u64,
        classes: (n0..n0 + p).map(line).collect(),
        machines: vec![],
        minimal: true,
    };
    common::certificate(rule, law, Theorem::Automata, values[..n0].to_vec())
}

/// The least p, and for it the least n0 ≥ 1, for which all values are on lines, each shown by three values at
/// least.
fn find_lines(values: &[u16]) -> Option<(usize, usize)> {
    (1..=values.len() / 6).find_map(|p| {
        let value = |n: usize| i32::from(values[n]);
        let bent = |&n: &usize| value(n) - 2 * value(n + p) + value(n + 2 * p) != 0;
        let n0 = (1..values.len() - 2 * p).rev().find(bent).map_or(1, |n| n + 1);
        (n0 + 5 * p <= values.len() / 2 + p && (n0..n0 + p).all(|n| values[n] <= values[n + p]))
            .then_some((p, n0))
    })
}

fn steps(certificate: &Certificate) -> Result<u64, String> {
    let work = Work::new(1, 2_000_000_000, &|_| ());
    check(certificate, &work).map(|_| work.spent()).map_err(|fault| fault.to_string())
}

/// Everything near a right law: a value, a start, a saltus, a shorter preperiod, twice the period.
fn neighbours(right: &Certificate, values: &[u16]) -> Vec<Certificate> {
    let Law::Automatic { period, preperiod, .. } = right.law else { panic!("a law by automata") };
    let (p, n0) = (period as usize, preperiod as usize);
    let mut all = vec![lines(&right.rule, values, 2 * p, n0), lines(&right.rule, values, p, n0 + 1)];
    for n in 0..n0 {
        for value in [values[n] ^ 1, values[n] + 2] {
            let mut wrong = right.clone();
            wrong.values[n] = value;
            all.push(wrong);
        }
    }
    for r in 0..p {
        for (more, rise) in [(1, 0), (-1, 0), (2, 0), (0, 1), (0, -1), (0, 2)] {
            let mut wrong = right.clone();
            let Law::Automatic { classes, .. } = &mut wrong.law else { panic!("a law by automata") };
            let Class::Line(start, saltus) = &mut classes[r] else { panic!("a line") };
            if let (Some(a), Some(b)) = (start.checked_add_signed(more), saltus.checked_add_signed(rise)) {
                (*start, *saltus) = (a, b);
                all.push(wrong);
            }
        }
    }
    if n0 > 1 {
        let mut wrong = right.clone();
        let Law::Automatic { preperiod, classes, .. } = &mut wrong.law else { panic!("a law by automata") };
        *preperiod -= 1;
        classes.rotate_right(1);
        let Class::Line(start, saltus) = &mut classes[0] else { panic!("a line") };
        *start = wrong.values.pop().unwrap().into();
        *saltus = u64::from(values[n0 - 1 + p]).saturating_sub(*start);
        all.push(wrong);
    }
    all
}

/// One of each kind of rule, with a condition: how many have a law of lines, and the steps that their checks
/// take in all.
fn laws_of_lines(condition: &str) -> (usize, u64) {
    let bases = [
        "split:2", "split:3", "0.7", "4.3", "0.[3]", "0.[12]", "8.1", "0.8", "sub:1,3", "allbut:2", "0.[07]",
        "0.[8]", "8.[3]", "C.[3]", "0.[0B]", "0.[F0]", "0.[80]", "0.0[B]",
    ];
    let mut all = Vec::new();
    for base in bases {
        let rule = format!("{base}{condition}");
        let values = oracle::continued(&rule, vec![], 72).unwrap_or_else(|| panic!("{rule}"));
        let Some((p, n0)) = find_lines(&values) else { continue };
        let right = lines(&rule, &values, p, n0);
        all.push(steps(&right).unwrap_or_else(|fault| panic!("{rule}, {p} lines from {n0} on: {fault}")));
        for wrong in neighbours(&right, &values) {
            assert!(steps(&wrong).is_err(), "{rule}: {:?} {:?}", wrong.law, wrong.values);
        }
    }
    (all.len(), all.iter().sum())
}

#[test]
fn no_condition() {
    assert_eq!(laws_of_lines(""), (16, 786_262));
}

#[test]
fn unequal_parts() {
    assert_eq!(laws_of_lines("/unequal"), (13, 1_399_939));
}

#[test]
fn equal_parts() {
    assert_eq!(laws_of_lines("/equal"), (13, 33_604));
}

#[test]
fn no_small_parts() {
    assert_eq!(laws_of_lines("/least=2"), (16, 108_776));
}

#[test]
fn no_large_parts() {
    assert_eq!(laws_of_lines("/largest=3"), (18, 42_043));
}

#[test]
fn equal_parts_that_are_not_small() {
    assert_eq!(laws_of_lines("/equal/least=2"), (13, 37_052));
}

#[test]
fn unequal_parts_that_are_not_large() {
    assert_eq!(laws_of_lines("/unequal/largest=4"), (18, 42_748));
}

/// A value may exceed its heap: Lasker's Nim has 4 at 3, and a longer list of first values says so.
#[test]
fn values_above_their_heaps() {
    let values = [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11];
    let mut law = lines("4.[3]", &values, 4, 5);
    let Law::Automatic { minimal, .. } = &mut law.law else { panic!("a law by automata") };
    *minimal = false;
    assert!(steps(&law).is_ok(), "{:?}", steps(&law));
    law.values[3] = 5;
    assert_eq!(
        steps(&law),
        Err("NOT VERIFIED: 5 is not the least value that no option has, at n = 3".into())
    );
}
