//! What can go wrong: one line each, naming the offending piece and the fix.

use thiserror::Error;

/// Result of the library's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// Text that does not parse.
    #[error("`{piece}` is not {expected}: {fix}")]
    Notation {
        /// The offending piece, as written.
        piece: String,
        /// What was expected there, with its article.
        expected: &'static str,
        /// What is wrong and how to write it.
        fix: String,
    },
    /// Text that is not a rule.
    #[error("`{text}` is not {expected}: {fix}")]
    NotARule {
        /// The text, as written.
        text: String,
        /// What it was read as, with its article.
        expected: &'static str,
        /// What is wrong and how to write it.
        fix: String,
    },
    /// A size or a number beyond what the method for it can do.
    #[error("{}", brief(.problem))]
    TooLarge {
        /// What is too large, and for what.
        problem: String,
        /// The largest that works, where that is one number.
        largest: Option<u64>,
    },
    /// A question about pieces that the game does not have, such as the partitions into heaps of a game on
    /// sheets.
    #[error("{}", brief(.0))]
    WrongGame(String),
    /// A rule that contradicts itself.
    #[error("{}", brief(.0))]
    BadRule(String),
    /// What is known does not reach as far as the question.
    #[error("{}", brief(.0))]
    NotKnown(String),
    /// The format has no certificate for the answer.
    #[error("{}", brief(.0))]
    NoCertificate(String),
    /// What was recorded, or what a game's own solver says, is not what the rule gives.
    #[error("{}", brief(.0))]
    Refuted(String),
    /// Any other question without a method.
    #[error("{}", brief(.0))]
    Unsupported(String),
    /// A part of a question that is missing, or that this question does not use.
    #[error("{option} {}", brief(.problem))]
    Option {
        /// The name of the part, as in the question's JSON form.
        option: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// The answer needs a law and none was proved.
    #[error(
        "{}: no law proved within {limit} values, so sizes beyond that have no answer; raise the limit or ask for less",
        brief(.rule)
    )]
    NoLaw {
        /// The rule in canonical notation.
        rule: String,
        /// How many values were computed.
        limit: u64,
    },
    /// More memory than there is.
    #[error(
        "{} needs {} but {} are available; {}",
        brief(.what),
        about(*needed),
        bytes(*available),
        smaller(largest.as_deref())
    )]
    Memory {
        /// What was asked for.
        what: String,
        /// Bytes it would take.
        needed: u128,
        /// Bytes there are.
        available: u64,
        /// The largest size for which they suffice, where that is known.
        largest: Option<String>,
    },
    /// A play can return to a position it came from, so that positions have no values.
    #[error("{} can be played forever, so its positions have no nim-values: {cycle}", brief(.rule))]
    Endless {
        /// The rule.
        rule: String,
        /// Pieces that lead to each other, with arrows between them.
        cycle: String,
    },
    /// The time limit was reached.
    #[error("the time that was given is over")]
    OutOfTime,
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A defect of the engine, or of a game written elsewhere: a panic that was caught
    /// (`sprague::ask::catch_panic`).
    #[error("internal error, please report it: {0}")]
    Internal(String),
}

impl Error {
    /// Text that does not parse: the piece, what was expected there, and what is wrong with it.
    pub fn notation(piece: impl Into<String>, expected: &'static str, fix: impl Into<String>) -> Self {
        Error::Notation { piece: shorten(piece.into()), expected, fix: fix.into() }
    }

