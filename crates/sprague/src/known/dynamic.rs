//! What is known of dynamic Nim: values of small heaps one by one, and which heaps of any size are lost
//! (docs/dynamic-nim.md).
//!
//! The options of a heap of n with at most t tokens to take are those with at most t − 1 and one more. So the
//! values of a row n are found in one pass over t, and n rows in n²/2 steps.

use super::{Evidence, Formula, Histogram, Known, Listed, PieceMove, PieceMoves};
use crate::rules::{DynamicNim, Piece, Rule, Sizes};
use crate::values::Table;
use crate::{Count, Error, Meter, Modulus, Result, Work};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};
use sprague_kernels::dynamic::{Dynamic, Factor, Summed};

/// Values are computed for heaps up to this.
const LARGEST_VALUED: u64 = 4000;

/// Which heaps are lost.
pub(crate) const LOST: Formula = Formula {
    name: "Schwenk's theorem",
    text: "n is lost exactly if it is one of H(1) = 1, H(i+1) = H(i) + H(j), j least with r H(j) ≥ H(i); of other heaps the last part of the greedy sum of such numbers wins; values of won heaps are played out",
    proof: "greedy sums of lost sizes (docs/dynamic-nim.md)",
};

/// Lost heaps up to a size, and the values if it is small.
struct DynamicHeaps {
    rule: Rule,
    factor: Factor,
    lost: Dynamic,
    values: Option<Values>,
}

/// The values of all heaps up to a size.
struct Values {
    /// By tokens and the most that may be taken.
    rows: Vec<Vec<u16>>,
    starts: Listed,
}

pub(super) fn solve(rule: &Rule, game: &DynamicNim, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    let largest = sizes.to()[0].clone().max(BigUint::one());
    let lost = Dynamic::up_to(game.factor(), &largest, work)?;
    let small = largest.to_u64().filter(|&largest| largest <= LARGEST_VALUED);
    let values = small.map(|largest| Values::new(rule, game.factor(), largest as usize, work)).transpose()?;
    Ok(Box::new(DynamicHeaps { rule: rule.clone(), factor: game.factor(), lost, values }))
}

impl Values {
    fn new(rule: &Rule, factor: Factor, largest: usize, work: &Work) -> Result<Self> {
        work.fits(&format!("values of {rule} up to {largest}"), (largest * largest) as u64 + 64 * 1024)?;
        work.count_solver();
        let meter = Meter::new(work, (largest * largest / 2) as u64);
        let mut rows: Vec<Vec<u16>> = vec![vec![0]];
        for n in 1..=largest {
            meter.charge(n as u64)?;
            let (mut reached, mut value) = (vec![false; n + 2], 0);
            let mut row = vec![0];
            for t in 1..=n {
                let rest = n - t;
                let most = (factor.after(t as u64) as usize).min(rest);
                reached[usize::from(rows[rest][most])] = true;
                while reached[value] {
                    value += 1;
                }
                row.push(value as u16);
            }
            rows.push(row);
        }
        let starts: Table = (1..=largest).map(|n| u32::from(rows[n][n - 1])).collect();
        Ok(Values { starts: Listed::every_move(rule, starts), rows })
    }

    fn of(&self, numbers: &[u64]) -> Option<u16> {
        match *numbers {
            [n] => self.of(&[n, n.checked_sub(1)?]),
            [n, most] => self.rows.get(n as usize)?.get(most as usize).copied(),
            _ => None,
        }
    }
}

impl super::sealed::Sealed for DynamicHeaps {}

