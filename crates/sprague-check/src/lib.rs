//! A checker of Sprague's certificates that trusts only what it verifies.
//!
//! It shares the file format with the engine and nothing else. It does not solve: the values are given, and
//! it verifies of each that it is not among the values of the options and that every smaller one is. Then it
//! checks, itself, the hypotheses of the theorem that carries the law on, the minimality that is claimed, and
//! recomputes a count by the plain formula. No mask, bound or length is believed.
//!
//! | file | what it verifies |
//! |---|---|
//! | `rule.rs` | reads the rule, with its own parser |
//! | `options.rs` | the two questions about options: is v absent, are all u < v present |
//! | `heaps.rs` | take-and-break codes and subtraction sets: values, period |
//! | `allbut.rs` | all-but sets: values, arithmetic period |
//! | `automaton.rs` | heap rules: laws by automata |
//! | `misere.rs` | heap rules: misère quotients and their laws, and counts by them |
//! | `splits.rs` | `split:K`: values, closed forms |
//! | `parts.rs` | the sets of xors of several heaps |
//! | `definition.rs` | any other rule of heaps: values |
//! | `cut.rs` | paper cutting: values, constant tails, winning moves |
//! | `cards.rs` | card stacking: formula against rule, tuples |
//! | `arithmetic.rs` | families of numbers, divisors, coins: values, formulas |
//! | `count.rs` | wins and partitions, from a verified law |
//! | `known.rs` | what further counts ask of verified values of heaps |
//! | `pieces.rs` | counts of pieces of some sizes: which one is asked for |
//! | `tally.rs`, `choices.rs` | how many pieces have each value; tuples, multisets and sets of them |
//! | `first_moves.rs`, `patterns.rs` | winning first moves of heaps; heaps a·n, b·n, … |
//! | `least.rs` | that periods and preperiods are the least ones |
//! | `index.rs` | keys with numbers and sums, in counted memory |
//! | `work.rs` | threads, progress, cancellation, the limit on steps |
//! | `memory.rs` | the limit on memory |
#![forbid(unsafe_code)]

mod allbut;
mod arithmetic;
mod automaton;
mod cards;
mod choices;
mod code;
mod count;
mod cut;
mod definition;
mod first_moves;
mod heaps;
mod index;
mod known;
mod least;
mod memory;
mod misere;
mod options;
mod parts;
mod patterns;
mod pieces;
mod rule;
mod splits;
mod tally;
mod work;

use std::{fmt, io::Read};

use num_bigint::BigUint;
use sprague_certificate::{Certificate, Count, Law, Limits, Question, ReadError, Theorem};

pub use crate::work::Work;
use crate::{known::Heaps, pieces::Pieces, rule::Rule};

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
    /// The callback [`Work::stopped_by`] asked to stop; nothing is known.
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

/// Bounds on what reading and checking one file may hold.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Most values of a file.
    pub values: u64,
    /// Bytes for everything, if the caller sets a bound: the certificate, what is held while it is read, and
    /// the check. Else the check alone has half a gigabyte.
    pub memory: Option<u64>,
    /// Bytes that the machine has, for everything.
    pub free: u64,
}

impl Default for Bounds {
    /// 2^28 values, and half a gigabyte for the check.
    fn default() -> Self {
        Bounds { values: Limits::default().values, memory: None, free: u64::MAX }
    }
}

/// Read a file and check what it claims. The memory of `work` is what the bounds leave for it.
pub fn check_file(from: impl Read, bounds: &Bounds, work: Work) -> Result<Verified, Fault> {
    let most = bounds.memory.unwrap_or(u64::MAX).min(bounds.free);
    let limits = Limits::within(most);
    let limits = Limits { values: limits.values.min(bounds.values), ..limits };
    let certificate = Certificate::read(from, &limits)?;
    let left = most.saturating_sub(certificate.memory());
    let memory = if bounds.memory.is_some() { left } else { left.min(work::MEMORY) };
    check(&certificate, &work.with_memory(memory))
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
    let Certificate { rule, law, theorem, count, values, .. } = certificate;
    let count = count.as_ref().map(Claim::read).transpose()?;
    match (rule.as_str(), law, theorem) {
        ("cut", Law::Tails { tails }, Theorem::CutTails) => {
            let sheets = cut::verify(tails, values, work)?;
            let law = format!("rows 1 to {} of cut have the stated values and constant tails", tails.len());
            finish(law, count, |question, modulus| Pieces::Sheets(&sheets).count(question, modulus, work))
        }
        ("cards", Law::CardFormula { checked }, Theorem::CardFormula) => {
            cards::verify(*checked, values, work)?;
            let law = format!("the formula for cards, a theorem, agrees with the rule up to {checked} cards");
            finish(law, count, |question, modulus| cards::count(question, modulus.cloned(), *checked, work))
        }
        ("cut" | "cards", law, _) if !matches!(law, Law::Automatic { .. }) => {
            refuse("this law, or theorem, is not one for this rule")
        }
        (rule, Law::Misere { .. }, _) => {
            let parsed = Rule::parse(rule, work)?;
            let quotient = misere::verify(&parsed, law, *theorem, values, work)?;
            let _words = work.hold(4 * rule.len() as u64, "the verdict")?;
            let law = format!("misère quotient of {rule}: {quotient}");
            finish(law, count, |question, modulus| quotient.count(question, modulus, work))
        }
        _ => check_heaps(certificate, count, work),
    }
}

