//! Sizes as people write them: `1000000`, `1_000_000`, `1,000,000`, `1e6`, `10^18`, `10**18`, `3*2^40`,
//! `10^18-1`.
//!
//! A size is a sum of products of powers, read from left to right: `+` and `-`, then `*`, then `^` or `**`. A
//! power has one exponent, so `2^3^4` is refused rather than guessed at. Differences must not be negative.

use crate::{Error, Result};
use num_bigint::BigUint;

/// Sizes longer than this are refused: nothing here is asked about them.
const MOST_DIGITS: u64 = 100_000;

/// Reads a size of up to 100 000 decimal digits.
///
/// ```
/// use sprague::rules::parse_size;
/// assert_eq!(parse_size("1_000_000"), parse_size("1e6"));
/// assert_eq!(parse_size("2^10-24").unwrap(), 1000u32.into());
/// assert!(parse_size("-3").is_err());
/// ```
pub fn parse_size(text: &str) -> Result<BigUint> {
    // Sets of a million numbers are read here, most of them short and plain.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(number) = text.parse::<u64>().ok().filter(|_| digits) {
        return Ok(number.into());
    }
    let plain = text.replace("**", "^");
    let mut total = BigUint::ZERO;
    let mut rest = plain.as_str();
    let mut add = true;
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let term = product(&rest[..end], text)?;
        if add {
            total += term;
        } else if term <= total {
            total -= term;
        } else {
            return Err(Error::notation(text, "a size", "it is below 0"));
        }
        let Some(sign) = rest[end..].chars().next() else { return Ok(total) };
        add = sign == '+';
        rest = &rest[end + 1..];
    }
}

/// Reads `3*2^40`.
fn product(text: &str, whole: &str) -> Result<BigUint> {
    let mut total = BigUint::from(1u32);
    for factor in text.split('*') {
        total *= power(factor, whole)?;
        if total.bits() > 4 * MOST_DIGITS {
            return Err(too_long(whole));
        }
    }
    Ok(total)
}

/// Reads `2^40`, `1e6` or digits.
fn power(text: &str, whole: &str) -> Result<BigUint> {
    let (base, exponent, decimal) = match text.split_once(['e', 'E', '^']) {
        None => return digits(text, whole),
        Some((base, exponent)) => (base, exponent, !text.contains('^')),
    };
    let (mantissa, exponent) = (digits(base, whole)?, digits(exponent, whole)?);
    let exponent = u32::try_from(&exponent).ok().filter(|&e| u64::from(e) <= 4 * MOST_DIGITS);
    let Some(exponent) = exponent else { return Err(too_long(whole)) };
    let growing = if decimal { BigUint::from(10u32) } else { mantissa.clone() };
    if u64::from(exponent).saturating_mul(growing.bits()) > 4 * MOST_DIGITS {
        return Err(too_long(whole));
    }
    let power = growing.pow(exponent);
    Ok(if decimal { mantissa * power } else { power })
}

/// Reads a size that has to fit a machine word.
pub fn parse_small(text: &str, expected: &'static str) -> Result<u64> {
    let size = parse_size(text)?;
    u64::try_from(&size).map_err(|_| Error::notation(text, expected, "it has to be below 2^64"))
}

fn digits(text: &str, whole: &str) -> Result<BigUint> {
    let plain: String = text.chars().filter(|&c| c != '_' && c != ',').collect();
    let well_formed = !plain.is_empty()
        && plain.bytes().all(|b| b.is_ascii_digit())
        && !text.starts_with(['_', ','])
        && !text.ends_with(['_', ','])
        && in_thousands(text);
    if !well_formed {
        let fix = "write a whole number such as 5, 1_000_000, 1,000, 1e6, 10^18 or 3*2^40-1";
        return Err(Error::notation(whole, "a size", fix));
    }
    if plain.len() as u64 > MOST_DIGITS {
        return Err(too_long(whole));
    }
    Ok(plain.parse().expect("only digits"))
}

/// Commas stand before groups of three digits, or nowhere: `1,2` is a list and no size.
fn in_thousands(text: &str) -> bool {
    let mut groups = text.split(',');
    let first = groups.next().map_or(0, str::len);
    !text.contains(',') || (first <= 3 && groups.all(|group| group.len() == 3))
}

fn too_long(text: &str) -> Error {
    Error::notation(text, "a size", format!("it has more than {MOST_DIGITS} digits"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_the_ways_to_write_a_million() {
        for text in [
            "1000000",
            "1_000_000",
            "1e6",
            "1E6",
            "10^6",
            "0001000000",
            "1_0e5",
            "1,000,000",
            "10**6",
            "10^7-9*10^6",
            "2*5*10^5",
            "999,999+1",
            "10^6-0",
        ] {
            assert_eq!(parse_size(text).unwrap(), BigUint::from(1_000_000u32), "{text}");
        }
    }

    #[test]
    fn refused() {
        for text in [
            "", "_", "1_", "_1", "-1", "1.5", "e5", "5e", "^", "2^", "2^3^4", "1e5e5", "0x10", " 1", "٣",
            "1,2", "1,0000", ",1", "1,", "1,,000", "1000,000", "5-6", "+5", "5+", "2**3**4", "3**", "*3",
            "3***4", "2*-3",
        ] {
            assert!(parse_size(text).is_err(), "{text}");
        }
        for text in ["10^100001", "10^99999*10^99999", "9^4000000000000", "1e99999999999999999999"] {
            assert!(parse_size(text).unwrap_err().to_string().contains("digits"), "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC*") { let _ = parse_size(&text); }

        #[test]
        fn reads_what_is_printed(n: u128) {
            prop_assert_eq!(parse_size(&n.to_string()).unwrap(), BigUint::from(n));
        }
    }
}
