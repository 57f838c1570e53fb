//! Card stacking: the value of one suit, by a formula.
//!
//! Leading zeros (unused cards below every visible one) never matter. Let the first 1 stand in cell 0, let N be the
//! number of zeros after it and L the least odd distance at which another 1 stands (∞ if there is none). Then
//!
//! value = the largest integer ≤ min(N, L) with the parity of N.
//!
//! docs/cards.md proves it, and that it is the gap rule in other words. Cost: one scan.

use crate::rules::Suit;

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

/// The same for `size ≤ 64` cards in the bits of a word, lowest card in bit 0.
pub fn suit_value_of_bits(bits: u64, size: u32) -> u64 {
    value_of((0..size).map(|card| bits >> card & 1 == 1))
}

fn value_of(cards: impl Iterator<Item = bool>) -> u64 {
    let (mut zeros, mut odd) = (0u64, u64::MAX);
    for (distance, visible) in cards.skip_while(|&visible| !visible).enumerate() {
        match visible {
            false => zeros += 1,
            true if distance % 2 == 1 => odd = odd.min(distance as u64),
            true => {}
        }
    }
    let bound = zeros.min(odd);
    bound - (zeros - bound) % 2
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
