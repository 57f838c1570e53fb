//! What a certificate says. Every type here is a piece of the JSON header, except the values themselves.

use serde::{Deserialize, Deserializer, Serialize, de::Error};

/// A rule, a law of its nim-values, the values the law rests on, and perhaps a count read off the law.
///
/// Nothing in it is to be believed before it was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Name and version of the program that wrote the certificate, for the record only.
    pub tool: String,
    /// The rule in canonical notation: `0.07`, `4.3`, `sub:1,3,4`, `allbut:1,2`, `split:3`, `cut`, `cards`.
    pub rule: String,
    /// What is claimed of the nim-values.
    pub law: Law,
    /// The theorem by which the stored values prove the law.
    pub theorem: Theorem,
    /// A number read off the law, if one is claimed.
    pub count: Option<Count>,
    /// Hints that make the check of a take-and-break code fast; at most [`Certificate::MAX_SPLITS`] of them.
    pub splits: Vec<Split>,
    /// The nim-values. For heap rules `values[n]` belongs to a heap of n, from n = 0 on. For `cut` the rows
    /// w = 1, 2, … follow one another, row w being G(w,1), …, G(w,T_w). For `cards` there are none.
    pub values: Vec<u16>,
}

impl Certificate {
    /// More splits than this are refused by the reader.
    pub const MAX_SPLITS: usize = 8;

    /// The bytes of memory that the certificate holds, for those who count them.
    pub fn memory(&self) -> u64 {
        let Certificate { tool, rule, law, theorem: _, count, splits, values } = self;
        let count = count.iter().map(|count| {
            count.question.memory()
                + count.answer.capacity()
                + count.modulus.as_ref().map_or(0, String::capacity)
        });
        let lists = law.memory() + size_of_list(splits) + size_of_list(values) + count.sum::<usize>();
        (size_of::<Certificate>() + tool.capacity() + rule.capacity() + lists) as u64
    }
}

/// What a vector holds on the heap, but for what its items hold there.
fn size_of_list<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// What a vector of texts holds.
fn size_of_texts(list: &Vec<String>) -> usize {
    size_of_list(list) + list.iter().map(String::capacity).sum::<usize>()
}

/// A law of the nim-values G of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Law {
    /// No law: the stored values are right, and nothing is said of others.
    Table {},
    /// G(x + period) = G(x) for all x ≥ preperiod.
    Periodic {
        /// The period p ≥ 1.
        period: u64,
        /// A heap from which on the period holds, 0 or larger.
        preperiod: u64,
        /// Whether the period is claimed to be the least one, and the preperiod to be the least for it, the
        /// last exception plus one. Without this claim neither need be.
        minimal: bool,
    },
    /// G(x + period) = G(x) + saltus for all x ≥ preperiod.
    ArithmeticPeriodic {
        /// The period p ≥ 1.
        period: u64,
        /// A heap from which on the law holds, 0 or larger.
        preperiod: u64,
        /// The saltus s ≥ 0.
        saltus: u64,
        /// Whether the period is claimed to be the least one, and the preperiod to be the least for it.
        /// Without this claim neither need be.
        minimal: bool,
    },
    /// `split:2`: G(n) = (n − 1) mod 2. `split:K`, K ≥ 4: G(n) = n − 1. For all n ≥ 1.
    ClosedForm {},
    /// `cut`: row w is constant from height `tails[w − 1]` on, and from no smaller height, w = 1 … W.
    Tails {
        /// T_1, …, T_W.
        tails: Vec<u64>,
    },
    /// `cards`: the known formula for the number of strings of each value, compared with the rule itself for
    /// all strings of at most `checked` cards.
    CardFormula {
        /// The length to which the formula is to be compared with the rule.
        checked: u64,
    },
    /// Rules of arithmetic with a formula for all values (`docs/arithmetic-games.md`), compared with the rule
    /// itself for all heaps up to `checked`. Since version 3.
    Formula {
        /// The largest heap for which the formula is to be compared with the rule.
        checked: u64,
    },
    /// G(n) is the stored value for n < preperiod, and G(preperiod + r + period·q) = f_r(q) for 0 ≤ r <
    /// period, each f_r a line or given by a machine. Since version 2.
    Automatic {
        /// p, the number of classes.
        period: u64,
        /// n0 ≥ 1, the number of stored values and the heap at which the classes begin. The theorem needs n0
        /// ≥ 1, so a law that holds from heap 0 on has n0 = 1 here.
        preperiod: u64,
        /// f_0, …, f_{p−1}.
        classes: Vec<Class>,
        /// The states of the classes that are no lines.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        machines: Vec<MachineState>,
        /// Whether all classes are lines and p is claimed to be the least number of lines that G is made of
        /// from some heap on, and n0 the least such heap ≥ 1. A checker then tells the least such heap, which
        /// may be 0.
        minimal: bool,
    },
    /// Misère play: the quotient (Q, 𝒫, Φ) of the stored heaps, and perhaps a law of Φ for all heaps. The
    /// elements of Q are numbers, 0 is the identity. The stored values are, in this order: Φ of the heaps 0,
    /// 1, …; for each generator where it takes each element; the elements of 𝒫, ascending. Since version 4.
    Misere {
        /// The number of elements of Q.
        order: u64,
        /// The number of heaps whose images are stored.
        heaps: u64,
        /// The heaps whose images generate Q, ascending.
        generators: Vec<u64>,
        /// The number of elements of 𝒫.
        lost: u64,
        /// If present: Q is the quotient of all heaps, and Φ repeats.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some_tail")]
        tail: Option<MisereTail>,
    },
}

