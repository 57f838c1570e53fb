//! Tuples: ordered S-tuples of pieces up to a size that are lost, that is, whose values have xor 0.
//!
//! Idea: all that matters is how many pieces have each value. A law gives that histogram for heaps of any size, the
//! rows of paper cutting for sheets of any height, the distribution formula for suits of cards; then
//! coefficient 0 of the S-fold xor-convolution is the count ([`super::lost_tuples`]).

use super::{Count, cards, lost_tuples, straight_cuts};
use crate::laws::{self, Known};
use crate::rules::Rule;
use crate::values::cutting::Rows;
use crate::{Error, Result, Status, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Values that grow for ever are listed one by one up to this heap.
const MOST_LISTED: u64 = 1 << 22;

/// Lost `count`-tuples of heaps of 0 to `upto` tokens, exactly or modulo a number.
///
/// ```
/// use sprague::{Work, counts, rules::Rule};
/// let nim: Rule = "nim".parse().unwrap();
/// // Two heaps of Nim are lost iff they are equal.
/// let lost = counts::tuples(&nim, &9u32.into(), &2u32.into(), None, 1000, &Work::quiet()).unwrap();
/// assert_eq!(lost.answer, 10u32.into());
/// ```
pub fn tuples(
    rule: &Rule,
    upto: &BigUint,
    count: &BigUint,
    modulus: Option<&BigUint>,
    limit: u64,
    work: &Work,
) -> Result<Count> {
    let (histogram, basis) = match laws::up_to(rule, upto, limit, work)? {
        Known::Law(law) if law.saltus == 0 => (law.histogram(upto)?, law.basis()),
        Known::Law(law) => {
            let listed = upto.to_u64().filter(|&n| n <= MOST_LISTED).ok_or_else(|| {
                Error::unsupported(format!(
                    "values of {rule} grow for ever, so tuples are counted for heaps up to {MOST_LISTED}"
                ))
            })?;
            let values =
                (0..=listed).map(|n| law.value(&n.into()).to_u32().expect("no value exceeds its heap"));
            (tally(values), law.basis())
        }
        Known::Values(values) => (tally(values.iter()), format!("all {} values", values.len())),
    };
    Ok(Count::proved(lost(&histogram, count, modulus)?, basis))
}

/// Lost `count`-tuples of sheets of 1×1 to `width`×`height`, under `cut` or `cut:one`.
pub fn sheet_tuples(
    rule: &Rule,
    width: &BigUint,
    height: &BigUint,
    count: &BigUint,
    modulus: Option<&BigUint>,
    work: &Work,
) -> Result<Count> {
    let histogram = sheet_histogram(rule, width, height, work)?;
    Ok(Count::proved(lost(&histogram, count, modulus)?, "rows with proved tails"))
}

/// Lost deals of `suits` suits of `size` cards, over every set of visible cards.
pub fn card_tuples(size: &BigUint, suits: &BigUint, modulus: Option<&BigUint>, work: &Work) -> Result<Count> {
    let too_large =
        |what: &str, number: &BigUint| Error::unsupported(format!("{number} {what} are too many"));
    let n = size.to_u64().ok_or_else(|| too_large("cards", size))?;
    work.fits(&format!("{n} cards"), cards::memory_estimate(n, modulus))?;
    let Some(modulus) = modulus else {
        let s = suits.to_u64().ok_or_else(|| too_large("suits", suits))?;
        return Ok(Count::proved(cards::lost_exactly(n, s)?, "the gap rule, exact integers"));
    };
    let lost = cards::lost_modulo(n, suits, modulus)?;
    if lost.exact {
        return Ok(Count::proved(lost.residue, "the gap rule, exact integers"));
    }
    let (status, check) = match lost.checked {
        Some(bound) => {
            let odds = format!("transform checked, error probability at most {:.1e}", bound.probability());
            (Status::Verified, odds)
        }
        None => (Status::Computed, "transform not checked, as the modulus is no prime".to_string()),
    };
    Ok(Count { answer: lost.residue, status, basis: format!("the gap rule; {check}") })
}

fn lost(histogram: &[BigUint], count: &BigUint, modulus: Option<&BigUint>) -> Result<BigUint> {
    match modulus {
        Some(modulus) => Ok(lost_tuples::lost_modulo(histogram, count, modulus)?),
        None => {
            let s = count.to_u64().ok_or_else(|| {
                Error::unsupported(format!(
                    "the exact number of {count}-tuples is too long; ask for a residue with --mod"
                ))
            })?;
            Ok(lost_tuples::lost_exactly(histogram, s)?)
        }
    }
}

fn tally(values: impl Iterator<Item = u32>) -> Vec<BigUint> {
    let mut counts: Vec<u64> = Vec::new();
    for value in values {
        let index = value as usize;
        if index >= counts.len() {
            counts.resize(index + 1, 0);
        }
        counts[index] += 1;
    }
    counts.into_iter().map(BigUint::from).collect()
}

/// How many sheets of 1×1 to width×height have each value.
pub(super) fn sheet_histogram(
    rule: &Rule,
    width: &BigUint,
    height: &BigUint,
    work: &Work,
) -> Result<Vec<BigUint>> {
    if *rule == Rule::CutOne {
        return Ok(straight_cuts::histogram(width, height).to_vec());
    }
    let (narrow, long) = (width.min(height), width.max(height));
    let narrow =
        narrow.to_usize().ok_or_else(|| Error::unsupported(format!("sheets {narrow} wide are too many")))?;
    let rows = Rows::solve(narrow, work)?;
    let mut histogram = vec![BigUint::ZERO; 1];
    let mut add = |value: u32, times: BigUint| {
        if value as usize >= histogram.len() {
            histogram.resize(value as usize + 1, BigUint::ZERO);
        }
        histogram[value as usize] += times;
    };
    for w in 1..=narrow as u64 {
        let (tail, constant) = (rows.tail_start(w).unwrap_or(1), rows.tail_value(w).unwrap_or(0));
        let before = long.to_u64().map_or(tail - 1, |long| long.min(tail - 1));
        (1..=before).for_each(|h| add(rows.value(w, h).unwrap_or(0), 1u32.into()));
        add(constant, long - before);
    }
    Ok(histogram)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;
    use crate::values::Reference;

    /// Lost tuples by going through all of them.
    fn brute(values: &[u32], count: u32) -> u64 {
        fn go(values: &[u32], left: u32, xor: u32) -> u64 {
            if left == 0 {
                u64::from(xor == 0)
            } else {
                values.iter().map(|v| go(values, left - 1, xor ^ v)).sum()
            }
        }
        go(values, count, 0)
    }

    #[test]
    fn heaps_equal_brute_force() {
        for text in [
            "0.07",
            "kayles",
            "0.6",
            "sub:1,3,4",
            "allbut:1,2",
            "nim",
            "lasker",
            "split:3",
            "grundy",
            "split:5",
        ] {
            let rule: Rule = text.parse().unwrap();
            let mut reference = Reference::new(&rule);
            let values: Vec<u32> = (0..=17).map(|n| reference.value(&Piece::Heap(n))).collect();
            for upto in [0usize, 1, 5, 17] {
                for count in 0..4u32 {
                    let expected = brute(&values[..=upto], count);
                    let exact =
                        tuples(&rule, &upto.into(), &count.into(), None, 500, &Work::quiet()).unwrap();
                    assert_eq!(exact.answer, expected.into(), "{text} {upto} {count}");
                    for modulus in [1u32, 2, 6, 1_000_000_007] {
                        let m = modulus.into();
                        let residue =
                            tuples(&rule, &upto.into(), &count.into(), Some(&m), 500, &Work::quiet())
                                .unwrap();
                        assert_eq!(
                            residue.answer,
                            (expected % u64::from(modulus)).into(),
                            "{text} {upto} {count}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn sheets_equal_brute_force() {
        let mut reference = Reference::new(&Rule::Cut);
        for (w, h) in [(1u64, 1u64), (3, 4), (5, 3), (2, 9)] {
            let values: Vec<u32> = (1..=w)
                .flat_map(|w| (1..=h).map(move |h| (w, h)))
                .map(|(w, h)| reference.value(&Piece::Sheet(w, h)))
                .collect();
            for count in 0..4u32 {
                let found =
                    sheet_tuples(&Rule::Cut, &w.into(), &h.into(), &count.into(), None, &Work::quiet())
                        .unwrap();
                assert_eq!(found.answer, brute(&values, count).into(), "{w}x{h} {count}");
            }
        }
    }

    #[test]
    fn cards_equal_brute_force() {
        let mut reference = Reference::new(&Rule::Cards);
        for size in 0..6u32 {
            let suit = |bits| Piece::Suit(crate::rules::Suit::from_bits(bits, size));
            let values: Vec<u32> = (0..1u64 << size).map(|bits| reference.value(&suit(bits))).collect();
            for count in 0..4u32 {
                let expected = brute(&values, count);
                let exact = card_tuples(&size.into(), &count.into(), None, &Work::quiet()).unwrap();
                assert_eq!((exact.answer, exact.status), (expected.into(), Status::Proved), "{size} {count}");
                let m = 1_000_000_007u32.into();
                let residue = card_tuples(&size.into(), &count.into(), Some(&m), &Work::quiet()).unwrap();
                assert_eq!(residue.answer, expected.into(), "{size} {count}");
            }
        }
    }
}