impl DynamicHeaps {
    /// The tokens of a heap, given with or without the most that may be taken.
    fn tokens<'a>(&self, numbers: &'a [BigUint]) -> Result<&'a BigUint> {
        match numbers {
            [n] if *n > BigUint::ZERO => Ok(n),
            [n, most] if *n > BigUint::ZERO && most <= n => Ok(n),
            _ => Err(Error::wrong_game(format!("these numbers are not a heap of {}", self.rule))),
        }
    }

    fn is_lost(&self, numbers: &[BigUint]) -> Result<bool> {
        let n = self.tokens(numbers)?;
        if n > self.lost.largest() {
            let line = format!("{}: heaps are known up to {}", self.rule, self.lost.largest());
            return Err(Error::not_known(line));
        }
        let parts = self.lost.parts(n);
        Ok(match numbers {
            [_, most] => parts.last().is_some_and(|last| most < last),
            _ => parts.len() == 1,
        })
    }

    /// The numbers of tokens that win as a first move, descending: with H the greatest lost size up to n, the
    /// rest x = n − H if r·x < H, and those that win in a heap of x.
    fn winning_first_moves(&self, n: &BigUint) -> Vec<BigUint> {
        let factor = self.factor;
        let (mut rest, mut winning) = (n.clone(), Vec::new());
        for part in self.lost.parts(n) {
            rest -= &part;
            if rest > BigUint::ZERO && &rest * factor.numerator() < part * factor.denominator() {
                winning.push(rest.clone());
            }
        }
        winning
    }

    /// What is left of n tokens once some were taken.
    fn left(&self, n: &BigUint, taken: &BigUint) -> PieceMove {
        let factor = self.factor;
        let rest = n - taken;
        let most = (taken * factor.numerator() / factor.denominator()).min(rest.clone());
        let leaves = if rest == BigUint::ZERO { vec![] } else { vec![format!("{rest}:{most}")] };
        PieceMove { action: format!("take {taken}"), leaves }
    }

    fn played_only(&self, what: &str) -> Error {
        Error::too_large(
            format!(
                "{what}: a law gives the lost heaps of {} at any size, but values other than 0 are played out, up to {LARGEST_VALUED}",
                self.rule
            ),
            Some(LARGEST_VALUED),
        )
    }

    /// A count over a range from counts up to a size; nothing is below heap 1.
    fn between(&self, sizes: &Sizes, upto: impl Fn(&BigUint) -> Result<BigUint>) -> Result<Count> {
        let counts = super::difference(sizes, |n| Ok(vec![upto(n)?]))?;
        let count = counts.into_iter().next().unwrap_or_default();
        Ok(Count::new(count, Evidence::Theorem(LOST), LOST.proof))
    }
}

