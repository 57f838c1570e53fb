//! What is known of an explicit game: the value of every position, from those without a move upwards.
//!
//! Every move leads to a position from which plays are shorter, so in the order of their sizes each value is
//! the mex of values that are known. Cost: one step for every move.

use super::{Evidence, Histogram, Known, Listed};
use crate::rules::{ExplicitGame, Kind, Rule, Sizes};
use crate::{Count, Error, Meter, Modulus, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// The values of all positions.
struct Explicit {
    rule: Rule,
    /// By the number of the position.
    values: Listed,
}

pub(super) fn solve(rule: &Rule, game: &ExplicitGame, work: &Work) -> Result<Box<dyn Known>> {
    work.fits(&format!("the values of {} positions", game.len()), game.len() as u64 * 8)?;
    work.count_solver();
    let mut values = vec![0u32; game.len()];
    let meter = Meter::new(work, game.edges() as u64);
    let mut reached = Vec::new();
    for &position in game.of_sizes(0, u64::MAX) {
        let targets = game.targets(position as usize);
        meter.charge(targets.len() as u64)?;
        reached.clear();
        reached.extend(targets.iter().map(|&to| values[to as usize]));
        reached.sort_unstable();
        reached.dedup();
        let gap = (0..).zip(&reached).find(|(value, other)| value != *other);
        values[position as usize] = gap.map_or(reached.len() as u32, |(value, _)| value);
    }
    let values = Listed::every_move(rule, values.into_iter().collect());
    Ok(Box::new(Explicit { rule: rule.clone(), values }))
}

impl super::sealed::Sealed for Explicit {}

impl Explicit {
    fn game(&self) -> &ExplicitGame {
        match self.rule.kind() {
            Kind::Explicit(game) => game,
            _ => unreachable!("this solver is chosen by the kind of the rule"),
        }
    }

    /// The positions of these sizes.
    fn positions(&self, sizes: &Sizes) -> &[u32] {
        let end = |number: &BigUint| number.to_u64().unwrap_or(u64::MAX);
        self.game().of_sizes(end(&sizes.from()[0]), end(&sizes.to()[0]))
    }

    fn value_at(&self, position: u32) -> u32 {
        self.values.at(position.into()).expect("every position has a value")
    }
}

impl Known for Explicit {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let small: Option<Vec<u64>> = numbers.iter().map(ToPrimitive::to_u64).collect();
        let position = small.and_then(|numbers| self.game().position(&numbers));
        position
            .map(|position| self.value_at(position as u32).into())
            .ok_or_else(|| Error::wrong_game("these numbers are not a position of the graph"))
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        let (mut counts, meter): (Vec<u64>, _) = (Vec::new(), Meter::new(work, 0));
        for &position in self.positions(sizes) {
            meter.charge(1)?;
            let value = self.value_at(position) as usize;
            counts.resize(counts.len().max(value + 1), 0);
            counts[value] += 1;
        }
        let counts = counts.into_iter().map(BigUint::from).collect();
        Ok(Histogram { counts, basis: "every position of the graph".into() })
    }

    fn pieces(&self, sizes: &Sizes, modulus: Option<&Modulus>) -> Result<BigUint> {
        let count = BigUint::from(self.positions(sizes).len());
        Ok(modulus.map_or_else(|| count.clone(), |modulus| &count % &**modulus))
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        let (mut moves, meter) = (0u64, Meter::new(work, 0));
        for &position in self.positions(sizes) {
            let targets = self.game().targets(position as usize);
            meter.charge(targets.len() as u64 + 1)?;
            moves += targets.iter().filter(|&&to| self.value_at(to) == 0).count() as u64;
        }
        Ok(Count::new(moves, self.evidence(), "every move of the graph"))
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Listed(&self.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn solved(text: &str) -> Box<dyn Known> {
        let rule: Rule = text.parse().unwrap();
        let Kind::Explicit(game) = rule.kind() else { panic!("{text} is another game") };
        solve(&rule, game, &Work::quiet()).unwrap()
    }

    /// Nim with one heap, written out.
    #[test]
    fn a_heap_of_nim() {
        let edges: Vec<String> = (0..30).flat_map(|n| (0..n).map(move |k| format!("{n}>{k}"))).collect();
        let known = solved(&format!("graph:{}", edges.join(",")));
        for n in 0..30u64 {
            let piece = known.rule().parse_piece(&n.to_string()).unwrap();
            assert_eq!(known.value_of(&piece).unwrap(), n);
        }
        assert!(known.status().is_proved());
        assert!(known.value_of(&Piece::new(&[3, 4])).is_err() && known.value_of(&Piece::heap(3)).is_err());
    }

    /// The value of a position straight from a list of moves.
    fn brute(edges: &[(u8, u8)], position: u8, seen: &mut HashMap<u8, u32>) -> u32 {
        if let Some(&value) = seen.get(&position) {
            return value;
        }
        let options: Vec<u32> = edges
            .iter()
            .filter(|(from, _)| *from == position)
            .map(|&(_, to)| brute(edges, to, seen))
            .collect();
        let value = (0..).find(|value| !options.contains(value)).unwrap();
        seen.insert(position, value);
        value
    }

    proptest! {
        #[test]
        fn any_graph_equals_brute_force(pairs in proptest::collection::vec((0u8..25, 0u8..25), 1..80)) {
            // Moves to smaller numbers only, so that there is no cycle.
            let mut edges: Vec<(u8, u8)> =
                pairs.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.max(b), a.min(b))).collect();
            edges.push((26, 0));
            edges.sort_unstable();
            edges.dedup();
            let text: Vec<String> = edges.iter().map(|(a, b)| format!("n{a}>n{b}")).collect();
            let known = solved(&format!("graph:{}", text.join(",")));
            let (rule, mut seen) = (known.rule(), HashMap::new());
            let mut names: Vec<u8> = edges.iter().flat_map(|&(a, b)| [a, b]).collect();
            names.sort_unstable();
            names.dedup();
            let values: Vec<u32> = names.iter().map(|&name| brute(&edges, name, &mut seen)).collect();
            for (name, &value) in names.iter().zip(&values) {
                let piece = rule.parse_piece(&format!("n{name}")).unwrap();
                prop_assert_eq!(known.value_of(&piece).unwrap(), u64::from(value));
            }
            let (sizes, work) = (Sizes::parse(rule, "all").unwrap(), Work::quiet());
            let moves = known.moves_to_zero(&sizes, &work).unwrap().answer;
            prop_assert_eq!(moves, edges.iter().filter(|(_, to)| seen[to] == 0).count().into());
            let histogram = known.histogram(&sizes, &work).unwrap().counts;
            for (value, count) in (0u32..).zip(histogram) {
                prop_assert_eq!(count, values.iter().filter(|&&other| other == value).count().into());
            }
        }
    }
}