/// Φ(x + period) = Φ(x) for all x ≥ preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereTail {
    /// The period p ≥ 1.
    pub period: u64,
    /// A heap from which on the period holds, 0 or larger.
    pub preperiod: u64,
    /// Whether both are claimed to be the least ones.
    pub minimal: bool,
}

fn some_tail<'de, D: Deserializer<'de>>(from: D) -> Result<Option<MisereTail>, D::Error> {
    MisereTail::deserialize(from).map(Some)
}

/// The values of one class of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Class {
    /// f(q) = start + saltus·q, as `[start, saltus]`.
    Line(u64, u64),
    /// The function of a state of the machines, as its number.
    Machine(u32),
}

/// A state of a machine: it reads q and f(q) side by side, lowest bits first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineState {
    /// The states after the letters (0,0), (0,1), (1,0), (1,1): bit of q, bit of f(q).
    pub next: [Option<u32>; 4],
    /// Whether the pair q = 0, f(q) = 0 belongs to the state.
    pub zero: bool,
}

/// The theorem that carries a law from the stored values to all others (`docs/certificate-format.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theorem {
    /// For [`Law::Table`]: each stored value is the mex of its options.
    Definition,
    /// For periodic laws of take-and-break codes: the theorem of Guy and Smith, for up to m parts.
    TakeAndBreakPeriod,
    /// For periodic laws of subtraction sets: one repeated window of max S values.
    SubtractionWindow,
    /// For arithmetic-periodic laws of all-but sets: a repeated state.
    AllButState,
    /// For the closed forms of `split:K`.
    SplitClosedForm,
    /// For the constant tails of `cut`.
    CutTails,
    /// For [`Law::CardFormula`] (`docs/cards.md`).
    CardFormula,
    /// For [`Law::Automatic`]: the mex recursion, by automata (`docs/arithmetic-periodicity.md`).
    Automata,
    /// For [`Law::Formula`] (`docs/arithmetic-games.md`).
    Formula,
    /// For [`Law::Misere`] without a tail: the pair relation (`docs/misere.md`).
    MisereQuotient,
    /// For [`Law::Misere`] of rules whose removals end: the theorem of Guy and Smith for misère quotients.
    MiserePeriod,
    /// For [`Law::Misere`] of rules that leave no heap above a size: larger heaps have no move.
    MisereNoMove,
    /// For [`Law::Misere`] of rules that leave at most one heap, with removals that repeat forever: a
    /// repeated state.
    MisereState,
}

/// A number read off the law, in decimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// What is counted.
    pub question: Question,
    /// If present, the answer is the count modulo this number.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some_digits")]
    pub modulus: Option<String>,
    /// The answer.
    #[serde(deserialize_with = "digits")]
    pub answer: String,
}

