//! One thing is wrong, and the checker says which.

mod common;
use common::*;
use proptest::prelude::*;
use sprague_certificate::{Certificate, Law, Outcome, Question, Split, Theorem};
use sprague_check::{Fault, Work, check};

/// The reason why this is not verified.
fn reason(certificate: &Certificate) -> String {
    keep("wrong", certificate);
    match check(certificate, &Work::new(1, 1_000_000_000, &|_| ())) {
        Ok(known) => panic!("verified: {}", known.summary),
        Err(fault) => fault.to_string(),
    }
}

/// Expect exactly this reason.
#[track_caller]
fn refused(certificate: &Certificate, expected: &str) {
    assert_eq!(reason(certificate), format!("NOT VERIFIED: {expected}"));
}

fn dawson() -> Certificate {
    periodic("0.07", 1000).unwrap()
}

fn with_law(mut certificate: Certificate, period: u64, preperiod: u64) -> Certificate {
    certificate.law = Law::Periodic { period, preperiod, minimal: true };
    certificate
}

/// 0.07 with values to spare.
fn long_dawson() -> Certificate {
    let law = Law::Periodic { period: 34, preperiod: 53, minimal: true };
    certificate("0.07", law, Theorem::TakeAndBreakPeriod, solve_code(&digits("0.07"), 600))
}

#[test]
fn periods() {
    refused(&with_law(long_dawson(), 68, 53), "the period is not minimal, 34 is a period too");
    refused(&with_law(long_dawson(), 102, 53), "the period is not minimal, 34 is a period too");
    refused(&with_law(long_dawson(), 34, 54), "the preperiod is not minimal, the law holds from heap 53 on");
    refused(&with_law(long_dawson(), 34, 52), "the period 34 fails, at n = 86");
    refused(&with_law(long_dawson(), 17, 53), "the period 17 fails, at n = 70");
    refused(&with_law(long_dawson(), 33, 53), "the period 33 fails, at n = 86");
    refused(&with_law(long_dawson(), 0, 53), "the period is 0");
    refused(
        &with_law(long_dawson(), u64::MAX, u64::MAX),
        "600 values are too few for this period and preperiod",
    );
    refused(&with_law(long_dawson(), 1, u64::MAX), "600 values are too few for this period and preperiod");
    refused(&with_law(long_dawson(), 34, 565), "600 values are too few, the theorem needs 1200");
    // Without the word minimal, a multiple of the period and a larger preperiod are true.
    let mut doubled = long_dawson();
    doubled.law = Law::Periodic { period: 68, preperiod: 60, minimal: false };
    assert!(check(&doubled, &Work::default()).is_ok());
}

#[test]
fn window_too_short() {
    let mut short = dawson();
    assert_eq!(short.values.len(), 2 * (53 + 34) + 2);
    short.values.pop();
    refused(&short, "175 values are too few, the theorem needs 176");
    let mut short = periodic("sub:2,5", 1000).unwrap();
    short.values.pop();
    assert!(reason(&short).contains("values are too few, the theorem needs"), "{}", reason(&short));
    let mut short = periodic("4.C0", 300).unwrap();
    short.values.pop();
    assert!(reason(&short).contains("values are too few, the theorem needs"), "{}", reason(&short));
}

/// The empty heap is not a heap: from preperiod 0 the theorem would need a part to be lowered to nothing. So
/// the window is that of preperiod 1, and heap 0 is compared by itself.
#[test]
fn preperiod_zero() {
    let zero = periodic("0.013", 100).unwrap();
    assert_eq!(
        (&zero.law, zero.values.len()),
        (&Law::Periodic { period: 6, preperiod: 0, minimal: true }, 10)
    );
    refused(&with_law(zero, 6, 1), "the preperiod is not minimal, the law holds from heap 0 on");
    let one = periodic("0.02", 100).unwrap();
    assert_eq!(one.law, Law::Periodic { period: 4, preperiod: 1, minimal: true });
    refused(&with_law(one, 4, 0), "the period 4 fails, at n = 4");
    // 0.07 begins 0 0; a period of 1 from 0 on needs more than two values.
    let two = certificate("0.07", dawson().law, Theorem::TakeAndBreakPeriod, vec![0, 0]);
    refused(&with_law(two, 1, 0), "2 values are too few, the theorem needs 6");
}

