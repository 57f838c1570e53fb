//! Wins: how many sizes up to N the first player wins, that is, have a value other than 0.
//!
//! Heaps: N minus the number of zeros among 1 … N, by the law if there is one (any N, in O(period) steps) or by
//! all values. Sheets: over all w ≤ W, h ≤ H. Cards: over all strings of 1 to N cards, 2^n − a_0(n) each.

use super::Count;
use crate::laws::{self, Known};
use crate::rules::Rule;
use crate::{Result, Work};
use num_bigint::BigUint;

/// Sizes 1 to `upto` that are wins, for a heap rule; a law is looked for among `limit` values.
///
/// ```
/// use sprague::{Work, counts, rules::Rule};
/// let strip: Rule = "0.07".parse().unwrap();
/// let count = counts::wins(&strip, &1_000_000u32.into(), 10_000, &Work::quiet()).unwrap();
/// assert_eq!(count.answer, 852_938u32.into());
/// ```
pub fn wins(rule: &Rule, upto: &BigUint, limit: u64, work: &Work) -> Result<Count> {
    Ok(match laws::up_to(rule, upto, limit, work)? {
        Known::Law(law) => {
            // The empty heap is a zero too, and no size.
            let zeros = law.count_of(0, upto) - 1u32;
            Count::proved(upto - zeros, law.basis())
        }
        Known::Values(values) => {
            let wins = values.iter().filter(|&value| value != 0).count();
            Count::proved(wins, format!("all {} values", values.len()))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;
    use crate::values::Reference;

    #[test]
    fn equal_to_playing() {
        for text in ["0.07", "kayles", "sub:1,3,4", "allbut:1,2", "split:3", "grundy", "nim", "0.3F", "0.0"] {
            let rule: Rule = text.parse().unwrap();
            let mut reference = Reference::new(&rule);
            let mut played = 0u32;
            for n in 0..60u64 {
                played += u32::from(n > 0 && reference.value(&Piece::Heap(n)) != 0);
                let count = wins(&rule, &n.into(), 1000, &Work::quiet()).unwrap();
                assert_eq!(count.answer, played.into(), "{text} to {n}");
            }
        }
    }

    #[test]
    fn any_size_where_a_law_is_proved() {
        let rule: Rule = "0.07".parse().unwrap();
        let answer = |n: &BigUint| wins(&rule, n, 1000, &Work::quiet()).unwrap().answer;
        let huge = BigUint::from(10u32).pow(1000);
        let period = answer(&(&huge + 34u32)) - answer(&huge);
        assert_eq!(period, answer(&134u32.into()) - answer(&100u32.into()));
        assert!(wins(&Rule::Grundy, &huge, 1000, &Work::quiet()).is_err());
    }
}
