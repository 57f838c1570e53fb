//! The value of single pieces of any size that the rule's law covers.

use super::{FoundValue, PieceValue, Reply, Source, ValueQuestion, misere, rule};
use crate::known::{Evidence, Known};
use crate::laws::Law;
use crate::rules::{Rule, Sizes, parse_size};
use crate::{Error, Result, Work};
use num_bigint::BigUint;

/// Bytes of a piece in a list: its name, its numbers, and what the answer says of it.
const PIECE_BYTES: u64 = 512;

pub fn answer(question: &ValueQuestion, source: &Source) -> Result<Reply> {
    let rule = rule(&question.rule)?;
    if question.sizes.is_empty() {
        return Err(Error::option("sizes", "is missing: the pieces whose values are asked for"));
    }
    let every = if question.misere { None } else { every_piece(&rule, &question.sizes, source.work)? };
    let sizes = every.as_ref().unwrap_or(&question.sizes);
    let pieces = sizes.iter().map(|size| piece_numbers(&rule, size)).collect::<Result<Vec<_>>>()?;
    if question.misere {
        return misere::value(question, &rule, &pieces, source);
    }
    let known = source.of_pieces(&rule, &pieces, question.limit.as_deref())?;
    let mut values = Vec::new();
    for (size, numbers) in sizes.iter().zip(&pieces) {
        values.push(PieceValue {
            piece: size.clone(),
            value: known.value(numbers)?.to_string(),
            outcome: None,
        });
    }
    if every.is_some() {
        // Class by class, the lost positions first.
        values.sort_by(|one, other| (one.value.len(), &one.value).cmp(&(other.value.len(), &other.value)));
    }
    let found = FoundValue { rule: rule.to_string(), values, basis: basis(known.as_ref()) };
    Ok(Reply::new(found, known.status()).with_evidence(known))
}

/// Every piece of a game that has finitely many, if `all` is asked for and is none of them.
fn every_piece(rule: &Rule, sizes: &[String], work: &Work) -> Result<Option<Vec<String>>> {
    let Some(largest) = rule.largest_size().filter(|_| sizes == ["all"] && rule.parse_piece("all").is_err())
    else {
        return Ok(None);
    };
    let mut shown = Vec::new();
    for piece in rule.pieces(rule.least_size(), &[largest]) {
        if shown.len() % 4096 == 0 {
            work.tell(shown.len() as u64, 0)?;
            work.fits("a list of all positions", shown.len() as u64 * PIECE_BYTES)?;
        }
        shown.push(rule.show_piece(&piece));
    }
    Ok(Some(shown))
}

/// The numbers of a piece: those of its size where a size is a piece, else what the game reads.
///
/// ```
/// use sprague::{ask::piece_numbers, rules::Rule};
/// let cut: Rule = "cut".parse()?;
/// assert_eq!(piece_numbers(&cut, "5x10^30")?, [5u32.into(), 10u128.pow(30).into()]);
/// assert!(piece_numbers(&cut, "0x3").is_err());
/// # Ok::<(), sprague::Error>(())
/// ```
pub fn piece_numbers(rule: &Rule, text: &str) -> Result<Vec<BigUint>> {
    if rule.heap_rule().is_some() {
        return Ok(vec![parse_size(text)?]);
    }
    match rule.parse_piece(text) {
        Ok(piece) => Ok(piece.numbers().iter().map(|&number| number.into()).collect()),
        // Heaps and sheets of any size, where a machine word is too short for it.
        Err(error) => {
            let sizes = Sizes::read(rule, text).ok().filter(|_| rule.one_piece_a_size());
            let least = rule.least_size();
            let large = sizes
                .filter(|sizes| sizes.iter().zip(least).all(|(size, &least)| *size >= BigUint::from(least)));
            large.ok_or(error)
        }
    }
}

/// What values rest on, in a few words.
pub fn basis(known: &dyn Known) -> String {
    match known.evidence() {
        Evidence::Sequence(sequence) => sequence
            .law()
            .map_or_else(|| format!("all values up to heap {}", sequence.len().max(1) - 1), Law::basis),
        Evidence::Rows(_) => "rows with proved tails".into(),
        Evidence::Theorem(formula) => formula.proof.into(),
        Evidence::Listed(_) | Evidence::Play(_) => "every move played out".into(),
        Evidence::Claimed(basis) => basis.into(),
    }
}
