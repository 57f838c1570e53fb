//! Removals from a family of numbers that is neither finite nor repeats: squares, primes, powers of two,
//! Fibonacci numbers.
//!
//! `sub:squares` takes a square number of tokens, `allbut:squares` any number that is no square.

use super::game::Own;
use super::{Action, Game, Kind, Move, Piece, parse_small};
use crate::Result;

/// A family of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// 1, 4, 9, …
    Squares,
    /// 2, 3, 5, …
    Primes,
    /// 1, 2, 4, …
    PowersOfTwo,
    /// 1, 2, 3, 5, …
    Fibonacci,
}

impl Family {
    /// Every family with the word it is written by.
    pub const ALL: [(&'static str, Family); 4] = [
        ("squares", Family::Squares),
        ("primes", Family::Primes),
        ("pow2", Family::PowersOfTwo),
        ("fib", Family::Fibonacci),
    ];

    /// The members up to n, ascending.
    pub fn up_to(self, n: u64) -> Vec<u64> {
        match self {
            Family::Squares => (1..=n.isqrt()).map(|root| root * root).collect(),
            Family::Primes => primes(n),
            Family::PowersOfTwo => (0..64).map(|k| 1 << k).take_while(|&t| t <= n).collect(),
            Family::Fibonacci => {
                let mut pair = (1u64, 2u64);
                let mut members = Vec::new();
                while pair.0 <= n {
                    members.push(pair.0);
                    pair = (pair.1, pair.0.saturating_add(pair.1));
                }
                members
            }
        }
    }
}

/// The primes up to n, by the sieve of Eratosthenes.
pub(crate) fn primes(n: u64) -> Vec<u64> {
    let mut composite = vec![false; n as usize + 1];
    let mut primes = Vec::new();
    for p in 2..=n as usize {
        if !composite[p] {
            primes.push(p as u64);
            (p * p..=n as usize).step_by(p).for_each(|multiple| composite[multiple] = true);
        }
    }
    primes
}

/// Take a number of tokens that is in a family, or one that is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FamilyRule {
    /// The family.
    pub family: Family,
    /// Whether its members are what may not be taken.
    pub all_but: bool,
}

impl FamilyRule {
    /// Reads `sub:squares` or `allbut:primes`; `None` if it is neither.
    pub fn read(text: &str) -> Option<Self> {
        let (kind, word) = text.split_once(':')?;
        let all_but = ["sub", "allbut"].iter().position(|known| *known == kind)? == 1;
        let (_, family) = *Family::ALL.iter().find(|(known, _)| *known == word)?;
        Some(FamilyRule { family, all_but })
    }

    fn word(self) -> &'static str {
        Family::ALL.iter().find(|(_, family)| *family == self.family).map_or("", |(word, _)| word)
    }
}

impl Game for FamilyRule {
    fn notation(&self) -> String {
        format!("{}:{}", if self.all_but { "allbut" } else { "sub" }, self.word())
    }

    fn line(&self) -> String {
        let members = match self.family {
            Family::Squares => "a square number of tokens",
            Family::Primes => "a prime number of tokens",
            Family::PowersOfTwo => "a power of two of tokens",
            Family::Fibonacci => "a Fibonacci number of tokens",
        };
        if self.all_but { format!("take any number but {members}") } else { format!("take {members}") }
    }

    fn parse_piece(&self, text: &str) -> Result<Piece> {
        parse_small(text, "a heap").map(Piece::heap)
    }

    fn show_piece(&self, piece: &Piece) -> String {
        piece.numbers()[0].to_string()
    }

    fn for_each_move(&self, piece: &Piece, visit: &mut dyn FnMut(Move)) {
        let n = piece.numbers()[0];
        let members = self.family.up_to(n);
        let mut take = |t: u64| {
            visit(Move { action: Action::new("take #", &[t]), leaves: vec![Piece::heap(n - t)] });
        };
        if self.all_but {
            (1..=n).filter(|t| members.binary_search(t).is_err()).for_each(&mut take);
        } else {
            members.into_iter().for_each(&mut take);
        }
    }

    fn moves_at_most(&self, piece: &Piece) -> u128 {
        let n = piece.numbers()[0];
        match self.family {
            Family::Squares if !self.all_but => n.isqrt().into(),
            Family::PowersOfTwo | Family::Fibonacci if !self.all_but => 93,
            _ => n.into(),
        }
    }

    fn least_size(&self) -> &'static [u64] {
        &[0]
    }

    fn pieces(&self, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Piece> + '_> {
        Box::new((from[0]..=to[0]).map(Piece::heap))
    }

    fn kind(self, _: Own) -> Kind {
        Kind::Family(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_by_hand() {
        assert_eq!(Family::Squares.up_to(16), [1, 4, 9, 16]);
        assert_eq!(Family::Primes.up_to(13), [2, 3, 5, 7, 11, 13]);
        assert_eq!(Family::PowersOfTwo.up_to(9), [1, 2, 4, 8]);
        assert_eq!(Family::Fibonacci.up_to(13), [1, 2, 3, 5, 8, 13]);
        for (_, family) in Family::ALL {
            assert!(family.up_to(0).is_empty());
        }
        assert_eq!(Family::PowersOfTwo.up_to(u64::MAX).len(), 64);
        assert_eq!(Family::Fibonacci.up_to(u64::MAX - 1).len(), 92);
    }
}
