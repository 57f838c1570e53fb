//! Questions and their answers.

use crate::{Limits, Problem, json};
use bytes::Bytes;
use sprague::Work;
use sprague::ask::{self, Question};
use sprague::rules::{Rule, parse_size};

/// What a question may take, as far as its text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// Quickly done, or computed by a solver that polls many times a second.
    Small,
    /// Unknown.
    Unknown,
}

/// The answer to a question, in JSON.
pub fn answer(question: &Question, limits: &Limits, work: &Work) -> Result<Bytes, Problem> {
    json(&ask::answer(question, work)?.answer(), limits.answer)
}

/// The same question for other programs.
pub fn snippets(question: &Question, limits: &Limits) -> Result<Bytes, Problem> {
    json(&ask::snippets(question), limits.answer)
}

/// A question in JSON, if it is not too long for these pages.
pub fn read_within(text: &[u8], limits: &Limits) -> Result<Question, Problem> {
    let question = read(text)?;
    bounds(&question, limits)?;
    Ok(question)
}

/// Refuses positions and lists of moves that are too long: each move that is listed tells the whole position
/// after it.
fn bounds(question: &Question, limits: &Limits) -> Result<(), Problem> {
    let (position, first) = match question {
        Question::Moves(moves) => (&moves.position, moves.first.unwrap_or(0)),
        Question::Explain(explain) => (&explain.position, 0),
        _ => return Ok(()),
    };
    if first > limits.moves {
        let line = format!("first {first}: at most {} moves are listed; ask for less", limits.moves);
        return Err(Problem::unanswerable("large", line));
    }
    position_bound(position, limits)
}

/// Refuses positions that are too long.
pub(crate) fn position_bound(position: &str, limits: &Limits) -> Result<(), Problem> {
    if position.len() <= limits.position {
        return Ok(());
    }
    let line = format!("a position has at most {} characters here; take fewer pieces", limits.position);
    Err(Problem::unanswerable("large", line))
}

/// Sizes that heaps are solved to at once.
const SMALL: u64 = 10_000;

/// What a question may take. Heaps are computed by solvers that look up many times a second; their values to
/// a small size are quickly there. A question that cannot be read is answered at once.
pub fn cost(question: &Question) -> Cost {
    let small = |size: &str| parse_size(size).is_ok_and(|size| size <= SMALL.into());
    let few = |rule: &Rule, position: &str| {
        let pieces = rule.parse_position(position).unwrap_or_default();
        pieces.iter().all(|piece| piece.numbers().iter().all(|&number| number <= SMALL))
    };
    let (rule, position, sizes) = match question {
        Question::Law(law) => (&law.rule, None, &[][..]),
        Question::Value(value) => (&value.rule, None, &value.sizes[..]),
        Question::Values(values) => (&values.rule, None, std::slice::from_ref(&values.to)),
        Question::Moves(moves) => (&moves.rule, Some(&moves.position), &[][..]),
        Question::Explain(explain) => (&explain.rule, Some(&explain.position), &[][..]),
        Question::Nim(_) => return Cost::Small,
        _ => return Cost::Unknown,
    };
    let is_small = rule.parse::<Rule>().map_or(true, |rule| {
        let sizes = sizes.iter().all(|size| small(size));
        rule.heap_rule().is_some() && sizes && position.is_none_or(|position| few(&rule, position))
    });
    if is_small { Cost::Small } else { Cost::Unknown }
}

/// A question in JSON.
pub fn read(text: &[u8]) -> Result<Question, Problem> {
    serde_json::from_slice(text).map_err(|error| Problem::bad("json", format!("not a question: {error}")))
}