#[test]
fn rules_and_theorems() {
    let other = |rule: &str| Certificate { rule: rule.into(), ..dawson() };
    refused(&other("0.70"), "value 0 is among the options, at n = 1");
    refused(&other("0.06"), "value 1, but 0 is not among the options, at n = 2");
    refused(&other("0.17"), "value 0 is among the options, at n = 1");
    refused(&other("0.071"), "176 values are too few, the theorem needs 177");
    let wrong = "this law, or theorem, is not one for this rule";
    for rule in
        ["sub:2", "allbut:2", "split:2", "cut", "cards", "grundy", "0.[3]", "0.07/equal", "0.[07]", "0.0G"]
    {
        refused(&other(rule), wrong);
    }
    for rule in ["sub:squares", "allbut:primes", "take:divisors", "mark", "ruler"] {
        refused(&other(rule), wrong);
    }
    for theorem in [Theorem::Definition, Theorem::SubtractionWindow, Theorem::AllButState, Theorem::CutTails]
    {
        refused(&Certificate { theorem, ..dawson() }, wrong);
    }
    for rule in ["", "0.0-", "0.(3", "kayles", "sub:2,1", "1.7"] {
        let fault = check(&other(rule), &Work::default()).unwrap_err();
        assert!(matches!(fault, Fault::Unreadable(_)), "{rule}: {fault}");
    }
    let law = Law::ArithmeticPeriodic { period: 34, preperiod: 53, saltus: 0, minimal: true };
    refused(&Certificate { law, ..dawson() }, wrong);
    refused(&Certificate { law: Law::ClosedForm {}, theorem: Theorem::SplitClosedForm, ..dawson() }, wrong);
    refused(&Certificate { values: vec![], ..dawson() }, "there are no values");
}

#[test]
fn all_but() {
    let right = arithmetic(&[1, 4, 8, 9], 400);
    assert_eq!(right.law, Law::ArithmeticPeriodic { period: 27, preperiod: 32, saltus: 9, minimal: true });
    let Law::ArithmeticPeriodic { period, preperiod, saltus, .. } = right.law else { panic!() };
    let with = |period, preperiod, saltus| {
        let law = Law::ArithmeticPeriodic { period, preperiod, saltus, minimal: true };
        reason(&Certificate { law, ..right.clone() })
    };
    assert!(with(2 * period, preperiod, 2 * saltus).contains("not minimal"));
    assert!(with(period, preperiod + 1, saltus).contains("not minimal"));
    assert!(with(period, preperiod, saltus + 1).contains("fails, at n ="));
    assert!(with(period + 1, preperiod, saltus).contains("fails, at n ="));
    assert!(with(0, preperiod, saltus).contains("the period is 0"));
    assert!(with(400, 0, saltus).contains("too few"));
    assert!(with(period, preperiod - 1, saltus).contains("fails, at n ="));
    // Too few values for a state to repeat, though the period can be seen.
    let mut short = right.clone();
    short.values.truncate(64);
    assert!(check(&short, &Work::default()).is_ok());
    short.values.truncate(63);
    refused(&short, "no repeated state with saltus 9, at n = 36 and n = 63");
    short.values.truncate(59);
    refused(&short, "59 values are too few for this period and preperiod");
}

/// A saltus so large that adding it would run over; it was added before it was compared.
#[test]
fn saltus_near_the_end_of_numbers() {
    let right = arithmetic(&[1, 4, 8, 9], 400);
    for saltus in [u64::MAX, u64::MAX - 1, u64::MAX - 100, 1 << 63, 1 << 32, 65536, 65545, (1 << 16) + 9] {
        for minimal in [true, false] {
            for preperiod in [0, 1, 32] {
                let law = Law::ArithmeticPeriodic { period: 27, preperiod, saltus, minimal };
                let at = preperiod + 27;
                refused(&Certificate { law, ..right.clone() }, &format!("the period 27 fails, at n = {at}"));
            }
        }
    }
}

#[test]
fn splits_into_parts() {
    refused(
        &Certificate { law: Law::ClosedForm {}, theorem: Theorem::SplitClosedForm, ..split(3, 20, false) },
        "no closed form is known for split:3",
    );
    let other = |rule: &str, from: Certificate| Certificate { rule: rule.into(), ..from };
    refused(&other("split:4", split(2, 20, true)), "the value differs from the closed form, at n = 3");
    refused(&other("split:3", split(4, 20, false)), "value 4, but 1 is not among the options, at n = 5");
    refused(&other("split:2", split(3, 20, false)), "value 2, but 0 is not among the options, at n = 3");
}

