//! How much an answer claims.

use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// The one word every answer carries. Ordered from weakest to strongest, so that an answer that
/// rests on several parts takes the minimum of theirs. Random checks, the independent checker and theorems
/// in Coq are further facts about an answer, shown beside the word.
///
/// ```
/// use sprague::{Status, Work, laws};
/// let known = laws::find(&"kayles".parse().unwrap(), 1000, &Work::quiet()).unwrap();
/// let proved = known.law().unwrap().status();
/// assert!(proved.is_proved() && proved.to_string() == "proved");
/// assert_eq!(proved.min(Status::Computed), Status::Computed);
/// ```
///
/// Nothing but evidence makes it `Proved`:
///
/// ```compile_fail
/// let status = sprague::Status::Proved(sprague::Proof(()));
/// ```
///
/// ```compile_fail
/// let status: sprague::Status = serde_json::from_str("\"proved\"").unwrap();
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "&'static str")]
pub enum Status {
    /// A pattern seen so far.
    Observed,
    /// Exact arithmetic on top of something that is not proved.
    Computed,
    /// By a theorem whose hypotheses were checked, or by exhaustive computation.
    Proved(Proof),
}

/// That there is evidence; nothing else makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Proof(());

/// What proves an answer: a type whose values exist only after its hypotheses were checked, or its
/// computation exhausted.
pub(crate) trait Evident {}

const PROVED: Status = Status::Proved(Proof(()));

impl Status {
    /// Proved, by this evidence.
    pub(crate) fn proved_by(_: &impl Evident) -> Status {
        PROVED
    }

    /// What a record says: an answer that was stored, a row of the census. It repeats the record's word and
    /// derives nothing.
    pub(crate) fn recorded(word: &str) -> Option<Status> {
        let all = [Status::Observed, Status::Computed, PROVED];
        all.into_iter().find(|status| <&str>::from(*status) == word)
    }

    /// Whether it is proved.
    pub fn is_proved(self) -> bool {
        matches!(self, Status::Proved(_))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Status {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Status".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let all = [Status::Observed, Status::Computed, PROVED];
        schemars::json_schema!({"enum": all.map(<&str>::from)})
    }
}

/// The word of a record, which stays inside a type that says it is one.
pub(crate) fn recorded<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Status, D::Error> {
    let word = String::deserialize(deserializer)?;
    let wrong = || format!("`{word}` is not a status: observed, computed or proved");
    Status::recorded(&word).ok_or_else(|| serde::de::Error::custom(wrong()))
}

impl From<Status> for &'static str {
    fn from(status: Status) -> Self {
        match status {
            Status::Observed => "observed",
            Status::Computed => "computed",
            Status::Proved(_) => "proved",
        }
    }
}

/// Who checked an answer, in addition to the computation that found it: a fact beside its [`Status`], which
/// it never raises.
///
/// ```
/// use sprague::CheckedBy;
/// let theorem = CheckedBy::Coq { theorem: "Euler798.euler_798".into() };
/// assert_eq!(theorem.to_string(), "Coq: theorem Euler798.euler_798 (proofs/answers)");
/// assert_eq!(serde_json::to_string(&theorem).unwrap(), r#"{"by":"coq","theorem":"Euler798.euler_798"}"#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "by", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CheckedBy {
    /// A random evaluation of a transform, which a wrong result passes with a small probability.
    RandomTest {
        /// That probability, at most.
        error: String,
    },
    /// The independent checker, from a certificate.
    Checker {
        /// What it verified.
        verdict: String,
    },
    /// A theorem in Coq that is this very answer (docs/machine-checked.md).
    Coq {
        /// Its name in proofs/answers.
        theorem: String,
    },
}

impl fmt::Display for CheckedBy {
    /// Who, and what they say: what follows "checked by".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckedBy::RandomTest { error } => write!(f, "a random test: error probability at most {error}"),
            CheckedBy::Checker { verdict } => write!(f, "the independent checker: {verdict}"),
            CheckedBy::Coq { theorem } => write!(f, "Coq: theorem {theorem} (proofs/answers)"),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str((*self).into())
    }
}
