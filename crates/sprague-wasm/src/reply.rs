//! The reply to a request.

use bytes::Bytes;
use serde::Serialize;
use sprague_routes::{Problem, json};

/// A status, the content type, further headers and the body, as a server would send them.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The status of HTTP.
    pub status: u16,
    /// The content type.
    pub kind: &'static str,
    /// Further headers.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Bytes,
}

/// The content type of most replies.
pub(crate) const JSON: &str = "application/json";

impl Reply {
    /// A body of some type.
    pub(crate) fn new(kind: &'static str, body: Bytes) -> Self {
        Reply { status: 200, kind, headers: vec![], body }
    }

    /// A type as JSON, at most this many bytes of it.
    pub(crate) fn of(body: &impl Serialize, most: usize) -> Result<Self, Problem> {
        Ok(Reply::new(JSON, json(body, most)?))
    }

    /// A file to save under a name.
    pub(crate) fn file(kind: &'static str, name: &str, body: Bytes) -> Self {
        let header = ("content-disposition", format!("attachment; filename=\"{name}\""));
        Reply { headers: vec![header], ..Reply::new(kind, body) }
    }
}

impl From<Problem> for Reply {
    fn from(problem: Problem) -> Self {
        let status = problem.status;
        let body = serde_json::to_vec(&problem.body()).unwrap_or_default();
        Reply { status, ..Reply::new(JSON, body.into()) }
    }
}
