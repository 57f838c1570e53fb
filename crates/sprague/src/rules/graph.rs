//! Games on graphs: Node Kayles, Arc Kayles and Undirected Vertex Geography.
//!
//! A graph is written by its edges, `1-2,2-3,3-1`, with nodes that have none alone, `1-2,7`; nodes are
//! numbered from 1. `P5`, `C6`, `K4`, `K2x3`, `G3x4` and `Q3` are a path, a cycle, complete graphs, a grid
//! and a cube. In Undirected Vertex Geography the node of the token follows: `C6:1`.

use super::game::Own;
use super::{Action, EdgeList, Game, Kind, Move, Piece, parse_small};
use crate::{Error, Result};
use sprague_kernels::graphs::Small;
use std::collections::HashMap;

/// Larger graphs are refused.
const MOST_NODES: usize = 100_000;
const MOST_EDGES: usize = 1_000_000;
/// All graphs of this many nodes are gone through, and of no more.
pub(crate) const MOST_LISTED: u64 = 7;

/// A graph: nodes with numbers from 1 on, and edges between two different nodes.
///
/// ```
/// use sprague::rules::Graph;
/// let graph: Graph = "2-1,2-5,9".parse().unwrap();
/// assert_eq!((graph.nodes(), graph.to_string().as_str()), (&[1, 2, 5, 9][..], "1-2,2-5,9"));
/// assert_eq!("G2x2".parse::<Graph>().unwrap().to_string(), "1-2,1-3,2-4,3-4");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// The numbers of the nodes, ascending.
    nodes: Vec<u32>,
    /// The neighbours of each node, as places in `nodes`, ascending.
    neighbours: Vec<Vec<u32>>,
}