impl Known for DynamicHeaps {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        self.tokens(numbers)?;
        let small: Option<Vec<u64>> = numbers.iter().map(ToPrimitive::to_u64).collect();
        let value = small.as_deref().and_then(|numbers| self.values.as_ref()?.of(numbers));
        match value {
            Some(value) => Ok(value.into()),
            _ if self.is_lost(numbers)? => Ok(BigUint::ZERO),
            _ => Err(self.played_only("this heap is won, and its value is not known")),
        }
    }

    fn is_zero(&self, piece: &Piece) -> Result<bool> {
        let numbers: Vec<BigUint> = piece.numbers().iter().map(|&number| number.into()).collect();
        self.is_lost(&numbers)
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        match &self.values {
            Some(values) => values.starts.histogram(sizes, work),
            None => {
                Err(self
                    .played_only(&format!("{} is too large for the values of all heaps", sizes.largest())))
            }
        }
    }

    fn zeros(&self, sizes: &Sizes, _: Option<&Modulus>, _: &Work) -> Result<Count> {
        self.between(sizes, |n| Ok(self.lost.lost().partition_point(|size| size <= n).into()))
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        self.between(sizes, |n| self.lost.sum(n, Summed::Moves, work))
    }

    fn moves_to_value(&self, numbers: &[BigUint], value: &BigUint, first: usize) -> Option<PieceMoves> {
        let n = self.tokens(numbers).ok().filter(|n| *value == BigUint::ZERO && *n <= self.lost.largest())?;
        let mut winning = self.winning_first_moves(n);
        if let [_, most] = numbers {
            winning.retain(|taken| taken <= most);
            if most == n {
                winning.insert(0, n.clone());
            }
        }
        winning.reverse();
        Some(PieceMoves::of(winning.iter().map(|taken| self.left(n, taken)).collect(), first))
    }

    fn evidence(&self) -> Evidence<'_> {
        match &self.values {
            Some(values) => Evidence::Listed(&values.starts),
            None => Evidence::Theorem(LOST),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Kind;
    use crate::values::Reference;
    use proptest::prelude::*;

    fn known(text: &str, to: &str) -> Box<dyn Known> {
        let rule: Rule = text.parse().unwrap();
        let Kind::Dynamic(game) = rule.kind() else { panic!("{text} is another game") };
        solve(&rule, game, &Sizes::parse(&rule, to).unwrap(), &Work::quiet()).unwrap()
    }

    /// Values, lost heaps and winning moves beside play.
    fn equals_play(text: &str, largest: u64) {
        let known = known(text, &largest.to_string());
        let rule = known.rule();
        let mut reference = Reference::new(rule);
        let (mut zeros, mut moves) = (0u64, 0u64);
        for n in 1..=largest {
            let states = (0..=n).map(|most| Piece::new(&[n, most]));
            for piece in states.chain([Piece::heap(n)]) {
                let value = reference.value(&piece);
                assert_eq!(known.value_of(&piece).unwrap(), u64::from(value), "{text} {piece:?}");
                assert_eq!(known.is_zero(&piece).unwrap(), value == 0, "{text} {piece:?}");
            }
            zeros += u64::from(reference.value(&Piece::heap(n)) == 0);
            rule.for_each_move(&Piece::heap(n), &mut |mv| {
                moves += u64::from(mv.leaves.iter().all(|left| reference.value(left) == 0));
            });
            let sizes = Sizes::parse(rule, &n.to_string()).unwrap();
            assert_eq!(known.zeros(&sizes, None, &Work::quiet()).unwrap().answer, zeros.into(), "{text} {n}");
            let counted = known.moves_to_zero(&sizes, &Work::quiet()).unwrap();
            assert_eq!(counted.answer, moves.into(), "{text} {n}");
        }
    }

    #[test]
    fn factors_equal_play() {
        for text in ["dynamic:1", "dynamic:3/2", "dynamic:2", "dynamic:5/2", "dynamic:3", "dynamic:40"] {
            equals_play(text, 60);
        }
    }

    /// Winning moves by the law are those that play finds.
    #[test]
    fn winning_moves_equal_play() {
        for text in ["dynamic:1", "dynamic:4/3", "dynamic:2", "dynamic:7/2", "dynamic:40"] {
            let known = known(text, "70");
            let rule = known.rule();
            let mut reference = Reference::new(rule);
            for n in 1..=70u64 {
                let states = (0..=n).map(|most| Piece::new(&[n, most]));
                for piece in states.chain([Piece::heap(n)]) {
                    let mut played = Vec::new();
                    rule.for_each_move(&piece, &mut |mv| {
                        if mv.leaves.iter().all(|left| reference.value(left) == 0) {
                            let leaves = mv.leaves.iter().map(|left| rule.show_piece(left)).collect();
                            played.push(PieceMove { action: mv.action.to_string(), leaves });
                        }
                    });
                    let numbers: Vec<BigUint> = piece.numbers().iter().map(|&n| n.into()).collect();
                    let found = known.moves_to_value(&numbers, &BigUint::ZERO, 1000).unwrap();
                    assert_eq!((found.count, found.first), (played.len().into(), played), "{text} {piece:?}");
                }
            }
        }
    }

    #[test]
    fn lost_heaps_of_any_length() {
        // The number of Fibonacci numbers 1, 2, 3, 5, … up to 10^40.
        let known = known("dynamic:2", "10^40");
        let all = Sizes::parse(known.rule(), "10^40").unwrap();
        assert_eq!(known.zeros(&all, None, &Work::quiet()).unwrap().answer, 192u32.into());
        let (mut a, mut b) = (BigUint::one(), BigUint::from(2u32));
        while b.bits() < 120 {
            (a, b) = (b.clone(), a + b);
        }
        assert_eq!(known.value(&[b.clone()]).unwrap(), BigUint::ZERO);
        let line = known.value(&[b + 1u32]).unwrap_err().to_string();
        assert!(line.contains("won") && line.contains("4000"), "{line}");
        assert!(known.status().is_proved());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn any_factor_equals_play(a in 1u64..30, b in 1u64..30, n in 1u64..40) {
            let (small, large) = (a.min(b), a.max(b));
            equals_play(&format!("dynamic:{large}/{small}"), n);
        }
    }
}
