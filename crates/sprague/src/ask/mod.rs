//! **Questions** and **answers**: what every front asks and gets, as plain data with a stable JSON form (docs/json.md).
//!
//! - [`Question`]: values, a law, winning moves, a count, a Project Euler problem; rules and sizes as people write them
//! - [`Answer`]: repeats the question and carries the result, its status and its time
//! - [`answer`]: from one to the other, solving each rule once; [`Answered`] keeps the evidence beside the answer, so
//!   that a certificate needs no second solution
//!
//! The command prints answers, the Python package wraps them, the web page draws them. No front computes.

mod answer;
mod census;
mod count;
mod euler;
mod explain;
mod export;
mod law;
mod moves;
mod question;
mod value;
mod values;
mod words;

pub use answer::{
    Answer, AutomatonSize, CutRow, ExplainedOption, ExplainedPiece, Found, FoundCensus, FoundCount,
    FoundDigest, FoundExplanation, FoundFormula, FoundHistogram, FoundLaw, FoundMove, FoundMoves,
    FoundProblem, FoundRows, FoundTable, FoundValue, FoundValues, FoundZeros, PieceValue, Residues, SCHEMA,
    ShiftedCode, SparseSpace,
};
pub use export::Format;
pub use law::{law_of_run, no_law, sparse_space};
pub use question::{
    CensusQuestion, CountKind, CountQuestion, EulerQuestion, ExplainQuestion, LawQuestion, MovesQuestion,
    Question, ValueQuestion, ValuesQuestion,
};
pub use values::ValueTable;

use crate::certificates::{self, Certificate, Claim};
use crate::known::{self, Known};
use crate::laws::{self, NimSequence};
use crate::rules::{Rule, Sizes, parse_size};
use crate::{Count, Error, Options, Result, Status, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An answer, with the evidence it was read off.
#[derive(Clone)]
pub struct Answered {
    /// The answer.
    pub answer: Answer,
    evidence: Option<Arc<dyn Known>>,
    claim: Option<(Claim, Count, Option<BigUint>)>,
    file: Option<Arc<[u8]>>,
}

impl Answered {
    /// The certificate as it is written to a file, of a row of the census that has one.
    pub fn certificate_file(&self) -> Option<&[u8]> {
        self.file.as_deref()
    }

    /// The certificate of the answer, from the evidence that is there.
    ///
    /// # Errors
    /// If the format has no certificate for such an answer.
    pub fn certificate(&self) -> Result<Certificate> {
        match (&self.evidence, &self.claim) {
            (Some(known), Some((claim, count, modulus))) => {
                certificates::of_count(known.as_ref(), claim, count, modulus.as_ref())
            }
            (Some(known), None) => certificates::of(known.as_ref()),
            (None, _) => Err(Error::unsupported("the format has no certificate for this answer")),
        }
    }

    /// What is known of the rule, if the answer was read off it.
    pub fn known(&self) -> Option<&dyn Known> {
        self.evidence.as_deref()
    }
}

impl std::fmt::Debug for Answered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answered").field("answer", &self.answer).finish_non_exhaustive()
    }
}

/// What one kind of question found, before it is made an answer.
struct Reply {
    found: Found,
    status: Status,
    evidence: Option<Arc<dyn Known>>,
    claim: Option<(Claim, Count, Option<BigUint>)>,
    file: Option<Arc<[u8]>>,
}

impl Reply {
    fn new(found: impl Into<Found>, status: Status) -> Self {
        Reply { found: found.into(), status, evidence: None, claim: None, file: None }
    }

    fn with_evidence(self, known: impl Into<Arc<dyn Known>>) -> Self {
        Reply { evidence: Some(known.into()), ..self }
    }

    fn with_claim(self, claim: Claim, count: Count, modulus: Option<BigUint>) -> Self {
        Reply { claim: Some((claim, count, modulus)), ..self }
    }
}

/// Answers a question.
///
/// ```
/// use sprague::{Work, ask::{self, Question}};
/// let question: Question = serde_json::from_str(r#"{"ask":"count","count":"wins","rule":"0.07","upto":"10^6"}"#).unwrap();
/// let answered = ask::answer(&question, &Work::quiet()).unwrap();
/// let json = serde_json::to_value(&answered.answer).unwrap();
/// assert_eq!((json["answer"].as_str(), json["status"].as_str()), (Some("852938"), Some("proved")));
/// assert!(answered.certificate().is_ok());
/// ```
pub fn answer(question: &Question, work: &Work) -> Result<Answered> {
    answer_with(question, &Source { work, given: None })
}

/// Answers a question from what was found out before: about its rule nothing is solved again.
///
/// # Errors
/// If what is given does not reach as far as the question.
///
/// ```
/// use sprague::{Work, ask::{self, Question}, laws};
/// let known = laws::find(&"kayles".parse().unwrap(), 1000, &Work::quiet()).unwrap();
/// let question: Question = serde_json::from_str(r#"{"ask":"value","rule":"0.77","sizes":["10^40"]}"#).unwrap();
/// let work = Work::quiet();
/// assert!(ask::answer_from(&question, &known, &work).is_ok() && work.solvers() == 0);
/// ```
pub fn answer_from(question: &Question, known: &NimSequence, work: &Work) -> Result<Answered> {
    answer_with(question, &Source { work, given: Some(known) })
}

