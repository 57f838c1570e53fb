//! The reference solver: any position of any rule, straight from the definition.
//!
//! Idea: list the moves, take the mex of what they leave, remember it. Nothing is assumed about the
//! rule. Cost: one hash look-up for every piece that every move leaves, so for a heap of n under an octal code
//! O(n²) in all and far more for `split:K` and `cards`. It stays this simple: it is the oracle of everything else.

use crate::rules::{Piece, Rule};
use crate::{Result, Work};
use std::collections::{HashMap, HashSet};

/// A memoised solver for one rule.
///
/// ```
/// use sprague::{rules::{Piece, Rule}, values::Reference};
/// let kayles: Rule = "kayles".parse().unwrap();
/// let mut reference = Reference::new(&kayles);
/// assert_eq!(reference.value(&Piece::heap(5)), 4);
/// ```
#[derive(Debug)]
pub struct Reference<'a> {
    rule: &'a Rule,
    known: HashMap<Piece, u32>,
}

impl<'a> Reference<'a> {
    /// Nothing known yet.
    pub fn new(rule: &'a Rule) -> Self {
        Reference { rule, known: HashMap::new() }
    }

    /// The nim-value of one piece.
    pub fn value(&mut self, piece: &Piece) -> u32 {
        self.play(piece, &Work::quiet()).expect("nobody interrupts")
    }

    /// The nim-value of one piece; an error if the watcher asks to stop.
    pub fn play(&mut self, piece: &Piece, work: &Work) -> Result<u32> {
        // A stack of our own: a long game must not overflow the machine's.
        let mut open = vec![piece.clone()];
        let mut steps = 0;
        while let Some(current) = open.pop() {
            if self.known.contains_key(&current) {
                continue;
            }
            steps += 1;
            if steps % 256 == 0 {
                work.tell(self.known.len() as u64, 0)?;
            }
            match self.options(&current) {
                Ok(reached) => {
                    self.known.insert(current, mex(&reached));
                }
                Err(unknown) => {
                    open.push(current);
                    open.extend(unknown);
                }
            }
        }
        Ok(self.known[piece])
    }

    /// Every value found.
    pub fn into_values(self) -> HashMap<Piece, u32> {
        self.known
    }

    /// The nim-value of a sum.
    pub fn sum(&mut self, pieces: &[Piece]) -> u32 {
        pieces.iter().fold(0, |xor, piece| xor ^ self.value(piece))
    }

    /// The values of all options, or the pieces whose values are needed first.
    fn options(&self, piece: &Piece) -> std::result::Result<HashSet<u32>, HashSet<Piece>> {
        let (mut reached, mut unknown) = (HashSet::new(), HashSet::new());
        self.rule.for_each_move(piece, &mut |one| {
            let mut xor = 0;
            for left in one.leaves {
                match self.known.get(&left) {
                    Some(value) => xor ^= value,
                    None => {
                        unknown.insert(left);
                    }
                }
            }
            reached.insert(xor);
        });
        if unknown.is_empty() { Ok(reached) } else { Err(unknown) }
    }
}

/// The least number that is not in the set.
fn mex(set: &HashSet<u32>) -> u32 {
    (0..).find(|value| !set.contains(value)).expect("a finite set misses a number")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heaps(rule: &str, upto: u64) -> Vec<u32> {
        let rule: Rule = rule.parse().unwrap();
        let mut reference = Reference::new(&rule);
        (0..=upto).map(|n| reference.value(&Piece::heap(n))).collect()
    }

    #[test]
    fn published_values() {
        assert_eq!(heaps("dawson", 10), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3]);
        assert_eq!(heaps("kayles", 12), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
        assert_eq!(heaps("nim", 6), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(heaps("lasker", 8), [0, 1, 2, 4, 3, 5, 6, 8, 7]);
        assert_eq!(heaps("grundy", 10), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0]);
        let scatterstone = [0, 0, 1, 2, 3, 1, 4, 3, 2, 4, 5, 6, 7, 8, 9, 7, 6, 9, 8, 11, 10];
        assert_eq!(heaps("split:3", 20), scatterstone);
    }

    #[test]
    fn long_games_do_not_overflow_the_stack() {
        let rule: Rule = "0.3".parse().unwrap();
        assert_eq!(Reference::new(&rule).value(&Piece::heap(300_000)), 0);
    }

    #[test]
    fn sheets_are_symmetric() {
        let rule: Rule = "cut".parse().unwrap();
        let mut reference = Reference::new(&rule);
        for w in 1..10 {
            for h in 1..10 {
                let (one, other) = (Piece::sheet(w, h), Piece::sheet(h, w));
                assert_eq!(reference.value(&one), reference.value(&other));
            }
        }
    }
}
