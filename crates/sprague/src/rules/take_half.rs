//! Take at most half of the heap.

use super::{Action, Move, OneHeap, Piece};

/// `take:half`: take 1 to n/2 tokens of a heap of n.
pub const TAKE_HALF: OneHeap = OneHeap {
    notation: "take:half",
    line: "take at most half of the heap",
    least: &[0],
    moves: |n, visit| {
        for t in 1..=n / 2 {
            visit(Move { action: Action::new("take #", &[t]), leaves: vec![Piece::heap(n - t)] });
        }
    },
    moves_at_most: |n| u128::from(n / 2),
};
