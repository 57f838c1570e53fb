//! Numbers and times as people write them: `1e6`, `90`, `90s`, `10m`, `2h`.

use sprague::rules::parse_small;
use std::time::Duration;

/// Longer than any run, and short enough for every clock.
const LONGEST: u64 = 10_000_000_000;

/// A number in any notation that sizes have.
pub fn number(text: &str) -> Result<u64, String> {
    parse_small(text, "a number").map_err(|error| error.to_string())
}

/// A time of at least a second, in seconds unless a unit follows.
pub fn time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a time: write seconds such as 90, or 90s, 10m or 2h");
    let (number, unit) = match text.find(|c: char| c.is_ascii_alphabetic() && c != 'e') {
        Some(at) => text.split_at(at),
        None => (text, "s"),
    };
    let seconds = match unit {
        "s" => 1,
        "m" | "min" => 60,
        "h" => 3600,
        "d" => 86_400,
        _ => return Err(wrong()),
    };
    let number = parse_small(number.trim_end(), "a time").map_err(|_| wrong())?;
    let seconds = number.checked_mul(seconds).filter(|seconds| (1..=LONGEST).contains(seconds));
    seconds.map(Duration::from_secs).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (text, value) in [("20", 20), ("1e3", 1000), ("10^18", 10u64.pow(18)), ("1_000", 1000)] {
            assert_eq!(number(text), Ok(value), "{text}");
        }
        for text in ["", "-1", "x", "10^30", "1.5"] {
            assert!(number(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times() {
        for (text, seconds) in [
            ("90", 90),
            ("90s", 90),
            ("10m", 600),
            ("10min", 600),
            ("10 min", 600),
            ("2h", 7200),
            ("1e3", 1000),
        ] {
            assert_eq!(time(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "0", "-1", "1.5", "h", "3x", "2hh", "10^11", "10^18h", "soon"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
