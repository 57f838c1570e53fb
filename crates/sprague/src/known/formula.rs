//! What is known of heaps whose moves are formulas: values one by one, and the pattern they seem to follow.

use super::Listed;
use crate::laws::Repetition;
use crate::rules::{FormulaGame, Rule, Sizes};
use crate::values::{Table, table_size};
use crate::{Error, Meter, Result, Work};
use num_traits::ToPrimitive;

/// Values that are searched for a pattern by default.
const USUAL_LIMIT: u64 = 1_000_000;

pub(super) fn solve(
    rule: &Rule,
    game: &FormulaGame,
    sizes: &Sizes,
    work: &Work,
) -> Result<Box<dyn super::Known>> {
    let largest = sizes.to()[0].to_u64().ok_or_else(|| {
        let to = sizes.largest();
        Error::too_large(format!("values of {rule} are computed one by one, and {to} is too large"), None)
    })?;
    let mut values = vec![0u32; 0];
    let count = table_size(largest, work)?;
    work.fits_size(&format!("values of {rule} to {largest}"), largest, |n| u128::from(n) * 8)?;
    extend(game, &mut values, count, work)?;
    let table: Table = values.into_iter().collect();
    Ok(Box::new(Listed::every_move(rule, table)))
}

/// Computes values until there are this many. What is there when an error ends it is right.
fn extend(game: &FormulaGame, values: &mut Vec<u32>, count: usize, work: &Work) -> Result<()> {
    work.count_solver();
    let meter = Meter::new(work, 0);
    // Entry v is the last heap of which an option has value v.
    let mut seen: Vec<u64> = Vec::new();
    for heap in values.len() as u64..count as u64 {
        meter.charge(4)?;
        let mut charge = |steps: u64| meter.charge(4 * steps);
        let mut visit = |heaps: &[u64]| {
            // A formula is refused where it leaves a heap that is not smaller.
            let value = heaps.iter().fold(0, |xor, &left| xor ^ values[left as usize]) as usize;
            if value >= seen.len() {
                seen.resize(value + 1, u64::MAX);
            }
            seen[value] = heap;
            Ok(())
        };
        game.options(heap, &mut charge, &mut visit)?;
        let value = seen.iter().position(|&last| last != heap).unwrap_or(seen.len());
        values.push(value as u32);
    }
    Ok(())
}

/// The first values, and the repetition that is seen in their steps.
pub(crate) struct Observed {
    /// The values that were computed.
    pub values: Vec<u32>,
    /// The repetition of the steps between them, if it holds over half of them and twice.
    pub pattern: Option<Repetition>,
    /// Whether time was up before the limit.
    pub out_of_time: bool,
}

