//! "Least" is said of nothing else: laws of many small rules, with every period and preperiod near the least
//! ones, against brute force. A law that is not least is verified, where it does not claim to be, in words
//! that do not say so.

mod common;

use common::*;
use sprague_certificate::{Certificate, Class, Law, Theorem};
use sprague_check::{Work, check};

/// What is said of a law.
fn said(certificate: &Certificate) -> Result<String, String> {
    let verdict = check(certificate, &Work::new(1, 1_000_000_000, &|_| ()));
    // The checker that is extracted from Coq reads no laws by automata.
    if !matches!(certificate.law, Law::Automatic { .. }) {
        keep(if verdict.is_ok() { "right" } else { "wrong" }, certificate);
    }
    let law = |summary: String| summary.split_once(": ").expect("a law").1.to_string();
    verdict.map(|known| law(known.summary)).map_err(|fault| fault.to_string())
}

/// The least p, and for it the least n0 ≥ 0, such that g(n+p) = g(n) + s for all n ≥ n0, with s, as far as g
/// goes. The last half of g has to follow the law, and three periods of it.
fn least(g: &[u16]) -> Option<(usize, usize, i64)> {
    (1..g.len() / 6).find_map(|p| {
        let s = i64::from(g[g.len() - 1]) - i64::from(g[g.len() - 1 - p]);
        let start = (0..g.len() - p).rev().find(|&n| i64::from(g[n + p]) != i64::from(g[n]) + s);
        let start = start.map_or(0, |n| n + 1);
        (start <= g.len() / 2).then_some((p, start, s))
    })
}

/// What is to be said of the law with this period from this heap on, if it claims to be least or does not;
/// `None` if it is no law.
fn expected(g: &[u16], (p, n0): (usize, usize), minimal: bool, least: (usize, usize, i64)) -> Option<String> {
    let (period, preperiod, saltus) = least;
    if !p.is_multiple_of(period) || n0 < preperiod || n0 + p > g.len() / 2 {
        return None;
    }
    let s = saltus * (p / period) as i64;
    let (rise, sum) = if s > 0 { (format!(", saltus {s}"), format!(" + {s}")) } else { Default::default() };
    if minimal {
        let both = (p, n0) == (period, preperiod);
        return both.then(|| format!("period {p}{rise}, preperiod {n0}, both least, for all heaps"));
    }
    Some(format!("G(n + {p}) = G(n){sum} for all n ≥ {n0}"))
}

/// Periods up to three times the least one and some others, from heap 0 to a few heaps after the preperiod.
fn near((period, preperiod, _): (usize, usize, i64)) -> Vec<(usize, usize, bool)> {
    let periods = (1..=period + 1).chain([2 * period, 3 * period]);
    let starts = preperiod.saturating_sub(3)..=preperiod + 3;
    periods.flat_map(|p| starts.clone().flat_map(move |n0| [(p, n0, true), (p, n0, false)])).collect()
}

/// Codes and subtraction sets by the theorems of windows.
#[test]
fn of_windows() {
    let mut rules: Vec<String> = (1..64).map(|n| format!("0.{}{}", n / 8, n % 8)).collect();
    rules.extend((0..64).step_by(5).map(|n| format!("4.{}{}", n / 8, n % 8)));
    rules.extend(["0.07", "0.137", "0.3F", "0.FF", "0.33", "0.303"].map(String::from));
    rules.extend(
        ["1", "2", "1,2", "2,3", "1,4", "2,5,7", "1,3,4", "3,5,6", "2,4,6"].map(|set| format!("sub:{set}")),
    );
    let (mut laws, mut from_zero, mut not_least) = (0, 0, 0);
    for rule in rules {
        let g = solve_code(&digits(&rule), 600);
        let Some(law) = least(&g).filter(|&(p, n0, s)| s == 0 && p + n0 < 60) else { continue };
        (laws, from_zero) = (laws + 1, from_zero + usize::from(law.1 == 0));
        let theorem =
            if rule.starts_with("sub:") { Theorem::SubtractionWindow } else { Theorem::TakeAndBreakPeriod };
        for (p, n0, minimal) in near(law) {
            let values = g[..window(&digits(&rule), p, n0).min(g.len())].to_vec();
            let claim = Law::Periodic { period: p as u64, preperiod: n0 as u64, minimal };
            let found = said(&certificate(&rule, claim, theorem, values));
            assert_eq!(found.clone().ok(), expected(&g, (p, n0), minimal, law), "{rule} {p} {n0}: {found:?}");
            not_least += usize::from(found.is_ok() && !minimal);
        }
    }
    assert!(laws > 45 && from_zero > 15 && not_least > 500, "{laws} {from_zero} {not_least}");
}

