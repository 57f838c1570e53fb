//! Tuples: ordered S-tuples of pieces of some sizes that are lost, that is, whose values have xor 0.
//!
//! Idea: all that matters is how many pieces have each value. A law gives that histogram for heaps of any
//! size, the rows of paper cutting for sheets of any height, the distribution formula for suits of cards;
//! then coefficient 0 of the S-fold xor-convolution is the count ([`super::lost_tuples`]).

use crate::known::Known;
use crate::rules::Sizes;
use crate::{Count, Modulus, Options, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_kernels::algebra::{Spectrum, lost_tuples};

/// Lost `count`-tuples of pieces of these sizes, exactly or modulo a number.
///
/// ```
/// use sprague::{Options, Work, counts, known, rules::{Rule, Sizes}};
/// let nim: Rule = "nim".parse().unwrap();
/// // Two heaps of Nim are lost iff they are equal.
/// let (sizes, options) = (Sizes::heaps(9u32), Options::default());
/// let known = known::up_to(&nim, &sizes, &options, &Work::quiet()).unwrap();
/// let lost = counts::tuples(known.as_ref(), &sizes, &2u32.into(), &options, &Work::quiet()).unwrap();
/// assert_eq!(*lost.answer(), 10u32.into());
/// ```
pub fn tuples(
    known: &dyn Known,
    sizes: &Sizes,
    count: &BigUint,
    options: &Options,
    work: &Work,
) -> Result<Count> {
    let modulus = options.modulus.as_ref();
    if let Some(lost) = known.lost_tuples(sizes, count, modulus, work) {
        return lost;
    }
    let (spectrum, basis) = known.spectrum(sizes, work)?;
    Ok(Count::new(lost(&spectrum, count, modulus, work)?, known.evidence(), basis))
}

fn lost(spectrum: &Spectrum, count: &BigUint, modulus: Option<&Modulus>, work: &Work) -> Result<BigUint> {
    match modulus {
        Some(modulus) => lost_tuples::modulo(spectrum, count, modulus, work),
        None => lost_tuples::exactly(spectrum, count.to_u64().unwrap_or(u64::MAX), work),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;
    use crate::rules::Rule;
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

    fn agrees(rule: &Rule, sizes: &Sizes, most: u32) {
        let mut reference = Reference::new(rule);
        let (from, to) = sizes.small().unwrap();
        let values: Vec<u32> = rule.pieces(&from, &to).map(|piece| reference.value(&piece)).collect();
        for count in 0..=most {
            let expected = brute(&values, count);
            for modulus in [None, Some(1u32), Some(2), Some(6), Some(1_000_000_007)] {
                let options =
                    Options { modulus: modulus.map(|modulus| Modulus::new(modulus).unwrap()), limit: 500 };
                let known = known::up_to(rule, sizes, &options, &Work::quiet()).unwrap();
                let lost = tuples(known.as_ref(), sizes, &count.into(), &options, &Work::quiet()).unwrap();
                let expected = modulus.map_or(expected, |modulus| expected % u64::from(modulus));
                assert_eq!(lost.answer, expected.into(), "{rule} {sizes} {count} {modulus:?}");
                assert!(modulus.is_some() || lost.status().is_proved());
            }
        }
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
            for upto in [0u32, 1, 5, 17] {
                agrees(&rule, &Sizes::heaps(upto), 3);
            }
            agrees(&rule, &Sizes::between(&rule, vec![4u32.into()], vec![13u32.into()]).unwrap(), 3);
        }
    }

    #[test]
    fn sheets_equal_brute_force() {
        for text in ["cut", "cut:one"] {
            let rule: Rule = text.parse().unwrap();
            for size in ["1x1", "3x4", "5x3", "2x9"] {
                agrees(&rule, &Sizes::parse(&rule, size).unwrap(), 3);
            }
            let (from, to) = (vec![2u32.into(), 3u32.into()], vec![5u32.into(), 4u32.into()]);
            agrees(&rule, &Sizes::between(&rule, from, to).unwrap(), 3);
        }
    }

    #[test]
    fn cards_equal_brute_force() {
        let rule: Rule = "cards".parse().unwrap();
        for size in 0u32..6 {
            agrees(&rule, &Sizes::exactly(&rule, vec![size.into()]).unwrap(), 3);
        }
        agrees(&rule, &Sizes::parse(&rule, "4").unwrap(), 3);
    }
}
