//! The divisor game (Project Euler 550): a heap is replaced by two heaps that divide it.

use super::one_heap::divisors;
use super::{Action, Move, OneHeap, Piece};

/// `split:divisors`: replace a heap of n by two heaps, each a divisor of n other than 1 and n.
pub const SPLIT_DIVISORS: OneHeap = OneHeap {
    notation: "split:divisors",
    line: "replace a heap by two heaps, both divisors of it other than 1 and itself",
    least: &[1],
    moves: |n, visit| {
        let inner: Vec<u64> = divisors(n).into_iter().filter(|&d| d != 1 && d != n).collect();
        for (i, &a) in inner.iter().enumerate() {
            for &b in &inner[i..] {
                let leaves = vec![Piece::heap(a), Piece::heap(b)];
                visit(Move { action: Action::new("put # and #", &[a, b]), leaves });
            }
        }
    },
    moves_at_most: |n| 4 * u128::from(n),
};