#[test]
fn cut() {
    let right = tails(&solve_cut(10, 80));
    let Law::Tails { tails } = right.law.clone() else { panic!() };
    let with = |tails: Vec<u64>, values: Vec<u16>| Certificate {
        law: Law::Tails { tails },
        values,
        ..right.clone()
    };
    let mut longer = tails.clone();
    *longer.last_mut().unwrap() += 1;
    refused(
        &with(longer.clone(), right.values.clone()),
        "tail 30 does not fit the number of values, at w = 10",
    );
    let mut values = right.values.clone();
    values.push(*values.last().unwrap());
    refused(&with(longer, values.clone()), "the row is constant from height 29 on already, at w = 10");
    refused(&with(tails.clone(), values), "the tails do not add up to the number of values");
    refused(&with(vec![], vec![]), "the tails do not add up to the number of values");
    refused(&with(vec![0], vec![]), "tail 0 does not fit the number of values, at w = 1");
    refused(
        &with(vec![1 << 60], vec![0]),
        "tail 1152921504606846976 does not fit the number of values, at w = 1",
    );
    // A tail that begins too early: the last value of a row left out.
    let mut shorter = tails.clone();
    *shorter.last_mut().unwrap() -= 1;
    let mut values = right.values.clone();
    values.pop();
    assert!(reason(&with(shorter, values)).contains("at w = 10, h = "));
}

#[test]
fn counts() {
    let wins = |upto: &str| Question::Wins { upto: upto.into() };
    refused(&with_count(dawson(), wins("1000000"), "", "852939"), "the count is 852938, not 852939");
    refused(
        &with_count(dawson(), wins("1000000"), "1000", "852938"),
        "the count is 938 mod 1000, not 852938",
    );
    refused(&with_count(dawson(), wins("1000000"), "0", "0"), "the modulus is 0");
    let misfit = "this question does not fit this rule";
    let moves = |width, height: &str| Question::Moves { width, height: height.into() };
    refused(&with_count(dawson(), moves(2, "3"), "", "1"), misfit);
    refused(&with_count(dawson(), Question::ScatterstoneWins { of: 5 }, "", "1"), misfit);
    let of = |of| Question::Partitions { of, outcome: Outcome::Won };
    refused(
        &with_count(dawson(), of(u64::MAX), "", "1"),
        "partitions are counted up to 1400 here (128-bit numbers)",
    );
    let table = split(3, 20, false);
    refused(&with_count(table.clone(), of(21), "", "1"), "partitions of 21 need the values up to heap 21");
    refused(&with_count(table, wins("21"), "", "1"), "wins up to 21 need a law, there are only 21 values");
    let sheets = tails(&solve_cut(5, 40));
    refused(&with_count(sheets.clone(), moves(5, "3"), "", "17"), "the count is 18, not 17");
    refused(&with_count(sheets.clone(), moves(7, "3"), "", "1"), "D(7,3) needs rows up to 6");
    refused(&with_count(sheets, wins("3"), "", "1"), misfit);
    for bad in ["", "-1", "1e6", "١", "0x10", &"9".repeat(10_001)] {
        let fault = check(&with_count(dawson(), wins(bad), "", "1"), &Work::default()).unwrap_err();
        assert!(matches!(fault, Fault::Unreadable(_)), "{bad}: {fault}");
    }
}

#[test]
fn card_counts() {
    let tuples = |cards, suits| Question::CardTuples { cards, suits };
    let prime = "card tuples are counted modulo a prime above the number of cards and below 2^31";
    refused(
        &with_count(cards(5), tuples(3, 2), "1000000007", "27"),
        "the count is 26 mod 1000000007, not 27",
    );
    refused(&with_count(cards(5), tuples(3, 2), "", "26"), prime);
    refused(&with_count(cards(5), tuples(3, 2), "1000000006", "26"), prime);
    refused(&with_count(cards(5), tuples(11, 2), "11", "1"), prime);
    refused(&with_count(cards(5), tuples(u64::MAX, 2), "1000000007", "1"), prime);
    refused(
        &with_count(cards(5), tuples(1, 2), "1000000007", "1"),
        "card tuples are counted for 2 to 2^25 cards",
    );
    refused(&cards(1), "the formula is compared for at least 2 and at most 24 cards");
    refused(&cards(u64::MAX), "the formula is compared for at least 2 and at most 24 cards");
    refused(&Certificate { values: vec![0], ..cards(5) }, "a certificate for cards has no values");
}

#[test]
fn steps_are_limited() {
    let work = Work::new(1, 1000, &|_| ());
    let fault = check(&dawson(), &work).unwrap_err();
    assert_eq!(fault.to_string(), "NOT VERIFIED: the check needs more than 1000 steps, the limit in force");
}

