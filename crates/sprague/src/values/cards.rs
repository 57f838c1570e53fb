//! Card stacking: the value of one suit ([`sprague_kernels::cards`] has the formula).

use crate::rules::Suit;
pub use sprague_kernels::cards::suit_value_of_bits;
use sprague_kernels::cards::value_of;

/// The nim-value of a suit.
///
/// ```
/// use sprague::{rules::Suit, values::suit_value};
/// let suit: Suit = "2,5/9".parse().unwrap();
/// assert_eq!(suit_value(&suit), 2);
/// ```
pub fn suit_value(suit: &Suit) -> u64 {
    value_of(suit.0.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use crate::values::Reference;

    /// The rule as it is usually told, in gaps.
    fn gap_rule(suit: &Suit) -> u64 {
        let text = suit.to_string();
        let gaps: Vec<u64> = text.split('1').skip(1).map(|zeros| zeros.len() as u64).collect();
        let Some(first_even) = gaps.iter().position(|gap| gap % 2 == 0) else { return gaps.iter().sum() };
        let (upto, after) = gaps.split_at(first_even + 1);
        let (r, s, t) = (first_even as u64 + 1, upto.iter().sum::<u64>(), after.iter().sum::<u64>());
        if t <= r { s + t } else { s + r - (t - r) % 2 }
    }

    #[test]
    fn every_short_suit_equals_the_reference_and_the_gap_rule() {
        let rule: Rule = "cards".parse().unwrap();
        let mut reference = Reference::new(&rule);
        for size in 0..=14 {
            for bits in 0..1u64 << size {
                let suit = Suit::from_bits(bits, size);
                let value = suit_value_of_bits(bits, size);
                assert_eq!(suit_value(&suit), value);
                assert_eq!(gap_rule(&suit), value, "{suit}");
                assert_eq!(u64::from(reference.value(&suit.piece())), value, "{suit}");
            }
        }
    }
}
