//! Games of lines: two or three heaps; a move takes a positive multiple of one of some directions.

use super::game::Own;
use super::{Action, Game, Kind, Move, Piece, Rule, Wythoff, parse_small};
use crate::{Error, Result};
use sprague_kernels::lines::{Directions, LARGEST_STEP};

/// What is taken, by which of the heaps are touched: bit i stands for heap i.
const WORDS: [&str; 8] = [
    "",
    "take # from the first",
    "take # from the second",
    "take # from the first and # from the second",
    "take # from the third",
    "take # from the first and # from the third",
    "take # from the second and # from the third",
    "take # from the first, # from the second and # from the third",
];

/// At most this many directions.
const MOST_DIRECTIONS: usize = 64;

/// `lines:0,1;1,0;1,1;1,2;2,1`: heaps AxB or AxBxC, and the directions along which they are lowered.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lines {
    directions: Directions,
}

impl Lines {
    /// Reads `lines:1,0;0,1;1,2`; `None` if the text does not start that way. The directions of Wythoff's
    /// game are [`Wythoff`].
    pub(super) fn read(text: &str) -> Option<Result<Rule>> {
        let inner = text.strip_prefix("lines:")?;
        Some(Lines::parse(inner).map(|lines| match lines.directions.list() {
            [second, first, both] if *second == [0, 1] && *first == [1, 0] && *both == [1, 1] => {
                Rule::new(Wythoff)
            }
            _ => Rule::new(lines),
        }))
    }

    fn parse(text: &str) -> Result<Self> {
        let wrong = |fix: String| Error::not_a_rule(format!("lines:{text}"), "a rule", fix);
        let mut list: Vec<Vec<u64>> = Vec::new();
        for direction in text.split(';') {
            let steps = direction.split(',').map(|step| parse_small(step, "a step"));
            let steps = steps.collect::<Result<Vec<u64>>>().map_err(|_| {
                wrong("write directions of two or three numbers, such as lines:1,0;0,1;1,2".into())
            })?;
            list.push(steps);
        }
        let heaps = list[0].len();
        if !(2..=3).contains(&heaps) || list.iter().any(|direction| direction.len() != heaps) {
            return Err(wrong("directions have two or three numbers each, all the same number".into()));
        }
        if list.len() > MOST_DIRECTIONS {
            return Err(wrong(format!("there are at most {MOST_DIRECTIONS} directions")));
        }
        let fits =
            |steps: &Vec<u64>| steps.iter().any(|&n| n > 0) && steps.iter().all(|&n| n <= LARGEST_STEP);
        if !list.iter().all(fits) {
            return Err(wrong(format!("a direction has a number above 0, and none above {LARGEST_STEP}")));
        }
        list.sort();
        list.dedup();
        let all = list.clone();
        // What is a multiple of another direction adds no move.
        list.retain(|direction| !all.iter().any(|other| other != direction && is_multiple(direction, other)));
        let parallel = |i: usize| list[..i].iter().find(|other| are_parallel(&list[i], other));
        if let Some((i, other)) = (1..list.len()).find_map(|i| Some((i, parallel(i)?))) {
            return Err(wrong(format!(
                "{} and {} are parallel, and neither is a multiple of the other",
                shown(other),
                shown(&list[i])
            )));
        }
        let directions = Directions::new(list)?;
        Ok(Lines { directions })
    }

    /// The directions, ascending; no two of them are parallel.
    pub fn directions(&self) -> &Directions {
        &self.directions
    }
}

/// Whether a vector is a positive multiple of another.
fn is_multiple(vector: &[u64], of: &[u64]) -> bool {
    let pivot = of.iter().position(|&step| step > 0).unwrap_or(0);
    let times = vector[pivot] / of[pivot];
    vector.iter().zip(of).all(|(&n, &step)| n == times * step)
}

fn are_parallel(a: &[u64], b: &[u64]) -> bool {
    (0..a.len()).all(|i| (0..i).all(|j| a[i] * b[j] == a[j] * b[i]))
}

