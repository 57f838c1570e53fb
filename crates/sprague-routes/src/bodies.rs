//! The bodies of responses as types. `openapi.json` holds their schemas; a test generates it from them.

use serde::Serialize;
use sprague::Status;
use sprague::census::CensusRow;

/// Every word that says why there is no answer.
#[cfg(feature = "schema")]
pub const CODES: [&str; 20] = [
    "json",
    "notation",
    "option",
    "query",
    "certificate",
    "origin",
    "address",
    "method",
    "slow",
    "size",
    "type",
    "host",
    "unsupported",
    "no-law",
    "memory",
    "large",
    "busy",
    "internal",
    "time",
    "stopped",
];

macro_rules! bodies {
    ($($(#[$about:meta])* $name:ident { $($(#[$key_about:meta])* $key:ident: $type:ty),* $(,)? })*) => {$(
        $(#[$about])*
        #[derive(Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
        #[allow(missing_docs)] // Keys that say what they hold; README.md of sprague-web has them all.
        pub struct $name {
            $($(#[$key_about])* pub $key: $type,)*
        }
    )*};
}

bodies! {
    /// Why there is no answer.
    Problem {
        /// One line for people.
        error: String,
        /// One word for programs.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = CODES)))]
        code: &'static str,
    }
    /// Why there is no answer, as an event.
    ProblemEvent {
        /// One line for people.
        error: String,
        /// One word for programs.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = CODES)))]
        code: &'static str,
        /// The status that a response would have.
        status: u16,
    }
    /// Version, load and limits.
    About {
        version: &'static str,
        /// The version of the JSON form of answers.
        schema: u32,
        /// Questions that are being answered.
        running: usize,
        /// Questions that wait.
        waiting: usize,
        /// Questions that did not stop in time.
        overruns: usize,
        limits: AboutLimits,
    }
    /// The limits of one question.
    AboutLimits {
        seconds: f64,
        memory: u64,
        values: u64,
        answer: usize,
        question: usize,
        upload: usize,
        steps: u64,
        moves: u64,
        position: usize,
    }
    /// Rules that were found, and how rules are written.
    Rules {
        rules: Vec<RuleSummary>,
        notations: Vec<NotationLine>,
    }
    /// A rule in a list.
    RuleSummary {
        /// Canonical notation.
        rule: String,
        /// Its name, as a heading.
        title: Option<String>,
        names: Vec<&'static str>,
        /// What a move is.
        line: String,
        /// The sequence of the OEIS that its values are.
        oeis: Option<&'static str>,
        /// Whether the text is its notation, its name or its title.
        exact: bool,
    }
    /// One way to write rules.
    NotationLine {
        pattern: &'static str,
        line: &'static str,
        example: &'static str,
        /// The name of the example, as a heading.
        title: Option<String>,
    }
    /// One rule.
    Rule {
        /// Canonical notation.
        rule: String,
        /// Its name, as a heading.
        title: Option<String>,
        /// What a move is.
        line: String,
        names: Vec<RuleName>,
        oeis: Option<Oeis>,
        /// Its lost positions, where they follow a law that the values do not.
        lost: Option<&'static str>,
        /// The formats that its values are sent in.
        formats: Vec<&'static str>,
        usual: UsualSizes,
        /// Whether its formula has a certificate.
        certificate: bool,
        /// The page that is about it.
        page: String,
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["heaps", "sheets", "pairs", "triples", "suits", "trees", "graphs", "positions", "other"])))]
        pieces: &'static str,
        /// How many numbers a size has.
        numbers: usize,
        /// The least size.
        least: String,
        /// Whether values can be listed one by one.
        values: bool,
        /// A position to begin with.
        position: Option<String>,
        /// Its row in the census that comes with the engine.
        census: Option<CensusRow>,
        /// Its row in the census of misère play.
        misere_census: Option<MisereLine>,
    }
    /// A sequence of the OEIS.
    Oeis {
        number: &'static str,
        /// The heap of the first term.
        first: u64,
    }
    /// Sizes to begin with.
    UsualSizes {
        values: &'static str,
        count: &'static str,
        histogram: &'static str,
        zeros: &'static str,
    }
    /// A question in four languages.
    Snippets {
        command: String,
        python: String,
        rust: String,
        json: String,
    }
    /// The table of known codes that ships with the engine.
    Census {
        version: &'static str,
        rows: Vec<CensusLine>,
        /// Misère play: what was found of octal codes of up to three digits.
        misere: Vec<MisereLine>,
    }
    /// A code in misère play.
    MisereLine {
        rule: String,
        title: Option<String>,
        /// The number of elements of the quotient: that of all heaps if there is a law, else of the heaps up
        /// to `heaps`.
        order: u64,
        /// The number of its lost elements.
        p_portion: u64,
        tame: bool,
        /// The least period of the images, if a law is proved.
        period: Option<u64>,
        preperiod: Option<u64>,
        /// The largest heap that was computed.
        heaps: u64,
        /// Where the next heap did not close: the number of elements that the quotient has at least with it.
        lower_bound: Option<u64>,
        /// Why the search ended.
        ended: String,
    }
    /// A row of the table: a normal form and the codes that it stands for.
    CensusLine {
        rule: String,
        codes: Vec<CensusCode>,
        status: Status,
        period: Option<u64>,
        preperiod: Option<u64>,
        saltus: Option<i64>,
        max_value: Option<u32>,
        values_computed: u64,
        theorem: Option<String>,
        stopped: Option<String>,
        rare_positions: Option<u64>,
    }
    /// A code of the census.
    CensusCode {
        code: String,
        /// Its value at n + shift is that of the normal form at n.
        shift: u64,
        title: Option<String>,
        oeis: Option<&'static str>,
    }
    /// A name of a rule.
    RuleName {
        name: &'static str,
        line: &'static str,
    }
    /// Rules with the same values.
    Cousins {
        rule: String,
        cousins: Vec<Cousin>,
    }
    /// A rule with the same values.
    Cousin {
        rule: String,
        names: Vec<&'static str>,
        /// Its value at n + shift is the other's at n.
        shift: i64,
        status: Status,
    }
    /// The Project Euler problems.
    Problems {
        problems: Vec<EulerProblem>,
    }
    /// A Project Euler problem.
    EulerProblem {
        problem: u32,
        name: &'static str,
        asked: String,
        /// What is asked, with {n} for a size called n.
        template: String,
        sizes: Vec<EulerSize>,
        #[serde(rename = "mod")]
        modulus: Option<String>,
        /// The theorem in Coq that is this very answer.
        machine_checked: Option<&'static str>,
    }
    /// A size of a problem, as its statement has it.
    EulerSize {
        name: &'static str,
        size: &'static str,
    }
    /// What the checker says of a certificate.
    Verdict {
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["verified", "not verified"])))]
        status: &'static str,
        verdict: String,
        seconds: f64,
    }
    /// A position with all its moves.
    Board {
        rule: String,
        /// The name of the rule, as a heading.
        title: Option<String>,
        /// What a move is.
        line: String,
        position: String,
        pieces: Vec<BoardPiece>,
        over: bool,
        moves: Vec<BoardMove>,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        /// Of misère play: whether the player to move wins.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["won", "lost"])))]
        outcome: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<Status>,
    }
    /// A piece of a position.
    BoardPiece {
        piece: String,
        numbers: Vec<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<String>,
    }
    /// A move.
    BoardMove {
        /// The index of the piece.
        piece: usize,
        action: String,
        numbers: Vec<u64>,
        /// What is left of the piece.
        leaves: String,
        /// The whole position it leads to.
        position: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        /// Of misère play: whether the move wins.
        #[serde(skip_serializing_if = "Option::is_none")]
        wins: Option<bool>,
    }
    /// A move of the engine.
    Turn {
        rule: String,
        position: String,
        #[serde(rename = "move")]
        found: Option<BoardMove>,
    }
}
