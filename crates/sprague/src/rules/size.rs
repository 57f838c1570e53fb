//! Sizes as people write them: `1000000`, `1_000_000`, `1e6`, `10^18`, `2^40`.

use crate::{Error, Result};
use num_bigint::BigUint;

/// Sizes longer than this are refused: nothing here is asked about them.
const MOST_DIGITS: u64 = 100_000;

/// Reads a size of up to 100 000 decimal digits.
///
/// ```
/// use sprague::rules::parse_size;
/// assert_eq!(parse_size("1_000_000"), parse_size("1e6"));
/// assert_eq!(parse_size("2^10").unwrap(), 1024u32.into());
/// assert!(parse_size("-3").is_err());
/// ```
pub fn parse_size(text: &str) -> Result<BigUint> {
    let (base, exponent, decimal) = match text.split_once(['e', 'E', '^']) {
        None => return digits(text, text),
        Some((base, exponent)) => (base, exponent, !text.contains('^')),
    };
    let (mantissa, exponent) = (digits(base, text)?, digits(exponent, text)?);
    let exponent = u32::try_from(&exponent).ok().filter(|&e| u64::from(e) <= 4 * MOST_DIGITS);
    let Some(exponent) = exponent else { return Err(too_long(text)) };
    let growing = if decimal { BigUint::from(10u32) } else { mantissa.clone() };
    if u64::from(exponent).saturating_mul(growing.bits()) > 4 * MOST_DIGITS {
        return Err(too_long(text));
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
    let plain: String = text.chars().filter(|&c| c != '_').collect();
    let well_formed = !plain.is_empty()
        && plain.bytes().all(|b| b.is_ascii_digit())
        && !text.starts_with('_')
        && !text.ends_with('_');
    if !well_formed {
        let fix = "write a whole number such as 5, 1_000_000, 1e6, 10^18 or 2^40";
        return Err(Error::notation(whole, "a size", fix));
    }
    if plain.len() as u64 > MOST_DIGITS {
        return Err(too_long(whole));
    }
    Ok(plain.parse().expect("only digits"))
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
        for text in ["1000000", "1_000_000", "1e6", "1E6", "10^6", "0001000000", "1_0e5"] {
            assert_eq!(parse_size(text).unwrap(), BigUint::from(1_000_000u32), "{text}");
        }
    }

    #[test]
    fn refused() {
        for text in
            ["", "_", "1_", "_1", "-1", "1.5", "e5", "5e", "^", "2^", "2^3^4", "1e5e5", "0x10", " 1", "٣"]
        {
            assert!(parse_size(text).is_err(), "{text}");
        }
        for text in ["10^100001", "9^4000000000000", "1e99999999999999999999"] {
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
