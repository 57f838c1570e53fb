//! What is known of trees: every value by the colon principle (docs/trees.md); histograms and moves by going
//! through all trees.

use super::{Evidence, Formula, Histogram, Known, moves_by_play};
use crate::rules::{Piece, Rule, Sizes, Tree};
use crate::values::tree_value;
use crate::{Count, Error, Modulus, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// All trees of more nodes are too many to go through.
const MOST_NODES: u64 = 16;

const FORMULA: Formula = Formula {
    name: "colon principle",
    text: "value of a node = xor over its children of (1 + value of the child)",
    proof: "the colon principle (docs/trees.md)",
};

struct Trees {
    rule: Rule,
}

pub(super) fn solve(rule: &Rule) -> Box<dyn Known> {
    Box::new(Trees { rule: rule.clone() })
}

impl super::sealed::Sealed for Trees {}

impl Trees {
    fn all(&self, sizes: &Sizes) -> Result<Vec<Piece>> {
        match sizes.small() {
            Some((from, to)) if to[0] <= MOST_NODES => Ok(self.rule.pieces(&from, &to).collect()),
            _ => Err(Error::too_large(
                format!(
                    "all trees are gone through, up to {MOST_NODES} nodes, not {}; ask for less",
                    sizes.largest()
                ),
                Some(MOST_NODES),
            )),
        }
    }
}

impl Known for Trees {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let numbers: Option<Vec<u64>> = numbers.iter().map(ToPrimitive::to_u64).collect();
        let tree = numbers.and_then(|numbers| Tree::of(&Piece::new(&numbers)));
        tree.map(|tree| tree_value(&tree).into())
            .ok_or_else(|| Error::wrong_game(format!("these numbers are not a piece of {}", self.rule)))
    }

    fn histogram(&self, sizes: &Sizes, _: &Work) -> Result<Histogram> {
        let mut counts: Vec<BigUint> = Vec::new();
        for piece in self.all(sizes)? {
            let value = self.value_of(&piece)? as usize;
            counts.resize(counts.len().max(value + 1), BigUint::ZERO);
            counts[value] += 1u32;
        }
        Ok(Histogram { counts, basis: "all trees, by the colon principle".into() })
    }

    fn pieces(&self, sizes: &Sizes, _: Option<&Modulus>) -> Result<BigUint> {
        Ok(self.all(sizes)?.len().into())
    }

    fn moves_to_zero(&self, sizes: &Sizes, work: &Work) -> Result<Count> {
        self.all(sizes)?;
        moves_by_play(self, sizes, work)
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Theorem(FORMULA)
    }
}
