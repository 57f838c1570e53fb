//! Small graphs: connected components, and a canonical form for isomorphic graphs.
//!
//! The canonical form is found by individualisation and refinement (McKay, *Practical graph isomorphism*,
//! 1981): nodes are distinguished by how many neighbours they have in each class; where that does not
//! separate all of them, each node of a class is tried in turn, and the least matrix is kept. Two orders with
//! the same matrix are an automorphism, and what it maps to a finished part of the search is left out.

use crate::{Error, Result};
use std::collections::VecDeque;

/// A graph has at most this many nodes: one row of its matrix is one number.
pub const MOST_NODES: usize = 128;
/// Automorphisms that are kept: they save work, and which of them is no matter.
const MOST_KEPT: usize = 200;

/// A graph of at most [`MOST_NODES`] nodes 0, 1, ….
///
/// ```
/// use sprague_kernels::graphs::Small;
/// let (one, other) = (Small::new(3, [(0, 1), (1, 2)]), Small::new(3, [(1, 0), (0, 2)]));
/// assert!(one != other && one.canonical(None) == other.canonical(None));
/// assert_ne!(one.canonical(Some(0)), one.canonical(Some(1)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Small {
    rows: Vec<u128>,
}

/// The nodes of a set.
pub fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(next)
    })
}

impl Small {
    /// The graph of `nodes` nodes with these edges between two different ones.
    ///
    /// # Panics
    /// If there are more than [`MOST_NODES`].
    pub fn new(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        assert!(nodes <= MOST_NODES, "{nodes} nodes");
        let mut rows = vec![0; nodes];
        for (a, b) in edges {
            rows[a] |= 1 << b;
            rows[b] |= 1 << a;
        }
        Small { rows }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.rows.len()
    }

    /// The set of all nodes.
    pub fn all(&self) -> u128 {
        match self.nodes() {
            MOST_NODES => u128::MAX,
            nodes => (1 << nodes) - 1,
        }
    }

    /// The neighbours of a node.
    pub fn neighbours(&self, node: usize) -> u128 {
        self.rows[node]
    }

    /// Every edge once, the smaller end first.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let upper = |(a, row): (usize, &u128)| members(row >> a >> 1).map(move |b| (a, a + 1 + b));
        self.rows.iter().enumerate().flat_map(upper)
    }

    /// The same with one more node, which has these neighbours.
    pub fn with_node(&self, neighbours: u128) -> Self {
        let new = self.nodes();
        Small::new(new + 1, self.edges().chain(members(neighbours).map(|old| (old, new))))
    }

    /// The nodes of a set that are joined to one of them within it.
    pub fn part(&self, within: u128, node: usize) -> u128 {
        let (mut part, mut border) = (1 << node, 1u128 << node);
        while border != 0 {
            let next = members(border).fold(0, |all, node| all | self.rows[node]) & within & !part;
            part |= next;
            border = next;
        }
        part
    }

    /// The graph of the nodes of a set, in their order.
    pub fn within(&self, set: u128) -> Self {
        let places = |row: u128| members(row & set).map(|node| (set & ((1 << node) - 1)).count_ones());
        let rows = members(set).map(|node| places(self.rows[node]).fold(0, |all, place| all | 1 << place));
        Small { rows: rows.collect() }
    }

    /// The same text for all graphs that differ by the order of their nodes alone, and for no others; with a
    /// root, for graphs with a root. The first byte is the number of nodes.
    pub fn canonical(&self, root: Option<usize>) -> Box<[u8]> {
        self.canonical_within(root, &mut |_| Ok(())).expect("nothing stops this search")
    }

    /// The same, charging steps as they are done.
    ///
    /// # Errors
    /// That of the charge.
    pub fn canonical_within(
        &self,
        root: Option<usize>,
        charge: &mut dyn FnMut(u64) -> Result<()>,
    ) -> Result<Box<[u8]>> {
        let rooted = root.map_or(0, |root| 1 << root);
        let mut cells: Vec<u128> =
            [rooted, self.all() & !rooted].into_iter().filter(|&cell| cell != 0).collect();
        let mut search = Search { graph: self, best: None, kept: vec![], path: vec![], charge };
        let queue = cells.clone();
        search.refine(&mut cells, queue)?;
        search.descend(&cells)?;
        let matrix = search.best.map_or(Box::default(), |leaf| leaf.matrix);
        Ok([self.nodes() as u8, u8::from(root.is_some())].into_iter().chain(matrix).collect())
    }
}

