//! Games of heaps whose moves are no set of removals: what may be done depends on the size itself.
//!
//! A piece is one number, and a move leaves any pieces that are smaller. Each such rule is a file with one constant.

use super::{Game, Move, Piece, parse_small};
use crate::{Error, Result};
use std::fmt;

/// A game of heaps, given by its moves.
#[derive(Clone, Copy)]
pub struct OneHeap {
    pub(super) notation: &'static str,
    pub(super) line: &'static str,
    /// The least heap.
    pub(super) least: &'static [u64; 1],
    /// Every move from a heap.
    pub(super) moves: fn(u64, &mut dyn FnMut(Move)),
    /// An upper bound of their number.
    pub(super) moves_at_most: fn(u64) -> u128,
}

impl fmt::Debug for OneHeap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OneHeap({})", self.notation)
    }
}

impl Game for OneHeap {
    fn notation(&self) -> String {
        self.notation.into()
    }

    fn line(&self) -> String {
        self.line.into()
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        let size = parse_small(text, "a heap")?;
        if size < self.least[0] {
            let fix = format!("the least heap of {} is {}", self.notation, self.least[0]);
            return Err(Error::notation(text, "a heap", fix));
        }
        Ok(Piece::heap(size))
    }

    fn show_piece(&self, piece: &Piece) -> String {
        size(piece).to_string()
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        (self.moves)(size(piece), visit);
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        (self.moves_at_most)(size(piece))
    }

    fn is_listed_in_certificates(&self) -> bool {
        true
    }

    fn least_size(&self) -> &'static [u64] {
        self.least
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        Box::new((from[0]..=to[0]).map(Piece::heap))
    }
}

fn size(piece: &Piece) -> u64 {
    piece.numbers().first().copied().unwrap_or(0)
}

/// All divisors of n ≥ 1 in ascending order, by trial division.
pub(super) fn divisors(n: u64) -> Vec<u64> {
    let small: Vec<u64> = (1..=n.isqrt()).filter(|d| n.is_multiple_of(*d)).collect();
    let large: Vec<u64> = small.iter().rev().map(|d| n / d).filter(|d| d * d > n).collect();
    [small, large].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_by_hand() {
        assert_eq!(divisors(1), [1]);
        assert_eq!(divisors(36), [1, 2, 3, 4, 6, 9, 12, 18, 36]);
        for n in 1..200 {
            assert!(divisors(n).into_iter().eq((1..=n).filter(|d| n % d == 0)));
        }
    }
}
