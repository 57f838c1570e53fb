//! **Questions** and **answers**: what every interface asks and gets, as plain data with a stable JSON form
//! (docs/json.md).
//!
//! - [`Question`]: values, a law, winning moves, a count, a Project Euler problem; rules and sizes as people
//!   write them
//! - [`Answer`]: repeats the question and carries the result, its status and its time; [`Recorded`]: one that
//!   was read from a file
//! - [`catch_panic`]: a defect costs one question its answer, and no other
//! - [`answer`]: from one to the other, solving each rule once; [`Answered`] keeps the evidence beside the
//!   answer, so that a certificate needs no second solution
//!
//! The command prints answers, the Python package wraps them, the web page draws them. No interface computes.

mod answer;
mod census;
mod count;
mod euler;
mod explain;
mod export;
mod law;
mod misere;
mod moves;
mod nim;
mod question;
mod snippets;
mod value;
mod values;
mod words;

pub use answer::{
    Answer, AutomatonSize, CutRow, ExplainedOption, ExplainedPiece, Found, FoundCensus, FoundCount,
    FoundDigest, FoundExplanation, FoundFormula, FoundHistogram, FoundLaw, FoundMisereLaw, FoundMove,
    FoundMoves, FoundNim, FoundProblem, FoundRows, FoundTable, FoundValue, FoundValues, FoundZeros, OpenHeap,
    PieceValue, Recorded, Residues, SCHEMA, ShiftedCode, SparseSpace,
};
pub use export::Format;
pub use law::{law_of_run, recorded, replayed, sparse_space};
pub use question::{
    CensusQuestion, CountQuestion, EulerQuestion, ExplainQuestion, LawQuestion, MovesQuestion, NimQuestion,
    Pieces, Question, ValueQuestion, ValuesQuestion,
};
pub use snippets::{Proved, Snippets, rule_commands, shell_word, snippets};
pub use value::piece_numbers;
pub use values::ValueTable;

use crate::certificates::{self, Certificate};
use crate::counts::Claim;
use crate::known::{self, Known};
use crate::laws::{self, Ended, NimSequence, Search, Searched};
use crate::rules::{Rule, Sizes, parse_size};
use crate::{CheckedBy, Count, Error, Modulus, Options, Result, Status, Work};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// An answer, with the evidence it was read off.
#[derive(Clone)]
pub struct Answered {
    answer: Answer,
    evidence: Option<Arc<dyn Known>>,
    claim: Option<(Claim, Count, Option<Modulus>)>,
    misere: Option<misere::Ground>,
    file: Option<Arc<[u8]>>,
}

impl Answered {
    /// An answer that was read off a record.
    fn without_evidence(question: Question, found: FoundLaw, status: Status) -> Self {
        let found = found.into();
        let answer = Answer { schema: SCHEMA, question, found, status, seconds: 0.0, checked_by: vec![] };
        Answered { answer, evidence: None, claim: None, misere: None, file: None }
    }

    /// The answer.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// The answer without its evidence.
    pub fn into_answer(self) -> Answer {
        self.answer
    }

    /// The same, with what the independent checker said of its certificate: a fact beside its status.
    pub fn checked(mut self, verdict: impl Into<String>) -> Self {
        self.answer.checked_by.push(CheckedBy::Checker { verdict: verdict.into() });
        self
    }

    /// The certificate as it is written to a file, of a row of the census that has one.
    pub fn certificate_file(&self) -> Option<&[u8]> {
        self.file.as_deref()
    }

