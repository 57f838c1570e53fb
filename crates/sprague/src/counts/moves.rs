//! Moves: winning first moves, summed over all single pieces of some sizes.

use crate::known::{Known, few_moves};
use crate::rules::{Kind, Rule, Sizes};
use crate::{Count, Options, Result, Work};

/// Winning first moves of all single pieces of these sizes.
///
/// ```
/// use sprague::{Options, Work, counts, known, rules::{Rule, Sizes}};
/// let nim: Rule = "nim".parse().unwrap();
/// // From a single heap of Nim the one winning move is to take it whole.
/// let sizes = Sizes::heaps(100u32);
/// let known = known::up_to(&nim, &sizes, &Options::default(), &Work::quiet()).unwrap();
/// let count = counts::moves(known.as_ref(), &sizes, &Options::default(), &Work::quiet()).unwrap();
/// assert_eq!(*count.answer(), 100u32.into());
/// ```
pub fn moves(known: &dyn Known, sizes: &Sizes, options: &Options, work: &Work) -> Result<Count> {
    Ok(known.moves_to_zero(sizes, work)?.reduced(options.modulus.as_ref()))
}

/// Refuses sizes whose moves would have to be gone through and are too many, before any value is computed.
pub fn check_moves(rule: &Rule, sizes: &Sizes) -> Result<()> {
    match rule.kind() {
        Kind::Arithmetic(_) | Kind::Family(_) => few_moves(rule, sizes).map(|_| ()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;
    use crate::rules::Piece;
    use crate::values::Reference;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    fn played(rule: &Rule, upto: u64) -> usize {
        let mut reference = Reference::new(rule);
        let mut wins =
            |n: u64| rule.moves(&Piece::heap(n)).iter().filter(|mv| reference.sum(&mv.leaves) == 0).count();
        (1..=upto).map(&mut wins).sum()
    }

    fn counted(rule: &Rule, sizes: &Sizes) -> Result<BigUint> {
        let options = Options { limit: 3000, ..Options::default() };
        let known = known::up_to(rule, sizes, &options, &Work::quiet())?;
        moves(known.as_ref(), sizes, &options, &Work::quiet()).map(|count| count.answer)
    }

    fn agrees(text: &str, upto: u64) {
        let rule: Rule = text.parse().unwrap();
        let count = counted(&rule, &Sizes::heaps(upto)).unwrap();
        assert_eq!(count, played(&rule, upto).into(), "{text} to {upto}");
    }

    #[test]
    fn equal_to_playing() {
        for text in
            ["0.07", "kayles", "0.6", "sub:1,3,4", "allbut:1,2", "allbut:2,5", "grundy", "split:2", "split:3"]
        {
            [0, 1, 2, 3, 10, 47].iter().for_each(|&upto| agrees(text, upto));
        }
        for text in [
            "nim", "lasker", "0.3F", "0.8", "8.3", "C.F", "0.0", "0.1[7]", "4.[5]", "0.0[2]", "split:4",
            "split:7",
        ] {
            [0, 1, 2, 3, 10, 31].iter().for_each(|&upto| agrees(text, upto));
        }
    }

    #[test]
    fn laws_extend_the_sum() {
        for text in ["0.07", "kayles", "0.12", "0.5", "4.7", "sub:2,5", "split:2", "0.137", "0.53"] {
            [150, 333, 401].iter().for_each(|&upto| agrees(text, upto));
        }
        agrees("allbut:1,2", 300);
    }

    #[test]
    fn symmetric_and_any_height() {
        let rule: Rule = "cut".parse().unwrap();
        let d = |size: &str| counted(&rule, &Sizes::parse(&rule, size).unwrap());
        assert_eq!(d("10^30x20").unwrap(), d("20x10^30").unwrap());
        for (w, h) in [(5u32, 17u32), (9, 30), (14, 2)] {
            assert_eq!(d(&format!("{w}x{h}")).unwrap(), d(&format!("{h}x{w}")).unwrap());
        }
        assert!(d("10^30x10^30").is_err());
    }

    #[test]
    fn too_many_cards_say_so() {
        let rule: Rule = "cards".parse().unwrap();
        assert!(counted(&rule, &Sizes::parse(&rule, "100").unwrap()).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn any_code(text in "[048C]\\.[0-9A-F]{1,3}", upto in 0u64..36) { agrees(&text, upto); }

        #[test]
        fn any_heap_rule(
            text in "[048CG]\\.[0-9A-W]{1,2}(\\.\\.\\.|)(/unequal|/equal|)(/least=[1-3]|)(/largest=[5-9]|)",
            upto in 0u64..24,
        ) { agrees(&text, upto); }
    }
}
