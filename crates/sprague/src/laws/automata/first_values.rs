//! The values below n0, straight from the definition: every move of every heap n < n0 is made.

use crate::rules::HeapRule;
use crate::{Result, Work};

/// What is the matter with the first values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A heap whose value is not the mex of its options.
    Wrong {
        /// The heap.
        heap: u64,
        /// Its value, which an option has as well, or a smaller one, which no option has.
        value: u32,
        /// Whether an option has it.
        reached: bool,
    },
    /// They have more moves than may be looked at.
    GaveUp(String),
}

/// The first heap whose value is wrong, if there is one. At most about `most` moves are looked at.
pub fn check(rule: &HeapRule, first: &[u32], most: u64, work: &Work) -> Result<Option<Fault>> {
    let mut moves = 0u64;
    for (n, &value) in first.iter().enumerate() {
        work.tell(n as u64, first.len() as u64)?;
        let heap = n as u64;
        moves = moves.saturating_add(ways_at_most(rule, heap));
        if moves > most {
            return Ok(Some(Fault::GaveUp(format!("the heaps below {} have too many moves", first.len()))));
        }
        let options = options(rule, heap, first);
        // A heap of n has no value above n.
        let missing = (0..value).find(|&v| options.get(v as usize) != Some(&true));
        if let Some(value) = missing {
            return Ok(Some(Fault::Wrong { heap, value, reached: false }));
        }
        if options.get(value as usize) == Some(&true) {
            return Ok(Some(Fault::Wrong { heap, value, reached: true }));
        }
    }
    Ok(None)
}

/// Which values up to `heap` the options of a heap have, by the values of smaller heaps.
fn options(rule: &HeapRule, heap: u64, first: &[u32]) -> Vec<bool> {
    let mut seen = vec![false; heap as usize + 1];
    for j in 0..=rule.most_parts().min(heap) {
        for t in rule.removals(j).up_to(heap) {
            rule.for_each_way(heap - t, j, &mut |parts| {
                let value = parts.iter().fold(0, |xor, &part| xor ^ first[part as usize]);
                if let Some(seen) = seen.get_mut(value as usize) {
                    *seen = true;
                }
            });
        }
    }
    seen
}

/// An upper bound of the number of ways to leave parts of a heap: C(n − 1, j − 1) ordered ones for each
/// removal that leaves j ≥ 1.
fn ways_at_most(rule: &HeapRule, heap: u64) -> u64 {
    let ordered =
        |j: u64| (1..j).fold(1u64, |ways, i| ways.saturating_mul(heap.saturating_sub(i).max(1)) / i);
    let of = |j: u64| (rule.removals(j).up_to(heap).count() as u64).saturating_mul(ordered(j));
    (0..=rule.most_parts().min(heap)).map(of).fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;

    fn rule(text: &str) -> HeapRule {
        text.parse::<Rule>().unwrap().heap_rule().unwrap().clone()
    }

    /// C(n − 1, j − 1) for each removal that leaves j heaps; an empty heap counts like one of 1.
    #[test]
    fn bounds_of_moves() {
        for (text, heap, ways) in [
            ("split:2", 10, 9),
            ("split:3", 10, 9 + 36),
            ("0.8", 10, 36),
            ("sub:1,2,3", 10, 6),
            ("nim", 4, 8),
        ] {
            assert_eq!(ways_at_most(&rule(text), heap), ways, "{text}");
        }
    }

    /// Right values, each one changed, and the number of moves that may be looked at, to the move.
    #[test]
    fn faults() {
        let kayles = rule("0.77");
        let right = [0, 1, 2, 3, 1, 4, 3, 2, 1];
        let checked = |first: &[u32], most| check(&kayles, first, most, &Work::quiet()).unwrap();
        let wrong = |heap, value, reached| Some(Fault::Wrong { heap, value, reached });
        assert_eq!(checked(&right, 1000), None);
        assert_eq!(checked(&[0, 1, 2, 3, 0], 1000), wrong(4, 0, true));
        assert_eq!(checked(&[0, 1, 2, 2], 1000), wrong(3, 2, true));
        assert_eq!(checked(&[0, 1, 3], 1000), wrong(2, 2, false));
        assert_eq!(checked(&[1], 1000), wrong(0, 0, false));
        let moves: u64 = (0..right.len() as u64).map(|heap| ways_at_most(&kayles, heap)).sum();
        assert_eq!(checked(&right, moves), None);
        assert!(matches!(checked(&right, moves - 1), Some(Fault::GaveUp(_))));
    }
}