/// Right certificates of all kinds that hold values, small enough to be checked thousands of times.
fn small() -> Vec<Certificate> {
    let mut all: Vec<Certificate> = ["0.07", "0.77", "4.3", "4.C0", "0.5", "sub:1,3,4", "sub:2,5", "0.137"]
        .iter()
        .map(|rule| periodic(rule, 2000).unwrap_or_else(|| panic!("{rule}")))
        .collect();
    all.push(with_split(dawson(), best_mask(&dawson().values), false));
    all.push(with_split(dawson(), 5, true));
    all.push(arithmetic(&[1, 4, 8, 9], 100));
    all.extend([split(2, 30, true), split(3, 40, false), split(5, 20, true)]);
    all.push(tails(&solve_cut(9, 80)));
    all.push(certificate("0.3F", Law::Table {}, Theorem::Definition, solve_code(&digits("0.3F"), 80)));
    all
}

#[test]
fn every_place_changed() {
    for right in small() {
        check(&right, &Work::default()).unwrap_or_else(|fault| panic!("{}: {fault}", right.rule));
        for place in 0..right.values.len() {
            for change in [1, 2, 3, 8, 17] {
                let mut wrong = right.clone();
                wrong.values[place] ^= change;
                reason(&wrong);
            }
        }
    }
}

/// Without a law only the values are claimed, and the first wrong one is named.
#[test]
fn the_place_is_named() {
    for rule in ["0.07", "0.3F", "4.3", "sub:1,3,4", "allbut:2,3", "split:3"] {
        let values = match rule {
            "allbut:2,3" => solve_allbut(&[2, 3], 60),
            "split:3" => solve_split(3, 59),
            code => solve_code(&digits(code), 60),
        };
        let table = certificate(rule, Law::Table {}, Theorem::Definition, values);
        for place in 0..60 {
            let mut wrong = table.clone();
            wrong.values[place] ^= 1;
            let reason = reason(&wrong);
            assert!(reason.ends_with(&format!(", at n = {place}")), "{rule} changed at {place}: {reason}");
        }
    }
}

/// With splits that are really used: a value that is among the options is found there. The masks make few
/// positions even without parity, and few odd with parity (these codes break at odd t).
#[test]
fn absence_by_rare_positions() {
    let splits = [("0.16", 30, false), ("4.407", 59, false), ("0.77", 15, false)];
    let with_parity = [("0.104", 23, true), ("0.106", 13, true), ("0.205", 39, true)];
    for (rule, mask, parity) in splits.into_iter().chain(with_parity) {
        let values = solve_code(&digits(rule), 1200);
        let odd = |&n: &usize| ((values[n] & mask).count_ones() as usize + usize::from(parity) * n) % 2 == 1;
        let rare = (1..values.len()).filter(|n| odd(n) == parity).count();
        // The checker ignores splits with more.
        assert!(rare <= values.len() / 8, "{rule}: {rare}");
        let table = with_split(certificate(rule, Law::Table {}, Theorem::Definition, values), mask, parity);
        assert!(check(&table, &Work::default()).is_ok(), "{rule}");
        for n in (100..table.values.len()).step_by(157) {
            for smaller in (0..table.values[n]).step_by(2) {
                let mut wrong = table.clone();
                wrong.values.truncate(n + 1);
                wrong.values[n] = smaller;
                refused(&wrong, &format!("value {smaller} is among the options, at n = {n}"));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn one_value_changed(
        which in 0..16usize,
        place: prop::sample::Index,
        value in prop_oneof![8 => 0..40u16, 1 => any::<u16>()],
        mask: u16,
        parity: bool,
    ) {
        thread_local!(static SMALL: Vec<Certificate> = small());
        let mut wrong = SMALL.with(|small| small[which % small.len()].clone());
        let place = place.index(wrong.values.len());
        prop_assume!(wrong.values[place] != value);
        wrong.values[place] = value;
        wrong.splits.push(Split { mask, parity });
        reason(&wrong);
    }

    #[test]
    fn another_period_or_preperiod(which in 0..10usize, period in 0..200u64, preperiod in 0..200u64) {
        thread_local!(static SMALL: Vec<Certificate> = small());
        let mut other = SMALL.with(|small| small[which].clone());
        let right = other.law.clone();
        other.law = Law::Periodic { period, preperiod, minimal: true };
        prop_assume!(other.law != right);
        reason(&other);
    }

    /// Whatever the mask, a right certificate is verified: a mask is a matter of time only.
    #[test]
    fn any_mask(mask: u16, parity: bool, other: u16) {
        thread_local!(static RIGHT: Certificate = dawson());
        let right = with_split(with_split(RIGHT.with(Clone::clone), mask, parity), other, !parity);
        prop_assert!(check(&right, &Work::new(1, u64::MAX, &|_| ())).is_ok());
    }
}
