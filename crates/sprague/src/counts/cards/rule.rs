//! The value of one suit: by play, and by the gap rule.
//!
//! **Gap rule.** Let `g_1 … g_k` be the numbers of zeros after each 1, before the next. If no gap is even the value
//! is `Σ g`. Else let `r` (from 1) be the first even gap, `S = g_1 + … + g_r`, `T` the sum of the rest; the value is
//! `S + T` if `T <= r`, else `S + r - ((T - r) mod 2)`.
//!
//! Strings are bit sets: bit `i` is card `i`, the lowest first; a move deletes a 1 and turns a higher 0 into 1.

use std::collections::HashMap;

/// The value of the string of `length <= 32` bits, by the gap rule. O(length).
///
/// ```
/// // 1 0 0 1 0: gaps 2 and 1; the first is even, S = 2, T = 1.
/// assert_eq!(sprague::counts::cards::rule::value(0b01001, 5), 3);
/// ```
pub fn value(bits: u32, length: u32) -> u32 {
    let (mut sum, mut index, mut even) = (0, 0, None);
    let mut at = bits.trailing_zeros();
    while at < length {
        let rest = bits.checked_shr(at + 1).unwrap_or(0);
        let next = at.saturating_add(1 + rest.trailing_zeros()).min(length);
        let gap = next - at - 1;
        index += 1;
        sum += gap;
        if even.is_none() && gap.is_multiple_of(2) {
            even = Some((index, sum));
        }
        at = next;
    }
    match even {
        Some((r, s)) if sum - s > r => s + r - (sum - s - r) % 2,
        _ => sum,
    }
}

/// The value straight from the definition: mex of the options' values. Exponential; the reference.
pub fn value_by_play(bits: u32, length: u32) -> u32 {
    fn solve(bits: u32, length: u32, known: &mut HashMap<(u32, u32), u32>) -> u32 {
        if let Some(&value) = known.get(&(bits, length)) {
            return value;
        }
        let mut reached = Vec::new();
        for one in (0..length).filter(|i| bits >> i & 1 == 1) {
            for zero in (one + 1..length).filter(|i| bits >> i & 1 == 0) {
                let placed = bits | 1 << zero;
                // Delete card `one`: the higher cards move down by one place.
                let low = placed & ((1 << one) - 1);
                let option = low | (placed >> (one + 1)) << one;
                reached.push(solve(option, length - 1, known));
            }
        }
        let value = (0..).find(|v| !reached.contains(v)).unwrap_or(0);
        known.insert((bits, length), value);
        value
    }
    solve(bits, length, &mut HashMap::new())
}

/// How many strings of `length <= 31` bits have each value, by the gap rule on every string. O(2^length).
pub fn enumerate(length: u32) -> Vec<u64> {
    let mut counts = vec![0; length.max(1) as usize];
    for bits in 0..1u32 << length {
        counts[value(bits, length) as usize] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gap_rule_is_what_play_gives() {
        for length in 0..=11 {
            for bits in 0..1 << length {
                assert_eq!(value(bits, length), value_by_play(bits, length), "{bits:b} of {length}");
            }
        }
    }

    #[test]
    fn published_distributions() {
        assert_eq!(enumerate(0), [1]);
        assert_eq!(enumerate(1), [2]);
        assert_eq!(enumerate(3), [4, 3, 1]);
        assert_eq!(enumerate(5), [10, 11, 6, 4, 1]);
        assert_eq!(enumerate(13), [2050, 2059, 1034, 1068, 547, 586, 303, 289, 134, 85, 28, 8, 1]);
    }

    #[test]
    fn full_words() {
        assert_eq!(value(u32::MAX, 32), 0);
        assert_eq!(value(1, 32), 31);
        assert_eq!(value(0, 32), 0);
    }
}
