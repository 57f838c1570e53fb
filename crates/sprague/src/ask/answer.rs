//! Answers: the question again, what was found, its status and its time. Every number that may pass 2^53 is a
//! string.

use super::{Question, ValueTable};
use crate::misere::Outcome;
use crate::{CheckedBy, Status};
use serde::{Deserialize, Serialize};

/// The version of the JSON form; docs/json.md describes it.
pub const SCHEMA: u32 = 2;

/// An answer. Its JSON form is one object: `schema`, `question`, `kind` and what was found, `status`,
/// `seconds`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Answer {
    /// The version of the JSON form.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub(super) schema: u32,
    /// What was asked.
    pub(super) question: Question,
    /// What was found.
    #[serde(flatten)]
    pub(super) found: Found,
    /// How much it claims.
    pub(super) status: Status,
    /// How long it took.
    pub(super) seconds: f64,
    /// What checked it, in addition to the computation that found it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) checked_by: Vec<CheckedBy>,
}

impl Answer {
    /// What was asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// What was found.
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// The same without the rest of the answer.
    pub fn into_found(self) -> Found {
        self.found
    }

    /// How much it claims.
    pub fn status(&self) -> Status {
        self.status
    }

    /// How long it took.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// What checked it, in addition to the computation that found it.
    pub fn checked_by(&self) -> &[CheckedBy] {
        &self.checked_by
    }
}

/// An answer that was written down, as it is read again. It says what its writer says, and nothing here has
/// verified it: its status is a word. Only [`answer`](super::answer()) and its like make an [`Answer`], and
/// nothing changes one:
///
/// ```compile_fail
/// let answer: sprague::ask::Answer = serde_json::from_str("{}").unwrap();
/// ```
///
/// ```
/// use sprague::ask::{self, Recorded};
/// let question = serde_json::from_str(r#"{"ask":"value","rule":"kayles","sizes":["7"]}"#)?;
/// let answered = ask::answer(&question, &sprague::Work::quiet())?;
/// let json = serde_json::to_string(answered.answer())?;
/// let recorded: Recorded = serde_json::from_str(&json)?;
/// assert_eq!((recorded.question(), recorded.word()), (&question, "proved"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Recorded(#[serde(deserialize_with = "Written::deserialize")] Answer);

/// The fields of an [`Answer`] as they are read.
#[derive(Deserialize)]
#[serde(remote = "Answer")]
struct Written {
    schema: u32,
    question: Question,
    #[serde(flatten)]
    found: Found,
    #[serde(deserialize_with = "crate::status::recorded")]
    status: Status,
    seconds: f64,
    #[serde(default)]
    checked_by: Vec<CheckedBy>,
}

impl From<Answer> for Recorded {
    fn from(answer: Answer) -> Self {
        Recorded(answer)
    }
}

impl Recorded {
    /// What was asked.
    pub fn question(&self) -> &Question {
        &self.0.question
    }

    /// What it says was found.
    pub fn found(&self) -> &Found {
        &self.0.found
    }

    /// The word of its status.
    pub fn word(&self) -> &'static str {
        self.0.status.into()
    }

    /// Whether it says that it is proved.
    pub fn says_proved(&self) -> bool {
        self.0.status.is_proved()
    }

    /// How long it took.
    pub fn seconds(&self) -> f64 {
        self.0.seconds
    }
}

/// What was found, by kind.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Found {
    /// Nim-values.
    Values(FoundValues),
    /// Values of single pieces.
    Value(FoundValue),
    /// A digest of nim-values.
    Digest(FoundDigest),
    /// A law, or what was observed.
    Law(FoundLaw),
    /// The quotient of misère play, and its law if there is one.
    MisereLaw(FoundMisereLaw),
    /// Rows of paper cutting with their tails.
    Rows(FoundRows),
    /// A theorem that gives every value, or every lost position.
    Formula(FoundFormula),
    /// A position: its value, its pieces and its winning moves.
    Moves(FoundMoves),
    /// Why a position is won or lost.
    Explanation(FoundExplanation),
    /// A count.
    Count(FoundCount),
    /// Partitions of all numbers up to one.
    Table(FoundTable),
    /// How many pieces have each value.
    Histogram(FoundHistogram),
    /// Pieces that are lost.
    Zeros(FoundZeros),
    /// A Project Euler problem.
    Problem(FoundProblem),
    /// A row of the census.
    Census(FoundCensus),
    /// The value of an expression of nimbers.
    Nim(FoundNim),
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
into_found!(Values: FoundValues, Value: FoundValue, Digest: FoundDigest, Law: FoundLaw, MisereLaw: FoundMisereLaw, Rows: FoundRows, Formula: FoundFormula,
    Moves: FoundMoves, Explanation: FoundExplanation, Count: FoundCount, Table: FoundTable, Histogram: FoundHistogram,
    Zeros: FoundZeros, Problem: FoundProblem, Census: FoundCensus, Nim: FoundNim);