impl Graph {
    /// The graph of these nodes and the ends of these edges.
    pub fn new(edges: &[(u32, u32)], alone: &[u32]) -> Self {
        let mut nodes: Vec<u32> =
            edges.iter().flat_map(|&(a, b)| [a, b]).chain(alone.iter().copied()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let mut neighbours = vec![vec![]; nodes.len()];
        let place = |node: u32| nodes.partition_point(|&other| other < node);
        for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
            let (a, b) = (place(a), place(b));
            neighbours[a].push(b as u32);
            neighbours[b].push(a as u32);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        Graph { nodes, neighbours }
    }

    /// The graph of a list of edges. Names that are all whole numbers from 1 on are the numbers of the nodes;
    /// otherwise nodes are numbered in the order in which they are first named.
    ///
    /// # Errors
    /// If a node has an edge to itself, or the graph is too large.
    pub fn of_list(list: &EdgeList) -> Result<Self> {
        let number = |name: &String| name.parse::<u32>().ok().filter(|&n| n > 0 && n.to_string() == *name);
        let numbers: Option<Vec<u32>> = list.names().iter().map(number).collect();
        let numbers = numbers.unwrap_or_else(|| (1..).take(list.names().len()).collect());
        if let Some(&(a, _)) = list.edges().iter().find(|(a, b)| a == b) {
            let line = format!("node {} has an edge to itself; leave that out", list.names()[a]);
            return Err(Error::bad_rule(line));
        }
        let edges: Vec<(u32, u32)> = list.edges().iter().map(|&(a, b)| (numbers[a], numbers[b])).collect();
        let graph = Graph::new(&edges, &numbers);
        graph.fits()?;
        Ok(graph)
    }

    fn fits(&self) -> Result<()> {
        match self.nodes.len() <= MOST_NODES && self.edges().count() <= MOST_EDGES {
            true => Ok(()),
            false => Err(Error::too_large(
                format!("a graph has at most {MOST_NODES} nodes and {MOST_EDGES} edges; take a smaller one"),
                Some(MOST_NODES as u64),
            )),
        }
    }

    /// The numbers of its nodes, ascending.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The places in [`Graph::nodes`] of the neighbours of the node at a place, ascending.
    pub fn neighbours(&self, place: usize) -> &[u32] {
        &self.neighbours[place]
    }

    /// Every edge once, by the places of its ends, the smaller first.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let of = |(a, list): (usize, &'_ Vec<u32>)| {
            list.iter().map(|&b| b as usize).filter(move |&b| a < b).map(move |b| (a, b)).collect::<Vec<_>>()
        };
        self.neighbours.iter().enumerate().flat_map(of)
    }

    /// The connected parts of what is left without some nodes.
    fn parts_without(&self, gone: &[usize]) -> Vec<Graph> {
        let mut seen = vec![false; self.nodes.len()];
        gone.iter().for_each(|&place| seen[place] = true);
        let mut parts = Vec::new();
        for start in 0..self.nodes.len() {
            if !seen[start] {
                parts.push(self.part_of(start, &mut seen));
            }
        }
        parts
    }

    /// The connected part of a node that is not seen yet, without nodes that are.
    fn part_of(&self, start: usize, seen: &mut [bool]) -> Graph {
        seen[start] = true;
        let mut part = vec![start];
        let mut next = 0;
        while next < part.len() {
            for &other in &self.neighbours[part[next]] {
                if !std::mem::replace(&mut seen[other as usize], true) {
                    part.push(other as usize);
                }
            }
            next += 1;
        }
        part.sort_unstable();
        let at = |node: &u32| part.binary_search(&(*node as usize)).ok().map(|place| place as u32);
        let neighbours =
            part.iter().map(|&place| self.neighbours[place].iter().filter_map(at).collect()).collect();
        Graph { nodes: part.iter().map(|&place| self.nodes[place]).collect(), neighbours }
    }

    /// The graph as numbers: how many nodes, the token, and in ascending order each edge and each node
    /// without one.
    fn piece(&self, token: Option<u32>) -> Piece {
        let pair = |a: usize, b: usize| u64::from(self.nodes[a]) << 32 | u64::from(self.nodes[b]);
        let alone = (0..self.nodes.len()).filter(|&a| self.neighbours[a].is_empty()).map(|a| pair(a, a));
        let mut items: Vec<u64> = self.edges().map(|(a, b)| pair(a, b)).chain(alone).collect();
        items.sort_unstable();
        let head = [self.nodes.len() as u64].into_iter().chain(token.map(u64::from));
        Piece::new(&head.chain(items).collect::<Vec<_>>())
    }

    /// The graph and the token that numbers stand for, if they are written as [`Graph::piece`] does.
    pub(crate) fn of_numbers(numbers: &[u64]) -> Option<(Self, Option<u32>)> {
        let (_, items) = numbers.split_first()?;
        let (token, items) = match items.split_first() {
            Some((&token, rest)) if token <= u64::from(u32::MAX) => (Some(token as u32), rest),
            _ => (None, items),
        };
        let ends = |&item: &u64| ((item >> 32) as u32, item as u32);
        let (alone, edges): (Vec<_>, Vec<_>) = items.iter().map(ends).partition(|(a, b)| a == b);
        let graph = Graph::new(&edges, &alone.iter().map(|&(a, _)| a).collect::<Vec<_>>());
        let whole = graph.fits().is_ok() && graph.nodes.first().is_some_and(|&node| node > 0);
        let placed = token.is_none_or(|token| graph.nodes.binary_search(&token).is_ok());
        (whole && placed && graph.piece(token).numbers() == numbers).then_some((graph, token))
    }

    /// `P5`, `C6`, `K4`, `K2x3`, `G3x4`, `Q3`; `None` if the text is none of them.
    fn named(text: &str) -> Option<Result<Self>> {
        let (letter, sizes) =
            text.split_at_checked(1).filter(|(letter, _)| letter.bytes().all(|c| c.is_ascii_alphabetic()))?;
        let sizes = match sizes.split_once(['x', 'X', '×']) {
            Some((a, b)) => vec![parse_small(a, "a size").ok()?, parse_small(b, "a size").ok()?],
            None => vec![parse_small(sizes, "a size").ok()?],
        };
        Some(Self::family(letter, &sizes).unwrap_or_else(|fix| Err(Error::notation(text, "a graph", fix))))
    }

    fn family(letter: &str, sizes: &[u64]) -> std::result::Result<Result<Self>, &'static str> {
        let most = MOST_NODES as u64;
        let nodes = match (letter.to_ascii_uppercase().as_str(), sizes) {
            ("G", &[a, b]) => a.saturating_mul(b),
            ("Q", &[d]) => 1u64.checked_shl(u32::try_from(d).unwrap_or(99)).unwrap_or(u64::MAX),
            (_, sizes) => sizes.iter().fold(0, |sum: u64, &size| sum.saturating_add(size)),
        };
        let edges = match (letter.to_ascii_uppercase().as_str(), sizes) {
            ("K", &[n]) => n.saturating_mul(n) / 2,
            ("K", &[a, b]) => a.saturating_mul(b),
            _ => 0,
        };
        if nodes == 0 || (sizes.contains(&0) && nodes != 1) || (letter.eq_ignore_ascii_case("C") && nodes < 3)
        {
            return Err("a graph has at least one node, and a cycle three");
        }
        if nodes > most || edges > MOST_EDGES as u64 {
            return Err("graphs have at most 100000 nodes and 1000000 edges");
        }
        let n = nodes as u32;
        let edges: Vec<(u32, u32)> = match (letter.to_ascii_uppercase().as_str(), sizes) {
            ("P", [_]) => (1..n).map(|a| (a, a + 1)).collect(),
            ("C", [_]) => (1..=n).map(|a| (a, a % n + 1)).collect(),
            ("K", [_]) => (1..=n).flat_map(|a| (1..a).map(move |b| (b, a))).collect(),
            ("K", &[a, _]) => {
                let a = a as u32;
                (1..=a).flat_map(|one| (a + 1..=n).map(move |other| (one, other))).collect()
            }
            ("G", &[_, width]) => {
                let width = width as u32;
                let right = (1..=n).filter(|a| a % width != 0).map(|a| (a, a + 1));
                right.chain((1..=n - width).map(|a| (a, a + width))).collect()
            }
            ("Q", [_]) => {
                let turned = |a: u32| (0..31).map(move |bit| (a + 1, (a ^ 1 << bit) + 1));
                (0..n).flat_map(turned).filter(|&(_, b)| b <= n).collect()
            }
            _ => return Err("write P5, C6, K4, K2x3, G3x4, Q3 or edges such as 1-2,2-3"),
        };
        Ok(Ok(Graph::new(&edges, &(1..=n).collect::<Vec<_>>())))
    }
}

