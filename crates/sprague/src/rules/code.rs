//! Take-and-break codes `d0.d1d2…dk`, digits 0–9 and A–Z.
//!
//! Bit j of digit `d_t` set: a player may remove t tokens from a heap and leave the rest as exactly j
//! non-empty heaps. Bit 0 of `d_t` so says that a heap of exactly t may be taken whole. Octal codes leave at
//! most two heaps, hexadecimal ones three; larger digits go on to Z, and `[63]` is a digit of any size in
//! decimal. `d0` removes nothing, so it may only break: its bits 0 and 1 must be clear. A trailing `...`
//! repeats the last digit forever, parentheses repeat a group: `0.3...` is Nim, `4.3...` Lasker's Nim,
//! `0.(13)` is 0.131313….

use super::{HeapRule, Parts, Removals};
use crate::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// The digits of a code: those listed, `d_0` first, and those that repeat forever behind them.
///
/// ```
/// use sprague::rules::Code;
/// let kayles: Code = ".770".parse().unwrap();
/// assert_eq!(kayles.to_string(), "0.77");
/// assert!("1.7".parse::<Code>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    digits: Vec<u64>,
    cycle: Vec<u64>,
}

/// Digits are bits of a word, so no more parts than this can be left.
const MOST_PARTS: u64 = 63;
const EXPECTED: &str = "a take-and-break code";

impl Code {
    /// The code of a heap rule without its condition on parts; `None` if a move may leave more parts than a
    /// digit has bits.
    pub fn of(rule: &HeapRule) -> Option<Self> {
        if rule.most_parts() > MOST_PARTS {
            return None;
        }
        let digit = |t: u64| {
            (0..=rule.most_parts()).filter(|&j| rule.removals(j).contains(t)).fold(0, |bits, j| bits | 1 << j)
        };
        let digits = (0..=rule.reach()).map(digit).collect();
        let beyond = if rule.is_finite() { 0 } else { rule.cycle_length() };
        Some(Code { digits, cycle: (1..=beyond).map(|i| digit(rule.reach() + i)).collect() })
    }

    /// A code of the digits listed alone, `d_0` first; at least one.
    pub(crate) fn of_digits(digits: Vec<u64>) -> Self {
        Code { digits, cycle: vec![] }
    }

    /// The digits listed, `d_0` first.
    pub(crate) fn digits(&self) -> &[u64] {
        &self.digits
    }

    /// The rule it stands for, with a condition on the parts.
    pub fn rule(&self, parts: Parts) -> Result<HeapRule> {
        let all = self.digits.iter().chain(&self.cycle).fold(0, |bits, digit| bits | digit);
        let reach = self.digits.len() as u64 - 1;
        let leaving = |j: u64| {
            let has = |digit: &u64| digit >> j & 1 == 1;
            let listed = (0..).zip(&self.digits).filter(|(_, digit)| has(digit)).map(|(t, _)| t).collect();
            (j..=j, Removals::new(listed, reach, self.cycle.iter().map(has).collect()))
        };
        HeapRule::new((0..u64::from(u64::BITS - all.leading_zeros())).map(leaving), parts)
    }
}

impl FromStr for Code {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = |fix: String| Error::not_a_rule(text, EXPECTED, fix);
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
        let (rest, group) = match rest.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
            Some((rest, group)) if !repeats && !group.is_empty() => (rest, group),
            Some(_) => return Err(wrong("parentheses hold the digits that repeat, such as 0.(13)".into())),
            None => (rest, ""),
        };
        let mut digits = self::digits(if first.is_empty() { "0" } else { first }, &wrong)?;
        if digits.len() > 1 {
            return Err(wrong("one digit stands before the point, such as 4.3".into()));
        }
        if digits[0] & 3 != 0 {
            return Err(wrong(format!(
                "the digit before the point removes nothing, so it may only break: 0, 4, 8 or C, not {first}"
            )));
        }
        digits.extend(self::digits(rest, &wrong)?);
        let mut cycle = self::digits(group, &wrong)?;
        if repeats {
            cycle.extend(digits.pop());
        }
        let rule = Code { digits, cycle }.rule(Parts::default())?;
        Ok(Code::of(&rule).expect("digits have few bits"))
    }
}

