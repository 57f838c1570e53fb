//! Matchings of a graph: edges without a common end.

use crate::{Result, Work};
use std::collections::VecDeque;

/// Whether every matching of the most edges has an edge at a node (Edmonds, *Paths, trees, and flowers*,
/// 1965): one maximum matching, and one search for an augmenting path that does without the node.
///
/// ```
/// use sprague_kernels::{Work, matching::in_every_maximum_matching};
/// let path = vec![vec![1], vec![0, 2], vec![1]];
/// let covered: Vec<bool> =
///     (0..3).map(|node| in_every_maximum_matching(&path, node, &Work::quiet()).unwrap()).collect();
/// assert_eq!(covered, [false, true, false]);
/// ```
///
/// # Errors
/// If the watcher asks to stop.
pub fn in_every_maximum_matching(neighbours: &[Vec<u32>], node: usize, work: &Work) -> Result<bool> {
    Matching::maximum(neighbours, work)?.covers_always(node)
}

/// Whether some matching has an edge at every node.
///
/// # Errors
/// If the watcher asks to stop.
pub fn has_perfect_matching(neighbours: &[Vec<u32>], work: &Work) -> Result<bool> {
    let matching = Matching::maximum(neighbours, work)?;
    Ok(matching.mates.iter().all(|&mate| mate != NONE))
}

const NONE: u32 = u32::MAX;

/// A matching, and the search for augmenting paths.
struct Matching<'a> {
    neighbours: &'a [Vec<u32>],
    meter: crate::Meter<'a, 'a>,
    mates: Vec<u32>,
    /// Nodes that no search needs to look at.
    gone: Vec<bool>,
    /// Of the tree that is being searched: the node before each odd one, the base of each node's flower,
    /// whether a node is even, and all nodes of the tree.
    before: Vec<u32>,
    base: Vec<u32>,
    even: Vec<bool>,
    tree: Vec<u32>,
}

impl<'a> Matching<'a> {
    fn maximum(neighbours: &'a [Vec<u32>], work: &'a Work<'a>) -> Result<Self> {
        let nodes = neighbours.len();
        work.fits(&format!("a matching of {nodes} nodes"), nodes as u64 * 24)?;
        let mut matching = Matching {
            neighbours,
            meter: crate::Meter::new(work, 0),
            mates: vec![NONE; nodes],
            gone: vec![false; nodes],
            before: vec![NONE; nodes],
            base: (0..nodes as u32).collect(),
            even: vec![false; nodes],
            tree: vec![],
        };
        for node in 0..nodes {
            let free = |&&other: &&u32| matching.mates[other as usize] == NONE;
            if matching.mates[node] == NONE
                && let Some(&other) = neighbours[node].iter().find(free)
            {
                matching.mates[node] = other;
                matching.mates[other as usize] = node as u32;
            }
        }
        for root in 0..nodes {
            if matching.mates[root] == NONE {
                let found = matching.search(root as u32)?;
                // No augmenting path ever runs through a tree that has none.
                let tree = matching.clear();
                if !found {
                    tree.into_iter().for_each(|node| matching.gone[node as usize] = true);
                }
            }
        }
        matching.gone.fill(false);
        Ok(matching)
    }

    /// Whether a node has a mate in every maximum matching, of which this is one.
    fn covers_always(mut self, node: usize) -> Result<bool> {
        let mate = std::mem::replace(&mut self.mates[node], NONE);
        if mate == NONE {
            return Ok(false);
        }
        self.mates[mate as usize] = NONE;
        self.gone[node] = true;
        Ok(!self.search(mate)?)
    }

    /// Forgets the tree, and gives back its nodes.
    fn clear(&mut self) -> Vec<u32> {
        let tree = std::mem::take(&mut self.tree);
        for &node in &tree {
            self.before[node as usize] = NONE;
            self.base[node as usize] = node;
            self.even[node as usize] = false;
        }
        tree
    }

    /// Looks for an augmenting path from a node without a mate, and takes it.
    fn search(&mut self, root: u32) -> Result<bool> {
        let mut queue = VecDeque::from([root]);
        self.even[root as usize] = true;
        self.tree.push(root);
        while let Some(node) = queue.pop_front() {
            self.meter.charge(8 * self.neighbours[node as usize].len() as u64 + 1)?;
            for &other in &self.neighbours[node as usize] {
                let (mate, place) = (self.mates[other as usize], other as usize);
                let same = self.base[node as usize] == self.base[place] || self.mates[node as usize] == other;
                if same || self.gone[place] {
                    continue;
                }
                let is_even = other == root || (mate != NONE && self.before[mate as usize] != NONE);
                if is_even {
                    self.shrink(node, other, &mut queue)?;
                } else if self.before[place] == NONE {
                    self.before[place] = node;
                    self.tree.push(other);
                    if mate == NONE {
                        self.augment(other);
                        return Ok(true);
                    }
                    self.even[mate as usize] = true;
                    self.tree.push(mate);
                    queue.push_back(mate);
                }
            }
        }
        Ok(false)
    }