/// An order of the nodes, and how it was reached.
struct Leaf {
    matrix: Box<[u8]>,
    order: Vec<u8>,
    path: Vec<u8>,
}

/// The search for the order with the least matrix.
struct Search<'a> {
    graph: &'a Small,
    best: Option<Leaf>,
    /// Automorphisms: where each node goes.
    kept: Vec<Vec<u8>>,
    /// The nodes that were separated from their class by choice.
    path: Vec<u8>,
    charge: &'a mut dyn FnMut(u64) -> Result<()>,
}

impl Search<'_> {
    /// Splits classes until all nodes of a class have the same number of neighbours in every class. What it
    /// does depends on the order of the classes, not on the order of the nodes.
    fn refine(&mut self, cells: &mut Vec<u128>, splitters: Vec<u128>) -> Result<()> {
        let mut queue = VecDeque::from(splitters);
        while let Some(splitter) = queue.pop_front() {
            if cells.len() == self.graph.nodes() {
                break;
            }
            (self.charge)(self.graph.nodes() as u64)?;
            let mut split = Vec::with_capacity(cells.len() + 4);
            for &cell in cells.iter() {
                if cell & (cell - 1) == 0 {
                    split.push(cell);
                    continue;
                }
                let before = split.len();
                self.split(cell, splitter, &mut split);
                if split.len() > before + 1 {
                    queue.extend(&split[before..]);
                }
            }
            *cells = split;
        }
        Ok(())
    }

    /// A class by the number of neighbours in another, the fewest first.
    fn split(&self, cell: u128, splitter: u128, parts: &mut Vec<u128>) {
        let mut by_count = [0u128; MOST_NODES + 1];
        let (mut least, mut most) = (MOST_NODES, 0);
        for node in members(cell) {
            let count = (self.graph.rows[node] & splitter).count_ones() as usize;
            by_count[count] |= 1 << node;
            (least, most) = (least.min(count), most.max(count));
        }
        parts.extend(by_count[least..=most].iter().filter(|&&part| part != 0));
    }

    /// Looks for a smaller matrix below these classes. The number that is given back is the length of the
    /// path at which the search goes on: what is below it is the image of what was seen.
    fn descend(&mut self, cells: &[u128]) -> Result<usize> {
        let here = self.path.len();
        let Some(choice) = cells.iter().position(|&cell| cell & (cell - 1) != 0) else {
            (self.charge)((self.graph.nodes() * self.graph.nodes()) as u64 / 2)?;
            return Ok(self.leaf(cells));
        };
        let mut tried = 0u128;
        for node in members(cells[choice]) {
            if tried != 0 && self.orbit(node) & tried != 0 {
                continue;
            }
            tried |= 1 << node;
            let mut finer = cells.to_vec();
            finer.splice(choice..=choice, [1 << node, cells[choice] & !(1 << node)]);
            self.refine(&mut finer, vec![1 << node])?;
            self.path.push(node as u8);
            let next = self.descend(&finer)?;
            self.path.pop();
            if next < here {
                return Ok(next);
            }
        }
        Ok(here)
    }

    /// An order of all nodes: keeps the least, and learns from one that is as good.
    fn leaf(&mut self, cells: &[u128]) -> usize {
        let order: Vec<u8> = cells.iter().map(|cell| cell.trailing_zeros() as u8).collect();
        let matrix = self.matrix(&order);
        let here = self.path.len();
        let best = self.best.as_ref();
        if best.is_none_or(|best| matrix < best.matrix) {
            self.best = Some(Leaf { matrix, order, path: self.path.clone() });
            return here;
        }
        let Some(best) = best.filter(|best| best.matrix == matrix) else { return here };
        let mut image = vec![0; order.len()];
        best.order.iter().zip(&order).for_each(|(&from, &to)| image[from as usize] = to);
        let common = best.path.iter().zip(&self.path).take_while(|(one, other)| one == other).count();
        if self.kept.len() < MOST_KEPT {
            self.kept.push(image);
        }
        common
    }

    /// The lower triangle of the matrix in an order, eight entries to a byte.
    fn matrix(&self, order: &[u8]) -> Box<[u8]> {
        let entries = order.iter().enumerate().flat_map(|(i, &a)| {
            let row = self.graph.rows[a as usize];
            order[..i].iter().map(move |&b| (row >> b & 1) as u8)
        });
        let mut bytes = vec![0; (order.len() * order.len().saturating_sub(1) / 2).div_ceil(8)];
        entries.enumerate().for_each(|(i, entry)| bytes[i / 8] |= entry << (i % 8));
        bytes.into()
    }

    /// The nodes that a node is mapped to by the automorphisms that leave the path as it is.
    fn orbit(&self, node: usize) -> u128 {
        let fixed = |image: &&Vec<u8>| self.path.iter().all(|&node| image[node as usize] == node);
        let fixing: Vec<&Vec<u8>> = self.kept.iter().filter(fixed).collect();
        let (mut orbit, mut border) = (1u128 << node, 1u128 << node);
        while border != 0 {
            let mut next = 0;
            for node in members(border) {
                next |= fixing.iter().fold(0, |all, image| all | 1 << image[node]);
            }
            border = next & !orbit;
            orbit |= next;
        }
        orbit
    }
}

