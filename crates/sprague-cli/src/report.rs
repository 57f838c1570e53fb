//! An answer, printed in one of three ways: text, one JSON object, or the bare number.

use crate::args::WIDTH;
use crate::context::Context;
use crate::foreign::{short, shown_lines, write_json};
use anyhow::Context as _;
use sprague::ask::{Answer, Answered, Question};
use sprague::rules::Rule;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::sync::LazyLock;

/// An answer in words and as the bare result.
pub struct Printed {
    pub text: String,
    pub bare: String,
}

/// Asks and gives the answer in words to `print`, saving a certificate if one is wanted.
pub fn ask(question: &Question, context: &Context) -> anyhow::Result<Answered> {
    let unit = match question {
        Question::Values(_) | Question::Value(_) | Question::Law(_) => "values",
        _ => "steps",
    };
    context.work(unit, |work| match &context.known {
        Some(known) => sprague::ask::answer_from(question, known, work),
        None => sprague::ask::answer(question, work),
    })
}

/// Prints an answer in prose: on a terminal with its numbers in groups and its lines no longer than the
/// screen is wide.
pub fn print(answer: &Answer, printed: &Printed, context: &Context) -> anyhow::Result<()> {
    let text = if *TERMINAL { numbers_in_groups(&printed.text) } else { printed.text.clone() };
    print_without_groups(answer, &Printed { text, bare: printed.bare.clone() }, context)
}

/// The same for an answer whose numbers are no sizes, such as binary digits.
pub fn print_without_groups(answer: &Answer, printed: &Printed, context: &Context) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if context.json {
        write_json(&mut out, answer)?;
    } else if !context.bare {
        let text = shown_lines(&shortened(&printed.text, answer.question()));
        writeln!(out, "{}", if *TERMINAL { wrapped(&text, terminal_width()) } else { text })?;
    } else if !printed.bare.is_empty() {
        writeln!(out, "{}", shown_lines(&printed.bare))?;
    }
    out.flush().context("cannot write the result")?;
    Ok(())
}

/// The text with the notation of the rule shortened, if it is too long to read.
fn shortened(text: &str, question: &Question) -> String {
    let rule = question.rule().and_then(|rule| rule.parse::<Rule>().ok());
    match rule.map(|rule| (short(rule.notation()), rule)) {
        Some((short, rule)) if short != rule.notation() => text.replace(rule.notation(), &short),
        _ => text.to_string(),
    }
}

/// The error of the writer beneath, so that a closed pipe is recognised.
pub fn unwrap_io(error: serde_json::Error) -> std::io::Error {
    error.into()
}

/// One line for each additional check of an answer.
pub fn checked_by(answer: &Answer, indent: &str) -> String {
    answer.checked_by().iter().map(|by| format!("\n{indent}checked by {by}")).collect()
}

/// Seconds for people.
pub fn seconds(answer: &Answer) -> String {
    duration(answer.seconds())
}

/// `< 1 ms`, `12 ms`, `3.21 s`, `4 min 5 s`, `2 h 10 min`.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => "< 1 ms".to_string(),
        s if s < 0.9995 => format!("{:.0} ms", s * 1000.0),
        s if s < 60.0 => format!("{s:.2} s"),
        s if s < 3600.0 => format!("{} min {} s", s as u64 / 60, s as u64 % 60),
        s => format!("{} h {} min", s as u64 / 3600, s as u64 % 3600 / 60),
    }
}

/// Whole seconds, for times that are counted down: `26 s`, `4 min 5 s`.
pub fn roughly(seconds: f64) -> String {
    if seconds < 60.0 { format!("{:.0} s", seconds.ceil().max(1.0)) } else { duration(seconds) }
}

