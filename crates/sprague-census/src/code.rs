//! Codes by patterns: `?` or `_` is any octal digit, `x` any hexadecimal one; before the point 0 or 4, or 0,
//! 4, 8 or C. Behind a digit `?` is a mark of a code, so there only `_` is a digit.

use crate::{Error, Result};
use sprague::laws::normal_form;
use sprague::rules::Rule;
use std::collections::HashSet;
use std::path::Path;

/// Patterns that stand for more codes are refused.
const MOST: u64 = 1 << 24;
/// Bytes of a list of patterns, at most.
const MOST_LIST: u64 = 1 << 26;

/// A code that was asked for: its values are those of a rule, its normal form, shifted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CensusCode {
    /// The code.
    pub code: String,
    /// Its normal form, in canonical notation.
    pub rule: String,
    /// The value of the code at n + shift is the rule's at n.
    pub shift: u64,
}

impl CensusCode {
    /// A code, or any rule of heaps, as it is written.
    pub fn new(text: &str) -> Result<Self> {
        let rule: Rule = text.parse()?;
        rule.require_heaps("the census is of heaps")?;
        let (normal, shift) = normal_form(&rule);
        Ok(CensusCode { code: text.to_string(), rule: normal.to_string(), shift })
    }
}

/// The codes of patterns and of lists, each once, in the order of the patterns; `@FILE` is a list, a pattern
/// a line.
///
/// ```
/// let codes = sprague_census::codes_of(&["0.?7".to_string()]).unwrap();
/// assert_eq!((codes.len(), &codes[0].code[..], &codes[0].rule[..]), (8, "0.07", "0.137"));
/// ```
///
/// # Errors
/// If a pattern is none, or stands for millions of codes, or a list cannot be read.
pub fn codes_of(patterns: &[String]) -> Result<Vec<CensusCode>> {
    let mut seen = HashSet::new();
    let mut codes = Vec::new();
    let mut add = |pattern: &str| -> Result<()> {
        for text in expand(pattern)? {
            let text = shortened(&text);
            if seen.insert(text.to_string()) {
                codes.push(CensusCode::new(text)?);
            }
        }
        Ok(())
    };
    for pattern in patterns {
        let Some(name) = pattern.strip_prefix('@') else {
            add(pattern)?;
            continue;
        };
        let path = Path::new(name);
        let list = sprague_files::read_text(path, MOST_LIST).map_err(|error| Error::file(path, error))?;
        let lines = list.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        for (number, line) in (1..).zip(lines).filter(|(_, line)| !line.is_empty()) {
            add(line).map_err(|error| Error::file(path, format!("line {number}: {error}")))?;
        }
    }
    Ok(codes)
}

/// Zeros at the end of a code say nothing.
fn shortened(text: &str) -> &str {
    let digits = text.split_once('.').map(|(_, digits)| digits);
    if !digits.is_some_and(|digits| digits.chars().all(|c| c.is_ascii_alphanumeric())) {
        return text;
    }
    let short = text.trim_end_matches('0');
    if short.ends_with('.') { &text[..(short.len() + 1).min(text.len())] } else { short }
}

/// Everything a pattern stands for; a text without `?`, `_` and `x` stands for itself.
fn expand(pattern: &str) -> Result<Vec<String>> {
    // Rules by name or notation, such as allbut:1,2, are no patterns, though some have an x.
    let Some((first, digits)) = pattern.split_once('.').filter(|_| !pattern.contains([':', '/'])) else {
        return Ok(vec![pattern.to_string()]);
    };
    if pattern.contains('?') && pattern.parse::<Rule>().is_ok() {
        let line = format!(
            "`{pattern}` is a rule with a mark `?` and a pattern with any octal digit at once: write `_` for the digit"
        );
        return Err(sprague::Error::Unsupported(line).into());
    }
    let choices = |c: char, octal: &'static str, hexadecimal: &'static str| match c {
        '?' | '_' => octal.chars().collect(),
        'x' => hexadecimal.chars().collect(),
        c => vec![c],
    };
    let before = first.chars().map(|c| choices(c, "04", "048C"));
    let behind = digits.chars().map(|c| choices(c, "01234567", "0123456789ABCDEF"));
    let places: Vec<Vec<char>> = before.chain([vec!['.']]).chain(behind).collect();
    let count = places.iter().try_fold(1u64, |count, place| count.checked_mul(place.len() as u64));
    if count.is_none_or(|count| count > MOST) {
        let line = format!("`{pattern}` stands for more than {MOST} codes: take fewer digits at a time");
        return Err(sprague::Error::too_large(line, None).into());
    }
    let mut texts = vec![String::new()];
    for place in places {
        texts = texts.iter().flat_map(|text| place.iter().map(move |c| format!("{text}{c}"))).collect();
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(patterns: &[&str]) -> Vec<String> {
        let patterns: Vec<String> = patterns.iter().map(ToString::to_string).collect();
        codes_of(&patterns).unwrap().into_iter().map(|code| code.code).collect()
    }

    #[test]
    fn patterns() {
        assert_eq!(codes(&["0.?7"]), ["0.07", "0.17", "0.27", "0.37", "0.47", "0.57", "0.67", "0.77"]);
        assert_eq!(codes(&["0.?"]), ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]);
        assert_eq!((codes(&["0.???"]).len(), codes(&["?.???"]).len()), (512, 1024));
        assert_eq!((codes(&["0.xx"]).len(), codes(&["x.x"]).len()), (256, 64));
        assert_eq!(
            codes(&["0.70", "0.7", "kayles", "allbut:1,2", "0.X"]),
            ["0.7", "kayles", "allbut:1,2", "0.X"]
        );
        assert_eq!(codes(&["0.1_"]).len(), 8);
        assert_eq!(codes(&["0._7"]), codes(&["0.?7"]));
        assert_eq!(codes(&["0.0[10]", "0.000"]), ["0.0[10]", "0.0"]);
    }

    #[test]
    fn refused_with_the_reason() {
        for (pattern, reason) in [
            ("0.?????????", "stands for more than"),
            ("0.4?", "write `_`"),
            ("?x.7", "digits before the point"),
            ("0.!", "is not"),
            ("cut", "not played with heaps"),
            ("@/no/such/list", "/no/such/list"),
            ("@/", "a directory"),
            #[cfg(unix)]
            ("@/dev/zero", "not a regular file"),
        ] {
            let line = codes_of(&[pattern.to_string()]).unwrap_err().to_string();
            assert!(line.contains(reason), "{pattern}: {line}");
        }
    }
}
