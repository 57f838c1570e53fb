//! Trees: take a node other than the root, and all below it.
//!
//! A tree is written with parentheses, a pair for each node around those below it: `()` is a root alone,
//! `(()(()))` a root with a leaf and a path of two. The order of the branches does not matter. `T5` is the
//! Fibonacci tree T(5) of Project Euler 400: T(1) is a root alone, T(2) a root above T(1), T(k) a root above
//! T(k−1) and T(k−2). There the player who takes the root loses, which is the same game: no player takes it
//! while there is another move.

use super::game::Own;
use super::{Action, Game, Kind, Move, Piece, parse_small};
use crate::{Error, Result};

/// A rooted tree: the branches below the root, in descending order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tree {
    branches: Vec<Tree>,
}

/// Larger trees are refused: they are written out node by node.
const MOST_NODES: usize = 100_000;
/// Deeper trees are refused: they are gone through branch by branch.
const DEEPEST: usize = 1_000;
/// T(k) for larger k has too many nodes.
const LARGEST_FIBONACCI: u64 = 22;

impl Tree {
    /// A root above these.
    pub fn new(mut branches: Vec<Tree>) -> Self {
        branches.sort_by(|a, b| b.cmp(a));
        Tree { branches }
    }

    /// T(k) of Project Euler 400, k ≥ 1.
    pub fn fibonacci(k: u64) -> Self {
        let (mut before, mut tree) = (None, Tree::default());
        for _ in 1..k {
            let above = Tree::new(std::iter::once(tree.clone()).chain(before).collect());
            (before, tree) = (Some(tree), above);
        }
        tree
    }

    /// What is below the root.
    pub fn branches(&self) -> &[Tree] {
        &self.branches
    }

    /// How many nodes there are, the root included.
    pub fn nodes(&self) -> usize {
        1 + self.branches.iter().map(Tree::nodes).sum::<usize>()
    }

    /// Every tree that is left when one node below the root is taken, with the number of nodes that go.
    fn for_each_pruned(&self, visit: &mut dyn FnMut(usize, Tree)) {
        for (i, branch) in self.branches.iter().enumerate() {
            let with = |other: Option<Tree>| {
                let rest =
                    self.branches.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, rest)| rest.clone());
                Tree::new(rest.chain(other).collect())
            };
            visit(branch.nodes(), with(None));
            branch.for_each_pruned(&mut |taken, left| visit(taken, with(Some(left))));
        }
    }

    /// The tree as a piece: its nodes, then its parentheses, 64 to a number, 1 for an opening one.
    pub fn piece(&self) -> Piece {
        let text = self.text();
        let word = |part: &[u8]| part.iter().rev().fold(0, |bits, &c| bits << 1 | u64::from(c == b'('));
        let numbers: Vec<u64> =
            std::iter::once(text.len() as u64 / 2).chain(text.as_bytes().chunks(64).map(word)).collect();
        Piece::new(&numbers)
    }

    /// The tree that a piece stands for; `None` if it is none, or not in its one order.
    pub fn of(piece: &Piece) -> Option<Self> {
        let (&nodes, words) = piece.numbers().split_first()?;
        let length = usize::try_from(nodes).ok().filter(|&nodes| nodes <= MOST_NODES)? * 2;
        if words.len() != length.div_ceil(64) {
            return None;
        }
        let bit = |i: usize| words[i / 64] >> (i % 64) & 1 == 1;
        let text: String = (0..length).map(|i| if bit(i) { '(' } else { ')' }).collect();
        let tree = Tree::read(&text)?;
        (tree.piece() == *piece).then_some(tree)
    }

    fn text(&self) -> String {
        let below: String = self.branches.iter().map(Tree::text).collect();
        format!("({below})")
    }

    /// Reads one tree in parentheses.
    fn read(text: &str) -> Option<Self> {
        let mut open: Vec<Vec<Tree>> = Vec::new();
        let mut whole = None;
        for c in text.chars() {
            match c {
                _ if whole.is_some() => return None,
                '(' if open.len() < DEEPEST => open.push(Vec::new()),
                ')' => {
                    let tree = Tree::new(open.pop()?);
                    match open.last_mut() {
                        Some(above) => above.push(tree),
                        None => whole = Some(tree),
                    }
                }
                _ => return None,
            }
        }
        whole
    }

    /// All trees of this many nodes: a root above any multiset of smaller trees.
    fn all(nodes: usize) -> Vec<Tree> {
        let mut by_size: Vec<Vec<Tree>> = vec![vec![]];
        for size in 1..=nodes {
            let smaller: Vec<Tree> = by_size.concat();
            let mut found = Vec::new();
            forests(&smaller, size - 1, &mut Vec::new(), &mut |branches| {
                found.push(Tree::new(branches.to_vec()))
            });
            by_size.push(found);
        }
        by_size.swap_remove(nodes)
    }
}

