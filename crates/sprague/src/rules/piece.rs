//! Pieces: the single heaps, sheets and suits whose sums are positions.
//!
//! A piece is a short list of numbers whose meaning the game defines: a heap is its size, a sheet its width
//! and height, a suit its length and its cards packed into words. So the pieces of any game, also one of
//! another crate, can be compared, hashed and sent between threads, and the solvers need nothing else.

use std::fmt;

/// One piece of a position.
///
/// ```
/// use sprague::rules::Piece;
/// assert_eq!(Piece::heap(5), Piece::new(&[5]));
/// assert_eq!(Piece::sheet(3, 4).numbers(), [3, 4]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(Numbers);

/// One and two numbers are kept without an allocation: most pieces have no more.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Numbers {
    One([u64; 1]),
    Two([u64; 2]),
    Many(Box<[u64]>),
}

impl Piece {
    /// A piece of these numbers.
    pub fn new(numbers: &[u64]) -> Self {
        Piece(match *numbers {
            [one] => Numbers::One([one]),
            [one, two] => Numbers::Two([one, two]),
            _ => Numbers::Many(numbers.into()),
        })
    }

    /// A heap of this many tokens.
    pub fn heap(size: u64) -> Self {
        Piece(Numbers::One([size]))
    }

    /// A sheet of paper, `width × height`.
    pub fn sheet(width: u64, height: u64) -> Self {
        Piece(Numbers::Two([width, height]))
    }

    /// The numbers it is made of.
    #[inline]
    pub fn numbers(&self) -> &[u64] {
        match &self.0 {
            Numbers::One(numbers) => numbers,
            Numbers::Two(numbers) => numbers,
            Numbers::Many(numbers) => numbers,
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Piece").field(&self.numbers()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keeps_its_numbers(numbers in proptest::collection::vec(any::<u64>(), 0..6)) {
            let piece = Piece::new(&numbers);
            prop_assert_eq!(piece.numbers(), &numbers[..]);
            prop_assert_eq!(Piece::new(piece.numbers()), piece);
        }
    }
}
