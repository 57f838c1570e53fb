//! Answers: the question again, what was found, its status and its time. Every number that may pass 2^53 is a string.

use super::{CountKind, Question, ValueTable};
use crate::Status;
use serde::{Deserialize, Serialize};

/// The version of the JSON form; docs/json.md describes it.
pub const SCHEMA: u32 = 1;

/// An answer. Its JSON form is one object: `schema`, `question`, `kind` and what was found, `status`, `seconds`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// The version of the JSON form.
    pub schema: u32,
    /// What was asked.
    pub question: Question,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
    /// How much it claims.
    pub status: Status,
    /// How long it took.
    pub seconds: f64,
    /// The verdict of the independent checker, if it was asked at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<String>,
}

/// What was found, by kind.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Found {
    /// Nim-values.
    Values(FoundValues),
    /// A digest of nim-values.
    Digest(FoundDigest),
    /// A law, or what was observed.
    Law(FoundLaw),
    /// Rows of paper cutting with their tails.
    Rows(FoundRows),
    /// A theorem that gives every value.
    Formula(FoundFormula),
    /// A position taken apart.
    Moves(FoundMoves),
    /// A count.
    Count(FoundCount),
    /// Partitions of all numbers up to one.
    Table(FoundTable),
    /// A Project Euler problem.
    Problem(FoundProblem),
}

macro_rules! into_found {
    ($($kind:ident: $type:ty),*) => {$(
        impl From<$type> for Found {
            fn from(found: $type) -> Self {
                Found::$kind(found)
            }
        }
    )*};
}
into_found!(Values: FoundValues, Digest: FoundDigest, Law: FoundLaw, Rows: FoundRows, Formula: FoundFormula,
    Moves: FoundMoves, Count: FoundCount, Table: FoundTable, Problem: FoundProblem);

/// Nim-values.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FoundValues {
    /// The rule in canonical notation.
    pub rule: String,
    /// A list of values, or of rows where sizes have two numbers.
    pub values: ValueTable,
}

/// How many values, the largest and where, and a checksum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundDigest {
    /// The rule in canonical notation.
    pub rule: String,
    /// How many values.
    pub count: u64,
    /// The largest value.
    pub max_value: u32,
    /// The first piece that has it.
    pub max_value_at: String,
    /// FNV-1a of the values, in hexadecimal digits.
    pub checksum: String,
    /// Values a second.
    pub values_per_second: f64,
    /// The instructions that ran.
    pub simd: String,
}

/// A law, or a pattern that was observed; without either, period and its kin are null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundLaw {
    /// The rule in canonical notation.
    pub rule: String,
    /// The smallest period.
    pub period: Option<u64>,
    /// The last exception plus one.
    pub preperiod: Option<u64>,
    /// What is added from period to period.
    pub saltus: Option<i64>,
    /// The largest value; null if values grow for ever.
    pub max_value: Option<u32>,
    /// The first heap that has it.
    pub max_value_at: Option<u64>,
    /// The theorem that proves it.
    pub theorem: Option<String>,
    /// The formula, if the theorem is one.
    pub formula: Option<String>,
    /// m and k of the theorem: the most heaps a move leaves, and the most tokens it takes.
    pub parts: Option<u64>,
    /// k.
    pub reach: Option<u64>,
    /// The heaps whose values were checked, or the two times at which one state was met.
    pub window: Option<(u64, u64)>,
    /// How many values were computed.
    pub values_computed: u64,
    /// Bytes kept, of a law in a window.
    pub bytes_kept: Option<u64>,
    /// The size of the automata that prove it, of a law by automata.
    pub automaton: Option<AutomatonSize>,
    /// Why there is no law.
    pub reason: Option<String>,
    /// The sparse space in which values were computed.
    pub sparse_space: Option<SparseSpace>,
}

/// The size of a proof by automata.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutomatonSize {
    /// States of the automaton of all options.
    pub states: u64,
    /// Sets of them that occur.
    pub subsets: u64,
}

/// The sparse space of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SparseSpace {
    /// The mask on values; 0 if there is no sparse space.
    pub mask: u32,
    /// Whether the parity of the position counts.
    pub parity: bool,
    /// How many positions are rare.
    pub rare_positions: Option<u64>,
    /// The last of them.
    pub last_rare: Option<u64>,
    /// Bytes kept for each value.
    pub bytes_per_value: u8,
    /// The method in use.
    pub method: String,
}

/// Where each row of paper cutting becomes constant, and at what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundRows {
    /// The rule in canonical notation.
    pub rule: String,
    /// The rows, by width.
    pub rows: Vec<CutRow>,
    /// The theorem.
    pub theorem: String,
}

/// One row of paper cutting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutRow {
    /// The width.
    pub w: u64,
    /// The least height from which the row is constant.
    pub tail_start: u64,
    /// The value from there on.
    pub tail_value: u32,
    /// The largest value of the row.
    pub max_value: u32,
}

/// A theorem that gives every value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundFormula {
    /// The rule in canonical notation.
    pub rule: String,
    /// Its name.
    pub theorem: String,
    /// What it says.
    pub formula: String,
    /// Why, with the page that has the proof.
    pub proof: String,
}

/// A position taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundMoves {
    /// The rule in canonical notation.
    pub rule: String,
    /// The position.
    pub position: String,
    /// Its value.
    pub value: String,
    /// Its pieces with their values.
    pub pieces: Vec<PieceValue>,
    /// Every winning move.
    pub winning_moves: Vec<WinningMove>,
    /// How many there are.
    pub answer: String,
}

/// One piece and its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceValue {
    /// The piece.
    pub piece: String,
    /// Its value.
    pub value: String,
}

/// One winning move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinningMove {
    /// The piece it is made on.
    pub piece: String,
    /// What is done.
    pub action: String,
    /// What is left of the piece.
    pub leaves: String,
}

/// A count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundCount {
    /// What was counted.
    pub count: CountKind,
    /// The rule in canonical notation.
    pub rule: String,
    /// What was counted, in words.
    pub asked: String,
    /// The number, or its residue; of partitions those that are won.
    pub answer: String,
    /// Of partitions: those that are lost.
    pub lost: Option<String>,
    /// The modulus, if the answer is a residue.
    #[serde(rename = "mod")]
    pub modulus: Option<String>,
    /// What it rests on.
    pub basis: String,
    /// Of winning cuts: the polynomial in the height.
    pub polynomial: Option<String>,
    /// From where on it holds.
    pub polynomial_from: Option<u64>,
}

/// Won and lost partitions of 0, 1, 2, …
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundTable {
    /// The rule in canonical notation.
    pub rule: String,
    /// Those that are won.
    pub won: Residues,
    /// Those that are lost.
    pub lost: Residues,
    /// The modulus, if these are residues.
    #[serde(rename = "mod")]
    pub modulus: Option<String>,
    /// What they rest on.
    pub basis: String,
}

/// Numbers, or their residues, in decimal digits.
pub type Residues = Vec<String>;

/// A Project Euler problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundProblem {
    /// Its number.
    pub problem: u32,
    /// Its name.
    pub name: String,
    /// What is asked.
    pub asked: String,
    /// The answer.
    pub answer: String,
    /// The modulus, if the answer is a residue.
    #[serde(rename = "mod")]
    pub modulus: Option<String>,
    /// What it rests on.
    pub basis: String,
    /// The theorem in Coq that is this very answer, at the sizes of the statement (docs/machine-checked.md).
    pub machine_checked: Option<String>,
}