/// All multisets of these trees, ascending by nodes, with this many nodes in all.
fn forests(trees: &[Tree], nodes: usize, chosen: &mut Vec<Tree>, visit: &mut dyn FnMut(&[Tree])) {
    if nodes == 0 {
        visit(chosen);
        return;
    }
    for (i, tree) in trees.iter().enumerate() {
        let size = tree.nodes();
        if size > nodes {
            break;
        }
        chosen.push(tree.clone());
        forests(&trees[i..], nodes - size, chosen, visit);
        chosen.pop();
    }
}

/// `tree`: take a node other than the root, and all below it.
#[derive(Debug, Clone, Copy)]
pub struct TakeBranch;

fn tree(piece: &Piece) -> Tree {
    Tree::of(piece).expect("a piece of this game is a tree")
}

impl Game for TakeBranch {
    fn notation(&self) -> String {
        "tree".into()
    }

    fn line(&self) -> String {
        "take a node of a tree and all below it, but not the root".into()
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        let wrong = |fix: String| Error::notation(text, "a tree", fix);
        if let Some(k) = text.strip_prefix(['T', 't']) {
            let k = parse_small(k.trim_matches(['(', ')']), "a number")?;
            if k == 0 || k > LARGEST_FIBONACCI {
                return Err(wrong(format!("T1 to T{LARGEST_FIBONACCI} can be written out")));
            }
            return Ok(Tree::fibonacci(k).piece());
        }
        let fix = format!(
            "write a pair of parentheses for each node, such as (()(())), at most {MOST_NODES} nodes and {DEEPEST} deep, or T5"
        );
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let tree =
            Some(plain).filter(|plain| plain.len() <= 2 * MOST_NODES).and_then(|plain| Tree::read(&plain));
        tree.map(|tree| tree.piece()).ok_or_else(|| wrong(fix))
    }

    fn show_piece(&self, piece: &Piece) -> String {
        tree(piece).text()
    }

    fn is_piece(&self, piece: &Piece) -> bool {
        Tree::of(piece).is_some()
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        tree(piece).for_each_pruned(&mut |taken, left| {
            let words = if taken == 1 { "take # node" } else { "take # nodes" };
            visit(Move { action: Action::new(words, &[taken as u64]), leaves: vec![left.piece()] });
        });
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        u128::from(piece.numbers()[0])
    }

    fn least_size(&self) -> &'static [u64] {
        &[1]
    }

    fn one_piece_a_size(&self) -> bool {
        false
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        // Of more nodes there are more trees than anybody goes through.
        let sizes = from[0].max(1)..=to[0].min(18);
        Box::new(sizes.flat_map(|nodes| Tree::all(nodes as usize)).map(|tree| tree.piece()))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Tree(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;

    #[test]
    fn all_trees() {
        // OEIS A000081.
        let counts: Vec<usize> = (1..=9).map(|nodes| Tree::all(nodes).len()).collect();
        assert_eq!(counts, [1, 1, 2, 4, 9, 20, 48, 115, 286]);
    }

    #[test]
    fn fibonacci_trees() {
        let nodes: Vec<usize> = (1..=8).map(|k| Tree::fibonacci(k).nodes()).collect();
        assert_eq!(nodes, [1, 2, 4, 7, 12, 20, 33, 54]);
        let rule = Rule::new(TakeBranch);
        let piece = |text: &str| rule.parse_piece(text).unwrap();
        assert_eq!(piece("T3"), piece("( () (()) )"));
        assert_eq!(rule.show_piece(&piece("T3")), "((())())");
    }

    #[test]
    fn moves_by_hand() {
        let rule = Rule::new(TakeBranch);
        let tree = rule.parse_piece("(()(()))").unwrap();
        let leaves: Vec<String> = rule.moves(&tree).iter().map(|mv| rule.show(&mv.leaves)).collect();
        assert_eq!(leaves, ["(())", "(()())", "((()))"]);
    }

    #[test]
    fn refused_with_the_reason() {
        let rule = Rule::new(TakeBranch);
        for text in ["", "(", ")", "()()", "(x)", "T0", "T99", "(()", "5"] {
            assert!(rule.parse_piece(text).is_err(), "{text}");
        }
        assert!(rule.parse_piece(&("(".repeat(5000) + &")".repeat(5000))).is_err());
    }
}