/// Computes at most `limit` values, and looks for a pattern in them.
pub(crate) fn observe(
    game: &FormulaGame,
    limit: Option<u64>,
    within: &Work,
    work: &Work,
) -> Result<Observed> {
    let count = limit.unwrap_or(USUAL_LIMIT).max(1);
    work.fits_size(&format!("{count} values"), count, |n| u128::from(n) * 16)?;
    let mut values = Vec::new();
    let ended = extend(game, &mut values, count as usize, within);
    let out_of_time = matches!(ended, Err(Error::OutOfTime)) && values.len() > 1;
    if !out_of_time {
        ended?;
    }
    work.poll()?;
    let steps = values.len().saturating_sub(1);
    let pattern = crate::laws::shortest(steps, |i| values[i + 1].wrapping_sub(values[i]))
        .filter(|seen| seen.covers_half(steps));
    Ok(Observed { values, pattern, out_of_time })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::{Known, up_to};
    use crate::rules::{Kind, Piece};
    use crate::values::Reference;
    use crate::{Options, laws};
    use proptest::prelude::*;

    fn known(text: &str, to: u64) -> Result<Box<dyn Known>> {
        let rule: Rule = text.parse()?;
        up_to(&rule, &Sizes::parse(&rule, &to.to_string())?, &Options::default(), &Work::quiet())
    }

    fn equals_play(text: &str, to: u64) {
        let known = known(text, to).unwrap();
        let mut reference = Reference::new(known.rule());
        for heap in 0..=to {
            let piece = Piece::heap(heap);
            assert_eq!(known.value_of(&piece).unwrap(), u64::from(reference.value(&piece)), "{text} {heap}");
        }
        assert!(known.status().is_proved());
    }

    /// Rules that have a notation, written as formulas.
    #[test]
    fn rules_that_are_known() {
        for (formulas, notation, least) in [
            ("moves:n-1;n/2", "mark", 0),
            ("moves:n-1;n-3;n-4", "sub:1,3,4", 0),
            ("moves:n-k for k in 1..n", "nim", 0),
            ("moves:n-k for k in 1..n/2", "take:half", 0),
            ("moves:n-q for q in squares(n)", "sub:squares", 0),
            ("moves:n-p for p in primes(n)", "sub:primes", 0),
            ("moves:n-b for b in powers(2,n)", "sub:pow2", 0),
            ("moves:n-d for d in divisors(n) if d<n", "take:divisors", 1),
            ("moves:n-k for k in 1..n if gcd(k,n)=1", "take:coprime", 0),
            ("moves:[k,n-k] for k in 1..(n-1)/2 if k<n-k", "grundy", 0),
            ("moves:n-1;n-2;[k,n-1-k] for k in 1..n-2;[k,n-2-k] for k in 1..n-3", "kayles", 0),
            (
                "moves:[a,b] for a in divisors(n) for b in divisors(n) if 1<a and a<n and 1<b and b<n",
                "split:divisors",
                1,
            ),
        ] {
            let (known, rule) = (known(formulas, 120).unwrap(), notation.parse::<Rule>().unwrap());
            let mut reference = Reference::new(&rule);
            for heap in least..=120 {
                let value = reference.value(&Piece::heap(heap));
                assert_eq!(
                    known.value_of(&Piece::heap(heap)).unwrap(),
                    u64::from(value),
                    "{formulas} {heap}"
                );
            }
            equals_play(formulas, 40);
        }
    }

    #[test]
    fn errors_name_the_heap() {
        for (text, reason) in [
            ("moves:n-1;3*n-31", "a heap of 16: it leaves 17"),
            ("moves:n-1;3*n-31", "add a condition such as `if n > 16`"),
            ("moves:n-1;2*n-12", "12 → 12"),
            ("moves:n/(n-7)", "a heap of 7: a division by 0"),
        ] {
            let line = known(text, 20).err().unwrap().to_string();
            assert!(line.contains(reason) && !line.contains('\n'), "{text}: {line}");
        }
        // Up to a heap for which all is defined there is an answer.
        assert!(known("moves:n-1;3*n-31", 15).is_ok() && known("moves:n-1;3*n-31", 16).is_err());
        assert!(known("moves:n-1", 10u64.pow(15)).is_err());
    }

    #[test]
    fn patterns_are_observed() {
        let observe = |text: &str, limit| {
            let rule: Rule = text.parse().unwrap();
            let Kind::Formula(game) = rule.kind() else { panic!("{text}") };
            super::observe(game, Some(limit), &Work::quiet(), &Work::quiet()).unwrap()
        };
        let seen = observe("moves:n-1;n-3;n-4", 1000);
        assert_eq!((seen.values.len(), seen.out_of_time), (1000, false));
        let proved = laws::find(&"sub:1,3,4".parse().unwrap(), 1000, &Work::quiet()).unwrap();
        assert_eq!(seen.pattern.unwrap().period, proved.law().unwrap().period);
        assert!(observe("moves:n-q for q in squares(n)", 1000).pattern.is_none());
        assert_eq!(observe("moves:n-k for k in 1..n", 100).pattern.unwrap().period, 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn formulas_equal_play(
            moves in proptest::collection::vec(
                "(n-[1-9]|n/[2-5]|n%[2-9] if n>8|n-k for k in [1-3]\\.\\.[3-6]|n-d for d in divisors\\(n\\) if d<n|\\[k,n-k-[1-3]\\] for k in 1\\.\\.n|n-d for d in digits\\(n\\) if d>[0-3])", 1..4)
        ) {
            equals_play(&format!("moves:{}", moves.join(";")), 60);
        }
    }
}
