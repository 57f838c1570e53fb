//! Divisor Nim (Project Euler 509): take a proper divisor of the heap.

use super::one_heap::divisors;
use super::{Action, Move, OneHeap, Piece};

/// `take:divisors`: take a number of tokens that divides the heap and is less than it.
pub const TAKE_DIVISORS: OneHeap = OneHeap {
    notation: "take:divisors",
    line: "take a proper divisor of the heap",
    least: &[1],
    moves: |n, visit| {
        for d in divisors(n).into_iter().filter(|&d| d < n) {
            visit(Move { action: Action::new("take #", &[d]), leaves: vec![Piece::heap(n - d)] });
        }
    },
    moves_at_most: |n| 2 * u128::from(n.isqrt()),
};
