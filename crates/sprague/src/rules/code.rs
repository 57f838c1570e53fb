//! Take-and-break codes `d0.d1d2…dk`, digits 0–F.
//!
//! Bit j of digit `d_t` set: a player may remove t tokens from a heap and leave the rest as exactly
//! j non-empty heaps (j ≤ 3). Bit 0 of `d_t` so says that a heap of exactly t may be taken whole.
//! `d0` removes nothing, so it may only break: its bits 0 and 1 must be clear.
//! A trailing `...` repeats the last digit for ever: `0.3...` is Nim, `4.3...` Lasker's Nim.

use crate::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// A take-and-break code in normal form: no trailing zeros, no redundant repetition.
///
/// ```
/// use sprague::rules::Code;
/// let kayles: Code = ".770".parse().unwrap();
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!((kayles.reach(), kayles.most_parts()), (2, 2));
/// assert!("1.7".parse::<Code>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Code {
    digits: Vec<u8>,
    repeats: bool,
}

impl Code {
    /// The digit `d_t`.
    pub fn digit(&self, t: u64) -> u8 {
        let listed = usize::try_from(t).ok().and_then(|t| self.digits.get(t));
        match listed {
            Some(&digit) => digit,
            None if self.repeats => self.digits[self.digits.len() - 1],
            None => 0,
        }
    }

    /// The listed digits `d_0 … d_k`.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// k, the index of the last listed digit.
    pub fn reach(&self) -> u64 {
        self.digits.len() as u64 - 1
    }

    /// The digit that repeats for ever after the listed ones, if the code is infinite.
    pub fn repeating_digit(&self) -> Option<u8> {
        self.repeats.then(|| self.digits[self.digits.len() - 1])
    }

    /// m, the largest number of heaps that one move leaves; at least 1.
    pub fn most_parts(&self) -> u64 {
        let all = self.digits.iter().fold(1, |bits, digit| bits | digit);
        u64::from(all.max(2).ilog2())
    }

    fn normal(mut digits: Vec<u8>, mut repeats: bool) -> Self {
        while let [.., before, last] = digits[..] {
            // `d0` never counts as the first of the repeated digits: it means something else.
            let redundant = if repeats { before == last && digits.len() > 2 } else { last == 0 };
            if !redundant {
                break;
            }
            digits.pop();
        }
        if repeats && digits[digits.len() - 1] == 0 {
            repeats = false;
            return Code::normal(digits, repeats);
        }
        Code { digits, repeats }
    }
}

const EXPECTED: &str = "a take-and-break code";

impl FromStr for Code {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = |fix: String| Error::notation(text, EXPECTED, fix);
        let (body, repeats) = match text.strip_suffix("...") {
            Some(body) => (body, true),
            None => (text, false),
        };
        let Some((first, rest)) = body.split_once('.') else {
            return Err(wrong("write a digit, a point and digits, such as 0.77 or 4.3".into()));
        };
        if rest.is_empty() {
            return Err(wrong("digits have to follow the point, such as 0.77".into()));
        }
        if first.chars().count() > 1 {
            return Err(wrong("one digit stands before the point, such as 4.3".into()));
        }
        let mut digits = Vec::with_capacity(rest.len() + 1);
        for c in (if first.is_empty() { "0" } else { first }).chars().chain(rest.chars()) {
            match c.to_digit(16) {
                Some(digit) => digits.push(digit as u8),
                None => {
                    return Err(wrong(format!(
                        "digits are 0 to 9 and A to F, `{}` is not",
                        c.escape_debug()
                    )));
                }
            }
        }
        if digits[0] & 3 != 0 {
            return Err(wrong(format!(
                "the digit before the point removes nothing, so it may only break: 0, 4, 8 or C, not {first}"
            )));
        }
        if repeats && digits[digits.len() - 1] > 7 {
            return Err(wrong("a repeated digit is at most 7".into()));
        }
        Ok(Code::normal(digits, repeats))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}.", self.digits[0])?;
        if self.digits.len() == 1 {
            f.write_str("0")?;
        }
        for digit in &self.digits[1..] {
            write!(f, "{digit:X}")?;
        }
        f.write_str(if self.repeats { "..." } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_forms() {
        for (text, normal) in [
            ("0.07", "0.07"),
            (".77", "0.77"),
            ("0.770", "0.77"),
            ("4.3", "4.3"),
            ("0.3f", "0.3F"),
            ("c.0", "C.0"),
            ("0.000", "0.0"),
            ("0.333...", "0.3..."),
            ("4.3333...", "4.3..."),
            ("0.0...", "0.0"),
            ("0.70...", "0.7"),
            ("4.4...", "4.4..."),
            ("0.1234567", "0.1234567"),
        ] {
            let code: Code = text.parse().unwrap();
            assert_eq!(code.to_string(), normal, "{text}");
            assert_eq!(normal.parse::<Code>().unwrap(), code, "{text}");
        }
    }

    #[test]
    fn refused_with_the_reason() {
        for (text, reason) in [
            ("0.", "digits have to follow"),
            (".", "digits have to follow"),
            ("", "write a digit"),
            ("77", "write a digit"),
            ("0.G", "`G` is not"),
            ("1.7", "may only break"),
            ("6.1", "may only break"),
            ("40.7", "one digit stands before"),
            ("0.7.7", "`.` is not"),
            ("0.8...", "at most 7"),
            ("0....", "digits have to follow"),
            ("...", "write a digit"),
        ] {
            let line = text.parse::<Code>().unwrap_err().to_string();
            assert!(line.contains(reason), "{text}: {line}");
        }
    }

    #[test]
    fn digits_beyond_the_listed_ones() {
        let finite: Code = "0.07".parse().unwrap();
        assert_eq!((finite.digit(2), finite.digit(3), finite.digit(u64::MAX)), (7, 0, 0));
        let lasker: Code = "4.3...".parse().unwrap();
        assert_eq!((lasker.digit(0), lasker.digit(1), lasker.digit(9)), (4, 3, 3));
        assert_eq!(lasker.repeating_digit(), Some(3));
    }

    #[test]
    fn parts() {
        for (text, m) in
            [("0.0", 1), ("0.1", 1), ("0.3", 1), ("0.4", 2), ("0.77", 2), ("0.18", 3), ("8.0", 3)]
        {
            assert_eq!(text.parse::<Code>().unwrap().most_parts(), m, "{text}");
        }
    }
}
