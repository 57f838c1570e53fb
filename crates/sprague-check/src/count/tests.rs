use super::*;

/// The first place at which a law breaks, also beyond what is looked at between two charges.
#[test]
fn breaks() {
    let work = Work::default();
    let n = 2 * PORTION + 100;
    let law = Tail { preperiod: 2, period: 3, saltus: 0 };
    let mut values: Vec<u16> = (0..n).map(|n| (n % 3) as u16).collect();
    assert!(law.check(&values, &work).is_ok());
    for place in [n - 1, 2 * PORTION + 5, 2 * PORTION + 4, PORTION + 5, PORTION + 4, 5] {
        values[place] = 7;
        let fault = law.check(&values, &work).unwrap_err().to_string();
        assert_eq!(fault, format!("NOT VERIFIED: the period 3 fails, at n = {place}"));
    }
}

/// A law that is one of every divisor of the period is refused, whichever the divisor is.
#[test]
fn least_periods() {
    for period in 2..40usize {
        for d in (1..=period).filter(|&d| period.is_multiple_of(d)) {
            let values: Vec<u16> = (0..100).map(|n| u16::from(n % d == 0)).collect();
            let law = Tail { preperiod: 0, period: period as u64, saltus: 0 };
            let verdict = law.refute_smaller(&values, &Work::default());
            assert_eq!(verdict.is_ok(), d == period, "{d} of {period}");
            // With a saltus in proportion: values[n + d] = values[n] + 1.
            let values: Vec<u16> = (0..100).map(|n| (n / d) as u16).collect();
            let law = Tail { saltus: (period / d) as u64, ..law };
            assert_eq!(law.refute_smaller(&values, &Work::default()).is_ok(), d == period, "{d} of {period}");
        }
    }
}

#[test]
fn numbers() {
    assert_eq!(number("0").ok(), Some(BigUint::ZERO));
    assert!(number(&"9".repeat(10_000)).is_ok());
    assert!(number(&"9".repeat(10_001)).is_err());
    assert!(["", "00", "01", "1x", "-1"].iter().all(|bad| number(bad).is_err()));
    let fault = number(&"x".repeat(50)).unwrap_err().to_string();
    assert_eq!(fault, format!("cannot be read: `{}` is not a number in decimal digits", "x".repeat(40)));
}

/// Values beyond those stored follow the law; beyond the last number that is counted to, none are made.
#[test]
fn values_by_the_law() {
    let tail = Tail { preperiod: 1, period: 3, saltus: 2 };
    let (work, table) = (Work::default(), HeapLaw::table(&[9, 0, 1, 5, 2, 3]));
    let law = HeapLaw { tail: Some(tail), ..table };
    let first = |law: &HeapLaw, n| {
        law.first_values(n, &work).map(|values| values.to_vec()).map_err(|fault| fault.to_string())
    };
    assert_eq!(first(&law, 3).ok(), Some(vec![9, 0, 1, 5]));
    assert_eq!(first(&law, 11).ok(), Some(vec![9, 0, 1, 5, 2, 3, 7, 4, 5, 9, 6, 7]));
    assert_eq!(first(&law, 1400).ok().map(|values| values.len()), Some(1401));
    assert!(first(&law, 1401).is_err());
    let tail = Some(Tail { preperiod: 0, period: 1, saltus: 65_535 });
    let steep = HeapLaw { tail, ..HeapLaw::table(&[0, 0]) };
    assert_eq!(first(&steep, 2).ok(), Some(vec![0, 0, 65_535]));
    assert!(first(&steep, 3).unwrap_err().contains("more than 16 bits"));
    let table = HeapLaw::table(&[0, 1]);
    assert!(first(&table, 1).is_ok() && first(&table, 2).is_err());
}

/// Wins of laws with and without a saltus, by counting the values one by one.
#[test]
fn wins() {
    for saltus in [0, 1] {
        let tail = Tail { preperiod: 3, period: 4, saltus };
        let mut values = vec![0, 5, 0, 0, 1, 0, 2];
        (7..60).for_each(|n: usize| values.push(values[n - 4] + saltus as u16));
        for stored in [7, 9, 20] {
            let law = HeapLaw { tail: Some(tail), ..HeapLaw::table(&values[..stored]) };
            for upto in 0..60usize {
                let wins = values[..=upto].iter().filter(|&&value| value != 0).count();
                // Heap 0 is lost, and no size.
                assert_eq!(
                    law.wins(&upto.into(), &Work::default()).ok(),
                    Some(wins.into()),
                    "{saltus} {stored} {upto}"
                );
            }
        }
    }
}
