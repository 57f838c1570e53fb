//! How much memory there is: the least of what is free, what the control group grants and what the process
//! may map.
//!
//! A figure that is not known is left out; if none is, a cautious default holds.

/// Without any figure.
const DEFAULT: u64 = 1 << 30;
/// Kept back for the program itself, its threads and its output.
const OWN: u64 = 64 << 20;

/// Bytes as people write them: `700000000`, `700M`, `2G`, `2GiB`.
pub fn parse(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not an amount of memory: write bytes such as 700000000, 700M or 2G");
    let short = text.strip_suffix(['B', 'b']).map_or(text, |text| text.strip_suffix('i').unwrap_or(text));
    let (digits, power) = match short.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 10),
        Some((end, 'm' | 'M')) => (&text[..end], 20),
        Some((end, 'g' | 'G')) => (&text[..end], 30),
        Some((end, 't' | 'T')) => (&text[..end], 40),
        _ => (text, 0),
    };
    let number = sprague::rules::parse_small(digits, "an amount of memory").map_err(|_| wrong())?;
    number.checked_mul(1 << power).filter(|&bytes| bytes > 0).ok_or_else(wrong)
}

/// Bytes that may be used now.
pub fn available() -> u64 {
    let mapped = sprague_process::address_space().map(|bytes| bytes.saturating_sub(OWN).max(1));
    [sprague_process::free_memory(), mapped].into_iter().flatten().min().unwrap_or(DEFAULT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        for (text, bytes) in [
            ("700000000", 700_000_000),
            ("1k", 1024),
            ("700M", 700 << 20),
            ("2G", 2 << 30),
            ("2GB", 2 << 30),
            ("2GiB", 2 << 30),
        ] {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "0", "-1", "1.5G", "20000000T", "x"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn there_is_some() {
        assert!(available() > 1 << 20);
    }
}
