//! Why a position is won or lost: values of the pieces as the mex of their options, their xor, and a move
//! that wins.

use super::moves::{self, Position, nim_sum};
use super::{
    ExplainQuestion, ExplainedOption, ExplainedPiece, FoundExplanation, MovesQuestion, Reply, Source, misere,
    rule, value::basis,
};
use crate::Result;
use crate::known::Known;
use crate::rules::{Piece, Rule};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// Pieces with more moves, or with a larger value, are explained by their law alone.
const MOST_MOVES: u128 = 100_000;
const MOST_VALUE: u64 = 24;

pub fn answer(question: &ExplainQuestion, source: &Source) -> Result<Reply> {
    let work = source.work;
    let rule = rule(&question.rule)?;
    let position = Position::read(&rule, &question.position)?;
    if question.misere {
        return misere::explain(question, &rule, &position, source);
    }
    let known = position.known(&rule, question.limit.as_deref(), source)?;
    let values = position.values(known.as_ref())?;
    let mut pieces = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let heaps = position.places(index);
        if heaps.is_empty() {
            continue;
        }
        let piece = position.piece(index);
        let shown = piece.filter(|piece| rule.moves_at_most(piece) <= MOST_MOVES);
        let shown = shown.filter(|_| value.to_u64().is_some_and(|value| value <= MOST_VALUE));
        let (options, larger) = match shown {
            Some(piece) => by_value(&rule, known.as_ref(), &piece, value)?,
            None => (None, vec![]),
        };
        let (piece, value) = (position.texts[index].clone(), value.to_string());
        pieces.push(ExplainedPiece { piece, heaps, value, options, larger });
    }
    let value = nim_sum(&values);
    let asked = MovesQuestion {
        rule: question.rule.clone(),
        position: question.position.clone(),
        limit: question.limit.clone(),
        first: Some(1),
        all: false,
        misere: false,
    };
    let mut winning_move = None;
    if value != BigUint::ZERO {
        winning_move = moves::of(&asked, &rule, &position, known.as_ref(), work)?.winning_moves.pop();
    }
    let found = FoundExplanation {
        rule: rule.to_string(),
        moves: rule.line(),
        position: position.texts.join("+"),
        value: value.to_string(),
        values: values.iter().map(BigUint::to_string).collect(),
        pieces,
        winning_move,
        basis: basis(known.as_ref()),
        outcome: None,
        lost_elements: vec![],
    };
    Ok(Reply::new(found, known.status()).with_evidence(known))
}

/// For each value below that of the piece an option that has it, and the larger values that options have.
fn by_value(
    rule: &Rule,
    known: &dyn Known,
    piece: &Piece,
    value: &BigUint,
) -> Result<(Option<Vec<ExplainedOption>>, Vec<u64>)> {
    let mut options: BTreeMap<u64, ExplainedOption> = BTreeMap::new();
    for one in rule.moves(piece) {
        let left = known.value_of_all(&one.leaves)?;
        options.entry(left).or_insert_with(|| ExplainedOption {
            value: left.to_string(),
            action: one.action.to_string(),
            leaves: rule.show(&one.leaves),
        });
    }
    let own = value.to_u64().unwrap_or(u64::MAX);
    let larger = options.keys().copied().filter(|&value| value > own).collect();
    Ok((
        Some(options.into_iter().filter(|(value, _)| *value < own).map(|(_, option)| option).collect()),
        larger,
    ))
}
