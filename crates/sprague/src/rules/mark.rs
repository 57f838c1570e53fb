//! Mark: take one token, or halve the heap.

use super::{Action, Move, OneHeap, Piece};

/// `mark`: from n to n − 1 or to ⌊n/2⌋; from 1 these are one move.
pub const MARK: OneHeap = OneHeap {
    notation: "mark",
    line: "take one token, or leave half of the heap, rounded down",
    least: &[0],
    moves: |n, visit| {
        if n > 0 {
            visit(Move { action: Action::new("take 1", &[]), leaves: vec![Piece::heap(n - 1)] });
        }
        if n > 1 && n / 2 != n - 1 {
            visit(Move { action: Action::new("halve", &[]), leaves: vec![Piece::heap(n / 2)] });
        }
    },
    moves_at_most: |_| 2,
};