/// The digits of a piece of a code.
fn digits(text: &str, wrong: &dyn Fn(String) -> Error) -> Result<Vec<u64>> {
    let mut digits = Vec::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c == '[' {
            let number: String = rest.by_ref().take_while(|&c| c != ']').collect();
            let digit = number.parse().ok().filter(|&digit: &u64| digit >> MOST_PARTS == 0);
            digits.push(digit.ok_or_else(|| {
                wrong(format!("a digit in brackets is a number below 2^{MOST_PARTS}, such as [63]"))
            })?);
            continue;
        }
        match c.to_digit(36) {
            Some(digit) => digits.push(digit.into()),
            None => {
                return Err(wrong(format!("digits are 0 to 9 and A to Z, `{}` is not", c.escape_debug())));
            }
        }
    }
    Ok(digits)
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |digit: u64| match u32::try_from(digit).ok().and_then(|d| char::from_digit(d, 36)) {
            Some(c) => c.to_ascii_uppercase().to_string(),
            None => format!("[{digit}]"),
        };
        let text = |digits: &[u64]| digits.iter().map(|&d| digit(d)).collect::<String>();
        write!(f, "{}.{}", digit(self.digits[0]), text(&self.digits[1..]))?;
        match &self.cycle[..] {
            [] if self.digits.len() == 1 => f.write_str("0"),
            [] => Ok(()),
            [one] => write!(f, "{}...", digit(*one)),
            group => write!(f, "({})", text(group)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;

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
            ("0.(13)", "0.(13)"),
            ("0.1(31)", "0.(13)"),
            ("0.(1313)", "0.(13)"),
            ("0.(3)", "0.3..."),
            ("0.5(0)", "0.5"),
            ("0.g1z", "0.G1Z"),
            ("0.[7][63]", "0.7[63]"),
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
            ("0.!", "`!` is not"),
            ("1.7", "may only break"),
            ("6.1", "may only break"),
            ("40.7", "one digit stands before"),
            ("0.7.7", "`.` is not"),
            ("0....", "digits have to follow"),
            ("...", "write a digit"),
            ("0.()", "parentheses"),
            ("0.(3)...", "parentheses"),
            ("0.3)", "`)` is not"),
            ("0.(3", "`(` is not"),
            ("0.[", "in brackets"),
            ("0.[9223372036854775808]", "in brackets"),
        ] {
            let line = text.parse::<Code>().unwrap_err().to_string();
            assert!(line.contains(reason), "{text}: {line}");
        }
    }

    #[test]
    fn digits_beyond_the_listed_ones() {
        let rule = |text: &str| text.parse::<Rule>().unwrap();
        let allowed = |text: &str, j: u64, t: u64| rule(text).heap_rule().unwrap().removals(j).contains(t);
        assert!(allowed("0.07", 2, 2) && !allowed("0.07", 2, 3) && !allowed("0.07", 0, u64::MAX));
        assert!(allowed("4.3...", 2, 0) && allowed("4.3...", 1, 1) && allowed("4.3...", 0, 9));
        assert!(!allowed("4.3...", 1, 0) && !allowed("4.3...", 2, 9));
    }

    #[test]
    fn parts() {
        for (text, m) in
            [("0.0", 1), ("0.1", 1), ("0.3", 1), ("0.4", 2), ("0.77", 2), ("0.18", 3), ("8.0", 3), ("0.G", 4)]
        {
            let rule: Rule = text.parse().unwrap();
            assert_eq!(rule.heap_rule().unwrap().most_parts(), m, "{text}");
        }
    }
}