    /// Makes the odd cycle that an edge closes one node.
    fn shrink(&mut self, one: u32, other: u32, queue: &mut VecDeque<u32>) -> Result<()> {
        let stem = self.meeting(one, other)?;
        let mut flower = std::collections::HashSet::new();
        self.mark(one, stem, other, &mut flower)?;
        self.mark(other, stem, one, &mut flower)?;
        self.meter.charge(self.tree.len() as u64)?;
        for i in 0..self.tree.len() {
            let node = self.tree[i] as usize;
            if flower.contains(&self.base[node]) {
                self.base[node] = stem;
                if !std::mem::replace(&mut self.even[node], true) {
                    queue.push_back(node as u32);
                }
            }
        }
        Ok(())
    }

    /// The base at which the ways of two even nodes to the root meet.
    fn meeting(&self, one: u32, other: u32) -> Result<u32> {
        let mut seen = std::collections::HashSet::new();
        let mut at = self.base[one as usize];
        loop {
            self.meter.charge(1)?;
            seen.insert(at);
            let Some(next) = self.step_up(at) else { break };
            at = next;
        }
        let mut at = self.base[other as usize];
        while !seen.contains(&at) {
            self.meter.charge(1)?;
            at = self.step_up(at).expect("both ways lead to the root");
        }
        Ok(at)
    }

    /// The next even base on the way to the root.
    fn step_up(&self, at: u32) -> Option<u32> {
        let mate = self.mates[at as usize];
        (mate != NONE).then(|| self.base[self.before[mate as usize] as usize])
    }

    /// Marks the bases on the way from an even node to the stem, along which the tree now runs backwards.
    fn mark(
        &mut self,
        mut node: u32,
        stem: u32,
        mut child: u32,
        flower: &mut std::collections::HashSet<u32>,
    ) -> Result<()> {
        while self.base[node as usize] != stem {
            self.meter.charge(1)?;
            let mate = self.mates[node as usize];
            flower.insert(self.base[node as usize]);
            flower.insert(self.base[mate as usize]);
            self.before[node as usize] = child;
            child = mate;
            node = self.before[mate as usize];
        }
        Ok(())
    }

    /// Swaps edges along the path that ends at a node.
    fn augment(&mut self, mut node: u32) {
        while node != NONE {
            let before = self.before[node as usize];
            let next = self.mates[before as usize];
            self.mates[node as usize] = before;
            self.mates[before as usize] = node;
            node = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphs::{Small, members};
    use proptest::prelude::*;

    /// A graph from the bits of its matrix.
    fn of_bits(nodes: usize, bits: u64) -> Small {
        let pairs = (0..nodes).flat_map(|a| (0..a).map(move |b| (a, b)));
        Small::new(nodes, pairs.enumerate().filter(|(i, _)| bits >> (i % 64) & 1 == 1).map(|(_, pair)| pair))
    }

    /// The size of the largest matching, by trying all.
    fn largest(graph: &Small, nodes: u128) -> usize {
        let Some(node) = members(nodes).next() else { return 0 };
        let rest = nodes & !(1 << node);
        let with =
            members(graph.neighbours(node) & rest).map(|other| 1 + largest(graph, rest & !(1 << other)));
        with.max().unwrap_or(0).max(largest(graph, rest))
    }

    proptest! {
        #[test]
        fn matchings_equal_trying_all(nodes in 1usize..11, bits: u64, gaps: u64) {
            let graph = of_bits(nodes, bits & gaps);
            let lists: Vec<Vec<u32>> =
                (0..nodes).map(|a| members(graph.neighbours(a)).map(|b| b as u32).collect()).collect();
            let most = largest(&graph, graph.all());
            for node in 0..nodes {
                let covered = largest(&graph, graph.all() & !(1 << node)) < most;
                prop_assert_eq!(in_every_maximum_matching(&lists, node, &Work::quiet()).unwrap(), covered);
            }
            prop_assert_eq!(has_perfect_matching(&lists, &Work::quiet()).unwrap(), 2 * most == nodes);
        }
    }
}
