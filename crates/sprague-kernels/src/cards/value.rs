//! Card stacking: the value of one suit, by a formula.
//!
//! Leading zeros (unused cards below every visible one) never matter. Let the first 1 stand in cell 0, let N
//! be the number of zeros after it and L the least odd distance at which another 1 stands (∞ if there is
//! none). Then
//!
//! value = the largest integer ≤ min(N, L) with the parity of N.
//!
//! docs/cards.md proves it, and that it is the gap rule in other words. Cost: one scan.

/// The nim-value of a suit for `size ≤ 64` cards in the bits of a word, lowest card in bit 0.
pub fn suit_value_of_bits(bits: u64, size: u32) -> u64 {
    value_of((0..size).map(|card| bits >> card & 1 == 1))
}

/// The nim-value of a suit: its cards from the lowest on, true where one is visible.
pub fn value_of(cards: impl Iterator<Item = bool>) -> u64 {
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