/// Heaps, or squares of a board whose columns and rows are heaps.
fn check_heaps(certificate: &Certificate, count: Option<Claim>, work: &Work) -> Result<Verified, Fault> {
    let Certificate { rule, .. } = certificate;
    let board = rule.strip_prefix("board:");
    let of_each = board.unwrap_or(rule);
    let heaps = verified_heaps(of_each, certificate, work)?;
    // A law by automata has its own reader of rules; moves need this one.
    let parsed = Rule::parse(of_each, work)?;
    if board.is_some() && !parsed.only_takes() {
        return refuse("a board has a rule of heaps that only takes");
    }
    let pieces = match board {
        Some(_) => Pieces::Squares(heaps.as_ref()),
        None => Pieces::Heaps(heaps.as_ref(), &parsed),
    };
    // The verdict quotes the rule, however long it is, and is put together twice.
    let _words = work.hold(4 * rule.len() as u64, "the verdict")?;
    let each = if board.is_some() { ", for each coordinate" } else { "" };
    let law = format!("nim-values of {rule}{each}: {heaps}");
    finish(law, count, |question, modulus| pieces.count(question, modulus, work))
}

/// The values of heaps under a rule, verified.
fn verified_heaps<'a>(
    rule: &str,
    certificate: &'a Certificate,
    work: &Work,
) -> Result<Box<dyn Heaps + 'a>, Fault> {
    let Certificate { law, theorem, values, splits, .. } = certificate;
    if let (Law::Automatic { .. }, Theorem::Automata) = (law, theorem) {
        return Ok(Box::new(automaton::verify(rule, law, values, work)?));
    }
    let subtraction = rule.starts_with("sub:");
    let parsed = Rule::parse(rule, work)?;
    let table = matches!((law, theorem), (Law::Table {}, Theorem::Definition));
    Ok(Box::new(match (&parsed, law, theorem) {
        (Rule::Arithmetic(rule), Law::Formula { checked }, Theorem::Formula) => {
            return Ok(Box::new(arithmetic::Formula::verify(*rule, *checked, values, work)?));
        }
        _ if values.is_empty() => return refuse("there are no values"),
        (Rule::Arithmetic(rule), ..) if table => {
            return Ok(Box::new(arithmetic::Table::verify(*rule, values, work)?));
        }
        (Rule::Code(code), Law::Periodic { .. }, Theorem::SubtractionWindow) if subtraction => {
            heaps::verify(code, law, values, splits, work)?
        }
        (Rule::Code(code), Law::Periodic { .. }, Theorem::TakeAndBreakPeriod) if !subtraction => {
            heaps::verify(code, law, values, splits, work)?
        }
        (Rule::Code(code), ..) if table => heaps::verify(code, law, values, splits, work)?,
        (Rule::AllBut(set), Law::ArithmeticPeriodic { .. }, Theorem::AllButState) => {
            allbut::verify(set, law, values, work)?
        }
        (Rule::AllBut(set), ..) if table => allbut::verify(set, law, values, work)?,
        (Rule::Split(parts), Law::ClosedForm {}, Theorem::SplitClosedForm) => {
            splits::verify(*parts, law, values, work)?
        }
        (Rule::Split(parts), ..) if table => splits::verify(*parts, law, values, work)?,
        (Rule::Heaps(rule), ..) if table => definition::verify(rule, values, work)?,
        _ => return refuse("this law, or theorem, is not one for this rule"),
    }))
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
    recompute: impl FnOnce(&Question, Option<&BigUint>) -> Result<BigUint, Fault>,
) -> Result<Verified, Fault> {
    let Some(Claim { question, modulus, answer }) = claim else {
        return Ok(Verified { summary: law });
    };
    let mut counted = recompute(question, modulus.as_ref())?;
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