    /// One word for programs, the same in every interface.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Notation { .. } | Error::NotARule { .. } => "notation",
            // One word for all of them: the interfaces' codes are fewer than the library's variants.
            Error::Unsupported(_)
            | Error::TooLarge { .. }
            | Error::WrongGame(_)
            | Error::BadRule(_)
            | Error::NotKnown(_)
            | Error::NoCertificate(_)
            | Error::Refuted(_) => "unsupported",
            Error::Option { .. } => "option",
            Error::NoLaw { .. } => "no-law",
            Error::Memory { .. } => "memory",
            Error::OutOfTime => "time",
            Error::Interrupted => "stopped",
            Error::Internal(_) => "internal",
            Error::Endless { .. } => "endless",
        }
    }

    /// What a panic said, on one line.
    pub fn of_panic(panic: &(dyn std::any::Any + Send)) -> Self {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text =
            text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message");
        let words: Vec<&str> = text.split_whitespace().collect();
        Error::Internal(words.join(" ").chars().take(LONGEST_PANIC).collect())
    }

    /// Text that is not a rule: the text, what it was read as, and what is wrong with it.
    pub fn not_a_rule(text: impl Into<String>, expected: &'static str, fix: impl Into<String>) -> Self {
        Error::NotARule { text: shorten(text.into()), expected, fix: fix.into() }
    }

    /// The same error, about the text as it was written: what could not be read had perhaps been a name.
    pub fn about(self, text: &str) -> Self {
        match self {
            Error::NotARule { expected, fix, .. } => Error::not_a_rule(text, expected, fix),
            other => other,
        }
    }

    /// A part of a question that is missing or unused.
    pub fn option(option: &'static str, problem: &str) -> Self {
        Error::Option { option, problem: problem.to_string() }
    }

    /// A game with a cycle of pieces, the first of them also the last.
    pub fn endless(rule: &str, cycle: &[String]) -> Self {
        let pieces: Vec<String> = cycle.iter().map(|piece| shorten(piece.clone())).collect();
        Error::Endless { rule: rule.to_string(), cycle: pieces.join(" → ") }
    }

    /// A size or a number beyond what the method for it can do; the largest that works, where that is one
    /// number.
    pub fn too_large(problem: impl Into<String>, largest: Option<u64>) -> Self {
        Error::TooLarge { problem: problem.into(), largest }
    }

    /// A question about pieces that the game does not have.
    pub fn wrong_game(line: impl Into<String>) -> Self {
        Error::WrongGame(line.into())
    }

    /// A rule that contradicts itself.
    pub fn bad_rule(line: impl Into<String>) -> Self {
        Error::BadRule(line.into())
    }

    /// What is known does not reach as far as the question.
    pub fn not_known(line: impl Into<String>) -> Self {
        Error::NotKnown(line.into())
    }

    /// The format has no certificate for the answer.
    pub fn no_certificate(line: impl Into<String>) -> Self {
        Error::NoCertificate(line.into())
    }

    /// What was recorded or claimed is not what the rule gives.
    pub fn refuted(line: impl Into<String>) -> Self {
        Error::Refuted(line.into())
    }

    /// A question without a method.
    pub fn unsupported(line: impl Into<String>) -> Self {
        Error::Unsupported(line.into())
    }
}

/// Characters of what a panic said.
const LONGEST_PANIC: usize = 400;

/// Keeps an error on one line however long or strange the piece was.
fn shorten(piece: String) -> String {
    const MOST: usize = 40;
    let mut short: String = piece.chars().take(MOST).flat_map(char::escape_debug).collect();
    if piece.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// Digits of a number that are shown; of a longer one its first digits and how many there are.
const MOST_DIGITS: usize = 50;
/// Characters of a word.
const LONGEST_WORD: usize = 120;

/// A line in which no number and no word is long, whatever sizes and rules it names.
fn brief(line: &str) -> String {
    let mut short = String::with_capacity(line.len().min(1000));
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > MOST_DIGITS {
            short.push_str(&format!("{}… ({digits} digits)", &rest[..12]));
        } else {
            short.push_str(&rest[..digits.max(first.len_utf8())]);
        }
        rest = &rest[digits.max(first.len_utf8())..];
    }
    let words = short.split(' ').map(|word| match word.char_indices().nth(LONGEST_WORD) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What to do about a size that is too large.
fn smaller(largest: Option<&str>) -> String {
    match largest {
        Some(size) => format!("the largest size that fits is {size}"),
        None => "ask for a smaller size".to_string(),
    }
}

/// A number of bytes that is an estimate.
fn about(count: u128) -> String {
    if count >> 60 == 0 { format!("about {}", bytes(count)) } else { bytes(count) }
}

/// `1536` as `1.5 KiB`.
fn bytes(count: impl Into<u128>) -> String {
    let mut rest = count.into() as f64;
    for unit in ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"] {
        if rest < 1024.0 {
            return if unit == "bytes" { format!("{rest} {unit}") } else { format!("{rest:.1} {unit}") };
        }
        rest /= 1024.0;
    }
    "more than 1024 PiB".to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever size or rule an error names, its line stays short, and what was short stays as it was.
    #[test]
    fn long_numbers_and_words_are_cut() {
        let number = "7".repeat(30_000);
        let rule = format!("sub:{}", (1..3000).map(|n| n.to_string()).collect::<Vec<_>>().join(","));
        let errors = [
            Error::unsupported(format!("values of {rule} up to {number}x{number} are too many")),
            Error::option("of", &format!("is {number}, and {rule}")),
            Error::NoLaw { rule: rule.clone(), limit: 7 },
            Error::Memory {
                what: format!("{rule} up to {number}"),
                needed: 1 << 40,
                available: 1,
                largest: None,
            },
            Error::endless(&rule, &[number.clone(), number.clone()]),
            Error::notation(&number, "a size", "write less"),
        ];
        for error in errors {
            let line = error.to_string();
            assert!(line.len() < 600 && line.contains('…') && !line.contains('\n'), "{line}");
        }
        let line = Error::unsupported(format!("{number} is too large")).to_string();
        assert_eq!(line, "777777777777… (30000 digits) is too large");
        let plain = format!("heaps up to {} of 0.77/unequal: größer geht es nicht", "9".repeat(MOST_DIGITS));
        assert_eq!(Error::unsupported(plain.clone()).to_string(), plain);
    }
}