    /// The certificate of the answer, from the evidence that is there.
    ///
    /// # Errors
    /// If the format has no certificate for such an answer.
    pub fn certificate(&self) -> Result<Certificate> {
        if let Some(ground) = &self.misere {
            return ground.certificate();
        }
        match (&self.evidence, &self.claim) {
            (Some(known), Some((claim, count, modulus))) => {
                certificates::of_count(known.as_ref(), claim, count, modulus.as_ref())
            }
            (Some(known), None) => certificates::of(known.as_ref()),
            (None, _) => Err(Error::no_certificate("the format has no certificate for this answer")),
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
    checked_by: Vec<CheckedBy>,
    evidence: Option<Arc<dyn Known>>,
    claim: Option<(Claim, Count, Option<Modulus>)>,
    misere: Option<misere::Ground>,
    file: Option<Arc<[u8]>>,
}

impl Reply {
    fn new(found: impl Into<Found>, status: Status) -> Self {
        let found = found.into();
        Reply { found, status, checked_by: vec![], evidence: None, claim: None, misere: None, file: None }
    }

    fn with_evidence(self, known: impl Into<Arc<dyn Known>>) -> Self {
        Reply { evidence: Some(known.into()), ..self }
    }

    fn with_claim(self, claim: Claim, count: Count, modulus: Option<Modulus>) -> Self {
        Reply { checked_by: count.checked_by.clone(), claim: Some((claim, count, modulus)), ..self }
    }

    fn checked(mut self, by: Option<CheckedBy>) -> Self {
        self.checked_by.extend(by);
        self
    }
}

/// Answers a question.
///
/// ```
/// use sprague::{Work, ask::{self, Question}};
/// let question: Question = serde_json::from_str(r#"{"ask":"count","count":"wins","rule":"0.07","to":"10^6"}"#).unwrap();
/// let answered = ask::answer(&question, &Work::quiet()).unwrap();
/// let json = serde_json::to_value(answered.answer()).unwrap();
/// assert_eq!((json["answer"].as_str(), json["status"].as_str()), (Some("852938"), Some("proved")));
/// assert!(answered.certificate().is_ok());
/// ```
pub fn answer(question: &Question, work: &Work) -> Result<Answered> {
    answer_with(question, &Source { work, given: None, time: USUAL_TIME })
}

/// Answers a question within some time, which takes the place of the few seconds that a law is usually
/// searched for.
///
/// # Errors
/// [`Error::OutOfTime`] if something else than a search takes longer.
///
/// ```
/// use sprague::{Work, ask::{self, Found, Question}};
/// use std::time::Duration;
/// let question: Question = serde_json::from_str(r#"{"ask":"law","rule":"grundy"}"#).unwrap();
/// let found = ask::answer_within(&question, Duration::from_millis(100), &Work::quiet()).unwrap();
/// assert!(matches!(found.answer().found(), Found::Law(law) if law.out_of_time));
/// ```
pub fn answer_within(question: &Question, time: Duration, work: &Work) -> Result<Answered> {
    answer_with(question, &Source { work: &work.within(time), given: None, time })
}

/// Whether the answer to a question can have a certificate, as far as that is known before anything is
/// computed: an interface asks this first, so that no caller waits for a certificate that cannot be.
///
/// # Errors
/// If there is none for such questions, and why.
///
/// ```
/// use sprague::ask::{Question, certifiable};
/// let question = |json: &str| serde_json::from_str::<Question>(json).unwrap();
/// assert!(certifiable(&question(r#"{"ask":"law","rule":"kayles"}"#)).is_ok());
/// let refused = certifiable(&question(r#"{"ask":"law","rule":"kayles","window":true}"#)).unwrap_err();
/// assert!(refused.to_string().contains("its values are not kept"));
/// assert!(certifiable(&question(r#"{"ask":"count","count":"wins","rule":"wythoff","to":"9x9"}"#)).is_err());
/// ```
pub fn certifiable(question: &Question) -> Result<()> {
    match question {
        Question::Law(LawQuestion { window: true, .. }) => Err(Error::no_certificate(
            "a law found in a window has no certificate, since its values are not kept; search without the window",
        )),
        Question::Law(question) => certificates::law_is_certifiable(&rule(&question.rule)?),
        Question::Count(question) => count::is_certifiable(question),
        Question::Euler(question) => euler::is_certifiable(question),
        Question::Values(_)
        | Question::Value(_)
        | Question::Moves(_)
        | Question::Explain(_)
        | Question::Nim(_)
        | Question::Census(_) => Err(Error::no_certificate("certificates are of laws and counts")),
    }
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
    answer_with(question, &Source { work, given: Some(known), time: USUAL_TIME })
}

/// Runs a computation; a panic in it, on this thread or on those it waits for, is [`Error::Internal`].
///
/// Interfaces compute inside of this, so that a defect costs one question its answer and no other. Nothing
/// that is shared stays broken: the engine keeps no state between questions, and locks that interfaces share
/// are taken whether poisoned or not.
///
/// ```
/// use sprague::{Error, ask::catch_panic};
/// assert_eq!(catch_panic(|| Ok::<_, Error>(7)), Ok(7));
/// let defect = catch_panic(|| -> Result<u8, Error> { panic!("what never happens") });
/// assert_eq!(defect, Err(Error::Internal("what never happens".into())));
/// ```
pub fn catch_panic<T, E: From<Error>>(
    compute: impl FnOnce() -> std::result::Result<T, E>,
) -> std::result::Result<T, E> {
    catch_unwind(AssertUnwindSafe(compute)).unwrap_or_else(|panic| Err(Error::of_panic(&*panic).into()))
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
        Question::Nim(question) => nim::answer(question),
    };
    // Values take threads where they need them: for those of heaps, asked for most, to start some would take
    // longer than to answer.
    let reply =
        if matches!(question, Question::Values(_)) { reply() } else { source.work.on_threads(reply) }?;
    let Reply { found, status, checked_by, evidence, claim, misere, file } = reply;
    let seconds = (start.elapsed().as_secs_f64() * 1e6).round() / 1e6;
    let answer = Answer { schema: SCHEMA, question: question.clone(), found, status, seconds, checked_by };
    Ok(Answered { answer, evidence, claim, misere, file })
}

/// A rule by notation or name.
fn rule(text: &str) -> Result<Rule> {
    text.parse()
}

/// A size that must fit a machine word, with a line of what it is for.
fn small(text: &str, what: &str) -> Result<u64> {
    parse_size(text)?.to_u64().ok_or_else(|| {
        Error::too_large(
            format!("{what} {text} is too large to compute one by one; take one below 2^64"),
            Some(u64::MAX),
        )
    })
}

/// How long a law is searched for without a limit of values.
const USUAL_TIME: Duration = Duration::from_secs(4);

/// Where what is known comes from: it is solved for, or was given.
struct Source<'a> {
    work: &'a Work<'a>,
    given: Option<&'a NimSequence>,
    /// How long a law is searched for without a limit of values.
    time: Duration,
}

