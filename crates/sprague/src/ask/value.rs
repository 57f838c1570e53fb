//! The value of single pieces of any size that the rule's law covers.

use super::{FoundValue, PieceValue, Reply, Source, ValueQuestion, misere, rule};
use crate::known::{Evidence, Known};
use crate::laws::Law;
use crate::rules::{Rule, Sizes, parse_size};
use crate::{Error, Result};
use num_bigint::BigUint;

pub fn answer(question: &ValueQuestion, source: &Source) -> Result<Reply> {
    let rule = rule(&question.rule)?;
    if question.sizes.is_empty() {
        return Err(Error::option("sizes", "is missing: the pieces whose values are asked for"));
    }
    let pieces = question.sizes.iter().map(|size| piece_numbers(&rule, size)).collect::<Result<Vec<_>>>()?;
    if question.misere {
        return misere::value(question, &rule, &pieces, source);
    }
    let largest = |i: usize| {
        let least = BigUint::from(rule.least_size()[i]);
        pieces.iter().filter_map(|numbers| numbers.get(i).cloned()).fold(least, BigUint::max)
    };
    let sizes = Sizes::up_to(&rule, (0..rule.least_size().len()).map(largest).collect())?;
    let known = source.up_to_within(&rule, &sizes, question.limit.as_deref())?;
    let mut values = Vec::new();
    for (size, numbers) in question.sizes.iter().zip(&pieces) {
        values.push(PieceValue {
            piece: size.clone(),
            value: known.value(numbers)?.to_string(),
            outcome: None,
        });
    }
    let found = FoundValue { rule: rule.to_string(), values, basis: basis(known.as_ref()) };
    Ok(Reply::new(found, known.status()).with_evidence(known))
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
        // Sheets of any height, where a machine word is too short for it.
        Err(error) => {
            let sizes = Sizes::read(rule, text).ok().filter(|sizes| sizes.len() == 2);
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
