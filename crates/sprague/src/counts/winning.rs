//! One position: its value, and every move that wins.
//!
//! A sum has the xor of its pieces' values. A move wins iff it leaves the xor 0, that is, iff what it leaves
//! of its piece has the value of all other pieces together. Cost: the values up to the largest piece, then
//! one look-up for every piece that every move leaves.

use crate::known::Known;
use crate::rules::{Move, Piece};
use crate::{Error, Result, Work};

/// More moves than this are not listed.
pub const MOST_MOVES: u128 = 20_000_000;
/// Bytes of a move in a list.
const MOVE_BYTES: u64 = 128;

/// A position: its value, its pieces and its winning moves.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// The pieces with their values, in the order given.
    pub pieces: Vec<(Piece, u64)>,
    /// The value of the sum.
    pub value: u64,
    /// Every winning move with the index of the piece it is made on.
    pub wins: Vec<(usize, Move)>,
}

/// The value of a sum of pieces and all winning moves.
///
/// ```
/// use sprague::{Options, Work, counts, known, rules::Rule};
/// let kayles: Rule = "kayles".parse().unwrap();
/// let position = kayles.parse_position("3+7+12").unwrap();
/// let known = known::of_position(&kayles, &position, &Options::default(), &Work::quiet()).unwrap();
/// let analysis = counts::winning_moves(known.as_ref(), &position, &Work::quiet()).unwrap();
/// assert_eq!(analysis.value, 3 ^ 2 ^ 4);
/// ```
pub fn winning_moves(known: &dyn Known, position: &[Piece], work: &Work) -> Result<Analysis> {
    let rule = known.rule();
    if let Some(wrong) = position.iter().find(|piece| !rule.is_piece(piece)) {
        return Err(Error::wrong_game(format!(
            "the numbers {:?} are not a piece of {rule}",
            wrong.numbers()
        )));
    }
    let all = position.iter().map(|piece| rule.moves_at_most(piece)).fold(0, u128::saturating_add);
    if all > MOST_MOVES {
        return Err(Error::too_large(
            format!(
                "this position may have {all} moves, and at most {MOST_MOVES} are listed; take smaller pieces"
            ),
            None,
        ));
    }
    let mut pieces = Vec::new();
    for piece in position {
        pieces.push((piece.clone(), known.value_of(piece)?));
    }
    let value = pieces.iter().fold(0, |xor, (_, value)| xor ^ value);
    let mut wins = Vec::new();
    for (index, (piece, own)) in pieces.iter().enumerate() {
        let target = value ^ own;
        let (mut fault, mut seen) = (None, 0u64);
        rule.for_each_move(piece, &mut |mv| {
            if fault.is_some() {
                return;
            }
            seen += 1;
            let left = known.value_of_all(&mv.leaves);
            let told = match seen % 1024 {
                0 => work
                    .tell(seen, all as u64)
                    .and_then(|()| work.fits("the list of winning moves", wins.len() as u64 * MOVE_BYTES)),
                _ => Ok(()),
            };
            match told.and(left) {
                Ok(left) if left == target => wins.push((index, mv)),
                Ok(_) => {}
                Err(error) => fault = Some(error),
            }
        });
        fault.map_or(Ok(()), Err)?;
    }
    Ok(Analysis { pieces, value, wins })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;
    use crate::values::Reference;
    use crate::{Options, known};
    use proptest::prelude::*;

    fn analysed(rule: &Rule, position: &str) -> Result<Analysis> {
        let position = rule.parse_position(position)?;
        let options = Options { limit: 1000, ..Options::default() };
        let known = known::of_position(rule, &position, &options, &Work::quiet())?;
        winning_moves(known.as_ref(), &position, &Work::quiet())
    }

    fn agrees(rule: &str, position: &str) {
        let rule: Rule = rule.parse().unwrap();
        let analysis = analysed(&rule, position).unwrap();
        let position = rule.parse_position(position).unwrap();
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
        assert_eq!(analysed(&"cut".parse().unwrap(), "5x3").unwrap().wins.len(), 4);
    }

    #[test]
    fn huge_heaps_with_a_law() {
        let rule: Rule = "sub:1,3,4".parse().unwrap();
        let analysis = analysed(&rule, "10^18+5").unwrap();
        assert_eq!(analysis.wins.is_empty(), analysis.value == 0);
        let nim: Rule = "nim".parse().unwrap();
        assert!(analysed(&nim, "10^18").is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50))]
        #[test]
        fn heaps(text in "(0\\.[0-7]{1,3}|sub:2,3|grundy|split:3)", a in 0u64..20, b in 0u64..20) {
            agrees(&text, &format!("{a}+{b}"));
        }
    }
}
