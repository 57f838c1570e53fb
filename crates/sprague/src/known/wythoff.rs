//! What is known of Wythoff's game: values of small pairs by play, and which pairs are lost at any size.
//!
//! The lost pairs are A(k) = ⌊kφ⌋ and A(k) + k in either order (docs/lines.md). With φ irrational,
//! A(k) ≤ x iff k < (x + 1)/φ, and A(k) + k ≤ x iff k < (x + 1)/φ²; both bounds are read off A(x + 1), so
//! lost pairs of any rectangle are counted by a few square roots.

use super::{
    Evidence, Formula, Histogram, Known, PieceMove, PieceMoves, Played, lines::above, number_of_sizes, played,
};
use crate::rules::{Piece, Rule, Sizes};
use crate::{Count, Error, Meter, Modulus, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Winning moves are counted pair by pair, for heaps up to this.
const LARGEST_COUNTED: u64 = 100_000_000;

/// The law of the lost pairs.
pub(crate) const LOST: Formula = Formula {
    name: "Wythoff's theorem",
    text: "A×B, A ≤ B, is lost exactly if A = ⌊kφ⌋ and B = A + k for some k ≥ 0, φ = (1 + √5)/2; values of won positions are played out",
    proof: "Beatty sequences (docs/lines.md)",
};

/// Pairs of any size, of which only the lost ones are known.
struct Lost {
    rule: Rule,
}

/// Plays out what is small enough; beyond that the law of the lost pairs answers.
pub(super) fn solve(rule: &Rule, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    match number_of_sizes(sizes).to_u64().is_some_and(|pairs| pairs <= played::MOST_PIECES) {
        // All smaller pairs are played out too, however few are asked for.
        true if fits(sizes) => Ok(Box::new(Played::new(rule, sizes, work)?)),
        _ => Ok(Box::new(Lost { rule: rule.clone() })),
    }
}

/// Whether all pairs up to the largest can be played out.
fn fits(sizes: &Sizes) -> bool {
    let pairs: BigUint = sizes.to().iter().map(|to| to + 1u32).product();
    pairs <= BigUint::from(played::MOST_PIECES)
}

/// A(k) = ⌊kφ⌋ = ⌊(k + √(5k²))/2⌋.
fn beatty(k: &BigUint) -> BigUint {
    (k + (k * k * 5u32).sqrt()) >> 1u32
}

fn is_lost(numbers: &[BigUint]) -> bool {
    let [a, b] = numbers else { return false };
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    beatty(&(b - a)) == *a
}

/// The number that makes a lost pair with b: b is A(k) or A(k) + k for exactly one k, or for k = 0 both.
fn partner(b: &BigUint) -> BigUint {
    // How many k ≥ 0 have A(k) < b, and A(k) + k < b.
    let of_smaller = beatty(b) + 1u32 - b;
    match beatty(&of_smaller) == *b {
        true => b + of_smaller,
        false => b - (b * 2u32 - beatty(b)),
    }
}

/// Lost pairs of a first number below `a` and a second below `b`.
fn lost_below(a: &BigUint, b: &BigUint) -> BigUint {
    if *a == BigUint::ZERO || *b == BigUint::ZERO {
        return BigUint::ZERO;
    }
    // How many k ≥ 0 have A(k) < n, and A(k) + k < n.
    let smaller = |n: &BigUint| beatty(n) + 1u32 - n;
    let larger = |n: &BigUint| n * 2u32 - beatty(n);
    // Both orders have k = 0.
    smaller(a).min(larger(b)) + larger(a).min(smaller(b)) - 1u32
}

impl super::sealed::Sealed for Lost {}

impl Lost {
    /// How many moves of pairs within bounds lead to a lost pair: along each line that holds one.
    fn count_moves(&self, from: &[u64], to: &[u64], work: &Work) -> Result<BigUint> {
        const DIRECTIONS: [[u64; 2]; 3] = [[1, 0], [0, 1], [1, 1]];
        let most = to.iter().copied().max().unwrap_or(0);
        let meter = Meter::new(work, most);
        let mut moves = 0u128;
        for k in 0..=most {
            meter.charge(1)?;
            let a = (k + (5 * k * k).isqrt()) / 2;
            if a > most {
                break;
            }
            let orders = [[a, a + k], [a + k, a]];
            for pair in &orders[usize::from(k == 0)..] {
                moves +=
                    DIRECTIONS.map(|along| u128::from(above(pair, &along, from, to))).iter().sum::<u128>();
            }
        }
        Ok(moves.into())
    }

    fn won(&self, what: &str) -> Error {
        let most = played::MOST_PIECES.isqrt() - 1;
        Error::too_large(
            format!(
                "{what}: a law gives the lost positions of {} at any size, but values other than 0 are played out, up to {most}x{most}",
                self.rule
            ),
            None,
        )
    }
}

impl Known for Lost {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        match is_lost(numbers) {
            true => Ok(BigUint::ZERO),
            false => Err(self.won("this position is won, and its value is not known")),
        }
    }

    fn is_zero(&self, piece: &Piece) -> Result<bool> {
        let numbers: Vec<BigUint> = piece.numbers().iter().map(|&number| number.into()).collect();
        Ok(is_lost(&numbers))
    }

    fn histogram(&self, sizes: &Sizes, _: &Work) -> Result<Histogram> {
        Err(self.won(&format!("{} is too large for the values of all positions", sizes.largest())))
    }

    fn zeros(&self, sizes: &Sizes, _: Option<&Modulus>, _: &Work) -> Result<Count> {
        if sizes.is_empty() {
            return Ok(Count::new(0u32, self.evidence(), LOST.proof));
        }
        let (from, to) = (sizes.from(), sizes.to());
        let (c, d) = (&to[0] + 1u32, &to[1] + 1u32);
        let (a, b) = (&from[0], &from[1]);
        let lost = lost_below(&c, &d) + lost_below(a, b) - lost_below(a, &d) - lost_below(&c, b);
        Ok(Count::new(lost, self.evidence(), LOST.proof))
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        if sizes.is_empty() {
            return Ok(Count::new(0u32, self.evidence(), LOST.proof));
        }
        let ends = sizes.small().filter(|(_, to)| to.iter().all(|&n| n <= LARGEST_COUNTED));
        let (from, to) = ends.ok_or_else(|| {
            let line = format!(
                "{} is too large for winning moves: they are counted for heaps up to {LARGEST_COUNTED}",
                sizes.largest()
            );
            Error::too_large(line, Some(LARGEST_COUNTED))
        })?;
        Ok(Count::new(self.count_moves(&from, &to, work)?, self.evidence(), LOST.proof))
    }

    /// On each line of a pair there is at most one lost pair.
    fn moves_to_value(&self, numbers: &[BigUint], value: &BigUint, first: usize) -> Option<PieceMoves> {
        let [a, b] = numbers else { return None };
        if *value != BigUint::ZERO {
            return None;
        }
        let least = beatty(&(a.max(b) - a.min(b)));
        let lines = [
            (a, partner(b), "first", [partner(b), b.clone()]),
            (b, partner(a), "second", [a.clone(), partner(a)]),
            (a.min(b), least.clone(), "both", [a + &least, b + &least].map(|n| n - a.min(b))),
        ];
        let moves =
            lines.into_iter().filter(|(heap, left, ..)| left < *heap).map(|(heap, left, of, [x, y])| {
                let the = if of == "both" { "" } else { "the " };
                PieceMove {
                    action: format!("take {} from {the}{of}", heap - left),
                    leaves: vec![format!("{x}x{y}")],
                }
            });
        Some(PieceMoves::of(moves.collect(), first))
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Theorem(LOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Reference;
    use proptest::prelude::*;

    fn lost() -> Lost {
        Lost { rule: "wythoff".parse().unwrap() }
    }

    fn count(known: &Lost, from: [u64; 2], to: [u64; 2]) -> BigUint {
        let numbers = |pair: [u64; 2]| pair.iter().map(|&n| n.into()).collect();
        let sizes = Sizes::between(&known.rule, numbers(from), numbers(to)).unwrap();
        known.zeros(&sizes, None, &Work::quiet()).unwrap().answer
    }

    #[test]
    fn equals_play() {
        const N: u64 = 60;
        let known = lost();
        let mut reference = Reference::new(&known.rule);
        let mut zeros = Vec::new();
        for (a, b) in (0..=N).flat_map(|a| (0..=N).map(move |b| (a, b))) {
            let piece = Piece::new(&[a, b]);
            let zero = reference.value(&piece) == 0;
            assert_eq!(known.is_zero(&piece).unwrap(), zero, "{a}x{b}");
            assert_eq!(known.value_of(&piece).ok(), zero.then_some(0), "{a}x{b}");
            zeros.extend(zero.then_some((a, b)));
        }
        for (c, d) in (0..=N).flat_map(|c| (0..=N).map(move |d| (c, d))) {
            for (a, b) in [(0, 0), (c / 2, 0), (0, d / 3), (c / 3, d / 2), (c, d)] {
                let within = |&&(x, y): &&(u64, u64)| (a..=c).contains(&x) && (b..=d).contains(&y);
                let expected = zeros.iter().filter(within).count();
                assert_eq!(count(&known, [a, b], [c, d]), expected.into(), "{a}x{b} to {c}x{d}");
            }
        }
    }

    /// Winning moves of each pair, and their number over rectangles, as play finds them.
    #[test]
    fn winning_moves_equal_play() {
        const N: u64 = 40;
        let known = lost();
        let mut reference = Reference::new(&known.rule);
        let mut wins = std::collections::HashMap::new();
        for (a, b) in (0..=N).flat_map(|a| (0..=N).map(move |b| (a, b))) {
            let mut played = Vec::new();
            known.rule.for_each_move(&Piece::new(&[a, b]), &mut |mv| {
                if reference.value(&mv.leaves[0]) == 0 {
                    let leaves = vec![known.rule.show_piece(&mv.leaves[0])];
                    played.push(PieceMove { action: mv.action.to_string(), leaves });
                }
            });
            wins.insert((a, b), played.len() as u64);
            let found = known.moves_to_value(&[a.into(), b.into()], &BigUint::ZERO, 9).unwrap();
            assert_eq!((found.count, found.first), (played.len().into(), played), "{a}x{b}");
        }
        for ((a, b), (c, d)) in [((0, 0), (N, N)), ((0, 0), (7, N)), ((3, 9), (30, 20)), ((5, 5), (5, 5))] {
            let numbers = |pair: [u64; 2]| pair.iter().map(|&n| n.into()).collect();
            let sizes = Sizes::between(&known.rule, numbers([a, b]), numbers([c, d])).unwrap();
            let played: u64 =
                (a..=c).flat_map(|x| (b..=d).map(move |y| (x, y))).map(|pair| wins[&pair]).sum();
            assert_eq!(known.moves_to_zero(&sizes, &Work::quiet()).unwrap().answer, played.into());
        }
    }

    #[test]
    fn any_size() {
        let known = lost();
        let k = BigUint::from(10u32).pow(40);
        let a = beatty(&k);
        assert_eq!(a.to_string(), "16180339887498948482045868343656381177203");
        assert_eq!(known.value(&[a.clone(), &a + &k]).unwrap(), BigUint::ZERO);
        let line = known.value(&[a.clone(), &a + &k + 1u32]).unwrap_err().to_string();
        assert!(line.contains("2235x2235") && line.contains("won"), "{line}");
    }

    proptest! {
        /// Of the lines through a pair exactly the right ones hold a smaller lost pair.
        #[test]
        fn a_lost_pair_has_no_lost_option(a in 0u64..4000, b in 0u64..4000) {
            let known = lost();
            let mut options = false;
            known.rule.for_each_move(&Piece::new(&[a, b]), &mut |mv| {
                options |= known.is_zero(&mv.leaves[0]).unwrap();
            });
            prop_assert_eq!(known.is_zero(&Piece::new(&[a, b])).unwrap(), !options);
        }
    }
}
