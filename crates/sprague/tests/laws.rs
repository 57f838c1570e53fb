//! Laws against the reference solver, against published periods, and against longer runs.

use num_bigint::BigUint;
use proptest::prelude::*;
use sprague::laws::{self, Law, Search};
use sprague::rules::{Piece, Rule};
use sprague::values::{Reference, heaps};
use sprague::{Error, Work};

fn rule(text: &str) -> Rule {
    text.parse().unwrap()
}

fn law(text: &str) -> Law {
    laws::find(&rule(text), 30_000, &Work::quiet())
        .unwrap()
        .into_law()
        .unwrap_or_else(|| panic!("{text}: no law"))
}

/// The law, continued far beyond its window, equals the values computed one by one.
fn holds_beyond_its_window(text: &str) {
    let law = law(text);
    let far = 3 * (law.preperiod() + law.period()) + 200;
    for (n, value) in heaps(rule(text).heap_rule().unwrap(), far, &Work::quiet()).unwrap().iter().enumerate()
    {
        assert_eq!(law.value(&n.into()), value.into(), "{text} at {n}");
    }
}

/// No smaller period, and for it no smaller preperiod.
fn is_minimal(law: &Law) {
    let at = |n: u64| law.value(&n.into());
    let saltus = law.saltus().expect("one for all classes");
    let (p, n0, s) = (law.period(), law.preperiod(), BigUint::from(saltus));
    assert!(n0 == 0 || at(n0 - 1 + p) != at(n0 - 1) + &s, "{}: preperiod", law.rule());
    for d in (1..p).filter(|d| p % d == 0 && (saltus * d).is_multiple_of(p)) {
        let s = BigUint::from(saltus * d / p);
        assert!((n0..n0 + p).any(|x| at(x + d) != at(x) + &s), "{}: period", law.rule());
    }
}

/// Every row of the table with a preperiod in the range comes out the same; the number of rows.
fn published_octal_periods(preperiods: std::ops::RangeInclusive<u64>) -> usize {
    let table = include_str!("../data/octal-periods.csv");
    let mut rows = 0;
    for line in table.lines().skip(1) {
        let [text, period, preperiod, largest] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (period, preperiod): (u64, u64) = (period.parse().unwrap(), preperiod.parse().unwrap());
        if !preperiods.contains(&preperiod) {
            continue;
        }
        let finding = laws::find(&rule(text), 3 * (period + preperiod) + 100, &Work::quiet()).unwrap();
        let law = finding.into_law().unwrap_or_else(|| panic!("{text}: no law"));
        assert_eq!((law.period(), law.preperiod(), law.saltus()), (period, preperiod, Some(0)), "{text}");
        if !largest.is_empty() {
            assert_eq!(law.largest().unwrap().0, largest.parse::<u32>().unwrap(), "{text}");
        }
        is_minimal(&law);
        rows += 1;
    }
    rows
}

#[test]
fn published_octal_periods_quick() {
    assert_eq!(published_octal_periods(0..=400_000), 529);
}

/// `cargo test --release -p sprague --test laws -- --ignored`
#[test]
#[ignore = "a few seconds to minutes"]
fn published_octal_periods_long() {
    assert_eq!(published_octal_periods(400_001..=3_000_000), 1);
}

#[test]
fn corrections_of_published_tables() {
    let values = |text: &str| heaps(rule(text).heap_rule().unwrap(), 600, &Work::quiet()).unwrap();
    let differ =
        |one: &str, other: &str| values(one).iter().zip(values(other).iter()).position(|(a, b)| a != b);
    assert_eq!(differ("0.161", "0.36"), Some(519));
    assert_eq!((values("0.161").at(519), values("0.36").at(519)), (2, 4));
    assert_eq!(differ("0.27", "0.26"), None);
    assert_eq!(differ("0.314", "0.31"), Some(5));
    assert_eq!(values("0.346").at(35), 11);
    assert_eq!((law("4.344").period(), law("4.344").preperiod()), (51, 998));
}

#[test]
fn the_search_stops_where_the_window_is_complete() {
    for (text, parts, reach) in
        [("0.77", 2, 2), ("0.07", 2, 2), ("0.137", 2, 3), ("0.156", 2, 3), ("0.165", 2, 3)]
    {
        let law = law(text);
        assert_eq!(law.computed(), parts * (law.preperiod() + law.period()) + reach, "{text}");
        assert_eq!(law.window(), (law.preperiod(), law.computed() - law.period()), "{text}");
    }
}

#[test]
fn laws_hold_beyond_their_windows() {
    for text in ["0.0", "0.1", "0.2", "0.3", "0.5", "0.07", "0.77", "0.137", "0.107", "0.105", "4.7"] {
        holds_beyond_its_window(text);
        is_minimal(&law(text));
    }
    for text in
        ["sub:1", "sub:1,2,3", "sub:2,5,7", "sub:4,9,21", "nim", "lasker", "split:2", "split:4", "split:9"]
    {
        holds_beyond_its_window(text);
        is_minimal(&law(text));
    }
    for text in
        ["allbut:1", "allbut:2", "allbut:1,2", "allbut:3,5,6", "allbut:1,8,12", "0.1[2]", "0.0[2]", "0.[1]"]
    {
        holds_beyond_its_window(text);
        is_minimal(&law(text));
    }
}

