//! What is known of games of lines: values of small positions by play, and which positions are lost far
//! beyond that, from the tables of lines (docs/lines.md).
//!
//! A line holds at most one lost position, and every position above it on the line has one winning move
//! along it. So winning moves are counted line by line.

use super::{Evidence, Formula, Histogram, Known, Played, played};
use crate::rules::{Lines, Piece, Rule, Sizes};
use crate::{Count, Error, Meter, Modulus, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_kernels::lines::{Bound, Directions};

/// Positions are played out where the directions times the largest heap, for each of them, are at most this.
const MOST_STEPS: u128 = 40_000_000_000;
/// The largest heap of which lost positions are listed, for two and for three heaps.
const LARGEST: [u64; 2] = [10_000_000, 1000];

const LOST: Formula = Formula {
    name: "lines through a position",
    text: "a position is lost exactly if no line through it holds a smaller lost position",
    proof: "tables of lines (docs/lines.md)",
};

/// Every lost position up to a size; of symmetric directions the ascending ones.
struct Lost {
    rule: Rule,
    directions: Directions,
    largest: u64,
    /// One after the other, in lexicographic order.
    positions: Vec<u32>,
}

pub(super) fn solve(rule: &Rule, lines: &Lines, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    let directions = lines.directions();
    match can_be_played(directions, sizes) {
        true => Ok(Box::new(Played::new(rule, sizes, work)?)),
        false => Ok(Box::new(Lost::new(rule, directions, sizes, work)?)),
    }
}

/// Whether all positions up to the largest are few enough to play them out.
fn can_be_played(directions: &Directions, sizes: &Sizes) -> bool {
    let pieces: BigUint = sizes.to().iter().map(|to| to + 1u32).product();
    let longest = sizes.to().iter().max().cloned().unwrap_or_default();
    let steps = &pieces * longest * directions.list().len();
    pieces <= played::MOST_PIECES.into() && steps <= MOST_STEPS.into()
}

impl super::sealed::Sealed for Lost {}

impl Lost {
    fn new(rule: &Rule, directions: &Directions, sizes: &Sizes, work: &Work) -> Result<Self> {
        let most = LARGEST[directions.dimension() - 2];
        let asked = sizes.to().iter().max().cloned().unwrap_or_default();
        let Some(largest) = asked.to_u64().filter(|&largest| largest <= most) else {
            return Err(Error::too_large(
                format!(
                    "{} is too large for {rule}: no law of its lost positions is known, and they are listed for heaps up to {most}",
                    sizes.largest()
                ),
                Some(most),
            ));
        };
        work.count_solver();
        let (mut positions, mut fault) = (Vec::new(), None);
        directions.for_each_lost(Bound::Each(largest), work, &mut |position| {
            if positions.len() + position.len() > positions.capacity() && fault.is_none() {
                let more = (2 * positions.len()).max(1 << 16);
                match work.fits("the list of lost positions", 4 * (more + positions.len()) as u64) {
                    Ok(()) => positions.reserve_exact(more - positions.len()),
                    Err(error) => fault = Some(error),
                }
            }
            if fault.is_none() {
                positions.extend(position.iter().map(|&n| n as u32));
            }
        })?;
        match fault {
            Some(error) => Err(error),
            None => Ok(Lost { rule: rule.clone(), directions: directions.clone(), largest, positions }),
        }
    }

    fn beyond(&self) -> Error {
        Error::not_known(format!("{}: lost positions are known for heaps up to {}", self.rule, self.largest))
    }

    fn is_lost(&self, numbers: &[u64]) -> Result<bool> {
        let heaps = self.directions.dimension();
        if numbers.len() != heaps || numbers.iter().any(|&n| n > self.largest) {
            return Err(self.beyond());
        }
        let mut position: Vec<u32> = numbers.iter().map(|&n| n as u32).collect();
        if self.directions.are_symmetric() {
            position.sort_unstable();
        }
        let (mut low, mut high) = (0, self.positions.len() / heaps);
        while low < high {
            let middle = low.midpoint(high);
            match self.positions[middle * heaps..][..heaps].cmp(&position) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Ok(true),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(false)
    }

    /// Calls `visit` with every lost position, in every order of its heaps where the directions are
    /// symmetric.
    fn for_each(&self, work: &Work, visit: &mut dyn FnMut(&[u64])) -> Result<()> {
        let heaps = self.directions.dimension();
        let meter = Meter::new(work, 4 * (self.positions.len() / heaps) as u64);
        for position in self.positions.chunks_exact(heaps) {
            meter.charge(4)?;
            let mut numbers: Vec<u64> = position.iter().map(|&n| n.into()).collect();
            visit(&numbers);
            while self.directions.are_symmetric() && next_order(&mut numbers) {
                visit(&numbers);
            }
        }
        Ok(())
    }

    fn played_only(&self, what: &str) -> Error {
        let heaps = self.directions.dimension() as u32;
        let side = (played::MOST_PIECES as f64).powf(1.0 / f64::from(heaps)) as u64 - 1;
        let side = vec![side.to_string(); heaps as usize].join("x");
        Error::too_large(
            format!(
                "{what}: lost positions of {} are listed, but values other than 0 are played out, up to about {side}",
                self.rule
            ),
            None,
        )
    }

    /// Both ends, if the whole range is known.
    fn ends(&self, sizes: &Sizes) -> Result<Option<(Vec<u64>, Vec<u64>)>> {
        if sizes.is_empty() {
            return Ok(None);
        }
        let ends = sizes.small().filter(|(_, to)| to.iter().all(|&n| n <= self.largest));
        ends.map(Some).ok_or_else(|| self.beyond())
    }
}

/// The next order of these numbers, lexicographically.
fn next_order(numbers: &mut [u64]) -> bool {
    let Some(i) = (1..numbers.len()).rev().find(|&i| numbers[i - 1] < numbers[i]) else { return false };
    let larger = (i..numbers.len()).rev().find(|&j| numbers[j] > numbers[i - 1]).unwrap_or(i);
    numbers.swap(i - 1, larger);
    numbers[i..].reverse();
    true
}

/// How many n ≥ 1 have position + n·direction within bounds.
pub(super) fn above(position: &[u64], direction: &[u64], from: &[u64], to: &[u64]) -> u64 {
    let (mut first, mut last) = (1, u64::MAX);
    for (((&n, &step), &from), &to) in position.iter().zip(direction).zip(from).zip(to) {
        if n > to || (step == 0 && n < from) {
            return 0;
        }
        if step > 0 {
            first = first.max(from.saturating_sub(n).div_ceil(step));
            last = last.min((to - n) / step);
        }
    }
    (last + 1).saturating_sub(first)
}

impl Known for Lost {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let small: Option<Vec<u64>> = numbers.iter().map(ToPrimitive::to_u64).collect();
        match self.is_lost(&small.ok_or_else(|| self.beyond())?)? {
            true => Ok(BigUint::ZERO),
            false => Err(self.played_only("this position is won, and its value is not known")),
        }
    }

    fn is_zero(&self, piece: &Piece) -> Result<bool> {
        self.is_lost(piece.numbers())
    }

    fn histogram(&self, sizes: &Sizes, _: &Work) -> Result<Histogram> {
        Err(self.played_only(&format!("{} is too large for the values of all positions", sizes.largest())))
    }

    fn zeros(&self, sizes: &Sizes, _: Option<&Modulus>, work: &Work) -> Result<Count> {
        let mut zeros = 0u64;
        if let Some((from, to)) = self.ends(sizes)? {
            self.for_each(work, &mut |position| {
                let mut bounds = position.iter().zip(&from).zip(&to);
                zeros += u64::from(bounds.all(|((n, from), to)| (from..=to).contains(&n)));
            })?;
        }
        Ok(Count::new(zeros, self.evidence(), LOST.proof))
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        let mut moves = 0u128;
        if let Some((from, to)) = self.ends(sizes)? {
            self.for_each(work, &mut |position| {
                for direction in self.directions.list() {
                    moves += u128::from(above(position, direction, &from, &to));
                }
            })?;
        }
        Ok(Count::new(moves, self.evidence(), LOST.proof))
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Theorem(LOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Kind;
    use crate::values::Reference;
    use proptest::prelude::*;

    fn lost(text: &str, to: &[u64]) -> Lost {
        let rule: Rule = text.parse().unwrap();
        let Kind::Lines(lines) = rule.kind() else { panic!("{text} is another game") };
        let sizes = Sizes::up_to(&rule, to.iter().map(|&n| n.into()).collect()).unwrap();
        Lost::new(&rule, lines.directions(), &sizes, &Work::quiet()).unwrap()
    }

    /// Compares all that the tables know with play.
    fn equals_play(text: &str, to: &[u64]) {
        let known = lost(text, to);
        let mut reference = Reference::new(&known.rule);
        let least = vec![0; to.len()];
        for piece in known.rule.pieces(&least, to) {
            let zero = reference.value(&piece) == 0;
            assert_eq!(known.is_zero(&piece).unwrap(), zero, "{text} {piece:?}");
            assert_eq!(known.value_of(&piece).ok(), zero.then_some(0), "{text} {piece:?}");
        }
        let halves: Vec<u64> = to.iter().map(|n| n / 3).collect();
        let uneven: Vec<u64> = to.iter().enumerate().map(|(i, n)| n * (i as u64 % 2)).collect();
        for from in [least, halves, uneven] {
            let numbers = |list: &[u64]| list.iter().map(|&n| n.into()).collect();
            let sizes = Sizes::between(&known.rule, numbers(&from), numbers(to)).unwrap();
            let (mut zeros, mut moves) = (0u64, 0u64);
            for piece in known.rule.pieces(&from, to) {
                zeros += u64::from(reference.value(&piece) == 0);
                known.rule.for_each_move(&piece, &mut |mv| {
                    moves += u64::from(reference.value(&mv.leaves[0]) == 0);
                });
            }
            assert_eq!(known.zeros(&sizes, None, &Work::quiet()).unwrap().answer, zeros.into(), "{text}");
            assert_eq!(known.moves_to_zero(&sizes, &Work::quiet()).unwrap().answer, moves.into(), "{text}");
        }
    }

    #[test]
    fn pairs_equal_play() {
        for text in
            ["lines:1,0;0,1", "lines:1,0;0,1;1,1;1,2;2,1", "lines:1,2", "lines:2,0;0,3;1,1", "lines:3,0"]
        {
            equals_play(text, &[30, 30]);
            equals_play(text, &[25, 12]);
        }
    }

    #[test]
    fn triples_equal_play() {
        equals_play("lines:1,0,0;0,1,0;0,0,1;1,1,0;1,0,1;0,1,1;1,1,1", &[11, 11, 11]);
        equals_play("lines:1,0,0;0,1,0;0,0,1", &[9, 7, 12]);
        equals_play("lines:1,2,0;0,0,2;1,1,1", &[10, 12, 8]);
    }

    #[test]
    fn nim_is_lost_where_heaps_are_equal() {
        let known = lost("lines:1,0;0,1", &[100_000, 100_000]);
        let sizes = Sizes::parse(&known.rule, "100000x5000").unwrap();
        assert_eq!(known.zeros(&sizes, None, &Work::quiet()).unwrap().answer, 5001u32.into());
        assert!(known.is_zero(&Piece::new(&[77_777, 77_777])).unwrap());
        assert!(known.is_zero(&Piece::new(&[100_001, 1])).is_err());
        let line = known.value_of(&Piece::new(&[1, 2])).unwrap_err().to_string();
        assert!(line.contains("won") && line.contains("2235x2235"), "{line}");
    }

    #[test]
    fn too_large_is_refused_at_once() {
        for (text, to) in
            [("lines:1,0;0,1", "10^8x1"), ("lines:1,0,0", "2000x2000x2000"), ("lines:1,2", "1x10^30")]
        {
            let rule: Rule = text.parse().unwrap();
            let sizes = Sizes::parse(&rule, to).unwrap();
            let refused = super::super::up_to(&rule, &sizes, &crate::Options::default(), &Work::quiet());
            let line = refused.err().expect("it is refused").to_string();
            assert!(line.contains("too large") && !line.contains('\n'), "{line}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn any_directions_equal_play(
            list in proptest::collection::vec((0u64..4, 0u64..4), 1..5), a in 0u64..20, b in 0u64..20
        ) {
            let text: Vec<String> = list.iter().map(|(x, y)| format!("{x},{y}")).collect();
            let text = format!("lines:{}", text.join(";"));
            let read = text.parse::<Rule>();
            if read.is_ok_and(|rule| matches!(rule.kind(), Kind::Lines(_))) {
                equals_play(&text, &[a, b]);
            }
        }
    }
}
