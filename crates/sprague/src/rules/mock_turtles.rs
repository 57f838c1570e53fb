//! Mock Turtles: coins in a row; turn over one, two or three, the last of them from heads to tails.
//!
//! A position is a sum of its heads, so a piece is one head, by its place 1, 2, 3, …

use super::{Action, Move, OneHeap, Piece};

/// `mock-turtles`: the head at n becomes tails, and up to two coins before it become heads.
pub const MOCK_TURTLES: OneHeap = OneHeap {
    notation: "mock-turtles",
    line: "turn over up to three coins, the last from heads to tails; a piece is the place of one head",
    least: &[1],
    moves: |n, visit| {
        visit(Move { action: Action::new("turn it alone", &[]), leaves: vec![] });
        for a in 1..n {
            visit(Move { action: Action::new("turn it and #", &[a]), leaves: vec![Piece::heap(a)] });
            for b in a + 1..n {
                let leaves = vec![Piece::heap(a), Piece::heap(b)];
                visit(Move { action: Action::new("turn it, # and #", &[a, b]), leaves });
            }
        }
    },
    moves_at_most: |n| u128::from(n) * u128::from(n) / 2 + 1,
};
