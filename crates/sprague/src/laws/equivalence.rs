//! Codes that have the same values, perhaps shifted, by their digits alone.
//!
//! Two steps bring a code to its normal form; both are theorems on all heaps, so nothing is computed.
//!
//! **Heaps of 1 that are worth nothing.** If bit 0 of `d1` is clear, a heap of 1 has no move and G(1) = 0.
//! Call a heap of m ≥ 1 by the name m − 1: heaps of 1 become empty, and G stays. A move that removes t from
//! n + 1 and leaves j heaps now removes t + j − 1 from n and leaves up to j heaps, since those of 1 are
//! gone. So bit j of `d_t` becomes bits 0 to j of `d'_(t+j−1)`, and the code d' has G'(n) = G(n + 1). It is
//! repeated until a heap of 1 has a move: 0.07 becomes 0.137.
//!
//! **Pairs of equal heaps.** Two equal heaps together have value 0. So leaving j heaps by removing s reaches
//! no value that leaving the same heaps and two equal ones of a tokens by removing s − 2a does not: bit j of
//! `d_s` changes nothing if bit j + 2 of some `d_t` is set, s − t even and at least 2. It is cleared: 0.17
//! and 0.1701 have the same values, and so have all of 4.0, 4.01, 4.0001. What a cleared bit reached is still
//! reached, through t < s, even if that bit is cleared for another one.
//!
//! Cost: the number of digits times the shift.

use crate::rules::{Code, Rule};

/// Codes with more digits, or digits with more bits, are left as they are.
const MOST_DIGITS: usize = 64;
const MOST_BITS: u32 = 16;

/// The normal form of a rule and how far the rule is behind: its value at n + shift is the normal form's at
/// n, and its heaps up to the shift have value 0.
///
/// ```
/// use sprague::laws::normal_form;
/// let (normal, shift) = normal_form(&"0.4".parse().unwrap());
/// assert_eq!((normal.notation(), shift), ("0.137", 2));
/// ```
pub fn normal_form(rule: &Rule) -> (Rule, u64) {
    let same = || (rule.clone(), 0);
    let Some(heaps) = rule.heap_rule().filter(|heaps| heaps.is_finite() && heaps.parts().are_free()) else {
        return same();
    };
    let small = heaps.reach() < MOST_DIGITS as u64 && heaps.most_parts() < u64::from(MOST_BITS);
    let Some(mut digits) = Some(heaps).filter(|_| small).and_then(|heaps| Code::of(heaps).bits()) else {
        return same();
    };
    let mut shift = 0;
    while digits.get(1).is_none_or(|digit| digit & 1 == 0) && digits.iter().any(|&digit| digit != 0) {
        digits = without_heaps_of_one(&digits);
        shift += 1;
    }
    clear_pairs(&mut digits);
    match Code::of_digits(digits).heap_rule(1, None) {
        Some(Ok(normal)) => (normal.into(), shift),
        Some(Err(_)) | None => same(),
    }
}

/// The digits when heaps of m are called m − 1; bit 0 of `d1` is clear.
fn without_heaps_of_one(digits: &[u64]) -> Vec<u64> {
    let mut renamed = vec![0; digits.len() + MOST_BITS as usize];
    for (t, &digit) in digits.iter().enumerate() {
        for j in (0..MOST_BITS as usize).filter(|&j| digit >> j & 1 == 1) {
            // Taking a whole heap is the one move after which fewer tokens are removed.
            let bits = if j == 0 { 1 } else { (2 << j) - 1 };
            renamed[t + j - 1] |= bits;
        }
    }
    let used = renamed.iter().rposition(|&digit| digit != 0).map_or(1, |last| last + 1);
    renamed.truncate(used);
    renamed
}

/// Clears bits that pairs of equal heaps make superfluous.
fn clear_pairs(digits: &mut [u64]) {
    let whole = digits.to_vec();
    for (s, digit) in digits.iter_mut().enumerate() {
        for t in (0..s).rev().skip(1).step_by(2) {
            *digit &= !(whole[t] >> 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Reference;
    use crate::{Work, rules::Piece, values};
    use proptest::prelude::*;

    fn normal(text: &str) -> (String, u64) {
        let (rule, shift) = normal_form(&text.parse().unwrap());
        (rule.to_string(), shift)
    }

    #[test]
    fn known_cousins() {
        for (text, rule, shift) in [
            ("0.07", "0.137", 1),
            ("0.4", "0.137", 2),
            ("0.137", "0.137", 0),
            ("0.77", "0.77", 0),
            ("0.6", "0.37", 1),
            ("0.06", "0.1337", 2),
            ("4.0", "0.7", 1),
            ("4.01", "0.7", 1),
            ("0.1701", "0.17", 0),
            ("0.0", "0.0", 0),
            ("nim", "0.[3]", 0),
            ("grundy", "grundy", 0),
            ("cut", "cut", 0),
            ("sub:2", "0.13", 1),
            ("sub:1000000", "sub:1000000", 0),
            // The largest code that is renamed, and the next one; and one by the number of heaps left.
            ("sub:63", &format!("0.{}3", "1".repeat(62)), 62),
            ("sub:64", "sub:64", 0),
            ("0.[65536]", "0.[65536]", 0),
        ] {
            assert_eq!(normal(text), (rule.to_string(), shift), "{text}");
        }
    }

    /// The theorem against play: every code of two hexadecimal digits, and octal ones of three.
    #[test]
    fn values_are_those_of_the_normal_form() {
        let two =
            (0..1024u32).map(|i| format!("{}.{:02X}", ["0", "4", "8", "C"][(i >> 8) as usize], i & 255));
        let three = (0..1024u32).map(|i| format!("{}.{:03o}", if i < 512 { 0 } else { 4 }, i & 511));
        for text in two.chain(three) {
            same_values(&text, 12);
        }
    }

    fn same_values(text: &str, largest: u64) {
        let rule: Rule = text.parse().unwrap();
        let (normal, shift) = normal_form(&rule);
        let (mut own, mut theirs) = (Reference::new(&rule), Reference::new(&normal));
        for n in 0..=largest + shift {
            let expected = n.checked_sub(shift).map_or(0, |n| theirs.value(&Piece::heap(n)));
            assert_eq!(own.value(&Piece::heap(n)), expected, "{text} as {normal}, heap {n}");
        }
        assert_eq!(
            normal_form(&normal),
            (normal.clone(), 0),
            "{text}: the normal form of {normal} is itself"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn longer_codes(text in "[04]\\.[0-7]{4,7}") {
            let rule: Rule = text.parse().unwrap();
            let (normal, shift) = normal_form(&rule);
            let of = |rule: &Rule, largest| values::heaps(rule.heap_rule().unwrap(), largest, &Work::quiet()).unwrap();
            let (own, theirs) = (of(&rule, 300 + shift), of(&normal, 300));
            prop_assert!(own.iter().skip(shift as usize).eq(theirs.iter()), "{} as {}", text, normal);
        }

        #[test]
        fn many_parts(text in "[048C]\\.[0-9A-Z]{1,3}") {
            same_values(&text, 9);
        }
    }
}
