//! Values of games on graphs, by play on connected parts.
//!
//! Idea: a graph in parts is a sum, so only connected graphs are played out, and equal ones once: by their
//! canonical form, and within one graph by the set of nodes that is left, which needs no form. Cost: one
//! canonical form for every set of nodes that a play can leave connected; their number can double with every
//! node, and is small for paths, cycles, trees of small degree and narrow grids.

use crate::rules::{Graph, GraphGame};
use crate::{Meter, Result, Work};
use sprague_kernels::graphs::{self, Small, members};
use std::collections::HashMap;

/// Bytes of an entry in addition to its form: two tables that are half full, and what an allocation takes.
const ENTRY: u64 = 160;

/// The values of connected graphs that were played out, by canonical form.
#[derive(Debug)]
pub struct GraphValues {
    game: GraphGame,
    known: HashMap<Box<[u8]>, u32>,
    bytes: u64,
}

/// One graph whose parts are being played out.
struct Host<'a> {
    graph: &'a Small,
    meter: &'a Meter<'a, 'a>,
    work: &'a Work<'a>,
    /// Values by the nodes that are left and the node of the token.
    seen: HashMap<(u128, u8), u32>,
    /// The most graphs that are played out.
    most: usize,
}

/// No token.
const NONE: u8 = u8::MAX;

impl GraphValues {
    /// Nothing known yet.
    pub fn new(game: GraphGame) -> Self {
        GraphValues { game, known: HashMap::new(), bytes: 0 }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The value of a graph, with the node of the token if one is placed; `None` if more than `most` graphs
    /// would have to be played out.
    ///
    /// # Errors
    /// If the graph has more than 128 nodes, memory does not suffice, or the watcher asks to stop.
    pub fn play(
        &mut self,
        graph: &Graph,
        token: Option<u32>,
        most: usize,
        work: &Work,
    ) -> Result<Option<u32>> {
        graphs::fits(graph.nodes().len(), "a graph")?;
        work.count_solver();
        let small = small(graph);
        let meter = Meter::new(work, 0);
        let mut host = Host { graph: &small, meter: &meter, work, seen: HashMap::new(), most };
        let token = token.map_or(NONE, |token| place(graph, token) as u8);
        let value = self.sum(small.all(), token, &mut host);
        // The sets of nodes of this graph are forgotten.
        self.bytes -= host.seen.len() as u64 * ENTRY;
        value
    }

    /// The value of a graph whose connected parts were all played out.
    pub fn value(&self, graph: &Graph, token: Option<u32>) -> Option<u32> {
        graphs::fits(graph.nodes().len(), "a graph").ok()?;
        let small = small(graph);
        let lookup = |set: u128, token: Option<usize>| {
            let root = token.map(|token| (set & ((1 << token) - 1)).count_ones() as usize);
            self.known.get(&small.within(set).canonical(root)).copied()
        };
        match (self.game, token) {
            (GraphGame::Geography, Some(token)) => {
                let token = place(graph, token);
                lookup(small.part(small.all(), token), Some(token))
            }
            (GraphGame::Geography, None) => {
                let starts = members(small.all()).map(|at| lookup(small.part(small.all(), at), Some(at)));
                Some(mex(starts.collect::<Option<Vec<u32>>>()?))
            }
            _ => parts(&small, small.all()).try_fold(0, |xor, part| Some(xor ^ lookup(part, None)?)),
        }
    }

    /// The value of the nodes of a set: the xor over its connected parts.
    fn sum(&mut self, set: u128, token: u8, host: &mut Host) -> Result<Option<u32>> {
        if self.game == GraphGame::Geography && token != NONE {
            return self.part(host.graph.part(set, token.into()), token, host);
        }
        if self.game == GraphGame::Geography {
            // The first move puts the token on any node.
            let mut reached = Vec::new();
            for at in members(set) {
                let Some(value) = self.sum(set, at as u8, host)? else { return Ok(None) };
                reached.push(value);
            }
            return Ok(Some(mex(reached)));
        }
        let mut xor = 0;
        for part in parts(host.graph, set) {
            let Some(value) = self.part(part, NONE, host)? else { return Ok(None) };
            xor ^= value;
        }
        Ok(Some(xor))
    }

    /// The value of a connected set of nodes.
    fn part(&mut self, set: u128, token: u8, host: &mut Host) -> Result<Option<u32>> {
        if let Some(&value) = host.seen.get(&(set, token)) {
            return Ok(Some(value));
        }
        let root = (token != NONE).then(|| (set & ((1 << token) - 1)).count_ones() as usize);
        let meter = host.meter;
        let form = host.graph.within(set).canonical_within(root, &mut |steps| meter.charge(steps))?;
        let value = match self.known.get(&form) {
            Some(&value) => value,
            None => {
                if self.known.len() >= host.most {
                    return Ok(None);
                }
                let Some(reached) = self.options(set, token, host)? else { return Ok(None) };
                let value = mex(reached);
                self.bytes += form.len() as u64 + ENTRY;
                self.known.insert(form, value);
                value
            }
        };
        host.seen.insert((set, token), value);
        self.bytes += ENTRY;
        if self.bytes > host.work.memory() {
            let what = format!("playing out {}, {} graphs so far,", self.game.word(), self.known.len());
            host.work.fits(&what, self.bytes)?;
        }
        Ok(Some(value))
    }

    /// The values of what the moves on a connected set of nodes leave.
    fn options(&mut self, set: u128, token: u8, host: &mut Host) -> Result<Option<Vec<u32>>> {
        let mut reached = Vec::new();
        let graph = host.graph;
        let mut leaves: Vec<(u128, u8)> = Vec::new();
        match self.game {
            GraphGame::NodeKayles => {
                leaves.extend(members(set).map(|node| (set & !(graph.neighbours(node) | 1 << node), NONE)));
            }
            GraphGame::ArcKayles => {
                for a in members(set) {
                    let later = graph.neighbours(a) & set & !((2u128 << a).wrapping_sub(1));
                    leaves.extend(members(later).map(|b| (set & !(1 << a | 1 << b), NONE)));
                }
            }
            GraphGame::Geography => {
                let rest = set & !(1 << token);
                leaves.extend(members(graph.neighbours(token.into()) & rest).map(|to| (rest, to as u8)));
            }
        }
        host.meter.charge(leaves.len() as u64 * 16)?;
        for (left, token) in leaves {
            let Some(value) = self.sum(left, token, host)? else { return Ok(None) };
            reached.push(value);
        }
        Ok(Some(reached))
    }
}

/// The connected parts of a set of nodes.
fn parts(graph: &Small, mut set: u128) -> impl Iterator<Item = u128> + '_ {
    std::iter::from_fn(move || {
        let part = (set != 0).then(|| graph.part(set, set.trailing_zeros() as usize))?;
        set &= !part;
        Some(part)
    })
}

