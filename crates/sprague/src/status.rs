//! How much an answer claims.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The one word every answer carries. Ordered from weakest to strongest, so that an answer that
/// rests on several parts takes the minimum of theirs.
///
/// ```
/// use sprague::Status;
/// assert_eq!(Status::Proved.min(Status::Computed), Status::Computed);
/// assert_eq!(Status::Proved.to_string(), "proved");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A pattern seen so far.
    Observed,
    /// Exact arithmetic on a rule that is not proved, or without any check.
    Computed,
    /// Passed a probabilistic check with a stated error bound.
    Verified,
    /// By a theorem whose hypotheses were checked, or by exhaustive computation.
    Proved,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Observed => "observed",
            Status::Computed => "computed",
            Status::Verified => "verified",
            Status::Proved => "proved",
        })
    }
}
