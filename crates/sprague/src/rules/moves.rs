//! Moves: what is done to one piece, and what it leaves.

use super::Piece;
use std::fmt;

/// The most numbers that words mention.
const MOST_NUMBERS: usize = 3;

/// What a move does, in words with numbers: every `#` stands for the next of them.
///
/// ```
/// use sprague::rules::Action;
/// assert_eq!(Action::new("cut at #,#", &[3, 4]).to_string(), "cut at 3,4");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action {
    words: &'static str,
    numbers: [u64; MOST_NUMBERS],
}

impl Action {
    /// Words and at most three numbers.
    ///
    /// # Panics
    /// If there are more than three.
    pub fn new(words: &'static str, numbers: &[u64]) -> Self {
        let mut padded = [0; MOST_NUMBERS];
        padded[..numbers.len()].copy_from_slice(numbers);
        Action { words, numbers: padded }
    }

    /// The words, with `#` for numbers.
    pub fn words(&self) -> &'static str {
        self.words
    }

    /// The numbers that the words mention.
    pub fn numbers(&self) -> &[u64] {
        &self.numbers[..self.words.matches('#').count().min(MOST_NUMBERS)]
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut numbers = self.numbers.iter();
        for (i, words) in self.words.split('#').enumerate() {
            if i > 0 {
                write!(f, "{}", numbers.next().unwrap_or(&0))?;
            }
            f.write_str(words)?;
        }
        Ok(())
    }
}

/// A move: what it does and the pieces it leaves in place of the one it was made on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// What is done.
    pub action: Action,
    /// What is left.
    pub leaves: Vec<Piece>,
}
