//! Text from elsewhere on its way out: file names, arguments, what rule files, manifests and stores hold.
//!
//! A terminal obeys some characters: escape sequences move the cursor or change what was printed before, and
//! bidirectional controls reorder what a reader sees. None of them leaves the command. Errors, answers in
//! words and JSON pass through here.

use crate::report::unwrap_io;
use serde::Serialize;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// Whether a terminal would obey a character rather than show it: C0, DEL, C1, and controls of the direction
/// of text.
fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn escaped(text: &str, kept: &[char]) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match is_control(c) && !kept.contains(&c) {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}

/// Foreign text on one line.
pub fn shown(text: &str) -> String {
    escaped(text, &[])
}

/// Lines of ours with foreign text in them.
pub fn shown_lines(text: &str) -> String {
    escaped(text, &['\n'])
}

/// Characters of a notation that are shown; a subtraction set may have a million numbers.
const MOST_NOTATION: usize = 120;
/// Characters of a remark that are shown.
const MOST_REMARK: usize = 2000;

/// A notation in words, shortened if it is too long to read; JSON has all of it.
pub fn short(notation: &str) -> String {
    let shown = shown(notation);
    match shown.char_indices().nth(MOST_NOTATION) {
        None => shown,
        Some((end, _)) => format!("{}… ({} characters)", &shown[..end], notation.chars().count()),
    }
}

/// A remark on one line: what it is about, and how it ends, which is where the fix is named.
pub fn remark(line: &str) -> String {
    let shown = shown(line);
    let count = shown.chars().count();
    if count <= MOST_REMARK {
        return shown;
    }
    let (first, last) = (MOST_REMARK / 8, MOST_REMARK / 2);
    let begin: String = shown.chars().take(first).collect();
    let end: String = shown.chars().skip(count - last).collect();
    format!("{begin} … {end}")
}

/// One JSON object as text, on one line.
pub fn json_text(value: &impl Serialize) -> io::Result<String> {
    let mut text = Vec::new();
    write_json(&mut text, value)?;
    Ok(String::from_utf8_lossy(&text).trim_end().to_string())
}

/// One JSON object on a line; characters that a terminal would obey are escaped, as JSON allows.
pub fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, Harmless);
    value.serialize(&mut serializer).map_err(unwrap_io)?;
    writeln!(out)
}

/// JSON without spaces, as usual, and without controls.
struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_control(c)) {
            out.write_all(&rest.as_bytes()[..at])?;
            write!(out, "\\u{:04x}", c as u32)?;
            rest = &rest[at + c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\x1b[31mb\u{9b}c\x7f\u{202e}d\u{2066}\u{200f}\u{61c}\u{2028}\r\n\u{85}é💡";

    #[test]
    fn nothing_is_obeyed() {
        for text in [shown(HOSTILE), short(HOSTILE), remark(HOSTILE)] {
            assert!(!text.chars().any(is_control) && text.ends_with("é💡"), "{text}");
        }
        assert_eq!(shown("a\x1b\u{202e}"), "a\\u{1b}\\u{202e}");
        assert_eq!(shown_lines("a\n\tb"), "a\n\\tb");
    }

    /// The JSON text has no such character, and says the same.
    #[test]
    fn json_says_the_same() {
        let mut out = vec![];
        write_json(&mut out, &serde_json::json!({ HOSTILE: [HOSTILE] })).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(!text.trim_end().chars().any(is_control), "{text}");
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read[HOSTILE][0], HOSTILE);
    }

    #[test]
    fn long_text_is_short() {
        let notation = format!("sub:{}", (1..100_000).map(|n| n.to_string()).collect::<Vec<_>>().join(","));
        assert!(short(&notation).chars().count() < 160 && short(&notation).starts_with("sub:1,2,3"));
        let line = remark(&format!("{notation}: no law proved; --limit 10^9 looks further"));
        assert!(line.chars().count() < MOST_REMARK && line.ends_with("looks further"), "{line}");
        assert_eq!((short("0.77"), remark("x")), ("0.77".to_string(), "x".to_string()));
    }
}
