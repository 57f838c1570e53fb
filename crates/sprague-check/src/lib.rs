//! A checker of Sprague's certificates that trusts nobody.
//!
//! It shares the file format with the engine and nothing else. It does not solve: the values are given, and it
//! verifies of each that it is not among the values of the options and that every smaller one is. Then it
//! checks, itself, the hypotheses of the theorem that carries the law on, the minimality that is claimed, and
//! recomputes a count by the plain formula. No mask, bound or length is believed.
//!
//! | file | what it verifies |
//! |---|---|
//! | `rule.rs` | reads the rule; a parser of its own |
//! | `options.rs` | the two questions about options: is v absent, are all u < v present |
//! | `heaps.rs` | take-and-break codes and subtraction sets: values, period |
//! | `allbut.rs` | all-but sets: values, arithmetic period |
//! | `automaton.rs` | heap rules: laws by automata |
//! | `splits.rs` | `split:K`: values, closed forms |
//! | `parts.rs` | the sets of xors of several heaps |
//! | `definition.rs` | any other rule of heaps: values |
//! | `cut.rs` | paper cutting: values, constant tails, winning moves |
//! | `cards.rs` | card stacking: formula against rule, tuples |
//! | `count.rs` | wins and partitions, from a verified law |
//! | `work.rs` | threads, progress, the limit on steps, who may stop a check |
//! | `memory.rs` | the limit on memory |
#![forbid(unsafe_code)]

mod allbut;
mod automaton;
mod cards;
mod count;
mod cut;
mod definition;
mod heaps;
mod memory;
mod options;
mod parts;
mod rule;
mod splits;
mod work;

use std::fmt;

use num_bigint::BigUint;
use sprague_certificate::{Certificate, Count, Law, Question, ReadError, Theorem};

use crate::rule::Rule;
pub use crate::work::Work;

/// What is known once a certificate has been verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// One line.
    pub summary: String,
}

/// Why a certificate was not verified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The file, or the rule in it, cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It can be read, and what it claims was not verified.
    #[error("NOT VERIFIED: {0}")]
    NotVerified(String),
    /// Whoever was asked whether to stop ([`Work::stopped_by`]) said so; nothing is known.
    #[error("interrupted")]
    Interrupted,
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        Fault::Unreadable(error.to_string())
    }
}

/// A reason not to verify.
fn refuse<T>(reason: impl fmt::Display) -> Result<T, Fault> {
    Err(Fault::NotVerified(reason.to_string()))
}

/// Check a certificate.
///
/// ```
/// use sprague_certificate::{Certificate, Law, Theorem};
/// use sprague_check::{Work, check};
///
/// let mut certificate = Certificate {
///     tool: "example 1.0".into(),
///     rule: "sub:1,2".into(),
///     law: Law::Periodic { period: 3, preperiod: 0, minimal: true },
///     theorem: Theorem::SubtractionWindow,
///     count: None,
///     splits: vec![],
///     values: vec![0, 1, 2, 0, 1],
/// };
/// assert!(check(&certificate, &Work::default()).is_ok());
/// certificate.values[4] = 2;
/// let fault = check(&certificate, &Work::default()).unwrap_err();
/// assert_eq!(fault.to_string(), "NOT VERIFIED: the period 3 fails, at n = 4");
/// ```
pub fn check(certificate: &Certificate, work: &Work) -> Result<Verified, Fault> {
    let Certificate { rule, law, theorem, count, values, splits, .. } = certificate;
    let count = count.as_ref().map(Claim::read).transpose()?;
    if let (Law::Automatic { .. }, Theorem::Automata) = (law, theorem) {
        let heaps = automaton::verify(rule, law, values, work)?;
        return finish(format!("nim-values of {rule}: {heaps}"), count, |question| heaps.count(question));
    }
    let parsed = Rule::parse(rule).map_err(Fault::Unreadable)?;
    let subtraction = rule.starts_with("sub:");
    let heaps = match (&parsed, law, theorem) {
        (Rule::Cut, Law::Tails { tails }, Theorem::CutTails) => {
            let sheets = cut::verify(tails, values, work)?;
            let law = format!("rows 1 to {} of cut have the stated values and constant tails", tails.len());
            return finish(law, count, |question| sheets.count(question, work));
        }
        (Rule::Cards, Law::CardFormula { checked }, Theorem::CardFormula) => {
            cards::verify(*checked, values, work)?;
            let law = format!("the formula for cards, a theorem, agrees with the rule up to {checked} cards");
            let modulus = count.as_ref().and_then(|claim| claim.modulus.clone());
            return finish(law, count, |question| cards::count(question, modulus, *checked, work));
        }
        (Rule::Cut | Rule::Cards, ..) => return refuse("this law, or theorem, is not one for this rule"),
        _ if values.is_empty() => return refuse("there are no values"),
        (Rule::Code(code), Law::Periodic { .. }, Theorem::SubtractionWindow) if subtraction => {
            heaps::verify(code, law, values, splits, work)?
        }
        (Rule::Code(code), Law::Periodic { .. }, Theorem::TakeAndBreakPeriod) if !subtraction => {
            heaps::verify(code, law, values, splits, work)?
        }
        (Rule::Code(code), Law::Table {}, Theorem::Definition) => {
            heaps::verify(code, law, values, splits, work)?
        }
        (Rule::AllBut(set), Law::ArithmeticPeriodic { .. }, Theorem::AllButState)
        | (Rule::AllBut(set), Law::Table {}, Theorem::Definition) => allbut::verify(set, law, values, work)?,
        (Rule::Split(parts), Law::ClosedForm {}, Theorem::SplitClosedForm)
        | (Rule::Split(parts), Law::Table {}, Theorem::Definition) => {
            splits::verify(*parts, law, values, work)?
        }
        (Rule::Heaps(rule), Law::Table {}, Theorem::Definition) => definition::verify(rule, values, work)?,
        _ => return refuse("this law, or theorem, is not one for this rule"),
    };
    finish(format!("nim-values of {rule}: {heaps}"), count, |question| heaps.count(question, &parsed, work))
}

/// A claimed count, with its numbers read before anything long begins.
struct Claim<'a> {
    question: &'a Question,
    modulus: Option<BigUint>,
    answer: BigUint,
}

impl<'a> Claim<'a> {
    fn read(count: &'a Count) -> Result<Self, Fault> {
        let modulus = count.modulus.as_deref().map(count::number).transpose()?;
        if modulus == Some(BigUint::ZERO) {
            return refuse("the modulus is 0");
        }
        Ok(Claim { question: &count.question, modulus, answer: count::number(&count.answer)? })
    }
}

/// Compare the claimed answer, if any, with the recomputed one, and say what is known.
fn finish(
    law: String,
    claim: Option<Claim>,
    recompute: impl FnOnce(&Question) -> Result<BigUint, Fault>,
) -> Result<Verified, Fault> {
    let Some(Claim { question, modulus, answer }) = claim else {
        return Ok(Verified { summary: law });
    };
    let mut counted = recompute(question)?;
    let mut tail = String::new();
    if let Some(modulus) = modulus {
        counted %= &modulus;
        tail = format!(" mod {modulus}");
    }
    if counted != answer {
        return refuse(format!("the count is {counted}{tail}, not {answer}"));
    }
    Ok(Verified { summary: format!("{law}; {}: {answer}{tail}", count::describe(question)) })
}
