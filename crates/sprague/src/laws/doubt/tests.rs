//! Doubts against all pairs of the whole sequence.

use super::*;
use crate::rules::Rule;
use crate::values::{break_rule, solver};
use std::collections::HashSet;

/// Values of a solver, and from which heaps they were read.
struct Recorded<'a>(&'a dyn Solver, std::cell::RefCell<Vec<u64>>);

impl Kept for Recorded<'_> {
    fn read(&self, from: u64, out: &mut [u32]) -> Result<()> {
        self.1.borrow_mut().push(from);
        self.0.read(from as usize, out);
        Ok(())
    }
}

/// Whatever the places are where values are found, a doubt is decided as by all pairs; where some values are
/// gone, it is decided by those that are left, or not at all.
#[test]
fn doubts_are_decided_as_by_all_pairs() {
    for (text, known) in [("0.106", 90_001), ("grundy", 280_000)] {
        let rule: Rule = text.parse().unwrap();
        let heaps = rule.heap_rule().unwrap();
        let (breaks, work) = (break_rule(heaps).unwrap(), Work::quiet().with_threads(1));
        let mut whole = solver(heaps);
        whole.extend(known, &work).unwrap();
        let facts = whole.facts().unwrap();
        let mut window = StateSearch::new(whole.window().unwrap(), whole.as_ref(), &facts);
        window.remember(20_000);
        let recent = window.first_recent();
        assert!(recent > 150_000 || text == "0.106");
        let value = |n: usize| whole.value(n);
        let sums = breaks.two.iter().map(|t| known - t);
        let reached: HashSet<u32> = sums
            .clone()
            .flat_map(|s| (1..=breaks.half(s)).map(move |a| (a, s - a)))
            .map(|(a, b)| value(a) ^ value(b))
            .collect();
        let mut counts = [0; 3];
        let places = [
            (HEAD, 0, false),
            (1000, recent, true),
            (40_000, recent - 9000, true),
            (1000, recent - 5000, false),
        ];
        for (head_len, drained, is_kept) in places {
            let fresh: Vec<u32> = (drained as usize..known).map(value).collect();
            let mut head = solver(heaps);
            for nim_sum in (0..2 * facts.largest + 2).step_by(1 + facts.largest as usize / 12) {
                let recorded = Recorded(whole.as_ref(), vec![].into());
                let mut sources = Sources {
                    window: &window,
                    head: (&mut head, head_len),
                    fresh: (drained, &fresh),
                    kept: if is_kept { Some(&recorded) } else { None },
                    read_kept: false,
                };
                let decided = sources.decide(&breaks, nim_sum, &work).unwrap();
                let expected = if reached.contains(&nim_sum) { Decided::Yes } else { Decided::No };
                let all = is_kept || head_len == HEAD;
                assert!(decided == expected || decided == Decided::Unknown && !all, "{text}: {nim_sum}");
                let read = recorded.1.borrow();
                assert_eq!(sources.read_kept, !read.is_empty());
                assert!(read.iter().all(|&from| from >= head_len && from < drained), "{text}: {read:?}");
                counts[decided as usize] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 0), "{text}: {counts:?}");
    }
}
