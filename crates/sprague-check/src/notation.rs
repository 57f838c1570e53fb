//! Numbers on the command line, as `sprague` reads them: `1000000`, `1_000_000`, `1,000,000`, `1e6`, `10^13`,
//! `3*2^20-1`.
//!
//! A sum of products of powers, read from left to right, below 2^64 at every step.

/// A number, if the text is one.
pub fn number(text: &str) -> Option<u64> {
    let plain = text.replace("**", "^");
    let (mut total, mut rest, mut add) = (0u64, plain.as_str(), true);
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let term =
            rest[..end].split('*').try_fold(1u64, |total, factor| total.checked_mul(power(factor)?))?;
        total = if add { total.checked_add(term) } else { total.checked_sub(term) }?;
        let Some(sign) = rest[end..].chars().next() else { return Some(total) };
        add = sign == '+';
        rest = &rest[end + 1..];
    }
}

/// A number of bytes: `700000000`, `700M`, `2G`, `2GB` or `2GiB`.
pub fn bytes(text: &str) -> Option<u64> {
    let units = [(['k', 'K'], 10), (['m', 'M'], 20), (['g', 'G'], 30), (['t', 'T'], 40)];
    let short = text.strip_suffix(['B', 'b']).map_or(text, |text| text.strip_suffix('i').unwrap_or(text));
    let unit = units.iter().find_map(|&(letters, shift)| Some((short.strip_suffix(letters)?, shift)));
    let (digits, shift) = unit.unwrap_or((short, 0));
    number(digits)?.checked_mul(1 << shift)
}

/// `2^40`, `1e6` or digits.
fn power(text: &str) -> Option<u64> {
    let Some((base, exponent)) = text.split_once(['e', 'E', '^']) else { return digits(text) };
    let exponent = u32::try_from(digits(exponent)?).ok()?;
    let base = digits(base)?;
    match text.contains('^') {
        true => base.checked_pow(exponent),
        false => base.checked_mul(10u64.checked_pow(exponent)?),
    }
}

fn digits(text: &str) -> Option<u64> {
    let mut groups = text.split(',');
    let first = groups.next().map_or(0, str::len);
    let in_thousands = !text.contains(',') || (first <= 3 && groups.all(|group| group.len() == 3));
    let edges = text.starts_with(['_', ',']) || text.ends_with(['_', ',']);
    let plain: String = text.chars().filter(|&c| c != '_' && c != ',').collect();
    let well_formed = in_thousands && !edges && plain.bytes().all(|b| b.is_ascii_digit());
    well_formed.then(|| plain.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for text in
            ["1000000", "1_000_000", "1e6", "1E6", "10^6", "1,000,000", "10**6", "10^7-9*10^6", "2*5*10^5"]
        {
            assert_eq!(number(text), Some(1_000_000), "{text}");
        }
        assert_eq!(number("2^64-1"), None);
        assert_eq!(number("2^63"), Some(1 << 63));
        for text in
            ["", "_", "1_", "-1", "1.5", "e5", "5e", "2^", "2^3^4", "1,2", "5-6", "+5", "*3", "0x10", "many"]
        {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn amounts() {
        for (text, amount) in [
            ("1k", 1024),
            ("700M", 700 << 20),
            ("2G", 2 << 30),
            ("2GB", 2 << 30),
            ("2GiB", 2 << 30),
            ("1T", 1 << 40),
            ("10^6", 1_000_000),
        ] {
            assert_eq!(bytes(text), Some(amount), "{text}");
        }
        for text in ["", "G", "1.5G", "20000000T", "99999999999G", "2iB x"] {
            assert_eq!(bytes(text), None, "{text}");
        }
    }
}