/// Refuses graphs of more nodes than [`MOST_NODES`].
///
/// # Errors
/// That they are too large, with the largest size.
pub fn fits(nodes: usize, what: &str) -> Result<()> {
    match nodes <= MOST_NODES {
        true => Ok(()),
        false => Err(Error::too_large(
            format!("{what} of {nodes} nodes is too large to be played out: at most {MOST_NODES} nodes are"),
            Some(MOST_NODES as u64),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A graph from the bits of its matrix.
    fn of_bits(nodes: usize, bits: u64) -> Small {
        let pairs = (0..nodes).flat_map(|a| (0..a).map(move |b| (a, b)));
        Small::new(nodes, pairs.enumerate().filter(|(i, _)| bits >> (i % 64) & 1 == 1).map(|(_, pair)| pair))
    }

    fn permuted(graph: &Small, order: &[usize]) -> Small {
        Small::new(graph.nodes(), graph.edges().map(|(a, b)| (order[a], order[b])))
    }

    /// Whether some order of the nodes makes one graph the other, by trying all.
    fn isomorphic(one: &Small, other: &Small) -> bool {
        fn extend(one: &Small, other: &Small, order: &mut Vec<usize>) -> bool {
            let at = order.len();
            at == one.nodes()
                || (0..one.nodes()).any(|next| {
                    let fits = !order.contains(&next)
                        && (0..at)
                            .all(|i| one.neighbours(at) >> i & 1 == other.neighbours(next) >> order[i] & 1);
                    order.push(next);
                    let found = fits && extend(one, other, order);
                    order.pop();
                    found
                })
        }
        one.nodes() == other.nodes() && extend(one, other, &mut vec![])
    }

    /// OEIS A000088: by canonical forms of all labelled graphs.
    #[test]
    fn graphs_up_to_isomorphism() {
        for (nodes, count) in [(0, 1), (1, 1), (2, 2), (3, 4), (4, 11), (5, 34), (6, 156)] {
            let pairs = nodes * usize::saturating_sub(nodes, 1) / 2;
            let forms: std::collections::HashSet<_> =
                (0..1u64 << pairs).map(|bits| of_bits(nodes, bits).canonical(None)).collect();
            assert_eq!(forms.len(), count, "{nodes} nodes");
        }
    }

    /// Many automorphisms, and regular graphs that refinement alone does not tell apart.
    #[test]
    fn symmetric_graphs() {
        let cube = |d: usize| {
            let nodes = 1 << d;
            Small::new(nodes, (0..nodes).flat_map(|a| (0..d).map(move |bit| (a, a ^ 1 << bit))))
        };
        let complete = |n: usize| Small::new(n, (0..n).flat_map(|a| (0..a).map(move |b| (a, b))));
        let rook = |n: usize| {
            let pairs = (0..n * n).flat_map(|a| (0..a).map(move |b| (a, b)));
            Small::new(n * n, pairs.filter(|(a, b)| a / n == b / n || a % n == b % n))
        };
        // The Shrikhande graph has the numbers of the 4×4 rook's graph.
        let shift = |a: usize, x: usize, y: usize| (a / 4 + x) % 4 * 4 + (a % 4 + y) % 4;
        let shrikhande = Small::new(
            16,
            (0..16).flat_map(|a| [(0, 1), (1, 0), (1, 1)].map(move |(x, y)| (a, shift(a, x, y)))),
        );
        let mut steps = 0;
        for graph in [cube(7), complete(128), rook(8), shrikhande.clone(), Small::new(60, [])] {
            let turned: Vec<usize> = (0..graph.nodes()).map(|i| (i * 5 + 3) % graph.nodes()).collect();
            let coprime = graph.nodes() % 5 != 0;
            let mut charge = |more| {
                steps += more;
                Ok(())
            };
            let form = graph.canonical_within(None, &mut charge).unwrap();
            assert!(!coprime || form == permuted(&graph, &turned).canonical(None));
        }
        assert!(steps < 300_000_000, "{steps}");
        assert_ne!(shrikhande.canonical(None), rook(4).canonical(None));
        let two = Small::new(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]);
        let one = Small::new(6, (0..6).map(|a| (a, (a + 1) % 6)));
        assert_ne!(one.canonical(None), two.canonical(None));
    }

    proptest! {
        #[test]
        fn one_form_for_every_order(nodes in 1usize..30, bits: u64, order in Just((0..30usize).collect::<Vec<_>>()).prop_shuffle()) {
            let graph = of_bits(nodes, bits);
            let order: Vec<usize> = order.into_iter().filter(|&node| node < nodes).collect();
            let other = permuted(&graph, &order);
            prop_assert_eq!(graph.canonical(None), other.canonical(None));
            prop_assert_eq!(graph.canonical(Some(0)), other.canonical(Some(order[0])));
        }

        #[test]
        fn forms_differ_where_graphs_do(nodes in 1usize..7, one: u64, other: u64) {
            let (one, other) = (of_bits(nodes, one), of_bits(nodes, other));
            prop_assert_eq!(one.canonical(None) == other.canonical(None), isomorphic(&one, &other));
        }

        #[test]
        fn parts(nodes in 1usize..20, bits: u64, gaps: u64) {
            let graph = of_bits(nodes, bits & gaps);
            let part = graph.part(graph.all(), 0);
            prop_assert!(members(part).all(|node| graph.neighbours(node) & !part == 0));
            let inner = graph.within(part);
            prop_assert_eq!(inner.nodes(), part.count_ones() as usize);
            prop_assert_eq!(inner.part(inner.all(), 0), inner.all());
            let edges = graph.edges().filter(|&(a, b)| part >> a & part >> b & 1 == 1).count();
            prop_assert_eq!(inner.edges().count(), edges);
        }
    }
}
