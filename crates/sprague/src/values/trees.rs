//! Trees under *take a node and all below it, but not the root*, by the colon principle (docs/trees.md).
//!
//! value(node) = ⊕ over its children of (1 + value(child)).
//!
//! [`SharedTree`] is a tree whose equal subtrees are kept once, so that the Fibonacci tree T(k) of Project
//! Euler 400 with its F(k+2) − 1 nodes is k shapes. Winning moves: let W(node, t) be the number of moves
//! below a node that make its value t. For a child c let r be the xor of the other children's terms. To take
//! c leaves r; a move below c has to make 1 + value(c) equal t ⊕ r. So W(node, t) = Σ_c [r = t] + W(c, (t ⊕
//! r) − 1), the second only if t ⊕ r ≥ 1. Cost: one step for every pair of shape and target, from the root
//! down, so that the places that want the same are gathered: k² or so for T(k).

use crate::rules::Tree;
use crate::{Meter, Modulus, Result, Work};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

/// The value of a tree.
///
/// ```
/// use sprague::{rules::Tree, values::tree_value};
/// assert_eq!(tree_value(&Tree::fibonacci(5)), 7 ^ 4);
/// ```
pub fn tree_value(tree: &Tree) -> u32 {
    tree.branches().iter().fold(0, |xor, branch| xor ^ (1 + tree_value(branch)))
}

/// A tree whose equal subtrees are kept once: shapes, each with the earlier shapes below its root. The last
/// is the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedTree {
    shapes: Vec<Vec<usize>>,
}

impl SharedTree {
    /// T(k) of Project Euler 400, k ≥ 1.
    pub fn fibonacci(k: usize) -> Self {
        let shape = |i: usize| (i.saturating_sub(2)..i).rev().collect();
        SharedTree { shapes: (0..k.max(1)).map(shape).collect() }
    }

    /// The value of every shape.
    fn values(&self) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::with_capacity(self.shapes.len());
        for below in &self.shapes {
            let value = below.iter().fold(0, |xor, &child| xor ^ (1 + values[child]));
            values.push(value);
        }
        values
    }

    /// The value of the tree.
    pub fn value(&self) -> u64 {
        self.values().last().copied().unwrap_or(0)
    }

    /// How many moves leave value 0, exactly or modulo a number.
    pub fn winning_moves(&self, modulus: Option<&Modulus>, work: &Work) -> Result<BigUint> {
        match modulus.and_then(|modulus| modulus.to_u64()).filter(|&small| small < 1 << 63) {
            Some(small) => Ok(self.wins(|a: &u64, b: &u64| (a + b) % small, 1 % small, 0, work)?.into()),
            None => self.wins(
                |a: &BigUint, b: &BigUint| modulus.map_or_else(|| a + b, |modulus| (a + b) % &**modulus),
                BigUint::one(),
                modulus.map_or_else(|| self.log_nodes(), |modulus| modulus.bits()),
                work,
            ),
        }
    }

    /// About how many binary digits the number of nodes has.
    fn log_nodes(&self) -> u64 {
        let mut logs: Vec<f64> = Vec::with_capacity(self.shapes.len());
        for below in &self.shapes {
            let top = below.iter().map(|&child| logs[child]).fold(0.0, f64::max);
            let sum: f64 = below.iter().map(|&child| (logs[child] - top).exp2()).sum();
            logs.push(top + (sum + (-top).exp2()).log2());
        }
        logs.last().map_or(0, |&log| log as u64 + 1)
    }

    /// Counts in numbers that take up to `bits` bits each outside of `T` itself.
    fn wins<T: Zero + Clone>(&self, add: impl Fn(&T, &T) -> T, one: T, bits: u64, work: &Work) -> Result<T> {
        let values = self.values();
        // A target is an xor of terms, perhaps less one, so it has no more bits than they have.
        let targets = values.iter().max().map_or(1, |&largest| largest as usize + 2).next_power_of_two();
        let bytes = targets as u128 * (size_of::<T>() as u128 + u128::from(bits) / 8) * 4;
        work.fits(&format!("a tree of {} shapes", self.shapes.len()), bytes)?;
        // How many places of each shape have to be given each value; made when first needed.
        let mut wanted: Vec<Vec<T>> = vec![vec![]; self.shapes.len()];
        let mut wins = T::zero();
        let moves = self.shapes.iter().map(|below| below.len() as u64).sum::<u64>();
        let meter = Meter::new(work, moves.saturating_mul(targets as u64));
        if let Some(root) = wanted.last_mut() {
            root.resize(targets, T::zero());
            root[0] = one;
        }
        for shape in (0..self.shapes.len()).rev() {
            let places = std::mem::take(&mut wanted[shape]);
            for &child in &self.shapes[shape] {
                meter.charge(targets as u64)?;
                let rest = values[shape] ^ (1 + values[child]);
                let below = &mut wanted[child];
                below.resize(targets, T::zero());
                for (target, places) in (0u64..).zip(&places).filter(|(_, places)| !places.is_zero()) {
                    meter.charge(bits / 16)?;
                    match (target ^ rest).checked_sub(1) {
                        None => wins = add(&wins, places),
                        Some(value) => below[value as usize] = add(&below[value as usize], places),
                    }
                }
            }
        }
        Ok(wins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Piece, Rule};
    use crate::values::Reference;

    #[test]
    fn all_small_trees_equal_play() {
        let rule: Rule = "tree".parse().unwrap();
        let mut reference = Reference::new(&rule);
        for piece in rule.pieces(&[1], &[8]) {
            assert_eq!(
                tree_value(&Tree::of(&piece).unwrap()),
                reference.value(&piece),
                "{}",
                rule.show_piece(&piece)
            );
        }
    }

    /// f(k) by going through every move of the tree written out.
    #[test]
    fn shared_trees_equal_trees_written_out() {
        let rule: Rule = "tree".parse().unwrap();
        let value = |piece: &Piece| tree_value(&Tree::of(piece).unwrap());
        for k in 1..=14 {
            let piece = Tree::fibonacci(k as u64).piece();
            let shared = SharedTree::fibonacci(k);
            assert_eq!(shared.value(), u64::from(value(&piece)));
            let wins = rule.moves(&piece).iter().filter(|mv| value(&mv.leaves[0]) == 0).count();
            assert_eq!(shared.winning_moves(None, &Work::quiet()).unwrap(), wins.into(), "T({k})");
        }
    }

    #[test]
    fn residues_are_those_of_the_integer() {
        let tree = SharedTree::fibonacci(300);
        let exact = tree.winning_moves(None, &Work::quiet()).unwrap();
        let modulus = Modulus::new(BigUint::from(10u32).pow(18)).unwrap();
        assert_eq!(tree.winning_moves(Some(&modulus), &Work::quiet()).unwrap(), exact % &*modulus);
    }
}