/// The answer to a question about a law, found before.
pub fn recorded(question: Question, law: FoundLaw) -> Answered {
    let status = if law.theorem.is_some() { Status::Proved } else { Status::Observed };
    let answer = Answer { schema: SCHEMA, question, found: law.into(), status, seconds: 0.0, checked: None };
    Answered { answer, evidence: None, claim: None, file: None }
}

fn answer_with(question: &Question, source: &Source) -> Result<Answered> {
    let start = Instant::now();
    let reply = || match question {
        Question::Values(question) => values::answer(question, source),
        Question::Value(question) => value::answer(question, source),
        Question::Law(question) => law::answer(question, source),
        Question::Moves(question) => moves::answer(question, source),
        Question::Explain(question) => explain::answer(question, source),
        Question::Count(question) => count::answer(question, source),
        Question::Euler(question) => euler::answer(question, source.work),
        Question::Census(question) => census::answer(question, source.work),
    };
    // Values take threads where they need them: for those of heaps, asked for most, to start some would take longer than to answer.
    let reply =
        if matches!(question, Question::Values(_)) { reply() } else { source.work.on_threads(reply) }?;
    let Reply { found, status, evidence, claim, file } = reply;
    let seconds = (start.elapsed().as_secs_f64() * 1e6).round() / 1e6;
    let answer = Answer { schema: SCHEMA, question: question.clone(), found, status, seconds, checked: None };
    Ok(Answered { answer, evidence, claim, file })
}

/// A rule by notation or name.
fn rule(text: &str) -> Result<Rule> {
    text.parse()
}

/// A size that must fit a machine word, with a line of what it is for.
fn small(text: &str, what: &str) -> Result<u64> {
    parse_size(text)?.to_u64().ok_or_else(|| {
        Error::unsupported(format!("{what} {text} is too large to compute one by one; take one below 2^64"))
    })
}

/// How long a law is looked for unless somebody gives a limit.
const USUAL_TIME: Duration = Duration::from_secs(4);

/// Where what is known comes from: it is solved for, or was given.
struct Source<'a> {
    work: &'a Work<'a>,
    given: Option<&'a NimSequence>,
}

impl Source<'_> {
    /// What was given of a rule, if it reaches to a heap.
    fn given(&self, rule: &Rule, largest: &BigUint) -> Result<Option<NimSequence>> {
        let Some(given) = self.given.filter(|given| given.rule() == rule) else { return Ok(None) };
        if given.law().is_none() && *largest >= given.len().into() {
            let line =
                format!("values of {rule} are known below {}, not to {largest}; compute more", given.len());
            return Err(Error::unsupported(line));
        }
        Ok(Some(given.clone()))
    }

    /// The law of a rule, or its values: so many at the most, or as many as a few seconds allow.
    fn law(&self, rule: &Rule, limit: Option<u64>) -> Result<NimSequence> {
        match (self.given(rule, &BigUint::ZERO)?, limit) {
            (Some(given), _) => Ok(given),
            (None, Some(limit)) => laws::find(rule, limit, self.work),
            (None, None) => laws::find_within(rule, USUAL_TIME, self.work),
        }
    }

    /// The values of heaps up to the largest, one by one.
    fn values(&self, rule: &Rule, largest: u64) -> Result<NimSequence> {
        match self.given(rule, &largest.into())? {
            Some(given) => Ok(given.first(largest as usize + 1)),
            None => laws::values(rule, largest, self.work),
        }
    }

    /// What is known of pieces up to some sizes.
    fn up_to(&self, rule: &Rule, sizes: &Sizes, options: &Options) -> Result<Box<dyn Known>> {
        match self.given(rule, &sizes.to()[0])? {
            Some(given) => Ok(Box::new(given)),
            None => known::up_to(rule, sizes, options, self.work),
        }
    }

    /// What is known of pieces up to some sizes, within a limit of values or, without one, a few seconds.
    fn up_to_within(&self, rule: &Rule, sizes: &Sizes, limit: Option<&str>) -> Result<Box<dyn Known>> {
        match limit {
            Some(_) if rule.heap_rule().is_none() => {
                Err(Error::option("limit", &format!("is for heaps, not for {rule}")))
            }
            None if rule.heap_rule().is_some() => match self.given(rule, &sizes.to()[0])? {
                Some(given) => Ok(Box::new(given)),
                None => Ok(Box::new(laws::up_to_within(rule, &sizes.to()[0], USUAL_TIME, self.work)?)),
            },
            _ => self.up_to(rule, sizes, &options(None, limit)?),
        }
    }
}

/// Modulus and limit as they were written.
fn options(modulus: Option<&str>, limit: Option<&str>) -> Result<Options> {
    let modulus = modulus.map(parse_size).transpose()?;
    if modulus == Some(BigUint::ZERO) {
        return Err(Error::option("mod", "0: nothing has a residue modulo 0; take at least 1"));
    }
    let limit = limit.map(|limit| small(limit, "a limit of")).transpose()?;
    Ok(Options { modulus, limit: limit.unwrap_or(Options::default().limit) })
}

#[cfg(test)]
mod tests;