impl Source<'_> {
    /// The search for a law within a limit of values or, without one, for some time.
    fn search(&self, limit: Option<u64>) -> Search {
        match limit {
            Some(limit) => Search::default().limit(limit),
            None => Search::default().time(self.time),
        }
    }

    /// What was given of a rule and computed by the engine, if it reaches to a heap: all answers but values
    /// one by one are proved, so recorded values are no evidence for them.
    fn given(&self, rule: &Rule, largest: &BigUint) -> Result<Option<NimSequence>> {
        let Some(given) = self.recorded(rule, largest)? else { return Ok(None) };
        if given.law().is_none() && *largest >= given.checked().into() {
            let line = format!(
                "values of {rule} to heap {largest} are recorded, and only the first {} were recomputed; raise the limit to recompute more",
                given.checked()
            );
            return Err(Error::not_known(line));
        }
        let computed = if given.law().is_some() { given.len() } else { given.checked() };
        Ok(Some(given.first(computed)))
    }

    /// What was given of a rule, if it reaches to a heap.
    fn recorded(&self, rule: &Rule, largest: &BigUint) -> Result<Option<NimSequence>> {
        let Some(given) = self.given.filter(|given| given.rule() == rule) else { return Ok(None) };
        if given.law().is_none() && *largest >= given.len().into() {
            let line =
                format!("values of {rule} are known below {}, not to {largest}; compute more", given.len());
            return Err(Error::not_known(line));
        }
        Ok(Some(given.clone()))
    }

    /// The law of a rule, or its values: at most `limit` of them, or as many as a few seconds allow.
    fn law(&self, rule: &Rule, limit: Option<u64>) -> Result<Searched<NimSequence>> {
        match self.given(rule, &BigUint::ZERO)? {
            Some(known) => {
                let ended = if known.law().is_some() { Ended::Law } else { Ended::Limit };
                Ok(Searched { known, ended })
            }
            None => self.search(limit).find(rule, self.work),
        }
    }

    /// The values of heaps up to the largest, one by one.
    fn values(&self, rule: &Rule, largest: u64) -> Result<NimSequence> {
        match self.recorded(rule, &largest.into())? {
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

    /// Values of heaps up to the largest, computing at most `limit` of them: by a law if one is proved on the
    /// way.
    fn limited(&self, rule: &Rule, largest: &BigUint, limit: u64) -> Result<NimSequence> {
        let wanted = largest + 1u32;
        let known = laws::find(rule, wanted.to_u64().unwrap_or(u64::MAX).min(limit), self.work)?;
        if known.law().is_none() && wanted > known.len().into() {
            return Err(Error::NoLaw { rule: rule.to_string(), limit });
        }
        Ok(known)
    }

    /// What is known of some pieces, within a limit of values or, without one, a few seconds.
    fn of_pieces(&self, rule: &Rule, pieces: &[Vec<BigUint>], limit: Option<&str>) -> Result<Box<dyn Known>> {
        match limit.is_none().then(|| known::of_pieces_alone(rule, pieces, self.work)).flatten() {
            Some(known) => known,
            None => self.up_to_within(rule, &known::sizes_of(rule, pieces)?, limit),
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
                None => Ok(Box::new(self.search(None).up_to(rule, &sizes.to()[0], self.work)?)),
            },
            Some(limit) => match self.given(rule, &sizes.to()[0])? {
                Some(given) => Ok(Box::new(given)),
                None => Ok(Box::new(self.limited(rule, &sizes.to()[0], small(limit, "a limit of")?)?)),
            },
            None => self.up_to(rule, sizes, &Options::default()),
        }
    }
}

/// Modulus and limit as they were written.
fn options(modulus: Option<&str>, limit: Option<&str>) -> Result<Options> {
    let modulus = modulus.map(|modulus| Modulus::new(parse_size(modulus)?)).transpose()?;
    let limit = limit.map(|limit| small(limit, "a limit of")).transpose()?;
    Ok(Options { modulus, limit: limit.unwrap_or(Options::default().limit) })
}

#[cfg(test)]
mod tests;
