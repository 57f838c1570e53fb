//! Quotients as they are built: published orders, and sums against play.

use super::*;
use crate::misere::build::{Builder, FIRST_REPEATED, Step};

#[test]
fn published_quotients() {
    for (rule, order, lost, period, preperiod) in [
        ("0.77", 40, 9, 12, 71),
        ("0.75", 8, 2, 2, 8),
        ("0.123", 20, 5, 5, 5),
        ("0.15", 42, 12, 10, 66),
        ("0.33", 6, 2, 3, 0),
    ] {
        let known = known(rule, 400);
        let law = known.law().unwrap_or_else(|| panic!("{rule}: no law"));
        let found = (known.quotient().order(), known.quotient().p_portion().len(), law.period, law.preperiod);
        assert_eq!(found, (order, lost, period, preperiod), "{rule}");
        assert_eq!(known.ended(), Ended::Law);
    }
}

/// Dawson's Kayles by heap, and what is proved of heap 34, which does not close.
#[test]
fn orders_of_dawsons_kayles() {
    let limits = Limits { heaps: 34, order: 10_000, levels: 2 };
    let known = find_law(&heaps("0.07"), limits, &Work::quiet()).unwrap();
    assert_eq!(known.quotient().largest_heap(), 33);
    assert_eq!(known.quotient().p_portion().len(), 109);
    let at = |heap| known.orders().iter().rev().find(|(from, _)| *from <= heap).map(|(_, order)| *order);
    let orders = [14, 25, 27, 30, 33].map(at);
    assert_eq!(orders, [24, 144, 176, 360, 638].map(Some));
    assert_eq!((known.ended(), known.law()), (Ended::Levels, None));
    let open = known.open().unwrap();
    assert_eq!((open.heap, &open.by_level[..], open.lower_bound), (34, &[700, 764][..], 764));
    assert_eq!(known.summary().heaps_up_to, Some(33));
    let line = known.image(&34u32.into()).unwrap_err().to_string();
    assert!(line.contains("heaps up to 33") && line.contains("levels"), "{line}");
}

/// Late levels begin with the repairs of the level before. What is proved by level is the same without that.
#[test]
fn repeated_repairs_change_no_level() {
    let work = Work::quiet();
    let mut longest = 0;
    for rule in ["0.005", "0.006", "0.015", "0.16"] {
        let rule = heaps(rule);
        let by_level = |repeat_from: usize| {
            let mut builder = Builder::new(Limits { heaps: 60, order: 600, levels: 8 }, &work).unwrap();
            builder.repeat_from = repeat_from;
            while builder.add_heap(&rule).unwrap() == Step::Closed {}
            builder.open.unwrap().by_level
        };
        let [repeated, fresh] = [FIRST_REPEATED, usize::MAX].map(by_level);
        let both = repeated.len().min(fresh.len());
        assert_eq!(repeated[..both], fresh[..both], "{rule:?}");
        longest = longest.max(both);
    }
    assert!(longest > FIRST_REPEATED, "{longest}");
}

/// Every sum with few tokens has the outcome that play finds.
#[test]
fn small_sums_against_play() {
    for rule in many_rules() {
        let known = known(&rule, 9);
        let quotient = known.quotient();
        let largest = quotient.largest_heap().min(9);
        assert!(largest >= 8 || known.law().is_some(), "{rule}: {}", known.ended());
        let work = Work::quiet();
        let mut play = Play::new(&heaps(&rule), 9, &work).unwrap();
        for sum in sums(9, 15) {
            if known.law().is_some() || sum.iter().all(|&heap| heap <= largest) {
                assert_eq!(
                    known.outcome(&big(&sum)).unwrap(),
                    play.outcome(&sum).unwrap(),
                    "{rule}: {sum:?}"
                );
            }
        }
    }
}