impl std::str::FromStr for Graph {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if let Some(named) = Graph::named(&plain) {
            return named;
        }
        let fix = "write edges between numbered nodes such as 1-2,2-3,3-1, or P5, C6, K4, K2x3, G3x4, Q3";
        let node = |text: &str| match text.parse::<u32>() {
            Ok(0) => Err(Error::notation(text, "a node", "nodes are numbered from 1")),
            Ok(node) => Ok(node),
            Err(_) => Err(Error::notation(text, "a graph", fix)),
        };
        let (mut edges, mut alone) = (Vec::new(), Vec::new());
        for item in plain.split(',') {
            match item.split_once('-') {
                Some((a, b)) if a == b => {
                    return Err(Error::notation(item, "an edge", "an edge has two different ends"));
                }
                Some((a, b)) => edges.push((node(a)?, node(b)?)),
                None => alone.push(node(item)?),
            }
        }
        let graph = Graph::new(&edges, &alone);
        graph.fits()?;
        Ok(graph)
    }
}

/// Its edges, and the nodes without one.
impl std::fmt::Display for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let alone = (0..self.nodes.len()).filter(|&a| self.neighbours[a].is_empty()).map(|a| (a, a));
        let mut items: Vec<(usize, usize)> = self.edges().chain(alone).collect();
        items.sort_unstable();
        for (i, (a, b)) in items.into_iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            match a == b {
                true => write!(f, "{comma}{}", self.nodes[a])?,
                false => write!(f, "{comma}{}-{}", self.nodes[a], self.nodes[b])?,
            }
        }
        Ok(())
    }
}

