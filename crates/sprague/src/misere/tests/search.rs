//! Limits and summaries of a search.

use super::*;

/// Stopping, time and memory.
#[test]
fn limits_are_kept() {
    let rule = heaps("0.07");
    let stop = Work::new(1 << 30, &|done, _| done < 20);
    assert_eq!(find_law(&rule, limits(40), &stop).unwrap_err(), Error::Interrupted);
    let little = Work::new(1 << 18, &|_, _| true);
    let known = find_law(&rule, Limits { heaps: 40, order: 10_000, levels: 8 }, &little).unwrap();
    assert_eq!(known.ended(), Ended::Memory);
    assert!((14..33).contains(&known.quotient().largest_heap()));
    assert!(known.open().is_some_and(|open| open.lower_bound >= known.quotient().order()));
    let small = find_law(&rule, Limits { heaps: 40, order: 100, levels: 8 }, &Work::quiet()).unwrap();
    assert_eq!((small.ended(), small.quotient().largest_heap()), (Ended::Order, 24));
    let line = Quotient::of(&rule, Limits { heaps: 40, order: 100, levels: 8 }, &Work::quiet()).unwrap_err();
    assert!(line.to_string().contains("heap 25"), "{line}");
    let tiny = Work::new(100, &|_, _| true);
    assert!(matches!(Play::new(&heaps("split:9"), 60, &tiny), Err(Error::Memory { .. })));
    assert!(Play::new(&heaps("nim"), 5, &Work::quiet()).unwrap().outcome(&[6]).is_err());
}

/// A caller that stops at any moment leaves a builder with as many images as heaps.
#[test]
fn a_heap_that_was_interrupted_is_dropped() {
    use crate::misere::build::Builder;
    use std::sync::atomic::{AtomicU64, Ordering};
    for stop_after in 1..400 {
        let calls = AtomicU64::new(0);
        let goes_on = |_, _| calls.fetch_add(1, Ordering::Relaxed) < stop_after;
        let work = Work::new(1 << 30, &goes_on);
        let Ok(mut builder) = Builder::new(limits(40), &work) else { continue };
        while builder.options.len() < 40 && builder.add_heap(&heaps("0.[13]")).is_ok() {}
        assert_eq!(builder.options.len(), builder.monoid.actions.len(), "after {stop_after}");
    }
}

/// The summary has everything that an answer needs, as JSON.
#[test]
fn summaries() {
    let summary = serde_json::to_value(known("0.75", 60).summary()).unwrap();
    assert_eq!(summary["order"], 8);
    assert_eq!(summary["p_portion"], 2);
    assert_eq!(summary["tame"], false);
    assert_eq!(summary["heaps_up_to"], serde_json::Value::Null);
    assert_eq!(summary["law"]["period"], 2);
    assert_eq!(summary["law"]["preperiod"], 8);
    assert_eq!(summary["law"]["theorem"]["periodicity"]["to"], 20);
    assert_eq!(summary["status"], "proved");
    assert_eq!(summary["presentation"]["generators"], serde_json::json!([1, 2, 5]));
    assert_eq!(summary["orders"], serde_json::json!([[0, 1], [1, 2], [2, 6], [5, 8]]));
    assert_eq!(summary["ended"], "law");
}