fn shown(direction: &[u64]) -> String {
    direction.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// How often a direction can be subtracted.
fn times(numbers: &[u64], direction: &[u64]) -> u64 {
    let each = numbers.iter().zip(direction).filter(|(_, step)| **step > 0).map(|(n, step)| n / step);
    each.min().unwrap_or(0)
}

impl Game for Lines {
    fn notation(&self) -> String {
        let list: Vec<String> = self.directions.list().iter().map(|direction| shown(direction)).collect();
        format!("lines:{}", list.join(";"))
    }

    fn line(&self) -> String {
        let list: Vec<String> =
            self.directions.list().iter().map(|direction| format!("({})", shown(direction))).collect();
        let heaps = if self.directions.dimension() == 2 { "two" } else { "three" };
        format!("subtract from {heaps} heaps a multiple of {}", list.join(" or "))
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        let numbers = text.split(['x', 'X', '×']).map(|number| parse_small(number, "a heap"));
        let numbers = numbers.collect::<Result<Vec<u64>>>()?;
        if numbers.len() != self.directions.dimension() {
            let example = if self.directions.dimension() == 2 { "3x5" } else { "3x5x7" };
            return Err(Error::notation(text, "a position", format!("write its heaps as {example}")));
        }
        Ok(Piece::new(&numbers))
    }

    fn show_piece(&self, piece: &Piece) -> String {
        super::show_pair(piece)
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let numbers = piece.numbers();
        for direction in self.directions.list() {
            let touched = direction.iter().enumerate().filter(|(_, step)| **step > 0);
            let words = WORDS[touched.fold(0, |mask, (i, _)| mask | 1 << i)];
            for n in 1..=times(numbers, direction) {
                let taken: Vec<u64> = direction.iter().map(|step| n * step).filter(|&t| t > 0).collect();
                let left: Vec<u64> =
                    numbers.iter().zip(direction).map(|(have, step)| have - n * step).collect();
                visit(Move { action: Action::new(words, &taken), leaves: vec![Piece::new(&left)] });
            }
        }
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        self.directions.list().iter().map(|direction| u128::from(times(piece.numbers(), direction))).sum()
    }

    fn least_size(&self) -> &'static [u64] {
        if self.directions.dimension() == 2 { &[0, 0] } else { &[0, 0, 0] }
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        let (&[a, b, c], &[d, e, f]) = (from, to) else { return super::pairs_between(from, to) };
        let row = move |(x, y)| (c..=f).map(move |z| Piece::new(&[x, y, z]));
        Box::new((a..=d).flat_map(move |x| (b..=e).map(move |y| (x, y))).flat_map(row))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Lines(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn read(text: &str) -> Result<Rule> {
        text.parse()
    }

    #[test]
    fn one_game_has_one_notation() {
        for (text, notation) in [
            ("lines:1,0;0,1;1,1", "wythoff"),
            ("Lines: 1,1; 0,1; 1,0; 2,2", "wythoff"),
            ("lines:1,0;0,1", "lines:0,1;1,0"),
            ("lines:2,1;1,2;4,2;1,1;0,1;1,0;0,9", "lines:0,1;1,0;1,1;1,2;2,1"),
            ("lines:1,1,1;1,0,0;0,1,0;0,0,1", "lines:0,0,1;0,1,0;1,0,0;1,1,1"),
        ] {
            assert_eq!(read(text).unwrap().notation(), notation);
        }
    }

    #[test]
    fn refused_in_one_line() {
        for (text, reason) in [
            ("lines:", "such as lines:1,0"),
            ("lines:1,x", "such as lines:1,0"),
            ("lines:1", "two or three numbers"),
            ("lines:1,0,0,0", "two or three numbers"),
            ("lines:1,0;0,1,0", "all the same number"),
            ("lines:0,0", "above 0"),
            ("lines:65,0", "none above 64"),
            ("lines:1,0;2,2;3,3", "2,2 and 3,3 are parallel"),
        ] {
            let line = read(text).unwrap_err().to_string();
            assert!(line.contains(reason) && !line.contains('\n'), "{text}: {line}");
        }
        let three = read("lines:1,0,0").unwrap();
        for piece in ["3", "3x4", "3x4x5x6", "ax3x4", "3xx4"] {
            assert!(three.parse_piece(piece).is_err(), "{piece}");
        }
        assert_eq!(three.show_piece(&three.parse_piece("3X4×5").unwrap()), "3x4x5");
    }

    #[test]
    fn moves_by_hand() {
        let rule = read("lines:1,0,0;1,1,2").unwrap();
        let piece = rule.parse_piece("2x3x4").unwrap();
        let told: Vec<String> =
            rule.moves(&piece).iter().map(|mv| format!("{}: {}", mv.action, rule.show(&mv.leaves))).collect();
        assert_eq!(
            told,
            [
                "take 1 from the first: 1x3x4",
                "take 2 from the first: 0x3x4",
                "take 1 from the first, 1 from the second and 2 from the third: 1x2x2",
                "take 2 from the first, 2 from the second and 4 from the third: 0x1x0",
            ]
        );
        assert_eq!(rule.moves_at_most(&piece), 4);
    }

    proptest! {
        #[test]
        fn never_panics(text in "lines:[0-9,;x]{0,24}") {
            if let Ok(rule) = read(&text) {
                prop_assert_eq!(rule.notation().parse::<Rule>().unwrap(), rule);
            }
        }

        /// Every move is there once, and none else: what is left differs by a multiple of a direction.
        #[test]
        fn moves_are_the_multiples(
            list in proptest::collection::vec((0u64..4, 0u64..4), 1..5), a in 0u64..14, b in 0u64..14
        ) {
            let text: Vec<String> = list.iter().map(|(x, y)| format!("{x},{y}")).collect();
            let Ok(rule) = read(&format!("lines:{}", text.join(";"))) else { return Ok(()) };
            let left: Vec<Piece> =
                rule.moves(&Piece::new(&[a, b])).into_iter().flat_map(|mv| mv.leaves).collect();
            let found: HashSet<Piece> = left.iter().cloned().collect();
            prop_assert_eq!(found.len(), left.len());
            let mut expected = HashSet::new();
            for n in 1..15 {
                for &(x, y) in &list {
                    if n * x <= a && n * y <= b && (x, y) != (0, 0) {
                        expected.insert(Piece::new(&[a - n * x, b - n * y]));
                    }
                }
            }
            prop_assert_eq!(found, expected);
        }
    }
}