/// A number in decimal digits, with no zero before it.
fn digits<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let text = String::deserialize(from)?;
    let all = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if all && (text == "0" || !text.starts_with('0')) {
        return Ok(text);
    }
    Err(D::Error::custom("expected a number in decimal digits, with no zero before it"))
}

fn some_digits<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    digits(from).map(Some)
}

fn list_of_digits<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    struct Digits(#[serde(deserialize_with = "digits")] String);
    Ok(Vec::<Digits>::deserialize(from)?.into_iter().map(|Digits(text)| text).collect())
}

/// What is counted.
///
/// Sizes are lists of decimal digits: one number for heaps, two (width and height, or column and row) for
/// sheets and for squares of boards. A range of sizes goes from `from` to `to` in each number, both included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// Heap rules: heaps of 1 ≤ n ≤ `upto` that the first player wins.
    Wins {
        /// The largest heap counted, in decimal digits.
        #[serde(deserialize_with = "digits")]
        upto: String,
    },
    /// `cut`: D(W,H), the winning first moves summed over all sheets of 2 ≤ w ≤ W, 2 ≤ h ≤ H.
    Moves {
        /// The largest width W.
        width: u64,
        /// The largest height H, in decimal digits.
        #[serde(deserialize_with = "digits")]
        height: String,
    },
    /// Heap rules: partitions of `of` into heaps whose sum the first player wins, or loses.
    Partitions {
        /// The number that is partitioned.
        of: u64,
        /// Which partitions are counted.
        outcome: Outcome,
    },
    /// `split:3`: partitions of `of` that the first player wins under `split:k`, summed over k = 2 … `of`.
    ScatterstoneWins {
        /// The number that is partitioned.
        of: u64,
    },
    /// `cards`: starts of `suits` suits of `cards` cards that the first player loses. Needs a prime modulus.
    CardTuples {
        /// Cards in a suit.
        cards: u64,
        /// Number of suits.
        suits: u64,
    },
    /// Heaps, sheets, squares: pieces of some sizes that the first player wins, or loses. Since version 3.
    Pieces {
        /// The smallest size.
        #[serde(deserialize_with = "list_of_digits")]
        from: Vec<String>,
        /// The largest size.
        #[serde(deserialize_with = "list_of_digits")]
        to: Vec<String>,
        /// Which pieces are counted.
        outcome: Outcome,
    },
    /// Heaps, sheets, squares: choices of a number of pieces of some sizes whose sum the first player wins,
    /// or loses. Since version 3.
    Choices {
        /// How pieces are chosen.
        choice: Choice,
        /// How many pieces are chosen, in decimal digits.
        #[serde(deserialize_with = "digits")]
        pieces: String,
        /// The smallest size.
        #[serde(deserialize_with = "list_of_digits")]
        from: Vec<String>,
        /// The largest size.
        #[serde(deserialize_with = "list_of_digits")]
        to: Vec<String>,
        /// Which choices are counted.
        outcome: Outcome,
    },
    /// Heap rules: winning first moves, summed over all single heaps of some sizes. Since version 3.
    FirstMoves {
        /// The smallest size.
        #[serde(deserialize_with = "list_of_digits")]
        from: Vec<String>,
        /// The largest size.
        #[serde(deserialize_with = "list_of_digits")]
        to: Vec<String>,
    },
    /// Heap rules: numbers 1 ≤ n ≤ `upto` such that the heaps a·n, for all `multiples` a, together are won,
    /// or lost. Since version 3.
    Pattern {
        /// The multiples a.
        multiples: Vec<u64>,
        /// The largest n, in decimal digits.
        #[serde(deserialize_with = "digits")]
        upto: String,
        /// Which n are counted.
        outcome: Outcome,
    },
    /// Heaps, sheets: `counts[v]` pieces of some sizes have the value v, and no piece has a further value.
    /// The answer is how many pieces there are. Since version 3.
    Histogram {
        /// The smallest size.
        #[serde(deserialize_with = "list_of_digits")]
        from: Vec<String>,
        /// The largest size.
        #[serde(deserialize_with = "list_of_digits")]
        to: Vec<String>,
        /// How many pieces have the values 0, 1, 2, …; with a modulus, the residues.
        #[serde(deserialize_with = "list_of_digits")]
        counts: Vec<String>,
    },
    /// Heap rules: `heaps` are the heaps of some sizes that the first player loses, in ascending order. The
    /// answer is how many there are. Since version 3.
    Zeros {
        /// The smallest size.
        #[serde(deserialize_with = "list_of_digits")]
        from: Vec<String>,
        /// The largest size.
        #[serde(deserialize_with = "list_of_digits")]
        to: Vec<String>,
        /// The lost heaps.
        heaps: Vec<u64>,
    },
}

