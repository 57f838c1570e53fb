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
