//! Certificates: what a law or a count of Sprague rests on, in one file.
//!
//! A [`Certificate`] names a rule, a law of its nim-values, the theorem that carries the law from finitely
//! many values to all, perhaps a count read off the law, and it holds those finitely many values. This crate
//! reads and writes the file and computes nothing about games; `docs/certificate-format.md` describes every
//! byte. Whether a certificate is *right* is decided by the checker (`sprague-check`).
//!
//! ```
//! use sprague_certificate::{Certificate, Law, Limits, Theorem};
//!
//! // Nim-values of sub:1,2 are 0 1 2 0 1 2 …
//! let certificate = Certificate {
//!     tool: "example 1.0".into(),
//!     rule: "sub:1,2".into(),
//!     law: Law::Periodic { period: 3, preperiod: 0, minimal: true },
//!     theorem: Theorem::SubtractionWindow,
//!     count: None,
//!     splits: vec![],
//!     values: vec![0, 1, 2, 0, 1],
//! };
//! let mut file = Vec::new();
//! certificate.write(&mut file)?;
//! assert_eq!(Certificate::read(&file[..], &Limits::default())?, certificate);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod claim;
mod file;
mod packed;

pub use claim::{
    Certificate, Choice, Class, Count, Law, MachineState, MisereTail, Outcome, Question, Split, Theorem,
};
pub use file::{Limits, ReadError, VERSION};