impl Question {
    /// What it holds on the heap.
    fn memory(&self) -> usize {
        match self {
            Question::Wins { upto: digits } | Question::Moves { height: digits, width: _ } => {
                digits.capacity()
            }
            Question::Partitions { .. } | Question::ScatterstoneWins { .. } | Question::CardTuples { .. } => {
                0
            }
            Question::Pieces { from, to, outcome: _ } | Question::FirstMoves { from, to } => {
                size_of_texts(from) + size_of_texts(to)
            }
            Question::Choices { from, to, pieces, choice: _, outcome: _ } => {
                size_of_texts(from) + size_of_texts(to) + pieces.capacity()
            }
            Question::Pattern { multiples, upto, outcome: _ } => size_of_list(multiples) + upto.capacity(),
            Question::Histogram { from, to, counts } => {
                size_of_texts(from) + size_of_texts(to) + size_of_texts(counts)
            }
            Question::Zeros { from, to, heaps } => {
                size_of_texts(from) + size_of_texts(to) + size_of_list(heaps)
            }
        }
    }

    /// The first version of the format that has the question.
    pub(crate) fn version(&self) -> u64 {
        match self {
            Question::Wins { .. }
            | Question::Moves { .. }
            | Question::Partitions { .. }
            | Question::ScatterstoneWins { .. }
            | Question::CardTuples { .. } => 1,
            Question::Pieces { .. }
            | Question::Choices { .. }
            | Question::FirstMoves { .. }
            | Question::Pattern { .. }
            | Question::Histogram { .. }
            | Question::Zeros { .. } => 3,
        }
    }
}

impl Law {
    /// What it holds on the heap.
    fn memory(&self) -> usize {
        match self {
            Law::Tails { tails } => size_of_list(tails),
            Law::Automatic { classes, machines, .. } => size_of_list(classes) + size_of_list(machines),
            Law::Misere { generators, .. } => size_of_list(generators),
            Law::Table {}
            | Law::Periodic { .. }
            | Law::ArithmeticPeriodic { .. }
            | Law::ClosedForm {}
            | Law::CardFormula { .. }
            | Law::Formula { .. } => 0,
        }
    }

    /// The first version of the format that has the law.
    pub(crate) fn version(&self) -> u64 {
        match self {
            Law::Automatic { .. } => 2,
            Law::Formula { .. } => 3,
            Law::Misere { .. } => 4,
            Law::Table {}
            | Law::Periodic { .. }
            | Law::ArithmeticPeriodic { .. }
            | Law::ClosedForm {}
            | Law::Tails { .. }
            | Law::CardFormula { .. } => 1,
        }
    }
}

/// How pieces are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// In order, the same piece as often as one likes.
    Tuples,
    /// Without order, the same piece as often as one likes.
    Multisets,
    /// Without order, no piece twice.
    Sets,
    /// In order, no piece twice.
    OrderedSets,
}

/// Who wins, with the first player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The first player wins: the nim-value is not 0.
    Won,
    /// The first player loses: the nim-value is 0.
    Lost,
}

/// A division of positions into odd and even ones, of which one kind should be rare.
///
/// Position n is odd if popcount(G(n) & mask) is; with `parity`, if popcount(G(n) & mask) + n is. Every mask
/// is sound; a good one makes one of the two kinds rare and the check fast. A code that breaks at even and at
/// odd t may need a split for each: in the first case the even positions should be rare, in the second, with
/// `parity`, the odd ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Split {
    /// The mask on nim-values.
    pub mask: u16,
    /// Whether the parity of the position counts as well.
    pub parity: bool,
}
