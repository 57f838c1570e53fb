//! Wins: how many pieces of some sizes the first player wins, that is, have a value other than 0.

use crate::known::Known;
use crate::rules::Sizes;
use crate::{Count, Options, Result, Work};
use sprague_kernels::algebra::difference;

/// Pieces of these sizes that are wins: heaps, sheets, or suits over every set of visible cards.
///
/// ```
/// use sprague::{Options, Work, counts, known, rules::{Rule, Sizes}};
/// let strip: Rule = "0.07".parse().unwrap();
/// let sizes = Sizes::parse(&strip, "10^6").unwrap();
/// let known = known::up_to(&strip, &sizes, &Options::default(), &Work::quiet()).unwrap();
/// let count = counts::wins(known.as_ref(), &sizes, &Options::default(), &Work::quiet()).unwrap();
/// assert_eq!(*count.answer(), 852_938u32.into());
/// ```
pub fn wins(known: &dyn Known, sizes: &Sizes, options: &Options, work: &Work) -> Result<Count> {
    let modulus = options.modulus.as_ref();
    let all = known.pieces(sizes, modulus)?;
    let zeros = known.zeros(sizes, modulus, work)?;
    let wins = difference(all, &zeros.answer, modulus);
    Ok(zeros.with(wins))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;
    use crate::rules::Rule;
    use num_bigint::BigUint;

    fn count(rule: &str, upto: &str, options: &Options) -> Result<BigUint> {
        let rule: Rule = rule.parse().unwrap();
        let sizes = Sizes::parse(&rule, upto)?;
        let known = known::up_to(&rule, &sizes, options, &Work::quiet())?;
        wins(known.as_ref(), &sizes, options, &Work::quiet()).map(|count| count.answer)
    }

    #[test]
    fn any_size_where_a_law_is_proved() {
        let options = Options { limit: 1000, ..Options::default() };
        let answer = |n: &BigUint| count("0.07", &n.to_string(), &options).unwrap();
        let huge = BigUint::from(10u32).pow(1000);
        let period = answer(&(&huge + 34u32)) - answer(&huge);
        assert_eq!(period, answer(&134u32.into()) - answer(&100u32.into()));
        assert!(count("grundy", &huge.to_string(), &options).is_err());
    }

    #[test]
    fn too_many_cards_say_so() {
        assert!(count("cards", "10^30", &Options::default()).is_err());
        let residue = Options { modulus: Some(crate::Modulus::new(7u32).unwrap()), ..Options::default() };
        assert!(count("cards", "10^30", &residue).is_ok());
    }
}
