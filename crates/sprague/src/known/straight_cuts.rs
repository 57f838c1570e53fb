//! What is known of `cut:one`: a sheet has value 0 if both sides are odd, else 1 (docs/cutting.md).
//!
//! With p = ⌈W/2⌉ and q = ⌈H/2⌉ odd sides, p·q sheets of at most W × H are lost, and all w + h − 2 cuts of
//! the others win: W·H·(W + H − 2)/2 − p·q·(p + q − 2) winning cuts in all.

use super::{Evidence, Formula, Histogram, Known, sheets};
use crate::rules::{Rule, Sizes};
use crate::{Count, Result, Work};
use num_bigint::BigUint;

const BASIS: &str = "every play of a sheet takes w*h - 1 moves";

const FORMULA: Formula = Formula {
    name: "parity of w*h - 1",
    text: "G(w,h) = 0 if w and h are both odd, else 1",
    proof: "every play takes w*h - 1 moves (docs/cutting.md)",
};

/// Sheets under one straight cut, of any size.
#[derive(Debug, Clone)]
pub struct StraightCuts {
    rule: Rule,
}

pub(super) fn solve(rule: &Rule) -> Box<dyn Known> {
    Box::new(StraightCuts { rule: rule.clone() })
}

impl super::sealed::Sealed for StraightCuts {}

impl Known for StraightCuts {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn value(&self, numbers: &[BigUint]) -> Result<BigUint> {
        let (width, height) = sheets::sides(&self.rule, numbers)?;
        Ok(u32::from(!width.bit(0) || !height.bit(0)).into())
    }

    fn histogram(&self, sizes: &Sizes, _: &Work) -> Result<Histogram> {
        let counts = sheets::over_rectangle(sizes, |width, height| {
            let lost = half_up(width) * half_up(height);
            let won = width * height - &lost;
            Ok(vec![lost, won])
        })?;
        Ok(Histogram { counts, basis: BASIS.into() })
    }

    fn moves_to_zero(&self, sizes: &Sizes, _: &Work) -> Result<Count> {
        let moves = sheets::over_rectangle(sizes, |width, height| {
            if *width == BigUint::ZERO || *height == BigUint::ZERO {
                return Ok(vec![BigUint::ZERO]);
            }
            let (p, q) = (half_up(width), half_up(height));
            let all = width * height * (width + height - 2u32) / 2u32;
            Ok(vec![all - &p * &q * (&p + &q - 2u32)])
        })?;
        Ok(Count::new(moves.into_iter().next().unwrap_or_default(), self.evidence(), BASIS))
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence::Theorem(FORMULA)
    }
}

fn half_up(side: &BigUint) -> BigUint {
    (side + 1u32) >> 1
}
