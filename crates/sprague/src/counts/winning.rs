//! One position: its value, and every move that wins.
//!
//! A sum has the xor of its pieces' values. A move wins iff it leaves the xor 0, that is, iff what it leaves of its
//! piece has the value of all other pieces together. Cost: the values up to the largest piece, then one look-up for
//! every piece that every move leaves.

use crate::laws::{self, Known};
use crate::rules::{Move, Piece, Rule};
use crate::values::cutting::Rows;
use crate::values::{straight_cut_value, suit_value};
use crate::{Error, Result, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// More moves than this are not listed.
const MOST_MOVES: u128 = 20_000_000;

/// A position taken apart.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// The pieces with their values, in the order given.
    pub pieces: Vec<(Piece, u64)>,
    /// The value of the sum.
    pub value: u64,
    /// Every winning move with the index of the piece it is made on.
    pub wins: Vec<(usize, Move)>,
}

/// The value of a sum of pieces and all winning moves; a law is looked for among `limit` values.
///
/// ```
/// use sprague::{Work, counts, rules::Rule};
/// let kayles: Rule = "kayles".parse().unwrap();
/// let position = kayles.parse_position("3+7+12").unwrap();
/// let analysis = counts::winning_moves(&kayles, &position, 10_000, &Work::quiet()).unwrap();
/// assert_eq!(analysis.value, 3 ^ 2 ^ 4);
/// ```
pub fn winning_moves(rule: &Rule, position: &[Piece], limit: u64, work: &Work) -> Result<Analysis> {
    let all = position.iter().map(|piece| rule.moves_at_most(piece)).fold(0, u128::saturating_add);
    if all > MOST_MOVES {
        return Err(Error::unsupported(format!(
            "this position may have {all} moves, and at most {MOST_MOVES} are listed; take smaller pieces"
        )));
    }
    let oracle = Oracle::new(rule, position, limit, work)?;
    let pieces: Vec<(Piece, u64)> =
        position.iter().map(|piece| (piece.clone(), oracle.value(piece))).collect();
    let value = pieces.iter().fold(0, |xor, (_, value)| xor ^ value);
    let mut wins = Vec::new();
    for (index, (piece, own)) in pieces.iter().enumerate() {
        let target = value ^ own;
        rule.for_each_move(piece, &mut |one| {
            if one.leaves.iter().fold(0, |xor, left| xor ^ oracle.value(left)) == target {
                wins.push((index, one));
            }
        });
    }
    Ok(Analysis { pieces, value, wins })
}

/// Values of all pieces that can come up in a position.
enum Oracle {
    Heaps(Known),
    Sheets(Rows),
    StraightCuts,
    Cards,
}

impl Oracle {
    fn new(rule: &Rule, position: &[Piece], limit: u64, work: &Work) -> Result<Self> {
        match rule {
            Rule::Cards => Ok(Oracle::Cards),
            Rule::CutOne => Ok(Oracle::StraightCuts),
            Rule::Cut => {
                let narrow = |piece: &Piece| if let Piece::Sheet(w, h) = piece { *w.min(h) } else { 0 };
                let width = position.iter().map(narrow).max().unwrap_or(0);
                Ok(Oracle::Sheets(Rows::solve(usize::try_from(width).unwrap_or(usize::MAX), work)?))
            }
            _ => {
                let largest =
                    position.iter().map(|piece| if let Piece::Heap(n) = piece { *n } else { 0 }).max();
                let largest = BigUint::from(largest.unwrap_or(0));
                Ok(Oracle::Heaps(laws::up_to(rule, &largest, limit, work)?))
            }
        }
    }

    fn value(&self, piece: &Piece) -> u64 {
        match (self, piece) {
            (Oracle::Cards, Piece::Suit(suit)) => suit_value(suit),
            (Oracle::StraightCuts, Piece::Sheet(w, h)) => straight_cut_value(*w, *h).into(),
            (Oracle::Sheets(rows), Piece::Sheet(w, h)) => {
                rows.value(*w, *h).expect("the table is as wide as the widest sheet is narrow").into()
            }
            (Oracle::Heaps(Known::Values(values)), Piece::Heap(n)) => values.at(*n as usize).into(),
            (Oracle::Heaps(Known::Law(law)), Piece::Heap(n)) => {
                law.value(&(*n).into()).to_u64().expect("no value exceeds its heap")
            }
            _ => unreachable!("positions are parsed for their rule"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Reference;
    use proptest::prelude::*;

    fn agrees(rule: &str, position: &str) {
        let rule: Rule = rule.parse().unwrap();
        let position = rule.parse_position(position).unwrap();
        let analysis = winning_moves(&rule, &position, 1000, &Work::quiet()).unwrap();
        let mut reference = Reference::new(&rule);
        assert_eq!(analysis.value, u64::from(reference.sum(&position)));
        let mut wins = Vec::new();
        for (index, piece) in position.iter().enumerate() {
            for one in rule.moves(piece) {
                let mut after = position.clone();
                after.remove(index);
                after.extend(one.leaves.iter().cloned());
                if reference.sum(&after) == 0 {
                    wins.push((index, one));
                }
            }
        }
        assert_eq!(analysis.wins, wins);
        assert_eq!(analysis.wins.is_empty(), analysis.value == 0);
    }

    #[test]
    fn by_hand() {
        agrees("kayles", "3+7+12");
        agrees("cards", "2,5/9+0110");
        agrees("cut", "5x3");
        agrees("cut:one", "5x3+4x2+3x3");
        agrees("cut", "5x3+7x9+1x4");
        agrees("split:3", "9+4");
        agrees("nim", "1+2+3");
        agrees("lasker", "8+3");
    }

    #[test]
    fn four_winning_cuts_of_a_sheet() {
        let position = Rule::Cut.parse_position("5x3").unwrap();
        assert_eq!(winning_moves(&Rule::Cut, &position, 0, &Work::quiet()).unwrap().wins.len(), 4);
    }

    #[test]
    fn huge_heaps_with_a_law() {
        let rule: Rule = "sub:1,3,4".parse().unwrap();
        let position = rule.parse_position("10^18+5").unwrap();
        let analysis = winning_moves(&rule, &position, 1000, &Work::quiet()).unwrap();
        assert_eq!(analysis.wins.is_empty(), analysis.value == 0);
        let nim: Rule = "nim".parse().unwrap();
        let position = nim.parse_position("10^18").unwrap();
        assert!(winning_moves(&nim, &position, 1000, &Work::quiet()).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50))]
        #[test]
        fn heaps(text in "(0\\.[0-7]{1,3}|sub:2,3|grundy|split:3)", a in 0u64..20, b in 0u64..20) {
            agrees(&text, &format!("{a}+{b}"));
        }
    }
}
