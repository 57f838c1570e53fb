//! Games of heaps whose moves depend on the size itself, so that no set of removals describes them.
//!
//! A piece is one number, and a move leaves pieces that are smaller. Ruler and Mock Turtles are played with
//! coins in a row; a position is the sum of its heads, so a piece is one head, by its place 1, 2, 3, …

use super::game::Own;
use super::{Action, Game, Kind, Move, Piece, parse_small};
use crate::{Error, Result};
use num_integer::Integer;

/// A game of heaps that is given by its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// `take:divisors`: take a number of tokens that divides the heap and is less than it (Project Euler
    /// 509).
    TakeDivisors,
    /// `take:coprime`: take t ≥ 1 tokens of a heap of n, gcd(t, n) = 1 (Project Euler 560).
    TakeCoprime,
    /// `take:half`: take 1 to n/2 tokens of a heap of n.
    TakeHalf,
    /// `mark`: from n to n − 1 or to ⌊n/2⌋; from 1 these are one move.
    Mark,
    /// `split:divisors`: replace a heap of n by two heaps, each a divisor of n other than 1 and n (Project
    /// Euler 550).
    SplitDivisors,
    /// `leave:divisors`: replace a heap of n by one heap, a divisor of n less than n.
    LeaveDivisors,
    /// `ruler`: the head at n becomes tails, and any number of neighbours before it become heads.
    Ruler,
    /// `mock-turtles`: the head at n becomes tails, and up to two coins before it become heads.
    MockTurtles,
}

/// What makes one of these games.
struct Entry {
    notation: &'static str,
    line: &'static str,
    /// The least heap.
    least: &'static [u64; 1],
    /// Every move from a heap.
    moves: fn(u64, &mut dyn FnMut(Move)),
    /// An upper bound of their number.
    moves_at_most: fn(u64) -> u128,
}

const fn quadratic(n: u64) -> u128 {
    n as u128 * n as u128 / 2 + 1
}

impl Arithmetic {
    /// Every game.
    pub const ALL: [Arithmetic; 8] = [
        Arithmetic::TakeDivisors,
        Arithmetic::TakeCoprime,
        Arithmetic::TakeHalf,
        Arithmetic::Mark,
        Arithmetic::SplitDivisors,
        Arithmetic::LeaveDivisors,
        Arithmetic::Ruler,
        Arithmetic::MockTurtles,
    ];

    /// The canonical notation.
    pub const fn word(self) -> &'static str {
        self.entry().notation
    }

    const fn entry(self) -> &'static Entry {
        match self {
            Arithmetic::TakeDivisors => &Entry {
                notation: "take:divisors",
                line: "take a proper divisor of the heap",
                least: &[1],
                moves: |n, visit| divisors(n).into_iter().filter(|&d| d < n).for_each(|d| take(n, d, visit)),
                moves_at_most: |n| 2 * u128::from(n.isqrt()),
            },
            Arithmetic::TakeCoprime => &Entry {
                notation: "take:coprime",
                line: "take a number coprime to the heap",
                least: &[0],
                moves: |n, visit| (1..=n).filter(|t| t.gcd(&n) == 1).for_each(|t| take(n, t, visit)),
                moves_at_most: |n| n as u128,
            },
            Arithmetic::TakeHalf => &Entry {
                notation: "take:half",
                line: "take at most half of the heap",
                least: &[0],
                moves: |n, visit| (1..=n / 2).for_each(|t| take(n, t, visit)),
                moves_at_most: |n| u128::from(n / 2),
            },
            Arithmetic::Mark => &Entry {
                notation: "mark",
                line: "take one token, or leave half of the heap, rounded down",
                least: &[0],
                moves: |n, visit| {
                    if n > 0 {
                        leave("take 1", &[], &[n - 1], visit);
                    }
                    if n > 1 && n / 2 != n - 1 {
                        leave("halve", &[], &[n / 2], visit);
                    }
                },
                moves_at_most: |_| 2,
            },
            Arithmetic::SplitDivisors => &Entry {
                notation: "split:divisors",
                line: "replace a heap by two heaps, both divisors of it other than 1 and itself",
                least: &[1],
                moves: |n, visit| {
                    let inner: Vec<u64> = divisors(n).into_iter().filter(|&d| d != 1 && d != n).collect();
                    for (i, &a) in inner.iter().enumerate() {
                        inner[i..].iter().for_each(|&b| leave("put # and #", &[a, b], &[a, b], visit));
                    }
                },
                moves_at_most: |n| 4 * u128::from(n),
            },
            Arithmetic::LeaveDivisors => &Entry {
                notation: "leave:divisors",
                line: "replace a heap by one heap, a proper divisor of it",
                least: &[1],
                moves: |n, visit| {
                    divisors(n)
                        .into_iter()
                        .filter(|&d| d < n)
                        .for_each(|d| leave("put #", &[d], &[d], visit));
                },
                moves_at_most: |n| 2 * u128::from(n.isqrt()),
            },
            Arithmetic::Ruler => &Entry {
                notation: "ruler",
                line: "turn over neighbouring coins, the last from heads to tails; a piece is the place of one head",
                least: &[1],
                moves: |n, visit| {
                    for first in (1..=n).rev() {
                        let heads: Vec<u64> = (first..n).rev().collect();
                        leave("turn # to #", &[first, n], &heads, visit);
                    }
                },
                // There are n, but to list them takes n² / 2 pieces.
                moves_at_most: quadratic,
            },
            Arithmetic::MockTurtles => &Entry {
                notation: "mock-turtles",
                line: "turn over up to three coins, the last from heads to tails; a piece is the place of one head",
                least: &[1],
                moves: |n, visit| {
                    leave("turn it alone", &[], &[], visit);
                    for a in 1..n {
                        leave("turn it and #", &[a], &[a], visit);
                        (a + 1..n).for_each(|b| leave("turn it, # and #", &[a, b], &[a, b], visit));
                    }
                },
                moves_at_most: quadratic,
            },
        }
    }
}

