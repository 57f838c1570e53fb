//! The **field of nimbers** below 2^64: sum (xor), nim product, power, inverse and square root
//! (docs/nimbers.md).
//!
//! ```
//! use sprague::nimbers::{evaluate, product, square_root};
//! assert_eq!((product(2, 2), product(4, 4), product(16, 16)), (3, 6, 24));
//! assert_eq!(square_root(24), 16);
//! assert_eq!(evaluate("2*3 + 4^2").unwrap(), 1 ^ 6);
//! ```

use crate::rules::parse_size;
use crate::{Error, Result};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
pub use sprague_kernels::nimbers::{inverse, power, product, square_root};

/// Longer expressions are refused.
const LONGEST: usize = 100_000;
/// Parentheses within parentheses.
const DEEPEST: u32 = 200;

/// The value of an expression such as `13*14^3/5+2`: `+` (or `-`, which is the same), `*`, `/`, powers with
/// whole exponents, `sqrt(…)` and parentheses, with the usual precedence.
///
/// ```
/// use sprague::nimbers::evaluate;
/// assert_eq!(evaluate("7 + 7").unwrap(), 0);
/// assert_eq!(evaluate("(2*3)^-1 * sqrt(6)").unwrap(), 4);
/// assert!(evaluate("1/(2*2+3)").unwrap_err().to_string().contains("0 has no inverse"));
/// ```
///
/// # Errors
/// If the text is no expression, if a number is 2^64 or more, or if something is divided by 0.
pub fn evaluate(text: &str) -> Result<u64> {
    if text.len() > LONGEST {
        let line = format!("an expression has at most {LONGEST} characters, not {}", text.len());
        return Err(Error::too_large(line, Some(LONGEST as u64)));
    }
    let mut reader = Reader { text, rest: text, depth: 0 };
    let value = reader.sum()?;
    match reader.peek() {
        None => Ok(value),
        Some(')') => Err(reader.wrong("a closing parenthesis has no opening one")),
        Some('^') => Err(reader.wrong("write parentheses in a power of a power, such as (2^3)^2")),
        Some(found) => {
            Err(reader.wrong(&format!("`{found}` stands where one of + - * / ^ or the end belongs")))
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    depth: u32,
}

impl<'a> Reader<'a> {
    fn wrong(&self, fix: &str) -> Error {
        let shown: String = self.text.chars().take(60).collect();
        let shown = if shown.len() < self.text.len() { format!("{shown}…") } else { shown };
        Error::notation(shown, "an expression of nimbers", fix)
    }

    /// The next character that is not a blank.
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    /// Reads one of these characters, if it is next.
    fn sign(&mut self, signs: &[char]) -> Option<char> {
        let found = self.peek().filter(|next| signs.contains(next))?;
        self.rest = &self.rest[found.len_utf8()..];
        Some(found)
    }

    fn sum(&mut self) -> Result<u64> {
        let mut value = self.term()?;
        while self.sign(&['+', '-', '⊕']).is_some() {
            value ^= self.term()?;
        }
        Ok(value)
    }

    fn term(&mut self) -> Result<u64> {
        let mut value = self.factor()?;
        while let Some(sign) = self.sign(&['*', '/', '⊗', '·']) {
            let other = self.factor()?;
            let other = if sign == '/' { self.inverse(other)? } else { other };
            value = product(value, other);
        }
        Ok(value)
    }

    fn inverse(&self, value: u64) -> Result<u64> {
        inverse(value).ok_or_else(|| self.wrong("it divides by 0, and 0 has no inverse"))
    }

    /// A number or an expression in parentheses, and its exponent.
    fn factor(&mut self) -> Result<u64> {
        let base = self.base()?;
        if self.sign(&['^']).is_none() {
            return Ok(base);
        }
        let negative = self.sign(&['-']).is_some();
        let base = if negative { self.inverse(base)? } else { base };
        let exponent =
            self.digits().ok_or_else(|| self.wrong("an exponent is a whole number, such as 3 or -1"))?;
        let exponent = parse_size(exponent)?;
        if exponent == BigUint::ZERO || base == 0 {
            return Ok(u64::from(exponent == BigUint::ZERO));
        }
        // The 2^64 − 1 numbers other than 0 are a group.
        let exponent = (exponent % u64::MAX).to_u64().unwrap_or(0);
        Ok(power(base, exponent))
    }

    fn base(&mut self) -> Result<u64> {
        if let Some(rest) = self.rest.trim_start().strip_prefix("sqrt") {
            self.rest = rest;
            if self.sign(&['(']).is_none() {
                return Err(self.wrong("write the number after sqrt in parentheses, such as sqrt(24)"));
            }
            return self.inner().map(square_root);
        }
        if self.sign(&['(']).is_some() {
            return self.inner();
        }
        let Some(digits) = self.digits() else {
            return Err(match self.peek() {
                None => self.wrong("it ends where a number belongs; write one such as 13*14^3/5+2"),
                Some(found) => self.wrong(&format!("`{found}` stands where a number belongs")),
            });
        };
        digits.parse().map_err(|_| self.wrong("numbers are below 2^64 here"))
    }

    /// What follows an opening parenthesis, and the closing one.
    fn inner(&mut self) -> Result<u64> {
        if self.depth == DEEPEST {
            return Err(self.wrong(&format!("at most {DEEPEST} parentheses stand within each other")));
        }
        self.depth += 1;
        let value = self.sum()?;
        self.depth -= 1;
        match self.sign(&[')']) {
            Some(_) => Ok(value),
            None => Err(self.wrong("a parenthesis is not closed")),
        }
    }

    fn digits(&mut self) -> Option<&'a str> {
        self.peek()?;
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(length);
        self.rest = rest;
        (length > 0).then_some(digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn by_hand() {
        let fifth = inverse(5).unwrap();
        for (text, value) in [
            ("7", 7),
            (" 1 + 2 ", 3),
            ("6-3", 5),
            ("2*2", 3),
            ("2 ⊗ 2 ⊕ 1", 2),
            ("2*2+1*4", 7),
            ("2*(2+1)", 1),
            ("4^2", 6),
            ("2^3", 1),
            ("0^0", 1),
            ("0^7", 0),
            ("9^18446744073709551615", 1),
            ("9^18446744073709551616", 9),
            ("9^36893488147419103231", 9),
            ("5^-1", fifth),
            ("1/5", fifth),
            ("sqrt(24)", 16),
            ("sqrt(4*4)^2", 6),
            ("13*14^3/5+2", product(product(13, power(14, 3)), fifth) ^ 2),
            ("18446744073709551615+1", u64::MAX - 1),
        ] {
            assert_eq!(evaluate(text).unwrap(), value, "{text}");
        }
    }

    #[test]
    fn refused_in_one_line() {
        let nested = format!("{}1{}", "(".repeat(300), ")".repeat(300));
        for (text, reason) in [
            ("", "ends where a number"),
            ("1+", "ends where a number"),
            ("1/0", "no inverse"),
            ("0^-1", "no inverse"),
            ("1/(3+3)", "no inverse"),
            ("2^x", "an exponent"),
            ("2^(3)", "an exponent"),
            ("2^3^2", "power of a power"),
            ("(1", "not closed"),
            ("1)", "no opening"),
            ("sqrt 4", "sqrt(24)"),
            ("1 2", "`2` stands"),
            ("x", "`x` stands"),
            ("18446744073709551616", "below 2^64"),
            (&nested, "within each other"),
            (&"1+".repeat(60_000), "at most 100000"),
        ] {
            let line = evaluate(text).unwrap_err().to_string();
            assert!(line.contains(reason) && !line.contains('\n') && line.len() < 300, "{text}: {line}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC{0,40}", near in "[0-9+*/^() sqrt-]{0,30}") {
            let _ = (evaluate(&text), evaluate(&near));
        }

        #[test]
        fn the_field_as_people_write_it(a: u64, b: u64, c: u64, e in 0u64..1000) {
            let of = |text: String| evaluate(&text).unwrap();
            prop_assert_eq!(of(format!("{a}*({b}+{c})")), of(format!("{a}*{b}+{a}*{c}")));
            prop_assert_eq!(of(format!("({a}*{b})*{c}")), of(format!("{a}*({b}*{c})")));
            prop_assert_eq!(of(format!("{a}*{b}")), of(format!("{b}*{a}")));
            prop_assert_eq!(of(format!("sqrt({a})^2+{a}")), 0);
            prop_assert_eq!(of(format!("{a}^{e}*{a}")), power(a, e + 1));
            if b != 0 {
                prop_assert_eq!(of(format!("{a}/{b}*{b}")), a);
                prop_assert_eq!(of(format!("{b}^-{e}*{b}^{e}")), 1);
            }
        }
    }
}