/// Nim-values.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundValues {
    /// The rule in canonical notation.
    pub rule: String,
    /// The size of the first value: 0 for heaps, 1x1 for sheets unless more was asked for.
    pub from: String,
    /// A list of values, or of rows where sizes have two numbers.
    pub values: ValueTable,
}

/// Values of single pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundValue {
    /// The rule in canonical notation.
    pub rule: String,
    /// The pieces as they were written, each with its value.
    pub values: Vec<PieceValue>,
    /// What they rest on.
    pub basis: String,
}

/// How many values, the largest and where, and a checksum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
    #[cfg_attr(feature = "schema", schemars(extend("pattern" = "^[0-9a-f]{16}$")))]
    pub checksum: String,
    /// Values per second.
    pub values_per_second: f64,
    /// The instructions that ran.
    pub simd: String,
}

/// A law, or a pattern that was observed; without either, period and its kin are null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundLaw {
    /// The rule in canonical notation.
    pub rule: String,
    /// The smallest period; of a law by class the number of classes.
    pub period: Option<u64>,
    /// The last exception plus one.
    pub preperiod: Option<u64>,
    /// What is added from period to period; null if that differs from class to class.
    pub saltus: Option<i64>,
    /// Where it differs: what is added in the class of heap preperiod, of the next one, and so on; null in a
    /// class whose values follow no line. Null if there is one saltus.
    #[serde(default)]
    pub saltus_by_class: Option<Vec<Option<u64>>>,
    /// The largest value; null if values grow forever.
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
    /// The heaps whose values were checked, or the two heaps at which one state occurs.
    pub window: Option<(u64, u64)>,
    /// How many values were computed.
    pub values_computed: u64,
    /// Bytes kept, of a law in a window.
    pub bytes_kept: Option<u64>,
    /// The size of the automata that prove it, of a law by automata.
    pub automaton: Option<AutomatonSize>,
    /// Why there is no law.
    pub reason: Option<String>,
    /// Why the theorem applies.
    pub because: Option<String>,
    /// Whether the search ended because time was up; a limit lets it go further.
    pub out_of_time: bool,
    /// The sparse space in which values were computed.
    pub sparse_space: Option<SparseSpace>,
}

impl FoundLaw {
    /// Period, preperiod and saltus in words; `None` if there is no law.
    ///
    /// ```
    /// use sprague::{Work, ask::{self, Found, Question}};
    /// let question: Question = serde_json::from_str(r#"{"ask":"law","rule":"0.64[00474]"}"#).unwrap();
    /// let answered = ask::answer(&question, &Work::quiet()).unwrap();
    /// let Found::Law(law) = answered.answer().found() else { panic!() };
    /// assert_eq!(law.shape().unwrap(), "5 classes from heap 12 on, saltus by class 4 0 4 4 4");
    /// ```
    pub fn shape(&self) -> Option<String> {
        shape(self.period, self.preperiod, self.saltus, self.saltus_by_class.as_deref())
    }
}

impl FoundCensus {
    /// Period, preperiod and saltus in words; `None` if there is no law.
    pub fn shape(&self) -> Option<String> {
        shape(self.period, self.preperiod, self.saltus, self.saltus_by_class.as_deref())
    }
}

fn shape(
    period: Option<u64>,
    preperiod: Option<u64>,
    saltus: Option<i64>,
    by_class: Option<&[Option<u64>]>,
) -> Option<String> {
    Some(crate::laws::shape((period?, preperiod?), saltus.map(i64::unsigned_abs), by_class))
}