#[test]
fn closed_forms_equal_the_reference() {
    for (text, upto) in [("split:2", 40), ("split:4", 40), ("split:6", 30), ("lasker", 60), ("nim", 60)] {
        let (rule, law) = (rule(text), law(text));
        let mut reference = Reference::new(&rule);
        for n in 0..=upto {
            assert_eq!(law.value(&n.into()), reference.value(&Piece::heap(n)).into(), "{text} at {n}");
        }
    }
}

#[test]
fn no_law_where_none_is_proved() {
    for text in ["grundy", "split:3", "0.6", "0.3E"] {
        let seen = laws::find(&rule(text), 800, &Work::quiet()).unwrap();
        assert!(seen.law().is_none(), "{text}");
        assert_eq!(seen.len(), 800, "{text}");
    }
    // With so few values nothing is guessed, but a pattern is seen.
    let seen = laws::find(&rule("0.3F"), 16, &Work::quiet()).unwrap();
    let pattern = seen.pattern().expect("0.3F looks arithmetic-periodic");
    assert_eq!((pattern.period, pattern.saltus), (6, 3));
}

#[test]
fn a_limit_one_short_proves_nothing() {
    let kayles = law("kayles");
    assert!(kayles.status().is_proved());
    assert!(laws::find(&rule("kayles"), kayles.computed() - 1, &Work::quiet()).unwrap().law().is_none());
    assert!(laws::find(&rule("kayles"), kayles.computed(), &Work::quiet()).unwrap().law().is_some());
}

#[test]
fn counts_of_values_equal_counting() {
    for text in ["0.07", "0.77", "sub:2,5", "allbut:1,2", "lasker", "split:2", "0.12"] {
        let law = law(text);
        for upto in [0u64, 1, 2, 30, 52, 53, 54, 86, 87, 200, 333] {
            for value in 0..12u32 {
                let counted = (0..=upto).filter(|&n| law.value(&n.into()) == value.into()).count();
                assert_eq!(law.count_of(value, &upto.into()), counted.into(), "{text} {value} to {upto}");
                if law.saltus() == Some(0) {
                    let histogram = law.histogram(&upto.into()).unwrap();
                    let entry = histogram.get(value as usize).cloned().unwrap_or_default();
                    assert_eq!(entry, counted.into(), "{text} {value} to {upto}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn subtraction_sets(set in proptest::collection::btree_set(1u64..14, 1..5)) {
        let list: Vec<String> = set.iter().map(u64::to_string).collect();
        for kind in ["sub", "allbut"] {
            let text = format!("{kind}:{}", list.join(","));
            holds_beyond_its_window(&text);
            is_minimal(&law(&text));
        }
    }

    #[test]
    fn short_codes(text in "[04]\\.[0-7]{1,2}") {
        if laws::find(&rule(&text), 2_000, &Work::quiet()).unwrap().law().is_some() {
            holds_beyond_its_window(&text);
        }
    }
}

/// The law that a search without keeping the values finds is the plain law. Whether it was proved in a
/// window; nothing if no law was found.
fn same_in_a_window(text: &str, limit: u64) -> Option<bool> {
    let work = Work::quiet();
    let run = match Search::default().limit(limit).in_window(&rule(text), &work) {
        Ok(found) => found.unless_stopped().unwrap(),
        Err(Error::WrongGame(_)) => return None,
        Err(error) => panic!("{text}: {error}"),
    };
    let found = run.law()?;
    let law =
        laws::find(&rule(text), limit, &work).unwrap().into_law().unwrap_or_else(|| panic!("{text}: no law"));
    let claim = |law: &Law| (law.period(), law.preperiod(), law.largest());
    assert_eq!(claim(found), claim(&law), "{text}");
    Some(!found.has_values())
}

#[test]
fn laws_in_a_window() {
    let table = include_str!("../data/octal-periods.csv");
    let texts = table.lines().skip(1).filter_map(|line| line.split(',').next());
    let laws = texts.step_by(8).filter(|text| same_in_a_window(text, 300_000).is_some()).count();
    assert!(laws > 20, "{laws} laws");
    // Laws of more than 2^15 values need a window.
    for (text, window) in
        [("0.16", true), ("4.064", true), ("0.156", false), ("0.045", false), ("0.55", false)]
    {
        assert_eq!(same_in_a_window(text, 1_000_000), Some(window), "{text}");
    }
    for text in ["sub:1,3,4", "grundy", "0.3", "0.3F", "cut"] {
        assert_eq!(same_in_a_window(text, 1_000), None, "{text}");
    }
}

#[test]
#[ignore = "a few minutes"]
fn all_laws_in_a_window() {
    let table = include_str!("../data/octal-periods.csv");
    let (mut laws, mut windows) = (0, 0);
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let values = fields[1].parse::<u64>().unwrap() + fields[2].parse::<u64>().unwrap();
        if values <= 2_000_000 {
            let found = same_in_a_window(fields[0], 3 * values + 140_000);
            laws += usize::from(found.is_some());
            windows += usize::from(found == Some(true));
        }
    }
    assert!(laws > 200 && windows > 5, "{laws} laws, {windows} of them in windows");
}
