//! What is known of games on graphs: values by play on connected parts, and in Undirected Vertex Geography
//! who wins on a graph of any size, by matchings (docs/graph-games.md).

use super::{Evidence, Formula, Histogram, Known, Played, moves_by_play};
use crate::rules::graph::MOST_LISTED;
use crate::rules::{Graph, GraphGame, Piece, Rule, Sizes};
use crate::values::graphs::GraphValues;
use crate::{Count, Error, Modulus, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sprague_kernels::matching::{has_perfect_matching, in_every_maximum_matching};
use std::collections::HashMap;

/// Who wins Undirected Vertex Geography.
pub(crate) const MATCHINGS: Formula = Formula {
    name: "matching theorem",
    text: "a position with the token on node v is lost exactly if some maximum matching of its graph has no edge at v; before the token is placed, exactly if the graph has a perfect matching",
    proof: "augmenting paths (docs/graph-games.md)",
};

/// Graphs with a token that are played out for values, where matchings tell who wins without them.
const MOST_PLAYED: usize = 20_000;

struct Graphs {
    rule: Rule,
    game: GraphGame,
    values: GraphValues,
    played: Played,
}

/// What is known of all graphs up to a number of nodes.
pub(super) fn solve(rule: &Rule, game: GraphGame, sizes: &Sizes, work: &Work) -> Result<Box<dyn Known>> {
    let pieces = all(rule, sizes)?;
    solve_pieces(rule, game, &pieces, work)
}

/// All graphs of these sizes.
fn all(rule: &Rule, sizes: &Sizes) -> Result<Vec<Piece>> {
    match sizes.small() {
        Some(_) if sizes.is_empty() => Ok(vec![]),
        Some((from, to)) if to[0] <= MOST_LISTED => Ok(rule.pieces(&from, &to).collect()),
        _ => Err(Error::too_large(
            format!(
                "all graphs of {rule} are gone through, up to {MOST_LISTED} nodes, not {}; ask for less, or for one graph",
                sizes.largest()
            ),
            Some(MOST_LISTED),
        )),
    }
}

/// What is known of these graphs and of all that play can make of them.
pub(super) fn solve_pieces(
    rule: &Rule,
    game: GraphGame,
    pieces: &[Piece],
    work: &Work,
) -> Result<Box<dyn Known>> {
    let mut values = GraphValues::new(game);
    let mut played = HashMap::new();
    for piece in pieces {
        let (graph, token) = game.graph(piece.numbers()).ok_or_else(|| no_piece(rule))?;
        let most = if game == GraphGame::Geography { MOST_PLAYED } else { usize::MAX };
        if game == GraphGame::Geography {
            // Who wins is known for any size; whether that takes too long is found out here.
            is_lost(&graph, token, work)?;
            if graph.nodes().len() > sprague_kernels::graphs::MOST_NODES {
                continue;
            }
        }
        if let Some(value) = values.play(&graph, token, most, work)? {
            played.insert(piece.clone(), value);
        }
    }
    let played = Played::by_parts(rule, played);
    Ok(Box::new(Graphs { rule: rule.clone(), game, values, played }))
}

fn no_piece(rule: &Rule) -> Error {
    Error::wrong_game(format!("these numbers are not a graph of {rule}"))
}

/// Whether the player to move loses Undirected Vertex Geography.
fn is_lost(graph: &Graph, token: Option<u32>, work: &Work) -> Result<bool> {
    let neighbours: Vec<Vec<u32>> =
        (0..graph.nodes().len()).map(|place| graph.neighbours(place).to_vec()).collect();
    match token {
        None => has_perfect_matching(&neighbours, work),
        Some(token) => {
            let place = graph.nodes().partition_point(|&node| node < token);
            Ok(!in_every_maximum_matching(&neighbours, place, work)?)
        }
    }
}

impl super::sealed::Sealed for Graphs {}

impl Graphs {
    fn graph(&self, numbers: &[BigUint]) -> Result<(Graph, Option<u32>)> {
        let small: Option<Vec<u64>> = numbers.iter().map(ToPrimitive::to_u64).collect();
        small.and_then(|numbers| self.game.graph(&numbers)).ok_or_else(|| no_piece(&self.rule))
    }
}

impl Known for Graphs {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        if let Ok(value) = self.played.value(numbers) {
            return Ok(value);
        }
        let (graph, token) = self.graph(numbers)?;
        if let Some(value) = self.values.value(&graph, token) {
            return Ok(value.into());
        }
        match self.game {
            GraphGame::Geography if is_lost(&graph, token, &Work::quiet())? => Ok(BigUint::ZERO),
            GraphGame::Geography => Err(Error::too_large(
                format!(
                    "this position is won, and its value is not known: matchings tell who wins on a graph of any size, but values other than 0 are played out, at most {MOST_PLAYED} graphs"
                ),
                None,
            )),
            GraphGame::NodeKayles | GraphGame::ArcKayles => {
                Err(Error::not_known(format!("this graph of {} was not played out", self.rule)))
            }
        }
    }

    fn is_zero(&self, piece: &Piece) -> Result<bool> {
        match self.game {
            GraphGame::Geography => {
                let (graph, token) = self.game.graph(piece.numbers()).ok_or_else(|| no_piece(&self.rule))?;
                is_lost(&graph, token, &Work::quiet())
            }
            GraphGame::NodeKayles | GraphGame::ArcKayles => Ok(self.value_of(piece)? == 0),
        }
    }

    fn histogram(&self, sizes: &Sizes, work: &Work) -> Result<Histogram> {
        let mut counts: Vec<BigUint> = Vec::new();
        for piece in all(&self.rule, sizes)? {
            work.poll()?;
            let value = self.value_of(&piece)? as usize;
            counts.resize(counts.len().max(value + 1), BigUint::ZERO);
            counts[value] += 1u32;
        }
        Ok(Histogram { counts, basis: "all graphs, played out".into() })
    }

    fn pieces(&self, sizes: &Sizes, modulus: Option<&Modulus>) -> Result<BigUint> {
        let count = BigUint::from(all(&self.rule, sizes)?.len());
        Ok(modulus.map_or_else(|| count.clone(), |modulus| &count % &**modulus))
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        all(&self.rule, sizes)?;
        moves_by_play(self, sizes, work)
    }

    fn evidence(&self) -> Evidence<'_> {
        match self.game {
            GraphGame::Geography if self.values.is_empty() => Evidence::Theorem(MATCHINGS),
            _ => Evidence::Play(&self.played),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Reference;
    use proptest::prelude::*;

    fn asked(text: &str) -> Result<BigUint> {
        let rule: Rule = "geography".parse()?;
        let piece = rule.parse_piece(text)?;
        let known = solve_pieces(&rule, GraphGame::Geography, std::slice::from_ref(&piece), &Work::quiet())?;
        assert!(known.status().is_proved());
        let numbers: Vec<BigUint> = piece.numbers().iter().map(|&number| number.into()).collect();
        let value = known.value(&numbers);
        assert_eq!(known.is_zero(&piece)?, value.as_ref().is_ok_and(|value| *value == BigUint::ZERO));
        value
    }

    /// Paths and cycles of any length: from the end of a path, all nodes are visited.
    #[test]
    fn large_graphs_by_matchings() {
        for n in [999u32, 1000, 50_001] {
            let lost = asked(&format!("P{n}:1"));
            assert_eq!(lost.is_ok(), n % 2 == 1, "{lost:?}");
        }
        let line = asked("G60x60:1").unwrap_err().to_string();
        assert!(line.contains("is won") && line.contains("any size"), "{line}");
        assert_eq!(asked("G61x61:1").unwrap(), BigUint::ZERO);
        // Before the token is placed, an even grid is lost.
        assert_eq!(asked("G60x60").unwrap(), BigUint::ZERO);
        assert!(asked("G61x61").is_err());
    }

    #[test]
    fn sizes_that_are_refused() {
        let rule: Rule = "node-kayles".parse().unwrap();
        for size in ["8", "10^40"] {
            let sizes = Sizes::parse(&rule, size).unwrap();
            let refused = solve(&rule, GraphGame::NodeKayles, &sizes, &Work::quiet()).err().unwrap();
            assert!(refused.to_string().contains("up to 7 nodes"), "{refused}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(80))]
        #[test]
        fn matchings_equal_play(edges in proptest::collection::vec((1u32..9, 1u32..9), 1..14), token in 0usize..8) {
            let graph = Graph::new(&edges, &[1]);
            let rule: Rule = "geography".parse().unwrap();
            let token = graph.nodes()[token % graph.nodes().len()];
            for (text, token) in [(format!("{graph}:{token}"), Some(token)), (graph.to_string(), None)] {
                let value = Reference::new(&rule).value(&rule.parse_piece(&text).unwrap());
                prop_assert_eq!(is_lost(&graph, token, &Work::quiet()).unwrap(), value == 0, "{}", text);
            }
        }
    }
}