/// The quotient of misère play (docs/misere.md): of all heaps if there is a law, else of the heaps up to some
/// one. Order, lost elements and lower bounds are proved in both cases; the status is that of the law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundMisereLaw {
    /// The rule in canonical notation.
    pub rule: String,
    /// The number of elements of the quotient.
    pub order: u64,
    /// The number of its lost elements.
    pub p_portion: u64,
    /// The smallest period of the images; null without a law.
    pub period: Option<u64>,
    /// The last exception plus one; null without a law.
    pub preperiod: Option<u64>,
    /// Whether the quotient is that of some Nim heaps; otherwise it is wild.
    pub tame: bool,
    /// The largest heap of the quotient; null if it covers all heaps.
    pub heaps_up_to: Option<u64>,
    /// The theorem that proves the law.
    pub theorem: Option<String>,
    /// The heaps whose images were checked.
    pub window: Option<(u64, u64)>,
    /// The heaps that generate the quotient; they are written a, b, c, ….
    pub generators: Vec<u64>,
    /// Generators, relations and lost elements; null if they are too many to print.
    pub presentation: Option<String>,
    /// The images of the first heaps.
    pub images: Vec<String>,
    /// The genera of the first heaps, as far as they were found at once.
    pub genera: Vec<String>,
    /// Heaps at which the quotient grew, with its order from there on.
    pub orders: Vec<(u64, u64)>,
    /// The heap at which the search ended, if its quotient did not close.
    pub open: Option<OpenHeap>,
    /// Why there is no law.
    pub reason: Option<String>,
    /// Whether the search ended because time was up; a limit lets it go further.
    pub out_of_time: bool,
}

/// A heap whose quotient is not known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct OpenHeap {
    /// The heap.
    pub heap: u64,
    /// Proved: the quotient of the heaps up to this one has at least this many elements.
    pub lower_bound: u64,
    /// The lower bound by number of copies of the heap. That it grows is an observation.
    pub by_level: Vec<u64>,
}

/// The size of a proof by automata.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct AutomatonSize {
    /// States of the automaton of all options.
    pub states: u64,
    /// Sets of them that occur.
    pub subsets: u64,
}

/// The sparse space of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct SparseSpace {
    /// The mask on values; 0 if there is no sparse space.
    pub mask: u32,
    /// Whether the parity of the position counts.
    pub parity: bool,
    /// How many positions from heap 1 on are rare.
    pub rare_positions: Option<u64>,
    /// The last of them; 0 if there is none.
    pub last_rare: Option<u64>,
    /// Bytes kept for each value.
    pub bytes_per_value: u8,
    /// The method in use.
    pub method: String,
}

/// Where each row of paper cutting becomes constant, and at what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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

/// A position: its value, its pieces and its winning moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundMoves {
    /// The rule in canonical notation.
    pub rule: String,
    /// The position.
    pub position: String,
    /// Its value.
    pub value: String,
    /// Its pieces with their values.
    pub pieces: Vec<PieceValue>,
    /// The first winning moves; equal pieces are played once.
    pub winning_moves: Vec<FoundMove>,
    /// The first of all moves, if they were asked for.
    pub moves: Option<Vec<FoundMove>>,
    /// How many winning moves there are, equal pieces counted once.
    pub answer: String,
    /// Whether that number is only a lower bound.
    pub at_least: bool,
    /// In misère play: who wins; absent in normal play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// One piece and its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct PieceValue {
    /// The piece.
    pub piece: String,
    /// Its value.
    pub value: String,
    /// In misère play: who wins; absent in normal play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// One move of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundMove {
    /// The piece it is made on.
    pub piece: String,
    /// The places of that piece in the position, from 1 on: more than one if equal pieces are there.
    pub heaps: Vec<u64>,
    /// What is done.
    pub action: String,
    /// What is left of the piece.
    pub leaves: String,
    /// The whole position it leads to.
    pub position: String,
    /// The value of that position.
    pub value: String,
    /// In misère play: who wins; absent in normal play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// Why a position is won or lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundExplanation {
    /// The rule in canonical notation.
    pub rule: String,
    /// What a move is.
    pub moves: String,
    /// The position.
    pub position: String,
    /// Its value: the xor of the values of its pieces.
    pub value: String,
    /// The values of the pieces in order.
    pub values: Vec<String>,
    /// The different pieces, each with the options that make its value.
    pub pieces: Vec<ExplainedPiece>,
    /// A move that wins, if there is one and it was found.
    pub winning_move: Option<FoundMove>,
    /// What the values rest on.
    pub basis: String,
    /// In misère play: who wins; absent in normal play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// In misère play: the lost elements of the quotient; absent in normal play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost_elements: Vec<String>,
}