/// Times that are only estimated: `26 s`, `4 min`, `7 h`, `12 days`.
pub fn estimate(seconds: f64) -> String {
    match seconds {
        s if s < 59.5 => format!("{:.0} s", s.ceil().max(1.0)),
        s if s < 59.5 * 60.0 => format!("{:.0} min", (s / 60.0).max(1.0)),
        s if s < 47.5 * 3600.0 => format!("{:.0} h", (s / 3600.0).max(1.0)),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

/// `950`, `3.2 k`, `3.2 M`, `1.7 G`.
pub fn rate(number: f64) -> String {
    let mut rest = number;
    for unit in ["", " k", " M", " G"] {
        if rest < 1000.0 || unit == " G" {
            return if unit.is_empty() { format!("{rest:.0}") } else { format!("{rest:.1}{unit}") };
        }
        rest /= 1000.0;
    }
    unreachable!("the last unit is taken for anything larger")
}

/// A round number at least three times as large, as people write it.
pub fn further(values: u64) -> String {
    let exponent = values.max(1).saturating_mul(3).ilog10() + 1;
    format!("10^{exponent}")
}

/// Whether the result goes to a terminal.
static TERMINAL: LazyLock<bool> = LazyLock::new(|| std::io::stdout().is_terminal());

/// Columns of the terminal; the usual number if it is unknown.
fn terminal_width() -> usize {
    let told = crossterm::terminal::size().ok().map(|(columns, _)| usize::from(columns));
    told.filter(|&columns| columns >= 20).unwrap_or(WIDTH)
}

/// The text with lines broken between words where they are longer than the screen is wide. A word that is
/// longer stays whole.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let indent = line.chars().take_while(|&c| c == ' ').count();
        let mut broken = String::new();
        for word in line.split_inclusive(' ') {
            let length = broken.chars().count() + word.trim_end().chars().count();
            if length > width && broken.trim_start().len() > 1 {
                lines.push(broken.trim_end().to_string());
                broken = " ".repeat(indent + 4);
            }
            broken += word;
        }
        lines.push(broken);
    }
    lines.join("\n")
}

/// The text with its long numbers in groups; a number is a word of digits, perhaps with punctuation after it.
fn numbers_in_groups(text: &str) -> String {
    let word = |word: &str| {
        let digits = word.trim_start_matches('(').trim_end_matches([' ', '\n', ',', ')', ':', ';', '.']);
        word.replacen(digits, &in_groups(digits, true), 1)
    };
    text.split_inclusive([' ', '\n']).map(word).collect()
}

/// A number for the result: on a terminal in groups, `1_234_567`, as input takes it; elsewhere plain.
pub fn grouped(number: impl Display) -> String {
    in_groups(&number.to_string(), *TERMINAL)
}

/// The same for remarks and progress, which go to stderr.
pub fn grouped_aside(number: impl Display) -> String {
    static TERMINAL: LazyLock<bool> = LazyLock::new(|| std::io::stderr().is_terminal());
    in_groups(&number.to_string(), *TERMINAL)
}

/// Digits in groups of three, where they are wanted and the text is a number of more than four digits.
fn in_groups(digits: &str, wanted: bool) -> String {
    if !wanted || digits.len() < 5 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return digits.to_string();
    }
    let first = (digits.len() - 1) % 3 + 1;
    let mut text = digits[..first].to_string();
    for group in digits.as_bytes()[first..].chunks(3) {
        text.push('_');
        text.extend(group.iter().map(|&digit| digit as char));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed can be read again.
    #[test]
    fn groups_are_input() {
        for number in [0u64, 9999, 10_000, 123_456, 5_707_485_980_743_099, u64::MAX] {
            let text = in_groups(&number.to_string(), true);
            assert_eq!(sprague::rules::parse_small(&text, "a number"), Ok(number), "{text}");
            assert_eq!(in_groups(&number.to_string(), false), number.to_string());
        }
        assert_eq!(
            (in_groups("1234567", true), in_groups("1x20000", true)),
            ("1_234_567".into(), "1x20000".into())
        );
    }

    #[test]
    fn numbers_of_a_text() {
        for (text, grouped) in [
            ("1234567 of 12345, (98765) and 1234", "1_234_567 of 12_345, (98_765) and 1234"),
            ("4.330300003 sub:12345,6 10^18 123x1234567", "4.330300003 sub:12345,6 10^18 123x1234567"),
            ("a\n12345\n", "a\n12_345\n"),
            ("", ""),
            ("...", "..."),
        ] {
            assert_eq!(numbers_in_groups(text), grouped);
        }
    }

    #[test]
    fn long_lines() {
        assert_eq!(
            wrapped("one two three\n  four five six", 9),
            "one two\n    three\n  four\n      five\n      six"
        );
        assert_eq!(wrapped("0123456789 x", 5), "0123456789\n    x");
        for width in 20..90 {
            let text = "why: a move takes at most 2 and leaves at most 2 heaps, so from heap 168 on\n  x y";
            let broken = wrapped(text, width);
            assert!(broken.lines().all(|line| line.chars().count() <= width), "{broken}");
            let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
            assert_eq!(words(&broken), words(text));
        }
    }

    #[test]
    fn estimates() {
        for (seconds, text) in [
            (0.01, "1 s"),
            (26.2, "27 s"),
            (59.6, "1 min"),
            (178.0, "3 min"),
            (3590.0, "1 h"),
            (100_000.0, "28 h"),
            (1e6, "12 days"),
        ] {
            assert_eq!(estimate(seconds), text);
        }
    }

    #[test]
    fn further_is_further() {
        assert_eq!(
            (further(458_364), further(1000), further(300_000)),
            ("10^7".into(), "10^4".into(), "10^6".into())
        );
    }
}
