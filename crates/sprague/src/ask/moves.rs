//! The value of a position and its winning moves.

use super::{FoundMoves, MovesQuestion, PieceValue, Reply, WinningMove, options, rule};
use crate::counts::{Analysis, winning_moves};
use crate::known;
use crate::{Result, Work};

pub fn answer(question: &MovesQuestion, work: &Work) -> Result<Reply> {
    let rule = rule(&question.rule)?;
    let position = rule.parse_position(&question.position)?;
    let options = options(None, question.limit.as_deref())?;
    let known = known::of_position(&rule, &position, &options, work)?;
    let Analysis { pieces, value, wins } = winning_moves(known.as_ref(), &position, work)?;
    let winning = |(index, one): &(usize, crate::rules::Move)| WinningMove {
        piece: rule.show_piece(&position[*index]),
        action: one.action.to_string(),
        leaves: rule.show(&one.leaves),
    };
    let found = FoundMoves {
        rule: rule.to_string(),
        position: rule.show(&position),
        value: value.to_string(),
        pieces: pieces
            .iter()
            .map(|(piece, value)| PieceValue { piece: rule.show_piece(piece), value: value.to_string() })
            .collect(),
        winning_moves: wins.iter().map(winning).collect(),
        answer: wins.len().to_string(),
    };
    Ok(Reply::new(found, known.status()).with_evidence(known))
}
