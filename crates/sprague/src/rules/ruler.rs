//! Ruler: coins in a row; turn over any number of neighbours, the last of them from heads to tails.
//!
//! A position is a sum of its heads, so a piece is one head, by its place 1, 2, 3, …

use super::{Action, Move, OneHeap, Piece};

/// `ruler`: the head at n becomes tails, and so many neighbours before it as one likes become heads.
pub const RULER: OneHeap = OneHeap {
    notation: "ruler",
    line: "turn over neighbouring coins, the last from heads to tails; a piece is the place of one head",
    least: &[1],
    moves: |n, visit| {
        for first in (1..=n).rev() {
            let leaves = (first..n).rev().map(Piece::heap).collect();
            visit(Move { action: Action::new("turn # to #", &[first, n]), leaves });
        }
    },
    // There are n, but to list them takes n² / 2 pieces.
    moves_at_most: |n| u128::from(n) * u128::from(n) / 2 + 1,
};
