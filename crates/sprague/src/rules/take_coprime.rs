//! Coprime Nim (Project Euler 560): take a number of tokens that has no divisor in common with the heap.

use super::{Action, Move, OneHeap, Piece};
use num_integer::Integer;

/// `take:coprime`: take t ≥ 1 tokens of a heap of n, gcd(t, n) = 1.
pub const TAKE_COPRIME: OneHeap = OneHeap {
    notation: "take:coprime",
    line: "take a number coprime to the heap",
    least: &[0],
    moves: |n, visit| {
        for t in (1..=n).filter(|t| t.gcd(&n) == 1) {
            visit(Move { action: Action::new("take #", &[t]), leaves: vec![Piece::heap(n - t)] });
        }
    },
    moves_at_most: |n| n.into(),
};