/// One piece and why it has its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ExplainedPiece {
    /// The piece.
    pub piece: String,
    /// Its places in the position, from 1 on.
    pub heaps: Vec<u64>,
    /// Its value.
    pub value: String,
    /// For each smaller value an option that has it; null if there are too many options to go through.
    pub options: Option<Vec<ExplainedOption>>,
    /// The larger values that options have.
    pub larger: Vec<u64>,
}

/// A move on a piece and the value of what it leaves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ExplainedOption {
    /// The value of what is left.
    pub value: String,
    /// What is done.
    pub action: String,
    /// What is left.
    pub leaves: String,
}

/// A count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundCount {
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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

/// How many pieces have each value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundHistogram {
    /// The rule in canonical notation.
    pub rule: String,
    /// What was counted, in words.
    pub asked: String,
    /// Entry v counts value v; the last is not 0.
    pub counts: Residues,
    /// The modulus, if these are residues.
    #[serde(rename = "mod")]
    pub modulus: Option<String>,
    /// What they rest on.
    pub basis: String,
}

/// Pieces that are lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundZeros {
    /// The rule in canonical notation.
    pub rule: String,
    /// What was asked for, in words.
    pub asked: String,
    /// The pieces, in order.
    pub pieces: Vec<String>,
    /// How many there are.
    pub answer: String,
}

/// Numbers, or their residues, in decimal digits.
pub type Residues = Vec<String>;

/// A Project Euler problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
}

/// The value of an expression of nimbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundNim {
    /// The expression.
    pub asked: String,
    /// Its value.
    pub answer: String,
    /// What it rests on.
    pub basis: String,
}

/// A row of the census: what is known of a rule, as a table has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundCensus {
    /// The rule in canonical notation.
    pub rule: String,
    /// Its normal form, which was computed and which the certificate is of (docs/census.md).
    pub normal: String,
    /// The value of the rule at n + shift is the normal form's at n.
    pub shift: u64,
    /// Codes with the same normal form, as far as they were asked for.
    pub codes: Vec<ShiftedCode>,
    /// The smallest period; of a row that is not proved, one that was observed.
    pub period: Option<u64>,
    /// The last exception plus one.
    pub preperiod: Option<u64>,
    /// What is added from period to period; null if that differs from class to class.
    pub saltus: Option<i64>,
    /// Where it differs: what is added in the class of heap preperiod, of the next one, and so on; null in a
    /// class whose values follow no line. Null if there is one saltus.
    #[serde(default)]
    pub saltus_by_class: Option<Vec<Option<u64>>>,
    /// The largest value; null if values grow forever.
    pub max_value: Option<u32>,
    /// The first heap that has it.
    pub max_value_at: Option<u64>,
    /// The theorem that proves it.
    pub theorem: Option<String>,
    /// What all values are, if the saltus differs from class to class.
    pub formula: Option<String>,
    /// How many values were computed.
    pub values_computed: u64,
    /// Why fewer were computed than the limit: `time` or `memory`.
    pub stopped: Option<String>,
    /// Why a law that all values agree with is not decided.
    pub undecided: Option<String>,
    /// How many further heaps of value 0 before the first would still follow a law of preperiod 0.
    pub zeros_before: u64,
    /// The mask of the sparse space of the normal form; null if there is none.
    pub sparse_mask: Option<u32>,
    /// Whether the parity of the position counts there.
    pub sparse_parity: Option<bool>,
    /// How many positions of the rule from heap 1 on are rare there.
    pub rare_positions: Option<u64>,
    /// The last of them; 0 if there is none.
    pub last_rare: Option<u64>,
    /// Bytes of memory that the computation was given.
    pub memory: u64,
    /// The engine and its version.
    pub engine: String,
    /// SHA-256 of the certificate, in hexadecimal digits; null if there is none.
    pub certificate: Option<String>,
}

/// A code, and how far it is behind another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ShiftedCode {
    /// The code.
    pub code: String,
    /// Its value at n + shift is the other's at n.
    pub shift: u64,
}