/// Which game is played on a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GraphGame {
    /// Take a node; its neighbours go with it.
    NodeKayles,
    /// Take an edge; both its nodes and their edges go with it.
    ArcKayles,
    /// Move a token along an edge; the node that it leaves goes.
    Geography,
}

impl GraphGame {
    /// All of them.
    pub const ALL: [GraphGame; 3] = [GraphGame::NodeKayles, GraphGame::ArcKayles, GraphGame::Geography];

    /// Its notation.
    pub const fn word(self) -> &'static str {
        match self {
            GraphGame::NodeKayles => "node-kayles",
            GraphGame::ArcKayles => "arc-kayles",
            GraphGame::Geography => "geography",
        }
    }

    /// Calls `visit` with every move on a graph.
    fn for_each(self, graph: &Graph, token: Option<u32>, visit: &mut dyn FnMut(Move)) {
        let pieces = |parts: Vec<Graph>| parts.iter().map(|part| part.piece(None)).collect();
        let name = |place: usize| u64::from(graph.nodes[place]);
        match self {
            GraphGame::NodeKayles => {
                for node in 0..graph.nodes.len() {
                    let mut gone: Vec<usize> = graph.neighbours[node].iter().map(|&n| n as usize).collect();
                    gone.push(node);
                    let action = Action::new("take node #", &[name(node)]);
                    visit(Move { action, leaves: pieces(graph.parts_without(&gone)) });
                }
            }
            GraphGame::ArcKayles => {
                for (a, b) in graph.edges() {
                    let mut parts = graph.parts_without(&[a, b]);
                    // No move is left on a node without an edge.
                    parts.retain(|part| part.nodes.len() > 1);
                    let action = Action::new("take edge #-#", &[name(a), name(b)]);
                    visit(Move { action, leaves: pieces(parts) });
                }
            }
            GraphGame::Geography => {
                let at = token.map(|token| graph.nodes.partition_point(|&node| node < token));
                let all: Vec<u32> = (0..graph.nodes.len() as u32).collect();
                for &node in at.map_or(&all[..], |at| graph.neighbours(at)) {
                    let node = node as usize;
                    let mut seen = vec![false; graph.nodes.len()];
                    at.iter().for_each(|&at| seen[at] = true);
                    let part = graph.part_of(node, &mut seen);
                    let words = if at.is_some() { "go to #" } else { "start at #" };
                    let leaves = vec![part.piece(Some(graph.nodes[node]))];
                    visit(Move { action: Action::new(words, &[name(node)]), leaves });
                }
            }
        }
    }

    /// The graph that a piece is, with the token.
    pub(crate) fn graph(self, numbers: &[u64]) -> Option<(Graph, Option<u32>)> {
        Graph::of_numbers(numbers).filter(|(_, token)| token.is_none() || self == GraphGame::Geography)
    }
}

impl Game for GraphGame {
    fn notation(&self) -> String {
        self.word().into()
    }

    fn line(&self) -> String {
        match self {
            GraphGame::NodeKayles => "take a node of a graph and all its neighbours",
            GraphGame::ArcKayles => "take two nodes of a graph with an edge between them",
            GraphGame::Geography => "move a token along an edge of a graph; no node is visited twice",
        }
        .into()
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        let (graph, token) = match text.split_once(':') {
            Some((graph, token)) => (graph, Some(token)),
            None => (text, None),
        };
        let graph: Graph = graph.parse()?;
        let Some(token) = token else { return Ok(graph.piece(None)) };
        if *self != GraphGame::Geography {
            let fix = format!("no token is on a graph of {}; leave out what follows the colon", self.word());
            return Err(Error::notation(text, "a graph", fix));
        }
        let placed = token.trim().parse().ok().filter(|token| graph.nodes.binary_search(token).is_ok());
        let fix = || Error::notation(token, "a node of this graph", "write a token as in C6:1");
        placed.map(|token| graph.piece(Some(token))).ok_or_else(fix)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        match self.graph(piece.numbers()) {
            Some((graph, Some(token))) => format!("{graph}:{token}"),
            Some((graph, None)) => graph.to_string(),
            None => "?".into(),
        }
    }