/// The graph with its nodes as places.
fn small(graph: &Graph) -> Small {
    Small::new(graph.nodes().len(), graph.edges())
}

fn place(graph: &Graph, node: u32) -> usize {
    graph.nodes().partition_point(|&other| other < node)
}

fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).find(|(least, value)| least != *value).map_or(values.len() as u32, |(least, _)| least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Piece, Rule};
    use crate::values::Reference;
    use proptest::prelude::*;

    fn value(game: GraphGame, text: &str) -> u32 {
        let rule = Rule::new(game);
        let piece = rule.parse_piece(text).unwrap();
        let (graph, token) = game.graph(piece.numbers()).unwrap();
        let mut values = GraphValues::new(game);
        let value = values.play(&graph, token, usize::MAX, &Work::quiet()).unwrap().unwrap();
        assert_eq!(values.value(&graph, token), Some(value), "{text}");
        value
    }

    fn equals_play(game: GraphGame, text: &str) {
        let rule = Rule::new(game);
        let piece = rule.parse_piece(text).unwrap();
        assert_eq!(value(game, text), Reference::new(&rule).value(&piece), "{} {text}", game.word());
    }

    /// Paths are heaps of an octal game: Dawson's chess, Dawson's Kayles.
    #[test]
    fn paths_and_cycles() {
        for (game, code) in [(GraphGame::NodeKayles, "0.137"), (GraphGame::ArcKayles, "0.07")] {
            let rule: Rule = code.parse().unwrap();
            let mut heaps = Reference::new(&rule);
            for n in 1..=128 {
                assert_eq!(value(game, &format!("P{n}")), heaps.value(&Piece::heap(n)), "{code} {n}");
            }
            // The first move on a cycle leaves a path of three or two nodes less.
            let less = if game == GraphGame::NodeKayles { 3 } else { 2 };
            for n in 3..=60 {
                let left = heaps.value(&Piece::heap(n - less));
                assert_eq!(value(game, &format!("C{n}")), u32::from(left == 0), "{code} {n}");
            }
        }
        // The token has one way along a path and two around a cycle.
        for n in 1..40 {
            assert_eq!(value(GraphGame::Geography, &format!("P{n}:1")), u32::from(n % 2 == 0), "{n}");
        }
    }

    /// OEIS A316632 and the grids beside it (Brown and others, J. Integer Seq. 23 (2020), 20.3.5).
    #[test]
    fn node_kayles_on_grids() {
        let row = |height: u64, most: u64| {
            (1..=most)
                .map(|width| value(GraphGame::NodeKayles, &format!("G{height}x{width}")))
                .collect::<Vec<_>>()
        };
        assert_eq!(row(2, 12), [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
        assert_eq!(row(3, 9), [2, 1, 1, 0, 3, 3, 2, 2, 2]);
        assert_eq!(row(4, 6), [0; 6]);
    }

    /// OEIS A316533: the generalised Petersen graphs P(n, 2), n = 5, 6, …; P(5, 2) is the Petersen graph.
    #[test]
    fn node_kayles_on_petersen_graphs() {
        let graph = |n: u32| {
            let outer = (0..n).map(|i| (i + 1, (i + 1) % n + 1));
            let spokes = (0..n).map(|i| (i + 1, n + i + 1));
            let inner = (0..n).map(|i| (n + i + 1, n + (i + 2) % n + 1));
            Graph::new(&outer.chain(spokes).chain(inner).collect::<Vec<_>>(), &[])
        };
        let values = (5..=14).map(|n| value(GraphGame::NodeKayles, &graph(n).to_string()));
        assert!(values.eq([1, 0, 1, 0, 1, 0, 0, 0, 1, 0]));
    }

    /// OEIS A344227: queens that do not attack each other are Node Kayles on the queen's graph.
    #[test]
    fn queens() {
        let graph = |n: usize| {
            let attack = |a: usize, b: usize| {
                let (across, down) = ((a % n).abs_diff(b % n), (a / n).abs_diff(b / n));
                across == 0 || down == 0 || across == down
            };
            let pairs = (0..n * n).flat_map(|a| (0..a).map(move |b| (a, b)));
            let edges = pairs.filter(|&(a, b)| attack(a, b)).map(|(a, b)| (b as u32 + 1, a as u32 + 1));
            Graph::new(&edges.collect::<Vec<_>>(), &[1])
        };
        let values = (1..=6).map(|n| value(GraphGame::NodeKayles, &graph(n).to_string()));
        assert!(values.eq([1, 1, 2, 1, 3, 1]));
    }

    #[test]
    fn complete_graphs() {
        for n in 1..9 {
            assert_eq!(value(GraphGame::NodeKayles, &format!("K{n}")), 1);
            // Every edge leaves the complete graph of two nodes less.
            assert_eq!(value(GraphGame::ArcKayles, &format!("K{n}")), n / 2 % 2, "{n}");
            assert_eq!(value(GraphGame::Geography, &format!("K{n}:1")), u32::from(n % 2 == 0), "{n}");
        }
    }

    #[test]
    fn all_small_graphs_equal_play() {
        for game in GraphGame::ALL {
            let rule = Rule::new(game);
            for piece in rule.pieces(&[1], &[5]) {
                equals_play(game, &rule.show_piece(&piece));
            }
        }
    }

    #[test]
    fn limits() {
        let graph: Graph = "G6x6".parse().unwrap();
        let mut values = GraphValues::new(GraphGame::NodeKayles);
        assert_eq!(values.play(&graph, None, 100, &Work::quiet()).unwrap(), None);
        // Those on the way to the last one are finished.
        assert!(values.known.len() <= 100 + 36 && values.value(&graph, None).is_none());
        let large: Graph = "P129".parse().unwrap();
        let line = values.play(&large, None, 100, &Work::quiet()).unwrap_err().to_string();
        assert!(line.contains("at most 128 nodes"), "{line}");
        let little = Work::new(10_000, &|_, _| true);
        let error = values.play(&graph, None, usize::MAX, &little).unwrap_err();
        assert!(matches!(error, crate::Error::Memory { .. }), "{error}");
        let stop = Work::new(1 << 30, &|_, _| false);
        assert_eq!(values.play(&graph, None, usize::MAX, &stop), Err(crate::Error::Interrupted));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn random_graphs_equal_play(edges in proptest::collection::vec((1u32..9, 1u32..9), 1..14), token in 0usize..8) {
            let graph = Graph::new(&edges, &[1]);
            for game in [GraphGame::NodeKayles, GraphGame::ArcKayles] {
                equals_play(game, &graph.to_string());
            }
            let token = graph.nodes()[token % graph.nodes().len()];
            equals_play(GraphGame::Geography, &format!("{graph}:{token}"));
            equals_play(GraphGame::Geography, &graph.to_string());
        }
    }
}