fn leave(words: &'static str, numbers: &[u64], heaps: &[u64], visit: &mut dyn FnMut(Move)) {
    let leaves = heaps.iter().copied().map(Piece::heap).collect();
    visit(Move { action: Action::new(words, numbers), leaves });
}

fn take(n: u64, t: u64, visit: &mut dyn FnMut(Move)) {
    leave("take #", &[t], &[n - t], visit);
}

impl Game for Arithmetic {
    fn notation(&self) -> String {
        self.word().into()
    }

    fn line(&self) -> String {
        self.entry().line.into()
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        let (size, least) = (parse_small(text, "a heap")?, self.entry().least[0]);
        if size < least {
            let fix = format!("the least heap of {} is {least}", self.word());
            return Err(Error::notation(text, "a heap", fix));
        }
        Ok(Piece::heap(size))
    }

    fn show_piece(&self, piece: &Piece) -> String {
        size(piece).to_string()
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        (self.entry().moves)(size(piece), visit);
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        (self.entry().moves_at_most)(size(piece))
    }

    fn least_size(&self) -> &'static [u64] {
        self.entry().least
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        Box::new((from[0]..=to[0]).map(Piece::heap))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Arithmetic(self)
    }
}

fn size(piece: &Piece) -> u64 {
    piece.numbers().first().copied().unwrap_or(0)
}

/// All divisors of n ≥ 1 in ascending order, by trial division.
fn divisors(n: u64) -> Vec<u64> {
    let small: Vec<u64> = (1..=n.isqrt()).filter(|d| n.is_multiple_of(*d)).collect();
    // d > n / d rather than d² > n, which passes 2^64.
    let large: Vec<u64> = small.iter().rev().filter(|&&d| n / d > d).map(|d| n / d).collect();
    [small, large].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_by_hand() {
        assert_eq!(divisors(1), [1]);
        assert_eq!(divisors(36), [1, 2, 3, 4, 6, 9, 12, 18, 36]);
        // A square, and a heap whose divisors have squares beyond 2^64.
        assert_eq!(divisors(1_000_003 * 1_000_003), [1, 1_000_003, 1_000_003 * 1_000_003]);
        assert_eq!(divisors(37_696_365_944_561).last(), Some(&37_696_365_944_561));
        for n in 1..200 {
            assert!(divisors(n).into_iter().eq((1..=n).filter(|d| n % d == 0)));
        }
    }
}