    fn is_piece(&self, piece: &Piece) -> bool {
        self.graph(piece.numbers()).is_some()
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        if let Some((graph, token)) = self.graph(piece.numbers()) {
            self.for_each(&graph, token, visit);
        }
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        let Some((graph, token)) = self.graph(piece.numbers()) else { return 0 };
        match (self, token) {
            (GraphGame::ArcKayles, _) => graph.edges().count() as u128,
            (_, Some(token)) => {
                graph.neighbours[graph.nodes.partition_point(|&node| node < token)].len() as u128
            }
            _ => graph.nodes.len() as u128,
        }
    }

    fn least_size(&self) -> &'static [u64] {
        &[1]
    }

    fn one_piece_a_size(&self) -> bool {
        false
    }

    fn usual_position(&self) -> Option<String> {
        Some(if *self == GraphGame::Geography { "G3x3:1" } else { "P7+C5" }.into())
    }

    /// All graphs with these numbers of nodes, up to isomorphism; without a token. Where there are too many,
    /// none are listed, and callers refuse.
    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        let sizes = from[0].max(1)..=if to[0] <= MOST_LISTED { to[0] } else { 0 };
        Box::new(sizes.flat_map(all_graphs).map(|graph| graph.piece(None)))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Graph(self)
    }
}