/// All-but sets, by a repeated state.
#[test]
fn of_states() {
    let (mut laws, mut from_zero) = (0, 0);
    for bits in 1u32..32 {
        let set: Vec<usize> = (1..6).filter(|t| bits >> (t - 1) & 1 == 1).collect();
        let rule = format!("allbut:{}", set.iter().map(|t| t.to_string()).collect::<Vec<_>>().join(","));
        let g = solve_allbut(&set, 400);
        let Some(law) = least(&g).filter(|&(p, n0, _)| p + n0 < 60) else { continue };
        (laws, from_zero) = (laws + 1, from_zero + usize::from(law.1 == 0));
        for (p, n0, minimal) in near(law) {
            let saltus = (law.2 as usize * p / law.0) as u64;
            let claim = Law::ArithmeticPeriodic { period: p as u64, preperiod: n0 as u64, saltus, minimal };
            let found = said(&certificate(&rule, claim, Theorem::AllButState, g.clone()));
            assert_eq!(found.clone().ok(), expected(&g, (p, n0), minimal, law), "{rule} {p} {n0}: {found:?}");
        }
    }
    assert!(laws > 20 && from_zero > 10, "{laws} {from_zero}");
}

/// Lines, by automata: their form begins at heap 1 or later, and their preperiod may be 0 all the same.
#[test]
fn of_automata() {
    let rules: Vec<String> =
        (1..256).map(|n| format!("0.{n:02X}")).filter(|rule| !rule.ends_with('0')).collect();
    let (mut laws, mut from_zero, mut rising) = (0, 0, 0);
    for rule in rules.iter().map(String::as_str).chain(["0.3", "0.1", "4.3", "4.1"]) {
        let g = solve_code(&digits(rule), 160);
        let Some(law) = least(&g).filter(|&(p, n0, _)| p + n0 <= 9) else { continue };
        laws += 1;
        for (p, n0, minimal) in near(law).into_iter().filter(|&(p, n0, _)| n0 > 0 && n0 + 2 * p < 40) {
            let line = |n: usize| Class::Line(g[n].into(), u64::from(g[n + p]).saturating_sub(g[n].into()));
            let claim = Law::Automatic {
                period: p as u64,
                preperiod: n0 as u64,
                classes: (n0..n0 + p).map(line).collect(),
                machines: vec![],
                minimal,
            };
            // A law from heap 0 on is reported as one, though its form begins at heap 1.
            let least_start = if minimal && n0 == 1 && law.1 == 0 { 0 } else { n0 };
            let expected = expected(&g, (p, least_start), minimal, law);
            from_zero += usize::from(minimal && expected.is_some() && law.1 == 0);
            rising += usize::from(minimal && expected.is_some() && law.2 > 0);
            let found = said(&certificate(rule, claim, Theorem::Automata, g[..n0].to_vec()));
            assert_eq!(found.clone().ok(), expected, "{rule} {p} {n0}: {found:?}");
        }
    }
    assert!(laws > 60 && from_zero > 5 && rising > 20, "{laws} {from_zero} {rising}");
}

/// Three rules for which a wrong preperiod was once reported.
#[test]
fn laws_from_heap_zero_on() {
    for (rule, p, s, values) in [
        ("0.[3]", 1, 1, vec![0, 1]),
        ("0.3F", 6, 3, solve_code(&digits("0.3F"), 7)),
        ("0.FF", 1, 1, vec![0, 1]),
    ] {
        let mut law = automatic(rule, p, s, values);
        let lax = format!("G(n + {p}) = G(n) + {s} for all n ≥ 1");
        assert_eq!(said(&law), Ok(lax), "{rule}");
        let Law::Automatic { minimal, .. } = &mut law.law else { panic!("lines") };
        *minimal = true;
        let least = format!("period {p}, saltus {s}, preperiod 0, both least, for all heaps");
        assert_eq!(said(&law), Ok(least), "{rule}");
    }
}

/// Closed forms: what is said of them is true of their values.
#[test]
fn of_closed_forms() {
    for parts in [2, 4, 5, 7] {
        let g = solve_split(parts, 40);
        let law = least(&g).unwrap();
        assert_eq!(said(&split(parts, 40, true)).ok(), expected(&g, (law.0, law.1), true, law));
    }
}