/// Every graph of n nodes once, up to isomorphism: those of n − 1 nodes with one more node.
fn all_graphs(n: u64) -> Vec<Graph> {
    let mut smaller = vec![Small::new(0, [])];
    for nodes in 1..=n as usize {
        let mut found: HashMap<Box<[u8]>, Small> = HashMap::new();
        for graph in &smaller {
            for neighbours in 0..1u128 << (nodes - 1) {
                let larger = graph.with_node(neighbours);
                found.entry(larger.canonical(None)).or_insert(larger);
            }
        }
        let mut sorted: Vec<_> = found.into_iter().collect();
        sorted.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        smaller = sorted.into_iter().map(|(_, graph)| graph).collect();
    }
    let node = |place: usize| place as u32 + 1;
    let graph = |small: &Small| {
        let edges: Vec<(u32, u32)> = small.edges().map(|(a, b)| (node(a), node(b))).collect();
        Graph::new(&edges, &(0..small.nodes()).map(node).collect::<Vec<_>>())
    };
    smaller.iter().map(graph).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use proptest::prelude::*;

    fn rule(text: &str) -> Rule {
        text.parse().unwrap()
    }

    /// What the moves of a piece are and leave.
    fn told(game: &str, piece: &str) -> Vec<String> {
        let rule = rule(game);
        let moves = rule.moves(&rule.parse_piece(piece).unwrap());
        moves.iter().map(|mv| format!("{}: {}", mv.action, rule.show(&mv.leaves))).collect()
    }

    #[test]
    fn moves_by_hand() {
        assert_eq!(
            told("node-kayles", "P4"),
            ["take node 1: 3-4", "take node 2: 4", "take node 3: 1", "take node 4: 1-2"]
        );
        assert_eq!(
            told("arc-kayles", "5-1,5-2,5-3,3-4"),
            ["take edge 1-5: 3-4", "take edge 2-5: 3-4", "take edge 3-4: 1-5,2-5", "take edge 3-5: 0"]
        );
        assert_eq!(told("geography", "C4:2"), ["go to 1: 1-4,3-4:1", "go to 3: 1-4,3-4:3"]);
        assert_eq!(told("geography", "1-2,7"), ["start at 1: 1-2:1", "start at 2: 1-2:2", "start at 7: 7:7"]);
        assert!(told("geography", "7:7").is_empty() && told("arc-kayles", "7").is_empty());
        assert_eq!(told("node-kayles", "7"), ["take node 7: 0"]);
    }

    #[test]
    fn families() {
        let sizes = |text: &str| {
            let graph: Graph = text.parse().unwrap();
            (graph.nodes().len(), graph.edges().count())
        };
        for (text, nodes, edges) in [
            ("P1", 1, 0),
            ("P5", 5, 4),
            ("C3", 3, 3),
            ("c6", 6, 6),
            ("K5", 5, 10),
            ("K2x3", 5, 6),
            ("G1x1", 1, 0),
            ("G3x4", 12, 17),
            ("Q0", 1, 0),
            ("Q4", 16, 32),
        ] {
            assert_eq!(sizes(text), (nodes, edges), "{text}");
        }
        assert_eq!("C3".parse::<Graph>().unwrap(), "K3".parse().unwrap());
        assert_eq!("G2x3".parse::<Graph>().unwrap().to_string(), "1-2,1-4,2-3,2-5,3-6,4-5,5-6");
    }

    #[test]
    fn refused_with_the_reason() {
        for (text, reason) in [
            ("", "write edges"),
            ("1-2,", "write edges"),
            ("1-", "write edges"),
            ("1-2-3", "write edges"),
            ("0-1", "numbered from 1"),
            ("3-3", "two different ends"),
            ("C2", "a cycle three"),
            ("P0", "at least one"),
            ("K2x0", "at least one"),
            ("X5", "write P5"),
            ("P2x3", "write P5"),
            ("K9999", "at most"),
            ("P10^18", "at most"),
            ("Q64", "at most"),
            ("5000000000", "write edges"),
        ] {
            let line = rule("node-kayles").parse_piece(text).unwrap_err().to_string();
            assert!(line.contains(reason) && !line.contains('\n'), "{text}: {line}");
        }
        assert!(rule("node-kayles").parse_piece("C4:1").unwrap_err().to_string().contains("no token"));
        assert!(rule("geography").parse_piece("C4:5").unwrap_err().to_string().contains("C6:1"));
        let ring = EdgeList::from_csv("a,b\nb,b").unwrap();
        assert!(Graph::of_list(&ring).unwrap_err().to_string().contains("node b has an edge to itself"));
    }

    #[test]
    fn numbers_of_nodes() {
        let graph = |csv: &str| Graph::of_list(&EdgeList::from_csv(csv).unwrap()).unwrap().to_string();
        assert_eq!(graph("7,3\n3,5"), "3-5,3-7");
        assert_eq!(graph("x,y\ny,z\nlonely"), "1-2,2-3,4");
        // A node 0 is no number of ours, so all of them are numbered again.
        assert_eq!(graph("0,1\n1,2"), "1-2,2-3");
    }

    /// OEIS A000088.
    #[test]
    fn all_of_them() {
        let counts: Vec<usize> = (1..=6).map(|n| all_graphs(n).len()).collect();
        assert_eq!(counts, [1, 2, 4, 11, 34, 156]);
    }

    #[test]
    fn numbers_that_are_graphs() {
        let rule = rule("geography");
        let piece = rule.parse_piece("1-2,2-3:2").unwrap();
        assert_eq!(piece.numbers(), [3, 2, 1 << 32 | 2, 2 << 32 | 3]);
        for wrong in [
            &[][..],
            &[3],
            &[3, 70],
            &[2, 2 << 32 | 1],
            &[3, 1 << 32 | 2],
            &[2, 5, 1 << 32 | 2],
            &[1, 0],
            &[2, 1 << 32 | 2, 1 << 32 | 2],
        ] {
            assert!(!rule.is_piece(&Piece::new(wrong)), "{wrong:?}");
        }
        assert!(!super::GraphGame::NodeKayles.is_piece(&piece));
    }

    proptest! {
        #[test]
        fn written_and_read(edges in proptest::collection::vec((1u32..12, 1u32..12), 0..20), alone in 1u32..15) {
            let graph = Graph::new(&edges, &[alone]);
            prop_assert_eq!(&graph.to_string().parse::<Graph>().unwrap(), &graph);
            let piece = graph.piece(Some(alone));
            prop_assert_eq!(Graph::of_numbers(piece.numbers()), Some((graph, Some(alone))));
        }

        #[test]
        fn never_panics(text in "([PCKGQ][0-9x]{0,6}|[0-9,:-]{0,20}|\\PC{0,10})") {
            for game in GraphGame::ALL {
                let _ = game.parse_piece(&text);
            }
        }
    }
}
